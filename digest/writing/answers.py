"""What a model is asked to answer, and how that becomes claims."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

from digest.claims import Claim, Part, Section, parse
from digest.facts.prose import visible
from digest.llm import Choices
from digest.writing.dossier import Dossier

LONGEST_CLAIM = 600
"""Characters of a claim with its placeholders; a longer one is no sentence, and left out."""
BY_ITEM = frozenset({Section.FOCUS, Section.DISCUSSIONS, Section.CHANGES, Section.WATCH})
"""Sections in which every claim is about one item."""
NAMELESS = "name it"
"""Marks a change that code has no name for: a claim of few words gives it one."""
PARTS = {
    Section.DISCUSSIONS: (Part.TOPIC, Part.POSITION, Part.DISPUTE, Part.OUTCOME, Part.BRIEF),
    Section.FOCUS: (Part.WHAT, Part.OPEN),
    Section.CHANGES: (None, Part.WHAT),
}


def _part(value: object) -> object:
    return value if value in list(Part) else None


def _number(value: object) -> object:
    """Weak models write `"#101"` or `"[[#101]]"` where a number belongs."""
    found = re.search(r"[1-9]\d{0,17}", str(value)) if isinstance(value, int | str) else None
    return int(found[0]) if found else None


def _strings(value: object) -> object:
    """Weak models write one id where a list belongs, or null."""
    if isinstance(value, str):
        return [value]
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _sentences(value: object) -> object:
    """What is no sentence at all is left out, so that it does not cost the others."""
    if not isinstance(value, list):
        return value
    return [{"text": one} if isinstance(one, str) else one for one in value if isinstance(one, str) or _has_text(one)]


def _has_text(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("text"), str)


def _object(value: object) -> object:
    """A bare list of claims, or one bare claim, is what was meant."""
    if isinstance(value, list):
        return {"claims": value}
    return {"claims": [value]} if isinstance(value, dict) and "claims" not in value and _has_text(value) else value


class Sentence(BaseModel):
    """A claim as a model writes it. What it adds to that is ignored."""

    model_config = ConfigDict(frozen=True)

    about: Annotated[int | None, BeforeValidator(_number)] = None
    part: Annotated[Part | None, BeforeValidator(_part)] = None
    text: str
    evidence: Annotated[tuple[str, ...], BeforeValidator(_strings)] = ()


class Written(BaseModel):
    """A section as a model writes it."""

    model_config = ConfigDict(frozen=True)

    claims: Annotated[tuple[Sentence, ...], BeforeValidator(_sentences)]

    @model_validator(mode="before")
    @classmethod
    def _is_object(cls, value: Any) -> Any:  # noqa: ANN401
        return _object(value)


class Again(BaseModel):
    """A claim as a model repairs it, under the name that it failed by."""

    model_config = ConfigDict(frozen=True)

    claim: str
    text: str
    evidence: Annotated[tuple[str, ...], BeforeValidator(_strings)] = ()


def _repairs(value: object) -> object:
    if not isinstance(value, list):
        return value
    return [one for one in value if _has_text(one) and isinstance(one.get("claim"), str)]


class Repaired(BaseModel):
    """The claims of a section that were written again."""

    model_config = ConfigDict(frozen=True)

    claims: Annotated[tuple[Again, ...], BeforeValidator(_repairs)]

    @model_validator(mode="before")
    @classmethod
    def _is_object(cls, value: Any) -> Any:  # noqa: ANN401
        return _object(value)


def choices(section: Section, dossier: Dossier) -> Choices:
    """What the fields of a `Written` may hold: a small model that may write any number copies that of the example."""
    parts = _parts(section, any(NAMELESS in exhibit.why for exhibit in dossier.exhibits))
    about = dossier.numbers if section in BY_ITEM else (None,)
    return _some({"about": about, "part": parts, "evidence": tuple(dossier.ids)})


def _parts(section: Section, nameless: bool) -> tuple[Part | None, ...]:
    """What a claim's part may be; a change has one only where it is to be named."""
    return (None,) if section is Section.CHANGES and not nameless else PARTS.get(section, (None,))


def repair_choices(names: tuple[str, ...], dossier: Dossier) -> Choices:
    """The same of a `Repaired`: the names of the claims that failed."""
    return _some({"claim": names, "evidence": tuple(dossier.ids)})


def _some(told: Choices) -> Choices:
    return {name: values for name, values in told.items() if values}


def claims(written: Written, section: Section, dossier: Dossier, most: int) -> tuple[Claim, ...]:
    """The first claims of an answer, with GitHub's ids in place of the prompt's short ones.

    In the sections that go by items a claim that is about none of the call's own items has no place, and is left out.
    """
    told = [sentence for sentence in written.claims if 0 < len(sentence.text.strip()) <= LONGEST_CLAIM]
    made = (_claim(sentence, section, dossier) for sentence in told[:most])
    return tuple(claim for claim in made if claim is not None)


def _claim(sentence: Sentence, section: Section, dossier: Dossier) -> Claim | None:
    text = named(sentence.text, dossier.ids)
    about = None
    if section in BY_ITEM:
        about = _about(sentence.about, text, dossier.numbers)
        if about is None:
            return None
        text = _without_itself(text, about)
    nameless = any(NAMELESS in exhibit.why for exhibit in dossier.exhibits if exhibit.told.number == about)
    return Claim(
        section=section,
        about=about,
        part=sentence.part if sentence.part in _parts(section, nameless) else None,
        text=text,
        evidence=evidence(sentence.evidence, dossier.ids),
    )


def named(text: str, ids: Mapping[str, str]) -> str:
    """A claim's text on one line, its quotes by GitHub's ids."""
    return _ALIAS.sub(lambda found: f"[[quote:{ids.get(found[1], found[1])}|", " ".join(visible(text).split()))


def evidence(told: tuple[str, ...], ids: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ids.get(one, one) for one in told))


def _about(told: int | None, text: str, numbers: tuple[int, ...]) -> int | None:
    """The call's item that the claim says it is about; else the first that it cites; else the only one."""
    if told is not None:
        return told if told in numbers else None
    cited = [number for number in parse(text).items if number in numbers]
    return cited[0] if cited else numbers[0] if len(numbers) == 1 else None


def _without_itself(text: str, about: int) -> str:
    """Without the reference that the page prints in front of the claim anyway."""
    shorter = re.sub(rf"^\[\[#{about}\]\]\s*[:：,，]?\s*", "", text)
    return shorter or text


_ALIAS = re.compile(r"\[\[quote:([^|\s\[\]]+)\|")
