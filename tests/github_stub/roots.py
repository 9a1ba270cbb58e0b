"""Answers the fields of the root and of a repository."""

from __future__ import annotations

from typing import Any

from tests.github_stub.connections import Connection, Info, Resolver, keyset, offset, ordered
from tests.github_stub.entities import Item, Repository
from tests.github_stub.errors import Typed, forbidden, not_found_item, not_found_node, not_found_repository, unserved
from tests.github_stub.search import REACHABLE, search

NODES_LIMIT = 100

# -- the root


def _repository(_: Any, info: Info, owner: str, name: str, **_more: Any) -> Repository:
    found = info.context.world.repositories.get(f"{owner}/{name}".lower())
    if found is None or not info.context.grant.sees(found):
        raise not_found_repository(f"{owner}/{name}")
    if found.forbidden:
        raise forbidden()
    place: Repository = found
    return place


def _node(_: Any, info: Info, id: str) -> Any:
    found = info.context.world.nodes.get(id)
    if found is None:
        raise not_found_node(id)
    place: Repository = found
    return place


def _nodes(_: Any, info: Info, ids: list[str]) -> list[Any]:
    """A null for each unknown id, with an error beside the data that names its place."""
    if len(ids) > NODES_LIMIT:
        raise Typed("ARGUMENT_LIMIT", f"You may not provide more than {NODES_LIMIT} node ids; you provided {len(ids)}.")
    known = info.context.world.nodes
    return [known.get(node_id) or not_found_node(node_id) for node_id in ids]


def _search(_: Any, info: Info, type: str, query: str, **page: Any) -> Connection:
    if not type.startswith("ISSUE"):
        raise Typed("UNSUPPORTED_SEARCH", f"This GitHub searches for issues only, not for {type}.")
    return offset(info, page, search(info.context.world, query), REACHABLE)


def _rate_limit(_: Any, info: Info, dryRun: bool = False) -> Any:
    return info.context.rate_limit


def _viewer(_: Any, info: Info) -> Any:
    return info.context.grant.viewer


# -- a repository


def _issues(repository: Repository, info: Info, **asked: Any) -> Connection:
    wanted = dict(asked.pop("filterBy", None) or {})
    since = wanted.pop("since", None)
    states = asked.pop("states", None) or wanted.pop("states", None)
    labels = asked.pop("labels", None) or wanted.pop("labels", None)
    if wanted:
        raise unserved("Repository", f"issues(filterBy: {', '.join(wanted)})")
    chosen = _chosen(repository.issues.values(), states, labels)
    if since:
        chosen = [issue for issue in chosen if issue.updated_at >= since]
    return ordered(info, asked, chosen)


def _pulls(repository: Repository, info: Info, **asked: Any) -> Connection:
    base, head = asked.pop("baseRefName", None), asked.pop("headRefName", None)
    chosen = _chosen(repository.pull_requests.values(), asked.pop("states", None), asked.pop("labels", None))
    chosen = [pull for pull in chosen if base in (None, pull.base_ref_name) and head in (None, pull.head_ref_name)]
    return ordered(info, asked, chosen)


def _chosen(items: Any, states: list[str] | None, labels: list[str] | None) -> list[Any]:
    return [
        item
        for item in items
        if (not states or item.state in states) and (not labels or {label.name for label in item.labels} & {*labels})
    ]


def _releases(repository: Repository, info: Info, **asked: Any) -> Connection:
    """Newest first unless asked otherwise, as the page of releases shows them."""
    asked["orderBy"] = asked.get("orderBy") or {"field": "CREATED_AT", "direction": "DESC"}
    return ordered(info, asked, repository.releases)


def labels(source: Any, info: Info, orderBy: Any = None, **page: Any) -> Connection:
    """By creation or by name. A world's labels have no times: they were created in the order in which they stand."""
    standing = list(source.labels.values() if isinstance(source, Repository) else source.labels)
    by_name = orderBy is not None and orderBy["field"] == "NAME"
    descending = orderBy is not None and orderBy["direction"] == "DESC"
    return keyset(info, page, standing, (lambda label: (label.name.lower(),)) if by_name else None, descending)


def _numbered(kind: str, *shelves: str) -> Resolver:
    def resolve(repository: Repository, info: Info, number: int) -> Item:
        for shelf in shelves:
            found = getattr(repository, shelf).get(number)
            if found is not None:
                return found  # type: ignore[no-any-return]
        raise not_found_item(kind, number)

    return resolve


def _user(_: Any, info: Info, login: str) -> Any:
    found = info.context.world.people.get(login.lower())
    if found is None:
        raise Typed("NOT_FOUND", f"Could not resolve to a User with the login of '{login}'.")
    return found


# -- places to publish to


def _label(repository: Repository, info: Info, name: str) -> Any:
    return repository.labels.get(name)


def _ref(repository: Repository, info: Info, qualifiedName: str) -> Any:
    return repository.branches.get(qualifiedName.removeprefix("refs/heads/"))


def _object(repository: Repository, info: Info, expression: str | None = None, oid: Any = None) -> Any:
    """Of expressions, ``branch:path``."""
    branch, colon, path = (expression or "").partition(":")
    if not colon:
        raise unserved("Repository", "object without a path")
    ref = repository.branches.get(branch.removeprefix("refs/heads/"))
    return ref.target.tree.get(path) if ref else None


def _refs(repository: Repository, info: Info, refPrefix: str, query: str | None = None, **page: Any) -> Connection:
    for unknown in ("orderBy", "direction"):
        page.pop(unknown, None)
    return keyset(info, page, list(repository.branches.values()))


def _discussions(repository: Repository, info: Info, **asked: Any) -> Connection:
    category = asked.pop("categoryId", None)
    for unknown in ("answered", "states"):
        asked.pop(unknown, None)
    return ordered(info, asked, [one for one in repository.discussions if category in (None, one.category.id)])


def _categories(repository: Repository, info: Info, filterByAssignable: bool = False, **page: Any) -> Connection:
    return keyset(info, page, repository.categories)


def _discussion_comments(discussion: Any, info: Info, **page: Any) -> Connection:
    return keyset(info, page, discussion.comments)


def _is_own(remark: Any, info: Info) -> bool:
    return remark.author is info.context.grant.viewer


FIELDS: dict[str, dict[str, Resolver]] = {
    "Query": {
        "repository": _repository,
        "node": _node,
        "nodes": _nodes,
        "search": _search,
        "rateLimit": _rate_limit,
        "viewer": _viewer,
        "user": _user,
    },
    "Discussion": {"comments": _discussion_comments, "viewerDidAuthor": _is_own},
    "DiscussionComment": {"viewerDidAuthor": _is_own},
    "Repository": {
        "issues": _issues,
        "pullRequests": _pulls,
        "releases": _releases,
        "labels": labels,
        "label": _label,
        "ref": _ref,
        "refs": _refs,
        "object": _object,
        "discussions": _discussions,
        "discussionCategories": _categories,
        "issue": _numbered("an Issue", "issues"),
        "pullRequest": _numbered("a PullRequest", "pull_requests"),
        "issueOrPullRequest": _numbered("an issue or pull request", "issues", "pull_requests"),
    },
}
