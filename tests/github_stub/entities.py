"""What stands in a world: plain, mutable records, named by the schema's own words in snake case.

The schema is bound to these names (`tests.github_stub.binding`), so a new plain field of GitHub's needs one line
here and nothing else. Times are aware; ``None`` as an author is a deleted account.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.github_stub.places import Category, Discussion, Ref
    from tests.github_stub.talk import ChangedFile, Comment, Event, Release, Review, ReviewRequest, ReviewThread


@dataclass(eq=False)
class Node:
    """Anything with a global id. ``typename`` is GraphQL's ``__typename``."""

    id: str
    database_id: int

    @property
    def typename(self) -> str:
        return type(self).__name__

    @property
    def full_database_id(self) -> str:
        return str(self.database_id)


@dataclass(eq=False)
class Person(Node):
    """An actor of any kind: ``kind`` is one of the schema's five types that implement Actor."""

    login: str
    server: str
    kind: str = "User"
    name: str | None = None
    company: str | None = None

    @property
    def typename(self) -> str:
        return self.kind

    @property
    def resource_path(self) -> str:
        return f"/apps/{self.login}" if self.kind == "Bot" else f"/{self.login}"

    @property
    def url(self) -> str:
        return self.server + self.resource_path

    @property
    def avatar_url(self) -> str:
        return f"{self.server}/{self.login}.png"


@dataclass(eq=False)
class Repository(Node):
    owner: Person
    name: str
    server: str
    is_private: bool = False
    forbidden: bool = False
    """True where the token may not read it: GitHub answers FORBIDDEN."""
    issues: dict[int, Issue] = field(default_factory=dict)
    pull_requests: dict[int, PullRequest] = field(default_factory=dict)
    releases: list[Release] = field(default_factory=list)
    labels: dict[str, Label] = field(default_factory=dict)
    created_at: datetime | None = None
    description: str | None = None
    internal: bool = False
    is_archived: bool = False
    has_discussions_enabled: bool = True
    categories: list[Category] = field(default_factory=list)
    discussions: list[Discussion] = field(default_factory=list)
    branches: dict[str, Ref] = field(default_factory=dict)
    default_branch: str = "main"
    protected_branches: set[str] = field(default_factory=set)

    @property
    def default_branch_ref(self) -> Ref | None:
        return self.branches.get(self.default_branch)

    @property
    def name_with_owner(self) -> str:
        return f"{self.owner.login}/{self.name}"

    @property
    def resource_path(self) -> str:
        return f"/{self.name_with_owner}"

    @property
    def url(self) -> str:
        return self.server + self.resource_path

    @property
    def visibility(self) -> str:
        return "INTERNAL" if self.internal else "PRIVATE" if self.is_private else "PUBLIC"

    def item(self, number: int) -> Item:
        found = self.issues.get(number) or self.pull_requests.get(number)
        if found is None:
            raise KeyError(f"the world has no {self.name_with_owner}#{number}")
        return found


@dataclass(eq=False)
class Label(Node):
    name: str
    repository: Repository
    color: str = "ededed"
    description: str | None = None


@dataclass(eq=False)
class Milestone(Node):
    title: str
    number: int
    repository: Repository


@dataclass(eq=False)
class Reaction(Node):
    content: str
    created_at: datetime
    user: Person | None


@dataclass(eq=False)
class Remark(Node):
    """What issues, pull requests, comments and reviews share: somebody said something."""

    author: Person | None
    author_association: str
    body: str
    created_at: datetime
    updated_at: datetime
    url: str
    repository: Repository
    last_edited_at: datetime | None = field(default=None, kw_only=True)
    reactions: list[Reaction] = field(default_factory=list, kw_only=True)

    @property
    def body_text(self) -> str:
        return self.body

    @property
    def published_at(self) -> datetime:
        return self.created_at

    @property
    def resource_path(self) -> str:
        return self.url.removeprefix(self.repository.server)


@dataclass(eq=False)
class Item(Remark):
    """An issue or a pull request."""

    number: int
    title: str
    labels: list[Label] = field(default_factory=list)
    closed_at: datetime | None = None
    comments: list[Comment] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    assignees: list[Person] = field(default_factory=list)
    milestone: Milestone | None = None
    locked: bool = False
    hidden_from_search: bool = False
    """True for what the search index has not taken in, and never will until a test says so."""

    @property
    def closed(self) -> bool:
        return self.closed_at is not None

    def timeline(self) -> list[Any]:
        return sorted([*self.events, *self.comments], key=lambda entry: entry.created_at)

    def participants(self) -> list[Person]:
        people = [self.author, *(entry.author for entry in self.timeline() if isinstance(entry, Remark))]
        return list(dict.fromkeys(person for person in people if person and person.kind == "User"))


@dataclass(eq=False)
class Issue(Item):
    state_reason: str | None = None
    closed_by_pull_requests: list[PullRequest] = field(default_factory=list)

    @property
    def state(self) -> str:
        return "CLOSED" if self.closed else "OPEN"


@dataclass(eq=False)
class PullRequest(Item):
    merged_at: datetime | None = None
    merged_by: Person | None = None
    is_draft: bool = False
    review_decision: str | None = None
    mergeable: str = "MERGEABLE"
    base_ref_name: str = "main"
    head_ref_name: str = "patch-1"
    head_ref_oid: str = "0" * 40
    is_cross_repository: bool = False
    files: list[ChangedFile] = field(default_factory=list)
    reviews: list[Review] = field(default_factory=list)
    review_threads: list[ReviewThread] = field(default_factory=list)
    review_requests: list[ReviewRequest] = field(default_factory=list)
    closing_issues: list[Issue] = field(default_factory=list)

    @property
    def state(self) -> str:
        if self.merged:
            return "MERGED"
        return "CLOSED" if self.closed else "OPEN"

    @property
    def merged(self) -> bool:
        return self.merged_at is not None

    @property
    def permalink(self) -> str:
        return self.url

    @property
    def additions(self) -> int:
        return sum(file.additions for file in self.files)

    @property
    def deletions(self) -> int:
        return sum(file.deletions for file in self.files)

    @property
    def changed_files(self) -> int:
        return len(self.files)

    @property
    def total_comments_count(self) -> int:
        return len(self.comments) + sum(len(thread.comments) for thread in self.review_threads)

    def timeline(self) -> list[Any]:
        return sorted([*super().timeline(), *self.reviews], key=lambda entry: entry.created_at)

    def latest_reviews(self, states: tuple[str, ...]) -> list[Review]:
        """The newest review of each author among those with such a state."""
        newest: dict[Person | None, Review] = {}
        for review in sorted(self.reviews, key=lambda review: review.created_at):
            if review.state in states:
                newest[review.author] = review
        return list(newest.values())
