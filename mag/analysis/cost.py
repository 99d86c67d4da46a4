"""What an evaluation takes: steps, tokens, time. Medians and 90th percentiles, since a few episodes take far longer than most."""

from collections.abc import Sequence

from mag.analysis.evaluation import Evaluation
from mag.analysis.table import Cell, Column, Table


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
        Column("episode_seconds", "s an episode", "seconds"),
        Column("episode_seconds_p90", "p90", "seconds"),
    )
    notes = (
        "Medians, beside them the 90th percentile. A step: to observe, to ask the model, to act. Times depend on machine and load.",
        "No tokens where the policy reports none.",
    )
    return Table("cost", "Cost and time", "", columns, rows, notes) if rows else None


def _row(item: Evaluation) -> tuple[Cell, ...]:
    episodes = item.decided
    steps = [step for row in episodes for step in row.steps]
    lengths = [float(len(row.steps)) for row in episodes]
    tokens = [float(sum(step.input_tokens + step.output_tokens for step in row.steps)) for row in episodes]
    seconds = [(step.observe_ms + step.model_ms + step.act_ms) / 1000 for step in steps]
    counted: tuple[Cell, ...] = (None,) * 5
    if any(tokens):
        per_step = (
            quantile([float(step.input_tokens) for step in steps], 0.5),
            quantile([float(step.output_tokens) for step in steps], 0.5),
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
        quantile([step.model_ms / 1000 for step in steps], 0.5) if steps else None,
        quantile([row.seconds for row in episodes], 0.5),
        quantile([row.seconds for row in episodes], 0.9),
    )


def quantile(values: Sequence[float], share: float) -> float:
    """The quantile of at least one value, linear between neighbours."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])
