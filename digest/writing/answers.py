"""What a model is asked to answer, and how that becomes claims."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict

from digest.claims import Claim, Part, Section
from digest.facts.prose import visible

LONGEST_CLAIM = 600
"""Characters of a claim with its placeholders; a longer one is no sentence, and left out."""


def _part(value: object) -> object:
    return value if value in list(Part) else None


def _strings(value: object) -> object:
    """Weak models write one id where a list belongs, or null."""
    if isinstance(value, str):
        return [value]
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


class Sentence(BaseModel):
    """A claim as a model writes it. What it adds to that is ignored."""

    model_config = ConfigDict(frozen=True)

    part: Annotated[Part | None, BeforeValidator(_part)] = None
    text: str
    evidence: Annotated[tuple[str, ...], BeforeValidator(_strings)] = ()


def _sentences(value: object) -> object:
    """What is no sentence at all is left out, so that it does not cost the others."""
    if not isinstance(value, list):
        return value
    return [{"text": one} if isinstance(one, str) else one for one in value if isinstance(one, str) or _has_text(one)]


def _has_text(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("text"), str)


class Written(BaseModel):
    """A section as a model writes it."""

    model_config = ConfigDict(frozen=True)

    claims: Annotated[tuple[Sentence, ...], BeforeValidator(_sentences)]


def claims(
    written: Written, section: Section, ids: Mapping[str, str], most: int, about: int | None = None
) -> tuple[Claim, ...]:
    """The first claims of an answer, with GitHub's ids in place of the prompt's short ones."""
    told = [sentence for sentence in written.claims if 0 < len(sentence.text.strip()) <= LONGEST_CLAIM]
    return tuple(_claim(sentence, section, ids, about) for sentence in told[:most])


def _claim(sentence: Sentence, section: Section, ids: Mapping[str, str], about: int | None) -> Claim:
    return Claim(
        section=section,
        about=about,
        part=None if about is None else sentence.part,
        text=_ALIAS.sub(
            lambda found: f"[[quote:{ids.get(found[1], found[1])}|", " ".join(visible(sentence.text).split())
        ),
        evidence=tuple(dict.fromkeys(ids.get(one, one) for one in sentence.evidence)),
    )


_ALIAS = re.compile(r"\[\[quote:([^|\s\[\]]+)\|")
