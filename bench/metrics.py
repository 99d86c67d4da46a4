"""All guide metrics and intervals of a table of systems: by mag, and the same figures by rouge-score, NLTK and SciPy.

`python bench/metrics.py [--systems 15] [--tasks 174] [--runs 5] [--folder EVALUATION]`. Episodes are made up from a seed:
sentences of 14 words, as many steps as MAG's gold trajectories have. Both sides compute BLEU-1/2, ROUGE-1/L and G of every episode, then
the 95 % interval (10,000 resamples of tasks) of SR, OFCR, GGS, TAX, G and the four metrics of every system, and of nine paired differences.
Runs alternate; medians are printed, then how mag's time grows with the number of tasks, and the time of everything `mag analyze` computes.
With `--folder`, how long reading that evaluation takes. Needs rouge-score, nltk and scipy.
"""

import argparse
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

import nltk.translate.bleu_score as nltk_bleu
import numpy as np
from rouge_score.rouge_scorer import RougeScorer
from scipy.stats import bootstrap

from mag.analysis.analyse import analyse
from mag.analysis.evaluation import EpisodeRow, Evaluation, StepRow
from mag.analysis.load import Places, load_evaluation
from mag.analysis.main_table import GUIDES, figures
from mag.analysis.pairs import pair_table
from mag.benchmark.load import load_miniarena
from mag.constants import BOOTSTRAP_RESAMPLES, BOOTSTRAP_SEED, CONFIDENCE, GGS_GAMMA, VERBS
from mag.metrics.guide import guide_score
from mag.records import Usage

SITES = ("gitlab", "map", "reddit", "shopping", "shopping_admin", "wikipedia")
COMMON = ("the", "a", "click", "open", "type", "into", "field", "search", "button", "menu", "link", "page", "list", "in", "of", "on", "to")
PAIRS = 9  # MAG Table A5

Texts = dict[tuple[int, int], tuple[str, str, bool, list[bool]]]  # system, task -> guides, reference, success, OFCR bits


def make(systems: int, tasks: int) -> Texts:
    """Episodes as texts. Systems differ in how often they succeed and how close they keep to the reference."""
    random = Random(7)
    rare = [f"word{i}" for i in range(3000)]
    made: Texts = {}
    for task in range(tasks):
        length = max(2, min(25, round(random.lognormvariate(1.9, 0.6))))
        words = [random.choice(COMMON if random.random() < 0.6 else rare) for _ in range(14 * length)]
        for system in range(systems):
            keep = 0.3 + 0.6 * system / systems
            own = [word if random.random() < keep else random.choice(COMMON) for word in words if random.random() < 0.9]
            bits = [random.random() < 0.95 for _ in range(length)]
            made[system, task] = " ".join(own), " ".join(words), random.random() < 0.05 + 0.35 * system / systems, bits
    return made


def evaluations(texts: Texts) -> list[Evaluation]:
    """The same as mag holds them, the guides scored."""
    systems, tasks = (max(key[i] for key in texts) + 1 for i in (0, 1))
    found = []
    for system in range(systems):
        plan = {"run": "bench", "name": f"s{system}", "policy": "made", "grounding": "som", "samples": 1, "protocol": "p", "judge": ""}
        plan["tasks"] = [[task, ""] for task in range(tasks)]
        rows = tuple(row(task, *texts[system, task]) for task in range(tasks))
        found.append(Evaluation(f"s{system}", Path(), plan, rows, ()))
    return found


ANSWERED = Usage(3000, 80, 900.0)


def row(task: int, guides: str, reference: str, success: bool, bits: list[bool]) -> EpisodeRow:
    steps = tuple(
        StepRow(VERBS[(task + i) % 7], passed, "" if passed else "parse: no object", i == 3, "dom", None, ANSWERED, 200.0, 150.0)
        for i, passed in enumerate(bits)
    )
    return EpisodeRow(
        task, 0, SITES[task % 6], task // 4, "test", task % 10 > 0, len(bits), "success" if success else "failure", success, success,
        "", {}, guide_score(guides, reference), steps, 1.7e9, 30.0,
    )  # fmt: skip


def by_mag(texts: Texts) -> list[dict[str, tuple[float, float, float]]]:
    """Estimate and limits of each figure of each system."""
    loaded = evaluations(texts)
    found = [figures(item, BOOTSTRAP_SEED).means for item in loaded]
    pair_table(list(zip(loaded[1 : PAIRS + 1], loaded[:PAIRS], strict=True)), BOOTSTRAP_SEED)
    return [{key: (own.estimate, own.low, own.high) for key, own in item.items() if own} for item in found]


def by_peers(texts: Texts) -> list[dict[str, tuple[float, float, float]]]:
    """The same by the packages people use: no smoothing, no stemmer, percentile intervals, vectorised statistics."""
    systems, tasks = (max(key[i] for key in texts) + 1 for i in (0, 1))
    rouge = RougeScorer(["rouge1", "rougeL"], use_stemmer=False)
    successes, results = [], []
    for system in range(systems):
        rows = []
        for task in range(tasks):
            guides, reference, success, bits = texts[system, task]
            ours, theirs = guides.split(), [reference.split()]
            scores = rouge.score(reference, guides)
            bleus = [nltk_bleu.sentence_bleu(theirs, ours, weights) for weights in ((1.0,), (0.5, 0.5))]
            metrics = [*bleus, scores["rouge1"].fmeasure, scores["rougeL"].fmeasure]
            g = sum(metrics) / 4
            rows.append([success, sum(bits), len(bits), success * (GGS_GAMMA + (1 - GGS_GAMMA) * g), g, *metrics])
        table = np.array(rows, dtype=float).T
        successes.append(table[0])
        results.append(
            {
                "sr": limits((table[0],), mean),
                "ofcr": limits((table[1], table[2]), lambda a, b, axis: a.mean(axis=axis) / b.mean(axis=axis)),
                "ggs": limits((table[3],), mean),
                "tax": limits((table[0], table[3]), lambda a, b, axis: a.mean(axis=axis) - b.mean(axis=axis)),
                **{key: limits((table[4 + i],), mean) for i, key in enumerate(GUIDES)},
            }
        )
    for first, second in zip(successes[1 : PAIRS + 1], successes[:PAIRS], strict=True):
        limits((first, second), lambda a, b, axis: a.mean(axis=axis) - b.mean(axis=axis))
    return results


def mean(values: np.ndarray, axis: int) -> np.ndarray:
    return values.mean(axis=axis)


def limits(columns: tuple[np.ndarray, ...], statistic: Callable[..., np.ndarray]) -> tuple[float, float, float]:
    found = bootstrap(
        columns,
        statistic,
        paired=True,
        vectorized=True,
        n_resamples=BOOTSTRAP_RESAMPLES,
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=np.random.default_rng(BOOTSTRAP_SEED),
    ).confidence_interval
    return float(statistic(*columns, axis=-1)), float(found.low), float(found.high)


def timed(work: Callable[[], object]) -> tuple[float, float, object]:
    """Wall and processor seconds, and what came of it."""
    wall, processor = time.perf_counter(), time.process_time()
    result = work()
    return time.perf_counter() - wall, time.process_time() - processor, result


def median(times: list[tuple[float, float]]) -> str:
    wall, processor = (statistics.median(column) for column in zip(*times, strict=True))
    return f"{wall:7.2f} s wall {processor:7.2f} s processor"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default in (("--systems", 15), ("--tasks", 174), ("--runs", 5)):
        parser.add_argument(name, type=int, default=default)
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    warnings.filterwarnings("ignore", module="nltk")  # it warns of every score of 0
    texts = make(options.systems, options.tasks)
    print(f"{options.systems} systems of {options.tasks} tasks, {options.runs} runs a side, medians")
    compare(texts, options.runs)
    for factor in (1, 2, 4):
        larger = make(options.systems, factor * options.tasks)
        print(f"mag, {factor}x tasks     {median([timed(partial(by_mag, larger))[:2] for _ in range(options.runs)])}")
    loaded = evaluations(texts)
    print(f"mag analyze, whole {median([timed(lambda: analyse(loaded))[:2] for _ in range(options.runs)])} (every pair, every table)")
    if options.folder:
        places = Places.of(load_miniarena())
        count = len(load_evaluation(options.folder, places).episodes)
        print(
            f"reading {count} episodes {median([timed(lambda: load_evaluation(options.folder, places))[:2] for _ in range(options.runs)])}"
        )


def compare(texts: Texts, runs: int) -> None:
    """Both sides in turn; the ratio of medians, and how far the figures are apart."""
    times: dict[str, list[tuple[float, float]]] = {"mag": [], "peers": []}
    results: dict[str, list[dict[str, tuple[float, float, float]]]] = {}
    for _ in range(runs):
        for side, work in (("mag", by_mag), ("peers", by_peers)):
            wall, processor, results[side] = timed(partial(work, texts))
            times[side].append((wall, processor))
    for side, own in times.items():
        print(f"{side:18s} {median(own)}")
    processor = [statistics.median(processor for _, processor in times[side]) for side in ("peers", "mag")]
    print(f"ratio              {processor[0] / processor[1]:7.1f} of processor time")
    apart = [
        max(
            abs(ours[key][part] - theirs[key][part])
            for ours, theirs in zip(results["mag"], results["peers"], strict=True)
            for key in theirs
        )
        for part in (0, 1, 2)
    ]
    print(f"largest difference {apart[0]:.1e} of an estimate, {max(apart[1:]):.1e} of a limit (other resamples)")


if __name__ == "__main__":
    main()
