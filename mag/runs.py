"""A run folder: the single source of truth of what was rolled. Units exist whole or not at all; indexes can be rebuilt.

runs/<run>/evals/<name>/
    plan.json        what is to be rolled, frozen at the first start; a later start must agree with it
    manifest.json    versions and machine the rows come from (provenance, not identity)
    env/set<k>.json  last reset of each environment set
    episodes/<task>-s<sample>-<key12>/{episode.json, step-01.png, ..., COMMITTED.json}
    calls.jsonl      every reply of a model, never paid twice (mag.models.ledger); absent where none was asked
    infra.jsonl      attempts that the infrastructure spoiled: diagnosis, never scored
    scores.csv, summary.json, COMMITTED.json, cost.json    written when the sweep ends
"""

import errno
import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from mag.errors import BadInput, Corrupt, MagError, NoSpace
from mag.journal import Journal
from mag.locks import held
from mag.records import EPISODES, Episode, canonical_json

COMMITTED = "COMMITTED.json"
FULL = (errno.ENOSPC, errno.EDQUOT)
FULL_WORDS = ("no space left on device", "disk quota exceeded", "file write failed", "database or disk is full")  # libraries keep no number


def write_atomic(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all, also after a power cut."""
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    with _whole(partial):
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(partial, data)
        partial.rename(path)
        _sync(path.parent)


def write_json(path: Path, value: Any) -> None:
    """Pretty JSON with sorted keys, written atomically."""
    write_atomic(path, (json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode())


def read_json(path: Path) -> Any:
    """A JSON file of a run; a damaged one is named."""
    try:
        return json.loads(path.read_bytes())
    except FileNotFoundError:
        raise BadInput(f"{path} is not there; is this the folder of a run?") from None
    except ValueError:
        raise Corrupt(f"{path} is not JSON; move it away (nothing else is touched) and start the run again to write it anew") from None


def full(error: BaseException) -> bool:
    """Whether a full disk, or a used-up quota, is behind an error, a library's or a group's own included."""
    if isinstance(error, BaseExceptionGroup):
        return any(map(full, error.exceptions))
    if isinstance(error, OSError) and error.errno in FULL:
        return True
    behind = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return any(words in str(error).lower() for words in FULL_WORDS) or (behind is not None and full(behind))


@contextmanager
def room(path: Path) -> Iterator[None]:
    """Whatever writes inside, libraries too: a full disk becomes an error that says what to do."""
    try:
        yield
    except MagError:
        raise
    except Exception as error:
        if full(error):
            raise NoSpace(f"no space left to write {path}; free some and start the same command again, it goes on") from None
        raise


@contextmanager
def _whole(partial: Path) -> Iterator[None]:
    """Whatever fails inside leaves nothing of `partial`."""
    try:
        with room(partial.parent):
            yield
    except (OSError, NoSpace):
        shutil.rmtree(partial, ignore_errors=True)
        partial.unlink(missing_ok=True)
        raise


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class EvalFolder:
    """One evaluation of a run on disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.episodes_path = path / "episodes"

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the folder for this process; the kernel lets go of it however the process ends."""
        with held(self.path / ".lock", f"{self.path} is being written"):
            yield

    def freeze_plan(self, plan: Mapping[str, Any]) -> None:
        """Write the plan, or check that the one there is the same."""
        path = self.path / "plan.json"
        if not path.exists():
            write_json(path, plan)
            return
        known = read_json(path)
        different = sorted(key for key in {*known, *plan} if known.get(key) != plan.get(key))
        if different:
            raise BadInput(f"{self.path} was started with another {', '.join(different)}; choose another --name or --run")

    def store(self, episode: Episode, images: Mapping[str, bytes]) -> Path:
        """Store an episode with its images as one unit; a unit already there is left alone."""
        folder = self.episodes_path
        name = f"{episode.web_task.task_id}-s{episode.sample}-{episode.key[:12]}"
        target = folder / name
        if target.exists():
            return target
        partial = folder / f".{name}-{os.getpid()}"
        shutil.rmtree(partial, ignore_errors=True)
        files = {"episode.json": EPISODES.dump_json(episode), **images}
        digests = {file_name: hashlib.sha256(data).hexdigest() for file_name, data in files.items()}
        with _whole(partial):
            partial.mkdir(parents=True)
            for file_name, data in files.items():
                _write(partial / file_name, data)
            write_atomic(partial / COMMITTED, canonical_json(digests).encode())
            partial.rename(target)
            _sync(folder)
        return target

    def note_infra(self, **facts: Any) -> None:
        """Append a line about an attempt that the infrastructure spoiled."""
        Journal(self.path / "infra.jsonl").append([facts])

    def sweep_leftovers(self) -> None:
        """Remove what an interrupted writer left behind: partial units only, which no reader ever counts."""
        for leftover in self.path.glob("*/.*-*"):
            shutil.rmtree(leftover, ignore_errors=True)

    def units(self) -> list[Path]:
        """Folders of the stored episodes, by task, sample and key."""
        found = [path for path in self.episodes_path.glob("*-s*-*") if not path.name.startswith(".")] if self.episodes_path.is_dir() else []
        return sorted(
            found, key=lambda path: tuple(int(part) if part.isdigit() else part for part in path.name.replace("-s", "-").split("-")[:2])
        )

    def finished_keys(self) -> set[str]:
        """First twelve digits of the keys of the stored episodes: what need not be rolled again."""
        return {path.name.rsplit("-", 1)[1] for path in self.units()}

    def load(self) -> list[Episode]:
        """Every stored episode, each checked against its digest."""
        return [load_episode(path) for path in self.units()]


def load_episode(folder: Path, images: bool = False) -> Episode:
    """The episode in this folder; `images` also checks every picture against its digest."""
    advice = f"move {folder} away and start the same sweep again to roll it anew; nothing else is touched"
    digests = _digests(folder, advice)
    for name in digests if images else ("episode.json",):
        path = folder / name
        if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != digests.get(name):
            raise Corrupt(f"{path} is missing or not what was written; {advice}")
    try:
        return EPISODES.validate_json((folder / "episode.json").read_bytes())
    except ValidationError as error:
        first = error.errors()[0]
        raise Corrupt(f"{folder / 'episode.json'} is of another version ({first['loc']}: {first['msg']}); {advice}") from None


def _digests(folder: Path, advice: str) -> dict[str, str]:
    try:
        digests = json.loads((folder / COMMITTED).read_bytes())
    except (OSError, ValueError):
        digests = None
    if not isinstance(digests, dict):
        raise Corrupt(f"{folder} has no readable {COMMITTED}; {advice}")
    return digests
