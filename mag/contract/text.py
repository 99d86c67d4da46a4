"""Page text is data: what cannot be seen, or could pass for the structure of the prompt, does not enter it."""

import re
import unicodedata

# Controls, soft hyphen, joiners, fillers, zero-width, bidi marks and overrides, variation selectors, tags, lone surrogates.
# Visible format characters (the Arabic number signs) stay; whitespace controls stay too, `clean` folds them into a space.
_INVISIBLE = re.compile(
    r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    r"\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def clean(text: str) -> str:
    """The text on one line, without control, zero-width and bidi characters; runs of whitespace become one space."""
    return " ".join(_INVISIBLE.sub("", text).split())


def without_surrogates(text: str) -> str:
    """The text with lone surrogates, which no file can hold, replaced by U+FFFD."""
    return _SURROGATE.sub("\ufffd", text)


def comparable(text: str) -> str:
    """Cleaned and in compatibility form (full-width digits and brackets become plain): what the leak patterns read."""
    return clean(unicodedata.normalize("NFKC", clean(text)))
