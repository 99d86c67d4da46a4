"""Scores and viewer from stored episodes: quick, deterministic, done anew each time."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from prefect import get_run_logger, task
from prefect.cache_policies import NO_CACHE

from mag.metrics.summary import Summary
from mag.report.viewer import write_view
from mag.runs import EvalFolder
from mag.scoring import judge_pending, score_sweep
from mag.settings import JudgeConf
from tasks.retrying import live


@live(retries=2, delays=[10, 60])
def judge(folder: EvalFolder, conf: JudgeConf) -> None:
    """Ask the judge what is undecided (line 17), where its key is at hand; else the questions wait in the folder."""
    report = asyncio.run(judge_pending(folder, conf))
    if report:
        get_run_logger().info("judge: %s asked, %s undecided, %s without an answer", report.asked, report.undecided, report.unanswered)


@task(cache_policy=NO_CACHE)
def score(folder: EvalFolder, references: Mapping[int, str]) -> Summary:
    """Score every episode and sum up (lines 19-20)."""
    return score_sweep(folder, references)


@task(cache_policy=NO_CACHE)
def show(folder: EvalFolder, references: Mapping[int, str]) -> Path:
    """Write the viewer; its path."""
    return write_view(folder.path, references)
