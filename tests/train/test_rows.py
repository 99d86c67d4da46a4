"""Rows: what is trained on is exactly what was sampled, and nothing of the prompt."""

from dataclasses import replace

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from mag.errors import BadInput, Corrupt
from mag.train.batches import Sizes, collate, cut
from mag.train.groups import make_groups
from mag.train.rows import Rendered, make_rows
from tests.train.small import SAID, episode, in_memory, stored


@pytest.fixture(scope="module")
def rows(found, renderer):
    return make_rows(make_groups(found).kept, renderer)


def test_the_loss_is_on_completions_and_nothing_else(rows, renderer):
    """Decode the mask of a batch: what each row's loss tokens say, and that their positions predict them."""
    batch = collate(Rendered(rows, renderer), range(len(rows)))
    ids, length = batch.inputs["input_ids"], batch.inputs["input_ids"].shape[1]
    assert torch.equal(ids.flatten()[batch.where + 1], batch.targets)
    supervised = [[] for _ in rows]
    for position in batch.where.tolist():
        supervised[position // length].append(int(ids.flatten()[position + 1]))
    tokenizer = renderer.processor.tokenizer
    for row, own, whole in zip(rows, supervised, ids, strict=True):
        text = tokenizer.decode(own)
        assert tuple(own) == row.token_ids
        assert text.startswith('{"think"')
        assert text.endswith('"}<|im_end|>')
        said = tokenizer.decode(whole[whole != renderer.pad_id])
        assert said.endswith("<|im_start|>assistant\n" + text)
        assert said.count(text) == 1
    special = {tokenizer.convert_tokens_to_ids(name) for name in ("<|image_pad|>", "<|vision_start|>", "<|im_start|>", "<|endoftext|>")}
    assert not special & set(batch.targets.tolist())


def test_padding_is_on_the_right(rows, renderer):
    rendered = Rendered(rows, renderer)
    batch = collate(rendered, range(len(rows)))
    ids, lengths = batch.inputs["input_ids"], [rendered.length(number) for number in range(len(rows))]
    assert len(set(lengths)) > 3
    for own, length in zip(ids, lengths, strict=True):
        assert (own[:length] != renderer.pad_id).all()
        assert (own[length:] == renderer.pad_id).all()
    assert batch.inputs["image_grid_thw"].shape == (len(rows), 3)
    images = (ids == renderer.processor.image_token_id).sum()
    assert int(images) * 4 == len(batch.inputs["pixel_values"])
    assert torch.equal(batch.inputs["mm_token_type_ids"] == 1, ids == renderer.processor.image_token_id)


def test_a_row_per_step_with_the_advantage_of_its_trajectory(rows):
    by_task = {task: {(row.expert, row.advantage) for row in rows if row.task_id == task} for task in (1, 2, 3)}
    assert by_task[1] == {(False, -0.25), (True, 0.75)}
    assert by_task[3] == {(False, 0.5), (False, -0.5)}
    assert len({row.key for row in rows}) == len(rows) == 26


def test_policy_rows_keep_the_sampled_ids_even_where_the_text_would_be_cut_otherwise(renderer):
    own = episode(1, 0, "success", renderer)
    odd = (renderer.processor.tokenizer.convert_tokens_to_ids("a"), *own.steps[0].token_ids)  # what no tokenizer would give for the text
    own = replace(own, steps=(replace(own.steps[0], token_ids=odd), *own.steps[1:]))
    made = make_rows(make_groups([in_memory(own), in_memory(episode(1, 1, "failure", renderer))]).kept, renderer)
    assert made[0].token_ids == odd


def test_an_experts_rows_are_its_completions_tokenised(renderer):
    expert = episode(1, 9, "success", said=(SAID.format(1, "Café '日本' \U0001f600"), "no object at all"))
    made = make_rows(make_groups([in_memory(expert, expert=True), in_memory(episode(1, 0, "failure", renderer))]).kept, renderer)
    (row,) = [own for own in made if own.expert]  # the step that fails the gate is not imitated
    assert renderer.processor.tokenizer.decode(row.token_ids) == expert.steps[0].completion + "<|im_end|>"


def test_a_policy_without_token_ids_is_refused_by_name(renderer):
    groups = make_groups([in_memory(episode(1, 0, "failure")), in_memory(episode(1, 1, "success"))]).kept
    with pytest.raises(BadInput, match="000100000000/1 carries no token ids"):
        make_rows(groups, renderer)


def test_another_prompt_than_the_sampled_one_is_named(tmp_path, renderer):
    own = episode(1, 0, "success", renderer)
    own = replace(own, steps=(own.steps[0], replace(own.steps[1], prompt=own.steps[1].prompt + ".")))
    found = [stored(tmp_path, own), stored(tmp_path, episode(1, 1, "failure", renderer))]
    rendered = Rendered(make_rows(make_groups(found).kept, renderer), renderer)
    rendered[0]
    with pytest.raises(Corrupt, match="000100000000/2 is not the one"):
        rendered[1]


def test_a_prompt_over_the_budget_is_named_and_never_cut(tmp_path, renderer):
    long = episode(1, 9, "success")
    long = replace(long, steps=(replace(long.steps[0], prompt="word " * 5000),))
    found = [stored(tmp_path, long, expert=True), stored(tmp_path, episode(1, 1, "failure", renderer))]
    rendered = Rendered(make_rows(make_groups(found).kept, renderer), renderer)
    with pytest.raises(BadInput, match=r"000100000009/1 cannot be trained on.* 250.. tokens"):
        rendered[0]


def test_what_does_not_fit_into_memory_is_rendered_again(rows, renderer):
    sizes = sum(tensor.nbytes for tensor in renderer.prompt("s", "u", rows[0].image.read_bytes()).values())
    rendered = Rendered(rows, renderer, keep_bytes=2 * sizes)
    for number in range(len(rows)):
        assert torch.equal(rendered[number]["pixel_values"], Rendered(rows, renderer)[number]["pixel_values"])
    assert rendered[0] is rendered[0]
    assert rendered[len(rows) - 1] is not rendered[len(rows) - 1]


@given(
    st.lists(st.integers(2, 4000), min_size=0, max_size=60),
    st.integers(1, 5),
    st.integers(1, 16),
    st.integers(100, 40_000),
    st.integers(0, 2),
)
def test_every_row_once_in_minibatches_that_do_not_depend_on_ranks(lengths, ranks, rows, tokens, seed):
    loss_tokens = [1 + length // 10 for length in lengths]
    sizes = Sizes(rows=rows, tokens=tokens)
    alone, several = cut(lengths, loss_tokens, seed, sizes), cut(lengths, loss_tokens, seed, sizes, ranks)
    assert sorted(row for own in several for row in own.rows) == list(range(len(lengths)))
    assert [sorted(own.rows) for own in alone] == [sorted(own.rows) for own in several]
    assert [len(own.rows) for own in alone[:-1]] == [16] * (len(alone) - 1)
    assert sum(own.tokens for own in several) == sum(loss_tokens)
    for own in several:
        assert len({len(rank) for rank in own.ranks}) == 1  # a rank with fewer would leave the others waiting
        assert own.tokens == sum(loss_tokens[row] for row in own.rows)
        for micro in (micro for rank in own.ranks for micro in rank):
            assert len(micro.rows) <= rows
            assert len(micro.rows) == 1 or len(micro.rows) * max(lengths[row] for row in micro.rows) <= tokens
