"""A world from a ``snapshot.json`` of our own, so that a fetched or bundled window can be served again."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.github_stub.entities import Item, PullRequest
from tests.github_stub.talk import ChangedFile
from tests.github_stub.world import World, moment

# A snapshot keeps how many reactions there were, not which.
COUNTED_AS = "THUMBS_UP"


def load(world: World, file: Path) -> dict[str, Any]:
    """Puts the snapshot's repository into the world and sets its clock to ``as_of``. Gives the snapshot back."""
    snapshot: dict[str, Any] = json.loads(file.read_text("utf-8"))
    name = "{owner}/{name}".format(**snapshot["repository"])
    world.server = snapshot["repository_url"].removesuffix(f"/{name}")
    world.repository(name, is_private=snapshot.get("private", False))
    world.now = moment(snapshot["as_of"])
    for item in snapshot["items"]:
        _item(world, name, item)
    for item in snapshot["items"]:
        _links(world, name, item)
    for release in snapshot.get("releases", ()):
        _release(world, name, release)
    return snapshot


def _person(world: World, person: dict[str, Any] | None) -> Any:
    """``ghost`` stands for a deleted account."""
    if person is None or person["login"] == "ghost":
        return None
    made = world.person(person["login"], kind=person.get("kind", "User"))
    if made and person.get("company"):
        made.company = person["company"]
    return made


def _item(world: World, name: str, told: dict[str, Any]) -> None:
    common = {
        "repository": name,
        "title": told["title"],
        "body": told.get("body", ""),
        "author": _person(world, told["author"]),
        "association": told.get("association", "NONE"),
        "labels": told.get("labels", ()),
        "created": told["created_at"],
        "updated": told["updated_at"],
        "reactions": {COUNTED_AS: told.get("reactions", 0)},
    }
    item = _pull(world, told, common) if told["kind"] == "pull_request" else _issue(world, told, common)
    _said(world, item, told)
    item.updated_at = moment(told["updated_at"])


def _issue(world: World, told: dict[str, Any], common: dict[str, Any]) -> Item:
    closer = (told.get("closing") or {}).get("by")
    closing = {"closed": told.get("closed_at"), "closed_by": _person(world, closer)}
    return world.issue(told["number"], **common, **closing, state_reason=_upper(told.get("state_reason")))


def _pull(world: World, told: dict[str, Any], common: dict[str, Any]) -> Item:
    closer = (told.get("closing") or {}).get("by")
    pull = world.pull(
        told["number"],
        **common,
        merged=told.get("merged_at"),
        merged_by=_person(world, told.get("merged_by")),
        closed=told.get("closed_at"),
        closed_by=_person(world, closer),
        files=[ChangedFile(file["path"], file["additions"], file["deletions"]) for file in told.get("files", ())],
        draft=told.get("is_draft", False),
        review_decision=_upper(told.get("review_decision")),
        mergeable=_upper(told.get("mergeable")) or "UNKNOWN",
        base_ref_name=told.get("base") or "main",
    )
    _sizes(pull, told)
    return pull


def _sizes(pull: PullRequest, told: dict[str, Any]) -> None:
    """A snapshot may know sums of more files than it lists: one more file makes up for the rest."""
    missing = told.get("additions", 0) - pull.additions, told.get("deletions", 0) - pull.deletions
    if any(count > 0 for count in missing):
        pull.files.append(ChangedFile("the-rest", max(0, missing[0]), max(0, missing[1])))


def _said(world: World, item: Item, told: dict[str, Any]) -> None:
    for comment in told.get("comments", ()):
        world.comment(item, _person(world, comment["author"]), comment["created_at"], comment["body"], **_more(comment))
    if isinstance(item, PullRequest):
        _reviewed(world, item, told)


def _reviewed(world: World, pull: PullRequest, told: dict[str, Any]) -> None:
    for review in told.get("reviews", ()):
        world.review(
            pull,
            _person(world, review["author"]),
            review["submitted_at"],
            review["state"],
            review.get("body", ""),
            association=review.get("association", "NONE"),
        )
    for thread in told.get("threads", ()):
        made = world.thread(
            pull,
            path=thread["path"],
            resolved=thread.get("is_resolved", False),
            outdated=thread.get("is_outdated", False),
        )
        for comment in thread.get("comments", ()):
            author = _person(world, comment["author"])
            world.reply(made, author, comment["created_at"], comment["body"], own_review=False, **_more(comment))


def _more(comment: dict[str, Any]) -> dict[str, Any]:
    return {
        "association": comment.get("association", "NONE"),
        "minimized": comment.get("minimized") or None,
        "reactions": {COUNTED_AS: comment.get("reactions", 0)},
    }


def _links(world: World, name: str, told: dict[str, Any]) -> None:
    """From a pull request to the issues it closes, in this or another repository; unknown ones are made, and old."""
    if told["kind"] != "pull_request":
        return
    pull = world.repository(name).pull_requests[told["number"]]
    for reference in told.get("closes", ()):
        place = world.repository(reference["repository"])
        old = pull.created_at - timedelta(days=365)
        issue = place.issues.get(reference["number"]) or world.issue(
            reference["number"], repository=reference["repository"], created=old
        )
        world.link(pull, issue)


def _release(world: World, name: str, told: dict[str, Any]) -> None:
    world.release(
        told["tag"],
        told["published_at"],
        repository=name,
        author=_person(world, told["author"]),
        name=told["name"],
        description=told.get("body", ""),
        is_prerelease=told.get("is_prerelease", False),
    )


def _upper(value: str | None) -> str | None:
    return value.upper() if value else None
