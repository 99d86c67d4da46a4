"""The nouns. One frozen record serves API baseline, expert cache, rollout and evaluation alike.

Coordinates are CSS pixels of the screenshot (viewport of the top frame, device scale 1); add `Observation.scroll` for page
coordinates. Times are milliseconds unless the name says otherwise.
"""

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import TypeAdapter

Verb = Literal["click", "type", "select", "scroll", "press_enter", "go_back", "finish"]
Outcome = Literal["success", "failure", "infra", "undecided"]
Change = Literal["url", "dom", "value", "scroll", "none"]
End = Literal["stop", "length", "refused", "blocked", "empty"]  # why a completion ended; "" in records: its policy does not say
CheckMode = Literal["webarena", "strict"]
Box = tuple[float, float, float, float]  # x, y, width, height


@dataclass(frozen=True, slots=True)
class WebTask:
    """One benchmark task in WebArena's schema (MAG 3.1: intent q, start s0, checker phi)."""

    task_id: int
    sites: tuple[str, ...]
    start_url: str
    intent: str
    intent_template: str
    intent_template_id: int
    instantiation_dict: dict[str, Any]
    eval: dict[str, Any]
    require_login: bool = True
    storage_state: str | None = None
    geolocation: dict[str, float] | None = None
    require_reset: bool = False

    @property
    def site(self) -> str:
        """The site label of tables: the first one, as in MAG."""
        return self.sites[0]

    @property
    def start_urls(self) -> tuple[str, ...]:
        """The pages it starts with, one a tab; the first one is shown. The schema joins them by ` |AND| `."""
        return tuple(part.strip() for part in self.start_url.split("|AND|"))


@dataclass(frozen=True, slots=True)
class Mark:
    """One candidate element: the same id in picture, menu, record and training row."""

    id: int
    type: str  # upper-case tag or control kind: A, BUTTON, INPUT, SELECT, TEXTAREA, IMG, ...
    name: str  # accessible name, else visible text, placeholder, value, alt or title
    text: str  # what the menu shows, at most 80 characters: the name; for a SELECT also its current option and option labels
    role: str  # ARIA role, explicit or implied by the tag
    box: Box
    visible: bool  # drawn on the screenshot; otherwise beyond the fold or scrolled out of its container
    point: tuple[float, float]  # where it receives a click (meaningful when visible)
    context: str = ""  # text of the row or item around it, filled where another candidate has the same type and text
    value: str = ""  # live value, "checked", or the current option
    key: str = ""  # position in the document, stable while the document does not change


@dataclass(frozen=True, slots=True)
class Observation:
    """What a policy sees at one step (MAG 3.1: o_t = (x_t, C_t)). All parts describe the same instant unless obs_stale."""

    url: str
    title: str
    screenshot: bytes  # PNG with marks drawn, 1440 x 900
    marks: tuple[Mark, ...]
    scroll: tuple[float, float]
    omitted: int = 0  # candidates that did not fit into the menu
    notices: tuple[str, ...] = ()  # texts of dialogs answered since the last observation, tabs opened or closed
    obs_stale: bool = False
    ms: float = 0.0

    def mark(self, mark_id: int) -> Mark | None:
        """The mark with this id, None when the menu has no such line."""
        return self.marks[mark_id - 1] if 1 <= mark_id <= len(self.marks) else None


@dataclass(frozen=True, slots=True)
class Action:
    """a_t = (verb, grounding argument, payload), Eq. 2. Exactly one of mark and point is set, for element verbs only."""

    verb: Verb
    mark: int | None = None
    point: tuple[float, float] | None = None
    content: str | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """A completion as parsed: the object found, or None, and what had to be skipped or repaired to find it."""

    fields: dict[str, Any] | None
    notes: tuple[str, ...] = ()  # e.g. "code fence", "think block", "prose before", "prose after", "duplicate key: content"


@dataclass(frozen=True, slots=True)
class Gate:
    """OFCR of one step as three bits and a reason (MAG 3.3, App. D); `strict` is WebMRE's exact-keys bit."""

    parsed: bool
    valid: bool
    clean: bool  # the guide leaks no mark id and no coordinate
    strict: bool
    reason: str = ""

    @property
    def passed(self) -> bool:
        """The OFCR bit."""
        return self.parsed and self.valid and self.clean


@dataclass(frozen=True, slots=True)
class Effect:
    """What executing an action did to the page."""

    changed: Change
    error: str | None = None
    ms: float = 0.0
    settled: str = ""  # why the wait ended: quiet, navigation, cap, ...


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens, time and money of one completion."""

    input_tokens: int = 0  # the whole prompt, cached and image tokens included
    output_tokens: int = 0  # all that was generated and is paid for, reasoning included
    ms: float = 0.0  # from asking to having it, waiting for limits and retries included
    cached_tokens: int = 0  # of the input: read from the provider's prompt cache
    image_tokens: int = 0  # of the input, where the provider tells
    reasoning_tokens: int = 0  # of the output
    requests: int = 0  # sent for it, failed ones included; 0 where nothing was sent
    cost_usd: float | None = None  # by the price table of conf; None where it has no price
    reused: bool = False  # the reply came out of the response cache: nothing was paid for it here


@dataclass(frozen=True, slots=True)
class Completion:
    """Raw text of a policy with what it took; token ids where the policy knows them."""

    text: str
    usage: Usage = field(default_factory=Usage)
    end: End | Literal[""] = ""
    model: str = ""  # as the provider names what answered
    prompt_digest: str = ""  # of the prompt's token ids, where they are known: equal digests were the same input
    token_ids: tuple[int, ...] = ()  # exactly those sampled, end of turn included
    logprobs: tuple[float, ...] = ()  # of the sampled ids, natural logarithm, at the sampling temperature


@dataclass(frozen=True, slots=True)
class Step:
    """One model turn: what it saw, said, and what came of it."""

    index: int  # 1-based
    url: str
    title: str
    image: str  # file name of the screenshot inside the episode folder
    marks: tuple[Mark, ...]
    scroll: tuple[float, float]
    omitted: int
    notices: tuple[str, ...]
    obs_stale: bool
    prompt: str  # the user message as sent, without the image
    completion: str
    notes: tuple[str, ...]
    gate: Gate
    action: Action | None
    guide: str
    effect: Effect
    usage: Usage
    observe_ms: float
    end: End | Literal[""] = ""  # these five: see Completion
    model: str = ""
    prompt_digest: str = ""
    token_ids: tuple[int, ...] = ()
    logprobs: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """All that a judge sees: never the trajectory, never who answered (MAG App. D)."""

    kind: Literal["answer", "unachievable"]
    intent: str
    reference: str  # the reference answer; for `unachievable`, the reason why the task cannot be done
    answer: str
    accepted: tuple[str, ...] = ()  # further phrasings, for the deterministic local judge only

    @property
    def key(self) -> str:
        """Content key: equal questions are asked and paid once."""
        return digest([self.kind, self.intent, self.reference, self.answer])


@dataclass(frozen=True, slots=True)
class PageEvidence:
    """What one entry of program_html found: the page read and the text its locator gave."""

    address: str
    text: str
    problem: str = ""  # why there is no text: the locator failed, the page is not there, ...


@dataclass(frozen=True, slots=True)
class Lookup:
    """One answer of a site's API that a check helper used."""

    helper: str  # name and arguments, as the task writes them
    address: str
    status: int
    body: Any  # the JSON answered


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the checks look at. Every verdict can be recomputed from it without the sites."""

    url: str  # of the agent's last page
    answer: str
    urls: dict[str, str]  # site -> base URL
    pages: tuple[PageEvidence, ...] = ()  # one per entry of program_html, in order, read WebArena's way
    strict_pages: tuple[PageEvidence, ...] = ()  # the same read the repaired way; empty when nothing differs
    lookups: tuple[Lookup, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The checker's decision with the evidence it rests on."""

    success: bool | None  # None: undecided
    judge: str  # "" when no judge was asked; else its name, so that a stand-in is visible in every row
    checks: tuple[dict[str, Any], ...]  # one per part: kind, expected, found, passed


@dataclass(frozen=True, slots=True)
class Episode:
    """One run of one task. Everything needed to recompute every metric offline; images lie beside it."""

    key: str
    web_task: WebTask
    sample: int
    policy: str
    grounding: str
    contract: str
    protocol: str  # digest of constants and prompt text
    code: str  # version of the code
    snapshot: str  # digest of the environment's data
    environment_set: int
    attempt: int
    seed: int
    steps: tuple[Step, ...]
    answer: str
    finished: bool  # ended by finish, not by the budget
    outcome: Outcome
    verdict: Verdict | None  # WebArena's rules, bug for bug: what `outcome` says
    strict: Verdict | None = None  # the same evidence by the repaired rules
    evidence: Evidence | None = None
    error: str | None = None  # infra: what failed
    started: float = 0.0  # UNIX seconds
    seconds: float = 0.0

    @property
    def guides(self) -> tuple[str, ...]:
        """Guides in step order, those of unparsable steps left out (h of Algorithm 1)."""
        return tuple(step.guide for step in self.steps if step.guide)


@dataclass(frozen=True, slots=True)
class Score:
    """One episode scored (MAG 3.3). Guide metrics are None where the task has no reference guide."""

    task_id: int
    site: str
    success: bool | None
    ofcr_passed: int
    n_steps: int
    bleu1: float | None
    bleu2: float | None
    rouge1: float | None
    rouge_l: float | None
    g: float | None
    ggs: float | None
    success_strict: bool | None = None  # by the repaired rules
    judge: str = ""  # the judge that touched the verdict, "" for none


def canonical_json(value: Any) -> str:
    """JSON with sorted keys and no spaces: equal values give equal bytes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(value: Any) -> str:
    """sha256 of the canonical JSON, hex."""
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()


EPISODES: TypeAdapter[Episode] = TypeAdapter(Episode)
WEB_TASKS: TypeAdapter[list[WebTask]] = TypeAdapter(list[WebTask])
