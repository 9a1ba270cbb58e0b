"""Later items of a day that name an earlier one."""

from __future__ import annotations

from digest.facts.sequels import sequels
from digest.model import Item
from tests.made import DAY, at, issue, pull


def numbers(*items: Item) -> dict[int, list[int]]:
    return {number: [one.number for one in told] for number, told in sequels(items, DAY).items()}


def test_a_later_item_that_names_an_earlier_one_is_its_sequel_with_the_sentence_that_does() -> None:
    later = pull(2, created_at=at("12:00"), body="Refuses such shards. Not only the loader of #1 does.")
    told = sequels((issue(1, created_at=at("08:00")), later), DAY)
    assert [(one.number, one.quote and one.quote.text) for one in told[1]] == [(2, "Not only the loader of #1 does.")]


def test_an_earlier_item_is_no_sequel_and_neither_is_one_of_another_day() -> None:
    earlier = pull(2, created_at=at("08:00"), body="See #1.")
    yesterday = pull(3, created_at=at("08:00", 1), body="See #1.")
    assert numbers(issue(1, created_at=at("12:00")), earlier, yesterday) == {}


def test_what_was_closed_unmerged_or_brings_it_no_further_is_none() -> None:
    first = issue(1, created_at=at("08:00"))
    closed = pull(2, created_at=at("09:00"), closed_at=at("10:00"), body="Fixes #1.")
    beside = pull(3, created_at=at("09:00"), body="Related to #1, but no fix for it.")
    assert numbers(first, closed, beside) == {}


def test_the_newest_are_kept() -> None:
    later = [pull(n, created_at=at(f"{n:02}:00"), body="Part of #1.") for n in range(9, 15)]
    assert numbers(issue(1, created_at=at("08:00")), *later) == {1: [12, 13, 14]}
