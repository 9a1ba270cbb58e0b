"""Which threads were argued in the window, how hot they were, and who holds which view.

A thread is eligible when two people or more spoke in it in the window (`digest.facts.voices` says what
counts), and they did argue: somebody answered somebody. Heat is

    3 x voices + comments + turns + 3 x objecting reviews + objections + reactions (5 at most)

where a *turn* is a change of speaker and an *objection* a comment with a word of dissent (5 at most).
"""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from itertools import pairwise

from digest.facts import cues, stance
from digest.facts.day import Day
from digest.facts.gist import gist
from digest.facts.impact import is_revert
from digest.facts.problems import is_bug
from digest.facts.values import Discussion, Position, Quote, Reason, Role, State, Waiting
from digest.facts.voices import MAINTAINERS, Said, is_voice, of_body, said, sentences
from digest.facts.waiting import opinions, waiting
from digest.model import Item
from digest.window import Window

VOICES = 2
COMMENTS = 3
"""A question and its answer are no debate: from the third contribution on somebody came back."""
MOST_POSITIONS = 4
_SHORTEST = 30
LONGEST_OUTCOME = 300
"""Characters: conditions and exceptions belong to an outcome."""


def discuss(item: Item, day: Day) -> Discussion | None:
    """The discussion of the window in that thread, or None where there was no debate."""
    window = day.window
    voiced = [one for one in said(item) if one.at in window and is_voice(one, day.bots)]
    speakers = {one.author.login for one in voiced}
    if len(speakers) < VOICES or len(voiced) < COMMENTS:
        return None
    waits = waiting(item, window.end, day.bots, day.related_to(item))
    outcome = _outcome(voiced, day.state(item))
    positions = _positions(item, voiced, window, outcome)
    return Discussion(
        number=item.number,
        heat=heat(voiced),
        voices=len(speakers),
        comments=len(voiced),
        topic=_topic(item),
        positions=positions,
        dispute=_dispute(item, voiced, positions, waits) if day.state(item).is_open else None,
        outcome=outcome,
        is_decided=outcome is not None and cues.is_firm(outcome.text),
        waiting=waits,
    )


def heat(voiced: list[Said]) -> int:
    """How much people argued; the formula stands at the top of this module."""
    voices = len({one.author.login for one in voiced})
    turns = sum(a.author != b.author for a, b in pairwise(voiced))
    refusals = sum(one.review == "CHANGES_REQUESTED" for one in voiced)
    objections = sum(any(cues.is_objection(s) for s in sentences(one)) for one in voiced)
    reactions = sum(one.reactions for one in voiced)
    return 3 * voices + len(voiced) + turns + 3 * refusals + min(objections, 5) + min(reactions, 5)


def _topic(item: Item) -> Quote | None:
    """What a change or a proposal is for, or what a report of a bug says most of."""
    purpose = None if is_bug(item) or is_revert(item) else gist(item)
    return purpose or stance.best(of_body(item))


def _positions(item: Item, voiced: list[Said], window: Window, outcome: Quote | None) -> tuple[Position, ...]:
    """The weightiest speakers, in the order in which they first spoke."""
    by_login: dict[str, list[Said]] = defaultdict(list)
    for one in voiced:
        by_login[one.author.login].append(one)
    ranked = sorted(by_login.values(), key=lambda ones: (-_weight(ones), ones[0].at))[:MOST_POSITIONS]
    chosen = sorted(ranked, key=lambda ones: (ones[0].at, ones[0].id))
    positions = (_position(item, ones, window, outcome) for ones in chosen)
    return tuple(one for one in positions if one is not None)


def _weight(ones: list[Said]) -> int:
    verdict = any(one.review in ("APPROVED", "CHANGES_REQUESTED") for one in ones)
    standing = any(one.association in MAINTAINERS for one in ones)
    return (
        max(max((stance.weight(s) for s in sentences(one)), default=0) for one in ones)
        + 2 * verdict
        + standing
        + len(ones)
    )


def _position(item: Item, ones: list[Said], window: Window, outcome: Quote | None) -> Position | None:
    """Their newest position; of somebody who changed their mind, the one before and the words in which they did.

    What is told as the outcome is not told again, and remarks on lines that are settled only where there is no more.
    """
    spoken = [one for one in ones if sentences(one) and (outcome is None or one.id != outcome.evidence)]
    spoken = [one for one in spoken if not one.resolved] or spoken
    changed = stance.first(spoken[1:], cues.is_change_of_mind, context=True)
    conceded = None if changed else stance.first(spoken[1:], cues.is_turn, context=True)
    turn = changed or conceded
    before = [one for one in spoken if turn is None or one.at < turn.at]
    if not before:
        return None
    return Position(
        login=ones[0].author.login,
        role=role(item, ones, window.end),
        quote=_newest_telling(before),
        changed_mind=changed,
        conceded=conceded,
        comments=len(ones),
    )


def _newest_telling(spoken: list[Said]) -> Quote:
    """From the newest word, or from the one before it where the newest is a mere "will do"."""
    found = [told for told in map(stance.best, reversed(spoken[-2:])) if told is not None]
    return next((told for told in found if stance.weight(told.text) > 0), found[0])


def role(item: Item, ones: list[Said], end: datetime) -> Role:
    """By the data alone: the author, a standing verdict, GitHub's association, else a participant."""
    login = ones[0].author.login
    if login == item.author.login:
        return Role.AUTHOR
    verdict = opinions(one for one in said(item) if one.at < end).get(login)
    if verdict is not None:
        return Role.CHANGES_REQUESTED if verdict.review == "CHANGES_REQUESTED" else Role.APPROVED
    return Role.MAINTAINER if any(one.association in MAINTAINERS for one in ones) else Role.PARTICIPANT


def _outcome(voiced: list[Said], state: State) -> Quote | None:
    """The words in which a maintainer decided it, if they are their last ones.

    Of a merged pull request, without such words, what its approval came with.
    """
    official = [one for one in reversed(voiced) if one.association in MAINTAINERS]
    last: dict[str, Said] = {}
    for one in official:
        last.setdefault(one.author.login, one)
    firm = stance.first(last.values(), cues.is_firm, LONGEST_OUTCOME, context=True)
    if firm is None and state is State.MERGED:
        approvals = [one for one in voiced if one.review == "APPROVED" and sentences(one)]
        firm = stance.best(approvals[-1], LONGEST_OUTCOME) if approvals else None
    return firm


def _dispute(
    item: Item, voiced: list[Said], positions: tuple[Position, ...], waits: tuple[Waiting, ...]
) -> Quote | None:
    """What still stands: an objecting review, an open question, else the newest objection not quoted already.

    Somebody who gave in does not object any more.
    """
    standing = [one.quote for one in waits if one.quote is not None and one.reason is not Reason.PROMISE]
    if standing:
        return standing[0]
    quoted = {one.quote.text for one in positions}
    gave_in = {one.author.login for one in voiced if any(cues.is_change_of_mind(s) for s in sentences(one))}
    against = (
        one
        for one in reversed(voiced)
        if one.author.login not in gave_in and not one.resolved and one.author != item.author
    )
    return stance.first(
        against, lambda s: cues.is_dissent(s) and len(s) > _SHORTEST and not any(s in text for text in quoted)
    )
