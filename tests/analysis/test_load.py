"""From folders to tables: real records on disk, settled and scored as a sweep scores them."""

import json
import sys
from dataclasses import replace

import pytest
import typer

from mag.analysis.load import Places, load_evaluation, load_evaluations
from mag.analysis.main_table import figures
from mag.analysis.rounds import read_rounds
from mag.benchmark.load import load_miniarena
from mag.checkers.verdict import decide, questions
from mag.cli import analyze
from mag.errors import BadInput, Corrupt
from mag.harness import outcome_of
from mag.judge.book import BookJudge
from mag.judge.queue import JudgeQueue
from mag.judge.ruling import Ruling
from mag.records import Evidence, digest
from mag.runs import EvalFolder, write_json
from mag.scoring import score_sweep
from tests.report.conftest import finish, make_episode, make_step

BENCHMARK = load_miniarena()
TEST, TRAIN = BENCHMARK.split["test"], BENCHMARK.split["train"]
LEAKING = {"action_type": "click", "selected_candidate_id": "1", "guide_text": "Click element 17."}


def plan_of(name, tasks, **other):
    fields = {"schema": 1, "run": "r", "name": name, "benchmark": "miniarena", "policy": "test", "identity": "1", "grounding": "som"}
    fields |= {"contract": "full", "protocol": "p" * 16, "snapshot": "s", "judge": "local-phrases-1", "seed": 0, "samples": 1}
    return fields | {"tasks": [[task_id, digest(repr(BENCHMARK.task(task_id)))[:12]] for task_id in tasks]} | other


def stored(folder, name, outcomes, **plan):
    """An evaluation on disk: task -> outcome; guides are the reference's for successes, something else for failures."""
    write_json(folder / "plan.json", plan_of(name, outcomes, **plan))
    for task_id, outcome in outcomes.items():
        guide = BENCHMARK.references()[task_id] if outcome == "success" else "Open something."
        steps = [
            make_step(1, {"action_type": "scroll", "content": "down", "guide_text": guide}),
            make_step(2, "no object"),
            make_step(3, LEAKING),
            finish(4),
        ]
        episode = make_episode(task_id, steps, outcome)
        EvalFolder(folder).store(replace(episode, web_task=BENCHMARK.task(task_id), strict=episode.verdict), {})
    return folder


@pytest.fixture
def places():
    return Places.of(BENCHMARK)


def test_rows_say_what_the_records_say(tmp_path, places):
    folder = stored(tmp_path / "e", "e", {TEST[0]: "success", TRAIN[0]: "failure"})
    item = load_evaluation(folder, places)
    rows = {row.task_id: row for row in item.episodes}
    assert (item.name, item.grounding, item.samples, item.tasks, item.codes) == ("e", "som", 1, tuple(sorted(rows)), ("c" * 12,))
    success, failure = rows[TEST[0]], rows[TRAIN[0]]
    assert (success.success, success.strict, success.part, failure.success, failure.part, failure.seen) == (
        True,
        True,
        "test",
        False,
        "train",
        True,
    )
    assert success.site == BENCHMARK.task(TEST[0]).site
    assert success.gold_length == len(BENCHMARK.demonstrations[TEST[0]].steps)
    assert success.guide.g > 0.5 > failure.guide.g
    assert [step.verb for step in success.steps] == ["scroll", "unparsable", "click", "finish"]
    assert [step.passed for step in success.steps] == [True, False, False, True]
    assert success.steps[2].reason.startswith("leak: ")
    assert (success.steps[0].usage.input_tokens, success.steps[0].usage.ms, success.steps[0].observe_ms) == (2000, 900.0, 120.0)


def test_the_main_table_is_the_summary_of_the_sweep(tmp_path, places):
    outcomes = dict(zip(TEST[:7], ["success", "failure", "success", "failure", "failure", "success", "failure"], strict=True))
    folder = stored(tmp_path / "e", "e", outcomes)
    summary = score_sweep(EvalFolder(folder), BENCHMARK.references())
    found = figures(load_evaluation(folder, places), 42)
    assert (found.n, found.n_guides, found.successes) == (summary.n, summary.n_guides, summary.successes)
    for key, own in found.means.items():
        assert own.estimate == pytest.approx(getattr(summary, key), abs=1e-12), key


def test_rulings_since_the_sweep_count_and_every_judge_is_heard(tmp_path, places):
    """A task of meaning, undecided when stored: two judges have ruled since, the plan's own one says yes."""
    task = next(web_task for web_task in BENCHMARK.tasks if "fuzzy_match" in json.dumps(web_task.eval) and web_task.task_id in TEST)
    evidence = Evidence("http://x/", "something else entirely", {})
    undecided, strict = (decide(task, evidence, BookJudge("pinned", {}), mode) for mode in ("webarena", "strict"))
    folder = tmp_path / "e"
    write_json(folder / "plan.json", plan_of("e", [task.task_id], judge="pinned"))
    assert outcome_of(undecided) == "undecided"
    episode = make_episode(task.task_id, [finish(1, evidence.answer)], "undecided")
    episode = replace(episode, web_task=task, evidence=evidence, verdict=undecided, strict=strict)
    EvalFolder(folder).store(episode, {})
    assert load_evaluation(folder, places).missing == 1
    queue = JudgeQueue(folder / "judge")
    queue.put(questions(task, evidence))
    queue.verdicts.add(
        Ruling(key, judge, word) for judge, word in (("pinned", "correct"), ("other", "incorrect")) for key in queue.questions()
    )
    item = load_evaluation(folder, places)
    (row,) = item.episodes
    assert (row.outcome, row.success, row.strict, row.judge, item.missing) == ("success", True, True, "pinned", 0)
    assert row.by_judge == {"pinned": True, "other": False}
    assert set(item.rulings) == {"pinned", "other"}


def test_contracts_without_guides_have_none(tmp_path, places):
    folder = stored(tmp_path / "e", "e", {TEST[0]: "success"}, contract="A")
    assert load_evaluation(folder, places).episodes[0].guide is None


def test_names_are_told_apart(tmp_path, places):
    folders = [stored(tmp_path / run / "e", "e", {TEST[0]: "success"}, run=run) for run in ("one", "two")]
    assert [item.name for item in load_evaluations([*folders, folders[0]], places)] == ["one/e", "two/e"]
    twins = [stored(tmp_path / f"copy{i}", "e", {TEST[0]: "success"}) for i in (1, 2)]
    assert [item.name for item in load_evaluations(twins, places)] == [str(folder.resolve()) for folder in twins]


def test_damage_is_named(tmp_path, places):
    folder = stored(tmp_path / "e", "e", {TEST[0]: "success"})
    record = next(folder.glob("episodes/*/episode.json"))
    record.write_bytes(record.read_bytes().replace(b"success", b"failure", 1))
    with pytest.raises(Corrupt, match=r"is missing or not what was written"):
        load_evaluation(folder, places)
    with pytest.raises(BadInput, match=r"plan\.json is not there"):
        load_evaluation(tmp_path / "nothing", places)


def test_rounds_of_a_run(tmp_path, places):
    for number in (2, 10):
        stored(tmp_path / "run" / "rounds" / f"{number:02d}", f"round-{number}", {TEST[0]: "success", TEST[1]: "failure"})
    assert [(own.line, own.number, len(own.evaluation.episodes)) for own in read_rounds(tmp_path / "run", places)] == [
        ("run", 2, 2),
        ("run", 10, 2),
    ]
    assert read_rounds(tmp_path, places) == []


def command(*arguments):
    app = typer.Typer(pretty_exceptions_enable=False)
    analyze.register(app)
    app([str(argument) for argument in arguments], standalone_mode=False)


def test_the_command_writes_the_same_tables_again(tmp_path, monkeypatch, capsys):
    """Also where figures cannot be drawn: tables need nothing but numpy and are there before the report is begun."""
    monkeypatch.setenv("MAG_RUNS", str(tmp_path))
    for name in [name for name in sys.modules if name.split(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    tasks = TEST[:6]
    for name, solved in (("a", 4), ("b", 2)):
        stored(tmp_path / "r" / "evals" / name, name, {task: "success" if i < solved else "failure" for i, task in enumerate(tasks)})
    for out, names in (("one", ("r",)), ("two", ("r/a", tmp_path / "r" / "evals" / "b"))):
        with pytest.raises(BadInput, match="matplotlib"):
            command(*names, "--out", tmp_path / out, "--pair", "a:b")
        shown = capsys.readouterr().out
        assert "MAG Table 1" in shown
        assert "+33.3" in shown
    written = {path.name: path.read_bytes() for path in (tmp_path / "one" / "tables").iterdir()}
    assert written == {path.name: path.read_bytes() for path in (tmp_path / "two" / "tables").iterdir()}
    assert {f"{key}.{ending}" for key in ("main", "pairs", "lengths", "sources") for ending in ("csv", "md", "tex")} <= set(written)


@pytest.mark.parametrize("name", ["sacrebleu", "rouge-score"])
def test_the_peers_agree(tmp_path, name):
    folder = stored(tmp_path / "e", "e", {TEST[0]: "success", TEST[1]: "failure"})
    ours, theirs = (load_evaluation(folder, Places.of(BENCHMARK, analyze.scorer(own))) for own in ("mag", name))
    for one, other in zip(ours.episodes, theirs.episodes, strict=True):
        assert one.guide.g == pytest.approx(other.guide.g, abs=1e-9)
    with pytest.raises(BadInput, match="there is no scorer 'bert'"):
        analyze.scorer("bert")


def test_an_evaluation_outside_a_run_is_its_own_run(tmp_path):
    assert analyze.run_of(tmp_path / "run" / "evals" / "e") == (tmp_path / "run").resolve()
    assert analyze.run_of(tmp_path / "e") == (tmp_path / "e").resolve()
