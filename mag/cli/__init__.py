"""`mag ...`: the same functions as the flows, without Prefect and MLflow. Heavy imports happen inside the commands."""

import typer

from mag.cli import (
    analyze,
    cache,
    compare,
    corpus,
    doctor,
    expert,
    follow,
    judge,
    rescore,
    route,
    runs,
    score,
    serve,
    sites,
    status,
    study,
    tasks,
    train,
)
from mag.cli.common import fail
from mag.errors import MagError

TRAINING = ("torch", "transformers", "accelerate", "deepspeed", "safetensors")  # packages of the extra `train`

app = typer.Typer(
    no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help="Web agents that do a task and teach it."
)
for module in (runs, status, analyze, compare, rescore, score, route, serve, doctor):
    module.register(app)
app.add_typer(cache.app, name="cache")
app.add_typer(corpus.app, name="corpus")
app.add_typer(expert.app, name="expert")
app.add_typer(follow.app, name="follow")
app.add_typer(judge.app, name="judge")
app.add_typer(sites.app, name="sites")
app.add_typer(study.app, name="study")
app.add_typer(tasks.app, name="tasks")
app.add_typer(train.app, name="train")


def main() -> None:
    """Run the command line; errors meant for people become one line and exit status 2."""
    try:
        app()
    except MagError as error:
        fail(str(error))
    except (OSError, ExceptionGroup) as error:
        from mag.runs import full

        if not full(error):
            raise
        where = getattr(error, "filename", None) or "a file"
        fail(f"no space left to write {where}; free some and start the same command again, it goes on")
    except ModuleNotFoundError as error:
        if error.name not in TRAINING:
            raise
        fail(f"this needs {error.name}; bring in what training needs with `make everything`, or install mag-bench[train]")
