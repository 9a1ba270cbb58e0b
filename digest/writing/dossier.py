"""What a model gets to read for one call: items, and what was said in them, each piece under a short name.

Evidence ids of GitHub are long and easily mistyped, so a prompt calls them e1, e2 and so on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from digest.claims import Evidence, evidence_of
from digest.facts.values import Discussion, Facts, FocusFacts, Quote, Told
from digest.facts.voices import is_bot
from digest.model import Item, Person, Snapshot
from digest.writing.excerpt import excerpt, line

LONGEST_BODY = 3_000
LONGEST_COMMENT = 1_200
LONGEST_THREAD = 12_000
LONGEST_QUOTE = 400
MOST_ITEMS = 40
"""Characters and items; a call stays around 5,000 tokens."""


@dataclass(frozen=True)
class Piece:
    """A piece of evidence under the name that the prompt gives it."""

    alias: str
    id: str
    author: str
    what: str
    text: str
    is_new: bool = True
    """Whether it was written in the window."""


@dataclass(frozen=True)
class Exhibit:
    """An item as a prompt shows it, with why it is shown."""

    told: Told
    title: str
    why: tuple[str, ...]
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Dossier:
    """The exhibits of one call."""

    exhibits: tuple[Exhibit, ...]

    @property
    def ids(self) -> Mapping[str, str]:
        return {piece.alias: piece.id for exhibit in self.exhibits for piece in exhibit.pieces}

    @property
    def people(self) -> tuple[str, ...]:
        named = (login for exhibit in self.exhibits for login in _people(exhibit))
        return tuple(dict.fromkeys(login for login in named if login))

    @property
    def fence(self) -> str:
        """A word that nobody can have put into the texts: it is computed from all of them."""
        texts = [exhibit.title + "".join(piece.text for piece in exhibit.pieces) for exhibit in self.exhibits]
        return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:20]


def _people(exhibit: Exhibit) -> Iterator[str]:
    yield exhibit.told.author
    yield from (piece.author for piece in exhibit.pieces)


def of_thread(facts: Facts, item: Item) -> Dossier:
    """A discussion: the body, and the newest of what people said by the window's end."""
    body, *said = evidence_of(item, facts.window.end)
    pieces = [_piece(facts, body, LONGEST_BODY), *_newest(facts, said)]
    return _numbered([(facts.items[item.number], (), [piece for piece in pieces if piece.text])])


def _newest(facts: Facts, said: list[Evidence]) -> list[Piece]:
    kept: list[Piece] = []
    left = LONGEST_THREAD
    for evidence in reversed(said):
        piece = _piece(facts, evidence, LONGEST_COMMENT)
        if not piece.text or evidence.minimized or is_bot(_person(facts, evidence.author)):
            continue
        left -= len(piece.text)
        if left < 0:
            break
        kept.append(piece)
    return kept[::-1]


def _person(facts: Facts, login: str) -> Person:
    return facts.people.get(login, Person(login=login))


def _piece(facts: Facts, evidence: Evidence, limit: int) -> Piece:
    """A verdict without words is told too: who approved matters."""
    what = f"{evidence.what} {evidence.verdict}".strip()
    text = excerpt(evidence.text, limit) or (f"({evidence.verdict})" if evidence.verdict else "")
    return Piece("", evidence.id, evidence.author, what, text, evidence.at in facts.window)


Entry = tuple[Told, tuple[str, ...], list[Piece]]


def _numbered(entries: Iterable[Entry]) -> Dossier:
    exhibits, count = [], 0
    for told, why, pieces in entries:
        named = []
        for piece in pieces:
            count += 1
            named.append(Piece(f"e{count}", piece.id, piece.author, piece.what, piece.text, piece.is_new))
        exhibits.append(Exhibit(told, line(told.title), why, tuple(named)))
    return Dossier(tuple(exhibits))


def of_summary(facts: Facts, snapshot: Snapshot) -> Dossier:
    """What a reader must act on or know: the focus first, then changes, problems, and debates."""
    return _of_findings(facts, snapshot, _headlines(facts))


def of_trends(facts: Facts, snapshot: Snapshot) -> Dossier:
    """What several items of the window have in common."""
    found = ((number, f"shares {topic.word!r}", None) for topic in facts.topics for number in topic.numbers[:6])
    return _of_findings(facts, snapshot, found)


Finding = tuple[int, str, Quote | None]


def _headlines(facts: Facts) -> Iterator[Finding]:
    for area in facts.focus:
        yield from _focus(area)
    for change in facts.changes:
        yield change.number, f"merged: {change.effect} {' '.join(change.names)}".strip(), change.quote
    for number in facts.improved:
        yield number, "merged", None
    for problem in facts.problems:
        yield problem.number, "problem", problem.symptom
        yield problem.number, "problem", problem.workaround
    for debate in facts.discussions:
        yield from _debate(debate)


def _focus(area: FocusFacts) -> Iterator[Finding]:
    for problem in area.problems:
        yield problem.number, f"focus {area.name}: problem", problem.symptom
        yield problem.number, f"focus {area.name}: problem", problem.workaround
    for number in area.merged:
        yield number, f"focus {area.name}: merged", None
    for row in area.open_pulls:
        yield row.number, f"focus {area.name}: open", None


def _debate(debate: Discussion) -> Iterator[Finding]:
    for told in (debate.topic, debate.dispute, debate.outcome):
        yield debate.number, "discussed", told


def _of_findings(facts: Facts, snapshot: Snapshot, findings: Iterable[Finding]) -> Dossier:
    """The first items that were found, each with all its reasons and words."""
    grouped: dict[int, list[Finding]] = {}
    for finding in findings:
        if finding[0] in facts.items and (finding[0] in grouped or len(grouped) < MOST_ITEMS):
            grouped.setdefault(finding[0], []).append(finding)
    items = {item.number: item for item in snapshot.items}
    return _numbered(_entry(facts, items[number], found) for number, found in grouped.items() if number in items)


def _entry(facts: Facts, item: Item, found: list[Finding]) -> Entry:
    """With the words that were found, or what its author says it is, or the start of the body."""
    found_words = dict.fromkeys(quote for _, _, quote in found if quote is not None)
    gist = facts.gists.get(item.number)
    quotes = list(found_words) or ([gist] if gist else [])
    pieces = [Piece("", q.evidence, q.author, "words", excerpt(q.text, LONGEST_QUOTE)) for q in quotes]
    opening = Piece("", item.id, item.author.login, "body", excerpt(item.body, LONGEST_QUOTE))
    told = [piece for piece in pieces or [opening] if piece.text]
    return facts.items[item.number], tuple(dict.fromkeys(line(why) for _, why, _ in found)), told
