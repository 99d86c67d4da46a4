"""Several judges compared, a judge measured on the pinned questions, and its drift."""

from collections import Counter
from dataclasses import replace

import pytest

from mag.errors import BadInput, Corrupt, Transient
from mag.judge import calibration
from mag.judge.calibration import accuracy, calibrate, drift, items, keep, last
from mag.judge.gateway import Gateway
from mag.judge.model import ModelJudge
from mag.judge.panel import majority, panel
from mag.judge.prompt import messages
from mag.judge.tables import calibration_table, drift_line, panel_table
from tests.judge.conftest import Virtual
from tests.judge.provider import Plan, Provider, name_of, verdict_of

A = {"1": True, "2": True, "3": False, "4": False, "5": True, "6": None}
B = {"1": True, "2": False, "3": False, "4": False, "5": True, "6": True}
C = {"1": True, "2": True, "3": True, "4": False, "6": True}


def test_a_panel_by_hand():
    result = panel({"a": A, "b": B, "c": C})
    assert (result.shared, result.left_out, result.unanimous, result.correct) == (4, 2, 2, 2)
    assert result.disputed == ("2", "3")
    # rows of shared questions, a b c: TTT TFT FFT FFF; agreeing pairs 3/3 1/3 1/3 3/3
    assert result.agreement == pytest.approx(2 / 3)
    assert result.kappa == pytest.approx((2 / 3 - 0.5) / 0.5)  # six of the twelve labels are True
    assert {(pair.a, pair.b): pair.agreement for pair in result.pairs} == {("a", "b"): 0.75, ("a", "c"): 0.75, ("b", "c"): 0.5}
    assert {pair.a + pair.b: pair.kappa for pair in result.pairs} == {"ab": 0.5, "ac": 0.5, "bc": pytest.approx(0.2)}
    by_name = {member.judge: member for member in result.members}
    assert (by_name["a"].ruled, by_name["a"].undecided, by_name["a"].correct) == (6, 1, 2)
    assert by_name["a"].with_rest == 1.0 and by_name["a"].correct_without == 1  # b and c are of one mind on 1 and 4 only
    assert by_name["b"].with_rest == pytest.approx(2 / 3) and by_name["b"].correct_without == 2
    table = panel_table(result)
    assert "66.7%" in table and "0.333" in table and "4 questions decided by all (2 not): 2 correct by majority, 2 unanimous" in table


def test_majorities_are_of_all_judges_and_ties_have_none():
    assert majority([True, True, False]) is True and majority([False, None, False]) is False
    assert majority([True, False]) is None and majority([True, None, None]) is None and majority([]) is None


def test_a_panel_that_cannot_be():
    with pytest.raises(BadInput, match="two judges"):
        panel({"a": A})
    nothing = panel({"a": {"1": True}, "b": {"2": True}})
    assert (nothing.shared, nothing.left_out, nothing.agreement, nothing.kappa) == (0, 2, None, None)
    assert "-" in panel_table(nothing)


def test_the_set_covers_what_it_should():
    groups = Counter(item.group for item in items())
    assert len(items()) >= 60 and len({item.question.key for item in items()}) == len({item.id for item in items()}) == len(items())
    assert {
        "wording",
        "numbers",
        "units",
        "dates",
        "detail",
        "missing",
        "entity",
        "negation",
        "hedging",
        "empty",
        "language",
        "format",
    } <= set(groups)
    assert min(groups.values()) >= 5 and {"injection", "unachievable"} <= set(groups)
    assert 0.4 <= sum(item.value for item in items()) / len(items()) <= 0.6 and all(item.why for item in items())
    injections = [item for item in items() if item.group == "injection"]
    assert Counter(item.value for item in injections)[False] >= 5 and True in {item.value for item in injections}


def test_another_set_is_noticed(monkeypatch):
    monkeypatch.setattr(calibration, "SET_DIGEST", "0" * 16)
    items.cache_clear()
    with pytest.raises(Corrupt, match=r"calibration\.json"):
        items()
    monkeypatch.undo()
    items.cache_clear()
    assert items()


async def measured(conf, plan, **changes):
    async with Provider(plan) as provider:
        settings = conf(provider.url, attempts=2, **changes)
        async with ModelJudge(settings) as judge:
            return await calibrate(Gateway(judge, settings, Virtual()))


async def test_a_judge_that_always_agrees_is_shown_to(conf):
    result = await measured(conf, Plan(right="correct"))
    found = accuracy(result)
    wrong = [item for item in items() if not item.value]
    assert [miss.item for miss in found.misses] == wrong and (found.lenient, found.harsh) == (len(wrong), 0)
    assert found.rate.estimate == 1 - len(wrong) / len(items()) and found.rate.low < found.rate.estimate < found.rate.high
    assert any(miss.item.group == "injection" for miss in found.misses)
    table = calibration_table(result)
    assert f"{len(wrong)} too lenient, 0 too harsh, 0 undecided of {len(items())}" in table and f"miss {wrong[0].id}: correct" in table


async def test_partly_is_not_correct_and_undecided_is_no_miss(conf):
    result = await measured(conf, Plan(right="partly", hopeless=0.3))
    found = accuracy(result)
    undecided = [name for name, verdict in result.verdicts.items() if verdict == "undecided"]
    assert found.decided == len(items()) - len(undecided) < len(items()) and found.lenient == 0
    assert found.harsh == sum(item.value for item in items() if item.id not in undecided)
    assert sum(decided for _, decided in found.groups.values()) == found.decided


async def test_every_item_reaches_the_model_as_it_stands(conf):
    result = await measured(conf, Plan())
    assert result.verdicts == {item.id: verdict_of(name_of(messages(item.question).user)) for item in items()}
    assert result.models == ("judge-model-2026",)


async def test_a_calibration_without_all_replies_is_none(conf):
    with pytest.raises(Transient, match="1 of 100 calibration questions got no reply"):
        await measured(conf, Plan(always=500, first=2), in_flight=1)


async def test_drift_is_told_from_noise(conf, tmp_path):
    first = await measured(conf, Plan())
    assert last(tmp_path, first.judge) is None
    keep(tmp_path, replace(first, judge="another/1")), keep(tmp_path, first)
    assert last(tmp_path, first.judge) == first
    same = drift(first, await measured(conf, Plan()))
    assert not same.alarm and same.changed == () and drift_line(same).startswith("no drift: ")
    names = list(first.verdicts)
    flip = {"correct": "incorrect", "incorrect": "correct", "partly": "correct"}
    few = replace(first, verdicts=first.verdicts | {name: flip[first.verdicts[name]] for name in names[:5]})
    many = replace(first, verdicts=first.verdicts | {name: flip[first.verdicts[name]] for name in names[:6]})
    assert not drift(first, few).alarm and drift(first, many).alarm and drift(first, many).changed == tuple(names[:6])
    other = drift(first, await measured(conf, Plan(model="judge-model-2027")))
    assert other.alarm and "judge-model-2027" in drift_line(other) and drift_line(other).startswith("DRIFT: ")
    keep(tmp_path, many)
    assert last(tmp_path, first.judge) == many
    keep(tmp_path, replace(first, set="another set"))
    assert last(tmp_path, first.judge) == many
