"""docs/scale.md says what bench/scale.py computes, and the formula meets what was measured."""

from pathlib import Path

import pytest

from bench import scale


def test_the_page_has_the_tables_as_computed():
    page = Path("docs/scale.md").read_text()
    for table in scale.tables():
        assert table in page, "run `python bench/scale.py` and put its tables into docs/scale.md"


def test_the_formula_meets_the_measured_sweeps():
    assert 3600 / scale.episode_s(1.0, steps=6) == pytest.approx(453, rel=0.01)
    busy = 6 * 6 * scale.STEP_CPU_S.value / scale.episode_s(1.0, steps=6)
    assert busy == pytest.approx(1.8, abs=0.05), "six sets at full rate were found to want 1.8 processors"


def test_everything_grows_with_the_sets():
    assert scale.an_hour(600, 1.0) == pytest.approx(100 * scale.an_hour(6, 1.0))
    assert scale.round_gb(6) == pytest.approx(246 * scale.STEPS.value * scale.STEP_MB.value / 1000)
    assert scale.cores(6, 10.0) < scale.cores(6, 0.3)
