"""What an open item waits for, by what was said and by its labels: never guessed from silence alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from digest.facts import cues, stance
from digest.facts.pairs import NONE, Related
from digest.facts.states import state_at
from digest.facts.values import Quote, Reason, State, Waiting
from digest.facts.voices import MAINTAINERS, Said, called_in, is_bot, quote, said, sentences
from digest.model import GHOST, Item

_REBASE = frozenset({"needs-rebase", "needs rebase", "merge-conflict", "conflicts"})
_SHORTEST = 15
"""Characters of a question that asks for something ("Any update?" does not)."""
FRESH = timedelta(days=7)
"""For how long a promise is waited for."""
_CI = ("ci-failure", "ci failure", "ci-failed", "tests-failing", "ci/failing", "failing-tests")


def waiting(item: Item, end: datetime, bots: tuple[str, ...] = (), related: Related = NONE) -> tuple[Waiting, ...]:
    """What the item waited for at ``end``, what blocks it first."""
    state = state_at(item, end)
    # Of an item that did not come whole it is not known what was said, so nothing is missing from it.
    if not state.is_open or not item.complete or item.depth == "listed":
        return ()
    until = [one for one in said(item) if one.at < end]
    reasons = _pull(item, state, until, bots) if item.is_pull else _issue(item, until, bots, related)
    return (*reasons, *_promise(until, end, bots, related))


def _pull(item: Item, state: State, until: list[Said], bots: tuple[str, ...]) -> Iterator[Waiting]:
    verdicts = opinions(until, bots)
    objections = [one for one in verdicts.values() if one.review == "CHANGES_REQUESTED"]
    for one in objections:
        reason = Reason.SECOND_LOOK if _addressed(item, one, until) else Reason.CHANGES_REQUESTED
        yield Waiting(reason=reason, who=one.author.login, quote=_why(one, until))
    told = {one.author.login for one in objections}
    if (wanted := _condition(item, until, bots)) and wanted.author not in told:
        told.add(wanted.author)
        own = wanted.author == item.author.login
        yield Waiting(reason=Reason.PREREQUISITE if own else Reason.CONDITION, who=wanted.author, quote=wanted)
    if (asked := open_question(item, until, bots)) and asked.author not in told:
        yield Waiting(reason=Reason.QUESTION, who=asked.author, quote=asked)
    labels = {label.casefold() for label in item.labels}
    if labels & _REBASE or item.mergeable == "CONFLICTING":
        yield Waiting(reason=Reason.REBASE, who=item.author.login)
    if any(label in _CI for label in labels):
        yield Waiting(reason=Reason.CI)
    if state is State.DRAFT:
        yield Waiting(reason=Reason.DRAFT, who=item.author.login)
    elif not objections:
        approved = [
            one.author.login for one in verdicts.values() if one.review == "APPROVED" and one.association in MAINTAINERS
        ]
        if approved:
            yield Waiting(reason=Reason.MERGE, who=approved[-1])
        elif not any(_has_looked(one, item, bots) for one in until):
            yield Waiting(reason=Reason.REVIEW)


def _has_looked(one: Said, item: Item, bots: tuple[str, ...]) -> bool:
    """Somebody reviewed it, or a maintainer spoke to it."""
    if is_bot(one.author, bots) or one.author == item.author:
        return False
    return bool(one.review) or one.association in MAINTAINERS


def _issue(item: Item, until: list[Said], bots: tuple[str, ...], related: Related) -> Iterator[Waiting]:
    for number in related.fixes:
        yield Waiting(reason=Reason.FIX, number=number)
    for pull in related.mentions:
        yield Waiting(reason=Reason.RELATED, who=pull.author.login, number=pull.number)
    on_its_way = related.fixes or related.mentions
    if asked := open_question(item, until, bots):
        yield Waiting(reason=Reason.QUESTION, who=asked.author, quote=asked)
    elif not (on_its_way or related.linked) and not any(_is_another(one, item, bots) for one in until):
        yield Waiting(reason=Reason.ANSWER)


def _is_another(one: Said, item: Item, bots: tuple[str, ...]) -> bool:
    """Somebody else than the author spoke. Deleted accounts look alike, so between them that is not known."""
    return not is_bot(one.author, bots) and (one.author != item.author or item.author == GHOST)


def _promise(until: list[Said], end: datetime, bots: tuple[str, ...], related: Related) -> Iterator[Waiting]:
    """The last word of somebody who said lately that they will do something, and has not been heard of since."""
    people = [one for one in until if not is_bot(one.author, bots) and one.at > end - FRESH]
    told = stance.first(reversed(people[-3:]), cues.is_promise)
    if told is None or any(p.author.login == told.author and p.created_at > told.at for p in related.mentions):
        return
    if any(one.author.login == told.author and one.at > told.at for one in people):
        return
    yield Waiting(reason=Reason.PROMISE, who=told.author, quote=told)


def _addressed(item: Item, objection: Said, until: list[Said]) -> bool:
    """Whether the author said, after the objector's last word, that they did what was asked."""
    last = max((one.at for one in until if one.author == objection.author), default=objection.at)
    after = [one for one in until if one.author == item.author and one.at > last]
    return any(cues.is_addressed(sentence) for one in after for sentence in sentences(one))


def opinions(until: Iterable[Said], bots: tuple[str, ...] = ()) -> dict[str, Said]:
    """Each human reviewer's newest verdict. A later comment leaves a verdict standing, a dismissal takes it away.

    https://docs.github.com/en/pull-requests/collaborating-with-pull-requests/reviewing-changes-in-pull-requests/about-pull-request-reviews
    """
    newest: dict[str, Said] = {}
    for one in until:
        if is_bot(one.author, bots):
            continue
        if one.review in ("APPROVED", "CHANGES_REQUESTED"):
            newest.pop(one.author.login, None)
            newest[one.author.login] = one
        elif one.review == "DISMISSED":
            newest.pop(one.author.login, None)
    return newest


def open_question(item: Item, until: list[Said], bots: tuple[str, ...] = ()) -> Quote | None:
    """The newest question that nobody answered, in a thread that is not resolved.

    Whatever was said after it may be the answer: better to miss an open question than to call an answered one open.
    """
    people = [one for one in until if not is_bot(one.author, bots) and not one.minimized]
    for index, one in reversed(list(enumerate(people))):
        if one.author == item.author:
            return None
        if one.resolved:
            continue
        asked = next((s for s in reversed(sentences(one)) if cues.is_asked(s) and len(s) > _SHORTEST), None)
        if asked is not None:
            answered = any(_answers(later, one) for later in people[index + 1 :])
            return None if answered or _calls_others(one, item) else quote(one, stance.shorten(asked))
    return None


def _condition(item: Item, until: list[Said], bots: tuple[str, ...]) -> Quote | None:
    """The newest word on what has to come first.

    What the change's author says after it may have met it, and who approves after it waits for nothing.
    """
    content: set[str] = set()
    for one in reversed([one for one in until if not is_bot(one.author, bots) and not one.minimized]):
        told = next((s for s in sentences(one) if cues.is_condition(s)), None)
        if told and one.author.login not in content and not one.resolved:
            return quote(one, stance.shorten(told))
        if one.author == item.author:
            return None
        if one.review == "APPROVED":
            content.add(one.author.login)
    return None


def _calls_others(one: Said, item: Item) -> bool:
    """Whether it is put to somebody by name who is not the author."""
    called = called_in(one.body)
    return bool(called) and item.author.login.casefold() not in called


def _answers(later: Said, asked: Said) -> bool:
    """Anybody who spoke after it may have answered, the asker too ("never mind"); a mere remark on a line does not."""
    return later.id != asked.id and not (later.path and later.path != asked.path)


def _why(review: Said, until: list[Said]) -> Quote | None:
    """The objector's newest words in the open thread, from the verdict on: what they asked for first may be settled.

    Remarks on lines are details, often answered where they stand.
    """
    theirs = [one for one in until if one.author == review.author and one.at >= review.at and not one.resolved]
    spoken = [one for one in theirs if not one.path] or theirs
    told = [found for found in map(stance.best, reversed(spoken)) if found is not None]
    return next((one for one in told if stance.weight(one.text) > 0), told[0] if told else None)
