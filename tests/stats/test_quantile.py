"""Quantiles by hand and beside numpy's."""

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mag.stats.quantile import quantile


@pytest.mark.parametrize(("share", "value"), [(0, 1), (0.5, 2.5), (0.9, 3.7), (1, 4)])
def test_by_hand(share, value):
    assert quantile([4, 1, 3, 2], share) == pytest.approx(value)


@settings(deadline=None)
@given(st.lists(st.floats(-1e6, 1e6), min_size=1), st.floats(0, 1))
def test_as_numpy(values, share):
    assert quantile(values, share) == pytest.approx(float(numpy.quantile(values, share)), abs=1e-6)
