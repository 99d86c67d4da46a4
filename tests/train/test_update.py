"""The update on a real checkpoint of Qwen3.5's architecture: ratios, gradients, steps."""

import socket
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from mag.errors import BadInput, Corrupt
from mag.train.batches import Sizes, collate
from mag.train.objective import loss
from mag.train.plain import PlainEngine
from mag.train.update import all_logprobs, epoch
from mag.train.variants import RECIPES
from tests.train.training import CONF, forked, join, work_of

MAG = RECIPES["mag"]
pytestmark = pytest.mark.usefixtures("one_thread")


def ready(engine, found, renderer, sizes=None, ranks=1):
    work = work_of(found, renderer, sizes or Sizes(rows=4), ranks)
    return replace(work, old=all_logprobs(engine, work))


def gradient(engine, work, minibatch=0):
    """Of the first minibatch, flat, not clipped; the engine is as it was."""
    for micro in work.minibatches[minibatch].ranks[engine.rank]:
        terms = MAG.terms(work.tokens(engine, micro))
        engine.backward(loss(terms, work.minibatches[minibatch].tokens) * micro.counts, last=False)
    flat = torch.nn.utils.parameters_to_vector([own.grad for own in engine.parameters]).clone()
    engine.adam.zero_grad()
    return flat


def nearly(found, expected, relative=1e-5):
    return float((found - expected).detach().norm() / expected.detach().norm()) < relative


def test_every_ratio_is_one_at_the_first_update(engine, found, renderer):
    work = ready(engine, found, renderer)
    again = all_logprobs(engine, work)
    assert len(again) == 26
    assert max(abs(torch.tensor(new) - torch.tensor(old)).exp().sub(1).max() for new, old in zip(again, work.old, strict=True)) < 1e-5
    (first, second) = list(epoch(engine, work, MAG, 1e-3))
    assert first.ratio_error < 1e-5
    assert (first.clip_low, first.clip_high) == (0, 0)
    assert second.ratio_error > 1e-5  # by then the weights have moved
    assert first.tokens + second.tokens == sum(len(row.token_ids) for row in work.rendered.rows)


def test_every_ratio_is_one_with_dropout_in_the_checkpoint(base, found, renderer, tmp_path):
    from transformers import AutoModelForImageTextToText

    model = AutoModelForImageTextToText.from_pretrained(base)
    for layer in model.base_model.language_model.layers:
        layer.self_attn.attention_dropout = 0.5
    engine = PlainEngine(model, CONF)
    assert model.training
    work = ready(engine, found, renderer)
    assert next(epoch(engine, work, MAG, 1e-3)).ratio_error < 1e-5


def test_log_probabilities_are_those_of_the_model_row_by_row(engine, found, renderer):
    """Padding, gathering and the output layer on loss tokens only, against the plain forward pass of one unpadded row."""
    work = ready(engine, found, renderer)
    for number in (0, 7, 25):
        inputs = collate(work.rendered, [number]).inputs
        with torch.no_grad():
            logits = engine.model(**inputs).logits[0].log_softmax(-1)
        ids = work.rendered.rows[number].token_ids
        expected = [logits[-len(ids) - 1 + position, token].item() for position, token in enumerate(ids)]
        assert work.old[number] == pytest.approx(expected, abs=1e-5)


def test_the_gradient_does_not_depend_on_micro_batches(engine, found, renderer):
    whole = ready(engine, found, renderer, Sizes(rows=16))
    expected = gradient(engine, whole)
    assert len(whole.minibatches[0].ranks[0]) == 1
    for rows in (1, 2, 4):
        cut = replace(work_of(found, renderer, Sizes(rows=rows)), old=whole.old)
        assert len(cut.minibatches[0].ranks[0]) == 16 // rows
        assert nearly(gradient(engine, cut), expected)


def test_a_mean_over_micro_batches_would_be_another_gradient(engine, found, renderer):
    """What the invariance guards against can be seen on these rows."""
    work = ready(engine, found, renderer, Sizes(rows=4))
    whole = gradient(engine, work)
    for micro in work.minibatches[0].ranks[0]:
        terms = MAG.terms(work.tokens(engine, micro))
        (loss(terms, len(terms)) / len(work.minibatches[0].ranks[0])).backward()
    mean = torch.nn.utils.parameters_to_vector([own.grad for own in engine.parameters])
    assert not nearly(mean, whole, 1e-2)


def test_the_gradient_of_eq_8_through_the_model_agrees_with_finite_differences(base, found, renderer):
    engine = PlainEngine.load(base, CONF)
    engine.model.double()
    work = work_of(found, renderer, Sizes(rows=16))
    work = replace(
        work, old=[[value - 0.1 * (position % 5 - 2) for position, value in enumerate(own)] for own in all_logprobs(engine, work)]
    )
    flat = gradient(engine, work)
    parameters = engine.parameters
    start = torch.nn.utils.parameters_to_vector(parameters).detach().clone()
    direction = (
        flat / flat.norm() + 0.3 * torch.randn(flat.shape, generator=torch.Generator().manual_seed(0), dtype=flat.dtype) / len(flat) ** 0.5
    )

    def value(step):
        torch.nn.utils.vector_to_parameters(start + step * direction, parameters)
        minibatch = work.minibatches[0]
        with torch.no_grad():
            return sum(loss(MAG.terms(work.tokens(engine, micro)), minibatch.tokens).item() for micro in minibatch.ranks[0])

    slope = (value(1e-3) - value(-1e-3)) / 2e-3  # the norms inside the model are computed in fp32 whatever its type
    assert slope == pytest.approx(float(flat @ direction), rel=1e-3)


def test_the_gradient_does_not_depend_on_processes(base, engine, found, renderer, tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    whole = ready(engine, found, renderer, Sizes(rows=2))
    expected = gradient(engine, whole), list(epoch(engine, whole, MAG, 1e-3))

    def one(rank):
        torch.distributed.init_process_group("gloo", init_method=address, rank=rank, world_size=2)
        own = PlainEngine.load(base, CONF)
        work = ready(own, found, renderer, Sizes(rows=3), ranks=2)
        flat = torch.distributed.nn.functional.all_reduce(gradient(own, work))
        facts = list(epoch(own, work, MAG, 1e-3))
        state = torch.nn.utils.parameters_to_vector(own.parameters).detach()
        torch.save({"gradient": flat, "facts": facts, "weights": state, "old": work.old}, tmp_path / f"{rank}.pt")
        torch.distributed.destroy_process_group()

    children = [forked(lambda rank=rank: one(rank)) for rank in (0, 1)]
    assert [join(child) for child in children] == [0, 0]
    first, second = (torch.load(tmp_path / f"{rank}.pt", weights_only=False) for rank in (0, 1))
    assert nearly(first["gradient"], expected[0])
    assert torch.equal(first["weights"], second["weights"])
    assert first["facts"] == second["facts"]
    assert nearly(first["weights"], torch.nn.utils.parameters_to_vector(engine.parameters))
    for own, other in zip(first["facts"], expected[1], strict=True):
        assert own.objective == pytest.approx(other.objective, abs=1e-5)
        assert own.grad_norm == pytest.approx(other.grad_norm, rel=1e-4)
        assert own.tokens == other.tokens


def test_the_norm_is_clipped_and_told_before_clipping(base, found, renderer):
    engine = PlainEngine.load(base, replace(CONF, grad_clip=0.1))
    work = ready(engine, found, renderer)
    flat = gradient(engine, work)
    facts = next(epoch(engine, work, MAG, 1e-3))
    assert facts.grad_norm == pytest.approx(float(flat.norm()), rel=1e-5)
    assert facts.grad_norm > 0.1
    moment = torch.cat([engine.adam.state[own]["exp_avg"].flatten() for own in engine.parameters])  # (1 - beta1) g after one step
    assert float(moment.norm()) == pytest.approx((1 - CONF.beta1) * 0.1, rel=1e-4)


def test_the_learning_rate_warms_up_over_the_life_of_the_optimiser(engine, found, renderer, tmp_path):
    rates = [own.lr for own in epoch(engine, ready(engine, found, renderer), MAG, 1e-3, warmup=4)]
    assert rates == pytest.approx([0.25e-3, 0.5e-3])
    engine.save(tmp_path / "weights", tmp_path / "optimizer")
    later = PlainEngine.load(tmp_path / "weights", CONF, tmp_path / "optimizer")
    assert [own.lr for own in epoch(later, ready(later, found, renderer), MAG, 1e-3, warmup=4)] == pytest.approx([0.75e-3, 1e-3])


def test_a_saved_state_goes_on_as_if_never_saved(engine, found, renderer, tmp_path):
    list(epoch(engine, ready(engine, found, renderer), MAG, 1e-3))
    engine.save(tmp_path / "weights", tmp_path / "optimizer")
    later = PlainEngine.load(tmp_path / "weights", CONF, tmp_path / "optimizer")
    for own in (engine, later):
        list(epoch(own, ready(own, found, renderer), MAG, 1e-3))
    assert all(torch.equal(one, other) for one, other in zip(engine.parameters, later.parameters, strict=True))
    (tmp_path / "optimizer" / "adamw.safetensors").write_bytes(b"junk")
    with pytest.raises(Corrupt, match="keep_optimizer"):
        PlainEngine.load(tmp_path / "weights", CONF, tmp_path / "optimizer")


def test_stale_log_probabilities_stop_the_update(engine, found, renderer):
    work = ready(engine, found, renderer)
    stale = replace(work, old=[[value + 0.01 for value in own] for own in work.old])
    with pytest.raises(Corrupt, match="off by"):
        next(epoch(engine, stale, MAG, 1e-3))


def test_a_gradient_that_is_not_finite_stops_the_update(engine, found, renderer):
    work = ready(engine, found, renderer)
    broken = replace(MAG, terms=lambda tokens: tokens.logprobs * float("nan"))
    with pytest.raises(BadInput, match="not finite"):
        next(epoch(engine, work, broken, 1e-3))


def test_small_updates_in_bfloat16_are_refused_without_a_second_copy(base):
    with pytest.raises(BadInput, match="deepspeed"):
        PlainEngine.load(base, replace(CONF, dtype="bfloat16"))
    with pytest.raises(BadInput, match="no checkpoint"):
        PlainEngine.load(Path("/nonexistent"), CONF)
