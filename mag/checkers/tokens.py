"""Whether one character is a word of its own, as NLTK's `word_tokenize` sees it (Treebank rules within Punkt's sentences).

WebArena tokenises in one case only: a `must_include` of exactly one item of exactly one character. So no tokeniser is needed here,
only the question whether the cuts on both sides of a character are made. The one rule that is not about neighbours: a period is cut
off at the end of a sentence, and Punkt takes a number or a single letter before a lower-case word for an ordinal or an initial, not
for an end ("it is 3. there are more" has no word "3").
"""

APART = frozenset(';@#$%&?!*()[]{}<>"`«»“”‘’„‒–—―')  # each of these is always a word of its own
PAIRS = ("--", "..", "''")
CLITICS = ("'s", "'m", "'d", "'ll", "'re", "'ve", "'", "n't")
BEGINS_WORD = frozenset('("`{[:;&#*@)}]-,')  # Punkt starts a new word after these; after other signs it reads on
CLOSING = frozenset("])}>\"'»”’ ")
OPENS_SENTENCE = frozenset(")\"}]*@'({[“”‘’«»")  # right after a period: the sentence ended before it


def is_word(char: str, text: str) -> bool:
    """Whether `text` (lower case) has the one-character `char` as a word."""
    if char in APART:
        return char in text and char != '"'  # NLTK rewrites double quotes
    return any(found == char and _starts(text, i) and _ends(text, i) for i, found in enumerate(text))


def _starts(text: str, i: int) -> bool:
    """Whether there is a cut before position i."""
    if i == 0:
        return True
    last = text[i - 1]
    if last.isspace() or last in APART or text[max(i - 2, 0) : i] in PAIRS:
        return True
    if last in ":,":
        return not text[i].isdecimal()
    return last == "'" and _is_word_char(text[i]) and text[i] not in "mtsdn" and not (i > 1 and _is_word_char(text[i - 2]))


def _ends(text: str, i: int) -> bool:
    """Whether there is a cut after position i, a clitic aside."""
    return _cut(text, i + 1) or any(text.startswith(clitic, i + 1) and _cut(text, i + 1 + len(clitic)) for clitic in CLITICS)


def _cut(text: str, j: int) -> bool:
    if j >= len(text) or text[j].isspace() or text[j] in APART or text[j : j + 2] in PAIRS:
        return True
    if text[j] in ":,":
        return not text[j + 1 : j + 2].isdecimal()
    return text[j] == "." and _ends_sentence(text, j)


def _ends_sentence(text: str, j: int) -> bool:
    """Whether the period at j is the last sign of its sentence, closing quotes and brackets aside."""
    if all(sign in CLOSING or sign.isspace() for sign in text[j + 1 :]):
        return True
    if text[j + 1] in OPENS_SENTENCE:
        return True
    follows = text[j + 1 :].lstrip()[:1]
    if not text[j + 1].isspace() and text[j + 1] not in ";:!?":
        return False
    if j > 1 and not text[j - 2].isspace() and text[j - 2] not in BEGINS_WORD and text[max(j - 3, 0) : j - 1] != "..":
        return True  # "$3." is neither a number nor an initial to Punkt: its period always ends the sentence
    return not (follows.islower() or follows in ";:,.!?")


def _is_word_char(char: str) -> bool:
    return char.isalnum() or char == "_"
