"""All tables and curves of some evaluations, in the order they are shown; pure, and the same for the same records."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mag.analysis import cost, coupling, judges, main_table, overlap, pairs, rounds, samples, seeds, slices, sources, steps
from mag.analysis.admit import difference_notes, mark_notes
from mag.analysis.evaluation import Evaluation
from mag.analysis.result import Analysis
from mag.analysis.rounds import Round
from mag.analysis.series import Series
from mag.analysis.table import Table
from mag.constants import BOOTSTRAP_SEED


@dataclass(frozen=True)
class Ask:
    """What a person wants compared: pairs `a:b` (none: every pair), pooled seeds `a+b:c`, contrasts `a:b:c:d`; seed of the resamples."""

    pairs: tuple[str, ...] = ()
    contrasts: tuple[str, ...] = ()
    seed: int = BOOTSTRAP_SEED


def analyse(
    evaluations: Sequence[Evaluation], ask: Ask | None = None, trained: Sequence[Round] = (), runs: Sequence[Path] = ()
) -> Analysis:
    """Every table and series that has data. `trained`: rounds read from runs; `runs`: folders whose logged curves are wanted.

    What has no data is left out and named in the notes. Raises BadInput for a pair or contrast that names no evaluation.
    """
    ask = ask or Ask()
    all_rounds = (*trained, *rounds.rounds_among(evaluations))
    tables, missing = _tables(evaluations, ask, all_rounds)
    series = _series(evaluations, ask, all_rounds, runs)
    marks = mark_notes(evaluations)
    notes = [*marks, *difference_notes(evaluations), *(f"No table of {name}: {reason}." for name, reason in missing)]
    if ask.seed != BOOTSTRAP_SEED:
        notes.append(f"Resamples drawn with seed {ask.seed}, not the usual {BOOTSTRAP_SEED}.")
    marked = {key: table.with_notes(_marks_in(table, evaluations)) for key, table in tables.items()}
    return Analysis(marked, {item.key: item for item in series}, tuple(notes), tuple(evaluations))


def _tables(evaluations: Sequence[Evaluation], ask: Ask, all_rounds: Sequence[Round]) -> tuple[dict[str, Table], list[tuple[str, str]]]:
    """The tables, and the name and reason of each that has no data."""
    seed, pooled = ask.seed, [text for text in ask.pairs if seeds.POOLED in text]
    plain = [text for text in ask.pairs if seeds.POOLED not in text]
    chosen = pairs.choose(evaluations, plain) if plain or not pooled else []
    figures = [main_table.figures(item, seed) for item in evaluations]
    one, two = "there is no episode with a verdict", "there are no two systems with a verdict on the same tasks"
    made: list[tuple[str, Table | None, str]] = [
        ("main results", main_table.main_table(evaluations, figures), one),
        ("intervals", main_table.interval_table(evaluations, figures), one),
        ("paired comparisons", pairs.pair_table(chosen, seed), two),
        ("seeds", seeds.seed_table(evaluations, pooled, seed), "no seeds were pooled (--pair a+b:c)"),
        ("differences of differences", pairs.contrast_table(evaluations, ask.contrasts, seed), "none was asked for (--diff a:b:c:d)"),
        ("success by gold length", slices.length_table(evaluations), "no task has a demonstration"),
        ("success by site", slices.site_table(evaluations), one),
        ("templates", slices.template_table(evaluations, seed), "the benchmark's split has no training part"),
        ("actions", steps.action_table(evaluations), one),
        ("verbs", steps.verb_table(evaluations, seed), one),
        ("failed gates", steps.reason_table(evaluations), "every output passed"),
        ("stale observations", steps.stale_table(evaluations, seed), "no step is flagged"),
        ("solved sets in pairs", overlap.overlap_table(chosen), two),
        ("solved sets", overlap.pattern_table(evaluations), two),
        ("routing", overlap.routing_table(evaluations), "no policy was evaluated under two groundings"),
        ("guides and success", coupling.coupling_table(evaluations, seed), "no system has guides on solved and on failed tasks"),
        ("pass@k", samples.pass_table(evaluations, seed), "every task has one episode"),
        ("paired pass@k", samples.pass_pair_table(evaluations, seed), "there are no two systems with equally many episodes a task"),
        ("agreement of judges", judges.agreement_table(evaluations), "no question was put to two judges"),
        ("judges and the rest", judges.panel_table(evaluations), "no question was put to two judges"),
        ("success under other judges", judges.shift_table(evaluations), "no episode was put to two judges"),
        ("groups", rounds.group_table(all_rounds), "no round of training is among the evaluations"),
        ("cost", cost.cost_table(evaluations), one),
        ("tokens and money", cost.spending_table(evaluations), "no model was asked"),
        ("sources", sources.source_table(evaluations), one),
    ]
    tables = {table.key: table for _, table, _ in made if table is not None}
    return tables, [(name, reason) for name, table, reason in made if table is None]


def _series(evaluations: Sequence[Evaluation], ask: Ask, all_rounds: Sequence[Round], runs: Sequence[Path]) -> list[Series]:
    found = [samples.pass_series(evaluations, ask.seed), rounds.group_series(all_rounds)]
    return [item for item in found if item is not None] + rounds.training_series(runs)


def _marks_in(table: Table, evaluations: Sequence[Evaluation]) -> list[str]:
    """The notes on the marked evaluations that the table shows."""
    texts = [str(cell) for row in table.rows for cell in row if isinstance(cell, str)] + [column.title for column in table.columns]
    return mark_notes([item for item in evaluations if (item.marks or item.bill.reused) and any(item.label in text for text in texts)])
