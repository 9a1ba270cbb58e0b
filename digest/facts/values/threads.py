"""What people argued, with whose words, and what an item waits for."""

from __future__ import annotations

from enum import StrEnum

from digest.facts.values.told import Quote
from digest.model import Value


class Role(StrEnum):
    """What a voice is in a thread, by the data alone."""

    AUTHOR = "author"
    APPROVED = "approved"
    CHANGES_REQUESTED = "changes_requested"
    MAINTAINER = "maintainer"
    """GitHub's association of the comment: OWNER, MEMBER or COLLABORATOR."""
    PARTICIPANT = "participant"


class Position(Value):
    """Who holds what, in their newest own words in the window."""

    login: str
    role: Role
    quote: Quote
    changed_mind: Quote | None = None
    conceded: Quote | None = None
    """Words in which they gave a point to somebody, and may have kept their view."""
    comments: int = 1


class Reason(StrEnum):
    """What an open item waits for."""

    CHANGES_REQUESTED = "changes_requested"
    QUESTION = "question"
    REBASE = "rebase"
    CI = "ci"
    DRAFT = "draft"
    REVIEW = "review"
    MERGE = "merge"
    """Approved, not merged."""
    FIX = "fix"
    """An issue whose fixing pull request is open."""
    ANSWER = "answer"
    """An issue without any answer."""
    NO_FIX = "no_fix"
    """A bug that no pull request in hand would close."""
    RELATED = "related"
    """An open pull request speaks of it, without GitHub's reference."""
    SECOND_LOOK = "second_look"
    """Changes were requested, and the author says that they are made."""
    CONDITION = "condition"
    """Somebody said what has to come first, and its author has not answered since."""
    PREREQUISITE = "prerequisite"
    """Its author said what has to come first."""
    PROMISE = "promise"
    """Somebody said that they will do something about it."""


class Waiting(Value):
    """One thing that an open item waits for: who asked (or is asked), with their words where there are any."""

    reason: Reason
    who: str = ""
    quote: Quote | None = None
    number: int | None = None
    """The open pull request that would fix it."""


class Discussion(Value):
    """A thread in which two human voices or more argued in the window."""

    number: int
    heat: int
    voices: int
    comments: int
    topic: Quote | None
    """What it is about, in its author's words."""
    positions: tuple[Position, ...]
    dispute: Quote | None = None
    """The objection or question that still stands."""
    outcome: Quote | None = None
    """The sentence in which a maintainer decided it, or with which one approved it."""
    is_decided: bool = False
    """Whether the outcome is a decision in so many words."""
    waiting: tuple[Waiting, ...] = ()
