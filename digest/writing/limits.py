"""How much may be said: what page.md's readers can take in ten minutes, kept by code.

A claim that is too long is written again. Of those that passed the check, a section publishes as many as it has room
for, in a fixed order: in a discussion the question and how it stands come before who holds what, in the focus what
every item is before what is still open about some. What has no room is left out, and is no claim of the report.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

from digest.claims import Claim, CountRef, ItemRef, Part, PersonRef, QuoteRef, Section, parse

LONGEST = {
    Section.SUMMARY: 110,
    Section.FOCUS: 90,
    Section.DISCUSSIONS: 115,
    Section.TRENDS: 110,
    Section.CHANGES: 60,
    Section.WATCH: 70,
}
"""Of one claim, in Chinese characters: anything narrow counts half."""
ROOM = {
    Section.SUMMARY: 420,
    Section.FOCUS: 1_150,
    Section.DISCUSSIONS: 1_080,
    Section.TRENDS: 320,
    Section.CHANGES: 640,
    Section.WATCH: 300,
}
"""Of a section's claims together, in Chinese characters; the rest of its room is for what code prints."""
MOST = {
    Section.SUMMARY: 6,
    Section.FOCUS: 40,
    Section.DISCUSSIONS: 60,
    Section.TRENDS: 3,
    Section.CHANGES: 24,
    Section.WATCH: 6,
}
"""Claims of a section."""
MOST_OF_ITEM = {Section.FOCUS: 2, Section.DISCUSSIONS: 7, Section.CHANGES: 1, Section.WATCH: 1}


def extent(claim: Claim) -> float:
    """How wide the claim is on the page, in Chinese characters, without what code adds to a reference."""
    return sum(1.0 if unicodedata.east_asian_width(c) in "WF" else 0.5 for c in _shown(claim))


def is_too_long(claim: Claim) -> bool:
    return extent(claim) > LONGEST[claim.section]


def characters(claim: Claim, chinese: bool) -> float:
    """What the claim takes of its section's room."""
    return len(_HAN.findall(_shown(claim))) if chinese else extent(claim) / 2


_HAN = re.compile(r"[\u3400-\u9fff]")


def _shown(claim: Claim) -> str:
    return "".join(_printed(segment) for segment in parse(claim.text).segments)


def _printed(segment: object) -> str:
    match segment:
        case ItemRef(number=number):
            return f"PR #{number}"
        case PersonRef(login=login):
            return login
        case CountRef():
            return "00"
        case QuoteRef(words=words):
            return f"「{words}」"
    return str(segment)


def chosen(claims: Iterable[Claim], chinese: bool) -> list[int]:
    """The places of those claims that have room, in their order."""
    told = list(claims)
    kept: list[int] = []
    for section in Section:
        kept += _of_section(
            section, [(place, one) for place, one in enumerate(told) if one.section is section], chinese
        )
    return sorted(kept)


def _of_section(section: Section, told: Sequence[tuple[int, Claim]], chinese: bool) -> list[int]:
    room: float = ROOM[section]
    count: Counter[object] = Counter()
    kept: list[int] = []
    for place, claim in _by_preference(told):
        need = characters(claim, chinese)
        # A change has one sentence, and may have a name beside it.
        of = (claim.about, claim.part) if section is Section.CHANGES else claim.about
        if need > room or len(kept) == MOST[section] or count[of] == MOST_OF_ITEM.get(section, MOST[section]):
            continue
        room -= need
        count[of] += 1
        kept.append(place)
    return kept


_FIRST = {
    Part.TOPIC: 0,
    Part.OUTCOME: 1,
    Part.BRIEF: 2,
    Part.POSITION: 2,
    Part.DISPUTE: 4,
    Part.WHAT: 0,
    Part.OPEN: 1,
    None: 6,
}


def _by_preference(told: Sequence[tuple[int, Claim]]) -> list[tuple[int, Claim]]:
    """Two positions come before a dispute, that before a third one; a second sentence of another part comes last."""
    seen: Counter[tuple[int | None, Part | None]] = Counter()
    ranked = []
    for place, claim in told:
        before = seen[claim.about, claim.part]
        seen[claim.about, claim.part] += 1
        later = before + (before > 1) if claim.part is Part.POSITION else 8 * before if claim.part else 0
        ranked.append((_FIRST[claim.part] + later, place, claim))
    return [(place, claim) for _, place, claim in sorted(ranked, key=lambda one: one[:2])]
