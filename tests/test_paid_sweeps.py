"""Sweeps that cost money, on real sites: stopped by a budget, spoiled, killed; nothing paid twice, the same tables in the end."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from mag.analysis.cost import spending_table
from mag.analysis.load import Places, load_evaluation
from mag.choice import Choice, make_spec
from mag.costs import cost_line, metrics_of, money
from mag.errors import SiteDown
from mag.models.dress import Terms, dress
from mag.models.ledger import read_bill
from mag.models.spending import BudgetSpent
from mag.policies.build import make_client
from mag.policies.model import ModelPolicy
from mag.runs import EvalFolder, read_json
from mag.scoring import score_sweep
from mag.settings import PriceConf, Settings
from mag.sweep import roll_sweep, start_folder, units_of
from tests.models.conftest import KEY, conf_of  # noqa: F401
from tests.models.fakes import Act, start_fake
from tests.test_model_sweeps import chosen, quick, said  # noqa: F401

PRICE = {"since": "2020-01-01", "input": 2.0, "cached": 0.5, "output": 10.0}
USD = (2_000 * 2.0 + 400 * 0.5 + 90 * 10.0) / 1e6  # of one reply of the fake: 2,400 tokens in, 400 of them cached, 90 out
TABLES = ("scores.csv", "summary.json", "COMMITTED.json")


@pytest.fixture
def provider(said):  # noqa: F811
    with start_fake("openai", say=lambda asked: said.get(asked.texts[-1], "")) as fake:
        yield fake


@pytest.fixture
def sweep(benchmark, environment, conf_of, tmp_path, reports, chosen, provider):  # noqa: F811
    """Rolls the tasks at the provider into a folder, under a budget; `around` may wrap the policy."""

    async def roll(name, budget=None, around=lambda policy: policy, cache=False, tasks=chosen):
        conf = conf_of(provider)
        settings = Settings(prices={conf.model: [PriceConf(**PRICE)]})
        settings.sites.home = str(tmp_path / "home")
        folder = EvalFolder(tmp_path / name)
        model = dress(make_client(conf), conf, settings, Terms(folder.path, budget, cache))
        spec = replace(make_spec(Choice("test"), benchmark, environment.snapshot), policy=around(ModelPolicy("fake", model, conf)))
        start_folder(folder, spec, tasks, 1, [environment])
        await roll_sweep(spec, folder, units_of(tasks, 1), [environment], reports)
        score_sweep(folder, benchmark.references())
        return folder

    return roll


def tables(folder):
    return [(folder.path / name).read_bytes() for name in TABLES]


class Spoils:
    """The policy of a sweep in which the site fails once, at the second step."""

    def __init__(self, policy):
        self.policy, self.spoiled = policy, False
        self.name, self.identity = policy.name, policy.identity

    def agent(self, spec):
        outer, agent = self, self.policy.agent(spec)

        class Agent:
            async def act(self, turn):
                completion = await agent.act(turn)
                if turn.index == 2 and not outer.spoiled:
                    outer.spoiled = True
                    raise SiteDown("the site is down")
                return completion

        return Agent()

    async def __aenter__(self):
        return await self.policy.__aenter__()

    async def __aexit__(self, *_):
        await self.policy.__aexit__()


async def test_stopped_by_a_budget_and_spoiled_by_a_site_and_the_table_is_that_of_an_undisturbed_sweep(
    sweep, provider, tmp_path, reports, benchmark
):
    undisturbed = await sweep("whole")
    steps = sum(len(episode.steps) for episode in undisturbed.load())
    assert len(provider.log) == steps
    sent = [row["usd"] for row in map(json.loads, (undisturbed.path / "calls.jsonl").read_text().splitlines()) if "sent" in row]
    budget = sent[2] + 1.9 * USD  # room for two replies, not for the third request
    with pytest.raises(BudgetSpent, match="give the same command a larger --budget"):
        await sweep("stopped", budget)
    stopped = EvalFolder(tmp_path / "stopped")
    assert read_bill(stopped.path / "calls.jsonl").replies == 2
    assert len(provider.log) == steps + 2
    assert len(stopped.load()) == (2 if len(undisturbed.load()[0].steps) < 2 else 1)
    resumed = await sweep("stopped", 100.0, around=Spoils)
    assert reports.outcomes["infra"] == 1
    assert tables(resumed) == tables(undisturbed)
    assert len(provider.log) == 2 * steps  # what the first start was answered was not asked again
    assert [step.usage.cost_usd for episode in resumed.load() for step in episode.steps] == [pytest.approx(USD)] * steps
    await sweep("stopped", 100.0)
    assert len(provider.log) == 2 * steps
    check_costs(resumed, steps, benchmark)


def check_costs(folder, steps, benchmark):
    """What is kept and what was paid, in the file, on the terminal, for trackers, in the table."""
    found = read_json(folder.path / "cost.json")
    assert (found["kept"]["usd"], found["total"]["usd"]) == (pytest.approx(steps * USD), pytest.approx(steps * USD))
    assert (found["kept"]["input_tokens"], found["total"]["cached_tokens"]) == (steps * 2_400, steps * 400)
    assert found["usd_step"] == pytest.approx(USD)
    assert cost_line(folder.path).startswith(
        f"cost: {money(steps * USD)} for kept episodes, {money(steps * USD)} in all; {steps} replies; "
    )
    assert metrics_of(folder.path)["usd_total"] == pytest.approx(steps * USD)
    item = load_evaluation(folder.path, Places.of(benchmark))
    lost = replace(item, episodes=(replace(item.episodes[0], steps=item.episodes[0].steps[:1]),))  # had the rest been spoiled
    table = spending_table([lost])
    assert (table.column("usd_kept")[0], table.column("usd_total")[0]) == (pytest.approx(USD), pytest.approx(steps * USD))


async def test_a_sweep_out_of_the_cache_asks_nothing_and_says_so(sweep, provider, chosen):  # noqa: F811
    fresh = await sweep("fresh", cache=True, tasks=chosen[:1])
    asked = len(provider.log)
    reused = await sweep("reused", cache=True, tasks=chosen[:1])
    assert len(provider.log) == asked
    assert read_json(reused.path / "plan.json")["identity"] == read_json(fresh.path / "plan.json")["identity"]
    assert "+cache" in read_json(reused.path / "plan.json")["identity"]
    assert all(step.usage.reused and step.usage.cost_usd == 0 for episode in reused.load() for step in episode.steps)
    assert f"{asked} replies out of the cache" in cost_line(reused.path)
    assert metrics_of(reused.path)["reused"] == asked
    assert (reused.path / "scores.csv").read_bytes() == (fresh.path / "scores.csv").read_bytes()


@pytest.fixture
def command(tmp_path, tmp_path_factory, provider, chosen):  # noqa: F811
    """`mag sweep` in a process of its own, started."""
    entry = {"client": "openai", "model": "some-model", "base_url": provider.url, "key_variable": "SWEEP_MODEL_KEY", "in_flight": 2}
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf" / "models.yaml").write_text(json.dumps({"fake": entry, "unpriced": entry | {"model": "other"}}))
    (tmp_path / "conf" / "prices.yaml").write_text(json.dumps({"some-model": [PRICE]}))
    variables = {"MAG_HOME": str(tmp_path_factory.getbasetemp() / "models-home"), "MAG_CONF": "conf", "SWEEP_MODEL_KEY": KEY}
    tasks = [argument for web_task in chosen for argument in ("--task", str(web_task.task_id))]

    def start(run, *arguments, policy="fake"):
        return subprocess.Popen(
            [sys.executable, "-m", "mag.cli", "sweep", "--policy", policy, "--run", run, "--sets", "2", *tasks, *map(str, arguments)],
            cwd=tmp_path,
            env=os.environ | variables | {"PYTHONPATH": os.getcwd()},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    return start


def ended(process):
    out, err = process.communicate(timeout=400)
    return process.returncode, out, err


@pytest.mark.slow
async def test_the_command_line_refuses_stops_goes_on_and_is_killed(command, provider, tmp_path):
    """`mag sweep`: no budget without a price; a stop with one line and status 2; kill -9; the table of an undisturbed sweep."""
    status, _, err = ended(command("a", "--budget", 1, policy="unpriced"))
    assert status == 2 and re.fullmatch(r"mag: other has no price today.*\n", err)
    status, out, err = ended(command("whole"))
    assert status == 0, err
    steps = len(provider.log)
    assert re.search(rf"^cost: {money(steps * USD)} for kept episodes, {money(steps * USD)} in all; {steps} replies; ", out, re.M), out
    status, _, err = ended(command("a", "--budget", 0.001))
    assert status == 2 and re.fullmatch(r"mag: the budget of 0.001 USD ends here: 0.0000 spent, .*\n", err)
    assert len(provider.log) == steps
    provider.always = Act(delay_s=0.3)

    process = command("a")
    while len(provider.log) < steps + 3 and process.poll() is None:
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    rows = [json.loads(line) for line in (tmp_path / "runs/a/evals/fake-som/calls.jsonl").read_text().splitlines()]
    under_way = sum("sent" in row for row in rows) - sum("reply" in row for row in rows)
    status, out, err = ended(command("a"))
    assert status == 0, err
    assert sum("reply" in row for row in rows) >= 1
    assert len(provider.log) - 2 * steps <= under_way <= 2
    both = [tmp_path / f"runs/{run}/evals/fake-som" for run in ("a", "whole")]
    assert [(both[0] / name).read_bytes() for name in TABLES] == [(both[1] / name).read_bytes() for name in TABLES]
    from mlflow.tracking import MlflowClient

    from mag.settings import TrackingConf
    from tasks.tracking import log_sweep

    conf = TrackingConf(f"sqlite:///{tmp_path}/mlflow.db", str(tmp_path / "artifacts"))
    run = MlflowClient(tracking_uri=conf.uri).get_run(log_sweep.fn(both[0], conf))
    assert run.data.metrics["cost/usd_kept"] == pytest.approx(steps * USD)
    assert {"cost/latency_p50", "cost/latency_p99", "cost/tokens_image"} <= set(run.data.metrics)
