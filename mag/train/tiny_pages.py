"""What the tiny base reads before any training on tasks: made-up pages, and questions whose answers stand on them.

No task, no action, no contract: repeat a phrase, say what a line holds, say which id a line has, say what the next line holds. The
model learns to copy, which is what every later training stands on; without it the workflow is learned and its values are not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from mag.constants import MENU_LINES
from mag.train.tiny_text import TYPES, demonstrations, labels, page_texts

KINDS = ("repeat", "line", "next", "id")
COPYING = KINDS[:3]  # answers that are phrases of the page

_SYLLABLES = (
    "ba",
    "ka",
    "lo",
    "mi",
    "ren",
    "tor",
    "sal",
    "vi",
    "qua",
    "dor",
    "en",
    "ul",
    "pe",
    "ish",
    "gra",
    "tan",
    "bel",
    "zo",
    "ny",
    "kel",
    "ri",
)
_WEIGHTS = (5, 2, 1, 2)  # of the kinds
# Question and answer; `{}` is a phrase, in questions about a line its id. The question decides how the answer is dressed.
_FORMS = {
    "repeat": (("Repeat '{}'.", "{}"), ("Enter {}.", "{}"), ("Quote {} now.", "'{}'"), ("Press {} ?", "Click '{}' now.")),
    "line": (("What is [{}] ?", "{}"), ("Quote [{}] now.", "'{}'"), ("Press [{}] ?", "Click '{}' now.")),
    "next": (("What follows '{}'?", "{}"), ("Quote what follows {} now.", "'{}'")),
    "id": (("Which id has '{}'?", "{}"), ("Where is {} ?", "{}")),
}


@dataclass(frozen=True, slots=True)
class Turn:
    """One question and its answer; `phrase` is the part of the answer that stands on the page or in the question."""

    kind: str
    question: str
    answer: str
    phrase: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A page and what is asked about it."""

    page: str
    turns: tuple[Turn, ...]


def reading(random: Random, held_out: bool = False, longest: int = 40) -> Reading:
    """A page of 3 to `longest` lines and 8 questions; `held_out`: with phrases that no other page has."""
    count = min(longest, 3 + int(random.expovariate(1 / 5)))
    texts: dict[str, None] = {}
    while len(texts) < count:
        texts[phrase(random, held_out)] = None
    ids = sorted(random.sample(range(1, MENU_LINES + 1), count))
    lines = list(zip(ids, texts, strict=True))
    page = "\n".join(f"[{number}] {random.choice(TYPES)} {text}" for number, text in lines)
    return Reading(page, tuple(_turn(random, lines, held_out) for _ in range(8)))


def _turn(random: Random, lines: Sequence[tuple[int, str]], held_out: bool) -> Turn:
    kind = random.choices(KINDS, _WEIGHTS)[0]
    question, answer = random.choice(_FORMS[kind])
    where = random.randrange(len(lines) - 1)
    number, text = lines[where]
    if kind == "repeat":
        text = phrase(random, held_out)
    asked, said = {
        "repeat": (text, text),
        "line": (str(number), text),
        "next": (text, lines[where + 1][1]),
        "id": (text, str(number)),
    }[kind]
    return Turn(kind, question.format(asked), answer.format(said), said)


def phrase(random: Random, held_out: bool) -> str:
    """A label, words thrown together, a made-up name, a value. Held-out words and labels come in no other page."""
    known, unknown = _vocabulary()
    own = unknown if held_out else known
    kind = random.random()
    if kind < 0.35:
        return random.choice(own.phrases)
    if kind < 0.7:
        return " ".join(random.choice(own.words) for _ in range(random.randint(1, 4)))
    if kind < 0.9:
        names = ["".join(random.choice(_SYLLABLES) for _ in range(random.randint(2, 4))).capitalize() for _ in range(random.randint(1, 2))]
        return " ".join(names)
    return random.choice(
        (f"{random.randint(1, 999)}", f"20{random.randint(15, 29)}-0{random.randint(1, 9)}", f"${random.randint(2, 99)}.50")
    )


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Phrases and words that pages are made of."""

    phrases: tuple[str, ...]
    words: tuple[str, ...]


@cache
def _vocabulary() -> tuple[Vocabulary, Vocabulary]:
    """For training and for the check: every tenth phrase and word is kept for the check."""
    texts = [text for text in (*labels(), *page_texts()) if len(text) <= 40]
    texts += [step["name"] for shown in demonstrations() for step in shown["steps"] if 2 < len(step.get("name") or "") <= 40]
    phrases = sorted(set(texts))
    words = sorted({word for text in texts for word in text.split() if len(word) > 2 and word.isalpha()})
    Random("tiny pages").shuffle(phrases)
    Random("tiny pages").shuffle(words)
    cut = [len(phrases) // 10, len(words) // 10]
    return (
        Vocabulary(tuple(phrases[cut[0] :]), tuple(words[cut[1] :])),
        Vocabulary(tuple(phrases[: cut[0]]), tuple(words[: cut[1]])),
    )
