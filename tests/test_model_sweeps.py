"""Episodes played by a model behind a real client, on real sites: a provider's trouble costs time, never a result, and no key leaves the request."""

import json
import logging
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from mag.choice import Choice, make_spec
from mag.harness import run_episode
from mag.models.gateway import Gateway
from mag.models.trouble import ProviderDown
from mag.policies.build import make_client, make_model
from mag.policies.model import ModelPolicy
from mag.runs import EvalFolder
from mag.scoring import score_sweep
from mag.sweep import roll_sweep, start_folder, units_of
from tests.models.conftest import CLIENTS, KEY, conf_of  # noqa: F401
from tests.models.fakes import (
    Act,
    cut,
    failing,
    filtered,
    html,
    junk,
    limited,
    no_model,
    no_quota,
    refusal,
    refused_key,
    slow,
    start_fake,
    truncated,
)


class Recorder:
    """A policy that remembers what another one said to which prompt."""

    def __init__(self, policy, said):
        self.policy, self.said = policy, said
        self.name, self.identity = policy.name, policy.identity

    def agent(self, spec):
        recorder, agent = self, self.policy.agent(spec)

        class Recording:
            async def act(self, turn):
                completion = await agent.act(turn)
                recorder.said[turn.prompt.user] = completion.text
                return completion

        return Recording()


@pytest.fixture(scope="module")
def chosen(benchmark):
    """Two tasks that change nothing on the sites, with the shortest demonstrations."""
    asking = [web_task for web_task in benchmark.select() if web_task.eval["eval_types"] == ["string_match"] and web_task.require_login]
    return sorted(asking, key=lambda web_task: len(benchmark.demonstrations[web_task.task_id].steps))[:2]


@pytest.fixture(scope="module")
async def said(lane, benchmark, environment, chosen):
    """What the demonstration says to each prompt of the two tasks."""
    spec = make_spec(Choice("test"), benchmark, environment.snapshot)
    found = {}
    for web_task in chosen:
        assert (await run_episode(lane, replace(spec, policy=Recorder(spec.policy, found)), web_task, 0)).episode.outcome == "success"
    return found


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(Gateway, "lines", type(Gateway.lines)())
    monkeypatch.setattr("mag.models.gateway.FIRST_BACKOFF_S", 0.01)


@pytest.fixture
def sweep(benchmark, environment, conf_of, tmp_path, reports):  # noqa: F811
    """Rolls tasks with a model of a fake provider into a folder; gives the folder and what is missing."""

    async def roll(fake, tasks, folder=None, **settings):
        conf = conf_of(fake, **settings)
        spec = replace(make_spec(Choice("test"), benchmark, environment.snapshot), policy=ModelPolicy("fake", make_model(conf), conf))
        evaluation = EvalFolder(folder or tmp_path / "eval")
        start_folder(evaluation, spec, tasks, 1, [environment])
        return evaluation, await roll_sweep(spec, evaluation, units_of(tasks, 1), [environment], reports)

    return roll


@pytest.mark.parametrize("kind", ["openai", *(pytest.param(kind, marks=pytest.mark.slow) for kind in ("anthropic", "gemini"))])
async def test_the_demonstration_solves_its_task_over_every_wire(sweep, said, chosen, reports, kind):
    with start_fake(kind, say=lambda asked: said.get(asked.texts[-1], "")) as fake:
        folder, missing = await sweep(fake, chosen[:1])
    assert (missing, reports.outcomes) == (0, {"success": 1})
    steps, unit = folder.load()[0].steps, next(folder.episodes_path.iterdir())
    assert len(fake.log) == len(steps) and [len(asked.images) for asked in fake.log] == [1] * len(steps)
    for step, asked in zip(steps, fake.log, strict=True):
        assert (asked.texts, asked.images[0]) == (
            (step.prompt,),
            (unit / step.image).read_bytes(),
        )
        assert (step.end, step.model, step.usage.requests, step.usage.input_tokens) == ("stop", "some-model-2026-11-01", 1, 2400)
        assert step.usage.ms > 0 and step.gate.passed
    assert not any(KEY.encode() in path.read_bytes() for path in folder.path.rglob("*") if path.is_file())


async def test_trouble_is_waited_out_and_refusals_are_steps(sweep, said, chosen, reports):
    script = [limited("0"), failing(500), html(), cut(), refusal("No."), truncated(), filtered()]
    with start_fake("openai", say=lambda asked: said.get(asked.texts[-1], ""), script=script) as fake:
        folder, missing = await sweep(fake, chosen[:1], attempts=6)
    steps = folder.load()[0].steps
    assert (missing, reports.outcomes) == (0, {"success": 1})
    assert [step.end for step in steps[:4]] == ["refused", "length", "blocked", "stop"] and steps[0].usage.requests == 5
    assert not any(step.gate.passed for step in steps[:3]) and steps[0].completion == "No."


async def test_trouble_that_is_not_waited_out_spoils_an_attempt_never_a_result(sweep, said, chosen, reports, benchmark):
    with start_fake("openai", say=lambda asked: said.get(asked.texts[-1], ""), script=[Act(text=None), *[failing()] * 2]) as fake:
        folder, missing = await sweep(fake, chosen[:1], attempts=2)
    assert (missing, reports.outcomes) == (0, {"infra": 1, "success": 1}) and "answered 503" in reports.reasons[0]
    assert folder.load()[0].attempt == 2 and score_sweep(folder, benchmark.references()).successes == 1


async def test_a_provider_that_is_down_ends_the_sweep_and_it_goes_on_later(sweep, said, chosen, reports, benchmark, monkeypatch):
    monkeypatch.setattr("mag.models.gateway.DEAF", 2)
    with start_fake("openai", say=lambda asked: said.get(asked.texts[-1], "")) as fake:
        fake.always = failing()
        with pytest.raises(ProviderDown, match="nothing is lost") as caught:
            await sweep(fake, chosen, attempts=2)
        assert len(fake.log) == 4 and reports.outcomes == {"infra": 1} and KEY not in str(caught.value)
        fake.always = None
        folder, missing = await sweep(fake, chosen)
    assert (missing, score_sweep(folder, benchmark.references()).successes) == (0, 2) and "failure" not in reports.outcomes


FAULTS = (
    Act(),
    limited("0"),
    failing(500),
    html(),
    junk(b"{"),
    cut(),
    refusal(),
    filtered(),
    refused_key(401, f"key {KEY} is wrong"),
    refused_key(403),
    no_model(),
    no_quota(),
    Act(status=400, message=KEY),
    Act(status=302, headers={"location": "http://127.0.0.1:9/"}, raw=b""),
    slow(1.5),
)


@pytest.mark.parametrize("kind", CLIENTS)
async def test_no_log_of_any_package_tells_the_key(conf_of, caplog, kind, monkeypatch):  # noqa: F811
    """Success and every failure, with everything logged that there is."""
    from mag.models.base import Ask, Message

    monkeypatch.setenv("OPENAI_LOG", "debug"), monkeypatch.setenv("ANTHROPIC_LOG", "debug")
    caplog.set_level(logging.DEBUG)
    for name in ("openai", "anthropic", "httpx2", "httpcore2", "google_genai", "asyncio"):
        caplog.set_level(logging.DEBUG, logger=name)
    said = []
    with start_fake(kind) as fake:
        async with make_client(conf_of(fake, timeout_s=0.7)) as client:
            for fault in FAULTS:
                fake.script.append(fault)
                try:
                    said.append(repr(await client.complete(Ask((Message("user", ("x",)),)))))
                except Exception as error:
                    said.append(repr(error))
        assert all(KEY in str(asked.headers) for asked in fake.log) and len(fake.log) == len(FAULTS)
    assert KEY not in caplog.text and KEY not in "".join(said)
    assert len(caplog.records) > len(FAULTS)  # there was something to look at


@pytest.fixture
def command(tmp_path, tmp_path_factory):
    """`mag sweep` in a process of its own, everything logged; `first` is run before it."""

    def run(fake, tasks, first="", name="one"):
        (tmp_path / "conf").mkdir(exist_ok=True)
        entry = {"client": fake.kind, "model": "some-model", "base_url": fake.url, "key_variable": "SWEEP_MODEL_KEY"}
        (tmp_path / "conf" / "models.yaml").write_text(json.dumps({"fake": entry}))
        code = f"import logging; logging.basicConfig(level=logging.DEBUG); {first}\nfrom mag.cli import main; main()"
        tasks = [argument for web_task in tasks for argument in ("--task", str(web_task.task_id))]
        environment = {"MAG_HOME": str(tmp_path_factory.getbasetemp() / "models-home"), "MAG_CONF": "conf", "SWEEP_MODEL_KEY": KEY}
        return subprocess.run(
            [sys.executable, "-c", code, "sweep", "--policy", "fake", "--sets", "1", "--run", "r", "--name", name, *tasks],
            cwd=tmp_path,
            env=os.environ | environment,
            capture_output=True,
            text=True,
            timeout=300,
        )

    return run


def everywhere(ran, folder):
    """All that a command left behind: its output and every file."""
    return ran.stdout + ran.stderr + "".join(path.read_text(errors="replace") for path in folder.rglob("*") if path.is_file())


@pytest.mark.slow
async def test_a_command_leaves_the_key_nowhere(command, said, chosen, tmp_path):
    with start_fake("openai", say=lambda asked: said.get(asked.texts[-1], ""), script=[limited("0"), failing()]) as fake:
        ran = command(fake, chosen[:1])
        assert ran.returncode == 0, ran.stderr[-2000:]
        left = everywhere(ran, tmp_path)
        assert KEY not in left, [left[at - 300 : at + 60] for at in [left.index(KEY)]]
        assert " 1.000 " in ran.stdout or "100.0" in ran.stdout, ran.stdout
        fake.always = refused_key(401, f"{KEY} has expired")
        ran = command(fake, chosen, name="two")
        assert ran.returncode == 2 and KEY not in everywhere(ran, tmp_path)
        assert ran.stderr.splitlines()[-1].startswith("mag: ") and "SWEEP_MODEL_KEY" in ran.stderr.splitlines()[-1]


@pytest.mark.slow
async def test_a_crash_inside_the_client_does_not_print_the_key(command, chosen, tmp_path):
    for kind, place in (("openai", "openai"), ("anthropic", "anthropic"), ("gemini", "genai")):
        crash = "import httpx2; httpx2.AsyncClient.build_request = lambda self, *_, **__: self.nonsense"
        with start_fake(kind) as fake:
            ran = command(fake, chosen[:1], crash, kind)
        assert ran.returncode == 1 and "Traceback" in ran.stderr and "nonsense" in ran.stderr and place in ran.stderr
        assert KEY not in everywhere(ran, tmp_path)
