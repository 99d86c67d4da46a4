"""Recording on real sites: demonstrations to gold steps in both views to shards, and on from where it stopped."""

import json

from mag.corpus.record import record
from mag.corpus.shards import read_shard
from mag.settings import Settings


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
