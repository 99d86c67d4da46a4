"""Every test has runs, a home and a conf folder of its own."""

import pytest

from tests.study.small import conf_with


@pytest.fixture
def conf(tmp_path, monkeypatch):
    """`conf(rounds=2, ...)`: the study `own` is the smoke study with these values."""
    monkeypatch.setenv("MAG_RUNS", str(tmp_path / "runs"))
    monkeypatch.setenv("MAG_HOME", str(tmp_path / "home"))

    def make(**changes):
        folder = conf_with(tmp_path, **changes)
        monkeypatch.setenv("MAG_CONF", str(folder))
        return folder

    return make
