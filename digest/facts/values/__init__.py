"""What code knows about a window: the value that `digest.facts.gather` makes of a snapshot.

Everything is computed: no model, no network, no clock. Items are named by their numbers and stand once, in
`Facts.items`. Text of GitHub's users appears only as titles and verbatim quotes, each with its link.
"""

from __future__ import annotations

from pydantic import Field

from digest.facts.values.areas import FocusFacts, Matched, Problem, Row
from digest.facts.values.changes import Change, Effect, Measurement
from digest.facts.values.course import Activity, Explanation, Oddity, Share, Topic
from digest.facts.values.span import DayRow, Decision, Ending, SpanFacts
from digest.facts.values.threads import Discussion, Position, Reason, Role, Waiting
from digest.facts.values.told import Later, Quote, State, Told
from digest.facts.values.watching import Became, FollowUp, Pair, Sequel, Watch, WatchList
from digest.model import Degradation, ListName, Moment, Person, Release, RepositoryName, Tally, Value
from digest.window import Window

__all__ = [
    "Activity",
    "Became",
    "Change",
    "DayRow",
    "Decision",
    "Discussion",
    "Effect",
    "Ending",
    "Explanation",
    "Facts",
    "FocusFacts",
    "FollowUp",
    "Later",
    "Matched",
    "Measurement",
    "Oddity",
    "Pair",
    "Position",
    "Problem",
    "Quote",
    "Reason",
    "Role",
    "Row",
    "Sequel",
    "Share",
    "SpanFacts",
    "State",
    "Told",
    "Topic",
    "Waiting",
    "Watch",
    "WatchList",
]


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
