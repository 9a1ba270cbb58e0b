"""What became of what readers were told to watch."""

from __future__ import annotations

from datetime import timedelta

from digest.facts.followups import watched
from digest.facts.gather import gather
from digest.facts.values import Became, FollowUp, WatchList
from digest.model import Item
from tests.made import DAY, at, comment, issue, pull, review, snapshot

YESTERDAY = DAY.start
OLD = at("09:00", 1)


def became(*items: Item) -> tuple[FollowUp, ...]:
    return gather(snapshot(*items), since={item.number: YESTERDAY for item in items}).follow_ups


def test_reports_of_the_last_days_are_answered_for() -> None:
    lists = [
        WatchList(end=DAY.start - timedelta(days=8), numbers=(1,)),
        WatchList(end=DAY.start - timedelta(days=2), numbers=(2, 3)),
        WatchList(end=DAY.start, numbers=(3, 4)),
        WatchList(end=DAY.end, numbers=(5,)),
    ]
    assert watched(lists, DAY) == {2: DAY.start - timedelta(days=2), 3: DAY.start - timedelta(days=2), 4: DAY.start}


def test_the_settled_come_first_and_the_silent_last() -> None:
    told = became(
        issue(1, created_at=OLD),
        issue(2, created_at=OLD, comments=(comment("c", "bob", "09:00", "It is in the scheduler."),)),
        pull(3, created_at=OLD, closed_at=at("10:00")),
        pull(4, created_at=OLD, merged_at=at("10:00")),
    )
    assert [one.became for one in told] == [Became.MERGED, Became.CLOSED, Became.DISCUSSED, Became.SILENT]
    assert [one.number for one in told] == [4, 3, 2, 1]


def test_who_spoke_is_named_with_their_newest_words() -> None:
    talk = (
        comment("c1", "bob", "09:00", "It is in the scheduler."),
        comment("c2", "eve", "10:00", "I can reproduce it."),
    )
    (one,) = became(issue(1, created_at=OLD, comments=talk))
    assert (one.voices, one.comments) == (("bob", "eve"), 2)
    assert one.newest is not None
    assert one.newest.text == "I can reproduce it."


def test_a_bot_breaks_no_silence() -> None:
    (one,) = became(issue(1, created_at=OLD, comments=(comment("c", "x[bot]", "09:00", "Stale."),)))
    assert one.became is Became.SILENT


def test_a_verdict_without_words_is_told_too() -> None:
    (one,) = became(pull(1, created_at=OLD, reviews=(review("r", "rex", "09:00", "APPROVED"),)))
    assert (one.became, one.newest) == (Became.DISCUSSED, None)


def test_what_was_settled_before_the_window_is_not_told_again() -> None:
    assert became(pull(1, created_at=OLD, merged_at=at("10:00", 2))) == ()


def test_silence_is_counted_in_whole_days_since_the_last_word() -> None:
    spoken = issue(1, created_at=OLD, comments=(comment("c", "bob", "12:00", "Hm, odd indeed.", day=1),))
    facts = gather(snapshot(spoken), since={1: at("00:00", 1)})
    assert facts.follow_ups[0].silent_days == 2
