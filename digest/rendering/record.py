"""``report.json``: facts, narrative and what it took, for programs. Its fields are a contract with other programs.

Fields are only added; ``schema`` goes up when one changes its meaning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from pydantic import ConfigDict, Field

from digest import __version__
from digest.facts.values import Facts
from digest.model import Degradation, ListName, Moment, Tally, Usage, Value
from digest.rendering.opening import opening
from digest.writing.narrative import Narrative, Verification

SCHEMA: Final = 1


class Span(Value):
    """The window. ``day`` is the local date of a whole day, else null."""

    start: Moment
    end: Moment
    timezone: str
    day: str | None


class Generator(Value):
    """Who wrote it. ``models`` are those that answered."""

    version: str
    models: tuple[str, ...] = ()
    prompt_version: str = ""


class Publication(Value):
    """What a target did."""

    target: str
    status: Literal["created", "updated", "unchanged", "failed"]
    url: str | None = None
    error: str | None = None
    passing: bool = Field(default=False, exclude=True)
    """Whether a failure may be over in a while, as of a `Degradation`."""


class Record(Value):
    """The whole of ``report.json``."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    format: Literal[1] = Field(default=SCHEMA, alias="schema")
    repository: str
    title: str = ""
    """The project's name as readers know it."""
    window: Span
    name: str = ""
    """The folder's name of the window: where the report lies below ``OWNER/NAME``."""
    languages: tuple[str, ...] = ()
    first_line: dict[str, str] = {}
    """By language: the first thing that the page tells, as plain text."""
    as_of: Moment
    sample: bool = False
    generator: Generator
    degraded: tuple[Degradation, ...]
    counts: dict[ListName, int]
    lists: dict[ListName, tuple[int, ...]]
    receipt: dict[ListName, Tally]
    verification: Verification
    usage: Usage
    publications: tuple[Publication, ...] = ()
    facts: Facts
    narrative: Narrative | None = None
    narratives: tuple[Narrative, ...] = ()
    """Those of the other languages. What stands under ``verification`` and ``generator`` is the first one's."""


def record(
    facts: Facts,
    narratives: Sequence[Narrative],
    fetched: Usage,
    title: str = "",
    pages: Mapping[str, str] | None = None,
) -> Record:
    """The record of a report. ``fetched`` is what the fetch cost; each narrative knows its own cost.

    The first narrative is that of the report's first language. ``pages`` are the pages in Markdown, by language.
    """
    told = {language: opening(page) for language, page in (pages or {}).items()}
    narrative = narratives[0] if narratives else None
    window = facts.window
    return Record(
        repository=str(facts.repository),
        title=title or facts.repository.name,
        window=Span(
            start=window.start,
            end=window.end,
            timezone=window.timezone,
            day=window.day.isoformat() if window.day else None,
        ),
        name=window.name,
        languages=tuple(told),
        first_line={language: line for language, line in told.items() if line},
        as_of=facts.as_of,
        sample=facts.sample,
        generator=Generator(
            version=__version__,
            models=narrative.models if narrative else (),
            prompt_version=narrative.prompt_version if narrative else "",
        ),
        degraded=(*facts.degraded, *(part for one in narratives for part in one.degraded)),
        counts=facts.counts,
        lists=facts.lists,
        receipt=facts.receipt,
        verification=narrative.verification if narrative else Verification(),
        usage=sum((one.usage for one in narratives), fetched),
        facts=facts,
        narrative=narrative,
        narratives=tuple(narratives[1:]),
    )


def record_json(made: Record) -> bytes:
    """As ``report.json`` holds it."""
    return made.model_dump_json(by_alias=True, indent=2).encode() + b"\n"
