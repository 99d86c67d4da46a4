"""Sentences followed without sites: what a follower is shown, verdicts, figures, resumption."""

import json
from dataclasses import asdict, replace

import pytest

from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS
from mag.contract.write import write
from mag.errors import BadInput
from mag.follow.ask import follower_name, prompt
from mag.follow.items import limited, read_completed, read_source
from mag.follow.offline import follow_items, judge
from mag.follow.summary import episode_rows, rows_of, write_followed
from mag.offline.corpus import write_corpus
from mag.policies.follower import GIVEN_UP, WordsFollower
from mag.records import Observation
from tests.offline.steps import MARKS, PICTURE, gold_step, said, six_steps
from tests.scripted import Scripted

INTENT = "the intent of the task"


@pytest.fixture
def source(tmp_path):
    def put(steps):
        folder = tmp_path / "gold"
        marks = tuple(replace(mark, role="searchbox") if mark.type == "INPUT" else mark for mark in MARKS)
        write_corpus(
            folder, [replace(step, intent=INTENT, marks=marks) for step in steps], {"protocol": "p", "benchmark": ""}, lambda step: PICTURE
        )
        return read_source(folder)

    return put


def say(verb, mark=None, content=None):
    return write(CONTRACTS["A"], GROUNDINGS["som"], verb, mark, content=content)


async def test_a_follower_sees_picture_menu_and_sentence_and_nothing_else(source, tmp_path):
    turns, specs = [], []

    class Curious(Scripted):
        def agent(self, spec):
            specs.append(spec)
            return self

    read = source([gold_step(1, 2, "click", 1, guide="Click 'Reports'.", history=("Open the shop.",), title="A title", url="http://u/")])
    await follow_items(read.items, Curious(lambda turn: turns.append(turn) or GIVEN_UP), tmp_path / "out")
    [turn], [spec] = turns, specs
    assert turn.observation == Observation("", "", PICTURE, read.items[0].gold.marks, (0.0, 0.0))
    assert (spec.web_task.task_id, spec.web_task.intent, spec.web_task.eval) == (0, "Click 'Reports'.", {})
    asked = turn.prompt.system + turn.prompt.user
    assert "Click 'Reports'." in asked and "[2] A Orders" in asked
    assert not any(hidden in asked for hidden in (INTENT, "Open the shop.", "A title", "http://u/"))


async def test_verdicts_of_the_scripted_follower(source, tmp_path):
    rows = await follow_items(source(six_steps()).items, WordsFollower(), tmp_path / "out")
    assert [(row.verb, row.verdict) for row in rows] == [
        ("click", "followed"),
        ("type", "followed"),
        ("finish", "followed"),
        ("click", "followed"),  # a target that is no listed element: the point of the element chosen lies in its box
        ("scroll", "followed"),
        ("click", "followed"),
    ]
    assert [row.same for row in rows] == [True, True, None, None, None, True]


@pytest.mark.parametrize(
    ("answer", "verdict", "same", "kernel"),
    [
        (say("click", MARKS[0]), "followed", True, 1.0),
        (say("click", MARKS[1]), "wrong", False, pytest.approx(2.718281828 ** -(170 / 120))),
        (say("type", MARKS[0], "x"), "wrong", True, 1.0),
        (say("go_back"), "wrong", False, 0.0),
        (GIVEN_UP, "gave up", False, 0.0),
        ("I do not know.", "gave up", False, 0.0),
    ],
)
def test_agreement_with_a_click(source, answer, verdict, same, kernel):
    [item] = source([gold_step(1, 1, "click", 1, guide="Click 'Reports'.")]).items
    row = judge(item, answer)
    assert (row.verdict, row.same, row.kernel) == (verdict, same, kernel)


def test_the_payload_counts(source):
    [item] = source([gold_step(1, 1, "type", 3, "blue mug", "Type 'blue mug' into 'Search'.")]).items
    assert judge(item, say("type", MARKS[2], "blue mug")).verdict == "followed"
    assert judge(item, say("type", MARKS[2], "red mug")).verdict == "wrong"


async def test_figures_worked_by_hand(source, tmp_path):
    steps = [
        gold_step(1, 1, "click", 1, guide="Click 'Reports'."),
        gold_step(1, 2, "click", 2, guide="Click 'Reports'."),
        gold_step(2, 1, "click", 2, guide="Do it."),
        gold_step(2, 2, "finish", None, "42", "Report '42'."),
        gold_step(2, 3, "scroll", None, "up", "Scroll up."),
    ]
    read = source(steps)
    rows = await follow_items(read.items, WordsFollower(), tmp_path / "out")
    whole = rows_of(rows, read)[0]
    assert (whole.tasks, whole.steps, whole.followed.estimate, whole.wrong, whole.gave_up) == (2, 5, 3 / 5, 1 / 5, 1 / 5)
    assert (whole.whole, whole.g) == (0.0, None)
    assert whole.same == 1 / 3
    assert (whole.followed.low, whole.followed.high) == (1 / 2, 2 / 3)  # only task 1, only task 2
    assert [(row.steps, row.followed, row.solved) for row in episode_rows(rows, read)] == [(2, 1, True), (3, 2, True)]
    first = write_followed(tmp_path / "a", rows, read, "f")
    assert write_followed(tmp_path / "b", rows, read, "f") == first
    for name in ("steps.csv", "episodes.csv", "follow.json", "table.txt"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


async def test_goes_on_where_it_was_stopped_and_asks_equal_questions_once(source, tmp_path):
    asked = []

    def answer(turn):
        asked.append(turn)
        if len(asked) == 3:
            raise BadInput("the provider is gone")
        return GIVEN_UP

    read, follower = source(six_steps()), Scripted(answer)
    with pytest.raises(BadInput, match="gone"):
        await follow_items(read.items, follower, tmp_path / "out")
    rows = await follow_items([*read.items, read.items[0]], follower, tmp_path / "out")
    assert (len(rows), len(asked)) == (7, 6 + 1)  # the one that failed was asked again
    lines = [json.loads(line) for line in (tmp_path / "out" / "answers.jsonl").read_text().splitlines()]
    assert {line["follower"] for line in lines} == {follower_name(follower)}


def test_steps_that_cannot_be_followed_are_counted_not_scored(source):
    read = source([gold_step(1, 1, "click", 1), gold_step(1, 2, "click", 1, guide="Click 'Reports'.", disputed=True), *six_steps()[2:3]])
    assert (len(read.items), sum(read.left_out.values())) == (1, 2)
    assert [item.key for item in limited(read.items * 1, 5, 0)] == [(1, 0, 4)]


async def test_guides_of_completions_are_held_against_the_gold_action(source, tmp_path):
    read = source([gold_step(1, 1, "click", 1, guide="Click 'Reports'."), gold_step(1, 2, "click", 2, guide="Click 'Orders'.")])
    lines = [said(step, guide=text) for step, text in zip(six_steps()[:2], ("Click 'Orders'.", ""), strict=True)]
    (tmp_path / "said.jsonl").write_text("".join(json.dumps(asdict(line)) + "\n" for line in lines))
    [completed] = read_completed(read.folder, tmp_path / "said.jsonl")
    rows = await follow_items(completed.items, WordsFollower(), tmp_path / "out")
    assert [(row.guide, row.verdict) for row in rows] == [("Click 'Orders'.", "wrong"), ("", "gave up")]
    assert completed.guides[1, 0] == ("Click 'Orders'.",)


def test_a_menu_that_does_not_fit_loses_its_far_lines():
    marks = tuple(replace(MARKS[3], id=number, text="far " * 19 + str(number)) for number in range(1, 2_000))
    asked = prompt("Click 'near'.", Observation("", "", b"", (replace(MARKS[0], id=1), *marks[1:]), (0.0, 0.0)))
    assert "[1] A Reports" in asked.user and "[1999]" not in asked.user


def test_neither_corpus_nor_evaluation(tmp_path):
    with pytest.raises(BadInput, match="neither"):
        read_source(tmp_path)
