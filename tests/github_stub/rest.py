"""The part of GitHub's REST API that an App needs: https://docs.github.com/en/rest/apps/apps."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime
from typing import Any

from aiohttp import web

from tests.github_stub.apps import App, Apps, Installation
from tests.github_stub.faults import Answer, refused
from tests.github_stub.wire import read_token, send
from tests.github_stub.world import World

PREFIXES = ("", "/api/v3")
"""Of github.com's own API, and of an Enterprise Server's."""


@dataclass(frozen=True)
class Asked:
    """One request, and the status of its answer."""

    method: str
    path: str
    status: int
    at: datetime
    body: dict[str, Any]
    version: str | None
    below: str
    """What of the address stood before the path."""


class Rest:
    """Answers as an App is answered; ``asked`` tells what it was asked for."""

    def __init__(self, world: Callable[[], World]) -> None:
        self._world = world
        self.reset()

    def reset(self) -> None:
        """As new; the routes stay."""
        self.apps = Apps()
        self.asked: list[Asked] = []
        self.faults: list[Answer] = []

    def minted(self) -> int:
        """How many tokens were given."""
        return sum(one.status == 201 for one in self.asked)

    def add_to(self, app: web.Application) -> None:
        for prefix in PREFIXES:
            app.router.add_get(f"{prefix}/app", self._handle)
            app.router.add_get(f"{prefix}/app/installations", self._handle)
            app.router.add_get(f"{prefix}/app/installations/{{number:\\d+}}", self._handle)
            app.router.add_post(f"{prefix}/app/installations/{{number:\\d+}}/access_tokens", self._handle)
            app.router.add_get(f"{prefix}/repos/{{owner}}/{{name}}/installation", self._handle)
            app.router.add_get(f"{prefix}/{{kind:orgs|users}}/{{owner}}/installation", self._handle)

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        body = json.loads(await request.text() or "{}")
        now = self._world().now
        answer = self.faults.pop(0) if self.faults else self._answer(request, body, now)
        version = request.headers.get("X-GitHub-Api-Version")
        below = "/api/v3" if request.path.startswith("/api/v3/") else ""
        path = request.path.removeprefix(below)
        self.asked.append(Asked(request.method, path, answer.status, now, body, version, below))
        headers = {"Date": format_datetime(now, usegmt=True), "Content-Type": "application/json; charset=utf-8"}
        return await send(request, answer, headers | answer.headers)

    def _answer(self, request: web.Request, body: dict[str, Any], now: datetime) -> Answer:
        if "User-Agent" not in request.headers:
            return refused(
                403, "Request forbidden by administrative rules. Please make sure your request has a User-Agent header"
            )
        app = self.apps.proven(read_token(request), now)
        if isinstance(app, Answer):
            return app
        if request.method == "POST":
            return self.apps.give(app, int(request.match_info["number"]), body, now)
        if request.path.endswith("/app"):
            return Answer(200, {"id": int(app.identities[0]), "slug": app.slug})
        if request.path.endswith("/installations"):
            return Answer(200, [self._told(one) for one in self.apps.installations if one.app is app])
        found = self._found(app, request.match_info)
        return refused(404, "Not Found") if found is None else Answer(200, self._told(found))

    def _found(self, app: App, asked: Any) -> Installation | None:
        if "number" in asked:
            return self.apps.of(app, int(asked["number"]))
        if "kind" in asked:
            organization = True if asked["kind"] == "orgs" else None
            return self.apps.at(app, asked["owner"], organization=organization)
        there = self.apps.at(app, asked["owner"])
        known = f"{asked['owner']}/{asked['name']}".lower() in self._world().repositories
        return there if there and known and there.reaches(asked["owner"], asked["name"]) else None

    def _told(self, installation: Installation) -> dict[str, Any]:
        return installation.payload(self._world().server)
