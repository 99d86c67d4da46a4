"""anchor(g): the span of a guide that names its target (MAG App. D).

The first quoted span; else the longest run of words that is the whole of some menu text; else the whole sentence. An apostrophe inside or
at the end of a word opens no quote.
"""

import re
from collections.abc import Sequence

from mag.metrics.overlap import tokenize

_PAIRS = (('"', '"'), ("“", "”"), ("„", "“"), ("„", "”"), ("«", "»"), ("»", "«"), ("‹", "›"), ("「", "」"), ("『", "』"), ("`", "`"))
_SINGLES = (("'", "'"), ("‘", "’"), ("‚", "‘"), ("`", "'"))
_INSIDE = "|".join(
    [rf"{re.escape(first)}([^{re.escape(first + last)}\n]*){re.escape(last)}" for first, last in _PAIRS]
    # A single quote closes before anything but a letter or digit, so that the one in "Kilian's" is part of what is quoted.
    + [rf"(?<!\w){re.escape(first)}(?=\S)([^\n]{{0,200}}?){re.escape(last)}(?!\w)" for first, last in _SINGLES]
)
_QUOTED = re.compile(_INSIDE)


def anchor(guide: str, menu: Sequence[str]) -> str:
    """The anchor span. `menu`: the visible texts of the step's candidates."""
    return quoted(guide) or _longest_run(guide, menu) or guide


def quoted(guide: str) -> str:
    """The first quoted span that holds a word, without its quote marks (straight or curly, single or double); "" when there is none."""
    spans = (next(filter(None, match.groups()), "") for match in _QUOTED.finditer(guide))
    return next((span for span in spans if tokenize(span)), "")


def without_quotes(guide: str) -> str:
    """The guide with every quoted span blanked out."""
    return _QUOTED.sub(" ", guide)


def _longest_run(guide: str, menu: Sequence[str]) -> str:
    """The longest run of the guide's words that equals a menu text, the first of equally long ones; "" for none."""
    words = tokenize(guide)
    best: list[str] = []
    for text in menu:
        label = tokenize(text)
        if len(label) > len(best) and any(words[i : i + len(label)] == label for i in range(len(words) - len(label) + 1)):
            best = label
    return " ".join(best)
