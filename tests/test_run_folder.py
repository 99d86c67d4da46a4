"""Run folders: whole or not at all, resumable, and clear about damage."""

import json
import os
import subprocess
import sys
import textwrap

import pytest

from mag.errors import BadInput, Corrupt
from mag.records import Effect, Episode, Gate, Step, Usage, Verdict, WebTask
from mag.runs import EvalFolder, load_episode


def make_episode(task_id=1, sample=0, key="ab" * 32, **changes):
    web_task = WebTask(task_id, ("gitlab",), "__GITLAB__", "Do it", "Do it", 1, {}, {"eval_types": []})
    step = Step(
        1,
        "http://gitlab.mag.test/",
        "Title",
        "step-01.png",
        (),
        (0.0, 0.0),
        0,
        (),
        False,
        "prompt",
        "{}",
        (),
        Gate(True, True, True, True),
        None,
        "Click it.",
        Effect("none"),
        Usage(),
        1.0,
    )
    values = {
        "key": key,
        "web_task": web_task,
        "sample": sample,
        "policy": "demo/x",
        "grounding": "som",
        "contract": "full",
        "protocol": "p",
        "code": "c",
        "snapshot": "s",
        "environment_set": 1,
        "attempt": 1,
        "seed": 0,
        "steps": (step,),
        "answer": "",
        "finished": True,
        "outcome": "success",
        "verdict": Verdict(True, "", ()),
        "started": 1.5,
        "seconds": 2.0,
    }
    return Episode(**{**values, **changes})


def test_an_episode_comes_back_as_it_was(tmp_path):
    folder = EvalFolder(tmp_path)
    stored = folder.store(make_episode(), {"step-01.png": b"picture"})
    assert folder.load() == [make_episode()]
    assert load_episode(stored, images=True) == make_episode()
    assert folder.finished_keys() == {"ab" * 6}


def test_a_stored_unit_is_never_written_again(tmp_path):
    folder = EvalFolder(tmp_path)
    folder.store(make_episode(), {"step-01.png": b"first"})
    stored = folder.store(make_episode(outcome="failure"), {"step-01.png": b"second"})
    assert (stored / "step-01.png").read_bytes() == b"first"
    assert [episode.outcome for episode in folder.load()] == ["success"]


def test_units_are_ordered_by_task_and_sample(tmp_path):
    folder = EvalFolder(tmp_path)
    for task_id, sample in ((10, 0), (9, 1), (9, 0), (100, 0)):
        folder.store(
            make_episode(task_id, sample, web_task=WebTask(task_id, ("map",), "", "", "", 1, {}, {}), key=f"{task_id:032d}{sample:032d}"),
            {},
        )
    assert [(e.web_task.task_id, e.sample) for e in folder.load()] == [(9, 0), (9, 1), (10, 0), (100, 0)]


@pytest.mark.parametrize("damage", ["truncate", "flip", "remove", "no marker", "marker is a list", "another version"])
def test_damage_is_named_and_nothing_is_lost(tmp_path, damage):
    folder = EvalFolder(tmp_path)
    stored = folder.store(make_episode(), {"step-01.png": b"picture"})
    path = stored / "episode.json"
    data = path.read_bytes()
    if damage == "truncate":
        path.write_bytes(data[:100])
    elif damage == "flip":
        path.write_bytes(data.replace(b"success", b"failure", 1))
    elif damage == "remove":
        path.unlink()
    elif damage == "no marker":
        (stored / "COMMITTED.json").unlink()
    elif damage == "marker is a list":
        (stored / "COMMITTED.json").write_text("[]")
    else:
        import hashlib

        changed = json.dumps(json.loads(data) | {"outcome": "splendid"}).encode()
        path.write_bytes(changed)
        (stored / "COMMITTED.json").write_text(json.dumps({"episode.json": hashlib.sha256(changed).hexdigest()}))
    with pytest.raises(Corrupt, match=r"move .* away and start the same sweep again") as caught:
        folder.load()
    assert "\n" not in str(caught.value)
    assert stored.is_dir()


def test_a_damaged_picture_is_found_when_asked_for(tmp_path):
    stored = EvalFolder(tmp_path).store(make_episode(), {"step-01.png": b"picture"})
    (stored / "step-01.png").write_bytes(b"pictur")
    assert load_episode(stored) == make_episode()
    with pytest.raises(Corrupt, match=r"step-01\.png"):
        load_episode(stored, images=True)


def test_a_second_plan_must_be_the_first_one(tmp_path):
    folder = EvalFolder(tmp_path)
    folder.freeze_plan({"seed": 0, "tasks": [1]})
    folder.freeze_plan({"seed": 0, "tasks": [1]})
    with pytest.raises(BadInput, match="another seed, tasks"):
        folder.freeze_plan({"seed": 1, "tasks": [1, 2]})


def test_only_one_process_writes(tmp_path):
    script = textwrap.dedent(f"""
        import sys
        from pathlib import Path
        from mag.runs import EvalFolder
        with EvalFolder(Path({str(tmp_path)!r})).lock():
            print("held", flush=True)
            sys.stdin.read()
    """)
    other = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert other.stdout.readline().strip() == "held"
    with pytest.raises(BadInput, match=f"process {other.pid}"), EvalFolder(tmp_path).lock():
        raise AssertionError("two writers")
    other.kill()
    other.wait()
    with EvalFolder(tmp_path).lock():
        assert (tmp_path / ".lock").read_text().split()[0] == str(os.getpid())


def test_killed_writers_lose_nothing_that_was_finished(tmp_path):
    """SIGKILL at many points of a writer's life: every unit there is whole, and what is left over is swept away."""
    script = textwrap.dedent(f"""
        import os, sys
        sys.path.insert(0, {str(os.path.dirname(__file__))!r})
        from pathlib import Path
        from test_run_folder import make_episode
        from mag.records import WebTask
        from mag.runs import EvalFolder
        folder = EvalFolder(Path({str(tmp_path)!r}))
        number = len(folder.finished_keys())
        print("ready", flush=True)
        while True:
            folder.store(make_episode(number, key=f"{{number:064d}}"[::-1]), {{f"step-{{n:02d}}.png": os.urandom(40_000) for n in range(4)}})
            number += 1
            print(number, flush=True)
    """)
    import random
    import time

    rng, promised = random.Random(7), 0
    for _ in range(12):
        writer = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
        assert writer.stdout.readline() == "ready\n"
        time.sleep(rng.random() * 0.08)
        writer.kill()
        lines = writer.stdout.read().split()
        writer.wait()
        promised = int(lines[-1]) if lines else promised
        folder = EvalFolder(tmp_path)
        assert len([load_episode(path, images=True) for path in folder.units()]) >= promised
    folder.sweep_leftovers()
    assert not list(tmp_path.glob("*/.*"))
    assert len(folder.units()) >= promised > 0
