"""The final URL against its reference (WebArena's "GOLD in PRED": the reference may be a part of the address)."""

from urllib.parse import parse_qs, urlparse

OR = " |OR| "


def url_match(reference: str, url: str) -> bool:
    """Any of the ` |OR| ` alternatives matches: its host and path occur in the URL's, and for every query key of the alternatives
    one of the wanted values is among the URL's. Fragment and extra keys do not matter; an empty reference is part of any address."""
    found = urlparse(url.rstrip("/"))
    found_query = parse_qs(found.query)
    references = [urlparse(part.rstrip("/")) for part in reference.split(OR)]
    if not any(part.netloc + part.path in found.netloc + found.path for part in references):
        return False
    wanted: dict[str, set[str]] = {}
    for part in references:
        for key, values in parse_qs(part.query).items():
            wanted.setdefault(key, set()).update(values)
    return all(values & set(found_query.get(key, ())) for key, values in wanted.items())
