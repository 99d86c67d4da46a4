"""What a terminal shows: live counts while a sweep runs, the table at its end."""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from mag.metrics.summary import Summary
    from mag.records import Outcome
    from mag.rollout import Report, Unit


@contextmanager
def watch(total: int) -> "Iterator[Report]":
    """A progress bar with counts of success, failure and infra; plain lines where the output is no terminal."""
    counts: Counter[str] = Counter()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, disable=not sys.stdout.isatty()) as progress:
        bar = progress.add_task("starting the sites", total=total)

        def report(unit: "Unit", outcome: "Outcome", reason: str) -> None:
            counts[outcome] += 1
            text = f"success {counts['success']}  failure {counts['failure']}  infra {counts['infra']}"
            progress.update(bar, advance=outcome != "infra", description=text)
            if outcome == "infra":
                print(f"task {unit.web_task.task_id}, attempt {unit.attempt}: {reason}", file=sys.stderr)
            done = sum(counts.values()) - counts["infra"]
            if progress.disable and done % 20 == 0 and done:
                print(f"{done}/{total}  {text}", flush=True)

        yield report


COLUMNS = (
    ("SR", "sr"),
    ("strict", "sr_strict"),
    ("OFCR", "ofcr"),
    ("GGS", "ggs"),
    ("TAX", "tax"),
    ("G", "g"),
    ("BLEU-1", "bleu1"),
    ("BLEU-2", "bleu2"),
    ("ROUGE-1", "rouge1"),
    ("ROUGE-L", "rouge_l"),
)


def summary_table(rows: "Mapping[str, Summary]") -> str:
    """The main table (MAG Table 1's columns) as plain text, the number of tasks behind each column's mean in front."""
    width = max(12, *(len(name) for name in rows)) + 2
    lines = ["".ljust(width) + f"{'n':>5}{'solved':>8}{'guides':>8}" + "".join(f"{title:>9}" for title, _ in COLUMNS)]
    for name, row in rows.items():
        values = "".join(f"{value:9.3f}" if (value := getattr(row, field)) is not None else f"{'-':>9}" for _, field in COLUMNS)
        mark = "  INCOMPLETE" if row.incomplete else ""
        mark += "  STUB JUDGE" if any(judge.startswith("stub-") for judge in row.judges) else ""
        lines.append(name.ljust(width) + f"{row.n:5d}{row.successes:8d}{row.n_guides:8d}" + values + mark)
    return "\n".join(lines)
