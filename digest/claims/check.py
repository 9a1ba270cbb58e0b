"""The check: whether the snapshot bears a claim out, and so whether it is published.

It is better to drop a true claim than to print a false one. What the model says around its references is
checked by form: numbers, identifiers, names, states. Meaning is not: a claim with nothing to check in it is
published for its reference, next to the state that code prints.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from digest.claims import words
from digest.claims.claim import Claim
from digest.claims.evidence import Evidence
from digest.claims.figures import check_figures
from digest.claims.people import check_approvals, check_people
from digest.claims.placeholders import Parsed, QuoteRef, parse
from digest.claims.sources import Sources, fold
from digest.claims.states import check_states
from digest.claims.verdict import Judged, Kind, Outcome, Reason, Verdict
from digest.facts.prose import read, visible

REFUTES = frozenset({Kind.STATE, Kind.PERSON, Kind.ROLE, Kind.TITLE, Kind.KIND})
"""The kinds of reason in which the data says otherwise. In the others it says nothing."""


def judge_all(claims: Iterable[Claim], sources: Sources) -> tuple[Judged, ...]:
    """Each claim judged, in order. One that repeats an earlier published one is dropped."""
    seen: set[str] = set()
    return tuple(_once(judge(claim, sources), seen) for claim in claims)


def _once(judged: Judged, seen: set[str]) -> Judged:
    text = fold(judged.claim.text)
    if judged.is_published and text in seen:
        return _judged(judged.claim, (Reason(kind=Kind.REPETITION, detail="the same was said before"),), checked=True)
    if judged.is_published:
        seen.add(text)
    return judged


def judge(claim: Claim, sources: Sources) -> Judged:
    """The verdict on one claim, and what is done with it: kept, or dropped."""
    parsed = parse(claim.text)
    broken = tuple(_form(parsed)) + tuple(_references(claim, parsed, sources))
    if broken:
        return _judged(claim, broken, checked=True)
    cited = _cited(claim, parsed)
    return _judged(claim, tuple(_content(claim, parsed, cited, sources)), checked=_is_checkable(parsed, sources))


def _judged(claim: Claim, reasons: tuple[Reason, ...], checked: bool) -> Judged:
    if not reasons:
        verdict = Verdict.SUPPORTED if checked else Verdict.UNCHECKED
        return Judged(claim=claim, verdict=verdict, outcome=Outcome.KEPT)
    refuted = any(reason.kind in REFUTES for reason in reasons)
    verdict = Verdict.REFUTED if refuted else Verdict.UNSUPPORTED
    return Judged(claim=claim, verdict=verdict, reasons=tuple(dict.fromkeys(reasons)), outcome=Outcome.DROPPED)


def _cited(claim: Claim, parsed: Parsed) -> tuple[int, ...]:
    about = () if claim.about is None else (claim.about,)
    return tuple(dict.fromkeys((*about, *parsed.items)))


def _is_checkable(parsed: Parsed, sources: Sources) -> bool:
    """Whether there is more in it than references: then something was held against the data."""
    if parsed.people or parsed.counts or parsed.quotes:
        return True
    told = (words.DONE, words.CHANGED, words.MERGED, words.CLOSED, words.OPEN)
    if any(pattern.search(parsed.prose) for pattern in told):
        return True
    return any(check_figures(parsed.prose, "", sources.names))


def _form(parsed: Parsed) -> Iterator[Reason]:
    """Facts that were typed where only a placeholder may name them, and markup."""
    for problem in parsed.problems:
        yield Reason(kind=Kind.REFERENCE, detail=problem)
    typed = (
        (words.DISGUISED, Kind.IDENTIFIER, "a disguised character"),
        (words.RAW_HTML, Kind.LINK, "markup"),
        (words.RAW_LINK, Kind.LINK, "a link"),
        (words.RAW_MENTION, Kind.PERSON, "a mention"),
        (words.RAW_REFERENCE, Kind.REFERENCE, "a number of an item"),
        (words.EMPLOYER, Kind.EMPLOYER, "an employer"),
        (words.HEAT, Kind.HEAT, "a word of heat"),
    )
    for pattern, kind, what in typed:
        if found := pattern.search(parsed.typed):
            yield Reason(kind=kind, detail=f"{what} was typed: {found[0]!r}")
    if visible(parsed.typed) != parsed.typed:
        yield Reason(kind=Kind.IDENTIFIER, detail="hidden characters")
    yield from _ratios(parsed)


def _ratios(parsed: Parsed) -> Iterator[Reason]:
    if parsed.counts and (found := words.RATIO.search(parsed.prose)):
        yield Reason(kind=Kind.COUNT, detail=f"a ratio of counts: {found[0]!r}")
    elif words.RATE.search(parsed.prose):
        yield Reason(kind=Kind.COUNT, detail="a rate is no fact of the window")
    if len(parsed.counts) > 1 and words.DIVIDED.search(str(parsed)):
        yield Reason(kind=Kind.COUNT, detail="counts of two lists are set against each other")


def _references(claim: Claim, parsed: Parsed, sources: Sources) -> Iterator[Reason]:
    cited = _cited(claim, parsed)
    if not cited and not parsed.counts:
        yield Reason(kind=Kind.REFERENCE, detail="cites no item and no count: filler")
    for number in cited:
        if number not in sources.items:
            yield Reason(kind=Kind.REFERENCE, detail=f"#{number} is not in the snapshot")
    for evidence in (*claim.evidence, *(quote.evidence for quote in parsed.quotes)):
        yield from _belongs(evidence, cited, sources)


def _belongs(evidence: str, cited: tuple[int, ...], sources: Sources) -> Iterator[Reason]:
    piece = sources.evidence.get(evidence)
    if piece is None:
        yield Reason(kind=Kind.REFERENCE, detail=f"{evidence!r} is no evidence in the snapshot")
    elif piece.number not in cited:
        yield Reason(kind=Kind.REFERENCE, detail=f"{evidence!r} belongs to #{piece.number}, which is not cited")


def _content(claim: Claim, parsed: Parsed, cited: tuple[int, ...], sources: Sources) -> Iterator[Reason]:
    for quote in parsed.quotes:
        yield from _verbatim(quote, sources)
    yield from check_people(parsed, cited, sources)
    yield from check_approvals(parsed, claim.about, sources)
    yield from check_states(parsed, claim.about, sources)
    text = sources.text(cited)
    yield from check_figures(parsed.prose, text, sources.names)
    yield from _typed_quotes(parsed, text)


def _verbatim(quote: QuoteRef, sources: Sources) -> Iterator[Reason]:
    piece = sources.evidence[quote.evidence]
    told = _spaced(quote.words)
    if not is_quotable(told):
        yield Reason(kind=Kind.PERSON, detail=f"{quote.words!r} is too short to be a quote")
    elif not any(_stands_whole(told, said) for said in _readings(piece)):
        yield Reason(kind=Kind.PERSON, detail=f"{piece.author} did not write {quote.words!r} there")


def _readings(piece: Evidence) -> Iterator[str]:
    """What somebody wrote, as typed and as read without its Markdown."""
    yield _spaced(_QUOTED.sub("", piece.text))
    yield " ".join(read(piece.text).sentences)


def _typed_quotes(parsed: Parsed, text: str) -> Iterator[Reason]:
    """Titles, and whatever else stands in quotation marks: the words of somebody who is cited."""
    for told in words.TYPED_QUOTE.findall(parsed.prose):
        if is_quotable(told) and fold(told) not in text:
            yield Reason(kind=Kind.TITLE, detail=f"{told!r} in quotation marks stands nowhere in what is cited")


def is_quotable(text: str) -> bool:
    """Two words, or four Chinese characters, are the least that can be held to mean what they did in their place."""
    return len(text.split()) > 1 or len(_CJK.findall(text)) > 3


# What a comment quotes of somebody else is not its author's.
_QUOTED = re.compile(r"^ {0,3}>.*$", re.MULTILINE)
_CJK = re.compile(r"[\u3400-\u9fff]")


def _stands_whole(told: str, said: str) -> bool:
    return any(_is_whole(said, found) for found in re.finditer(re.escape(told), said))


def _is_whole(said: str, found: re.Match[str]) -> bool:
    """Whether the words stand there without being cut out of a word or from behind a "not"."""
    before, after = said[: found.start()], said[found.end() :]
    cut = (_is_latin(before[-1:]) and _is_latin(found[0][:1])) or (_is_latin(found[0][-1:]) and _is_latin(after[:1]))
    return not cut and not _NEGATION.search(before)


def _is_latin(character: str) -> bool:
    return character.isascii() and character.isalnum()


_NEGATION = re.compile(r"(?:\b(?:not|never|no|cannot|without|hardly)|n['’]t)\s*$|[不没未非勿别]$", re.IGNORECASE)


def _spaced(text: str) -> str:
    return " ".join(visible(text).split())
