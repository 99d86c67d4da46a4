"""G from the two public packages instead of our own arithmetic, to check one against the other: sacrebleu for BLEU, rouge-score for ROUGE.

`guide_score` takes and gives what `mag.metrics.guide.guide_score` does, so it can stand in for it (`summary.score(..., scorer=...)`). On
English text both agree to 1e-9. They differ where rouge-score's own tokenizer does: it keeps a-z and 0-9 alone, drops all other letters
(a guide in Chinese scores 0 on ROUGE) and splits words at an underscore.
"""

from functools import cache
from importlib import import_module
from typing import Any

from mag.errors import BadInput
from mag.metrics.guide import GuideScore
from mag.metrics.overlap import tokenize


def guide_score(predicted: str, reference: str) -> GuideScore:
    """The four metrics on 0..1 and their mean (MAG Eq. 4). BLEU over our tokens, without smoothing; ROUGE without a stemmer.

    Raises BadInput when the packages are not installed.
    """
    (bleu1, bleu2), rouge = _peers()
    ours, theirs = " ".join(tokenize(predicted)), " ".join(tokenize(reference))
    bleus = [peer.corpus_score([ours], [[theirs]]).score / 100 for peer in (bleu1, bleu2)]
    rouges = rouge.score(reference, predicted)
    metrics = bleus[0], bleus[1], float(rouges["rouge1"].fmeasure), float(rouges["rougeL"].fmeasure)
    return GuideScore(*metrics, g=sum(metrics) / 4)


@cache
def _peers() -> tuple[tuple[Any, Any], Any]:
    try:
        make_rouge, make_bleu = import_module("rouge_score.rouge_scorer").RougeScorer, import_module("sacrebleu.metrics").BLEU
    except ImportError as error:
        raise BadInput(f"the reference metrics need {error.name}; install sacrebleu and rouge-score") from None
    bleu1, bleu2 = (
        make_bleu(lowercase=False, tokenize="none", smooth_method="none", effective_order=False, max_ngram_order=order) for order in (1, 2)
    )
    return (bleu1, bleu2), make_rouge(["rouge1", "rougeL"], use_stemmer=False)
