"""The demonstrations as a teacher-forced policy: what the person did next, found from the gold steps so far."""

from collections.abc import Iterable, Mapping, Sequence

from mag.errors import BadInput
from mag.policies.base import EpisodeSpec, Turn
from mag.policies.demo import DemoAgent, DemoPolicy
from mag.records import Completion
from mag.shown import Demonstration, DemoStep, GoldStep


class ForcedDemoPolicy:
    """Plays one step of a demonstration at each gold step, wherever the step stands: it keeps no position of its own."""

    name = DemoPolicy.name

    def __init__(self, demonstrations: Mapping[int, Demonstration], gold: Iterable[GoldStep]) -> None:
        self.demonstrations = demonstrations
        self.identity = DemoPolicy(demonstrations).identity
        self.histories = {step.key: step.history for step in gold}

    def agent(self, spec: EpisodeSpec) -> "ForcedDemoAgent":
        """See Policy.agent. Raises BadInput for a task without a demonstration."""
        demonstration = self.demonstrations.get(spec.web_task.task_id)
        if demonstration is None:
            raise BadInput(f"task {spec.web_task.task_id} has no demonstration; choose another policy than demo")
        return ForcedDemoAgent(spec, demonstration.steps, self.histories)


class ForcedDemoAgent:
    """The steps of one task, in any order."""

    def __init__(self, spec: EpisodeSpec, steps: Sequence[DemoStep], histories: Mapping[tuple[int, int], Sequence[str]]) -> None:
        self.spec, self.steps, self.histories = spec, steps, histories

    async def act(self, turn: Turn) -> Completion:
        """See Agent.act."""
        done = position(self.steps, self.histories[self.spec.web_task.task_id, turn.index])
        return await DemoAgent(self.spec, self.steps[min(done, len(self.steps) - 1) :]).act(turn)


def position(steps: Sequence[DemoStep], history: Iterable[str]) -> int:
    """How many steps of a demonstration a history of guides has done; guides of other steps (a scroll on the way) count for none."""
    done = 0
    for guide in history:
        done += done < len(steps) and guide == steps[done].guide
    return done
