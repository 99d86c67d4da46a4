"""A model as a policy: what it asks, under which name and identity, and how it is chosen."""

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from mag.choice import Choice, make_policy, make_spec
from mag.contract.contracts import CONTRACTS
from mag.contract.grounding import GROUNDINGS
from mag.contract.prompt import Prompt
from mag.contract.write import write
from mag.errors import BadInput
from mag.follow.ask import follow
from mag.policies.base import EpisodeSpec, Turn, opened
from mag.policies.build import make_model
from mag.policies.demo import DemoPolicy
from mag.policies.follower import FollowedPolicy
from mag.policies.model import ModelPolicy, step_seed
from mag.policies.schema import schema_of
from mag.records import Mark, Observation, WebTask
from mag.settings import ModelConf, load_settings
from tests.models.conftest import conf_of  # noqa: F401
from tests.models.fakes import start_fake

MARK = Mark(3, "BUTTON", "Save", "Save", "button", (10, 20, 30, 10), True, (25, 25))
SEEN = Observation("http://x", "T", b"\x89PNG not really", (MARK,), (0, 0))


def spec(grounding="som", contract="full", seed=5):
    return EpisodeSpec(WebTask(42, ("a",), "", "", "", 1, {}, {}), 2, seed, GROUNDINGS[grounding], CONTRACTS[contract])


class Remembers:
    """The model's side of the protocol, as far as asking goes."""

    name, identity = "m", "who/m"

    def __init__(self):
        self.asks = []

    async def complete(self, ask):
        self.asks.append(ask)


async def asked(index=1, seed=5, contract="full", grounding="som", **settings):
    model = Remembers()
    policy = ModelPolicy("named", model, ModelConf(**{"client": "served", "model": "m"} | settings))
    await policy.agent(spec(grounding, contract, seed)).act(Turn(Prompt("S", "U"), SEEN, index))
    return model.asks[0]


async def test_a_step_is_one_request_with_its_own_name():
    ask = await asked(index=7)
    assert [(message.role, message.parts) for message in ask.messages] == [("system", ("S",)), ("user", (SEEN.screenshot, "U"))]
    assert ask.call == "42/2/5/7" and ask.decoding.max_output_tokens == 1024 and ask.decoding.schema is None


async def test_seeds_are_counted_and_sent_only_where_they_count():
    sampled = {"client": "served", "temperature": 1.0}
    seeds = [(await asked(index, seed, **sampled)).decoding.seed for seed in (5, 6) for index in (1, 2)]
    assert len(set(seeds)) == 4 and seeds[0] == step_seed(5, 1) == (await asked(1, 5, **sampled)).decoding.seed
    assert all(0 <= seed < 2**31 for seed in seeds)
    for settings in ({"temperature": 0.0}, {"temperature": None}, {"client": "openai", "temperature": 1.0}):
        assert (await asked(**settings)).decoding.seed is None


def test_every_setting_that_moves_completions_is_in_the_identity():
    conf = ModelConf(client="served", model="m")
    changed = ({"temperature": 0.5}, {"top_p": 0.9}, {"effort": "high"}, {"max_output_tokens": 7}, {"structured": True})
    identities = {ModelPolicy("n", Remembers(), replace(conf, **change)).identity for change in ({}, *changed)}
    assert len(identities) == 6 and all(identity.startswith("who/m/") for identity in identities)
    same = (
        {"temperature": 0.0},
        {"in_flight": 3},
        {"timeout_s": 9.0},
        {"attempts": 2},
        {"key_variable": "X"},
        {"price": "p"},
        {"base_url": "http://y"},
    )
    assert len({ModelPolicy("n", Remembers(), replace(conf, **change)).identity for change in ({}, *same)}) == 1
    open_ended = replace(conf, client="openai")  # whose own default is not 0
    assert len({ModelPolicy("n", Remembers(), replace(open_ended, temperature=value)).identity for value in (None, 0.0)}) == 2


async def test_what_is_left_open_is_asked_greedily_where_that_is_what_happens():
    asks = {client: (await asked(client=client)).decoding.temperature for client in ("served", "local", "openai", "gemini")}
    assert asks == {"served": 0.0, "local": 0.0, "openai": None, "gemini": None}


@pytest.mark.parametrize("contract", CONTRACTS)
@pytest.mark.parametrize("grounding", GROUNDINGS)
async def test_the_schema_takes_what_the_contract_takes_and_nothing_else(contract, grounding):
    schema = (await asked(contract=contract, grounding=grounding, structured=True)).decoding.schema
    check = jsonschema.Draft202012Validator(schema)
    keys = CONTRACTS[contract].keys_for(GROUNDINGS[grounding])
    assert tuple(schema["properties"]) == tuple(schema["required"]) == keys
    for verb, mark, content in (("click", MARK, None), ("type", MARK, "ü"), ("scroll", None, "down"), ("finish", None, None)):
        said = json.loads(write(CONTRACTS[contract], GROUNDINGS[grounding], verb, mark, content=content, think="t", guide="Do it."))
        check.validate(said)
        assert not check.is_valid(said | {"more": 1}) and not check.is_valid({key: said[key] for key in keys[1:]})
        if "action_type" in keys:
            assert not check.is_valid(said | {"action_type": "hover"})
    assert schema == schema_of(CONTRACTS[contract], GROUNDINGS[grounding])


@pytest.fixture
def models(tmp_path, monkeypatch):
    """Writes a conf/models.yaml that counts."""
    monkeypatch.setenv("MAG_CONF", str(tmp_path / "conf"))

    def make(text):
        (tmp_path / "conf").mkdir(exist_ok=True)
        (tmp_path / "conf" / "models.yaml").write_text(text)

    return make


def test_a_model_is_chosen_by_its_name_in_conf(models, benchmark, monkeypatch):
    models("gpt-5.5: {client: openai, model: gpt-5.5-x, key_variable: MODEL_TEST_KEY, options: {detail: high}}\n")
    monkeypatch.setenv("MODEL_TEST_KEY", "sk-1")
    made = make_spec(Choice("r", policy="gpt-5.5", grounding="coord"), benchmark, "s")
    assert (made.policy.name, made.name) == ("gpt-5.5", "gpt-5.5-coord") and made.policy.identity.startswith("openai/gpt-5.5-x/")
    monkeypatch.delenv("MODEL_TEST_KEY")
    with pytest.raises(BadInput, match="MODEL_TEST_KEY is not set"):
        make_policy("gpt-5.5", benchmark)


def test_a_name_nobody_bears_is_answered_with_all_there_are(models, benchmark):
    models("one: {client: openai}\ntwo.2: {client: local}\n")
    with pytest.raises(BadInput, match=r"no policy 'three'; choose demo, .*followed:.* or a model of conf/models.yaml: one, two\.2"):
        make_policy("three", benchmark)
    models("{}\n")
    with pytest.raises(BadInput, match="it has none"):
        make_policy("three", benchmark)


@pytest.mark.parametrize("name", ["demo", "random", "followed", "a:b", "../x", ".x", "a b", ""])
def test_a_model_cannot_take_a_policys_name(models, benchmark, name):
    models(json.dumps({name: {"client": "openai"}}))
    with pytest.raises(BadInput, match="cannot name a model"):
        make_policy("demo", benchmark)


def test_the_shipped_entries_can_be_used(benchmark, monkeypatch):
    """The paper's settings: low effort, 1,024 output tokens, no temperature."""
    monkeypatch.setenv("MAG_CONF", str(Path(__file__).parents[2] / "conf"))
    found = load_settings().models
    for name in ("gpt-5.5", "gemini-3.5-flash", "claude-sonnet-4.6"):
        conf = found[name]
        assert (conf.effort, conf.max_output_tokens, conf.temperature, conf.structured) == ("low", 1024, None, False)
        monkeypatch.setenv(conf.key_variable, "sk-1")
        assert make_policy(name, benchmark).identity.startswith(f"{conf.client}/")


async def test_opened_opens_what_can_be_opened(conf_of, benchmark):  # noqa: F811
    demo = DemoPolicy(benchmark.demonstrations)
    async with opened(demo) as same:
        assert same is demo
    with start_fake("openai", say=lambda asked: '{"action_type": "click", "selected_candidate_id": "3", "content": null}') as fake:
        conf = conf_of(fake)
        policy = ModelPolicy("m", make_model(conf), conf)
        with pytest.raises(AssertionError):
            await follow(policy, "Click 'Save'.", SEEN)
        async with opened(FollowedPolicy({(1, 0): ("Click 'Save'.",)}, policy)):
            assert (await follow(policy, "Click 'Save'.", SEEN)).end == "stop"
        with pytest.raises(AssertionError):
            await follow(policy, "Click 'Save'.", SEEN)
