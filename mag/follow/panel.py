"""What several raters make of the same guides: majority, agreement, share useful with its interval (WebMRE 3.3, 5). Pure.

Majority is more than half of all raters; a guide on which they all have an opinion and none has a majority is disputed, one that lacks
ratings for a majority is open. Open ones are in no rate; a disputed one is not useful.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mag.errors import BadInput
from mag.follow.rating import WORDS, Asked
from mag.follow.summary import interval_cells, percent
from mag.stats.agreement import fleiss_kappa, krippendorff_alpha
from mag.stats.agreement_intervals import alpha_interval, fleiss_interval, percent_interval
from mag.stats.bootstrap import ratio
from mag.stats.intervals import Interval

Labels = Mapping[str, Sequence[str | None]]  # key of a question -> each rater's word, None where it has none


@dataclass(frozen=True, slots=True)
class Group:
    """Steps of one source, site or verb by their majority. `useful` resamples tasks."""

    group: str
    tasks: int
    steps: int
    useful: Interval | None
    counts: Mapping[str, int]  # useful, ambiguous, useless, disputed, open


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of the raters over questions. Percent and alpha are over all that two have rated, kappa over the `shared` ones that all have."""

    raters: int
    shared: int
    percent: Interval | None
    fleiss: Interval | None
    alpha: Interval | None


def majority(labels: Sequence[str | None]) -> str:
    """The word that more than half of the raters chose, else disputed, or open while a missing rating could still decide."""
    counts = Counter(label for label in labels if label is not None)
    top = counts.most_common(1)
    if top and 2 * top[0][1] > len(labels):
        return top[0][0]
    return "open" if None in labels else "disputed"


def agreement(labels: Labels) -> Agreement:
    """Agreement on the questions, each counted once. Raises BadInput when there is no rater."""
    rows = [list(row) for _, row in sorted(labels.items())]
    raters = max(map(len, rows), default=0)
    if not raters:
        raise BadInput("nobody has rated anything yet; name raters with --rater")
    shared = [row for row in rows if None not in row]
    return Agreement(
        raters,
        len(shared),
        percent_interval(rows),
        fleiss_interval(shared) if raters > 1 and fleiss_kappa(shared) is not None else None,
        alpha_interval(rows) if krippendorff_alpha(rows) is not None else None,
    )


def groups(asked: Sequence[Asked], labels: Labels) -> list[Group]:
    """Each source as a whole, then its sites and its verbs."""
    sources = sorted({row.source for row in asked})
    found = [_group(source, [row for row in asked if row.source == source], labels) for source in sources]
    for source in sources:
        own = [row for row in asked if row.source == source]
        prefix = f"{source} " if len(sources) > 1 else ""
        found += [_group(prefix + site, [row for row in own if row.site == site], labels) for site in sorted({row.site for row in own})]
        found += [_group(prefix + verb, [row for row in own if row.verb == verb], labels) for verb in sorted({row.verb for row in own})]
    return found


def _group(name: str, asked: Sequence[Asked], labels: Labels) -> Group:
    words = [(row.task_id, majority(labels[row.key])) for row in asked]
    tasks: dict[int, list[bool]] = {}
    for task, word in words:
        if word != "open":
            tasks.setdefault(task, []).append(word == "useful")
    useful = ratio([float(sum(own)) for own in tasks.values()], [float(len(own)) for own in tasks.values()]) if tasks else None
    counts = Counter(word for _, word in words)
    return Group(
        name, len({row.task_id for row in asked}), len(asked), useful, {word: counts[word] for word in (*WORDS, "disputed", "open")}
    )


def table(found: Sequence[Group], agreed: Agreement, raters: Sequence[str], labels: Labels) -> str:
    """Groups, raters, agreement; shares in per cent, coefficients as they are."""
    kinds = (*WORDS, "disputed", "open")
    lines: list[tuple[str, ...]] = [("", "tasks", "steps", "% useful", "95 %", *kinds)]
    for group in found:
        counts = (str(group.counts[kind]) for kind in kinds)
        lines.append((group.group, str(group.tasks), str(group.steps), *interval_cells(group.useful), *counts))
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    text = ["  ".join(map(str.rjust, line, widths)) for line in lines]
    text += [_rater_line(rater, Counter(row[at] for row in labels.values())) for at, rater in enumerate(raters)]
    shares = "{} {}".format(*interval_cells(agreed.percent))
    kappa, alpha = (_coefficient(value) for value in (agreed.fleiss, agreed.alpha))
    text.append(f"agreement of pairs {shares} %, Fleiss' kappa {kappa} ({agreed.shared} rated by all), Krippendorff's alpha {alpha}")
    return "\n".join(text) + "\n"


def _rater_line(rater: str, own: Counter[str | None]) -> str:
    rated = sum(own[word] for word in WORDS)
    share = percent(own["useful"] / rated if rated else None)
    rest = f"{own['ambiguous']} ambiguous, {own['useless']} useless, {own[None]} without a rating"
    return f"{rater}: {rated} rated, {share} % useful, {rest}"


def _coefficient(value: Interval | None) -> str:
    return "-" if value is None else f"{value.estimate:.3f} [{value.low:.3f}, {value.high:.3f}]"
