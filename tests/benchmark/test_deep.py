"""The deep split: nine templates, each with the same share in every part, whose demonstrations work."""

from collections import Counter
from pathlib import Path

import pytest

from mag.benchmark.facts import facts_of
from mag.benchmark.load import OURS_DEEP, load_benchmark, load_folder, load_miniarena
from mag.benchmark.replay_check import clean, explain
from mag.choice import Choice, make_spec
from mag.harness import run_episode
from mag.miniarena import SITE_KEYS
from mag.miniarena.deep import SHARES, deep_folder


@pytest.fixture(scope="module")
def deep_home(tmp_path_factory):
    home = tmp_path_factory.mktemp("deep-home")
    deep_folder(home)
    return home


@pytest.fixture(scope="module")
def deep(deep_home):
    return load_folder(OURS_DEEP, deep_folder(deep_home))


def test_every_template_has_its_share_of_every_part(deep):
    parts = {part: set(ids) for part, ids in deep.split.items()}
    assert set().union(*parts.values()) == {one.task_id for one in deep.tasks} and sum(map(len, parts.values())) == len(deep.tasks)
    counts = Counter((one.intent_template_id, deep.part_of(one.task_id)) for one in deep.tasks)
    templates = {template for template, _ in counts}
    assert len(templates) == 9 and len(parts["test"]) >= 300 and len(parts["train"]) >= 600
    for template in templates:
        assert {part: counts[template, part] for part in SHARES} == SHARES
        assert counts[template, "train"] > 60  # 108 statuses there are; of every other template as many as asked for
    assert {one.site for one in deep.tasks} == set(SITE_KEYS)


def test_no_two_tasks_ask_the_same_and_none_asks_for_an_answer(deep):
    asked = Counter((one.intent_template_id, tuple(sorted(one.instantiation_dict.items()))) for one in deep.tasks)
    assert max(asked.values()) == 1
    assert not any(facts_of(one).needs_answer for one in deep.tasks)
    assert len({one.task_id for one in deep.tasks}) == len(deep.tasks)


def test_its_templates_are_the_sites_own(deep, wide):
    own = {one.intent_template_id: one.intent_template for one in load_miniarena().tasks}
    assert all(own[one.intent_template_id] == one.intent_template for one in deep.tasks)
    assert not {one.task_id for one in deep.tasks} & {one.task_id for one in wide.tasks}


def test_a_template_is_shown_in_one_wording(deep):
    begun: dict[tuple[int, str], set[str]] = {}
    for one in deep.tasks:
        for step in deep.demonstrations[one.task_id].steps:
            begun.setdefault((one.intent_template_id, step.think), set()).add(step.guide.split()[0])
    assert {place: said for place, said in begun.items() if len(said) > 1} == {}


def test_it_is_chosen_by_its_split_or_its_name(deep, deep_home, monkeypatch, tmp_path):
    monkeypatch.setenv("MAG_HOME", str(deep_home))
    monkeypatch.setenv("MAG_CONF", str(tmp_path))
    for chosen in (load_benchmark("", Path("deep")), load_benchmark(OURS_DEEP)):
        assert chosen.name == OURS_DEEP and chosen.tasks == deep.tasks


def of_each_template(deep, number):
    seen: Counter[int] = Counter()
    for one in deep.tasks:
        seen[one.intent_template_id] += 1
        if seen[one.intent_template_id] == number:
            yield one


async def test_a_demonstration_of_each_template_works(deep, lane, environment):
    spec = make_spec(Choice("deep"), deep, environment.snapshot)
    for web_task in of_each_template(deep, 5):
        played = (await run_episode(lane, spec, web_task, 0)).episode
        assert clean(played), explain(played)
