"""The course of a week or a month: what it decided, how it compares, what grew and where the work went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from digest.facts.places import with_a_place
from digest.facts.values import DayRow, Decision, Oddity
from digest.model import ListName
from digest.rendering import escape
from digest.rendering.choice import Choice
from digest.span import kind_of

SHORT = 10
"""Days up to which a course is told day by day. A month is told by stretches of `STRETCH` days."""
STRETCH = 7
MOST_TOPICS = 4
MOST_OF_TOPIC = 3


@dataclass(frozen=True, kw_only=True)
class Course(Choice):
    """The days of a roll-up, what of them is told, and what they add up to."""

    # What was decided

    @property
    def settled(self) -> tuple[Decision, ...]:
        return self.span.decided if self.span else ()

    @property
    def settled_heading(self) -> str:
        return self.t(f"span.decided.{kind_of(self.facts.window.name) or 'week'}")

    def ended(self, one: Decision) -> str:
        """How it was decided, behind its title: when and by whom, how many had argued, in whose words."""
        place = self.debated.get(one.number)
        told = place is not None and one.how != "said"
        word = self.t("span.word", quote=self.said(one.quote)) if one.quote and not told else ""
        below = self.t("focus.see_discussion", n=str(place)) if place is not None else ""
        return (
            self._ended(one)
            + self.size_short(one)
            + (self._in_its_place(one.number) + word or self._means(one.number, told))
            + below
        )

    def _means(self, number: int, told: bool) -> str:
        """What a merged change does to its users, where nobody's words say what was decided."""
        effects = [] if told else [one for one in self.facts.changes if one.number == number and one.is_named]
        return self.t("focus.effect", effects=self.effects(effects)) if effects else ""

    def _ended(self, one: Decision) -> str:
        if one.how == "said":
            return self.t("span.said", at=self.minute(one.at), by=self.person(one.by))
        key = f"follow_ups.{one.how}"
        at = self.minute(one.at)
        return self.t(key, at=at, by=self.person(one.by)) if one.by else self.t(f"{key}_unknown", at=at)

    def _in_its_place(self, number: int) -> str:
        kinds = (Oddity.RESUBMITTED, Oddity.SUPERSEDED)
        pairs = dict(pair for one in self.facts.explanations if one.oddity in kinds for pair in one.pairs)
        return self.t("span.in_its_place", ref=self.ref(pairs[number])) if number in pairs else ""

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
        n = {name: len(self.facts.lists[name]) for name in ListName}
        issues = n[ListName.ISSUES_OPENED] - n[ListName.ISSUES_CLOSED]
        pulls = n[ListName.PRS_OPENED] - n[ListName.PRS_MERGED] - n[ListName.PRS_CLOSED_UNMERGED]
        return self.t("span.net", issues=f"{issues:+d}", prs=f"{pulls:+d}") if any(n.values()) else ""

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
    def rising(self) -> Iterator[tuple[str, list[int]]]:
        """Topics with how many new items each part brought, and those of their items that no other section tells of."""
        left = {word: rest for word, _, rest in self.topics}
        for one in self.facts.topics[:MOST_TOPICS] if self.span else ():
            word, days = escape.plain(one.word), self._by_part([day.topics.get(one.word, 0) for day in self._days])
            head = self.t("span.topic", word=word, n=len(one.numbers), parts=self._parts, days=days)
            yield head, left.get(word, [])[:MOST_OF_TOPIC]

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
