"""A small part of Markdown, enough for readmes, descriptions and comments. Everything is escaped first."""

import re
from collections.abc import Callable

from markupsafe import Markup, escape

HEADING = re.compile(r"(#{1,4}) +(.+)")
ITEM = re.compile(r"(?:([-*])|\d+\.) +(.+)")


def markdown(text: str, project: str = "") -> Markup:
    """HTML of the text; `project` is the full path that #12 and !3 refer to."""
    lines = text.replace("\r\n", "\n").split("\n")
    html: list[str] = []
    while lines:
        line = lines[0]
        if not line.strip():
            lines.pop(0)
        elif line.startswith("```"):
            html.append(_code_block(lines))
        elif heading := HEADING.fullmatch(line):
            lines.pop(0)
            level = len(heading[1]) + 1
            html.append(f"<h{level}>{inline(heading[2], project)}</h{level}>")
        elif item := ITEM.match(line):
            tag = "ul" if item[1] else "ol"
            items = _take(lines, lambda candidate: bool(ITEM.match(candidate)))
            html.append(f"<{tag}>{''.join(f'<li>{inline(_item_text(entry), project)}</li>' for entry in items)}</{tag}>")
        else:
            paragraph = [lines.pop(0), *_take(lines, _is_plain)]
            html.append(f"<p>{inline(' '.join(paragraph), project)}</p>")
    return Markup("\n".join(html))


def inline(text: str, project: str = "") -> Markup:
    """Bold, code, people, issues and merge requests inside a line."""
    html = str(escape(text))
    html = re.sub(r"`([^`]+)`", r"<code>\1</code>", html)
    html = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", html)
    html = re.sub(r"(?<![\w/])@([a-z][a-z.-]*[a-z])", r'<a href="/\1">@\1</a>', html)
    if project:
        html = re.sub(r"(?<![\w&])#(\d+)\b", rf'<a href="/{project}/-/issues/\1">#\1</a>', html)
        html = re.sub(r"(?<!\w)!(\d+)\b", rf'<a href="/{project}/-/merge_requests/\1">!\1</a>', html)
    return Markup(html)


def _take(lines: list[str], wanted: Callable[[str], bool]) -> list[str]:
    taken = []
    while lines and wanted(lines[0]):
        taken.append(lines.pop(0))
    return taken


def _code_block(lines: list[str]) -> str:
    lines.pop(0)
    code = _take(lines, lambda line: not line.startswith("```"))
    if lines:
        lines.pop(0)
    return f"<pre><code>{escape(chr(10).join(code))}</code></pre>"


def _item_text(line: str) -> str:
    found = ITEM.match(line)
    return found[2] if found else line


def _is_plain(line: str) -> bool:
    return bool(line.strip()) and not (line.startswith("```") or HEADING.fullmatch(line) or ITEM.match(line))
