"""Screenshots as the pixels a model reads. Samples of one task start on the same page, and many a step changes nothing: equal
pictures are made once.
"""

import hashlib
import io
import struct
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image
    from torch import Tensor

KEPT_BYTES = 2**27  # of pixels, of all processors together
Pixels = tuple["Tensor", "Tensor"]  # [patches, channels x time x patch x patch]; [1, 3]: time, rows and columns of patches


class Kept:
    """Pixels of the pictures seen last. Safe for threads."""

    def __init__(self, room: int = KEPT_BYTES) -> None:
        self._room, self._used = room, 0
        self._pixels: OrderedDict[tuple[object, ...], Pixels] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, images: Any, png: bytes) -> Pixels:
        """What the image processor makes of this picture. Nobody may change it."""
        key = (*_settings(images), hashlib.sha256(png).digest())
        with self._lock:
            if key in self._pixels:
                self._pixels.move_to_end(key)
                return self._pixels[key]
        features = images(images=[resized(images, png)], return_tensors="pt")
        found = features["pixel_values"], features["image_grid_thw"]
        with self._lock:
            if key not in self._pixels:
                self._pixels[key] = found
                self._used += found[0].nbytes
            while self._used > self._room:
                self._used -= self._pixels.popitem(last=False)[1][0].nbytes
        return found

    def clear(self) -> None:
        """Forget them all."""
        with self._lock:
            self._pixels.clear()
            self._used = 0


KEPT = Kept()


def _settings(images: Any) -> tuple[object, ...]:
    size = images.size
    numbers = *images.image_mean, *images.image_std, images.rescale_factor, size["shortest_edge"], size["longest_edge"]
    return images.patch_size, images.merge_size, images.temporal_patch_size, int(images.resample), *numbers


def resized(images: Any, png: bytes) -> "Image":
    """The picture in the size the image processor will give it, by the same resampling: it finds nothing left to resize.

    Done here the large picture never becomes an array, which took longer than all else about it.
    """
    from PIL.Image import Resampling
    from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import smart_resize

    picture = decoded(png)
    height, width = smart_resize(
        picture.height,
        picture.width,
        factor=images.patch_size * images.merge_size,
        min_pixels=images.size["shortest_edge"],
        max_pixels=images.size["longest_edge"],
    )
    return picture.resize((width, height), Resampling(images.resample))


def decoded(png: bytes) -> "Image":
    """The picture as RGB. Those that `mag.web.draw.encode_png` wrote are inflated by ISA-L, any other is left to Pillow."""
    from PIL import Image

    return _unfiltered(png) or Image.open(io.BytesIO(png)).convert("RGB")


def _unfiltered(png: bytes) -> "Image | None":
    """An RGB picture of unfiltered rows with nothing but its pixels in the file; None for any other."""
    from isal import isal_zlib
    from isal.igzip_lib import IsalError
    from PIL import Image

    if len(png) < 33 or png[12:16] != b"IHDR":
        return None
    width, height, *kind = struct.unpack(">IIBBBBB", png[16:29])
    size = int.from_bytes(png[33:37])
    if kind != [8, 2, 0, 0, 0] or png[37:41] != b"IDAT" or png[size + 49 : size + 53] != b"IEND":
        return None
    try:
        rows = isal_zlib.decompress(png[41 : 41 + size])
    except IsalError:  # type: ignore[misc]  # its stub calls it an instance
        return None  # Pillow says what is wrong with it
    stride = 1 + 3 * width
    if len(rows) != stride * height or any(rows[::stride]):
        return None
    return Image.frombytes("RGB", (width, height), memoryview(rows)[1:], "raw", "RGB", stride, 1)
