"""Who and what a world knows by id, and its clock.

Times may be given as datetimes or as ISO text (without a zone: UTC) and are cut to the second, as GitHub's are.
People are given as a Person, a login (``"renovate[bot]"`` is a Bot) or None for a deleted account.
"""

from __future__ import annotations

import base64
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from tests.github_stub.entities import Label, Milestone, Node, Person, Repository

N = TypeVar("N", bound=Node)
Moment = datetime | str
Who = Person | str | None

PREFIXES = {
    "Repository": "R_",
    "Issue": "I_",
    "PullRequest": "PR_",
    "IssueComment": "IC_",
    "PullRequestReview": "PRR_",
    "PullRequestReviewComment": "PRRC_",
    "PullRequestReviewThread": "PRRT_",
    "User": "U_",
    "Bot": "BOT_",
    "Organization": "O_",
    "Mannequin": "M_",
    "Label": "LA_",
    "Milestone": "MI_",
    "Release": "RE_",
    "Reaction": "REA_",
    "DiscussionCategory": "DIC_",
    "Discussion": "D_",
    "DiscussionComment": "DC_",
    "Ref": "REF_",
    "Commit": "C_",
    "Blob": "B_",
}


def moment(value: Moment) -> datetime:
    """GitHub keeps whole seconds in UTC."""
    at = datetime.fromisoformat(value) if isinstance(value, str) else value
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return at.astimezone(UTC).replace(microsecond=0)


def maybe(value: Moment | None) -> datetime | None:
    return None if value is None else moment(value)


class Registry:
    """The clock (``now`` stands still until a test moves it), and everything that has an id."""

    def __init__(self, now: Moment = "2026-03-05T00:00:00Z", server: str = "https://github.com") -> None:
        self.now = moment(now)
        self.server = server
        self.search_lag = timedelta()
        self.permissions: set[str] | None = None
        self.repositories: dict[str, Repository] = {}
        self.people: dict[str, Person] = {}
        self.nodes: dict[str, Node] = {}
        self._last_id = 0

    # -- identity

    def _identity(self, typename: str) -> dict[str, Any]:
        self._last_id += 1
        packed = base64.urlsafe_b64encode(f"{typename}:{self._last_id}".encode()).decode().rstrip("=")
        return {"id": PREFIXES.get(typename, f"{typename}_") + packed, "database_id": self._last_id}

    def _keep(self, node: N) -> N:
        self.nodes[node.id] = node
        return node

    @property
    def viewer(self) -> Person:
        """Whose token it is."""
        return self.account("viewer")

    # -- places and people

    def repository(self, name: str = "vllm-project/vllm", **more: Any) -> Repository:
        """The repository of that ``OWNER/NAME``, made where it is missing; ``more`` are its fields."""
        found = self.repositories.get(name.lower())
        if found is None:
            owner, _, short = name.partition("/")
            owned = self.account(owner, kind="Organization")
            found = self._keep(Repository(**self._identity("Repository"), owner=owned, name=short, server=self.server))
            self.repositories[name.lower()] = found
        for key, value in more.items():
            setattr(found, key, value)
        return found

    def person(self, who: Who = "alice", **more: Any) -> Person | None:
        return who if who is None or isinstance(who, Person) else self.account(who, **more)

    def account(self, who: str, **more: Any) -> Person:
        """The person of that login, made where it is missing; ``more``: kind, name, company."""
        login = who.removesuffix("[bot]")
        found = self.people.get(who.lower())
        if found is None:
            kind = more.get("kind", "Bot" if who.endswith("[bot]") else "User")
            found = self._keep(Person(**self._identity(kind), login=login, server=self.server, kind=kind))
            self.people[who.lower()] = found
        for key, value in more.items():
            setattr(found, key, value)
        return found

    def label(self, name: str, repository: Repository) -> Label:
        found = repository.labels.get(name)
        if found is None:
            found = self._keep(Label(**self._identity("Label"), name=name, repository=repository))
            repository.labels[name] = found
        return found

    def milestone(self, title: str, repository: Repository) -> Milestone:
        same = [node for node in self.nodes.values() if isinstance(node, Milestone) and node.repository is repository]
        for known in same:
            if known.title == title:
                return known
        number = len(same) + 1
        return self._keep(Milestone(**self._identity("Milestone"), title=title, number=number, repository=repository))
