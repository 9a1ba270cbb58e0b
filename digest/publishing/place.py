"""What every target can do: look at what is there, say what it would change, and make it so.

A publication is an agreement between what is there and the report. What was looked at may be out of date by the time
it is changed, and a change may or may not have happened when a connection breaks: either way one looks again and
changes what still differs. So a run that was killed anywhere is made right by the next one, without duplicates.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from digest.model import RepositoryName, Value
from digest.rendering.report import Report
from digest.window import Window

Status = Literal["created", "updated", "unchanged"]


class Change(Value):
    """One thing that differs: a file, a body, a comment. ``old`` is None where it is not there, ``new`` where it goes.

    Where the old text cannot be told (it was not read), ``old`` is empty.
    """

    name: str
    old: str | None
    new: str | None


@dataclass(frozen=True)
class Plan:
    """What would change, and ``act``, which does it and gives the address of what was published."""

    exists: bool
    changes: tuple[Change, ...]
    act: Callable[[], Awaitable[str | None]]
    url: str | None = None

    @property
    def status(self) -> Status:
        return "unchanged" if not self.changes else "updated" if self.exists else "created"


class Moved(Exception):
    """What was looked at is no longer what is there, or it is not known what became of a change: look again."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Sought(Value):
    """The reports of some windows, told of before they are made: enough to find what there is of them."""

    repository: RepositoryName
    windows: tuple[Window, ...]
    languages: tuple[str, ...]
    server: str = "https://github.com"
    """The GitHub that the reports are of."""


class Place(Protocol):
    """A target that was opened."""

    async def thing(self) -> Hashable:
        """What it publishes to. Targets of one run with the same are one target, written in several ways."""
        ...

    async def plan(self, report: Report) -> Plan:
        """Looks, and changes nothing. Raises RemoteError."""
        ...

    async def standing(self, sought: Sought) -> Mapping[Window, str]:
        """Those of the windows whose report is there, whole and in every language, each with its address.

        One cheap look for all of them, that changes nothing. Raises RemoteError.
        """
        ...


def differs(old: str | None, new: str | None) -> bool:
    """Whether two bodies say different things to GitHub, which may keep a body with the line ends of a form."""
    if old is None or new is None:
        return old is not new
    return old.replace("\r\n", "\n").strip() != new.strip()
