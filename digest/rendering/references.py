"""References: items with their states, people, quotes and times, as inline Markdown that is safe to print."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from digest.facts.values import Facts, Later, Quote, Told, Waiting
from digest.rendering import escape, moments
from digest.rendering.catalogue import Catalogue


@dataclass(frozen=True)
class References:
    """What every section of a report in one language names its things with."""

    facts: Facts
    t: Catalogue

    # Items

    def kind(self, number: int) -> str:
        return self.t(f"kind.{self.facts.items[number].kind}")

    def link(self, number: int) -> str:
        return f"[#{number}]({escape.url(self.facts.items[number].url)})"

    def ref(self, number: int) -> str:
        """``PR [#37107](…)（开放中）``: the state stands beside every reference, what came later behind it."""
        item = self.facts.items.get(number)
        if item is None:
            return f"[#{number}]({escape.url(self.facts.repository_url)}/issues/{number})"
        return self.t(
            "item.ref", kind=self.kind(number), link=self.link(number), state=self.state(number)
        ) + self.later(number)

    def titled(self, number: int) -> str:
        """The reference, and the title behind it."""
        return self.t("item.titled", ref=self.ref(number), title=self.title(number))

    def short(self, number: int) -> str:
        """The reference without its kind, where a heading says it."""
        return self.t("item.short", link=self.link(number), state=self.state(number)) + self.later(number)

    def refs(self, numbers: Iterable[int]) -> str:
        return self.join(self.ref(number) for number in numbers)

    def links(self, numbers: Iterable[int]) -> str:
        """Bare links, where the sentence around them says the state."""
        return self.join(self.link(number) for number in numbers)

    def is_open(self, number: int) -> bool:
        return self.facts.items[number].state.is_open

    def state(self, number: int) -> str:
        """As of the window's end; of an item of which less is known, as of the last day that is. Merged is merged."""
        item = self.facts.items[number]
        return self.as_seen(item, self.t(f"state.{item.kind}.{item.state}"))

    def as_seen(self, item: Told, state: str) -> str:
        """The state, as of the day up to which it is known, and whether the item is there no more since."""
        told = self._as_of(item, state)
        return self.t("span.gone", state=told) if item.gone and told != state else told

    def state_seen(self, number: int) -> str:
        """The state as of the day up to which it is known, and no more."""
        item = self.facts.items[number]
        return self._as_of(item, self.t(f"state.{item.kind}.{item.state}"))

    def _as_of(self, item: Told, state: str) -> str:
        if item.seen is None or item.merged_at is not None:
            return state
        return self.t("span.seen", state=state, day=f"{item.seen:%m-%d}")

    def later(self, number: int) -> str:
        """What a reader must know beside the state: that it was closed after the window, or did not come whole."""
        item = self.facts.items[number]
        closed = "".join(self._later(one) for one in item.later if one.what != "commented")
        return closed if item.complete else closed + self.t("item.incomplete")

    def spoken_later(self, number: int) -> str:
        """That people spoke on after the window, and what the newest said."""
        spoken = [one for one in self.facts.items[number].later if one.what == "commented"]
        return "".join(self._later(one, quoted=bool(one.text)) for one in spoken)

    def _later(self, one: Later, *, quoted: bool = False) -> str:
        by = self.person(one.by) if one.by else ""
        values = {"at": self.minute(one.at), "by": by, "url": escape.url(one.url)}
        if not quoted:
            return self.t(f"later.{one.what}", **values)
        return self.t(f"later.{one.what}_quoted", words=self.t("quote.words", words=escape.words(one.text)), **values)

    def title(self, number: int) -> str:
        return escape.words(self.facts.items[number].title.strip()) or self.t("item.untitled")

    # People and what they said

    def person(self, login: str) -> str:
        return escape.code(login)

    def said(self, quote: Quote) -> str:
        """Who said it, as a link to where, and their words."""
        return self.t("quote.by", who=self.person(quote.author), url=escape.url(quote.url), words=self.words(quote))

    def linked(self, quote: Quote) -> str:
        """``[「words」](link)``, where it is clear who says so."""
        words = self.t("quote.words", words=escape.label(quote.text))
        return f"[{words}]({escape.url(quote.url)})"

    def words(self, quote: Quote) -> str:
        return self.t("quote.words", words=escape.words(quote.text))

    def people(self, logins: Iterable[str]) -> str:
        return self.join(self.person(login) for login in logins)

    def join(self, parts: Iterable[str]) -> str:
        return self.t("separator").join(parts)

    def source(self, quote: Quote, label: str = "") -> str:
        """A link to where something was said, named by who said it."""
        return f"[{label or self.person(quote.author)}]({escape.url(quote.url)})"

    def sources(self, quotes: Iterable[Quote]) -> str:
        return self.join(self.source(quote) for quote in quotes)

    def waits(self, waiting: Iterable[Waiting], prefix: str = "waiting") -> str:
        return self.t("semicolon").join(self.wait(one, prefix) for one in waiting)

    def wait(self, one: Waiting, prefix: str = "waiting") -> str:
        quoted = f"{prefix}.{one.reason}_quoted"
        key = quoted if one.quote and self.t.has(quoted) else f"{prefix}.{one.reason}"
        who = self.person(one.who) if one.who else ""
        if one.quote and one.who:
            who = self.source(one.quote)
        words = self.words(one.quote) if one.quote else ""
        return self.t(key, who=who, words=words, ref=self.ref(one.number) if one.number else "")

    # Times

    def full(self, moment: datetime) -> str:
        return moments.full(moment, self.facts.window.zone)

    def minute(self, moment: datetime) -> str:
        return moments.short(moment, self.facts.window.zone)
