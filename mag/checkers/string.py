"""Text comparison in WebArena's manner, its quirks included, so that rows compare with published ones.

Quirks kept: case and one pair of surrounding quotes do not matter; `must_include` is a substring test, except that a single
one-character reference must be a whole word.
"""

from mag.checkers.tokens import is_word


def clean_answer(text: str) -> str:
    """Stripped, one pair of surrounding quotes dropped (a lone quote counts as a pair), lower case."""
    text = text.strip()
    if text[:1] == text[-1:] and text[:1] in ("'", '"'):
        text = text[1:-1]
    return text.lower()


def exact_match(reference: str, answer: str) -> bool:
    """Equality of the cleaned texts."""
    return clean_answer(answer) == clean_answer(reference)


def must_include(reference: str, answer: str, tokenize: bool = False) -> bool:
    """The cleaned reference occurs in the cleaned answer; with `tokenize`, a reference of one character as a word of its own."""
    wanted, text = clean_answer(reference), clean_answer(answer)
    return is_word(wanted, text) if tokenize and len(wanted) == 1 else wanted in text
