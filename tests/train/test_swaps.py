"""Slot values exchanged in demonstrations: everywhere, both ways, and never a name that is spelt otherwise elsewhere."""

from dataclasses import replace

from mag.records import WebTask
from mag.train.by_length import POOL, ByLength
from mag.train.swaps import swapped, values_of
from mag.train.thin import thinned
from tests.offline.steps import gold_step


def task(number, name, template=5):
    intent = f"Star the project {name}."
    return WebTask(number, ("gitlab",), "__GITLAB__", intent, "Star the project {{project}}.", template, {"project": name}, {})


def shown(number, name, other):
    step = gold_step(number, 1, "click", 1, guide=f"Open '{name}' in the list.", think=f"{name} is there.", history=(f"Look for {name}.",))
    first, second, *rest = (replace(mark, name="", text="") for mark in step.marks)
    marks = (replace(first, text=name), replace(second, text=f"{other} (2 stars)"), *rest)
    return replace(step, intent=f"Star the project {name}.", marks=marks)


def test_two_names_change_places_everywhere():
    tasks = [task(1, "Rope Walk"), task(2, "Dock Hand")]
    (copy,) = swapped([shown(1, "Rope Walk", "Dock Hand")], tasks, 1, seed=0)
    assert copy.intent == "Star the project Dock Hand."
    assert (copy.guide, copy.think, copy.history) == ("Open 'Dock Hand' in the list.", "Dock Hand is there.", ("Look for Dock Hand.",))
    assert [mark.text for mark in copy.marks[:2]] == ["Dock Hand", "Rope Walk (2 stars)"]
    assert copy.mark == 1


def test_copies_are_seeded_and_use_only_the_tasks_given():
    names = [f"Name {letter}" for letter in "ABCDEFGH"]
    tasks = [task(number, name) for number, name in enumerate(names)]
    steps = [step for number in range(4) for step in (shown(number, names[number], "Other"), shown(number, names[number], "Some"))]
    once = list(swapped(steps, tasks, 3, seed=1))
    assert once == list(swapped(steps, tasks, 3, seed=1)) != list(swapped(steps, tasks, 3, seed=2))
    assert len(once) == 3 * len(steps)
    assert {step.intent.removeprefix("Star the project ").rstrip(".") for step in once} <= set(names)
    assert all(first.intent == second.intent for first, second in zip(once[::2], once[1::2], strict=True))  # alike in all steps of a copy
    assert not list(swapped(steps, tasks[4:], 3, seed=1))  # tasks that are not among those given


def test_values_that_stand_there_otherwise_spelt_or_in_one_another_stay():
    step = shown(1, "Rope Walk", "Dock Hand")
    assert not list(swapped([replace(step, guide="Open 'ROPE WALK'.")], [task(1, "Rope Walk"), task(2, "Dock Hand")], 1, 0))
    assert not list(swapped([step], [task(1, "Rope Walk"), task(2, "Rope Walk Two")], 1, 0))  # one inside the other
    assert values_of([task(1, "Rope"), task(2, "Rope"), task(3, "Hand", 6)]) == {(5, "project"): ["Rope"], (6, "project"): ["Hand"]}


def test_a_label_that_begins_with_a_capital_changes_with_the_word_in_the_task():
    step = shown(1, "car", "Bicycle")
    step = replace(
        step, content="Car", think="Going by car.", marks=(replace(step.marks[0], text="Travel mode: Car (Car, Bicycle, Scar)"),)
    )
    tasks = [task(1, "car"), task(2, "bicycle")]
    (copy,) = swapped([step], tasks, 1, seed=0)
    assert (copy.intent, copy.content, copy.think) == ("Star the project bicycle.", "Bicycle", "Going by bicycle.")
    assert copy.marks[0].text == "Travel mode: Bicycle (Bicycle, Car, Scar)"
    number = replace(shown(1, "75", "50"), guide="Type '75' below 'From'.", think="", history=())
    (copy,) = swapped([number], [task(1, "75"), task(2, "50")], 1, seed=0, invention=1.0)
    assert (copy.intent, copy.guide, copy.marks[1].text) == ("Star the project 50.", "Type '50' below 'From'.", "75 (2 stars)")


def test_made_up_values_take_the_place_of_the_tasks_own_and_stand_nowhere_else():
    step, tasks = shown(1, "Rope Walk", "Dock Hand"), [task(1, "Rope Walk"), task(2, "Dock Hand")]
    copies = list(swapped([step], tasks, 40, seed=0, invention=1.0))
    names = [copy.intent.removeprefix("Star the project ").removesuffix(".") for copy in copies]
    assert len(copies) > 30 and len(set(names)) > 30 and not {"Rope Walk", "Dock Hand"} & set(names)
    for name, copy in zip(names, copies, strict=True):
        assert (copy.guide, copy.marks[0].text, copy.marks[1].text) == (f"Open '{name}' in the list.", name, "Dock Hand (2 stars)")
    some = {copy.intent == "Star the project Dock Hand." for copy in swapped([step], tasks, 40, seed=0, invention=0.5)}
    assert some == {True, False}


def test_a_thinned_menu_keeps_its_target_and_is_numbered_anew():
    step = shown(1, "Rope Walk", "Dock Hand")
    step = replace(step, marks=tuple(replace(step.marks[0], id=number, text=f"Line {number}") for number in range(1, 41)), mark=33)
    copies = list(thinned([step] * 50, 0.2, seed=3))
    assert copies == list(thinned([step] * 50, 0.2, seed=3)) != list(thinned([step] * 50, 0.2, seed=4))
    for copy in copies:
        assert [mark.id for mark in copy.marks] == list(range(1, len(copy.marks) + 1))
        assert copy.marks[copy.mark - 1].text == "Line 33" and 2 < len(copy.marks) <= 40
    assert len({copy.mark for copy in copies}) > 10 and len({len(copy.marks) for copy in copies}) > 10
    finish = replace(step, verb="finish", mark=None)
    assert next(thinned([finish], 0.2, seed=3)).mark is None and next(thinned([finish], 1.0, seed=3)).marks == finish.marks


def test_what_cannot_be_exchanged_is_copied_as_it_is_where_asked_for():
    step, tasks = shown(1, "Rope Walk", "Dock Hand"), [task(1, "Rope Walk")]
    assert not list(swapped([step], tasks, 2, 0)) and list(swapped([step], tasks, 2, 0, unchanged=True)) == [step, step]


def test_batches_hold_rows_of_like_length_and_every_row_comes_once_an_epoch():
    lengths = [(7 * row) % 101 for row in range(1003)]
    sampler = ByLength(lengths, 8, seed=4)
    first = list(sampler)
    assert sorted(first) == list(range(1003)) and len(sampler) == 1003
    spreads = [max(lengths[row] for row in batch) - min(lengths[row] for row in batch) for batch in zip(*[iter(first)] * 8, strict=False)]
    assert sum(spreads) / len(spreads) < 101 / POOL * 2
    assert list(sampler) == first
    sampler.set_epoch(1)
    assert list(sampler) != first and sorted(sampler) == sorted(first)
