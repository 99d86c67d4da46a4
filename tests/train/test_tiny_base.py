"""Pretraining of the tiny base: what it reads, and that stopping and going on changes nothing."""

import dataclasses
import json
from random import Random

import pytest
from typer.testing import CliRunner

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from mag.errors import BadInput, Corrupt, NoSpace  # noqa: E402
from mag.train import tiny_base  # noqa: E402
from mag.train.tiny import TinyShape, random_model  # noqa: E402
from mag.train.tiny_base import STATE, Recipe, rate_at, train_base  # noqa: E402
from mag.train.tiny_drills import ID, LINE, REPEAT, Drills  # noqa: E402
from mag.train.tiny_pages import KINDS, _vocabulary, reading  # noqa: E402
from mag.train.tiny_rows import FRAME, encode  # noqa: E402
from mag.train.tiny_start import lay_out  # noqa: E402
from mag.train.tiny_tokenizer import build_tokenizer  # noqa: E402
from tests.small_disk import small_disk  # noqa: E402

SMALL = TinyShape(hidden=32, layers=2, heads=2, kv_heads=2, head_dim=16)
SHORT = Recipe(updates=4, rows=2, threads=1, check_every=2, check_readings=4, warmup=2, lines=(3, 5))


def test_answers_stand_on_the_page_and_nothing_is_a_task():
    random = Random(1)
    kinds = set()
    for _ in range(200):
        read = reading(random)
        lines = read.page.splitlines()
        for turn in read.turns:
            kinds.add(turn.kind)
            answer = turn.answer.removeprefix("Click '").removesuffix("' now.").strip("'")
            if turn.kind == "id":
                (line,) = [line for line in lines if line.startswith(f"[{answer}] ")]
                assert line.split(" ", 2)[2] in turn.question
            elif turn.kind == "repeat":
                assert answer in turn.question
            else:
                assert any(line.split(" ", 2)[2] == answer for line in lines)
        assert '"action_type"' not in read.page and "{" not in read.page
    assert kinds == set(KINDS)
    assert [reading(Random(4)) for _ in range(3)] == [reading(Random(4)) for _ in range(3)]


def test_held_out_pages_have_phrases_of_their_own():
    known, unknown = _vocabulary()
    assert unknown.phrases and unknown.words
    assert not set(known.phrases) & set(unknown.phrases) and not set(known.words) & set(unknown.words)


def test_only_the_answers_count():
    tokenizer = build_tokenizer()
    read = reading(Random(2))
    row = encode(tokenizer, read)

    def marked(*kinds):
        return tokenizer.decode([token for token, kind in zip(row.ids, row.kinds, strict=True) if kind in kinds])

    assert marked(1, 2, 3, 4, FRAME) == "".join(f"{turn.answer}<|im_end|>" for turn in read.turns)
    for number, kind in enumerate(KINDS, 1):
        assert marked(number) == "".join(turn.phrase for turn in read.turns if turn.kind == kind)


def test_drills_are_answered_by_what_stands_before():
    tokenizer = build_tokenizer()
    drills, random = Drills.of(tokenizer), Random(3)
    kinds = set()
    for _ in range(100):
        row = drills.stretches(random)
        assert set(row.kinds) == {0, REPEAT}
        for place, kind in enumerate(row.kinds):
            pair = row.ids[place - 1 : place + 1]
            assert not kind or any(row.ids[start : start + 2] == pair for start in range(place - 1))
        row = drills.menu(random, 8)
        kinds |= set(row.kinds)
        assert all(kind in (0, FRAME) or row.ids[place] in row.ids[:place] for place, kind in enumerate(row.kinds))
        for place in (place for place, kind in enumerate(row.kinds) if kind == ID and row.kinds[place - 1] != ID):
            menu = tokenizer.decode(row.ids[: row.kinds.index(next(filter(None, row.kinds)))])
            assert f"[{tokenizer.decode(row.ids[place : place + 2]).split()[0]}]" in menu
    assert kinds == {0, REPEAT, LINE, ID, FRAME}


def test_the_first_layer_starts_with_heads_that_look_one_and_two_back():
    model = random_model(build_tokenizer(), 0, TinyShape())
    lay_out(model, 0)
    model.set_attn_implementation("eager")
    ids = torch.randint(300, 3500, (1, 200), generator=torch.Generator().manual_seed(0))
    with torch.no_grad():
        seen = model.model.language_model(input_ids=ids, use_cache=False, output_attentions=True).attentions[0][0]
    for head, back in ((0, 1), (1, 2)):
        assert seen[head].diagonal(-back)[8:].min() > 0.5
    with pytest.raises(BadInput, match="kv_heads"):
        lay_out(random_model(build_tokenizer(), 0, dataclasses.replace(TinyShape(), kv_heads=2)), 0)


def test_the_rate_goes_up_and_comes_down():
    recipe = Recipe(updates=100, warmup=10, decay=0.2, rate=1.0)
    assert [rate_at(update, recipe) for update in (1, 5, 10, 80, 81, 91, 100)] == pytest.approx([0.1, 0.5, 1.0, 1.0, 1.0, 0.5, 0.05])


def test_a_training_that_was_stopped_ends_in_the_same_weights(tmp_path):
    seen = []
    assert train_base(tmp_path / "whole", SHORT, 60, seen.append, SMALL)
    stops = 0
    while not train_base(tmp_path / "parts", SHORT, 0, seen.append, SMALL):
        stops += 1
        assert not (tmp_path / "parts" / "model.safetensors").exists()
    assert stops == 3
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert (whole / "model.safetensors").read_bytes() == (parts / "model.safetensors").read_bytes()
    assert [one.update for one in seen[:2]] == [2, 4] and seen[0].loss > 0 and 0 <= seen[0].copied <= 1
    assert seen[1].seconds_left == 0 < seen[0].seconds_left
    assert len(json.loads((whole / "training.json").read_text())["curve"]) == 2
    assert not (whole / STATE).exists() and sorted(path.name for path in tmp_path.iterdir()) == ["parts", "whole"]
    with pytest.raises(BadInput, match="finished model"):
        train_base(whole, SHORT, 60, seen.append, SMALL)


def test_it_learns_and_head_and_embeddings_part_at_the_end(tmp_path):
    seen = []
    recipe = dataclasses.replace(SHORT, updates=24, rows=4, check_every=8, rate=1e-2, warmup=4)
    assert train_base(tmp_path / "base", recipe, 60, seen.append, SMALL)
    assert seen[-1].loss < 0.9 * seen[0].loss
    from safetensors.torch import load_file

    state = load_file(tmp_path / "base" / "model.safetensors")
    assert torch.equal(state["lm_head.weight"], state["model.language_model.embed_tokens.weight"])  # two now, alike at first


def test_states_that_cannot_go_on_are_named(tmp_path):
    train_base(tmp_path / "a", SHORT, 0, lambda _: None, SMALL)
    with pytest.raises(Corrupt, match="another recipe"):
        train_base(tmp_path / "a", dataclasses.replace(SHORT, seed=9), 0, lambda _: None, SMALL)
    (tmp_path / "a" / STATE).write_bytes(b"half a fi")
    with pytest.raises(Corrupt, match="cannot be read"):
        train_base(tmp_path / "a", SHORT, 0, lambda _: None, SMALL)


@pytest.mark.parametrize("writer", ["_save_state", "_finish"])
def test_a_full_disk_costs_what_was_being_written(tmp_path, monkeypatch, writer):
    with small_disk(tmp_path / "small", 64) as disk:
        write, folder = getattr(tiny_base, writer), disk.path / "base"

        def full(*what):
            disk.fill()
            write(*what)

        with monkeypatch.context() as patch:
            patch.setattr(tiny_base, writer, full)
            with pytest.raises(NoSpace, match=r"no space left to write .*start the same command again"):
                train_base(folder, SHORT, 60, lambda _: None, SMALL)
        assert not (folder / "model.safetensors").exists() and (writer == "_save_state" or (folder / STATE).exists())
        disk.free()
        seen = []
        assert train_base(folder, SHORT, 60, seen.append, SMALL) and (folder / "model.safetensors").exists()
        assert [one.update for one in seen] == ([2, 4] if writer == "_save_state" else [])
        assert not list(disk.path.glob(".*"))


def test_the_command_says_where_it_stands(tmp_path):
    from mag.cli.train import app

    out = str(tmp_path / "base")
    stopped = CliRunner().invoke(app, ["tiny-base", "--out", out, "--minutes", "0", "--updates", "40", "--threads", "1"])
    assert stopped.exit_code == 3 and "update 1 of 40" in stopped.output
    assert (tmp_path / "base" / STATE).exists()


@pytest.mark.slow
async def test_the_base_copies_and_knows_no_contract(tmp_path, ask_base):
    seen = []
    assert train_base(tmp_path / "base", Recipe(), 60, seen.append)
    assert seen[-1].copied >= 0.95
    assert await ask_base(tmp_path / "base") < 0.2


@pytest.fixture
def ask_base():
    """OFCR of a checkpoint over made-up steps."""
    from mag.contract.contracts import CONTRACTS
    from mag.contract.gate import read
    from mag.contract.grounding import GROUNDINGS
    from mag.contract.prompt import render
    from mag.local.model import LocalModel
    from mag.models.base import Ask, Decoding, Message
    from mag.records import Mark, Observation
    from mag.settings import ModelConf

    async def rate(folder):
        grounding, contract = GROUNDINGS["som"], CONTRACTS["full"]
        passed = 0
        async with LocalModel(ModelConf(client="local", model=str(folder))) as model:
            for number in range(20):
                marks = tuple(Mark(i, "A", "", f"Order {i + number}", "", (0, 0, 9, 9), True, (1, 1)) for i in range(1, 9))
                prompt = render(f"Open order {number}", Observation("", "", b"", marks, (0.0, 0.0)), [], grounding, contract)
                messages = (Message("system", (prompt.system,)), Message("user", (prompt.user,)))
                said = await model.complete(Ask(messages, Decoding(max_output_tokens=64, temperature=1.0, seed=number)))
                passed += read(said.text, marks, "", grounding, contract)[2].passed
        return passed / 20

    return rate
