"""Values of the model made by hand, for tests of what code makes of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from digest.model import (
    ChangedFile,
    Closing,
    Comment,
    Item,
    Person,
    Reference,
    RepositoryName,
    Review,
    ReviewThread,
    Snapshot,
)
from digest.window import Window

HERE = RepositoryName(owner="o", name="n")
URL = "https://github.com/o/n"
DAY = Window(start=datetime(2026, 3, 3, tzinfo=UTC), end=datetime(2026, 3, 4, tzinfo=UTC), timezone="UTC")


def at(clock: str, day: int = 3) -> datetime:
    """``at("11:20")`` of the window's day; ``day`` is a day of March."""
    hour, minute = map(int, clock.split(":"))
    return datetime(2026, 3, day, hour, minute, tzinfo=UTC)


def person(login: str, company: str = "") -> Person:
    return Person(login=login, kind="Bot" if login.endswith("[bot]") else "User", company=company)


def issue(number: int, title: str = "An issue", author: str = "ann", **fields: Any) -> Item:
    return _item(number, "issue", title, author, fields)


def pull(number: int, title: str = "A pull request", author: str = "ann", **fields: Any) -> Item:
    return _item(number, "pull_request", title, author, fields)


def _item(number: int, kind: Any, title: str, author: str, fields: dict[str, Any]) -> Item:
    """``files`` may be paths, ``closes`` numbers, ``closed_by_person`` a login."""
    fields.setdefault("created_at", at("08:00"))
    fields.setdefault("updated_at", fields["created_at"])
    if "files" in fields:
        fields["files"] = tuple(ChangedFile(path=path, additions=1, deletions=1) for path in fields["files"])
    if "closes" in fields:
        fields["closes"] = tuple(Reference(repository=str(HERE), number=n) for n in fields["closes"])
    if fields.get("merged_at"):
        fields.setdefault("closed_at", fields["merged_at"])
    if closer := fields.pop("closed_by_person", None):
        fields["closing"] = Closing(at=fields["closed_at"], by=person(closer))
    place = "pull" if kind == "pull_request" else "issues"
    url = f"{URL}/{place}/{number}"
    fields.setdefault("depth", "thread")
    return Item(id=f"I{number}", number=number, kind=kind, title=title, url=url, author=person(author), **fields)


def comment(name: str, author: str, clock: str, body: str, **fields: Any) -> Comment:
    moment = at(clock, fields.pop("day", 3))
    return Comment(id=name, url=f"{URL}/c/{name}", author=person(author), created_at=moment, body=body, **fields)


def review(name: str, author: str, clock: str, state: Any, body: str = "", **fields: Any) -> Review:
    url = f"{URL}/r/{name}"
    return Review(id=name, url=url, author=person(author), submitted_at=at(clock), state=state, body=body, **fields)


def thread(name: str, path: str, comments: Iterable[Comment], *, resolved: bool = False) -> ReviewThread:
    return ReviewThread(id=name, path=path, is_resolved=resolved, comments=tuple(comments))


def snapshot(*items: Item, **fields: Any) -> Snapshot:
    fields.setdefault("window", DAY)
    fields.setdefault("as_of", at("00:30", 4))
    return Snapshot(repository=HERE, repository_url=URL, items=items, **fields)
