"""What a page tells at length. A day's tells all of it; a roll-up's tells the weightiest, and the appendix the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from digest.facts.values import Became, Change, Decision, Discussion, FocusFacts, FollowUp, Problem, Row
from digest.rendering import escape
from digest.rendering.days import Days

MOST_TOLD = 6
"""Items of each group of a focus area that a roll-up tells of."""
MOST_CHANGES = 16
"""Rows in a roll-up's table of changes."""
MOST_IMPROVED = 6
"""Merged fixes without an effect to act on that a roll-up tells of."""
MOST_FOLLOWED = 10
MOST_BRIEF = 8
"""Debates that have a line beside those that are told at length."""
MOST_DOUBTFUL = 3
MOST_SILENT = 5
"""Watched and silent things that a roll-up names."""
MOST_LEADING = 2
"""Bugs, changes of each kind that lead a roll-up's page."""
MOST_RELEASES = 2
"""Releases of which a page that leads with them tells the notes."""
T = TypeVar("T")


@dataclass(frozen=True)
class Split(Generic[T]):
    """What is told in its section, and what stands in the appendix alone."""

    told: tuple[T, ...]
    rest: tuple[T, ...] = ()


@dataclass(frozen=True)
class Group:
    """Items of one kind in the appendix, with what is said behind the title of each."""

    name: str
    items: tuple[tuple[int, str], ...]


@dataclass(frozen=True, kw_only=True)
class Choice(Days):
    """The days of a roll-up, and what of all that they hold is told."""

    def most(self, of_a_day: int) -> int:
        """How many of something lead the page."""
        return min(of_a_day, MOST_LEADING) if self.span else of_a_day

    @property
    def tells_notes(self) -> bool:
        """Whether what each release's notes open with is told: of many they are named."""
        return self.span is None or len(self.facts.releases) <= MOST_RELEASES

    # What was watched

    @cached_property
    def answered(self) -> Split[FollowUp]:
        """What something became of, in the order of the facts: merged, closed, reopened, spoken of."""
        quiet = (Became.SILENT, Became.GONE)
        return self._split([one for one in self.facts.follow_ups if one.became not in quiet], most=MOST_FOLLOWED)

    @cached_property
    def unanswered(self) -> Split[FollowUp]:
        """What nobody spoke of any more, but for what the page says was decided: of several days the longest silent."""
        decided = {one.number for one in self._decided}
        silent = (one for one in self.facts.follow_ups if one.became is Became.SILENT)
        found = [one for one in silent if one.number not in decided]
        return self._split(sorted(found, key=lambda one: -one.silent_days) if self.span else found, most=MOST_SILENT)

    @property
    def unanswered_heading(self) -> str:
        told, rest = len(self.unanswered.told), len(self.unanswered.rest)
        return self.t("span.silent_more" if rest else "span.silent", n=told + rest, shown=told)

    # Focus areas

    def bugs(self, area: FocusFacts) -> Split[Problem]:
        """Of several days the worst that are open."""
        return self._split(area.problems, lambda one: self.is_open(one.number))

    def landed(self, area: FocusFacts) -> Split[int]:
        """What one must act on first."""
        telling = dict.fromkeys(
            number
            for numbers in ((one.number for one in self.facts.changes), self.debated, self.facts.notes)
            for number in numbers
        )
        ranks = {number: place for place, number in enumerate(telling)}
        last = len(ranks)
        return self._split(
            sorted(area.merged, key=lambda number: ranks.get(number, last)) if self.span else area.merged,
            lambda number: number in telling or self._has_claims(number),
            self._has_claims,
        )

    def open_rows(self, area: FocusFacts) -> Split[Row]:
        """Of several days those that were measured or argued, or of which somebody said what has to come first."""
        argued = set(self.debated) | set(self.undecided)

        def is_telling(row: Row) -> bool:
            asked = any(one.quote is not None for one in row.waiting)
            return bool(row.measured) or asked or row.number in argued or self._has_claims(row.number)

        return self._split(area.open_pulls, is_telling, lambda row: self._has_claims(row.number))

    def others(self, area: FocusFacts) -> Split[int]:
        """Of several days what a model told of, or people argued about."""
        return self._split(area.others, lambda number: self._has_claims(number) or number in self.debated)

    def doubtful(self, area: FocusFacts) -> Split[int]:
        return self._split(area.doubtful, most=MOST_DOUBTFUL)

    def left(self, area: FocusFacts) -> int:
        """How many items of the area stand in the appendix alone."""
        return sum(len(numbers) for _, numbers in self._left(area))

    def _left(self, area: FocusFacts) -> Iterator[tuple[str, Sequence[int]]]:
        yield "problems", [one.number for one in self.bugs(area).rest]
        yield "merged", self.landed(area).rest
        yield "open", [row.number for row in self.open_rows(area).rest]
        yield "others", self.others(area).rest
        yield "doubtful", self.doubtful(area).rest

    def _has_claims(self, number: int) -> bool:
        return bool(self.all_claims("focus", number))

    def _split(
        self,
        ones: Sequence[T],
        is_telling: Callable[[T], bool] = lambda _: True,
        is_written: Callable[[T], bool] = lambda _: False,
        most: int = MOST_TOLD,
    ) -> Split[T]:
        """All of a day, or of few; else what is telling, at most so many, and what a model wrote of anyway."""
        if self.span is None or len(ones) <= most:
            return Split(tuple(ones))
        first = [one for one in ones if is_telling(one)][:most]
        told = tuple(one for one in ones if one in first or is_written(one))
        return Split(told, tuple(one for one in ones if one not in told))

    # Discussions

    @property
    def _decided(self) -> tuple[Decision, ...]:
        return self.span.decided if self.span else ()

    @cached_property
    def brief(self) -> Split[Discussion]:
        """Debates that have a line here: a model may have told of one at its place in the focus, or among the bugs."""
        elsewhere = self._told_at_entry | {one.number for one in self._decided}
        return self._split(
            [one for one in self.facts.more_discussions if one.number not in elsewhere],
            is_written=lambda one: bool(self.claims("discussions", one.number, "brief")),
            most=MOST_BRIEF,
        )

    @cached_property
    def _told_at_entry(self) -> frozenset[int]:
        more = (one.number for one in self.facts.more_discussions)
        return frozenset(number for number in more if self.claims("focus", number, "open"))

    # Changes

    @cached_property
    def changes_told(self) -> Split[tuple[int, list[Change]]]:
        """The table of changes, what one must act on first."""
        return self._split(
            self.changes_elsewhere, is_written=lambda row: bool(self.claims("changes", row[0])), most=MOST_CHANGES
        )

    @cached_property
    def improved_told(self) -> list[int]:
        """Other merged work: of several days what was measured, or comes with a word to users, first."""
        found = self.improved_elsewhere
        if self.span is None:
            return found
        telling = [n for n in found if n in self.facts.measurements or n in self.facts.notes]
        return [*telling, *(n for n in found if n not in telling)][:MOST_IMPROVED]

    @property
    def merges_untold(self) -> int:
        return self.other_merges + len(self.improved_elsewhere) - len(self.improved_told)

    # The appendix

    @cached_property
    def rest(self) -> list[Group]:
        """What the sections above leave to it, by section; nothing of a day."""
        if self.span is None:
            return []
        groups = [self._rest_of(area, key, left) for area in self.facts.focus for key, left in self._left(area)]
        groups.append(Group(self.t("span.rest.changes"), tuple(map(self._changed, self.changes_told.rest))))
        groups.append(
            Group(self.t("span.rest.discussions"), tuple((one.number, self.size_short(one)) for one in self.brief.rest))
        )
        told = {number for group in groups for number, _ in group.items}
        named = [one.number for one in self.unanswered.rest if one.number not in told]
        groups.append(Group(self.t("span.rest.silent"), tuple((number, "") for number in named)))
        return [one for one in groups if one.items]

    def _rest_of(self, area: FocusFacts, key: str, left: Iterable[int]) -> Group:
        name = self.t("span.rest_of", area=escape.plain(area.name), group=self.t(f"span.rest.{key}"))
        return Group(name, tuple((number, self.other_note(number)) for number in left))

    def _changed(self, row: tuple[int, list[Change]]) -> tuple[int, str]:
        number, changes = row
        named = [one for one in changes if one.is_named]
        return number, self.t("focus.effect", effects=self.effects(named)) if named else ""
