"""Evaluations made by hand, whose tables and figures are the real ones."""

import random
from pathlib import Path

from mag.analysis.evaluation import EpisodeRow, Evaluation, StepRow
from mag.metrics.guide import GuideScore
from mag.records import Usage

SITES = ("gitlab", "map", "reddit", "shopping")
VERBS = ("click", "click", "click", "type", "scroll", "select", "go_back", "unparsable")


def step(verb):
    reason = "not JSON" if verb == "unparsable" else ""
    return StepRow(verb, not reason, reason, False, "dom", None, Usage(2000, 60, 900.0), 120.0, 80.0)


def episode(task, sample, success, chance):
    guide = GuideScore(bleu1=0.2, bleu2=0.1, rouge1=0.3, rouge_l=0.3, g=0.1 + 0.2 * success + 0.2 * chance.random())
    steps = [step(chance.choice(VERBS)) for _ in range(chance.randint(2, 9))]
    return EpisodeRow(
        task_id=task,
        sample=sample,
        site=SITES[task % len(SITES)],
        template=task // 2,
        part="test",
        seen=task % 5 > 0,
        gold_length=2 + task % 14,
        outcome="success" if success else "failure",
        success=success,
        strict=success,
        judge="gpt/1" if task % 6 == 0 else "",
        by_judge={},
        guide=guide,
        steps=(*steps, step("finish")),
        started=1.7e9 + 60 * task,
        seconds=30.0 + task,
    )


def evaluation(name, rate, grounding="som", tasks=60, samples=1, folder=Path("/nowhere"), **plan):
    """`rate` of the tasks are solved, which ones is drawn by the name."""
    chance = random.Random(name)
    episodes = tuple(episode(task, sample, chance.random() < rate, chance) for task in range(tasks) for sample in range(samples))
    told = {"run": "r", "name": name, "policy": "test/1", "grounding": grounding, "contract": "full", "protocol": "p" * 16}
    told |= {
        "snapshot": "s" * 16,
        "judge": "gpt/1",
        "samples": samples,
        "benchmark": "miniarena",
        "tasks": [[t, "k"] for t in range(tasks)],
    }
    return Evaluation(name, folder, told | plan, episodes, ("c" * 12,))
