"""What a task asks for, computed from its evaluation block and never typed in by hand (MAG 3.2, App. A)."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from mag.records import WebTask

UNACHIEVABLE = "N/A"  # the reference answer of a task that cannot be done
WEBARENA_ACCOUNTS = frozenset({"gitlab", "reddit", "shopping", "shopping_admin"})  # WebArena's sites that have accounts
HELPER = re.compile(r"func:(\w+)")


@dataclass(frozen=True, slots=True)
class Facts:
    """One task's facts."""

    sites: tuple[str, ...]
    needs_answer: bool  # the answer given with finish is checked
    needs_judge: bool  # a reference answer is compared by meaning
    writes_state: bool  # pages are read after the episode
    unachievable: bool
    multi_tab: bool  # starts with several tabs
    url_kinds: tuple[str, ...]  # where the pages read are: last, fixed, func
    helpers: tuple[str, ...]  # the checker's helpers the task names, in order

    @property
    def cross_site(self) -> bool:
        """Whether the task needs more than one site."""
        return len(self.sites) > 1


def facts_of(web_task: WebTask) -> Facts:
    """The facts of one task."""
    kinds = web_task.eval["eval_types"]
    answers = web_task.eval["reference_answers"] or {} if "string_match" in kinds else {}
    targets = web_task.eval["program_html"] if "program_html" in kinds else []
    named = [name for target in targets for text in (target["url"], target["locator"]) for name in HELPER.findall(text)]
    return Facts(
        sites=web_task.sites,
        needs_answer="string_match" in kinds,
        needs_judge="fuzzy_match" in answers,
        writes_state="program_html" in kinds,
        unachievable=any(value in (UNACHIEVABLE, [UNACHIEVABLE]) for value in answers.values()),
        multi_tab=len(web_task.start_urls) > 1,
        url_kinds=tuple(sorted({_url_kind(target["url"]) for target in targets})),
        helpers=tuple(dict.fromkeys(named)),
    )


def _url_kind(url: str) -> str:
    return "last" if url == "last" else "func" if url.startswith("func:") else "fixed"


def login_sites(web_task: WebTask, accounts: Collection[str] = WEBARENA_ACCOUNTS) -> tuple[str, ...]:
    """The sites a task starts logged in to: those of its sites that have accounts, whatever `storage_state` names."""
    return tuple(site for site in web_task.sites if site in accounts) if web_task.require_login else ()


def stored_sites(web_task: WebTask) -> tuple[str, ...]:
    """The sites that `storage_state` names: `./.auth/gitlab.reddit_state.json` is gitlab and reddit."""
    if web_task.storage_state is None:
        return ()
    return tuple(web_task.storage_state.rpartition("/")[2].removesuffix("_state.json").split("."))
