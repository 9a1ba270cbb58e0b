"""What an open item waits for, by what was said and by its labels: never guessed from silence alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from digest.facts import stance
from digest.facts.states import state_at
from digest.facts.values import Quote, Reason, State, Waiting
from digest.facts.voices import Said, is_bot, quote, said, sentences
from digest.model import Item

_REBASE = frozenset({"needs-rebase", "needs rebase", "merge-conflict", "conflicts"})
_SHORTEST = 15
"""Characters of a question that asks for something ("Any update?" does not)."""
_CI = ("ci-failure", "ci failure", "ci-failed", "tests-failing", "ci/failing", "failing-tests")


def waiting(item: Item, end: datetime, bots: tuple[str, ...] = (), fixes: Iterable[int] = ()) -> tuple[Waiting, ...]:
    """What the item waited for at ``end``, what blocks it first. ``fixes`` are open pull requests that close it."""
    state = state_at(item, end)
    if not state.is_open:
        return ()
    until = [one for one in said(item) if one.at < end]
    reasons = _pull(item, state, until, bots) if item.is_pull else _issue(item, until, bots, tuple(fixes))
    return (*reasons, *_promise(until, bots))


def _pull(item: Item, state: State, until: list[Said], bots: tuple[str, ...]) -> Iterator[Waiting]:
    verdicts = opinions(until)
    objections = [one for one in verdicts.values() if one.review == "CHANGES_REQUESTED"]
    for one in objections:
        yield Waiting(reason=Reason.CHANGES_REQUESTED, who=one.author.login, quote=_why(one, until))
    if (asked := open_question(item, until, bots)) and asked.author not in {one.author.login for one in objections}:
        yield Waiting(reason=Reason.QUESTION, who=asked.author, quote=asked)
    labels = {label.casefold() for label in item.labels}
    if labels & _REBASE or item.mergeable == "CONFLICTING":
        yield Waiting(reason=Reason.REBASE, who=item.author.login)
    if any(label in _CI for label in labels):
        yield Waiting(reason=Reason.CI)
    if state is State.DRAFT:
        yield Waiting(reason=Reason.DRAFT, who=item.author.login)
    elif not objections:
        approved = [one.author.login for one in verdicts.values() if one.review == "APPROVED"]
        if approved:
            yield Waiting(reason=Reason.MERGE, who=approved[-1])
        elif not any(one.review and not is_bot(one.author, bots) and one.author != item.author for one in until):
            yield Waiting(reason=Reason.REVIEW)


def _issue(item: Item, until: list[Said], bots: tuple[str, ...], fixes: tuple[int, ...]) -> Iterator[Waiting]:
    for number in fixes:
        yield Waiting(reason=Reason.FIX, number=number)
    if asked := open_question(item, until, bots):
        yield Waiting(reason=Reason.QUESTION, who=asked.author, quote=asked)
    elif not fixes and not any(one.author != item.author and not is_bot(one.author, bots) for one in until):
        yield Waiting(reason=Reason.ANSWER)


def _promise(until: list[Said], bots: tuple[str, ...]) -> Iterator[Waiting]:
    """The newest word of somebody who said that they will do something, among the last few."""
    people = [one for one in until if not is_bot(one.author, bots)]
    if told := stance.first(reversed(people[-3:]), stance.is_promise):
        yield Waiting(reason=Reason.PROMISE, who=told.author, quote=told)


def opinions(until: Iterable[Said]) -> dict[str, Said]:
    """Each reviewer's newest verdict. A later comment leaves a verdict standing, a dismissal takes it away.

    https://docs.github.com/en/pull-requests/collaborating-with-pull-requests/reviewing-changes-in-pull-requests/about-pull-request-reviews
    """
    newest: dict[str, Said] = {}
    for one in until:
        if one.review in ("APPROVED", "CHANGES_REQUESTED"):
            newest.pop(one.author.login, None)
            newest[one.author.login] = one
        elif one.review == "DISMISSED":
            newest.pop(one.author.login, None)
    return newest


def open_question(item: Item, until: list[Said], bots: tuple[str, ...] = ()) -> Quote | None:
    """The newest question that nobody answered, in a thread that is not resolved.

    A pull request's author answers for it, or somebody who speaks to the asker; in an issue anybody may. When in
    doubt a question counts as answered: better to miss an open one than to call an answered one open.
    """
    people = [one for one in until if not is_bot(one.author, bots) and not one.minimized]
    for index, one in reversed(list(enumerate(people))):
        if one.author == item.author:
            return None
        if one.resolved:
            continue
        asked = next((s for s in reversed(sentences(one)) if stance.is_question(s) and len(s) > _SHORTEST), None)
        if asked is not None:
            answered = any(_answers(later, one, item) for later in people[index + 1 :])
            return None if answered else quote(one, stance.shorten(asked))
    return None


def _answers(later: Said, asked: Said, item: Item) -> bool:
    if later.author == asked.author:
        return False
    return not item.is_pull or later.author == item.author or f"@{asked.author.login}" in later.body


def _why(review: Said, until: list[Said]) -> Quote | None:
    """The review's own words, else what its author said nearest to it."""
    if told := stance.best(review):
        return told
    near = [one for one in until if one.author == review.author and one.body.strip() and not one.resolved]
    return stance.best(near[-1]) if near else None
