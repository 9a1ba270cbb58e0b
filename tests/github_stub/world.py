"""A world: repositories and all that happens in them, made in few words by a test, and changed while it is served.

    world = World(now="2026-03-05T00:00:00Z")
    pull = world.pull(author="alice", created="2026-03-03T10:00:00Z", files=["vllm/engine.py"])
    world.review(pull, "bob", "2026-03-03T11:00:00Z", "CHANGES_REQUESTED", "Why not the other way?")

How times and people may be given: `tests.github_stub.registry`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, TypeVar

from tests.github_stub.entities import Issue, Item, PullRequest, Repository
from tests.github_stub.history import History
from tests.github_stub.places import Blob, Category, Commit, Discussion, DiscussionComment, Ref
from tests.github_stub.registry import Moment, Who, maybe, moment
from tests.github_stub.talk import ChangedFile, Release

__all__ = ["World", "moment"]

Made = TypeVar("Made", bound=Item)


class World(History):
    """Everything that one GitHub knows."""

    def issue(self, number: int | None = None, *, state_reason: str | None = None, **more: Any) -> Issue:
        """An issue. ``more``: see `_item`; ``state_reason`` is COMPLETED where it is closed and nothing is said."""
        repository, common, after = self._item("Issue", number, more)
        reason = state_reason or ("COMPLETED" if common["closed_at"] else None)
        issue = self._keep(Issue(**common, state_reason=reason))
        repository.issues[issue.number] = issue
        if issue.closed_at:
            self.event(issue, "ClosedEvent", after["closed_by"], issue.closed_at, state_reason=reason)
        return self._finish(issue, after)

    def pull(
        self,
        number: int | None = None,
        *,
        merged: Moment | None = None,
        merged_by: Who = "maintainer",
        files: Iterable[str | tuple[str, int, int] | ChangedFile] = (),
        closes: Iterable[Issue] = (),
        draft: bool = False,
        **more: Any,
    ) -> PullRequest:
        """A pull request. ``merged`` also closes it; ``files`` are paths, ``(path, added, deleted)`` or ChangedFile."""
        if merged is not None:
            more["closed"] = merged
        own = {key: more.pop(key) for key in list(more) if key in _PULL_FIELDS}
        repository, common, after = self._item("PullRequest", number, more)
        pull = self._keep(PullRequest(**common, merged_at=maybe(merged), is_draft=draft, **own))
        pull.files = [_file(entry) for entry in files]
        repository.pull_requests[pull.number] = pull
        for issue in closes:
            self.link(pull, issue)
        if pull.merged_at:
            pull.merged_by = self.person(merged_by)
            self.event(pull, "MergedEvent", pull.merged_by, pull.merged_at, merge_ref_name=pull.base_ref_name)
        if pull.closed_at:
            self.event(pull, "ClosedEvent", pull.merged_by or after["closed_by"], pull.closed_at)
        return self._finish(pull, after)

    def _item(self, typename: str, number: int | None, more: dict[str, Any]) -> tuple[Repository, dict[str, Any], Any]:
        """Common fields: repository, title, body, author, association, labels, created, updated, closed, closed_by,
        reactions (``{"THUMBS_UP": 3}``), assignees, milestone, edited, locked."""
        repository = self.repository(more.pop("repository", "vllm-project/vllm"))
        number = number or max([0, *repository.issues, *repository.pull_requests]) + 1
        created = moment(more.pop("created", self.now))
        closed = maybe(more.pop("closed", None))
        folder = "issues" if typename == "Issue" else "pull"
        author = self.person(more.pop("author", "alice"))
        common = {
            **self._identity(typename),
            "number": number,
            "title": more.pop("title", f"{typename} {number}"),
            "body": more.pop("body", ""),
            "author": author,
            "author_association": more.pop("association", "CONTRIBUTOR"),
            "created_at": created,
            "updated_at": maybe(more.pop("updated", None)) or max(created, closed or created),
            "closed_at": closed,
            "last_edited_at": maybe(more.pop("edited", None)),
            "url": f"{repository.url}/{folder}/{number}",
            "repository": repository,
            "labels": [self.label(name, repository) for name in more.pop("labels", ())],
            "assignees": [self.person(who) for who in more.pop("assignees", ())],
            "locked": more.pop("locked", False),
        }
        after = {
            "closed_by": self.person(more.pop("closed_by", author)),
            "reactions": more.pop("reactions", {}),
            "milestone": more.pop("milestone", None),
        }
        if more:
            raise TypeError(f"a world knows no {', '.join(more)}")
        return repository, common, after

    def _finish(self, item: Made, after: dict[str, Any]) -> Made:
        self.react(item, after["reactions"])
        if after["milestone"]:
            item.milestone = self.milestone(after["milestone"], item.repository)
        return item

    def link(self, pull: PullRequest, issue: Issue) -> None:
        """The pull request says that it closes the issue."""
        pull.closing_issues.append(issue)
        issue.closed_by_pull_requests.append(pull)

    def release(
        self,
        tag: str,
        published: Moment | None,
        *,
        author: Who = "maintainer",
        repository: str = "vllm-project/vllm",
        **more: Any,
    ) -> Release:
        """A release; without ``published`` it is a draft. ``more``: name, description, is_prerelease, is_draft."""
        place = self.repository(repository)
        at = maybe(published)
        more.setdefault("name", tag)
        more.setdefault("is_draft", at is None)
        made = Release(
            **self._identity("Release"),
            tag_name=tag,
            url=f"{place.url}/releases/tag/{tag}",
            author=self.person(author),
            created_at=at or self.now,
            published_at=at,
            repository=place,
            **more,
        )
        place.releases.append(self._keep(made))
        return made

    # -- places to publish to

    def category(self, name: str, repository: Repository) -> Category:
        made = Category(**self._identity("DiscussionCategory"), name=name, slug=_slug(name), repository=repository)
        repository.categories.append(self._keep(made))
        return made

    def discuss(
        self, title: str, body: str, *, repository: Repository, category: Category, author: Who = "alice"
    ) -> Discussion:
        number = max([0, *(one.number for one in repository.discussions)]) + 1
        made = Discussion(
            **self._remark("Discussion", repository, author, body),
            url=f"{repository.url}/discussions/{number}",
            number=number,
            title=title,
            category=category,
        )
        repository.discussions.append(self._keep(made))
        return made

    def answer(self, discussion: Discussion, body: str, author: Who = "alice") -> DiscussionComment:
        common = self._remark("DiscussionComment", discussion.repository, author, body)
        made = DiscussionComment(
            **common, url=f"{discussion.url}#discussioncomment-{self._last_id}", discussion=discussion
        )
        discussion.comments.append(self._keep(made))
        return made

    def _remark(self, typename: str, repository: Repository, author: Who, body: str) -> dict[str, Any]:
        return {
            **self._identity(typename),
            "author": self.person(author),
            "author_association": "MEMBER",
            "body": body,
            "created_at": self.now,
            "updated_at": self.now,
            "repository": repository,
        }

    def branch(self, repository: Repository, name: str, at: Commit) -> Ref:
        made = Ref(**self._identity("Ref"), name=name, target=at, repository=repository)
        repository.branches[name] = self._keep(made)
        return made

    def commit(self, repository: Repository, branch: str, files: dict[str, bytes], message: str = "Work") -> Commit:
        """A commit on the branch, which is made where it is missing."""
        ref = repository.branches.get(branch)
        parent = ref.target if ref else None
        tree = {
            path: self._keep(Blob(**self._identity("Blob"), data=data, repository=repository))
            for path, data in files.items()
        }
        identity = self._identity("Commit")
        made = Commit(
            **identity,
            oid=hashlib.sha1(identity["id"].encode(), usedforsecurity=False).hexdigest(),
            message=message,
            tree={**(parent.tree if parent else {}), **tree},
            parent=parent,
            committed_at=self.now,
            repository=repository,
        )
        self._keep(made)
        if ref is None:
            self.branch(repository, branch, made)
        else:
            ref.target = made
        return made


def _slug(name: str) -> str:
    return "-".join(name.lower().split())


_PULL_FIELDS = frozenset(
    {"review_decision", "mergeable", "base_ref_name", "head_ref_name", "head_ref_oid", "is_cross_repository"}
)


def _file(entry: str | tuple[str, int, int] | ChangedFile) -> ChangedFile:
    if isinstance(entry, ChangedFile):
        return entry
    return ChangedFile(entry) if isinstance(entry, str) else ChangedFile(*entry)
