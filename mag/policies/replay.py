"""Answers with recorded completions: a run replayed on fresh sites, or a trace played through a changed harness."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from mag.errors import BadInput
from mag.policies.base import EpisodeSpec, Turn
from mag.records import Completion, Usage, digest
from mag.runs import EvalFolder


class ReplayPolicy:
    """Completions by task and sample; an episode that outlives its recording gets empty completions."""

    name = "replay"

    def __init__(self, completions: Mapping[tuple[int, int], Sequence[str]]) -> None:
        self.completions = completions
        self.identity = digest([[*key, *texts] for key, texts in sorted(completions.items())])[:12]

    @classmethod
    def of(cls, folder: Path) -> "ReplayPolicy":
        """From the episodes of an evaluation's folder."""
        episodes = EvalFolder(folder).load()
        if not episodes:
            raise BadInput(f"{folder} holds no episodes to replay; give the folder of a finished evaluation (runs/<run>/evals/<name>)")
        return cls({(episode.web_task.task_id, episode.sample): tuple(step.completion for step in episode.steps) for episode in episodes})

    def agent(self, spec: EpisodeSpec) -> "ReplayAgent":
        """See Policy.agent."""
        key = (spec.web_task.task_id, spec.sample)
        if key not in self.completions:
            raise BadInput(f"there is no recording of task {key[0]}, sample {key[1]}; choose tasks the recording has")
        return ReplayAgent(self.completions[key])


class ReplayAgent:
    """One recorded episode."""

    def __init__(self, completions: Sequence[str]) -> None:
        self.completions = completions

    async def act(self, turn: Turn) -> Completion:
        """See Agent.act."""
        text = self.completions[turn.index - 1] if turn.index <= len(self.completions) else ""
        return Completion(text, Usage())
