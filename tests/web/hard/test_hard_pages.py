"""Pages that are hard to read or to act on, one trouble each: pages/NAME.html with what is expected of it in pages/NAME.yaml.

The sidecar says the trouble, the decision behind it (`why`), the whole menu in order as [TYPE, name] (or [TYPE, name, below] where
the mark is listed but not drawn), and cases: steps on a fresh load, each with the effect it must have and what must hold after it.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.async_api import Browser

from mag.constants import MENU_TEXT_CHARS, VIEWPORT_HEIGHT, VIEWPORT_WIDTH
from mag.contract.text import without_surrogates
from mag.records import Action, Observation
from mag.web import browser as browsers
from mag.web.execute import VERBS, execute
from mag.web.observe import View, observe
from mag.web.tab import Tab

FOLDER = Path(__file__).parent / "pages"
NAMES = sorted(path.stem for path in FOLDER.glob("*.yaml"))
PAGE_KEYS = {"trouble", "why", "menu", "first", "texts", "values", "boxes", "contexts", "notices", "stale", "omitted", "cases"}
AT_ONCE = 4
STEP_KEYS = {"nth", "coord", "text", "before", "changed", "error", "settled", "js", "frame", "is", "url", "notices", "requests", "menu"}


@dataclass
class Scene:
    """One page open in a context of its own."""

    tab: Tab
    requests: list[str]
    view: View | None = None

    async def look(self) -> Observation:
        self.view = await observe(self.tab)
        return self.view.observation

    async def step(self, step: dict[str, Any]) -> None:
        """Act, then compare the effect and what holds after it with the sidecar."""
        (verb,) = set(step) & set(VERBS)
        assert set(step) - {verb} <= STEP_KEYS, set(step) - {verb} - STEP_KEYS
        view = self.view or await observe(self.tab)
        self.view = None
        if "before" in step:
            await self.tab.page.evaluate(step["before"])
        sent = len(self.requests)
        effect = await execute(self.tab, view, action(verb, step, view.observation))
        assert (effect.changed, effect.error) == (step["changed"], step.get("error"))
        assert effect.settled == step.get("settled", effect.settled)
        if "js" in step:
            frame = self.tab.page.frames[step.get("frame", 0)]
            assert await frame.evaluate(step["js"]) == step["is"]
        assert self.tab.page.url.endswith(step.get("url", ""))
        for request in step.get("requests", ()):
            assert request in self.requests[sent:]
        if "notices" in step:
            assert len(self.tab.notices) == len(step["notices"])
            assert all(part in notice for part, notice in zip(step["notices"], self.tab.notices, strict=True))
        if "menu" in step:
            compare({"menu": step["menu"]}, await self.look())


def action(verb: str, step: dict[str, Any], seen: Observation) -> Action:
    name, content, coord = step[verb], step.get("text"), step.get("coord")
    if verb == "scroll":
        return Action("scroll", content=name)
    if isinstance(coord, list):
        return Action(verb, point=(float(coord[0]), float(coord[1])), content=content)
    if name is None:
        return Action(verb, content=content)
    mark = [mark for mark in seen.marks if mark.name == name][step.get("nth", 0)]
    return Action(verb, point=mark.point, content=content) if coord else Action(verb, mark=mark.id, content=content)


def compare(expected: dict[str, Any], seen: Observation) -> None:
    """The menu as a whole; texts, values, boxes and contexts where the sidecar gives them."""
    assert set(expected) <= PAGE_KEYS, set(expected) - PAGE_KEYS
    found = [[mark.type, mark.name] + ([] if mark.visible else ["below"]) for mark in seen.marks]
    if "first" in expected:
        assert found[: len(expected["first"])] == expected["first"]
    else:
        assert found == expected["menu"]
    for key, field in {"texts": "text", "values": "value", "contexts": "context"}.items():
        for name, value in expected.get(key, {}).items():
            assert [getattr(mark, field) for mark in seen.marks if mark.name == name] == (value if isinstance(value, list) else [value])
    for name, box in expected.get("boxes", {}).items():
        (mark,) = [mark for mark in seen.marks if mark.name == name]
        assert mark.box == pytest.approx(box, abs=1)
    assert seen.omitted == expected.get("omitted", 0)
    assert seen.obs_stale == expected.get("stale", False)
    if "notices" in expected:
        assert list(seen.notices) == expected["notices"]


def check_invariants(seen: Observation) -> None:
    """What holds on every page."""
    assert [mark.id for mark in seen.marks] == list(range(1, len(seen.marks) + 1))
    for mark in seen.marks:
        assert len(mark.text) <= MENU_TEXT_CHARS
        assert mark.text == without_surrogates(" ".join(mark.text.split()))
        if mark.visible:
            assert 0 <= mark.point[0] < VIEWPORT_WIDTH
            assert 0 <= mark.point[1] < VIEWPORT_HEIGHT


async def run_page(browser: Browser, requests: list[str], name: str) -> None:
    """Observe the page once, then every case on a fresh load."""
    expected = yaml.safe_load((FOLDER / f"{name}.yaml").read_text())
    assert expected["trouble"]
    cases = expected.get("cases", [[]])
    for number, case in enumerate(cases):
        async with browsers.context(browser) as context:
            scene = Scene(Tab(context), requests)
            await scene.tab.open(f"http://hard.test/{name}.html")
            if number == 0:
                before = await scene.tab.page.content()
                seen = await scene.look()
                if not seen.obs_stale:
                    assert await scene.tab.page.content() == before
                check_invariants(seen)
                compare(expected, seen)
            for step in case:
                await scene.step(step)


@pytest.fixture(scope="session")
def ahead(request, hard_browser, site):
    """Result of a page by name; the pages after it are started meanwhile, for most of a page's time is waiting."""
    chosen = [item.callspec.params["name"] for item in request.session.items if getattr(item, "originalname", "") == "test_hard_page"]
    running = {}

    def result(name):
        for upcoming in chosen[chosen.index(name) :][:AT_ONCE]:
            if upcoming not in running:
                running[upcoming] = asyncio.ensure_future(run_page(hard_browser, site[0].requests, upcoming))
        return running[name]

    return result


@pytest.mark.parametrize("name", NAMES)
async def test_hard_page(ahead, name):
    await ahead(name)
