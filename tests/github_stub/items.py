"""Answers the fields of issues and pull requests and of what is said in them."""

from __future__ import annotations

from typing import Any

from tests.github_stub.connections import Connection, Info, Resolver, keyset, ordered
from tests.github_stub.entities import Issue, Item, PullRequest
from tests.github_stub.errors import unserved
from tests.github_stub.naming import snake, upper
from tests.github_stub.roots import labels

REACTIONS = ("THUMBS_UP", "THUMBS_DOWN", "LAUGH", "HOORAY", "CONFUSED", "HEART", "ROCKET", "EYES")
OPINIONS = ("APPROVED", "CHANGES_REQUESTED", "DISMISSED")
LATEST = (*OPINIONS, "COMMENTED")


def _listed(name: str) -> Resolver:
    """A connection over the list of that name, in its own order."""

    def resolve(source: Any, info: Info, **page: Any) -> Connection:
        if page.pop("orderBy", None):
            raise unserved(info.parent_type.name, f"{info.field_name}(orderBy:)")
        return keyset(info, page, getattr(source, name))

    return resolve


def _comments(source: Any, info: Info, orderBy: Any = None, skip: Any = None, **page: Any) -> Connection:
    """Oldest first, so ``last: 50`` are the newest; the only other order is by update."""
    if orderBy:
        return ordered(info, page | {"orderBy": orderBy}, source.comments)
    return keyset(info, page, source.comments, lambda said: (said.created_at, said.database_id))


def _reviews(pull: PullRequest, info: Info, states: Any = None, author: str | None = None, **page: Any) -> Connection:
    chosen = [
        review
        for review in pull.reviews
        if (not states or review.state in states)
        and (author is None or (review.author and review.author.login == author))
    ]
    return keyset(info, page, chosen, lambda review: (review.created_at, review.database_id))


def _latest(states: tuple[str, ...]) -> Resolver:
    def resolve(pull: PullRequest, info: Info, writersOnly: bool = False, **page: Any) -> Connection:
        return keyset(info, page, pull.latest_reviews(states))

    return resolve


def _closing_issues(pull: PullRequest, info: Info, **page: Any) -> Connection:
    page.pop("userLinkedOnly", None)
    return ordered(info, page, pull.closing_issues) if page.get("orderBy") else keyset(info, page, pull.closing_issues)


def _closed_by(
    issue: Issue,
    info: Info,
    includeClosedPrs: bool = False,
    orderByState: bool = False,
    userLinkedOnly: bool = False,
    **page: Any,
) -> Connection:
    """Only open pull requests, unless closed (also merged) ones are asked for.

    https://docs.github.com/en/graphql/reference/objects#issue: "List of open pull requests referenced from this issue".
    """
    pulls = [pull for pull in issue.closed_by_pull_requests if includeClosedPrs or not pull.closed]
    return keyset(info, page, pulls)


def _timeline(
    item: Item, info: Info, itemTypes: Any = None, since: Any = None, skip: int | None = None, **page: Any
) -> Connection:
    entries = [
        entry
        for entry in item.timeline()
        if (not itemTypes or upper(entry.typename) in itemTypes) and (since is None or entry.created_at >= since)
    ]
    made = keyset(info, page, entries[skip or 0 :], lambda entry: (entry.created_at, entry.database_id))
    made.more = {"updated_at": item.updated_at}
    return made


def _reactions(said: Any, info: Info, content: str | None = None, orderBy: Any = None, **page: Any) -> Connection:
    return keyset(info, page, [reaction for reaction in said.reactions if content in (None, reaction.content)])


def _reaction_groups(said: Any, info: Info) -> list[dict[str, Any]]:
    """A group for each kind of reaction, also for those that nobody gave."""
    return [_reaction_group(said, content) for content in REACTIONS]


def _reaction_group(said: Any, content: str) -> dict[str, Any]:
    given = [reaction for reaction in said.reactions if reaction.content == content]
    return {
        "content": content,
        "subject": said,
        "createdAt": min((reaction.created_at for reaction in given), default=None),
        "users": [reaction.user for reaction in given],
    }


def _group_users(group: dict[str, Any], info: Info, **page: Any) -> Connection:
    return keyset(info, page, group["users"])


def _participants(item: Item, info: Info, **page: Any) -> Connection:
    return keyset(info, page, item.participants())


def _state_reason(issue: Issue, info: Info, enableDuplicate: bool = False) -> str | None:
    """DUPLICATE is told as NOT_PLANNED to clients that do not ask for it by ``enableDuplicate``."""
    return "NOT_PLANNED" if issue.state_reason == "DUPLICATE" and not enableDuplicate else issue.state_reason


def event_field(event: Any, info: Info, **_arguments: Any) -> Any:
    name = snake(info.field_name)
    if name in event.more:
        return event.more[name]
    if name in ("closable", "subject", "labelable", "target", "pull_request", "assignable"):
        return event.subject
    if hasattr(event, name):
        return getattr(event, name)
    if info.field_name in ("closer", "stateReason"):
        return None
    raise unserved(event.kind, info.field_name)


REACTABLE: dict[str, Resolver] = {"reactions": _reactions, "reactionGroups": _reaction_groups}
ITEM: dict[str, Resolver] = REACTABLE | {
    "comments": _comments,
    "labels": labels,
    "timelineItems": _timeline,
    "participants": _participants,
    "assignees": _listed("assignees"),
}
FIELDS: dict[str, dict[str, Resolver]] = {
    "Issue": ITEM | {"stateReason": _state_reason, "closedByPullRequestsReferences": _closed_by},
    "PullRequest": ITEM
    | {
        "files": _listed("files"),
        "reviews": _reviews,
        "latestReviews": _latest(LATEST),
        "latestOpinionatedReviews": _latest(OPINIONS),
        "reviewThreads": _listed("review_threads"),
        "reviewRequests": _listed("review_requests"),
        "closingIssuesReferences": _closing_issues,
    },
    "IssueComment": REACTABLE
    | {
        "issue": lambda comment, info: comment.item,
        "pullRequest": lambda comment, info: comment.item if isinstance(comment.item, PullRequest) else None,
    },
    "PullRequestReview": REACTABLE | {"comments": _comments},
    "PullRequestReviewComment": REACTABLE,
    "PullRequestReviewThread": {"comments": _comments},
    "ReactionGroup": {"reactors": _group_users, "users": _group_users},
    "Release": REACTABLE,
}
