"""Splits: drawn from a seed, read from a file, and what is wrong with one."""

import json
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mag.benchmark.load import load_folder
from mag.benchmark.schema import read_rows
from mag.benchmark.split import apportion, draw, overlap, read_split, seeded_split, shown_within, size_of
from mag.errors import BadInput
from mag.shown import Demonstration, DemoStep


@pytest.fixture
def tasks(row):
    """30 tasks: 18 of gitlab and 12 of reddit, in 10 templates of 3."""
    rows = [row(number, sites=["reddit" if number >= 18 else "gitlab"], intent_template_id=number // 3) for number in range(30)]
    return read_rows(rows, "the fixture").tasks


def test_a_seed_gives_the_same_split_everywhere(tasks):
    parts = draw(tasks, 9, 21, 7)
    shuffled = Random(1).sample(tasks, len(tasks))
    assert draw(shuffled, 9, 21, 7) == parts
    assert parts["test"] == (1, 2, 5, 8, 16, 18, 25, 26, 29)  # what sha256sum and sort give for "split 7 0" and on: 5 of 18, 4 of 12
    assert draw(tasks, 9, 21, 8) != parts
    assert sorted((*parts["train"], *parts["test"])) == list(range(30))


def test_the_sizes_of_the_paper(webarena):
    """407 and 174 of 581 tasks, as MAG 3.2 cuts them: every site gives its share to within one task."""
    some = Random(3).sample(webarena.tasks, 581)
    found = seeded_split(some, webarena.tasks, 0.3, 0, 7)
    assert (len(found.parts["train"]), len(found.parts["test"])) == (407, 174)
    assert found.source == {"seed": 7, "by": "site", "among": 581, "train": 407, "test": 174}
    assert seeded_split(some, webarena.tasks, 174, 407, 7) == found
    sites = Counter(web_task.site for web_task in some)
    of_test = Counter(webarena.task(task_id).site for task_id in found.parts["test"])
    for site, count in sites.items():
        assert abs(of_test[site] - count * 174 / 581) < 1
    shared = overlap(webarena.tasks, found.parts)
    templates = {web_task.task_id: web_task.intent_template_id for web_task in webarena.tasks}
    unseen = {templates[i] for i in found.parts["test"]} - {templates[i] for i in found.parts["train"]}
    assert shared.shared == sum(templates[i] not in unseen for i in found.parts["test"]) and shared.total == 174
    assert 0.8 < shared.share < 1  # the paper has 159 of 174


def test_a_validation_part_is_drawn_between_the_others(tasks, mag, task_file, row, tmp_path):
    parts = draw(tasks, 9, 12, 7, 6)
    assert list(parts) == ["train", "validation", "test"] and parts["test"] == draw(tasks, 9, 21, 7)["test"]
    assert {part: len(ids) for part, ids in parts.items()} == {"train": 12, "validation": 6, "test": 9}
    assert len({task_id for ids in parts.values() for task_id in ids}) == 27
    assert sum(tasks[task_id].site == "gitlab" for task_id in parts["validation"]) in (3, 4)
    with pytest.raises(BadInput, match="9 test, 10 validation and 12 train tasks cannot be drawn from 30"):
        draw(tasks, 9, 12, 7, 10)
    mag("tasks", "import", task_file([row(number) for number in range(30)]), "--name", "mine")
    out = tmp_path / "split.json"
    printed = mag("tasks", "split", "--benchmark", "mine", "--test", 9, "--validation", 6, "--out", out)
    assert printed.startswith(f"{out}: 15 train, 6 validation, 9 test\n")
    assert len(mag("tasks", "list", "--benchmark", "mine", "--split", out, "--part", "validation").splitlines()) == 6
    assert "validation" in mag("tasks", "stats", "--benchmark", "mine", "--split", out)


def test_other_peoples_names_of_the_validation_part(task_file, tasks):
    assert list(read_split(task_file({"train": [1], "val_ids": [2], "test": [3]}), tasks).parts) == ["train", "validation", "test"]
    assert read_split(task_file({"dev": [2], "test": [3]}), tasks).parts["validation"] == (2,)


def test_overlap_counts_tasks_whose_template_is_in_training(tasks):
    assert (
        str(overlap(tasks, {"train": (0, 1), "test": (2, 3, 4, 5)})) == "1 of 4 test tasks (25.0 %) share a template with a training task"
    )
    assert overlap(tasks, {"train": (0,)}).share is None


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.text("abc", max_size=4), st.integers(0, 50), min_size=1), st.data())
def test_seats_are_all_given_and_none_twice(counts, data):
    total = data.draw(st.integers(0, sum(counts.values())))
    seats = apportion(counts, total)
    assert sum(seats.values()) == total
    for name, count in counts.items():
        assert 0 <= seats[name] <= count
        assert not sum(counts.values()) or abs(seats[name] - total * count / sum(counts.values())) < 1


@pytest.mark.parametrize(("test", "total", "size"), [(0.3, 581, 174), (0.3, 812, 244), (0.5, 3, 2), (174, 581, 174), (1, 5, 1)])
def test_sizes(test, total, size):
    assert size_of(test, total) == size


@pytest.mark.parametrize(("test", "train"), [(0.01, 0), (31, 0), (10, 21), (1.5, 0), (0, 0), (float("nan"), 0), (float("inf"), 0), (-3, 0)])
def test_sizes_that_do_not_fit_are_refused(test, train, tasks):
    with pytest.raises(BadInput, match=r"give sizes that fit|neither a share below 1"):
        seeded_split(tasks, tasks, test, train, 0)


def test_a_split_file_is_read_back_and_belongs_to_its_tasks(mag, task_file, row, tmp_path):
    rows = [row(number, intent_template_id=number // 3) for number in range(30)]
    mag("tasks", "import", task_file(rows), "--name", "mine")
    home, out = tmp_path / "home" / "mine", tmp_path / "split.json"
    printed = mag("tasks", "split", "--benchmark", "mine", "--test", 9, "--train", 15, "--seed", 7, "--out", out)
    tasks = load_folder("mine", home).tasks
    found = read_split(out, tasks)
    assert found == seeded_split(tasks, tasks, 9, 15, 7)
    assert printed.splitlines() == [f"{out}: 15 train, 9 test", str(overlap(tasks, found.parts))]
    first = out.read_bytes()
    mag("tasks", "split", "--benchmark", "mine", "--test", 9, "--train", 15, "--seed", 7, "--out", out)
    assert out.read_bytes() == first
    changed = read_rows([{**rows[0], "intent": "another one"}, *rows[1:]], "changed").tasks
    with pytest.raises(BadInput, match="was made for other tasks than these"):
        read_split(out, changed)
    own = home / "split.json"  # beside the tasks it is the benchmark's own
    out.rename(own)
    assert load_folder("mine", home).split == found.parts
    mag("tasks", "import", task_file(rows[:20]), "--name", "mine")
    with pytest.raises(BadInput, match="make it again with `mag tasks split`"):
        load_folder("mine", home)
    mag("tasks", "split", "--benchmark", "mine", "--test", 4, "--out", own)
    assert len(load_folder("mine", home).split["test"]) == 4


def test_only_some_tasks_are_divided(mag, task_file, row, tmp_path):
    mag("tasks", "import", task_file([row(number) for number in range(30)]), "--name", "mine")
    out = tmp_path / "split.json"
    mag("tasks", "split", "--benchmark", "mine", "--among", task_file(list(range(0, 30, 2)), "ids.json"), "--out", out)
    parts = json.loads(out.read_text())["parts"]
    assert (len(parts["train"]), len(parts["test"])) == (10, 5) and not any(i % 2 for ids in parts.values() for i in ids)
    printed = mag("tasks", "stats", "--benchmark", "mine", "--split", out)
    assert "15 of 30 tasks are in no part of the split" in printed
    with pytest.raises(BadInput, match="it has ids that the benchmark does not have: 99"):
        mag("tasks", "split", "--benchmark", "mine", "--among", task_file([1, 99], "ids.json"), "--out", out)
    with pytest.raises(BadInput, match="there is no list of task ids in it"):
        mag("tasks", "split", "--benchmark", "mine", "--among", task_file({"a": 1}, "ids.json"), "--out", out)


def test_tasks_are_chosen_by_their_demonstration_and_what_they_ask_for(row):
    answer = row(9)["eval"]
    silent = answer | {"eval_types": ["url_match"], "reference_url": "__GITLAB__/", "reference_answers": None}
    rows = [row(number, intent_template_id=number // 4, eval=answer if number in (1, 5) else silent) for number in range(12)]
    tasks = read_rows(rows, "the fixture").tasks
    steps = DemoStep(verb="finish"), DemoStep(verb="finish")
    shown = {number: Demonstration(number, steps * (3 if number == 2 else 1)) for number in range(11)}

    def ids(*what):
        return [one.task_id for one in shown_within(tasks, shown, *what)]

    assert ids(0, 0) == [*range(11)] and ids(5, 0) == [0, 1, *range(3, 11)]
    assert ids(5, 0, True) == [0, 3, 4, *range(6, 11)] and ids(5, 3, True) == [4, 6, 7, 8, 9, 10] and ids(5, 4) == [4, 5, 6, 7]


def test_a_published_split_is_taken_as_it_is(mag, task_file, row, tmp_path):
    mag("tasks", "import", task_file([row(number) for number in range(30)]), "--name", "mine")
    published = task_file({"note": "as printed", "test_ids": ["5", 3], "train_task_ids": [1, 2, 9]}, "theirs.json")
    out = tmp_path / "split.json"
    printed = mag("tasks", "split", "--benchmark", "mine", "--from", published, "--out", out)
    assert printed.startswith(f"{out}: 3 train, 2 test\n")
    written = json.loads(out.read_text())
    assert written["parts"] == {"train": [1, 2, 9], "test": [5, 3]}
    assert written["name"] == "theirs" and written["source"]["file"] == "theirs.json" and len(written["source"]["sha256"]) == 64
    assert len(mag("tasks", "list", "--benchmark", "mine", "--split", out, "--part", "train").splitlines()) == 3


@pytest.mark.parametrize(
    ("content", "problems"),
    [
        ({"train": [1, 99, 98], "test": [2]}, ["train has ids that the benchmark does not have: 99, 98"]),
        ({"train": [1, 1, 3], "test": [2]}, ["train has ids more than once: 1"]),
        ({"train": [1, 2, 3], "test": [3, 2]}, ["train and test share ids: 2, 3"]),
        ({"train": [1, 1], "test": [1, 77]}, ["train has ids more than once: 1", "test has ids that the benchmark does not have: 77", "train and test share ids: 1"]),
        ({"train": ["one"], "test": [2]}, ["train holds 'one', which is no task id"]),
        ({"train": [1], "train_ids": [2]}, ["it has two lists for train"]),
        ({"train": [1], "val": [2], "dev": [3]}, ["it has two lists for validation"]),
        ({"train": [1], "holdout": [2]}, ["it has a part 'holdout'; parts are train, validation, test, pool"]),
        ({"seed": 3}, ["there is no list of task ids in it"]),
        ({"train": [], "test": []}, ["there is no list of task ids in it"]),
        ([1, 2], ["is not a split"]),
    ],
)  # fmt: skip
def test_a_wrong_split_is_explained_in_one_line(content, problems, task_file, tasks):
    with pytest.raises(BadInput) as caught:
        read_split(task_file(content, "theirs.json"), tasks)
    assert "\n" not in str(caught.value)
    assert [problem for problem in problems if problem not in str(caught.value)] == []


def test_many_wrong_ids_are_cut(task_file, tasks):
    with pytest.raises(BadInput, match=r"train has ids that the benchmark does not have: 100, 101, .* 107 and 42 more$"):
        read_split(task_file({"train": list(range(100, 150)), "test": [1]}, "theirs.json"), tasks)
