"""A grounding for each site, chosen on validation tasks (`mag route`): the record, its file, and where it may be used.

MAG (6, App. F) sees that the tasks solved under the two groundings differ; this is the table a router by site needs to gain from it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar

from pydantic import TypeAdapter, ValidationError

from mag.contract.grounding import GROUNDINGS, Grounding
from mag.errors import BadInput
from mag.records import WebTask, digest
from mag.runs import read_json, write_json

ROUTED = "routed"
SCHEMA = 1


@dataclass(frozen=True, slots=True)
class SiteChoice:
    """The grounding of one site and what it was chosen by. Rates lie on 0..1."""

    site: str
    grounding: str
    n: int  # tasks
    rates: dict[str, float]  # SR by grounding on these tasks
    advantage: float  # of the grounding that is not the default, in SR, shrunken towards the one over all sites
    reason: str


@dataclass(frozen=True, slots=True)
class Source:
    """One of the two evaluations it was chosen by."""

    run: str
    name: str
    grounding: str
    rate: float  # SR over all its tasks
    plan: str  # digest of its plan
    outcomes: str  # digest of task, sample and success of every episode


@dataclass(frozen=True, slots=True)
class Conditions:
    """What both evaluations share, and a sweep must share with them."""

    benchmark: str  # miniarena for both of its splits: validation tasks of the wide one may choose for the tests of the other
    policy: str
    identity: str
    contract: str
    protocol: str


@dataclass(frozen=True, slots=True)
class Route:
    """The table. A site it does not know gets the default, the better grounding over all sites."""

    name: ClassVar[str] = ROUTED

    default: str
    sites: tuple[SiteChoice, ...]
    conditions: Conditions
    judge: str
    snapshot: str
    seed: int
    samples: int
    part: str  # of the split
    tasks: tuple[int, ...]
    rule: dict[str, float]
    sources: tuple[Source, ...]

    def at(self, site: str) -> Grounding:
        """The grounding of episodes at this site."""
        return GROUNDINGS[next((item.grounding for item in self.sites if item.site == site), self.default)]

    @property
    def digest(self) -> str:
        """Of the whole table, hex."""
        return digest(asdict(self))

    def plan(self) -> dict[str, Any]:
        """What the plan of a routed evaluation says of it."""
        choices = {item.site: item.grounding for item in self.sites}
        return {"digest": self.digest, "part": self.part, "default": self.default, "sites": choices}

    def refuse_other(self, conditions: Conditions) -> None:
        """Raise BadInput for a sweep under other conditions than those it was chosen under."""
        mine, theirs = asdict(self.conditions), asdict(conditions)
        if other := [name for name, value in mine.items() if theirs[name] != value]:
            told = ", ".join(f"{name} {_short(mine[name])} (here {_short(theirs[name])})" for name in other)
            raise BadInput(f"the route was chosen for {told}; choose one for this sweep with `mag route`")

    def refuse_own(self, tasks: Iterable[WebTask]) -> None:
        """Raise BadInput where it is to be used on tasks it was chosen by: their results would flatter it."""
        if own := sorted({web_task.task_id for web_task in tasks} & set(self.tasks)):
            raise BadInput(f"the route was chosen on {len(own)} of these tasks, {own[0]} among them; roll it on tasks of another part")


ROUTES: TypeAdapter[Route] = TypeAdapter(Route)


def write_route(path: Path, route: Route) -> None:
    """The table as JSON."""
    write_json(path, {"schema": SCHEMA, **ROUTES.dump_python(route, mode="json")})


def read_route(path: Path) -> Route:
    """The table of a file. Raises BadInput for a file that holds none."""
    content = read_json(path)
    if not isinstance(content, Mapping) or content.get("schema") != SCHEMA:
        raise BadInput(f"{path} holds no route; make one with `mag route`")
    try:
        route = ROUTES.validate_python({name: value for name, value in content.items() if name != "schema"})
    except ValidationError as error:
        where, what = (error.errors()[0][key] for key in ("loc", "msg"))
        raise BadInput(f"{path} holds no route: {'.'.join(map(str, where))}: {what}; make it again with `mag route`") from None
    unknown = sorted({route.default, *(item.grounding for item in route.sites)} - set(GROUNDINGS))
    doubled = len({item.site for item in route.sites}) < len(route.sites)
    if unknown or doubled:
        wrong = f"there is no grounding {unknown[0]!r}" if unknown else "a site is in it twice"
        raise BadInput(f"{path} holds no route: {wrong}; make it again with `mag route`")
    return route


def _short(value: str) -> str:
    return value if len(value) <= 40 else f"{value[:12]}..."
