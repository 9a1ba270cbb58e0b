"""What the summary is made of: what code found, and the sentences that passed the check. Nothing that a user wrote.

So an order that is hidden in a thread does not reach it: quotes are taken out of the sentences, a title that gives
orders is not shown, and of a workaround only names are told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from digest.claims import Claim, Part, QuoteRef, Section, parse
from digest.facts.places import in_focus
from digest.facts.values import Facts, Problem
from digest.writing.dossier import Dossier, Exhibit, numbered
from digest.writing.material import Material
from digest.writing.suspicion import gives_orders

MOST_ITEMS = 30
MOST_BUGS = 3
"""Outside the focus."""
MOST_SENTENCES = 3
"""Of an item; of the focus one more."""
MOST_NAMED = 12
"""Other items that stand in the sentences, and may be cited with them."""
_TOLD = (Part.WHAT, Part.OPEN, Part.OUTCOME, Part.DISPUTE, None, Part.BRIEF, Part.TOPIC)
"""In this order; who holds what stays in the discussions, and what is awaited among what to watch."""
_NAME = re.compile(
    r"`([\w.:/=+-]{2,60})`|(?<!\w)(--[a-z][\w-]{2,40}(?:[ =][\w.]{1,12})?|[A-Z][A-Z0-9]*_[A-Z0-9_]+(?:=\w{1,12})?)"
)


def dossier(material: Material, kept: Sequence[Claim]) -> Dossier:
    """The focus first, then new bugs, debates and changes; each with its checked sentences."""
    sentences: dict[int, list[Claim]] = {}
    for claim in sorted(kept, key=lambda one: _TOLD.index(one.part) if one.part in _TOLD else 0):
        # Our own placeholders look like an answer ready-made: what was typed around them is asked about.
        is_name = claim.section is Section.CHANGES and claim.part is not None
        is_told = claim.part in _TOLD and claim.section is not Section.WATCH and not is_name
        if claim.about is not None and is_told and not gives_orders(parse(claim.text).typed):
            sentences.setdefault(claim.about, []).append(claim)
    own = in_focus(material.facts)
    for number, said in sentences.items():
        said[MOST_SENTENCES + (number in own) :] = []
    reasons: dict[int, list[str]] = {}
    for number, why in _headlines(material.facts):
        if number in material.facts.items and (number in reasons or len(reasons) < MOST_ITEMS):
            reasons.setdefault(number, []).append(why)
    told = [claim for number in reasons for claim in sentences.get(number, ())]
    people = dict.fromkeys(login for claim in told for login in parse(claim.text).people)
    named = dict.fromkeys(number for claim in told for number in parse(claim.text).items)
    items = tuple(material.facts.items[number] for number in named if number in material.facts.items)
    shown = (_exhibit(material, number, why, sentences.get(number, ())) for number, why in reasons.items())
    return numbered(shown, tuple(people), items[:MOST_NAMED])


@dataclass(frozen=True)
class Resting:
    """Gives claims of the summary what they rest on: the evidence of what was said of their items before."""

    by_item: Mapping[int, tuple[str, ...]]

    @classmethod
    def on(cls, material: Material, kept: Iterable[Claim]) -> Resting:
        pieces = material.sources.evidence
        found: dict[int, dict[str, None]] = {}
        for one in (*_found(material.facts), *(one for claim in kept for one in _cited(claim))):
            if one in pieces:
                found.setdefault(pieces[one].number, {})[one] = None
        return cls({number: tuple(ids) for number, ids in found.items()})

    def __call__(self, claim: Claim) -> Claim:
        evidence = (one for number in parse(claim.text).items for one in self.by_item.get(number, ()))
        return claim.model_copy(update={"evidence": tuple(evidence)})


def _cited(claim: Claim) -> tuple[str, ...]:
    return (*claim.evidence, *(quote.evidence for quote in parse(claim.text).quotes))


def _found(facts: Facts) -> Iterator[str]:
    """What code tells the summary's writer of bugs and changes, in names alone."""
    for bug in (*(one for area in facts.focus for one in area.problems), *facts.problems):
        yield from (quote.evidence for quote in (bug.symptom, bug.workaround) if quote is not None)
    yield from (change.quote.evidence for change in facts.changes if change.quote is not None)


def _exhibit(material: Material, number: int, why: list[str], said: Iterable[Claim]) -> Exhibit:
    return material.bare(number, why, (_plain(claim) for claim in said))


def _plain(claim: Claim) -> str:
    """A sentence without anybody's words."""
    return "".join("…" if isinstance(one, QuoteRef) else str(one) for one in parse(claim.text).segments)


def _headlines(facts: Facts) -> Iterator[tuple[int, str]]:
    for area in facts.focus:
        yield from ((one.number, _bug(f"focus {area.name}", one)) for one in area.problems)
        yield from ((number, f"focus {area.name}: merged") for number in area.merged)
    yield from ((one.number, _bug("elsewhere", one)) for one in facts.problems[:MOST_BUGS])
    yield from ((one.number, "discussed") for one in facts.discussions)
    for change in facts.changes:
        names = " ".join(change.names)
        old_and_new = f"{change.old} -> {change.new}" if change.old and change.new else ""
        yield change.number, " ".join(part for part in ("merged:", str(change.effect), names, old_and_new) if part)


def _bug(where: str, problem: Problem) -> str:
    what = "wrong result" if problem.wrong_result else "bug"
    names = _names(problem.workaround.text) if problem.workaround else []
    return f"{where}: {what}" + (f", workaround names {' '.join(names)}" if names else "")


def _names(text: str) -> list[str]:
    """What can be typed to get round a bug: flags and variables, and nothing that could be a sentence."""
    return list(dict.fromkeys(found[1] or found[2] for found in _NAME.finditer(text)))[:4]
