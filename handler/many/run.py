"""One run over a list, as it is kept in S3: what was asked for, what came of each item, and the summary.

    PLACE/RUN/list.csv              the items, as the state machine reads them
    PLACE/RUN/done/OWNER/NAME/DATE.json     what the function answered
    PLACE/RUN/failed/OWNER/NAME/DATE.json   why the last try of it failed; void where it is done after all
    PLACE/RUN/begun/OWNER/NAME/DATE.json    when its last call began, or when the next one is to be made
    PLACE/RUN/summary.json          how many, and which failed with what reason

Each item has its own objects, so that two at once never write the same. Nothing is removed: a redrive adds to it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from digest.errors import NotFound, SettingsError
from digest.model import Moment, Value
from digest.s3 import SMALL, Bucket, Location, Taken
from handler.many.listing import key
from handler.many.order import Options
from handler.many.table import rows, table

LIST, SUMMARY = "list.csv", "summary.json"
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}")
"""Of what an execution may be called, that is in need of no quoting anywhere:
https://docs.aws.amazon.com/step-functions/latest/apireference/API_StartExecution.html"""
SILENT = {"error": "NoAnswer", "reason": "the function did not answer: its time or memory ran out; its log says which"}
_AT_ONCE = 16
_JSON = "application/json; charset=utf-8"
_CSV = "text/csv; charset=utf-8"


class Failure(Value):
    """An item that is not done, and why. ``error`` is the kind, as Step Functions calls it too."""

    repository: str
    date: str
    error: str
    reason: str


class Summary(Value):
    """What came of a list. Of ``left`` items there is no word: they were not tried to the end."""

    run: str
    items: int
    done: int
    failed: int
    left: int
    failures: tuple[Failure, ...] = ()


class Word(Value):
    """What is known of an item: that it is done, or why its last call failed, and when it was heard of last.

    ``until`` lies ahead where it waits itself.
    """

    is_done: bool = False
    error: str = ""
    until: Moment | None = None


@dataclass(frozen=True)
class Run:
    """The objects of one run. Every method blocks, and raises a RemoteError that says what is wrong with the bucket."""

    name: str
    bucket: Bucket

    @classmethod
    def open(cls, place: str, name: str) -> Run:
        """``place`` is ``s3://BUCKET/PREFIX``. Raises SettingsError for a name that no run has."""
        if not _NAME.fullmatch(name):
            raise SettingsError(f"run: {name!r} names none; take letters, digits, `-`, `_` and `.`, 80 at most")
        location = Location.parse(place, "runs")
        within = f"{location.prefix}/{name}".lstrip("/")
        return cls(name, Bucket.open(location.model_copy(update={"prefix": within}), SMALL))

    @property
    def place(self) -> str:
        return str(self.bucket.location)

    def address(self, name: str) -> str:
        """The whole key of an object of the run."""
        return f"{self.bucket.location.prefix}/{name}"

    def write(self, name: str, value: object) -> None:
        self.bucket.write(name, _json(value), _JSON)

    def begin(self, items: tuple[Options, ...], before: tuple[str, ...]) -> None:
        """Keeps the list. Raises SettingsError where a run of that name had another: it has words of other items."""
        data = table(items, before)
        try:
            self.bucket.write(LIST, data, _CSV, IfNoneMatch="*")
        except Taken:
            there = self.bucket.read(LIST)
            if there is None or there.data != data:
                raise SettingsError(f"run: there was one called {self.name!r}; start it under another name") from None

    def items(self) -> tuple[Options, ...]:
        """The list. Raises NotFound where there is none."""
        found = self._items()
        if not found:
            raise NotFound(f"there is no run {self.name!r}: {self.place}/{LIST} does not exist")
        return found

    def _items(self) -> tuple[Options, ...]:
        found = self.bucket.read(LIST)
        return () if found is None else rows(found.data)

    def tell_done(self, item: Options, answer: Mapping[str, object]) -> None:
        self.write(f"done/{key(item)}.json", answer)

    def tell_failed(self, item: Options, error: str, reason: str, at: datetime) -> None:
        self.write(f"failed/{key(item)}.json", {"error": error, "reason": reason, "at": at.isoformat()})

    def tell_begun(self, item: Options, until: datetime) -> None:
        """That it is under way; ``until`` it is called again, nothing is heard of it."""
        self.write(f"begun/{key(item)}.json", {"until": until.isoformat()})

    def word(self, item: Options) -> Word:
        if self.bucket.read(f"done/{key(item)}.json") is not None:
            return Word(is_done=True)
        failed, begun = (self._word(f"{what}/{key(item)}.json") for what in ("failed", "begun"))
        if begun.until is None or (failed.until is not None and failed.until >= begun.until):
            return failed
        return begun

    def _word(self, name: str) -> Word:
        """What an object says. A failure before the last call began is void."""
        found = self.bucket.read(name)
        told = json.loads(found.data) if found else {}
        return Word(error=told.get("error", ""), until=told.get("until") or told.get("at"))

    def summary(self, *, ended: bool) -> Summary:
        """What came of each item. Once the run has ``ended`` by itself, one without a word has failed too.

        A run that was stopped before it had a list has no items.
        """
        items = {key(item) for item in self._items()}
        done = self._told("done") & items
        failed = (items if ended else self._told("failed") & items) - done
        return Summary(
            run=self.name,
            items=len(items),
            done=len(done),
            failed=len(failed),
            left=len(items - done - failed),
            failures=tuple(self._failures(sorted(failed))),
        )

    def undone(self) -> tuple[Options, ...]:
        """The items that failed or were left, in the order of the list."""
        done = self._told("done")
        return tuple(item for item in self.items() if key(item) not in done)

    def _told(self, what: str) -> set[str]:
        return {name.removesuffix(".json") for name in self.bucket.keys(what)}

    def _failures(self, keys: Iterable[str]) -> Iterable[Failure]:
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            yield from pool.map(self._failure, keys)

    def _failure(self, item: str) -> Failure:
        found = self.bucket.read(f"failed/{item}.json")
        told = cast("Mapping[str, str]", json.loads(found.data)) if found else SILENT
        repository, _, date = item.rpartition("/")
        return Failure(repository=repository, date=date, error=told["error"], reason=told["reason"])


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()
