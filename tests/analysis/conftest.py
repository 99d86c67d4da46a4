"""Evaluations made by hand: what every episode came to is written down, so that tables can be worked out on paper."""

from pathlib import Path

import pytest

from mag.analysis.evaluation import EpisodeRow, Evaluation, StepRow
from mag.metrics.guide import GuideScore
from mag.records import Usage


def step(verb="click", passed=True, reason="", stale=False, changed="dom", error=None, tokens=(0, 0), ms=(0.0, 0.0, 0.0), usage=None):
    usage = Usage(*tokens, ms[0], **(usage or {}))
    return StepRow(verb, passed, reason, stale, changed, error, usage, *ms[1:])


def row(task_id, success, g=0.5, sample=0, site="map", seen=None, gold_length=None, **other):
    outcome = {True: "success", False: "failure", None: "undecided"}[success]
    fields = {
        "template": task_id,
        "part": "test",
        "strict": success,
        "judge": "",
        "by_judge": {},
        "guide": None if g is None else GuideScore(g, g, g, g, g),
        "steps": (step(), step("finish")),
        "started": 1.7e9,
        "seconds": 10.0,
    } | other
    return EpisodeRow(
        task_id=task_id, sample=sample, site=site, seen=seen, gold_length=gold_length, outcome=outcome, success=success, **fields
    )


def evaluation(name, rows, grounding="som", samples=1, rulings=None, **plan):
    tasks = sorted({own.task_id for own in rows})
    fields = {
        "run": "r",
        "name": name,
        "policy": "p",
        "identity": "i",
        "grounding": grounding,
        "contract": "full",
        "protocol": "p" * 64,
        "judge": "local-phrases-1",
        "samples": samples,
        "seed": 0,
        "tasks": [[task_id, "d"] for task_id in tasks],
    } | plan
    ordered = tuple(sorted(rows, key=lambda own: (own.task_id, own.sample)))
    return Evaluation(name, Path("runs/r/evals") / name, fields, ordered, ("code",), rulings or {})


def outcomes(name, successes, **plan):
    """One episode a task, task ids from 0 on."""
    return evaluation(name, [row(task_id, success) for task_id, success in enumerate(successes)], **plan)


def two(both, only_first, only_second, n):
    """Two systems of which both, only the first, only the second one solves so many of n tasks."""
    cells = [(True, True)] * both + [(True, False)] * only_first + [(False, True)] * only_second
    cells += [(False, False)] * (n - len(cells))
    return outcomes("first", [a for a, _ in cells]), outcomes("second", [b for _, b in cells])


@pytest.fixture
def made():
    class Made:
        pass

    for maker in (step, row, evaluation, outcomes, two):
        setattr(Made, maker.__name__, staticmethod(maker))
    return Made


@pytest.fixture
def texts():
    """Rows of a table as people read them."""
    from mag.report.tables import cell_text

    def read(table, *keys):
        places = [[column.key for column in table.columns].index(key) for key in keys] if keys else range(len(table.columns))
        return [tuple(cell_text(own[i], table.columns[i].kind) for i in places) for own in table.rows]

    return read
