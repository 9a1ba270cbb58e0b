"""Whether the states that a statement tells are those of its items at the window's end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from digest.claims.foreign import completions, words
from digest.claims.foreign.clauses import Clause, clauses
from digest.claims.foreign.dates import day_in
from digest.claims.foreign.finding import Finding, held, refuted, supported
from digest.claims.foreign.statement import REFERENCE, Statement, numbers
from digest.claims.foreign.words import MARK
from digest.claims.sources import Sources
from digest.claims.verdict import Kind
from digest.facts.states import state_at
from digest.facts.values import State
from digest.model import Item


def check_states(statement: Statement, sources: Sources) -> Iterator[Finding]:
    """Markers, states told of a thread, and verbs of completion."""
    if words.TITLE_LABEL.fullmatch(statement.label):
        return
    markers = tuple(_markers(statement, sources))
    yield from markers
    if told := tuple(_status(statement, sources)):
        yield from told
        return
    is_open = words.UNDER_WAY.search(statement.text) or words.UNDER_WAY.search(_head(statement))
    for clause in clauses(statement, sources):
        yield from _merged(clause, statement.text, sources)
        yield from _closed(clause, statement.text, sources)
        yield from _open(clause, sources)
        if not is_open and not clause.is_conditional:
            yield from _done(clause, sources)


def _head(statement: Statement) -> str:
    """What stands above, where it names the item that this is about."""
    return statement.above if numbers(statement.above) and not statement.refs else ""


# Markers


_BRACKETED = re.compile(r"\s*[（(\[【]\s*(?P<told>[^（）()\[\]【】/]{2,14}?)\s*[)）\]】]")


def _markers(statement: Statement, sources: Sources) -> Iterator[Finding]:
    for found in REFERENCE.finditer(statement.text):
        if marker := _BRACKETED.match(statement.text, found.end()):
            yield from _marker(marker["told"], numbers(found[0]), sources)
    if not statement.refs and len(statement.context) == 1 and len(statement.text) < _SHORT:
        cell = re.fullmatch(
            r"\W*(?:PR|Issue)?\s*[（(\[]?\s*(?P<told>[^（）()\[\]/]{2,14}?)\s*[)）\]]?\W*", statement.text
        )
        if cell:
            yield from _marker(cell["told"], statement.context, sources)


_SHORT = 24


def _marker(told: str, items: Iterable[int], sources: Sources) -> Iterator[Finding]:
    state = next((name for name, pattern in words.MARKERS if pattern.fullmatch(told.strip())), "")
    for item in _known(items, sources):
        if state:
            yield _told(state, item, sources)


def _told(state: str, item: Item, sources: Sources) -> Finding:
    is_now = state_at(item, sources.window.end)
    return held(
        Kind.STATE,
        _FITS[state](is_now, item.is_pull),
        f"#{item.number} is told as {state}; it was {_named(item, is_now)}",
    )


_FITS: dict[str, Callable[[State, bool], bool]] = {
    "merged": lambda state, is_pull: state is State.MERGED or not is_pull,
    "unmerged": lambda state, is_pull: is_pull and state is State.CLOSED,
    "closed": lambda state, is_pull: is_pull is not None and not state.is_open,
    "open": lambda state, is_pull: is_pull is not None and state.is_open,
}


def _named(item: Item, state: State) -> str:
    later = "" if not state.is_open else next((f", and {what} later" for what, at in _later(item) if at), "")
    return f"{state.replace('_', ' ')} at the window's end{later}"


def _later(item: Item) -> tuple[tuple[str, object], ...]:
    return ("merged", item.merged_at), ("closed", item.closed_at)


# "Current status: …"


def _status(statement: Statement, sources: Sources) -> Iterator[Finding]:
    """The first clause of a status says it of the thread; what follows may speak of others."""
    if not words.STATUS_LABEL.match(statement.label) or len(statement.context) != 1:
        return
    told = re.sub(r"^[^：:]{0,20}[：:]\s*", "", statement.text)
    state = next((name for name, pattern in words.STATUS if pattern.match(told)), "")
    for item in _known(statement.context, sources):
        if state:
            yield _told(state, item, sources)


# Verbs


def _known(numbers_: Iterable[int], sources: Sources) -> tuple[Item, ...]:
    return tuple(sources.items[number] for number in numbers_ if number in sources.items)


def _is_meant(before: str) -> bool:
    """What is so "without flash-attn" is so: here a "not" in front is of the case, and takes nothing back."""
    return words.HEDGE.search(completions.WITHOUT.sub("", words.MATTER.sub("", before))) is not None


def _is_hedged(before: str) -> bool:
    return words.HEDGE.search(words.MATTER.sub("", before)) is not None


def _asserted(pattern: re.Pattern[str], text: str, hedged: Callable[[str], bool] = _is_hedged) -> re.Match[str] | None:
    """The first place that nothing in front of it takes back."""
    return next((one for one in pattern.finditer(text) if not hedged(text[: _at(one)])), None)


def _at(found: re.Match[str]) -> int:
    at = found.start("verb") if "verb" in found.re.groupindex else -1
    return at if at >= 0 else found.start()


def _merged(clause: Clause, told: str, sources: Sources) -> Iterator[Finding]:
    # As long as it was, so that places stay what they are.
    text = words.MERGED_HEDGE_NOT.sub(lambda hedge: " " * len(hedge[0]), clause.text)
    found = _asserted(words.MERGED, text)
    if not found or words.OPEN.search(clause.text) or _by_marker(clause, found):
        return
    pulls = [item for item in _known(_merging(clause, found), sources) if item.is_pull]
    if any(item.merged_at and _is_its_day(told, item.merged_at, sources) for item in pulls):
        yield supported(Kind.STATE)
        return
    if words.LATER.search(clause.text):
        yield from (
            held(Kind.STATE, _came_later(item, sources), f"#{item.number} was not merged later") for item in pulls
        )
        return
    everything = clause.named and len(clause.named) == len(pulls)
    yield from _judged(pulls, found[0], sources, lambda state: state is State.MERGED, everything=bool(everything))


def _merging(clause: Clause, found: re.Match[str]) -> tuple[int, ...]:
    """What the verb is told of: the item right in front of it, where that one is only a time ("after #1 went in")."""
    before = clause.text[: _at(found)]
    for at, items in reversed(clause.places):
        is_its_own = at < len(before) and words.OF_ITS_OWN.search(before[:at])
        if is_its_own and words.BE.fullmatch(before[at + 1 :]):
            return items
    return clause.named or clause.carried


def _is_its_day(text: str, moment: datetime, sources: Sources) -> bool:
    """Whether the sentence tells the day, in the report's zone or in UTC: then nothing is told of the window's end."""
    told = day_in(text, sources.window.end.year)
    return told in {(one.month, one.day) for one in (moment.astimezone(sources.window.zone), moment)}


def _came_later(item: Item, sources: Sources) -> bool:
    return item.merged_at is not None and item.merged_at >= sources.window.end


def _by_marker(clause: Clause, found: re.Match[str]) -> bool:
    """Alone in brackets it is a marker, which was checked already."""
    before, after = clause.text[: found.start()].rstrip(), clause.text[found.end() :].lstrip()
    return before.endswith(("(", "（", "[", "/")) and after.startswith((")", "）", "]", "/"))


def _closed(clause: Clause, told: str, sources: Sources) -> Iterator[Finding]:
    found = _asserted(words.CLOSED, clause.text)
    if found and not words.OPEN.search(clause.text) and not _by_marker(clause, found):
        items = _known(clause.named or clause.carried, sources)
        if words.LATER.search(clause.text) or any(
            item.closed_at and _is_its_day(told, item.closed_at, sources) for item in items
        ):
            return
        yield from _judged(items, found[0], sources, lambda state: not state.is_open, everything=False)


def _open(clause: Clause, sources: Sources) -> Iterator[Finding]:
    found = words.OPEN.search(clause.text)
    named = clause.named or (clause.carried if words.BARE_OPEN.match(clause.text) else ())
    items = _known(named, sources)
    if found and items and not words.HEDGE.search(clause.text[: found.start()].replace("尚", "").replace("未", "")):
        fitting = _OPEN if words.STILL_OPEN.search(found[0]) else _UNMERGED
        fits = any(state_at(item, sources.window.end) in fitting for item in items)
        yield held(Kind.STATE, fits, f"{found[0]!r} is told of {_list(items, sources)}")


_OPEN = (State.OPEN, State.DRAFT)
_UNMERGED = (*_OPEN, State.CLOSED)


def _done(clause: Clause, sources: Sources) -> Iterator[Finding]:
    for form, found in _completions(clause):
        if form.of_people(clause.text, found, sources) or completions.OWN_PAGE.match(clause.text[found.end() :]):
            continue
        named = clause.subject(_at(found)) if form.acts else clause.named
        items = _known(named or clause.carried, sources)
        pulls = [item for item in items if item.is_pull]
        told = items if form.gone and not pulls else pulls
        explicit = bool(clause.named) and tuple(named) == clause.named and not _has_brackets(clause, found)
        yield from _judged(told, found[0], sources, _is_done, everything=explicit)
        return


def _is_told_of_people(text: str, found: re.Match[str], sources: Sources) -> bool:
    """Whether the nearest thing that could act is somebody, not a change: nor a change through which they act."""
    before = text[: _at(found)]
    acting = _ACTING.search(before)
    if acting is not None and MARK in acting["between"]:
        return completions.OWN_THREAD.match(text[found.end() :]) is not None
    return _acting(before, sources) or words.PERSON_SUBJECT.search(before) is not None


_ACTING = re.compile(r"`(?P<login>[A-Za-z0-9-]+)`(?P<between>[^，,。；;`]{0,40})$")
_NEAR = 24


def _acting(before: str, sources: Sources) -> bool:
    """Whether a login stands near in front."""
    found = _ACTING.search(before)
    return found is not None and len(found["between"]) <= _NEAR and found["login"].casefold() in sources.logins


def _has_brackets(clause: Clause, found: re.Match[str]) -> bool:
    """References in several brackets belong to several things: the verb need not hold for each."""
    return clause.subject(_at(found)) != clause.named or len(re.findall(r"[(（]", clause.text)) > 1


def _is_of_a_login(text: str, found: re.Match[str], sources: Sources) -> bool:
    """What "users" can do now is an effect of the change; what somebody now does is their own."""
    return _acting(text[: _at(found)], sources)


def _is_of_nobody(_text: str, _found: re.Match[str], _sources: Sources) -> bool:
    return False


class _Form(NamedTuple):
    """``gone``: it says that a problem is gone. ``acts``: what is named in front of the verb is its subject."""

    pattern: re.Pattern[str]
    gone: bool = False
    acts: bool = False
    of_people: Callable[[str, re.Match[str], Sources], bool] = _is_of_nobody
    hedged: Callable[[str], bool] = _is_hedged


def _active(pattern: re.Pattern[str], gone: bool = False) -> _Form:
    return _Form(pattern, gone, acts=True, of_people=_is_told_of_people)


_FORMS = (
    _active(completions.GONE, gone=True),
    _active(completions.CHANGED),
    _active(completions.DISPOSED),
    _active(completions.ACTIVE_GONE, gone=True),
    _active(completions.ACTIVE_CHANGED),
    _Form(completions.PASSIVE_GONE, gone=True),
    _Form(completions.PASSIVE_CHANGED),
    _active(completions.GAINED),
    _Form(completions.DELIVERED, gone=True),
    _Form(completions.THROUGH),
    _Form(completions.OWED_TO),
    _Form(completions.IN_BRACKETS),
    _Form(completions.EFFECT, of_people=_is_of_a_login, hedged=_is_meant),
)
_CITED_BEHIND = _Form(completions.DID_IT)


def _completions(clause: Clause) -> Iterator[tuple[_Form, re.Match[str]]]:
    for form in (*_FORMS, _CITED_BEHIND) if clause.is_cited_behind else _FORMS:
        if found := _asserted(form.pattern, clause.text, form.hedged):
            yield form, found


def _is_done(state: State) -> bool:
    return state in (State.MERGED, State.COMPLETED)


def _judged(
    items: Iterable[Item], said: str, sources: Sources, fits: Callable[[State], bool], everything: bool
) -> Iterator[Finding]:
    """Refuted where it holds for none of the items; with ``everything``, also where it does not hold for one.

    An issue that was closed for a reason that GitHub does not tell may well be solved.
    """
    told = tuple(items)
    holds = [fits(_lenient(item, sources)) for item in told]
    if told and (not any(holds) or (everything and not all(holds))):
        wrong = tuple(item for item, good in zip(told, holds, strict=True) if not good)
        yield refuted(Kind.STATE, f"{said.replace(words.MARK, '').strip()!r} is told of {_list(wrong, sources)}")
    elif told:
        yield supported(Kind.STATE)


def _lenient(item: Item, sources: Sources) -> State:
    state = state_at(item, sources.window.end)
    return State.COMPLETED if not item.is_pull and state is State.CLOSED else state


def _list(items: Iterable[Item], sources: Sources) -> str:
    return ", ".join(f"#{item.number} ({_named(item, state_at(item, sources.window.end))})" for item in items)
