"""Results of units: written for what was finished before, of the run's own rows, and the run's journal again from them."""

import json

import pytest

from mag.errors import BadInput
from mag.journal import Journal
from mag.runs import write_json
from mag.study import load_study, units
from mag.study.plots import write_plots
from mag.study.results import keep_logged, logged, restore, result_file, sealed
from mag.study.run import run_units
from mag.study.sealing import numbers
from mag.study.units import find
from tests.study.small import all_done, finish

ROWS = [
    {"round": 1, "batch_success": 0.5},
    {"update": 1, "objective": 0.1},
    {"update": 2, "objective": 0.2},
    {"round": 1, "rows": 8},
    {"round": 1, "roll_seconds": 9.0},
    {"round": 2, "batch_success": 0.25},
    {"update": 3, "objective": 0.3},
    {"round": 2, "rows": 4},
]


def test_rows_belong_to_the_round_that_is_named_next():
    assert list(logged(ROWS, 1)) == ROWS[:5]
    assert list(logged(ROWS, 2)) == ROWS[5:]
    assert list(logged([{"step": 1}, {"step": 2}], 0)) == [{"step": 1}, {"step": 2}]


def test_numbers_leave_out_what_differs_from_run_to_run():
    given = {"probe_mean": 0.5, "push_seconds": 3.0, "loop_rss_mb": 900, "loss": float("nan"), "conf": {"lr": 1}, "rows": 4}
    assert numbers(given) == {"probe_mean": 0.5, "rows": 4}


def test_a_run_whose_rounds_were_fetched_has_its_journal_again(conf):
    conf(rounds=2, evaluated=[2])
    study = load_study("own")
    known = units(study)
    metrics = study.run("som", "mag", 0) / "metrics.jsonl"
    Journal(metrics).append(ROWS)
    wanted = metrics.read_bytes()
    for name in ("som/mag-0/round-01", "som/mag-0/round-02"):
        keep_logged(find(known, name))
    restore(known)
    assert metrics.read_bytes() == wanted
    metrics.unlink()
    restore(known)
    assert metrics.read_bytes() == wanted


def test_a_late_ruling_makes_a_result_stale(conf):
    conf()
    study = all_done()
    unit = find(units(study), "som/sft/eval")
    assert sealed(study, unit)
    write_json(unit.folder / "COMMITTED.json", {"complete": True, "scores": "others"})
    assert not sealed(study, unit)


def test_what_was_finished_before_gets_its_result(conf):
    conf()
    study = load_study("own")
    base = units(study)[0]
    finish(base)
    study.freeze()
    run_units(study, [base])
    assert set(json.loads(result_file(study, base).read_text())) == {"digest"}
    assert not (study.folder / "study.jsonl").exists(), "nothing was begun"


def test_a_unit_done_anew_has_a_result_of_its_own(conf, monkeypatch):
    conf()
    study = load_study("own")
    base = units(study)[0]
    write_json(result_file(study, base), {"digest": "of one that was removed"})
    monkeypatch.setattr("mag.study.work.do", lambda session, unit: finish(unit))
    run_units(study, [base])
    assert json.loads(result_file(study, base).read_text())["digest"] != "of one that was removed"


def test_a_finished_study_with_another_conf_is_refused(conf):
    folder = conf()
    study = all_done()
    run_units(study, units(study))
    path = folder / "study/own.yaml"
    path.write_text(path.read_text().replace("corpus: 4", "corpus: 5"))
    with pytest.raises(BadInput, match="started with another corpus"):
        run_units(load_study("own"), units(study))


def test_the_point_all_trainings_start_from_is_in_each_curve(conf):
    conf()
    study = load_study("own")
    known = units(study)
    for unit in known:
        write_json(result_file(study, unit), {"sr": 0.5, "scores": unit.name})
    write_plots(study, known, study.folder / "plots")
    assert (study.folder / "plots/test.csv").read_text().splitlines()[:4] == [
        "run,round,of,scores,sr",
        "som/mag-0 evaluation,0,evaluation,som/sft/eval,0.5",
        "som/plain-0 evaluation,0,evaluation,som/sft/eval,0.5",
        "som/mag-0 pass,0,pass,som/sft/pass,0.5",
    ]
    assert not (study.folder / "plots/sft.csv").exists(), "no point, no file"
