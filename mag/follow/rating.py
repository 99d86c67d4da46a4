"""Ratings of guide sentences (WebMRE 3.3, 5: usefulness): what a rater is asked, what it said, and both on disk.

<folder>/questions.jsonl    what is to be rated, each with its key; equal questions are one
<folder>/images/<sha>.png   the screenshots, so that the folder can be rated elsewhere
<folder>/ratings.jsonl      what any number of raters said; of one rater on one question the first clear rating counts
<folder>/items.jsonl        which steps the questions stand for: for the tables, never for a rater
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import TypeAdapter, ValidationError

from mag.constants import ELEMENT_VERBS
from mag.errors import Corrupt
from mag.follow.items import Item
from mag.journal import Journal
from mag.records import Mark, Verb, digest
from mag.runs import write_atomic

Word = Literal["useful", "ambiguous", "useless", "undecided"]
WORDS: tuple[Word, ...] = ("useful", "ambiguous", "useless")
QUESTIONS, RATINGS, ITEMS, IMAGES = "questions.jsonl", "ratings.jsonl", "items.jsonl", "images"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RatingQuestion:
    """All that a rater sees: screenshot, sentence, right action. Never who wrote the sentence, nor the task."""

    image_sha256: str
    guide: str
    action: str  # the right action in words
    verb: Verb
    target: str = ""  # text of the target element
    content: str = ""
    menu: tuple[str, ...] = ()  # texts of the page's elements, for the deterministic local rater only

    @property
    def key(self) -> str:
        """Content key: equal questions are asked and paid once."""
        return digest([self.image_sha256, self.guide, self.action])


@dataclass(frozen=True, slots=True)
class Rating:
    """One line of ratings.jsonl."""

    key: str  # RatingQuestion.key
    rater: str  # model and prompt digest, or the local rater's name
    rating: Word
    reason: str = ""
    model: str = ""  # as the provider reported it
    input_tokens: int = 0
    output_tokens: int = 0
    requests: int = 0
    at: float = 0.0  # UNIX seconds


@dataclass(frozen=True, slots=True)
class Asked:
    """Which step of which source a question stands for."""

    key: str
    source: str
    task_id: int
    sample: int
    index: int
    site: str
    verb: str


_QUESTION: TypeAdapter[RatingQuestion] = TypeAdapter(RatingQuestion)
_RATING: TypeAdapter[Rating] = TypeAdapter(Rating)
_ASKED: TypeAdapter[Asked] = TypeAdapter(Asked)


def question_of(item: Item) -> RatingQuestion:
    """The question about a step."""
    mark = next((mark for mark in item.gold.marks if mark.id == item.gold.mark), None)
    return RatingQuestion(
        image_sha256=item.image_sha256,
        guide=item.guide,
        action=action_text(item, mark),
        verb=item.gold.verb,
        target=mark.text if mark else "",
        content=item.gold.content or "",
        menu=tuple(mark.text for mark in item.gold.marks),
    )


def action_text(item: Item, mark: Mark | None) -> str:
    """The right action in words: verb, number and text of the target, payload."""
    verb, content = item.gold.verb, item.gold.content
    if verb in ELEMENT_VERBS:
        x, y, *_ = item.gold.box or (0.0, 0.0)
        where = f"element {mark.id}, {mark.type} {mark.text!r}" if mark else f"the page at x = {x:.0f}, y = {y:.0f}"
        if mark and not mark.visible:
            where += " (outside the visible part of the page)"
        return {"click": f"click {where}", "type": f"type {content!r} into {where}", "select": f"select {content!r} in {where}"}[verb]
    if verb == "finish":
        return f"finish with the answer {content!r}" if content else "finish; no answer is asked for"
    return {"scroll": f"scroll {content}", "press_enter": "press Enter", "go_back": "go back to the page before"}[verb]


class RatingFile:
    """Ratings in an append-only file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._journal = Journal(path)

    def add(self, ratings: Iterable[Rating]) -> None:
        """Store ratings; on disk when this returns."""
        self._journal.append(asdict(rating) for rating in ratings)

    def all(self) -> list[Rating]:
        """Every rating in the order written. Raises Corrupt for a whole line that is none."""
        return _load(self._journal, _RATING)

    def of(self, rater: str) -> dict[str, Rating]:
        """Key -> the rating that counts: the first clear one, else the last undecided one."""
        found: dict[str, Rating] = {}
        for rating in self.all():
            if rating.rater == rater and (rating.key not in found or found[rating.key].rating == "undecided"):
                found[rating.key] = rating
        return found

    def raters(self) -> list[str]:
        """Names of all raters that have ratings here."""
        return sorted({rating.rater for rating in self.all()})


class RatingQueue:
    """The questions of one folder and their ratings."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ratings = RatingFile(folder / RATINGS)
        self._questions = Journal(folder / QUESTIONS)
        self._items = Journal(folder / ITEMS)

    def put(self, source: str, items: Sequence[Item]) -> int:
        """Queue the items of a source with their screenshots; the number of questions that were not there. Twice changes nothing."""
        known, asked = set(self.questions()), set(self.items())
        new: dict[str, RatingQuestion] = {}
        rows = []
        for item in items:
            question = question_of(item)
            if question.key not in known:
                new[question.key] = question
            row = Asked(question.key, source, *item.key, site=item.site, verb=item.gold.verb)
            if row not in asked:
                rows.append(row)
            if not self.image(question).exists():
                write_atomic(self.image(question), item.picture())
        self._questions.append({"key": key, **asdict(question)} for key, question in new.items())
        self._items.append(asdict(row) for row in rows)
        return len(new)

    def image(self, question: RatingQuestion) -> Path:
        """Where a question's screenshot lies."""
        return self.folder / IMAGES / f"{question.image_sha256}.png"

    def questions(self) -> dict[str, RatingQuestion]:
        """Every question by its key. Raises Corrupt for one that is not what its key says."""
        found = {question.key: question for question in _load(self._questions, _QUESTION)}
        if strangers := [row["key"] for row in self._questions.rows() if row.get("key") not in found]:
            raise Corrupt(f"{self._questions.path}: a question does not match its key {strangers[0]!r}; remove that line")
        return found

    def items(self) -> list[Asked]:
        """Every step that the questions stand for."""
        return _load(self._items, _ASKED)

    def pending(self, rater: str, seed: int, again: bool = False) -> list[RatingQuestion]:
        """Questions without this rater's rating, in an order that the seed alone shuffles, so that sources and sites come mixed."""
        rated = {key for key, rating in self.ratings.of(rater).items() if not (again and rating.rating == "undecided")}
        left = [question for key, question in self.questions().items() if key not in rated]
        return sorted(left, key=lambda question: digest([seed, question.key]))


def _load(journal: Journal, adapter: TypeAdapter[T]) -> list[T]:
    found: list[T] = []
    row: dict[str, Any]
    for row in journal.rows():
        try:
            found.append(adapter.validate_python(row))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            raise Corrupt(f"{journal.path} holds a line of another kind ({where}: {first['msg']}); remove that line") from None
    return found
