"""OpenAI's SDK as two clients use it: the provider's own models, and any server that speaks its protocol."""

import time
from collections.abc import Collection
from typing import Any

from mag.errors import MagError
from mag.models.trouble import Endpoint, wait_seconds


def open_sdk(endpoint: Endpoint, key: str, timeout_s: float) -> Any:
    """The asynchronous client. It neither retries, which is the gateway's, nor follows redirects, which would carry the key along."""
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient

    http = DefaultAsyncHttpxClient(follow_redirects=False, timeout=timeout_s)
    return AsyncOpenAI(api_key=key, base_url=endpoint.url, max_retries=0, timeout=timeout_s, http_client=http)


def blame(endpoint: Endpoint, error: Exception, timeout_s: float, no_money: Collection[str] = ()) -> MagError | None:
    """What an exception of the SDK means; None for a bug. `no_money`: codes that say that no waiting helps."""
    import openai

    if isinstance(error, openai.APITimeoutError):
        return endpoint.late(timeout_s)
    if isinstance(error, openai.APIStatusError):
        wait_s = wait_seconds(error.response.headers, time.time())
        return endpoint.status(error.status_code, error.message, wait_s, quota=error.code in no_money)
    if isinstance(error, openai.APIConnectionError):
        return endpoint.unreachable(error)
    return endpoint.junk("JSON") if isinstance(error, openai.APIError | ValueError) else None
