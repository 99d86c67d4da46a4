"""Night after night the same tasks: one row a night, the difference from the night before with its paired interval (MAG Table A5).

runs/<run>/evals/nightly-<date>/   an evaluation like any other
runs/<run>/nightly.csv             the rows; a night that is noted again replaces its row
"""

import csv
import io
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from mag.errors import BadInput
from mag.local.weights import checkpoint_digest
from mag.runs import read_json, write_atomic
from mag.settings import Settings
from mag.stats.bootstrap import mean, paired

TABLE = "nightly.csv"
PREFIX = "nightly-"
COMPARED = ("benchmark", "grounding", "contract", "protocol", "snapshot", "judge", "samples")  # what two nights must share


@dataclass(frozen=True)
class Night:
    """One row. Rates lie on 0..1; text throughout, as it stands in the file, "" where there is nothing."""

    night: str  # name of the evaluation
    policy: str
    identity: str
    n: str  # tasks with a verdict
    sr: str
    low: str
    high: str
    before: str = ""  # the night compared with
    shared: str = ""  # tasks with a verdict in both
    delta: str = ""  # sr of this night less that of the one before
    delta_low: str = ""
    delta_high: str = ""
    changed: str = ""  # yes: the interval excludes no change
    note: str = ""

    @property
    def line(self) -> str:
        """The comparison in a sentence."""
        if not self.delta:
            return f"{self.night}: SR {self.sr} over {self.n} tasks; {self.note}"
        limits = f"{self.delta} [{self.delta_low}, {self.delta_high}] over {self.shared} tasks"
        return f"{self.night}: SR {self.sr}, {limits} against {self.before}{', CHANGED' if self.changed == 'yes' else ''}"


def read_nights(run: Path) -> list[Night]:
    """The rows so far, by date. Raises BadInput for a file that is another table."""
    path = run / TABLE
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        try:
            return [Night(**row) for row in csv.DictReader(file)]
        except TypeError:
            raise BadInput(f"{path} is not the table of nights; move it away, the nights in {run / 'evals'} can be noted again") from None


def note_night(run: Path, name: str) -> Night:
    """Compare a scored night with the last one noted before it and put its row into the table."""
    others = [row for row in read_nights(run) if row.night != name]
    before = max((row for row in others if row.night < name), key=lambda row: row.night, default=None)
    row = _row(run / "evals", name, before)
    text = io.StringIO()
    writer = csv.DictWriter(text, [field.name for field in fields(Night)], lineterminator="\n")
    writer.writeheader()
    writer.writerows(asdict(one) for one in sorted([*others, row], key=lambda one: one.night))
    write_atomic(run / TABLE, text.getvalue().encode())
    return row


def successes(evaluation: Path) -> dict[int, float]:
    """By task, the share of its episodes with a verdict that succeeded, from scores.csv."""
    found: defaultdict[int, list[bool]] = defaultdict(list)
    with (evaluation / "scores.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["success"]:
                found[int(row["task_id"])].append(row["success"] == "True")
    return {task_id: sum(values) / len(values) for task_id, values in sorted(found.items())}


def _row(evaluations: Path, name: str, before: Night | None) -> Night:
    plan, own = read_json(evaluations / name / "plan.json"), successes(evaluations / name)
    rate = mean(list(own.values()))
    if rate is None:
        raise BadInput(f"{evaluations / name} has no verdict; start the night again")
    facts = (name, plan["policy"], str(plan["identity"]), str(rate.n), _text(rate.estimate), _text(rate.low), _text(rate.high))
    if before is None:
        return Night(*facts, note="the first night")
    if not (evaluations / before.night / "scores.csv").exists():
        return Night(*facts, before=before.night, note=f"{before.night} is not there any more")
    if other := _different(plan, read_json(evaluations / before.night / "plan.json")):
        return Night(*facts, before=before.night, note=f"not compared with {before.night}: another {other}")
    last = successes(evaluations / before.night)
    tasks = [task_id for task_id in own if task_id in last]
    delta = paired([own[task_id] for task_id in tasks], [last[task_id] for task_id in tasks])
    if delta is None:
        return Night(*facts, before=before.night, note=f"no task in common with {before.night}")
    changed = "yes" if delta.low > 0 or delta.high < 0 else "no"
    note = "another policy" if before.identity != facts[2] else ""
    limits = (_text(delta.estimate), _text(delta.low), _text(delta.high))
    return Night(*facts, before.night, str(delta.n), *limits, changed, note)


def _different(plan: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    return ", ".join(key for key in COMPARED if plan.get(key) != other.get(key))


def _text(value: float) -> str:
    return f"{value + 0.0:.4f}"


def device_of(settings: Settings) -> str:
    """The device that the champion computes on in a process of ours, "" for none. Raises BadInput for a policy that is none."""
    conf = settings.models.get(settings.champion.policy)
    return conf.options.get("device", "cpu") if conf is not None and conf.client == "local" else ""


def champion_command(settings: Settings, name: str) -> list[str]:
    """Arguments of `mag` that roll this night. Raises BadInput where the champion's checkpoint is another than its digest says."""
    champion = settings.champion
    conf = settings.models.get(champion.policy)
    if champion.digest and conf is not None and (found := checkpoint_digest(Path(conf.model))) != champion.digest:
        raise BadInput(f"{conf.model} is {found}, conf/champion.yaml says {champion.digest}; correct one of them")
    chosen = {
        "run": champion.run,
        "name": name,
        "policy": champion.policy,
        "grounding": champion.grounding,
        "contract": champion.contract,
        "benchmark": champion.benchmark,
        "part": champion.part,
        "limit": champion.limit,
        "samples": champion.samples,
        "seed": champion.seed,
    }
    return ["sweep", *(word for option, value in chosen.items() for word in (f"--{option}", str(value)))]
