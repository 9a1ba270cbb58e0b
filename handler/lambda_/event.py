"""What an event asks for: a time of the scheduler's own, and run options by their names.

The event of a schedule, of a rule, or of somebody's hand. Errors name the event's key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from digest.errors import SettingsError
from digest.settings.file import nearest
from digest.settings.find import Door
from digest.settings.options import FILE_ONLY, OPTIONS, Option, Shape

DOOR = Door("event", "event: ")
TIME = "time"
"""The scheduler's ``<aws.scheduler.scheduled-time>``, or the ``time`` of a rule's event:
https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-schedule-context-attributes.html"""
LEAD = timedelta(minutes=5)
"""How far ahead of our clock a scheduler's may be."""
EARLIEST = datetime(2008, 1, 1, tzinfo=UTC)
"""Before GitHub there was nothing to report on."""

_KIND = "detail-type"
"""What every event of EventBridge has, and no other:
https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-events-structure.html"""
_BY_NAME = {option.name: option for option in OPTIONS}


@dataclass(frozen=True)
class Asked:
    """``flags`` are texts and lists of texts by option; ``at`` is when the run was due, if the event says so."""

    flags: Mapping[str, str | list[str]]
    at: datetime | None = None


def read(event: object, now: datetime) -> Asked:
    """Raises SettingsError, naming the key. What else AWS puts into its own events is passed over."""
    if not isinstance(event, dict):
        raise _wrong("", f'this is {_kind(event)}; send an object like {{"date": "2026-03-03"}}')
    known = {key: value for key, value in event.items() if key in _BY_NAME}
    if _KIND not in event:
        for key in event.keys() - known.keys() - {TIME}:
            raise _wrong(str(key), f"there is no such option{_instead(str(key))}")
    return Asked(dict(_flags(known)), _moment(event.get(TIME), now))


def _flags(given: Mapping[str, object]) -> Iterator[tuple[str, str | list[str]]]:
    for name, value in given.items():
        if value is not None:
            yield name, _text(_BY_NAME[name], value)


def _text(option: Option, value: object) -> str | list[str]:
    if isinstance(value, list) and option.shape is Shape.MANY:
        if not value:
            raise _wrong(option.name, "this is an empty list; leave it out for what the environment says, or fill it")
        return [_one(option, entry) for entry in value]
    return _one(option, value)


def _one(option: Option, value: object) -> str:
    """A value as text. False is no missing value here: it overrules the environment."""
    if isinstance(value, bool) and option.shape is Shape.SWITCH:
        return "true" if value else "false"
    if isinstance(value, str) or (isinstance(value, int | float) and not isinstance(value, bool)):
        return str(value)
    wanted = "a text or a list of texts" if option.shape is Shape.MANY else "one value"
    raise _wrong(option.name, f"this is {_kind(value)}; write {wanted}")


def _moment(value: object, now: datetime) -> datetime | None:
    if value is None or value == "":
        return None
    try:
        moment = datetime.fromisoformat(value if isinstance(value, str) else "")
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        told = "the time of a schedule is written like 2026-03-04T00:30:00Z, and a schedule's input says"
        raise _wrong(TIME, f'{value!r} is no time with an offset; {told} "time": "<aws.scheduler.scheduled-time>"')
    if moment < EARLIEST:
        raise _wrong(TIME, f"{value} lies before there was anything to report on; leave it out, or give a date")
    if moment > now + LEAD:
        raise _wrong(TIME, f"{value} lies in the future; leave it out, or give a date")
    return moment


def _instead(key: str) -> str:
    if key in {option.name for option in FILE_ONLY}:
        return f"; {key!r} is set in the config file alone"
    return nearest(key, (*_BY_NAME, TIME))


def _kind(value: object) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return "true or false"
        case dict():
            return "an object"
        case list():
            return "a list"
    return "one value"


def _wrong(key: str, what: str) -> SettingsError:
    return SettingsError(f"{DOOR.before}{key}: {what}" if key else f"{DOOR.before}{what}")
