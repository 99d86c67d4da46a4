"""Which episodes are kept, and what a damaged or mixed cache says."""

import json
import shutil
from dataclasses import dataclass, fields, replace

import pytest
from pydantic import TypeAdapter

from mag.checkers.verdict import questions
from mag.errors import BadInput, Corrupt
from mag.expert.cache import ExpertCache, build_cache, record_digest
from mag.expert.trials import read_passes
from mag.judge.queue import JudgeQueue
from mag.judge.ruling import Ruling
from mag.records import Episode, Usage, Verdict
from mag.runs import load_episode, read_json, write_json
from mag.scoring import JUDGE
from tests.expert.conftest import OPEN, PICTURE, RIGHT, SPOILED, WRONG, episode, step, store, web_task


@pytest.fixture
def cache(tmp_path):
    return tmp_path / "runs" / "r" / "expert" / "som"


def kept(loaded):
    return {task_id: [int(episode.key[4:8]) for episode in found] for task_id, found in loaded.episodes.items()}


def test_only_verified_successes_are_kept_at_most_two_a_task(runs, toy, cache):
    became = {
        1: [RIGHT, RIGHT, RIGHT],
        2: [WRONG, RIGHT, RIGHT],
        3: [WRONG, SPOILED, RIGHT],
        4: [OPEN, WRONG, WRONG],
        5: [SPOILED, OPEN, WRONG],
    }
    manifest = build_cache(read_passes(runs(became, plans=[{"judge": "m/abc123"}] * 3)), cache, toy)
    assert (manifest["tasks"], manifest["covered"], manifest["episodes"], manifest["steps"]) == (5, 3, 5, 10)
    assert not manifest["complete"]
    assert [{key: one[key] for key in ("solved", "failed", "undecided", "missing")} for one in manifest["passes"]] == [
        {"solved": 1, "failed": 2, "undecided": 1, "missing": 1},
        {"solved": 2, "failed": 1, "undecided": 1, "missing": 1},
        {"solved": 3, "failed": 2, "undecided": 0, "missing": 0},
    ]
    loaded = ExpertCache.load(cache)
    assert kept(loaded) == {1: [1, 2], 2: [2, 3], 3: [3]}
    assert loaded.problems == ()
    first = loaded.episodes[1][0]
    assert first == load_episode(loaded.units[first.key])
    assert loaded.picture(first, first.steps[0].image) == PICTURE
    entry = json.loads((cache / "index.jsonl").read_text().splitlines()[0])
    assert (entry["task_id"], entry["number"], entry["steps"], entry["gated"]) == (1, 1, 2, 1)
    assert entry["episode"].startswith("../../evals/expert-som-1/episodes/1-s0-")


def test_the_same_passes_give_the_same_bytes_and_a_run_can_be_moved(runs, toy, cache, tmp_path):
    folders = runs({1: [RIGHT, RIGHT], 2: [WRONG, RIGHT]})
    build_cache(read_passes(folders), cache, toy)
    before = {path.name: path.read_bytes() for path in cache.iterdir()}
    build_cache(read_passes(folders), cache, toy)
    assert {path.name: path.read_bytes() for path in cache.iterdir()} == before
    (tmp_path / "runs").rename(tmp_path / "elsewhere")
    assert kept(ExpertCache.load(tmp_path / "elsewhere" / "r" / "expert" / "som")) == {1: [1, 2], 2: [2]}


def test_an_empty_cache_can_be_built_and_loaded(runs, toy, cache):
    assert build_cache(read_passes(runs({1: [WRONG, WRONG]})), cache, toy)["complete"]
    assert ExpertCache.load(cache).episodes == {}


def test_what_is_damaged_or_missing_is_named_and_the_rest_is_loaded(runs, toy, cache):
    folders = runs({task_id: [RIGHT, RIGHT] for task_id in range(1, 6)})
    build_cache(read_passes(folders), cache, toy)
    units = {int(path.name.split("-")[0]): path for path in (folders[0] / "episodes").iterdir()}
    (units[1] / "episode.json").write_bytes((units[1] / "episode.json").read_bytes()[:100])
    shutil.rmtree(units[2])
    (units[3] / "step-02.png").write_bytes(b"another picture")
    shutil.rmtree(units[4])
    other = episode(4, 1, steps=(step(1, completion="something else"),))
    assert store(folders[0], other) == units[4]  # whole in itself, but not what was kept
    loaded = ExpertCache.load(cache)
    assert kept(loaded) == {1: [2], 2: [2], 3: [2], 4: [2], 5: [1, 2]}
    assert [problem.split(":")[0] for problem in loaded.problems] == [f"task {number}, pass 1" for number in (1, 2, 3, 4)]
    for number, word in enumerate(("episode.json", "COMMITTED", "step-02.png", "another episode")):
        assert word in loaded.problems[number] and str(units[number + 1].name) in loaded.problems[number]


def test_an_index_that_was_touched_is_refused(runs, toy, cache):
    build_cache(read_passes(runs({1: [RIGHT, RIGHT], 2: [RIGHT, WRONG]})), cache, toy)
    whole = (cache / "index.jsonl").read_bytes()
    (cache / "index.jsonl").write_bytes(whole.splitlines(keepends=True)[0])
    with pytest.raises(Corrupt, match="mag expert build"):
        ExpertCache.load(cache)
    (cache / "index.jsonl").unlink()
    with pytest.raises(Corrupt, match="missing"):
        ExpertCache.load(cache)
    with pytest.raises(BadInput, match="is not there"):
        ExpertCache.load(cache.parent / "none")


def test_a_cache_of_another_grounding_or_protocol_is_refused(runs, toy, cache):
    build_cache(read_passes(runs({1: [RIGHT, RIGHT]})), cache, toy)
    assert ExpertCache.load(cache, {"grounding": "som", "protocol": "p" * 16}).episodes
    for key, value in (("grounding", "coord"), ("protocol", "other"), ("contract", "J")):
        with pytest.raises(BadInput, match=f"cache with {key}"):
            ExpertCache.load(cache, {key: value})


@pytest.mark.parametrize("key", ["policy", "identity", "grounding", "contract", "protocol", "snapshot", "judge", "benchmark"])
def test_passes_of_different_experts_do_not_mix(key, runs):
    with pytest.raises(BadInput, match=f"differ in their {key}"):
        read_passes(runs({1: [RIGHT, RIGHT]}, plans=[{}, {key: "other"}]))


def test_passes_over_other_tasks_or_with_one_seed_are_refused(runs):
    with pytest.raises(BadInput, match="differ in their tasks"):
        read_passes(runs({1: [RIGHT, RIGHT]}, plans=[{}, {"tasks": [[2, "d"]]}]))
    with pytest.raises(BadInput, match="share a seed"):
        read_passes(runs({1: [RIGHT, RIGHT]}, plans=[{"seed": 4}, {"seed": 4}]))
    with pytest.raises(BadInput, match="no pass"):
        read_passes([])


def test_what_a_stand_in_judged_is_not_verified(runs):
    with pytest.raises(BadInput, match="stand-in"):
        read_passes(runs({1: [RIGHT, RIGHT]}, plans=[{"judge": "stub-true"}] * 2))


@pytest.mark.parametrize("fields", [{"grounding": "coord"}, {"protocol": "other"}, {"policy": "expert/i2"}, {"snapshot": "s2"}])
def test_an_episode_of_another_kind_among_the_passes_is_refused(fields, runs, toy, cache):
    folders = runs({1: [RIGHT, RIGHT]})
    store(folders[0], episode(2, 1, **fields))
    with pytest.raises(BadInput, match="do not mix"):
        read_passes(folders)


def test_an_episode_of_another_pass_or_of_another_version_of_its_task_is_refused(runs):
    folders = runs({1: [RIGHT, WRONG], 2: [WRONG, RIGHT]})
    units = {path.name.split("-")[0]: path for path in (folders[1] / "episodes").iterdir()}
    aside = units["1"].rename(folders[1] / "aside")
    first = next((folders[0] / "episodes").glob("1-*"))
    shutil.copytree(first, folders[1] / "episodes" / first.name)
    with pytest.raises(BadInput, match=r"of seed .* another pass"):
        read_passes(folders)
    (folders[1] / "episodes" / first.name).rename(units["1"])
    with pytest.raises(BadInput, match=r"of name .* another pass"):
        read_passes(folders)
    shutil.rmtree(units["1"])
    aside.rename(units["1"])
    assert read_passes(folders)[1].counts["solved"] == 1
    for folder in folders:
        plan = read_json(folder / "plan.json")
        write_json(folder / "plan.json", plan | {"tasks": [[1, "0" * 12], plan["tasks"][1]]})
    with pytest.raises(BadInput, match=r"of task .* where 000000000000 is planned"):
        read_passes(folders)


def test_a_manifest_that_says_another_kind_than_its_episodes_is_refused(runs, toy, cache):
    manifest = build_cache(read_passes(runs({1: [RIGHT, RIGHT]})), cache, toy)
    write_json(cache / "manifest.json", manifest | {"grounding": "coord"})
    with pytest.raises(BadInput, match="do not mix"):
        ExpertCache.load(cache, {"grounding": "coord"})


def test_tasks_held_out_from_training_are_refused(runs, toy, cache):
    with pytest.raises(BadInput, match=r"task 95 \(1 such\) is of part test"):
        build_cache(read_passes(runs({1: [RIGHT, RIGHT], 95: [RIGHT, RIGHT]})), cache, toy)
    assert not cache.exists()


def test_tasks_that_an_import_no_longer_has_are_named(runs, toy, cache):
    with pytest.raises(BadInput, match=r"toy has no task 2 \(1 such\)"):
        build_cache(read_passes(runs({1: [RIGHT, RIGHT], 2: [RIGHT, RIGHT]})), cache, replace(toy, tasks=toy.tasks[:2]))
    assert not cache.exists()


def test_the_manifest_says_which_split_the_tasks_were_checked_against(runs, toy, cache):
    passes = read_passes(runs({1: [RIGHT, RIGHT]}))
    digests = [
        build_cache(passes, cache, replace(toy, split=split))["split"] for split in (toy.split, {"train": (2, 1)}, {"train": (1, 2)})
    ]
    assert digests[0] != digests[1] == digests[2]


def test_rulings_that_come_later_are_honoured(runs, toy, cache):
    """Undecided is no failure; once the judge has ruled, building again keeps what it found right."""
    name = "m/abc123"
    folders = runs({1: [OPEN, OPEN], 2: [OPEN, WRONG]}, plans=[{"judge": name}] * 2)
    assert build_cache(read_passes(folders), cache, toy)["episodes"] == 0
    for folder, verdict in zip(folders, ("correct", "incorrect"), strict=True):
        queue = JudgeQueue(folder / JUDGE)
        asked = [question for task_id in (1, 2) for question in questions(web_task(task_id), episode(task_id, 1).evidence)]
        queue.put(asked)
        queue.verdicts.add([Ruling(question.key, name, verdict) for question in asked])
    manifest = build_cache(read_passes(folders), cache, toy)
    assert kept(ExpertCache.load(cache)) == {1: [1], 2: [1]}
    assert manifest["complete"]
    assert json.loads((cache / "index.jsonl").read_text().splitlines()[0])["judge"] == name


def test_a_field_that_a_later_version_adds_spoils_no_cache(monkeypatch):
    @dataclass(frozen=True)
    class Later(Episode):
        remark: str = ""

    one = episode(1, 1)
    before = record_digest(one)
    monkeypatch.setattr("mag.expert.cache.EPISODES", TypeAdapter(Later))
    values = {field.name: getattr(one, field.name) for field in fields(one)}
    assert record_digest(Later(**values)) == before != record_digest(Later(**values, remark="x"))


def test_the_digest_is_of_what_was_done_not_of_when_and_where():
    one = episode(1, 1)
    same = replace(one, started=9.0, seconds=3.0, attempt=2, environment_set=4, code="c2", outcome=OPEN, verdict=Verdict(None, "", ()))
    slower = replace(one, steps=tuple(replace(own, observe_ms=77.0, usage=Usage(10, 5, 99.0, requests=3)) for own in one.steps))
    assert record_digest(one) == record_digest(same) == record_digest(slower)
    other = [
        replace(one, answer="a blue bike"),
        replace(one, seed=2),
        replace(one, steps=(step(1, completion="else"), one.steps[1])),
        replace(one, steps=(replace(one.steps[0], prompt="q"), one.steps[1])),
        replace(one, steps=(replace(one.steps[0], token_ids=(1, 2)), one.steps[1])),
        replace(one, steps=(replace(one.steps[0], effect=replace(one.steps[0].effect, changed="url")), one.steps[1])),
    ]
    assert len({record_digest(changed) for changed in [one, *other]}) == 7
