"""What open items wait for."""

from __future__ import annotations

from digest.facts.values import Reason, Waiting
from digest.facts.waiting import waiting
from digest.model import Item
from tests.made import DAY, at, comment, issue, pull, review, thread


def reasons(item: Item) -> list[Reason]:
    return [one.reason for one in waits(item)]


def waits(item: Item) -> tuple[Waiting, ...]:
    return waiting(item, DAY.end)


def test_requested_changes_stand_until_their_reviewer_approves() -> None:
    asked = review("r1", "rex", "09:00", "CHANGES_REQUESTED", "The fallback is wrong.")
    assert reasons(pull(1, reviews=(asked,))) == [Reason.CHANGES_REQUESTED]
    assert reasons(pull(1, reviews=(asked, review("r2", "rex", "10:00", "COMMENTED", "Thanks.")))) == [
        Reason.CHANGES_REQUESTED
    ]
    assert reasons(pull(1, reviews=(asked, review("r2", "rex", "10:00", "APPROVED", association="MEMBER")))) == [
        Reason.MERGE
    ]
    assert reasons(pull(1, reviews=(asked, review("r2", "rex", "10:00", "DISMISSED")))) == []


def test_an_approval_of_somebody_else_leaves_requested_changes_standing() -> None:
    both = (review("r1", "rex", "09:00", "CHANGES_REQUESTED", "No."), review("r2", "eve", "10:00", "APPROVED"))
    (one,) = waits(pull(1, reviews=both))
    assert (one.reason, one.who) == (Reason.CHANGES_REQUESTED, "rex")


def test_a_question_waits_until_the_author_answers() -> None:
    asked = comment("c1", "bob", "09:00", "What happens with block size 1?")
    (one,) = (w for w in waits(pull(1, comments=(asked,))) if w.reason is Reason.QUESTION)
    assert one.quote is not None
    assert one.quote.text == "What happens with block size 1?"
    answered = (asked, comment("c2", "ann", "10:00", "It is refused."))
    assert Reason.QUESTION not in reasons(pull(1, comments=answered))


def test_a_question_in_an_issue_is_answered_by_anybody() -> None:
    asked = comment("c1", "bob", "09:00", "Should we turn it off by default?")
    other = comment("c2", "mia", "10:00", "I would rather fix it.")
    assert reasons(issue(1, comments=(asked,))) == [Reason.QUESTION]
    assert reasons(issue(1, comments=(asked, other))) == []


def test_a_question_of_a_bot_or_in_a_resolved_thread_is_not_open() -> None:
    bot = comment("c1", "x[bot]", "09:00", "Did you read the contributing guide?")
    done = thread("t", "a.py", [comment("c2", "bob", "09:00", "Why is this here at all?")], resolved=True)
    assert Reason.QUESTION not in reasons(pull(1, comments=(bot,), threads=(done,)))


def test_requested_changes_that_the_author_made_wait_for_a_second_look() -> None:
    asked = review("r1", "rex", "09:00", "CHANGES_REQUESTED", "The fallback is wrong.")
    done = comment("c", "ann", "10:00", "I fixed the fallback. Could you look again?")
    assert reasons(pull(1, reviews=(asked,), comments=(done,))) == [Reason.SECOND_LOOK]


def test_an_objection_is_told_in_its_newest_words() -> None:
    asked = review("r1", "rex", "09:00", "CHANGES_REQUESTED", "Please use a process instead of a thread.")
    later = comment("c", "rex", "10:00", "I no longer ask for a process, but we need a declaration on the backend.")
    (one,) = waits(pull(1, reviews=(asked,), comments=(later,)))
    assert one.quote is not None
    assert "declaration" in one.quote.text


def test_labels_say_rebase_and_ci() -> None:
    assert set(reasons(pull(1, labels=("needs-rebase", "ci-failure")))) == {Reason.REBASE, Reason.CI, Reason.REVIEW}


def test_a_draft_waits_for_its_author() -> None:
    assert reasons(pull(1, is_draft=True)) == [Reason.DRAFT]


def test_closed_items_wait_for_nothing() -> None:
    assert reasons(pull(1, merged_at=at("10:00"))) == []
    assert reasons(issue(1, closed_at=at("10:00"))) == []


def test_what_was_asked_after_the_end_is_not_waited_for() -> None:
    late = comment("c1", "bob", "00:10", "What happens with block size 1?", day=4)
    assert Reason.QUESTION not in reasons(pull(1, comments=(late,)))


def test_an_issue_nobody_spoke_to_waits_for_an_answer() -> None:
    assert reasons(issue(1)) == [Reason.ANSWER]


def test_a_promise_is_somebodys_word() -> None:
    said = comment("c1", "bob", "09:00", "I will send a fix tomorrow.")
    (one,) = waits(issue(1, comments=(said,)))
    assert (one.reason, one.who) == (Reason.PROMISE, "bob")


def test_a_question_to_somebody_else_is_not_the_authors_to_answer() -> None:
    asked = comment("c1", "bob", "09:00", "@mia could you please enable the full CI?")
    assert Reason.QUESTION not in reasons(pull(1, comments=(asked,)))


def test_an_approval_counts_from_a_maintainer_alone() -> None:
    anybody = review("r1", "zoe", "09:00", "APPROVED")
    bot = review("r2", "gemini-code-assist[bot]", "09:00", "APPROVED", association="MEMBER")
    assert Reason.MERGE not in reasons(pull(1, reviews=(anybody, bot)))


def test_a_bots_objection_is_not_waited_for() -> None:
    assert Reason.CHANGES_REQUESTED not in reasons(
        pull(1, reviews=(review("r", "x[bot]", "09:00", "CHANGES_REQUESTED", "No."),))
    )


def test_a_promise_that_its_maker_came_back_on_is_not_waited_for() -> None:
    said = (comment("c1", "bob", "09:00", "I will open a PR."), comment("c2", "bob", "10:00", "Opened #77."))
    assert Reason.PROMISE not in reasons(issue(1, comments=said))


def test_an_old_promise_is_not_waited_for() -> None:
    long_ago = comment("c1", "bob", "09:00", "I will send a fix tomorrow.").model_copy(
        update={"created_at": at("09:00").replace(year=2024)}
    )
    assert Reason.PROMISE not in reasons(issue(1, comments=(long_ago,)))


def test_what_somebody_wants_first_is_waited_for_until_the_author_answers() -> None:
    asked = comment("c1", "mia", "09:00", "Please run TP=2 at least before I review.")
    (one,) = (w for w in waits(pull(1, comments=(asked,))) if w.reason is Reason.CONDITION)
    assert (one.who, one.quote and one.quote.text) == ("mia", "Please run TP=2 at least before I review.")
    answered = (asked, comment("c2", "ann", "10:00", "Done, the numbers are above."))
    assert Reason.CONDITION not in reasons(pull(1, comments=answered))


def test_who_approves_after_it_waits_for_nothing_more() -> None:
    asked = comment("c1", "mia", "09:00", "Please run TP=2 at least before I review.")
    approved = review("r1", "mia", "10:00", "APPROVED", association="MEMBER")
    assert reasons(pull(1, comments=(asked,), reviews=(approved,))) == [Reason.MERGE]


def test_what_its_own_author_says_has_to_come_first_is_waited_for() -> None:
    told = comment("c1", "ann", "09:00", "It needs #7's image to be rebuilt first.")
    (one,) = (w for w in waits(pull(1, comments=(told,))) if w.reason is Reason.PREREQUISITE)
    assert one.who == "ann"
