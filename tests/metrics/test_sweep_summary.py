"""From episodes to the row of a table."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mag.constants import GGS_GAMMA
from mag.metrics import reference as peers
from mag.metrics.guide import gated, guide_score
from mag.metrics.summary import SiteRow, score, summarise
from mag.records import Effect, Episode, Gate, Score, Step, Usage, WebTask


def episode(outcome="success", guides=("Open it.", "Close it."), gates=(True, True), contract="full"):
    steps = tuple(
        Step(
            index=i, url="", title="", image="", marks=(), scroll=(0, 0), omitted=0, notices=(), obs_stale=False, prompt="", completion="", notes=(),
            gate=Gate(passed, True, True, True), action=None, guide=guide, effect=Effect("none"), usage=Usage(), observe_ms=0,
        )
        for i, (guide, passed) in enumerate(zip(guides, gates, strict=True), 1)
    )  # fmt: skip
    task = WebTask(7, ("map", "wikipedia"), "", "", "", 1, {}, {})
    return Episode(
        key="k", web_task=task, sample=0, policy="p", grounding="som", contract=contract, protocol="", code="", snapshot="", environment_set=1,
        attempt=1, seed=0, steps=steps, answer="", finished=True, outcome=outcome, verdict=None,
    )  # fmt: skip


def row(success, g=None, site="map", passed=1, steps=2):
    ggs = None if g is None or success is None else gated(success, g)
    return Score(1, site, success, passed, steps, g, g, g, g, g, ggs)


# --- one episode ------------------------------------------------------------------------------------------------------
def test_score_of_a_success():
    guides = guide_score("Open it. Close it.", "Open it. Then close it.")
    assert score(episode(gates=(True, False)), "Open it. Then close it.") == Score(
        7, "map", True, 1, 2, guides.bleu1, guides.bleu2, guides.rouge1, guides.rouge_l, guides.g, 0.4 + 0.6 * guides.g
    )


def test_guides_of_unparsable_steps_are_left_out():
    both = episode(guides=("Open it.", "", "Close it."), gates=(True, False, True))
    assert score(both, "open it close it").g == 1
    assert score(episode(guides=("",), gates=(False,)), "Open it.").g == 0


def test_a_failure_is_gated_to_zero_but_keeps_its_guide_metrics():
    result = score(episode("failure"), "Open it. Close it.")
    assert (result.success, result.g, result.ggs) == (False, 1, 0)


def test_what_has_no_verdict_has_no_ggs():
    undecided = score(episode("undecided"), "Open it. Close it.")
    assert (undecided.success, undecided.g, undecided.ggs) == (None, 1, None)
    infra = score(episode("infra"), "Open it. Close it.")
    assert (infra.success, infra.g, infra.bleu1, infra.ggs) == (None, None, None, None)


@pytest.mark.parametrize("reference", [None, "", "  \n"])
def test_no_reference_no_guide_metrics(reference):
    result = score(episode(), reference)
    assert (result.success, result.g, result.rouge_l, result.ggs) == (True, None, None, None)


def test_the_peers_can_do_the_scoring():
    ours, theirs = (score(episode(), "Open it. Then close it.", scorer) for scorer in (guide_score, peers.guide_score))
    assert (ours.g, ours.ggs) == pytest.approx((theirs.g, theirs.ggs), abs=1e-9)


def test_a_contract_without_guide_has_no_guide_metrics():
    assert score(episode(contract="A", guides=("", "")), "Open it.").g is None
    assert score(episode(contract="JG"), "Open it.").g > 0


# --- a sweep ----------------------------------------------------------------------------------------------------------
def test_summary_worked_by_hand():
    scores = [
        row(True, 0.5, "map", 2, 2),
        row(False, 0.3, "map", 1, 4),
        row(True, None, "reddit", 3, 3),
        row(False, 0.1, "gitlab", 0, 1),
        row(None, 0.9, "gitlab", 0, 9),  # undecided: in no mean
    ]
    summary = summarise(scores, infra=1, undecided=1, planned=6)
    assert (summary.n, summary.successes, summary.sr, summary.ofcr) == (4, 2, 0.5, 6 / 10)
    assert (summary.n_guides, summary.sr_referenced) == (3, 1 / 3)
    assert summary.ggs == pytest.approx(0.7 / 3)
    assert summary.tax == pytest.approx(0.5 - 0.7 / 3)
    for value in (summary.g, summary.bleu1, summary.bleu2, summary.rouge1, summary.rouge_l):
        assert value == pytest.approx(0.3)
    assert (summary.infra, summary.undecided, summary.planned, summary.incomplete) == (1, 1, 6, True)
    assert summary.sites == (SiteRow("gitlab", 1, 0, 0.0), SiteRow("map", 2, 1, 0.5), SiteRow("reddit", 1, 1, 1.0))


@pytest.mark.parametrize(
    ("infra", "undecided", "planned", "incomplete"), [(0, 0, 2, False), (1, 0, 2, True), (0, 1, 2, True), (0, 0, 3, True), (0, 0, 1, False)]
)
def test_a_sweep_with_anything_missing_is_incomplete(infra, undecided, planned, incomplete):
    assert summarise([row(True, 0.5), row(False, 0.5)], infra, undecided, planned).incomplete is incomplete


def test_nothing_is_not_zero():
    summary = summarise([], infra=3, undecided=0, planned=3)
    assert (summary.n, summary.successes, summary.n_guides, summary.sites) == (0, 0, 0, ())
    assert {summary.sr, summary.ofcr, summary.ggs, summary.tax, summary.g, summary.bleu1, summary.sr_referenced} == {None}
    only_unreferenced = summarise([row(True)], 0, 0, 1)
    assert (only_unreferenced.sr, only_unreferenced.ggs, only_unreferenced.tax, only_unreferenced.sr_referenced) == (1, None, None, None)


@given(st.lists(st.tuples(st.sampled_from([True, False, None]), st.none() | st.floats(0, 1))))
def test_ggs_bounds_hold_over_the_referenced_tasks(tasks):
    summary = summarise([row(success, g) for success, g in tasks], 0, 0, len(tasks))
    if summary.n_guides:
        assert GGS_GAMMA * summary.sr_referenced - 1e-12 <= summary.ggs <= summary.sr_referenced + 1e-12
    if summary.tax is not None:
        assert summary.tax == summary.sr - summary.ggs
    assert summary.n == sum(site.n for site in summary.sites) == sum(success is not None for success, _ in tasks)


TABLE_1 = (  # MAG: successes of 174, SR, GGS, TAX; three tasks have no reference guide
    (62, 0.356, 0.206, 0.150),
    (65, 0.374, 0.225, 0.149),
    (60, 0.345, 0.200, 0.145),
    (36, 0.207, 0.103, 0.104),
    (48, 0.276, 0.154, 0.122),
    (47, 0.270, 0.145, 0.125),
    (14, 0.080, 0.049, 0.032),
    (3, 0.017, 0.003, 0.014),
    (12, 0.069, 0.036, 0.033),
    (13, 0.075, 0.044, 0.031),
    (19, 0.109, 0.064, 0.045),
    (23, 0.132, 0.076, 0.056),
    (16, 0.092, 0.054, 0.038),
    (14, 0.080, 0.052, 0.028),
)


@pytest.mark.parametrize(("solved", "sr", "ggs", "tax"), TABLE_1)
def test_table_1(solved, sr, ggs, tax):
    """With guide scores that give the row's GGS, the row's SR and TAX come out, to the third decimal it prints."""
    base = [row(i < solved, None if i % 58 == 57 else 0.0) for i in range(174)]
    scores = [replace(s, ggs=None if s.ggs is None else ggs) for s in base]
    summary = summarise(scores, 0, 0, 174)
    assert (summary.n, summary.n_guides, summary.successes) == (174, 171, solved)
    assert summary.sr == pytest.approx(sr, abs=0.0005)
    assert summary.tax == pytest.approx(tax, abs=0.0011)
