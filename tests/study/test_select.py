"""Which units somebody means, on the shipped smoke study with two rounds; what is done is made by the files that say so."""

import pytest

from mag.errors import BadInput
from mag.study import load_study, units
from mag.study.select import next_round, of_run, with_needs
from mag.study.units import Of, find


@pytest.fixture
def known(tmp_path, monkeypatch):
    (tmp_path / "study").mkdir()
    (tmp_path / "study" / "s.yaml").write_text("rounds: 3\nevaluated: [3]\narms: [mag, plain]\npass_at: {k: 0}\n")
    monkeypatch.setenv("MAG_CONF", str(tmp_path))
    monkeypatch.setenv("MAG_RUNS", str(tmp_path / "runs"))
    return units(load_study("s"))


def finish(known, name):
    folder = find(known, name).folder
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "push.json").write_text("{}")


MAG = Of("som", "mag", 0)


def test_the_next_round_is_the_first_that_is_not_done(known):
    assert next_round(known, MAG).name == "som/mag-0/round-01"
    for number in (1, 2, 3):
        finish(known, f"som/mag-0/round-{number:02d}")
        due = next_round(known, MAG)
        assert due is None if number == 3 else due.name == f"som/mag-0/round-{number + 1:02d}"
    assert next_round(known, Of("som", "plain", 0)).name == "som/plain-0/round-01"


def test_a_round_named_must_be_there_and_due_or_done(known):
    finish(known, "som/mag-0/round-01")
    assert next_round(known, Of("som", "mag", 0, 1)).of.number == 1
    assert next_round(known, Of("som", "mag", 0, 2)).of.number == 2
    with pytest.raises(BadInput, match="goes on from round 2"):
        next_round(known, Of("som", "mag", 0, 3))
    with pytest.raises(BadInput, match="1 to 3"):
        next_round(known, Of("som", "mag", 0, 4))
    with pytest.raises(BadInput, match=r"trains no coord, mag, 0 .* som, plain, 0"):
        next_round(known, Of("coord", "mag", 0))


def test_what_is_missing_comes_first_and_in_order(known):
    first = next_round(known, MAG)
    assert [unit.name for unit in with_needs(known, [first])] == ["base", "corpus", "som/sft", "som/expert", first.name]
    finish(known, first.name)
    second = next_round(known, MAG)
    assert first.name not in [unit.name for unit in with_needs(known, [second])]


def test_a_run_is_its_rounds_and_what_is_measured_of_them(known):
    names = [unit.name for unit in of_run(known, MAG)]
    assert names == ["som/mag-0/round-01", "som/mag-0/round-02", "som/mag-0/round-03", "som/mag-0/eval-03"]
    assert "analysis" not in [unit.name for unit in with_needs(known, of_run(known, MAG))]
