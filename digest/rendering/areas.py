"""What the section of a focus area asks: its bugs, its merged and open changes, as inline Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from digest.facts.values import Effect, FocusFacts, Measurement, Oddity, Reason, Row, Waiting
from digest.rendering import escape
from digest.rendering.effects import CELL, LEAST, Effects

_FIGURE = re.compile(r"\d+\.\d+|\d[\d,]{2,}")
NARROW = 12
"""Room that it takes to say what an item waits for, without anybody's words."""


@dataclass(frozen=True)
class Areas(Effects):
    """References, claims, changes, and what a focus area holds."""

    def area_counts(self, area: FocusFacts) -> dict[str, int]:
        return {str(name): count for name, count in area.counts.items()}

    def at_length(self, rows: Iterable[Row]) -> list[tuple[int, str]]:
        """What a model wrote on open pull requests and their table has no room for."""
        told = []
        for row in rows:
            what = [one for one in self.claims("focus", row.number, "what") if escape.shown(one) > CELL]
            if said := [*what, *self.claims("focus", row.number, "open")]:
                told.append((row.number, self.as_one(said)))
        return told

    def merged_note(self, number: int) -> str:
        """What a merged change means for users, else what it is for, in its author's words."""
        if written := self.all_claims("focus", number):
            place = self.debated.get(number)
            discussed = self.t("focus.see_discussion", n=str(place)) if place else ""
            return self.t("colon") + self.as_one(written) + discussed + self.closes_note(number)
        told = [one for one in self.facts.changes if one.number == number and one.effect is not Effect.BEHAVIOUR]
        place = self.debated.get(number)
        quote = self.facts.notes.get(number) or (None if place else self.facts.gists.get(number))
        effects = self.t("focus.effect", effects=self.effects(told)) if told else ""
        said = self.t("focus.gist", quote=self.said(quote)) if quote else ""
        discussed = self.t("focus.see_discussion", n=str(place)) if place else ""
        return effects + said + discussed + self.closes_note(number)

    def other_note(self, number: int) -> str:
        if written := self.all_claims("focus", number):
            return self.t("colon") + self.as_one(written)
        place = self.debated.get(number)
        if place:
            return self.t("focus.see_discussion", n=str(place))
        gist = self.facts.gists.get(number)
        path = self._path_alone(number)
        why = self.t("focus.only_path", path=escape.code(path)) if path else ""
        why += self.t("focus.swept") if number in self._swept - self.followed else ""
        briefly = self.facts.span is not None or not self.is_open(number)
        return why + (self.t("focus.gist", quote=self.said(gist)) if gist and not briefly else "")

    @cached_property
    def followed(self) -> frozenset[int]:
        """What the section on earlier days told of already."""
        return frozenset(one.number for one in self.facts.follow_ups)

    @cached_property
    def _swept(self) -> frozenset[int]:
        """Closed by a stale bot's sweep: nobody decided anything."""
        sweeps = (one.numbers for one in self.facts.explanations if one.oddity is Oddity.STALE_SWEEP)
        return frozenset(number for numbers in sweeps for number in numbers)

    def _path_alone(self, number: int) -> str:
        """The path that alone makes an item match, or nothing."""
        reasons = {
            reason for area in self.facts.focus for one in area.matched if one.number == number for reason in one.by
        }
        paths = [reason.removeprefix("path:") for reason in reasons if reason.startswith("path:")]
        return paths[0] if len(paths) == len(reasons) == 1 else ""

    def cell_measured(self, row: Row) -> str:
        if row.measured and not self._is_told(row.measured):
            return escape.cell(self.measured(row.measured))
        if row.measured:
            return self.t("focus.measured_below")
        return self.t("focus.measured_there" if row.has_results else "focus.not_measured")

    def _is_told(self, one: Measurement) -> bool:
        """Whether a model told of it in the page's language, where its author has it in a sentence."""
        told = " ".join(self.all_claims("focus", one.number)) if one.is_sentence else ""
        return len([figure for figure in _FIGURE.findall(one.text) if figure in told]) > 1

    def cell_waits(self, row: Row) -> str:
        """What it waits for, in the words of who said so where the cell has room for a clause of them."""
        shown = row.waiting[:2]
        place = self.debated.get(row.number)
        undecided = self.undecided.get(row.number)
        told = place is not None or bool(undecided or self.claims("focus", row.number, "open"))
        room = 0.0 if told else CELL / max(len(shown), 1) - NARROW
        told_waits = [self._cell_wait(one, room) for one in shown if not self._is_discussed(row, one)]
        told_waits += [self.t("focus.undecided", n=undecided)] if undecided and not told_waits else []
        waits = self.t("semicolon").join(told_waits) or self.t("focus.no_wait")
        return escape.cell(waits + (self.t("focus.see_discussion", n=str(place)) if place else ""))

    def _is_discussed(self, row: Row, one: Waiting) -> bool:
        """Nobody waits for somebody to look at what people argue about."""
        return one.reason is Reason.REVIEW and row.number in self.undecided

    @cached_property
    def undecided(self) -> dict[int, int]:
        """How many people argue about what has a line among the discussions, and no outcome."""
        return {one.number: one.voices for one in self.facts.more_discussions if one.outcome is None}

    def _cell_wait(self, one: Waiting, room: float) -> str:
        words = escape.clause(one.quote.text, room) if one.quote and room > LEAST else ""
        said = self.t("colon") + self.t("quote.words", words=escape.words(words)) if words else ""
        return self.wait(one, "waits") + said

    def matched_labels(self, area: FocusFacts, number: int) -> str:
        by = next(one.by for one in area.matched if one.number == number)
        return self.join(escape.code(reason.partition(":")[2]) for reason in by)
