"""The executor: one action in, its effect on the page out (MAG 4.1). Seven verbs, no evaluation of model text, no fixed sleeps."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import ElementHandle, Error

from mag.constants import SCROLL_OVERLAP_PX, VIEWPORT_HEIGHT, VIEWPORT_WIDTH
from mag.errors import BrowserCrash
from mag.records import Action, Change, Effect
from mag.web.observe import View
from mag.web.scripts import script
from mag.web.tab import Tab

STATE_DEADLINE_S = 10.0


@dataclass(frozen=True, slots=True)
class Target:
    """An element and the point of the top frame's viewport to act on it."""

    element: ElementHandle | None
    point: tuple[float, float]


class Refused(Exception):
    """The action cannot be done on this page; its text becomes the effect's error class."""


async def execute(tab: Tab, view: View, action: Action) -> Effect:
    """Do the action on the live page and let it come to rest."""
    started = time.perf_counter()
    before = await _state(tab)
    page = tab.page
    error, moved = None, False
    try:
        moved = await VERBS[action.verb](tab, view, action) or False
    except Refused as refusal:
        error = str(refusal)
    except Error as failure:
        if tab.page.is_closed() and tab.page is page:
            raise BrowserCrash(f"the page went away during {action.verb}: {failure.message.splitlines()[0]}") from None
        error = "timeout" if "Timeout" in failure.message else failure.message.splitlines()[0][:120]
    settled = await tab.settle() if action.verb != "finish" else "finish"
    changed = _change(before, await _state(tab), moved or page is not tab.page)
    return Effect(changed=changed, error=error, ms=1000 * (time.perf_counter() - started), settled=settled)


async def _state(tab: Tab) -> list[Any]:
    for _ in range(3):
        try:
            async with asyncio.timeout(STATE_DEADLINE_S):
                state: list[Any] = await tab.page.evaluate(script("state"))
            return state
        except TimeoutError:
            raise BrowserCrash(f"the page did not answer within {STATE_DEADLINE_S:.0f} s; the episode is repeated") from None
        except Error:
            if tab.page.is_closed():
                raise BrowserCrash("the page went away; the episode is repeated") from None
            await tab.settle()
    raise BrowserCrash("the page kept navigating; the episode is repeated")


def _change(before: list[Any], after: list[Any], moved: bool) -> Change:
    if before[2] != after[2]:
        return "url"
    if before[:2] != after[:2]:
        return "dom"
    if before[3] != after[3]:
        return "value"
    return "scroll" if moved else "none"


async def _target(tab: Tab, view: View, action: Action) -> Target:
    try:
        if action.mark is not None:
            located = view.located[action.mark - 1]
            handle = await located.frame.evaluate_handle(script("target"), located.index)
        else:
            assert action.point is not None
            x, y = action.point
            if not (0 <= x < VIEWPORT_WIDTH and 0 <= y < VIEWPORT_HEIGHT):
                raise Refused("outside the viewport")
            handle = await tab.page.evaluate_handle(f"where => ({script('target')})(null, where)", [x, y])
    except Error as error:
        raise Refused("gone") if "disposed" in error.message or "destroyed" in error.message else error from None
    answer = await handle.evaluate("target => ({ point: target.point, error: target.error })")
    element = (await handle.get_property("element")).as_element()
    await handle.dispose()
    if answer["error"]:
        raise Refused(answer["error"])
    x, y = answer["point"]
    if action.mark is not None:
        x, y = await _from_foreign_frame(element, x, y)
    return Target(element, (x, y))


async def _from_foreign_frame(element: ElementHandle | None, x: float, y: float) -> tuple[float, float]:
    """target.js sees as far up as same origin reaches; add where frames of other origins lie in their parents."""
    frame = await element.owner_frame() if element else None
    while frame is not None and frame.parent_frame is not None:
        holder = await frame.frame_element()
        if not await holder.evaluate("element => !!element.contentDocument"):
            box = await holder.bounding_box()
            if box is None:
                raise Refused("hidden")
            inset = await holder.evaluate("element => [element.clientLeft, element.clientTop]")
            return x + box["x"] + inset[0], y + box["y"] + inset[1]  # bounding_box is relative to the top frame
        frame = frame.parent_frame
    return x, y


async def _click(tab: Tab, view: View, action: Action) -> None:
    target = await _target(tab, view, action)
    if target.element is not None and await target.element.evaluate("element => element.tagName === 'SELECT'"):
        await target.element.focus()  # its native list is drawn outside the page: choosing is what `select` is for
        return
    await tab.page.mouse.click(*target.point)


async def _type(tab: Tab, view: View, action: Action) -> None:
    target = await _target(tab, view, action)
    await tab.page.mouse.click(*target.point)
    if not await _focused(tab, script("select_text")):
        raise Refused("not a text field")
    text = action.content or ""
    await tab.page.keyboard.insert_text(text)
    if target.element is not None:
        value = await target.element.evaluate("element => element.value ?? element.innerText")
        if value is not None and value.replace("\r", "") != text:
            raise Refused("the field did not keep the text")


async def _focused(tab: Tab, script: str) -> Any:
    for frame in tab.page.frames:
        if await frame.evaluate("() => document.hasFocus()") and await frame.evaluate(script):
            return True
    return False


async def _select(tab: Tab, view: View, action: Action) -> None:
    target = await _target(tab, view, action)
    label = " ".join((action.content or "").split())
    answer = await target.element.evaluate(script("native_select"), label) if target.element else "custom"
    if answer == "already":
        return
    if answer.isdigit():
        assert target.element is not None
        await target.element.select_option(index=int(answer))
        return
    if answer != "custom":
        raise Refused(answer)
    await _select_custom(tab, target, label)


async def _select_custom(tab: Tab, target: Target, label: str) -> None:
    """A list that the page draws itself: open it, click the entry of that label."""
    option = await _option(tab, label)
    if option is None:
        await tab.page.mouse.click(*target.point)
        await tab.settle()
        option = await _option(tab, label)
    if option is None:
        raise Refused("no such option")
    await option.click()


async def _option(tab: Tab, label: str) -> ElementHandle | None:
    return (await tab.page.evaluate_handle(script("option"), label)).as_element()


async def _scroll(tab: Tab, view: View, action: Action) -> bool:
    sign = 1 if action.content == "down" else -1
    return bool(await tab.page.evaluate(script("scroll"), [sign, SCROLL_OVERLAP_PX]))


async def _press_enter(tab: Tab, view: View, action: Action) -> None:
    await tab.page.keyboard.press("Enter")


async def _go_back(tab: Tab, view: View, action: Action) -> None:
    history = await (await tab.session()).send("Page.getNavigationHistory")
    index = history["currentIndex"]
    previous = history["entries"][index - 1]["url"] if index > 0 else ""
    if urlsplit(previous).scheme in ("http", "https"):
        await tab.page.go_back(wait_until="commit")
    elif not await tab.close_tab():
        raise Refused("no page to go back to")


async def _finish(tab: Tab, view: View, action: Action) -> None:
    return None


VERBS: Mapping[str, Callable[[Tab, View, Action], Awaitable[bool | None]]] = {
    "click": _click,
    "type": _type,
    "select": _select,
    "scroll": _scroll,
    "press_enter": _press_enter,
    "go_back": _go_back,
    "finish": _finish,
}
