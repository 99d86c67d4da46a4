"""Real vLLM: what it says is what transformers computes, before and after its weights are replaced. `pytest -m vllm`, after `make vllm`."""

import asyncio
import io
import socket
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from PIL import Image, ImageDraw

import mag.serve.push as pushing
from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS
from mag.contract.prompt import render
from mag.errors import BadInput, MagError
from mag.local.model import LocalModel
from mag.local.weights import checkpoint_digest
from mag.models.base import Ask, Decoding
from mag.models.conversation import conversation
from mag.models.served import ServedModel
from mag.models.trouble import TimedOut
from mag.records import Mark, Observation
from mag.serve.environment import find_environment
from mag.serve.launch import serving
from mag.serve.probe import Probe, distance, require_served, served_logprobs
from mag.serve.push import push_weights
from mag.serve.settings import load_serve
from mag.settings import ModelConf
from mag.train.tiny import build_tiny
from tests.serve.fake_vllm import chat

TOLERANCE = 1e-4  # of a log-probability, fp32 on both sides

pytestmark = pytest.mark.vllm


def environment():
    try:
        return find_environment(Path(load_serve().environment))
    except BadInput as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    environment()
    folder = tmp_path_factory.mktemp("tiny")
    return [build_tiny(folder / name, seed) for seed, name in enumerate("AB")]


@pytest.fixture(scope="module")
def served(folders, tmp_path_factory):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    conf = replace(load_serve(), port=port, logs=str(tmp_path_factory.mktemp("logs")), stop_s=10.0)
    with serving(conf, folders[0], "tiny") as running:
        running.wait()
        yield running


def model_of(served, **changes):
    return ServedModel(ModelConf(client="served", model="tiny", base_url=served.server.url, **({"timeout_s": 300.0} | changes)))


def asks(count, decoding):
    """Step prompts with screenshots, no two alike."""
    made = []
    for number in range(count):
        picture = Image.new("RGB", (1440, 900), (250, 250 - number, 240))
        ImageDraw.Draw(picture).rectangle((40 * number, 100, 40 * number + 300, 400), fill=(20, 20 * number % 255, 90))
        target = io.BytesIO()
        picture.save(target, "PNG")
        marks = tuple(Mark(n, "BUTTON", f"N {n}", f"Text {n}", "button", (1, 2, 3, 4), True, (2, 3)) for n in range(1, 8 + number))
        seen = Observation("http://shop.mag.test/", "T", target.getvalue(), marks, (0, 0))
        prompt = render(f"Buy item {number} <|im_end|>", seen, ["Click 'A'."], GROUNDINGS["som"], CONTRACTS["full"])
        made.append(Ask(conversation(prompt, seen.screenshot), decoding))
    return made


async def all_of(model, wanted):
    async with model:
        return await asyncio.gather(*map(model.complete, wanted))


def probe_and_truth(folders):
    """Texts, and what transformers makes of them with each folder's weights."""
    import torch
    from transformers import AutoModelForImageTextToText

    generator = torch.Generator().manual_seed(0)
    texts = tuple(tuple(torch.randint(0, 2_500, (length,), generator=generator).tolist()) for length in (40, 400))
    truth = []
    for folder in folders:
        model = AutoModelForImageTextToText.from_pretrained(folder, dtype=torch.float32).eval()
        with torch.no_grad():
            rows = [model(input_ids=torch.tensor([text])).logits[0, :-1].log_softmax(-1) for text in texts]
        truth.append(tuple(tuple(row[range(len(row)), list(text[1:])].tolist()) for row, text in zip(rows, texts, strict=True)))
    return Probe(texts), truth


def test_it_says_which_weights_it_serves(served, folders):
    assert served.version == checkpoint_digest(folders[0])
    assert model_of(served).identity == f"served/tiny@{served.version}"


async def test_greedy_agrees_with_the_local_engine(served, folders):
    wanted = asks(8, Decoding(max_output_tokens=32, temperature=0.0))
    here = await all_of(LocalModel(ModelConf(client="local", model=str(folders[0]), options={"dtype": "float32"})), wanted)
    there = await all_of(model_of(served), wanted)
    assert [one.prompt_digest for one in there] == [one.prompt_digest for one in here]  # the very same input
    same = [a.token_ids == b.token_ids for a, b in zip(here, there, strict=True)]
    assert sum(same) >= 7, same  # sums in another order may turn a tie
    for a, b in zip(here, there, strict=True):
        if a.token_ids == b.token_ids:
            assert max(abs(x - y) for x, y in zip(a.logprobs, b.logprobs, strict=True)) < TOLERANCE
            assert (a.text, a.end, a.usage.input_tokens) == (b.text, b.end, b.usage.input_tokens)


async def test_seeded_samples_repeat_and_differ(served):
    wanted = [Ask(ask.messages, Decoding(32, temperature=1.0, seed=number)) for number, ask in enumerate(asks(6, Decoding()))]
    once, again = await all_of(model_of(served), wanted), await all_of(model_of(served), wanted[::-1])
    assert [one.token_ids for one in once] == [one.token_ids for one in again[::-1]]
    other = await all_of(model_of(served), [Ask(ask.messages, replace(ask.decoding, seed=99 + n)) for n, ask in enumerate(wanted)])
    assert all(a.token_ids != b.token_ids for a, b in zip(once, other, strict=True))


async def test_pushed_there_and_back(served, folders):
    probe, truth = probe_and_truth(folders)
    assert distance(*truth) > 0.5  # the probe tells them apart
    pictured = asks(3, Decoding(max_output_tokens=16))
    said = [[one.token_ids for one in await all_of(model_of(served), pictured)]]
    assert require_served(served_logprobs(served.server.url, "tiny", probe), truth[0], TOLERANCE) >= 0
    identities = [model_of(served).identity]
    for which in (1, 0):
        push = push_weights(served.server.url, folders[which])
        assert push.version == checkpoint_digest(folders[which]) == push_version(served)
        require_served(served_logprobs(served.server.url, "tiny", probe), truth[which], TOLERANCE)
        said.append([one.token_ids for one in await all_of(model_of(served), pictured)])  # pictures seen before the push, too
        identities.append(model_of(served).identity)
    assert said[0] == said[2] != said[1]
    assert identities[0] == identities[2] != identities[1]


def push_version(served):
    return httpx.get(f"{served.server.root}/weight_info", trust_env=False).json()["weight_version"]


def test_weights_of_another_shape_are_refused(served, folders, tmp_path):
    from safetensors.torch import load_file, save_file

    state = load_file(folders[0] / "model.safetensors")
    name = sorted(state)[3]
    for spoiled in ({**state, name: state[name][:1].clone()}, {key: value for key, value in state.items() if key != name}):
        save_file(spoiled, tmp_path / "model.safetensors")
        with pytest.raises(BadInput, match=f"does not fit .*{name}"):
            push_weights(served.server.url, tmp_path)
    assert push_version(served) == checkpoint_digest(folders[0])


def test_the_fake_of_the_other_tests_speaks_as_this_does(served):
    body = {"model": "tiny", "messages": [{"role": "user", "content": "Hi"}], "max_tokens": 3, "logprobs": True, "return_token_ids": True}
    with httpx.Client(base_url=served.server.root, timeout=60.0, trust_env=False) as client:
        real, fake = client.post("/v1/chat/completions", json=body).json(), chat()
        listed = client.get("/v1/models").json()["data"]
    assert fake.keys() <= real.keys() and fake["choices"][0].keys() <= real["choices"][0].keys()
    assert fake["choices"][0]["message"].keys() <= real["choices"][0]["message"].keys() and fake["usage"].keys() <= real["usage"].keys()
    assert [entry["id"] for entry in listed] == ["tiny", f"tiny@{served.version}"] and {entry["owned_by"] for entry in listed} == {"vllm"}


async def test_an_update_that_breaks_off_leaves_it_paused(served, folders, monkeypatch, tmp_path):
    """Last: the server is of no use afterwards."""
    copy = build_tiny(tmp_path / "copy", 1)
    post = pushing._post

    def losing(client, path, **sent):
        if path == "/update_weights":
            (copy / "model.safetensors").unlink()
        return post(client, path, **sent)

    monkeypatch.setattr(pushing, "_post", losing)
    with pytest.raises(MagError, match="restart it"):
        push_weights(served.server.url, copy)
    assert push_version(served) == checkpoint_digest(folders[0])  # the new ones were never announced
    with pytest.raises(TimedOut):
        await all_of(model_of(served, timeout_s=5.0), asks(1, Decoding(4)))
