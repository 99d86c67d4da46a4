"""Training from its files; what evaluations take."""

import json

import pytest

from mag.analysis.cost import cost_table, quantile
from mag.analysis.rounds import METRICS, Groups, Round, group_series, group_table, groups_of, rounds_among, training_series


def batch(made, name, successes, **plan):
    rows = [made.row(task, success, sample=k) for task, own in enumerate(successes) for k, success in enumerate(own)]
    return made.evaluation(name, rows, samples=max(map(len, successes)), **plan)


MIXED = [[True, False, False], [True, True, True], [False, False, False], [False, None, None], [True, None, False], [None, None, None]]


def test_groups_by_hand(made):
    """Undecided episodes are left out; a group of fewer than two decided ones carries nothing."""
    assert groups_of(batch(made, "e", MIXED)) == Groups(total=4, varied=2, solved=1, failed=1, too_small=2, episodes=12, successes=5)


def test_table_and_curve_of_rounds(made, texts):
    first, second = batch(made, "a", MIXED), batch(made, "b", [[True, False]] * 3)
    rounds = [Round("run", 1, first), Round("run", 2, second)]
    assert texts(group_table(rounds), "round", "groups", "varied", "sr") == [("1", "4", "2", "41.7"), ("2", "3", "3", "50.0")]
    (line,) = group_series(rounds).lines
    assert (line.name, line.x, line.y) == ("run", (1.0, 2.0), (2.0, 3.0))
    assert group_table([]) is group_series([]) is None


def test_evaluations_named_as_rounds(made):
    names = ["som-round-10", "som-round-02", "round3", "som-round-2-again", "rounded-4", "single-round-01"]
    items = [batch(made, name, [[True, False]] if name != "single-round-01" else [[True]]) for name in names]
    assert [(own.line, own.number) for own in rounds_among(items)] == [("r", 3), ("r/som", 2), ("r/som", 10)]


def test_logged_curves(tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    lines = [
        {"step": 2, "loss": 0.5},
        {"step": 1, "loss": 1.0, "note": "warm", "ok": True},
        {"loss": 9.0},
        {"step": 2, "loss": 0.4, "lr/head": 1e-6},
    ]
    one.mkdir()
    (one / METRICS).write_text("\n".join(map(json.dumps, lines)) + "\n{torn")
    found = {series.key: series for series in training_series([one, other])}
    assert set(found) == {"training-loss", "training-lr-head"}
    assert found["training-loss"].lines[0].y == (1.0, 0.4)
    assert (found["training-loss"].lines[0].x, found["training-loss"].x_label) == ((1.0, 2.0), "step")


def test_cost_by_hand(made, texts):
    long = made.row(1, True, steps=tuple(made.step(tokens=(1000, 50), ms=(900.0, 200.0, 100.0)) for _ in range(3)), seconds=9.0)
    short = made.row(2, False, steps=(made.step(tokens=(2000, 150), ms=(2000.0, 200.0, 200.0)),), seconds=5.0)
    table = cost_table([made.evaluation("e", [long, short])])
    keys = (
        "episodes",
        "steps",
        "steps_median",
        "input_step",
        "output_step",
        "tokens_median",
        "tokens",
        "step_seconds",
        "model_seconds",
        "episode_seconds",
    )
    assert texts(table, *keys) == [("2", "4", "2.0", "1000", "50", "2650", "5300", "1.20", "0.90", "7.00")]
    assert cost_table([made.outcomes("e", [True])]).column("tokens") == (None,)
    assert cost_table([made.outcomes("e", [None])]) is None


@pytest.mark.parametrize(("share", "value"), [(0, 1), (0.5, 2.5), (0.9, 3.7), (1, 4)])
def test_quantiles(share, value):
    assert quantile([4, 1, 3, 2], share) == pytest.approx(value)
