"""What an item is, in which state, and when that came."""

from __future__ import annotations

from datetime import date, timedelta

from bench.lies.frames import items as frames
from bench.lies.maker import Maker, ref
from digest.facts.values import State
from digest.model import Item


def invented(make: Maker) -> str:
    item, other = make.item(), make.random.randrange(95_000, 99_000)
    return make.frame(frames.INVENTED, n=ref(item.number), m=ref(other), k=other)


def merged_for_open(make: Maker) -> str:
    return make.frame(frames.MERGED, n=ref(make.item(make.world.open_pulls).number))


def merged_for_closed(make: Maker) -> str:
    closed = [item for item in make.world.items if item.is_pull and make.world.state(item) is State.CLOSED]
    return make.frame(frames.MERGED, n=ref(make.item(closed).number))


def really_merged(make: Maker) -> str:
    return make.frame(frames.MERGED, n=ref(make.item(make.world.merged).number))


def oddly_merged(make: Maker) -> str:
    return make.frame(frames.MERGED_ODDLY, n=ref(make.item(make.world.open_pulls).number))


def done_for_open(make: Maker) -> str:
    return make.frame(frames.DONE, n=ref(make.item(make.world.open_pulls).number))


def later_as_now(make: Maker) -> str:
    return make.frame(frames.MERGED, n=ref(make.item(make.world.later).number))


def open_for_merged(make: Maker) -> str:
    return make.frame(frames.OPEN, n=ref(make.item(make.world.merged).number))


def really_open(make: Maker) -> str:
    return make.frame(frames.OPEN, n=ref(make.item(make.world.open_pulls).number))


def proposed(make: Maker) -> str:
    numbers = {item.number for item in make.world.open_pulls}
    number, name = make.random.choice([one for one in make.world.names if one[0] in numbers])
    return make.frame(frames.PROPOSED, n=ref(number), i=name)


def wrong_kind(make: Maker) -> str:
    item = make.item()
    return make.frame(frames.KIND["issue" if item.is_pull else "pull_request"], n=ref(item.number))


def right_kind(make: Maker) -> str:
    item = make.item()
    return make.frame(frames.KIND[item.kind], n=ref(item.number))


def result(make: Maker) -> str:
    undone = [item for item in make.world.items if make.world.state(item) not in (State.MERGED, State.COMPLETED)]
    return make.frame(frames.RESULT, n=ref(make.item(undone).number))


def released(make: Maker) -> str:
    numbers = {item.number for item in make.world.open_pulls}
    named = [one for one in make.world.versions if one[0] in numbers and one[1].startswith("v")]
    number, version = make.random.choice(named)
    return make.frame(frames.RELEASED, n=ref(number), v=version)


def approved_issue(make: Maker) -> str:
    issues = [item for item in make.world.items if not item.is_pull and "approv" not in make.world.text(item.number)]
    return make.frame(frames.APPROVED_ISSUE, n=ref(make.item(issues).number))


def _zoned(make: Maker, item: Item) -> date:
    assert item.merged_at is not None
    return item.merged_at.astimezone(make.world.sources.window.zone).date()


def wrong_date(make: Maker) -> str:
    item = make.item(make.world.merged)
    days = make.random.choice((-9, -6, -4, 3, 5, 8))
    return make.frame(frames.DATED, n=ref(item.number), day=make.day(_zoned(make, item) + timedelta(days=days)))


def right_date(make: Maker) -> str:
    item = make.item(make.world.merged)
    return make.frame(frames.DATED, n=ref(item.number), day=make.day(_zoned(make, item)))


_DAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "zh": ("周一", "周二", "周三", "周四", "周五", "周六", "周日"),
}


def _opened_on(make: Maker, item: Item) -> int:
    return item.created_at.astimezone(make.world.sources.window.zone).weekday()


def wrong_weekday(make: Maker) -> str:
    """One from the second half of the week, of an item that has only days of this Monday and Tuesday."""
    items = [
        i for i in make.world.items if i.created_at.date() > date(2026, 3, 1) and "day" not in make.world.text(i.number)
    ]
    day = _DAYS[make.language][make.random.randrange(2, 6)]
    return make.frame(frames.WEEKDAY, n=ref(make.item(items).number), day=day)


def right_weekday(make: Maker) -> str:
    item = make.item()
    return make.frame(frames.WEEKDAY, n=ref(item.number), day=_DAYS[make.language][_opened_on(make, item)])
