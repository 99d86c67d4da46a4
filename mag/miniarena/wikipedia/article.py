"""An article before it is written to the database, and the writing of its prose."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from string import Formatter

from mag.miniarena.wikipedia.data_prose_land import Sections


@dataclass
class Draft:
    """The structured facts of an article: its infobox, and what its sentences need."""

    title: str
    kind: str
    infobox: list[tuple[str, str]]
    facts: dict[str, str]
    categories: list[str]
    related: list[str] = field(default_factory=list)


def link(title: str) -> str:
    """A link to the article of this title."""
    return f"[[{title}]]"


def links(titles: Sequence[str], article: str = "") -> str:
    """'[[A]], [[B]] and [[C]]', each with an article before it where one is given."""
    linked = [f"{article}{link(title)}" for title in titles]
    return linked[0] if len(linked) == 1 else f"{', '.join(linked[:-1])} and {linked[-1]}"


def known(**facts: str | int | float | None) -> dict[str, str]:
    """The facts that are there, as text; numbers with thousands separated unless they are years."""
    return {name: readable(name, value) for name, value in facts.items() if value is not None}


def readable(name: str, value: str | int | float) -> str:
    """A fact as it stands in a sentence."""
    is_year = name.endswith(("year", "founded", "opened", "survey", "unmanned", "entered", "retired", "constitution"))
    return f"{value:,}" if isinstance(value, int) and not is_year else str(value)


def write(sections: Sections, facts: dict[str, str], rng: Random) -> list[tuple[str, str]]:
    """Headings with their text: of each group of sentences one whose facts are all known. A section without sentences is left out."""
    written = []
    for heading, groups in sections:
        sentences = [sentence for group in groups if (sentence := choose(group, facts, rng))]
        if sentences:
            written.append((heading, paragraphs(sentences)))
    return written


def choose(group: Sequence[str], facts: dict[str, str], rng: Random) -> str:
    """One of the variants, filled in; empty where each lacks a fact."""
    able = [variant for variant in group if all(name in facts for _, name, _, _ in Formatter().parse(variant) if name)]
    sentence = rng.choice(able).format(**facts) if able else ""
    return sentence[:1].upper() + sentence[1:]


def paragraphs(sentences: Sequence[str]) -> str:
    """At most three sentences a paragraph."""
    return "\n\n".join(" ".join(sentences[start : start + 3]) for start in range(0, len(sentences), 3))
