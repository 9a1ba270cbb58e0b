"""The first half of a snapshot: which items belong to the window, in light fields, each once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Literal

from digest.errors import Unreachable
from digest.github import parse, queries
from digest.github.client import Client
from digest.github.parse import Node
from digest.model import Item, Moment, Release, Usage, Value, is_listed
from digest.window import Window

Strategy = Literal["walk", "search"]

LABEL_CHUNK = 40
"""Items whose labels are asked for at once: at most 100 each, which keeps below 5,000 nodes."""


class Entry(Value):
    """A listed item, and what the light fields tell about the talk around it."""

    item: Item
    reviews: int = 0
    """How many reviews the pull request has; replies on lines count as reviews too."""
    discussed: bool = False
    """Whether people (not bots) spoke in the window, or the light fields cannot exclude it."""
    cut_labels: bool = False


class Place(Value):
    """The repository, as GitHub names it."""

    name: str
    url: str
    private: bool
    as_of: Moment
    releases: tuple[Release, ...] = ()


class Listing(Value):
    """All that happened in the window, whole or not at all."""

    place: Place
    strategy: Strategy
    entries: tuple[Entry, ...]
    usage: Usage


@contextmanager
def expected_form() -> Iterator[None]:
    """Raises Unreachable where an answer lacks what the schema promises."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Unreachable(
            f"GitHub gave an answer of an unknown form ({type(error).__name__}); try again later"
        ) from None


def read(node: Node, window: Window) -> Entry:
    """The entry of a light node."""
    with expected_form():
        return Entry(
            item=parse.line(node),
            reviews=parse.total(node.get("reviews")),
            discussed=_talked(node["comments"], "createdAt", window)
            or _talked(node.get("reviews"), "submittedAt", window),
            cut_labels=bool((node["labels"] or {}).get("pageInfo", {}).get("hasNextPage")),
        )


def _talked(connection: Node | None, when: str, window: Window) -> bool:
    """Whether a person is among the newest voices in the window, or may be among older ones that did not come."""
    newest = [(parse.moment(voice[when]), voice["author"]) for voice in parse.nodes(connection)]
    said = [(at, author) for at, author in newest if at is not None]
    if any(at in window and not _is_bot(author) for at, author in said):
        return True
    all_shown = parse.total(connection) <= len(newest)
    return not all_shown and all(at >= window.start for at, _ in said)


def _is_bot(author: Mapping[str, str] | None) -> bool:
    return author is not None and author["__typename"] == "Bot"


def relevant(entries: Iterable[Entry], window: Window) -> tuple[Entry, ...]:
    """What stands in a list or was discussed, by number; the rest was only touched."""
    kept = [entry for entry in entries if entry.discussed or is_listed(entry.item, window)]
    return tuple(sorted(kept, key=lambda entry: entry.item.number))


async def place(client: Client, window: Window) -> Place:
    """The repository itself and its releases: the first request of a fetch, and the one that shows a bad token.

    Raises Unauthorized, Forbidden or NotFound. GitHub's clock at this moment is the snapshot's ``as_of``.
    """
    name = {"owner": client.repository.owner, "name": client.repository.name}
    reply = await client.ask(queries.REPOSITORY, {**name, "releases": None})
    with expected_form():
        repository = reply.whole()["repository"]
        found = Place(
            name=repository["nameWithOwner"],
            url=repository["url"],
            private=repository["isPrivate"],
            as_of=reply.date or _no_clock(),
        )
    releases = await _releases(client, repository["releases"], window)
    return found.model_copy(update={"releases": releases})


def _no_clock() -> datetime:
    raise Unreachable("GitHub's answer has no Date header: something between here and there takes it away")


async def _releases(client: Client, page: Node, window: Window) -> tuple[Release, ...]:
    """Those published in the window, oldest first. They are ordered by creation, which comes before publishing."""
    name = {"owner": client.repository.owner, "name": client.repository.name}
    found: list[Release] = []
    while True:
        with expected_form():
            shown = parse.nodes(page)
            published = [node for node in shown if node["publishedAt"] and not node["isDraft"]]
            found += [release for release in map(parse.release, published) if release.published_at in window]
            past = not shown or (parse.moment(shown[-1]["createdAt"]) or window.start) < window.start
            more = page["pageInfo"]
        if past or not more["hasNextPage"]:
            return tuple(sorted(found, key=lambda release: (release.published_at, release.tag)))
        reply = await client.ask(queries.REPOSITORY, {**name, "releases": more["endCursor"]})
        page = reply.whole()["repository"]["releases"]


async def with_all_labels(client: Client, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The entries, those with more labels than a line shows given all of them."""
    cut = [entry.item.id for entry in entries if entry.cut_labels]
    whole: dict[str, tuple[str, ...]] = {}
    for start in range(0, len(cut), LABEL_CHUNK):
        reply = await client.ask(queries.LABELS, {"ids": cut[start : start + LABEL_CHUNK]})
        with expected_form():
            whole |= {node["id"]: parse.labels(node["labels"]) for node in parse.nodes(reply.data)}
    return tuple(_labelled(entry, whole) for entry in entries)


def _labelled(entry: Entry, labels: Mapping[str, tuple[str, ...]]) -> Entry:
    if entry.item.id not in labels:
        return entry
    return entry.model_copy(update={"item": entry.item.model_copy(update={"labels": labels[entry.item.id]})})
