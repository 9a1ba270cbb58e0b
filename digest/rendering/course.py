"""The course of a week or a month: what it decided, how it compares, what grew and where the work went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from digest.facts.places import with_a_place
from digest.facts.values import DayRow, Decision, Topic
from digest.model import ListName, net
from digest.rendering import escape
from digest.rendering.choice import Choice
from digest.span import kind_of

SHORT = 10
"""Days up to which a course is told day by day. A month is told by stretches of `STRETCH` days."""
STRETCH = 7
MOST_TOPICS = 4
MOST_OF_TOPIC = 4
_MERGED = (ListName.PRS_MERGED,)
_CLOSED = (ListName.ISSUES_CLOSED, ListName.PRS_CLOSED_UNMERGED)


@dataclass(frozen=True, kw_only=True)
class Course(Choice):
    """The days of a roll-up, what of them is told, and what they add up to."""

    # What was decided

    @property
    def settled(self) -> list[Decision]:
        """What was decided and no discussion below tells of at length; a ruling on what stays open is told in both."""
        return [one for one in self._decided if one.number not in self.debated or one.how == "said"]

    @property
    def settled_below(self) -> str:
        """What ended, and is told of at length below: in one line."""
        return self.join(
            self.ref(one.number) + self.t("focus.see_discussion", n=str(self.debated[one.number]))
            for one in self._decided
            if one.number in self.debated and one.how != "said"
        )

    @property
    def settled_heading(self) -> str:
        return self.t(f"span.decided.{kind_of(self.facts.window.name) or 'week'}")

    def ended(self, one: Decision) -> str:
        """How it was decided, behind its title: when and by whom, how many had argued, in whose words."""
        place = self.debated.get(one.number)
        below = self.t("focus.see_discussion", n=str(place)) if place is not None else ""
        said = self.t("span.word", quote=self.said(one.quote)) if one.quote else self._means(one.number)
        size = self.size_short(one) if one.voices > 1 else ""
        return self._ended(one) + size + said + below

    def _means(self, number: int) -> str:
        """What a merged change does, where nobody's words say what was decided."""
        effects = [one for one in self.facts.changes if one.number == number and one.is_named]
        if effects:
            return self.t("focus.effect", effects=self.effects(effects))
        note = self.facts.notes.get(number)
        return self.t("span.word", quote=self.said(note)) if note else ""

    def _ended(self, one: Decision) -> str:
        if one.how == "said":
            return self.t("span.said", at=self.minute(one.at), by=self.person(one.by))
        key = f"follow_ups.{one.how}"
        at = self.minute(one.at)
        return self.t(key, at=at, by=self.person(one.by)) if one.by else self.t(f"{key}_unknown", at=at)

    # What it adds up to

    @property
    def compared(self) -> str:
        """The counts beside those of the span before, where both are whole."""
        before = self.span.before if self.span else None
        if before is None:
            return ""
        told = (
            self.t(
                "span.changed",
                list=self.t(f"site.short.{name}"),
                before=before.counts.get(name, 0),
                now=len(self.facts.lists[name]),
            )
            for name in ListName
        )
        return self.t("span.compared", name=before.name, n=before.days, lists=self.join(told))

    @property
    def net(self) -> str:
        """What was opened less what ended, of issues and of pull requests."""
        issues, pulls = net(self.facts.counts)
        told = any(self.facts.counts.values())
        return self.t("span.net", issues=f"{issues:+d}", prs=f"{pulls:+d}") if told else ""

    @property
    def went(self) -> str:
        """Where the merged work went, by parts."""
        counted = self.span.counted if self.span else ()
        told = [self._went_to(area) for area in (counted[0].areas if counted else ())]
        return self.t("span.areas", parts=self._parts, areas=self.t("semicolon").join(told)) if told else ""

    def _went_to(self, area: str) -> str:
        numbers = [day.areas.get(area, 0) for day in self._days]
        return self.t("span.area", area=escape.code(area), n=sum(numbers), days=self._by_part(numbers))

    @cached_property
    def topics(self) -> list[tuple[str, int, list[int]]]:
        """Each topic with how many items it has, and those that no other section tells of."""
        elsewhere = with_a_place(self.facts)
        rows = [
            (one.word, len(one.numbers), [n for n in one.numbers if n not in elsewhere]) for one in self.facts.topics
        ]
        return [(escape.plain(word), n, rest) for word, n, rest in rows if len(rest) > 1]

    @property
    def rising(self) -> list[str]:
        """The topics of several days: how many of their items are new, and when, how many ended, the weightiest few."""
        return [self._rising(one) for one in self.facts.topics[:MOST_TOPICS]] if self.span else []

    def _rising(self, one: Topic) -> str:
        new = [day.topics.get(one.word, 0) for day in self._days]
        merged, closed = (len(set(one.numbers) & self._in(*names)) for names in (_MERGED, _CLOSED))
        return self.t(
            "span.topic",
            word=escape.plain(one.word),
            n=len(one.numbers),
            new=sum(new),
            parts=self._parts,
            days=self._by_part(new),
            merged=merged,
            closed=closed,
            refs=self.refs(one.numbers[:MOST_OF_TOPIC])
            + (self.t("summary.more") if one.numbers[MOST_OF_TOPIC:] else ""),
        )

    def _in(self, *names: ListName) -> set[int]:
        return {number for name in names for number in self.facts.lists[name]}

    @property
    def _days(self) -> tuple[DayRow, ...]:
        return self.span.days if self.span else ()

    @property
    def _is_short(self) -> bool:
        return len(self._days) <= SHORT

    @property
    def _parts(self) -> str:
        return self.t("span.by_day" if self._is_short else "span.by_stretch", n=STRETCH)

    def _by_part(self, numbers: Sequence[int]) -> str:
        """A number for each day, or each stretch of days; none for those that are not counted."""
        size = 1 if self._is_short else STRETCH
        parts = (slice(start, start + size) for start in range(0, len(self._days), size))
        return self.join(
            str(sum(numbers[part])) if any(day.lack is None for day in self._days[part]) else self.t("span.no_sum")
            for part in parts
        )
