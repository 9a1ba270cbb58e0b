"""Items move while one pages: none is missed, none comes twice."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from digest.model import ListName
from tests.github.conftest import WINDOW, Fetching, numbers
from tests.github_stub import World
from tests.github_stub.accounting import Call
from tests.github_stub.faults import Condition, operation


def _many(world: World, count: int) -> None:
    for place in range(count):
        world.issue(created=WINDOW.start + timedelta(minutes=place))


def _nth(name: str, turn: int) -> Condition:
    """The request number ``turn`` of that operation; the first is 1."""
    seen: set[int] = set()

    def condition(call: Call) -> bool:
        if call.operation == name:
            seen.add(call.number)
        return call.operation == name and len(seen) == turn

    return condition


async def test_an_item_that_moves_to_the_front_past_the_reader_is_found(fetching: Fetching, world: World):
    _many(world, 250)
    oldest = world.repository().item(1)
    fetching.github.before(_nth("Issues", 2), lambda world: world.comment(oldest, "bob", world.now, "Any news?"))
    snapshot = await fetching()
    assert numbers(snapshot)[ListName.ISSUES_OPENED] == set(range(1, 251))
    assert len(snapshot.items) == 250
    assert fetching.waits == [], "found by the walk itself, not by a receipt that did not agree"


async def test_items_that_go_on_moving_while_the_front_is_read_are_found(fetching: Fetching, world: World):
    _many(world, 250)

    def move(numbers: range) -> Callable[[World], None]:
        def apply(world: World) -> None:
            world.now += timedelta(seconds=1)
            for number in numbers:
                world.touch(world.repository().item(number), world.now)

        return apply

    # Forty leave the tail before its page is read, and while they are read at the front the ones still unread move
    # once more, to before the place that is being read.
    fetching.github.before(_nth("Issues", 3), move(range(1, 41)))
    fetching.github.before(_nth("Issues", 5), move(range(1, 20)))
    snapshot = await fetching()
    assert numbers(snapshot)[ListName.ISSUES_OPENED] == set(range(1, 251))
    assert fetching.waits == []


async def test_what_is_deleted_meanwhile_is_no_longer_listed(fetching: Fetching, world: World):
    _many(world, 3)
    gone = world.repository().item(2)
    fetching.github.before(operation("IssueDetails"), lambda world: world.delete(gone))
    snapshot = await fetching()
    assert [found.number for found in snapshot.items] == [1, 3]
    assert all(tally.agrees for tally in snapshot.receipt.values())
    assert not snapshot.degraded


async def test_what_is_reopened_after_the_listing_keeps_the_lists_and_counts_together(fetching: Fetching, world: World):
    issue = world.issue(1, created=WINDOW.start - timedelta(days=1), closed=WINDOW.start)
    world.issue(2, created=WINDOW.start)
    fetching.github.before(operation("IssueDetails"), lambda world: world.reopen(issue, world.now))
    snapshot = await fetching()
    tally = snapshot.receipt[ListName.ISSUES_CLOSED]
    assert (tally.ours, tally.github) == (0, 0), "the count did not agree, and the listing was made anew"
    assert numbers(snapshot)[ListName.ISSUES_CLOSED] == set()


async def test_search_is_not_confused_by_items_that_leave_a_range(fetching: Fetching, world: World):
    """Pages of a search are offsets: when one result leaves, the rest moves up by one, past the reader."""
    for place in range(350):
        world.issue(created=WINDOW.start - timedelta(days=5), closed=WINDOW.start + timedelta(seconds=place))
    first = world.repository().item(1)

    def second_page(call: Call) -> bool:
        return call.operation == "Search" and call.variables.get("after0") is not None

    fetching.github.before(second_page, lambda world: world.reopen(first, world.now))
    snapshot = await fetching(strategy="search")
    assert numbers(snapshot)[ListName.ISSUES_CLOSED] == set(range(2, 351))
    assert fetching.waits == [], "read once more from the start, not after a receipt that did not agree"
