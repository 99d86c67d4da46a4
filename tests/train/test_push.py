"""New weights reach whoever samples, and the probe tells whose weights answer."""

import shutil

import pytest

from mag.errors import BadInput, Corrupt, MagError
from mag.local.weights import checkpoint_digest
from mag.models.base import Ask, Decoding, Message
from mag.runs import read_json, write_json
from mag.settings import ModelConf
from mag.train.probe import FOUND, Answer, Asked, ask_engine, compare, main, read_found, write_asked
from mag.train.sampler import make_sampler
from tests.serve.fake_vllm import chat, start_vllm
from tests.train.small import checkpoint
from tests.train.training import CONF

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture(scope="module")
def other(tmp_path_factory):
    return checkpoint(tmp_path_factory.mktemp("other") / "model", seed=5)


async def test_the_local_engine_stays_open_and_its_answers_bear_the_weights_they_are_of(base, other):
    ask = Ask((Message("user", ("Go",)),), Decoding(max_output_tokens=4, temperature=0.0))
    async with make_sampler(ModelConf(client="local", model="nowhere"), base) as sampler:
        said = {}
        for weights in (base, other, other, base):
            assert await sampler.serve(weights) == checkpoint_digest(weights)
            client = sampler.client()
            assert client.identity == f"{checkpoint_digest(weights)}-float32"
            async with client:
                answer = await client.complete(ask)
            assert answer.model.endswith(client.identity)
            said.setdefault(weights, []).append((answer.token_ids, answer.logprobs))
        assert said[other][0] == said[other][1] != said[base][0] == said[base][1]
        with pytest.raises(BadInput):
            await sampler.serve(base.parent)
        assert await sampler.serve(base) == checkpoint_digest(base)


async def test_the_probe_tells_the_weights_that_answer_from_others(base, other, tmp_path, capsys):
    async with make_sampler(ModelConf(client="local"), base) as sampler:
        await sampler.serve(other)
        answers = await ask_engine(sampler.client())
    write_asked(tmp_path, Asked(str(other), str(base), answers, CONF))
    assert main([str(tmp_path)]) == 0
    found = read_found(tmp_path, ("float32", "float32"))
    assert found["mean"] <= found["largest"] < 1e-4 and found["mean_before"] > 0.1 and found["tokens"] >= 2
    write_asked(tmp_path, Asked(str(base), str(other), answers, CONF))  # trained was base, other still answers
    compare(tmp_path)
    with pytest.raises(Corrupt, match="other weights answer"):
        read_found(tmp_path, ("float32", "float32"))
    assert read_json(tmp_path / FOUND)["mean_before"] < 1e-4
    misread = tuple(Answer("another prompt", one.token_ids, one.logprobs) for one in answers)
    write_asked(tmp_path, Asked(str(other), str(base), misread, CONF))
    assert main([str(tmp_path)]) == 2 and "not the one it was sampled from" in capsys.readouterr().err


def test_roundings_of_sixteen_bits_are_allowed_for_where_there_are_some(tmp_path):
    write_json(tmp_path / FOUND, {"mean": 0.02})
    assert read_found(tmp_path, ("bfloat16", "float32"))["mean"] == 0.02
    with pytest.raises(Corrupt):
        read_found(tmp_path, ("float32", "float32"))
    write_json(tmp_path / FOUND, {"mean": float("nan")})
    with pytest.raises(Corrupt):
        read_found(tmp_path, ("bfloat16", "bfloat16"))


async def test_a_served_engine_is_pushed_to_when_it_has_other_weights(base):
    with start_vllm(names=("tiny",), version="old") as fake:
        async with make_sampler(ModelConf(client="served", model="tiny", base_url=fake.url), base) as sampler:
            before = sampler.client()
            assert before.identity.endswith("@old")
            for pushes in (1, 1):  # the second time there is nothing to do
                assert await sampler.serve(base) == checkpoint_digest(base) == fake.version
                assert fake.paths.count("/update_weights") == pushes
            assert sampler.client().identity.endswith(f"@{checkpoint_digest(base)}")
            answers = await ask_engine(sampler.client())
            assert answers[0].token_ids == (11, 12, 2) and answers[0].logprobs == (-0.25, -0.5, -0.75)
            fake.replies.append((200, chat(ids=()), {}))
            with pytest.raises(BadInput, match="no token ids"):
                await ask_engine(sampler.client())
            fake.objection = "another shape"
            with pytest.raises(MagError, match="old weights serve on"):
                await sampler.serve(shutil.copytree(checkpoint(base.parent / "third", seed=9), base.parent / "fourth"))


def test_an_engine_that_takes_no_weights_is_refused(base):
    with pytest.raises(BadInput, match="takes no new weights"):
        make_sampler(ModelConf(client="openai", model="x"), base)
