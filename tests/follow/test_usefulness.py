"""The usefulness panel: raters at the wire, the local rater, majority and agreement."""

import asyncio
import base64
import json
import os
import shutil
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mag.cli.follow import app
from mag.errors import BadInput
from mag.follow import local_rater, panel
from mag.follow.items import read_source
from mag.follow.rater import ModelRater, rate_pending, rater_name, read
from mag.follow.rating import Asked, Rating, RatingQuestion, RatingQueue, question_of
from mag.follow.report import labels_of, write_panel
from mag.judge.gateway import Gateway
from mag.offline.corpus import write_corpus
from mag.settings import JudgeConf
from tests.judge.provider import Plan, Provider
from tests.offline.steps import PICTURE, six_steps

KEY = "sk-canary-of-raters"
WORDS = {"correct": "useful", "partly": "ambiguous", "incorrect": "useless"}


class RatingProvider(Provider):
    """The judge's provider with its faults, in the words of ratings; keeps the pictures it was sent."""

    def decide(self, body):
        text, picture = body["messages"][-1]["content"]
        self.pictures = [*getattr(self, "pictures", []), picture["image_url"]["url"]]
        body["messages"][-1]["content"] = text["text"]
        status, headers, answer = super().decide(body)
        for choice in (answer or {}).get("choices", ()):
            said = choice["message"]["content"].replace('"verdict"', '"rating"')
            for verdict, word in WORDS.items():
                said = said.replace(f'"{verdict}"', f'"{word}"')
            choice["message"]["content"] = said
        return status, headers, answer


@pytest.fixture
def gold(tmp_path):
    write_corpus(tmp_path / "gold", six_steps(), {"protocol": "p", "benchmark": ""}, lambda step: PICTURE)
    return read_source(tmp_path / "gold")


@pytest.fixture
def queue(gold, tmp_path):
    made = RatingQueue(tmp_path / "ratings")
    assert made.put("gold", gold.items) == 6
    assert made.put("gold", gold.items) == 0
    assert len(made.items()) == 6
    return made


@pytest.fixture
def conf(monkeypatch, tmp_path):
    monkeypatch.setenv("RATER_TEST_KEY", KEY)

    def make(url, model="rater-a", **changes):
        settings = {"in_flight": 3, "timeout_s": 10.0, "store": str(tmp_path / "store")} | changes
        return JudgeConf(model=model, base_url=url, key_variable="RATER_TEST_KEY", **settings)

    return make


class NoWait:
    """A clock whose pauses take no time."""

    time = 0.0

    def now(self):
        return self.time

    async def sleep(self, seconds):
        self.time += seconds
        await asyncio.sleep(0)


async def rated(queue, conf, **options):
    async with ModelRater(conf, queue) as rater:
        return await rate_pending(queue, Gateway(rater, conf, NoWait()), Path(conf.store), 0, **options)


async def test_a_rater_is_sent_picture_sentence_and_action_and_nothing_else(queue, conf):
    async with RatingProvider(Plan(right="correct")) as provider:
        report = await rated(queue, conf(provider.url))
        assert (report.decided, report.unanswered, provider.counts.requests) == (6, 0, 6)
        assert {base64.b64decode(url.partition(",")[2]) for url in provider.pictures} == {PICTURE}
        sent = json.dumps(provider.bodies)
    assert "click element 1, A 'Reports'" in sent and "Click 'Reports'." in sent
    assert not any(hidden in sent for hidden in ("Do 1", "Do 2", "gold", "shop.test", KEY))
    assert {rating.rating for rating in queue.ratings.all()} == {"useful"}
    assert not any(KEY.encode() in path.read_bytes() for path in queue.folder.rglob("*") if path.is_file())


async def test_a_misbehaving_provider_costs_no_rating_and_nothing_is_paid_twice(queue, conf):
    async with RatingProvider(Plan(limited=0.3, failing=0.2, unclear=0.2)) as provider:
        report = await rated(queue, conf(provider.url))
        assert report.decided + report.undecided == 6 and report.requests > 6
        before, requests = queue.ratings.all(), provider.counts.requests
        again = await rated(queue, conf(provider.url))
        assert (again.pending, provider.counts.requests, queue.ratings.all()) == (0, requests, before)
        shutil.copytree(queue.folder, elsewhere := queue.folder.with_name("other"))
        (elsewhere / "ratings.jsonl").unlink()
        other = RatingQueue(elsewhere)  # rated from the cache that all folders share
        assert (await rated(other, conf(provider.url))).cached == 6
        assert provider.counts.requests == requests


async def test_a_reply_without_a_rating_is_recorded_as_undecided(queue, conf):
    async with RatingProvider(Plan(hopeless=1.0)) as provider:
        report = await rated(queue, conf(provider.url))
        assert (report.undecided, report.requests) == (6, 18)  # asked three times each
    raters, labels = labels_of(queue)
    assert all(row == [None] for row in labels.values()) and len(raters) == 1
    async with RatingProvider(Plan(right="incorrect")) as provider:
        assert (await rated(queue, conf(provider.url), again=True)).decided == 6
    assert all(row == ["useless"] for row in labels_of(queue)[1].values())


async def test_a_refused_key_ends_it_with_one_line_without_the_key(queue, conf):
    async with RatingProvider(Plan(always=401, body={"error": {"message": f"bad key {KEY}"}})) as provider:
        with pytest.raises(BadInput, match="RATER_TEST_KEY") as caught:
            await rated(queue, conf(provider.url))
    assert KEY not in str(caught.value)
    assert len(queue.pending(rater_name(conf("http://x/v1")), 0)) == 6


async def test_a_panel_of_three(queue, conf):
    for model, verdict in (("rater-a", "correct"), ("rater-b", "correct"), ("rater-c", "incorrect")):
        async with RatingProvider(Plan(right=verdict)) as provider:
            await rated(queue, conf(provider.url, model))
    text = write_panel(queue)
    told = json.loads((queue.folder / "usefulness.json").read_text())
    assert told["groups"][0]["useful"]["estimate"] == 1.0
    assert told["agreement"]["percent"]["estimate"] == pytest.approx(1 / 3)
    assert (told["agreement"]["raters"], told["agreement"]["shared"]) == (3, 6)
    assert text.count("rater-") == 3


def test_the_order_is_shuffled_by_the_seed_alone(queue):
    orders = {seed: [question.key for question in queue.pending("r", seed)] for seed in (0, 1)}
    assert orders[0] != orders[1] and sorted(orders[0]) == sorted(orders[1])
    assert orders[0] == [question.key for question in queue.pending("another", 0)]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ('{"rating": "useful", "reason": "clear"}', "useful"),
        ('<think>{"rating": "useless"}</think> {"rating": "Ambiguous"}', "ambiguous"),
        ('{"rating": "useful"} no: {"rating": "useless"}', "undecided"),
        ('{"rating": "great"}', "undecided"),
        ("useful", "undecided"),
        ("", "undecided"),
        ('{"rating": ' + "[" * 50_000, "undecided"),
        ('{"rating": "useful", "x": ' + '{"a":' * 40_000 + "1" + "}" * 40_001, "undecided"),
    ],
)
def test_reading_a_reply(text, word):
    assert read(text)[0] == word


@pytest.mark.parametrize(
    ("guide", "verb", "target", "content", "menu", "word"),
    [
        ("Click 'Reports'.", "click", "Reports", "", ("Reports", "Orders"), "useful"),
        ("Click 'Reports'.", "click", "Reports", "", ("Reports", "Reports"), "ambiguous"),
        ("Click the thing.", "click", "Reports", "", ("Reports", "Orders"), "ambiguous"),
        ("Reports, 'Reports'.", "click", "Reports", "", ("Reports",), "ambiguous"),  # no verb
        ("Go back.", "click", "Reports", "", ("Reports",), "useless"),
        ("", "click", "Reports", "", ("Reports",), "useless"),
        ("Type 'mug' into 'Search'.", "type", "Search", "mug", ("Search",), "useful"),
        ("Type it into 'Search'.", "type", "Search", "mug", ("Search",), "ambiguous"),
        ("Report that 42 orders came.", "finish", "", "42", (), "useful"),
        ("Report what you see.", "finish", "", "42", (), "ambiguous"),
        ("Press Enter.", "press_enter", "", "", (), "useful"),
    ],
)
def test_the_local_rater(guide, verb, target, content, menu, word):
    rating = local_rater.rate(RatingQuestion("s", guide, "a", verb, target, content, menu))
    assert (rating.rating, rating.rater) == (word, "local-rater-1")


@pytest.mark.parametrize(
    ("labels", "word"),
    [
        (["useful", "useful", "useless"], "useful"),
        (["useful", "ambiguous", "useless"], "disputed"),
        (["useful", "useful", None], "useful"),
        (["useful", "useless", None], "open"),
        (["useful", "useless"], "disputed"),
        (["ambiguous"], "ambiguous"),
        ([None], "open"),
    ],
)
def test_majority(labels, word):
    assert panel.majority(labels) == word


def test_share_useful_worked_by_hand():
    asked = [Asked(str(i), "s", task, 0, i, "map", "click") for i, task in enumerate((1, 1, 1, 2, 2))]
    labels = {
        "0": ["useful"] * 3,
        "1": ["useful"] * 3,
        "2": ["useful", "useless", "ambiguous"],
        "3": ["useless"] * 3,
        "4": ["useful", None, None],
    }
    group = panel.groups(asked, labels)[0]
    assert group.counts == {"useful": 2, "ambiguous": 0, "useless": 1, "disputed": 1, "open": 1}
    assert group.useful.estimate == 2 / 4  # the open one is in no rate, the disputed one is not useful
    assert (group.useful.low, group.useful.high) == (0.0, 2 / 3)
    agreed = panel.agreement(labels)
    assert (agreed.raters, agreed.shared, agreed.percent.estimate) == (3, 4, pytest.approx(3 / 4))


def test_nobody_has_rated(queue):
    queue.ratings.add([])
    with pytest.raises(BadInput, match="nobody"):
        panel.agreement(labels_of(queue)[1])


def test_of_two_ratings_the_first_clear_one_counts(queue):
    key = next(iter(queue.questions()))
    for word in ("undecided", "useful", "useless"):
        queue.ratings.add([Rating(key, "r", word)])
    assert queue.ratings.of("r")[key].rating == "useful"


def test_the_command_rates_locally_and_leaves_the_rest_waiting(gold, tmp_path, monkeypatch):
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    out = tmp_path / "out"
    result = CliRunner().invoke(
        app, ["rate", str(gold.folder), "--out", str(out), "--rater", "local", "--rater", "m,http://127.0.0.1:9/v1,NO_SUCH_KEY"]
    )
    assert result.exit_code == 3, result.output
    assert "local-rater-1: 6 rated" in result.output and "6 ratings are missing" in result.output


def test_the_action_in_words(gold):
    texts = {question_of(item).action for item in gold.items}
    assert "type 'blue mug' into element 3, INPUT 'Search'" in texts
    assert "click the page at x = 220, y = 0" in texts
    assert "click element 4, A 'Far below' (outside the visible part of the page)" in texts
    assert "finish with the answer '42'" in texts and "scroll down" in texts


async def test_the_command_asks_models_and_goes_on(gold, conf, tmp_path):
    async def command(url):
        words = ["rate", str(gold.folder), "--rater", f"m,{url},RATER_TEST_KEY", "--limit", "2"]
        environment = os.environ | {"MAG_CONF": str(tmp_path / "none"), "PYTHONPATH": os.getcwd()}
        code = "from mag.cli.follow import app; app()"
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, *words, cwd=tmp_path, env=environment, stdout=-1)
        output, _ = await process.communicate()
        return process.returncode, output.decode()

    async with RatingProvider(Plan(right="partly")) as provider:
        conf(provider.url)  # puts the key into the environment
        (status, first), (again, second) = await command(provider.url), await command(provider.url)
        assert (status, again, provider.counts.requests) == (0, 0, 2)
    assert "2 rated, 0.0 % useful, 2 ambiguous" in first
    assert first.partition("\n")[2] == second.partition("\n")[2]  # the same table; the first line tells what was asked
