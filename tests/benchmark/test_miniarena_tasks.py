"""The benchmark itself: size, coverage, split, and the quality that can be counted."""

from collections import Counter

import pytest

from mag.benchmark.load import load_miniarena
from mag.checkers.judge import PhraseJudge
from mag.constants import ELEMENT_VERBS, STEP_BUDGET, VERBS
from mag.contract.leak import leak
from mag.errors import BadInput
from mag.miniarena.core import load_site
from mag.records import Question

BENCHMARK = load_miniarena()
CORE = BENCHMARK.select()


@pytest.fixture(params=["the benchmark's own", "wide"])
def every(request, wide):
    """The tasks and demonstrations that ship with mag, and those of the wide split."""
    return wide if request.param == "wide" else BENCHMARK


def test_size_and_split():
    train, test = BENCHMARK.split["train"], BENCHMARK.split["test"]
    templates = {web_task.task_id: web_task.intent_template_id for web_task in BENCHMARK.tasks}
    seen = {templates[task_id] for task_id in (*train, *BENCHMARK.split["pool"])}
    assert len(CORE) == len(train) + len(test) >= 300
    assert len(train) >= 200
    assert len(test) >= 90
    assert len({web_task.intent_template_id for web_task in CORE}) >= 60
    assert 0.28 <= len(test) / len(CORE) <= 0.32
    unseen = [templates[task_id] for task_id in test if templates[task_id] not in seen]
    assert len(set(unseen)) >= 8
    assert 0.2 <= len(unseen) / len(test) <= 0.4
    assert not set(train) & set(test) and not set(BENCHMARK.split["pool"]) & set((*train, *test))


def test_sites_have_the_shares_of_the_paper():
    """Table A1: 140, 76, 98, 111, 126 and 12 of 563 tasks."""
    shares = {"gitlab": 140, "map": 76, "reddit": 98, "shopping": 111, "shopping_admin": 126, "wikipedia": 12}
    counted = Counter(web_task.site for web_task in CORE)
    assert counted.keys() == shares.keys()
    for site, count in shares.items():
        assert abs(counted[site] / len(CORE) - count / 563) < 0.04, site


def test_ids_and_intents_are_unique(every):
    assert len({web_task.task_id for web_task in every.tasks}) == len(every.tasks)
    doubled = [intent for intent, count in Counter((web_task.site, web_task.intent) for web_task in every.tasks).items() if count > 1]
    assert doubled == []
    assert not [web_task.intent for web_task in every.tasks if "{{" in web_task.intent]


def forms(web_task):
    """The forms of WebArena's evaluation that a task uses."""
    block = web_task.eval
    yield " and ".join(block["eval_types"])
    for key, value in (block["reference_answers"] or {}).items():
        if key != "accepted_phrasings":
            yield "fuzzy N/A" if value == "N/A" else "fuzzy list" if key == "fuzzy_match" else key
    if block["reference_url"]:
        yield "url |OR|" if " |OR| " in block["reference_url"] else "url"
        if "?" in block["reference_url"]:
            yield "url with query"
    for target in block["program_html"]:
        yield "page " + ("of a site" if target["url"].startswith("__") else target["url"].split("(")[0])
        locator = target["locator"]
        yield "locator " + (locator.split("(")[0] if locator.startswith("func:") else locator.split(".")[0] or "whole page")
        ((key, contents),) = target["required_contents"].items()
        yield f"contents {key}"
        if key == "must_include" and any(" |OR| " in item for item in contents):
            yield "contents |OR|"
        if target.get("prep_actions"):
            yield "prepared page"
    if len(web_task.sites) > 1:
        yield "several sites"


FORMS = {
    *("string_match", "program_html", "url_match", "url_match and program_html", "string_match and url_match"),
    *("exact_match", "must_include", "fuzzy list", "fuzzy N/A", "url", "url |OR|", "url with query", "several sites", "prepared page"),
    *("page last", "page of a site", "page func:reddit_get_post_url", "page func:shopping_get_latest_order_url"),
    *("locator document", "locator [", "locator whole page", "locator func:gitlab_get_project_memeber_role"),
    *("locator func:shopping_get_sku_latest_review_rating", "locator func:shopping_get_sku_latest_review_author"),
    *("contents must_include", "contents exact_match", "contents |OR|"),
}


@pytest.mark.parametrize("part", ["train", "test"])
def test_every_form_of_evaluation_occurs(part):
    found = {form for web_task in BENCHMARK.select(part=part) for form in forms(web_task)}
    assert found >= FORMS


def test_rare_forms_are_not_single_tasks():
    found = Counter(form for web_task in CORE for form in set(forms(web_task)))
    assert {form: count for form, count in found.items() if form in FORMS and count < 3} == {}
    assert found["fuzzy N/A"] >= 6
    assert found["several sites"] >= 4
    assert found["page last"] >= 12


def test_judged_answers_have_phrasings_for_the_local_judge(every):
    judge = PhraseJudge()
    for web_task in every.tasks:
        answers = web_task.eval["reference_answers"] or {}
        wanted = answers.get("fuzzy_match", ())
        for reference in ("N/A",) if wanted == "N/A" else wanted:
            phrasings = answers["accepted_phrasings"][reference]
            assert len(phrasings) >= 2, web_task.task_id
            kind = "unachievable" if reference == "N/A" else "answer"
            for phrasing in phrasings:
                assert judge.rule(Question(kind, web_task.intent, phrasings[0], phrasing, tuple(phrasings[1:]))), (
                    web_task.task_id,
                    phrasing,
                )
        if wanted == "N/A":
            assert web_task.eval["string_note"] == answers["accepted_phrasings"]["N/A"][0]


def test_tasks_of_several_sites_begin_on_one_of_them():
    for web_task in CORE:
        assert web_task.start_url.split("__")[1].lower() in web_task.sites
        logins = [site for site in web_task.sites if load_site(site).account]
        assert web_task.storage_state in (None, f"./.auth/{'.'.join(logins)}_state.json")


def test_demonstrations_are_whole(every):
    lengths, verbs = [], Counter()
    for web_task in every.tasks:
        steps = every.demonstrations[web_task.task_id].steps
        lengths.append(len(steps))
        verbs.update(step.verb for step in steps)
        assert [step.verb for step in steps].count("finish") == 1 and steps[-1].verb == "finish", web_task.task_id
        needs_answer = "string_match" in web_task.eval["eval_types"]
        assert bool(steps[-1].content) == needs_answer, web_task.task_id
        for step in steps:
            assert bool(step.role) == (step.verb in ELEMENT_VERBS)
    assert min(lengths) == 2 and 20 < max(lengths) <= STEP_BUDGET
    assert set(verbs) == set(VERBS)


def test_guides_are_sentences_for_people(every):
    for web_task in every.tasks:
        for step in every.demonstrations[web_task.task_id].steps:
            where = (web_task.task_id, step.guide)
            assert leak(step.guide, [step.name]) == "", where
            assert step.guide[0].isupper(), where
            assert step.guide.rstrip("'\"”’")[-1] in ".!?" or "://" in step.guide.split()[-1], where
            assert 3 <= len(step.guide.split()) <= 45, where


def test_few_guides_are_the_same_sentence(every):
    guides = Counter(step.guide for demo in every.demonstrations.values() for step in demo.steps)
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
