"""Whether the people that a claim names took part in what it cites, in the role that it gives them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from digest.claims import words
from digest.claims.placeholders import MARK, Parsed, PersonRef, Segment, Text
from digest.claims.sources import Sources
from digest.claims.states import asserted, clauses
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
    for login, around in _people_in_context(parsed.segments):
        for role, pattern in words.ROLES:
            if pattern.search(around) and not _HAS[role](login.casefold(), cited, sources):
                yield Reason(kind=Kind.ROLE, detail=f"{login} is no {role} of {_named(cited)}")


def _people_in_context(segments: tuple[Segment, ...]) -> Iterator[tuple[str, str]]:
    """Each person with the prose on both sides, in which a mark stands for the person alone."""
    for at, segment in enumerate(segments):
        if isinstance(segment, PersonRef):
            before = segments[at - 1] if at else None
            after = segments[at + 1] if at + 1 < len(segments) else None
            yield segment.login, f"{_text(before)[-40:]}{MARK}{_text(after)[:40]}"


def _text(segment: Segment | None) -> str:
    return segment.text if isinstance(segment, Text) else ""


def check_approvals(parsed: Parsed, about: int | None, sources: Sources) -> Iterator[Reason]:
    """A reason for each clause that tells of an approval which no review of its pull requests gives."""
    for clause in clauses(parsed, about):
        pulls = tuple(number for number in clause.items if sources.items[number].is_pull)
        if pulls and asserted(words.APPROVED, clause.prose) and not any(_is_approved(n, sources) for n in pulls):
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


_HAS: dict[str, Callable[[str, tuple[int, ...], Sources], bool]] = {
    "author": _is_author,
    "reviewer": _is_reviewer,
    "maintainer": _is_maintainer,
    "approver": _is_approver,
    "merger": _is_merger,
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
