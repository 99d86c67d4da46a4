"""The policy between all right and all wrong, on a page of its own."""

import json

import pytest

from mag.contract.contracts import CONTRACTS
from mag.contract.gate import read
from mag.contract.grounding import GROUNDINGS
from mag.contract.prompt import Prompt
from mag.errors import BadInput
from mag.policies.base import EpisodeSpec, Turn
from mag.policies.demo import DemoPolicy
from mag.policies.imperfect import ImperfectPolicy
from mag.records import Mark, Observation, WebTask
from mag.shown import Demonstration, DemoStep

SOM = GROUNDINGS["som"]
PROMPT = Prompt("", "")  # what the policy does not read
MARKS = tuple(
    Mark(i, "BUTTON", name, name, "button", (10.0 * i, 10, 8, 8), True, (10.0 * i + 4, 14))
    for i, name in enumerate(("Sort", "Save", "Open"), 1)
)
SEEN = Observation("http://a/", "A page", b"", MARKS, (0, 0))
STEPS = (
    *(DemoStep("click", "button", mark.name, guide=f"Click {mark.name}.") for mark in MARKS),
    DemoStep("finish", content="blue", guide="Report blue."),
)
DEMOS = DemoPolicy({task_id: Demonstration(task_id, STEPS) for task_id in range(400)})


async def play(policy, task_id, seed, contract="full"):
    """The completions of an episode on a page that never changes."""
    agent = policy.agent(EpisodeSpec(WebTask(task_id, ("a",), "", "", "", 1, {}, {}), 0, seed, SOM, CONTRACTS[contract]))
    texts = []
    for index in range(1, 26):
        texts.append((await agent.act(Turn(PROMPT, SEEN, index))).text)
        action = read(texts[-1], MARKS, "", SOM, CONTRACTS[contract])[1]
        if action is not None and action.verb == "finish":
            break
    return texts


def is_demo(texts):
    return [json.loads(text)["guide_text"] for text in texts] == [step.guide for step in STEPS]


async def test_without_errors_it_is_the_demonstration():
    assert is_demo(await play(ImperfectPolicy(DEMOS, 0, 0), 1, 5))


@pytest.mark.parametrize("share", [0.25, 0.5, 1.0])
async def test_about_that_share_goes_astray(share):
    policy = ImperfectPolicy(DEMOS, share, 0)
    answers = [json.loads((await play(policy, 1, seed))[-1])["content"] for seed in range(200)]
    astray = sum(answer != "blue" for answer in answers) / len(answers)
    assert share - 0.12 < astray <= min(1, share + 0.12)


async def test_spoilt_outputs_are_unparsable_wrong_or_leaking():
    policy = ImperfectPolicy(DEMOS, 0, 0.6)
    texts = [text for seed in range(150) for text in await play(policy, 1, seed)]
    gates = [read(text, MARKS, "", SOM, CONTRACTS["full"])[2] for text in texts]
    guides = [read(text, MARKS, "", SOM, CONTRACTS["full"])[3] for text in texts]
    right = {step.guide for step in STEPS}
    unparsable = sum(not gate.parsed for gate in gates) / len(gates)
    leaking = sum(not gate.clean for gate in gates) / len(gates)
    wrong = sum(gate.passed and guide not in right for gate, guide in zip(gates, guides, strict=True)) / len(gates)
    assert 0.14 < unparsable < 0.26
    assert 0.1 < leaking < 0.22  # a fifth of those that can be read
    assert 0.1 < wrong < 0.22
    assert all(json.loads(text)["content"] == "blue" for text in texts if '"finish"' in text)  # errors of writing do not change the way


async def test_the_same_seed_errs_the_same_way():
    policy = ImperfectPolicy(DEMOS, 0.5, 0.3)
    first, again, other = [await play(policy, 7, seed) for seed in (3, 3, 4)]
    assert first == again != other


@pytest.mark.parametrize("contract", ["A", "G", "J", "JG"])
async def test_every_contract_is_kept(contract):
    for seed in range(20):
        for text in await play(ImperfectPolicy(DEMOS, 0.5, 0), 1, seed, contract):
            assert read(text, MARKS, "", SOM, CONTRACTS[contract])[2].strict


def test_its_identity_is_its_parameters():
    assert ImperfectPolicy.of("", DEMOS).identity == ImperfectPolicy.of("0.5,0.1", DEMOS).identity == f"0.5,0.1,{DEMOS.identity}"
    assert ImperfectPolicy.of("0.25", DEMOS).identity == f"0.25,0.1,{DEMOS.identity}"


@pytest.mark.parametrize("argument", ["1.5", "-0.1", "half", "0.5,2", "0.1,0.2,0.3", ",", "nan"])
def test_what_is_no_share_is_refused(argument):
    with pytest.raises(BadInput, match="imperfect"):
        ImperfectPolicy.of(argument, DEMOS)
