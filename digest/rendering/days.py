"""What a roll-up's page has beside a day's: its days side by side, as inline Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from digest.facts.values import DayRow, Decision, Discussion, SpanFacts
from digest.model import CLOSINGS, ListName, event_time
from digest.rendering import escape
from digest.rendering.areas import Areas
from digest.rendering.look import Look
from digest.rendering.titles import titled
from digest.span import kind_of

EXAMPLES = 3
"""Items that an explained count names."""
Argued = Discussion | Decision


@dataclass(frozen=True, kw_only=True)
class Days(Areas):
    """References, claims, changes, areas, and the days of a roll-up, if the report is one."""

    look: Look

    @property
    def span(self) -> SpanFacts | None:
        return self.facts.span

    @property
    def heading(self) -> str:
        """The day, or the name of the week or month; both ends for a window that is neither."""
        window = self.facts.window
        if window.day is not None or window.span is not None:
            return window.name
        return f"{self.full(window.start)} ~ {self.full(window.end)}"

    @property
    def headline_of_all(self) -> str:
        return titled(self.t, escape.plain(self.look.title), self.facts.window.name, self.heading)

    @property
    def summary_heading(self) -> str:
        kind = kind_of(self.facts.window.name)
        return self.t(f"span.summary.{kind}" if kind else "summary.heading")

    @property
    def missing(self) -> list[str]:
        """The days that are not counted, and why: what a reader must know before reading on."""
        if self.span is None:
            return []
        lacking = [day for day in self.span.days if day.lack]
        told = self.join(self._stretch(days) for days in _in_a_row(lacking))
        counted = len(self.span.counted)
        return [self.t("span.missing", n=len(lacking), days=told, rest=counted)] if lacking else []

    def _stretch(self, days: Sequence[DayRow]) -> str:
        """Days in a row that lack for one reason."""
        first, last = f"{days[0].on:%m-%d}", f"{days[-1].on:%m-%d}"
        told = first if first == last else self.t("span.stretch", first=first, last=last)
        return self.t(f"span.lack.{days[0].lack}", day=told)

    # The table

    @property
    def columns(self) -> list[str]:
        areas = [escape.cell(escape.plain(area.name)) for area in self.facts.focus]
        lists = [self.t(f"site.short.{name}") for name in ListName]
        return [self.t("span.column_day"), *lists, *areas, self.t("span.column_merge"), self.t("span.column_response")]

    @property
    def rows(self) -> list[list[str]]:
        """A row a day, and the sum."""
        return [self._row(day) for day in self.span.days] + [self._sum(self.span)] if self.span else []

    def _row(self, day: DayRow) -> list[str]:
        if day.lack is not None:
            rest = len(self.columns) - 2
            return [f"{day.on:%m-%d}", self.t("span.not_counted"), *[""] * rest]
        counts = [str(day.counts[name]) for name in ListName]
        shares = [self._share(day.focus.get(area.name, 0), day.entries) for area in self.facts.focus]
        return [self._day(day), *counts, *shares, self._hours(day.merge_hours), self._hours(day.response_hours)]

    def _sum(self, span: SpanFacts) -> list[str]:
        counted = span.counted
        counts = [f"**{len(self.facts.lists[name])}**" for name in ListName]
        entries = sum(day.entries for day in counted)
        sums = [sum(area.counts.values()) for area in self.facts.focus]
        shares = [f"**{self._share(number, entries)}**" for number in sums]
        none = self.t("span.no_sum")
        return [f"**{self.t('span.sum', n=len(counted))}**", *counts, *shares, none, none]

    def _share(self, number: int, whole: int) -> str:
        return self.t("span.share", n=number, share=round(100 * number / whole)) if whole else str(number)

    def _hours(self, hours: float | None) -> str:
        return self.t("span.no_sum") if hours is None else str(hours)

    def _day(self, day: DayRow) -> str:
        """The day, as a link to its report where that is known to stand beside this one."""
        tags = day.languages
        tag = self.t.language if self.t.language in tags or not tags else tags[0]
        if not self.folds:
            return f"[{day.on:%m-%d}](../{day.on}/report.{tag}.md)"
        if not self.look.site:
            return f"{day.on:%m-%d}"
        address = f"{self.look.site}/{self.facts.repository}/{day.on}/report.{tag}.html"
        return f"[{day.on:%m-%d}]({escape.url(address)})"

    @property
    def folds(self) -> bool:
        return self.look.surface == "github"

    @property
    def days_note(self) -> str:
        return self.t("span.note" if self.facts.focus else "span.note_plain")

    @property
    def left_out(self) -> str:
        names = self.span.left_out if self.span else ()
        return self.t("span.left_out", names=self.join(map(escape.code, names))) if names else ""

    # Discussions

    def size(self, debate: Argued) -> str:
        """How many argued, and on which days where that was more than one."""
        return self._size(debate, "size")

    def size_short(self, debate: Argued) -> str:
        return self._size(debate, "size_short")

    def _size(self, debate: Argued, key: str) -> str:
        days = self.span.argued.get(debate.number, ()) if self.span else ()
        values = {"voices": debate.voices, "n": debate.comments}
        if len(days) < 2:
            return self.t(f"discussions.{key}", **values)
        first, last = f"{days[0]:%m-%d}", f"{days[-1]:%m-%d}"
        return self.t(f"span.{key}", first=first, last=last, **values)

    # Lists

    def listed(self, name: ListName) -> list[tuple[int, str]]:
        """The entries of a list, each with the time of what happened."""
        numbers = self.facts.lists[name]
        if self.span is None:
            return [(number, self.full(event_time(self.facts.items[number], name))) for number in numbers]
        return list(zip(numbers, map(self.full, self.span.happened[name]), strict=True))

    def reopened(self, name: ListName) -> Iterator[str]:
        """Why some entries of a list of closings are no closings any more, or are there twice."""
        if self.span is None or name not in CLOSINGS:
            return
        times = Counter(self.facts.lists[name])
        if again := [number for number, n in times.items() if n > 1]:
            n = sum(times[number] - 1 for number in again)
            yield self.t("span.again", n=n, refs=self._some_of(again, self.links))
        if since := [number for number in times if not self._is_closed(number)]:
            yield self.t("span.reopened", n=len(since), refs=self._some_of(since, self.refs))

    def _some_of(self, numbers: Sequence[int], told: Callable[[Sequence[int]], str]) -> str:
        return told(numbers[:EXAMPLES]) + (self.t("summary.more") if numbers[EXAMPLES:] else "")

    def _is_closed(self, number: int) -> bool:
        item = self.facts.items[number]
        return not item.state.is_open and item.merged_at is None


def _in_a_row(days: Iterable[DayRow]) -> Iterator[list[DayRow]]:
    """The days in stretches of dates that follow each other, each of one lack."""
    placed = enumerate(days)
    for _, stretch in groupby(placed, key=lambda pair: (pair[1].lack, pair[1].on.toordinal() - pair[0])):
        yield [day for _, day in stretch]
