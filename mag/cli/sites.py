"""`mag sites ...`."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from mag.sites.miniarena import MiniarenaSet

app = typer.Typer(no_args_is_help=True, help="Environment sets: six web sites each.")


@app.command()
def up(sets: Annotated[int, typer.Option(min=0, help="How many sets; 0: as conf/sites.yaml says.")] = 1) -> None:
    """Start environment sets that stay up, each on seven ports of its own, and print their addresses."""
    from mag.miniarena import SITE_KEYS
    from mag.settings import load_settings
    from mag.sites.miniarena import PORTS_PER_SET, running, start

    conf = load_settings().sites
    home = Path(conf.home)
    here = {item.number: item for item in running(home)}
    for number in range(1, (sets or conf.sets) + 1):
        item = here.get(number) or start(number, home, conf.base_port + PORTS_PER_SET * (number - 1), detached=True)
        for key in SITE_KEYS:
            print(f"set {number}  {key:15s} http://127.0.0.1:{item.ports[key]}/")


@app.command()
def down() -> None:
    """Stop every set that `mag sites up` started."""
    from mag.settings import load_settings
    from mag.sites.miniarena import stop_detached

    print(f"stopped {stop_detached(Path(load_settings().sites.home))} sets")


@app.command()
def reset() -> None:
    """Bring every set that is up back to its snapshot and verify it."""
    for item in _up():
        print(f"set {item.number}  reset and verified in {asyncio.run(item.reset()):.3f} s")


@app.command()
def status() -> None:
    """Health of every set that is up."""
    for item in _up():
        asyncio.run(item.health())
        answer = asyncio.run(item.status())
        print(f"set {item.number}  healthy, {'as the snapshot' if answer['pristine'] else 'changed since its reset'}, {answer['snapshot']}")


def _up() -> "list[MiniarenaSet]":
    from mag.errors import BadInput
    from mag.settings import load_settings
    from mag.sites.miniarena import running

    found = running(Path(load_settings().sites.home))
    if not found:
        raise BadInput("no environment set is up; start one with `mag sites up`")
    return found
