"""Replies shared between evaluations: found, marked, kept apart, never in training, safe with several writers."""

import multiprocessing
import os
import time
from dataclasses import replace

import pytest

from mag.errors import BadInput
from mag.models.base import Ask, Decoding, Message
from mag.models.cache import Cached, Responses
from mag.records import Completion, Usage

GREEDY = Decoding(temperature=0.0)


class Counting:
    """Says how often it was asked."""

    name = "counting"

    def __init__(self, identity="one"):
        self.identity, self.asked = identity, 0

    async def complete(self, ask):
        self.asked += 1
        return Completion(
            f"reply {self.asked}",
            Usage(100, 10, ms=900.0, requests=1, cost_usd=0.5),
            "stop",
            "m-1",
            token_ids=(1, 2),
            logprobs=(-0.5, -1.0),
        )


def ask(text="hello", call="7/0/1/1", decoding=GREEDY, picture=b"png"):
    return Ask((Message("user", (text, picture)),), decoding, call)


@pytest.fixture
def store(tmp_path):
    return Responses(tmp_path / "responses")


async def test_a_hit_is_the_reply_marked_as_reused_and_free(store):
    first = await Cached(Counting(), store, "evaluation").complete(ask())
    model = Counting()
    second = await Cached(model, store, "evaluation").complete(ask(call="another/place"))
    assert not model.asked
    assert not first.usage.reused
    assert second == replace(first, usage=replace(first.usage, ms=second.usage.ms, requests=0, cost_usd=0.0, reused=True))
    assert 0 < second.usage.ms < 900


@pytest.mark.parametrize(
    "other",
    [
        {"text": "hullo"},
        {"picture": b"other"},
        {"decoding": Decoding(temperature=0.0, max_output_tokens=9)},
        {"decoding": Decoding(temperature=0.0, effort="low")},
    ],
)
async def test_other_content_is_asked(store, other):
    model = Counting()
    cached = Cached(model, store, "evaluation")
    await cached.complete(ask())
    await cached.complete(ask(**other))
    assert model.asked == 2


async def test_another_model_is_asked_and_the_identity_shows_the_cache(store):
    one, other = Counting(), Counting("other")
    assert Cached(one, store, "evaluation").identity == "one+cache"
    await Cached(one, store, "evaluation").complete(ask())
    await Cached(other, store, "evaluation").complete(ask())
    assert (one.asked, other.asked) == (1, 1)


async def test_another_server_of_the_same_name_is_asked(store):
    model = Counting()
    for where in ("", "http://one/v1", "http://other/v1", "http://one/v1"):
        await Cached(model, store, "evaluation", where).complete(ask())
    assert model.asked == 3


@pytest.mark.parametrize("decoding", [Decoding(), Decoding(temperature=1.0)])
async def test_samples_that_no_seed_fixes_stay_different(store, decoding):
    cached = Cached(Counting(), store, "evaluation")
    texts = [(await cached.complete(ask(call=f"7/{sample}/1/1", decoding=decoding))).text for sample in (0, 1, 2, 0, 1)]
    assert texts == ["reply 1", "reply 2", "reply 3", "reply 1", "reply 2"]
    seeded = replace(decoding, seed=5)
    assert (await cached.complete(ask(call="7/8/1/1", decoding=seeded))).text == (
        await cached.complete(ask(call="7/9/1/1", decoding=seeded))
    ).text


def test_never_in_training(store):
    with pytest.raises(BadInput, match="never used in training"):
        Cached(Counting(), store, "training")


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"text": 5, "usage": 7}'])
async def test_a_damaged_file_is_a_miss_and_is_written_anew(store, damage):
    model = Counting()
    cached = Cached(model, store, "evaluation")
    await cached.complete(ask())
    (path,) = store.folder.glob("*/*.json")
    path.write_bytes(damage)
    assert (await cached.complete(ask())).text == "reply 2"
    assert (await cached.complete(ask())).usage.reused


async def test_what_utf8_does_not_have_is_kept_all_the_same(store):
    store.put("ab" * 32, Completion("a\ud800b"))
    assert store.get("ab" * 32).text == "a\ud800b"


async def test_a_full_disk_only_means_that_nothing_is_kept(store, tmp_path):
    store.folder.write_text("a file where the folder should be")
    assert (await Cached(Counting(), store, "evaluation").complete(ask())).text == "reply 1"


def write_and_read(folder, start):
    store = Responses(folder)
    while time.time() < start:
        pass
    for n in range(150):
        store.put(f"{n % 5:064x}", Completion("x" * 5_000, Usage(1, 1)))
        found = store.get(f"{(n + 1) % 5:064x}")
        assert found is None or found.text == "x" * 5_000


def test_processes_that_write_the_same_keys_do_not_disturb_one_another(store):
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=write_and_read, args=(store.folder, time.time() + 0.1)) for _ in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0, 0]
    assert store.size().replies == 5
    assert not list(store.folder.glob("*/.*"))


def test_prune_removes_what_was_not_used_for_longest(store):
    for n in range(4):
        store.put(f"{n:064x}", Completion("x" * 1_000))
        os.utime(store._path(f"{n:064x}"), (n, n))
    assert store.get(f"{0:064x}")  # used just now
    one = store.size().bytes // 4
    removed = store.prune(2 * one)
    assert (removed.replies, store.size().replies) == (2, 2)
    assert [store.get(f"{n:064x}") is not None for n in range(4)] == [True, False, False, True]
    assert store.prune(0).replies == 2
    assert store.size().bytes == 0


def test_the_command_line_says_and_frees_its_size(store, monkeypatch):
    from typer.testing import CliRunner

    from mag.cli.cache import app

    monkeypatch.setenv("MAG_HOME", str(store.folder.parent))
    for n in range(3):
        store.put(f"{n:064x}", Completion("x" * 400_000))
    run = CliRunner().invoke
    assert run(app, ["size"]).output.startswith("3 replies, 1.2 MB in ")
    assert run(app, ["prune", "--keep", "0.9"]).output == "1 replies removed (0.4 MB), 2 left (0.8 MB)\n"
    assert store.size().replies == 2
