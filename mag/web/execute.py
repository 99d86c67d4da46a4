"""The executor: one action in, its effect on the page out (MAG 4.1). Seven verbs, no evaluation of model text, no fixed sleeps."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.async_api import ElementHandle, Error, Frame, JSHandle

from mag.constants import SCROLL_OVERLAP_PX, VIEWPORT_HEIGHT, VIEWPORT_WIDTH
from mag.errors import BrowserCrash
from mag.records import Action, Change, Effect
from mag.web.observe import View
from mag.web.scripts import script
from mag.web.tab import Tab
from mag.web.values import SHAPED, stored_form

STATE_DEADLINE_S = 10.0


@dataclass(frozen=True, slots=True)
class Target:
    """An element and the point of the top frame's viewport to act on it."""

    element: ElementHandle | None
    point: tuple[float, float]
    scroll: list[float]  # where its frame was scrolled to when the element was ready


class Refused(Exception):
    """The action cannot be done on this page; its text becomes the effect's error class."""


Moved = bool | list[float] | None  # whether the page was moved; or the scroll position an action found, to be compared with later


async def execute(tab: Tab, view: View, action: Action) -> Effect:
    """Do the action on the live page and let it come to rest."""
    started = time.perf_counter()
    before = await _state(tab)
    page = tab.page
    error: str | None = None
    moved: Moved = None
    try:
        moved = await VERBS[action.verb](tab, view, action)
    except Refused as refusal:
        error = str(refusal)
    except Error as failure:
        reason = failure.message.splitlines()[0]
        if page.is_closed() and tab.page is page:
            raise BrowserCrash(f"the page went away during {action.verb}: {reason}") from None
        if not page.is_closed():  # else the action closed its tab before it ended, which is what it was for
            error = "timeout" if "Timeout" in failure.message else reason[:120]
    settled = await tab.settle() if action.verb != "finish" else "finish"
    changed = _change(before, await _state(tab), "url" if page is not tab.page else moved)
    return Effect(changed=changed, error=error, ms=1000 * (time.perf_counter() - started), settled=settled)


async def _state(tab: Tab) -> dict[str, Any]:
    """What is compared before and after an action, frames of other origins included."""
    for _ in range(3):
        try:
            async with asyncio.timeout(STATE_DEADLINE_S):
                state: dict[str, Any] = await tab.page.evaluate(script("state"))
                inner = await asyncio.gather(*(_frame_state(frame) for frame in tab.page.frames[1:])) if state["foreign"] else []
            state["tree"] += [item["tree"] for item in inner if item]
            state["values"] += "".join(item["values"] for item in inner if item)
            return state
        except TimeoutError:
            raise BrowserCrash(f"the page did not answer within {STATE_DEADLINE_S:.0f} s; the episode is repeated") from None
        except Error:
            if tab.page.is_closed():
                raise BrowserCrash("the page went away; the episode is repeated") from None
            await tab.settle()
    raise BrowserCrash("the page kept navigating; the episode is repeated")


async def _frame_state(frame: Frame) -> dict[str, Any] | None:
    try:
        state: dict[str, Any] = await frame.evaluate(script("state"))
        return state
    except Error:  # a frame that is leaving: its absence is the change
        return None


def _change(before: dict[str, Any], after: dict[str, Any], moved: Moved | Literal["url"]) -> Change:
    if moved == "url" or before["url"] != after["url"]:
        return "url"
    if before["tree"] != after["tree"]:
        return "dom"
    if before["values"] != after["values"]:
        return "value"
    scrolled = moved != after["scroll"] if isinstance(moved, list) else bool(moved)
    return "scroll" if scrolled else "none"


async def _target(tab: Tab, view: View, action: Action) -> Target:
    """The element and the point of an action; Refused when it is gone, hidden or covered by now."""
    if action.mark is None:
        assert action.point is not None
        x, y = action.point
        if not (0 <= x < VIEWPORT_WIDTH and 0 <= y < VIEWPORT_HEIGHT):
            raise Refused("outside the viewport")
        return await _at_point(tab.page.main_frame, (x, y), (x, y))
    located = view.located[action.mark - 1]
    try:
        handle = await located.frame.evaluate_handle(script("target"), located.index)
    except Error as error:
        raise Refused("gone") if "disposed" in error.message or "destroyed" in error.message else error from None
    element, answer = await _answer(handle)
    if answer["error"]:
        raise Refused(answer["error"])
    return Target(element, await _from_foreign_frame(element, *answer["point"]), answer["scroll"])


async def _answer(handle: JSHandle) -> tuple[ElementHandle | None, dict[str, Any]]:
    answer = await handle.evaluate("target => ({ point: target.point, error: target.error, scroll: target.scroll })")
    element = (await handle.get_property("element")).as_element()
    await handle.dispose()
    return element, answer


async def _at_point(frame: Frame, local: tuple[float, float], point: tuple[float, float]) -> Target:
    """The element under a point of the screenshot, looked for in a frame where that point is `local`, and in the frames under it."""
    handle = await frame.evaluate_handle(f"where => ({script('target')})(null, where)", list(local))
    element, answer = await _answer(handle)
    if answer["error"]:
        raise Refused(answer["error"])
    inner = await element.content_frame() if element else None
    if element and inner:
        place = await element.evaluate(script("place"))
        if isinstance(place, dict):
            scale = (place["right"] - place["left"]) / await inner.evaluate("innerWidth")
            return await _at_point(inner, ((local[0] - place["left"]) / scale, (local[1] - place["top"]) / scale), point)
    return Target(element, point, answer["scroll"])


async def _from_foreign_frame(element: ElementHandle | None, x: float, y: float) -> tuple[float, float]:
    """target.js sees as far up as same origin reaches; lead the point on through the frames of other origins around it."""
    frame = await element.owner_frame() if element else None
    while frame is not None and frame.parent_frame is not None:
        holder = await frame.frame_element()
        led = await holder.evaluate(script("hold"), [x, y, await frame.evaluate("innerWidth")])
        if led is None:
            raise Refused("covered")
        if led != "same":
            x, y = led
        frame = frame.parent_frame
    return x, y


async def _click(tab: Tab, view: View, action: Action) -> Moved:
    target = await _target(tab, view, action)
    if target.element is not None and await target.element.evaluate("element => element.tagName === 'SELECT'"):
        await target.element.focus()  # its native list is drawn outside the page: choosing is what `select` is for
    else:
        await tab.page.mouse.click(*target.point)
    return target.scroll


async def _type(tab: Tab, view: View, action: Action) -> Moved:
    target, text = await _target(tab, view, action), action.content or ""
    kind = await target.element.evaluate("element => element.tagName === 'INPUT' ? element.type : ''") if target.element else ""
    if target.element is not None and kind in SHAPED:
        if not await target.element.evaluate(script("shaped"), stored_form(kind, text)):
            raise Refused("the field did not keep the text")
        return target.scroll
    await tab.page.mouse.click(*target.point)
    if not await _focused(tab, script("select_text")):
        raise Refused("not a text field")
    await tab.page.keyboard.insert_text(text)
    if target.element is not None:
        value = await target.element.evaluate("element => element.value ?? element.innerText")
        if value is not None and value.replace("\r", "").strip("\n") != text.strip("\n"):
            raise Refused("the field did not keep the text")
    return target.scroll


async def _focused(tab: Tab, script: str) -> Any:
    for frame in tab.page.frames:
        if await frame.evaluate("() => document.hasFocus()") and await frame.evaluate(script):
            return True
    return False


async def _select(tab: Tab, view: View, action: Action) -> Moved:
    target = await _target(tab, view, action)
    label = " ".join((action.content or "").split())
    choice = await target.element.evaluate(script("choice"), label) if target.element else None
    if choice is None:
        await _select_custom(tab, target, label)
    elif "error" in choice:
        raise Refused(choice["error"])
    elif target.element is not None and "index" in choice:
        await target.element.select_option(index=choice["index"])
    elif target.element is not None and "value" in choice:
        await target.element.fill(choice["value"])
    return target.scroll


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


async def _scroll(tab: Tab, view: View, action: Action) -> Moved:
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


VERBS: Mapping[str, Callable[[Tab, View, Action], Awaitable[Moved]]] = {
    "click": _click,
    "type": _type,
    "select": _select,
    "scroll": _scroll,
    "press_enter": _press_enter,
    "go_back": _go_back,
    "finish": _finish,
}
