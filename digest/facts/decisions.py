"""What a span of several days decided: threads that were argued in it and came to an end, or to a maintainer's word."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from digest.facts import cues, stance
from digest.facts.discussions import LONGEST_OUTCOME
from digest.facts.states import state_at
from digest.facts.values import Decision, Discussion, Ending, Quote, State
from digest.facts.voices import MAINTAINERS, Said, is_voice, said, sentences
from digest.model import Item
from digest.window import Window

MOST = 10


@dataclass(frozen=True)
class Decisions:
    """Finds them. ``swept`` are items that a bot closed for their age: nobody decided about those."""

    window: Window
    bots: tuple[str, ...]
    swept: Container[int]

    def of(self, debates: Iterable[Discussion], items: Mapping[int, Item]) -> tuple[Decision, ...]:
        """Of those debates, in their order; at most `MOST`."""
        found = (self._of(debate, items[debate.number]) for debate in debates)
        return tuple(islice((one for one in found if one is not None), MOST))

    def _of(self, debate: Discussion, item: Item) -> Decision | None:
        if item.number in self.swept:
            return None
        state = state_at(item, self.window.end)
        spoken = [one for one in said(item) if one.at in self.window and is_voice(one, self.bots)]
        size = {"voices": debate.voices, "comments": debate.comments}
        if state.is_open:
            told = _ruling(spoken)
            if told is None:
                return None
            return Decision(number=item.number, how="said", at=told.at, by=told.author, quote=told, **size)
        at, by = _ending(item, state)
        if at is None or at not in self.window:
            return None
        how: Ending = "merged" if state is State.MERGED else "closed"
        return Decision(number=item.number, how=how, at=at, by=by, quote=_telling(debate, spoken, by), **size)


def _ending(item: Item, state: State) -> tuple[datetime | None, str]:
    """When it ended, and through whom where that is known."""
    if state is State.MERGED:
        return item.merged_at, item.merged_by.login if item.merged_by else ""
    return item.closed_at, item.closing.by.login if item.closing else ""


def _ruling(spoken: Sequence[Said]) -> Quote | None:
    """The newest sentence in which a maintainer says how it is to be, unless they changed their mind since."""
    official = [one for one in reversed(spoken) if one.association in MAINTAINERS]
    told = stance.first(official, cues.is_firm, LONGEST_OUTCOME, context=True)
    if told is None:
        return None
    since = (one for one in official if one.author.login == told.author and one.at > told.at)
    return None if any(cues.is_change_of_mind(said) for one in since for said in sentences(one)) else told


def _telling(debate: Discussion, spoken: Sequence[Said], by: str) -> Quote | None:
    """What turned it: a decision in so many words, else the last change of mind, or what it was approved or ended with.

    Where nobody said that, what was said last.
    """
    if debate.is_decided:
        return debate.outcome
    turns = [turn for one in debate.positions for turn in (one.changed_mind, one.conceded) if turn]
    last = [told for one in spoken if one.author.login == by and (told := stance.best(one))]
    newest = sorted((one.quote for one in debate.positions), key=lambda one: one.at)
    found = [*sorted(turns, key=lambda one: one.at)[-1:], debate.outcome, *last[-1:], *newest[-1:]]
    return next((one for one in found if one is not None and _is_worth(one.text)), None)


def _is_worth(text: str) -> bool:
    return stance.weight(text) > 0 and not cues.is_question(text)
