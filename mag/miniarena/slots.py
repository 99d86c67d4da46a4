"""Filling the slots of a template from a site's data, more of them than the benchmark has."""

from collections.abc import Iterable, Sequence
from itertools import product
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")


def some(options: Iterable[T], size: int, name: str) -> list[T]:
    """At most so many of the options, drawn by the name: the same on every machine, and for every other draw."""
    options = list(options)
    return Random(f"miniarena slots {name}").sample(options, min(size, len(options)))


def combined(size: int, name: str, *parts: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Rows with one entry of every part, each combination once at most."""
    return some(product(*parts), size, name)


def dealt(rows: Iterable[Sequence[Any]], *parts: Sequence[Any]) -> list[tuple[Any, ...]]:
    """The rows, each with the next entry of every part behind it, from the start again where one is used up."""
    return [(*row, *(part[place % len(part)] for part in parts)) for place, row in enumerate(rows)]
