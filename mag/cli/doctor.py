"""`mag doctor`."""

import sys
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the command to the top level."""
    app.command()(doctor)


def doctor(as_json: Annotated[bool, typer.Option("--json", help="All of it, for programs.")] = False) -> None:
    """Check that this machine can do what conf asks for, with the fix for what it cannot. Status 1 when something is broken."""
    import json
    from dataclasses import asdict

    from mag.doctor.examine import examine

    found = examine()
    if as_json:
        print(json.dumps([asdict(one) for one in found], indent=1, ensure_ascii=False))
    else:
        width = max(len(one.check) for one in found) + 2
        for one in found:
            print(f"{one.level:9s}{one.check.ljust(width)}{one.text}{f' -- {one.fix}' if one.fix and one.level != 'ok' else ''}")
        counts = {level: sum(one.level == level for one in found) for level in ("broken", "warning")}
        print(f"{counts['broken']} broken, {counts['warning']} warnings" if any(counts.values()) else "all well")
    if any(one.level == "broken" for one in found):
        sys.exit(1)
