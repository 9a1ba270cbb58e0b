"""GitHub's own count beside ours: a mismatch is looked at again, then said."""

from __future__ import annotations

from datetime import timedelta

import pytest

from digest.model import ListName, Tally
from tests.github.conftest import WINDOW, Fetching, numbers
from tests.github_stub import World
from tests.github_stub.faults import operation, refused, unavailable

NOON = WINDOW.start + timedelta(hours=12)


async def test_counts_that_agree_are_the_receipt(fetching: Fetching, world: World):
    world.issue(created=NOON)
    world.pull(created=NOON, merged=NOON + timedelta(hours=1))
    snapshot = await fetching()
    assert snapshot.receipt == {
        ListName.ISSUES_OPENED: Tally(ours=1, github=1),
        ListName.ISSUES_CLOSED: Tally(ours=0, github=0),
        ListName.PRS_OPENED: Tally(ours=1, github=1),
        ListName.PRS_MERGED: Tally(ours=1, github=1),
        ListName.PRS_CLOSED_UNMERGED: Tally(ours=0, github=0),
    }
    assert fetching.waits == []


async def test_an_index_that_lags_for_seconds_is_waited_for(fetching: Fetching, world: World):
    late = WINDOW.end - timedelta(seconds=1)
    world.issue(1, created=late)
    world.now = WINDOW.end
    world.search_lag = timedelta(seconds=4)
    snapshot = await fetching()
    assert snapshot.receipt[ListName.ISSUES_OPENED] == Tally(ours=1, github=1)
    assert not snapshot.degraded
    assert fetching.waits == [5.0]


async def test_an_index_that_goes_on_lagging_is_said_and_loses_nothing(fetching: Fetching, world: World):
    world.issue(1, created=NOON)
    world.issue(2, created=NOON).hidden_from_search = True
    snapshot = await fetching()
    assert numbers(snapshot)[ListName.ISSUES_OPENED] == {1, 2}
    assert snapshot.receipt[ListName.ISSUES_OPENED] == Tally(ours=2, github=1)
    (told,) = snapshot.degraded
    assert told.stage == "receipt"
    assert "issues_opened: 2 listed, GitHub's search counts 1" in told.reason
    assert fetching.waits == [5.0, 20.0], "looked at again twice, no longer"


async def test_a_receipt_that_did_not_agree_is_asked_for_again_by_the_next_run(fetching: Fetching, world: World):
    hidden = world.issue(1, created=NOON)
    hidden.hidden_from_search = True
    assert (await fetching()).degraded
    hidden.hidden_from_search = False
    fetching.github.calls.clear()
    assert not (await fetching()).degraded
    assert [call.operation for call in fetching.github.calls] == ["Counts"]


async def test_what_a_listing_missed_is_found_by_listing_once_more(fetching: Fetching, world: World):
    """Searched an hour too early, the index did not have it; the count a moment later did."""
    world.issue(1, created=NOON)
    late = world.issue(2, created=NOON)
    late.hidden_from_search = True

    def index(_: World) -> None:
        late.hidden_from_search = False

    fetching.github.before(operation("IssueDetails"), index)
    snapshot = await fetching(strategy="search")
    assert numbers(snapshot)[ListName.ISSUES_OPENED] == {1, 2}
    assert all(item.depth == "read" for item in snapshot.items)
    assert not snapshot.degraded


async def test_counts_that_cannot_be_had_are_unknown_and_said(fetching: Fetching, world: World):
    world.issue(1, created=NOON)
    fetching.github.fail(unavailable(), when=operation("Counts"))
    snapshot = await fetching()
    assert snapshot.receipt[ListName.ISSUES_OPENED] == Tally(ours=1, github=None)
    assert [told.stage for told in snapshot.degraded] == ["receipt"]
    assert numbers(snapshot)[ListName.ISSUES_OPENED] == {1}


async def test_a_new_listing_that_fails_keeps_the_first(fetching: Fetching, world: World):
    world.issue(1, created=NOON).hidden_from_search = True
    fetching.github.fail(lambda answer, call: refused(500, "no"), when=operation("Pulls"), skip=2)
    snapshot = await fetching()
    assert numbers(snapshot)[ListName.ISSUES_OPENED] == {1}
    assert [told.stage for told in snapshot.degraded] == ["receipt"]


@pytest.mark.parametrize("deadline", [3, 15])
async def test_the_deadline_shortens_the_looking_again(fetching: Fetching, world: World, deadline: int):
    world.issue(1, created=NOON).hidden_from_search = True
    snapshot = await fetching(deadline=deadline)
    assert sum(fetching.waits) < deadline
    assert [told.passing for told in snapshot.degraded] == [True], "with more time it would have been looked at again"
