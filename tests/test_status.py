"""`mag status`: a real sweep seen before, while and after it rolls; a killed one; rounds and stages by what lies in their folders."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from dataclasses import replace

import pytest
from typer import Typer
from typer.testing import CliRunner

from mag.choice import Choice, make_spec
from mag.cli import status as command
from mag.errors import BadInput
from mag.locks import held
from mag.rollout import Unit
from mag.runs import EvalFolder, write_json
from mag.scoring import score_sweep
from mag.status import JOB, PUSH, TRAINED, status_of
from mag.sweep import roll_sweep, start_folder
from tests.scripted import Scripted, opens_a_page
from tests.test_run_folder import make_episode

HOLDING = "import sys, time; from pathlib import Path; from mag.runs import EvalFolder\nwith EvalFolder(Path(sys.argv[1])).lock(): print('held', flush=True); time.sleep(60)"


def planned(folder, tasks=4, samples=1, done=0):
    """An evaluation's folder with a plan and some episodes."""
    write_json(folder / "plan.json", {"tasks": [[number, "x"] for number in range(1, tasks + 1)], "samples": samples})
    for number in range(1, done + 1):
        EvalFolder(folder).store(make_episode(number, key=f"{number:064x}"), {})
    return folder


def only(run):
    (part,) = status_of(run).parts
    return part


async def test_a_sweep_is_seen_planned_running_and_done(tmp_path, benchmark, environment):
    run = tmp_path / "runs" / "mine"
    folder = EvalFolder(run / "evals" / "scripted-som")
    spec = replace(make_spec(Choice("mine"), benchmark, environment.snapshot), policy=Scripted(opens_a_page))
    tasks = [item for item in benchmark.tasks if item.sites == ("wikipedia",)][:3]
    seen = []
    start_folder(folder, spec, tasks, 1, [environment])
    assert (only(run).state, only(run).left) == ("planned", 3)
    with folder.lock():
        began = time.time()
        await roll_sweep(spec, folder, [Unit(item) for item in tasks], [environment], lambda *_: seen.append(only(run)))
        took = time.time() - began
        score_sweep(folder, {})
    assert [(part.state, part.done, part.planned) for part in seen] == [("running", number, 3) for number in (1, 2, 3)]
    assert all(part.holder.startswith(str(os.getpid())) for part in seen)
    assert seen[1].left_s == pytest.approx(3600 * seen[1].left / seen[1].per_hour)
    assert 0 < seen[1].left_s < 3 * took
    part = only(run)
    assert (part.state, part.done, part.holder, part.left_s) == ("done", 3, "", None)
    assert status_of(run).size >= part.size > sum(path.stat().st_size for path in folder.path.glob("episodes/*/*.png"))


def test_a_killed_holder_leaves_a_stopped_evaluation(tmp_path):
    folder = planned(tmp_path / "evals" / "a", done=2)
    process = subprocess.Popen([sys.executable, "-c", HOLDING, str(folder)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "held\n"
        part = only(tmp_path)
        assert (part.state, part.holder.split()[0]) == ("running", str(process.pid))
        assert part.per_hour is None, "what was there before its start says nothing of its pace"
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    part = only(tmp_path)
    assert (part.state, part.done, part.left, part.holder) == ("stopped", 2, 2, "")
    assert "goes on from there" in part.note


def test_what_a_scored_evaluation_lacks(tmp_path):
    folder = planned(tmp_path / "evals" / "a", tasks=2, done=2)
    assert only(tmp_path).state == "unscored"
    for complete, episodes, state in ((True, 2, "done"), (False, 2, "undecided"), (False, 1, "unscored")):
        write_json(folder / "COMMITTED.json", {"episodes": episodes, "complete": complete})
        assert only(tmp_path).state == state
    planned(folder, tasks=3)
    write_json(folder / "COMMITTED.json", {"episodes": 2, "complete": False})
    EvalFolder(folder).note_infra(task=3, sample=0, attempt=1, error="the site is down")
    part = only(tmp_path)
    assert (part.state, part.spoiled) == ("incomplete", 1)


def test_a_stall_is_said_with_the_last_trouble(tmp_path):
    folder = planned(tmp_path / "evals" / "a", done=2)
    EvalFolder(folder).note_infra(task=3, sample=0, attempt=1, error="the site is down")
    with held(folder / ".lock", "x"):
        assert status_of(tmp_path).parts[0].note == "spoiled last: the site is down"
        part = status_of(tmp_path, now=time.time() + 3_000).parts[0]
    assert part.note == "nothing has ended for 50 min; spoiled last: the site is down"


@pytest.mark.parametrize(
    ("files", "training", "state"),
    [
        ((), False, "stopped"),
        ((JOB,), True, "updating"),
        ((JOB,), False, "stopped"),
        ((JOB, "weights"), True, "pushing"),
        ((JOB, "weights", PUSH), False, "done"),
    ],
)
def test_a_round_is_over_with_its_push(tmp_path, files, training, state):
    folder = planned(tmp_path / "rounds" / "01", done=2)
    for name in files:
        (folder / name).touch()
    with ExitStack() as stack:
        if training:
            stack.enter_context(held(tmp_path / TRAINED, "x"))
        part = only(tmp_path)
    assert part.state == state
    assert bool(part.holder) == training


def test_a_stage_counts_epochs(tmp_path):
    write_json(tmp_path / "sft" / "plan.json", {"base": "b", "conf": {"epochs": 3}})
    write_json(tmp_path / "sft" / "epoch-1" / "COMMITTED.json", {})
    assert (only(tmp_path).state, only(tmp_path).done, only(tmp_path).planned) == ("stopped", 1, 3)


def test_the_names_are_trainings():
    from mag.train import job, plan

    assert (job.JOB, plan.PUSH) == (JOB, PUSH)


def test_the_command_by_name_as_text_and_as_json(tmp_path, monkeypatch):
    monkeypatch.setenv("MAG_RUNS", str(tmp_path))
    folder = planned(tmp_path / "mine" / "evals" / "a", done=1)
    reply = {"call": "c", "completion": {"text": "x", "usage": {"input_tokens": 10, "cost_usd": 0.25}}}
    (folder / "calls.jsonl").write_text(json.dumps({"reply": "1", **reply}) + "\n" + '{"torn')
    app = Typer()
    command.register(app)
    text = CliRunner().invoke(app, ["mine"], catch_exceptions=False).output
    assert "evals/a  stopped    1/4, 0.250 USD for 1 replies, " in text
    assert text.splitlines()[-1].startswith(f"{tmp_path}/mine: 1 of 4, ")
    found = json.loads(CliRunner().invoke(app, ["mine", "--json"], catch_exceptions=False).output)
    assert (found["parts"][0]["done"], found["parts"][0]["bill"]["usd"]) == (1, 0.25)
    with pytest.raises(BadInput, match="holds no evaluation"):
        CliRunner().invoke(app, ["other"], catch_exceptions=False)
