"""The registry: model `mag-<study>-<grounding>`, a version for each checkpoint that was evaluated, by path and digest.

Aliases: `sft`, `<arm>-<seed>-round-<number>`, and `champion`, chosen by the validation tasks (mag.study.best). Weights stay where they are.
"""

import socket
from collections.abc import Sequence
from pathlib import Path

from mlflow.exceptions import MlflowException

from mag.local.weights import checkpoint_digest
from mag.runs import read_json
from mag.study import Study, Unit
from mag.study.best import FILE as BEST
from mag.study.best import weights_of
from mag.study.units import Of
from tasks.tracking.store import RECORD, Store

MEASURED = ("evaluation", "validation", "pass")
OF = "mag.checkpoint"  # tag: which checkpoint of the study a version is


def register(study: Study, done: Sequence[Unit], store: Store) -> None:
    """A version for each checkpoint that has none, aliases on all."""
    best = study.folder / "analysis" / BEST
    chosen = {str(one["unit"]) for one in read_json(best).values()} if best.exists() else set()
    names = {unit.of: unit for unit in reversed(done) if unit.kind in MEASURED}  # of several units on a checkpoint the first
    champions = {unit.of for unit in done if unit.name in chosen}
    for of, unit in sorted(names.items(), key=lambda item: done.index(item[1])):
        model = f"mag-{study.run(of.grounding).name}"
        version = _version(store, model, of, unit)
        for alias in (alias_of(of), *(["champion"] if of in champions else [])):
            store.client.set_registered_model_alias(model, alias, version)


def alias_of(of: Of) -> str:
    """`sft`, or `mag-0-round-10`."""
    return f"{of.arm}-{of.seed}-round-{of.number:02d}" if of.number else "sft"


def _version(store: Store, model: str, of: Of, unit: Unit) -> str:
    client = store.client
    try:
        client.get_registered_model(model)
    except MlflowException:
        client.create_registered_model(model, description="Checkpoints of a study; a version's source is where its weights lie.")
    alias, weights = alias_of(of), weights_of(unit)
    for known in client.search_model_versions(f"name = '{model}'"):
        if known.tags.get(OF) == alias:
            return str(known.version)
    tags = {OF: alias, "mag.digest": checkpoint_digest(weights), "mag.arm": of.arm, "mag.seed": str(of.seed), "mag.round": str(of.number)}
    run_id = str(read_json(unit.folder / RECORD)["run_id"])
    return str(client.create_model_version(model, _address(weights, store.conf.uri), run_id, tags).version)


def _address(weights: Path, uri: str) -> str:
    """Where weights lie. A tracking server refuses paths on its own disk, so that it is told the host as well."""
    path = weights.resolve()
    return f"mag://{socket.gethostname()}{path}" if uri.startswith("http") else path.as_uri()
