"""One question until it is ruled on: pauses, retries, second replies. What is sent and what came back is counted.

A 429 costs nothing and is not held against the question; 5xx, time-outs and lost connections are tried again up to `attempts`; a reply
without a clear verdict is asked for again twice, then recorded as undecided; what trying again cannot mend ends everything at once. A
request that timed out may have been answered, and paid for, all the same: the next try of that question is given twice the time, so that
an answer that is merely slow is paid for twice at most, and `requests - replies` bounds what was paid for nothing.
"""

import time
from dataclasses import dataclass, field

from mag.errors import BadInput
from mag.judge.prompt import Reading, read
from mag.judge.provider import Asker, JudgeReply
from mag.judge.ruling import Ruling
from mag.models.pace import Clock, Pace, WallClock
from mag.models.trouble import Limited, ProviderDown, TimedOut, Unavailable
from mag.records import Question, digest
from mag.settings import JudgeConf

REPLIES = 3  # asked for at most, of which the first clear one counts
FIRST_BACKOFF_S = 0.5
LONGEST_BACKOFF_S = 30.0
LONGER_TIMEOUTS = 4  # times conf.timeout_s at most
DEAF = 8  # questions in a row that got no reply at all: the provider is down
USELESS = 20  # questions in a row without a clear verdict: the model or a setting is wrong


@dataclass(slots=True)
class Tally:
    """What went out and came back, whether it was of use or not."""

    requests: int = 0
    replies: int = 0
    limited: int = 0
    unavailable: int = 0
    timeouts: int = 0
    unclear: int = 0  # replies without a clear verdict
    input_tokens: int = 0
    output_tokens: int = 0
    problem: str = ""  # the last reason why there was no reply


@dataclass(slots=True)
class _Course:
    """What one question has been through."""

    question: Question
    requests: int = 0
    failures: int = 0
    timeouts: int = 0
    replies: list[JudgeReply] = field(default_factory=list)

    def jitter(self) -> float:
        """0..1, counted rather than drawn: from the question and its number of requests."""
        return int(digest([self.question.key, self.requests])[:8], 16) / 2**32


class Gateway:
    """Puts questions to one judge."""

    def __init__(self, judge: Asker, conf: JudgeConf, clock: Clock | None = None) -> None:
        self.judge = judge
        self.conf = conf
        self.pace = Pace(conf.in_flight, clock or WallClock())
        self.tally = Tally()
        self._deaf = 0
        self._useless = 0
        self._last_problem = ""

    def stop(self) -> None:
        """Send nothing new: requests under way are paid for and waited for, everything else ends with Stopped."""
        self.pace.close()

    async def rule(self, question: Question) -> Ruling:
        """The judge's ruling, undecided included.

        Raises Unavailable when this question got no reply; Transient or BadInput when none will; Stopped after `stop`.
        """
        if self._useless >= USELESS:
            what = f"{USELESS} questions in a row without a clear verdict ({self._last_problem})"
            raise BadInput(f"{what}; check judge.model and judge.reply_tokens in conf/judge.yaml")
        course = _Course(question)
        while True:
            reply = await self._once(course)
            if reply is None:
                continue
            reading = read(reply.text, reply.truncated, reply.refused)
            if reading.verdict == "undecided":
                self.tally.unclear += 1
                if len(course.replies) < REPLIES:
                    continue
            return self._ruling(course, reading)

    async def _once(self, course: _Course) -> JudgeReply | None:
        """One request; None when it has to be sent again."""
        wave = await self.pace.enter()
        try:
            course.requests += 1
            self.tally.requests += 1
            reply = await self.judge.ask(course.question, self.conf.timeout_s * min(2**course.timeouts, LONGER_TIMEOUTS))
        except Limited as trouble:
            self.tally.limited += 1
            self.pace.limited(wave, trouble.wait_s, course.jitter())
            return None
        except Unavailable as trouble:
            backoff = self._failed(course, trouble)
        else:
            self._count(course, reply)
            return reply
        finally:
            self.pace.leave()
        await self.pace.rest(backoff)
        return None

    def _failed(self, course: _Course, trouble: Unavailable) -> float:
        """Seconds until the next try; raises when there is none."""
        if isinstance(trouble, TimedOut):
            self.tally.timeouts += 1
            course.timeouts += 1
        else:
            self.tally.unavailable += 1
        self.tally.problem = str(trouble)
        course.failures += 1
        if course.failures < self.conf.attempts:
            return min(LONGEST_BACKOFF_S, FIRST_BACKOFF_S * 2.0 ** (course.failures - 1)) * (0.5 + course.jitter())
        self._deaf += 1
        if self._deaf >= DEAF:
            raise ProviderDown(f"{trouble}, {DEAF} questions in a row; give the same command again when it is back, nothing is lost")
        raise trouble

    def _count(self, course: _Course, reply: JudgeReply) -> None:
        self._deaf = 0
        self.pace.replied()
        course.replies.append(reply)
        self.tally.replies += 1
        self.tally.input_tokens += reply.input_tokens
        self.tally.output_tokens += reply.output_tokens

    def _ruling(self, course: _Course, reading: Reading) -> Ruling:
        self._useless = self._useless + 1 if reading.verdict == "undecided" else 0
        self._last_problem = reading.reason
        return Ruling(
            key=course.question.key,
            judge=self.judge.name,
            verdict=reading.verdict,
            reason=reading.reason,
            model=course.replies[-1].model,
            input_tokens=sum(reply.input_tokens for reply in course.replies),
            output_tokens=sum(reply.output_tokens for reply in course.replies),
            requests=course.requests,
            at=round(time.time(), 3),
        )
