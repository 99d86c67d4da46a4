"""What tests of dvc.yaml share: the project in a folder of its own, and DVC run there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
HELD = ("dvc.yaml", "stages.yaml", "params.yaml", ".dvcignore", ".gitignore", "conf", "mag")


def checkout(folder: Path) -> Path:
    """What git would give of the project as it stands, as far as stages need it."""
    folder.mkdir(parents=True)
    for name in HELD:
        found, left_out = ROOT / name, shutil.ignore_patterns("__pycache__", *["local"] * (name == "conf"))
        shutil.copytree(found, folder / name, ignore=left_out) if found.is_dir() else shutil.copy(found, folder / name)
    (folder / ".dvc").mkdir()
    for name in ("config", ".gitignore"):
        shutil.copy(ROOT / ".dvc" / name, folder / ".dvc" / name)
    shutil.copytree(ROOT / ".dvc/plots", folder / ".dvc/plots")
    (folder / ".venv").symlink_to(sys.prefix)
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return folder


def run(folder: Path, *command: str, wanted: int = 0) -> str:
    """What a command said there."""
    kept = {name: value for name, value in os.environ.items() if name not in ("MAG_HOME", "MAG_RUNS", "MAG_CONF")}
    environment = kept | {"PYTHONPATH": str(folder), "DVC_NO_ANALYTICS": "1"}
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert ended.returncode == wanted, f"{' '.join(command)}\n{ended.stdout[-4000:]}{ended.stderr[-4000:]}"
    return ended.stdout + ended.stderr


def dvc(folder: Path, *arguments: str) -> str:
    """What DVC said there."""
    return run(folder, sys.executable, "-m", "dvc", *arguments)


def mag(folder: Path, *arguments: str, wanted: int = 0) -> str:
    """What `mag` said there."""
    return run(folder, sys.executable, "-m", "mag.cli", *arguments, wanted=wanted)


def choose(folder: Path, study: str) -> None:
    """Another study in params.yaml."""
    path = folder / "params.yaml"
    lines = [f"study: {study}" if line.startswith("study:") else line for line in path.read_text().splitlines()]
    path.write_text("\n".join(lines) + "\n")
