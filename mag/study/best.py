"""Which checkpoint of a study to go on with, chosen by the validation tasks alone: what tests say is reported, not chosen by."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from mag.runs import read_json, write_json
from mag.study.conf import Study
from mag.study.units import Unit

FILE = "best.json"


@dataclass(frozen=True, slots=True)
class Best:
    """The checkpoint of a grounding with the highest success rate (0 to 1) on n validation tasks; of equal ones the one trained least."""

    unit: str  # that says so
    weights: str
    sr: float
    n: int


def best_of(known: Sequence[Unit], grounding: str) -> Best | None:
    """None where the study sweeps no validation tasks."""
    found = [_read(unit) for unit in known if unit.kind == "validation" and unit.of.grounding == grounding]
    return max(found, key=lambda one: one.sr, default=None)


def write_best(study: Study, known: Sequence[Unit], folder: Path) -> None:
    """best.json by grounding; none where nothing was swept to choose by."""
    found = {name: best_of(known, name) for name in study.conf.groundings}
    if chosen := {name: asdict(one) for name, one in found.items() if one is not None}:
        write_json(folder / FILE, chosen)


def weights_of(unit: Unit) -> Path:
    """The checkpoint that a unit measures."""
    run = unit.folder.parent.parent
    return run / "rounds" / f"{unit.of.number:02d}" / "weights" if unit.of.number else run / "sft" / "weights"


def _read(unit: Unit) -> Best:
    summary = read_json(unit.folder / "summary.json")
    return Best(unit.name, str(weights_of(unit)), float(summary["sr"] or 0.0), int(summary["n"]))
