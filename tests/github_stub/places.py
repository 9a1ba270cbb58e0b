"""Where a report can be published: categories, discussions and their comments, branches, commits and files."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import datetime

from tests.github_stub.entities import Node, Remark, Repository


@dataclass(eq=False)
class Category(Node):
    name: str
    slug: str
    repository: Repository

    @property
    def typename(self) -> str:
        return "DiscussionCategory"


@dataclass(eq=False)
class Discussion(Remark):
    number: int
    title: str
    category: Category
    comments: list[DiscussionComment] = field(default_factory=list)


@dataclass(eq=False)
class DiscussionComment(Remark):
    discussion: Discussion


@dataclass(eq=False)
class Blob(Node):
    data: bytes
    repository: Repository

    @property
    def oid(self) -> str:
        return hashlib.sha1(b"blob %d\0" % len(self.data) + self.data, usedforsecurity=False).hexdigest()

    @property
    def byte_size(self) -> int:
        return len(self.data)

    @property
    def is_truncated(self) -> bool:
        return len(self.data) > TRUNCATED

    @property
    def text(self) -> str:
        return self.data[:TRUNCATED].decode()


TRUNCATED = 512 * 1024


@dataclass(eq=False)
class Commit(Node):
    """``tree`` is the whole of the files, by path."""

    oid: str
    message: str
    tree: dict[str, Blob]
    parent: Commit | None
    committed_at: datetime
    repository: Repository

    @property
    def url(self) -> str:
        return f"{self.repository.url}/commit/{self.oid}"


@dataclass(eq=False)
class Ref(Node):
    name: str
    target: Commit
    repository: Repository

    @property
    def history(self) -> list[Commit]:
        """The newest first."""
        commits, one = [], self.target
        while one is not None:
            commits.append(one)
            one = one.parent
        return commits
