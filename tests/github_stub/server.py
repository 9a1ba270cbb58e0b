"""The stub over HTTP, in a thread of its own: a test's event loop and the server's never wait for each other."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from email.utils import format_datetime
from typing import Any

from aiohttp import web

from tests.github_stub.accounting import Account, Call
from tests.github_stub.apps import Apps, Given
from tests.github_stub.cost import NODE_LIMIT, Cost
from tests.github_stub.execution import Context, Engine
from tests.github_stub.faults import (
    Answer,
    Condition,
    Fault,
    Rule,
    always,
    bad_gateway,
    rate_limited,
    refused,
    too_many_nodes,
)
from tests.github_stub.grant import Grant
from tests.github_stub.limits import Meter
from tests.github_stub.rest import Rest
from tests.github_stub.schema import github_schema
from tests.github_stub.wire import closed, read_call, read_token, send
from tests.github_stub.world import World

TOKEN = "ghs_stub"
LIMIT = 5000
LARGEST_REQUEST = 4 * 1024 * 1024

Change = Callable[[World], Any]


class GitHub:
    """A running GitHub. ``world`` may be changed at any time; ``calls`` tells what was asked."""

    def __init__(self, world: World | None = None, token: str | None = TOKEN) -> None:
        self.engine = Engine(github_schema())
        self.rest = Rest(lambda: self.world)
        self.port = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._hung: asyncio.Event | None = None
        self.reset(world, token)

    def reset(self, world: World | None = None, token: str | None = TOKEN) -> None:
        """As new, on the same port. ``token`` None takes any."""
        self.world = world or World()
        self.token = token
        self.others: set[str] = set()
        self.limit = LIMIT
        self.meters: defaultdict[str, Meter] = defaultdict(Meter)
        self.rest.reset()
        self.calls: list[Call] = []
        self._rules: list[Rule] = []
        self._changes: list[tuple[Condition, Change]] = []
        self._unreadable: set[tuple[int, str]] = set()
        self._lost: list[Condition] = []
        self.release()

    # -- what a test says

    @property
    def url(self) -> str:
        """For ``GITHUB_GRAPHQL_URL``."""
        return f"http://127.0.0.1:{self.port}/graphql"

    @property
    def api_url(self) -> str:
        """For ``GITHUB_API_URL``."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def apps(self) -> Apps:
        return self.rest.apps

    @property
    def account(self) -> Account:
        return Account.of(self.calls)

    def fail(self, fault: Fault, when: Condition = always, times: int | None = None, skip: int = 0) -> Rule:
        """From now on requests that meet ``when`` fail: so many ``times``, or all, after the first ``skip`` of them."""
        self._rules.append(Rule(fault, when, times, skip))
        return self._rules[-1]

    def heal(self) -> None:
        """No more faults."""
        self._rules.clear()
        self._lost.clear()
        self.release()

    def before_request(self, number: int, change: Change) -> None:
        """Changes the world just before request ``number`` (the first is 1) is answered."""
        self.before(lambda call: call.number == number, change)

    def before(self, when: Condition, change: Change) -> None:
        """Changes the world just before the first request that meets ``when`` is answered."""
        self._changes.append((when, change))

    def lose(self, when: Condition) -> None:
        """Requests that meet ``when`` do not reach the world: nothing happens, and the answer is a bad gateway."""
        self._lost.append(when)

    def break_field(self, entity: Any, name: str) -> None:
        """The field (in snake case) of that entity cannot be read: an error, and a null where the schema allows it."""
        self._unreadable.add((id(entity), name))

    def release(self) -> None:
        """Lets go of requests that hang; their connections are closed."""
        if self._loop and self._hung:
            self._loop.call_soon_threadsafe(self._hung.set)

    # -- answering

    def answer(self, call: Call, token: str | None) -> Answer:
        """What GitHub says to one request: refusals first, then the world, then the faults that a test asked for."""
        call.account = self.account_of(token)
        self.meter(call).resets_at(self.world.now)
        self._measure(call)
        self._change(call)
        if any(lost(call) for lost in self._lost):
            return bad_gateway()(Answer(), call)
        answer = self._allowed(call, token) or self._run(call, self.apps.token(token or "", self.world.now))
        for rule in self._rules:
            if rule.takes(call):
                call.faulty = True
                answer = rule.fault(answer, call)
        self._charge(call, answer)
        return answer

    def meter(self, call: Call) -> Meter:
        """The points of whoever asks."""
        return self.meters[call.account]

    def account_of(self, token: str | None) -> str:
        """Whose token it is: those of an installation draw on the same points."""
        given = next((one for one in self.apps.given if one.text == token), None)
        return f"installation {given.installation.id}" if given else token or ""

    def _measure(self, call: Call) -> None:
        cost = self._cost(call)
        call.nodes, call.cost = cost.nodes, cost.points

    def _cost(self, call: Call) -> Cost:
        return self.engine.cost(self.engine.document(call.query), call.operation, call.variables)

    def _change(self, call: Call) -> None:
        due = [entry for entry in self._changes if entry[0](call)]
        for entry in due:
            self._changes.remove(entry)
            entry[1](self.world)

    def _allowed(self, call: Call, token: str | None) -> Answer | None:
        if token is None:
            return refused(401, "This endpoint requires you to be authenticated.")
        given = self.apps.token(token, self.world.now)
        if given is None and self.token not in (None, token) and token not in self.others:
            return refused(401, "Bad credentials")
        if given is not None and (since := given.installation.suspended_at):
            return refused(
                403, f"This installation owned by {given.installation.account} suspended your access at {since}."
            )
        if self.meter(call).used + call.cost > self._limit(call):
            return rate_limited()
        if call.nodes > NODE_LIMIT:
            return too_many_nodes(call.nodes)
        return None

    def _limit(self, call: Call) -> int:
        own = self.meter(call).limit
        return self.limit if own is None else own

    def _run(self, call: Call, given: Given | None) -> Answer:
        grant = Grant(self.world, given)
        context = Context(self.world, self._rate_limit(call), grant, frozenset(self._unreadable))
        document = self.engine.document(call.query)
        payload = self.engine.run(document, call.operation, call.variables, context)
        return Answer(200, payload, spends="data" in payload)

    def _charge(self, call: Call, answer: Answer) -> None:
        call.status = answer.status
        if answer.spends:
            call.points = call.cost
            self.meter(call).used += call.cost
        payload = answer.payload if isinstance(answer.payload, dict) else {}
        call.errors = tuple(error.get("type", error["message"]) for error in payload.get("errors", ()))

    def _rate_limit(self, call: Call) -> dict[str, Any]:
        meter, limit = self.meter(call), self._limit(call)
        used = meter.used + call.cost
        return {
            "cost": call.cost,
            "limit": limit,
            "remaining": limit - used,
            "used": used,
            "resetAt": meter.resets_at(self.world.now),
            "nodeCount": call.nodes,
        }

    # -- HTTP

    def application(self) -> web.Application:
        app = web.Application(client_max_size=LARGEST_REQUEST)
        app.router.add_post("/graphql", self._handle)
        app.router.add_post("/api/graphql", self._handle)
        app.router.add_get("/_stub/account", self._handle_account)
        self.rest.add_to(app)
        return app

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        try:
            call = read_call(await request.read(), dict(request.headers), len(self.calls) + 1, self.world.now)
        except ValueError:
            return web.json_response({"message": "Problems parsing JSON"}, status=400)
        self.calls.append(call)
        answer = self.answer(call, read_token(request))
        if answer.hangs:
            return await self._hang(request)
        return await send(request, answer, self._headers(call, answer))

    async def _handle_account(self, _: web.Request) -> web.Response:
        """For a stub in another process: the account, and each request without its text."""
        calls = [asdict(call) | {"query": None, "headers": None} for call in self.calls]
        payload = asdict(self.account) | {"calls": calls}
        return web.json_response(payload, dumps=lambda value: json.dumps(value, default=str))

    async def _hang(self, request: web.Request) -> web.StreamResponse:
        assert self._hung is not None
        self._hung.clear()
        await self._hung.wait()
        return closed(request, web.StreamResponse())

    def _headers(self, call: Call, answer: Answer) -> dict[str, str]:
        meter, limit = self.meter(call), self._limit(call)
        limits = {
            "x-ratelimit-limit": limit,
            "x-ratelimit-remaining": max(0, limit - meter.used),
            "x-ratelimit-used": meter.used,
            "x-ratelimit-reset": int(meter.resets_at(self.world.now).timestamp()),
            "x-ratelimit-resource": "graphql",
        }
        if answer.payload == rate_limited().payload:
            limits["x-ratelimit-remaining"] = 0
        return {
            "Server": "github.com",
            "Date": format_datetime(self.world.now, usegmt=True),
            "Content-Type": "application/json; charset=utf-8",
            "x-github-request-id": call.request_id,
            **{name: str(value) for name, value in limits.items()},
            **answer.headers,
        }

    # -- the thread

    def start(self, port: int = 0) -> None:
        """Returns when requests can be sent."""
        ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(port, ready)), daemon=True)
        self._thread.start()
        ready.wait()
        if not self.port:
            raise OSError(f"cannot listen on port {port}")

    async def _serve(self, port: int, ready: threading.Event) -> None:
        self._loop, self._hung, self._stopping = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()
        runner = web.AppRunner(self.application(), access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            site = web.TCPSite(runner, "127.0.0.1", port)
            await site.start()
            self.port = runner.addresses[0][1]
            ready.set()
            await self._stopping.wait()
        finally:
            ready.set()
            await runner.cleanup()

    def stop(self) -> None:
        if self._loop and not self._loop.is_closed():
            self.release()
            self._loop.call_soon_threadsafe(self._stopping.set)
            self._thread.join()


@contextmanager
def running(world: World | None = None, token: str | None = TOKEN, port: int = 0) -> Iterator[GitHub]:
    """A GitHub on a free port, for as long as the block runs."""
    github = GitHub(world, token)
    github.start(port)
    try:
        yield github
    finally:
        github.stop()
