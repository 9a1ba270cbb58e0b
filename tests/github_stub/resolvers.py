"""Binds a world to the schema: plain fields by name, all others here.

A field that no test has needed yet answers with an error that says so, never with a made-up null.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, NoReturn

from graphql import GraphQLField, GraphQLObjectType, GraphQLResolveInfo, GraphQLScalarType, GraphQLSchema, is_abstract_type

from tests.github_stub import entities
from tests.github_stub.connections import Connection, Edge, PageInfo, keyset, offset
from tests.github_stub.entities import Issue, Item, PullRequest, Repository
from tests.github_stub.errors import Typed, forbidden, not_found_item, not_found_node, not_found_repository
from tests.github_stub.search import REACHABLE, search

Resolver = Callable[..., Any]
NODES_LIMIT = 100

REACTIONS = ("THUMBS_UP", "THUMBS_DOWN", "LAUGH", "HOORAY", "CONFUSED", "HEART", "ROCKET", "EYES")
OPINIONS = ("APPROVED", "CHANGES_REQUESTED", "DISMISSED")
LATEST = (*OPINIONS, "COMMENTED")


# -- the root


def _repository(_: Any, info: GraphQLResolveInfo, owner: str, name: str, **_more: Any) -> Repository:
    found = info.context.world.repositories.get(f"{owner}/{name}".lower())
    if found is None:
        raise not_found_repository(f"{owner}/{name}")
    if found.forbidden:
        raise forbidden()
    return found


def _node(_: Any, info: GraphQLResolveInfo, id: str) -> Any:
    found = info.context.world.nodes.get(id)
    if found is None:
        raise not_found_node(id)
    return found


def _nodes(_: Any, info: GraphQLResolveInfo, ids: list[str]) -> list[Any]:
    """A null for each unknown id, with an error beside the data that names its place."""
    if len(ids) > NODES_LIMIT:
        raise Typed("ARGUMENT_LIMIT", f"You may not provide more than {NODES_LIMIT} node ids; you provided {len(ids)}.")
    known = info.context.world.nodes
    return [known.get(node_id) or not_found_node(node_id) for node_id in ids]


def _search(_: Any, info: GraphQLResolveInfo, type: str, query: str, **page: Any) -> Connection:
    if not type.startswith("ISSUE"):
        raise Typed("UNSUPPORTED_SEARCH", f"This GitHub searches for issues only, not for {type}.")
    return offset(info, page, search(info.context.world, query), REACHABLE)


def _rate_limit(_: Any, info: GraphQLResolveInfo, dryRun: bool = False) -> dict[str, Any]:
    return info.context.rate_limit


def _viewer(_: Any, info: GraphQLResolveInfo) -> Any:
    return info.context.world.person("viewer")


# -- a repository


def _issues(repository: Repository, info: GraphQLResolveInfo, **asked: Any) -> Connection:
    wanted = dict(asked.pop("filterBy", None) or {})
    since = wanted.pop("since", None)
    states = asked.pop("states", None) or wanted.pop("states", None)
    labels = asked.pop("labels", None) or wanted.pop("labels", None)
    if wanted:
        raise _unserved("Repository", f"issues(filterBy: {', '.join(wanted)})")
    chosen = _chosen(repository.issues.values(), states, labels)
    if since:
        chosen = [issue for issue in chosen if issue.updated_at >= since]
    return _ordered(info, asked, chosen)


def _pulls(repository: Repository, info: GraphQLResolveInfo, **asked: Any) -> Connection:
    base, head = asked.pop("baseRefName", None), asked.pop("headRefName", None)
    chosen = _chosen(repository.pull_requests.values(), asked.pop("states", None), asked.pop("labels", None))
    chosen = [pull for pull in chosen if base in (None, pull.base_ref_name) and head in (None, pull.head_ref_name)]
    return _ordered(info, asked, chosen)


def _chosen(items: Any, states: list[str] | None, labels: list[str] | None) -> list[Any]:
    return [
        item
        for item in items
        if (not states or item.state in states) and (not labels or {label.name for label in item.labels} & {*labels})
    ]


_ORDERS: dict[str, Callable[[Any], Any]] = {
    "CREATED_AT": lambda item: item.created_at,
    "UPDATED_AT": lambda item: item.updated_at,
    "COMMENTS": lambda item: len(item.comments),
}


def _ordered(info: GraphQLResolveInfo, asked: dict[str, Any], items: list[Any]) -> Connection:
    """In the order of ``orderBy``, ties by id; without it, the oldest first."""
    order = asked.pop("orderBy", None) or {"field": "CREATED_AT", "direction": "ASC"}
    value = _ORDERS[order["field"]]
    return keyset(info, asked, items, lambda item: (value(item), item.database_id), order["direction"] == "DESC")


def _releases(repository: Repository, info: GraphQLResolveInfo, **asked: Any) -> Connection:
    """Newest first unless asked otherwise, as the page of releases shows them."""
    asked["orderBy"] = asked.get("orderBy") or {"field": "CREATED_AT", "direction": "DESC"}
    return _ordered(info, asked, repository.releases)


def _labels(source: Any, info: GraphQLResolveInfo, orderBy: Any = None, **page: Any) -> Connection:
    """By creation or by name. A world's labels have no times: they were created in the order in which they stand."""
    labels = list(source.labels.values() if isinstance(source, Repository) else source.labels)
    by_name = orderBy is not None and orderBy["field"] == "NAME"
    descending = orderBy is not None and orderBy["direction"] == "DESC"
    return keyset(info, page, labels, (lambda label: (label.name.lower(),)) if by_name else None, descending)


def _numbered(kind: str, *shelves: str) -> Resolver:
    def resolve(repository: Repository, info: GraphQLResolveInfo, number: int) -> Item:
        for shelf in shelves:
            found = getattr(repository, shelf).get(number)
            if found is not None:
                return found  # type: ignore[no-any-return]
        raise not_found_item(kind, number)

    return resolve


# -- items and what is said in them


def _listed(name: str) -> Resolver:
    """A connection over the list of that name, in its own order."""

    def resolve(source: Any, info: GraphQLResolveInfo, **page: Any) -> Connection:
        if page.pop("orderBy", None):
            raise _unserved(info.parent_type.name, f"{info.field_name}(orderBy:)")
        return keyset(info, page, getattr(source, name))

    return resolve


def _comments(source: Any, info: GraphQLResolveInfo, orderBy: Any = None, skip: Any = None, **page: Any) -> Connection:
    """Oldest first, so ``last: 50`` are the newest; the only other order is by update."""
    if orderBy:
        return _ordered(info, page | {"orderBy": orderBy}, source.comments)
    return keyset(info, page, source.comments, lambda said: (said.created_at, said.database_id))


def _reviews(
    pull: PullRequest, info: GraphQLResolveInfo, states: Any = None, author: str | None = None, **page: Any
) -> Connection:
    chosen = [
        review
        for review in pull.reviews
        if (not states or review.state in states) and (author is None or review.author and review.author.login == author)
    ]
    return keyset(info, page, chosen, lambda review: (review.created_at, review.database_id))


def _latest(states: tuple[str, ...]) -> Resolver:
    def resolve(pull: PullRequest, info: GraphQLResolveInfo, writersOnly: bool = False, **page: Any) -> Connection:
        return keyset(info, page, pull.latest_reviews(states))

    return resolve


def _closing_issues(pull: PullRequest, info: GraphQLResolveInfo, **page: Any) -> Connection:
    page.pop("userLinkedOnly", None)
    return _ordered(info, page, pull.closing_issues) if page.get("orderBy") else keyset(info, page, pull.closing_issues)


def _closed_by(
    issue: Issue,
    info: GraphQLResolveInfo,
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
    item: Item, info: GraphQLResolveInfo, itemTypes: Any = None, since: Any = None, skip: int | None = None, **page: Any
) -> Connection:
    entries = [
        entry
        for entry in item.timeline()
        if (not itemTypes or _upper(entry.typename) in itemTypes) and (since is None or entry.created_at >= since)
    ]
    made = keyset(info, page, entries[skip or 0 :], lambda entry: (entry.created_at, entry.database_id))
    made.more = {"updated_at": item.updated_at}
    return made


def _reactions(said: Any, info: GraphQLResolveInfo, content: str | None = None, orderBy: Any = None, **page: Any) -> Connection:
    return keyset(info, page, [reaction for reaction in said.reactions if content in (None, reaction.content)])


def _reaction_groups(said: Any, info: GraphQLResolveInfo) -> list[dict[str, Any]]:
    """A group for each kind of reaction, also for those that nobody gave."""
    return [
        {
            "content": content,
            "subject": said,
            "users": [reaction.user for reaction in said.reactions if reaction.content == content],
        }
        for content in REACTIONS
    ]


def _group_users(group: dict[str, Any], info: GraphQLResolveInfo, **page: Any) -> Connection:
    return keyset(info, page, group["users"])


def _participants(item: Item, info: GraphQLResolveInfo, **page: Any) -> Connection:
    return keyset(info, page, item.participants())


def _state_reason(issue: Issue, info: GraphQLResolveInfo, enableDuplicate: bool = False) -> str | None:
    """DUPLICATE is told as NOT_PLANNED to clients that do not ask for it by ``enableDuplicate``."""
    return "NOT_PLANNED" if issue.state_reason == "DUPLICATE" and not enableDuplicate else issue.state_reason


def _event_field(event: Any, info: GraphQLResolveInfo, **_arguments: Any) -> Any:
    name = _snake(info.field_name)
    if name in event.more:
        return event.more[name]
    if name in ("closable", "subject", "labelable", "target", "pull_request", "assignable"):
        return event.subject
    if hasattr(event, name):
        return getattr(event, name)
    if info.field_name in ("closer", "stateReason"):
        return None
    raise _unserved(event.kind, info.field_name)


REACTABLE: dict[str, Resolver] = {"reactions": _reactions, "reactionGroups": _reaction_groups}
ITEM: dict[str, Resolver] = REACTABLE | {
    "comments": _comments,
    "labels": _labels,
    "timelineItems": _timeline,
    "participants": _participants,
    "assignees": _listed("assignees"),
}
FIELDS: dict[str, dict[str, Resolver]] = {
    "Query": {
        "repository": _repository,
        "node": _node,
        "nodes": _nodes,
        "search": _search,
        "rateLimit": _rate_limit,
        "viewer": _viewer,
    },
    "Repository": {
        "issues": _issues,
        "pullRequests": _pulls,
        "releases": _releases,
        "labels": _labels,
        "issue": _numbered("an Issue", "issues"),
        "pullRequest": _numbered("a PullRequest", "pull_requests"),
        "issueOrPullRequest": _numbered("an issue or pull request", "issues", "pull_requests"),
    },
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
CLASSES: dict[str, type] = {
    "Repository": Repository,
    "Issue": Issue,
    "PullRequest": PullRequest,
    "IssueComment": entities.Comment,
    "PullRequestReview": entities.Review,
    "PullRequestReviewComment": entities.ReviewComment,
    "PullRequestReviewThread": entities.ReviewThread,
    "PullRequestChangedFile": entities.ChangedFile,
    "ReviewRequest": entities.ReviewRequest,
    "Release": entities.Release,
    "Label": entities.Label,
    "Milestone": entities.Milestone,
    "Reaction": entities.Reaction,
    "PageInfo": PageInfo,
} | dict.fromkeys(("User", "Bot", "Organization", "Mannequin", "EnterpriseUserAccount"), entities.Person)


# -- binding


def bind(schema: GraphQLSchema) -> GraphQLSchema:
    """Gives each type of the schema its resolvers. Fields without one are refused when asked for."""
    for name, kind in schema.type_map.items():
        if isinstance(kind, GraphQLObjectType) and not name.startswith("__"):
            for field_name, field in kind.fields.items():
                field.resolve = _resolver(name, field_name, field)
        elif is_abstract_type(kind):
            kind.resolve_type = _resolve_type  # type: ignore[attr-defined]
    _bind_times(schema)
    return schema


def _resolver(kind: str, name: str, field: GraphQLField) -> Resolver:
    special = FIELDS.get(kind, {}).get(name)
    if special is not None:
        return special
    if kind.endswith("Event"):
        return _event_field
    if kind.endswith("Connection"):
        return _of_connection(_snake(name))
    if kind.endswith("Edge"):
        return _attribute(name) if name in Edge.__annotations__ else _refusal(kind, name)
    if kind in ("RateLimit", "ReactionGroup"):
        return lambda source, info: source[name]
    attributes = _attributes(CLASSES.get(kind))
    return _attribute(_snake(name)) if _snake(name) in attributes else _refusal(kind, name)


def _attributes(cls: type | None) -> set[str]:
    if cls is None:
        return set()
    return {one.name for one in dataclasses.fields(cls)} | {one for one in dir(cls) if not one.startswith("_")}


def _attribute(name: str) -> Resolver:
    def resolve(source: Any, info: GraphQLResolveInfo, **_arguments: Any) -> Any:
        if (id(source), name) in info.context.unreadable:
            raise Typed("INTERNAL", "Something went wrong while executing your query.")
        return getattr(source, name)

    return resolve


def _of_connection(name: str) -> Resolver:
    def resolve(source: Connection, info: GraphQLResolveInfo) -> Any:
        return source.more[name] if name in source.more else getattr(source, name)

    return resolve


def _refusal(kind: str, name: str) -> Resolver:
    def resolve(*_: Any, **_arguments: Any) -> NoReturn:
        raise _unserved(kind, name)

    return resolve


def _unserved(kind: str, name: str) -> Typed:
    return Typed("UNSERVED", f"{kind}.{name} is in GitHub's schema, but this stub does not serve it yet.")


def _resolve_type(value: Any, *_: Any) -> str:
    return str(value.typename)


def _bind_times(schema: GraphQLSchema) -> None:
    scalar = schema.type_map.get("DateTime")
    if isinstance(scalar, GraphQLScalarType):
        scalar.coerce_output_value = _as_text
        scalar.coerce_input_value = scalar.parse_value = _as_moment  # type: ignore[method-assign]


def _as_text(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _as_moment(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


def _upper(typename: str) -> str:
    """``ClosedEvent`` as the enumeration of timeline items spells it: CLOSED_EVENT."""
    return _snake(typename).upper()
