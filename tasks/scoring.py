"""Scores and viewer from stored episodes: quick, deterministic, done anew each time."""

from collections.abc import Mapping
from pathlib import Path

from prefect import task
from prefect.cache_policies import NO_CACHE

from mag.metrics.summary import Summary
from mag.report.viewer import write_view
from mag.runs import EvalFolder
from mag.sweep import score_sweep


@task(cache_policy=NO_CACHE)
def score(folder: EvalFolder, references: Mapping[int, str]) -> Summary:
    """Score every episode and sum up (lines 19-20)."""
    return score_sweep(folder, references)


@task(cache_policy=NO_CACHE)
def show(folder: EvalFolder, references: Mapping[int, str]) -> Path:
    """Write the viewer; its path."""
    return write_view(folder.path, references)
