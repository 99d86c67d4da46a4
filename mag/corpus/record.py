"""`mag corpus record`: demonstrations played through the harness, their steps in both views, packed (MAG 3.2; WebMRE 3.1)."""

from collections.abc import Sequence
from pathlib import Path

from mag.benchmark.load import Benchmark
from mag.choice import Choice
from mag.corpus.shards import pack
from mag.errors import Transient
from mag.metrics.summary import Summary
from mag.offline.corpus import Corpus
from mag.offline.gold import make_gold
from mag.records import WebTask
from mag.rollout import Report
from mag.settings import Settings
from mag.sweep import run_sweep

GOLD, SHARDS = "gold", "shards"


def record(
    run: str, benchmark: Benchmark, tasks: Sequence[WebTask], settings: Settings, report: Report
) -> tuple[Summary, Corpus, dict[str, int]]:
    """Play the demonstrations of the tasks and pack what was seen: runs/<run>/{evals/demo-som, gold, shards}.

    One pass in som serves both views: the point of a step is where its mark receives a click. Started again, it goes on where it stopped.
    Raises Transient when a demonstration stayed infra: a corpus that lacks steps by accident must not be trained on.
    """
    choice = Choice(run=run, policy="demo", grounding="som")
    home = Path(settings.runs.folder) / run
    evaluation = home / "evals" / choice.folder_name
    summary = run_sweep(choice, benchmark, tasks, settings, evaluation, report)
    if summary.incomplete:
        raise Transient(f"{evaluation} is incomplete; give the same command again, it rolls what is missing")
    corpus = make_gold([evaluation], home / GOLD, benchmark.part_of)
    return summary, corpus, pack(corpus, home / SHARDS)
