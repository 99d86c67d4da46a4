"""Where strict verdicts may differ from WebArena's, and why: for every part of a task, the verdicts that can be given for it.

Written from the list of repairs in the documentation of strict mode. It says what strict may do, not what it must: a difference that
none of these kinds explains is an error.
"""

import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Any
from urllib.parse import unquote, urlsplit

from tests.checkers.oracle import OR, RULES, Oracle, Place, Ruling, Rulings, place

May = dict[Ruling, str]  # what may come out of one part -> the kind of repair, "" where it is as in WebArena

INSIDE = "within a longer word or number"
VALUE = "equal number"
SPELLING = "white space, quotes, final period"
ALTERNATIVES = "alternatives in an answer"
EMPTY = "empty answer"
BESIDE = "checks beside a refusal"
ADDRESS = "within another host or path"
MIXED = "values of alternatives mixed"
ENCODING = "slash, percent-encoding or session key"
QUERY_SLASH = "slash at the end of a query"
FAILED = "failed locator"
KINDS = (INSIDE, VALUE, SPELLING, ALTERNATIVES, EMPTY, BESIDE, ADDRESS, MIXED, ENCODING, QUERY_SLASH, FAILED)

QUOTES = "\"'“”‘’«»` "
RUN = re.compile(r"\d[\d,]*(?:\.\d+)?|\.\d+")
CLEAR_LEFT, CLEAR_RIGHT = r"(?:^|(?<=[\s(\"'“]))", r"(?=$|[\s)\"'”;!?]|[.,:](?:\s|$))"


def spaced(text: str) -> str:
    """In one case, with single spaces."""
    return " ".join(text.casefold().split())


def tidy(text: str) -> str:
    """Spaced, out of quotes and final periods, however many and whether paired or not."""
    return spaced(text).lstrip(QUOTES).rstrip(QUOTES + ".")


def values(text: str) -> set[float]:
    """Every number in a text, wherever it stands."""
    return {float(run.replace(",", "")) for run in RUN.findall(text)}


def lone_value(text: str) -> set[float]:
    """The value of a text that is a number and, maybe, its sign and currency."""
    return values(text) if re.fullmatch(r"[-+]?[$€£¥]?\d[\d,]*(\.\d+)?", tidy(text)) else set()


def stands_clear(item: str, text: str) -> bool:
    """Whether nothing touches the item at one of its places in the text."""
    return re.search(CLEAR_LEFT + re.escape(spaced(item)) + CLEAR_RIGHT, spaced(text)) is not None


def part_of(item: str, text: str, verdict: bool) -> May:
    """An item of must_include."""
    if verdict:
        return {True: ""} if stands_clear(item, text) else {True: "", False: INSIDE}
    found = {True: VALUE} if lone_value(item) & values(text) else {}
    return {False: ""} | ({True: SPELLING} if tidy(item) in spaced(text) else {}) | found


def whole(wanted: str, text: str, verdict: bool) -> May:
    """An exact match."""
    if verdict:
        return {True: "", False: SPELLING} if spaced(text) in ("'", '"') else {True: ""}  # WebArena takes one quote for a pair
    same = {True: SPELLING} if tidy(wanted) == tidy(text) else {}
    return {False: ""} | same | ({True: VALUE} if lone_value(wanted) & lone_value(text) else {})


def either(options: Sequence[May], kind: str) -> May:
    """One of several alternatives, which WebArena takes for one text."""
    return {verdict: kind or why for option in options for verdict, why in option.items()}


class Repairs:
    """What strict may say of one task."""

    def __init__(self, record: dict[str, Any], urls: dict[str, str], rulings: Rulings) -> None:
        self.check = record["eval"]
        self.oracle = Oracle(record, urls, rulings, RULES)
        self.rulings = rulings

    def may(self, answer: str, url: str, pages: Sequence[str]) -> list[May]:
        """The possible verdicts of every part."""
        kinds = self.check["eval_types"]
        found = [*self.answers(answer)] if "string_match" in kinds else []
        found += [self.address(url)] if "url_match" in kinds else []
        return found + ([*self.pages(pages)] if "program_html" in kinds else [])

    def answers(self, answer: str) -> Iterator[May]:
        """The parts of string_match."""
        once = self.oracle.clean(answer)
        twice = self.oracle.clean(once)
        refused = self.check["reference_answers"].get("fuzzy_match") == "N/A"
        for kind, wanted in self.check["reference_answers"].items():
            if kind == "exact_match":
                yield whole(self.oracle.fill(wanted), answer, self.oracle.clean(self.oracle.fill(wanted)) == twice)
            elif kind == "must_include":
                for item in wanted:
                    options = self.oracle.fill(item).split(OR)
                    verdict = self.oracle.includes(item, wanted, twice)
                    here = (
                        part_of(item, answer, verdict)
                        if len(options) == 1
                        else either([part_of(option, answer, spaced(option) in spaced(answer)) for option in options], ALTERNATIVES)
                    )
                    yield {said: why or BESIDE * refused for said, why in here.items()}
            elif not once:
                yield {False: EMPTY}
            elif refused:
                asked = self.rulings("unachievable", self.oracle.intent, self.oracle.fill(self.check["string_note"]), once)
                yield {True: ""} if twice == "n/a" else {True: SPELLING, asked: ""} if tidy(answer) == "n/a" else {asked: ""}
            else:
                yield from ({self.rulings("answer", self.oracle.intent, self.oracle.fill(item), once): ""} for item in wanted)

    def address(self, url: str) -> May:
        """All of url_match."""
        verdict = False not in {said for _, said in self.oracle.of_url(url)}
        wanted = self.oracle.fill(self.check["reference_url"]).split(OR)
        here = [one for one in wanted if self.leads(one, url)]
        fitting = any(self.query(place(one), place(url)) for one in here)
        if verdict:
            return {True: ""} if fitting else {False: ADDRESS if not here else QUERY_SLASH if url.endswith("/") else MIXED}
        return {False: ""} | ({True: ENCODING} if fitting else {})

    def leads(self, wanted: str, url: str) -> bool:
        """Host and path equal, slash, encoding and the key of a session aside, or below the reference's where pages are checked as well."""
        one, other = (urlsplit(each) for each in (wanted, url))
        path, found = (re.sub("/key(/[0-9a-f]*)?/*$", "", unquote(each.path)).rstrip("/") for each in (one, other))
        below = "program_html" in self.check["eval_types"] and path != "" and found.startswith(path + "/")
        return one.netloc.lower() == other.netloc.lower() and (path == found or below)

    @staticmethod
    def query(wanted: Place, found: Place) -> bool:
        """Each value of the reference is there, room around it aside."""
        return {(key, value.strip()) for key, value in wanted.query} <= {(key, value.strip()) for key, value in found.query}

    def pages(self, texts: Sequence[str]) -> Iterator[May]:
        """The parts of program_html."""
        for entry, text in zip(self.check["program_html"], texts, strict=True):
            (kind, wanted), *_ = entry["required_contents"].items()
            found = self.oracle.clean(unescape(text))
            for item in [wanted] if kind == "exact_match" else wanted:
                options = [self.oracle.fill(one) for one in item.split(OR)]
                if kind == "exact_match":
                    may = either([whole(one, unescape(text), self.oracle.clean(one) == found) for one in options], "")
                else:
                    may = either([part_of(one, unescape(text), self.oracle.clean(one) in found) for one in options], "")
                yield may if text else {False: FAILED if may.get(True) == "" else ""}


def reasons(parts: Sequence[May], strict: Ruling) -> set[str]:
    """The kinds of repair that explain why strict says this and not what WebArena says; none where it cannot say this."""
    wanted = {True: {True}, False: {False}, None: {True, None}}[strict]
    able = [{verdict: why for verdict, why in may.items() if verdict in wanted} for may in parts]
    if strict is False:
        return {may[False] for may in able if may} - {""}
    return {why for may in able for why in may.values()} - {""} if all(able) and (strict or any(None in may for may in able)) else set()
