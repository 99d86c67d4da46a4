"""mag/analyze: tables with bootstrap intervals, tests and figures (MAG 6, App. F), of a study or of evaluations by name."""

from collections.abc import Sequence

from mag.settings import load_settings
from mag.study import load_study, units
from mag.study.units import find
from tasks import analysis
from tasks import units as work
from tasks.deployed import deployed


@deployed("analyze-{study}")
def analyze(study: str = "miniature", evaluations: Sequence[str] = (), out: str = "") -> list[str]:
    """The analysis of a study, or of these runs and evaluations (RUN, RUN/EVALUATION); the tables, each an artifact too."""
    settings = load_settings()
    if evaluations:
        return analysis.show(analysis.compare(evaluations, out, settings))
    unit = find(units(load_study(study)), "analysis")
    work.run(study, [unit], settings)
    return analysis.show(unit.folder)


if __name__ == "__main__":
    analyze()
