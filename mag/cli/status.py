"""`mag status RUN`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mag.cli.common import Run

if TYPE_CHECKING:
    from mag.status import Part, RunStatus


def register(app: typer.Typer) -> None:
    """Add the command to the top level."""
    app.command()(status)


def status(run: Run, as_json: Annotated[bool, typer.Option("--json", help="All of it, for programs.")] = False) -> None:
    """What of a run is done, running and left, how fast it goes, what it cost and takes on disk. Disturbs nothing."""
    import json
    from dataclasses import asdict

    from mag.settings import load_settings
    from mag.status import status_of

    folder: Path = run if run.exists() else Path(load_settings().runs.folder) / run
    found = status_of(folder)
    print(json.dumps(asdict(found), indent=1, ensure_ascii=False) if as_json else _text(found))


def _text(found: "RunStatus") -> str:
    from mag.costs import money

    width = max(len(part.name) for part in found.parts) + 2
    lines = [_line(part, width) for part in found.parts]
    done, planned = (sum(getattr(part, name) for part in found.parts) for name in ("done", "planned"))
    total = f"{found.folder}: {done} of {planned}, {_bytes(found.size)} on disk, {_bytes(found.free)} free"
    if found.usd is not None:
        total += f", {money(found.usd)}"
    if found.wanted > found.free:
        lines.append(f"what is left will take about {_bytes(found.wanted)}: free some space before it stops for want of it")
    return "\n".join([*lines, total])


def _line(part: "Part", width: int) -> str:
    facts = [f"{part.done}/{part.planned}"]
    if part.holder:
        facts.append(f"by process {part.holder}")
    if part.per_hour is not None and part.state == "running":
        facts.append(f"{part.per_hour:.0f} an hour")
    if part.left_s is not None and part.left:
        facts.append(f"{_span(part.left_s)} left")
    if part.quiet_s is not None and part.holder:
        facts.append(f"last one {_span(part.quiet_s)} ago")
    if part.spoiled:
        facts.append(f"{part.spoiled} attempts spoiled")
    if part.bill and part.bill.replies:
        facts.append(_cost(part))
    facts.append(_bytes(part.size))
    return part.name.ljust(width) + f"{part.state:11s}" + ", ".join(facts) + (f"  ({part.note})" if part.note else "")


def _cost(part: "Part") -> str:
    from mag.costs import money

    assert part.bill is not None
    paid = f"{money(part.bill.usd)} for " if part.bill.usd is not None else ""
    return f"{paid}{part.bill.replies} replies"


def _span(seconds: float) -> str:
    for unit, size in (("days", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {unit}" if size > 60 else f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


def _bytes(size: int) -> str:
    for unit, one in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if size >= one:
            return f"{size / one:.1f} {unit}"
    return f"{size / 1e3:.0f} kB"
