"""mag/sft: stage 1 of a study (MAG 4.2): base, demonstrations, training on them."""

from mag.settings import load_settings
from mag.study import before, load_study, units
from tasks import units as work
from tasks.deployed import deployed


@deployed("sft-{study}-{grounding}")
def sft(study: str = "miniature", grounding: str = "som") -> dict[str, str]:
    """The units that the SFT checkpoint needs, and it; what became of each."""
    return work.run(study, before(units(load_study(study)), f"{grounding}/sft"), load_settings())


if __name__ == "__main__":
    sft()
