"""The label audit: three judges look at a step's recorded target, and two of them decide (WebMRE 3.2). Pure; judges are asked elsewhere.

An audit file has one row a line: `task_id`, `index`, `verdict`, for a remap `mark`, and for a judge's own row `judge`. Rows without a judge
are rulings that were settled elsewhere.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter

from mag.constants import ELEMENT_VERBS
from mag.errors import BadInput
from mag.offline.lines import read_lines
from mag.records import Box
from mag.shown import GoldStep

JUDGES = 3
MAJORITY = 2

Key = tuple[int, int]


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One judge's verdict on a step's target, or, without a judge, the ruling. From a judge, "disputed" is no opinion."""

    task_id: int
    index: int
    verdict: Literal["confirm", "remap", "unmappable", "disputed"]
    mark: int | None = None  # of a remap: the element that is meant
    judge: str = ""

    @property
    def key(self) -> Key:
        """Of the gold step."""
        return self.task_id, self.index


def read_audit(path: Path) -> dict[Key, AuditRow]:
    """The rulings of an audit file by step. Raises BadInput for rows that contradict one another or are too few."""
    rows = [row for _, row in read_lines(path, TypeAdapter(AuditRow))]
    return rulings(rows)


def rulings(rows: Iterable[AuditRow]) -> dict[Key, AuditRow]:
    """One ruling a step, whatever the order of the rows."""
    by_step: dict[Key, list[AuditRow]] = {}
    for row in rows:
        if (row.verdict == "remap") != (row.mark is not None):
            raise BadInput(f"audit of {_name(row.key)}: a remap names a mark and nothing else does; mend its rows")
        by_step.setdefault(row.key, []).append(row)
    return {key: own[0] if len(own) == 1 and not own[0].judge else majority(own) for key, own in sorted(by_step.items())}


def majority(rows: Sequence[AuditRow]) -> AuditRow:
    """The ruling of three judges on one step: what two of them say, for a remap with the same mark; else disputed.

    Raises BadInput unless there is one row from each of three judges.
    """
    judges = {row.judge for row in rows}
    if "" in judges or not len(rows) == len(judges) == JUDGES:
        raise BadInput(f"audit of {_name(rows[0].key)}: it needs one row from each of {JUDGES} judges, or one settled row without a judge")
    (verdict, mark), votes = Counter((row.verdict, row.mark) for row in rows).most_common(1)[0]
    if votes < MAJORITY:
        verdict, mark = "disputed", None
    return AuditRow(*rows[0].key, verdict, mark)


def apply(steps: Iterable[GoldStep], ruled: Mapping[Key, AuditRow]) -> tuple[GoldStep, ...]:
    """The steps with the rulings merged in; the input stays as it is. Raises BadInput for a ruling that fits no step."""
    steps = tuple(steps)
    if unknown := sorted(ruled.keys() - {step.key for step in steps}):
        raise BadInput(f"the audit rules on {_name(unknown[0])}, which the corpus lacks ({len(unknown)} such); give the audit of this one")
    return tuple(_ruled(step, ruled[step.key]) if step.key in ruled else step for step in steps)


def _ruled(step: GoldStep, ruling: AuditRow) -> GoldStep:
    if step.verb not in ELEMENT_VERBS:
        raise BadInput(f"the audit rules on {_name(step.key)}, a {step.verb}, which has no target; leave its rows out")
    if ruling.verdict == "disputed":
        return replace(step, disputed=True)
    if ruling.verdict == "unmappable":
        # The box was that of an element that is not meant; the point where the step was done is all that is left.
        return replace(step, mark=None, box=(*step.point, 0.0, 0.0) if step.point else None, disputed=False)
    if ruling.mark is None:
        return replace(step, disputed=False)
    meant = next((mark for mark in step.marks if mark.id == ruling.mark), None)
    if meant is None:
        raise BadInput(f"the audit maps {_name(step.key)} to mark {ruling.mark}, which is not in its menu; mend its rows")
    point = step.point if step.point and _inside(step.point, meant.box) else meant.point if meant.visible else None
    return replace(step, mark=meant.id, box=meant.box, point=point, disputed=False)


def _inside(point: tuple[float, float], box: Box) -> bool:
    (x, y), (left, top, width, height) = point, box
    return left <= x <= left + width and top <= y <= top + height


def _name(key: Key) -> str:
    return f"task {key[0]}, step {key[1]}"
