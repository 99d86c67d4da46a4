r"""Does a guide name what only the model sees: a mark id or a pixel coordinate? (MAG 3.3, App. D iii)

The family, each read case-insensitively over the guide in compatibility form (full-width digits made plain, invisible characters gone).
N is a number of one to three digits, P one of one to four digits with at most two decimals and no sign (so that degrees of latitude and
longitude, prices and dates are none).

    element      element 17, candidate #17, candidate_id=17, element with id 17, box number 17, mark 17, marker (17), label "17"
    id           id 17, ID: 17, but not order ID 17 or another id that belongs to the site's own things
    bracket      [17], [3, 17], <17>, {17}
    number first number 17 mark, #17 box, the 17 mark, the 17th candidate
    marked       marked 17, numbered 17, labeled with the number 17
    click        Click 17, tap on #17, press number 17 (at the end of a phrase or before a place)
    control      button 17, link #17, icon 17, input 17
    pair         (312, 174), [312 174], (x=312, y=174), (312px; 174px), (50%, 20%)
    axis         x=312, y: 174, x 312 (lower case, two digits at least), x-coordinate 312, y position of 174
    coordinates  at coordinates 312 174, coords: 312,174, coordinate 312
    pixel        pixel 312, 312, 174 px, 312 px from the left, at 312 px
    position     at 312, 174; position 312 174; point 312/174; click 312, 174

What the page itself shows is no leak. A match is excused when the whole phrase stands in a menu text or the title ("[2024]" in "[2024]
report"); a `marked` number also when a menu text is that number, a `click` or `control` number also when it stands in a menu text as a
number. Numbers that no pattern names ("page 2", "item 17 of 20", "$17", "order 1042", "Reviews (12)", "issue #17") never leak. Every
pattern has bounded repetition only, so the time is linear in the guide.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mag.contract.text import comparable

_QUOTE = "\"'“”‘’"
_N = r"(?<![\d.])\d{1,3}(?!\d|[.:/]\d|,\d{3}|%)"
_P = r"(?<![\d.$€£-])\d{1,4}(?:\.\d{1,2})?(?!\d|\.\d)(?: ?(?:px|pixels?|%))?"
_LINK = (  # what may stand between a noun and its number
    rf"(?: (?:with|having|of)(?= (?:the )?(?:id|number|index)))?(?:[ _:=#(\[{_QUOTE}-]|"
    r"(?:the|ids?|number|no|nr|index|labell?ed|numbered|marked)(?![a-z])\.?){1,8}"
)
_COMMA = r"(?: ?[,;|] ?| )"
_OF = r"(?:[ :=#(\[]|(?:of|at|is|are|near|around|position|location|point)(?![a-z])){0,6}"


@dataclass(frozen=True, slots=True)
class _Pattern:
    """One member of the family; `excuse` says when the page's own numbers pardon it besides the whole phrase: "", "line" or "number"."""

    kind: str
    regex: re.Pattern[str]
    excuse: str = ""


def _pattern(kind: str, regex: str, excuse: str = "") -> _Pattern:
    return _Pattern(kind, re.compile(regex, re.IGNORECASE), excuse)


_FAMILY = (
    _pattern("element", rf"(?<![a-z])(?:elements?|candidates?){_LINK}{_N}"),
    _pattern("mark", rf"(?<![a-z])(?:marks?|markers?|labels?|bbox|box(?:es)?){_LINK}{_N}"),
    _pattern("id", rf"(?<![a-z])ids?(?:[ :=#_{_QUOTE}-]|of |is |number ){{1,4}}(?!0){_N}"),
    _pattern("bracket", r"\[ ?#?\d{1,4}(?: ?[,;] ?#?\d{1,4})* ?\]|<#?\d{1,3}>|\{#?\d{1,3}\}"),
    _pattern("number first", r"(?:(?<![a-z])(?:number|no\.?|nr\.?) ?|#)\d{1,3} (?:mark|marker|box|element|candidate|label)(?![a-z])"),
    _pattern("number first", r"(?<![a-z])the #?\d{1,3}(?:st|nd|rd|th)? (?:mark|marker|candidate)(?![a-z])"),
    _pattern("pair", rf"[(\[] ?(?:x ?[=:]? ?)?{_P}{_COMMA}(?:y ?[=:]? ?)?{_P} ?[)\]]"),
    _pattern("axis", rf"(?<![\w.])[xy] ?[=:] ?{_P}"),
    _pattern("axis", rf"(?<![\w.])[xy][ -]?(?:coordinate|coord|position|pos|axis|value)(?![a-z]){_OF}{_P}"),
    _pattern("axis", r"(?<!\d )(?<![\w.])(?-i:[xy]) \d{2,4}(?![\d%]|[.,]\d| ?(?:[gmkt]b|[cm]m|inch|in|oz|pack|pcs)(?![a-z]))"),
    _pattern("coordinates", rf"(?<![a-z])(?:coordinates?|coords?)(?![a-z]){_OF}{_P}"),
    _pattern("pixel", rf"(?<![a-z])(?:pixels?|px)(?![a-z]){_OF}{_P}"),
    _pattern("pixel", r"(?<![\d.,])\d{1,4} ?(?:px ?)?(?:[,;]|and|by) ?\d{1,4} ?(?:px|pixels?)(?![a-z])"),
    _pattern(
        "pixel",
        r"(?<![\d.,])\d{1,4} ?(?:px|pixels?) (?:from|in from|right|left|down|up|below|above|across|along|to the (?:right|left))(?![a-z])",
    ),
    _pattern("pixel", r"(?<![a-z])at (?:about )?\d{1,4} ?(?:px|pixels?)(?![a-z])"),
    _pattern("position", rf"(?<![a-z])(?:position|point|location|spot|at) \(?{_P}(?:{_COMMA}|/){_P}(?![\w:/]|[.,]\d)"),
    _pattern("position", rf"(?<![a-z])(?:click|tap|press) (?:(?:on|at) )?{_P} ?[,;] ?{_P}(?![\w:/]|[.,]\d)"),
    _pattern(
        "marked",
        rf"(?<![a-z])(?:marked|numbered|labell?ed|tagged) (?:(?:with|as|by) )?(?:the )?(?:(?:number|no\.?|id) )?[{_QUOTE}]?#?{_N}",
        "line",
    ),
    _pattern(
        "click",
        rf"(?<![a-z])(?:click|tap|press|hit) (?:(?:on|at) )?(?:the )?(?:(?:number|no\.?) )?[{_QUOTE}]?#?{_N}"
        rf"(?=[{_QUOTE}]? ?(?:$|[.,;!?)]|(?:to|and|then|in|on|at|button|link|field|icon|input)(?![a-z])))",
        "number",
    ),
    _pattern("control", rf"(?<![a-z])(?:button|link|icon|input){_LINK}{_N}", "number"),
)

# Things of a site that have ids of their own.
_OWNER = re.compile(
    r"(?<![a-z])(?:order|customer|user|product|item|issue|ticket|invoice|account|project|group|transaction|session|review|post|comment|store|"
    r"category|shipment|tracking|request|commit|pipeline|job|build|member|tax|way|node|relation|changeset|route|rule|coupon|template|page|block|"
    r"employee|student|message|thread|merge request)(?:'s|s)? $",
    re.IGNORECASE,
)
_POST_OFFICE = re.compile(r"(?<![a-z])p\.? ?o\.? $", re.IGNORECASE)
# "Mark 3 items as read", "Label 2 issues": the noun is a verb.
_AS_VERB = re.compile(r" (?:as|[\w'-]+ as|[\w'-]+ [\w'-]+ as)(?!\w)| (?:[\w'-]+ )?[a-z]{3,}s(?!\w)", re.IGNORECASE)
_VERB_START = re.compile(r"(?:^|[.;:,!?] |(?<![a-z])(?:and|then|to) )$", re.IGNORECASE)


def leak(guide: str, menu_texts: Sequence[str], title: str = "") -> str:
    """Why the guide fails the gate, as "kind: phrase", or "" when it leaks nothing."""
    sentence = comparable(guide)
    page: _Page | None = None
    for pattern in _FAMILY:
        for match in pattern.regex.finditer(sentence):
            if _means_something_else(pattern.kind, match):
                continue
            page = page or _Page.of([*menu_texts, title])
            if not page.excuses(match[0], pattern.excuse):
                return f"{pattern.kind}: {match[0].strip()[:80]}"
    return ""


def _means_something_else(kind: str, match: re.Match[str]) -> bool:
    """The words of the pattern used in another sense: an order's id, a PO box, `mark`, `label` and `link` as verbs."""
    before = match.string[max(0, match.start() - 24) : match.start()]
    noun = match[0].lower()
    if kind == "id":
        return _OWNER.search(before) is not None
    if noun.startswith("box"):
        return _POST_OFFICE.search(before) is not None
    if kind == "marked":
        return _VERB_START.search(before) is not None
    after = match.string[match.end() : match.end() + 60]
    return noun.startswith(("mark ", "label ", "link ")) and bool(_VERB_START.search(before)) and bool(_AS_VERB.match(after))


@dataclass(frozen=True, slots=True)
class _Page:
    """What the page shows: its lines, all in one, and the numbers that stand in them."""

    text: str
    lines: frozenset[str]
    numbers: frozenset[str]

    @classmethod
    def of(cls, texts: Sequence[str]) -> "_Page":
        lines = [comparable(text).casefold() for text in texts]
        text = "\n".join(lines)
        return cls(text, frozenset(lines), frozenset(re.findall(r"(?<![\w.])#?\d+(?!\w|[.,]\d)", text)))

    def excuses(self, phrase: str, excuse: str) -> bool:
        """Whether the phrase, or as far as `excuse` goes its number, belongs to the page."""
        phrase = phrase.strip().casefold()
        number = re.findall(r"#?\d+", phrase)[-1]
        if excuse == "line" and number.lstrip("#") in self.lines:
            return True
        if excuse == "number" and number in self.numbers:
            return True
        edge_left = r"(?<!\w)" if phrase[0].isalnum() else ""
        edge_right = r"(?!\w)" if phrase[-1].isalnum() else ""
        return re.search(edge_left + re.escape(phrase) + edge_right, self.text) is not None
