"""What goes wrong with GitHub, each with its outcome: whole, said to be in part, or refused with nothing kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from digest.errors import (
    DigestError,
    Forbidden,
    NotFound,
    OutOfTime,
    RateLimited,
    RemoteError,
    Unauthorized,
    Unreachable,
)
from digest.model import ListName, RepositoryName
from tests.github.conftest import WINDOW, Fetching, item, numbers
from tests.github_stub import World
from tests.github_stub.accounting import Call
from tests.github_stub.faults import (
    Answer,
    Fault,
    bad_credentials,
    bad_gateway,
    broken_json,
    cut,
    gateway_timeout,
    hang,
    heavier_than,
    null_node,
    operation,
    primary_limit,
    refused,
    resource_limits,
    secondary_limit,
    something_went_wrong,
    sso_required,
    unavailable,
)

NOON = WINDOW.start + timedelta(hours=12)
COUNT = 120
STRATEGIES = pytest.mark.parametrize("strategy", ["walk", "search"])


@pytest.fixture
def day(world: World, fetching: Fetching) -> World:
    """A day of 120 issues, the first of them discussed, and of one pull request."""
    for number in range(1, COUNT + 1):
        world.issue(number, created=WINDOW.start + timedelta(minutes=number), body=f"body {number}")
    for turn in range(60):
        world.comment(world.repository().item(1), f"person-{turn % 3}", NOON + timedelta(minutes=turn), f"said {turn}")
    pull = world.pull(COUNT + 1, created=NOON, files=["a.py", "b.py"])
    world.thread(pull, ("erin", NOON, "Why?"), ("alice", NOON, "Because."))
    return world


def _is_whole(fetching: Fetching, snapshot) -> None:
    assert numbers(snapshot)[ListName.ISSUES_OPENED] == set(range(1, COUNT + 1))
    assert all(found.complete and found.depth != "listed" for found in snapshot.items)
    assert [said.body for said in item(snapshot, 1).comments] == [f"said {turn}" for turn in range(60)]
    assert len(item(snapshot, COUNT + 1).threads[0].comments) == 2
    assert not snapshot.degraded


def _heavy(name: str) -> Fault:
    return {
        "502": bad_gateway(),
        "504": gateway_timeout(),
        "RESOURCE_LIMITS_EXCEEDED": resource_limits(),
        "something went wrong": something_went_wrong(),
        "something went wrong, as 502": something_went_wrong(502),
    }[name]


HEAVY = pytest.mark.parametrize(
    "fault",
    ["502", "504", "RESOURCE_LIMITS_EXCEEDED", "something went wrong", "something went wrong, as 502"],
)


@HEAVY
@STRATEGIES
async def test_what_is_too_heavy_is_asked_for_in_smaller_pages(
    fetching: Fetching, day: World, fault: str, strategy: str
):
    fetching.github.fail(_heavy(fault), when=heavier_than(400))
    _is_whole(fetching, await fetching(strategy=strategy))
    assert sum(fetching.waits) < 300, "asking for less needs no long wait"


@HEAVY
async def test_a_single_discussion_that_is_too_heavy_is_read_in_parts(fetching: Fetching, day: World, fault: str):
    fetching.github.fail(_heavy(fault), when=lambda call: "IssueDetails" in call.query and call.nodes > 20)
    _is_whole(fetching, await fetching())


@pytest.mark.parametrize("status", [403, 429])
@STRATEGIES
async def test_retry_after_is_waited_for(fetching: Fetching, day: World, status: int, strategy: str):
    fetching.github.fail(secondary_limit(status, retry_after=37), times=1, skip=1)
    _is_whole(fetching, await fetching(strategy=strategy))
    assert 37 in fetching.waits
    assert any("secondary rate limit" in warning for warning in fetching.told.warnings)


async def test_a_secondary_limit_without_a_time_is_waited_for_a_minute_then_two(fetching: Fetching, day: World):
    fetching.github.fail(secondary_limit(403, retry_after=None), times=2)
    _is_whole(fetching, await fetching())
    assert fetching.waits == [60, 120]


async def test_nothing_is_sent_while_github_asks_to_wait(fetching: Fetching, day: World):
    """The walk of the other list, which was not refused, waits too."""
    for place in range(500):
        day.pull(created=WINDOW.start + timedelta(seconds=place))
    fetching.github.fail(secondary_limit(429, retry_after=50), when=operation("Issues"), times=1)
    fetching.pace = 0.2
    await fetching(strategy="walk")
    limited = next(call for call in fetching.github.calls if call.status == 429)
    in_flight = {limited.number - 1, limited.number + 1}
    later = [call for call in fetching.github.calls if call.number > limited.number and call.number not in in_flight]
    assert all(call.at >= limited.at + timedelta(seconds=50) for call in later)


@pytest.mark.parametrize("status", [200, 403, 429])
async def test_the_hours_limit_is_waited_for_until_it_resets(fetching: Fetching, day: World, status: int):
    fetching.github.fail(primary_limit(status, reset_in=900), times=1)
    _is_whole(fetching, await fetching(deadline=3_000))
    assert fetching.waits == [901]


@pytest.mark.parametrize("fault", [primary_limit(200, 900), primary_limit(403, 900), secondary_limit(429, 900)])
async def test_a_limit_that_outlasts_the_run_is_told_with_its_end(fetching: Fetching, day: World, fault: Fault):
    fetching.github.fail(fault)
    with pytest.raises(RateLimited, match=r"until 2026-03-04 01:15:0[01] UTC.*--deadline"):
        await fetching(deadline=600)
    assert fetching.waits == []
    assert not fetching.kept()


@pytest.mark.parametrize("fault", [cut(), broken_json(), unavailable(), cut(0)], ids=["cut", "broken", "503", "none"])
@STRATEGIES
async def test_a_broken_answer_is_asked_for_again(fetching: Fetching, day: World, fault: Fault, strategy: str):
    fetching.github.fail(fault, times=2, skip=1)
    _is_whole(fetching, await fetching(strategy=strategy))
    assert 0 < sum(fetching.waits) < 60


@pytest.mark.parametrize("fault", [cut(), broken_json(), unavailable(), bad_gateway()])
@STRATEGIES
async def test_a_github_that_stays_broken_is_no_quiet_day(fetching: Fetching, day: World, fault: Fault, strategy: str):
    fetching.github.fail(fault, skip=1)
    with pytest.raises(Unreachable) as raised:
        await fetching(strategy=strategy)
    assert "try again later" in str(raised.value)
    assert not fetching.kept()


async def test_a_hang_ends_with_a_time_out_and_is_asked_for_again(fetching: Fetching, day: World):
    fetching.access = {"timeout": 0.3}
    fetching.github.fail(hang(), times=1, skip=1)
    _is_whole(fetching, await fetching())
    assert any("no answer in time" in warning for warning in fetching.told.warnings)


async def test_the_deadline_ends_the_retries(fetching: Fetching, day: World):
    fetching.github.fail(unavailable())
    with pytest.raises(OutOfTime, match=r"503.*--deadline"):
        await fetching(deadline=5)
    assert sum(fetching.waits) < 5
    assert not fetching.kept()


async def test_a_deadline_that_passed_asks_nothing(fetching: Fetching, day: World):
    with pytest.raises(OutOfTime):
        await fetching(deadline=0)
    assert fetching.github.calls == []


def _answered(status: int, message: str = "") -> Fault:
    return lambda answer, call: refused(status, message)


FINAL = {
    "401": (bad_credentials(), Unauthorized, "GITHUB_TOKEN"),
    "403": (_answered(403, "Resource not accessible by integration"), Forbidden, "issues and pull requests"),
    "saml": (sso_required(), Forbidden, "SAML"),
    "404": (_answered(404, "Not Found"), NotFound, "GITHUB_GRAPHQL_URL"),
    "301": (_answered(301), NotFound, "GITHUB_GRAPHQL_URL"),
    "400": (_answered(400, "Problems parsing JSON"), RemoteError, "Problems parsing JSON"),
}


@pytest.mark.parametrize("name", FINAL)
@STRATEGIES
async def test_a_refusal_is_one_line_that_names_what_to_do(fetching: Fetching, day: World, name: str, strategy: str):
    fault, kind, told = FINAL[name]
    fetching.github.fail(fault)
    with pytest.raises(kind) as raised:
        await fetching(strategy=strategy)
    _is_one_line(raised.value, told)
    assert len(fetching.github.calls) == 1, "asking again would not help"
    assert not fetching.kept()


def _is_one_line(error: DigestError, told: str) -> None:
    assert error.exit_status == 1
    assert told in str(error)
    assert "\n" not in str(error)
    assert "ghs_stub" not in str(error)


async def test_a_missing_repository_is_one_line_that_says_it_may_be_hidden(fetching: Fetching, day: World):
    with pytest.raises(NotFound) as raised:
        await fetching(repository=RepositoryName.parse("vllm-project/no-such-thing"))
    _is_one_line(raised.value, "token that can see it")
    assert not fetching.kept()


async def test_a_repository_without_permission_names_what_is_missing(fetching: Fetching, day: World):
    day.repository().forbidden = True
    with pytest.raises(Forbidden) as raised:
        await fetching()
    _is_one_line(raised.value, "read access to contents, issues and pull requests")


@pytest.mark.parametrize("name", ["Issues", "Pulls"])
async def test_a_list_that_the_token_may_not_read_names_what_is_missing(fetching: Fetching, day: World, name: str):
    field = {"Issues": "issues", "Pulls": "pullRequests"}[name]
    error = {"type": "FORBIDDEN", "path": ["repository", field], "message": "Resource not accessible by integration"}
    payload = {"data": {"repository": None}, "errors": [error]}
    fetching.github.fail(lambda answer, call: Answer(200, payload), when=operation(name))
    with pytest.raises(Forbidden) as raised:
        await fetching()
    _is_one_line(raised.value, "read access to contents, issues and pull requests")
    assert not fetching.kept()


async def test_a_reference_into_a_repository_that_may_not_be_seen_is_no_loss(fetching: Fetching, day: World):
    path = ["nodes", 0, "closingIssuesReferences", "nodes", 0]
    error = {"type": "FORBIDDEN", "path": path, "message": "Resource protected by organization SAML enforcement."}

    def hidden(answer: Answer, call: Call) -> Answer:
        node = answer.data["nodes"][0]
        node["closingIssuesReferences"]["nodes"] = [None]
        return replace(answer, payload=answer.payload | {"errors": [error]})

    fetching.github.fail(hidden, when=operation("PullDiscussions"))
    _is_whole(fetching, await fetching())


async def test_a_secondary_limit_told_in_a_good_answer_is_waited_for(fetching: Fetching, day: World):
    payload = {"errors": [{"message": "You have exceeded a secondary rate limit. Please wait a few minutes."}]}
    fetching.github.fail(lambda answer, call: Answer(200, payload, headers={"Retry-After": "42"}), times=1)
    _is_whole(fetching, await fetching())
    assert fetching.waits == [42]


async def test_an_error_that_names_no_item_makes_none_of_them_whole(fetching: Fetching, day: World):
    def vague(answer: Answer, call: Call) -> Answer:
        return replace(answer, payload=answer.payload | {"errors": [{"message": "Partial outage"}]})

    fetching.github.fail(vague, when=operation("PullDiscussions"))
    snapshot = await fetching()
    assert not item(snapshot, COUNT + 1).complete
    assert any("Partial outage" in told.reason for told in snapshot.degraded)


async def test_a_bad_token_is_refused_without_showing_it(fetching: Fetching, day: World):
    fetching.github.token = "another"
    with pytest.raises(Unauthorized) as raised:
        await fetching()
    _is_one_line(raised.value, "GITHUB_TOKEN")
    assert raised.value.__cause__ is None
    assert raised.value.__suppress_context__ or raised.value.__context__ is None


async def test_nobody_listening_is_unreachable(fetching: Fetching, day: World):
    fetching.access = {"graphql_url": "http://127.0.0.1:9/graphql"}
    with pytest.raises(Unreachable, match="no connection"):
        await fetching()


async def test_a_login_page_in_place_of_github_is_unreachable(fetching: Fetching, day: World):
    fetching.github.fail(lambda answer, call: Answer(200, text="<html>Welcome to Hotel Wi-Fi</html>"))
    with pytest.raises(Unreachable) as raised:
        await fetching()
    assert "Hotel" not in str(raised.value)


@pytest.mark.parametrize("name", ["Issues", "Pulls", "Search"])
async def test_a_list_with_a_hole_is_refused(fetching: Fetching, day: World, name: str):
    fetching.github.fail(null_node(), when=operation(name))
    with pytest.raises(Unreachable, match="only a part of a list"):
        await fetching(strategy="search" if name == "Search" else "walk")
    assert not fetching.kept()


async def test_a_null_node_among_the_details_leaves_the_item_as_it_was_listed(fetching: Fetching, day: World):
    fetching.github.fail(null_node(), when=operation("PullDiscussions"))
    snapshot = await fetching()
    pull = item(snapshot, COUNT + 1)
    assert (pull.depth, pull.complete, pull.title) == ("listed", False, f"PullRequest {COUNT + 1}")
    assert [(told.stage, told.passing) for told in snapshot.degraded] == [("hydrate", False)]
    assert numbers(snapshot)[ListName.PRS_OPENED] == {COUNT + 1}


@pytest.mark.parametrize("fault", [unavailable(), bad_gateway(), broken_json()], ids=["503", "502", "broken"])
async def test_a_github_that_breaks_after_the_lists_leaves_them_whole(fetching: Fetching, day: World, fault: Fault):
    details = _any_of("IssueDetails", "PullDetails", "PullDiscussions")
    fetching.github.fail(fault, when=details)
    snapshot = await fetching()
    assert numbers(snapshot)[ListName.ISSUES_OPENED] == set(range(1, COUNT + 1))
    assert all(tally.agrees for tally in snapshot.receipt.values())
    assert not any(found.complete for found in snapshot.items)
    assert {(told.stage, told.passing) for told in snapshot.degraded} == {("hydrate", True)}
    assert len(fetching.github.calls) < 100, "an outage is not asked about item by item"


def _any_of(*names: str) -> Callable[..., bool]:
    return lambda call: call.operation in names


async def test_a_limit_after_the_lists_leaves_them_whole(fetching: Fetching, day: World):
    fetching.github.fail(primary_limit(200, 9_000), when=_any_of("IssueDetails", "PullDetails", "PullDiscussions"))
    snapshot = await fetching(deadline=600)
    assert numbers(snapshot)[ListName.ISSUES_OPENED] == set(range(1, COUNT + 1))
    assert any("rate limit" in told.reason for told in snapshot.degraded)


async def test_a_run_after_an_outage_gets_what_was_missing(fetching: Fetching, day: World):
    fetching.github.fail(unavailable(), when=_any_of("IssueDetails", "PullDetails", "PullDiscussions"))
    assert (await fetching()).degraded
    fetching.github.heal()
    fetching.github.calls.clear()
    _is_whole(fetching, await fetching())
    assert "Issues" not in {call.operation for call in fetching.github.calls}, "the listing was kept"


async def test_an_outage_is_told_in_a_few_lines(fetching: Fetching, day: World):
    fetching.github.fail(unavailable(), when=_any_of("IssueDetails", "PullDetails", "PullDiscussions"))
    snapshot = await fetching()
    assert 1 <= len(snapshot.degraded) <= 3
    assert any("#1," in told.reason and "more: " in told.reason for told in snapshot.degraded)
