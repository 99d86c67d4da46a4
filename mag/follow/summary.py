"""From followed sentences to rows: all, by site, by verb; followability beside G. Rates on 0..1, intervals by the task bootstrap."""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mag.follow.items import Source
from mag.follow.offline import Followed, by_episode
from mag.metrics.guide import guide_score
from mag.metrics.means import mean
from mag.runs import write_atomic, write_json
from mag.stats.bootstrap import ratio
from mag.stats.intervals import Interval


@dataclass(frozen=True, slots=True)
class Row:
    """The steps of one group. `followed` and its interval resample tasks; `whole` is the share of episodes followed at every step."""

    group: str
    tasks: int
    episodes: int
    steps: int
    followed: Interval | None
    wrong: float | None
    gave_up: float | None
    type: float | None
    same: float | None
    kernel: float | None
    content: float | None
    whole: float | None
    g: float | None  # mean over the episodes with a reference guide; None for a group of steps, which has no joined guide


@dataclass(frozen=True, slots=True)
class EpisodeRow:
    """One episode's guide."""

    task_id: int
    sample: int
    site: str
    steps: int
    followed: int
    wrong: int
    gave_up: int
    g: float | None
    solved: bool | None


def rows_of(rows: Sequence[Followed], source: Source) -> list[Row]:
    """All steps, then each site, then each verb."""
    scores = {key: _g(source, key) for key in by_episode(rows)}
    found = [_row("all", rows, scores)]
    found += [_row(site, [row for row in rows if row.site == site], scores) for site in sorted({row.site for row in rows})]
    return found + [_row(verb, [row for row in rows if row.verb == verb], None) for verb in sorted({row.verb for row in rows})]


def episode_rows(rows: Sequence[Followed], source: Source) -> list[EpisodeRow]:
    """One row an episode."""
    return [
        EpisodeRow(
            *key,
            site=own[0].site,
            steps=len(own),
            followed=_count(own, "followed"),
            wrong=_count(own, "wrong"),
            gave_up=_count(own, "gave up"),
            g=_g(source, key),
            solved=source.solved.get(key),
        )
        for key, own in sorted(by_episode(rows).items())
    ]


def _row(group: str, rows: Sequence[Followed], scores: Mapping[tuple[int, int], float | None] | None) -> Row:
    episodes = by_episode(rows)
    return Row(
        group=group,
        tasks=len({row.task_id for row in rows}),
        episodes=len(episodes),
        steps=len(rows),
        followed=_rate(rows, lambda row: row.verdict == "followed"),
        wrong=mean(float(row.verdict == "wrong") for row in rows),
        gave_up=mean(float(row.verdict == "gave up") for row in rows),
        type=mean(float(row.type) for row in rows),
        same=mean(None if row.same is None else float(row.same) for row in rows),
        kernel=mean(row.kernel for row in rows),
        content=mean(float(row.content) for row in rows),
        whole=mean(float(all(row.verdict == "followed" for row in own)) for own in episodes.values()) if scores is not None else None,
        g=mean(scores[key] for key in sorted(episodes)) if scores is not None else None,
    )


def _rate(rows: Sequence[Followed], holds: Callable[[Followed], bool]) -> Interval | None:
    tasks = sorted({row.task_id for row in rows})
    own = {task: [row for row in rows if row.task_id == task] for task in tasks}
    return ratio([float(sum(map(holds, own[task]))) for task in tasks], [float(len(own[task])) for task in tasks]) if rows else None


def _g(source: Source, key: tuple[int, int]) -> float | None:
    """G of the whole episode's guide (MAG Eq. 4)."""
    reference = source.references.get(key[0], "")
    return guide_score(" ".join(source.guides[key]), reference).g if reference.strip() else None


def _count(rows: Sequence[Followed], verdict: str) -> int:
    return sum(row.verdict == verdict for row in rows)


def table(rows: Sequence[Row], follower: str, source: Source) -> str:
    """The rows as text, rates in per cent."""
    head = f"{source.name} followed by {follower}" + "".join(f"; left out: {n} {what}" for what, n in sorted(source.left_out.items()))
    titles = ("", "tasks", "steps", "followed", "95 %", "wrong", "gave up", "type", "same", "kernel", "content", "whole", "G")
    lines = [titles, *(_cells(row) for row in rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(titles))]
    text = ["  ".join(cell.ljust(widths[0]) if not at else cell.rjust(widths[at]) for at, cell in enumerate(line)) for line in lines]
    return "\n".join([head, *text]) + "\n"


def _cells(row: Row) -> tuple[str, ...]:
    rates = (row.wrong, row.gave_up, row.type, row.same, row.kernel, row.content, row.whole)
    g = "-" if row.g is None else f"{row.g:.3f}"
    return (row.group, str(row.tasks), str(row.steps), *interval_cells(row.followed), *map(percent, rates), g)


def interval_cells(value: Interval | None) -> tuple[str, str]:
    """A rate and its limits, in per cent."""
    return ("-", "-") if value is None else (percent(value.estimate), f"[{100 * value.low:.1f}, {100 * value.high:.1f}]")


def percent(share: float | None) -> str:
    """A share in per cent."""
    return "-" if share is None else f"{100 * share:.1f}"


def write_followed(folder: Path, rows: Sequence[Followed], source: Source, follower: str) -> str:
    """steps.csv, episodes.csv, follow.json and table.txt in the folder; gives the table. Equal rows give equal bytes."""
    summary = rows_of(rows, source)
    text = table(summary, follower, source)
    write_csv(folder / "steps.csv", [asdict(row) for row in rows])
    write_csv(folder / "episodes.csv", [asdict(row) for row in episode_rows(rows, source)])
    about = {"follower": follower, "source": source.name, "left_out": dict(source.left_out), "rows": [asdict(row) for row in summary]}
    write_json(folder / "follow.json", about)
    write_atomic(folder / "table.txt", text.encode())
    return text


def write_csv(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Rows with the keys of the first one; None is an empty cell."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: round(value, 6) if isinstance(value, float) else value for name, value in row.items()} for row in rows)
    write_atomic(path, text.getvalue().encode())
