"""Verdicts computed again from what is stored."""

import json

import pytest
import typer
from typer.testing import CliRunner

from mag.checkers.judge import PhraseJudge
from mag.checkers.verdict import decide
from mag.cli import rescore as command
from mag.judge.book import BookJudge, StubJudge
from mag.records import Evidence, WebTask
from mag.rescore import Difference, rescore
from mag.runs import EvalFolder
from tests.checkers.records import episode_of

ANSWERS = {
    1: ({"exact_match": "blue"}, "blue"),
    2: ({"must_include": ["10"]}, "100"),  # the modes differ
    3: ({"fuzzy_match": ["too small"], "accepted_phrasings": {"too small": ["tiny"]}}, "tiny"),
}


def stored(task_id, judge, **more):
    answers, answer = ANSWERS[task_id]
    web_task = WebTask(
        task_id, ("site",), "__SITE__", "Why?", "Why?", 1, {}, {"eval_types": ["string_match"], "reference_answers": answers}
    )
    evidence = Evidence("http://a.test/", answer, {})
    verdicts = {name: decide(web_task, evidence, judge, mode) for name, mode in (("verdict", "webarena"), ("strict", "strict"))}
    return episode_of(web_task, answer=answer, **{"evidence": evidence, **verdicts, **more})


@pytest.fixture
def folder(tmp_path):
    return EvalFolder(tmp_path / "run" / "evals" / "mine")


def fill(folder, judge, **more):
    for task_id in ANSWERS:
        folder.store(stored(task_id, judge, **(more if task_id == 1 else {})), {})


def test_what_is_decided_by_the_same_rules_does_not_differ(folder):
    fill(folder, PhraseJudge())
    assert rescore(folder, PhraseJudge()) == []


def test_stored_rulings_stand_where_the_judge_gives_none(folder):
    fill(folder, StubJudge(True))
    assert rescore(folder, BookJudge("book", {})) == []
    assert rescore(folder, StubJudge(False)) == [Difference(3, 0, "webarena", True, False), Difference(3, 0, "strict", True, False)]


def test_a_ruling_that_came_later_decides_and_overturns_nothing(folder):
    fill(folder, StubJudge(None))
    assert rescore(folder, BookJudge("book", {})) == []
    found = rescore(folder, PhraseJudge())
    assert found == [Difference(3, 0, "webarena", None, True), Difference(3, 0, "strict", None, True)]
    assert not any(difference.overturned for difference in found)


def test_a_decided_verdict_that_differs_is_overturned(folder):
    wrong = decide(stored(1, PhraseJudge()).web_task, Evidence("http://a.test/", "red", {}), PhraseJudge())
    fill(folder, PhraseJudge(), verdict=wrong)
    (found,) = rescore(folder, PhraseJudge())
    assert (found, found.overturned) == (Difference(1, 0, "webarena", False, True), True)


@pytest.fixture
def mag(folder):
    app = typer.Typer()
    command.register(app)
    folder.path.mkdir(parents=True)
    (folder.path / "plan.json").write_text(json.dumps({"judge": PhraseJudge.name}))
    return lambda: CliRunner().invoke(app, [str(folder.path.parents[1])])


def test_the_command_says_what_differs_and_changes_nothing(folder, mag):
    fill(folder, StubJudge(None), evidence=None)
    before = {path: path.read_bytes() for path in folder.path.rglob("*") if path.is_file()}
    result = mag()
    assert result.exit_code == 0
    lines = [line.removeprefix("task ") for line in result.output.splitlines()]
    assert lines[:2] == ["3 sample 0 webarena: undecided -> success", "3 sample 0 strict: undecided -> success"]
    assert lines[2] == "1 sample 0: stored without evidence, not computed again"
    assert lines[3].endswith("2 episodes computed again, 1 without evidence, 2 verdicts differ")
    assert before == {path: path.read_bytes() for path in folder.path.rglob("*") if path.is_file()}


def test_the_command_fails_when_a_decided_verdict_differs(folder, mag):
    fill(folder, PhraseJudge(), strict=decide(stored(2, PhraseJudge()).web_task, Evidence("", "100", {}), PhraseJudge(), "strict"))
    result = mag()
    assert (result.exit_code, "task 1 sample 0 strict: failure -> success" in result.output) == (1, True)
