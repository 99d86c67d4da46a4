"""`mag sites ...`."""

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from mag.cli.common import fail

if TYPE_CHECKING:
    from mag.sites.base import EnvironmentSet
    from mag.sites.kinds import Kind as KindOfSet

app = typer.Typer(no_args_is_help=True, help="Environment sets: six web sites each.")
Kind = Annotated[str, typer.Option(help="miniarena, compose or remote; default: as conf/sites.yaml says.")]
Stack = Annotated[str, typer.Option(help="What a compose or remote set runs: miniarena or webarena; default: as conf/sites.yaml says.")]


@app.command()
def up(
    sets: Annotated[int, typer.Option(min=0, help="How many sets; 0: as conf/sites.yaml says.")] = 1, kind: Kind = "", stack: Stack = ""
) -> None:
    """Start environment sets that stay up, in parallel, and print their addresses and how long each took."""
    chosen = _kind(kind, stack)
    started = time.monotonic()
    for item, seconds in chosen.up(sets or chosen.conf.sets):
        for key, url in item.urls.items():
            print(f"set {item.number}  {key:15s} http://127.0.0.1:{item.hosts[_host(url)]}/   as {url}/")
        print(f"set {item.number}  up in {seconds:.1f} s, {item.snapshot}")
    print(f"all in {time.monotonic() - started:.1f} s")


@app.command()
def down(kind: Kind = "", stack: Stack = "") -> None:
    """Stop every set that `mag sites up` started."""
    print(f"stopped {_kind(kind, stack).down()} sets")


@app.command()
def reset(kind: Kind = "", stack: Stack = "") -> None:
    """Bring every set that is up back to its snapshot and verify it."""
    for item in _up(_kind(kind, stack)):
        print(f"set {item.number}  reset and verified in {asyncio.run(item.reset()):.3f} s")


@app.command()
def status(kind: Kind = "", stack: Stack = "") -> None:
    """Of every set that is up: who works on it, and each site's health and fingerprint."""
    from mag.locks import holder

    chosen = _kind(kind, stack)
    for item in _up(chosen):
        who = holder(chosen.lock(item.number))
        print(f"set {item.number}  {item.snapshot}, {f'in use by {who}' if who else 'free'}")
        asyncio.run(_show(chosen, item, deep=False))


@app.command()
def check(kind: Kind = "", stack: Stack = "") -> None:
    """Look deep: every site's page, login and a known row. Ends with status 1 when something is wrong."""
    chosen = _kind(kind, stack)
    sick = 0
    for item in _up(chosen):
        print(f"set {item.number}")
        sick += asyncio.run(_show(chosen, item, deep=True))
    if sick:
        fail(f"{sick} sites are not well; `mag sites reset` makes them anew", 1)


async def _show(chosen: "KindOfSet", item: "EnvironmentSet", deep: bool) -> int:
    from mag.errors import Transient
    from mag.sites.checks import report

    found = await report(item.hosts, item.urls, chosen.sites(item), deep)
    try:
        fingerprints = await item.fingerprint()
    except Transient as error:  # shown, beside what the sites that answer are like
        fingerprints = dict.fromkeys(item.urls, "-")
        print(f"  no fingerprints: {error}")
    well = "page, login and row" if deep else "serves"
    for key, wrong in found.items():
        print(f"  {key:15s} {fingerprints[key][:12]:12s}  {wrong or well}")
    return sum(map(bool, found.values()))


def _host(url: str) -> str:
    from urllib.parse import urlsplit

    return urlsplit(url).hostname or ""


def _kind(kind: str, stack: str) -> "KindOfSet":
    from mag.settings import load_settings
    from mag.sites.kinds import kind_of

    conf = load_settings().sites
    conf.kind, conf.stack = kind or conf.kind, stack or conf.stack
    return kind_of(conf)


def _up(chosen: "KindOfSet") -> "Sequence[EnvironmentSet]":
    from mag.errors import BadInput

    found = chosen.found()
    if not found:
        raise BadInput("no environment set is up; start one with `mag sites up`")
    return found
