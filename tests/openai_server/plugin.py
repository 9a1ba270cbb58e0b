"""Fixtures of the server, for the `conftest.py` of the tests that need a model."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest

from tests.openai_server import OpenAIServer, Script, serving

Serve = Callable[..., Awaitable[OpenAIServer]]


@pytest.fixture
async def serve() -> AsyncIterator[Serve]:
    """Starts a server for a script; all are stopped at the end of the test."""
    async with AsyncExitStack() as stack:

        async def start(script: Script, key: str | None = None) -> OpenAIServer:
            return await stack.enter_async_context(serving(script, key))

        yield start
