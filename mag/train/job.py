"""What one round's update has to do, as a file written before its process starts."""

from dataclasses import asdict, dataclass, field
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from mag.errors import BadInput
from mag.records import Outcome
from mag.runs import write_json
from mag.train.settings import GrpoConf
from mag.train.variants import RECIPES

JOB = "update.json"


@dataclass(frozen=True)
class Member:
    """A trajectory of the round: its episode's folder, and its outcome when the round was planned, late verdicts included."""

    folder: str
    outcome: Outcome
    expert: bool = False


@dataclass(frozen=True)
class Job:
    """What `update.json` holds: all that the new weights depend on."""

    run: str  # folder of the run, where metrics.jsonl is
    number: int  # of the round, from 1
    seed: int  # of the run
    weights: str  # checkpoint folder the round starts from
    members: tuple[Member, ...]
    optimizer: str = ""  # folder of AdamW's state after the round before; "": it begins anew
    reference: str = ""  # checkpoint folder, for the recipe `kl`
    recipe: str = "mag"
    conf: GrpoConf = field(default_factory=GrpoConf)


JOBS: TypeAdapter[Job] = TypeAdapter(Job)


def plan_update(folder: Path, job: Job) -> None:
    """Write update.json. Raises BadInput for a recipe that does not exist."""
    if job.recipe not in RECIPES:
        raise BadInput(f"there is no recipe {job.recipe}; choose one of {', '.join(RECIPES)}")
    write_json(folder / JOB, asdict(job))


def read_job(folder: Path) -> Job:
    """The plan of a round. Raises BadInput where there is none."""
    path = folder / JOB
    try:
        return JOBS.validate_json(path.read_bytes())
    except FileNotFoundError:
        raise BadInput(f"{path} is not there; plan the round first") from None
    except ValidationError as error:
        first = error.errors()[0]
        raise BadInput(f"{path} is no plan of an update ({first['loc']}: {first['msg']}); plan the round again") from None
