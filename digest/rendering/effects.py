"""What was merged, and what was measured: effects on users, as inline Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from digest.facts.places import in_focus
from digest.facts.values import Change, Effect, FocusFacts, Measurement, Problem
from digest.model import ListName
from digest.rendering import escape
from digest.rendering.told import Told

ACT = (
    Effect.REMOVED,
    Effect.RENAMED,
    Effect.DEFAULT,
    Effect.DEFAULT_ON,
    Effect.DEFAULT_OFF,
    Effect.REVERTED,
    Effect.STATUS,
    Effect.BREAKING,
)
"""Effects that break those who upgrade and do nothing."""

CELL = 60
"""The widest cell of a table, in Chinese characters."""

LEAST = 20
"""Room from which on a quote is worth starting."""


@dataclass(frozen=True)
class Effects(Told):
    """References, claims, and what changes mean."""

    def effect(self, change: Change) -> str:
        names = self.t("separator").join(escape.code(name) for name in change.names)
        old, new = (escape.code(part) if part else "" for part in (change.old, change.new))
        return self.t(self._effect_key(change), names=names, old=old, new=new)

    def _effect_key(self, change: Change) -> str:
        if change.effect is Effect.DEPENDENCY and change.old:
            return "effect.bumped_from"
        if change.effect is Effect.DEFAULT and not change.names:
            return "effect.default_unnamed"
        if change.effect is Effect.DEFAULT and change.new:
            return "effect.default_to"
        return f"effect.{change.effect}"

    def effects(self, changes: Iterable[Change]) -> str:
        return self.t("semicolon").join(self.effect(one) for one in changes)

    def measured(self, one: Measurement, limit: float = CELL) -> str:
        """The figure, with the device and model that its author names beside it: before a sentence, behind rows."""
        names = self.join(one.conditions)
        under = f"{names}: " if names and one.is_sentence else ""
        beside = self.t("measured.under", names=names) if names and not under else ""
        room = limit - escape.width(under + beside)
        figures = escape.whole(one.text.split("; "), room) or escape.clause(one.text, room)
        return escape.plain(under) + escape.words(figures or escape.fit(one.text, room)) + escape.plain(beside)

    @cached_property
    def focused(self) -> frozenset[int]:
        return in_focus(self.facts)

    @cached_property
    def debated(self) -> dict[int, int]:
        """The place of each thread among the discussions."""
        return {one.number: place for place, one in enumerate(self.facts.discussions, 1)}

    def changes(self, numbers: Iterable[int]) -> list[tuple[int, list[Change]]]:
        """The effects of those pull requests, what one must act on first; those without an effect are left out."""
        wanted = set(numbers)
        by_number: dict[int, list[Change]] = {}
        for change in self.facts.changes:
            if change.number in wanted:
                by_number.setdefault(change.number, []).append(change)
        return list(by_number.items())

    @cached_property
    def changes_elsewhere(self) -> list[tuple[int, list[Change]]]:
        return self.changes(one.number for one in self.facts.changes if not self._has_place(one.number))

    def _has_place(self, number: int) -> bool:
        """In a focus area, or among the discussions with a model's word on how it ended.

        What one must act on in a week stands in one table, whatever else is told of it.
        """
        told = self.facts.span is None and number in self.debated
        return number in self.focused or (told and bool(self.claims("discussions", number, "outcome")))

    @property
    def urgent(self) -> list[tuple[int, list[Change]]]:
        """Outside the focus: what breaks for somebody who upgrades and does nothing."""
        return self._to_act_on(self.changes_elsewhere)

    def urgent_of(self, area: FocusFacts) -> list[tuple[int, list[Change]]]:
        return self._to_act_on(self.changes(area.merged))

    def _to_act_on(self, rows: Iterable[tuple[int, list[Change]]]) -> list[tuple[int, list[Change]]]:
        act = ((number, [one for one in changes if one.effect in ACT]) for number, changes in rows)
        found = [(number, changes) for number, changes in act if changes and number not in self.told]
        if self.facts.span is None:
            return found
        return sorted(found, key=lambda row: row[0] not in self._argued)

    @cached_property
    def _argued(self) -> frozenset[int]:
        return frozenset(one.number for one in (*self.facts.discussions, *self.facts.more_discussions))

    def weightiest(self, problems: list[Problem]) -> list[Problem]:
        """Of several days those first that people argued about: the newest are not the worst."""
        if self.facts.span is None:
            return problems
        return sorted(problems, key=lambda one: one.number not in self._argued)

    def newest_of_watched(self, number: int) -> str:
        """The same for a thing to watch that has no other place."""
        return "" if number in self.focused else self.newest_later(number)

    def names_all(self, numbers: Iterable[int], told: Iterable[str]) -> bool:
        """Whether there are such items, and all of them stand in what is told."""
        beside = " ".join(told)
        wanted = tuple(numbers)
        return bool(wanted) and all(f"[#{number}]" in beside for number in wanted)

    def newest_later(self, number: int, *, here: bool = False) -> str:
        """What was said after the window: once, among the discussions where the item has a place there."""
        return self.spoken_later(number) if here or number not in self.debated else ""

    def pulls_of(self, issue: int) -> list[int]:
        return [pair.pull for pair in self.facts.pairs if pair.issue == issue]

    def issues_of(self, pull: int) -> list[int]:
        return [pair.issue for pair in self.facts.pairs if pair.pull == pull]

    def by_list(self, numbers: Iterable[int], name: ListName) -> list[int]:
        listed = set(self.facts.lists[name])
        return [number for number in numbers if number in listed]

    @cached_property
    def improved_elsewhere(self) -> list[int]:
        return [number for number in self.facts.improved if number not in self.focused]

    def improved_note(self, number: int) -> str:
        """What is different for users, what was measured, and the issues that it closed."""
        if written := self.claims("changes", number):
            return self.t("colon") + self.as_one(written) + self.closes_note(number)
        one = self.facts.measurements.get(number)
        note = self.facts.notes.get(number)
        told = self.t("changes.note", quote=self.linked(note)) if note else ""
        repeats = one is not None and note is not None and one.text in note.text
        measured = self.t("changes.measured", figure=self.measured(one)) if one and not repeats else ""
        return told + measured + self.closes_note(number)

    def headline(self, number: int, changes: list[Change]) -> str:
        """The effects, and the author's word on them; behind the title where they name nothing."""
        note = self.facts.notes.get(number)
        return self._what(number, changes) + (self.t("changes.note", quote=self.linked(note)) if note else "")

    def in_short(self, rows: Iterable[tuple[int, list[Change]]]) -> str:
        """Several changes in one line, where a table below says of each what to do."""
        told = (self.t("item.titled", ref=self.ref(n), title=self._what(n, changes)) for n, changes in rows)
        return self.t("semicolon").join(told)

    def _what(self, number: int, changes: list[Change]) -> str:
        named = any(one.names or one.new for one in changes if one.effect is not Effect.STATUS)
        return self.effects(changes) if named else self.named(number) or self.title(number)

    def cell_change(self, number: int, changes: Iterable[Change]) -> str:
        """The change by its names, where the next cell says in words what it means; else a model's words, its title."""
        named = [one for one in changes if one.is_named]
        if named and self.claims("changes", number):
            return escape.cell(self.effects(named))
        written = self.named(number)
        return escape.cell(written) if written else self.does(number)

    def named(self, number: int) -> str:
        """What a model calls a change that code has no name for."""
        return next(iter(self.claims("changes", number, "what", cited=False)), "")

    def cell_effects(self, number: int, changes: Iterable[Change]) -> str:
        """The effects, and the author's own word on them where the cell holds a whole clause of it."""
        if written := self.claims("changes", number):
            return escape.cell(self.as_one(written))
        effects = self.effects(one for one in changes if one.effect is not Effect.BEHAVIOUR)
        note = self.facts.notes.get(number)
        if note is None:
            return escape.cell(effects)
        room = int(CELL - escape.width(effects) - 3)
        told = escape.clause(note.text, room)
        if not told:
            return escape.cell(effects or self.source(note, self.t("changes.see_note")))
        quoted = f"[{self.t('quote.words', words=escape.label(told))}]({escape.url(note.url)})"
        return escape.cell(self.t("changes.cell_note", effects=effects, quote=quoted) if effects else quoted)

    @property
    def other_merges(self) -> int:
        """How many merged pull requests are named in the lists alone."""
        told = {change.number for change in self.facts.changes} | set(self.facts.improved) | self.focused
        return len(set(self.facts.lists[ListName.PRS_MERGED]) - told)

    def closes_note(self, pull: int) -> str:
        closed = [number for number in self.issues_of(pull) if not self.is_open(number)]
        return self.t("changes.closes", refs=self.refs(closed)) if closed else ""

    def does(self, number: int) -> str:
        """What an item does in a table's cell: a short sentence of a model's, else its title."""
        written = self.as_one(self.claims("focus", number, "what"))
        if written and escape.shown(written) <= CELL:
            return escape.cell(written)
        return escape.cell(escape.words(escape.fit(self.facts.items[number].title.strip(), CELL)))

    def cell(self, markdown: str) -> str:
        return escape.cell(markdown)
