"""Recording on real sites: demonstrations to gold steps in both views to shards, and on from where it stopped."""

import json
import signal

from typer.testing import CliRunner

from mag.cli.corpus import app
from mag.corpus.record import record
from mag.corpus.shards import read_shard
from mag.settings import Settings


def test_a_signal_ends_recording_in_order(monkeypatch):
    """Also SIGTERM, and SIGINT where a shell had it ignored."""
    ignored = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        for number in ignored:
            monkeypatch.setattr("mag.corpus.record.record", lambda *_, number=number: signal.raise_signal(number))
            ended = CliRunner().invoke(app, ["record", "--limit", "1"])
            assert ended.exit_code == 130 and "the same command goes on from there" in ended.stderr, ended.output
    finally:
        for number, handler in ignored.items():
            signal.signal(number, handler)


def test_demonstrations_become_shards_and_a_second_start_rolls_nothing(benchmark, tmp_path):
    tasks = benchmark.select(sites=["wikipedia", "map"], part="train", limit=3)
    settings = Settings()
    settings.runs.folder, settings.sites.home, settings.sites.sets = str(tmp_path / "runs"), str(tmp_path / "home"), 1
    heard = []
    summary, corpus, shards = record("c", benchmark, tasks, settings, lambda *report: heard.append(report))
    assert (summary.sr, summary.n, len(heard)) == (1.0, len(tasks), len(tasks))
    folder = tmp_path / "runs" / "c" / "shards"
    rows = [row for name in shards for row in read_shard(folder / name)]
    assert [step for step, _ in rows] == list(corpus.steps)
    assert {step.task_id for step, _ in rows} == {task.task_id for task in tasks}
    assert all(step.part == "train" and data.startswith(b"\x89PNG") for step, data in rows)
    clicks = [step for step, _ in rows if step.verb == "click"]
    assert any(step.point for step in clicks)
    assert all(step.mark and step.box for step in clicks)
    assert json.loads((folder / "shards.json").read_bytes())["corpus"]["protocol"] == corpus.protocol
    again = record("c", benchmark, tasks, settings, lambda *report: heard.append(report))
    assert (again[1].digest, again[2], len(heard)) == (corpus.digest, shards, len(tasks))
