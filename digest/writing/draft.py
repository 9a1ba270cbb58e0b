"""A section on its way from a model's answer to the page: judged, written again where it failed, and judged again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from digest.claims import Claim, Judged, Outcome, Sources, judge_all, parse
from digest.writing import bearing, filler, limits
from digest.writing.answers import Repaired, evidence, named


@dataclass(frozen=True)
class Draft:
    """A claim, and why it cannot be published as it stands. ``form`` are reasons that are no matter of truth."""

    claim: Claim
    judged: Judged
    form: tuple[str, ...] = ()
    is_repaired: bool = False

    @property
    def is_good(self) -> bool:
        return self.judged.is_published and not self.form

    @property
    def reasons(self) -> tuple[str, ...]:
        return (*(f"{reason.kind}: {reason.detail}" for reason in self.judged.reasons), *self.form)


def drafted(claims: Iterable[Claim], sources: Sources) -> tuple[Draft, ...]:
    """Every claim with what the check says of it."""
    told = (_on_bodies(claim, sources) for claim in claims)
    return tuple(Draft(one.claim, one, _form(one, sources)) for one in judge_all(told, sources))


def _on_bodies(claim: Claim, sources: Sources) -> Claim:
    """A claim for which no evidence is named rests on the bodies of its items: not on anything in their threads."""
    parsed = parse(claim.text)
    if claim.evidence or parsed.quotes:
        return claim
    numbers = dict.fromkeys((*((claim.about,) if claim.about else ()), *parsed.items))
    bodies = tuple(sources.by_item[number][0].id for number in numbers if number in sources.by_item)
    return claim.model_copy(update={"evidence": bodies})


def _form(judged: Judged, sources: Sources) -> tuple[str, ...]:
    """What is wrong with a sentence though nothing in it is false."""
    claim, found = judged.claim, []
    if limits.is_too_long(claim):
        found.append(
            f"length: {limits.extent(claim):.0f} columns, at most {limits.LONGEST[claim.section]} (a letter is half)"
        )
    if words := filler.filler(claim.text):
        found.append(f"filler: {words!r} would be as true on any other day")
    if bearing.is_empty(judged, sources):
        found.append("empty: nothing in it is about the item")
    if words := bearing.left_open(claim.text):
        found.append(f"empty: {words!r} was to be filled in")
    if bearing.rambles(claim.text):
        found.append("length: one sentence")
    return tuple(found)


@dataclass(frozen=True)
class Failure:
    """A claim that failed, as the prompt of the repair shows it."""

    name: str
    text: str
    about: int | None
    part: str | None
    reasons: tuple[str, ...]


def failures(drafts: Sequence[Draft], most: int, ids: Mapping[str, str]) -> tuple[Failure, ...]:
    """The first that failed, their evidence under the prompt's names."""
    short = {id_: alias for alias, id_ in reversed(list(ids.items()))}
    failed = [draft for draft in drafts if not draft.is_good][:most]
    return tuple(
        Failure(f"f{place}", _named(one.claim.text, short), one.claim.about, one.claim.part, one.reasons)
        for place, one in enumerate(failed, 1)
    )


def _named(text: str, short: Mapping[str, str]) -> str:
    for id_, alias in short.items():
        text = text.replace(f"[[quote:{id_}|", f"[[quote:{alias}|")
    return text


def content(failed: Sequence[Failure]) -> str:
    """A name for what is to be repaired."""
    return hashlib.sha256("\n".join(one.text for one in failed).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def repaired(
    drafts: Sequence[Draft],
    failed: Sequence[Failure],
    answer: Repaired,
    ids: Mapping[str, str],
    sources: Sources,
    rest: Callable[[Claim], Claim],
) -> tuple[Draft, ...]:
    """The drafts, with those that failed replaced by what was written instead, where that passes.

    What a claim is about stays as it was: only its words are the model's. ``rest`` gives it what it rests on.
    """
    told = {one.claim: one for one in reversed(answer.claims)}
    places = [place for place, draft in enumerate(drafts) if not draft.is_good]
    found = list(drafts)
    for place, failure in zip(places, failed, strict=False):
        again = told.get(failure.name)
        if again is None or not again.text.strip():
            continue
        claim = drafts[place].claim.model_copy(
            update={"text": named(again.text, ids), "evidence": evidence(again.evidence, ids)}
        )
        (draft,) = drafted([rest(claim)], sources)
        if draft.is_good:
            found[place] = replace(draft, is_repaired=True)
    return tuple(found)


def settled(drafts: Sequence[Draft], sources: Sources, chinese: bool) -> tuple[tuple[Judged, ...], int]:
    """What becomes of all claims of the page, and how many that passed were left out for want of room.

    They are judged once more side by side, so that the page says nothing twice.
    """
    # What fails is told once, though a model may have written it twice.
    failed = {draft.claim: draft for draft in drafts if not draft.judged.is_published}
    told = [one for one in drafts if one.is_good or (failed.get(one.claim) is one)]
    # What failed stays so: judged alone, the second copy of a sentence whose form was wrong would pass.
    final = iter(judge_all((draft.claim for draft in told if draft.is_good), sources))
    pairs = [(one, next(final) if one.is_good else one.judged) for one in told]
    good = [place for place, (_, one) in enumerate(pairs) if one.is_published]
    shown = {good[at] for at in limits.chosen((pairs[place][1].claim for place in good), chinese)}
    kept = [_outcome(*pair) for place, pair in enumerate(pairs) if place in shown or place not in set(good)]
    return tuple(kept), len(good) - len(shown)


def _outcome(draft: Draft, judged: Judged) -> Judged:
    if judged.is_published and draft.is_repaired:
        return judged.model_copy(update={"outcome": Outcome.REPAIRED})
    return judged
