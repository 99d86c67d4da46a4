"""Eq. 8 by hand, against finite differences, and against what the field computes."""

import math
from types import SimpleNamespace

import pytest
import torch

from mag.errors import BadInput
from mag.train.objective import CLIP_HIGH, CLIP_LOW, Tokens, clip_shares, clipped, loss
from mag.train.variants import RECIPES
from mag.train.variants.kl import BETA


def tokens(ratios, advantages, *, expert=None, reference=None, base=-1.0):
    old = torch.full((len(ratios),), base, dtype=torch.double)
    logprobs = (old + torch.tensor(ratios, dtype=torch.double).log()).requires_grad_()
    return Tokens(
        logprobs,
        old,
        torch.tensor(advantages, dtype=torch.double),
        torch.tensor(expert or [False] * len(ratios)),
        None if reference is None else torch.tensor(reference, dtype=torch.double),
    )


def random_batch(seed=0, shape=(16, 12), dtype=torch.double):
    """[B, T] log-probabilities with ratios well on both sides of the clip, a ragged mask, an advantage a row."""
    generator = torch.Generator().manual_seed(seed)
    old = -3 * torch.rand(shape, generator=generator, dtype=dtype)
    new = (old + 0.35 * torch.randn(shape, generator=generator, dtype=dtype)).requires_grad_()
    mask = torch.arange(shape[1])[None] < torch.randint(1, shape[1] + 1, (shape[0], 1), generator=generator)
    advantages = torch.tensor([-0.25, 0.75, 5 / 6, -1 / 6], dtype=dtype).repeat(shape[0] // 4)
    return old, new, mask, advantages


def laid_out(old, new, mask, advantages):
    return Tokens(new[mask], old[mask], advantages[:, None].expand_as(new)[mask], torch.zeros(int(mask.sum()), dtype=torch.bool))


@pytest.mark.parametrize(
    ("ratio", "advantage", "term", "slope"),
    [
        (1.0, 0.75, 0.75, 0.75),
        (1.2, 0.75, 0.9, 0.9),  # d rho/d log pi = rho
        (1.5, 0.75, 1.28 * 0.75, 0.0),  # capped from above where A > 0
        (0.5, 0.75, 0.375, 0.375),  # not from below
        (1.5, -0.25, -0.375, -0.375),
        (0.9, -0.25, -0.225, -0.225),
        (0.5, -0.25, 0.8 * -0.25, 0.0),  # floored where A < 0
    ],
)
def test_terms_and_slopes_by_hand(ratio, advantage, term, slope):
    own = tokens([ratio], [advantage])
    value = clipped(own)
    assert value.item() == pytest.approx(term)
    value.sum().backward()
    assert own.logprobs.grad.item() == pytest.approx(slope)


def test_clip_is_the_papers():
    assert (CLIP_LOW, CLIP_HIGH) == (0.2, 0.28)


def test_loss_is_the_negative_mean_over_tokens_of_all_rows():
    own = tokens([1.0, 1.0, 1.5], [0.5, -0.5, 0.5])
    assert loss(clipped(own), 3).item() == pytest.approx(-(0.5 - 0.5 + 0.64) / 3)


def test_long_trajectories_weigh_by_their_tokens():
    own = tokens([1.0] * 4, [0.5, -0.5, -0.5, -0.5])  # a row of one token, a row of three
    assert loss(clipped(own), 4).item() == pytest.approx(0.25)


def test_clip_shares_count_what_has_no_gradient():
    own = tokens([1.5, 1.5, 0.5, 0.5, 1.0], [1, -1, 1, -1, 1])
    assert [int(count) for count in clip_shares(own)] == [1, 1]


@pytest.mark.parametrize("name", ["mag", "kl", "luffy"])
def test_finite_differences_agree_with_autograd(name):
    old, new, mask, advantages = random_batch(3, (4, 6))
    flat = new.detach()[mask]
    batch = Tokens(flat, old[mask], advantages[:, None].expand_as(new)[mask], torch.arange(len(flat)) % 3 == 0, old[mask] - 0.1)
    ratios = (flat - batch.old).exp()
    assert ((ratios - 0.8).abs() > 1e-4).all()  # none at a corner of the clip
    assert ((ratios - 1.28).abs() > 1e-4).all()
    assert ((ratios < 0.8) | (ratios > 1.28)).any()

    def value(values):
        return loss(RECIPES[name].terms(Tokens(values, batch.old, batch.advantages, batch.expert, batch.reference)), len(flat))

    assert torch.autograd.gradcheck(value, flat.clone().requires_grad_(), eps=1e-7, atol=1e-7)


def test_kl_by_hand():
    own = tokens([1.0, 1.0], [0.5, 0.5], reference=[-1.0, -1.0 + math.log(2)])  # r = 1 and 2
    terms = RECIPES["kl"].terms(own)
    assert terms.tolist() == pytest.approx([0.5, 0.5 - BETA * (2 - math.log(2) - 1)])
    terms.sum().backward()
    assert own.logprobs.grad.tolist() == pytest.approx([0.5, 0.5 - BETA * (1 - 2)])


def test_kl_without_a_reference_is_refused():
    with pytest.raises(BadInput, match="reference"):
        RECIPES["kl"].terms(tokens([1.0], [1.0]))


def test_luffy_by_hand():
    # pi = 0.1 and 0.9 on expert tokens: f = 0.5 and 0.9; slope of f in log pi = pi 0.1 / (pi + 0.1)^2
    old = torch.tensor([-1.0, -1.0, -1.0], dtype=torch.double)
    logprobs = torch.tensor([math.log(0.1), math.log(0.9), -1.0], dtype=torch.double, requires_grad=True)
    advantages = torch.tensor([0.75, 0.75, -0.25], dtype=torch.double)
    terms = RECIPES["luffy"].terms(Tokens(logprobs, old, advantages, torch.tensor([True, True, False])))
    assert terms.tolist() == pytest.approx([0.375, 0.675, -0.25])
    terms.sum().backward()
    assert logprobs.grad.tolist() == pytest.approx([0.75 * 0.25, 0.75 * 0.09, -0.25])


@pytest.mark.slow  # importing it takes longer than all the rest
@pytest.mark.parametrize("seed", range(3))
def test_equals_trl(seed):
    """TRL's own code, its model's forward pass replaced by the tensors (loss `dapo`: the token mean over the whole batch)."""
    trainer = pytest.importorskip("trl.trainer.grpo_trainer").GRPOTrainer
    old, new, mask, advantages = random_batch(seed)
    theirs = new.detach().clone().requires_grad_()
    shell = _trl_shell(trainer, theirs)
    prompts = torch.zeros(len(new), 3, dtype=torch.long)
    given = {
        "prompt_ids": prompts, "prompt_mask": prompts + 1, "completion_ids": torch.zeros(new.shape, dtype=torch.long),
        "completion_mask": mask.long(), "advantages": advantages, "old_per_token_logps": old, "num_items_in_batch": mask.sum(),
    }  # fmt: skip
    expected = trainer._compute_loss(shell, None, given)
    expected.backward()
    own = loss(clipped(laid_out(old, new, mask, advantages)), int(mask.sum()))
    own.backward()
    assert own.item() == pytest.approx(expected.item(), rel=1e-12)
    torch.testing.assert_close(new.grad, theirs.grad, rtol=1e-12, atol=1e-15)
    low, high = clip_shares(laid_out(old, new, mask, advantages))
    assert shell._metrics["train"]["clip_ratio/low_mean"] == pytest.approx([int(low) / int(mask.sum())], rel=1e-6)
    assert shell._metrics["train"]["clip_ratio/high_mean"] == pytest.approx([int(high) / int(mask.sum())], rel=1e-6)
    assert int(low) > 0
    assert int(high) > 0


def _trl_shell(trainer, logprobs):
    from collections import defaultdict

    accelerator = SimpleNamespace(num_processes=1, reduce=lambda values, reduction: values, gather=lambda values: values)
    return SimpleNamespace(
        _get_per_token_logps_and_entropies=lambda *_, **__: (logprobs, torch.zeros_like(logprobs), None),
        model=SimpleNamespace(training=True), args=SimpleNamespace(delta=None, steps_per_generation=1, use_bias_correction_kl=False),
        aux_loss_enabled=False, top_entropy_quantile=1.0, off_policy_mask_threshold=None, importance_sampling_level="token", beta=0.0,
        loss_type="dapo", epsilon_low=0.2, epsilon_high=0.28, use_vllm=False, vllm_importance_sampling_correction=False,
        accelerator=accelerator, current_gradient_accumulation_steps=1, _entropy_bonus_enabled=False,
        _metrics={"train": defaultdict(list)},
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_equals_the_token_level_policy_loss_of_openrlhf(seed):
    """OpenRLHF's PolicyLoss with token_level_loss and no dual clip, as its source and documentation have it: the masked mean of
    -min(ratio A, clamp(ratio) A) over the batch. Written out here with its own order of operations; the package needs a GPU."""
    old, new, mask, advantages = random_batch(seed)
    theirs = new.detach().clone().requires_grad_()
    change = theirs - old
    surrogate = torch.stack([change.exp(), change.exp().clip(0.8, 1.28)]) * advantages.view(1, -1, 1)
    weight = mask.to(theirs.dtype)
    expected = (surrogate.amin(dim=0).neg() * weight).sum() / weight.sum()
    expected.backward()
    own = loss(clipped(laid_out(old, new, mask, advantages)), int(mask.sum()))
    own.backward()
    assert own.item() == pytest.approx(expected.item(), rel=1e-12)
    torch.testing.assert_close(new.grad, theirs.grad, rtol=1e-12, atol=1e-15)
