"""What a batch does below the engine: linear attention layers, long prompts in chunks, the choice of tokens."""

import dataclasses
import json

import numpy as np
import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from mag.errors import BadInput  # noqa: E402
from mag.local.attention import additive, grouped_attention  # noqa: E402
from mag.local.batch import PREFIXES, Batch, Row  # noqa: E402
from mag.local.processor import load_processor  # noqa: E402
from mag.local.prompt import render  # noqa: E402
from mag.local.sample import Draw, choose, make_draw  # noqa: E402
from mag.local.weights import load_model, replace_weights, state_digest  # noqa: E402

GREEDY = make_draw(None, None, None, 64)


@pytest.fixture(scope="module")
def hybrid(checkpoint, tmp_path_factory):
    """A checkpoint with linear attention layers, as the real models have."""
    folder = tmp_path_factory.mktemp("hybrid")
    for path in checkpoint.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    config = json.loads((folder / "config.json").read_text())
    config["text_config"] |= {
        "layer_types": ["linear_attention", "full_attention", "linear_attention", "full_attention"],
        "linear_num_key_heads": 2,
        "linear_num_value_heads": 4,
        "linear_key_head_dim": 16,
        "linear_value_head_dim": 16,
    }
    (folder / "config.json").write_text(json.dumps(config))
    torch.manual_seed(3)
    made = transformers.Qwen3_5ForConditionalGeneration(transformers.AutoConfig.from_pretrained(folder))
    from safetensors.torch import save_file

    save_file(made.state_dict(), folder / "model.safetensors", metadata={"format": "pt"})
    return folder


def make_batch(folder, slots=4, chunk=1024):
    return Batch(load_model(folder, "cpu", "float32"), [], [], slots, chunk)


def rows(folder, ask, numbers, limit=8):
    processor = load_processor(folder)
    return [Row(render(processor, ask(n, lines=4 + 9 * n).messages), GREEDY, limit) for n in numbers]


def expected(folder, row):
    model = transformers.AutoModelForImageTextToText.from_pretrained(folder).eval()
    ids = torch.tensor([[*row.prompt.ids, *row.ids]])
    kinds = (ids == model.config.image_token_id).int()
    with torch.no_grad():
        out = model(input_ids=ids, mm_token_type_ids=kinds, pixel_values=row.prompt.pixels, image_grid_thw=row.prompt.grid)
    logprobs = out.logits[0, len(row.prompt.ids) - 1 : -1].log_softmax(-1)
    return logprobs.argmax(-1).tolist(), logprobs.max(-1).values.tolist()


@pytest.mark.parametrize("chunk", [1024, 7])
def test_linear_attention_layers_follow_rows_that_join_and_leave(hybrid, ask, chunk):
    batch = make_batch(hybrid, chunk=chunk)
    first, second, third = rows(hybrid, ask, (1, 4, 2))
    first.limit = 3
    batch.join(first)
    batch.step()
    batch.join(second)
    assert batch.step() == [first]  # its slot is taken over by the second
    batch.join(third)
    while batch.rows:
        batch.step()
    for row in (first, second, third):
        ids, logprobs = expected(hybrid, row)
        assert row.ids == ids and row.logprobs == pytest.approx(
            logprobs, abs=2e-5
        )  # a state summed token by token, against one summed in blocks


@pytest.mark.parametrize("before", [0, 3, 20])
def test_reading_without_a_mask_sees_what_a_mask_lets_see(before):
    query, key, value = torch.randn(2, 4, 12, 8), torch.randn(2, 2, 12 + before, 8), torch.randn(2, 2, 12 + before, 8)
    seen = torch.ones(12, 12 + before, dtype=torch.bool).tril(before)
    masked, _ = grouped_attention(None, query, key, value, additive(seen[None, None], torch.float32), scaling=0.3)
    plain, _ = grouped_attention(None, query, key, value, None, scaling=0.3)
    scores = (query @ key.repeat_interleave(2, 1).transpose(2, 3) * 0.3).masked_fill(~seen, float("-inf"))
    expected = (scores.softmax(-1) @ value.repeat_interleave(2, 1)).transpose(1, 2)
    torch.testing.assert_close(masked, expected)
    torch.testing.assert_close(plain, expected)


def test_long_prompts_are_read_in_chunks(checkpoint, ask):
    (row,) = rows(checkpoint, ask, (6,), limit=4)
    batch = make_batch(checkpoint, chunk=50)
    batch.join(row)
    while batch.rows:
        batch.step()
    assert len(row.prompt.ids) > 300
    ids, logprobs = expected(checkpoint, row)
    assert row.ids == ids and row.logprobs == pytest.approx(logprobs, abs=4e-6)


def test_only_the_latest_system_turns_are_remembered(checkpoint, ask):
    batch = make_batch(checkpoint)
    (model,) = rows(checkpoint, ask, (1,), limit=1)
    for number in (*range(PREFIXES + 1), 0, PREFIXES):
        ids = (*(number % 7 + 5 for _ in range(number + 2)), *model.prompt.ids)
        row = Row(dataclasses.replace(model.prompt, ids=ids, prefix=number + 2), GREEDY, 1)
        batch.join(row)
        assert row.cached == (0 if number == 0 or number != PREFIXES or row.cached == 0 else number + 2)
    assert row.cached == PREFIXES + 2 and len(batch._prefixes) == PREFIXES


def test_drawn_tokens_have_the_models_frequencies():
    logits = torch.tensor([[2.0, 1.0, 0.0, -1.0, 5.0]]).repeat(4000, 1)
    banned = torch.tensor([False, False, False, False, True])
    for temperature, top_p in ((1.0, None), (0.5, None), (1.0, 0.7)):
        draws = [make_draw(temperature, top_p, seed, 1) for seed in range(4000)]
        ids, logprobs = choose(logits, draws, [0] * 4000, banned)
        wanted = (logits[0, :4] / temperature).softmax(-1)
        if top_p:
            wanted[2:] = 0  # .64 does not reach .7, .64 + .24 does
        wanted = (wanted / wanted.sum()).tolist()
        assert [ids.count(token) / 4000 for token in range(4)] == pytest.approx(wanted, abs=0.03)
        own = (logits[0] / temperature).log_softmax(-1)
        assert logprobs[:20] == pytest.approx([float(own[token]) for token in ids[:20]], abs=1e-6)


def test_the_last_number_draws_no_banned_token():
    logits, banned = torch.zeros(1, 3), torch.tensor([False, False, True])
    highest = Draw(1.0, 1.0, np.array([np.nextafter(1.0, 0.0)]))
    assert choose(logits, [highest], [0], banned)[0] == [1]
    greedy = choose(torch.tensor([[0.0, 1.0, 9.0]]), [GREEDY], [0], banned)
    assert greedy[0] == [1]


@pytest.mark.parametrize(("temperature", "top_p"), [(-1, None), (float("nan"), None), (1, 0), (1, 1.5)])
def test_settings_out_of_range_are_refused(temperature, top_p):
    with pytest.raises(BadInput, match="top_p"):
        make_draw(temperature, top_p, 1, 4)


def test_weights_go_in_all_or_none(checkpoint, other_checkpoint):
    model = load_model(checkpoint, "cpu", "float32")
    before = state_digest(model.state_dict())
    part = dict(list(model.state_dict().items())[:3])
    with pytest.raises(BadInput, match="not the model's"):
        replace_weights(model, part)
    assert state_digest(model.state_dict()) == before
    replace_weights(model, other_checkpoint)
    assert state_digest(model.state_dict()) == state_digest(load_model(other_checkpoint, "cpu", "float32").state_dict()) != before


def test_other_families_and_broken_files_are_refused(checkpoint, tmp_path):
    (tmp_path / "config.json").write_text('{"model_type": "llama"}')
    with pytest.raises(BadInput, match="family llama"):
        load_model(tmp_path, "cpu", "float32")
    model = load_model(checkpoint, "cpu", "float32")
    (tmp_path / "model.safetensors").write_bytes(b"not weights")
    with pytest.raises(BadInput, match="cannot be read as weights"):
        replace_weights(model, tmp_path)
    with pytest.raises(BadInput, match="cannot be loaded on nowhere"):
        load_model(checkpoint, "nowhere", "float32")
