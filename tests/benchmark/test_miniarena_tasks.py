"""The benchmark itself: size, coverage, split, and the quality that can be counted."""

from collections import Counter

import pytest

from mag.benchmark.load import load_miniarena
from mag.constants import ELEMENT_VERBS, STEP_BUDGET, VERBS
from mag.contract.leak import leak
from mag.errors import BadInput

BENCHMARK = load_miniarena()
CORE = BENCHMARK.select()


def test_size_and_split():
    train, test = BENCHMARK.split["train"], BENCHMARK.split["test"]
    templates = {web_task.task_id: web_task.intent_template_id for web_task in BENCHMARK.tasks}
    seen = {templates[task_id] for task_id in (*train, *BENCHMARK.split["pool"])}
    assert len(CORE) == len(train) + len(test) >= 150
    assert len({web_task.intent_template_id for web_task in CORE}) >= 30
    assert {web_task.site for web_task in CORE} == {"gitlab", "map", "reddit", "shopping", "shopping_admin", "wikipedia"}
    assert 0.26 <= len(test) / len(CORE) <= 0.34
    unseen = [task_id for task_id in test if templates[task_id] not in seen]
    assert 0.08 <= len(unseen) / len(test) <= 0.4
    assert not set(train) & set(test) and not set(BENCHMARK.split["pool"]) & set((*train, *test))


def test_ids_and_intents_are_unique():
    assert len({web_task.task_id for web_task in BENCHMARK.tasks}) == len(BENCHMARK.tasks)
    doubled = [intent for intent, count in Counter((web_task.site, web_task.intent) for web_task in BENCHMARK.tasks).items() if count > 1]
    assert doubled == []
    assert not [web_task.intent for web_task in BENCHMARK.tasks if "{{" in web_task.intent]


def test_every_kind_of_evaluation_occurs():
    kinds = Counter()
    for web_task in CORE:
        block = web_task.eval
        kinds.update(key for key in (block["reference_answers"] or {}) if key != "accepted_phrasings")
        kinds.update(["url"] if block["reference_url"] else [])
        kinds.update("last page" if target["url"] == "last" else "other page" for target in block["program_html"])
        for reference in (block["reference_answers"] or {}).get("fuzzy_match", ()):
            assert len(block["reference_answers"]["accepted_phrasings"][reference]) >= 2
    assert set(kinds) == {"exact_match", "must_include", "fuzzy_match", "url", "last page", "other page"}
    assert min(kinds.values()) >= 3, kinds


def test_demonstrations_are_whole():
    lengths, verbs = [], Counter()
    for web_task in BENCHMARK.tasks:
        steps = BENCHMARK.demonstrations[web_task.task_id].steps
        lengths.append(len(steps))
        verbs.update(step.verb for step in steps)
        assert [step.verb for step in steps].count("finish") == 1 and steps[-1].verb == "finish", web_task.task_id
        needs_answer = "string_match" in web_task.eval["eval_types"]
        assert bool(steps[-1].content) == needs_answer, web_task.task_id
        for step in steps:
            assert bool(step.role) == (step.verb in ELEMENT_VERBS)
    assert min(lengths) == 2 and 20 < max(lengths) <= STEP_BUDGET
    assert set(verbs) == set(VERBS)


def test_guides_are_sentences_for_people():
    for web_task in BENCHMARK.tasks:
        for step in BENCHMARK.demonstrations[web_task.task_id].steps:
            where = (web_task.task_id, step.guide)
            assert leak(step.guide, [step.name]) == "", where
            assert step.guide[0].isupper(), where
            assert step.guide.rstrip("'\"”’")[-1] in ".!?" or "://" in step.guide.split()[-1], where
            assert 3 <= len(step.guide.split()) <= 45, where


def test_few_guides_are_the_same_sentence():
    guides = Counter(step.guide for demo in BENCHMARK.demonstrations.values() for step in demo.steps)
    assert len(guides) / sum(guides.values()) > 0.4


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"sites": ["amazon"]}, "there is no site 'amazon'"),
        ({"part": "dev"}, "there is no part 'dev'"),
        ({"ids": [7]}, "there is no task 7"),
        ({"sites": ["map"], "ids": [1020]}, "no task fits"),
    ],
)
def test_a_wrong_selection_is_explained(choice, message):
    with pytest.raises(BadInput, match=message):
        BENCHMARK.select(**choice)


def test_a_limit_spreads_over_the_sites():
    assert len(BENCHMARK.select(limit=12)) <= 12
    assert len({web_task.site for web_task in BENCHMARK.select(limit=24)}) >= 5
