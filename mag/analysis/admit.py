"""Which evaluations may stand in one table. What does not compare is refused, or marked in every table it appears in."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence

from mag.analysis.evaluation import Evaluation
from mag.errors import BadInput


def admit(evaluations: Sequence[Evaluation], mark: bool = False) -> list[Evaluation]:
    """The evaluations, those that do not compare with the rest marked. Without `mark` they are refused.

    Protocol, benchmark and tasks must be those that most of them have (the first ones where as many have others). Raises BadInput, which
    names each refused one with its reasons.
    """
    reasons = [
        [*_unfinished(item), *_stub(item), *odd]
        for item, *odd in zip(
            evaluations,
            _odd(evaluations, lambda item: item.plan["protocol"], "has another protocol digest"),
            _odd(evaluations, lambda item: item.plan.get("benchmark", ""), "is of another benchmark"),
            _odd(evaluations, lambda item: tuple(sorted(map(tuple, item.plan["tasks"]))), "has other tasks"),
            strict=True,
        )
    ]
    reasons = [[reason for reason in own if reason] for own in reasons]
    if any(reasons) and not mark:
        found = "; ".join(f"{item.name} {', '.join(own)}" for item, own in zip(evaluations, reasons, strict=True) if own)
        raise BadInput(f"these do not compare: {found}. Leave them out, or give --mark to have them marked in every table")
    return [item.marked(*own) for item, own in zip(evaluations, reasons, strict=True)]


def mark_notes(evaluations: Sequence[Evaluation]) -> list[str]:
    """One line for each marked evaluation, and for each with replies out of the response cache."""
    notes = [f"{item.label} {', '.join(item.marks)}." for item in evaluations if item.marks]
    reused = [item for item in evaluations if item.bill.reused]
    return notes + [f"{item.label} {item.bill.reused} of {item.bill.replies} replies out of the response cache." for item in reused]


def difference_notes(evaluations: Sequence[Evaluation]) -> list[str]:
    """What differs without making rows incomparable, but must be seen: the judge, the data of the sites."""
    notes = []
    for key, what in (("judge", "judges"), ("snapshot", "snapshots of the sites")):
        values = {item.name: str(item.plan.get(key, "")) for item in evaluations}
        if len(set(values.values())) > 1:
            notes.append(f"The {what} differ: {', '.join(f'{name} {value[:40]}' for name, value in values.items())}.")
    return notes


def _unfinished(item: Evaluation) -> list[str]:
    planned = len(item.tasks) * item.samples
    return [f"is incomplete ({item.missing} of {planned} episodes have no verdict)"] if item.missing else []


def _stub(item: Evaluation) -> list[str]:
    stubs = sorted({part for judge in (*item.judges, str(item.plan["judge"])) for part in judge.split(", ") if part.startswith("stub-")})
    return [f"was judged by a stand-in ({', '.join(stubs)})"] if stubs else []


def _odd(evaluations: Sequence[Evaluation], key: Callable[[Evaluation], Hashable], reason: str) -> list[str]:
    """The reason for each evaluation whose key is not the most frequent one, "" for the others."""
    keys = [key(item) for item in evaluations]
    usual = Counter(keys).most_common(1)[0][0] if keys else None
    return [reason if own != usual else "" for own in keys]
