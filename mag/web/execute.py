"""The executor: one action in, its effect on the page out (MAG 4.1). Seven verbs, no evaluation of model text, no fixed sleeps."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.async_api import ElementHandle, Error, Frame, JSHandle

from mag.constants import ELEMENT_VERBS, SCROLL_OVERLAP_PX, VIEWPORT_HEIGHT, VIEWPORT_WIDTH
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

    holder: JSHandle  # an object of the page whose `element` it is
    kind: str  # an INPUT's type, "select", "frame", else ""
    point: tuple[float, float]
    scroll: list[float]  # where its frame was scrolled to when the element was ready

    async def element(self) -> ElementHandle:
        """The element itself."""
        element = (await self.holder.evaluate_handle("holder => holder.element")).as_element()
        assert element is not None
        return element

    async def evaluate(self, script: str, argument: Any = None) -> Any:
        """A script's value for the element and an argument."""
        return await self.holder.evaluate(f"(holder, argument) => ({script})(holder.element, argument)", argument)


class Refused(Exception):
    """The action cannot be done on this page; its text becomes the effect's error class."""


Moved = bool | list[float] | None  # whether the page was moved; or the scroll position an action found, to be compared with later


async def execute(tab: Tab, view: View, action: Action) -> Effect:
    """Do the action on the live page and let it come to rest."""
    started = time.perf_counter()
    before, aimed = await _look(tab, view, action)
    page = tab.page
    error: str | None = None
    moved: Moved = None
    try:
        if isinstance(aimed, BaseException):
            raise aimed
        moved = await VERBS[action.verb](tab, aimed, action)
    except Refused as refusal:
        error = str(refusal)
    except Error as failure:
        reason = failure.message.splitlines()[0]
        if page.is_closed() and tab.page is page:
            raise BrowserCrash(f"the page went away during {action.verb}: {reason}") from None
        if not page.is_closed():  # else the action closed its tab before it ended, which is what it was for
            error = "timeout" if "Timeout" in failure.message else reason[:120]
    settled = await tab.settle() if action.verb != "finish" else "finish"
    changed = _change(before, await _state(tab, before["url"]), "url" if page is not tab.page else moved)
    return Effect(changed=changed, error=error, ms=1000 * (time.perf_counter() - started), settled=settled)


async def _look(tab: Tab, view: View, action: Action) -> tuple[dict[str, Any], Target | BaseException | None]:
    """The page's state, and what the action aims at (or why there is nothing): both asked for at once where one process answers in turn."""
    if len(tab.page.frames) > 1:
        before = await _state(tab)
        return before, (await asyncio.gather(_aim(tab, view, action), return_exceptions=True))[0]
    aiming = asyncio.ensure_future(_aim(tab, view, action))
    try:
        state = await _state(tab)
    except BaseException:
        aiming.cancel()  # a page that does not answer is not waited for twice
        raise
    return state, (await asyncio.gather(aiming, return_exceptions=True))[0]


async def _state(tab: Tab, known_url: str | None = None) -> dict[str, Any]:
    """What is compared before and after an action, frames of other origins included; only the address when it is not the known one."""
    for _ in range(3):
        try:
            async with asyncio.timeout(STATE_DEADLINE_S):
                state: dict[str, Any] = await tab.page.evaluate(script("state"), known_url)
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


async def _aim(tab: Tab, view: View, action: Action) -> Target | None:
    """The element and the point of an action, None for verbs without; Refused when it is gone, hidden or covered by now."""
    if action.verb not in ELEMENT_VERBS:
        return None
    if action.mark is None:
        assert action.point is not None
        x, y = action.point
        if not (0 <= x < VIEWPORT_WIDTH and 0 <= y < VIEWPORT_HEIGHT):
            raise Refused("outside the viewport")
        return await _at_point(tab.page.main_frame, (x, y), (x, y))
    located = view.located[action.mark - 1]
    try:
        target = _ready(located.frame, await located.frame.evaluate(script("target"), located.index))
    except Error as error:
        raise Refused("gone") if "disposed" in error.message or "destroyed" in error.message else error from None
    return replace(target, point=await _from_foreign_frame(target)) if located.foreign else target


def _ready(holder: JSHandle, told: dict[str, Any]) -> Target:
    if told["error"]:
        raise Refused(told["error"])
    return Target(holder, told["kind"], (told["point"][0], told["point"][1]), told["scroll"])


async def _at_point(frame: Frame, local: tuple[float, float], point: tuple[float, float]) -> Target:
    """The element under a point of the screenshot, looked for in a frame where that point is `local`, and in the frames under it."""
    holder = await frame.evaluate_handle(f"where => ({script('target')})(null, where)", list(local))
    target = replace(_ready(holder, await holder.evaluate("holder => holder.told")), point=point)
    if target.kind == "frame":
        element = await target.element()
        inner, place = await element.content_frame(), await element.evaluate(script("place"))
        if inner and isinstance(place, dict):
            scale = (place["right"] - place["left"]) / await inner.evaluate("innerWidth")
            return await _at_point(inner, ((local[0] - place["left"]) / scale, (local[1] - place["top"]) / scale), point)
    return target


async def _from_foreign_frame(target: Target) -> tuple[float, float]:
    """target.js sees as far up as same origin reaches; lead the point on through the frames of other origins around it."""
    (x, y), frame = target.point, await (await target.element()).owner_frame()
    while frame is not None and frame.parent_frame is not None:
        holder = await frame.frame_element()
        led = await holder.evaluate(script("hold"), [x, y, await frame.evaluate("innerWidth")])
        if led is None:
            raise Refused("covered")
        if led != "same":
            x, y = led
        frame = frame.parent_frame
    return x, y


async def _click(tab: Tab, target: Target | None, action: Action) -> Moved:
    assert target is not None
    if target.kind == "select":
        await (await target.element()).focus()  # its native list is drawn outside the page: choosing is what `select` is for
    else:
        await tab.page.mouse.click(*target.point)
    return target.scroll


async def _type(tab: Tab, target: Target | None, action: Action) -> Moved:
    assert target is not None
    text = action.content or ""
    if target.kind in SHAPED:
        if not await target.evaluate(script("shaped"), stored_form(target.kind, text)):
            raise Refused("the field did not keep the text")
        return target.scroll
    await tab.page.mouse.click(*target.point)
    if not await _text_selected(tab):
        raise Refused("not a text field")
    await tab.page.keyboard.insert_text(text)
    value = await target.evaluate("element => element.value ?? element.innerText")
    if value is not None and value.replace("\r", "").strip("\n") != text.strip("\n"):
        raise Refused("the field did not keep the text")
    return target.scroll


async def _text_selected(tab: Tab) -> bool:
    """Select the text of the focused field, whichever frame it is in; False when there is none."""
    for frame in tab.page.frames:
        if await frame.evaluate(f"() => document.hasFocus() && ({script('select_text')})()"):
            return True
    return False


async def _select(tab: Tab, target: Target | None, action: Action) -> Moved:
    assert target is not None
    label = " ".join((action.content or "").split())
    choice = await target.evaluate(script("choice"), label)
    if choice is None:
        await _select_custom(tab, target, label)
    elif "error" in choice:
        raise Refused(choice["error"])
    elif "index" in choice:
        await (await target.element()).select_option(index=choice["index"])
    elif "value" in choice:
        await (await target.element()).fill(choice["value"])
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


async def _scroll(tab: Tab, target: Target | None, action: Action) -> Moved:
    sign = 1 if action.content == "down" else -1
    return bool(await tab.page.evaluate(script("scroll"), [sign, SCROLL_OVERLAP_PX]))


async def _press_enter(tab: Tab, target: Target | None, action: Action) -> None:
    await tab.page.keyboard.press("Enter")


async def _go_back(tab: Tab, target: Target | None, action: Action) -> None:
    history = await (await tab.session()).send("Page.getNavigationHistory")
    index = history["currentIndex"]
    previous = history["entries"][index - 1]["url"] if index > 0 else ""
    if urlsplit(previous).scheme in ("http", "https"):
        await tab.page.go_back(wait_until="commit")
    elif not await tab.close_tab():
        raise Refused("no page to go back to")


async def _finish(tab: Tab, target: Target | None, action: Action) -> None:
    return None


VERBS: Mapping[str, Callable[[Tab, Target | None, Action], Awaitable[Moved]]] = {
    "click": _click,
    "type": _type,
    "select": _select,
    "scroll": _scroll,
    "press_enter": _press_enter,
    "go_back": _go_back,
    "finish": _finish,
}
