"""When a Prefect task may try again: infrastructure trouble only, never a model's failure or a user's mistake."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from prefect import task
from prefect.cache_policies import NO_CACHE

from mag.errors import SiteDown, Transient


def transient_only(task: Any, run: Any, state: Any) -> bool:
    """Retry condition: the task failed with Transient."""
    return isinstance(state.result(raise_on_failure=False), Transient)


def live(retries: int, delays: Sequence[float], **more: Any) -> Callable[..., Any]:
    """A task on live sites: never cached, since running it is the point; retried on infrastructure trouble."""
    return task(cache_policy=NO_CACHE, retries=retries, retry_delay_seconds=list(delays), retry_condition_fn=transient_only, **more)


def within(seconds: float, work: Coroutine[Any, Any, Any], doing: str) -> Any:
    """Run asynchronous work to its end, or to its deadline: Prefect's own timeouts do not reach into threads."""

    async def limited() -> Any:
        try:
            async with asyncio.timeout(seconds):
                return await work
        except TimeoutError:
            raise SiteDown(f"{doing} took longer than {seconds:g} s and was broken off") from None

    return asyncio.run(limited())
