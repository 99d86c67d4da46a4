"""Eq. 6 and 7 by hand, and what becomes of groups."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mag.train.advantages import centred, varied
from mag.train.groups import join_experts, make_groups
from mag.train.variants import RECIPES
from mag.train.variants.balanced import balanced
from mag.train.variants.dynamic import AT_MOST, more
from mag.train.variants.scaled import scaled
from mag.train.variants.shaped import reward
from tests.train.small import SAID, episode, in_memory


def members(task, outcomes, experts=0, **more):
    own = [in_memory(episode(task, sample, outcome, **more)) for sample, outcome in enumerate(outcomes)]
    return own + [in_memory(episode(task, 100 + number, "success"), expert=True) for number in range(experts)]


def test_six_failures_and_two_experts():
    (group,) = make_groups(members(1, ["failure"] * 6, experts=2)).kept
    assert group.advantages == (-0.25,) * 6 + (0.75,) * 2


def test_a_lone_success_keeps_its_size():
    (group,) = make_groups(members(1, ["failure", "success"] + ["failure"] * 4)).kept
    assert group.advantages[1] == pytest.approx(5 / 6)
    assert group.advantages[0] == pytest.approx(-1 / 6)


def test_one_expert_and_a_mixed_group():
    (group,) = make_groups(members(1, ["success", "success", "failure", "failure"], experts=1)).kept  # mean 3/5
    assert group.advantages == pytest.approx((0.4, 0.4, -0.6, -0.6, 0.4))


@given(st.lists(st.sampled_from([0.0, 1.0]), min_size=2, max_size=8))
def test_advantages_sum_to_zero_and_keep_differences(rewards):
    advantages = centred(rewards, [1] * len(rewards))
    assert math.fsum(advantages) == pytest.approx(0, abs=1e-12)
    assert max(advantages) - min(advantages) == pytest.approx(max(rewards) - min(rewards))
    assert varied(rewards) == (len(set(rewards)) > 1)


def test_equal_sums_of_floats_are_no_variance():
    assert not varied([0.1 + 0.2, 0.3])
    assert varied([0.1, 0.10001])


def test_what_carries_no_gradient_is_dropped_and_counted():
    found = make_groups(
        [
            *members(1, ["failure"] * 3),
            *members(2, ["success"] * 2),
            *members(3, ["success", "infra", "undecided"]),
            *members(4, ["infra", "infra"]),
            *members(5, ["undecided", "failure", "success"]),
        ]
    )
    assert [group.task_id for group in found.kept] == [5]
    assert found.kept[0].advantages == (-0.5, 0.5)  # the undecided one is no failure
    assert (found.level, found.too_small, found.left_out) == ((1, 2), (3, 4), 5)


def test_members_of_a_task_meet_wherever_they_come():
    mixed = [part for pair in zip(members(1, ["failure", "success"]), members(2, ["success", "failure"]), strict=True) for part in pair]
    assert [group.task_id for group in make_groups(mixed).kept] == [1, 2]


def test_experts_join_the_tasks_that_were_rolled():
    cache = {1: members(1, [], experts=3), 3: members(3, [], experts=1)}
    joined = join_experts(members(2, ["failure"]) + members(1, ["failure"]), cache)
    assert [(own.episode.web_task.task_id, own.expert) for own in joined] == [(2, False), (1, False), (1, True), (1, True)]


def test_plain_takes_no_experts():
    trajectories = members(1, ["failure"] * 6, experts=2)
    assert not make_groups(filter(RECIPES["plain"].joins, trajectories)).kept
    assert len(make_groups(filter(RECIPES["mag"].joins, trajectories)).kept) == 1


def test_scaled_divides_by_the_deviation():
    # 0 0 0 1: mean 1/4, sample variance (3/16 + 9/16) / 3 = 1/4, deviation 1/2
    assert scaled([0, 0, 0, 1], [1, 1, 1, 1]) == pytest.approx((-0.25 / 0.5001,) * 3 + (0.75 / 0.5001,))


def test_balanced_by_hand():
    # two failures of 8 steps, an expert's 4: the baseline is 4 / 20
    assert balanced([0, 0, 1], [8, 8, 4]) == pytest.approx((-0.2, -0.2, 0.8))


@given(st.lists(st.tuples(st.sampled_from([0.0, 1.0]), st.integers(1, 30)), min_size=2, max_size=8))
def test_balanced_steps_sum_to_zero(members):
    rewards, lengths = zip(*members, strict=True)
    advantages = balanced(rewards, lengths)
    assert math.fsum(own * length for own, length in zip(advantages, lengths, strict=True)) == pytest.approx(0, abs=1e-9)
    assert max(advantages) - min(advantages) == pytest.approx(max(rewards) - min(rewards))


def test_a_group_is_balanced_over_its_members_steps():
    trajectories = [in_memory(episode(1, 0, "failure", steps=3)), in_memory(episode(1, 1, "success", steps=1))]
    (group,) = make_groups(trajectories, advantages=RECIPES["balanced"].advantages).kept
    assert group.advantages == pytest.approx((-0.25, 0.75))
    assert not make_groups(filter(RECIPES["balanced-plain"].joins, members(1, ["failure"], experts=2))).kept


def test_shaped_reward_by_hand():
    junk = "no object here"
    assert reward(episode(1, 0, "success", said=(SAID.format(1, "A"), junk))) == pytest.approx(1 + 0.05)
    assert reward(episode(1, 0, "failure", said=(SAID.format(1, "A"), SAID.format(1, "B")), finished=True)) == pytest.approx(0.1 - 0.1)
    assert reward(episode(1, 0, "failure", said=(junk, junk), finished=True)) == pytest.approx(-0.1)
    assert reward(episode(1, 0, "failure", said=(SAID.format(1, "A"), junk))) == pytest.approx(0.05)


def test_shaped_rewards_give_variance_to_a_group_that_fails():
    trajectories = [in_memory(episode(1, 0, "failure")), in_memory(episode(1, 1, "failure", said=("no", "no")))]
    shaped = RECIPES["shaped"]
    assert make_groups(trajectories, shaped.reward, shaped.advantages).kept[0].advantages == pytest.approx((0.05, -0.05))


def test_dynamic_sampling_replaces_what_has_no_variance():
    found = make_groups([*members(1, ["failure"] * 2), *members(2, ["success", "failure"]), *members(3, ["infra", "failure"])])
    assert more((7, 8, 9), found, 3) == (7, 8)  # one of three carries a gradient
    assert more((7,), found, 3) == (7,)
    assert more((7, 8), found, 1) == ()


def test_dynamic_sampling_ends_where_nothing_is_solvable():
    found = make_groups([own for task in range(5) for own in members(task, ["failure"] * 2)])
    assert more(range(100, 200), found, 2) == (100,)  # 5 of at most 2 * 3 are rolled
    assert AT_MOST == 3
