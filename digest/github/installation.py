"""The tokens of one installation of a GitHub App: made when they are needed, and anew before they end.

https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-an-installation-access-token-for-a-github-app
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from digest.deadline import Deadline
from digest.errors import Unauthorized
from digest.github.answers import SUSPENDED, Again, Answer
from digest.github.app import App, Found, suspended
from digest.github.variables import APP, APP_ID
from digest.model import RepositoryName

EARLY = 300.0
"""Seconds before its end when a token is made anew. Tokens live an hour."""
YOUNG = 10.0
"""Seconds for which GitHub's servers may not all know a new token: https://github.com/octokit/auth-app.js/issues/65"""

READING = ("metadata", "contents", "issues", "pull_requests")
PUBLISHING = (*READING, "discussions")
"""Permissions by GitHub's names: https://docs.github.com/en/rest/apps/apps#create-an-installation-access-token-for-an-app"""


@dataclass(frozen=True)
class Scope:
    """What a token is for: no more is asked of GitHub. Without a repository it is for all of the installation's."""

    permissions: tuple[str, ...]
    writes: bool = False
    repository: RepositoryName | None = None

    def within(self, granted: Mapping[str, str]) -> dict[str, Any]:
        """The body of a request for a token; what the installation was not granted would be refused."""
        wanted = {name: granted[name] if self.writes else "read" for name in self.permissions if name in granted}
        body: dict[str, Any] = {"permissions": wanted} if wanted else {}
        return body | ({"repositories": [self.repository.name]} if self.repository else {})


@dataclass(frozen=True)
class _Made:
    """A token, and when it was made and ends, on the clock of the run's deadline."""

    text: str = field(repr=False)
    at: float
    ends: float


@dataclass(eq=False)
class Installation:
    """A source of tokens; however many ask at once, one is made."""

    app: App
    found: Found
    scope: Scope
    name: str = APP
    _made: _Made | None = field(default=None, init=False, repr=False)
    _taken: str = field(default="", init=False, repr=False)
    _making: asyncio.Lock = field(default_factory=asyncio.Lock, init=False, repr=False)

    @property
    def sight(self) -> str:
        return "install the App on it"

    async def token(self, deadline: Deadline) -> str:
        """The one that there is, or a new one. Raises Unauthorized where GitHub gives none."""
        if self._lasts(EARLY, deadline) is None:
            async with self._making:
                if self._lasts(EARLY, deadline) is None:
                    await self._renew(deadline)
        made = self._made
        assert made is not None
        return made.text

    def refused(self, token: str, status: int, at: float) -> bool:
        """Raises Again for a token so new that not all of GitHub may know it; one that was taken once is known."""
        made = self._made
        if status != 401:
            self._taken = token
            return False
        if made is None or made.text != token:
            return True
        if self._taken != token and at - made.at < YOUNG:
            raise Again("it does not take its own new token (401)")
        self._made = None
        return True

    def _lasts(self, seconds: float, deadline: Deadline) -> _Made | None:
        made = self._made
        return made if made and made.ends - seconds > deadline.clock() else None

    async def _renew(self, deadline: Deadline) -> None:
        """A token that still lasts is used on where GitHub is in trouble just now."""
        try:
            self._made = await self._make(deadline)
        except Again:
            if self._lasts(0.0, deadline) is None:
                raise

    async def _make(self, deadline: Deadline) -> _Made:
        answer = await self._ask(deadline, self.scope.within(self.found.permissions))
        if answer.status == 422:
            # Renamed, or granted less since it was looked up: what the installation has, without more words.
            answer = await self._ask(deadline, {})
        if answer.status != 201:
            raise self._refusal(answer)
        at, data = deadline.clock(), answer.data or {}
        try:
            return _Made(str(data["token"]), at, at + self._lifetime(str(data["expires_at"]), answer.date))
        except (KeyError, ValueError):
            raise Again("an answer without a token") from None

    async def _ask(self, deadline: Deadline, body: Mapping[str, Any]) -> Answer:
        return await self.app.ask("POST", f"/app/installations/{self.found.id}/access_tokens", deadline, body)

    def _lifetime(self, ends: str, now: datetime | None) -> float:
        """By GitHub's clock alone: ours may be wrong."""
        return (datetime.fromisoformat(ends).astimezone(UTC) - (now or self.app.now())).total_seconds()

    def _refusal(self, answer: Answer) -> Unauthorized:
        """What the end of an installation looks like: 404 where it was removed, 403 where it is suspended."""
        which = f"{self.found.id} at {self.found.account}"
        if answer.status == 404:
            return Unauthorized(f"{APP_ID}: the App's installation {which} was removed; install the App there again")
        if answer.status == 403 and SUSPENDED in answer.message.lower():
            return suspended(which, self.found.settings)
        return Unauthorized(f"{APP_ID}: GitHub gave no token for installation {which}: {answer.said}")
