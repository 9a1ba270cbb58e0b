"""The server, and what a script can answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web


@dataclass(frozen=True)
class Ask:
    """A request as it came. ``turn`` counts from 0 over all requests."""

    turn: int
    key: str
    body: dict[str, Any]

    @property
    def model(self) -> str:
        return self.body["model"]

    @property
    def format(self) -> str:
        """Its type; "by schema" where a schema comes beside it."""
        told = self.body.get("response_format", {})
        return f"{told['type']} by schema" if "schema" in told else told.get("type", "")

    @property
    def room(self) -> int:
        """How many tokens the answer may have."""
        return self.body["max_tokens"]

    @property
    def prompt(self) -> str:
        return "\n".join(message["content"] for message in self.body["messages"])

    @property
    def task(self) -> str:
        """The last turn alone: what is asked for, and the data."""
        return self.body["messages"][-1]["content"]


@dataclass(frozen=True)
class Say:
    """An answer: HTTP 200. ``thoughts`` are tokens spent on thinking, which OpenAI counts with those of the answer."""

    text: str | None
    finish: str = "stop"
    refusal: str | None = None
    thoughts: int = 0
    choices: int = 1


@dataclass(frozen=True)
class Fail:
    """An error in OpenAI's form. By default it quotes the key, as real ones do."""

    status: int
    message: str = "Incorrect API key provided: {key}"
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Hang:
    """No answer at all, until the client goes away."""


@dataclass(frozen=True)
class Slow:
    """The answer after some seconds."""

    then: Say
    seconds: float


Script = Callable[[Ask], Say | Fail | Hang | Slow]


class OpenAIServer:
    """Answers by ``script``, and remembers what it was asked."""

    def __init__(self, script: Script, key: str | None = None) -> None:
        self.script = script
        self.key = key
        self.asked: list[Ask] = []
        self.base = ""
        self.at_once = self.most_at_once = 0
        self.count: Callable[[str], int] = lambda text: len(text) // 4
        self._gone = asyncio.Event()

    async def answer(self, request: web.Request) -> web.Response:
        key = request.headers.get("Authorization", "").removeprefix("Bearer ")
        ask = Ask(len(self.asked), key, await request.json())
        self.asked.append(ask)
        if self.key is not None and key != self.key:
            return self._failure(ask, Fail(401))
        match self.script(ask):
            case Say() as said:
                return web.json_response(_completion(ask, said, self.count))
            case Slow(then=said, seconds=seconds):
                self.at_once += 1
                self.most_at_once = max(self.most_at_once, self.at_once)
                await asyncio.sleep(seconds)
                self.at_once -= 1
                return web.json_response(_completion(ask, said, self.count))
            case Fail() as failure:
                return self._failure(ask, failure)
        await self._gone.wait()
        return web.Response(status=503)

    def _failure(self, ask: Ask, failure: Fail) -> web.Response:
        message = failure.message.replace("{key}", ask.key)
        error = {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None}}
        return web.json_response(error, status=failure.status, headers=failure.headers)

    def stop(self) -> None:
        self._gone.set()


def _completion(ask: Ask, said: Say, count: Callable[[str], int]) -> dict[str, Any]:
    prompt, completion = count(ask.prompt), count(said.text or "") + said.thoughts
    message = {"role": "assistant", "content": said.text} | ({"refusal": said.refusal} if said.refusal else {})
    choice = {"index": 0, "finish_reason": said.finish, "message": message}
    usage: dict[str, Any] = {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
    }
    if said.thoughts:
        usage["completion_tokens_details"] = {"reasoning_tokens": said.thoughts}
    return {
        "id": f"chatcmpl-{ask.turn}",
        "object": "chat.completion",
        "created": 0,
        "model": ask.model,
        "choices": [choice] * said.choices,
        "usage": usage,
    }


@asynccontextmanager
async def serving(script: Script, key: str | None = None) -> AsyncIterator[OpenAIServer]:
    """A server on a free port of this machine; its address is ``base``."""
    server = OpenAIServer(script, key)
    app = web.Application(client_max_size=16 * 1024**2)
    app.router.add_post("/v1/chat/completions", server.answer)
    runner = web.AppRunner(app, shutdown_timeout=1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    server.base = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    try:
        yield server
    finally:
        server.stop()
        await runner.cleanup()
