"""The files of an offline evaluation: equal inputs give equal bytes.

steps.csv      a row a scored step: the gate's bits and reason, and every measure, empty where a step has none
summary.json   runs with counts, means, intervals and slices; systems over seeds; gains
table.txt      the same for people
"""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from mag.offline.compare import Comparison, comparisons, marks_of, over_runs, systems
from mag.offline.corpus import Corpus
from mag.offline.measures import MEASURES, Scored
from mag.offline.protocol import RunScores
from mag.offline.table import table
from mag.runs import write_atomic, write_json

DIGITS = 6  # of a stored figure; what lies beyond is the order of a machine's additions

_STEP = ("model", "grounding", "contract", "seed", "task_id", "index", "site", "verb", "obs_stale", "disputed")
_GATE = ("parsed", "valid", "clean", "strict", "reason")


def write_scores(out: Path, corpus: Corpus, scores: Sequence[RunScores], part: str = "") -> str:
    """Write the three files; the table."""
    compared = comparisons(scores)
    text = table(corpus, scores, compared)
    write_atomic(out / "steps.csv", _csv(scores))
    write_json(out / "summary.json", _rounded(summary(corpus, scores, compared, part)))
    write_atomic(out / "table.txt", text.encode())
    return text


def summary(corpus: Corpus, scores: Sequence[RunScores], compared: Sequence[Comparison], part: str) -> dict[str, Any]:
    """What summary.json holds. A mean with an interval has estimate, low, high, its number of tasks and of resamples without a value."""
    return {
        "corpus": {
            "digest": corpus.digest,
            "protocol": corpus.protocol,
            "steps": len(corpus.steps),
            "tasks": len({step.task_id for step in corpus.steps}),
            "audit_rulings": corpus.audited,
            "part": part,
        },
        "incomplete": any(item.view.missing for item in scores),
        "runs": [_run(item) for item in scores],
        "systems": [
            {
                **system._asdict(),
                "seeds": sorted(runs),
                "marks": marks_of(runs.values()),
                "micro": {name: value and asdict(value) for name, value in over_runs(runs).items()},
            }
            for system, runs in systems(scores).items()
        ],
        "gains": [_gain(item) for item in compared],
    }


def _run(item: RunScores) -> dict[str, Any]:
    return {
        **item.run._asdict(),
        "protocol": item.protocol,
        "marks": item.marks,
        "view": {**asdict(item.view), "scored": len(item.scored)},
        "means": {name: asdict(mean) for name, mean in item.means.items()},
        "slices": {
            kind: {name: {measure: asdict(mean) for measure, mean in row.items() if mean.n} for name, row in slices.items()}
            for kind, slices in item.slices.items()
        },
    }


def _gain(item: Comparison) -> dict[str, Any]:
    return {
        "of": item.second._asdict(),
        "over": item.first._asdict(),
        "steps": item.steps,
        "tasks": item.tasks,
        "marks": item.marks,
        "means": {name: asdict(mean) for name, mean in item.means.items() if mean.n},
        "by_seed": {str(seed): {name: value for name, value in row.items() if value is not None} for seed, row in item.by_seed.items()},
    }


def _csv(scores: Sequence[RunScores]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((*_STEP, *_GATE, *MEASURES))
    for item in scores:
        writer.writerows([*item.run, *_cells(scored)] for scored in item.scored)
    return text.getvalue().encode()


def _cells(scored: Scored) -> Iterator[Any]:
    step, gate = scored.step, scored.gate
    yield from (step.task_id, step.index, step.site, step.verb, int(step.obs_stale), int(step.disputed))
    yield from (int(gate.parsed), int(gate.valid), int(gate.clean), int(gate.strict), gate.reason)
    yield from ("" if value is None else round(value, DIGITS) for value in scored.values)


def _rounded(value: Any) -> Any:
    """The same with every float at DIGITS digits; tuples become lists."""
    if isinstance(value, float):
        return round(value, DIGITS) + 0.0  # no negative zero
    if isinstance(value, dict):
        return {key: _rounded(part) for key, part in value.items()}
    return [_rounded(part) for part in value] if isinstance(value, list | tuple) else value
