"""One observation: marks, screenshot and menu of the same instant (MAG 3.1, 4.1; Algorithm 1 lines 6-7)."""

import asyncio
import json
import time
from dataclasses import dataclass, replace
from typing import Any

from playwright.async_api import Error, FloatRect, Frame, JSHandle

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


async def observe(tab: Tab) -> View:
    """Mark, shoot, and check that nothing moved between the two; else again, at most OBSERVE_ATTEMPTS times, then flag obs_stale."""
    started = time.perf_counter()
    stale, view, png = True, None, b""
    for _ in range(OBSERVE_ATTEMPTS):
        try:
            async with asyncio.timeout(20):
                handles, view = await _mark(tab)
                png = await tab.screenshot()
                stale = not all([await handle.evaluate("found => found.geometry() === found.shape") for handle in handles])
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
    picture = await asyncio.to_thread(draw_marks, png, view.observation.marks)
    seen = replace(
        view.observation, screenshot=picture, notices=tab.take_notices(), obs_stale=stale, ms=1000 * (time.perf_counter() - started)
    )
    return replace(view, observation=seen)


async def _mark(tab: Tab) -> tuple[list[JSHandle], View]:
    page = tab.page
    top = await _mark_frame(page.main_frame, None)
    frames = [top]
    if top[1]["foreign"]:
        frames += [item for frame in page.main_frame.child_frames for item in await _foreign(frame)]
    data = top[1]
    expected = [VIEWPORT_WIDTH, VIEWPORT_HEIGHT, DEVICE_SCALE_FACTOR]
    if data["view"] != expected:
        raise BrowserCrash(f"the viewport is {data['view']} and must be {expected}; start the browser through mag")
    found = [(raw, Located(handle, index)) for handle, part in frames for index, raw in enumerate(part["marks"])]
    if len(frames) > 1:
        order = sorted(range(len(found)), key=lambda i: (not found[i][0]["visible"], found[i][0]["distance"], i))[:MENU_LINES]
        found = [found[i] for i in sorted(order)]
    marks = tuple(_mark_record(number, raw) for number, (raw, _) in enumerate(found, 1))
    total = sum(part["total"] for _, part in frames)
    observation = Observation(
        url=page.url, title=data["title"], screenshot=b"", marks=marks, scroll=tuple(data["scroll"]), omitted=total - len(marks)
    )
    return [handle for handle, _ in frames], View(observation, tuple(located for _, located in found))


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


async def _mark_frame(frame: Frame, box: FloatRect | None) -> tuple[JSHandle, dict[str, Any]]:
    options: dict[str, Any] = {"maxMarks": MENU_LINES, "maxText": MENU_TEXT_CHARS, "offset": [0, 0], "clip": None}
    if box:
        options["offset"] = [box["x"], box["y"]]
        options["clip"] = {
            "left": max(0, box["x"]),
            "top": max(0, box["y"]),
            "right": min(VIEWPORT_WIDTH, box["x"] + box["width"]),
            "bottom": min(VIEWPORT_HEIGHT, box["y"] + box["height"]),
        }
    handle = await frame.evaluate_handle(script("marks"), options)
    return handle, json.loads(await handle.evaluate("found => JSON.stringify(found.data)"))  # as text: ten times as fast as as values


async def _foreign(frame: Frame) -> list[tuple[JSHandle, dict[str, Any]]]:
    """Marks of a frame of another origin and of its children; same-origin frames were read by their parent."""
    if frame.is_detached():
        return []
    try:
        element = await frame.frame_element()
        if await element.evaluate("element => !!element.contentDocument"):
            return [item for child in frame.child_frames for item in await _foreign(child)]
        box = await element.bounding_box()
        if box is None or box["width"] < 1 or box["height"] < 1:
            return []
        handle, data = await _mark_frame(frame, box)
        points = [[mark["point"][0] - box["x"], mark["point"][1] - box["y"]] for mark in data["marks"]]
        uncovered = await element.evaluate(script("uncovered"), points)
        data["marks"] = [mark | {"visible": mark["visible"] and free} for mark, free in zip(data["marks"], uncovered, strict=True)]
    except Error:  # the frame left while it was read
        return []
    return [(handle, data)] + [item for child in frame.child_frames for item in await _foreign(child)]
