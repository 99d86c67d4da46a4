"""Play the demonstrations of one miniarena site and say what fails: `python -m mag.benchmark.replay_check gitlab [--task N ...]`.

With `--wide` it plays the further ones of the wide split.

The tool for writing tasks: it reads the site's templates, not the built files, and keeps nothing but a screenshot of each failure.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from mag.benchmark.load import Benchmark
from mag.choice import Choice, make_spec
from mag.harness import Rolled
from mag.miniarena import SITE_KEYS
from mag.miniarena.build import build_site, seeded
from mag.miniarena.tasks_across import NEEDS
from mag.miniarena.wide import further
from mag.records import Episode, Outcome
from mag.rollout import Unit, roll
from mag.sites.base import EnvironmentSet
from mag.sites.miniarena import start
from mag.sweep import open_lanes, units_of


def explain(episode: Episode) -> str:
    """Where a demonstration went wrong."""
    lines = [f"task {episode.web_task.task_id} ({episode.web_task.intent_template_id}): {episode.web_task.intent}"]
    for step in episode.steps:
        action = step.action
        what = f"{action.verb} {action.mark or action.point or ''} {action.content or ''}" if action else "no action"
        bad = f"  ERROR {step.effect.error}" if step.effect.error else "" if step.gate.passed else f"  GATE {step.gate.reason}"
        lines.append(f"  {step.index:2d} {step.url[:70]:70s} {what[:60]:60s} -> {step.effect.changed}{bad} | {step.guide[:80]}")
        if "stuck" in step.completion:
            names = ", ".join(f"{mark.role}:{mark.name[:40]!r}" for mark in step.marks)
            lines += [f"     {step.completion[:300]}", f"     marks: {names[:3000]}"]
    for mode, verdict in (("webarena", episode.verdict), ("strict", episode.strict)):
        lines += [
            f"  {mode}: {check['kind']} expected {check['expected']!r} found {check['found'][:200]!r} {check.get('address', '')}"
            for check in (verdict.checks if verdict else ())
            if not check["passed"]
        ]
    return "\n".join(lines)


def clean(episode: Episode) -> bool:
    """Whether it succeeded by both rules with no step that failed on the way."""
    solved = episode.outcome == "success" and episode.strict is not None and episode.strict.success is True
    return solved and all(step.gate.passed and step.effect.error is None for step in episode.steps)


def benchmark_of(key: str, wide: bool) -> Benchmark:
    """The site's own tasks, or its further ones."""
    with seeded((key, *NEEDS.get(key, ()))) as dbs:
        if wide:
            made = further(key, dbs)
            tasks, demos = [web_task for _, web_task, _ in made], [demo for _, _, demo in made]
        else:
            tasks, demos, _ = build_site(key, dbs)
    return Benchmark(key, tuple(tasks), {demo.task_id: demo for demo in demos}, {})


async def check(benchmark: Benchmark, grounding: str, only: Sequence[int], sets: int, shots: Path) -> int:
    """Play them; how many failed or were not clean."""
    tasks = benchmark.tasks
    sites = sorted({site for web_task in tasks for site in web_task.sites})
    environments: list[EnvironmentSet] = [start(number, Path(".mag"), sites=sites) for number in range(1, sets + 1)]
    episodes: list[Episode] = []

    def store(rolled: Rolled) -> None:
        episodes.append(rolled.episode)
        steps = rolled.episode.steps
        if rolled.episode.outcome != "success":
            shots.mkdir(parents=True, exist_ok=True)
            (shots / f"{rolled.episode.web_task.task_id}-{grounding}.png").write_bytes(rolled.images[steps[-1].image])

    def report(unit: Unit, outcome: Outcome, reason: str) -> None:
        if outcome == "infra":
            print(f"task {unit.web_task.task_id}: infra: {reason}", file=sys.stderr)

    spec = make_spec(Choice("check", grounding=grounding, judge="local"), benchmark, environments[0].snapshot)
    try:
        async with open_lanes(environments) as lanes:
            chosen = [web_task for web_task in tasks if not only or web_task.task_id in only]
            lost = await roll(lanes, spec, units_of(chosen, 1), store, report)
    finally:
        for environment in environments:
            await environment.close()
    bad = [episode for episode in episodes if not clean(episode)]
    for episode in bad:
        print(explain(episode))
    lengths = sorted(len(episode.steps) for episode in episodes)
    solved = sum(episode.outcome == "success" for episode in episodes)
    print(
        f"{benchmark.name} {grounding}: {len(episodes)} played, {solved} succeeded, {len(bad)} to look at, {len(lost)} infra; "
        f"steps {lengths[:1]}..{lengths[-1:]}, mean {sum(lengths) / max(1, len(lengths)):.1f}"
    )
    return len(bad) + len(lost)


def main() -> None:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", choices=SITE_KEYS)
    parser.add_argument("--wide", action="store_true", help="the further tasks of the wide split")
    parser.add_argument("--grounding", default="som")
    parser.add_argument("--task", type=int, nargs="+", default=[], help="only these")
    parser.add_argument("--sets", type=int, default=2)
    parser.add_argument("--shots", type=Path, default=Path(".mag/check"), help="folder for a screenshot of each failure")
    options = parser.parse_args()
    benchmark = benchmark_of(options.site, options.wide)
    sys.exit(1 if asyncio.run(check(benchmark, options.grounding, options.task, options.sets, options.shots)) else 0)


if __name__ == "__main__":
    main()
