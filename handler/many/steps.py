"""The three calls of the state machine, each told by the ``step`` of its event; infra/map.asl.yml makes those."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from digest.errors import DigestError, RateLimited, SettingsError
from digest.s3 import SMALL, Bucket, Location
from handler.many import listing, queue
from handler.many.listing import Reading
from handler.many.order import Options, Order, read, read_text
from handler.many.queue import Queue
from handler.many.run import LIST, SUMMARY, Run, Summary
from handler.many.table import item as read_row

Event = Mapping[str, object]
Answer = dict[str, object]
Digest = Callable[[Options, bool], Mapping[str, object]]
"""Makes and publishes one report, as for any other event, and gives what the function answers.

It is told whether somebody waits where GitHub's limit holds. Raises a DigestError.
"""

SHOWN = 50
"""Failures in the last answer; the summary in S3 has all. An execution's output holds 256 KiB."""
SHORTEST_WAIT = timedelta(seconds=2)
"""GitHub's clock may be behind that of the state machine."""
UNKNOWN_WAIT = timedelta(minutes=1)
"""How long a limit is waited for that does not say when it lifts, as GitHub asks:
https://docs.github.com/en/graphql/overview/rate-limits-and-node-limits-for-the-graphql-api"""


@dataclass(frozen=True)
class Steps:
    """The parts of the function that they use: its clock, how it reads options and makes a report of them.

    ``is_fetched`` tells whether a day is, so that the next one may begin. ``measure`` hears what came of a run, by the
    name of the state machine.
    """

    now: Callable[[], datetime]
    reading: Reading
    digest: Digest
    is_fetched: Callable[[Options], bool]
    measure: Callable[[str, Summary], None]

    def __call__(self, event: Event) -> Answer:
        """What the state machine goes on with. Raises a DigestError, by whose name it decides whether to try again."""
        run = Run.open(_text(event, "runs"), _text(event, "run"))
        match event.get("step"):
            case "list":
                return self._list(event, run)
            case "item":
                return self._item(event, run)
            case "tell":
                return self._tell(event, run)
        raise SettingsError(f"step: {event.get('step')!r} is none of list, item, tell")

    def _list(self, event: Event, run: Run) -> Answer:
        """Writes the list, and says where it lies and how it is to be worked off."""
        given = event.get("order") or {}
        order = _ordered(given, str(event.get("config") or ""))
        found = self._items(order, _started(given, event), _text(event, "runs"))
        if not found:
            raise SettingsError("again: that run has nothing left to do")
        run.begin(found, queue.before(found))
        return {
            "run": run.name,
            "key": run.address(LIST),
            "items": len(found),
            "first": min(str(item["date"]) for item in found),
            "last": max(str(item["date"]) for item in found),
            "concurrency": int(_number(event, "concurrency")),
            "tolerated": _number(event, "tolerated"),
            "waits": int(_number(event, "waits")),
        }

    def _items(self, order: Order, now: datetime, runs: str) -> tuple[Options, ...]:
        if order.again:
            return Run.open(runs, order.again).undone()
        return listing.items(order, now, self.reading)

    def _item(self, event: Event, run: Run) -> Answer:
        """One report; before its turn, and where GitHub's limit holds, when the next call may be made instead."""
        row = event.get("item")
        if not isinstance(row, Mapping):
            raise SettingsError("item: the event has none")
        item = read_row(row)
        waited, queued = _last(event, "waited"), _last(event, "queued")
        patient = waited < _number(event, "waits")
        try:
            wait = Queue(run, self.is_fetched, self.now).wait(item, row, queued)
            if wait is not None:
                return self._later(run, item, "waiting", self.now() + wait, waited=waited, queued=queued + 1)
            run.tell_begun(item, self.now())
            answer = dict(self.digest(item, patient))
        except DigestError as error:
            if patient and isinstance(error, RateLimited):
                return self._later(run, item, "limited", self._resume_at(error), waited=waited + 1, queued=0)
            run.tell_failed(item, type(error).__name__, str(error), self.now())
            raise
        except Exception as error:
            reason = f"internal error: {type(error).__name__}; the function's log has more"
            run.tell_failed(item, "InternalError", reason, self.now())
            raise
        run.tell_done(item, answer)
        return answer

    def _later(self, run: Run, item: Options, status: str, until: datetime, **told: int) -> Answer:
        """That the item is to be called again then, and so is alive."""
        run.tell_begun(item, until)
        return {"status": status, "resume_at": _whole(until), **told}

    def _resume_at(self, limited: RateLimited) -> datetime:
        """Never at once."""
        return max(limited.until or self.now() + UNKNOWN_WAIT, self.now() + SHORTEST_WAIT)

    def _tell(self, event: Event, run: Run) -> Answer:
        """How many, and which failed; all of it lies in the summary beside the list."""
        summary = run.summary(ended=event.get("ended") is True)
        run.write(SUMMARY, summary.model_dump(mode="json"))
        self.measure(_text(event, "machine"), summary)
        return _shown(summary, f"{run.place}/{SUMMARY}")


def _whole(until: datetime) -> str:
    """A time as a Wait state reads it, in whole seconds, later rather than earlier."""
    return f"{datetime.fromtimestamp(math.ceil(until.timestamp()), UTC):%Y-%m-%dT%H:%M:%SZ}"


def _shown(summary: Summary, place: str) -> Answer:
    told = summary.model_dump(mode="json")
    return {**told, "failures": told["failures"][:SHOWN], "summary": place}


def _ordered(given: object, config: str) -> Order:
    """What the input asks for; the config file, if there is one, says what it leaves open."""
    order = read(given, "input")
    named = str(given.get("config") or "") if isinstance(given, Mapping) else ""
    if order.is_empty and (place := named or config):
        kept = _kept(place)
        days = {key: value for key, value in order if key in ("since", "until") and order.since}
        order = kept.model_copy(update=days)
    if order.is_empty:
        raise SettingsError(
            'repositories: none are named; start with {"repositories": ["OWNER/NAME"]}, or give a config file'
        )
    return order


def _kept(place: str) -> Order:
    location = Location.parse(place, "config")
    folder, _, name = location.prefix.rpartition("/")
    found = Bucket.open(location.model_copy(update={"prefix": folder}), SMALL).read(name)
    if found is None:
        raise SettingsError(f"config: there is no {place}")
    return read_text(found.data, place)


def _started(given: object, event: Event) -> datetime:
    """The scheduler's own time where it started the run, else the moment at which the execution began."""
    told = given.get("time") if isinstance(given, Mapping) else None
    text = str(told or event.get("started"))
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        raise SettingsError(f"time: {text!r} is no ISO 8601 time") from None


def _last(event: Event, name: str) -> int:
    """A number of the item's last answer: how often it ``waited`` for a limit, or ``queued``, so far."""
    last = event.get("last")
    answer = last.get("answer") if isinstance(last, Mapping) else None
    return int(answer.get(name, 0)) if isinstance(answer, Mapping) else 0


def _number(event: Event, name: str) -> float:
    """A number, also one that a template's parameter made a text of."""
    try:
        return float(str(event.get(name)))
    except ValueError:
        raise SettingsError(f"{name}: {event.get(name)!r} is no number") from None


def _text(event: Event, name: str) -> str:
    text = event.get(name)
    if not isinstance(text, str) or not text:
        raise SettingsError(f"{name}: the event has none")
    return text
