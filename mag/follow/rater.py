"""A rater behind any OpenAI-compatible endpoint: the judge's client and gateway, with a picture in the request and another question.

To the gateway a rating is a verdict under another word, so retries, pauses and second replies are the judge's own.
"""

import asyncio
import base64
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from string import Template
from typing import Any, cast

from mag.contract.scan import scan
from mag.contract.text import clean
from mag.follow.rating import WORDS, Rating, RatingFile, RatingQuestion, RatingQueue, Word
from mag.judge.drain import DrainReport, ask_all
from mag.judge.gateway import Gateway
from mag.judge.model import ModelJudge
from mag.judge.prompt import MAX_DEPTH
from mag.judge.provider import JudgeReply
from mag.judge.ruling import Ruling
from mag.locks import held
from mag.models.pace import Stopped
from mag.records import Question, digest
from mag.settings import JudgeConf

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"rating": {"type": "string", "enum": list(WORDS)}, "reason": {"type": "string"}},
    "required": ["rating", "reason"],
    "additionalProperties": False,
}
VERDICTS = {"useful": "correct", "ambiguous": "partly", "useless": "incorrect", "undecided": "undecided"}
_RATINGS = {verdict: word for word, verdict in VERDICTS.items()}
_SECTION = re.compile(r"^@(\w+)\n", re.MULTILINE)
_THINK_END = re.compile(r"</think(?:ing)?>", re.IGNORECASE)


class ModelRater(ModelJudge):
    """An `Asker` whose questions stand for those of a rating queue (`carrier`); use it as an async context manager."""

    def __init__(self, conf: JudgeConf, queue: RatingQueue, deadline: Callable[[float], asyncio.Timeout] = asyncio.timeout) -> None:
        super().__init__(conf, deadline)
        self.name = rater_name(conf)
        self._queue = queue
        self._asked: Mapping[str, RatingQuestion] = queue.questions()

    async def ask(self, question: Question, timeout_s: float) -> JudgeReply:
        """See Asker.ask: the rating comes back as the verdict it stands for."""
        rated = self._asked[question.reference]
        picture = await asyncio.to_thread(self._queue.image(rated).read_bytes)
        return _as_verdict(await self.send(request(rated, picture, self.conf), timeout_s))


def _as_verdict(reply: JudgeReply) -> JudgeReply:
    word, reason = read(reply.text)
    return replace(reply, text=json.dumps({"verdict": VERDICTS[word], "reason": reason}) if word != "undecided" else reason)


def carrier(question: RatingQuestion) -> Question:
    """The question that stands for a rating question at the gateway; its reference is the key."""
    return Question("answer", "rating", question.key, "")


@cache
def sections() -> dict[str, str]:
    """The two texts of rate.txt by name."""
    parts = _SECTION.split(Path(__file__).with_name("rate.txt").read_text(encoding="utf-8"))
    return {name: text.strip() for name, text in zip(parts[1::2], parts[2::2], strict=True)}


def rater_name(conf: JudgeConf) -> str:
    """Model, and six characters over the prompt and whatever else of the request moves ratings."""
    settings = {"effort": conf.effort, "reply_tokens": conf.reply_tokens, "structured": conf.structured}
    return f"{conf.model}/{digest([sections(), SCHEMA, settings])[:6]}"


def request(question: RatingQuestion, picture: bytes, conf: JudgeConf) -> dict[str, Any]:
    """The body of one request: the two texts and the screenshot. It names neither task, nor author, nor other ratings."""
    nonce = digest(["nonce", question.key])[:12]
    fields = {name: _quoted(text, nonce) for name, text in (("action", question.action), ("guide", question.guide))}
    url = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
    user = [
        {"type": "text", "text": Template(sections()["user"]).substitute(fields, nonce=nonce)},
        {"type": "image_url", "image_url": {"url": url}},
    ]
    body: dict[str, Any] = {
        "model": conf.model,
        "messages": [{"role": "system", "content": sections()["system"]}, {"role": "user", "content": user}],
        "max_completion_tokens": conf.reply_tokens,
    }
    if conf.effort:
        body["reasoning_effort"] = conf.effort
    if conf.structured:
        body["response_format"] = {"type": "json_schema", "json_schema": {"name": "rating", "strict": True, "schema": SCHEMA}}
    return body


def _quoted(text: str, nonce: str) -> str:
    """One line that cannot close the marker lines around it."""
    return re.sub(re.escape(nonce), "*", clean(text), flags=re.IGNORECASE).replace("[[", "[ [")


def read(text: str) -> tuple[Word, str]:
    """The rating in a reply and its reason. Undecided: no object with a rating, an unknown word, or two different ones. Never raises."""
    start = max((tag.end() for tag in _THINK_END.finditer(text)), default=0)
    found: list[dict[str, Any]] = []
    while (item := scan(text, start)[0]) is not None:
        if item.depth > MAX_DEPTH:
            return "undecided", "the reply is nested too deep"
        fields: dict[str, Any] = json.loads(text[item.start : item.end], parse_int=str, parse_float=str)
        found += [fields] if "rating" in fields else []
        start = item.end
    words = {str(fields["rating"]).strip().lower() for fields in found}
    if len(words) != 1 or not words.issubset(WORDS):
        return "undecided", "no rating, an unknown one, or several"
    return cast(Word, words.pop()), clean(str(found[-1].get("reason", "")))


def cache_of(store: Path, rater: str) -> RatingFile:
    """The ratings of this rater that all folders share."""
    return RatingFile(store / f"ratings-{re.sub(r'[^A-Za-z0-9.-]+', '_', rater)}.jsonl")


async def rate_pending(queue: RatingQueue, gateway: Gateway, store: Path, seed: int, again: bool = False) -> DrainReport:
    """Rate what this rater has not, from the cache where it can be; each rating is on disk as soon as it is there.

    Ends early when the provider cannot be used (raises BadInput or Transient) or after `gateway.stop()` (`stopped` says so). Two at once
    of one rater exclude each other (BadInput).
    """
    rater = gateway.judge.name
    cache = cache_of(store, rater)
    with held(cache.path.with_suffix(".lock"), f"rating by {rater} is under way"):
        pending, known = queue.pending(rater, seed, again), cache.of(rater)
        here = [known[q.key] for q in pending if q.key in known and not (again and known[q.key].rating == "undecided")]
        queue.ratings.add(here)
        left = {question.key for question in pending} - {rating.key for rating in here}
        carried = {carrier(question).key: question.key for question in pending if question.key in left}
        report = DrainReport(pending=len(pending), cached=len(here), unanswered=len(left))

        async def ruled(ruling: Ruling) -> None:
            rating = _rating(ruling, carried[ruling.key])
            for file in (cache, queue.ratings):
                await asyncio.to_thread(file.add, [rating])
            report.unanswered -= 1
            report.undecided += rating.rating == "undecided"
            report.decided += rating.rating != "undecided"

        try:
            await ask_all([carrier(question) for question in pending if question.key in left], gateway, ruled)
        except Stopped as stop:
            report.stopped = str(stop)
        for name, value in asdict(gateway.tally).items():
            setattr(report, name, value)
        return report


def _rating(ruling: Ruling, key: str) -> Rating:
    word = cast(Word, _RATINGS[ruling.verdict])
    counts = (ruling.input_tokens, ruling.output_tokens, ruling.requests)
    return Rating(key, ruling.judge, word, ruling.reason, ruling.model, *counts, ruling.at)
