"""Pre-rolls on real sites: two independent passes, resumed after any kind of end, nothing rolled or paid twice."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from mag.choice import Choice, make_spec
from mag.cli.expert import app
from mag.errors import BadInput
from mag.expert.cache import ExpertCache, build_cache
from mag.expert.preroll import PreRoll, budget_left, find_passes, pass_seed, roll_passes
from mag.expert.trials import read_passes
from mag.harness import run_episode
from mag.models.ledger import Ledger
from mag.models.spending import BudgetSpent
from mag.records import Completion, Usage
from mag.runs import load_episode, write_json
from mag.settings import Settings
from tests.expert.conftest import RIGHT
from tests.models.fakes import Act, start_fake
from tests.test_model_sweeps import Recorder

MAG = [sys.executable, "-m", "mag.cli", "expert"]


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.getbasetemp() / "models-home"  # as other sweeps have it: the snapshot is built once


@pytest.fixture(scope="module")
def short(benchmark):
    """Training tasks with the shortest demonstrations, one a template."""
    chosen = {}
    for web_task in sorted(benchmark.select(part="train"), key=lambda item: len(benchmark.demonstrations[item.task_id].steps)):
        chosen.setdefault(web_task.intent_template_id, web_task)
    return list(chosen.values())


@pytest.fixture
def command(tmp_path, home):
    """`mag expert ...` in a process of its own; MODEL_KEY is set."""
    (tmp_path / "conf").mkdir()
    variables = {
        "MAG_HOME": str(home),
        "MAG_CONF": str(tmp_path / "conf"),
        "MAG_RUNS": str(tmp_path),
        "COLUMNS": "200",
        "MODEL_KEY": "k-17",
    }

    def start(*words):
        return subprocess.Popen(
            [*MAG, *map(str, words)],
            cwd=tmp_path,
            env=os.environ | variables | {"PYTHONPATH": os.getcwd()},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    return start


def ended(process):
    out, err = process.communicate(timeout=500)
    return process.returncode, out, err


def task_words(tasks):
    return [word for web_task in tasks for word in ("--task", web_task.task_id)]


def episodes(run):
    return {path: (path / "episode.json").stat().st_mtime_ns for path in run.glob("evals/*/episodes/[0-9]*")}


def test_every_pass_has_its_own_seed_and_name():
    one, two = PreRoll(Choice("r", policy="imperfect:0.5", seed=7, samples=3, cache=True)).choices()
    assert (one.name, two.name, one.samples, one.cache) == ("expert-som-1", "expert-som-2", 1, False)
    assert len({pass_seed(seed, number) for seed in range(200) for number in range(1, 6)}) == 1_000
    preroll = PreRoll(Choice("r", "strong", grounding="coord"), 3)
    assert [path.name for path in preroll.evaluations(Path("runs"))] == ["expert-strong-1", "expert-strong-2", "expert-strong-3"]
    assert preroll.cache(Path("runs")) == Path("runs/r/expert/strong")
    for wrong in (PreRoll(Choice("r"), 0), PreRoll(Choice("r", grounding="routed:x.json"))):
        with pytest.raises(BadInput):
            wrong.choices()


def test_passes_are_found_by_name_and_in_order(tmp_path):
    for name in ("expert-som-1", "expert-som-2", "expert-som-10", "demo-som", "expert-x"):
        write_json(tmp_path / "evals" / name / "plan.json", {})
    found, folders = find_passes(tmp_path)
    assert (found, [path.name for path in folders]) == ("som", ["expert-som-1", "expert-som-2", "expert-som-10"])
    write_json(tmp_path / "evals" / "expert-two-words-1" / "plan.json", {})
    with pytest.raises(BadInput, match="name one of som, two-words"):
        find_passes(tmp_path)
    assert find_passes(tmp_path, "two-words")[0] == "two-words"
    with pytest.raises(BadInput, match="no pre-roll 'coord'"):
        find_passes(tmp_path, "coord")


def test_the_budget_is_for_all_passes_together(tmp_path):
    for name, usd in (("one", 0.5), ("two", 0.25)):
        (tmp_path / name).mkdir()
        ledger = Ledger(tmp_path / name / "calls.jsonl", lambda: "m")
        ledger.answered("id", "call", Completion("x", Usage(1, 1, cost_usd=usd)))
    folders = [tmp_path / "one", tmp_path / "two", tmp_path / "never-asked"]
    assert [budget_left(2.0, folders, own) for own in folders] == pytest.approx([1.75, 1.5, 1.25])  # those after a pass count too
    assert budget_left(None, folders, folders[2]) is None
    for budget in (0.6, 0.75):
        with pytest.raises(BudgetSpent, match=f"^the pre-roll's budget of {budget:g} USD ends here: .*larger --budget"):
            budget_left(budget, folders, folders[2])


def test_a_resumed_preroll_subtracts_what_the_later_pass_has_cost(tmp_path, monkeypatch):
    preroll, settings, given = PreRoll(Choice("r", budget=1.0)), Settings(), []
    settings.runs.folder = str(tmp_path)
    for folder in preroll.evaluations(tmp_path):
        write_json(folder / "plan.json", {})
        Ledger(folder / "calls.jsonl", lambda: "m").answered("id", "call", Completion("x", Usage(1, 1, cost_usd=0.4)))

    def sweep(choice, *_):
        given.append(choice.budget)
        return SimpleNamespace(incomplete=False)

    monkeypatch.setattr("mag.expert.preroll.run_sweep", sweep)
    assert roll_passes(preroll, None, [], settings, None)
    assert given == pytest.approx([0.6, 0.6])
    with pytest.raises(BadInput, match=r"has 2 passes of som already.*--passes 2"):
        roll_passes(replace(preroll, passes=1), None, [], settings, None)
    assert roll_passes(replace(preroll, passes=3), None, [], settings, None) and given[4] == pytest.approx(0.2)


def test_build_and_coverage_check_against_the_split_given(tmp_path, runs, toy, monkeypatch):
    runs({1: [RIGHT, RIGHT]})
    asked = []

    def load(name, split=None):
        asked.append((name, split))
        return replace(toy, split={"test": (1,)}) if split else toy

    monkeypatch.setattr("mag.benchmark.load.load_benchmark", load)
    run = tmp_path / "runs" / "r"
    for words in (["coverage", str(run)], ["build", str(run)]):
        assert CliRunner().invoke(app, words).exit_code == 0
        refused = CliRunner().invoke(app, [*words, "--split", "own.json"])
        assert isinstance(refused.exception, BadInput) and "is of part test" in str(refused.exception)
    assert asked == [("toy", None), ("toy", Path("own.json"))] * 2


async def test_two_passes_differ_and_a_second_call_rolls_nothing(tmp_path, environment, benchmark, short, reports, monkeypatch):
    monkeypatch.setattr("mag.sweep.environment_sets", lambda conf: nullcontext([environment]))  # the session's, already running
    settings = Settings()
    settings.runs.folder = str(tmp_path)
    preroll = PreRoll(Choice("r", policy="imperfect:0.5,0.9"))
    assert await asyncio.to_thread(roll_passes, preroll, benchmark, short[:2], settings, reports)
    folders = preroll.evaluations(tmp_path)
    passes = read_passes(folders)
    said = [{task: [step.completion for step in load_episode(trial.unit).steps] for task, trial in one.trials.items()} for one in passes]
    assert said[0].keys() == said[1].keys() and said[0] != said[1]
    manifest = build_cache(passes, preroll.cache(tmp_path), benchmark)
    assert manifest["episodes"] == sum(len(found) for found in ExpertCache.load(preroll.cache(tmp_path)).episodes.values())
    before = episodes(tmp_path / "r")
    monkeypatch.setattr("mag.sweep.open_lanes", None)  # a browser would be opened by this
    assert await asyncio.to_thread(roll_passes, preroll, benchmark, short[:2], settings, reports)
    assert episodes(tmp_path / "r") == before and len(before) == 4


@pytest.mark.slow
def test_killed_anywhere_it_ends_in_the_cache_of_an_undisturbed_preroll(command, tmp_path, short):
    words = ("preroll", "--policy", "imperfect:0.4", "--sets", 2, *task_words(short[:8]))
    status, out, err = ended(command(*words, "--run", "whole"))
    assert status == 0, out + err
    assert "Coverage of the expert cache" in out and "0.0" not in out.split("union (%)")[0]
    draw = random.Random(20)
    for kill in range(4):
        process = command(*words, "--run", "killed")
        goal = len(episodes(tmp_path / "killed")) + draw.randint(1, 3)
        deadline = time.monotonic() + 200
        while len(episodes(tmp_path / "killed")) < goal and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        time.sleep(draw.random())  # somewhere in the next episode, or in a store
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        kept = episodes(tmp_path / "killed")
        assert process.returncode == -signal.SIGKILL or kill == 3, "it ended before it could be killed"
    status, out, err = ended(command(*words, "--run", "killed"))
    assert status == 0, out + err
    after = episodes(tmp_path / "killed")
    assert len(after) == 16 and {path: after[path] for path in kept} == kept
    whole, killed = (tmp_path / run / "expert" / "som" for run in ("whole", "killed"))
    for name in ("tables/coverage.csv", "tables/coverage_templates.csv"):
        assert (killed / name).read_bytes() == (whole / name).read_bytes()
    rows = [[json.loads(line) for line in (folder / "index.jsonl").read_text().splitlines()] for folder in (whole, killed)]
    own = ("key", "episode", "digest")  # the run's name is part of an episode's key
    assert [{key: row[key] for key in row if key not in own} for row in rows[0]] == [
        {key: row[key] for key in row if key not in own} for row in rows[1]
    ]
    again = tmp_path / "again"
    (tmp_path / "killed").rename(again)
    status, out, err = ended(command(*words, "--run", "killed"))  # the same run, undisturbed
    assert status == 0, out + err
    assert (killed / "index.jsonl").read_bytes() == (again / "expert" / "som" / "index.jsonl").read_bytes()
    status, out, err = ended(command("check", "again"))
    assert status == 0 and f"{len(rows[0])} episodes" in out, out + err


@pytest.mark.slow
async def test_a_paid_preroll_killed_midway_pays_no_call_twice(command, tmp_path, lane, benchmark, environment, short):
    """An API expert that knows the demonstrations; requests are counted at the provider."""
    tasks = [web_task for web_task in short if web_task.eval["eval_types"] == ["string_match"]][:3]
    spec, said = make_spec(Choice("test"), benchmark, environment.snapshot), {}
    for web_task in tasks:
        recording = replace(spec, policy=Recorder(spec.policy, said))
        assert (await run_episode(lane, recording, web_task, 0)).episode.outcome == "success"
    with start_fake("openai", say=lambda asked: said.get(asked.texts[-1], "")) as fake:
        entry = {"client": "openai", "model": "m-1", "base_url": fake.url, "key_variable": "MODEL_KEY"}
        (tmp_path / "conf" / "models.yaml").write_text(json.dumps({"frontier": entry}))
        price = {"since": "2020-01-01", "input": 2.0, "output": 10.0, "source": "a test"}
        (tmp_path / "conf" / "prices.yaml").write_text(json.dumps({"m-1": [price]}))
        words = ("preroll", "--policy", "frontier", "--sets", 2, *task_words(tasks))
        status, out, err = ended(command(*words, "--run", "r"))
        assert status == 0, out + err
        calls, usd = len(fake.log), 2_400 * 2e-6 + 90 * 1e-5
        (tmp_path / "r").rename(tmp_path / "whole")
        status, _, err = ended(command(*words, "--run", "capped", "--budget", usd * calls * 0.6))
        assert status == 2 and "budget" in err and len(err.splitlines()) == 1, err
        assert calls + calls * 0.6 >= len(fake.log) > calls
        before, slow = len(fake.log), Act(delay_s=0.4)
        for kill in (2, calls // 2 + 1):  # in the first pass, in the second
            process, asked = command(*words, "--run", "r"), len(fake.log)
            while len(fake.log) < asked + kill and process.poll() is None:
                fake.script.append(slow) if not fake.script else None
                time.sleep(0.01)
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            assert process.returncode == -signal.SIGKILL
        fake.script.clear()
        status, out, err = ended(command(*words, "--run", "r"))
        assert status == 0, out + err
        assert calls <= len(fake.log) - before <= calls + 4  # at most one request a set was under way at each kill
    folders = [tmp_path / run / "expert" / "som" for run in ("whole", "r")]
    assert (folders[0] / "index.jsonl").read_bytes() == (folders[1] / "index.jsonl").read_bytes()
    assert json.loads((folders[1] / "manifest.json").read_bytes())["covered"] == 3
    assert f"Pass 1 cost {usd * calls / 2:.3f}"[:15] in (folders[1] / "tables" / "coverage.md").read_text()
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and b"k-17" in path.read_bytes()]
