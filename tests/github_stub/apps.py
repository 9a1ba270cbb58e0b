"""GitHub Apps: who they are, where they are installed, and the tokens that they are given.

    app = github.apps.register("12345", public_key)
    there = github.apps.install(app, "acme", ["rocket"], contents="write")
    there.suspend(github.world.now)

Refusals are in GitHub's own words, as clients have met them: a JSON web token in
https://github.com/octokit/auth-app.js/blob/main/src/hook.ts (the times),
https://github.com/octokit/auth-app.js/issues/698 (too far in the future),
https://github.com/actions/create-github-app-token/issues/153 (a key of another App),
https://github.com/octokit/authentication-strategies.js/issues/165 (no such App),
https://github.com/octokit/octokit.rb/issues/1080 (no key). The rules are those of
https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import jwt

from tests.github_stub.faults import Answer, refused

HOUR = timedelta(hours=1)
LONGEST_PROOF = 600
UNDECODABLE = "A JSON web token could not be decoded"
ISSUED = "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued"
EXPIRED = (
    "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion "
    "expires"
)
TOO_LATE = "'Expiration time' claim ('exp') is too far in the future"


@dataclass(eq=False)
class App:
    """``public_key`` is PEM; None where all keys were deleted. ``identities`` are its ID and its client ID."""

    identities: tuple[str, ...]
    slug: str
    public_key: str | None

    @property
    def bot(self) -> str:
        return f"{self.slug}[bot]"


@dataclass(eq=False)
class Installation:
    """``repositories`` are the names of those that were selected, None for all of the account's."""

    id: int
    app: App
    account: str
    repositories: list[str] | None
    permissions: dict[str, str]
    organization: bool = True
    suspended_at: datetime | None = None

    def suspend(self, at: datetime) -> None:
        self.suspended_at = at

    def reaches(self, owner: str, name: str) -> bool:
        if owner.lower() != self.account.lower():
            return False
        return self.repositories is None or name.lower() in [one.lower() for one in self.repositories]

    def payload(self, server: str) -> dict[str, Any]:
        """As https://docs.github.com/en/rest/apps/apps#get-an-installation-for-the-authenticated-app shows it."""
        page = f"organizations/{self.account}/settings" if self.organization else "settings"
        return {
            "id": self.id,
            "account": {"login": self.account, "type": "Organization" if self.organization else "User"},
            "app_slug": self.app.slug,
            "html_url": f"{server}/{page}/installations/{self.id}",
            "permissions": self.permissions,
            "repository_selection": "all" if self.repositories is None else "selected",
            "suspended_at": self.suspended_at and _iso(self.suspended_at),
        }


@dataclass(frozen=True)
class Given:
    """A token of an installation. ``repositories`` None are all that the installation reaches."""

    text: str
    installation: Installation
    permissions: Mapping[str, str]
    repositories: tuple[str, ...] | None
    made: datetime

    @property
    def expires(self) -> datetime:
        return self.made + HOUR

    def reaches(self, owner: str, name: str) -> bool:
        narrowed = self.repositories is None or name.lower() in [one.lower() for one in self.repositories]
        return narrowed and self.installation.reaches(owner, name)


@dataclass
class Apps:
    """All Apps of a GitHub. ``lag`` is how long it takes until a new token is known everywhere."""

    apps: list[App] = field(default_factory=list)
    installations: list[Installation] = field(default_factory=list)
    given: list[Given] = field(default_factory=list)
    lag: timedelta = timedelta()

    # -- what a test says

    def register(self, identity: str, public_key: str | None, slug: str = "daily-digest", *others: str) -> App:
        made = App((identity, *others), slug, public_key)
        self.apps.append(made)
        return made

    def install(
        self,
        app: App,
        account: str,
        repositories: Iterable[str] | None = None,
        *,
        organization: bool = True,
        **granted: str,
    ) -> Installation:
        """Without permissions that were granted: what reading takes."""
        permissions = {
            "metadata": "read",
            **(granted or {"contents": "read", "issues": "read", "pull_requests": "read"}),
        }
        names = None if repositories is None else list(repositories)
        made = Installation(70 + len(self.installations), app, account, names, permissions, organization)
        self.installations.append(made)
        return made

    def remove(self, installation: Installation) -> None:
        """Its tokens are worth nothing from then on."""
        self.installations.remove(installation)
        self.given = [one for one in self.given if one.installation is not installation]

    def delete(self, app: App) -> None:
        for installation in [one for one in self.installations if one.app is app]:
            self.remove(installation)
        self.apps.remove(app)

    # -- what GitHub does

    def token(self, text: str, now: datetime) -> Given | None:
        """The token, if it is one that is good now."""
        found = next((one for one in self.given if one.text == text), None)
        return found if found and found.made + self.lag <= now < found.expires else None

    def proven(self, proof: str | None, now: datetime) -> App | Answer:
        """The App whose proof that is, or why it is none."""
        try:
            claims = jwt.decode(proof or "", options={"verify_signature": False})
            algorithm = jwt.get_unverified_header(proof or "").get("alg")
        except jwt.InvalidTokenError:
            return refused(401, UNDECODABLE)
        app = next((one for one in self.apps if str(claims.get("iss")) in one.identities), None)
        if app is None:
            return refused(404, "Integration not found")
        if app.public_key is None:
            return refused(401, "Integration must generate a public key")
        if algorithm != "RS256" or not _is_signed(proof or "", app.public_key):
            return refused(401, UNDECODABLE)
        wrong = _wrong_time(claims, now.timestamp())
        return refused(401, wrong) if wrong else app

    def give(self, app: App, number: int, asked: Mapping[str, Any], now: datetime) -> Answer:
        """A token for an installation, as narrow as was asked.

        https://docs.github.com/en/rest/apps/apps#create-an-installation-access-token-for-an-app; suspended:
        https://github.com/octokit/octokit.rb/pull/1307; 422: https://github.com/5dive-ai/5dive/pull/383.
        """
        there = self.of(app, number)
        if there is None:
            return refused(404, "Not Found")
        if there.suspended_at is not None:
            return refused(403, "This installation has been suspended")
        names, wanted = asked.get("repositories"), asked.get("permissions") or there.permissions
        if names is not None and not all(there.reaches(there.account, name) for name in names):
            return refused(
                422,
                "There is at least one repository that does not exist or is not accessible to the parent installation.",
            )
        if not all(_covers(there.permissions.get(name), level) for name, level in wanted.items()):
            return refused(422, "The permissions requested are not granted to this installation.")
        made = Given(self._text(app), there, dict(wanted), tuple(names) if names else None, now)
        self.given.append(made)
        payload = {"token": made.text, "expires_at": _iso(made.expires), "permissions": made.permissions}
        return Answer(201, payload, spends=False)

    def of(self, app: App, number: int) -> Installation | None:
        return next((one for one in self.installations if (one.app, one.id) == (app, number)), None)

    def at(self, app: App, owner: str, *, organization: bool | None = None) -> Installation | None:
        """The one at that account, which may be asked for as an organization; users' addresses find both."""
        own = [one for one in self.installations if one.app is app and one.account.lower() == owner.lower()]
        return next((one for one in own if organization is None or one.organization is organization), None)

    def _text(self, app: App) -> str:
        """In the form of 2026, ``ghs_APPID_JWT``, some 500 characters with dots in them.

        https://github.blog/changelog/2026-04-24-notice-about-upcoming-new-format-for-github-app-installation-tokens/
        """
        head, claims = ({"alg": "RS256", "typ": "JWT"}, {"iss": "github", "jti": len(self.given) + 1, "pad": "x" * 200})
        return f"ghs_{app.identities[0]}_{_packed(head)}.{_packed(claims)}.{'c2lnbmF0dXJl' * 12}"


def _packed(value: Mapping[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def _is_signed(proof: str, public_key: str) -> bool:
    checks = {"verify_exp": False, "verify_iat": False, "verify_nbf": False, "verify_aud": False}
    try:
        jwt.decode(proof, public_key, algorithms=["RS256"], options=checks)
    except jwt.InvalidTokenError:
        return False
    return True


def _wrong_time(claims: Mapping[str, Any], now: float) -> str:
    issued, expires = claims.get("iat"), claims.get("exp")
    if type(issued) is not int or issued > now:
        return ISSUED
    if not isinstance(expires, int | float) or expires <= now:
        return EXPIRED
    return TOO_LATE if expires > now + LONGEST_PROOF else ""


_LEVELS = ("read", "write", "admin")


def _covers(granted: str | None, wanted: str) -> bool:
    return granted is not None and _LEVELS.index(granted) >= _LEVELS.index(wanted)


def _iso(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")
