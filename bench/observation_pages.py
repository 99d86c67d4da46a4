"""The pages of the observation benchmark: plain HTML, built from counts, each heavy in its own way."""

from collections.abc import Callable

SITE, OTHER_SITE = "cards.test", "frames.test"  # two sites, so that frames of the second live in a process of their own

CARD = (
    '<div class="card"><a href="/item/{0}"><b>Item {0}</b></a><img alt="Picture {0}" width="40" height="30" '
    'src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><p>A sturdy thing for daily use, number {0}.</p><span>{0}.50</span>'
    '<button>Add {0}</button><input placeholder="Amount {0}"><select><option>red</option><option>blue</option></select></div>'
)
STYLE = ".card{display:inline-block;width:300px;padding:8px;border:1px solid #ccc} iframe{width:440px;height:180px} td{padding:2px 6px}"
WORDS = [
    "the",
    "river",
    "carries",
    "barges",
    "past",
    "warehouses",
    "where",
    "grain",
    "was",
    "stored",
    "before",
    "the",
    "railway",
    "came",
    "and",
    "the",
    "harbour",
    "moved",
    "downstream",
]


def cards(number: int) -> str:
    """N cards of eleven elements each: a link, a picture, text, a button, a field and a list."""
    return "".join(CARD.format(index) for index in range(number))


def frames(number: int, origin: str = "") -> str:
    """Ten cards and N frames of four cards each, from this origin or another."""
    return cards(10) + "".join(f'<iframe src="{origin}/inner"></iframe>' for _ in range(number))


def shadows(number: int) -> str:
    """N open shadow roots with one card each."""
    script = (
        "customElements.define('x-card', class extends HTMLElement { constructor() { super(); "
        "this.attachShadow({ mode: 'open' }).innerHTML = document.querySelector('template').innerHTML; } })"
    )
    return f"<template>{CARD.format(1)}</template>{'<x-card></x-card>' * number}<script>{script}</script>"


def article(paragraphs: int) -> str:
    """A long article: paragraphs of 100 words with eight links each, and a table of contents."""
    body = []
    for number in range(paragraphs):
        words = [WORDS[(number + index) % len(WORDS)] for index in range(100)]
        words[5::12] = [f'<a href="/word/{number}-{index}">{word}</a>' for index, word in enumerate(words[5::12])]
        body.append(f'<h3 id="s{number}">Section {number}</h3><p>{" ".join(words)}</p>')
    contents = "".join(f'<li><a href="#s{number}">Section {number}</a></li>' for number in range(paragraphs))
    return f"<ol>{contents}</ol>{''.join(body)}"


def grid(rows: int) -> str:
    """A dense administration grid: a check box, eight cells and two actions a row."""
    row = "<tr><td><input type=checkbox aria-label='Row {0}'></td>{1}<td><a href='/edit/{0}'>Edit</a> <button>Delete</button></td></tr>"
    return "<table>" + "".join(row.format(n, "".join(f"<td>value {n}.{c}</td>" for c in range(8))) for n in range(rows)) + "</table>"


PAGES: dict[str, Callable[[int], str]] = {  # name -> body; the argument is the server's port
    "50 cards": lambda port: cards(50),
    "300 cards": lambda port: cards(300),
    "3 frames, same origin": lambda port: frames(3),
    "10 frames, same origin": lambda port: frames(10),
    "3 frames, another site": lambda port: frames(3, f"http://{OTHER_SITE}:{port}"),
    "100 shadow roots": lambda port: shadows(100),
    "article of 100 sections": lambda port: article(100),
    "grid of 200 rows": lambda port: grid(200),
}


def html(name: str, port: int) -> str:
    """The whole document of a page's name; `inner` is what the frames show."""
    body = cards(4) if name == "inner" else PAGES[name](port)
    return f"<!doctype html><html><head><meta charset=utf-8><title>{name}</title><style>{STYLE}</style></head><body>{body}</body></html>"
