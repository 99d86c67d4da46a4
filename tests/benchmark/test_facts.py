"""Facts computed from WebArena's own file, held against what is known of it."""

from collections import Counter

from mag.benchmark.facts import facts_of, login_sites, stored_sites

NOT_ACHIEVABLE = {22, 24, 101, 115, 166, 168, 183, 191, 201, 218, 219, 225, 234, 235, 247, 253, 301, 302, 313, 368, 376, 382, 491, 723, 726, 783, *range(789, 799)}  # fmt: skip


def ids_where(webarena, fact):
    return {web_task.task_id for web_task in webarena.tasks if fact(facts_of(web_task))}


def test_webarena_is_whole(webarena):
    assert [web_task.task_id for web_task in webarena.tasks] == list(range(812))
    assert Counter(web_task.site for web_task in webarena.tasks) == {
        "gitlab": 196, "shopping": 192, "shopping_admin": 182, "reddit": 114, "map": 112, "wikipedia": 16,
    }  # fmt: skip
    assert len({web_task.intent_template_id for web_task in webarena.tasks}) == 190
    assert {type(value) for web_task in webarena.tasks for value in web_task.instantiation_dict.values()} == {str, int, list}


def test_what_is_evaluated(webarena):
    assert Counter("+".join(web_task.eval["eval_types"]) for web_task in webarena.tasks) == {
        "string_match": 325, "program_html": 282, "url_match+program_html": 129, "url_match": 66, "string_match+url_match": 10,
    }  # fmt: skip
    facts = [facts_of(web_task) for web_task in webarena.tasks]
    assert sum(item.needs_answer for item in facts) == 335
    assert sum(item.needs_judge for item in facts) == 118
    assert sum(item.writes_state for item in facts) == 411
    assert sum(item.cross_site for item in facts) == 48
    assert ids_where(webarena, lambda item: item.unachievable) == NOT_ACHIEVABLE
    assert ids_where(webarena, lambda item: item.multi_tab) == {431, 432, 433, 434, 435}


def test_judge_and_writes_by_site(webarena):
    facts = [(web_task.site, facts_of(web_task)) for web_task in webarena.tasks]
    assert Counter(site for site, item in facts if item.needs_judge) == {
        "map": 45, "shopping": 34, "shopping_admin": 26, "gitlab": 9, "wikipedia": 2, "reddit": 2,
    }  # fmt: skip
    assert Counter(site for site, item in facts if item.writes_state) == {
        "gitlab": 126, "reddit": 103, "shopping_admin": 91, "shopping": 62, "map": 17, "wikipedia": 12,
    }  # fmt: skip


def test_pages_and_helpers(webarena):
    facts = [facts_of(web_task) for web_task in webarena.tasks]
    assert Counter(item.url_kinds for item in facts) == {(): 401, ("fixed",): 237, ("last",): 109, ("func",): 65}
    assert Counter(name for item in facts for name in item.helpers) == {
        "reddit_get_post_url": 55,
        "shopping_get_latest_order_url": 10,
        "gitlab_get_project_memeber_role": 9,
        "shopping_get_sku_latest_review_author": 5,
        "shopping_get_sku_latest_review_rating": 5,
    }


def test_start_pages(webarena):
    starts = [webarena.task(task_id).start_urls for task_id in range(431, 436)]
    assert all(len(urls) > 1 and all(url.startswith("__SHOPPING__/") and url == url.strip() for url in urls) for urls in starts)
    assert webarena.task(0).start_urls == ("__SHOPPING_ADMIN__",)


def test_the_sites_with_accounts_decide_who_is_logged_in(webarena):
    differing = {item.task_id for item in webarena.tasks if set(login_sites(item)) != set(stored_sites(item))}
    assert differing == {671, 672, 673, 674, 675, 759, 760}
    assert login_sites(webarena.task(671)) == ("shopping", "reddit") and stored_sites(webarena.task(671)) == ("reddit",)
    assert login_sites(webarena.task(759)) == ("shopping_admin",) and stored_sites(webarena.task(759)) == ()
    assert sum(login_sites(item) == () for item in webarena.tasks) == 126  # 128 without a storage state, less 759 and 760
    both = next(item for item in webarena.tasks if item.sites == ("gitlab", "reddit"))
    assert stored_sites(both) == ("gitlab", "reddit")


def test_miniarena_has_facts_of_the_same_kind(benchmark):
    for web_task in benchmark.tasks:
        facts = facts_of(web_task)
        assert facts.needs_answer or facts.writes_state or web_task.eval["reference_url"]
        assert not facts.needs_judge or facts.needs_answer
