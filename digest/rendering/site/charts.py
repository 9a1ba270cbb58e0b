"""Charts as geometry: the five counts over the last reports, and where the merged work went.

Widths are per cent of the drawing and heights are pixels, so that a chart fills a phone as well as a desk, its letters
staying as large as the page's. The templates draw them; every number stands in a text as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from digest.model import ListName
from digest.rendering.catalogue import Catalogue
from digest.rendering.index import Entry

MOST = 30
"""Reports that the chart of the counts shows."""
AREAS = 8
_STRIP = 44.0
"""Pixels of the highest bar."""
_GAP = 0.28
"""What part of its place a bar leaves empty."""
_WIDEST = 6.0
"""Per cent of the drawing: two bars that filled it would be walls."""


@dataclass(frozen=True)
class Bar:
    """One report's count. ``x`` and ``width`` in per cent, ``y`` and ``height`` in pixels from the strip's top."""

    x: float
    width: float
    y: float
    height: float
    told: str


@dataclass(frozen=True)
class Strip:
    """One of the counts over time, on a scale of its own that begins at zero."""

    label: str
    newest: int
    low: int
    high: int
    bars: tuple[Bar, ...]


@dataclass(frozen=True)
class Counts:
    """The five counts over time. ``days`` and ``rows`` are the same as a table, newest first."""

    strips: tuple[Strip, ...]
    first: str
    last: str
    rows: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True)
class Area:
    """How many merged changes an area had; ``width`` in per cent of the most."""

    name: str
    count: int
    width: float


def counts(entries: Sequence[Entry], t: Catalogue) -> Counts | None:
    """Of the newest reports (``entries`` are newest first). One report alone makes no chart."""
    shown = list(reversed(entries[:MOST]))
    if len(shown) < 2:
        return None
    days = [one.name for one in shown]
    return Counts(
        strips=tuple(_strip(name, [one.counts.get(name, 0) for one in shown], days, t) for name in ListName),
        first=days[0],
        last=days[-1],
        rows=tuple((one.name, tuple(one.counts.get(name, 0) for name in ListName)) for one in reversed(shown)),
    )


def _strip(name: ListName, numbers: Sequence[int], days: Sequence[str], t: Catalogue) -> Strip:
    highest = max(numbers) or 1
    place = 100 / len(numbers)
    width = min(place * (1 - _GAP), _WIDEST)
    bars = tuple(
        Bar(
            x=place * at + (place - width) / 2,
            width=width,
            y=_STRIP * (1 - number / highest),
            height=_STRIP * number / highest,
            told=t("chart.bar", day=day, n=number),
        )
        for at, (day, number) in enumerate(zip(days, numbers, strict=True))
    )
    return Strip(t(f"site.short.{name}"), numbers[-1], min(numbers), max(numbers), bars)


def areas(shares: Iterable[tuple[str, int]]) -> tuple[Area, ...]:
    """The areas with the most merged changes, most first, as `facts` ranks them. One alone makes no chart."""
    shown = [(name, count) for name, count in shares if count > 0][:AREAS]
    if len(shown) < 2:
        return ()
    most = max(count for _, count in shown)
    return tuple(Area(name, count, 100 * count / most) for name, count in shown)
