"""Screenshots in and out: pixel for pixel what Pillow makes of them, whoever wrote them."""

import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from mag.web.draw import decode_png, encode_png


def written_by_rows_above(pixels, pieces=1):
    """As Chromium writes them: every row filtered by the one above, the data in several chunks."""
    height, width, _ = pixels.shape
    flat = pixels.reshape(height, -1)
    rows = np.diff(flat, axis=0, prepend=np.zeros((1, flat.shape[1]), np.uint8)).astype(np.uint8)
    data = zlib.compress(np.concatenate([np.full((height, 1), 2, np.uint8), rows], axis=1).tobytes())
    cut = -(-len(data) // pieces)
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"tEXt", b"a\0b")]
    chunks += [(b"IDAT", data[start : start + cut]) for start in range(0, len(data), cut)]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in [*chunks, (b"IEND", b"")]
    )


@pytest.fixture
def pixels():
    return np.random.default_rng(5).integers(0, 256, (37, 53, 3), np.uint8)


@pytest.mark.parametrize("pieces", [1, 4])
def test_rows_told_by_the_row_above(pixels, pieces):
    png = written_by_rows_above(pixels, pieces)
    assert (np.asarray(Image.open(io.BytesIO(png))) == pixels).all()
    assert (np.asarray(decode_png(png)) == pixels).all()


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "P"])
def test_any_other_picture(pixels, mode):
    picture, file = Image.fromarray(pixels).convert(mode), io.BytesIO()
    picture.save(file, "PNG")
    assert (np.asarray(decode_png(file.getvalue())) == np.asarray(picture.convert("RGB"))).all()


def test_there_and_back(pixels):
    assert (np.asarray(decode_png(encode_png(Image.fromarray(pixels)))) == pixels).all()


async def test_a_screenshot_of_the_browser_is_read_the_quick_way(tab, pages):
    from mag.web.draw import _of_rows_above

    pages["/drawn"] = "<h1 style='color:teal'>Drawn</h1><p>text</p>"
    await tab.open("http://a.mag.test/drawn")
    png = await tab.screenshot()
    quick = _of_rows_above(png)
    assert quick is not None
    assert (quick == np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))).all()
