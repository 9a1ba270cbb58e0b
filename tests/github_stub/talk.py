"""What is said of items, and what happens to them: comments, reviews and their threads, events, releases."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tests.github_stub.entities import Item, Node, Person, PullRequest, Remark, Repository


@dataclass(eq=False)
class ChangedFile:
    path: str
    additions: int = 1
    deletions: int = 0
    change_type: str = "MODIFIED"
    typename = "PullRequestChangedFile"


@dataclass(eq=False)
class Said(Remark):
    """What can be minimized by a maintainer."""

    minimized_reason: str | None = field(default=None, kw_only=True)

    @property
    def is_minimized(self) -> bool:
        return self.minimized_reason is not None


@dataclass(eq=False)
class Comment(Said):
    item: Item

    @property
    def typename(self) -> str:
        return "IssueComment"


@dataclass(eq=False)
class Review(Said):
    state: str
    pull_request: PullRequest
    comments: list[ReviewComment] = field(default_factory=list)

    @property
    def typename(self) -> str:
        return "PullRequestReview"

    @property
    def submitted_at(self) -> datetime | None:
        return None if self.state == "PENDING" else self.created_at


@dataclass(eq=False)
class ReviewComment(Said):
    pull_request: PullRequest
    thread: ReviewThread
    pull_request_review: Review | None = None
    diff_hunk: str = "@@ -1 +1 @@"

    @property
    def typename(self) -> str:
        return "PullRequestReviewComment"

    @property
    def path(self) -> str:
        return self.thread.path

    @property
    def line(self) -> int | None:
        return self.thread.line

    @property
    def outdated(self) -> bool:
        return self.thread.is_outdated

    @property
    def state(self) -> str:
        """A comment of a review that its author has not sent yet is seen by nobody else."""
        review = self.pull_request_review
        return "PENDING" if review is not None and review.state == "PENDING" else "SUBMITTED"

    @property
    def reply_to(self) -> ReviewComment | None:
        first = self.thread.comments[0]
        return None if first is self else first


@dataclass(eq=False)
class ReviewThread(Node):
    path: str
    pull_request: PullRequest
    line: int | None = None
    is_resolved: bool = False
    is_outdated: bool = False
    comments: list[ReviewComment] = field(default_factory=list)
    resolved_by: Person | None = None

    @property
    def typename(self) -> str:
        return "PullRequestReviewThread"

    @property
    def repository(self) -> Repository:
        return self.pull_request.repository

    @property
    def is_collapsed(self) -> bool:
        return self.is_resolved


@dataclass(eq=False)
class ReviewRequest(Node):
    requested_reviewer: Person | None
    pull_request: PullRequest


@dataclass(eq=False)
class Event(Node):
    """An entry of a timeline that is neither comment nor review. ``more`` holds its fields, in snake case."""

    kind: str
    actor: Person | None
    created_at: datetime
    subject: Item
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def typename(self) -> str:
        return self.kind

    @property
    def url(self) -> str:
        return f"{self.subject.url}#event-{self.database_id}"


@dataclass(eq=False)
class Release(Node):
    tag_name: str
    name: str | None
    url: str
    author: Person | None
    created_at: datetime
    published_at: datetime | None
    repository: Repository
    description: str | None = None
    is_prerelease: bool = False
    is_draft: bool = False

    @property
    def updated_at(self) -> datetime:
        return self.published_at or self.created_at

    @property
    def is_latest(self) -> bool:
        shown = [release for release in self.repository.releases if release.published_at and not release.is_prerelease]
        return bool(shown) and max(shown, key=lambda release: release.updated_at) is self
