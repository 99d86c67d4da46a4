"""The list of units: names, order, needs, what counts as done, what is compared."""

from dataclasses import replace

import pytest

from mag.errors import BadInput
from mag.runs import write_json
from mag.study import before, load_study, units
from mag.study.analysis import pairs
from mag.study.best import best_of
from mag.study.run import chosen_units, run_unit
from mag.study.units import find, missing
from tests.study.small import all_done, finish

MEASURED = ["round-01", "eval-01", "pass-01"]
SMOKE = [
    *("base", "corpus", "som/sft", "som/expert", "som/sft/eval", "som/sft/pass"),
    *(f"som/{run}/{name}" for run in ("mag-0", "plain-0") for name in MEASURED),
    "analysis",
]


def test_units_of_a_study_in_their_order(conf):
    conf()
    study = load_study("own")
    assert [unit.name for unit in units(study)] == SMOKE
    runs = study.runs
    folders = {unit.name: unit.folder for unit in units(study)}
    assert folders["som/sft"] == runs / "own-som/sft" and folders["som/expert"] == runs / "own-som/expert/som"
    assert folders["som/mag-0/round-01"] == runs / "own-som-mag-0/rounds/01"
    assert folders["som/mag-0/eval-01"] == runs / "own-som-mag-0/evals/round-01"
    assert folders["som/sft/pass"] == runs / "own-som/evals/sft-pass"


def test_the_start_is_measured_once_whatever_the_arms_and_seeds(conf):
    conf(groundings=["som", "coord"], arms=["mag", "plain"], seeds=[0, 1], rounds=3, evaluated=[1, 3], validation=4)
    names = [unit.name for unit in units(load_study("own"))]
    assert len(names) == len(set(names)) == 3 + 2 * (5 + 4 * (3 + 2 + 2 + 1))
    assert [name for name in names if name.startswith("coord/sft")] == ["coord/sft", "coord/sft/val", "coord/sft/eval", "coord/sft/pass"]
    own = [name.rpartition("/")[2] for name in names if name.startswith("som/plain-1/")]
    assert own == ["round-01", "val-01", "eval-01", "round-02", "round-03", "val-03", "eval-03", "pass-03"]


def test_every_unit_comes_after_those_it_needs(conf):
    conf(groundings=["som", "coord"], seeds=[0, 1], rounds=3, evaluated=[2])
    known = units(load_study("own"))
    seen = set()
    for unit in known:
        assert seen.issuperset(unit.needs)
        seen.add(unit.name)
    needed = [unit.name for unit in before(known, "som/mag-1/eval-02")]
    assert needed == ["base", "corpus", "som/sft", "som/expert", "som/mag-1/round-01", "som/mag-1/round-02", "som/mag-1/eval-02"]
    assert set(find(known, "analysis").needs) == {unit.name for unit in known if unit.kind in ("expert", "round", "evaluation", "pass")}


def test_what_is_done_is_told_by_files(conf):
    conf()
    study = load_study("own")
    known = units(study)
    for number, unit in enumerate(known):
        assert [own.done for own in known] == [True] * number + [False] * (len(known) - number)
        assert missing(known, unit) == []
        finish(unit)
    assert all(own.done for own in known)
    incomplete = find(known, "som/sft/eval")
    write_json(incomplete.folder / "COMMITTED.json", {"complete": False, "scores": "x"})
    assert not incomplete.done and not find(known, "analysis").done
    finish(incomplete)
    assert find(known, "analysis").done
    write_json(incomplete.folder / "COMMITTED.json", {"complete": True, "scores": "judged since"})
    assert not find(known, "analysis").done  # it is of other scores


def test_a_study_that_grows_leaves_the_analysis_to_do(conf):
    conf()
    study = all_done()
    grown = replace(study, conf=replace(study.conf, seeds=(0, 1)))
    assert next(unit.name for unit in units(grown) if not unit.done) == "som/mag-1/round-01"
    assert not find(units(grown), "analysis").done


def test_what_is_chosen_and_what_a_unit_needs(conf):
    conf()
    study = load_study("own")
    assert [unit.name for unit in chosen_units(study, until="som/expert")] == SMOKE[:4]
    assert [unit.name for unit in chosen_units(study, only="som/sft")] == ["som/sft"]
    with pytest.raises(BadInput, match="no unit 'som/sft/evil'"):
        chosen_units(study, only="som/sft/evil")
    with pytest.raises(BadInput, match="not both"):
        chosen_units(study, "base", "base")
    with pytest.raises(BadInput, match="som/sft needs base; do that first"):
        run_unit(study, find(units(study), "som/sft"))
    assert not (study.folder / "study.jsonl").exists()


def test_comparisons_are_of_one_thing_at_a_time(conf):
    conf(groundings=["som", "coord"], rounds=2, evaluated=[1, 2])
    own = [unit for unit in units(load_study("own")) if unit.kind == "evaluation"]
    chosen = set(pairs(own))
    within = {
        (f"own-{view}-{arm}-0/round-{late}", f"own-{view}{rest}")
        for view in ("som", "coord")
        for arm in ("mag", "plain")
        for late, rest in (("01", "/sft"), ("02", "/sft"), ("02", f"-{arm}-0/round-01"))
    }
    arms = {(f"own-{view}-mag-0/round-{at}", f"own-{view}-plain-0/round-{at}") for view in ("som", "coord") for at in ("01", "02")}
    views = {(f"own-som-{arm}-0/round-{at}", f"own-coord-{arm}-0/round-{at}") for arm in ("mag", "plain") for at in ("01", "02")}
    assert chosen == {":".join(pair) for pair in within | arms | views | {("own-som/sft", "own-coord/sft")}}


def test_seeds_are_pooled_where_an_arm_has_several(conf):
    conf(rounds=1, evaluated=[1], seeds=[0, 1])
    own = [unit for unit in units(load_study("own")) if unit.kind == "evaluation"]
    sides = {arm: "+".join(f"own-som-{arm}-{seed}/round-01" for seed in (0, 1)) for arm in ("mag", "plain")}
    expected = [f"{sides['mag']}:own-som/sft", f"{sides['plain']}:own-som/sft", f"{sides['mag']}:{sides['plain']}"]
    assert [text for text in pairs(own) if "+" in text] == expected


def test_the_checkpoint_to_go_on_with_is_chosen_by_validation_and_the_least_training(conf):
    conf(validation=0, rounds=2, evaluated=[1, 2])
    known = units(load_study("own"))
    rates = {"som/sft/val": 0.1, "som/mag-0/val-01": 0.3, "som/mag-0/val-02": 0.3, "som/plain-0/val-01": 0.2, "som/plain-0/val-02": 0.0}
    for name, rate in rates.items():
        write_json(find(known, name).folder / "summary.json", {"sr": rate, "n": 9})
    best = best_of(known, "som")
    assert (best.unit, best.sr, best.n) == ("som/mag-0/val-01", 0.3, 9) and best.weights.endswith("own-som-mag-0/rounds/01/weights")
    conf_without = [unit for unit in known if unit.kind != "validation"]
    assert best_of(conf_without, "som") is None
