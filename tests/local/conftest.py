import io
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest

from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS
from mag.contract.prompt import render
from mag.models.base import Ask, Decoding, Message
from mag.models.conversation import conversation
from mag.records import Mark, Observation
from mag.settings import ModelConf

WORDS = ("Save", "Orders", "Quayside", "commits", "by", "Mara", "list", "sorted", "newest", "Review", "Rotterdam", "2025", "Add", "basket")


@pytest.fixture(scope="session")
def checkpoint(tmp_path_factory) -> Path:
    """A tiny model with random weights."""
    pytest.importorskip("torch")
    from mag.train.tiny import build_tiny

    return build_tiny(tmp_path_factory.mktemp("tiny") / "tiny", seed=1)


@pytest.fixture(scope="session")
def other_checkpoint(tmp_path_factory) -> Path:
    """The same shape, other weights."""
    from mag.train.tiny import build_tiny

    return build_tiny(tmp_path_factory.mktemp("tiny") / "other", seed=2)


@pytest.fixture
def conf(checkpoint) -> ModelConf:
    return ModelConf(client="local", model=str(checkpoint), in_flight=24)


@cache
def png(number: int) -> bytes:
    from PIL import Image, ImageDraw

    random = Random(number)
    picture = Image.new("RGB", (1440, 900), "white")
    draw = ImageDraw.Draw(picture)
    for _ in range(20):
        x, y = random.randrange(1300), random.randrange(800)
        draw.rectangle((x, y, x + 130, y + 60), fill=tuple(random.randrange(256) for _ in range(3)))
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def messages(number: int, lines: int = 20, text: str = "") -> tuple[Message, ...]:
    """A real step prompt about a made-up page of so many elements."""
    random = Random(number)

    def words(count: int) -> str:
        return " ".join(random.choice(WORDS) for _ in range(count))

    marks = tuple(
        Mark(id=i, type="BUTTON", name="", text=text or words(3), role="button", box=(9, 9, 9, 9), visible=True, point=(9, 9))
        for i in range(1, lines + 1)
    )
    seen = Observation("http://x/", "x", png(number % 4), marks, (0.0, 0.0))
    prompt = render(f"Find {words(4)}", seen, [f"Click '{words(2)}'."] * (number % 3), GROUNDINGS["som"], CONTRACTS["full"])
    return conversation(prompt, seen.screenshot)


@pytest.fixture(scope="session")
def ask() -> Callable[..., Ask]:
    """An Ask: `ask(number, lines=20, text="", **decoding)`."""

    def make(number: int, lines: int = 20, text: str = "", **decoding) -> Ask:
        return Ask(messages(number, lines, text), Decoding(**{"max_output_tokens": 12, **decoding}))

    return make
