"""Several judges on the same questions: do they agree, and what does each one change? (MAG App. F, judge agreement)."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from mag.errors import BadInput
from mag.stats.agreement import cohen_kappa, fleiss_kappa, percent_agreement

Rulings = Mapping[str, bool | None]


@dataclass(frozen=True, slots=True)
class Member:
    """One judge of the panel. Rates are over the shared questions, 0..1; None where there is nothing to take a rate of."""

    judge: str
    ruled: int
    undecided: int
    correct: int  # over the shared questions
    with_rest: float | None  # agreement with the majority of the others, over the questions where those have one
    correct_without: int  # questions that the majority of the others calls correct


@dataclass(frozen=True, slots=True)
class Pair:
    """Two judges over the shared questions."""

    a: str
    b: str
    agreement: float | None
    kappa: float | None


@dataclass(frozen=True, slots=True)
class Panel:
    """All judges over the questions that each of them decided; the rest is counted, never guessed."""

    members: tuple[Member, ...]
    pairs: tuple[Pair, ...]
    shared: int  # decided by every judge
    left_out: int  # put to some judge, not decided by all
    unanimous: int
    correct: int  # by majority
    agreement: float | None  # mean share of agreeing pairs
    kappa: float | None  # Fleiss
    disputed: tuple[str, ...]  # keys of the shared questions on which the judges differ


def majority(values: "list[bool | None]") -> bool | None:
    """What more than half of all judges say; None when neither side has that."""
    for side in (True, False):
        if 2 * values.count(side) > len(values):
            return side
    return None


def panel(rulings: Mapping[str, Rulings]) -> Panel:
    """Compare judges: name -> rulings by key. Raises BadInput for fewer than two judges."""
    names = sorted(rulings)
    if len(names) < 2:
        raise BadInput(f"a panel needs two judges or more; there {'is one' if names else 'is none'}: {', '.join(names) or '-'}")
    keys = sorted({key for name in names for key in rulings[name]})
    shared = [key for key in keys if all(rulings[name].get(key) is not None for name in names)]
    rows = [[rulings[name][key] for name in names] for key in shared]
    disputed = tuple(key for key, row in zip(shared, rows, strict=True) if len(set(row)) > 1)
    return Panel(
        members=tuple(_member(index, name, rulings[name], rows) for index, name in enumerate(names)),
        pairs=tuple(_pair(names, a, b, rows) for a, b in combinations(range(len(names)), 2)),
        shared=len(shared),
        left_out=len(keys) - len(shared),
        unanimous=len(shared) - len(disputed),
        correct=sum(majority(row) is True for row in rows),
        agreement=percent_agreement(rows),
        kappa=fleiss_kappa(rows),
        disputed=disputed,
    )


def _member(index: int, name: str, own: Rulings, rows: "list[list[bool | None]]") -> Member:
    rest = [majority(row[:index] + row[index + 1 :]) for row in rows]
    compared = [row[index] == other for row, other in zip(rows, rest, strict=True) if other is not None]
    return Member(
        judge=name,
        ruled=len(own),
        undecided=sum(value is None for value in own.values()),
        correct=sum(row[index] is True for row in rows),
        with_rest=sum(compared) / len(compared) if compared else None,
        correct_without=sum(value is True for value in rest),
    )


def _pair(names: list[str], a: int, b: int, rows: "list[list[bool | None]]") -> Pair:
    left, right = [row[a] for row in rows], [row[b] for row in rows]
    return Pair(names[a], names[b], percent_agreement(list(zip(left, right, strict=True))), cohen_kappa(left, right))
