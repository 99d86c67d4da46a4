"""What WebArena's own evaluators say of an answer, a final URL and page texts, as a table of rules over plain values.

Written from a description of those evaluators and nothing in `mag.checkers`, to be compared with it. Every rule is one entry of
RULES: a test can flip one and see whether the comparison would notice. A verdict is True, False or None (a judge has not ruled).
"""

import html
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple
from urllib.parse import unquote_plus

Ruling = bool | None
Rulings = Callable[[str, str, str, str], Ruling]  # kind, intent, reference, answer -> what the judge says
Atoms = list[tuple[str, Ruling]]
Table = dict[str, Callable[..., Any]]

OR = " |OR| "
URL = re.compile(r"(?:[^:/?#]+:)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.S)
STOP = re.compile(r"(\S+[.!?][)\]\"']*)\s+(?=(\S))")
NUMBER = re.compile(r"-?[.,]?\d[\d,.-]*\.")
SPLIT = r"\s()\[\]{}<>;@#$%&?!*\"`«»“”‘’„"  # what NLTK's word tokenizer always cuts off
BEFORE = rf"(?:^|(?<=[{SPLIT}])|(?<=')(?<!\w')|(?<=\.\.)|(?<=--))"
CUT = rf"$|[{SPLIT}]|[:,](?:\D|$)|\.\.|--|''|\.[\])}}>\"'»”’ ]*\s*$"
AFTER = rf"(?='(?:s|m|d|ll|re|ve)?(?:{CUT})|{CUT})"


class Place(NamedTuple):
    """A URL as the evaluators take it apart."""

    base: str  # host, port and path
    query: list[tuple[str, str]]  # decoded; without keys that have no value
    fragment: str


def conjunction(verdicts: Iterable[Ruling]) -> Ruling:
    """A product of scores: one failure decides, and what is not ruled on leaves the rest open."""
    seen = set(verdicts)
    return False if False in seen else None if None in seen else True


def one_pair(text: str) -> str:
    """Without one pair of surrounding quotes of the same kind; a lone quote is its own pair."""
    return text[1:-1] if text[:1] in ("'", '"') and text[:1] == text[-1:] else text


def sentences(text: str) -> list[str]:
    """Cut as NLTK does: a number with a period before a lower-case word is taken for an ordinal, not for an end."""
    cuts, start = [], 0
    for match in STOP.finditer(text):
        if not (NUMBER.fullmatch(match[1]) and match[2].islower()):
            cuts.append(text[start : match.end(1)])
            start = match.end()
    return [*cuts, text[start:]]


def stands_alone(character: str, text: str) -> bool:
    """Whether NLTK's word_tokenize would give this one letter or digit as a word: "0" of "(0)", "$0" and "0%", not of "$0.00"."""
    alone = re.compile(BEFORE + re.escape(character) + AFTER)
    return any(alone.search(sentence) for sentence in sentences(text))


def place(url: str) -> Place:
    """Host and path, query and fragment; parameters after a semicolon in the last segment are no part of the path."""
    host, path, query, fragment = (group or "" for group in URL.match(url).groups())
    head, slash, last = path.rpartition("/")
    pairs = (piece.partition("=") for piece in query.split("&"))
    decoded = [(unquote_plus(key), unquote_plus(value)) for key, _, value in pairs if value]
    return Place(host + head + slash + last.partition(";")[0], decoded, fragment)


def filled(text: str, urls: dict[str, str]) -> str:
    """With the base URLs of the sites for __SITE__."""
    for site, base in urls.items():
        text = text.replace(f"__{site.upper()}__", base)
    return text


def merged(queries: Sequence[list[tuple[str, str]]]) -> list[dict[str, set[str]]]:
    """What each key may be: the values of all alternatives in one heap."""
    heap: dict[str, set[str]] = {}
    for key, value in (pair for query in queries for pair in query):
        heap.setdefault(key, set()).add(value)
    return [heap]


RULES: Table = {
    # answers
    "quotes": one_pair,
    "case": str.lower,
    "strip": str.strip,
    "again": lambda clean, cleaned: clean(cleaned),  # each comparison cleans the answer, which has been cleaned before, once more
    "same": lambda wanted, found: wanted == found,
    "part": lambda wanted, found: wanted in found,
    "tokenised": lambda item, items: len(items) == 1 and len(item) == 1,
    "word": stands_alone,
    "answer alternatives": lambda item: [item],
    "items": conjunction,
    "references": conjunction,
    "judged answer": lambda raw, cleaned: cleaned,
    "judged reference": lambda reference: reference,
    "bare": lambda cleaned: cleaned == "n/a",
    "reason": lambda check: check["string_note"],
    "earlier": lambda before, reason: [reason],  # the ruling on the reason takes the place of all before it
    # URLs
    "slash": lambda url: url.rstrip("/"),
    "url alternatives": lambda text: text.split(OR),
    "within": lambda wanted, found: wanted in found,
    "allowed": merged,
    "keys": all,
    "repeated": any,
    "further keys": lambda wanted, found: True,
    "fragment": lambda wanted, found: True,
    # pages
    "unescaped": html.unescape,
    "page alternatives": lambda item: item.split(OR),
    "page same": lambda wanted, found: wanted == found,
    "page part": lambda wanted, found: wanted in found,
    "page items": conjunction,
    "entries": conjunction,
    # all
    "filled": filled,
    "parts": conjunction,
}


class Oracle:
    """Verdicts on one task's raw record, with the sites' base URLs and what a judge says."""

    def __init__(self, record: dict[str, Any], urls: dict[str, str], rulings: Rulings, rules: Table = RULES) -> None:
        self.check: dict[str, Any] = record["eval"]
        self.rules = rules
        self.rulings = rulings
        self.urls = urls
        self.intent = self.fill(record["intent"])

    def fill(self, text: str) -> str:
        """See `filled`."""
        return self.rules["filled"](text, self.urls)

    def clean(self, text: str) -> str:
        """Stripped, out of one pair of quotes, in lower case."""
        return self.rules["case"](self.rules["quotes"](self.rules["strip"](text)))

    def atoms(self, answer: str, url: str, pages: Sequence[str]) -> Atoms:
        """Every smallest check of the task with its verdict, in the order of the task."""
        kinds = {
            "string_match": lambda: self.of_answer(answer),
            "url_match": lambda: self.of_url(url),
            "program_html": lambda: self.of_pages(pages),
        }
        return [atom for kind in self.check["eval_types"] for atom in kinds[kind]()]

    def of_answer(self, answer: str) -> Atoms:
        """The answer against reference_answers."""
        once = self.clean(answer)
        found = self.rules["again"](self.clean, once)
        asked = self.rules["judged answer"](answer, once)
        atoms: Atoms = []
        for kind, wanted in self.check["reference_answers"].items():
            if kind == "exact_match":
                atoms.append(("exact", self.rules["same"](self.clean(self.fill(wanted)), found)))
            elif kind == "must_include":
                atoms += self.one("items", [(f"item {i}", self.includes(item, wanted, found)) for i, item in enumerate(wanted)])
            elif wanted == "N/A":
                atoms.append(("bare", self.rules["bare"](found)))
                if conjunction(verdict for _, verdict in atoms) is not True:
                    ruling = self.rulings("unachievable", self.intent, self.fill(self.rules["reason"](self.check)), asked)
                    atoms = self.rules["earlier"](atoms[:-1], ("reason", ruling))
            else:
                ask = [self.rulings("answer", self.intent, self.rules["judged reference"](self.fill(item)), asked) for item in wanted]
                atoms += self.one("references", [(f"reference {i}", ruling) for i, ruling in enumerate(ask)])
        return atoms

    def includes(self, item: str, items: Sequence[str], found: str) -> bool:
        """One item of must_include, anywhere in the answer; a lone item of one character has to be a word of it."""
        for alternative in self.rules["answer alternatives"](self.fill(item)):
            wanted = self.clean(alternative)
            if self.rules["word" if self.rules["tokenised"](wanted, items) else "part"](wanted, found):
                return True
        return False

    def of_url(self, url: str) -> Atoms:
        """The last URL against reference_url: one alternative's place lies in it, and every key has an allowed value."""
        found = place(self.rules["slash"](url))
        wanted = [place(self.rules["slash"](one)) for one in self.rules["url alternatives"](self.fill(self.check["reference_url"]))]
        values = {key: [value for name, value in found.query if name == key] for key, _ in found.query}

        def fits(allowed: dict[str, set[str]]) -> bool:
            return self.rules["keys"](self.rules["repeated"](v in options for v in values.get(key, [])) for key, options in allowed.items())

        options = self.rules["allowed"]([one.query for one in wanted])
        return [
            ("place", any(self.rules["within"](one.base, found.base) for one in wanted)),
            ("query", any(map(fits, options))),
            ("further keys", any(self.rules["further keys"](set(option), set(values)) for option in options)),
            ("fragment", any(self.rules["fragment"](one.fragment, found.fragment) for one in wanted)),
        ]

    def of_pages(self, pages: Sequence[str]) -> Atoms:
        """The text of every entry of program_html against its required_contents."""
        atoms: Atoms = []
        for number, (entry, text) in enumerate(zip(self.check["program_html"], pages, strict=True)):
            found = self.clean(self.rules["unescaped"](text))
            (kind, wanted), *_ = entry["required_contents"].items()
            if kind == "exact_match":
                here: Atoms = [(f"page {number}", self.rules["page same"](self.clean(self.fill(wanted)), found))]
            else:
                here = [(f"page {number} item {i}", self.shows(item, found)) for i, item in enumerate(wanted)]
            atoms += self.one("page items", here)
        return self.one("entries", atoms)

    def shows(self, item: str, found: str) -> bool:
        """One item of a page's must_include: any of its alternatives."""
        return any(self.rules["page part"](self.clean(one), found) for one in self.rules["page alternatives"](self.fill(item)))

    def one(self, rule: str, atoms: Atoms) -> Atoms:
        """The atoms as they are where all must hold; under another rule, one atom for them together."""
        return atoms if self.rules[rule] is conjunction else [(rule, self.rules[rule]([verdict for _, verdict in atoms]))]

    def verdict(self, answer: str, url: str, pages: Sequence[str]) -> Ruling:
        """The verdict of the whole task."""
        return self.rules["parts"]([verdict for _, verdict in self.atoms(answer, url, pages)])


def expected(record: dict[str, Any], answer: str, url: str, pages: Sequence[str], rulings: Rulings, urls: dict[str, str]) -> Ruling:
    """The verdict on a raw record; `pages` holds what the locator of each entry of program_html gave."""
    return Oracle(record, urls, rulings).verdict(answer, url, pages)
