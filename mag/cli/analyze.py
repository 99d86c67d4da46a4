"""`mag analyze`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from mag.metrics.guide import Scorer

SHOWN = ("main", "pairs", "seeds", "contrasts", "passk")  # what the terminal gets; the folder gets everything


def register(app: typer.Typer) -> None:
    """Add the command to the top level."""
    app.command()(analyze)


def analyze(
    evaluation: Annotated[list[str], typer.Argument(help="Runs or evaluations: their folders, or names such as RUN and RUN/EVALUATION.")],
    out: Annotated[Path | None, typer.Option(help="Folder to write to; default: `analysis` in the first run.")] = None,
    pair: Annotated[list[str] | None, typer.Option(help="Compare a:b, or pooled seeds a+b:c; may be repeated; default: every two.")] = None,
    diff: Annotated[list[str] | None, typer.Option(help="Compare differences, a:b:c:d for (a - b) - (c - d); may be repeated.")] = None,
    reference: Annotated[str, typer.Option(help="Who computes BLEU and ROUGE: mag, sacrebleu (BLEU) or rouge-score (ROUGE).")] = "mag",
    mark: Annotated[bool, typer.Option("--mark", help="Mark what does not compare instead of refusing it.")] = False,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of the resamples; default: the protocol's.")] = None,
) -> None:
    """Compare evaluations of the same tasks: tables with intervals, curves, a report."""
    from mag.analysis.admit import admit
    from mag.analysis.analyse import Ask, analyse
    from mag.analysis.load import Places, load_evaluations
    from mag.analysis.rounds import read_rounds
    from mag.benchmark.load import load_benchmark
    from mag.cli.compare import find_evaluations
    from mag.constants import BOOTSTRAP_SEED
    from mag.report.tables import as_text, write_tables
    from mag.runs import read_json
    from mag.settings import load_settings

    settings = load_settings()
    folders = [folder for name in evaluation for folder in find_evaluations(name, Path(settings.runs.folder))]
    runs = list(dict.fromkeys(run_of(folder) for folder in folders))
    benchmark = load_benchmark(read_json(folders[0] / "plan.json").get("benchmark", ""), settings=settings)
    places = Places.of(benchmark, scorer(reference))
    ask = Ask(tuple(pair or ()), tuple(diff or ()), BOOTSTRAP_SEED if seed is None else seed)
    trained = [item for run in runs for item in read_rounds(run, places)]
    analysis = analyse(admit(load_evaluations(folders, places), mark), ask, trained, runs)

    target = out or runs[0] / "analysis"
    print("\n\n".join(as_text(analysis.tables[key]) for key in SHOWN if key in analysis.tables))
    print("\n" + "\n".join(analysis.notes))
    write_tables(analysis.tables, target / "tables")
    print(f"tables: {(target / 'tables').resolve()}")

    from mag.report.html_report import write

    print(f"report: {write(analysis, target).resolve()}")


def run_of(evaluation: Path) -> Path:
    """The run's folder an evaluation lies in; the evaluation's own where it lies in none."""
    folder = evaluation.resolve()
    return folder.parents[1] if folder.parent.name == "evals" else folder


def scorer(name: str) -> "Scorer":
    """Who computes the guide metrics. Raises BadInput for a name that is none, and where the package is missing."""
    from mag.errors import BadInput
    from mag.metrics import reference
    from mag.metrics.guide import GuideScore, guide_score

    if name == "mag":
        return guide_score
    if name not in ("sacrebleu", "rouge-score"):
        raise BadInput(f"there is no scorer {name!r}; choose mag, sacrebleu or rouge-score")

    def mixed(predicted: str, gold: str) -> GuideScore:
        ours, theirs = guide_score(predicted, gold), reference.guide_score(predicted, gold)
        bleu, rouge = (theirs, ours) if name == "sacrebleu" else (ours, theirs)
        metrics = bleu.bleu1, bleu.bleu2, rouge.rouge1, rouge.rouge_l
        return GuideScore(*metrics, g=sum(metrics) / 4)

    return mixed
