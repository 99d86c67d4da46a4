"""From episodes to the row of a table (MAG 3.3, Table 1). What has no verdict is counted, never averaged as 0."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from mag.contract.contracts import CONTRACTS
from mag.metrics.guide import GuideScore, gated, guide_score
from mag.records import Episode, Score

_VERDICTS = {"success": True, "failure": False}


@dataclass(frozen=True, slots=True)
class SiteRow:
    """Success on one site: `n` scored episodes."""

    site: str
    n: int
    successes: int
    sr: float


@dataclass(frozen=True, slots=True)
class Summary:
    """One model, one grounding, one sweep. Rates lie on 0..1 and are None where nothing stands behind them.

    `n` counts episodes with a verdict: SR and OFCR are over these (OFCR over their steps). `n_guides` counts those that have a reference
    guide as well: GGS, G, BLEU and ROUGE are over these, and so is `sr_referenced`, for which GGS_GAMMA * SR <= GGS <= SR holds.
    tax = SR - GGS, with SR over all (Table 1).
    """

    n: int
    successes: int
    sr: float | None
    ofcr: float | None
    ggs: float | None
    tax: float | None
    bleu1: float | None
    bleu2: float | None
    rouge1: float | None
    rouge_l: float | None
    g: float | None
    n_guides: int
    sr_referenced: float | None
    infra: int
    undecided: int
    planned: int
    incomplete: bool  # some planned episode has no verdict
    sites: tuple[SiteRow, ...]


def score(episode: Episode, reference: str | None) -> Score:
    """One episode against its reference guide (None or blank: it has none; nor is one used where the contract asks for no guide).

    An undecided episode keeps its guide metrics but has no GGS yet; one that the infrastructure spoiled has neither.
    """
    success = _VERDICTS.get(episode.outcome)
    contract = CONTRACTS.get(episode.contract)
    written = episode.outcome != "infra" and (contract is None or contract.wants_guide)
    guide = guide_score(" ".join(episode.guides), reference) if written and reference and reference.strip() else None
    metrics: dict[str, float | None] = asdict(guide) if guide else dict.fromkeys(GuideScore.__slots__)
    return Score(
        task_id=episode.web_task.task_id,
        site=episode.web_task.site,
        success=success,
        ofcr_passed=sum(step.gate.passed for step in episode.steps),
        n_steps=len(episode.steps),
        ggs=None if guide is None or success is None else gated(success, guide.g),
        **metrics,
    )


def summarise(scores: Sequence[Score], infra: int, undecided: int, planned: int) -> Summary:
    """The row of a sweep. Scores without a verdict are left out of every mean; `infra` and `undecided` say how many episodes have none."""
    decided = [row for row in scores if row.success is not None]
    guided = [row for row in decided if row.ggs is not None]
    sr, ggs = _sr(decided), _mean(row.ggs for row in guided)
    steps = sum(row.n_steps for row in decided)
    return Summary(
        n=len(decided),
        successes=sum(row.success is True for row in decided),
        sr=sr,
        ofcr=sum(row.ofcr_passed for row in decided) / steps if steps else None,
        ggs=ggs,
        tax=None if sr is None or ggs is None else sr - ggs,
        bleu1=_mean(row.bleu1 for row in guided),
        bleu2=_mean(row.bleu2 for row in guided),
        rouge1=_mean(row.rouge1 for row in guided),
        rouge_l=_mean(row.rouge_l for row in guided),
        g=_mean(row.g for row in guided),
        n_guides=len(guided),
        sr_referenced=_sr(guided),
        infra=infra,
        undecided=undecided,
        planned=planned,
        incomplete=bool(infra or undecided or len(decided) < planned),
        sites=_sites(decided),
    )


def _sites(decided: Sequence[Score]) -> tuple[SiteRow, ...]:
    rows = []
    for site in sorted({row.site for row in decided}):
        own = [row for row in decided if row.site == site]
        solved = sum(row.success is True for row in own)
        rows.append(SiteRow(site, len(own), solved, solved / len(own)))
    return tuple(rows)


def _sr(rows: Sequence[Score]) -> float | None:
    return _mean(float(row.success is True) for row in rows)


def _mean(values: Iterable[float | None]) -> float | None:
    """Mean of the values, None when there are none; sums in the order given, so equal inputs give equal bits."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
