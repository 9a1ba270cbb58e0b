"""Whether a claim's verbs fit the state of what it cites, at the window's end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from digest.claims import verbs
from digest.claims.deeds import is_own_deed, is_reasoning
from digest.claims.grounds import Grounds
from digest.claims.placeholders import MARK, ItemRef, Parsed, PersonRef, Text
from digest.claims.sources import Sources
from digest.claims.verdict import Kind, Reason
from digest.facts.states import state_at
from digest.facts.values import State


@dataclass(frozen=True)
class Clause:
    """A stretch of prose between two commas or stops, with the items that it is about."""

    prose: str
    items: tuple[int, ...]
    conditional: bool = False
    """Whether an "if" before it in the sentence takes it back."""
    planned: bool = False
    """Whether it only adds to what a word of proposing before it in the sentence told: "Proposes X, enabled by Y"."""
    people: tuple[tuple[int, str], ...] = ()
    """(place in the prose, login) of each person."""
    before: str = ""
    """What stands in front of it in its sentence, with the words that join the two."""
    actor: str = ""
    """Who acted last in front of it in its sentence."""

    def agent(self, at: int) -> str:
        """Who does what stands at a place of the prose: the nearest person in front of it, if not told of their things.

        A clause that starts with its verb is about who acted before. Empty where it is nobody.
        """
        near = [(place, login) for place, login in self.people if place < at]
        if not near:
            return self.actor if _STARTS.fullmatch(self.prose[:at]) else ""
        place, login = near[-1]
        owns, acted_on = _OWNS.match(self.prose[place + 1 :]), _ACTED_ON.search(self.prose[:place])
        return "" if owns or acted_on else login


def clauses(parsed: Parsed, about: int | None) -> tuple[Clause, ...]:
    """The clauses of a text. One that names no item is about those of the clause before, else about the thread.

    So is one that starts with what became of the thread: "Closed as a duplicate of [[#1]]".
    """
    subject: tuple[int, ...] = () if about is None else (about,)
    everything = tuple(dict.fromkeys((*subject, *parsed.items)))
    found, conditional, before, actor = [], False, "", ""
    planned = False
    last: tuple[int, ...] = ()
    for one in _split(parsed):
        of_thread = about is not None and not before and _OF_THREAD.match(one.prose)
        own = one.items or (last if _RELATIVE.match(one.prose) else ())
        subject, last = subject if of_thread else own or subject or everything, one.items
        held = conditional or bool(verbs.ALTERNATIVE.search(one.prose))
        adds = planned and verbs.ADDS.match(one.prose) is not None
        found.append(Clause(one.prose, subject, held, adds, one.people, before, actor))
        planned = one.border != "." and (adds or verbs.OPENS_PLAN.match(one.prose) is not None)
        conditional = not one.ends and (conditional or bool(verbs.CONDITION.search(one.prose)))
        actor = "" if one.ends else _acting(found[-1]) or actor
        before = "" if one.ends else before + one.prose + one.border
    return tuple(found)


def _acting(clause: Clause) -> str:
    return clause.agent(len(clause.prose)) if clause.people else ""


_OF_THREAD = re.compile(
    r"\s*\u25cc\s*(?:has |had |then )?(?:closed|reopened|reverted|merged) (?:it|this)\b"
    r"|\s*(?:(?:Closed|Merged|Reopened|Superseded|Replaced|Reverted|Fixed|Resolved)\b(?!\s*\ufffc)"
    r"|(?:已|被|因|由于|以|作为)[^\ufffc]{0,12}\ufffc[^\ufffc]{0,10}(?:关闭|取代|替代|重复))",
    re.IGNORECASE,
)
_RELATIVE = re.compile(r"\s*(?:where|which|whose|in which)\b", re.IGNORECASE)
_STARTS = re.compile(
    r"(?:\s|\b(?:and|then|also|later|has|have|had|already|once|first|finally|just|since|so)\b"
    r"|并|随后|后来|然后|也|又|还|则|已经?|曾|再|先|最[后终]|[其之]后|于是)*",
    re.IGNORECASE,
)
_OWNS = re.compile(r"\s*(?:'s\b|’s\b|的)")
_ACTED_ON = re.compile(
    r"(?:\b(?:after|with|for|by|thanks to|to|from|at|of|since|because|like|per)|[对向给因由被为据按自从])\s*$",
    re.IGNORECASE,
)


OTHER = "\u25cc"
"""Stands for a placeholder that is no item."""

_BORDER = re.compile(r"([。；;！!？?，,、\n]|\.(?=\s|$)|(?:\b(?:while|whereas|but|and)\b)|而|但|并且|以及)")
_STOPS = frozenset("。；;！!？?\n.")


@dataclass(frozen=True)
class _Stretch:
    """``ends``: whether a sentence ends behind it. ``border``: what it ends with."""

    prose: str
    items: tuple[int, ...]
    people: tuple[tuple[int, str], ...]
    border: str = ""
    ends: bool = True


def _split(parsed: Parsed) -> Iterator[_Stretch]:
    prose, items, people = "", [], []
    for segment in parsed.segments:
        if not isinstance(segment, Text):
            items += [segment.number] if isinstance(segment, ItemRef) else []
            people += [(len(prose), segment.login)] if isinstance(segment, PersonRef) else []
            prose += MARK if isinstance(segment, ItemRef) else OTHER
            continue
        *closed, rest = _BORDER.split(segment.text)
        for part, border in zip(closed[::2], closed[1::2], strict=True):
            yield _Stretch(prose + part, tuple(items), tuple(people), border, border in _STOPS)
            prose, items, people = "", [], []
        prose += rest
    yield _Stretch(prose, tuple(items), tuple(people))


def check_states(parsed: Parsed, about: int | None, sources: Sources, grounds: Grounds) -> Iterator[Reason]:
    """A reason for each clause that tells a state which none, or not all, of its items have. A question tells none.

    What somebody did, in a word of theirs in the evidence, is not the state of the item.
    """
    if str(parsed).rstrip(' 」”"').endswith(("？", "?")):
        return
    for clause in clauses(parsed, about):
        states = {number: state_at(sources.items[number], sources.window.end) for number in clause.items}
        if states and not clause.planned and not (clause.conditional and not verbs.PAST.search(clause.prose)):
            yield from _check(clause, states, sources, grounds)


def _check(clause: Clause, states: dict[int, State], sources: Sources, grounds: Grounds) -> Iterator[Reason]:
    pulls = {number: state for number, state in states.items() if sources.items[number].is_pull}
    told = (
        (verbs.MERGED, pulls or states, _is_merged),
        (verbs.DONE, states, _is_done),
        (verbs.CHANGED, pulls, _is_merged),
        (verbs.PLAIN_VERB, states, _is_done),
        (verbs.PLAIN_CAUSE, pulls, _is_done),
        (verbs.CLOSED, states, _is_closed),
        (verbs.BROUGHT, pulls, _is_merged),
        (verbs.SINCE, pulls, _is_merged),
    )
    yield from _deeds(clause, pulls)
    for pattern, subjects, fits in told:
        excused = partial(_is_excused, clause, grounds) if pattern in (verbs.DONE, verbs.CHANGED) else None
        if said := asserted(pattern, clause.prose, excused):
            yield from _misfits(said, subjects, fits)
    if (found := verbs.OPEN.search(clause.prose)) and not any(map(_is_unmerged, states.values())):
        yield Reason(kind=Kind.STATE, detail=f"{found[0].strip()!r} is told of {_told(states)}")


_CALLED = re.compile(
    r"(?:(?:\b(?:the|an?|this|that|open)\s+)*\b(?:PRs?|pull requests?|patch|draft|work|change)"
    r"|(?:该|此|这个|这一)?\s*(?:拉取请求|合并请求|补丁|草案))\s*$",
    re.IGNORECASE,
)
_QUIET = " \t\"'“”‘’「」—-*"


def _deeds(clause: Clause, pulls: dict[int, State]) -> Iterator[Reason]:
    """A reason where an unmerged pull request does something, and no word says that it is only meant to.

    Words of completion are too many to list, so here it is the harmless ones that are listed.
    """
    prose = clause.prose
    if MARK not in prose or OTHER in prose or not pulls or not all(map(_is_unmerged, pulls.values())):
        return
    if verbs.PROPOSED.search(prose) or verbs.OPEN.search(prose) or verbs.CLOSED.search(prose):
        return
    for at in (place for place, mark in enumerate(prose) if mark == MARK):
        before, after = _CALLED.sub("", prose[:at]), prose[at + 1 :]
        harmless = verbs.ACTED_ON.search(before) if before.strip(_QUIET) else verbs.NEUTRAL.match(after)
        if not verbs.LED_TO.search(before) and not harmless:
            yield Reason(kind=Kind.STATE, detail=f"{_told(pulls)} does something: say what it proposes, or would do")
            return


def asserted(pattern: re.Pattern[str], prose: str, excused: Callable[[re.Match[str]], bool] | None = None) -> str:
    """The first word of completion that nothing before it takes back, and that is not ``excused``, or nothing."""
    # As long as it was, so that places stay what they are.
    prose = verbs.OPINION.sub(lambda found: OTHER.rjust(len(found[0])), prose)
    for found in pattern.finditer(prose):
        if _is_noun(prose, found):
            continue
        if not verbs.HEDGE.search(prose[: found.start()]) and not (excused and excused(found)):
            return found[0].strip(f" {MARK}")
    return ""


def _is_noun(prose: str, found: re.Match[str]) -> bool:
    """Whether "fixes" are things here: "the reporting fixes alone", "both fixes are small"."""
    return verbs.THINGS_BEFORE.search(prose[: found.start()]) is not None and (
        verbs.THINGS.match(prose[found.start() :]) is not None
    )


def _is_excused(clause: Clause, grounds: Grounds, found: re.Match[str]) -> bool:
    """Whether it is what somebody did, or how something works that somebody argues with."""
    return is_own_deed(found[0], grounds.written_by(clause.agent(found.start()), clause.items)) or (
        bool(clause.actor) and is_reasoning(found[0], clause.before + clause.prose[: found.start()])
    )


def _misfits(said: str, states: dict[int, State], fits: Callable[[State], bool]) -> Iterator[Reason]:
    wrong = {number: state for number, state in states.items() if not fits(state)}
    if wrong:
        yield Reason(kind=Kind.STATE, detail=f"{said!r} is told of {_told(wrong)}")


def _told(states: dict[int, State]) -> str:
    return ", ".join(f"#{number} ({state})" for number, state in sorted(states.items()))


def _is_merged(state: State) -> bool:
    return state is State.MERGED


def _is_done(state: State) -> bool:
    return state in (State.MERGED, State.COMPLETED)


def _is_closed(state: State) -> bool:
    return not state.is_open


def _is_unmerged(state: State) -> bool:
    return state.is_open or state is State.CLOSED
