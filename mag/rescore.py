"""Every verdict of an evaluation computed again from its stored evidence, and what comes out differently. Nothing is written."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mag.checkers.judge import Judge
from mag.checkers.verdict import decide
from mag.records import CheckMode, Episode, Question, Verdict
from mag.runs import EvalFolder


@dataclass(frozen=True, slots=True)
class Difference:
    """One verdict that comes out otherwise than it was stored; None is undecided."""

    task_id: int
    sample: int
    mode: CheckMode
    old: bool | None
    new: bool | None

    @property
    def overturned(self) -> bool:
        """A decided verdict changed. An undecided one that is decided now is news, not a contradiction."""
        return self.old is not None


class _Remembering:
    """A judge with the rulings that stored verdicts rest on, for the questions it does not rule on itself."""

    def __init__(self, judge: Judge, stored: Mapping[str, bool | None]) -> None:
        self.name = judge.name
        self.stub = judge.stub
        self._judge = judge
        self._stored = stored

    def rule(self, question: Question) -> bool | None:
        """See Judge.rule."""
        ruling = self._judge.rule(question)
        return self._stored.get(question.key) if ruling is None else ruling


def rescore(folder: EvalFolder, judge: Judge) -> list[Difference]:
    """What differs over all episodes of the folder that have evidence, by task and sample.

    Where `judge` gives no ruling, the one that the episode's own verdicts rest on counts.
    """
    return differences(folder.load(), judge)


def differences(episodes: Sequence[Episode], judge: Judge) -> list[Difference]:
    """As `rescore`, for episodes at hand."""
    return [difference for episode in episodes for difference in _compare(episode, judge)]


def without_evidence(episodes: Sequence[Episode]) -> list[Episode]:
    """Episodes of a time when evidence was not kept: their verdicts stand as they are."""
    return [episode for episode in episodes if episode.evidence is None]


def _compare(episode: Episode, judge: Judge) -> Iterator[Difference]:
    if episode.evidence is None:
        return
    stored: dict[CheckMode, Verdict | None] = {"webarena": episode.verdict, "strict": episode.strict}
    remembering = _Remembering(judge, {key: ruling for verdict in stored.values() if verdict for key, ruling in _rulings(verdict)})
    for mode, verdict in stored.items():
        if verdict is None:
            continue
        new = decide(episode.web_task, episode.evidence, remembering, mode)
        if new.success is not verdict.success:
            yield Difference(episode.web_task.task_id, episode.sample, mode, verdict.success, new.success)


def _rulings(verdict: Verdict) -> Iterator[tuple[str, bool | None]]:
    """Question key and ruling of every check that a judge was asked for."""
    return ((check["question"], check["passed"]) for check in verdict.checks if "question" in check)
