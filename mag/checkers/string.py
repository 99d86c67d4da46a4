"""Answer checks in WebArena's manner, its quirks included, so that rows compare with published ones.

Quirks kept: case and one pair of surrounding quotes do not matter; `must_include` is a substring test, except that a single
one-character reference must be a whole word; `|OR|` means nothing in answers.
"""

import re

WORD = re.compile(r"\w+|[^\w\s]")


def clean_answer(answer: str) -> str:
    """Stripped, one pair of surrounding quotes dropped, lower case."""
    text = answer.strip()
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    return text.lower()


def exact_match(reference: str, answer: str) -> bool:
    """Equality of the cleaned texts."""
    return clean_answer(answer) == clean_answer(reference)


def must_include(reference: str, answer: str, tokenize: bool = False) -> bool:
    """The cleaned reference occurs in the cleaned answer; with `tokenize`, as a word of its own."""
    wanted, text = clean_answer(reference), clean_answer(answer)
    if tokenize and len(wanted) == 1:
        return wanted in WORD.findall(text)
    return wanted in text
