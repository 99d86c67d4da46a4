"""What tests of studies share: a conf folder with a study of its own, and units that look done."""

import shutil
from pathlib import Path

import yaml

from mag.runs import write_json
from mag.study import load_study, units
from mag.study.results import result_file

CONF = Path(__file__).parents[2] / "conf"


def conf_with(folder: Path, **changes) -> Path:
    """A copy of conf/ whose study `own` is the smoke study with other values."""
    copied = Path(shutil.copytree(CONF, folder / "conf", ignore=shutil.ignore_patterns("local")))
    smoke = yaml.safe_load((copied / "study/smoke.yaml").read_text())
    (copied / "study/own.yaml").write_text(yaml.safe_dump({**smoke, **changes}))
    return copied


def finish(unit) -> None:
    """Leave what a unit that is done leaves behind, as far as `done` looks at it."""
    folder = unit.folder
    if unit.kind == "base":
        folder.mkdir(parents=True)
        (folder / "model.safetensors").write_bytes(b"x")
    elif unit.kind in ("evaluation", "validation", "pass"):
        write_json(folder / "COMMITTED.json", {"complete": True, "scores": unit.name})
    elif unit.kind == "analysis":
        from mag.study.units import analysed

        write_json(folder / "COMMITTED.json", {"inputs": analysed(unit)})
    else:
        names = {"corpus": "shards/shards.json", "sft": "weights/COMMITTED.json", "expert": "manifest.json", "round": "push.json"}
        write_json(folder / names[unit.kind], {"complete": True, "index": unit.name})


def all_done(name: str = "own"):
    """A study with every unit finished in that way."""
    study = load_study(name)
    study.freeze()
    for unit in units(study):
        finish(unit)
        write_json(result_file(study, unit), {"scores": unit.name})
    return study
