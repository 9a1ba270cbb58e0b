"""Whether the people that a claim names took part in what it cites, in the role that it gives them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from digest.claims import roles, verbs, words
from digest.claims.grounds import Grounds
from digest.claims.placeholders import Parsed
from digest.claims.sources import Sources
from digest.claims.states import OTHER, asserted, clauses
from digest.claims.told import PERSON, Sentence, sentences
from digest.claims.verdict import Kind, Reason

_MAINTAINERS = ("OWNER", "MEMBER", "COLLABORATOR")
"""https://docs.github.com/en/graphql/reference/enums#commentauthorassociation"""


def check_people(parsed: Parsed, cited: tuple[int, ...], sources: Sources) -> Iterator[Reason]:
    """Reasons for people who are not in a cited thread, roles that they do not have, and names typed as words."""
    present = sources.people(cited)
    for login in parsed.people:
        if login.casefold() not in present:
            yield Reason(kind=Kind.PERSON, detail=f"{login} took no part in {_named(cited)}")
    yield from _roles(parsed, cited, sources)
    yield from _typed(parsed.prose, present, cited, sources)


def _roles(parsed: Parsed, cited: tuple[int, ...], sources: Sources) -> Iterator[Reason]:
    for sentence in sentences(parsed):
        for login, role in _told(sentence):
            if not _HAS[role](login.casefold(), cited, sources):
                yield Reason(kind=Kind.ROLE, detail=f"{login} is no {role} of {_named(cited)}")


def _told(sentence: Sentence) -> Iterator[tuple[str, str]]:
    """(login, role): by the words around a person, or by words that can only be of the one person of the sentence."""
    for at, login in sentence.people:
        # Others become neutral, so that the words beside them are not taken for this one's.
        text = "".join(OTHER if mark == PERSON and place != at else mark for place, mark in enumerate(sentence.text))
        yield from ((login, role) for role, form in roles.ROLES if form.search(text))
    for role, form in roles.ALONE:
        found = form.search(sentence.text)
        if found and len(sentence.people) == 1 and not _NOT.search(sentence.text[: found.start()]):
            yield sentence.people[0][1], role


_NOT = re.compile(
    r"(?:\b(?:not|never|nor|without|until|if|unless)\b|n['’]t\b|未|没|不|若"
    r"|待)[^，,。；;.]{0,16}$",
    re.IGNORECASE,
)


def check_deeds(parsed: Parsed, cited: tuple[int, ...], grounds: Grounds, sources: Sources) -> Iterator[Reason]:
    """A reason for each person of whom something is told that they did not write, as far as the claim shows.

    Whoever is named wrote a piece that the claim cites, is called by name in one, has the role that is told of them,
    or is somebody of whom something is awaited. Where the claim cites none, nothing is told but how the item's author
    acts, and how others speak: what people can do with an item is told in too many words to list.
    """
    for sentence in sentences(parsed):
        roled = {login for login, _ in _told(sentence)} | set(_awaited(sentence))
        for login in dict.fromkeys(login for _, login in sentence.people if login not in roled):
            if grounds.pieces:
                if login.casefold() not in grounds.authors:
                    yield Reason(
                        kind=Kind.PERSON, detail=f"{login} wrote none of the evidence: it is by {_by(grounds)}"
                    )
            elif not (_is_author(login.casefold(), cited, sources) or _speaks(sentence)):
                yield Reason(kind=Kind.PERSON, detail=f"what {login} did is not told in a word that can be checked")


def _awaited(sentence: Sentence) -> Iterator[str]:
    """Of whom it is told only that something may come."""
    for at, login in sentence.people:
        if roles.AWAITED.search(sentence.text[: at + 1]) or roles.OPEN_WHETHER.match(sentence.text[at:]):
            yield login


def _speaks(sentence: Sentence) -> bool:
    return bool(sentence.quotes or words.SPEAKS.search(sentence.text))


def _by(grounds: Grounds) -> str:
    return ", ".join(dict.fromkeys(piece.author for piece in grounds.pieces))


def check_speakers(parsed: Parsed, sources: Sources) -> Iterator[Reason]:
    """A reason for each quote that stands beside somebody who is not its author."""
    for sentence in sentences(parsed):
        for at, quote in sentence.quotes:
            author = sources.evidence[quote.evidence].author
            speaker = _speaker(sentence, at)
            if speaker and speaker.casefold() != author.casefold():
                yield Reason(kind=Kind.PERSON, detail=f"{quote.words!r} are the words of {author}, not of {speaker}")


def _speaker(sentence: Sentence, at: int) -> str:
    """Who stands nearest before the quote and is neither spoken to nor listened to; else who comes first after it.

    Nobody where there is no such person, or where words lead back to one who was named earlier.
    """
    before = [(place, login) for place, login in sentence.people if place < at]
    if before and roles.BACK.search(sentence.text[before[-1][0] : at]):
        return ""
    for place, login in reversed(before):
        if not roles.REPLY.search(sentence.text[: place + 1]):
            return login
    after = [login for place, login in sentence.people if place > at]
    return after[0] if after and not before else ""


def check_approvals(parsed: Parsed, about: int | None, sources: Sources) -> Iterator[Reason]:
    """A reason for each clause that tells of an approval which no review of its pull requests gives."""
    for clause in clauses(parsed, about):
        pulls = tuple(number for number in clause.items if sources.items[number].is_pull)
        if pulls and asserted(verbs.APPROVED, clause.prose) and not any(_is_approved(n, sources) for n in pulls):
            yield Reason(kind=Kind.STATE, detail=f"nobody approved {_named(pulls)}")


def _is_approved(number: int, sources: Sources) -> bool:
    return any(_last_verdict(login, number, sources) == "APPROVED" for login in sources.people([number]))


def _is_author(login: str, cited: tuple[int, ...], sources: Sources) -> bool:
    return any(sources.items[number].author.login.casefold() == login for number in cited)


def _is_reviewer(login: str, cited: tuple[int, ...], sources: Sources) -> bool:
    return any(p.author.casefold() == login and p.what != "body" for n in cited for p in sources.by_item[n])


def _is_maintainer(login: str, cited: tuple[int, ...], sources: Sources) -> bool:
    said = (piece for number in cited for piece in sources.by_item[number])
    return any(piece.author.casefold() == login and piece.association in _MAINTAINERS for piece in said)


def _is_approver(login: str, cited: tuple[int, ...], sources: Sources) -> bool:
    """By their last verdict: a later one replaces an approval."""
    return any(_last_verdict(login, number, sources) == "APPROVED" for number in cited)


def _last_verdict(login: str, number: int, sources: Sources) -> str:
    verdicts = [p.verdict for p in sources.by_item[number] if p.author.casefold() == login]
    return next((verdict for verdict in reversed(verdicts) if verdict not in ("", "COMMENTED")), "")


def _is_merger(login: str, cited: tuple[int, ...], sources: Sources) -> bool:
    mergers = (sources.items[number].merged_by for number in cited)
    return any(person is not None and person.login.casefold() == login for person in mergers)


def _is_closer(login: str, cited: tuple[int, ...], sources: Sources) -> bool:
    closings = (sources.items[number].closing for number in cited)
    return any(one is not None and one.by.login.casefold() == login for one in closings) or _is_merger(
        login, cited, sources
    )


def _is_objector(login: str, cited: tuple[int, ...], sources: Sources) -> bool:
    """Whether they ever asked for changes in the window's data; a later approval does not undo that they did."""
    said = (piece for number in cited for piece in sources.by_item[number])
    return any(piece.author.casefold() == login and piece.verdict in _OBJECTIONS for piece in said)


_OBJECTIONS = ("CHANGES_REQUESTED", "DISMISSED")


_HAS: dict[str, Callable[[str, tuple[int, ...], Sources], bool]] = {
    "author": _is_author,
    "reviewer": _is_reviewer,
    "maintainer": _is_maintainer,
    "approver": _is_approver,
    "merger": _is_merger,
    "closer": _is_closer,
    "objector": _is_objector,
}


def _typed(prose: str, present: frozenset[str], cited: tuple[int, ...], sources: Sources) -> Iterator[Reason]:
    """Names that the model typed as words: people of the snapshot, and whoever is said to speak."""
    for word in dict.fromkeys(_WORD.findall(prose)):
        name = word.casefold()
        if len(name) > 3 and name in sources.logins and name not in present and not words.SPEAKERS.fullmatch(name):
            yield Reason(kind=Kind.PERSON, detail=f"{word} took no part in {_named(cited)}")
    text = sources.text(cited)
    for found in words.SPEECH.finditer(prose):
        name = (found[1] or found[2]).casefold()
        if not words.SPEAKERS.fullmatch(name) and name not in present and name not in text:
            yield Reason(kind=Kind.PERSON, detail=f"{name} stands nowhere in {_named(cited)}")


_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*")


def _named(cited: tuple[int, ...]) -> str:
    return ", ".join(f"#{number}" for number in cited) or "anything cited"
