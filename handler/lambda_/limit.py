"""A call ends in time whatever hangs: nothing waits for a thread that waits for somebody else.

A thread cannot be cancelled. One whose request nobody answers is left behind; its request has a time-out of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from digest.errors import Unfinished

T = TypeVar("T")


class _Leaving(ThreadPoolExecutor):
    """Threads that are left behind at the end, where asyncio's own are waited for."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        super().shutdown(wait=False, cancel_futures=True)


def run(main: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """`asyncio.run`, but for the threads."""

    async def leaving() -> T:
        asyncio.get_running_loop().set_default_executor(_Leaving(thread_name_prefix="call"))
        return await main()

    return asyncio.run(leaving())


async def within(seconds: float, work: Awaitable[T], doing: str) -> T:
    """What the work comes to. Raises Unfinished, saying at what time ran out, after so many seconds."""
    try:
        async with asyncio.timeout(max(0.0, seconds)) as limit:
            return await work
    except TimeoutError:
        if not limit.expired():
            raise
    raise Unfinished(f"time ran out while {doing}; a retry goes on from the state")
