"""The units of a study as the stages of dvc.yaml: stages.yaml, which its templates are filled from.

A template knows how a kind of unit is done; which units there are, and what each is made of, follows from conf/study and is written here.
Names of stages are those of units with other separators: `som/mag-0/round-05` is `rounds@som-mag-0-05`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from mag.errors import BadInput
from mag.study.best import weights_of
from mag.study.choose import preroll
from mag.study.conf import Study
from mag.study.results import MEASURED, result_file
from mag.study.units import Unit, find, units

FILE = Path("stages.yaml")
HEAD = "# Written by `mag study stages`, to fill the templates of dvc.yaml. Write it again after a change of params.yaml or conf.\n"

Item = dict[str, str]


def stages(study: Study) -> dict[str, Any]:
    """By kind and name of a stage what its template needs, paths relative to where the command runs."""
    known = units(study)
    base = find(known, "base")
    trained = {} if study.conf.base.checkpoint else {"tiny": _item(study, base)}
    preset = study.conf.sft.preset
    return {
        "of": study.name,
        "home": str(study.folder),
        "demonstrations": str(find(known, "corpus").folder),
        "start": str(base.folder),
        "tasks": study.conf.split or f"conf/study/{study.name}.yaml",  # what says which part of the benchmark is whose
        "preset": f"conf/train/sft{'-' * bool(preset)}{preset}.yaml",
        "base": trained,
        "sft": {unit.of.grounding: _item(study, unit) for unit in known if unit.kind == "sft"},
        "passes": {
            f"{unit.of.grounding}-{number}": {"unit": unit.name, "folder": str(folder)}
            for unit in known
            if unit.kind == "expert"
            for number, folder in enumerate(_passes(study, unit), 1)
        },
        "expert": {unit.of.grounding: _item(study, unit, last=str(_passes(study, unit)[-1])) for unit in known if unit.kind == "expert"},
        "rounds": {_name(unit): _round(study, known, unit) for unit in known if unit.kind == "round"},
        "evaluations": {_name(unit): _item(study, unit, weights=str(weights_of(unit))) for unit in known if unit.kind in MEASURED},
    }


def _item(study: Study, unit: Unit, **more: str) -> Item:
    return {"unit": unit.name, "folder": str(unit.folder), "result": str(result_file(study, unit)), **more}


def _passes(study: Study, unit: Unit) -> list[Path]:
    return preroll(study, unit.of.grounding).evaluations(study.runs)


def _round(study: Study, known: Sequence[Unit], unit: Unit) -> Item:
    """What it goes on from is the SFT checkpoint, or the round before."""
    before = find(known, unit.needs[0])
    cache = find(known, f"{unit.of.grounding}/expert").folder / "index.jsonl"
    return _item(study, unit, before=str(before.folder / "weights"), cache=str(cache))


def _name(unit: Unit) -> str:
    return unit.name.replace("/round-", "-").replace("/", "-")


def as_text(found: Mapping[str, Any]) -> str:
    """The file."""
    return HEAD + yaml.safe_dump(found, sort_keys=False, width=200)


def check_stages(study: Study, path: Path = FILE) -> None:
    """Raise BadInput where the file is not what the study asks for."""
    if not path.exists() or path.read_text(encoding="utf-8") != as_text(stages(study)):
        raise BadInput(f"{path} does not have the units of {study.name} as conf/study/{study.name}.yaml asks for; run `mag study stages`")
