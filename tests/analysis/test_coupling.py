"""Guide quality and success."""

import numpy as np
import pytest

from mag.analysis.coupling import coupling_table
from mag.constants import BOOTSTRAP_SEED


def test_worked_by_hand(made, texts):
    rows = [
        made.row(1, True, 0.6),
        made.row(2, True, 0.4),
        made.row(3, False, 0.1),
        made.row(4, False, 0.3),
        made.row(5, True, None),
        made.row(6, None, 0.9),
    ]
    table = coupling_table([made.evaluation("e", rows)], BOOTSTRAP_SEED)
    assert texts(table, "n", "n_solved", "n_failed", "g_solved", "g_failed", "difference") == [("4", "2", "2", ".500", ".200", "0.300")]
    assert table.column("correlation")[0] == pytest.approx(np.corrcoef([1, 1, 0, 0], [0.6, 0.4, 0.1, 0.3])[0, 1])
    limits = table.column("ci")[0]
    assert 0.1 <= limits.low < 0.3 < limits.high <= 0.5  # between the closest and the farthest two


def test_nothing_to_compare(made):
    for rows in ([made.row(1, True), made.row(2, True)], [made.row(1, False)], [made.row(1, True, None), made.row(2, False, 0.5)], []):
        assert coupling_table([made.evaluation("e", rows)], BOOTSTRAP_SEED) is None


def test_equal_guides_have_no_correlation(made):
    table = coupling_table([made.evaluation("e", [made.row(1, True, 0.5), made.row(2, False, 0.5)])], BOOTSTRAP_SEED)
    assert (table.column("difference"), table.column("correlation")) == ((0.0,), (None,))
