"""The scores of an offline evaluation as plain text. Micro means are over steps, macro means over tasks; each block says which."""

from collections.abc import Iterable, Iterator, Sequence

from mag.offline.compare import Comparison, marks_of, over_runs, systems
from mag.offline.corpus import Corpus
from mag.offline.measures import MEASURES
from mag.offline.protocol import MARKS, SLICES, RunScores
from mag.stats.intervals import Interval

# OFCR-M, SAA-M: MAG's; OFCR-W, SAA-W: WebMRE's, with the strict gate.
_NAMES = ("OFCR-M", "OFCR-W", "SAA-M", "SAA-W", "Type", "Kernel", "Same", "Related", "Content", "Faith", "Suff", "GACS")
TITLES = dict(zip(MEASURES, (*_NAMES, "BLEU-1", "BLEU-2", "ROUGE-1", "ROUGE-L", "G"), strict=True))
MAIN = ("saa_mag", "saa_webmre", "gacs", "bleu1", "rouge_l")
KINDS = {"micro": "steps", "macro": "tasks"}
_KIND_WIDTH = len("macro (tasks), 95 %")
_NAMED_KEYS = 5  # of the missing ones


def table(corpus: Corpus, scores: Sequence[RunScores], compared: Sequence[Comparison]) -> str:
    """Everything a reader needs beside summary.json: counts, both kinds of means, intervals, seeds, gains, slices."""
    width = max(_KIND_WIDTH, *(len(str(item.run)) for item in scores)) + 2
    lines = [
        f"corpus {corpus.digest[:12]}: {len(corpus.steps)} steps, protocol {corpus.protocol}, {corpus.audited} audit rulings merged in"
    ]
    lines += ["", *_counts(scores, width)]
    for kind, what in KINDS.items():
        lines += ["", f"{kind} ({what})".ljust(width) + "".join(f"{title:>8}" for title in TITLES.values())]
        for item in scores:
            values = (getattr(mean, kind) for mean in item.means.values())
            lines.append(str(item.run).ljust(width) + "".join(f"{_number(value):>8}" for value in values) + _marked(item.marks))
    lines += ["", *_intervals(scores, width), *_seeds(scores), *_gains(compared), "", *_slices(scores)]
    lines += [f"{mark}: {MARKS[mark]}" for mark in marks_of(scores)]
    return "\n".join(lines) + "\n"


def _marked(marks: Iterable[str]) -> str:
    return "".join(f"  {mark}" for mark in marks)


def _counts(scores: Sequence[RunScores], width: int) -> Iterator[str]:
    yield "steps".ljust(width) + "".join(f"{title:>12}" for title in ("all", "not in view", "missing", "scored", "disputed", "unused"))
    for item in scores:
        view = item.view
        counts = (view.total, view.unmappable, len(view.missing), len(item.scored), view.disputed, view.unused)
        yield str(item.run).ljust(width) + "".join(f"{count:>12}" for count in counts) + _marked(item.marks)
        if view.missing:
            named = ", ".join(f"task {task_id} step {index}" for task_id, index in view.missing[:_NAMED_KEYS])
            yield f"  missing: {named}{', ...' if len(view.missing) > _NAMED_KEYS else ''}"


def _intervals(scores: Sequence[RunScores], width: int) -> Iterator[str]:
    for kind, what in KINDS.items():
        yield f"{kind} ({what}), 95 %".ljust(width) + "".join(f"{TITLES[name]:>22}" for name in MAIN)
        for item in scores:
            yield str(item.run).ljust(width) + "".join(f"{_span(getattr(item.means[name], kind)):>22}" for name in MAIN)


def _seeds(scores: Sequence[RunScores]) -> Iterator[str]:
    for system, runs in systems(scores).items():
        if len(runs) > 1:
            found = [(name, summary) for name, summary in over_runs(runs).items() if name in MAIN and summary]
            spread = "  ".join(f"{TITLES[name]} {summary.mean:.3f} (sd {summary.sd or 0:.3f})" for name, summary in found)
            yield f"{system}, micro, mean of {len(runs)} seeds: {spread}{_marked(marks_of(runs.values()))}"


def _gains(compared: Sequence[Comparison]) -> Iterator[str]:
    if compared:
        yield "\ngains on the same steps, in points, 95 % with tasks resampled; by seed the micro gain"
    for item in compared:
        yield f"{item.second} over {item.first}: {item.steps} steps, {item.tasks} tasks{_marked(item.marks)}"
        for name in MAIN:
            mean = item.means[name]
            if mean.micro and mean.macro:
                seeds = " ".join(f"{100 * value:+.1f}" for row in item.by_seed.values() if (value := row[name]) is not None)
                yield f"  {TITLES[name]:<8} micro {_points(mean.micro)}  macro {_points(mean.macro)}  by seed {seeds or '-'}"


def _slices(scores: Sequence[RunScores]) -> Iterator[str]:
    yield "SAA-W, micro, by slice (steps behind it)"
    for item in scores:
        for kind in SLICES:
            found = [(name, row["saa_webmre"]) for name, row in item.slices[kind].items()]
            cells = "  ".join(f"{name} {mean.micro:.3f} ({mean.n})" for name, mean in found if mean.micro is not None)
            if cells:
                yield f"{item.run}, {kind}: {cells}"


def _number(value: Interval | None) -> str:
    return f"{value.estimate:.3f}" if value else "-"


def _span(value: Interval | None) -> str:
    return f"{value.estimate:.3f} [{value.low:.3f}, {value.high:.3f}]" if value else "-"


def _points(value: Interval) -> str:
    return f"{100 * value.estimate:+.1f} [{100 * value.low:+.1f}, {100 * value.high:+.1f}]"
