"""mag/grpo-round: one round of stage 2 (MAG Algorithm 2), and before it what is not there yet."""

from typing import Any

from prefect.states import Completed

from mag.settings import load_settings
from mag.study import load_study, units
from mag.study.select import next_round, with_needs
from mag.study.units import Of
from tasks import units as work
from tasks.deployed import deployed


@deployed("grpo-round-{study}-{grounding}-{arm}-{seed}")
def grpo_round(study: str = "miniature", arm: str = "mag", seed: int = 0, number: int = 0, grounding: str = "som") -> Any:
    """The next unfinished round of a training run (`number` 0), or the one named; what became of each unit."""
    known = units(load_study(study))
    due = next_round(known, Of(grounding, arm, seed, number))
    if due is None:
        return Completed(name="Finished", message=f"every round of {grounding}/{arm}-{seed} is done", data={})
    wanted = with_needs(known, [due])
    if wanted != [due]:
        print(f"{due.name} needs {', '.join(unit.name for unit in wanted[:-1])} first")
    return work.run(study, wanted, load_settings())


if __name__ == "__main__":
    grpo_round()
