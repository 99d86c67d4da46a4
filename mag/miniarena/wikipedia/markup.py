"""The small markup of the articles: [[Title]] and [[Title|text]] link, '''bold''', ''italic'', [#1] cites a source."""

import re

from markupsafe import Markup, escape

LINK = re.compile(r"\[\[([^]|]+)(?:\|([^]]+))?\]\]")
BOLD, ITALIC, CITE = re.compile(r"'''(.+?)'''"), re.compile(r"''(.+?)''"), re.compile(r"\[#(\d+)\]")


def slug(title: str) -> str:
    """The title as it stands in an address."""
    return title.replace(" ", "_")


def plain(text: str) -> str:
    """The text without markup."""
    return CITE.sub("", ITALIC.sub(r"\1", BOLD.sub(r"\1", LINK.sub(lambda found: found[2] or found[1], text))))


def render(text: str) -> Markup:
    """The text as HTML, one paragraph."""
    html = str(escape(text)).replace("&#39;", "'")
    html = LINK.sub(lambda found: f'<a href="/wiki/{slug(found[1])}">{found[2] or found[1]}</a>', html)
    html = ITALIC.sub(r"<i>\1</i>", BOLD.sub(r"<b>\1</b>", html))
    return Markup(CITE.sub(r'<sup><a href="#source-\1" title="source">[\1]</a></sup>', html))


def render_paragraphs(text: str) -> list[Markup]:
    """As `render`, for text of several paragraphs."""
    return [render(part) for part in text.split("\n\n")]
