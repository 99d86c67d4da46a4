"""`mag gold`, `mag complete` and `mag score`: the deterministic protocol without sites."""

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mag.cli.common import fail

if TYPE_CHECKING:
    from mag.offline.corpus import Corpus
    from mag.policies.base import Policy

BATCHED = 1_000  # steps asked at a time in batches: they wait in memory, pictures included

Gold = Annotated[Path, typer.Argument(help="Folder of a gold corpus.")]
CorpusPart = Annotated[str, typer.Option(help="Only this part of the split: train, test, ...; default: all steps.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the top level."""
    for command in (gold, complete, score):
        app.command()(command)


def gold(
    evaluations: Annotated[list[Path], typer.Argument(help="Folders of evaluations (runs/<run>/evals/<name>), the preferred first.")],
    out: Annotated[Path, typer.Option(help="Folder of the corpus.")] = Path("gold"),
) -> None:
    """Make a gold corpus of the successful episodes of evaluations: one episode a task, its steps in both views."""
    from mag.benchmark.load import load_benchmark
    from mag.offline.gold import make_gold
    from mag.runs import read_json

    benchmark = load_benchmark(read_json(evaluations[0] / "plan.json").get("benchmark", ""))
    corpus = make_gold(evaluations, out, benchmark.part_of)
    counts = corpus.about["counts"]
    print(f"{out}: {counts['steps']} steps of {counts['tasks']} tasks; som {counts['som']}, coord {counts['coord']}", end="")
    print("".join(f"; left out: {count} {what}" for what, count in corpus.about["left_out"].items()))


def complete(
    gold: Gold,
    out: Annotated[Path, typer.Option(help="File to append to; runs may share one.")] = Path("completions.jsonl"),
    policy: Annotated[str, typer.Option(help="As for `mag sweep`.")] = "demo",
    contract: Annotated[str, typer.Option(help="full, A, G, J or JG.")] = "full",
    grounding: Annotated[str, typer.Option(help="som or coord.")] = "som",
    model: Annotated[str, typer.Option(help="Name of the run in tables, the same for all seeds; default: policy and identity.")] = "",
    seed: int = 0,
    part: CorpusPart = "",
    parallel: Annotated[int, typer.Option(min=1, help="Steps asked at a time.")] = 8,
    batch: Annotated[bool, typer.Option("--batch", help="In the provider's batches: cheaper, answered within a day.")] = False,
) -> None:
    """Let a policy answer at every gold step, the gold guides being the history. Started again, it goes on where it stopped."""
    from mag.contract.contracts import CONTRACTS
    from mag.contract.grounding import GROUNDINGS
    from mag.errors import BadInput
    from mag.offline.completions import journal
    from mag.offline.corpus import load_corpus
    from mag.offline.force import Forcing
    from mag.offline.force import complete as answer

    for value, known in ((contract, CONTRACTS), (grounding, GROUNDINGS)):
        if value not in known:
            raise BadInput(f"{value!r} is none of {', '.join(known)}")
    corpus = load_corpus(gold)
    chosen = _batched(policy, out) if batch else _policy(policy, corpus)
    at_once = max(parallel, BATCHED) if batch else parallel
    forcing = Forcing(chosen, CONTRACTS[contract], GROUNDINGS[grounding], model=model, seed=seed, part=part, parallel=at_once)
    with journal(out) as (known_runs, append):
        try:
            asked = asyncio.run(answer(corpus, forcing, known_runs, append))
        except KeyboardInterrupt:
            fail(f"stopped; {out} keeps what was answered, and the same command goes on from there", 130)
    print(f"{out}: {forcing.run}, {asked} steps answered, {len(known_runs.get(forcing.run, {}))} were there")


def score(
    gold: Gold,
    completions: Annotated[list[Path], typer.Argument(help="Files of completions, from `mag complete` or made elsewhere.")],
    out: Annotated[Path, typer.Option(help="Folder of steps.csv, summary.json and table.txt.")] = Path("scores"),
    audit: Annotated[Path | None, typer.Option(help="Rulings on targets, or three judges' rows, to merge in.")] = None,
    part: CorpusPart = "",
) -> None:
    """Score completions against a gold corpus; equal lines give equal bytes. Exit status 3 when some step has no completion."""
    from mag.offline.completions import read_completions
    from mag.offline.corpus import load_corpus
    from mag.offline.protocol import score_runs
    from mag.offline.write import write_scores

    corpus = load_corpus(gold, audit)
    scores = score_runs(corpus, read_completions(completions), part)
    print(write_scores(out, corpus, scores, part), end="")
    if any(item.view.missing for item in scores):
        sys.exit(3)


def _policy(choice: str, corpus: "Corpus") -> "Policy":
    """The policy of this name; a demonstration is played step by step instead of from its start."""
    from mag.benchmark.load import load_benchmark
    from mag.choice import make_policy
    from mag.offline.demo import ForcedDemoPolicy

    benchmark = load_benchmark(corpus.about.get("benchmark", ""))
    made = make_policy(choice, benchmark)
    return ForcedDemoPolicy(benchmark.demonstrations, corpus.steps) if choice == "demo" else made


def _batched(name: str, out: Path) -> "Policy":
    """The model of this name, asked in batches that are kept beside the completions."""
    from mag.models.batch.model import make_batch_model
    from mag.models.prices import Prices
    from mag.policies.build import entry
    from mag.policies.model import ModelPolicy
    from mag.settings import load_settings

    settings = load_settings()
    conf = entry(name, settings.models)
    folder = out.with_name(f"{out.name}.batches") / name
    model = make_batch_model(conf, Prices.of(conf, settings.prices), folder, lambda line: print(line, file=sys.stderr))
    return ModelPolicy(name, model, conf)
