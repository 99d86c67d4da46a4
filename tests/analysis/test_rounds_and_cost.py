"""Training from its files; what evaluations take."""

import json
from dataclasses import replace

import pytest

from mag.analysis.admit import admit
from mag.analysis.analyse import analyse
from mag.analysis.cost import cost_table, spending_table
from mag.analysis.evaluation import REUSED
from mag.analysis.rounds import METRICS, Groups, Round, group_series, group_table, groups_of, rounds_among, training_series
from mag.costs import Costs
from mag.models.prices import Bill


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


def asked(made, cost, **usage):
    """A step that a model was asked at."""
    return made.step(tokens=(3000, 100), ms=(1000.0, 0.0, 0.0), usage={"requests": 1, "cost_usd": cost, "cached_tokens": 1000} | usage)


def test_money_by_hand(made, texts):
    """Three steps of 1 and 3 cents, one of them reused; a spoiled attempt is in the ledger only."""
    first = made.row(1, True, steps=(asked(made, 0.01, image_tokens=900), asked(made, 0.03, requests=2, reasoning_tokens=40)))
    second = made.row(2, None, steps=(asked(made, 0.0, requests=0, reused=True),))
    total = Bill(replies=7, requests=9, usd=0.09, unanswered_usd=0.02)
    item = replace(made.evaluation("e", [first, second]), total=total)
    table = spending_table([item])
    assert texts(table, "replies", "requests", "reused") == [("3", "3", "1")]
    assert texts(table, "input", "cached", "image", "output", "reasoning") == [("9000", "3000", "900", "300", "40")]
    assert table.column("usd_step")[0] == pytest.approx(0.04 / 3)
    assert table.column("usd_episode")[0] == pytest.approx(0.02)
    assert table.column("usd_episode_p90")[0] == pytest.approx(0.036)
    assert (table.column("usd_kept")[0], table.column("usd_total")[0]) == (pytest.approx(0.04), 0.09)
    assert table.column("usd_unanswered") == (0.02,)


def test_no_money_where_no_model_was_asked_and_none_without_a_price(made):
    assert spending_table([made.outcomes("e", [True])]) is None
    free = made.evaluation("e", [made.row(1, True, steps=(asked(made, None),))])
    assert spending_table([free]).column("usd_kept") == (None,)


def test_no_means_where_a_single_reply_has_no_price(made):
    rows = [made.row(1, True, steps=(asked(made, 0.01), asked(made, None))), made.row(2, True, steps=(asked(made, 0.03),))]
    table = spending_table([made.evaluation("e", rows)])
    assert [table.column(key)[0] for key in ("usd_step", "usd_episode", "usd_episode_p90")] == [None] * 3
    assert table.column("usd_kept") == (pytest.approx(0.04),) and "a single reply has none" in table.notes[1]
    bill = Bill.of(step.usage for row in rows for step in row.steps)
    costs = Costs(2, 3, bill, bill, {})
    assert (costs.usd_step, costs.usd_episode) == (None, None)
    whole = Costs(2, 3, replace(bill, unpriced=0), bill, {})
    assert (whole.usd_step, whole.usd_episode) == (pytest.approx(0.04 / 3), pytest.approx(0.02))


def test_latency_is_of_the_steps_where_the_model_was_really_asked(made):
    steps = [made.step(ms=(float(ms), 0.0, 0.0)) for ms in (1000, 2000, 3000)] + [asked(made, 0.0, reused=True)]
    table = cost_table([made.evaluation("e", [made.row(1, True, steps=tuple(steps))])])
    found = [table.column(key)[0] for key in ("model_seconds", "model_seconds_p90", "model_seconds_p99")]
    assert found == pytest.approx([2.0, 2.8, 2.98])


def test_an_evaluation_with_reused_replies_is_marked_in_every_table(made):
    plain = made.outcomes("plain", [True, False])
    cached = made.evaluation("cached", [made.row(n, True, steps=(asked(made, 0.0, reused=True), asked(made, 0.1))) for n in (0, 1)])
    tables = analyse(admit([plain, cached])).tables
    for key in ("main", "intervals", "cost", "spending"):
        assert tables[key].column("system")[-1] == "cached" + REUSED
        assert any("2 of 4 replies out of the response cache" in note for note in tables[key].notes)
    assert tables["main"].column("system")[0] == "plain"
