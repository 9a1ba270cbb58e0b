"""Counts, states and what explains odd counts."""

from __future__ import annotations

from digest.facts.gather import gather
from digest.facts.values import Oddity, State
from digest.model import ListName
from tests.made import at, comment, issue, pull, snapshot


def test_an_event_at_the_end_belongs_to_the_next_window() -> None:
    facts = gather(snapshot(issue(1, created_at=at("00:00")), issue(2, created_at=at("00:00", 4))))
    assert facts.lists[ListName.ISSUES_OPENED] == (1,)


def test_lists_have_the_newest_event_first_and_ties_by_number() -> None:
    items = [pull(n, created_at=at(clock)) for n, clock in ((1, "09:00"), (3, "10:00"), (2, "10:00"))]
    assert gather(snapshot(*items)).lists[ListName.PRS_OPENED] == (3, 2, 1)


def test_a_merged_pull_request_is_not_closed_unmerged() -> None:
    facts = gather(snapshot(pull(1, created_at=at("09:00", 1), merged_at=at("10:00"))))
    assert facts.lists[ListName.PRS_MERGED] == (1,)
    assert facts.lists[ListName.PRS_CLOSED_UNMERGED] == ()


def test_an_item_in_two_lists_is_one_distinct_item() -> None:
    facts = gather(snapshot(pull(1, created_at=at("09:00"), merged_at=at("10:00")), issue(2)))
    assert facts.counts[ListName.PRS_OPENED] == facts.counts[ListName.PRS_MERGED] == 1
    assert facts.distinct == 2
    assert facts.opened_and_merged == (1,)


def test_a_state_is_that_at_the_windows_end_and_what_came_later_is_told_apart() -> None:
    merged_later = pull(1, merged_at=at("00:10", 4))
    told = gather(snapshot(merged_later)).items[1]
    assert told.state is State.OPEN
    assert [one.what for one in told.later] == ["merged"]


def test_a_comment_after_the_end_is_later_and_no_part_of_a_debate() -> None:
    talk = [comment(f"c{n}", who, "00:10", "I disagree with this plan.", day=4) for n, who in enumerate(("bob", "eve"))]
    facts = gather(snapshot(issue(1, comments=tuple(talk))))
    assert facts.discussions == ()
    assert [(one.what, one.by) for one in facts.items[1].later] == [("commented", "eve")]


def test_an_issue_closed_as_not_planned_says_so() -> None:
    closed = issue(1, closed_at=at("10:00"), state_reason="NOT_PLANNED")
    assert gather(snapshot(closed)).items[1].state is State.NOT_PLANNED


def test_a_stale_sweep_explains_closings_of_one_minute() -> None:
    swept = [issue(n, created_at=at("09:00", 1), closed_at=at("02:00"), labels=("stale",)) for n in (1, 2, 3)]
    by_hand = [
        issue(n, created_at=at("09:00", 1), closed_at=at("05:00"), labels=("stale",), closed_by_person="mia")
        for n in (5, 6, 7)
    ]
    worked = issue(4, created_at=at("09:00", 1), closed_at=at("11:00"), labels=("stale",))
    (explained,) = gather(snapshot(*swept, worked, *by_hand)).explanations
    assert (explained.name, explained.oddity, explained.numbers) == (
        ListName.ISSUES_CLOSED,
        Oddity.STALE_SWEEP,
        (1, 2, 3),
    )


def test_a_pull_request_that_its_author_sent_again_is_a_resubmission() -> None:
    old = pull(1, "Fix it", "bob", closed_at=at("10:00"), closed_by_person="bob")
    new = pull(2, "Fix it", "bob", created_at=at("10:05"))
    (explained,) = gather(snapshot(old, new)).explanations
    assert (explained.oddity, explained.pairs) == (Oddity.RESUBMITTED, ((1, 2),))


def test_a_pull_request_replaced_by_somebody_else_is_superseded() -> None:
    old = pull(1, "Fix it", "bob", closed_at=at("10:00"), closed_by_person="bob")
    new = pull(2, "Fix it well", "eve", body="Supersedes #1.", created_at=at("10:05"))
    (explained,) = gather(snapshot(old, new)).explanations
    assert (explained.oddity, explained.pairs) == (Oddity.SUPERSEDED, ((1, 2),))


def test_titles_alone_do_not_make_a_resubmission_of_another_author() -> None:
    old = pull(1, "Fix it", "bob", closed_at=at("10:00"), closed_by_person="bob")
    (explained,) = gather(snapshot(old, pull(2, "Fix it", "eve"))).explanations
    assert explained.oddity is Oddity.WITHDRAWN


def test_facts_are_read_back_from_their_json() -> None:
    facts = gather(snapshot(pull(1, merged_at=at("10:00")), issue(2)))
    assert type(facts).model_validate_json(facts.model_dump_json()) == facts


def test_a_denial_supersedes_nothing() -> None:
    old = pull(31, "Fix it", "bob", closed_at=at("10:00"), closed_by_person="bob")
    new = pull(32, "Fix it well", "eve", body="I do not think that this supersedes #31.", created_at=at("10:05"))
    (explained,) = gather(snapshot(old, new)).explanations
    assert explained.oddity is Oddity.WITHDRAWN


def test_a_day_on_which_people_only_spoke_of_the_focus_is_not_empty() -> None:
    from digest.facts.focus import Focus

    spoken = issue(
        1, "ROCm crash", created_at=at("09:00", 1), comments=(comment("c", "bob", "09:00", "It is the sort."),)
    )
    assert not gather(snapshot(spoken), (Focus(name="AMD", words=("ROCm",)),)).is_empty
    assert gather(snapshot()).is_empty
