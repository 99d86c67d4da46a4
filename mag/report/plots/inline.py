"""A figure as part of a page that allows no inline styles: what matplotlib says in `style` attributes is said in attributes of its own."""

import re
from xml.etree import ElementTree

SVG, LINK = "http://www.w3.org/2000/svg", "{http://www.w3.org/1999/xlink}href"
REFERENCE = re.compile(r"url\(#([\w.-]+)\)")
DROPPED = ("metadata", "style")
# The page decides on these.
FONT = ("font", "font-family")


def inline(svg: bytes, key: str, name: str) -> str:
    """The drawing as an element of HTML, named `name` for those who cannot see it; `key` keeps its identifiers from those of others."""
    root = ElementTree.fromstring(svg)
    used: set[str] = set()
    for node in root.iter():
        _strip(node)
        _unstyle(node)
        used |= _refer(node, key)
    for node in root.iter():
        own = node.attrib.pop("id", "")
        if own in used:
            node.set("id", f"{key}-{own}")
    for size in ("width", "height", "version"):
        root.attrib.pop(size, None)
    root.attrib |= {"role": "img", "aria-label": name, "stroke-linejoin": "round", "stroke-linecap": "butt"}
    return ElementTree.tostring(root, encoding="unicode")


def _strip(node: ElementTree.Element) -> None:
    node.tag = node.tag.removeprefix(f"{{{SVG}}}")
    for child in list(node):
        if child.tag.removeprefix(f"{{{SVG}}}") in DROPPED:
            node.remove(child)
    if not (node.text or "").strip():
        node.text = None
    node.tail = None


def _unstyle(node: ElementTree.Element) -> None:
    for rule in node.attrib.pop("style", "").split(";"):
        field, _, value = rule.partition(":")
        if value and field.strip() not in FONT:
            node.set(field.strip(), value.strip())


def _refer(node: ElementTree.Element, key: str) -> set[str]:
    """Lead the references of a node to the identifiers as they will be; those it had."""
    found: set[str] = set()
    if LINK in node.attrib:
        target = node.attrib.pop(LINK).removeprefix("#")
        node.set("href", f"#{key}-{target}")
        found.add(target)
    for field, value in node.attrib.items():
        for target in REFERENCE.findall(value):
            node.set(field, f"url(#{key}-{target})")
            found.add(target)
    return found
