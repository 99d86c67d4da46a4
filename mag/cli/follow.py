"""`mag follow ...`: is a guide enough? Followed without sites, followed on the sites, rated."""

import asyncio
import os
import re
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mag.cli.common import Sites, fail

if TYPE_CHECKING:
    from mag.benchmark.load import Benchmark
    from mag.follow.rating import RatingQueue
    from mag.judge.drain import DrainReport
    from mag.policies.base import Policy
    from mag.settings import JudgeConf

app = typer.Typer(no_args_is_help=True, help="Followability and usefulness of guides.")

Source = Annotated[Path, typer.Argument(help="Folder of an evaluation (runs/<run>/evals/<name>) or of a gold corpus.")]
Follower = Annotated[str, typer.Option(help="words (no model), or a policy as for `mag sweep`.")]
Completions = Annotated[Path | None, typer.Option(help="File of completions at the corpus's steps: their guides instead of the gold ones.")]
Limit = Annotated[int, typer.Option(min=0, help="At most this many, drawn by --seed or spread; 0: all.")]
KNOWS_THE_TASK = ("demo", "replay", "imperfect", "followed")


@app.command()
def offline(
    source: Source,
    follower: Follower = "words",
    completions: Completions = None,
    out: Annotated[Path | None, typer.Option(help="Folder to write to; default: follow/<follower> in the source.")] = None,
    limit: Limit = 0,
    seed: int = 0,
    parallel: Annotated[int, typer.Option(min=1, help="Sentences asked at a time.")] = 8,
) -> None:
    """Give a follower each sentence with its page, and count how often it does what was done there. Goes on where it was stopped."""
    from mag.benchmark.load import load_benchmark
    from mag.follow.ask import follower_name
    from mag.follow.items import limited, read_completed, read_source
    from mag.follow.offline import follow_items
    from mag.follow.summary import write_followed

    chosen = _follower(follower, load_benchmark())
    for read in read_completed(source, completions) if completions else [read_source(source)]:
        folder = out or source / "follow" / chosen.name
        folder = folder / re.sub(r"[^A-Za-z0-9.-]+", "-", read.name) if completions else folder
        rows = asyncio.run(follow_items(limited(read.items, limit, seed), chosen, folder, parallel))
        print(write_followed(folder, rows, read, follower_name(chosen)), end="")
        print(f"rows: {folder.resolve()}")


@app.command()
def live(
    evaluation: Annotated[Path, typer.Argument(help="Folder of the evaluation whose guides are followed (runs/<run>/evals/<name>).")],
    run: Annotated[str, typer.Option(help="Name of the run folder to write to.")] = "default",
    name: Annotated[str, typer.Option(help="Name of the new evaluation; default: followed-<name of the one followed>.")] = "",
    follower: Follower = "words",
    site: Sites = None,
    task: Annotated[list[int] | None, typer.Option(help="Only this task; may be repeated.")] = None,
    limit: Limit = 0,
    seed: int = 0,
    judge: Annotated[str, typer.Option(help="As for `mag sweep`.")] = "",
    kind: Annotated[str, typer.Option(help="miniarena, compose or remote; default: as conf/sites.yaml says.")] = "",
    sets: Annotated[int, typer.Option(min=0, help="Environment sets in parallel; 0: as conf/sites.yaml says.")] = 0,
) -> None:
    """Follow whole guides on reset sites; the task's checker decides. Exit status 3 when some episode has no verdict."""
    from mag.benchmark.load import load_benchmark
    from mag.errors import BadInput
    from mag.follow.live import Following, followable, run_following
    from mag.report.console import watch
    from mag.runs import read_json
    from mag.settings import load_settings

    settings = load_settings()
    settings.sites.sets = sets or settings.sites.sets
    settings.sites.kind = kind or settings.sites.kind
    benchmark = load_benchmark(read_json(evaluation / "plan.json").get("benchmark", ""), settings=settings)
    tasks, samples = followable(evaluation, benchmark)
    tasks = [one for one in tasks if (not site or one.site in site) and (not task or one.task_id in task)]
    if not tasks:
        raise BadInput(f"no task of {evaluation} fits --site and --task")
    tasks = tasks[:: max(1, -(-len(tasks) // limit))] if limit else tasks
    following = Following(evaluation, _follower(follower, benchmark), run, name, seed, judge)
    folder = Path(settings.runs.folder) / run / "evals" / following.folder_name
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        with watch(len(tasks) * samples) as report:
            found = run_following(following, benchmark, tasks, settings, folder, report)
    except KeyboardInterrupt:
        fail(f"stopped; {folder} keeps what was finished, and the same command goes on from there", 130)
    print(f"{found['table']}\nevaluation: {folder.resolve()}")
    if read_json(folder / "summary.json")["incomplete"]:
        sys.exit(3)


@app.command()
def rate(
    sources: Annotated[list[Path], typer.Argument(help="Evaluations or gold corpora; several are rated in one shuffled order.")],
    out: Annotated[Path, typer.Option(help="Folder of questions and ratings; given again it goes on.")] = Path("ratings"),
    rater: Annotated[
        list[str] | None,
        typer.Option(help="local (no model), or MODEL[,BASE_URL[,KEY_VARIABLE]], the rest as conf/judge.yaml says; may be repeated."),
    ] = None,
    completions: Completions = None,
    limit: Limit = 200,
    seed: int = 0,
    again: Annotated[bool, typer.Option("--again", help="Ask also what a rater was undecided on.")] = False,
) -> None:
    """Let a panel rate guides useful, ambiguous or useless, blind. Exit status 3 when ratings are missing; they wait in the folder."""
    from mag.follow.items import limited, read_completed, read_source
    from mag.follow.local_rater import NAME
    from mag.follow.local_rater import rate as rate_locally
    from mag.follow.rating import RatingQueue
    from mag.follow.report import write_panel

    queue = RatingQueue(out)
    for read in [one for path in sources for one in (read_completed(path, completions) if completions else [read_source(path)])]:
        queue.put(read.name, limited(read.items, limit, seed))
    left = 0
    for choice in rater or ["local"]:
        if choice == "local":
            queue.ratings.add([rate_locally(question) for question in queue.pending(NAME, seed, again)])
        else:
            left += _ask(queue, _conf(choice), seed, again)
    print(write_panel(queue), end="")
    if left:
        fail(f"{left} ratings are missing and wait in {out}; give the same command again", 3)


def _ask(queue: "RatingQueue", conf: "JudgeConf", seed: int, again: bool) -> int:
    """Put what is pending to a model; how much has no rating yet. Without its key at hand, everything waits."""
    from mag.follow.rater import ModelRater, rate_pending, rater_name
    from mag.judge.gateway import Gateway
    from mag.judge.tables import drained

    waiting = len(queue.pending(rater_name(conf), seed, again))
    if waiting and conf.key_variable and not os.environ.get(conf.key_variable):
        print(f"{conf.model}: {conf.key_variable} is not set; {waiting} questions wait for it", file=sys.stderr)
        return waiting

    async def work() -> "DrainReport":
        async with ModelRater(conf, queue) as asker:
            gateway = Gateway(asker, conf)
            loop = asyncio.get_running_loop()

            def stop() -> None:  # what is under way is paid for and waited for; a second signal ends at once
                gateway.stop()
                for number in (signal.SIGINT, signal.SIGTERM):
                    loop.remove_signal_handler(number)

            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, stop)
            return await rate_pending(queue, gateway, Path(conf.store), seed, again)

    report = asyncio.run(work())
    print(f"{rater_name(conf)}: {drained(report)}")
    if report.stopped:
        fail(report.stopped, 130)
    return report.unanswered


def _conf(choice: str) -> "JudgeConf":
    from mag.settings import load_settings

    conf = load_settings().judge
    model, base_url, key_variable = (*choice.split(",", 2), *[None] * 3)[:3]
    return replace(
        conf,
        model=model or conf.model,
        base_url=base_url or conf.base_url,
        key_variable=conf.key_variable if key_variable is None else key_variable,
    )


def _follower(choice: str, benchmark: "Benchmark") -> "Policy":
    """The follower of this name. Raises BadInput for a policy that knows the task: it would follow nothing."""
    from mag.choice import make_policy
    from mag.errors import BadInput
    from mag.policies.follower import WordsFollower

    if choice == "words":
        return WordsFollower()
    if choice.partition(":")[0] in KNOWS_THE_TASK:
        raise BadInput(f"{choice} knows the task and would not read the guide; choose words or a policy that answers prompts")
    return make_policy(choice, benchmark)
