"""What an evaluation takes: steps, tokens, time, money. Medians and 90th percentiles, since a few episodes take far longer than most."""

from collections.abc import Sequence

from mag.analysis.evaluation import Evaluation
from mag.analysis.table import Cell, Column, Table
from mag.costs import latencies
from mag.models.prices import Bill
from mag.stats.quantile import quantile


def cost_table(evaluations: Sequence[Evaluation]) -> Table | None:
    """Over the decided episodes of each evaluation."""
    rows = tuple(_row(item) for item in evaluations if item.decided)
    columns = (
        Column("system", "system"),
        Column("episodes", "episodes", "int"),
        Column("steps", "steps", "int"),
        Column("steps_median", "steps an episode", "count"),
        Column("steps_p90", "p90", "count"),
        Column("input_step", "input tokens a step", "int"),
        Column("output_step", "output tokens a step", "int"),
        Column("tokens_median", "tokens an episode", "int"),
        Column("tokens_p90", "p90", "int"),
        Column("tokens", "tokens in all", "int"),
        Column("step_seconds", "s a step", "seconds"),
        Column("step_seconds_p90", "p90", "seconds"),
        Column("model_seconds", "of it model", "seconds"),
        Column("model_seconds_p90", "p90", "seconds"),
        Column("model_seconds_p99", "p99", "seconds"),
        Column("episode_seconds", "s an episode", "seconds"),
        Column("episode_seconds_p90", "p90", "seconds"),
    )
    notes = (
        "Medians, beside them the 90th percentile. A step: to observe, to ask the model, to act. Times depend on machine and load.",
        "No tokens where the policy reports none. Time of the model: where it was really asked, waiting for limits and retries included.",
    )
    return Table("cost", "Cost and time", "", columns, rows, notes) if rows else None


def _row(item: Evaluation) -> tuple[Cell, ...]:
    episodes = item.decided
    steps = [step for row in episodes for step in row.steps]
    lengths = [float(len(row.steps)) for row in episodes]
    tokens = [float(sum(step.usage.input_tokens + step.usage.output_tokens for step in row.steps)) for row in episodes]
    seconds = [(step.observe_ms + step.usage.ms + step.act_ms) / 1000 for step in steps]
    model = latencies([step.usage.ms for step in steps if not step.usage.reused])
    counted: tuple[Cell, ...] = (None,) * 5
    if any(tokens):
        per_step = (
            quantile([float(step.usage.input_tokens) for step in steps], 0.5),
            quantile([float(step.usage.output_tokens) for step in steps], 0.5),
        )
        counted = tuple(round(value) for value in (*per_step, quantile(tokens, 0.5), quantile(tokens, 0.9), sum(tokens)))
    return (
        item.label,
        len(episodes),
        len(steps),
        quantile(lengths, 0.5),
        quantile(lengths, 0.9),
        *counted,
        quantile(seconds, 0.5) if steps else None,
        quantile(seconds, 0.9) if steps else None,
        *(model.get(name) for name in ("p50", "p90", "p99")),
        quantile([row.seconds for row in episodes], 0.5),
        quantile([row.seconds for row in episodes], 0.9),
    )


def spending_table(evaluations: Sequence[Evaluation]) -> Table | None:
    """Tokens and money by evaluation: what the kept episodes took, and what was paid in all; None where no model reports any."""
    asked = [item for item in evaluations if item.bill.requests or item.bill.reused or item.total]
    columns = (
        Column("system", "system"),
        Column("replies", "replies", "int"),
        Column("requests", "requests", "int"),
        Column("reused", "out of the cache", "int"),
        Column("input", "input tokens", "int"),
        Column("cached", "of them cached", "int"),
        Column("image", "images", "int"),
        Column("output", "output tokens", "int"),
        Column("reasoning", "of them reasoning", "int"),
        Column("usd_step", "USD a step", "money"),
        Column("usd_episode", "USD an episode", "money"),
        Column("usd_episode_p90", "p90", "money"),
        Column("usd_kept", "USD kept", "money"),
        Column("usd_total", "USD in all", "money"),
        Column("usd_unanswered", "at most more", "money"),
    )
    notes = (
        "Counts and USD kept: over the stored episodes; USD in all: every reply by the ledger, those of spoiled attempts included; at most "
        "more: what requests without a reply may have been charged. Means, beside the one of episodes the 90th percentile.",
        "By the prices of conf/prices.yaml on the day of each call; empty where there is none, means also where a single reply has none. "
        "Replies out of the cache cost nothing.",
    )
    return Table("spending", "Tokens and money", "", columns, tuple(_spent(item) for item in asked), notes) if asked else None


def _spent(item: Evaluation) -> tuple[Cell, ...]:
    bill, total = item.bill, item.total
    usd = None if bill.unpriced else bill.usd  # a mean over what has no price would be too low
    episodes = [Bill.of(step.usage for step in row.steps).usd or 0.0 for row in item.episodes if row.steps and usd is not None]
    return (
        item.label,
        bill.replies,
        bill.requests,
        bill.reused,
        bill.input_tokens,
        bill.cached_tokens,
        bill.image_tokens,
        bill.output_tokens,
        bill.reasoning_tokens,
        None if usd is None else usd / bill.replies,
        sum(episodes) / len(episodes) if episodes else None,
        quantile(episodes, 0.9) if episodes else None,
        bill.usd,
        total.usd if total else None,
        total.unanswered_usd or None if total else None,
    )
