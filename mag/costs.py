"""What an evaluation cost: the episodes that are kept, and all that was asked for it, spoiled attempts included.

<evaluation>/cost.json says it beside the scores; it is no part of them, since two sweeps with the same results may have cost differently.
"""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mag.models.ledger import FILE as CALLS
from mag.models.ledger import read_bill
from mag.models.prices import Bill
from mag.records import Episode
from mag.runs import read_json, write_json
from mag.stats.quantile import quantile

FILE = "cost.json"
LATENCIES = {"p50": 0.5, "p90": 0.9, "p99": 0.99}


@dataclass(frozen=True, slots=True)
class Costs:
    """`kept`: the stored episodes. `total`: every reply that was paid for, and what may have been charged without one."""

    episodes: int
    steps: int
    kept: Bill
    total: Bill
    latency_s: dict[str, float]  # of the model, over the kept steps it was really asked at: p50, p90, p99

    @property
    def usd_step(self) -> float | None:
        """Mean over the kept steps; None where some of them has no price."""
        return self._mean(self.steps)

    @property
    def usd_episode(self) -> float | None:
        """Mean over the kept episodes; None where some step of theirs has no price."""
        return self._mean(self.episodes)

    def _mean(self, count: int) -> float | None:
        return None if self.kept.usd is None or self.kept.unpriced or not count else self.kept.usd / count


def costs_of(folder: Path, episodes: Sequence[Episode]) -> Costs | None:
    """The costs of an evaluation folder with these episodes; None where no model was asked."""
    total = ledger_bill(folder)
    if total is None:
        return None
    usages = [step.usage for episode in episodes for step in episode.steps]
    return Costs(len(episodes), len(usages), Bill.of(usages), total, latencies([u.ms for u in usages if not u.reused]))


def ledger_bill(folder: Path) -> Bill | None:
    """All that was asked for an evaluation, spoiled attempts included; None where no ledger was kept."""
    return read_bill(folder / CALLS) if (folder / CALLS).exists() else None


def latencies(milliseconds: Sequence[float]) -> dict[str, float]:
    """Percentiles in seconds; empty for no values."""
    return {name: quantile(milliseconds, share) / 1000 for name, share in LATENCIES.items()} if milliseconds else {}


def write_costs(folder: Path, episodes: Sequence[Episode]) -> None:
    """Write cost.json, where a model was asked."""
    if costs := costs_of(folder, episodes):
        write_json(folder / FILE, asdict(costs) | {"usd_step": costs.usd_step, "usd_episode": costs.usd_episode})


def cost_line(folder: Path) -> str:
    """One line for a terminal; "" where no model was asked."""
    if not (folder / FILE).exists():
        return ""
    found = read_json(folder / FILE)
    kept, total = Bill(**found["kept"]), Bill(**found["total"])
    parts = [f"{total.replies} replies", f"{total.input_tokens:,} tokens in, {total.output_tokens:,} out"]
    if total.usd is not None:
        parts.insert(0, f"{money(kept.usd or 0.0)} for kept episodes, {money(total.usd)} in all")
    if total.unanswered_usd:
        parts.append(f"at most {money(total.unanswered_usd)} more for requests without a reply")
    if total.unpriced:
        parts.append(f"no price for {total.unpriced} replies")
    if kept.reused:
        parts.append(f"{kept.reused} replies out of the cache")
    if found["latency_s"]:
        parts.append("model " + ", ".join(f"{name} {value:.1f} s" for name, value in found["latency_s"].items()))
    return "cost: " + "; ".join(parts)


def money(usd: float) -> str:
    """Cents; below a dollar three digits that say something."""
    digits = 2 if usd <= 0 or usd >= 1 else min(9, 2 - math.floor(math.log10(usd)))
    return f"{usd:.{digits}f} USD"


def metrics_of(folder: Path) -> dict[str, float]:
    """cost.json as flat numbers for trackers (`usd_kept`, `tokens_input`, `latency_p50`, ...); empty where no model was asked."""
    if not (folder / FILE).exists():
        return {}
    found: dict[str, Any] = read_json(folder / FILE)
    values = {f"usd_{name}": found[name]["usd"] for name in ("kept", "total")}
    values |= {name: found[name] for name in ("usd_step", "usd_episode")} | {"usd_unanswered": found["total"]["unanswered_usd"]}
    values |= {name: found["total"][name] for name in ("replies", "requests")} | {"reused": found["kept"]["reused"]}
    values |= {f"tokens_{name}": found["total"][f"{name}_tokens"] for name in ("input", "cached", "image", "output", "reasoning")}
    values |= {f"latency_{name}": value for name, value in found["latency_s"].items()}
    return {name: float(value) for name, value in values.items() if value is not None}
