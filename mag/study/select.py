"""Which units of a study somebody means: the next round of a training run, all of one run, a unit with what it lacks."""

from collections.abc import Sequence

from mag.errors import BadInput
from mag.study.units import Of, Unit, before


def of_run(known: Sequence[Unit], of: Of) -> list[Unit]:
    """The units of one training run (grounding, arm, seed), in their order. Raises BadInput where the study has no such run."""
    found = [unit for unit in known if unit.of.arm and (unit.of.grounding, unit.of.arm, unit.of.seed) == (of.grounding, of.arm, of.seed)]
    if not found:
        runs = "; ".join(sorted({f"{unit.of.grounding}, {unit.of.arm}, {unit.of.seed}" for unit in known if unit.of.arm})) or "none"
        raise BadInput(f"the study trains no {of.grounding}, {of.arm}, {of.seed} (grounding, arm, seed); it has {runs}")
    return found


def next_round(known: Sequence[Unit], of: Of) -> Unit | None:
    """The round `of.number` of a run, or for 0 its first unfinished one, None when all are done.

    Raises BadInput for a round that there is not, and for one whose turn it is not.
    """
    rounds = [unit for unit in of_run(known, of) if unit.kind == "round"]
    due = next((unit for unit in rounds if not unit.done), None)
    if not of.number:
        return due
    if not 1 <= of.number <= len(rounds):
        raise BadInput(f"there is no round {of.number}; the study has 1 to {len(rounds)}, 0 is the next")
    wanted = rounds[of.number - 1]
    if not wanted.done and wanted != due and due is not None:
        raise BadInput(f"round {of.number} goes on from round {due.of.number}, which is not done; give that number, or 0 for the next")
    return wanted


def with_needs(known: Sequence[Unit], wanted: Sequence[Unit]) -> list[Unit]:
    """These units and what they need, directly or not, in the study's order; of what they need only what is not done."""
    names = {unit.name for unit in wanted}
    needed = {unit.name for one in wanted for unit in before(known, one.name) if not unit.done}
    return [unit for unit in known if unit.name in names | needed]
