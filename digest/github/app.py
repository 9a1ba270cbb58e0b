"""A GitHub App: proves itself with its private key, finds where it is installed, and is given tokens that last an hour.

https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/about-authentication-with-a-github-app
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from pydantic import SecretStr

from digest.deadline import Deadline
from digest.errors import NotFound, RemoteError, Unauthorized
from digest.github.answers import Again, Answer, limit
from digest.github.rest import Rest
from digest.github.variables import APP_ID, INSTALLATION_ID, PRIVATE_KEY
from digest.model import RepositoryName

BACK, AHEAD = 60.0, 480.0
"""Seconds from issue to now and from now to expiry: GitHub advises the first, and refuses more than 600 for the second.
https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app"""

_CLOCK = ("'issued at' claim", "'expiration time' claim")
"""In what GitHub says where our clock is not its own: https://github.com/octokit/auth-app.js/blob/main/src/hook.ts and
https://github.com/octokit/auth-app.js/issues/698"""


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True)
class Found:
    """An installation of the App as GitHub tells it: of which account, with which permissions."""

    id: int
    account: str
    permissions: Mapping[str, str]
    suspended: bool
    settings: str
    """The page on which its owner changes it."""

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Found:
        return cls(
            id=int(told["id"]),
            account=str((told.get("account") or {}).get("login", "")),
            permissions=dict(told.get("permissions") or {}),
            suspended=told.get("suspended_at") is not None,
            settings=str(told.get("html_url", "")),
        )


@dataclass
class App:
    """Asks as the App itself. ``identity`` is its ID or client ID, ``now`` this machine's clock.

    Nothing here waits: Again and Limited are for whoever asks.
    """

    identity: str
    key: SecretStr
    rest: Rest
    timeout: float = 20.0
    now: Callable[[], datetime] = _now
    _behind: float = field(default=0.0, init=False)
    """Seconds that this machine's clock is behind GitHub's, as far as that mattered."""

    async def on(self, repository: RepositoryName, deadline: Deadline) -> Found | None:
        """The installation that reaches the repository, if there is one."""
        return await self._found(f"/repos/{repository}/installation", deadline)

    async def at(self, owner: str, deadline: Deadline) -> Found | None:
        """The installation at an organization or a user, if there is one."""
        of_organization = await self._found(f"/orgs/{owner}/installation", deadline)
        return of_organization or await self._found(f"/users/{owner}/installation", deadline)

    async def numbered(self, number: int, deadline: Deadline) -> Found:
        """The installation of that ID. Raises Unauthorized where there is none."""
        found = await self._found(f"/app/installations/{number}", deadline)
        if found is None:
            raise unknown(number)
        return found

    async def everywhere(self, deadline: Deadline) -> Sequence[Found]:
        """The first hundred installations."""
        answer = await self.ask("GET", "/app/installations?per_page=100", deadline)
        return [Found.of(told) for told in _good(answer, "list", self.rest.url)["list"]]

    async def _found(self, path: str, deadline: Deadline) -> Found | None:
        answer = await self.ask("GET", path, deadline)
        return None if answer.status == 404 else Found.of(_good(answer, "id", self.rest.url))

    async def ask(self, method: str, path: str, deadline: Deadline, body: Mapping[str, Any] | None = None) -> Answer:
        """GitHub's answer to the App, which may still be a refusal of what was asked.

        Raises Unauthorized where GitHub does not take it for the App, Again or Limited where one may try once more.
        """
        answer = await self._send(method, path, deadline, body)
        if _is_of_the_clock(answer) and answer.date is not None:
            self._behind = (answer.date - self.now()).total_seconds()
            answer = await self._send(method, path, deadline, body)
        if held := limit(answer):
            raise held
        if answer.status >= 500:
            raise Again(f"HTTP {answer.status}")
        if refusal := _refusal(answer, self.rest.url):
            raise refusal
        return answer

    async def _send(self, method: str, path: str, deadline: Deadline, body: Mapping[str, Any] | None) -> Answer:
        deadline.check("asking GitHub for a token")
        return await self.rest.ask(method, path, self._proof(), deadline.limit(self.timeout), body)

    def _proof(self) -> str:
        """The JSON Web Token by which the App proves itself, for some minutes."""
        import jwt

        now = int(self.now().timestamp() + self._behind)
        claims = {"iat": now - int(BACK), "exp": now + int(AHEAD), "iss": self.identity}
        return jwt.encode(claims, self.key.get_secret_value(), algorithm="RS256")


def _good(answer: Answer, holding: str, url: str) -> Mapping[str, Any]:
    """The data. Raises RemoteError where they are refused, or are none of GitHub's."""
    data = answer.data or {}
    if answer.status == 200 and holding in data:
        return data
    if answer.status in (200, 404):
        raise NotFound(
            f"GITHUB_API_URL: {url} is no REST API of GitHub's (HTTP {answer.status}); give the API's own address"
        )
    raise RemoteError(f"{APP_ID}: GitHub refused to tell of the App (HTTP {answer.status}): {answer.said}")


def _is_of_the_clock(answer: Answer) -> bool:
    return answer.status == 401 and any(words in answer.message.lower() for words in _CLOCK)


def _refusal(answer: Answer, url: str) -> Unauthorized | None:
    """Why GitHub does not take us for the App.

    "A JSON web token could not be decoded" is what it says to a key of another App:
    https://github.com/actions/create-github-app-token/issues/153; "Integration not found" (404) where there is no such
    App: https://github.com/octokit/authentication-strategies.js/issues/165; "Integration must generate a public key"
    where it has no key: https://github.com/octokit/octokit.rb/issues/1080.
    """
    said = answer.message.lower()
    if "integration not found" in said:
        return Unauthorized(
            f"{APP_ID}: {url} knows no such App: it was deleted, or the ID is not the App's (an installation's is "
            "another one); copy it from the App's settings"
        )
    if "must generate a public key" in said:
        return Unauthorized(f"{PRIVATE_KEY}: the App of {APP_ID} has no key at GitHub; generate one in its settings")
    if _is_of_the_clock(answer):
        return Unauthorized(f"{PRIVATE_KEY}: GitHub refused the time of its proof: {answer.said}; set the clock")
    if answer.status == 401:
        return Unauthorized(
            f"{PRIVATE_KEY}: GitHub refused it (401: {answer.said}); give a key of the very App that {APP_ID} names, "
            "one that is still listed in its settings"
        )
    return None


def suspended(which: str, settings: str = "") -> Unauthorized:
    """The App may do nothing at that account for now."""
    where = f" at {settings}" if settings else " in its settings"
    return Unauthorized(
        f"{APP_ID}: the App's installation {which} is suspended; whoever suspended it has to lift that{where}"
    )


def unknown(number: int) -> Unauthorized:
    """The installation that is set is none."""
    return Unauthorized(
        f"{INSTALLATION_ID}: the App of {APP_ID} has no installation {number}: it was removed, or is another App's; "
        "install the App again and take the new ID, or leave the variable out"
    )
