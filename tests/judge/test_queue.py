"""Queue, rulings and cache on disk: nothing lost, nothing twice, whatever stops a writer."""

import json

import pytest

from mag.errors import BadInput, Corrupt
from mag.journal import Journal
from mag.judge.book import BookJudge, StubJudge
from mag.judge.queue import JudgeQueue, RulingFile
from mag.judge.ruling import Ruling
from mag.locks import held


def ruling(key, verdict, judge="m/1", **more):
    return Ruling(key=key, judge=judge, verdict=verdict, **more)


def test_equal_questions_are_one_and_a_queue_can_be_opened_again(tmp_path, questions):
    queue = JudgeQueue(tmp_path)
    assert queue.put(questions(3)) == 3
    assert queue.put(questions(4)) == 1
    assert JudgeQueue(tmp_path).put(questions(4)) == 0
    assert [question.key for question in JudgeQueue(tmp_path).pending("m/1")] == [question.key for question in questions(4)]


def test_two_writers_that_do_not_know_of_each_other_do_no_harm(tmp_path, questions):
    one, other = JudgeQueue(tmp_path), JudgeQueue(tmp_path)
    one.put(questions(1))
    other.put([])
    other.put(questions(2)), one.put(questions(2))
    assert len(JudgeQueue(tmp_path).questions()) == 2
    assert len((tmp_path / "requests.jsonl").read_text().splitlines()) == 3


def test_the_first_decided_ruling_counts_and_conflicts_are_told(tmp_path):
    file = RulingFile(tmp_path / "v.jsonl")
    file.add([ruling("a", "undecided"), ruling("a", "correct"), ruling("a", "incorrect"), ruling("a", "correct", judge="m/2")])
    file.add([ruling("b", "partly"), ruling("b", "incorrect"), ruling("c", "undecided", reason="1"), ruling("c", "undecided", reason="2")])
    counted = file.of("m/1")
    assert (counted["a"].value, counted["b"].verdict, counted["c"].value, counted["c"].reason) == (True, "partly", None, "2")
    assert file.conflicts("m/1") == ["a"] and file.conflicts("m/2") == []
    assert file.judges() == ["m/1", "m/2"]


def test_pending_leaves_out_the_undecided_unless_asked_again(tmp_path, questions):
    queue = JudgeQueue(tmp_path)
    first, second, third = questions(3)
    queue.put([first, second, third])
    queue.verdicts.add([ruling(first.key, "correct"), ruling(second.key, "undecided")])
    assert queue.pending("m/1") == [third] and queue.pending("m/1", again=True) == [second, third]
    assert len(queue.pending("m/2")) == 3
    assert queue.rulings("m/1") == {first.key: True, second.key: None}


@pytest.mark.parametrize("cut", [1, 10, 60])
def test_a_torn_last_line_costs_itself_only(tmp_path, questions, cut):
    queue = JudgeQueue(tmp_path)
    asked = questions(3)
    queue.put(asked)
    for question in asked[:2]:
        queue.verdicts.add([ruling(question.key, "correct", reason="größer")])
    path = tmp_path / "verdicts.jsonl"
    path.write_bytes(path.read_bytes()[:-cut])
    whole = 2 if cut == 1 else 1  # only the line end is gone: the line is whole
    assert len(queue.pending("m/1")) == 3 - whole
    queue.verdicts.add([ruling(asked[2].key, "incorrect")])
    assert len(queue.pending("m/1")) == 2 - whole
    requests = tmp_path / "requests.jsonl"
    requests.write_bytes(requests.read_bytes()[:-cut])
    assert JudgeQueue(tmp_path).put(asked) == (0 if cut == 1 else 1)
    assert len(JudgeQueue(tmp_path).questions()) == 3


def test_a_whole_line_of_another_kind_is_named(tmp_path, questions):
    queue = JudgeQueue(tmp_path)
    queue.put(questions(1))
    row = json.loads((tmp_path / "requests.jsonl").read_text())
    Journal(tmp_path / "requests.jsonl").append([row | {"answer": "another answer"}])
    with pytest.raises(Corrupt, match="does not match its key"):
        queue.questions()
    Journal(tmp_path / "verdicts.jsonl").append([{"key": "k", "judge": "m/1", "verdict": "perhaps"}])
    with pytest.raises(Corrupt, match=r"verdicts\.jsonl .*verdict"):
        queue.rulings("m/1")


def test_merging_takes_what_was_asked_here_once(tmp_path, questions):
    here, there = JudgeQueue(tmp_path / "a"), JudgeQueue(tmp_path / "b")
    first, second, foreign = questions(3)
    here.put([first, second])
    there.verdicts.add([ruling(first.key, "correct", at=1.0), ruling(second.key, "undecided", at=2.0), ruling(foreign.key, "correct")])
    merged = here.merge(tmp_path / "b")
    assert (merged.added, merged.known, merged.foreign) == (2, 0, 1)
    merged = here.merge(tmp_path / "b" / "verdicts.jsonl")
    assert (merged.added, merged.known, merged.foreign) == (0, 2, 1)
    assert here.rulings("m/1") == {first.key: True, second.key: None}
    with pytest.raises(BadInput, match="not there"):
        here.merge(tmp_path / "c")


def test_a_lock_is_held_once_and_let_go(tmp_path):
    with held(tmp_path / "x.lock", "a drain is under way"), pytest.raises(BadInput, match=r"a drain is under way by process \d+"):
        held(tmp_path / "x.lock", "a drain is under way").__enter__()
    with held(tmp_path / "x.lock", "a drain"):
        pass


def test_judges_for_checkers(questions):
    first, second, third = questions(3)
    book = BookJudge("m/1", {first.key: True, second.key: None})
    assert [book.rule(question) for question in (first, second, third)] == [True, None, None]
    assert (book.name, book.stub) == ("m/1", False)
    for answer in (True, False, None):
        stub = StubJudge(answer)
        assert stub.rule(first) is answer and stub.stub and stub.name.startswith("stub-")
    assert len({StubJudge(answer).name for answer in (True, False, None)}) == 3
