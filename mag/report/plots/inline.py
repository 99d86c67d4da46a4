"""A figure as part of a page that allows no inline styles: what matplotlib says in `style` attributes is said in attributes of its own."""

import re
from xml.etree import ElementTree

SVG, LINK = "http://www.w3.org/2000/svg", "{http://www.w3.org/1999/xlink}href"
REFERENCE = re.compile(r"#([\w.-]+)")
DROPPED = ("metadata", "style")
# The page decides on these.
FONT = ("font", "font-family")


def inline(svg: bytes, key: str, name: str) -> str:
    """The drawing as an element of HTML, named `name` for those who cannot see it; `key` keeps its identifiers from those of others."""
    root = ElementTree.fromstring(svg)
    used = {found for node in root.iter() for value in node.attrib.values() for found in REFERENCE.findall(value)}
    for node in root.iter():
        _strip(node)
        _unstyle(node)
        _rename(node, used, key)
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


def _rename(node: ElementTree.Element, used: set[str], key: str) -> None:
    own = node.attrib.pop("id", "")
    if own in used:
        node.set("id", f"{key}-{own}")
    if LINK in node.attrib:
        node.set("href", node.attrib.pop(LINK))
    for field, value in node.attrib.items():
        if value.startswith(("#", "url(#")) and REFERENCE.search(value) and REFERENCE.findall(value)[0] in used and field != "id":
            node.set(field, value.replace("#", f"#{key}-", 1))
