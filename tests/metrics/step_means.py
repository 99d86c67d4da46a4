"""The means over teacher-forced steps (MAG Eq. 11; WebMRE Eq. 1)."""

from collections.abc import Sequence
from dataclasses import dataclass

from mag.metrics.means import mean
from mag.metrics.step import ActionScore, StepScore


@dataclass(frozen=True, slots=True)
class StepSummary:
    """Means on 0..1, None where no step stands behind one.

    Both OFCR, Faith, Suff and the overlap with the gold guides are over all `n` steps (as far as a step has the figure). Type, Content,
    both SAA and GACS are over the `n_labelled` steps whose label is not disputed; kernel, same and related over the `n_aimed` of these
    whose gold action has a target (same and related as far as it is a listed element).
    """

    n: int
    n_labelled: int
    n_aimed: int
    ofcr: float | None
    ofcr_strict: float | None
    saa_mag: float | None  # mean A, MAG Eq. 11
    saa_webmre: float | None  # gated, WebMRE Eq. 1
    type: float | None
    kernel: float | None
    same: float | None
    related: float | None
    content: float | None
    faith: float | None
    suff: float | None
    gacs: float | None
    bleu1: float | None
    rouge_l: float | None


def summarise_steps(scores: Sequence[StepScore]) -> StepSummary:
    """The means of these steps."""
    labelled = [score for score in scores if not score.disputed]
    actions: list[ActionScore] = [score.action for score in labelled if score.action]
    targets = [action.target for action in actions if action.target]
    return StepSummary(
        n=len(scores),
        n_labelled=len(labelled),
        n_aimed=len(targets),
        ofcr=mean(score.ofcr for score in scores),
        ofcr_strict=mean(score.ofcr_strict for score in scores),
        saa_mag=mean(action.mag for action in actions),
        saa_webmre=mean(action.webmre for action in actions),
        type=mean(action.type for action in actions),
        kernel=mean(target.kernel for target in targets),
        same=mean(target.same for target in targets),
        related=mean(target.related for target in targets),
        content=mean(action.content for action in actions),
        faith=mean(score.faith for score in scores),
        suff=mean(score.suff for score in scores),
        gacs=mean(score.gacs for score in labelled),
        bleu1=mean(score.overlap.bleu1 for score in scores if score.overlap),
        rouge_l=mean(score.overlap.rouge_l for score in scores if score.overlap),
    )
