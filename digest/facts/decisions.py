"""What a span of several days decided.

Threads that were argued in it and came to an end, or to a maintainer's word, and what a maintainer turned down.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from digest.facts import cues, stance
from digest.facts.discussions import LONGEST_OUTCOME
from digest.facts.states import ending, state_at
from digest.facts.values import Decision, Discussion, Ending, Quote, State
from digest.facts.voices import MAINTAINERS, Said, is_voice, said, sentences
from digest.model import Item
from digest.window import Window

MOST_ARGUED = 10
MOST_REFUSED = 3
_DOCUMENT = re.compile(r"\.(?:md|rst|txt)$|^docs?/", re.IGNORECASE)
"""What is turned down of documents alone is seldom more than an advertisement."""
_EMPTY = -3
"""The weight of a word that says nothing."""
_SETTLES = re.compile(
    r"\b(?:stays?|we keep|agreed?|convinc\w+|not worth|go(?:ing)? with|settled|closing|i close"
    r"|we (?:do not|don['’]t) (?:have|take|want|support)"
    r"|(?:will not|won['’]t|are not going to) (?:have|take|do|add|merge))\b|同意|不采用|保持|结论|关闭",
    re.IGNORECASE,
)
"""Words of somebody who ends an argument."""


@dataclass(frozen=True)
class Decisions:
    """Finds them.

    ``passed`` are items about which nobody decided: a bot closed them for their age, or another one took their place.
    """

    window: Window
    bots: tuple[str, ...]
    passed: Container[int]

    def of(self, debates: Iterable[Discussion], items: Mapping[int, Item]) -> tuple[Decision, ...]:
        """Of those debates, in their order, then what else was turned down: where more people spoke, and said more.

        Where there are many, those come first in which somebody's words decided.
        """
        argued = tuple(debates)
        found = (self._of(items[debate.number], debate) for debate in argued)
        hottest = islice((one for one in found if one is not None), 2 * MOST_ARGUED)
        told = sorted(hottest, key=lambda one: one.quote is None)[:MOST_ARGUED]
        others = items.keys() - {debate.number for debate in argued}
        refused = sorted(self._refused(items[n] for n in others), key=_weight, reverse=True)
        return (*told, *refused[:MOST_REFUSED])

    def _of(self, item: Item, debate: Discussion) -> Decision | None:
        if item.number in self.passed:
            return None
        state, spoken = state_at(item, self.window.end), self._spoken(item)
        if state.is_open:
            told = _ruling(spoken)
            return None if told is None else self._told(item, "said", told.at, told.author, told, spoken)
        at, by = ending(item)
        if at is None or at not in self.window:
            return None
        how: Ending = "merged" if state is State.MERGED else "closed"
        return self._told(item, how, at, by, _telling(debate, spoken), spoken)

    def _refused(self, items: Iterable[Item]) -> Iterator[Decision]:
        """Pull requests that were closed unmerged, and issues that are not planned, with a maintainer's word on it."""
        for item in items:
            state = state_at(item, self.window.end)
            at, by = ending(item)
            if not _is_refused(item, state) or item.number in self.passed or at is None or at not in self.window:
                continue
            if item.files and all(_DOCUMENT.search(file.path) for file in item.files):
                continue
            spoken = [one for one in self._spoken(item) if one.at <= at]
            told = _official(one for one in spoken if one.author != item.author)
            if told is not None:
                yield self._told(item, "closed", at, by, told, spoken)

    def _spoken(self, item: Item) -> list[Said]:
        return [one for one in said(item) if one.at in self.window and is_voice(one, self.bots)]

    def _told(
        self, item: Item, how: Ending, at: datetime, by: str, quote: Quote | None, spoken: Sequence[Said]
    ) -> Decision:
        voices = len({one.author.login for one in spoken})
        return Decision(number=item.number, how=how, at=at, by=by, voices=voices, comments=len(spoken), quote=quote)


def _weight(one: Decision) -> tuple[int, int, int]:
    said = one.quote.text if one.quote else ""
    return one.voices, len(said), one.number


def _is_refused(item: Item, state: State) -> bool:
    return state is State.NOT_PLANNED or (item.is_pull and state is State.CLOSED)


def _ruling(spoken: Sequence[Said]) -> Quote | None:
    """The newest sentence in which a maintainer says how it is to be, unless they changed their mind since."""
    official = [one for one in reversed(spoken) if one.association in MAINTAINERS]
    told = stance.first(official, cues.is_firm, LONGEST_OUTCOME, context=True)
    if told is None:
        return None
    since = (one for one in official if one.author.login == told.author and one.at > told.at)
    return None if any(cues.is_change_of_mind(said) for one in since for said in sentences(one)) else told


def _telling(debate: Discussion, spoken: Sequence[Said]) -> Quote | None:
    """What ended it: a decision in so many words, else a maintainer's word, else the last change of mind."""
    if debate.is_decided:
        return debate.outcome
    turns = [turn for one in debate.positions for turn in (one.changed_mind, one.conceded) if turn]
    found = (_official(spoken), *sorted(turns, key=lambda one: one.at)[-1:])
    return next((one for one in found if one is not None and _is_worth(one.text)), None)


def _official(spoken: Iterable[Said]) -> Quote | None:
    """The newest words with which a maintainer ends an argument."""
    official = [one for one in spoken if one.association in MAINTAINERS]
    found = (stance.first([one], _settles, LONGEST_OUTCOME, context=True) for one in reversed(official))
    return next((told for told in found if told is not None and not cues.is_question(told.text)), None)


def _settles(sentence: str) -> bool:
    return bool(_SETTLES.search(sentence)) and _is_worth(sentence)


def _is_worth(text: str) -> bool:
    return stance.weight(text) > _EMPTY and not cues.is_question(text)
