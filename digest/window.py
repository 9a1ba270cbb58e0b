"""A window: a half-open stretch of time ``[start, end)`` with a time zone.

GitHub's timestamps have second precision, and so have windows. An event at exactly ``end`` belongs to the
next window only, so consecutive windows tile. A *day* goes from ``day_start`` to the next local ``day_start``:
23, 24 or 25 hours where the clocks change.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, field_validator, model_validator

from digest.errors import WindowError

SETTLE = timedelta(minutes=10)
"""A day is reported once it has been over for this long, so that GitHub's answers have settled."""

_SECOND = timedelta(seconds=1)
_DAY = timedelta(days=1)


class Window(BaseModel):
    """``[start, end)``. Both are kept in UTC; ``timezone`` (IANA) is how people read them.

    ``day`` is the local date on which the window starts if the window is exactly a day of the settings it
    was made with, else None. ``span`` is the name of the week or month (``2026-W10``, ``2026-03``) that a roll-up
    tells of, else None.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    start: AwareDatetime
    end: AwareDatetime
    timezone: str
    day: date | None = None
    span: str | None = Field(default=None, exclude_if=lambda span: span is None)

    @field_validator("start", "end")
    @classmethod
    def _in_utc(cls, value: datetime) -> datetime:
        return value.astimezone(UTC)

    @model_validator(mode="after")
    def _is_a_stretch(self) -> Window:
        if self.start >= self.end:
            raise ValueError("a window ends after it starts")
        return self

    def __contains__(self, moment: object) -> bool:
        return isinstance(moment, datetime) and self.start <= moment < self.end

    @property
    def last_second(self) -> datetime:
        """The last moment inside, for ranges that include both ends, as GitHub's search does.

        https://docs.github.com/en/search-github/getting-started-with-searching-on-github/understanding-the-search-syntax
        """
        return self.end - _SECOND

    @property
    def zone(self) -> ZoneInfo:
        return zone(self.timezone)

    @property
    def name(self) -> str:
        """The folder name of a report: the date of a day, the name of a week or month, else both ends in UTC."""
        if self.day is not None:
            return self.day.isoformat()
        if self.span is not None:
            return self.span
        return f"{self.start:%Y%m%dT%H%M%SZ}_to_{self.end:%Y%m%dT%H%M%SZ}"


def zone(name: str) -> ZoneInfo:
    """The IANA zone of that name. Raises WindowError for an unknown one."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise WindowError(f"--timezone: {name!r} is no IANA time zone; write one like Asia/Shanghai or UTC") from None


def parse_date(text: str) -> date:
    """A calendar date ``YYYY-MM-DD``. Raises WindowError."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        raise WindowError(f"--date: {text!r} is no calendar date; write YYYY-MM-DD") from None


def parse_day_start(text: str) -> time:
    """A time of day ``HH:MM``. Raises WindowError."""
    try:
        return datetime.strptime(text, "%H:%M").time()
    except ValueError:
        raise WindowError(f"--day-start: {text!r} is no time of day; write HH:MM, 00:00 to 23:59") from None


def parse_moment(text: str, timezone: str, option: str) -> datetime:
    """An ISO 8601 moment; a naive one is in ``timezone``. ``option`` is named in the WindowError."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise WindowError(f"{option}: {text!r} is no ISO 8601 time; write 2026-03-03T11:21 or …+08:00") from None
    try:
        told = _utc(moment if moment.tzinfo else moment.replace(tzinfo=zone(timezone)))
    except OverflowError:
        raise WindowError(f"{option}: {text!r} is out of the range of dates") from None
    if told.microsecond:
        raise WindowError(f"{option}: {text!r} has fractions of a second; GitHub's times have none")
    return told


def day(on: date, timezone: str, day_start: time = time(0)) -> Window:
    """The day that starts on the local date ``on``. Raises WindowError for a date out of range."""
    try:
        start, end = _ends(on, timezone, day_start)
    except OverflowError:
        raise WindowError(f"--date: {on} is out of the range of dates") from None
    if start >= end:
        raise WindowError(f"--date: {timezone} skipped {on} when its clocks changed")
    return Window(start=start, end=end, timezone=timezone, day=on)


def between(since: datetime, until: datetime, timezone: str, day_start: time = time(0)) -> Window:
    """The window between two moments; it is a *day* when it covers exactly one. Raises WindowError."""
    if since >= until:
        raise WindowError("--until: must be later than --since")
    try:
        return Window(start=since, end=until, timezone=timezone, day=_day_of(since, until, timezone, day_start))
    except OverflowError:
        raise WindowError("--since: the window is out of the range of dates") from None


def newest_day(now: datetime, timezone: str, day_start: time = time(0)) -> Window:
    """The newest day that ended at least `SETTLE` before ``now``, however late a scheduler fires."""
    settled = now - SETTLE
    on = settled.astimezone(zone(timezone)).date()
    while _opening(on + _DAY, timezone, day_start) > settled or _is_skipped(on, timezone, day_start):
        on -= _DAY
    return day(on, timezone, day_start)


def days(first: date, end: date, timezone: str, day_start: time = time(0)) -> tuple[Window, ...]:
    """The days from ``first`` up to and without ``end``. A date that the zone skipped has none."""
    dates = (first + number * _DAY for number in range((end - first).days))
    return tuple(day(on, timezone, day_start) for on in dates if not _is_skipped(on, timezone, day_start))


def newest_days(now: datetime, timezone: str, day_start: time, number: int) -> tuple[Window, ...]:
    """The newest day and those before it, ``number`` in all, the oldest first. They tile."""
    days = [newest_day(now, timezone, day_start)]
    while len(days) < number:
        # The day before is the one that was the newest when the later one had just begun.
        days.insert(0, newest_day(days[0].start + SETTLE, timezone, day_start))
    return tuple(days)


def refuse_unfinished(window: Window, now: datetime, option: str) -> Window:
    """The window itself, if it is over at ``now``. Raises WindowError, naming ``option``, for one that is not."""
    moment = _utc(now)
    start, end, local = (f"{one.astimezone(window.zone):%Y-%m-%d %H:%M}" for one in (window.start, window.end, moment))
    told = f"{window.day}" if window.day else f"{start} to {end}"
    if window.start > moment:
        raise WindowError(f"{option}: {told} lies in the future (it is {local} {window.timezone})")
    if window.end > moment:
        raise WindowError(f"{option}: {told} is not over before {end} {window.timezone}; run it then")
    return window


def _day_of(since: datetime, until: datetime, timezone: str, day_start: time) -> date | None:
    """The day that goes exactly from ``since`` to ``until``. Where a gap swallowed its start, it opens a date later."""
    local = since.astimezone(zone(timezone)).date()
    ends = _utc(since), _utc(until)
    return next((on for on in (local, local - _DAY) if _ends(on, timezone, day_start) == ends), None)


def _ends(on: date, timezone: str, day_start: time) -> tuple[datetime, datetime]:
    return _opening(on, timezone, day_start), _opening(on + _DAY, timezone, day_start)


def _is_skipped(on: date, timezone: str, day_start: time) -> bool:
    """A zone that moved across the date line has a date without any time in it (Apia, 2011-12-30)."""
    opening, closing = _ends(on, timezone, day_start)
    return opening >= closing


def _opening(on: date, timezone: str, day_start: time) -> datetime:
    """When the local day of ``on`` opens.

    A time that the clocks skip is read with the offset before the gap, one that they repeat is its first
    occurrence (PEP 495, fold=0). The same rule closes the day before, so days tile.
    """
    return _utc(datetime.combine(on, day_start, tzinfo=zone(timezone)))


def _utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC)
