"""How good is a judge, and has it changed? Pinned questions with known verdicts (calibration.json), asked anew each time."""

import time
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter

from mag.errors import Corrupt, Transient
from mag.journal import Journal
from mag.judge.drain import ask_all
from mag.judge.gateway import Gateway
from mag.judge.ruling import Ruling, Word
from mag.records import Question, digest
from mag.stats.intervals import Interval, wilson

SET_DIGEST = "911974c9a02a5f7e"
DRIFT_SHARE = 0.05  # more rulings than this share of the questions changed: more than a model's own noise at these clear cases
FILE = "calibrations.jsonl"


@dataclass(frozen=True, slots=True)
class Item:
    """One question with the verdict it must get. The group is the part of the id before its number."""

    id: str
    kind: Literal["answer", "unachievable"]
    intent: str
    reference: str
    answer: str
    expected: Literal["correct", "incorrect", "partly"]
    why: str

    @property
    def group(self) -> str:
        """What the question tries: wording, numbers, injection, ..."""
        return self.id.rsplit("-", 1)[0]

    @property
    def question(self) -> Question:
        """As a judge sees it."""
        return Question(self.kind, self.intent, self.reference, self.answer)

    @property
    def value(self) -> bool:
        """What the ruling must come to; partly correct is not correct."""
        return self.expected == "correct"


@dataclass(frozen=True, slots=True)
class Calibration:
    """One pass of one judge over the set, as stored."""

    judge: str
    set: str  # digest of the questions
    at: float  # UNIX seconds
    models: tuple[str, ...]  # as the provider reported them
    verdicts: dict[str, Word] = field(default_factory=dict)  # item id -> verdict
    reasons: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Miss:
    """An item that was ruled on wrongly."""

    item: Item
    verdict: Word
    reason: str


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Right rulings over decided ones, on 0..1 with Wilson's 95 % interval (`rate`, None when nothing was decided)."""

    n: int
    decided: int
    right: int
    lenient: int  # wrongly called correct
    harsh: int  # wrongly called not correct
    rate: Interval | None
    misses: tuple[Miss, ...]
    groups: dict[str, tuple[int, int]]  # group -> right, decided


@dataclass(frozen=True, slots=True)
class Drift:
    """What changed since the last calibration of the same judge on the same questions."""

    before: float  # UNIX seconds
    changed: tuple[str, ...]  # item ids whose ruling is another one now, undecided being one
    models: tuple[tuple[str, ...], tuple[str, ...]]
    alarm: bool


CALIBRATIONS: TypeAdapter[Calibration] = TypeAdapter(Calibration)


@cache
def items() -> tuple[Item, ...]:
    """The calibration set. Raises Corrupt when it is not the pinned one."""
    found = tuple(TypeAdapter(list[Item]).validate_json((Path(__file__).parent / "calibration.json").read_bytes()))
    if set_digest(found) != SET_DIGEST:
        raise Corrupt(
            f"calibration.json has digest {set_digest(found)}, pinned is {SET_DIGEST}; restore it, or pin the new set in {__name__}"
        )
    return found


def set_digest(found: tuple[Item, ...]) -> str:
    """Sixteen hex characters over the questions and their verdicts."""
    return digest([asdict(item) for item in found])[:16]


async def calibrate(gateway: Gateway) -> Calibration:
    """Ask everything anew: the cache of rulings is neither read nor written. Raises Transient when some question got no reply."""
    by_key = {item.question.key: item for item in items()}
    rulings: dict[str, Ruling] = {}

    async def ruled(ruling: Ruling) -> None:
        rulings[by_key[ruling.key].id] = ruling

    await ask_all([item.question for item in items()], gateway, ruled)
    if len(rulings) < len(items()):
        missing = len(items()) - len(rulings)
        raise Transient(f"{missing} of {len(items())} calibration questions got no reply; give the same command again later")
    ordered = {item.id: rulings[item.id] for item in items()}
    return Calibration(
        judge=gateway.judge.name,
        set=SET_DIGEST,
        at=round(time.time(), 3),
        models=tuple(sorted({ruling.model for ruling in ordered.values()})),
        verdicts={key: ruling.verdict for key, ruling in ordered.items()},
        reasons={key: ruling.reason for key, ruling in ordered.items()},
    )


def accuracy(calibration: Calibration) -> Accuracy:
    """Compare with the expected verdicts. What the judge left undecided is counted, not scored."""
    values = {item: _value(calibration.verdicts[item.id]) for item in items()}
    decided = {item: value for item, value in values.items() if value is not None}
    right = [item for item, value in decided.items() if value == item.value]
    wrong = [item for item, value in decided.items() if value != item.value]
    groups = {item.group: (0, 0) for item in items()}
    for item, value in decided.items():
        good, all_ = groups[item.group]
        groups[item.group] = (good + (value == item.value), all_ + 1)
    return Accuracy(
        n=len(values),
        decided=len(decided),
        right=len(right),
        lenient=sum(not item.value for item in wrong),
        harsh=sum(item.value for item in wrong),
        rate=wilson(len(right), len(decided)),
        misses=tuple(Miss(item, calibration.verdicts[item.id], calibration.reasons.get(item.id, "")) for item in wrong),
        groups=groups,
    )


def drift(before: Calibration, now: Calibration) -> Drift:
    """Alarm when more than DRIFT_SHARE of the rulings changed, or the provider reports another model under the same name."""
    changed = tuple(name for name, verdict in now.verdicts.items() if _value(verdict) != _value(before.verdicts[name]))
    alarm = len(changed) > DRIFT_SHARE * len(now.verdicts) or before.models != now.models
    return Drift(before.at, changed, (before.models, now.models), alarm)


def last(store: Path, judge: str) -> Calibration | None:
    """The newest stored calibration of this judge on this set."""
    rows = (CALIBRATIONS.validate_python(row) for row in Journal(store / FILE).rows())
    return next((row for row in reversed(list(rows)) if row.judge == judge and row.set == SET_DIGEST), None)


def keep(store: Path, calibration: Calibration) -> None:
    """Store a calibration."""
    Journal(store / FILE).append([asdict(calibration)])


def _value(verdict: Word) -> bool | None:
    return None if verdict == "undecided" else verdict == "correct"
