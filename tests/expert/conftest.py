"""Passes of a pre-roll made by hand, on disk as a sweep leaves them."""

import pytest

from mag.benchmark.load import Benchmark
from mag.harness import episode_seed
from mag.records import Action, Effect, Episode, Evidence, Gate, Step, Usage, Verdict, WebTask, digest
from mag.runs import EvalFolder, write_json

PICTURE = b"\x89PNG not looked into"
PLAN = {
    "run": "r",
    "benchmark": "toy",
    "policy": "expert",
    "identity": "i1",
    "grounding": "som",
    "contract": "full",
    "protocol": "p" * 16,
    "snapshot": "s1",
    "judge": "local-phrases-1",
    "samples": 1,
}
RIGHT, WRONG, OPEN, SPOILED = "success", "failure", "undecided", "infra"  # spoiled: no episode was stored


def web_task(task_id):
    fuzzy = {"eval_types": ["string_match"], "reference_answers": {"fuzzy_match": ["a red bike"]}}
    return WebTask(task_id, ("map" if task_id % 2 else "gitlab",), "http://a/", f"Do {task_id}", "Do {n}", task_id % 3, {}, fuzzy)


def step(index, gated=True, cost=None, ms=1.0, completion="{}"):
    return Step(
        index=index,
        url="http://a/",
        title="A",
        image=f"step-{index:02d}.png",
        marks=(),
        scroll=(0.0, 0.0),
        omitted=0,
        notices=(),
        obs_stale=False,
        prompt="p",
        completion=completion,
        notes=(),
        gate=Gate(gated, gated, gated, gated),
        action=Action("finish") if gated else None,
        guide="Finish.",
        effect=Effect("none", None, ms),
        usage=Usage(10, 5, ms, cost_usd=cost),
        observe_ms=ms,
    )


def episode(task_id, number, outcome=RIGHT, **fields):
    success = {RIGHT: True, WRONG: False, OPEN: None}[outcome]
    made = {
        "key": f"{task_id:04d}{number:04d}" * 8,
        "web_task": web_task(task_id),
        "sample": 0,
        "policy": f"{PLAN['policy']}/{PLAN['identity']}",
        "code": "c1",
        "environment_set": 1,
        "attempt": 1,
        "seed": episode_seed(number, task_id, 0),
        "steps": (step(1, gated=False), step(2)),
        "answer": "a red bike",
        "finished": True,
        "outcome": outcome,
        "verdict": Verdict(success, "", ()),
        "evidence": Evidence("http://a/", "a red bike", {}),
        **{key: PLAN[key] for key in ("grounding", "contract", "protocol", "snapshot")},
    }
    return Episode(**made | fields)


@pytest.fixture
def runs(tmp_path):
    """`runs({1: [RIGHT, WRONG], 2: ...}, seeds=..)`: by task, what became of it in each pass; the folders of the passes."""

    def make(outcomes, name="som", plans=(), **fields):
        folders = []
        for number in range(1, len(next(iter(outcomes.values()))) + 1):
            folder = tmp_path / "runs" / "r" / "evals" / f"expert-{name}-{number}"
            own = plans[number - 1] if plans else {}
            plan = PLAN | {"name": folder.name, "seed": number, "tasks": planned(outcomes)} | own
            write_json(folder / "plan.json", plan)
            for task_id, became in outcomes.items():
                if became[number - 1] != SPOILED:
                    store(folder, episode(task_id, number, became[number - 1], **fields))
            folders.append(folder)
        return folders

    return make


def planned(task_ids):
    return [[task_id, digest(repr(web_task(task_id)))[:12]] for task_id in task_ids]


def store(folder, stored):
    return EvalFolder(folder).store(stored, {one.image: PICTURE for one in stored.steps})


@pytest.fixture
def toy():
    """A benchmark of a hundred tasks; 90 and above are for tests."""
    return Benchmark("toy", tuple(map(web_task, range(100))), {}, {"train": tuple(range(90)), "test": tuple(range(90, 100))})
