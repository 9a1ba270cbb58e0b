"""A page in pieces that each fit a limit, cut at the borders of lines: nothing is lost, and each reads by itself.

What is open at a cut (a fold, a table) is closed before it and opened again behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

LIMIT = 65_536
"""Characters that GitHub takes in a body or a comment; more is refused ("body is too long")."""

FOLD, UNFOLD = "<details>", "</details>"
_TABLE = "| --- "


def length(text: str) -> int:
    """In UTF-16 units: as many as characters or more, whichever of the two GitHub counts."""
    return len(text.encode("utf-16-le")) // 2


def pieces(page: str, first: int, rest: int = LIMIT) -> tuple[str, ...]:
    """The page in pieces of at most ``first`` characters for the first one, ``rest`` for the others."""
    return tuple(_Cutter(first, rest).cut(page.split("\n")))


@dataclass
class _Cutter:
    limit: int
    rest: int
    lines: list[str] = field(default_factory=list)
    fold: list[str] = field(default_factory=list)
    table: list[str] = field(default_factory=list)
    opened: int = 0
    """Lines at the start of the piece that only open again what a cut closed."""
    size: int = 0

    def cut(self, lines: list[str]) -> Iterator[str]:
        place = 0
        while place < len(lines):
            following = place + _span(lines, place)
            unit = lines[place:following]
            for part in self._fitting(unit):
                if len(self.lines) > self.opened and self.size + _size(part) + self._closing(part) > self.limit:
                    yield self._end()
                for line in part:
                    self._add(line)
            for line, behind in zip(unit, [*unit[1:], ""], strict=True):
                self._follow(line, behind)
            place = following
        if any(line.strip() for line in self.lines[self.opened :]):
            yield "\n".join(self.lines).strip("\n") + "\n"

    def _closing(self, part: list[str]) -> int:
        """What a cut behind the part would have to close."""
        return len(UNFOLD) + 3 if self.fold or FOLD in part else 1

    def _end(self) -> str:
        done = "\n".join([*self.lines, *(["", UNFOLD] if self.fold else [])]).strip("\n") + "\n"
        self.limit, self.lines, self.size = self.rest, [], 0
        for line in (*self.fold, *self.table):
            self._add(line)
        self.opened = len(self.lines)
        return done

    def _add(self, line: str) -> None:
        self.lines.append(line)
        self.size += length(line) + 1

    def _follow(self, line: str, following: str) -> None:
        """Keeps what is open behind the line."""
        if line == FOLD:
            self.fold = [FOLD, following, ""]
        elif line == UNFOLD:
            self.fold = []
        if line.startswith("|") and following.startswith(_TABLE):
            self.table = [line, following]
        elif not line.startswith("|"):
            self.table = []

    def _fitting(self, unit: list[str]) -> Iterator[list[str]]:
        """The unit; a line that no piece could hold is cut at a space."""
        opening = _size([*self.fold, *self.table])
        room = min(self.limit, self.rest) - opening - self._closing(unit) - 2
        if _size(unit) <= room:
            yield unit
            return
        for line in unit:
            while length(line) > room:
                border = line.rfind(" ", 1, room // 2)
                border = border if border > 0 else room // 2
                yield [line[:border]]
                line = line[border:]
            yield [line]


def _span(lines: list[str], place: int) -> int:
    """How many lines stay together: what opens a fold, the head of a table, a heading and what it is for."""
    line = lines[place]
    behind = lines[place + 1] if place + 1 < len(lines) else None
    if behind is None:
        return 1
    if line == FOLD:
        return min(3, len(lines) - place)
    if line.startswith("|") and behind.startswith(_TABLE):
        return 2
    if line.startswith(("#", "<!-- ")):
        return 1 + _span(lines, place + 1)
    return 1


def _size(lines: list[str]) -> int:
    return sum(length(line) + 1 for line in lines)
