"""The result of each kind of unit (mag.study.results)."""

import math
from collections.abc import Callable, Mapping
from typing import Any

from mag.analysis.load import Places, load_evaluation
from mag.analysis.main_table import figures
from mag.constants import BOOTSTRAP_SEED
from mag.journal import Journal
from mag.local.weights import checkpoint_digest
from mag.runs import COMMITTED, read_json, write_json
from mag.study.results import LOGGED, LOGGING, keep_logged, result_file, sealed
from mag.study.session import Session
from mag.study.units import Kind, Unit

FIGURES = ("sr", "ofcr", "ggs")  # each with its 95 % interval
OF_MACHINE = ("second", "_mb")  # in names of figures that differ from run to run


def seal(session: Session, unit: Unit) -> None:
    """Write the result of a unit that is done, and keep what its run logged meanwhile."""
    if sealed(session.study, unit):
        return
    if unit.kind in LOGGING:
        keep_logged(unit)
    found = _measured(session, unit) if unit.kind not in _RESULT else _RESULT[unit.kind](unit)
    write_json(result_file(session.study, unit), found)


def numbers(facts: Mapping[str, Any]) -> dict[str, float]:
    """The finite numbers among them, without those of the machine."""
    return {
        name: value
        for name, value in facts.items()
        if isinstance(value, int | float) and math.isfinite(value) and not any(part in name for part in OF_MACHINE)
    }


def _base(unit: Unit) -> dict[str, Any]:
    curve = unit.folder / "training.json"  # a checkpoint that was there has none
    last = read_json(curve)["curve"][-1:] if curve.exists() else []
    return {**numbers(last[0] if last else {}), "digest": checkpoint_digest(unit.folder)}


def _corpus(unit: Unit) -> dict[str, Any]:
    index = read_json(unit.folder / "shards" / "shards.json")
    return {"steps": sum(shard["rows"] for shard in index["shards"].values()), "digest": index["corpus"]["digest"]}


def _sft(unit: Unit) -> dict[str, Any]:
    facts = read_json(unit.folder / "weights" / COMMITTED)
    return {**numbers(facts), "digest": facts["digest"]}


def _expert(unit: Unit) -> dict[str, Any]:
    facts = read_json(unit.folder / "manifest.json")
    return {**{name: facts[name] for name in ("tasks", "covered", "episodes", "steps")}, "digest": facts["index"]}


def _round(unit: Unit) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for row in Journal(unit.folder / LOGGED).rows():
        facts |= numbers(row)
    return {**facts, "digest": checkpoint_digest(unit.folder / "weights")}


def _measured(session: Session, unit: Unit) -> dict[str, Any]:
    found = figures(load_evaluation(unit.folder, Places.of(session.benchmark)), BOOTSTRAP_SEED)
    row: dict[str, Any] = {"n": found.n, "n_guides": found.n_guides, "episodes": found.episodes}
    for name in FIGURES:
        if (own := found.means[name]) is not None:
            row |= {name: own.estimate, f"{name}_low": own.low, f"{name}_high": own.high}
    return {**row, "scores": read_json(unit.folder / COMMITTED)["scores"]}


_RESULT: dict[Kind, Callable[[Unit], dict[str, Any]]] = {"base": _base, "corpus": _corpus, "sft": _sft, "expert": _expert, "round": _round}
