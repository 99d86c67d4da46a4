"""Who is told what a unit does. This one keeps silent; others say it to people (mag.study.display) or to an orchestrator."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mag.records import Outcome
    from mag.rollout import Unit as Episode
    from mag.study.units import Unit


class Watch:
    """Told of units, of the steps of the one in hand, and of lines for people."""

    def begin(self, unit: "Unit") -> None:
        """A unit is started."""

    def expect(self, total: int, done: int, what: str) -> None:
        """The unit in hand has that many steps (episodes, updates); some may be done already."""

    def step(self, done: int, line: str) -> None:
        """So many of them are done now."""

    def episode(self, episode: "Episode", outcome: "Outcome", reason: str) -> None:
        """An attempt at an episode has ended (mag.rollout.Report)."""

    def say(self, line: str) -> None:
        """A line for people."""

    def end(self, unit: "Unit", seconds: float) -> None:
        """A unit is done."""
