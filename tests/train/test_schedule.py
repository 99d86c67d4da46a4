"""The schedule of Algorithm 2: counted, never drawn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mag.errors import BadInput
from mag.train.schedule import counted, round_seed, scheduled

TASKS = tuple(range(1000, 1407))  # as many as MAG trains on
COVERED = frozenset(TASKS[::3][:139])


def rounds(tasks, covered, seed, count, groups=41):
    return [scheduled(tasks, covered, seed, number, groups) for number in range(1, count + 1)]


def test_covered_tasks_come_first_and_every_task_once():
    found = rounds(TASKS, COVERED, 0, 10)
    assert all(len(own) == 41 for own in found)
    drawn = [task for own in found for task in own]
    assert set(drawn[: len(COVERED)]) == COVERED
    assert sorted(drawn[:407]) == list(TASKS)
    assert len(set(drawn[407:])) == 3  # ten rounds of 41 are three more than there are
    assert set(drawn[407:]) <= COVERED


def test_the_order_is_a_function_of_its_arguments():
    assert scheduled(TASKS, COVERED, 0, 3) == scheduled(TASKS[::-1], set(COVERED), 0, 3)
    assert scheduled(TASKS, COVERED, 0, 3) != scheduled(TASKS, COVERED, 1, 3)
    assert scheduled(TASKS, (), 0, 1) != TASKS[:41]


def test_a_second_pass_has_another_order():
    first, second = rounds(range(50), (), 5, 2, groups=50)
    assert sorted(first) == sorted(second) == list(range(50))
    assert first != second


@given(st.integers(1, 12), st.integers(1, 15), st.integers(0, 3), st.data())
def test_no_round_has_a_task_twice_and_none_waits_for_long(count, groups, seed, data):
    covered = data.draw(st.sets(st.integers(0, count - 1)))
    found = rounds(range(count), covered, seed, 9, groups)
    size = min(count, groups)
    assert all(len(set(own)) == len(own) == size for own in found)
    drawn = [task for own in found for task in own]
    times = [drawn.count(task) for task in range(count)]
    assert max(times) - min(times) <= 2


def test_fewer_tasks_than_groups():
    assert [sorted(own) for own in rounds((3, 1, 2), {2}, 0, 3)] == [[1, 2, 3]] * 3
    assert scheduled((3, 1, 2), {2}, 0, 1)[0] == 2


@pytest.mark.parametrize(("tasks", "number"), [((), 1), ((1,), 0)])
def test_no_such_round(tasks, number):
    with pytest.raises(BadInput):
        scheduled(tasks, (), 0, number)


def test_seeds_are_apart():
    seeds = {round_seed(seed, number) for seed in range(20) for number in range(1, 21)}
    assert len(seeds) == 400
    assert all(0 <= own < 2**48 for own in seeds)
    assert counted(1, 23) != counted(12, 3)
