"""The wide split: many tasks for training, a validation part, test tasks that no one trains on; each with a demonstration that works."""

import os
import subprocess
import sys
from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path
from random import Random

import pytest

from mag.benchmark.load import OURS_WIDE, load_benchmark, load_miniarena
from mag.benchmark.replay_check import clean, explain
from mag.benchmark.stats import composition
from mag.checkers.judge import PhraseJudge
from mag.checkers.verdict import decide
from mag.choice import Choice, make_judge, make_spec
from mag.contract.write import write
from mag.errors import BadInput
from mag.harness import run_episode
from mag.miniarena.wide import wide_folder
from mag.policies.demo import DemoPolicy
from mag.records import Completion, Evidence, digest
from mag.rollout import roll
from mag.sites.miniarena import start
from mag.sweep import open_lanes, units_of

OURS = load_miniarena()
FIRST_FURTHER = 10_000
SAMPLE = 150


def parts_of(wide):
    return {part: set(ids) for part, ids in wide.split.items()}


def of(wide, ids):
    return [web_task for web_task in wide.tasks if web_task.task_id in ids]


def test_parts_are_large_enough_and_apart(wide):
    train, validation, test = (parts_of(wide)[part] for part in ("train", "validation", "test"))
    assert list(wide.split) == ["train", "validation", "test"]
    assert len(train) >= 1000 and 140 <= len(validation) <= 180 and len(test) >= 300
    assert not train & validation and not train & test and not validation & test
    assert train | validation | test == {web_task.task_id for web_task in wide.tasks}


def test_the_benchmark_lies_in_it_unchanged(wide):
    """No test task of the benchmark is trained or validated on, and every task is what it was."""
    train, validation, test = (parts_of(wide)[part] for part in ("train", "validation", "test"))
    assert set(OURS.split["test"]) <= test and not set(OURS.split["test"]) & (train | validation)
    assert set(OURS.split["train"]) | set(OURS.split["pool"]) <= train
    assert wide.tasks[: len(OURS.tasks)] == OURS.tasks
    assert {task_id: wide.demonstrations[task_id] for task_id in OURS.demonstrations} == OURS.demonstrations
    assert all((web_task.task_id >= FIRST_FURTHER) == (place >= len(OURS.tasks)) for place, web_task in enumerate(wide.tasks))


def test_templates_held_out_are_tested_only_and_others_are_shared(wide):
    templates = {web_task.task_id: web_task.intent_template_id for web_task in wide.tasks}
    seen = {templates[task_id] for part in ("train", "validation") for task_id in wide.split[part]}
    unseen = {templates[task_id] for task_id in wide.split["test"]} - seen
    assert unseen == {templates[task_id] for task_id in OURS.split["test"]} - {
        templates[i] for i in (*OURS.split["train"], *OURS.split["pool"])
    }
    share = sum(templates[task_id] in unseen for task_id in wide.split["test"]) / len(wide.split["test"])
    assert len(unseen) >= 8 and 0.2 <= share <= 0.5
    assert {templates[task_id] for task_id in wide.split["validation"]} <= {templates[task_id] for task_id in wide.split["train"]}


def test_every_site_has_its_share_of_every_part(wide):
    by = {(row.site, row.part): row for row in composition(wide)}
    for site in {web_task.site for web_task in wide.tasks}:
        assert by[site, "train"].tasks >= 100 and by[site, "validation"].tasks >= 10 and by[site, "test"].tasks >= 20
        assert by[site, "train"].demonstrated == by[site, "train"].tasks
    assert by["total", "all"].tasks == len(wide.tasks)


def test_no_two_tasks_ask_the_same(wide):
    asked = Counter((web_task.intent_template_id, tuple(sorted(web_task.instantiation_dict.values()))) for web_task in wide.tasks)
    assert [values for values, count in asked.items() if count > 1] == []


def test_answers_are_accepted_and_their_absence_is_not(wide):
    """Every answer that a demonstration gives passes its task's check, by both rules; no answer at all passes none."""
    judge, answered = PhraseJudge(), 0
    for web_task in wide.tasks:
        answer = wide.demonstrations[web_task.task_id].steps[-1].content
        if "string_match" not in web_task.eval["eval_types"]:
            continue
        only = replace(web_task, eval={**web_task.eval, "eval_types": ["string_match"]})
        for mode in ("webarena", "strict"):
            assert decide(only, Evidence("", answer, {}), judge, mode).success is True, (web_task.task_id, mode, answer)
            assert decide(only, Evidence("", "", {}), judge, mode).success is False, (web_task.task_id, mode)
        answered += 1
    assert answered > 700


def test_wordings_of_guides_vary_within_a_template(wide):
    """Most templates with many further instances say a step in more than one way: sentences differ once their slots' values are left out."""

    def shape(web_task, guide):
        for value in sorted(web_task.instantiation_dict.values(), key=len, reverse=True):
            guide = guide.replace(value, "...")
        return guide

    firsts: dict[int, set[str]] = {}
    for web_task in of(wide, {item.task_id for item in wide.tasks[len(OURS.tasks) :]}):
        steps = wide.demonstrations[web_task.task_id].steps
        firsts.setdefault(web_task.intent_template_id, set()).update(shape(web_task, step.guide) for step in steps)
    lengths = Counter(web_task.intent_template_id for web_task in wide.tasks[len(OURS.tasks) :])
    plain = {key: len(wide.demonstrations[web_task.task_id].steps) for web_task in wide.tasks for key in [web_task.intent_template_id]}
    many = [key for key, count in lengths.items() if count >= 10]
    assert sum(len(firsts[key]) > 1.5 * plain[key] for key in many) / len(many) > 0.7


def test_it_is_the_same_in_another_process(wide):
    """One site's further tasks computed anew, with another hash seed."""
    script = (
        "from dataclasses import asdict; from mag.miniarena.build import seeded; from mag.miniarena.wide import further\n"
        "from mag.records import digest\n"
        "with seeded(('reddit', 'wikipedia')) as dbs: made = further('reddit', dbs)\n"
        "print(digest([[asdict(web_task), asdict(demo)] for _, web_task, demo in made]))"
    )
    environment = os.environ | {"PYTHONHASHSEED": "5"}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    own = [web_task for web_task in wide.tasks[len(OURS.tasks) :] if web_task.site == "reddit"]
    assert done.stdout.strip() == digest([[asdict(web_task), asdict(wide.demonstrations[web_task.task_id])] for web_task in own])


def test_it_is_computed_once(wide_home):
    folder = wide_folder(wide_home)
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert wide_folder(wide_home) == folder and {path.name: path.stat().st_mtime_ns for path in folder.iterdir()} == before
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


def test_it_is_chosen_by_its_split_or_its_name(wide, wide_home, monkeypatch, tmp_path):
    monkeypatch.setenv("MAG_HOME", str(wide_home))
    monkeypatch.setenv("MAG_CONF", str(tmp_path))
    for chosen in (load_benchmark("", Path("wide")), load_benchmark(OURS_WIDE)):
        assert chosen.name == OURS_WIDE and chosen.split == wide.split
    assert (load_benchmark().name, load_benchmark().split) == ("miniarena", OURS.split)
    (tmp_path / "benchmark.yaml").write_text("split: wide\n")
    assert load_benchmark().name == OURS_WIDE
    assert make_judge("", wide).name == PhraseJudge.name
    with pytest.raises(BadInput, match="wide cannot be read"):
        load_benchmark("miniarena-wide", Path("wide"))


def test_the_commands_show_it(mag, wide_home, wide, monkeypatch):
    monkeypatch.setenv("MAG_HOME", str(wide_home))
    printed = mag("tasks", "stats", "--split", "wide")
    lines = [line.split()[:3] for line in printed.splitlines()]
    for part, ids in wide.split.items():
        assert ["total", part, str(len(ids))] in lines
    assert "validation tasks (100.0 %) share a template with a training task" in printed
    assert len(mag("tasks", "list", "--split", "wide", "--part", "validation").splitlines()) == len(wide.split["validation"])


class Idle(DemoPolicy):
    """Ends at once and answers nothing."""

    def agent(self, spec):
        self.spec = spec
        return self

    async def act(self, turn):
        return Completion(write(self.spec.contract, self.spec.grounding, "finish", guide="Stop here at once."))


def sample_of(wide, size, name):
    """Further tasks, as many templates as there can be."""
    drawn = Random(name).sample(wide.tasks[len(OURS.tasks) :], len(wide.tasks) - len(OURS.tasks))
    rank = Counter()
    order = []
    for web_task in drawn:
        order.append((rank[web_task.intent_template_id], len(order), web_task))
        rank[web_task.intent_template_id] += 1
    return [web_task for _, _, web_task in sorted(order, key=lambda item: item[:2])[:size]]


@pytest.mark.parametrize("grounding", ["som", "coord"])
async def test_demonstrations_of_some_work_and_doing_nothing_does_not(grounding, wide, lane, environment):
    spec = make_spec(Choice("wide", grounding=grounding), wide, environment.snapshot)
    some = [item for item in sample_of(wide, 400, grounding) if len(wide.demonstrations[item.task_id].steps) <= 6]
    writing = next(item for item in some if item.eval["eval_types"] == ["program_html"])
    reading = next(item for item in some if "string_match" in item.eval["eval_types"] and item.site != writing.site)
    for web_task in (reading, writing):
        played = (await run_episode(lane, spec, web_task, 0)).episode
        assert clean(played), explain(played)
    idle = (await run_episode(lane, replace(spec, policy=Idle(wide.demonstrations)), writing, 0)).episode
    assert idle.outcome == "failure" and idle.strict.success is False


@pytest.mark.slow
@pytest.mark.parametrize("grounding", ["som", "coord"])
async def test_a_sample_is_played(grounding, wide, tmp_path):
    """A demonstration of every template, live, without a step that fails; and every one of these tasks fails where nothing is done."""
    tasks, sets = sample_of(wide, SAMPLE, "live"), [start(number, tmp_path) for number in (1, 2)]
    spec = make_spec(Choice("wide", grounding=grounding), wide, sets[0].snapshot)
    played, idle = [], []
    try:
        async with open_lanes(sets) as lanes:
            assert await roll(lanes, spec, units_of(tasks, 1), lambda item: played.append(item.episode), lambda *_: None) == []
            nothing = replace(spec, policy=Idle(wide.demonstrations))
            assert await roll(lanes, nothing, units_of(tasks, 1), lambda item: idle.append(item.episode), lambda *_: None) == []
    finally:
        for site_set in sets:
            await site_set.close()
    assert len(played) == len(idle) == SAMPLE
    assert [explain(episode) for episode in played if not clean(episode)] == []
    assert [episode.web_task.task_id for episode in idle if episode.outcome != "failure"] == []
