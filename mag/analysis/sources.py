"""Where the rows come from: everything that two people must share before they compare."""

from collections.abc import Sequence
from datetime import UTC, datetime

from mag.analysis.evaluation import Evaluation
from mag.analysis.table import Cell, Column, Table

DIGITS = 12  # of a digest


def source_table(evaluations: Sequence[Evaluation]) -> Table | None:
    """One row an evaluation: its plan, the judges and code versions of its rows, the days they were rolled on (UTC)."""
    rows = tuple(_row(item) for item in evaluations)
    titles = ("system", "run", "policy", "identity", "grounding", "contract", "benchmark")
    columns = (
        *(Column(title, title) for title in titles),
        Column("tasks", "tasks", "int"),
        Column("samples", "samples", "int"),
        Column("seed", "seed", "int"),
        *(Column(title, title) for title in ("protocol", "snapshot", "judge", "code", "rolled", "marks")),
    )
    return Table("sources", "Where the rows come from", "MAG App. F, run provenance", columns, rows) if rows else None


def _row(item: Evaluation) -> tuple[Cell, ...]:
    plan = item.plan
    return (
        item.label,
        item.run,
        *(str(plan.get(key, "")) for key in ("policy", "identity", "grounding", "contract", "benchmark")),
        len(item.tasks),
        item.samples,
        int(plan.get("seed", 0)),
        str(plan["protocol"])[:DIGITS],
        str(plan.get("snapshot", ""))[:DIGITS],
        str(plan["judge"]),
        " ".join(item.codes),
        _days([row.started for row in item.episodes if row.started]),
        "; ".join(item.marks),
    )


def _days(starts: Sequence[float]) -> str:
    if not starts:
        return ""
    first, last = (datetime.fromtimestamp(value, UTC).strftime("%Y-%m-%d") for value in (min(starts), max(starts)))
    return first if first == last else f"{first} to {last}"
