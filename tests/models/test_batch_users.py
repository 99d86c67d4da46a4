"""The judge's queue and teacher-forced completions through batches, killed where it hurts and resumed."""

import json
import os
import signal
import subprocess
import sys

import pytest
import yaml
from typer.testing import CliRunner

from mag.cli import app
from mag.contract.protocol import protocol_digest
from mag.judge.queue import JudgeQueue
from mag.models.batch import desk as desks
from mag.offline.completions import read_completions
from mag.offline.corpus import load_corpus, write_corpus
from mag.records import Question
from tests.models.batch_fakes import start_batches
from tests.models.fakes import Act, start_fake, truncated
from tests.offline.steps import PICTURE, six_steps

KEY = "sk-canary-users-33ad"
KILLABLE = """
import mag.models.batch.desk as desks
desks.GATHER_S, desks.FIRST_PAUSE_S = 0.05, 0.05
from mag.cli import main
main()
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A conf folder with one model and the judge, both at the fake."""
    monkeypatch.setattr(desks, "GATHER_S", 0.05)
    monkeypatch.setattr(desks, "FIRST_PAUSE_S", 0.05)
    monkeypatch.setenv("CANARY", KEY)
    monkeypatch.setenv("MAG_CONF", str(tmp_path / "conf"))
    monkeypatch.setenv("MAG_RUNS", str(tmp_path / "runs"))
    (tmp_path / "conf").mkdir()

    def use(url, client="openai"):
        shared = {"base_url": url, "key_variable": "CANARY"}
        judge = {"model": "judge-model", "store": str(tmp_path / "store"), **shared}
        (tmp_path / "conf" / "judge.yaml").write_text(yaml.safe_dump(judge))
        model = {"client": client, "model": "m-1", "effort": "low", **shared}
        (tmp_path / "conf" / "models.yaml").write_text(yaml.safe_dump({"frontier": model}))
        price = [{"since": "2020-01-01", "input": 2.0, "output": 10.0, "batch": 0.5, "source": "a test"}]
        (tmp_path / "conf" / "prices.yaml").write_text(yaml.safe_dump({"m-1": price}))
        return tmp_path

    return use


def questions(n):
    return [Question("answer", f"How many items does list {i} hold?", str(i), f"There are {i} items.") for i in range(n)]


def says(asked):
    """Right where the list's number is even."""
    number = int("".join(asked.texts).split("does list ")[1].split()[0])
    return json.dumps({"verdict": "correct" if number % 2 == 0 else "incorrect", "reason": "counted"})


def invoke(*words):
    done = CliRunner().invoke(app, list(map(str, words)))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def rulings(queue):
    return {ruling.key: ruling.verdict for ruling in queue.verdicts.all()}


def test_a_judge_asked_in_batches_rules_as_one_asked_live(place, tmp_path):
    queues = [JudgeQueue(tmp_path / name) for name in ("batched", "live")]
    for queue in queues:
        queue.put(questions(12))
    with start_batches("chat", says) as fake:
        place(fake.url)
        unclear = "How many items does list 3 hold?"
        fake.acts = lambda asked, times: truncated("{") if times == 1 and unclear in "".join(asked.texts) else Act()
        done = invoke("judge", "drain", tmp_path / "batched", "--batch")
        assert done.exit_code == 0, done.output
        assert fake.submitted == 2  # the unclear one went into a second batch
        assert sum(fake.paid.values()) == 13
        bodies = {json.dumps(body, sort_keys=True) for batch in fake.batches.values() for body in batch.items.values()}
    (tmp_path / "store").rename(tmp_path / "store-of-the-batches")
    with start_fake("chat", says) as live:
        place(live.url)
        assert invoke("judge", "drain", tmp_path / "live").exit_code == 0
        assert {json.dumps(asked.body, sort_keys=True) for asked in live.log} == bodies
    assert rulings(queues[0]) == rulings(queues[1]) and len(rulings(queues[0])) == 12
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and KEY in path.read_bytes().decode("utf-8", "replace")]


def test_asking_again_in_batches_is_refused(place, tmp_path):
    place("http://127.0.0.1:9/v1")
    JudgeQueue(tmp_path / "q").put(questions(1))
    assert invoke("judge", "drain", tmp_path / "q", "--batch", "--again").exit_code == 2


@pytest.mark.slow
def test_a_drain_that_is_killed_pays_nothing_twice(place, tmp_path):
    """kill -9 when the provider has made the batch and we do not know of it yet; then again while it is being worked on."""
    queue = JudgeQueue(tmp_path / "q")
    queue.put(questions(5))
    process = None

    def start():
        command = [sys.executable, "-c", KILLABLE, "judge", "drain", str(tmp_path / "q"), "--batch"]
        return subprocess.Popen(command, env=dict(os.environ), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def kill(batch):
        process.send_signal(signal.SIGKILL)
        process.wait()

    with start_batches("chat", says) as fake:
        place(fake.url)
        fake.on_submit = kill
        process = start()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        state = next((tmp_path / "q" / "batches").glob("*.json"))
        assert json.loads(state.read_bytes())["batch"] == ""
        fake.on_submit = lambda batch: None
        process = start()
        _, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
        assert fake.submitted == 1
        assert set(fake.paid.values()) == {1} and len(fake.paid) == 5
    assert len(rulings(queue)) == 5


@pytest.mark.parametrize("client", ["openai", "anthropic"])
def test_gold_steps_are_answered_in_batches_as_live(client, place, tmp_path):
    write_corpus(tmp_path / "gold", six_steps(), {"protocol": protocol_digest(), "snapshot": "s", "benchmark": ""}, lambda step: PICTURE)
    with start_batches(client) as fake:
        place(fake.url, client)
        batched = ("complete", tmp_path / "gold", "--policy", "frontier", "--out", tmp_path / "batched.jsonl", "--batch")
        done = invoke(*batched)
        assert done.exit_code == 0, done.output
        assert fake.submitted == 1
        assert "0 steps answered, 5 were there" in invoke(*batched).output
        assert fake.submitted == 1
    with start_fake(client, say=lambda asked: f"said of {' '.join(asked.texts)}") as live:
        place(live.url, client)
        assert invoke("complete", tmp_path / "gold", "--policy", "frontier", "--out", tmp_path / "live.jsonl").exit_code == 0
    batched, live = (read_completions([tmp_path / f"{name}.jsonl"]) for name in ("batched", "live"))
    assert batched.keys() == live.keys()
    [run] = batched
    assert {key: done.text for key, done in batched[run].items()} == {key: done.text for key, done in live[run].items()}
    assert len(batched[run]) == len(
        [step for step in load_corpus(tmp_path / "gold").steps if step.mark or step.verb in ("scroll", "finish")]
    )
    costs = [done.usage.cost_usd for done in batched[run].values()]
    assert costs == [pytest.approx((2400 * 2.0 + 90 * 10.0) * 0.5 / 1e6)] * 5


def test_a_policy_that_is_no_model_has_no_batches(place, tmp_path):
    place("http://127.0.0.1:9/v1")
    write_corpus(tmp_path / "gold", six_steps(), {"protocol": protocol_digest(), "snapshot": "s", "benchmark": ""}, lambda step: PICTURE)
    done = CliRunner().invoke(app, ["complete", str(tmp_path / "gold"), "--policy", "demo", "--batch", "--out", str(tmp_path / "o.jsonl")])
    assert "has no model 'demo'" in str(done.exception)
