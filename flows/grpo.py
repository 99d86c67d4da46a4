"""mag/grpo: stage 2 in full: ten rounds, evaluated after 5 and 10, as the study says (MAG Algorithm 2, Table A4)."""

from mag.settings import load_settings
from mag.study import load_study, units
from mag.study.select import of_run, with_needs
from mag.study.units import Of
from tasks import units as work
from tasks.deployed import deployed


@deployed("grpo-{study}-{grounding}-{arm}-{seed}")
def grpo(study: str = "miniature", arm: str = "mag", seed: int = 0, grounding: str = "som") -> dict[str, str]:
    """All units of one training run, and before them what is not there yet; what became of each."""
    known = units(load_study(study))
    return work.run(study, with_needs(known, of_run(known, Of(grounding, arm, seed))), load_settings())


if __name__ == "__main__":
    grpo()
