"""Evidence: the pieces of text in a snapshot that a claim can rest on, each with a stable id and its own link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Literal

from digest.model import Comment, Item, Moment, Review, Value


class Evidence(Value):
    """What one person wrote in one place. ``id`` is GitHub's node id of the item, comment or review."""

    id: str
    number: int
    what: Literal["body", "comment", "review", "review_comment"]
    author: str
    association: str = "NONE"
    at: Moment
    url: str
    text: str
    verdict: str = ""
    """A review's state."""
    minimized: str = ""

    @property
    def own(self) -> str:
        """The text without what it quotes of somebody else."""
        return _QUOTED.sub("", self.text)


_QUOTED = re.compile(r"^ {0,3}>.*$", re.MULTILINE)


def evidence_of(item: Item, end: datetime) -> tuple[Evidence, ...]:
    """Everything that was said in an item before ``end``, the body first, then oldest first.

    A body may have been edited later: GitHub shows bodies as of the fetch.
    """
    said = sorted(_said(item), key=lambda piece: (piece.at, piece.id))
    return (_body(item), *(piece for piece in said if piece.at < end))


def _said(item: Item) -> Iterator[Evidence]:
    yield from (_comment(item, comment, "comment") for comment in item.comments)
    yield from (_review(item, review) for review in item.reviews)
    for thread in item.threads:
        yield from (_comment(item, comment, "review_comment") for comment in thread.comments)


def _body(item: Item) -> Evidence:
    return Evidence(
        id=item.id,
        number=item.number,
        what="body",
        author=item.author.login,
        association=item.association,
        at=item.created_at,
        url=item.url,
        text=item.body,
    )


def _comment(item: Item, comment: Comment, what: Literal["comment", "review_comment"]) -> Evidence:
    return Evidence(
        id=comment.id,
        number=item.number,
        what=what,
        author=comment.author.login,
        association=comment.association,
        at=comment.created_at,
        url=comment.url,
        text=comment.body,
        minimized=comment.minimized,
    )


def _review(item: Item, review: Review) -> Evidence:
    return Evidence(
        id=review.id,
        number=item.number,
        what="review",
        author=review.author.login,
        association=review.association,
        at=review.submitted_at,
        url=review.url,
        text=review.body,
        verdict=review.state,
    )
