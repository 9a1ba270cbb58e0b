"""Whether a claim about a change tells it as what it is: a plan while it is open, done once it is merged.

In the sections that go by items the item of a claim is not named in it, so that no verb stands beside a reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from digest.claims.claim import Claim, Part, Section
from digest.claims.placeholders import Parsed
from digest.claims.sources import Sources
from digest.claims.states import OTHER, clauses
from digest.claims.told import sentences
from digest.claims.verdict import Kind, Reason
from digest.facts.pairs import home, numbers_in
from digest.facts.states import state_at
from digest.facts.values import State

_PLANNED = re.compile(
    r"\b(?:propos\w+|would|aims?|plans?|intends?|wants?|tries|seeks?|drafts?|whether|until|if|is meant|are meant"
    r"|is to|are to|should)\b"
    r"|拟|计划|打算|提议|提出|建议|旨在|意在|试图|希望|是否|若|要求|草案|草稿",
    re.IGNORECASE,
)
"""Says that what is told is not there yet."""

_PENDING = re.compile(
    r"^\W*(?:拟|提议|计划|打算|旨在)|(?:等待|待|等)(?:\S{0,6})(?:批准|合并|合入|评审)|尚未合|还没合|一旦(?:被)?(?:合并|合入|接受)"
    r"|\b(?:proposes?|propos(?:ed|ing) to|would|is to be|are to be|awaits?|once (?:this|it) (?:is|lands)"
    r"|(?:if|when) (?:this|it) (?:is|gets) (?:merged|accepted))\b",
    re.IGNORECASE,
)
"""Says so of what was merged."""

_OF_THE_CHANGE = (Part.WHAT, None)
_AS_IT_STANDS = (Part.WHAT, Part.OUTCOME, None)


def check_plans(claim: Claim, parsed: Parsed, sources: Sources) -> Iterator[Reason]:
    """A reason where an open pull request is told without a word of proposing, or a merged one with one.

    Of one that was closed it is told why, which is done.
    """
    if claim.about is None or not sources.items[claim.about].is_pull:
        return
    state = state_at(sources.items[claim.about], sources.window.end)
    if state is State.MERGED:
        yield from _pending(claim, parsed)
    elif claim.section is Section.CHANGES:
        yield Reason(kind=Kind.STATE, detail=f"#{claim.about} ({state}) is no change: it is not merged")
    elif state.is_open and _is_of_the_change(claim) and not _PLANNED.search(parsed.prose):
        yield Reason(kind=Kind.STATE, detail=f"#{claim.about} ({state}): say what it proposes, or would do")


def _is_of_the_change(claim: Claim) -> bool:
    """Whether it says what the change does, and not what people make of it."""
    return claim.section is Section.FOCUS and claim.part in _OF_THE_CHANGE


def _pending(claim: Claim, parsed: Parsed) -> Iterator[Reason]:
    """What others plan, or people would like, is no plan of the change."""
    if claim.part not in _AS_IT_STANDS:
        return
    for clause in clauses(parsed, claim.about):
        found = _PENDING.search(clause.prose) if clause.items == (claim.about,) and OTHER not in clause.prose else None
        if found:
            yield Reason(kind=Kind.STATE, detail=f"{found[0].strip()!r} is told of #{claim.about} (merged)")
            return


def check_relations(claim: Claim, parsed: Parsed, sources: Sources) -> Iterator[Reason]:
    """A reason for each other item in a claim about one, where neither of the two names or closes the other."""
    if claim.about is None:
        return
    yield from _named_in_report(claim.about, parsed, sources)
    for number in parsed.items:
        if number != claim.about and not (_names(claim.about, number, sources) or _names(number, claim.about, sources)):
            yield Reason(kind=Kind.REFERENCE, detail=f"#{claim.about} and #{number} do not name each other")


_REPORT = re.compile(
    r"(?:报告|正文|描述)(?:里|中|中?也?|本身)?(?:点名|提到|提及|指向|怀疑|说是|写明)"
    r"|\b(?:report|body|description)(?: itself)? (?:names|mentions|points to|blames|suspects)\b",
    re.IGNORECASE,
)


def _named_in_report(about: int, parsed: Parsed, sources: Sources) -> Iterator[Reason]:
    """A reason where the report itself is said to name an item that only a comment on it names."""
    item = sources.items[about]
    own = numbers_in(f"{item.title}\n{item.body}", home(item))
    for sentence in sentences(parsed):
        found = _REPORT.search(sentence.text)
        for at, number in sentence.items if found else ():
            if found and at >= found.end() and number != about and number not in own:
                yield Reason(kind=Kind.PERSON, detail=f"the report on #{about} does not name #{number}; a comment may")
                return


def _names(one: int, other: int, sources: Sources) -> bool:
    item = sources.items[one]
    if any(reference.number == other for reference in (*item.closes, *item.closed_by)):
        return True
    texts = (item.title, *(piece.text for piece in sources.by_item[one]))
    return any(other in numbers_in(text, home(item)) for text in texts)
