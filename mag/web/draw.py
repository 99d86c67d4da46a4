"""Set-of-Mark drawing on the screenshot itself: the page is never touched (peers draw into it and leave traces).

Every mark gets a box and a numbered label; no label covers another label.
"""

import io
import struct
import zlib
from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
from isal import isal_zlib
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from mag.constants import VIEWPORT_HEIGHT, VIEWPORT_WIDTH
from mag.records import Mark

Rect = tuple[int, int, int, int]  # left, top, right, bottom
# Dark enough that white digits reach a contrast of 4.5 on each.
COLOURS = ("#b3001b", "#0a5c36", "#1d3fbb", "#7a2e8e", "#8a4b00", "#005f73", "#a8155e", "#3d3d3d")
LABEL_HEIGHT = 14
CELL = 16  # side of the grid cells that find neighbouring labels


@cache
def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size=12)


@cache
def _stamp(text: str, colour: str) -> Image.Image:
    width = round(_font().getlength(text)) + 5
    stamp = Image.new("RGB", (width, LABEL_HEIGHT), colour)
    ImageDraw.Draw(stamp).text((width / 2, LABEL_HEIGHT / 2), text, fill="white", font=_font(), anchor="mm")
    return stamp


class LabelGrid:
    """Labels placed so far, found by grid cell."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], list[Rect]] = {}

    def free(self, rect: Rect) -> bool:
        """Whether the rectangle touches no label."""
        left, top, right, bottom = rect
        return not any(
            left < other[2] and other[0] < right and top < other[3] and other[1] < bottom
            for cell in self._cells(rect)
            for other in self.cells.get(cell, ())
        )

    def add(self, rect: Rect) -> None:
        """Take the rectangle."""
        for cell in self._cells(rect):
            self.cells.setdefault(cell, []).append(rect)

    @staticmethod
    def _cells(rect: Rect) -> list[tuple[int, int]]:
        left, top, right, bottom = rect
        return [(x, y) for x in range(left // CELL, (right - 1) // CELL + 1) for y in range(top // CELL, (bottom - 1) // CELL + 1)]


def place_labels(marks: Sequence[Mark]) -> dict[int, Rect]:
    """A rectangle for the label of every visible mark, none overlapping another: at a corner of its box where there is room, else
    along its edges, else at the nearest free place of the picture."""
    grid, placed = LabelGrid(), {}
    for mark in marks:
        if mark.visible:
            width = _stamp(str(mark.id), COLOURS[0]).width
            rect = next(rect for rect in _positions(mark, width) if grid.free(rect))
            grid.add(rect)
            placed[mark.id] = rect
    return placed


def _positions(mark: Mark, width: int) -> Iterator[Rect]:
    x, y, w, h = (round(value) for value in mark.box)
    right, bottom = x + w - width, y + h - LABEL_HEIGHT
    for left, top in (
        (x, y - LABEL_HEIGHT + 2),
        (right, y - LABEL_HEIGHT + 2),
        (x - width + 2, y),
        (x, y + h - 2),
        (right, y + h - 2),
        (x, y),
        (right, y),
        (x, bottom),
        (right, bottom),
    ):
        yield _inside(left, top, width)
    for left in range(x, right, width):
        yield _inside(left, y - LABEL_HEIGHT + 2, width)
    for ring in range(1, VIEWPORT_WIDTH // 8):
        step = 8 * ring
        for dx, dy in ((step, 0), (-step, 0), (0, step), (0, -step), (step, step), (-step, step), (step, -step), (-step, -step)):
            yield _inside(x + dx, y + dy, width)
    for top in range(0, VIEWPORT_HEIGHT - LABEL_HEIGHT, LABEL_HEIGHT):
        for left in range(0, VIEWPORT_WIDTH - width, width):
            yield left, top, left + width, top + LABEL_HEIGHT


def _inside(left: int, top: int, width: int) -> Rect:
    left = min(max(left, 0), VIEWPORT_WIDTH - width)
    top = min(max(top, 0), VIEWPORT_HEIGHT - LABEL_HEIGHT)
    return left, top, left + width, top + LABEL_HEIGHT


def draw_marks(png: bytes, marks: Sequence[Mark]) -> bytes:
    """The screenshot with a numbered box on every visible mark, PNG in and out, same size."""
    picture = decode_png(png)
    pen = ImageDraw.Draw(picture)
    for mark in marks:
        if mark.visible:
            x, y, w, h = mark.box
            pen.rectangle((x, y, max(x + w - 1, x + 2), max(y + h - 1, y + 2)), outline=COLOURS[mark.id % len(COLOURS)], width=2)
    for mark_id, rect in place_labels(marks).items():
        picture.paste(_stamp(str(mark_id), COLOURS[mark_id % len(COLOURS)]), rect[:2])
    return encode_png(picture)


def decode_png(png: bytes) -> Image.Image:
    """The picture as RGB. Chromium's quick screenshots take a third of the time that Pillow needs for them."""
    pixels = _of_rows_above(png)
    return Image.open(io.BytesIO(png)).convert("RGB") if pixels is None else Image.fromarray(pixels)


def _of_rows_above(png: bytes) -> NDArray[np.uint8] | None:
    """[height, width, 3] of an RGB PNG whose every row is told by its difference to the row above; None for any other PNG."""
    width, height, *kind = struct.unpack(">IIBBBBB", png[16:29])
    if kind != [8, 2, 0, 0, 0]:
        return None
    position, data = 33, b""
    while position < len(png):
        size = int.from_bytes(png[position : position + 4])
        if png[position + 4 : position + 8] == b"IDAT":
            data += png[position + 8 : position + 8 + size]
        position += 12 + size
    rows = np.frombuffer(isal_zlib.decompress(data), np.uint8).reshape(height, 1 + 3 * width)
    if (rows[:, 0] != 2).any():
        return None
    pixels = rows[:, 1:].copy()
    for number in range(1, height):  # numpy's accumulate goes down the columns: ten times as slow
        pixels[number] += pixels[number - 1]
    return pixels.reshape(height, width, 3)


def encode_png(picture: Image.Image) -> bytes:
    """An RGB picture as PNG without row filters: Pillow's adaptive filtering takes three times as long and saves nothing on pages.

    Deflated by ISA-L: a seventh of zlib's time at level 1, files of the same size. Equal pictures give equal bytes on one machine.
    """
    width, height = picture.size
    raw, stride = picture.tobytes(), 3 * width
    rows = b"".join(b"\0" + raw[start : start + stride] for start in range(0, len(raw), stride))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", isal_zlib.compress(rows, 1)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )
