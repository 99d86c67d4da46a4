"""mag/paper: the whole of a study, from the base to its tables (MAG 4, Algorithms 1 and 2). What is done is not done again."""

from mag.settings import load_settings
from mag.study import load_study, units
from tasks import units as work
from tasks.deployed import deployed


@deployed("paper-{study}")
def paper(study: str = "miniature") -> dict[str, str]:
    """Every unit in order; what became of each. Started again, it goes on where it stopped, and a finished study takes seconds."""
    return work.run(study, units(load_study(study)), load_settings())


if __name__ == "__main__":
    paper()
