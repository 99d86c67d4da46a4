"""One observation: marks, screenshot and menu of the same instant (MAG 3.1, 4.1; Algorithm 1 lines 6-7)."""

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from playwright.async_api import ElementHandle, Error, Frame, JSHandle, Page

from mag.constants import DEVICE_SCALE_FACTOR, MENU_LINES, MENU_TEXT_CHARS, OBSERVE_ATTEMPTS, VIEWPORT_HEIGHT, VIEWPORT_WIDTH
from mag.errors import BrowserCrash
from mag.records import Mark, Observation
from mag.web.draw import draw_marks
from mag.web.scripts import script
from mag.web.tab import Tab


@dataclass(frozen=True, slots=True)
class Located:
    """Where a mark's element lives in the browser: valid until the page navigates."""

    frame: JSHandle  # the object marks.js returned in the element's frame
    index: int
    foreign: bool  # in a frame of another origin than the page's


@dataclass(frozen=True, slots=True)
class View:
    """An observation with the live elements behind its marks; `located[i]` belongs to mark id i + 1."""

    observation: Observation
    located: tuple[Located, ...]

    async def release(self) -> None:
        """Let the browser forget the elements."""
        for handle in {id(item.frame): item.frame for item in self.located}.values():
            try:
                await handle.dispose()
            except Error:  # the page is gone, and its objects with it
                continue


Marked = tuple[JSHandle, dict[str, Any]]  # what marks.js returned in a frame, by handle and as data


async def observe(tab: Tab) -> View:
    """Mark, shoot, and check that nothing moved between the two; else again, at most OBSERVE_ATTEMPTS times, then flag obs_stale."""
    started = time.perf_counter()
    stale, view, picture = True, None, b""
    for _ in range(OBSERVE_ATTEMPTS):
        try:
            async with asyncio.timeout(20):
                handles, view, png = await _mark_and_shoot(tab)
                picture, *unmoved = await asyncio.gather(
                    asyncio.to_thread(draw_marks, png, view.observation.marks),
                    *(handle.evaluate("found => found.geometry() === found.shape") for handle in handles),
                )
                stale = not all(unmoved)
        except TimeoutError:
            raise BrowserCrash("the page did not answer within 20 s while it was observed; the episode is repeated") from None
        except Error as error:  # the page navigated under our hands: look again at what it has become
            if tab.page.is_closed():
                raise BrowserCrash(f"the page went away while it was observed: {error.message.splitlines()[0]}") from None
            await tab.settle()
            continue
        if not stale:
            break
    if view is None:
        raise BrowserCrash("the page kept navigating while it was observed; the episode is repeated")
    seen = replace(
        view.observation, screenshot=picture, notices=tab.take_notices(), obs_stale=stale, ms=1000 * (time.perf_counter() - started)
    )
    return replace(view, observation=seen)


async def _mark_and_shoot(tab: Tab) -> tuple[list[JSHandle], View, bytes]:
    """The marks by handle and as a view, and the picture taken after them."""
    page = tab.page
    top = await _hold(page.main_frame, None)
    if len(page.frames) == 1:  # what was marked is read while the picture is taken
        (marked, view), png = await asyncio.gather(_alone(page, top), tab.screenshot())
        if not marked["foreign"]:
            return [top], view, png
    frames = [(top, await _read(top))]
    if frames[0][1]["foreign"]:
        frames += await _foreign_children(page.main_frame, ())
    return [handle for handle, _ in frames], _view(page, frames), await tab.screenshot()


async def _alone(page: Page, top: JSHandle) -> tuple[dict[str, Any], View]:
    data = await _read(top)
    return data, _view(page, [(top, data)])


def _view(page: Page, frames: Sequence[Marked]) -> View:
    """The observation without its picture; the first of the frames is the page itself."""
    data = frames[0][1]
    expected = [VIEWPORT_WIDTH, VIEWPORT_HEIGHT, DEVICE_SCALE_FACTOR]
    if data["view"] != expected:
        raise BrowserCrash(f"the viewport is {data['view']} and must be {expected}; start the browser through mag")
    found = [
        (raw, Located(handle, index, number > 0)) for number, (handle, part) in enumerate(frames) for index, raw in enumerate(part["marks"])
    ]
    if len(frames) > 1:
        order = sorted(range(len(found)), key=lambda i: (not found[i][0]["visible"], found[i][0]["distance"], i))[:MENU_LINES]
        found = [found[i] for i in sorted(order)]
    marks = tuple(_mark_record(number, raw) for number, (raw, _) in enumerate(found, 1))
    total = sum(part["total"] for _, part in frames)
    observation = Observation(
        url=page.url, title=data["title"], screenshot=b"", marks=marks, scroll=tuple(data["scroll"]), omitted=total - len(marks)
    )
    return View(observation, tuple(located for _, located in found))


def _mark_record(number: int, raw: dict[str, Any]) -> Mark:
    x, y, w, h = raw["box"]
    return Mark(
        id=number,
        type=raw["type"],
        name=raw["name"],
        text=raw["text"],
        role=raw["role"],
        box=(x, y, w, h),
        visible=raw["visible"],
        point=(raw["point"][0], raw["point"][1]),
        context=raw["context"],
        value=raw["value"],
        key=raw["key"],
    )


@dataclass(frozen=True, slots=True)
class Holder:
    """The element around a frame of another origin, and where what it shows lies in the top frame's viewport."""

    element: ElementHandle
    left: float
    top: float
    scale: float

    def inward(self, point: tuple[float, float]) -> list[float]:
        """A point of the top frame's viewport in the frame's own."""
        return [(point[0] - self.left) / self.scale, (point[1] - self.top) / self.scale]


async def _hold(frame: Frame, place: dict[str, Any] | None) -> JSHandle:
    return await frame.evaluate_handle(script("marks"), {"maxMarks": MENU_LINES, "maxText": MENU_TEXT_CHARS, "place": place})


async def _read(handle: JSHandle) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(
        await handle.evaluate("found => JSON.stringify(found.data)")
    )  # as text: ten times as fast as as values
    return data


async def _foreign_children(frame: Frame, holders: tuple[Holder, ...]) -> list[Marked]:
    parts = await asyncio.gather(*(_foreign(child, holders) for child in frame.child_frames))
    return [item for part in parts for item in part]


async def _foreign(frame: Frame, holders: tuple[Holder, ...]) -> list[Marked]:
    """Marks of a frame of another origin and of those in it, all at once; same-origin frames were read with their parent."""
    try:
        element = await frame.frame_element()
        place = await element.evaluate(script("place"))
        if place == "same":
            return await _foreign_children(frame, holders)
        if place is None:
            return []
        if holders:
            place = _outward(place, holders[-1])
        handle = await _hold(frame, place)
        data = await _read(handle)
        inner = (*holders, Holder(element, place["left"], place["top"], (place["right"] - place["left"]) / data["view"][0]))
        await _uncover(data["marks"], inner)
    except Error:  # the frame left while it was read
        return []
    return [(handle, data), *(await _foreign_children(frame, inner) if data["foreign"] else [])]


def _outward(place: dict[str, Any], holder: Holder) -> dict[str, Any]:
    """A place in a foreign frame's viewport, in the top frame's."""
    shift = {"left": holder.left, "right": holder.left, "top": holder.top, "bottom": holder.top}
    moved = {side: start + holder.scale * place[side] for side, start in shift.items()}
    return moved | {"view": {side: start + holder.scale * place["view"][side] for side, start in shift.items()}}


async def _uncover(marks: list[dict[str, Any]], holders: tuple[Holder, ...]) -> None:
    """Take back the visibility of marks that something of a document around the frame covers."""
    shown = [mark for mark in marks if mark["visible"]]
    for outer, holder in zip((None, *holders), holders, strict=False):
        points = [outer.inward(mark["point"]) if outer else mark["point"] for mark in shown]
        free = await holder.element.evaluate(script("uncovered"), points) if shown else []
        for mark, visible in zip(shown, free, strict=True):
            mark["visible"] = mark["visible"] and visible
