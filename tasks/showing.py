"""What an operator looks at while a unit works: how far it is, and the last screenshot of each environment set, as Prefect artifacts.

They are for looking only: a server that refuses one costs a line in the log and nothing else.
"""

import base64
import io
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from pathlib import Path
from threading import Event, Thread

from PIL import Image
from prefect.artifacts import create_image_artifact, create_progress_artifact, update_progress_artifact

from mag.errors import Corrupt
from mag.records import Episode
from mag.runs import load_episode

STEP = re.compile(r"\s+(\d+)/(\d+) ")  # how mag.study.display begins a line about steps done
EVERY_S = 10.0  # between two reports to the server
LOOKED = 60  # newest episodes, to find one of every set among
WIDTH = 640  # pixels of a shown screenshot
UNFIT = re.compile(r"[^a-z0-9]+")  # in the key of an artifact

Say = Callable[[str], None]


class Progress:
    """The bar of a piece of work. Anybody may tell it, loops and threads; a thread of its own tells the server."""

    def __init__(self, name: str, warn: Say) -> None:
        self._name, self._warn = name, warn
        self._share = 0.0
        self._over = Event()
        self._thread = Thread(target=copy_context().run, args=(self._publish,), daemon=True)

    def __enter__(self) -> "Progress":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join(EVERY_S)

    def line(self, text: str) -> None:
        """A line of the work's output; one that counts steps moves the bar."""
        if found := STEP.match(text):
            self.at(int(found[1]), int(found[2]))

    def at(self, done: int, total: int) -> None:
        """So many of so many."""
        self._share = min(1.0, done / total) if total else 0.0

    def _publish(self) -> None:
        said = self._share
        with told(self._warn):
            artifact = create_progress_artifact(100 * said, key=artifact_key("progress", self._name), description=self._name)
            while not self._over.wait(EVERY_S) or self._share != said:
                if self._share != said:
                    said = self._share
                    update_progress_artifact(artifact, 100 * said)


def show_lanes(folders: Iterable[Path], warn: Say) -> None:
    """The last screenshot of each environment set, of the newest episodes below these folders, as image artifacts."""
    for number, (unit, episode) in sorted(newest(folders).items()):
        step = episode.steps[-1]
        said = f"set {number}: task {episode.web_task.task_id}, step {step.index}, {episode.outcome}"
        with told(warn):
            create_image_artifact(thumbnail(unit / step.image), key=f"lane-{number}", description=said)


def newest(folders: Iterable[Path]) -> dict[int, tuple[Path, Episode]]:
    """By environment set its newest stored episode that has a step, and where it lies."""
    units = [unit for folder in folders for unit in folder.glob("**/episodes/[0-9]*-s*-*")]
    found: dict[int, tuple[Path, Episode]] = {}
    for unit in sorted(units, key=lambda own: own.stat().st_mtime, reverse=True)[:LOOKED]:
        with suppress(Corrupt):
            episode = load_episode(unit, images=True)
            if episode.steps:
                found.setdefault(episode.environment_set, (unit, episode))
    return found


def thumbnail(screenshot: Path) -> str:
    """A screenshot as a small JPEG in a data: URL."""
    with Image.open(screenshot) as picture:
        small = picture.convert("RGB")
    small.thumbnail((WIDTH, 4 * WIDTH))
    out = io.BytesIO()
    small.save(out, "JPEG", quality=70)
    return f"data:image/jpeg;base64,{base64.b64encode(out.getvalue()).decode()}"


def artifact_key(*parts: str) -> str:
    """A key of Prefect's: lower-case letters, digits and dashes."""
    return UNFIT.sub("-", "-".join(parts).lower()).strip("-")


@contextmanager
def told(warn: Say) -> Iterator[None]:
    """No error of what is shown reaches what works."""
    try:
        yield
    except Exception as error:
        warn(f"not shown: {type(error).__name__}: {' '.join(str(error).split())[:200]}")
