"""What was fetched: plain, immutable data that is written to JSON and read back.

Times are aware and in UTC. A deleted account is the person `GHOST`, from the boundary on. Nothing here
knows how it was fetched or what will be made of it, but for one rule that both sides share: which of the
five lists an item belongs to (`in_list`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Annotated, Final, Literal, Protocol

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field

from digest.errors import SettingsError
from digest.window import Window

SCHEMA: Final = 1


class Value(BaseModel):
    """An immutable value: unknown fields are refused, so that an old file never loads as something else."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def _utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC)


Moment = Annotated[AwareDatetime, AfterValidator(_utc)]


class RepositoryName(Value):
    """``OWNER/NAME``."""

    owner: str
    name: str

    def __str__(self) -> str:
        return f"{self.owner}/{self.name}"

    @classmethod
    def parse(cls, text: str, option: str = "--repository") -> RepositoryName:
        """Raises SettingsError for anything that GitHub would not take as ``OWNER/NAME``."""
        if not _REPOSITORY.fullmatch(text) or text.endswith(("/.", "/..")):
            raise SettingsError(f"{option}: {text!r} is no OWNER/NAME, like vllm-project/vllm")
        owner, name = text.split("/")
        return cls(owner=owner, name=name)


# Owners: letters, digits and single hyphens, 39 at most, and an underscore in managed accounts
# (https://docs.github.com/en/enterprise-cloud@latest/admin/managing-iam/iam-configuration-reference/username-considerations-for-external-authentication).
# Names: letters, digits, `-`, `_` and `.`, 100 at most.
_REPOSITORY = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_-]{0,99})/[A-Za-z0-9._-]{1,100}")


class Person(Value):
    """An account as GitHub shows it. ``kind`` is GraphQL's ``__typename`` of an Actor."""

    login: str
    kind: Literal["User", "Bot", "Organization", "Mannequin", "EnterpriseUserAccount"] = "User"
    company: str = ""


GHOST = Person(login="ghost")
"""Who GitHub shows in place of a deleted account: https://github.com/ghost"""


class ListName(StrEnum):
    """The five lists, by what happened in the window."""

    ISSUES_OPENED = "issues_opened"
    ISSUES_CLOSED = "issues_closed"
    PRS_OPENED = "prs_opened"
    PRS_MERGED = "prs_merged"
    PRS_CLOSED_UNMERGED = "prs_closed_unmerged"


CLOSINGS = (ListName.ISSUES_CLOSED, ListName.PRS_CLOSED_UNMERGED)
"""The lists of what may be undone: an item of theirs can be open again."""


class Comment(Value):
    """A comment on an item, or one in a review thread. ``id`` is GitHub's node id."""

    id: str
    url: str
    author: Person
    association: str = "NONE"
    created_at: Moment
    body: str = ""
    reactions: int = 0
    minimized: str = ""
    """GitHub's reason (spam, off-topic, ...) where a maintainer folded the comment away."""


class Review(Value):
    """A review, with the comment that came with its verdict. Comments on lines stand in threads."""

    id: str
    url: str
    author: Person
    association: str = "NONE"
    state: Literal["APPROVED", "CHANGES_REQUESTED", "COMMENTED", "DISMISSED"]
    submitted_at: Moment
    body: str = ""


class ReviewThread(Value):
    """A conversation on a line of a pull request."""

    id: str
    path: str
    is_resolved: bool = False
    is_outdated: bool = False
    comments: tuple[Comment, ...] = ()


class ChangedFile(Value):
    path: str
    additions: int
    deletions: int


class Reference(Value):
    """An issue or pull request that GitHub itself links to an item, maybe in another repository."""

    repository: str
    number: int


class Closing(Value):
    """The last time that an item was closed."""

    at: Moment
    by: Person


class Item(Value):
    """An issue or a pull request, as of the fetch.

    ``depth`` says how much of it was fetched: ``listed`` (what a list shows), ``read`` (body, files and
    the newest comments and reviews) or ``thread`` (all that was said in the window). ``complete`` is False
    where GitHub did not give all that the depth promises.
    """

    id: str
    number: int
    kind: Literal["issue", "pull_request"]
    title: str
    url: str
    author: Person
    association: str = "NONE"
    labels: tuple[str, ...] = ()
    created_at: Moment
    updated_at: Moment
    closed_at: Moment | None = None
    merged_at: Moment | None = None
    merged_by: Person | None = None
    closing: Closing | None = None
    state_reason: str | None = None
    is_draft: bool = False
    review_decision: str | None = None
    mergeable: str | None = None
    base: str = ""
    additions: int = 0
    deletions: int = 0
    changed_files: int = 0
    comment_count: int = 0
    reactions: int = 0
    depth: Literal["listed", "read", "thread"] = "listed"
    complete: bool = True
    body: str = ""
    comments: tuple[Comment, ...] = ()
    reviews: tuple[Review, ...] = ()
    threads: tuple[ReviewThread, ...] = ()
    files: tuple[ChangedFile, ...] = ()
    closes: tuple[Reference, ...] = ()
    """Of a pull request: the issues that it closes when merged."""
    closed_by: tuple[Reference, ...] = ()
    """Of an issue: the pull requests that would close it."""

    @property
    def is_pull(self) -> bool:
        return self.kind == "pull_request"


class Release(Value):
    tag: str
    name: str
    url: str
    author: Person
    published_at: Moment
    is_prerelease: bool = False
    body: str = ""


class Tally(Value):
    """One line of the receipt. ``github`` is None where GitHub's own count could not be had."""

    ours: int
    github: int | None

    @property
    def agrees(self) -> bool:
        return self.ours == self.github


class Degradation(Value):
    """A part that is missing from the report: the stage, and why, for an operator.

    ``passing`` says that the next run of the window may well have it. That holds for the run that lacks it and is
    not written down.
    """

    stage: str
    reason: str
    passing: bool = Field(default=False, exclude=True)


class Usage(Value):
    """What a stage cost. Adding two gives what both cost; an unknown price stays unknown."""

    github_requests: int = 0
    github_points: int = 0
    llm_calls: int = 0
    cached_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float | None = 0.0

    def __add__(self, other: Usage) -> Usage:
        cost = None if self.cost_usd is None or other.cost_usd is None else self.cost_usd + other.cost_usd
        whole = {name: getattr(self, name) + getattr(other, name) for name in _WHOLE}
        return Usage(**whole, cost_usd=cost)

    def less(self, part: Usage) -> Usage:
        """What is left without the part; an unknown price stays unknown."""
        cost = None if self.cost_usd is None or part.cost_usd is None else self.cost_usd - part.cost_usd
        whole = {name: getattr(self, name) - getattr(part, name) for name in _WHOLE}
        return Usage(**whole, cost_usd=cost)


_WHOLE = ("github_requests", "github_points", "llm_calls", "cached_calls", "prompt_tokens", "completion_tokens")


class Lack(StrEnum):
    """Why a day of a roll-up is not counted."""

    ABSENT = "absent"
    UNREPORTED = "unreported"
    """It was fetched, and no report was written."""
    UNFINISHED = "unfinished"
    """It was not over yet."""
    ELSEWHERE = "elsewhere"
    """It is a day of another zone, or one that starts at another time."""
    BROKEN = "broken"


class StoredDay(Value):
    """A day of a roll-up: what its report told, or why there is none.

    ``listed`` are the five lists as the day's report had them, each item with the time of what happened to it.
    ``watch`` is what it told to watch, ``beside`` what would settle that, ``followed`` what it told the outcome of,
    with the end of the window whose report first named it. ``closers`` are the logins of who closed what its lists of
    closings hold: an item that was reopened does not tell any more. ``focus`` holds the items of each focus area with
    what they matched by. The medians are in hours.
    """

    on: date
    start: Moment
    end: Moment
    lack: Lack | None = None
    as_of: Moment | None = None
    languages: tuple[str, ...] = ()
    listed: dict[ListName, tuple[tuple[int, Moment], ...]] = {}
    receipt: dict[ListName, Tally] = {}
    degraded: tuple[Degradation, ...] = ()
    watch: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()
    followed: dict[int, Moment] = {}
    closers: dict[int, str] = {}
    focus: dict[str, dict[int, tuple[str, ...]]] = {}
    merge_hours: float | None = None
    response_hours: float | None = None


class Preceding(Value):
    """The week before a week, or the month before a month, where all its days are stored: the sums of their counts."""

    name: str
    days: int
    counts: dict[ListName, int]


class RollUp(Value):
    """What a snapshot of several days knows of each.

    ``seen`` says when each item was last fetched. ``left_out`` are reports of free windows within: they are no days.
    """

    days: tuple[StoredDay, ...]
    seen: dict[int, Moment] = {}
    left_out: tuple[str, ...] = ()
    before: Preceding | None = Field(default=None, exclude_if=lambda before: before is None)

    @property
    def counted(self) -> tuple[StoredDay, ...]:
        return tuple(day for day in self.days if day.lack is None)

    @property
    def listed(self) -> frozenset[int]:
        """The items that stand in any list of any day."""
        return frozenset(number for day in self.days for events in day.listed.values() for number, _ in events)

    def events(self, name: ListName) -> tuple[tuple[int, datetime], ...]:
        """One of the five lists over all days: newest event first, ties by number, the higher first.

        What was closed again on another day stands there for each time, as in the days' own lists.
        """
        told = (event for day in self.days for event in day.listed.get(name, ()))
        return tuple(sorted(told, key=lambda event: (event[1], event[0]), reverse=True))


class Snapshot(Value):
    """Everything fetched for a window. ``items`` are sorted by number and hold each item once.

    A roll-up's is made of those of its days; its lists are theirs.
    """

    format: Literal[1] = Field(default=SCHEMA, alias="schema")
    repository: RepositoryName
    repository_url: str
    private: bool = False
    window: Window
    as_of: Moment
    """When the fetch began, by GitHub's own clock."""
    strategy: Literal["walk", "search"] = "walk"
    """``search`` finds the five lists of an old window, but not everything that was discussed in it."""
    items: tuple[Item, ...] = ()
    releases: tuple[Release, ...] = ()
    receipt: dict[ListName, Tally] = {}
    degraded: tuple[Degradation, ...] = ()
    usage: Usage = Usage()
    sample: bool = False
    """True for the bundled sample, whose people and events are made up."""
    rollup: RollUp | None = Field(default=None, exclude_if=lambda rollup: rollup is None)

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    def members(self, name: ListName) -> tuple[Item, ...]:
        """One of the five lists, newest event first, each item once.

        Of a roll-up those items that still are what their list is named for: one may have been reopened since.
        """
        if self.rollup is None:
            return members(self.items, name, self.window)
        items = {item.number: item for item in self.items}
        told = dict.fromkeys(number for number, _ in self.rollup.events(name))
        return tuple(items[number] for number in told if in_list(items[number], name, self.window))


def in_list(item: Item, name: ListName, window: Window) -> bool:
    """Whether what the list is named for happened to the item in the window.

    An item that was closed, reopened and closed again belongs to its last closing, as in GitHub's search:
    a window is told as of the fetch.
    """
    if item.is_pull:
        match name:
            case ListName.PRS_OPENED:
                return item.created_at in window
            case ListName.PRS_MERGED:
                return item.merged_at in window
            case ListName.PRS_CLOSED_UNMERGED:
                return item.merged_at is None and item.closed_at in window
        return False
    match name:
        case ListName.ISSUES_OPENED:
            return item.created_at in window
        case ListName.ISSUES_CLOSED:
            return item.closed_at in window
    return False


class Dated(Protocol):
    """An item as far as its times go."""

    @property
    def number(self) -> int: ...
    @property
    def created_at(self) -> datetime: ...
    @property
    def closed_at(self) -> datetime | None: ...
    @property
    def merged_at(self) -> datetime | None: ...


def net(counts: Mapping[ListName, int]) -> tuple[int, int]:
    """What was opened less what ended, of issues and of pull requests."""
    ended = counts[ListName.PRS_MERGED] + counts[ListName.PRS_CLOSED_UNMERGED]
    return counts[ListName.ISSUES_OPENED] - counts[ListName.ISSUES_CLOSED], counts[ListName.PRS_OPENED] - ended


def event_time(item: Dated, name: ListName) -> datetime:
    """When what the list is named for happened. For items that are in the list."""
    if name in (ListName.ISSUES_OPENED, ListName.PRS_OPENED):
        return item.created_at
    moment = item.merged_at if name is ListName.PRS_MERGED else item.closed_at
    assert moment is not None, f"#{item.number} is not in {name}"
    return moment


def members(items: Iterable[Item], name: ListName, window: Window) -> tuple[Item, ...]:
    """One of the five lists: newest event first, ties by number, the higher first."""
    listed = [item for item in items if in_list(item, name, window)]
    return tuple(sorted(listed, key=lambda item: (event_time(item, name), item.number), reverse=True))


def is_listed(item: Item, window: Window) -> bool:
    """Whether the item stands in any of the five lists."""
    return any(in_list(item, name, window) for name in ListName)
