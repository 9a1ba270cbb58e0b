"""What code knows about a window: the value that `digest.facts.gather` makes of a snapshot.

Everything is computed: no model, no network, no clock. Items are named by their numbers and stand once, in
`Facts.items`. Text of GitHub's users appears only as titles and verbatim quotes, each with its link.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Literal

from pydantic import Field

from digest.model import (
    Degradation,
    Lack,
    ListName,
    Moment,
    Person,
    Preceding,
    Release,
    RepositoryName,
    Tally,
    Value,
)
from digest.window import Window


class State(StrEnum):
    """An item's state at the window's end."""

    OPEN = "open"
    DRAFT = "draft"
    MERGED = "merged"
    CLOSED = "closed"
    """A pull request closed unmerged, or an issue closed with no reason known."""
    COMPLETED = "completed"
    NOT_PLANNED = "not_planned"
    DUPLICATE = "duplicate"

    @property
    def is_open(self) -> bool:
        return self in (State.OPEN, State.DRAFT)


class Later(Value):
    """What happened to an item between the window's end and the fetch."""

    what: Literal["merged", "closed", "commented"]
    at: Moment
    by: str = ""
    url: str = ""
    text: str = ""
    """Of a comment: its sentence of most weight, if it has one."""


class Told(Value):
    """An item as pages show it. ``state`` is as of the window's end; what came later stands in ``later``."""

    number: int
    kind: Literal["issue", "pull_request"]
    title: str
    url: str
    author: str
    author_is_bot: bool = False
    labels: tuple[str, ...] = ()
    state: State
    created_at: Moment
    closed_at: Moment | None = None
    merged_at: Moment | None = None
    later: tuple[Later, ...] = ()
    complete: bool = True
    """False where not all of what was said in it could be fetched."""
    seen: date | None = Field(default=None, exclude_if=lambda seen: seen is None)
    """Of a roll-up's item that may have been closed or merged since it was last fetched: the last day that is known."""
    gone: bool = Field(default=False, exclude_if=lambda gone: not gone)
    """Whether later days of a roll-up asked for it, since it was watched, and do not have it."""

    @property
    def is_pull(self) -> bool:
        return self.kind == "pull_request"


class Quote(Value):
    """Somebody's own words, cut only at sentence borders (``cut`` says that there is more)."""

    evidence: str
    """The node id of the comment, review or item that they stand in."""
    number: int
    author: str
    at: Moment
    url: str
    text: str
    cut: bool = False


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


class Effect(StrEnum):
    """What a change means for a user, found in titles and bodies by its words."""

    REMOVED = "removed"
    RENAMED = "renamed"
    DEFAULT = "default"
    """Without ``names``: the title speaks of a default, and names nothing that could be typed."""
    DEFAULT_ON = "default_on"
    DEFAULT_OFF = "default_off"
    REVERTED = "reverted"
    DEPRECATED = "deprecated"
    STATUS = "status"
    BEHAVIOUR = "behaviour"
    """The author tells users what is different or what to do, in words alone."""
    DEPENDENCY = "dependency"
    ADDED = "added"
    BREAKING = "breaking"
    """Labelled or titled as breaking, with no name found."""


class Change(Value):
    """One effect of a merged pull request on its users. ``names`` are flags, variables, paths, verbatim."""

    number: int
    effect: Effect
    names: tuple[str, ...] = ()
    old: str = ""
    new: str = ""
    quote: Quote | None = None

    @property
    def is_named(self) -> bool:
        """Whether its names say what it is, or an old and a new value do."""
        return bool(self.names or (self.old and self.new))


class Measurement(Value):
    """A figure that a pull request's author gives, in their own words or from their own table."""

    number: int
    text: str
    conditions: tuple[str, ...] = ()
    """Devices and models named beside it."""
    url: str
    is_sentence: bool = False
    """Whether it stands in a sentence of theirs: that is in their language, not in a page's."""


class Matched(Value):
    """Why an item belongs to a focus area. ``by_label_alone`` where nothing else about it does."""

    number: int
    by: tuple[str, ...]
    by_label_alone: bool = False


class Problem(Value):
    """An open or closed bug of a focus area: what its reporter says, and what helps meanwhile."""

    number: int
    wrong_result: bool
    security: bool = False
    breaks: bool = False
    """By its title: a crash, a hang, memory that runs out, data that is lost."""
    suspects: tuple[int, ...] = ()
    """Pull requests merged in the window that people name in it: the bug may come from one of them."""
    symptom: Quote | None = None
    workaround: Quote | None = None
    confirmed_by: tuple[Quote, ...] = ()
    fixes: tuple[int, ...] = ()
    lacks_fix: bool = False
    """Open, and no pull request is linked to it or speaks of it."""
    waiting: tuple[Waiting, ...] = ()


class Row(Value):
    """An open pull request of a focus area: what was measured and what it waits for."""

    number: int
    measured: Measurement | None = None
    has_results: bool = False
    """Whether its author gives results that code cannot put into one line."""
    waiting: tuple[Waiting, ...] = ()


class FocusFacts(Value):
    """Everything that matches one focus area: each item once in ``matched``, and in exactly one of the groups."""

    name: str
    matched: tuple[Matched, ...] = ()
    counts: dict[ListName, int] = {}
    discussed: int = 0
    """How many of them are in no list, but were discussed in the window."""
    problems: tuple[Problem, ...] = ()
    merged: tuple[int, ...] = ()
    open_pulls: tuple[Row, ...] = ()
    others: tuple[int, ...] = ()
    doubtful: tuple[int, ...] = ()


class Topic(Value):
    """A word that several titles of the window share."""

    word: str
    numbers: tuple[int, ...]
    authors: int


class Oddity(StrEnum):
    """What explains an odd count."""

    STALE_SWEEP = "stale_sweep"
    RESUBMITTED = "resubmitted"
    SUPERSEDED = "superseded"
    WITHDRAWN = "withdrawn"
    BY_OTHERS = "by_others"


class Explanation(Value):
    """Members of one list that are explained by one thing. ``pairs`` are (old, new) where one replaced another."""

    name: ListName
    oddity: Oddity
    numbers: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...] = ()
    by: str = ""


class Share(Value):
    """How many items a person opened, merged or reviewed."""

    login: str
    count: int


class Activity(Value):
    """Who did what, people only; bots apart."""

    opened_by: tuple[Share, ...] = ()
    merged_for: tuple[Share, ...] = ()
    merged_by: tuple[Share, ...] = ()
    reviewed_by: tuple[Share, ...] = ()
    first_timers: tuple[tuple[str, int], ...] = ()
    """(login, number) of pull requests that GitHub marks as their author's first."""
    authors: int = 0
    bots: tuple[Share, ...] = ()
    median_merge_hours: float | None = None
    median_response_hours: float | None = None
    answered: int = 0
    """How many of the window's new items had a human answer by the window's end."""
    merged_lines: int = 0
    areas: tuple[Share, ...] = ()
    """Where the merged work went: top-level folders, by pull requests."""


class Pair(Value):
    """An issue and the pull request that closes it, by GitHub's own reference."""

    issue: int
    pull: int
    merged: bool


class Watch(Value):
    """Something open that the next days will settle, and what would settle it."""

    number: int
    why: Literal["wrong_result", "objection", "debate", "fix", "question", "approved"]
    waiting: tuple[Waiting, ...]


class Sequel(Value):
    """A later item of the window that names an earlier one, and the sentence in which it does."""

    number: int
    quote: Quote | None = None


class WatchList(Value):
    """What one report told its readers to watch. ``end`` is its window's."""

    end: Moment
    numbers: tuple[int, ...]


class Became(StrEnum):
    """What became of a watched item in the window."""

    MERGED = "merged"
    CLOSED = "closed"
    REOPENED = "reopened"
    """Of a roll-up: it was closed, and is open again."""
    DISCUSSED = "discussed"
    SILENT = "silent"
    GONE = "gone"
    """Of a roll-up: later days, whose fetch asked for it, do not have it. It was deleted or moved."""


class FollowUp(Value):
    """A watched item and what became of it. ``since`` is the end of the window whose report first named it.

    ``at`` and ``by`` tell of its merge or its closing, of a reopened one of the last closing.
    """

    number: int
    became: Became
    since: Moment
    at: Moment | None = None
    by: str = ""
    voices: tuple[str, ...] = ()
    comments: int = 0
    newest: Quote | None = None
    silent_days: int = 0


Ending = Literal["merged", "closed", "said"]


class Decision(Value):
    """A thread that was argued in a span, or turned down, and ended in it, or a maintainer ``said`` how it is to be.

    ``at`` and ``by`` tell when and through whom; ``quote`` is the word that decided it, or the last one of
    who ended it.
    """

    number: int
    how: Ending
    at: Moment
    by: str = ""
    voices: int
    comments: int
    quote: Quote | None = None


class DayRow(Value):
    """A day of a roll-up, as its own report tells of it. One that is not counted has a ``lack`` and no numbers.

    ``focus`` counts the entries of the five lists that match each area, ``areas`` the merged changes in those folders
    that most of the span's changed, ``topics`` the new items of each topic. Medians are in hours.
    """

    on: date
    lack: Lack | None = None
    languages: tuple[str, ...] = ()
    counts: dict[ListName, int] = {}
    focus: dict[str, int] = {}
    areas: dict[str, int] = {}
    topics: dict[str, int] = {}
    merge_hours: float | None = None
    response_hours: float | None = None

    @property
    def entries(self) -> int:
        """Of the five lists together."""
        return sum(self.counts.values())


class SpanFacts(Value):
    """What a roll-up has beside the facts of any window.

    ``happened`` holds the time of each entry of the lists, in their order. ``argued`` are the days on which each
    discussion was argued. ``before`` is the span before this one. ``left_out`` are reports of free windows within it.
    """

    days: tuple[DayRow, ...]
    happened: dict[ListName, tuple[Moment, ...]]
    argued: dict[int, tuple[date, ...]] = {}
    decided: tuple[Decision, ...] = ()
    before: Preceding | None = None
    left_out: tuple[str, ...] = ()

    @property
    def counted(self) -> tuple[DayRow, ...]:
        return tuple(day for day in self.days if day.lack is None)


class Facts(Value):
    """All that code can say about a window."""

    repository: RepositoryName
    repository_url: str
    window: Window
    as_of: Moment
    sample: bool = False
    search_only: bool = False
    items: dict[int, Told]
    lists: dict[ListName, tuple[int, ...]]
    receipt: dict[ListName, Tally] = {}
    distinct: int = 0
    opened_and_merged: tuple[int, ...] = ()
    opened_and_closed: tuple[int, ...] = ()
    explanations: tuple[Explanation, ...] = ()
    focus: tuple[FocusFacts, ...] = ()
    discussions: tuple[Discussion, ...] = ()
    more_discussions: tuple[Discussion, ...] = ()
    """Threads that were argued too, less hotly."""
    topics: tuple[Topic, ...] = ()
    changes: tuple[Change, ...] = ()
    problems: tuple[Problem, ...] = ()
    """New bugs outside every focus area that a user should know: security, wrong results, after-effects of a merge of
    the window, and those with a way round."""
    activity: Activity = Activity()
    pairs: tuple[Pair, ...] = ()
    watch: tuple[Watch, ...] = ()
    follow_ups: tuple[FollowUp, ...] = ()
    sequels: dict[int, tuple[Sequel, ...]] = {}
    """By the number of the item that they name, the newest last."""
    releases: tuple[Release, ...] = ()
    people: dict[str, Person] = {}
    gists: dict[int, Quote] = {}
    """What an item is about in its author's words, for those that a page tells of."""
    notes: dict[int, Quote] = {}
    """Of merged pull requests: what their authors tell users to do, or what is different now."""
    improved: tuple[int, ...] = ()
    """Merged work on behaviour (fixes first) beside ``changes``: no tests, CI, documents or refactoring."""
    measurements: dict[int, Measurement] = {}
    """What was measured, for ``improved``."""
    degraded: tuple[Degradation, ...] = ()
    span: SpanFacts | None = Field(default=None, exclude_if=lambda span: span is None)
    """Of a roll-up: its days. Its lists are theirs, one behind the other."""

    @property
    def counts(self) -> dict[ListName, int]:
        """Counts are the lengths of the lists, and nothing else."""
        return {name: len(self.lists[name]) for name in ListName}

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tell but empty lists."""
        told = (*self.lists.values(), self.discussions, self.releases, self.follow_ups)
        return not any(told) and not any(area.matched for area in self.focus)
