"""The five lists, whole, by both strategies."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from digest.errors import RemoteError
from digest.model import ListName, RepositoryName
from digest.window import Window
from tests.github.conftest import WINDOW, Fetching, item, numbers
from tests.github_stub import World, windows

REFERENCE = Path(__file__).parents[3] / "shared" / "reference" / "windows"
STRATEGIES = pytest.mark.parametrize("strategy", ["walk", "search"])

CLOSED_AGAIN_LATER = {29534}
"""Closed in the window of 2025-12-10 and again months later: a window is told as of the fetch."""


@pytest.mark.skipif(not REFERENCE.is_dir(), reason="the reference windows are not here")
@STRATEGIES
async def test_four_real_days_have_the_lists_that_were_reported(fetching: Fetching, world: World, strategy: str):
    for told in windows.load(world, REFERENCE):
        window = Window(**told["window"], timezone="Asia/Shanghai")
        snapshot = await fetching(window, RepositoryName.parse(told["repository"]), strategy)
        ours = numbers(snapshot)
        theirs = {name: {entry["number"] for entry in told["lists"][name]} for name in ListName}
        if window.start.date().isoformat() == "2025-12-10":
            theirs[ListName.ISSUES_CLOSED] -= CLOSED_AGAIN_LATER
        assert ours == theirs
        assert all(tally.agrees for tally in snapshot.receipt.values())


@STRATEGIES
async def test_an_event_at_the_end_belongs_to_the_next_window(fetching: Fetching, world: World, strategy: str):
    world.issue(1, created=WINDOW.start)
    world.issue(2, created=WINDOW.end)
    world.pull(3, created=WINDOW.start - timedelta(days=9), merged=WINDOW.end - timedelta(seconds=1))
    world.pull(4, created=WINDOW.start - timedelta(days=9), closed=WINDOW.end)
    world.issue(5, created=WINDOW.start - timedelta(seconds=1), closed=WINDOW.start)
    snapshot = await fetching(strategy=strategy)
    assert numbers(snapshot) == {
        ListName.ISSUES_OPENED: {1},
        ListName.ISSUES_CLOSED: {5},
        ListName.PRS_OPENED: set(),
        ListName.PRS_MERGED: {3},
        ListName.PRS_CLOSED_UNMERGED: set(),
    }
    assert all(tally.agrees for tally in snapshot.receipt.values()), "GitHub counts the same stretch"


@STRATEGIES
async def test_three_thousand_events_are_all_there(fetching: Fetching, world: World, strategy: str):
    """Three stretches of the window hold over 1,000 each, so search has to split each of them again."""
    for hour in (2, 10, 18):
        for place in range(1_005):
            at = WINDOW.start + timedelta(hours=hour, seconds=place)
            world.issue(created=at) if place % 2 else world.pull(created=at)
    snapshot = await fetching(strategy=strategy)
    assert len(numbers(snapshot)[ListName.ISSUES_OPENED]) == 3 * 502
    assert len(numbers(snapshot)[ListName.PRS_OPENED]) == 3 * 503
    assert not snapshot.degraded
    assert fetching.github.account.largest <= 5_000


async def test_more_than_a_thousand_events_in_a_few_seconds_are_all_found_by_search(fetching: Fetching, world: World):
    for place in range(1_200):
        world.issue(created=WINDOW.start + timedelta(hours=5, seconds=place % 3))
    snapshot = await fetching(strategy="search")
    assert len(numbers(snapshot)[ListName.ISSUES_OPENED]) == 1_200


async def test_more_than_search_can_give_in_one_second_names_the_other_strategy(fetching: Fetching, world: World):
    for _ in range(1_001):
        world.issue(created=WINDOW.start + timedelta(hours=5))
    with pytest.raises(RemoteError, match="--strategy walk"):
        await fetching(strategy="search")


async def test_consecutive_windows_tell_each_event_once(fetching: Fetching, world: World):
    days = [
        Window(start=WINDOW.start - timedelta(days=n), end=WINDOW.end - timedelta(days=n), timezone="UTC")
        for n in range(3)
    ]
    for place in range(3 * 24 + 1):
        world.issue(created=days[-1].start + timedelta(hours=place))
    told = [number for day in days for number in numbers(await fetching(day))[ListName.ISSUES_OPENED]]
    assert sorted(told) == list(range(1, 3 * 24 + 1))


@STRATEGIES
async def test_an_empty_day_is_empty_and_proven(fetching: Fetching, world: World, strategy: str):
    world.issue(created=WINDOW.start - timedelta(days=3))
    snapshot = await fetching(strategy=strategy)
    assert snapshot.items == ()
    assert {(tally.ours, tally.github) for tally in snapshot.receipt.values()} == {(0, 0)}


async def test_another_repository_needs_nothing_but_its_name(fetching: Fetching, world: World):
    world.repository("some-lab/engine", is_private=True)
    world.issue(7, repository="some-lab/engine", created=WINDOW.start, labels=["kind/bug", "good first issue"])
    world.issue(8, created=WINDOW.start)
    snapshot = await fetching(repository=RepositoryName.parse("some-lab/engine"))
    assert [found.number for found in snapshot.items] == [7]
    assert item(snapshot, 7).labels == ("kind/bug", "good first issue")
    assert snapshot.private
    assert snapshot.repository_url == "https://github.com/some-lab/engine"


@STRATEGIES
async def test_an_item_with_many_labels_has_all_of_them(fetching: Fetching, world: World, strategy: str):
    labels = [f"area/{n}" for n in range(43)]
    world.issue(1, created=WINDOW.start, labels=labels)
    world.pull(2, created=WINDOW.start, labels=labels[:20])
    snapshot = await fetching(strategy=strategy)
    assert set(item(snapshot, 1).labels) == set(labels)
    assert set(item(snapshot, 2).labels) == set(labels[:20])


async def test_releases_published_in_the_window_are_told(fetching: Fetching, world: World):
    world.release("v0.9", WINDOW.start - timedelta(days=40))
    world.release("v1.0", WINDOW.start + timedelta(hours=3), description="Notes", name="One")
    world.release("v1.1rc1", WINDOW.start + timedelta(hours=2), is_prerelease=True)
    world.release("draft", None)
    for place in range(30):
        world.release(f"v2.{place}", WINDOW.end + timedelta(minutes=place))
    snapshot = await fetching()
    assert [(release.tag, release.is_prerelease) for release in snapshot.releases] == [
        ("v1.1rc1", True),
        ("v1.0", False),
    ]
    assert snapshot.releases[1].body == "Notes"


async def test_the_fetch_is_dated_by_githubs_own_clock(fetching: Fetching, world: World):
    assert (await fetching()).as_of == WINDOW.end + timedelta(hours=1)


@pytest.mark.parametrize(("age", "strategy"), [(timedelta(days=1, hours=1), "walk"), (timedelta(days=9), "search")])
async def test_recent_windows_are_walked_and_old_ones_searched(
    fetching: Fetching, world: World, age: timedelta, strategy: str
):
    world.now = WINDOW.start + age
    assert (await fetching(strategy="auto")).strategy == strategy


async def test_items_that_only_a_bot_or_a_label_touched_are_left_out(fetching: Fetching, world: World):
    long_ago = WINDOW.start - timedelta(days=90)
    world.issue(1, created=long_ago, updated=WINDOW.start + timedelta(hours=1))
    world.comment(world.issue(2, created=long_ago), "stale[bot]", WINDOW.start + timedelta(hours=2), "Still relevant?")
    world.comment(world.issue(3, created=long_ago), "alice", WINDOW.start + timedelta(hours=3), "Still here.")
    assert [found.number for found in (await fetching()).items] == [3]
