"""From episodes to the row of a table (MAG 3.3, Table 1). What has no verdict is counted, never averaged as 0."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from mag.contract.contracts import CONTRACTS
from mag.metrics.guide import GuideScore, Scorer, gated, guide_score, guide_tax
from mag.metrics.means import mean
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
    sr_strict: float | None  # by the repaired checks, over the same episodes; None unless all of them have such a verdict
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
    judges: tuple[str, ...]  # those that touched a verdict; a name that starts with stub- is a stand-in's
    sites: tuple[SiteRow, ...]


def score(episode: Episode, reference: str | None, scorer: Scorer = guide_score) -> Score:
    """One episode against its reference guide (None or blank: it has none; nor is one used where the contract asks for no guide).

    An undecided episode keeps its guide metrics but has no GGS yet; one that the infrastructure spoiled has neither.
    """
    success = _VERDICTS.get(episode.outcome)
    contract = CONTRACTS.get(episode.contract)
    written = episode.outcome != "infra" and (contract is None or contract.wants_guide)
    guide = scorer(" ".join(episode.guides), reference) if written and reference and reference.strip() else None
    metrics: dict[str, float | None] = asdict(guide) if guide else dict.fromkeys(GuideScore.__slots__)
    return Score(
        task_id=episode.web_task.task_id,
        site=episode.web_task.site,
        success=success,
        ofcr_passed=sum(step.gate.passed for step in episode.steps),
        n_steps=len(episode.steps),
        ggs=None if guide is None or success is None else gated(success, guide.g),
        success_strict=None if episode.outcome == "infra" or episode.strict is None else episode.strict.success,
        judge=episode.verdict.judge if episode.verdict else "",
        **metrics,
    )


def summarise(scores: Sequence[Score], infra: int, undecided: int, planned: int) -> Summary:
    """The row of a sweep. Scores without a verdict are left out of every mean; `infra` and `undecided` say how many episodes have none."""
    decided = [row for row in scores if row.success is not None]
    guided = [row for row in decided if row.ggs is not None]
    sr, ggs = _sr(decided), mean(row.ggs for row in guided)
    steps = sum(row.n_steps for row in decided)
    return Summary(
        n=len(decided),
        successes=sum(row.success is True for row in decided),
        sr=sr,
        sr_strict=_strict(decided),
        ofcr=sum(row.ofcr_passed for row in decided) / steps if steps else None,
        ggs=ggs,
        tax=guide_tax(sr, ggs),
        bleu1=mean(row.bleu1 for row in guided),
        bleu2=mean(row.bleu2 for row in guided),
        rouge1=mean(row.rouge1 for row in guided),
        rouge_l=mean(row.rouge_l for row in guided),
        g=mean(row.g for row in guided),
        n_guides=len(guided),
        sr_referenced=_sr(guided),
        infra=infra,
        undecided=undecided,
        planned=planned,
        incomplete=bool(infra or undecided or len(decided) < planned),
        judges=tuple(sorted({row.judge for row in scores if row.judge})),
        sites=_sites(decided),
    )


def _sites(decided: Sequence[Score]) -> tuple[SiteRow, ...]:
    rows = []
    for site in sorted({row.site for row in decided}):
        own = [row for row in decided if row.site == site]
        solved = sum(row.success is True for row in own)
        rows.append(SiteRow(site, len(own), solved, solved / len(own)))
    return tuple(rows)


def _strict(rows: Sequence[Score]) -> float | None:
    return None if any(row.success_strict is None for row in rows) else mean(float(row.success_strict is True) for row in rows)


def _sr(rows: Sequence[Score]) -> float | None:
    return mean(float(row.success is True) for row in rows)
