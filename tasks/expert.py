"""The expert cache from the passes' folders: quick, deterministic, done anew each time."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from prefect import get_run_logger, task
from prefect.cache_policies import NO_CACHE

from mag.benchmark.load import Benchmark
from mag.expert.cache import build_cache
from mag.expert.coverage import coverage_tables
from mag.expert.trials import read_passes
from mag.report.tables import write_tables


@task(cache_policy=NO_CACHE)
def build(evaluations: Sequence[Path], folder: Path, benchmark: Benchmark) -> dict[str, Any]:
    """Keep the verified successes of the passes, write what they cover; the manifest."""
    passes = read_passes(evaluations)
    manifest = build_cache(passes, folder, benchmark)
    write_tables(coverage_tables(passes, {web_task.task_id: web_task for web_task in benchmark.tasks}), folder / "tables")
    get_run_logger().info("%s of %s tasks covered by %s episodes", manifest["covered"], manifest["tasks"], manifest["episodes"])
    return manifest
