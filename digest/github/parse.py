"""GitHub's JSON into the model's values. The boundary: a deleted account becomes the ghost here, a null text empty."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, cast, get_args

from digest.model import (
    GHOST,
    ChangedFile,
    Closing,
    Comment,
    Item,
    Person,
    Reference,
    Release,
    Review,
    ReviewThread,
)

Node = Mapping[str, Any]

_KINDS = frozenset(get_args(Person.model_fields["kind"].annotation))


def text(value: object) -> str:
    """A text as GitHub gave it, made whole: null is empty, and half a surrogate pair (cut titles) is replaced."""
    if not isinstance(value, str):
        return ""
    try:
        value.encode()
    except UnicodeEncodeError:
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return value


def moment(value: object) -> datetime | None:
    return datetime.fromisoformat(value) if isinstance(value, str) else None


def _moment(value: object) -> datetime:
    """Raises TypeError where there must be a time and is none."""
    found = moment(value)
    if found is None:
        raise TypeError("a time is missing")
    return found


def nodes(connection: Node | None) -> tuple[Node, ...]:
    """The nodes of a connection; GitHub may give null for the whole and for each."""
    return tuple(node for node in (connection or {}).get("nodes") or () if node is not None)


def total(connection: Node | None) -> int:
    return int((connection or {}).get("totalCount") or 0)


def person(actor: Node | None) -> Person:
    if actor is None:
        return GHOST
    kind = actor.get("__typename")
    return Person(
        login=text(actor["login"]),
        kind=cast(Any, kind) if kind in _KINDS else "User",
        company=text(actor.get("company")).strip(),
    )


def labels(connection: Node | None) -> tuple[str, ...]:
    return tuple(text(label["name"]) for label in nodes(connection))


def line(node: Node) -> Item:
    """An item as a list shows it."""
    return Item(
        id=node["id"],
        number=node["number"],
        kind="pull_request" if node["__typename"] == "PullRequest" else "issue",
        title=text(node["title"]),
        url=node["url"],
        author=person(node["author"]),
        association=node.get("authorAssociation") or "NONE",
        labels=labels(node["labels"]),
        created_at=_moment(node["createdAt"]),
        updated_at=_moment(node["updatedAt"]),
        closed_at=moment(node["closedAt"]),
        merged_at=moment(node.get("mergedAt")),
        state_reason=node.get("stateReason"),
        is_draft=bool(node.get("isDraft")),
        base=text(node.get("baseRefName")),
        comment_count=total(node["comments"]),
    )


def detailed(item: Item, node: Node, *, depth: str, complete: bool) -> Item:
    """The item with what its details say.

    What the lists are made of (times, title, labels) stays as listed, so that counts and lists cannot come apart when
    something happens in between.
    """
    details = _pull(node) if item.is_pull else _issue(node)
    common = {
        "body": text(node["body"]),
        "reactions": total(node["reactions"]),
        "comments": tuple(_comment(comment) for comment in nodes(node["comments"])),
        "closing": _closing(node) if item.closed_at else None,
        "depth": depth,
        "complete": complete,
    }
    return Item.model_validate({**dict(item), **common, **details})


def _issue(node: Node) -> dict[str, Any]:
    return {"closed_by": references(node["closedByPullRequestsReferences"])}


def _pull(node: Node) -> dict[str, Any]:
    return {
        "merged_by": person(node["mergedBy"]) if node["mergedBy"] else None,
        "review_decision": node["reviewDecision"],
        "mergeable": node["mergeable"],
        "additions": node["additions"] or 0,
        "deletions": node["deletions"] or 0,
        "changed_files": node["changedFiles"] or 0,
        "reviews": reviews((*nodes(node["reviews"]), *nodes(node["latestOpinionatedReviews"]))),
        "threads": tuple(_thread(thread) for thread in nodes(node.get("reviewThreads"))),
        "files": tuple(_file(file) for file in nodes(node["files"])),
        "closes": references(node["closingIssuesReferences"]),
    }


def references(connection: Node | None) -> tuple[Reference, ...]:
    return tuple(
        Reference(repository=node["repository"]["nameWithOwner"], number=node["number"]) for node in nodes(connection)
    )


def reviews(found: Iterable[Node]) -> tuple[Review, ...]:
    """Each review once, oldest first. Pending ones are their author's drafts, and nobody's business."""
    by_id = {review["id"]: _review(review) for review in found if review["state"] != "PENDING"}
    return tuple(sorted(by_id.values(), key=lambda review: (review.submitted_at, review.id)))


def _review(node: Node) -> Review:
    return Review(
        id=node["id"],
        url=node["url"],
        author=person(node["author"]),
        association=node.get("authorAssociation") or "NONE",
        state=node["state"],
        submitted_at=_moment(node["submittedAt"]),
        body=text(node["body"]),
    )


def _comment(node: Node) -> Comment:
    return Comment(
        id=node["id"],
        url=node["url"],
        author=person(node["author"]),
        association=node.get("authorAssociation") or "NONE",
        created_at=_moment(node["createdAt"]),
        body=text(node["body"]),
        reactions=total(node.get("reactions")),
        minimized=(node.get("minimizedReason") or "minimized") if node["isMinimized"] else "",
    )


def _thread(node: Node) -> ReviewThread:
    said = (comment for comment in nodes(node["comments"]) if comment["state"] != "PENDING")
    return ReviewThread(
        id=node["id"],
        path=text(node["path"]),
        is_resolved=node["isResolved"],
        is_outdated=node["isOutdated"],
        comments=tuple(_comment(comment) for comment in said),
    )


def _file(node: Node) -> ChangedFile:
    return ChangedFile(path=text(node["path"]), additions=node["additions"], deletions=node["deletions"])


def _closing(node: Node) -> Closing | None:
    for event in nodes(node["timelineItems"]):
        return Closing(at=_moment(event["createdAt"]), by=person(event["actor"]))
    return None


def release(node: Node) -> Release:
    return Release(
        tag=text(node["tagName"]),
        name=text(node["name"]) or text(node["tagName"]),
        url=node["url"],
        author=person(node["author"]),
        published_at=_moment(node["publishedAt"]),
        is_prerelease=node["isPrerelease"],
        body=text(node["description"]),
    )
