"""Corpora on disk: of steps by hand, and of a few demonstrations played on real sites."""

import pytest

from mag.choice import Choice, make_spec
from mag.contract.protocol import protocol_digest
from mag.harness import run_episode
from mag.offline.corpus import load_corpus, write_corpus
from mag.offline.gold import make_gold
from mag.runs import EvalFolder
from mag.sweep import plan_of
from tests.offline.steps import PICTURE


@pytest.fixture
def store(tmp_path):
    """Writes steps as a corpus folder of today's protocol and loads it."""

    def put(steps, name="gold", **about):
        folder = tmp_path / name
        write_corpus(folder, steps, {"protocol": protocol_digest(), "snapshot": "s", "benchmark": ""} | about, lambda step: PICTURE)
        return load_corpus(folder)

    return put


@pytest.fixture(scope="session")
async def evaluation(lane, environment, benchmark, tmp_path_factory):
    """An evaluation's folder: demonstrations that use all seven verbs, at least 20 steps, every one successful."""
    tasks = _tasks(benchmark)
    spec = make_spec(Choice("test"), benchmark, environment.snapshot)
    folder = EvalFolder(tmp_path_factory.mktemp("evaluation"))
    folder.freeze_plan(plan_of(spec, tasks, 1))
    for web_task in tasks:
        rolled = await run_episode(lane, spec, web_task, 0)
        assert rolled.episode.outcome == "success"
        folder.store(rolled.episode, rolled.images)
    return folder


@pytest.fixture(scope="session")
def real_corpus(evaluation, benchmark, tmp_path_factory):
    return make_gold([evaluation.path], tmp_path_factory.mktemp("corpus") / "gold", benchmark.part_of)


def _tasks(benchmark):
    """Few demonstrations with all verbs and 20 steps: the shortest with each of the rare verbs, and one that fills up."""
    ordered = sorted(benchmark.demonstrations.values(), key=lambda demo: (len(demo.steps), demo.task_id))
    verbs = {demo.task_id: {step.verb for step in demo.steps} for demo in ordered}
    chosen = [next(demo for demo in ordered if verb in verbs[demo.task_id]) for verb in ("scroll", "go_back", "select")]
    left = 20 - sum(len(demo.steps) for demo in chosen)
    chosen.append(next(demo for demo in ordered if {"type", "press_enter"} <= verbs[demo.task_id] and len(demo.steps) >= left))
    return [benchmark.task(demo.task_id) for demo in chosen]
