"""The last unit: what `mag analyze` writes, over everything that the study measured, with the comparisons that it was made for.

<runs>/<study>/analysis/            greedy evaluations on the test tasks: SFT, evaluated rounds; training curves, groups a round
<runs>/<study>/analysis/pass/       pass@k
<runs>/<study>/analysis/validation/ what may be chosen by
<runs>/<study>/analysis/expert/<grounding>/tables/    coverage of the expert cache
<runs>/<study>/analysis/plots/                        curves as CSV (mag.study.plots)
<runs>/<study>/analysis/best.json                     the checkpoint to go on with, by validation alone
<runs>/<study>/analysis/COMMITTED.json                what all of it is of; written last
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

from mag.analysis.admit import admit
from mag.analysis.analyse import Ask, analyse
from mag.analysis.load import Places, load_evaluations
from mag.analysis.result import Analysis
from mag.analysis.rounds import Round, read_rounds
from mag.analysis.seeds import POOLED
from mag.benchmark.load import Benchmark
from mag.expert.coverage import coverage_tables
from mag.expert.trials import read_passes
from mag.report.tables import write_tables
from mag.runs import COMMITTED, write_json
from mag.study.best import write_best
from mag.study.choose import preroll
from mag.study.conf import Study
from mag.study.plots import write_plots
from mag.study.units import Kind, Unit, analysed, units

FOLDERS: dict[Kind, str] = {"evaluation": ".", "pass": "pass", "validation": "validation"}


def analyse_study(study: Study, benchmark: Benchmark, unit: Unit) -> Path:
    """Write all of it; the report's path."""
    places, all_units = Places.of(benchmark), units(study)
    found = analysed(unit)
    trained = [run for grounding in study.conf.groundings for run in training_runs(study, grounding)]
    rounds = [item for run in trained for item in read_rounds(run, places)]
    for grounding in study.conf.groundings:
        passes = read_passes(preroll(study, grounding).evaluations(study.runs))
        tables = coverage_tables(passes, {one.task_id: one for one in benchmark.tasks})
        write_tables(tables, unit.folder / "expert" / grounding / "tables")
    for kind in ("validation", "pass", "evaluation"):
        folders = [own.folder for own in all_units if own.kind == kind]
        if folders:
            of_training = (rounds, [*(study.run(name) for name in study.conf.groundings), *trained]) if kind == "evaluation" else ([], [])
            report = write(compare(study, kind, places, of_training), unit.folder / FOLDERS[kind])
    write_best(study, all_units, unit.folder)
    write_plots(study, all_units, unit.folder / "plots")
    write_json(unit.folder / COMMITTED, {"inputs": found})
    return report


def compare(study: Study, kind: Kind, places: Places, trained: tuple[Sequence[Round], Sequence[Path]]) -> Analysis:
    """The analysis of all units of a kind. trained: rounds and folders of runs whose curves belong to it."""
    own = [unit for unit in units(study) if unit.kind == kind]
    evaluations = admit(load_evaluations([unit.folder for unit in own], places))
    return analyse(evaluations, Ask(pairs(own)), *trained)


def pairs(own: Sequence[Unit]) -> tuple[str, ...]:
    """What is compared: a later checkpoint with the SFT one and with earlier ones of its run, arms and groundings at the same point."""
    chosen = []
    for second, first in combinations(reversed(own), 2):
        a, b = first.of, second.of
        earlier = a.grounding == b.grounding and (not a.arm or (a.arm, a.seed) == (b.arm, b.seed))
        differ = sum(getattr(a, name) != getattr(b, name) for name in ("grounding", "arm", "seed", "number"))
        if earlier:
            chosen.append(f"{_name(second)}:{_name(first)}")
        elif differ == 1 and a.seed == b.seed and a.number == b.number:
            chosen.append(f"{_name(first)}:{_name(second)}")
    return (*reversed(chosen), *pooled_pairs(own))


def pooled_pairs(own: Sequence[Unit]) -> Iterator[str]:
    """Arms of several seeds, seeds pooled: each with the SFT checkpoint, and with every other arm, at each evaluated round."""
    starts = {unit.of.grounding: _name(unit) for unit in own if not unit.of.arm}
    sides: dict[tuple[str, int], dict[str, list[str]]] = {}
    for unit in own:
        if unit.of.arm:
            sides.setdefault((unit.of.grounding, unit.of.number), {}).setdefault(unit.of.arm, []).append(_name(unit))
    for (grounding, _), arms in sides.items():
        joined = [POOLED.join(names) for names in arms.values() if len(names) > 1]
        yield from (f"{side}:{starts[grounding]}" for side in joined)
        yield from (f"{first}:{second}" for first, second in combinations(joined, 2))


def write(analysis: Analysis, folder: Path) -> Path:
    """Tables, figures and report of one analysis; the report's path."""
    from mag.report.html_report import write as write_report

    write_tables(analysis.tables, folder / "tables")
    return write_report(analysis, folder)


def training_runs(study: Study, grounding: str) -> list[Path]:
    """Folders of the training runs of a grounding."""
    return [study.run(grounding, arm, seed) for seed in study.conf.seeds for arm in study.conf.arms]


def _name(unit: Unit) -> str:
    return f"{unit.folder.parent.parent.name}/{unit.folder.name}"
