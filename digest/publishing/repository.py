"""A repository to publish into: read, checked, and told of changes, in the words of a target's errors."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from digest.errors import Forbidden, MissingToken, NotFound, RemoteError
from digest.github.access import Errand
from digest.github.answers import Again
from digest.github.client import Client
from digest.publishing.desk import Desk
from digest.publishing.place import Moved
from digest.publishing.source import hidden
from digest.publishing.targets import GitHubTarget
from digest.rendering.report import Report

_MOVED = "STALE_DATA"
"""Of an error of `createCommitOnBranch`: the branch has another head than the one that was expected."""


@dataclass(frozen=True)
class Repository:
    """``needs`` are the permissions that the token has to have, as GitHub calls them."""

    target: GitHubTarget
    client: Client
    desk: Desk
    needs: str

    @classmethod
    @asynccontextmanager
    async def open(cls, target: GitHubTarget, desk: Desk, needs: str) -> AsyncIterator[Repository]:
        """Raises MissingToken where there is no token to publish with."""
        if desk.access is None:
            raise MissingToken(f"{desk.token}: there is no token to publish with")
        errand = Errand(subject=str(target.repository), option="--publish", doing="publish to", needs=needs)
        where = (target.repository, desk.access, desk.deadline, desk.progress, desk.patience)
        async with Client.connect(*where, errand) as client:
            yield cls(target, client, desk, needs)

    @property
    def name(self) -> dict[str, str]:
        return {"owner": self.target.repository.owner, "name": self.target.repository.name}

    async def ask(self, query: str, **variables: object) -> Mapping[str, Any]:
        """The data of a query. Raises RemoteError."""
        return (await self.client.ask(query, variables)).whole()

    async def here(self, query: str, **variables: object) -> Mapping[str, Any]:
        """What the repository holds. Raises NotFound where there is none."""
        found: Mapping[str, Any] | None = (await self.ask(query, **self.name, **variables))["repository"]
        if found is None:
            raise NotFound(f"GitHub has no {self.target.repository}, or hides it from {self.desk.token}")
        return found

    async def check(self, found: Mapping[str, Any], report: Report) -> None:
        """Raises Forbidden for a repository that cannot be written to, or that is public where the source is not."""
        if found["isArchived"]:
            raise Forbidden(f"{self.target.repository} is archived, and cannot be written to")
        if found["visibility"] != "PUBLIC" or self.desk.allow_public:
            return
        if why := await hidden(report, self.client, self.desk.token):
            raise Forbidden(
                f"{why} and {self.target.repository} is public; "
                "publish to a private repository, or allow it with --allow-public"
            )

    async def tell(self, mutation: str, **told: object) -> Mapping[str, Any]:
        """What a change gave back. Raises Moved where one has to look again, RemoteError where that is no use."""
        try:
            reply = await self.client.tell(mutation, {"input": told})
        except Again as unsure:
            raise Moved(f"GitHub: {unsure.reason}") from None
        except Forbidden as refused:
            raise self._protected(str(refused)) or refused from None
        if reply.errors:
            raise self._refused(reply.errors[0])
        given: Mapping[str, Any] | None = next(iter(reply.data.values()), None)
        if given is None:
            raise Moved("GitHub: an answer without data")
        return given

    def _refused(self, error: Mapping[str, Any]) -> Exception:
        said = " ".join(str(error.get("message", "")).split())[:300]
        low = said.lower()
        if error.get("type") == _MOVED or "something went wrong" in low or "already exists" in low:
            return Moved(f"GitHub: {said}")
        if protected := self._protected(said):
            return protected
        if error.get("type") in ("FORBIDDEN", "INSUFFICIENT_SCOPES") or "not accessible" in low:
            return Forbidden(
                f"{self.desk.token} may not publish to {self.target.repository}: {said} (it needs {self.needs})"
            )
        return RemoteError(f"GitHub refused the change: {said}")

    def _protected(self, said: str) -> Forbidden | None:
        """What to do where a rule stops a commit."""
        if not any(hint in said.lower() for hint in _PROTECTED):
            return None
        return Forbidden(
            f"a rule of {self.target.repository} protects the branch: {said}; "
            "publish by pr: instead, or let the token's owner pass the rule"
        )


# Both kinds of rules, as GitHub words them where they stop a commit.
_PROTECTED = ("protected branch", "rule violation", "must be made through a pull request", "required status check")
