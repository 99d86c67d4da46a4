"""`mag judge ...`, and where the key must never be."""

import json
import logging
import os
import subprocess
import sys
import traceback
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mag.cli.judge import app
from mag.errors import BadInput, MagError
from mag.judge.gateway import Gateway
from mag.judge.model import ModelJudge, judge_name
from mag.judge.queue import JudgeQueue
from mag.judge.ruling import Ruling
from mag.settings import JudgeConf, load_settings
from tests.judge.conftest import KEY, Virtual
from tests.judge.provider import Plan, Provider


@pytest.fixture
def command(tmp_path, monkeypatch):
    """Run a command with a conf folder of its own; exit status and output."""
    (tmp_path / "conf").mkdir()
    monkeypatch.setenv("MAG_CONF", str(tmp_path / "conf"))
    monkeypatch.setenv("MAG_RUNS", str(tmp_path / "runs"))
    monkeypatch.setenv("JUDGE_TEST_KEY", KEY)

    def run(*words, **settings):
        conf = {"model": "judge-model", "key_variable": "JUDGE_TEST_KEY", "store": str(tmp_path / "store"), "in_flight": 4} | settings
        (tmp_path / "conf" / "judge.yaml").write_text("".join(f"{key}: {json.dumps(value)}\n" for key, value in conf.items()))
        result = CliRunner().invoke(app, list(words))
        if isinstance(result.exception, MagError):
            return 2, str(result.exception)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result.exit_code, result.output

    return run


def test_a_run_from_queue_to_panel(tmp_path, command, questions, provider_process):
    for name, part in (("evals/one", questions(6)), ("evals/two", questions(8, start=4))):
        JudgeQueue(tmp_path / "runs" / "nightly" / name / "judge").put(part)
    with provider_process() as (url, counts):
        status, output = command("drain", "nightly", base_url=url)
        assert (
            status == 0 and "6 pending: 0 known from before, 6 decided" in output and "8 pending: 2 known from before, 6 decided" in output
        )
        assert counts()["requests"] == 12
        status, output = command("drain", "nightly", "--model", "second", base_url=url)
        assert status == 0 and counts()["requests"] == 24
        status, output = command("status", "nightly", base_url=url)
        assert status == 0 and output.count("0 undecided, 0 pending") == 4
        status, output = command("panel", "nightly", "--judge", "judge-model", "--judge", "second")
        assert status == 0 and "12 questions decided by all (0 not)" in output and "agreement of pairs 100.0%" in output
        status, output = command("panel", "nightly", "--judge", "third")
        assert status == 2 and "no judge here" in output and "second/" in output
        status, output = command("calibrate", base_url=url)
        assert status == 0 and "of 100 right" in output and "since" not in output
        status, output = command("calibrate", base_url=url)
        assert status == 0 and "no drift: since" in output
    with provider_process(model="another") as (url, _):
        status, output = command("calibrate", base_url=url)
        assert status == 1 and "DRIFT: since" in output and "another" in output
    queue = JudgeQueue(tmp_path / "runs" / "nightly" / "evals" / "one" / "judge")
    ruling = queue.verdicts.all()[0]
    queue.verdicts.add([Ruling(ruling.key, ruling.judge, "incorrect" if ruling.value else "correct")])
    status, output = command("status", "nightly")
    assert status == 1 and f"DECIDED BOTH WAYS (the first one counts): {ruling.key}" in output


def test_moving_a_queue_by_file(tmp_path, command, questions, provider_process):
    JudgeQueue(tmp_path / "runs" / "far" / "judge").put(questions(3))
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    (moved / "requests.jsonl").write_bytes((tmp_path / "runs" / "far" / "judge" / "requests.jsonl").read_bytes())
    with provider_process() as (url, _):
        assert command("drain", str(moved / "requests.jsonl"), base_url=url)[0] == 0
    status, output = command("merge", "far", str(moved / "verdicts.jsonl"))
    assert status == 0 and "3 rulings added, 0 known already, 0 on questions not asked here" in output
    assert "3 known already" in command("merge", "far", str(moved))[1]


def test_what_cannot_be_done_is_one_line(tmp_path, command, questions, provider_process, monkeypatch):
    status, output = command("drain", "nowhere")
    assert status == 2 and "holds no requests.jsonl" in output
    queue = JudgeQueue(tmp_path / "runs" / "r" / "judge")
    queue.put(questions(5))
    with provider_process(always=500, first=1) as (url, _):
        status, output = command("drain", "r", base_url=url, attempts=1)
        assert status == 3 and "1 unanswered" in output and "answered 500) and are still pending" in output
        assert command("drain", "r", base_url=url, attempts=1)[0] == 0
    monkeypatch.delenv("JUDGE_TEST_KEY")
    status, output = command("drain", "r")
    assert status == 2 and output.startswith("JUDGE_TEST_KEY is not set") and "\n" not in output


def test_the_shipped_settings_are_the_defaults():
    assert load_settings(Path(__file__).parents[2] / "conf").judge == JudgeConf()


def test_nothing_heavy_is_loaded_before_it_is_needed():
    code = "import sys, mag.cli.judge, mag.judge.model, mag.judge.drain; print([m for m in ('openai', 'numpy', 'playwright') if m in sys.modules])"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ, check=True)
    assert answer.stdout.strip() == "[]"


ECHO = {"error": {"message": f"Incorrect API key provided: {KEY}. You can find it in your account.", "code": "x", "type": KEY}}


@pytest.mark.parametrize("plan", [{"always": status, "body": ECHO} for status in (400, 401, 403, 404, 429, 500)] + [{}, {"hopeless": 1.0}])
async def test_the_key_is_in_no_file_log_message_or_repr(tmp_path, conf, questions, caplog, capsys, plan):
    """Even where the provider repeats the key to us, and every logger is at its loudest."""
    caplog.set_level(logging.DEBUG)
    for name in ("openai", "openai._base_client", "httpx2", "httpcore2"):
        caplog.set_level(logging.DEBUG, logger=name)
    seen = []
    queue = JudgeQueue(tmp_path / "q")
    queue.put(questions(2))
    async with Provider(Plan(**plan)) as provider:
        settings = conf(provider.url, attempts=1)
        async with ModelJudge(settings) as judge:
            gateway = Gateway(judge, settings, Virtual())
            seen += [repr(judge), repr(settings), judge.name, repr(gateway.tally)]
            try:
                queue.verdicts.add([await gateway.rule(questions(1)[0])])
            except MagError as error:
                seen += [str(error), repr(error), *traceback.format_exception(error)]
                chain = error
                while chain := chain.__cause__ or chain.__context__:
                    seen.append(type(chain).__module__ + repr(vars(chain)))  # an SDK error would bring its request, and so the key, along
    files = [path.read_text() for path in tmp_path.rglob("*") if path.is_file()]
    output = capsys.readouterr()
    everything = "\n".join([*seen, *files, output.out, output.err, caplog.text, *(str(record.__dict__) for record in caplog.records)])
    assert KEY not in everything and KEY[:10] not in everything and "openai._exceptions" not in everything
    assert settings.key_variable in everything and files


def test_the_key_is_no_part_of_the_name(monkeypatch):
    monkeypatch.setenv("JUDGE_TEST_KEY", "one")
    first = judge_name(JudgeConf(key_variable="JUDGE_TEST_KEY"))
    monkeypatch.setenv("JUDGE_TEST_KEY", "two")
    assert judge_name(JudgeConf(key_variable="OTHER")) == first
    monkeypatch.setenv("JUDGE_TEST_KEY", "  ")
    with pytest.raises(BadInput, match="not set"):
        ModelJudge(JudgeConf(key_variable="JUDGE_TEST_KEY"))
    assert ModelJudge(JudgeConf(key_variable="")).name == first
