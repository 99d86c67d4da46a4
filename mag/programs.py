"""Which programs of ours run on this machine, and whether sites and devices are free. Locks exclude; this is for telling people.

<home>/programs/<id>.json   a program that was noted: its name and its process (mag.processes.mark)
<home>/sites.lock           held while a flow works on environment sets
<home>/sets/*.lock          held while a set that stays up is worked on
<home>/devices/*.lock       held while a device is trained on
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mag.locks import holder
from mag.processes import gone, mark, pid_of
from mag.runs import read_json, write_json

FOLDER, SITES = "programs", "sites.lock"


@dataclass(frozen=True)
class Program:
    """One that was noted."""

    id: str
    name: str
    mark: str
    path: Path

    @property
    def gone(self) -> bool:
        """Whether its process has certainly ended."""
        return gone(self.mark)


def note(home: Path, ident: str, name: str) -> None:
    """Write down that this process is the program of this id and name."""
    write_json(home / FOLDER / f"{ident}.json", {"name": name, "mark": mark()})


def noted(home: Path) -> list[Program]:
    """All that were noted and not forgotten, the last first."""
    paths = sorted((home / FOLDER).glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    return [Program(path.stem, str(record["name"]), str(record["mark"]), path) for path in paths for record in [read_json(path)]]


def device_lock(home: Path, device: str) -> Path:
    """The lock of a device to compute on, such as cpu or cuda:0."""
    return home / "devices" / f"{device.replace(':', '-')}.lock"


def busy(home: Path, device: str = "") -> str:
    """What is taken and by whom, "" when nothing is: the sites, and the device if one is named."""
    for what, path in _locks(home, device):
        if who := holder(path):
            return f"{what} taken by {describe(home, who)}"
    return ""


def describe(home: Path, who: str) -> str:
    """A lock's holder (process number and program) with the name it was noted under."""
    number = who.split()[0]
    name = next((one.name for one in noted(home) if str(pid_of(one.mark)) == number and not one.gone), "")
    return f"process {number} ({name or ' '.join(who.split()[1:]) or 'unnamed'})"


def _locks(home: Path, device: str) -> Iterator[tuple[str, Path]]:
    yield "sites", home / SITES
    yield from ((f"environment set {path.stem}", path) for path in sorted((home / "sets").glob("*.lock")))
    if device:
        yield f"device {device}", device_lock(home, device)
