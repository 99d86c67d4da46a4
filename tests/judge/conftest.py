"""Questions, settings and endpoints of the judge's tests."""

import asyncio
import json
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from mag.judge.model import ModelJudge
from mag.judge.prompt import messages
from mag.records import Question
from mag.settings import JudgeConf
from tests.judge.provider import name_of

KEY = "sk-canary-5d1f0c77e2"


class Virtual:
    """A clock whose sleeps take no time: it only yields."""

    def __init__(self):
        self.time = 0.0
        self.slept = []

    def now(self):
        return self.time

    async def sleep(self, seconds):
        self.slept.append(seconds)
        self.time = max(self.time, self.time + seconds)
        await asyncio.sleep(0)


class Impatient(ModelJudge):
    """Times out as soon as the provider has decided not to answer: the real cancellation of a real request, without the wait."""

    def __init__(self, conf, provider):
        super().__init__(conf, self.deadline)
        provider.on_hold = lambda name: self.open[name].reschedule(asyncio.get_running_loop().time())
        self.open = {}
        self.asking = {}

    async def ask(self, question, timeout_s):
        self.asking[asyncio.current_task()] = name_of(messages(question).user)
        return await super().ask(question, timeout_s)

    def deadline(self, seconds):
        timeout = self.open[self.asking[asyncio.current_task()]] = asyncio.timeout(seconds)
        return timeout


@pytest.fixture
def questions():
    def make(n, start=0):
        return [Question("answer", f"How many items does list {i} hold?", str(i), f"There are {i} items.") for i in range(start, start + n)]

    return make


@pytest.fixture
def conf(monkeypatch, tmp_path):
    monkeypatch.setenv("JUDGE_TEST_KEY", KEY)

    def make(url, **changes):
        settings = {"in_flight": 4, "timeout_s": 10.0, "attempts": 6, "store": str(tmp_path / "store")} | changes
        return JudgeConf(model="judge-model", base_url=url, key_variable="JUDGE_TEST_KEY", **settings)

    return make


@pytest.fixture
def provider_process():
    """An endpoint in a process of its own; gives its URL and a function for its counts."""

    @contextmanager
    def start(**plan):
        script = Path(__file__).parent / "provider.py"
        process = subprocess.Popen([sys.executable, str(script), json.dumps(plan)], stdout=subprocess.PIPE, text=True)
        try:
            port = int(process.stdout.readline())

            def counts():
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/stats") as answer:
                    return json.load(answer)

            yield f"http://127.0.0.1:{port}/v1", counts
        finally:
            process.kill()
            process.wait()
            process.stdout.close()

    return start
