"""The deterministic protocol: means by hand in both views and under every contract, order, bytes, what is refused and what is marked."""

import json
import random
from dataclasses import replace
from math import exp

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mag.contract.contracts import CONTRACTS
from mag.contract.gate import read
from mag.contract.grounding import GROUNDINGS
from mag.contract.protocol import protocol_digest
from mag.errors import BadInput
from mag.metrics.step import Gold, Said, score_step, stray_target
from mag.offline.completions import run_of
from mag.offline.corpus import load_corpus
from mag.offline.means import mean_intervals, means
from mag.offline.measures import MEASURES, score
from mag.offline.protocol import score_runs
from mag.offline.write import write_scores
from mag.stats import bootstrap
from tests.metrics.step_means import summarise_steps
from tests.offline.steps import said, six_steps

ACTION = ("saa_mag", "saa_webmre", "type", "kernel", "same", "related", "content")
GUIDE = ("bleu1", "bleu2", "rouge1", "rouge_l", "g")


def runs_of(*completions):
    runs = {}
    for item in completions:
        runs.setdefault(run_of(item), {})[item.key] = item
    return runs


def micro(scores, name):
    mean = scores.means[name].micro
    return mean and mean.estimate


def macro(scores, name):
    mean = scores.means[name].macro
    return mean and mean.estimate


def flawed(grounding, contract="J"):
    """Right but for: typed text wrong and a key too many; a stray target on finish; a scroll the other way."""
    steps = {step.key: step for step in six_steps()}
    key = GROUNDINGS[grounding].key
    typed = json.loads(said(steps[1, 2], contract, grounding, content="red mug").text) | {"note": ""}
    finished = json.loads(said(steps[1, 4], contract, grounding).text) | {key: "2" if grounding == "som" else [1, 2]}
    return [
        said(steps[1, 1], contract, grounding),
        said(steps[1, 2], contract, grounding, text=json.dumps(typed)),
        said(steps[1, 4], contract, grounding, text=json.dumps(finished)),
        said(steps[2, 2], contract, grounding, content="up", guide="Scroll up."),
    ]


def test_som_by_hand(store):
    steps = {step.key: step for step in six_steps()}
    (found,) = score_runs(store(six_steps()), runs_of(*flawed("som"), said(steps[2, 3], mark=2), said(steps[2, 1], text="{}")))
    assert (found.view.total, found.view.unmappable, found.view.missing, len(found.scored), found.view.unused) == (6, 1, (), 5, 1)
    assert (micro(found, "saa_mag"), macro(found, "saa_mag")) == (pytest.approx(3 / 5), pytest.approx((2 / 3 + 1 / 2) / 2))
    assert (micro(found, "saa_webmre"), macro(found, "saa_webmre")) == (pytest.approx(2 / 5), pytest.approx((1 / 3 + 1 / 2) / 2))
    assert (micro(found, "ofcr"), micro(found, "ofcr_strict"), macro(found, "ofcr_strict")) == (1, 0.8, pytest.approx((2 / 3 + 1) / 2))
    assert (micro(found, "type"), micro(found, "content")) == (1, 0.8)
    assert (micro(found, "same"), found.means["same"].n) == (pytest.approx(2 / 3), 3)
    assert micro(found, "kernel") == pytest.approx((1 + 1 + exp(-((170**2 + 1980**2) ** 0.5) / 120)) / 3)
    assert (micro(found, "bleu1"), macro(found, "bleu1")) == (pytest.approx(0.9), pytest.approx((1 + 0.75) / 2))
    assert found.slices["verb"]["click"]["saa_mag"].micro == 0.5
    assert found.slices["staleness"]["stale"]["saa_mag"].micro == 0
    assert found.slices["site"]["shopping"]["saa_webmre"].micro == pytest.approx(1 / 3)
    assert [(name, row["saa_webmre"].n) for name, row in found.slices["step"].items()] == [("01", 1), ("02", 2), ("03", 1), ("04", 1)]


def test_coord_by_hand(store):
    steps = {step.key: step for step in six_steps()}
    completions = [*flawed("coord"), said(steps[2, 1], grounding="coord", point=(270, 100))]
    (found,) = score_runs(store(six_steps()), runs_of(*completions))
    assert (found.view.unmappable, len(found.scored)) == (1, 5)
    assert micro(found, "saa_mag") == pytest.approx((3 + exp(-60 / 120)) / 5)
    assert micro(found, "saa_webmre") == pytest.approx((2 + exp(-60 / 120)) / 5)
    assert (found.means["kernel"].n, found.means["same"].n) == (3, 2)  # the element of one target is not listed


@pytest.mark.parametrize("grounding", GROUNDINGS)
@pytest.mark.parametrize("contract", CONTRACTS)
def test_right_answers_under_every_contract(store, contract, grounding):
    steps = [step for step in six_steps() if step.key != ((2, 1) if grounding == "som" else (2, 3))]
    (found,) = score_runs(store(six_steps()), runs_of(*(said(step, contract, grounding) for step in steps)))
    acts, guides = CONTRACTS[contract].wants_action, CONTRACTS[contract].wants_guide
    assert not found.view.missing
    assert (micro(found, "ofcr"), micro(found, "ofcr_strict")) == (1, 1)
    assert {micro(found, name) for name in ACTION} == {1 if acts else None}
    assert {micro(found, name) for name in GUIDE} == {1 if guides else None}
    assert (micro(found, "gacs") is None, micro(found, "faith") is None) == (not (acts and guides),) * 2


def test_disputed_steps_are_in_no_mean_of_the_action(store):
    steps = [replace(step, disputed=step.key == (1, 2)) for step in six_steps()]
    (found,) = score_runs(store(steps), runs_of(*flawed("som")))
    assert (found.view.disputed, micro(found, "saa_mag"), found.means["saa_mag"].n) == (1, 1, 3)
    assert (found.means["bleu1"].n, micro(found, "ofcr_strict")) == (4, 0.75)


def test_missing_completions_are_named_and_in_no_mean(store, tmp_path):
    corpus = store(six_steps())
    scores = score_runs(corpus, runs_of(*flawed("som")))
    assert scores[0].view.missing == ((2, 3),)
    assert "INCOMPLETE" in scores[0].marks
    text = write_scores(tmp_path / "out", corpus, scores)
    assert "missing: task 2 step 3" in text
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert summary["incomplete"] is True
    assert summary["runs"][0]["view"]["missing"] == [[2, 3]]


def test_parts_of_the_split(store):
    steps = [replace(step, part="train") if step.task_id == 2 else step for step in six_steps()]
    corpus, runs = store(steps), runs_of(*flawed("som"))
    (found,) = score_runs(corpus, runs, "test")
    assert (found.view.total, found.view.unused, len(found.scored), found.view.missing) == (3, 1, 3, ())
    with pytest.raises(BadInput, match="its parts are test, train"):
        score_runs(corpus, runs, "dev")


def test_what_is_refused(store):
    corpus, (step, *_) = store(six_steps()), six_steps()
    with pytest.raises(BadInput, match="task 9, step 1, which the corpus does not have"):
        score_runs(corpus, runs_of(said(replace(step, task_id=9))))
    with pytest.raises(BadInput, match="another corpus"):
        score_runs(corpus, runs_of(said(step, corpus="0" * 64)))
    with pytest.raises(BadInput, match="under the protocols a, b"):
        score_runs(corpus, runs_of(said(step, protocol="a"), said(step, model="n", protocol="b")))
    with pytest.raises(BadInput, match="no completions"):
        score_runs(corpus, {})


def test_protocols_are_marked(store):
    step = six_steps()[0]
    today, old = store([step]), store([step], "old", protocol="other")
    for corpus, stamp, marks in (
        (today, protocol_digest(), ()),
        (today, "", ("PROTOCOL UNKNOWN",)),
        (today, "other", ("OTHER PROTOCOL",)),
        (old, protocol_digest(), ("OTHER PROTOCOL",)),
    ):
        assert score_runs(corpus, runs_of(said(step, protocol=stamp)))[0].marks == marks


def test_equal_lines_give_equal_bytes(store, tmp_path):
    """Neither the order of completions, nor of gold lines, nor the number of files can be seen in the output."""
    corpus = store(six_steps())
    completions = [item for grounding in GROUNDINGS for contract in ("J", "JG") for item in flawed(grounding, contract)]
    outputs = []
    for turn in range(3):
        random.Random(turn).shuffle(completions)
        lines = (corpus.folder / "steps.jsonl").read_text().splitlines()
        random.Random(turn).shuffle(lines)
        (corpus.folder / "steps.jsonl").write_text("\n".join(lines))
        again = load_corpus(corpus.folder)
        write_scores(tmp_path / f"{turn}", again, score_runs(again, runs_of(*completions)))
        outputs.append({path.name: path.read_bytes() for path in (tmp_path / f"{turn}").iterdir()})
    assert sorted(outputs[0]) == ["steps.csv", "summary.json", "table.txt"]
    assert outputs[0] == outputs[1] == outputs[2]


def test_means_agree_with_the_metrics_own_summary():
    """The same steps, summed up another way and by the table of measures."""
    found = []
    for step, completion in zip([step for step in six_steps() if step.key != (2, 1)], [*flawed("som"), None], strict=True):
        completion = completion or said(step, mark=2)
        reply, action, gate, guide = read(completion.text, step.marks, step.title, GROUNDINGS["som"], CONTRACTS["J"])
        gold = Gold(step.verb, step.marks, step.mark, step.box, step.content, step.guide, step.key == (1, 1))
        found.append(score_step(Said(gate, action, guide, stray_target(reply.fields, GROUNDINGS["som"])), gold, CONTRACTS["J"]))
    summary = summarise_steps(found)
    rows = [(1, [measure(item) for measure in MEASURES.values()]) for item in found]
    for name, mean in zip(MEASURES, means(rows, len(MEASURES)), strict=True):
        if hasattr(summary, name):
            assert mean.micro == pytest.approx(getattr(summary, name)), name


def test_intervals_are_the_ratio_bootstraps():
    rows = [(task, [float((task * step) % 3 == 0), None if task == 4 else step / 5]) for task in range(6) for step in range(1 + task % 3)]
    first, second = mean_intervals(rows, 2)
    tasks = [[values for task, values in rows if task == number] for number in range(6)]
    ratio = bootstrap.ratio([sum(v[0] for v in own) for own in tasks], [len(own) for own in tasks])
    assert (first.micro.estimate, first.micro.low, first.micro.high) == pytest.approx((ratio.estimate, ratio.low, ratio.high))
    own = bootstrap.mean([sum(v[0] for v in own) / len(own) for own in tasks])
    assert (first.macro.estimate, first.macro.low, first.macro.high) == pytest.approx((own.estimate, own.low, own.high))
    assert (second.n, second.macro.n) == (sum(len(own) for own in tasks) - 2, 5)
    assert mean_intervals([], 1)[0].micro is None
    assert mean_intervals([(1, [None])], 1)[0].macro is None


TEXTS = st.sampled_from(["", "42", "blue mug", "Click 'Reports'.", "Click element 3.", "Scroll down.", "up"])
ANSWERS = st.one_of(
    st.text(max_size=30),
    st.builds(
        lambda verb, target, content, guide: json.dumps(
            {"action_type": verb, "selected_candidate_id": target, "content": content, "guide_text": guide}
        ),
        st.sampled_from(["click", "type", "scroll", "finish", "go_back", "fly"]),
        st.sampled_from([None, "1", 2, "3", "99", [1]]),
        TEXTS,
        TEXTS,
    ),
)


@settings(max_examples=40, deadline=None)
@given(answers=st.lists(ANSWERS, min_size=5, max_size=5), disputed=st.integers(0, 4))
def test_scores_lie_on_0_to_1_and_a_dispute_touches_one_step(answers, disputed):
    steps = [step for step in six_steps() if step.key != (2, 1)]
    before = [score(step, said(step, text=text)) for step, text in zip(steps, answers, strict=True)]
    after = [
        score(replace(step, disputed=at == disputed), said(step, text=text))
        for at, (step, text) in enumerate(zip(steps, answers, strict=True))
    ]
    for item in before:
        assert all(value is None or 0 <= value <= 1 for value in item.values)
        assert item.value("saa_webmre") <= item.value("saa_mag") <= item.value("type")
        assert item.value("gacs") <= item.value("saa_mag")
    for at, (one, two) in enumerate(zip(before, after, strict=True)):
        if at != disputed:
            assert one.values == two.values
        else:
            assert {two.value(name) for name in (*ACTION, "gacs")} == {None}
            assert {name: two.value(name) for name in ("ofcr", *GUIDE)} == {name: one.value(name) for name in ("ofcr", *GUIDE)}
