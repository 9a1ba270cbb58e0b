"""A world: repositories and all that happens in them, made in few words by a test, and changed while it is served.

Times may be given as datetimes or as ISO text (without a zone: UTC) and are cut to the second, as GitHub's are.
People are given as a Person, a login (``"renovate[bot]"`` is a Bot) or None for a deleted account.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from tests.github_stub.entities import (
    ChangedFile,
    Comment,
    Event,
    Issue,
    Item,
    Label,
    Milestone,
    Node,
    Person,
    PullRequest,
    Reaction,
    Release,
    Repository,
    Review,
    ReviewComment,
    ReviewRequest,
    ReviewThread,
)

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
}


def moment(value: Moment) -> datetime:
    """GitHub keeps whole seconds in UTC."""
    at = datetime.fromisoformat(value) if isinstance(value, str) else value
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return at.astimezone(UTC).replace(microsecond=0)


def _maybe(value: Moment | None) -> datetime | None:
    return None if value is None else moment(value)


class World:
    """Everything that one GitHub knows. ``now`` is its clock; it stands still until a test moves it."""

    def __init__(self, now: Moment = "2026-03-05T00:00:00Z", server: str = "https://github.com") -> None:
        self.now = moment(now)
        self.server = server
        self.search_lag = timedelta()
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

    # -- places and people

    def repository(self, name: str = "vllm-project/vllm", **more: Any) -> Repository:
        """The repository of that ``OWNER/NAME``, made where it is missing; ``more`` are its fields."""
        found = self.repositories.get(name.lower())
        if found is None:
            owner, _, short = name.partition("/")
            owned = self.person(owner, kind="Organization")
            found = self._keep(Repository(**self._identity("Repository"), owner=owned, name=short, server=self.server))
            self.repositories[name.lower()] = found
        for key, value in more.items():
            setattr(found, key, value)
        return found

    def person(self, who: Who = "alice", **more: Any) -> Person | None:
        if who is None or isinstance(who, Person):
            return who
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

    # -- items

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
        """A pull request. ``merged`` also closes it; ``files`` are paths, ``(path, added, deleted)`` or ChangedFiles."""
        if merged is not None:
            more["closed"] = merged
        own = {key: more.pop(key) for key in list(more) if key in _PULL_FIELDS}
        repository, common, after = self._item("PullRequest", number, more)
        pull = self._keep(PullRequest(**common, merged_at=_maybe(merged), is_draft=draft, **own))
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
        closed = _maybe(more.pop("closed", None))
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
            "updated_at": _maybe(more.pop("updated", None)) or max(created, closed or created),
            "closed_at": closed,
            "last_edited_at": _maybe(more.pop("edited", None)),
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

    def _finish(self, item: Any, after: dict[str, Any]) -> Any:
        self.react(item, after["reactions"])
        if after["milestone"]:
            item.milestone = self.milestone(after["milestone"], item.repository)
        return item

    def milestone(self, title: str, repository: Repository) -> Milestone:
        same = [node for node in self.nodes.values() if isinstance(node, Milestone) and node.repository is repository]
        for known in same:
            if known.title == title:
                return known
        number = len(same) + 1
        return self._keep(Milestone(**self._identity("Milestone"), title=title, number=number, repository=repository))

    def link(self, pull: PullRequest, issue: Issue) -> None:
        """The pull request says that it closes the issue."""
        pull.closing_issues.append(issue)
        issue.closed_by_pull_requests.append(pull)

    # -- what happens to items

    def event(self, item: Item, kind: str, actor: Who, at: Moment, **more: Any) -> Event:
        """An entry of the timeline, such as LabeledEvent or ReadyForReviewEvent; ``more`` are its own fields."""
        made = Event(
            **self._identity(kind), kind=kind, actor=self.person(actor), created_at=moment(at), subject=item, more=more
        )
        item.events.append(self._keep(made))
        return made

    def close(self, item: Item, at: Moment, by: Who = "maintainer", reason: str = "COMPLETED") -> None:
        item.closed_at = moment(at)
        if isinstance(item, Issue):
            item.state_reason = reason
        self.event(item, "ClosedEvent", by, at, state_reason=reason if isinstance(item, Issue) else None)
        self.touch(item, at)

    def merge(self, pull: PullRequest, at: Moment, by: Who = "maintainer") -> None:
        pull.merged_at, pull.merged_by = moment(at), self.person(by)
        self.event(pull, "MergedEvent", by, at, merge_ref_name=pull.base_ref_name)
        self.close(pull, at, by)

    def reopen(self, item: Item, at: Moment, by: Who = "maintainer") -> None:
        item.closed_at = None
        if isinstance(item, Issue):
            item.state_reason = "REOPENED"
        self.event(item, "ReopenedEvent", by, at)
        self.touch(item, at)

    def touch(self, item: Item, at: Moment) -> None:
        """Moves the item to the front of a walk by update. An update never goes back in time."""
        item.updated_at = max(item.updated_at, moment(at))

    def delete(self, item: Item) -> None:
        """The item is gone (deleted or transferred): its number and its id resolve to nothing."""
        self.nodes.pop(item.id, None)
        item.repository.issues.pop(item.number, None)
        item.repository.pull_requests.pop(item.number, None)

    def comment(self, item: Item, author: Who, at: Moment, body: str, **more: Any) -> Comment:
        """``more``: association, edited, minimized (a reason), reactions."""
        made = Comment(
            **self._said("IssueComment", item, author, at, body, more), url=self._anchor(item, "issuecomment-"), item=item
        )
        item.comments.append(self._keep(made))
        self.touch(item, at)
        return self._reacted(made, more)

    def review(
        self, pull: PullRequest, author: Who, at: Moment, state: str = "COMMENTED", body: str = "", **more: Any
    ) -> Review:
        made = Review(
            **self._said("PullRequestReview", pull, author, at, body, more),
            url=self._anchor(pull, "pullrequestreview-"),
            state=state,
            pull_request=pull,
        )
        pull.reviews.append(self._keep(made))
        self.touch(pull, at)
        return self._reacted(made, more)

    def thread(
        self,
        pull: PullRequest,
        *said: tuple[Who, Moment, str],
        path: str = "vllm/engine.py",
        line: int | None = 1,
        resolved: bool = False,
        outdated: bool = False,
        review: Review | None = None,
    ) -> ReviewThread:
        """A review thread with its comments, each ``(author, at, body)``; an outdated one has no line any more."""
        made = ReviewThread(**self._identity("PullRequestReviewThread"), path=path, pull_request=pull)
        made.line, made.is_resolved, made.is_outdated = None if outdated else line, resolved, outdated
        pull.review_threads.append(self._keep(made))
        for author, at, body in said:
            self.reply(made, author, at, body, review=review)
        return made

    def reply(
        self, thread: ReviewThread, author: Who, at: Moment, body: str, *, review: Review | None = None, **more: Any
    ) -> ReviewComment:
        """A comment in a review thread. Without a review it gets one of its own, as on GitHub."""
        pull = thread.pull_request
        review = review or self.review(pull, author, at)
        made = ReviewComment(
            **self._said("PullRequestReviewComment", pull, author, at, body, more),
            url=self._anchor(pull, "discussion_r"),
            pull_request=pull,
            thread=thread,
            pull_request_review=review,
        )
        thread.comments.append(self._keep(made))
        review.comments.append(made)
        self.touch(pull, at)
        return self._reacted(made, more)

    def _said(self, typename: str, item: Item, author: Who, at: Moment, body: str, more: dict[str, Any]) -> Any:
        return {
            **self._identity(typename),
            "author": self.person(author),
            "author_association": more.pop("association", "CONTRIBUTOR"),
            "body": body,
            "created_at": moment(at),
            "updated_at": moment(at),
            "repository": item.repository,
            "last_edited_at": _maybe(more.pop("edited", None)),
            "minimized_reason": more.pop("minimized", None),
        }

    def _anchor(self, item: Item, kind: str) -> str:
        return f"{item.url}#{kind}{self._last_id}"

    def _reacted(self, said: Any, more: dict[str, Any]) -> Any:
        self.react(said, more.pop("reactions", {}))
        if more:
            raise TypeError(f"a world knows no {', '.join(more)}")
        return said

    def react(self, said: Any, counts: dict[str, int]) -> None:
        """Adds reactions, such as ``{"THUMBS_UP": 3}``, each by another person."""
        for content, count in counts.items():
            for turn in range(count):
                made = Reaction(
                    **self._identity("Reaction"),
                    content=content,
                    created_at=said.created_at,
                    user=self.person(f"reader-{turn}"),
                )
                said.reactions.append(self._keep(made))

    def request_review(self, pull: PullRequest, reviewer: Who) -> ReviewRequest:
        made = ReviewRequest(
            **self._identity("ReviewRequest"), requested_reviewer=self.person(reviewer), pull_request=pull
        )
        pull.review_requests.append(self._keep(made))
        return made

    def release(
        self, tag: str, published: Moment | None, *, author: Who = "maintainer", repository: str = "vllm-project/vllm", **more: Any
    ) -> Release:
        """A release; without ``published`` it is a draft. ``more``: name, description, is_prerelease, is_draft."""
        place = self.repository(repository)
        at = _maybe(published)
        more = {"name": tag, "is_draft": at is None} | more
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


_PULL_FIELDS = frozenset({"review_decision", "mergeable", "base_ref_name", "head_ref_name", "head_ref_oid"})


def _file(entry: str | tuple[str, int, int] | ChangedFile) -> ChangedFile:
    if isinstance(entry, ChangedFile):
        return entry
    return ChangedFile(entry) if isinstance(entry, str) else ChangedFile(*entry)
