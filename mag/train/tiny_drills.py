"""Drills for the tiny base: rows of tokens in which nearly every answer is a copy, many in each. No task, no action, no contract.

Made-up readings (`mag.train.tiny_pages`) hold a few answers among much to read. These hold little else, over the whole vocabulary, so
that what is learnt is copying and not the words. First stretches of random tokens that come again, then menus with questions about
every line.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from mag.constants import MENU_LINES
from mag.train.tiny_pages import KINDS, phrase
from mag.train.tiny_rows import FRAME, Encoded
from mag.train.tiny_text import TYPES

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

REPEAT, LINE, ID = (1 + KINDS.index(kind) for kind in ("repeat", "line", "id"))
QUESTIONS = 12  # about one menu, at most
STRETCH = 60  # tokens of a row of stretches
WORD = 30  # characters of a token that a phrase is made of, at most
_AROUND = ((" '", "'"), ("Click '", "'"), ("Open ", "."), ("choose '", "'."), ("in ", "."))  # a phrase
_LEADS = (" is at ", ": ", " has id ")  # from a phrase to its id


@dataclass(frozen=True)
class Drills:
    """Rows of one tokenizer; `words` are the tokens that random phrases are made of."""

    encode: Callable[[str], list[int]]
    words: tuple[int, ...]

    @classmethod
    def of(cls, tokenizer: "PreTrainedTokenizerBase") -> "Drills":
        """Every token that is a short piece of text."""
        special = set(tokenizer.all_special_ids)
        texts = {token: str(tokenizer.decode([token])) for token in range(len(tokenizer)) if token not in special}
        words = (token for token, text in texts.items() if text.strip() and "\n" not in text and len(text) < WORD)
        return cls(lambda text: list(tokenizer(text, add_special_tokens=False)["input_ids"]), tuple(words))

    def stretches(self, random: Random) -> Encoded:
        """Random tokens, then pieces of them again and again; of each piece all but the first token is an answer."""
        once = random.choices(self.words, k=random.randint(6, 24))
        ids, kinds = [*once], [0] * len(once)
        while len(ids) < STRETCH:
            start = random.randrange(len(once) - 2)
            piece = once[start : start + random.randint(2, 8)]
            ids += piece
            kinds += [0, *[REPEAT] * (len(piece) - 1)]
        return Encoded(tuple(ids), tuple(kinds))

    def menu(self, random: Random, longest: int) -> Encoded:
        """A menu of 2 to `longest` lines, then its ids and phrases asked for, and phrases of no line said twice."""
        lines = {tuple(self._phrase(random)): None for _ in range(random.randint(2, longest))}
        numbers = sorted(random.sample(range(1, MENU_LINES + 1), len(lines)))
        asked = [(str(number), list(text)) for number, text in zip(numbers, lines, strict=True)]
        ids: list[int] = []
        for number, text in asked:
            ids += [*self.encode(f"\n[{number}] {random.choice(TYPES)} "), *text]
        ids += self.encode("\n")
        kinds = [0] * len(ids)
        random.shuffle(asked)
        for number, text in asked[:QUESTIONS]:
            for part, kind in self._question(random, number, text):
                ids += part
                kinds += [kind] * len(part)
        return Encoded(tuple(ids), tuple(kinds))

    def _question(self, random: Random, number: str, text: list[int]) -> list[tuple[list[int], int]]:
        """Tokens with what they count as."""
        before, after = map(self.encode, random.choice(_AROUND))
        way = random.random()
        if way < 0.35:
            lead = self.encode(random.choice(_LEADS))
            return [(before, 0), (text[:1], 0), (text[1:], REPEAT), ([*after, *lead], 0), (self.encode(number), ID), (self.encode("\n"), 0)]
        if way < 0.7:
            return [(self.encode(f"\n[{number}] says '"), 0), *self._said(before, text, after, LINE)]
        text = self._phrase(random)
        again, end = map(self.encode, random.choice(_AROUND))
        return [([*before, *text, *after], 0), *self._said(again, text, end, REPEAT), (self.encode("\n"), 0)]

    @staticmethod
    def _said(before: list[int], text: list[int], after: list[int], kind: int) -> list[tuple[list[int], int]]:
        """A phrase in its frame; that it ends is an answer too."""
        return [(before, 0), (text, kind), (after[:1], FRAME), (after[1:], 0)]

    def _phrase(self, random: Random) -> list[int]:
        return random.choices(self.words, k=random.randint(1, 4)) if random.random() < 0.5 else self.encode(phrase(random, False))
