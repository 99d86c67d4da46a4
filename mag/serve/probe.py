"""Which weights does a server serve? Fixed texts, and the log-probability it gives to each of their tokens, tell."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from mag.contract.text import clean
from mag.errors import Corrupt, Transient

TIMEOUT_S = 300.0
Rows = tuple[tuple[float, ...], ...]  # text x token after the first: natural logarithm


@dataclass(frozen=True, slots=True)
class Probe:
    """Texts as token ids; nothing is sampled."""

    texts: tuple[tuple[int, ...], ...]


def served_logprobs(url: str, model: str, probe: Probe, key: str = "") -> Rows:
    """Log-probability of every token but the first of every text, given those before it. Raises Transient if the server does not say."""
    headers = {"authorization": f"Bearer {key}"} if key else {}
    with httpx.Client(base_url=f"{url.rstrip('/').removesuffix('/v1')}/v1", headers=headers, timeout=TIMEOUT_S, trust_env=False) as client:
        return tuple(_row(client, model, text) for text in probe.texts)


def distance(served: Rows, expected: Rows) -> float:
    """The largest absolute difference of two readings of one probe."""
    return max(abs(a - b) for left, right in zip(served, expected, strict=True) for a, b in zip(left, right, strict=True))


def require_served(served: Rows, expected: Rows, tolerance: float) -> float:
    """The distance. Raises Corrupt when it is above the tolerance: the server serves other weights than it says."""
    found = distance(served, expected)
    if not found <= tolerance:
        raise Corrupt(f"not the weights that were pushed are served: log-probabilities differ by {found:.2g} > {tolerance:.2g}; restart it")
    return found


def _row(client: httpx.Client, model: str, text: Sequence[int]) -> tuple[float, ...]:
    body = {"model": model, "prompt": list(text), "max_tokens": 1, "temperature": 0.0, "prompt_logprobs": 0}
    said = ""
    try:
        answer = client.post("/completions", json=body)
        answer.raise_for_status()
        read: list[dict[str, dict[str, Any]]] = answer.json()["choices"][0]["prompt_logprobs"]
        return tuple(float(entry[str(token)]["logprob"]) for token, entry in zip(text[1:], read[1:], strict=True))
    except (httpx.HTTPError, ValueError, KeyError, TypeError, IndexError) as error:
        said = clean(f"{type(error).__name__} {error}")[:160]
    raise Transient(f"{client.base_url} tells no log-probabilities of a prompt ({said})")  # outside: no request with its key in the context
