"""Merging days into a roll-up: in any order, and again, it is the same; of an item the newest copy counts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from digest.merging import merged, of_day
from digest.model import Comment, Item, Lack, ListName, Snapshot, StoredDay, Tally, event_time
from digest.span import parse_week
from digest.window import day as window_of
from tests.made import HERE, URL, comment, issue, person, pull, review, thread

WEEK = parse_week("2026-W10")
WHOLE = WEEK.window("UTC")


def at(day: int, hour: int) -> datetime:
    return datetime(2026, 3, day, hour, tzinfo=UTC)


def stored(day: int, *items: Item, as_of: datetime | None = None, **fields: Any) -> Snapshot:
    """A day of March 2026 as a roll-up of itself."""
    on = date(2026, 3, day)
    window = window_of(on, "UTC")
    by_number = tuple(sorted(items, key=lambda item: item.number))
    fetched = as_of or window.end + timedelta(minutes=20)
    snapshot = Snapshot(repository=HERE, repository_url=URL, window=window, as_of=fetched, items=by_number, **fields)
    listed = {
        name: tuple((item.number, event_time(item, name)) for item in snapshot.members(name)) for name in ListName
    }
    receipt = {name: Tally(ours=len(entries), github=len(entries)) for name, entries in listed.items()}
    told = StoredDay(on=on, start=window.start, end=window.end, as_of=fetched, listed=listed, receipt=receipt)
    return of_day(told, snapshot)


def rolled(*days: Snapshot, lacking: Sequence[StoredDay] = ()) -> Snapshot:
    return merged(days, WHOLE, lacking)


def item_of(snapshot: Snapshot, number: int) -> Item:
    return next(item for item in snapshot.items if item.number == number)


LATER = st.integers(min_value=0, max_value=23)


@st.composite
def copies(draw: st.DrawFn, number: int, day: int) -> Item:
    """What an item may look like on a day."""
    is_pull = number % 2 == 0
    closed = draw(st.none() | LATER)
    fields: dict[str, Any] = {"created_at": at(2 + number % 5, 1), "updated_at": at(day, draw(LATER))}
    if closed is not None and day >= 2 + number % 5:
        fields["closed_at"] = at(day, max(closed, 2))
        if is_pull and draw(st.booleans()):
            fields["merged_at"] = fields["closed_at"]
    said = draw(st.lists(st.integers(min_value=0, max_value=4), unique=True, max_size=4))
    fields["comments"] = tuple(
        comment(f"c{number}-{place}", f"p{place}", "12:00", draw(st.sampled_from(["Yes.", "No."])), day=3)
        for place in said
    )
    fields["depth"] = draw(st.sampled_from(["listed", "read", "thread"]))
    fields["complete"] = draw(st.booleans())
    fields["body"] = draw(st.sampled_from(["", "first", "second"]))
    return (pull if is_pull else issue)(number, f"On day {day}", **fields)


@st.composite
def weeks(draw: st.DrawFn) -> list[Snapshot]:
    days = draw(st.lists(st.integers(min_value=2, max_value=8), unique=True, min_size=1, max_size=4))
    made = []
    for day in days:
        numbers = draw(st.lists(st.integers(min_value=1, max_value=5), unique=True, max_size=4))
        as_of = at(9, draw(LATER)) if draw(st.booleans()) else None
        made.append(stored(day, *(draw(copies(number, day)) for number in numbers), as_of=as_of))
    return made


@given(weeks(), st.randoms(use_true_random=False))
def test_the_order_of_the_days_does_not_matter(days: list[Snapshot], by_chance: Any):
    other = list(days)
    by_chance.shuffle(other)
    assert rolled(*other) == rolled(*days)


@given(weeks())
def test_what_was_merged_before_changes_nothing_when_it_is_merged_again(days: list[Snapshot]):
    once = rolled(*days)
    assert rolled(once) == once
    assert rolled(once, *days) == once


@given(weeks())
def test_each_item_stands_once_and_each_list_holds_the_days_lists(days: list[Snapshot]):
    whole = rolled(*days)
    numbers = [item.number for item in whole.items]
    assert numbers == sorted({item.number for day in days for item in day.items})
    assert whole.rollup is not None
    for name in ListName:
        told = sorted(item.number for day in days for item in day.members(name))
        assert sorted(number for number, _ in whole.rollup.events(name)) == told
        assert whole.receipt[name].ours == len(told)


def test_the_newest_copy_tells_the_state_and_the_deepest_what_only_it_knows():
    opened = pull(4, "Draft", created_at=at(2, 9), is_draft=True, body="Why", files=("a.py",), labels=("new",))
    landed = pull(4, "Ready", created_at=at(2, 9), merged_at=at(4, 9), depth="listed", labels=("ready",))
    item = item_of(rolled(stored(2, opened), stored(4, landed)), 4)
    assert (item.title, item.labels, item.merged_at, item.is_draft) == ("Ready", ("ready",), at(4, 9), False)
    assert (item.body, [file.path for file in item.files], item.depth) == ("Why", ["a.py"], "thread")


def test_a_day_that_was_fetched_later_knows_more_than_one_after_it():
    late = issue(3, "Renamed", created_at=at(2, 9))
    early = issue(3, "First", created_at=at(2, 9))
    whole = rolled(stored(2, late, as_of=at(9, 9)), stored(3, early))
    assert item_of(whole, 3).title == "Renamed"
    assert whole.rollup is not None
    assert whole.rollup.seen == {3: at(9, 9)}
    assert whole.as_of == at(9, 9)


def test_what_was_said_is_told_once_as_it_was_last():
    def told(*bodies: str) -> tuple[Comment, ...]:
        return tuple(comment(f"c{place}", "bo", f"1{place}:00", body) for place, body in enumerate(bodies))

    first = pull(
        4, created_at=at(2, 9), comments=told("Yes.", "No."), reviews=(review("r", "bo", "11:00", "APPROVED"),)
    )
    later = pull(
        4,
        created_at=at(2, 9),
        comments=told("Yes, edited."),
        reviews=(review("r", "bo", "11:00", "DISMISSED"),),
        threads=(thread("t", "a.py", told("On a line."), resolved=True),),
    )
    item = item_of(rolled(stored(2, first), stored(3, later)), 4)
    assert [one.body for one in item.comments] == ["Yes, edited.", "No."]
    assert [one.state for one in item.reviews] == ["DISMISSED"]
    assert [one.is_resolved for one in item.threads] == [True]


def test_an_issue_that_was_closed_twice_is_one_item_and_two_closings():
    first = issue(3, created_at=at(2, 1), closed_at=at(2, 9), closed_by_person="ann")
    again = issue(3, created_at=at(2, 1), closed_at=at(4, 9), closed_by_person="bo")
    whole = rolled(stored(2, first), stored(4, again))
    assert whole.rollup is not None
    assert whole.rollup.events(ListName.ISSUES_CLOSED) == ((3, at(4, 9)), (3, at(2, 9)))
    assert [item.number for item in whole.members(ListName.ISSUES_CLOSED)] == [3]
    assert item_of(whole, 3).closing is not None
    assert item_of(whole, 3).closing.by == person("bo")  # type: ignore[union-attr]


def test_a_day_that_is_missing_is_what_the_roll_up_lacks():
    window = window_of(date(2026, 3, 5), "UTC")
    lacking = StoredDay(on=date(2026, 3, 5), start=window.start, end=window.end, lack=Lack.ABSENT)
    whole = rolled(stored(2, issue(3, created_at=at(2, 9))), lacking=[lacking])
    assert [part.reason for part in whole.degraded] == ["2026-03-05 is not counted: there is no report of it"]
    assert rolled(whole) == whole


def test_a_sum_that_github_did_not_count_whole_is_not_known():
    day = stored(2, issue(3, created_at=at(2, 9)))
    assert day.rollup is not None
    uncounted = day.rollup.days[0].model_copy(
        update={"receipt": {name: Tally(ours=1, github=None) for name in ListName}}
    )
    other = of_day(uncounted, day)
    assert rolled(other, stored(3)).receipt[ListName.ISSUES_OPENED] == Tally(ours=1, github=None)
