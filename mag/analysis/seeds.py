"""What an arm of training gains over several seeds of it (MAG 6, WebMRE App. E)."""

from collections.abc import Sequence
from statistics import fmean

from mag.analysis.evaluation import Evaluation
from mag.analysis.main_table import cell
from mag.analysis.pairs import named, shared
from mag.analysis.table import Cell, Column, Table, common
from mag.errors import BadInput
from mag.stats import bootstrap
from mag.stats.seeds import over_seeds

POOLED = "+"  # between evaluations of one side


def seed_table(evaluations: Sequence[Evaluation], pairs: Sequence[str], seed: int) -> Table | None:
    """Delta SR of pooled seeds for each `a+b:c` or `a+b:c+d`: a task's success is its mean over a side's evaluations.

    Tasks are resampled, so seeds do not count as further tasks; beside it mean and spread of the first side's own seeds, each against the
    whole second side. Raises BadInput for names that are none.
    """
    rows: list[tuple[Cell, ...]] = []
    for text in pairs:
        sides = [side.split(POOLED) for side in text.split(":")]
        if len(sides) != 2:
            raise BadInput(f"{text!r} does not name two sides; give a+b:c or a+b:c+d")
        names = [name for side in sides for name in side]
        systems = named(evaluations, ":".join(names), len(names))
        found, cut = shared(*systems), len(sides[0])
        first, second = found[:cut], found[cut:]
        a, b = ([fmean(task) for task in zip(*side, strict=True)] for side in (first, second))
        delta = bootstrap.paired(a, b, seed)
        spread = over_seeds([100 * (fmean(own) - fmean(b)) for own in first]) if a else None
        if delta is not None and spread is not None:
            labels = (" + ".join(item.label for item in side) for side in (systems[:cut], systems[cut:]))
            rows.append((*labels, len(a), len(first), len(second), 100 * delta.estimate, cell(delta, 100), spread.sd))
    if not rows:
        return None
    n = common([row[2] for row in rows if isinstance(row[2], int)])
    columns = (
        Column("first", "first"),
        Column("second", "second"),
        Column("n", "n", "int"),
        Column("seeds_first", "its seeds", "int"),
        Column("seeds_second", "the other's", "int"),
        Column("delta", "ΔSR", "points", n),
        Column("ci", "95 % CI", "points"),
        Column("sd", "sd over seeds", "number"),
    )
    note = "A task counts with its mean over a side's seeds. sd: of ΔSR over the first side's seeds, each against the second side."
    return Table("seeds", "Seeds pooled", "MAG 6, WebMRE App. E", columns, tuple(rows), (note,))
