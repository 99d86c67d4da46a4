"""What two runs are compared by, step for step: the page, the verb, the target, the content."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from mag.records import Box, Episode, Mark, Step
from mag.report.steps import target

Kind = Literal["page", "verb", "target", "content"]
KINDS: tuple[Kind, ...] = get_args(Kind)  # in the order in which they are told

# Parts of an address that say who asks and when, not what is shown; `/key/<digits>` is Magento's per-session secret.
SECRET = re.compile(r"/key/[0-9a-f]{32,}(?=/|$)")
NOISE = re.compile(
    r"utm_\w+|_|_ga|gclid|fbclid|s?sid|___sid|phpsessid|session(_?id)?|(csrf_?)?token|form_key|nonce|ts|timestamp|uenc", re.IGNORECASE
)
NEAR_PX = 8.0  # two points on no mark are one target up to here, in x and in y


@dataclass(frozen=True, slots=True)
class Target:
    """What a step acts on. `box` and `point` are page pixels: those of the screenshot plus the scroll position."""

    role: str = ""
    name: str = ""
    key: str = ""
    context: str = ""
    box: Box | None = None  # None where the point lies on no drawn mark
    point: tuple[float, float] | None = None  # None where a mark was chosen


@dataclass(frozen=True, slots=True)
class Turn:
    """The comparable part of a step."""

    site: str  # "" where the address is under none of the known base URLs
    path: str  # path with what matters of query and fragment
    verb: str  # "" where no action could be read
    target: Target | None = None
    content: str = ""


def turns(episode: Episode, sites: Mapping[str, str]) -> list[Turn]:
    """Every step of the episode; `sites` maps base URLs to site names, see `base_urls`."""
    return [turn(step, sites) for step in episode.steps]


def base_urls(episodes: Iterable[Episode]) -> dict[str, str]:
    """Base URL -> site of all the environment sets that these episodes ran on."""
    return {base.rstrip("/"): site for episode in episodes if episode.evidence for site, base in episode.evidence.urls.items()}


def turn(step: Step, sites: Mapping[str, str]) -> Turn:
    """One step. White space in what is typed or answered counts as one space."""
    action = step.action
    site, path = _site(step.url, sites), page_path(step.url)
    if action is None:
        return Turn(site, path, "")
    return Turn(site, path, action.verb, _target(step, target(step), action.point), " ".join((action.content or "").split()))


def _site(url: str, sites: Mapping[str, str]) -> str:
    bases = [base for base in sites if url.startswith(base) and url[len(base) : len(base) + 1] in ("", "/", "?", "#")]
    return sites[max(bases, key=len)] if bases else ""


def page_path(url: str) -> str:
    """The address without host, session noise, empty parameters and anchors; parameters in order of their names."""
    try:
        parts = urlsplit(url)
    except ValueError:  # no address that a standard knows
        return url
    path = SECRET.sub("", unquote(parts.path)).rstrip("/") or "/"
    query = sorted((name, value) for name, value in parse_qsl(parts.query) if not NOISE.fullmatch(name))
    route = f"#{parts.fragment}" if parts.fragment.startswith(("/", "!")) else ""  # a page of a single-page application
    return path + (f"?{urlencode(query)}" if query else "") + route


def _target(step: Step, mark: Mark | None, point: tuple[float, float] | None) -> Target | None:
    left, top = step.scroll
    there = (point[0] + left, point[1] + top) if point else None
    if mark is None:
        return Target(point=there) if there else None
    # A field without a label is named by what stands in it, which says nothing about which field it is.
    name = "" if mark.name == mark.value else mark.name
    x, y, width, height = mark.box
    return Target(mark.role, name, mark.key, mark.context, (x + left, y + top, width, height), there)


def differences(a: Turn, b: Turn) -> tuple[Kind, ...]:
    """In what two steps differ, in the order of KINDS; () when they are the same. Under different verbs only the page is asked for.

    Symmetric, and () for equal turns; not transitive, as a point is the same target as each of two marks it lies in.
    """
    if a == b:
        return ()
    here = a.path == b.path and (a.site == b.site or "" in (a.site, b.site))
    found: list[Kind] = [] if here else ["page"]
    if a.verb != b.verb:
        return (*found, "verb")
    if not same_target(a.target, b.target, here):
        found.append("target")
    return (*found, "content") if a.content != b.content else tuple(found)


def same_target(a: Target | None, b: Target | None, same_page: bool) -> bool:
    """Whether two targets are one: role and name agree, and so does the place in the document or the row around it; on the same page
    also a point within the box of the mark that the other run chose, or two points on no mark within NEAR_PX."""
    if a is None or b is None:
        return a is b
    if a.box and b.box and (a.role, a.name) == (b.role, b.name) and (a.key == b.key or (a.name != "" and a.context == b.context)):
        return True
    if not same_page:
        return False
    if a.point and b.point:
        return not (a.box or b.box) and max(abs(a.point[0] - b.point[0]), abs(a.point[1] - b.point[1])) <= NEAR_PX
    return _inside(a.point, b.box) or _inside(b.point, a.box)


def _inside(point: tuple[float, float] | None, box: Box | None) -> bool:
    if point is None or box is None:
        return False
    return box[0] <= point[0] <= box[0] + box[2] and box[1] <= point[1] <= box[1] + box[3]
