"""`mag judge ...`: the deferred judge of meaning. A host without a way out queues; another one drains; the rulings are merged back."""

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from mag.cli.common import fail

if TYPE_CHECKING:
    from mag.judge.drain import DrainReport
    from mag.judge.gateway import Gateway
    from mag.judge.queue import JudgeQueue
    from mag.settings import JudgeConf

T = TypeVar("T")
app = typer.Typer(no_args_is_help=True, help="The judge of meaning: queue, rulings, panel, calibration.")

Where = Annotated[Path, typer.Argument(help="A run's name or folder, the folder of a queue, or a requests.jsonl.")]
Model = Annotated[str, typer.Option(help="Instead of judge.model of conf/judge.yaml.")]
BaseUrl = Annotated[str, typer.Option(help="Instead of judge.base_url.")]
KeyVariable = Annotated[str | None, typer.Option(help="Instead of judge.key_variable; '' for an endpoint without keys.")]


@app.command()
def drain(
    where: Where,
    again: Annotated[bool, typer.Option("--again", help="Ask also what this judge was undecided on.")] = False,
    batch: Annotated[bool, typer.Option("--batch", help="In the provider's batches: cheaper, answered within a day.")] = False,
    model: Model = "",
    base_url: BaseUrl = "",
    key_variable: KeyVariable = None,
) -> None:
    """Put what is pending to the judge. Stopped at any point, the same command goes on; exit status 3 when something is left."""
    from mag.judge.drain import drain as drain_queue
    from mag.judge.tables import drained

    conf = _conf(model, base_url, key_variable)
    if batch and again:
        fail("what a judge was undecided on is asked again live; leave --batch out")
    left, problem = 0, ""
    for queue in _queues(where):
        work = partial(drain_queue, queue, store=Path(conf.store), again=again, progress=_progress)
        try:
            report = asyncio.run(_with_batches(conf, queue, work) if batch else _with_gateway(conf, work))
        except KeyboardInterrupt:
            fail(f"stopped; what was sent is kept in {queue.folder}, and the same command goes on from there", 130)
        print(f"{queue.folder}: {drained(report)}")
        if report.stopped:
            fail(report.stopped, 130)
        left, problem = left + report.unanswered, report.problem or problem
    if left:
        fail(f"{left} questions got no reply ({problem}) and are still pending; give the same command again", 3)


@app.command()
def merge(run: Where, file: Annotated[Path, typer.Argument(help="verdicts.jsonl of a queue drained elsewhere, or its folder.")]) -> None:
    """Take over rulings made elsewhere. Doing it twice changes nothing."""
    for queue in _queues(run):
        merged = queue.merge(file)
        print(f"{queue.folder}: {merged.added} rulings added, {merged.known} known already, {merged.foreign} on questions not asked here")


@app.command()
def status(run: Where) -> None:
    """What is queued, and how far each judge is. Exit status 1 when a judge decided a question both ways."""
    from mag.judge.model import judge_name
    from mag.judge.tables import standing
    from mag.settings import load_settings

    current = judge_name(load_settings().judge)
    conflicts = 0
    for queue in _queues(run):
        judges = sorted({current, *queue.verdicts.judges()})
        conflicts += sum(len(queue.verdicts.conflicts(name)) for name in judges)
        print("\n".join([f"{queue.folder}: {len(queue.questions())} questions", *(standing(queue, name) for name in judges)]))
    if conflicts:
        sys.exit(1)


@app.command()
def panel(
    run: Where,
    judge: Annotated[list[str] | None, typer.Option("--judge", help="Name of a judge, or its beginning; default: all there are.")] = None,
) -> None:
    """Compare judges on the same questions: majority, agreement, kappa, what each one changes."""
    from mag.judge import panel as panels
    from mag.judge.tables import panel_table

    queues = _queues(run)
    there = sorted({name for queue in queues for name in queue.verdicts.judges()})
    names = [_match(name, there) for name in judge] if judge else there
    rulings = {name: {key: value for queue in queues for key, value in queue.rulings(name).items()} for name in names}
    print(panel_table(panels.panel(rulings)))


@app.command()
def calibrate(model: Model = "", base_url: BaseUrl = "", key_variable: KeyVariable = None) -> None:
    """Put the pinned questions to the judge anew and compare with its last calibration. Exit status 1 when it has drifted."""
    from mag.judge import calibration

    conf = _conf(model, base_url, key_variable)
    store = Path(conf.store)
    now = asyncio.run(_with_gateway(conf, calibration.calibrate))
    before = calibration.last(store, now.judge)
    calibration.keep(store, now)

    from mag.judge.tables import calibration_table, drift_line

    print(calibration_table(now))
    if before is not None:
        change = calibration.drift(before, now)
        print(drift_line(change))
        if change.alarm:
            sys.exit(1)


async def _with_gateway(conf: "JudgeConf", work: "Callable[[Gateway], Awaitable[T]]") -> "T":
    """Run the work; the first Ctrl-C or SIGTERM lets the requests under way finish, the second one ends at once."""
    from mag.judge.gateway import Gateway
    from mag.judge.model import ModelJudge

    loop = asyncio.get_running_loop()
    async with ModelJudge(conf) as judge:
        gateway = Gateway(judge, conf)

        def stop() -> None:
            gateway.stop()
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)

        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop)
        return await work(gateway)


async def _with_batches(conf: "JudgeConf", queue: "JudgeQueue", work: "Callable[[Gateway], Awaitable[T]]") -> "T":
    """Run the work with all questions of the queue asked at a time, so that they go into one batch."""
    from mag.judge.batch import BatchJudge
    from mag.judge.gateway import Gateway

    async with BatchJudge(conf, queue.folder / "batches", lambda line: print(line, file=sys.stderr)) as judge:
        return await work(Gateway(judge, replace(conf, in_flight=max(1, len(queue.questions())))))


def _conf(model: str, base_url: str, key_variable: str | None) -> "JudgeConf":
    from mag.settings import load_settings

    conf = load_settings().judge
    return replace(
        conf,
        model=model or conf.model,
        base_url=base_url or conf.base_url,
        key_variable=conf.key_variable if key_variable is None else key_variable,
    )


def _queues(where: Path) -> "list[JudgeQueue]":
    """The queues there: the folder itself, a run's own, those of its evaluations."""
    from mag.errors import BadInput
    from mag.judge.queue import REQUESTS, JudgeQueue
    from mag.settings import load_settings

    folder = where.parent if where.name == REQUESTS else where
    if not folder.is_dir():
        folder = Path(load_settings().runs.folder) / where
    found = [path for path in (folder, folder / "judge", *sorted(folder.glob("evals/*/judge"))) if (path / REQUESTS).is_file()]
    if not found:
        raise BadInput(f"{folder} holds no {REQUESTS}; give a run whose tasks need a judge, or the folder of a queue")
    return [JudgeQueue(path) for path in found]


def _match(name: str, there: list[str]) -> str:
    from mag.errors import BadInput

    found = [name] if name in there else [other for other in there if other.startswith(name)]
    if len(found) != 1:
        raise BadInput(
            f"--judge {name} names {'no judge' if not found else 'several judges'} here; there are: {', '.join(there) or 'none'}"
        )
    return found[0]


def _progress(report: "DrainReport") -> None:
    if report.asked % 50 == 0:
        print(f"{report.asked + report.cached}/{report.pending}  {report.limited} x 429, {report.timeouts} time-outs", file=sys.stderr)
