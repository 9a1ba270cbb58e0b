"""A busy week: the bundled sample's day told of seven days, each with its own items, and what goes on from day to day.

Every day of it takes up some items of the day before: open pull requests are merged, a debate goes on and somebody
changes their mind, an issue is closed for the second time, a pull request that was closed is reopened and merged.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from digest import templating
from digest.facts.gather import gather
from digest.model import Closing, Comment, Item, ListName, Person, Snapshot, Tally, members
from digest.rendering.record import record, record_json
from digest.settings import presets
from digest.settings.values import Subject
from digest.snapshots import snapshot_json
from handler.cli import main

MONDAY = date(2026, 3, 2)
WEEK = "2026-W10"
HERE = "example-org/vllm-sample"
_SAMPLE_DAY = date(2026, 3, 3)
_NUMBER = re.compile(r"(?<![\d.])(8[4-9]\d{3}|90[0-3]\d\d)(?=\d{3}\b|\b|\D)")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_DAY = timedelta(days=1)
_WATCHED = frozenset({0, 4, 17, 33, 92, 98})
"""What the sample's page tells to watch, counted from its first: fetched again on every day after, as `run` does."""
CLOSER = Person(login="closer-of-week")


@cache
def week(days: int = 7, first: date = MONDAY) -> tuple[Snapshot, ...]:
    """The snapshots of that many days from ``first`` on, as each was fetched at its end."""
    made: list[Snapshot] = []
    for nth in range(days):
        fresh = _shifted(nth, first + _DAY * nth)
        made.append(_going_on(fresh, made[-1], nth) if made else fresh)
    return tuple(made)


def write_week(folder: Path, days: Sequence[Snapshot], *flags: str) -> None:
    """The reports of those days, as `run` writes them below ``folder``."""
    given = folder.parent / "given.json"
    for snapshot in days:
        given.write_bytes(snapshot_json(snapshot))
        state = ("--state", str(folder.parent / "state-of-days"))
        assert main(["run", "--snapshot", str(given), "--out", str(folder), *state, *flags]) == 0


@cache
def _text() -> str:
    return (templating.folder() / "sample" / "snapshot.json").read_text(encoding="utf-8")


def _shifted(nth: int, on: date) -> Snapshot:
    """The sample's day on another date, with numbers of its own."""
    text = _NUMBER.sub(lambda found: str(int(found[1]) + 10_000 * nth), _text())
    text = _MOMENT.sub(lambda found: _later(found[0], on - _SAMPLE_DAY), text)
    told = json.loads(text)
    told["window"]["day"] = on.isoformat()
    told["sample"] = False
    for release in told["releases"]:
        release |= {"tag": f"v0.42.{nth + 1}", "name": f"v0.42.{nth + 1}"}
    for item in told["items"]:
        item["title"] += f" ({on:%a})" if nth else ""
    return Snapshot.model_validate(told)


def _later(moment: str, by: timedelta) -> str:
    return f"{datetime.fromisoformat(moment) + by:%Y-%m-%dT%H:%M:%SZ}"


def _going_on(fresh: Snapshot, before: Snapshot, nth: int) -> Snapshot:
    """The day with what became of the day before."""
    start = fresh.window.start
    opened = [item for item in members(before.items, ListName.PRS_OPENED, before.window) if item.closed_at is None]
    closed = members(before.items, ListName.ISSUES_CLOSED, before.window)
    unmerged = members(before.items, ListName.PRS_CLOSED_UNMERGED, before.window)
    argued = sorted((item for item in before.items if len(item.comments) > 3), key=lambda item: -len(item.comments))
    followed = [item for item in before.items if (item.number - 90_207) % 10_000 in _WATCHED]
    taken = {
        **{item.number: item for item in followed},
        **{item.number: _merged(item, start + timedelta(hours=9)) for item in opened[:3] if item not in followed},
        **{item.number: _argued(item, start, nth) for item in argued[:3]},
        **{item.number: _closed(item, start + timedelta(hours=11)) for item in closed[:1]},
        **{item.number: _merged(item, start + timedelta(hours=12)) for item in unmerged[:1]},
    }
    items = {item.number: item for item in (*fresh.items, *taken.values())}
    return _counted(fresh, items.values())


def _counted(day: Snapshot, items: Iterable[Item]) -> Snapshot:
    """The day with those items, and a receipt that agrees."""
    whole = day.model_copy(update={"items": tuple(sorted(items, key=lambda item: item.number))})
    lists = {name: len(members(whole.items, name, whole.window)) for name in ListName}
    return whole.model_copy(update={"receipt": {name: Tally(ours=n, github=n) for name, n in lists.items()}})


def _merged(item: Item, at: datetime) -> Item:
    return item.model_copy(
        update={"merged_at": at, "closed_at": at, "merged_by": CLOSER, "closing": None, "updated_at": at}
    )


def _closed(item: Item, at: datetime) -> Item:
    return item.model_copy(update={"closed_at": at, "closing": Closing(at=at, by=CLOSER), "updated_at": at})


def _argued(item: Item, start: datetime, nth: int) -> Item:
    """Three who spoke before speak again."""
    people = list(dict.fromkeys(comment.author for comment in item.comments))[:3]
    said = (
        f"I measured the fallback again with batch {nth + 2}: it is still slower than the default path, so I object.",
        "Fair point, I changed my mind: with these numbers the default should stay as it is.",
        "We can merge this once the nightly run on two cards has passed.",
    )
    comments = tuple(
        Comment(
            id=f"{item.id}_day{nth}_{place}",
            url=f"{item.url}#issuecomment-{item.number}{nth}{place}",
            author=person,
            association="MEMBER" if place == 2 else "CONTRIBUTOR",
            created_at=start + timedelta(hours=7 + place),
            body=body,
        )
        for place, (person, body) in enumerate(zip(people, said, strict=False))
    )
    return item.model_copy(
        update={
            "comments": (*item.comments, *comments),
            "comment_count": item.comment_count + len(comments),
            "updated_at": start + timedelta(hours=9),
            "depth": "thread",
        }
    )


@cache
def quiet_week() -> tuple[Snapshot, ...]:
    """The same week with an eighth of its items: those that go on, and some others."""
    again = Counter(item.number for day in week() for item in day.items)
    kept = {number for number, days in again.items() if days > 1 or number % 8 == 0}
    return tuple(_counted(day, [item for item in day.items if item.number in kept]) for day in week())


def store(folder: Path, days: Iterable[Snapshot], languages: tuple[str, ...] = ("zh-CN",)) -> None:
    """What a roll-up reads of those days below ``folder``, without their pages: a tenth of the work of `write_week`."""
    for day in days:
        preset = {key: found.text for key, found in presets.of(day.repository).items()}
        subject = Subject.model_validate({"title": day.repository.name} | preset)
        facts = gather(day, subject.focus, subject.bots)
        pages = dict.fromkeys(languages, "")
        place = folder / str(day.repository) / day.window.name
        place.mkdir(parents=True, exist_ok=True)
        (place / "report.json").write_bytes(record_json(record(facts, (), day.usage, subject.title, pages)))
        (place / "snapshot.json").write_bytes(snapshot_json(day))


def records(folder: Path) -> list[dict[str, Any]]:
    """The ``report.json`` of each day below the folder of a project, in order."""
    return [json.loads(path.read_bytes()) for path in sorted(folder.glob("????-??-??/report.json"))]
