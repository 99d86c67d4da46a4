"""What `mag analyze` computes, whole."""

from dataclasses import dataclass

from mag.analysis.evaluation import Evaluation
from mag.analysis.series import Series
from mag.analysis.table import Table


@dataclass(frozen=True)
class Analysis:
    """Tables and series by key in the order they are shown; notes on what is marked and what was left out; where it all comes from."""

    tables: dict[str, Table]
    series: dict[str, Series]
    notes: tuple[str, ...]
    evaluations: tuple[Evaluation, ...]
