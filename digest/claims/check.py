"""The check: whether the snapshot bears a claim out, and so whether it is published.

It is better to drop a true claim than to print a false one. What the model says around its references is
checked by form: numbers, identifiers, names, states. Meaning is not: a claim with nothing to check in it is
published for its reference, next to the state that code prints.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from digest.claims import verbs, words
from digest.claims.claim import Claim
from digest.claims.conditions import check_conditions
from digest.claims.contrasts import check_contrasts
from digest.claims.crowds import check_crowds, check_typed_counts
from digest.claims.days import DAY, SAME_DAY, WEEKDAY, check_days, without_days
from digest.claims.decisions import check_agreements, check_approvals_of_issues
from digest.claims.evidence import Evidence
from digest.claims.figures import check_figures
from digest.claims.glossary import glossary
from digest.claims.grounds import Grounds
from digest.claims.kinds import check_kinds, kinds_told
from digest.claims.measures import check_directions
from digest.claims.pairings import check_borrowed, check_pairings, check_voices
from digest.claims.people import check_approvals, check_deeds, check_people, check_speakers
from digest.claims.placeholders import MARK, Parsed, QuoteRef, Text, parse
from digest.claims.plans import check_plans, check_relations
from digest.claims.releases import check_releases
from digest.claims.results import check_results
from digest.claims.sources import Sources, fold
from digest.claims.stances import check_stances
from digest.claims.states import OTHER, check_states
from digest.claims.tallies import check_tallies
from digest.claims.turns import check_turns
from digest.claims.unsaid import check_unsaid
from digest.claims.verdict import Judged, Kind, Outcome, Reason, Verdict
from digest.facts.prose import lead, read, visible
from digest.facts.values import Facts

REFUTES = frozenset({Kind.STATE, Kind.PERSON, Kind.ROLE, Kind.TITLE, Kind.KIND})
"""The kinds of reason in which the data says otherwise. In the others it says nothing."""


def judge_all(claims: Iterable[Claim], sources: Sources, facts: Facts | None = None) -> tuple[Judged, ...]:
    """Each claim judged, in order. One that repeats an earlier published one is dropped."""
    seen: set[str] = set()
    return tuple(_once(judge(claim, sources, facts), seen) for claim in claims)


def _once(judged: Judged, seen: set[str]) -> Judged:
    text = _said(judged.claim.text)
    if judged.is_published and text in seen:
        return _judged(judged.claim, (Reason(kind=Kind.REPETITION, detail="the same was said before"),), checked=True)
    if judged.is_published:
        seen.add(text)
    return judged


def _said(text: str) -> str:
    """What is said, whatever the white space and the marks around it."""
    return re.sub(r"[^\w]+", "", fold(text))


def judge(claim: Claim, sources: Sources, facts: Facts | None = None) -> Judged:
    """The verdict on one claim, and what is done with it: kept, or dropped.

    With ``facts`` a claim may speak of an argument where they found one.
    """
    parsed = parse(re.sub(r"\s+", " ", claim.text))
    broken = tuple(_form(parsed)) + tuple(_references(claim, parsed, sources))
    if broken:
        return _judged(claim, broken, checked=True)
    cited = _cited(claim, parsed)
    reasons = (*_content(claim, parsed, cited, sources), *_heat(parsed, cited, sources, facts))
    return _judged(claim, reasons, checked=_is_checkable(parsed, sources))


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
    if parsed.people or parsed.counts or parsed.quotes or kinds_told(parsed):
        return True
    if any(pattern.search(parsed.prose) for pattern in _TOLD):
        return True
    return any(check_figures(parsed.prose, "", sources.names))


_TOLD = (
    verbs.DONE,
    verbs.CHANGED,
    verbs.MERGED,
    verbs.CLOSED,
    verbs.OPEN,
    verbs.BROUGHT,
    verbs.SINCE,
    words.TYPED_QUOTE,
    DAY,
    SAME_DAY,
    WEEKDAY,
)


_CODE = re.compile(r"`[^`\n]*`")


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
    )
    for pattern, kind, what in typed:
        # Between backticks a `<` is a sign like any other: it is shown, never acted on.
        text = _CODE.sub(" ", parsed.typed) if pattern is words.RAW_HTML else parsed.typed
        if found := pattern.search(text):
            yield Reason(kind=kind, detail=f"{what} was typed: {found[0]!r}")
    company = words.COMPANY.search(parsed.prose) if parsed.people else None
    if found := words.EMPLOYER.search(parsed.prose) or company:
        yield Reason(kind=Kind.EMPLOYER, detail=f"an employer was typed: {found[0].strip(MARK)!r}")
    if found := words.OBEYED.search(_without_quoted(parsed).prose):
        yield Reason(kind=Kind.REFERENCE, detail=f"a word to the reader, or of the writer, was typed: {found[0]!r}")
    if visible(parsed.typed) != parsed.typed:
        yield Reason(kind=Kind.IDENTIFIER, detail="hidden characters")
    if words.RATE.search(parsed.prose):
        yield Reason(kind=Kind.COUNT, detail="a rate is no fact of the window")
    yield from check_tallies(parsed)


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
    grounds = Grounds.of(claim, parsed, cited, sources)
    own = _without_quoted(parsed)
    yield from check_speakers(parsed, sources)
    yield from check_people(parsed, cited, sources)
    yield from check_deeds(parsed, cited, grounds, sources)
    yield from check_approvals(own, claim.about, sources)
    yield from check_approvals_of_issues(own, claim.about, sources)
    yield from check_agreements(own, cited, grounds)
    yield from check_unsaid(own, grounds)
    yield from check_kinds(parsed, claim.about, sources)
    yield from check_states(own, claim.about, sources, grounds)
    yield from check_results(own, claim.about, sources)
    yield from check_releases(own.prose, cited, sources)
    yield from check_days(own.prose, cited, sources)
    yield from check_typed_counts(without_days(own.prose), cited, sources, len(parsed.items), len(parsed.people))
    yield from check_plans(claim, own, sources)
    yield from check_relations(claim, parsed, sources)
    yield from check_figures(without_days(parsed.prose), grounds.text, sources.names)
    yield from check_directions(without_days(own.prose), grounds.text, strict=True)
    yield from check_conditions(without_days(own.prose), grounds)
    yield from check_turns(own.prose, grounds)
    yield from check_pairings(own, grounds)
    yield from check_voices(parsed, grounds)
    yield from check_borrowed(parsed, grounds)
    yield from check_stances(own, grounds)
    yield from check_contrasts(own.prose, grounds)
    yield from _typed_quotes(parsed, sources.text(cited))
    for term, expansion in glossary().misread(own.prose, strict=True):
        yield Reason(kind=Kind.TERM, detail=f"{term} does not stand for {expansion!r}")


def _without_quoted(parsed: Parsed) -> Parsed:
    """Without the words in quotation marks: they are checked as somebody's, and say nothing of the claim's own."""
    return Parsed(tuple(Text(_quoted_away(s.text)) if isinstance(s, Text) else s for s in parsed.segments))


def _quoted_away(text: str) -> str:
    return words.TYPED_QUOTE.sub(lambda found: OTHER if is_quotable(found[1]) else found[0], text)


def _heat(parsed: Parsed, cited: tuple[int, ...], sources: Sources, facts: Facts | None) -> Iterator[Reason]:
    """Heat is computed, not told: only of what the facts call a debate. A dispute needs two people."""
    argued = {one.number for one in (*facts.discussions, *facts.more_discussions)} if facts else set()
    if cited and argued.issuperset(cited):
        return
    if found := words.HEAT.search(parsed.prose):
        yield Reason(kind=Kind.HEAT, detail=f"a word of heat was typed: {found[0]!r}")
    elif (found := words.DISPUTED.search(parsed.prose)) and cited and all(len(sources.writers([n])) < 2 for n in cited):
        yield Reason(kind=Kind.HEAT, detail=f"{found[0]!r} is told of what one person alone speaks in")
    yield from check_crowds(parsed.prose, cited, sources)


def _verbatim(quote: QuoteRef, sources: Sources) -> Iterator[Reason]:
    piece = sources.evidence[quote.evidence]
    told = _spaced(quote.words)
    if not is_quotable(told):
        yield Reason(kind=Kind.PERSON, detail=f"{quote.words!r} is too short to be a quote")
    elif not any(_stands_whole(told, said) for said in _readings(piece)):
        yield Reason(kind=Kind.PERSON, detail=f"{piece.author} did not write {quote.words!r} there")


def _readings(piece: Evidence) -> Iterator[str]:
    """What somebody wrote, as typed and as read without its Markdown."""
    yield _spaced(piece.own)
    yield " ".join(read(piece.text).sentences)


def _typed_quotes(parsed: Parsed, text: str) -> Iterator[Reason]:
    """Titles, and whatever else stands in quotation marks: the words of somebody who is cited."""
    for told in words.TYPED_QUOTE.findall(parsed.prose):
        if is_quotable(told) and fold(told) not in text:
            yield Reason(kind=Kind.TITLE, detail=f"{told!r} in quotation marks stands nowhere in what is cited")


def is_quotable(text: str) -> bool:
    """Two words, or four Chinese characters, are the least that can be held to mean what they did in their place."""
    return len(text.split()) > 1 or len(_CJK.findall(text)) > 3


_CJK = re.compile(r"[\u3400-\u9fff]")
_LONGEST_CLAUSE = 300


def _stands_whole(told: str, said: str) -> bool:
    """Whether the words stand there whole, and never behind a "not": where they stand twice, either may be meant."""
    places = [found for found in re.finditer(re.escape(told), said) if _is_whole(said, found)]
    return bool(places) and not any(_is_taken_back(before) for before in {lead(one, _LONGEST_CLAUSE) for one in places})


def _is_whole(said: str, found: re.Match[str]) -> bool:
    before, after = lead(found, 1), said[found.end() : found.end() + 1]
    return not (_is_latin(before) and _is_latin(found[0][:1])) and not (_is_latin(found[0][-1:]) and _is_latin(after))


def _is_taken_back(before: str) -> bool:
    """Whether the clause in front of some words turns them round."""
    return _NEGATION.search(_CLAUSE_BORDER.split(before)[-1]) is not None


def _is_latin(character: str) -> bool:
    return character.isascii() and character.isalnum()


_NEGATION = re.compile(
    r"\b(?:not|never|neither|nor|cannot|hardly|refuse[sd]? to|fail(?:s|ed)? to)\b|n['’]t\b|[不没未非勿别莫无]|而非|与其"
    r"|\b(?:no|nobody|none|without|rather|than|instead of|against)\b(?:\W+\w+){0,3}\W*$",
    re.IGNORECASE,
)
"""What turns the words behind it round, or sets them back behind others: without it they say the opposite.

What is said of a verb reaches to the end of its clause, what is said of a thing a few words.
"""

_CLAUSE_BORDER = re.compile(
    r"[,;:!?()—，。；：！？（）]|\.(?=\s)|\s[-–]+\s|\b(?:but|because|since|so that)\b"
    r"|\band\s+(?=(?:I|we|you|it|they|this|that)\b)|但|因为|所以"
)


def _spaced(text: str) -> str:
    return " ".join(visible(text).split())
