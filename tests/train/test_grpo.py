"""The loop on real sites with a real model that knows nothing: what a run leaves, and that nothing finished is done twice."""

import shutil
from dataclasses import replace

import pytest

from mag.analysis.load import Places
from mag.analysis.rounds import group_table, read_rounds, training_series
from mag.errors import BadInput, Corrupt, MagError
from mag.journal import Journal
from mag.local.weights import checkpoint_digest
from mag.runs import EvalFolder, read_json
from mag.train.grpo import run_round_of, train
from mag.train.job import read_job
from mag.train.plan import load_experts, started
from mag.train.recipes import Recipe
from mag.train.schedule import round_seed
from tests.train.looped import CONF, easy_tasks, expert_cache, here, table, training_of

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture(scope="module")
async def cache(tmp_path_factory, benchmark, environment):
    return await expert_cache(tmp_path_factory.mktemp("expert"), benchmark, easy_tasks(benchmark)[:2], environment)


@pytest.fixture(scope="module")
async def trained(tmp_path_factory, benchmark, environment, base, cache):
    """Two rounds with experts, evaluated after the second."""
    held_out = tuple(benchmark.select((), "test")[:1])
    training = training_of(tmp_path_factory.mktemp("run"), benchmark, base, cache, held_out=held_out, evaluated=(2, 10))
    said = []
    with started(training):
        await train(training, [environment], lambda *_: None, said.append, here)
    assert [line.partition(":")[0] for line in said] == ["round 1", "round 2"]
    return training


def test_a_round_goes_on_from_the_one_before(trained, base):
    first, second = (read_job(trained.round_folder(number)) for number in (1, 2))
    assert (first.weights, first.optimizer) == (str(base), "")
    assert (second.weights, second.optimizer) == (f"{trained.round_folder(1)}/weights", f"{trained.round_folder(1)}/optimizer")
    assert read_json(trained.weights(2) / "COMMITTED.json")["updates"] == 2
    digests = [checkpoint_digest(trained.weights(number)) for number in range(3)]
    assert len(set(digests)) == 3
    for number in (1, 2):
        plan = read_json(trained.round_folder(number) / "plan.json")
        assert plan["identity"].startswith(digests[number - 1]) and plan["seed"] == round_seed(0, number)
    assert [read_json(folder / "plan.json")["identity"][:12] for folder in trained.evaluations().values()] == [digests[2]]
    assert not (trained.round_folder(1) / "optimizer").exists() and (trained.round_folder(2) / "optimizer").exists()
    assert trained.finished and set(trained.evaluations()) == {2}


def test_groups_hold_the_rollouts_and_the_cached_experts(trained):
    """Random weights fail, so only an expert gives a group its variance: two failures and a success, -1/3 and +2/3."""
    import pyarrow.parquet as parquet

    folder, covered = trained.round_folder(1), set(trained.experts)
    assert set(trained.schedule(1)) | set(trained.schedule(2)) == covered
    members = read_job(folder).members
    assert [(one.outcome, one.expert) for one in members] == [("failure", False)] * 2 + [("success", True)]
    batch = parquet.read_table(folder / "batch.parquet").to_pydict()
    advantages = {(expert, round(value, 6)) for expert, value in zip(batch["expert"], batch["advantage"], strict=True)}
    assert advantages == {(True, round(2 / 3, 6)), (False, round(-1 / 3, 6))} and set(batch["task_id"]) == set(trained.schedule(1))
    episodes = EvalFolder(folder).load()
    assert {len(episode.steps) for episode in episodes} == {1} and len({episode.seed for episode in episodes}) == 2
    assert all(
        step.token_ids and step.model.split("/")[-1].startswith(checkpoint_digest(trained.sft)) for own in episodes for step in own.steps
    )
    assert len({step.token_ids for own in episodes for step in own.steps}) == 2  # drawn, not the likeliest


def test_what_was_measured_is_logged_and_read_by_the_analysis(trained, benchmark):
    rows = [row for row in Journal(trained.folder / "metrics.jsonl").rows() if "round" in row]
    last = {key: value for row in rows if row["round"] == 2 for key, value in row.items()}
    assert last["probe_mean"] < 1e-4 and 0 < last["sampling_gap"] < 1e-4 and last["probe_mean_before"] >= last["probe_mean"]
    assert last["batch_episodes"] == 2 and last["batch_success"] == 0 and last["loop_rss_mb"] > 50 and last["groups_varied"] >= 1
    assert all(last[name] > 0 for name in ("roll_seconds", "process_seconds", "push_seconds"))
    rounds = read_rounds(trained.folder, Places.of(benchmark))
    assert [row[:3] for row in group_table(rounds).rows] == [("r", 1, 1), ("r", 2, 1)]
    assert {"probe_mean", "batch_success", "objective"} <= {own.title for own in training_series([trained.folder])}


async def test_what_is_finished_is_not_done_again(trained, environment):
    before = table(trained.folder)

    async def never(*_):
        raise AssertionError("nothing is left")

    longer = replace(trained, evaluated=(1, 2))
    rolled = []
    with started(longer):
        await train(longer, [environment], lambda unit, *_: rolled.append(unit), print, never)
    assert len(rolled) == 1  # the evaluation that was not asked for before, on weights served anew
    after = table(trained.folder)
    assert {name: after[name] for name in before} == before
    assert read_json(longer.evaluations()[1] / "plan.json")["identity"].startswith(checkpoint_digest(trained.weights(1)))
    for changed in ({"recipe": "plain"}, {"seed": 1}, {"sft": trained.weights(1)}, {"tasks": trained.tasks[:2]}):
        with pytest.raises(BadInput, match=f"another {next(iter(changed))}"), started(replace(trained, **changed)):
            pass
    with started(trained), pytest.raises(BadInput, match="is being trained by process"), started(trained):
        pass


@pytest.mark.slow
@pytest.mark.parametrize("failing", ["mag.train.round", "mag.train.probe"])
async def test_a_failed_step_is_tried_again_with_what_was_rolled(failing, trained, tmp_path, benchmark, environment, base):
    tasks = trained.tasks[:1]
    training = training_of(tmp_path, benchmark, base, tasks=tasks, conf=replace(CONF, rounds=1), recipe="plain")
    rolled, steps = [], []

    async def fails_once(module, *rest):
        steps.append(module)
        if steps.count(module) == 1 and module == failing:
            raise MagError("no room")
        await here(module, *rest)

    with started(training):
        with pytest.raises(MagError, match="no room"):
            await train(training, [environment], lambda unit, *_: rolled.append(unit), print, fails_once)
        plan = (training.round_folder(1) / "update.json").read_bytes()
        await train(training, [environment], lambda unit, *_: rolled.append(unit), print, fails_once)
    assert len(rolled) == 2 and (training.round_folder(1) / "update.json").read_bytes() == plan and training.finished
    assert (
        steps
        == {"mag.train.round": [failing, failing, "mag.train.probe"], "mag.train.probe": ["mag.train.round", failing, failing]}[failing]
    )


@pytest.mark.slow
async def test_a_recipe_may_have_more_rolled(tmp_path, trained, benchmark, environment, base, monkeypatch):
    """DAPO: no group of random weights has variance, so the round goes on until three times its size, or no task is left."""
    from mag.train.variants import RECIPES
    from mag.train.variants.dynamic import more

    monkeypatch.setitem(RECIPES, "dynamic", Recipe("dynamic", joins=lambda one: not one.expert, more=more))
    training = training_of(tmp_path, benchmark, base, conf=replace(CONF, rounds=1, samples=1), recipe="dynamic")
    with started(training):
        await train(training, [environment], lambda *_: None, print, here)
    folders = [training.round_folder(1), *sorted((training.round_folder(1) / "more").iterdir())]
    assert [len(EvalFolder(folder).load()) for folder in folders] == [1, 1, 1]
    assert {one.web_task.task_id for folder in folders for one in EvalFolder(folder).load()} == {one.task_id for one in training.tasks}
    assert len(read_job(training.round_folder(1)).members) == 3


async def test_weights_with_a_flipped_bit_are_never_served(trained, environment, tmp_path):
    copied = replace(trained, folder=shutil.copytree(trained.folder, tmp_path / trained.folder.name), evaluated=(1, 2))
    shutil.rmtree(copied.evaluations()[1], ignore_errors=True)
    path = copied.weights(1) / "model.safetensors"
    data = bytearray(path.read_bytes())
    data[-100] ^= 4
    path.write_bytes(data)
    rolled = []
    with started(copied), pytest.raises(Corrupt, match="rounds/01/weights is not what training wrote"):
        await train(copied, [environment], lambda unit, *_: rolled.append(unit), print, here)
    assert not rolled and not copied.evaluations()[1].exists()


def test_rounds_come_one_after_the_other(trained, tmp_path):
    assert [trained.due(number) for number in (0, 1, 2)] == [0, 0, 0]
    assert run_round_of(trained, None, lambda *_: None, print) == 0
    fresh = replace(trained, folder=tmp_path)
    assert (fresh.due(), fresh.due(1)) == (1, 1)
    for number, said in ((2, "round 1 of .* is to be done before round 2"), (3, "has rounds 1 to 2, none 3")):
        with pytest.raises(BadInput, match=said):
            run_round_of(fresh, number, lambda *_: None, print)
    (fresh.round_folder(1)).mkdir(parents=True)
    (fresh.round_folder(1) / "push.json").write_text("{}")
    assert (fresh.due(), fresh.due(2), fresh.due(1)) == (2, 2, 0)


@pytest.mark.slow
def test_a_round_alone_is_the_next_one(trained, tmp_path, benchmark, base):
    training = training_of(tmp_path, benchmark, base, tasks=trained.tasks[:1], recipe="plain")
    training.frame.settings.sites.sets = 1
    said = []
    assert run_round_of(training, None, lambda *_: None, said.append) == 1
    assert said[0].startswith("round 1: ") and training.due() == 2 and not training.finished


def test_what_cannot_be_meant_is_refused_before_anything_is_started(trained, benchmark):
    for changed, said in (
        ({"recipe": "ppo"}, "no recipe"),
        ({"experts": {}}, "give their cache"),
        ({"tasks": tuple(benchmark.select((), "test")[:1])}, "not for training"),
    ):
        with pytest.raises(BadInput, match=said):
            replace(trained, **changed)
    for name in ("../r", ".r", "a/b"):
        with pytest.raises(BadInput, match="cannot name a folder"):
            replace(trained.frame, run=name)


def test_the_command_says_in_a_line_what_is_wrong(trained, tmp_path, monkeypatch):
    from typer.testing import CliRunner

    from mag.cli import app

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MAG_HOME", str(tmp_path / "home"))
    for arguments, said in (
        (["--sft", "nowhere", "--recipe", "plain"], "nowhere holds no weights"),
        (["--sft", str(trained.sft)], "give their cache with --expert"),
        (["--sft", str(trained.sft), "--expert", "nowhere"], "nowhere"),
        (["--sft", str(trained.sft), "--recipe", "plain", "--part", "test"], "give --part train"),
        (["--sft", str(trained.sft), "--recipe", "plain", "--engine", "gone"], "no model 'gone'"),
    ):
        error = CliRunner().invoke(app, ["train", "grpo", "--limit", "1", *arguments]).exception
        assert isinstance(error, MagError) and said in str(error) and "\n" not in str(error)
    assert not list(tmp_path.rglob("training.json"))


def test_a_cache_of_another_kind_or_with_damage_is_refused(cache, trained, benchmark, tmp_path):
    with pytest.raises(BadInput, match="coord"):
        load_experts(cache, replace(trained.frame, grounding="coord"))
    with pytest.raises(BadInput, match="none of"):
        replace(trained.frame, contract="Z")
    copied = shutil.copytree(cache.parent, tmp_path / "copy")
    next(copied.glob("evals/*/episodes/*/step-01.png")).write_bytes(b"x")
    with pytest.raises(BadInput, match="is not whole"):
        load_experts(copied / "cache", trained.frame)
