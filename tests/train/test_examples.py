"""Examples: the prompt is the one at inference, the target is the contract's, what does not fit is named."""

import json
import unicodedata
from dataclasses import replace

import pytest
import torch

from mag.choice import Choice, make_spec
from mag.contract.contracts import CONTRACTS
from mag.contract.gate import read
from mag.contract.grounding import GROUNDINGS
from mag.contract.prompt import system_text
from mag.errors import BadInput, Corrupt
from mag.harness import run_episode
from mag.offline.force import Forcing, turn_of
from mag.offline.gold import make_gold
from mag.runs import EvalFolder
from mag.sweep import plan_of
from mag.train.examples import divide, lengths, make_examples, target_text
from mag.train.rows import Rendered
from mag.train.sft_trainer import NO_LOSS, inputs_of
from tests.offline.steps import gold_step
from tests.train.gold import PICTURES, pictured, steps_of, stored

SOM, COORD, FULL = GROUNDINGS["som"], GROUNDINGS["coord"], CONTRACTS["full"]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    return stored(tmp_path_factory.mktemp("gold") / "gold", [step for task in range(1, 4) for step in steps_of(task, "train")])


async def test_the_prompt_is_the_one_an_episode_was_rolled_with(lane, environment, benchmark, renderer, tmp_path):
    """Byte for byte, picture included, over a demonstration played in the browser."""
    task = min(benchmark.demonstrations.values(), key=lambda own: (len(own.steps), own.task_id)).task_id
    spec = make_spec(Choice("test"), benchmark, environment.snapshot)
    folder = EvalFolder(tmp_path / "evaluation")
    folder.freeze_plan(plan_of(spec, [benchmark.task(task)], 1))
    rolled = await run_episode(lane, spec, benchmark.task(task), 0)
    unit = folder.store(rolled.episode, rolled.images)
    gold = make_gold([folder.path], tmp_path / "gold", benchmark.part_of)
    examples = make_examples(gold, gold.steps, SOM, FULL, renderer)
    assert len(examples.rows) == len(rolled.episode.steps) >= 2
    for row, step in zip(examples.rows, rolled.episode.steps, strict=True):
        assert row.user.encode() == step.prompt.encode()
        assert row.system == system_text(SOM, FULL)
        assert row.image.read_bytes() == (unit / step.image).read_bytes()
        said, asked = (json.loads(text) for text in (step.completion, renderer.processor.tokenizer.decode(row.token_ids[:-1])))
        assert asked == {key: unicodedata.normalize("NFC", value) if isinstance(value, str) else value for key, value in said.items()}


@pytest.mark.parametrize("grounding", GROUNDINGS.values(), ids=GROUNDINGS)
@pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
def test_a_target_says_what_the_person_did_in_the_keys_of_the_contract(corpus, renderer, grounding, contract):
    examples = make_examples(corpus, corpus.steps, grounding, contract, renderer)
    assert examples.steps == corpus.steps
    assert not examples.left_out
    for row, step in zip(examples.rows, examples.steps, strict=True):
        text = renderer.processor.tokenizer.decode(row.token_ids)
        assert text == target_text(step, grounding, contract) + "<|im_end|>"
        fields = json.loads(text.removesuffix("<|im_end|>"))
        assert tuple(fields) == contract.keys_for(grounding)
        _, action, gate, guide = read(text, step.marks, step.title, grounding, contract)
        assert gate.passed and gate.strict
        assert guide == (step.guide if contract.wants_guide else "")
        if contract.wants_action:
            assert (action.verb, action.content) == (step.verb, step.content)
            assert action.mark == (step.mark if grounding is SOM else None)
            assert action.point == (step.point if grounding is COORD else None)
        asked = turn_of(step, b"", Forcing(None, contract, grounding)).prompt  # what a model is asked when it is scored
        assert (row.system, row.user) == (asked.system, asked.user)


def test_steps_that_a_view_or_the_gate_refuses_are_left_out_and_counted(tmp_path, renderer):
    own = [
        pictured(gold_step(1, 1, "click", 4, guide="Open 'Far below'.", think="t"), 1),  # below the fold: no pixel
        pictured(gold_step(1, 2, "click", None, guide="Open 'Orders'.", box=(220, 0, 100, 40), point=(270.0, 20.0), think="t"), 2),
        pictured(gold_step(1, 3, "scroll", None, "down", "Scroll down."), 3),  # nobody's reasoning
        pictured(gold_step(1, 4, "click", 2, guide="Click element 2.", think="t"), 4),  # a guide that leaks
        pictured(gold_step(1, 5, "click", 2, guide="Open 'Orders'.", think="t"), 5),
    ]
    gold = stored(tmp_path / "gold", own)
    som = make_examples(gold, gold.steps, SOM, FULL, renderer)
    assert [step.index for step in som.steps] == [1, 5]
    assert som.left_out == {
        "target not in the som view": 1, "fails the gate (parse: think is blank or not a text)": 1,
        next(reason for reason in som.left_out if "leak" in reason): 1,
    }  # fmt: skip
    coord = make_examples(gold, gold.steps, COORD, CONTRACTS["A"], renderer)
    assert [step.index for step in coord.steps] == [2, 3, 4, 5]
    assert coord.left_out == {"target not in the coord view": 1}
    assert json.loads(target_text(gold.steps[1], COORD, CONTRACTS["A"]))["coordinate"] == [270, 20]
    with pytest.raises(BadInput, match=r"no step of .*gold can be trained on"):
        make_examples(gold, gold.steps[3:4], SOM, FULL, renderer)


def test_validation_is_its_part_or_a_tenth_of_the_training_tasks(tmp_path):
    parts = {task: "validation" if task == 3 else "test" if task == 4 else "train" for task in range(1, 6)}
    own = stored(tmp_path / "a", [step for task, part in parts.items() for step in steps_of(task, part)])
    assert [{step.task_id for step in part} for part in divide(own, 0)] == [{1, 2, 5}, {3}]
    without = stored(tmp_path / "b", [step for task in range(1, 41) for step in steps_of(task, "train" if task < 31 else "test")])
    held = [{step.task_id for step in divide(without, seed)[1]} for seed in (0, 0, 1)]
    training = {step.task_id for step in divide(without, 0)[0]}
    assert held[0] == held[1] != held[2]
    assert len(held[0]) == 3 and training | held[0] == set(range(1, 31)) and not training & held[0]
    with pytest.raises(BadInput, match="one training task"):
        divide(stored(tmp_path / "c", steps_of(1, "train")), 0)
    with pytest.raises(BadInput, match="'train'; its parts are test"):
        divide(stored(tmp_path / "d", steps_of(1, "test")), 0)


def test_what_is_over_the_budget_is_named_and_never_cut(tmp_path, renderer):
    long = [pictured(gold_step(task, 1, "finish", None, "word " * 250, "Report it.", part="train"), task) for task in (1, 2)]
    wide = pictured(gold_step(3, 2, "finish", None, "1", "Report it.", part="train", history=("incomprehensible " * 5,) * 190), 3)
    fine = pictured(gold_step(4, 1, "finish", None, "1", "Report it.", part="train"), 4)
    gold = stored(tmp_path / "gold", [*long, wide, fine])
    rows = make_examples(gold, gold.steps, SOM, CONTRACTS["J"], renderer).rows
    with pytest.raises(
        BadInput, match=r"3 steps do not fit into 16000 tokens of prompt and 1024 of target: 1/1, 2/1, 3/2 .*target has \d{4}"
    ):
        lengths(Rendered(rows, renderer))
    (size,) = lengths(Rendered(rows[3:], renderer))
    assert size == renderer.prompt(rows[3].system, rows[3].user, rows[3].image.read_bytes())["input_ids"].shape[1] + len(rows[3].token_ids)
    endless = stored(tmp_path / "endless", [replace(fine, intent="find it " * 9000, think="t")])
    with pytest.raises(BadInput, match="task 4, step 1 cannot be trained on: the task's intent does not fit"):
        make_examples(endless, endless.steps, SOM, FULL, renderer)


def test_a_damaged_screenshot_is_named(tmp_path, renderer):
    gold = stored(tmp_path / "gold", steps_of(1, "train"))
    (gold.folder / gold.steps[1].image).write_bytes(next(iter(PICTURES.values())))
    with pytest.raises(Corrupt, match="not what was stored"):
        make_examples(gold, gold.steps, SOM, FULL, renderer)


def test_the_loss_is_on_the_object_and_the_end_of_the_turn(corpus, renderer):
    """Decode the mask: exactly the target's text in every row, at positions whose next token it is."""
    examples = make_examples(corpus, corpus.steps, COORD, FULL, renderer)
    inputs = inputs_of(Rendered(examples.rows, renderer), range(len(examples.rows)))
    labels, keep = inputs["labels"], inputs["logits_to_keep"]
    assert torch.equal(labels, inputs["shift_labels"])
    assert len(keep) < inputs["input_ids"].shape[1]
    for own, ids, step in zip(labels, inputs["input_ids"], examples.steps, strict=True):
        counted = own != NO_LOSS
        assert torch.equal(ids[keep[counted] + 1], own[counted])
        assert renderer.processor.tokenizer.decode(own[counted]) == target_text(step, COORD, FULL) + "<|im_end|>"
