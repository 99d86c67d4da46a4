"""`mag study ...`: the whole recipe as one list of units."""

import signal
from typing import Annotated

import typer

from mag.cli.common import fail

app = typer.Typer(no_args_is_help=True, help="The whole recipe: base, SFT, expert, rounds, evaluations, analysis, unit by unit.")

Name = Annotated[str, typer.Argument(help="A file of conf/study.")]


@app.command()
def run(
    name: Name = "miniature",
    only: Annotated[str, typer.Option(help="This unit alone.")] = "",
    until: Annotated[str, typer.Option(help="All units up to this one, in their order.")] = "",
    threads: Annotated[int, typer.Option(min=0, help="Of torch on a CPU; the weights depend on it. 0: as the study was started.")] = 0,
) -> None:
    """Do what is left of a study. Started again, it goes on where it stopped; what is done is not done again.

    Exit status 3: the infrastructure failed, the same command tries again.
    """
    from mag.errors import Transient
    from mag.study.conf import load_study
    from mag.study.display import display
    from mag.study.run import chosen_units, run_units
    from mag.study.units import units

    study = load_study(name, threads)
    chosen = chosen_units(study, only, until)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs start with it ignored
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        with display(study, units(study), chosen) as watch:
            run_units(study, chosen, watch)
    except KeyboardInterrupt:
        chosen_by = f" --only {only}" if only else f" --until {until}" if until else ""
        fail(f"stopped; what was finished is kept, `mag study run {name}{chosen_by}` goes on from there", 130)
    except Transient as error:
        fail(str(error), 3)
    done = sum(unit.done for unit in chosen)
    print(f"{study.folder}: {done} of {len(chosen)} unit{'s' * (len(chosen) != 1)} done")


@app.command()
def status(name: Name = "miniature") -> None:
    """What is done, running and left, and how long that will take."""
    from mag.study.conf import load_study
    from mag.study.status import as_text, rows

    study = load_study(name)
    print(as_text(study, rows(study)))


@app.command("units")
def names(name: Name = "miniature") -> None:
    """The names of all units, one a line."""
    from mag.study.conf import load_study
    from mag.study.units import units

    print("\n".join(unit.name for unit in units(load_study(name))))


@app.command()
def stages(
    name: Annotated[str, typer.Argument(help="A file of conf/study; by default the one that params.yaml names.")] = "",
    check: Annotated[bool, typer.Option("--check", help="Write nothing; status 2 where the file is of something else.")] = False,
) -> None:
    """Write stages.yaml, which dvc.yaml's stages follow from."""
    from mag.runs import write_atomic
    from mag.settings import load_params
    from mag.study.conf import load_study
    from mag.study.stages import FILE, as_text, check_stages
    from mag.study.stages import stages as stages_of

    study = load_study(name or load_params().study)
    if not check:
        write_atomic(FILE, as_text(stages_of(study)).encode())
    check_stages(study)
    print(f"{FILE}: {study.name}")
