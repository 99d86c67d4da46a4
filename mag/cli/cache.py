"""`mag cache ...`: the replies that `--cache` answers from."""

from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, help="The response cache of `mag sweep --cache`.")


@app.command()
def size() -> None:
    """How many replies it holds, and how much room they take."""
    from mag.models.cache import Responses
    from mag.settings import load_settings

    store = Responses.of(load_settings())
    found = store.size()
    print(f"{found.replies} replies, {found.bytes / 1e6:.1f} MB in {store.folder.resolve()}")


@app.command()
def prune(
    keep: Annotated[float, typer.Option(min=0, help="Megabytes to keep; what was not used for longest goes first.")] = 1_000.0,
) -> None:
    """Remove replies until at most so much room is taken."""
    from mag.models.cache import Responses
    from mag.settings import load_settings

    store = Responses.of(load_settings())
    gone, left = store.prune(int(keep * 1e6)), store.size()
    print(f"{gone.replies} replies removed ({gone.bytes / 1e6:.1f} MB), {left.replies} left ({left.bytes / 1e6:.1f} MB)")
