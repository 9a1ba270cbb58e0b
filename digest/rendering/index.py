"""The reports of a project, newest first: what a list of them needs to know, without reading them.

``index.json`` beside the reports holds it. Two indexes merge without losing a report, so that runs which publish at
the same time can each add their own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, ConfigDict, Field, ValidationError, field_validator

from digest.model import ListName, Moment, Value
from digest.rendering.escape import isolated
from digest.span import Kind, kind_of

SCHEMA: Final = 1


class Entry(Value):
    """One report. ``name`` is its folder's, ``OWNER/NAME/<name>``: at most one report stands there."""

    repository: str
    start: Moment
    end: Moment
    timezone: str
    name: str
    title: Annotated[str, AfterValidator(isolated)]
    """The project's name as readers know it ("vLLM")."""
    languages: tuple[str, ...]
    counts: dict[ListName, int]
    first_line: dict[str, str]
    """By language: the first thing that the page tells, as plain text. A page that tells nothing has none."""
    as_of: Moment
    degraded: bool = False

    @property
    def kind(self) -> Kind | None:
        """Of a roll-up what it tells of; nothing for the report of a window."""
        return kind_of(self.name)

    @property
    def path(self) -> str:
        """Where the report's files lie, below the root of all reports."""
        return f"{self.repository}/{self.name}"

    @classmethod
    def of(cls, report: bytes | Mapping[str, Any]) -> Entry:
        """The entry for a ``report.json``, read or not, also of another version of this program. Raises ValueError."""
        told: Mapping[str, Any] = json.loads(report) if isinstance(report, bytes) else report
        try:
            return cls._of(told)
        except (KeyError, TypeError, AttributeError, ValidationError) as error:
            raise ValueError(f"this is no report.json: {type(error).__name__}") from None

    @classmethod
    def _of(cls, told: Mapping[str, Any]) -> Entry:
        window = told["window"]
        repository: str = told["repository"]
        return cls(
            repository=repository,
            start=window["start"],
            end=window["end"],
            timezone=window["timezone"],
            name=told.get("name") or window["day"],
            title=told.get("title") or repository.partition("/")[2],
            languages=tuple(told.get("languages", ())),
            counts=told["counts"],
            first_line=told.get("first_line", {}),
            as_of=told["as_of"],
            degraded=bool(told.get("degraded")),
        )


class Index(Value):
    """The reports of one project. However it is made, entries stand newest first and each window once."""

    format: Literal[1] = Field(default=SCHEMA, alias="schema")
    entries: tuple[Entry, ...] = ()

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)

    @field_validator("entries")
    @classmethod
    def _sorted(cls, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """Of two entries of one window the one with the newer data stays, and of equally new ones the later."""
        newest: dict[tuple[str, str], Entry] = {}
        for entry in entries:
            other = newest.get((entry.repository, entry.name))
            if other is None or other.as_of <= entry.as_of:
                newest[entry.repository, entry.name] = entry
        return tuple(sorted(newest.values(), key=lambda one: (one.end, one.start, one.name), reverse=True))

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Index:
        return cls(entries=tuple(entries))

    @classmethod
    def read(cls, data: bytes) -> Index:
        """Raises ValueError for what is no index of this schema."""
        return cls.model_validate_json(data)

    def json_bytes(self) -> bytes:
        """As ``index.json`` holds it: the same bytes for the same index."""
        return self.model_dump_json(by_alias=True, indent=2).encode() + b"\n"

    def merged(self, other: Index) -> Index:
        """The reports of both. Where both have a window, the newer stays; if they are equally new, ``other``'s."""
        return Index(entries=(*self.entries, *other.entries))

    @property
    def newest(self) -> Entry:
        """The newest report of a window; a roll-up only where there is nothing else. The index is not empty."""
        return next((entry for entry in self.entries if entry.kind is None), self.entries[0])

    def of_kind(self, kind: Kind | None) -> tuple[Entry, ...]:
        """The roll-ups of weeks or months, or the reports of windows, newest first."""
        return tuple(entry for entry in self.entries if entry.kind == kind)

    @property
    def names(self) -> frozenset[str]:
        """The windows that it knows."""
        return frozenset(entry.name for entry in self.entries)
