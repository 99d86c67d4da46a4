"""conf/study: what is refused, what is frozen at the first start, what may grow."""

from dataclasses import replace

import pytest

from mag.benchmark.load import load_benchmark
from mag.errors import BadInput
from mag.study import load_study
from mag.study.choose import base_recipe, check, corpus_tasks, engine_conf, grpo_conf, held_out, sft_confs, spread, training_tasks
from mag.study.session import Session
from mag.study.watch import Watch


@pytest.mark.parametrize("name", ["miniature", "smoke"])
def test_the_studies_that_ship_can_be_resolved(name, monkeypatch, tmp_path):
    monkeypatch.setenv("MAG_RUNS", str(tmp_path))
    study = load_study(name)
    check(study)
    assert {conf.threads for conf in (*sft_confs(study), grpo_conf(study))} == {study.conf.threads}
    assert engine_conf(study).options["threads"] == study.conf.engine.get("options", {}).get("threads", str(study.conf.threads))
    assert grpo_conf(study).rounds == study.conf.rounds and base_recipe(study)[0].threads == study.conf.threads


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"cropus": 3}, "cropus"),
        ({"base": {"recipes": {}}}, "base.recipes"),
        ({"expert": {"pases": 2}}, "expert.pases"),
        ({"pass_at": {"n": 2}}, "pass_at.n"),
        ({"corpus": "many"}, "corpus"),
        ({"arms": ["mag", "ppo"]}, "'ppo'"),
        ({"groundings": ["sum"]}, "'sum'"),
        ({"contract": "Z"}, "'Z'"),
        ({"evaluated": [2]}, "round 2 cannot be evaluated"),
        ({"test": -1}, "test is -1"),
        ({"steps": 26}, "steps is 26"),
        ({"idle": -1}, "idle is -1"),
        ({"seeds": []}, "seed"),
    ],
)
def test_a_study_that_cannot_be_meant_is_refused_in_one_line(conf, changes, said):
    conf(**changes)
    with pytest.raises(BadInput) as error:
        load_study("own")
    assert said in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"base": {"recipe": {"upddates": 3}}}, "base.recipe has no 'upddates'"),
        ({"base": {"shape": {"width": 3}}}, "base.shape has no 'width'"),
        ({"sft": {"preset": "tiny", "conf": {"epoch": 1}}}, "sft.conf has no 'epoch'"),
        ({"sft": {"preset": "tiny", "before": [{"epochs": 1}, {"epoch": 1}]}}, "sft.before has no 'epoch'"),
        ({"sft": {"preset": "huge"}}, "no preset huge"),
        ({"grpo": {"rate": 1e-4}}, "grpo has no 'rate'"),
        ({"grpo": {"lr": "fast"}}, "grpo.lr"),
        ({"grpo": {"minibatch": 0}}, "minibatch is 0"),
        ({"engine": {"device": "cpu"}}, "engine has no 'device'"),
    ],
)
def test_settings_of_a_stage_are_checked_before_anything_is_started(conf, changes, said):
    conf(**changes)
    with pytest.raises(BadInput, match=r"^[^\n]+$") as error:
        check(load_study("own"))
    assert said in str(error.value)


def test_local_values_lie_over_the_file(conf):
    folder = conf(corpus=4)
    (folder / "local/study").mkdir(parents=True)
    (folder / "local/study/own.yaml").write_text("corpus: 5\ngrpo: {groups: 3}\n")
    study = load_study("own")
    assert study.conf.corpus == 5 and (study.conf.grpo["groups"], study.conf.grpo["samples"]) == (3, 2)


@pytest.mark.parametrize("name", ["gone", "../smoke", ".smoke", "local/own"])
def test_a_study_that_is_not_there_is_named(conf, name):
    conf()
    with pytest.raises(BadInput, match=r"no study|cannot name"):
        load_study(name)


def test_a_started_study_may_grow_but_not_change(conf):
    conf()
    study = load_study("own", threads=3)
    study.freeze()
    larger = replace(study.conf, rounds=4, evaluated=(1, 4), arms=("mag", "plain", "kl"), seeds=(0, 1), groundings=("som", "coord"))
    replace(study, conf=larger).freeze()
    assert load_study("own").conf.threads == 3  # as it was started
    for name, value in (("corpus", 5), ("grpo", {"groups": 9}), ("test", 7), ("threads", 1), ("benchmark", "other")):
        with pytest.raises(BadInput, match=f"started with another {name};"):
            replace(study, conf=replace(study.conf, **{name: value})).freeze()


def test_the_miniature_is_tested_on_the_whole_test_part(monkeypatch, tmp_path):
    monkeypatch.setenv("MAG_RUNS", str(tmp_path))
    monkeypatch.setenv("MAG_HOME", str(tmp_path / "home"))
    study = load_study("miniature")
    with Session(study, Watch()) as session:
        benchmark = session.benchmark
    assert held_out(study, benchmark, "evaluation") == benchmark.select((), "test") and len(benchmark.split["test"]) >= 300
    trained = {one.task_id for one in (*corpus_tasks(study, benchmark), *training_tasks(study, benchmark))}
    assert trained <= set(benchmark.split["train"])
    assert len(trained) == study.conf.corpus + study.conf.train, "stage 2 has tasks that stage 1 was not shown"
    assert all(len(benchmark.demonstrations[one.task_id].steps) <= study.conf.steps for one in benchmark.select())


def test_a_study_with_nothing_fresh_left_is_refused(monkeypatch, tmp_path):
    monkeypatch.setenv("MAG_HOME", str(tmp_path / "home"))
    study = load_study("miniature")
    benchmark = load_benchmark(study.conf.benchmark)
    with pytest.raises(BadInput, match="fresh: stage 1 is shown every"):
        training_tasks(replace(study, conf=replace(study.conf, corpus=0)), benchmark)


def test_tasks_are_spread_over_their_order():
    assert spread(range(10), 4) == [0, 2, 5, 7]
    assert spread(range(7), 0) == spread(range(7), 7) == spread(range(7), 99) == list(range(7))
    assert len(spread(range(1987), 1500)) == len(set(spread(range(1987), 1500))) == 1500
