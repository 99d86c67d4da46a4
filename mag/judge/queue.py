"""Questions and rulings of a run on disk, and the cache of rulings that all runs share.

<folder>/requests.jsonl    questions with their keys; equal questions are one
<folder>/verdicts.jsonl    rulings of any number of judges; of one judge on one question the first decided one counts
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from mag.errors import BadInput, Corrupt
from mag.journal import Journal
from mag.judge.ruling import RULINGS, Ruling
from mag.records import Question

REQUESTS = "requests.jsonl"
VERDICTS = "verdicts.jsonl"
T = TypeVar("T")
QUESTIONS: TypeAdapter[Question] = TypeAdapter(Question)


class RulingFile:
    """Rulings in an append-only file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._journal = Journal(path)

    def add(self, rulings: Iterable[Ruling]) -> None:
        """Store rulings; on disk when this returns."""
        self._journal.append(asdict(ruling) for ruling in rulings)

    def all(self) -> list[Ruling]:
        """Every ruling in the order written, of all judges. Raises Corrupt for a whole line that is no ruling."""
        return [_load(RULINGS, row, self.path) for row in self._journal.rows()]

    def judges(self) -> list[str]:
        """Names of the judges that have rulings here."""
        return sorted({ruling.judge for ruling in self.all()})

    def of(self, judge: str) -> dict[str, Ruling]:
        """Key -> the ruling that counts: the first decided one, else the last undecided one."""
        found: dict[str, Ruling] = {}
        for ruling in self.all():
            if ruling.judge == judge and (ruling.key not in found or found[ruling.key].value is None):
                found[ruling.key] = ruling
        return found

    def conflicts(self, judge: str) -> list[str]:
        """Keys of the questions that this judge decided both ways."""
        decided: dict[str, set[bool]] = {}
        for ruling in self.all():
            if ruling.judge == judge and ruling.value is not None:
                decided.setdefault(ruling.key, set()).add(ruling.value)
        return sorted(key for key, values in decided.items() if len(values) > 1)


@dataclass(frozen=True, slots=True)
class Merged:
    """What came of a file of rulings: taken over, there already, about questions that were not asked here."""

    added: int
    known: int
    foreign: int


class JudgeQueue:
    """The questions of a run that a judge must answer, and the answers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.verdicts = RulingFile(folder / VERDICTS)
        self._requests = Journal(folder / REQUESTS)
        self._known: set[str] | None = None

    def put(self, questions: Iterable[Question]) -> int:
        """Queue questions; the number of those that were not there. On disk when this returns."""
        if self._known is None:
            self._known = set(self.questions())
        new = {question.key: question for question in questions if question.key not in self._known}
        self._requests.append({"key": key, **asdict(question)} for key, question in new.items())
        self._known |= set(new)
        return len(new)

    def questions(self) -> dict[str, Question]:
        """Every question by its key, in the order asked. Raises Corrupt when a question is not what its key says."""
        found: dict[str, Question] = {}
        for row in self._requests.rows():
            question = _load(QUESTIONS, row, self.folder / REQUESTS)
            if row.get("key") != question.key:
                raise Corrupt(f"{self.folder / REQUESTS}: a question does not match its key {row.get('key')!r}; remove that line")
            found.setdefault(question.key, question)
        return found

    def pending(self, judge: str, again: bool = False) -> list[Question]:
        """Questions without a ruling of this judge; with `again` also those it was undecided on."""
        ruled = {key for key, ruling in self.verdicts.of(judge).items() if not (again and ruling.value is None)}
        return [question for key, question in self.questions().items() if key not in ruled]

    def rulings(self, judge: str) -> dict[str, bool | None]:
        """Key -> True, False, or None where the judge was undecided; questions it has not ruled on are not in it."""
        return {key: ruling.value for key, ruling in self.verdicts.of(judge).items()}

    def merge(self, path: Path) -> Merged:
        """Take over the rulings of a queue drained elsewhere: its verdicts file or its folder. Doing it twice changes nothing."""
        path = path / VERDICTS if path.is_dir() else path
        if not path.is_file():
            raise BadInput(f"{path} is not there; give the {VERDICTS} of the drained queue, or its folder")
        asked, here = set(self.questions()), set(self.verdicts.all())
        offered = list(dict.fromkeys(RulingFile(path).all()))
        ours = [ruling for ruling in offered if ruling.key in asked]
        new = [ruling for ruling in ours if ruling not in here]
        self.verdicts.add(new)
        return Merged(len(new), len(ours) - len(new), len(offered) - len(ours))


def _load(adapter: TypeAdapter[T], row: dict[str, Any], path: Path) -> T:
    try:
        return adapter.validate_python(row)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise Corrupt(f"{path} holds a line of another kind ({where}: {first['msg']}); remove that line") from None
