"""What a person showed: demonstrations, the gold steps made of them, and what a model says at a gold step."""

from dataclasses import dataclass, field

from pydantic import TypeAdapter

from mag.records import Box, Mark, Usage, Verb


@dataclass(frozen=True, slots=True)
class DemoStep:
    """One step of a demonstration: a verb on an element named by role and accessible name, and the guide for a person."""

    verb: Verb
    role: str = ""
    name: str = ""
    row: str = ""  # text that the element's row or item holds, where several elements share role and name
    nth: int = 0  # which of those that still match, in document order
    content: str | None = None
    guide: str = ""
    think: str = ""


@dataclass(frozen=True, slots=True)
class Demonstration:
    """A person's way through one task."""

    task_id: int
    steps: tuple[DemoStep, ...]

    @property
    def guide(self) -> str:
        """The reference guide g*: sentences joined in step order (App. D)."""
        return " ".join(step.guide for step in self.steps)


@dataclass(frozen=True, slots=True)
class GoldStep:
    """One step of a verified demonstration in both views (WebMRE 3.1): what was seen, the action, the guide.

    `mark` is the target in the som view, `point` in the coord view; a target that a view cannot name is None there, and the step is left
    out of that view. `box` is what a point is measured against; a target that is no listed element has its point alone, without extent.
    """

    task_id: int
    index: int  # 1-based, of the episode it comes from; a step that is left out leaves a gap
    intent: str
    site: str
    url: str
    title: str
    image: str  # path inside the corpus folder
    image_sha256: str
    marks: tuple[Mark, ...]
    scroll: tuple[float, float]
    notices: tuple[str, ...]
    history: tuple[str, ...]  # guides of the gold steps before it
    verb: Verb
    mark: int | None
    box: Box | None
    point: tuple[float, float] | None
    content: str | None
    guide: str
    think: str = ""
    obs_stale: bool = False
    disputed: bool = False  # its label found no majority: in no mean that looks at the action
    part: str = ""  # of the split

    @property
    def key(self) -> tuple[int, int]:
        """Task and step: the same in every view and every file of completions."""
        return self.task_id, self.index


@dataclass(frozen=True, slots=True)
class StepCompletion:
    """What a policy said at one gold step, teacher-forced. Model, contract, grounding and seed name the run it belongs to."""

    task_id: int
    index: int
    model: str
    contract: str
    grounding: str
    text: str
    seed: int = 0
    usage: Usage = field(default_factory=Usage)
    corpus: str = ""  # digest of the corpus it was made on; "" where its maker does not say
    protocol: str = ""  # digest of constants and prompt text; "" likewise

    @property
    def key(self) -> tuple[int, int]:
        """Of the gold step."""
        return self.task_id, self.index


DEMONSTRATIONS: TypeAdapter[list[Demonstration]] = TypeAdapter(list[Demonstration])
