"""Pictures become the image processor's own pixels, each of them once."""

import io
import zlib

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from PIL import Image, UnidentifiedImageError  # noqa: E402

from mag.local.picture import Kept, _unfiltered, decoded  # noqa: E402
from mag.local.processor import load_processor  # noqa: E402
from mag.web.draw import encode_png  # noqa: E402


@pytest.fixture(scope="module")
def images(checkpoint):
    return load_processor(checkpoint).image_processor


@pytest.fixture(scope="module")
def picture():
    return Image.radial_gradient("L").resize((1440, 900)).convert("RGB")


def pillow(picture, **options):
    out = io.BytesIO()
    picture.save(out, "PNG", **options)
    return out.getvalue()


def test_every_kind_of_png_is_decoded_as_by_pillow(picture):
    own = encode_png(picture)
    assert _unfiltered(own) is not None
    others = [pillow(picture), pillow(picture.convert("L")), pillow(picture.convert("RGBA")), pillow(picture, dpi=(96, 96))]
    others += [pillow(picture, transparency=(0, 0, 0)), encode_png(picture.resize((1, 1)))]
    for png in [own, *others]:
        assert decoded(png).tobytes() == Image.open(io.BytesIO(png)).convert("RGB").tobytes()


def test_a_damaged_picture_is_refused(picture):
    png = encode_png(picture)
    with pytest.raises((OSError, SyntaxError, UnidentifiedImageError, zlib.error)):
        decoded(png[:60] + bytes(200) + png[260:])
    with pytest.raises(UnidentifiedImageError):
        decoded(b"nothing")


def test_pixels_are_the_processors_own_and_made_once_for_equal_pictures(images, picture):
    kept = Kept()
    for png in (encode_png(picture), pillow(picture)):
        expected = images(images=[picture], return_tensors="pt")
        first, again = kept.get(images, png), kept.get(images, bytes(bytearray(png)))
        assert torch.equal(first[0], expected["pixel_values"]) and torch.equal(first[1], expected["image_grid_thw"])
        assert again[0] is first[0]


def test_another_processors_pixels_are_its_own(images, picture):
    kept, png = Kept(), encode_png(picture)
    small = kept.get(images, png)
    other = type(images)(**{**images.to_dict(), "size": {"shortest_edge": 4096, "longest_edge": 65_536}})
    large = kept.get(other, png)
    assert large[0].shape[0] > small[0].shape[0]
    assert kept.get(images, png)[0] is small[0]


def test_what_is_kept_has_its_bound(images):
    one = encode_png(Image.new("RGB", (96, 64), "red"))
    size = Kept().get(images, one)[0].nbytes
    kept = Kept(room=2 * size)
    pngs = [encode_png(Image.new("RGB", (96, 64), (shade, 0, 0))) for shade in range(4)]
    found = [kept.get(images, png)[0] for png in pngs]
    assert kept.get(images, pngs[3])[0] is found[3]
    assert kept.get(images, pngs[0])[0] is not found[0]
    kept.clear()
    assert kept.get(images, pngs[3])[0] is not found[3]
