"""Bugs: what is seen, the way round it, and who confirmed it."""

from __future__ import annotations

import pytest

from digest.facts.behaviour import changes_behaviour
from digest.facts.day import Day
from digest.facts.problems import is_serious, is_wrong_result, problem
from digest.facts.values import Reason
from digest.model import Reference
from tests.made import HERE, at, comment, issue, pull, snapshot

TODAY = Day.of(snapshot(), ())
BODY = "### Describe the bug\n\nWith 33 requests the output is garbage, 0.12 instead of 0.87 on gsm8k."


def test_a_workaround_is_quoted_with_those_who_confirm_it() -> None:
    found = problem(
        issue(
            1,
            "[Bug]: garbage output",
            comments=(
                comment("c1", "tom", "09:00", "A workaround until there is a fix: set `VLLM_SORT=0`."),
                comment("c2", "uma", "10:00", "Confirmed, `VLLM_SORT=0` gives 0.89 again."),
                comment("c3", "tom", "11:00", "Confirmed here too."),
            ),
        ),
        TODAY,
    )
    assert found.workaround is not None
    assert (found.workaround.author, [one.author for one in found.confirmed_by]) == ("tom", ["uma"])


@pytest.mark.parametrize(
    "said",
    [
        "Setting `VLLM_SORT=0` does not help.",
        "Did you try `VLLM_SORT=0`?",
        "I ran it with `VLLM_SORT=1`.",
        "It crashes for now.",
    ],
)
def test_what_does_not_help_is_no_workaround(said: str) -> None:
    assert problem(issue(1, comments=(comment("c1", "tom", "09:00", said),)), TODAY).workaround is None


def test_an_open_bug_without_a_fix_waits_for_one() -> None:
    found = problem(issue(1, body=BODY, comments=(comment("c", "bob", "09:00", "I see it too on 8 cards."),)), TODAY)
    assert Reason.NO_FIX in [one.reason for one in found.waiting]
    assert found.symptom is not None
    assert "garbage" in found.symptom.text


def test_a_bug_with_an_open_fix_waits_for_that() -> None:
    bug = issue(1, body=BODY)
    found = problem(bug, Day.of(snapshot(bug, pull(7, closes=(1,))), ()))
    assert [(one.reason, one.number) for one in found.waiting] == [(Reason.FIX, 7)]


@pytest.mark.parametrize(
    ("title", "wrong"),
    [
        ("[Bug]: garbage output on MI300X", True),
        ("[Bug]: repeats one token with 33 requests", True),
        ("[Bug]: Accuracy drop with FP8", True),
        ("[Bug]: 输出乱码", True),
        ("[Bug]: crash at start", False),
        ("[Bug]: OOM", False),
    ],
)
def test_wrong_results_are_told_from_crashes(title: str, wrong: bool) -> None:
    assert is_wrong_result(issue(1, title)) is wrong


@pytest.mark.parametrize(
    "title", ["[CI] Split the tests", "docs: fix a link", "[Refactor] Move it", "Fix flaky test", "[LoRA] Type hints"]
)
def test_tests_documents_and_refactoring_change_no_behaviour(title: str) -> None:
    assert not changes_behaviour(pull(1, title))


def test_a_bug_that_an_open_pull_request_speaks_of_is_not_without_a_fix() -> None:
    bug = issue(1, body=BODY)
    found = problem(bug, Day.of(snapshot(bug, pull(7, "Refuse it", "gita", body="Found in #1.")), ()))
    assert [(one.reason, one.who, one.number) for one in found.waiting] == [(Reason.RELATED, "gita", 7)]


def test_the_workaround_is_the_finders_not_the_confirmers() -> None:
    found = problem(
        issue(
            1,
            comments=(
                comment("c1", "tom", "09:00", "Until the fix is in, set `VLLM_SORT=0`."),
                comment("c2", "uma", "10:00", "Confirmed, with `VLLM_SORT=0` the workaround holds."),
            ),
        ),
        TODAY,
    )
    assert found.workaround is not None
    assert found.workaround.author == "tom"


def test_a_bug_that_names_a_merge_of_the_window_is_an_after_effect() -> None:
    bug = issue(1, comments=(comment("c", "bob", "09:00", "This is what I had named in #7, merged today."),))
    day = Day.of(snapshot(bug, pull(7, merged_at=at("08:30")), pull(8, merged_at=at("08:30"))), ())
    assert problem(bug, day).suspects == (7,)


def test_a_security_problem_is_serious() -> None:
    found = problem(issue(1, "[Security]: hosts are not checked after a redirect"), TODAY)
    assert found.security
    assert is_serious(found)
    assert not is_serious(problem(issue(1, "[Bug]: the log says it twice"), TODAY))


def test_of_an_item_that_did_not_come_whole_nothing_is_missing() -> None:
    half = issue(1, "[Bug]: garbage", body=BODY, complete=False)
    assert problem(half, TODAY).waiting == ()


def test_a_linked_fix_that_was_not_fetched_is_not_called_missing() -> None:
    linked = issue(1, body=BODY, closed_by=(Reference(repository=str(HERE), number=2),))
    assert problem(linked, Day.of(snapshot(linked), ())).waiting == ()


@pytest.mark.parametrize(
    ("said", "lacks"),
    [
        ("I see it too on 8 cards.", True),
        ("The same place as in #7, which we fixed in #7.", True),
        ("It is fixed in v0.41.2, please upgrade.", False),
    ],
)
def test_a_bug_that_no_pull_request_is_linked_to_lacks_a_fix_unless_there_is_a_version_to_go_to(
    said: str, lacks: bool
) -> None:
    bug = issue(1, body=BODY, comments=(comment("c", "bob", "09:00", said),))
    assert problem(bug, TODAY).lacks_fix is lacks
    assert not problem(bug, Day.of(snapshot(bug, pull(7, closes=(1,))), ())).lacks_fix
