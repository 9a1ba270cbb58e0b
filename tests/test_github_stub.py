"""The stub answers as GitHub does: pages, cursors, search, points, refusals and faults, over HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from typing import Any

import aiohttp
import pytest

from tests.github_stub import GitHub, World
from tests.github_stub.faults import (
    bad_gateway,
    broken_json,
    cut,
    hang,
    heavier_than,
    mentions,
    null_node,
    overwritten,
    primary_limit,
    resource_limits,
    secondary_limit,
    something_went_wrong,
)
from tests.github_stub.server import TOKEN

Ask = Callable[..., Awaitable[dict[str, Any]]]

ISSUES = """query($page: Int!, $after: String, $before: String, $last: Int) {
  repository(owner: "vllm-project", name: "vllm") {
    issues(first: $page, after: $after, before: $before, last: $last, orderBy: {field: UPDATED_AT, direction: DESC}) {
      totalCount nodes { number } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }"""
ISSUES_BACK = ISSUES.replace("$page: Int!, ", "").replace("first: $page, ", "")
SEARCH = """query($text: String!, $after: String, $first: Int = 100) {
  search(type: ISSUE, query: $text, first: $first, after: $after) {
    issueCount pageInfo { hasNextPage endCursor } nodes { ... on Issue { number } ... on PullRequest { number } } } }"""


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    headers = {"Authorization": f"bearer {TOKEN}"}
    async with aiohttp.ClientSession(headers=headers, timeout=aiohttp.ClientTimeout(5)) as opened:
        yield opened


@pytest.fixture
def ask(github: GitHub, session: aiohttp.ClientSession) -> Ask:
    async def send(query: str, **variables: Any) -> dict[str, Any]:
        async with session.post(github.url, json={"query": query, "variables": variables}) as response:
            payload: dict[str, Any] = await response.json()
            return payload | {"status": response.status, "headers": response.headers}

    return send


async def found(ask: Ask, text: str) -> list[int]:
    answer = await ask(SEARCH, text=f"repo:vllm-project/vllm {text}")
    numbers = [node["number"] for node in answer["data"]["search"]["nodes"]]
    assert answer["data"]["search"]["issueCount"] == len(numbers)
    return numbers


def numbers(answer: dict[str, Any]) -> list[int]:
    return [node["number"] for node in answer["data"]["repository"]["issues"]["nodes"]]


def page_info(answer: dict[str, Any]) -> dict[str, Any]:
    info: dict[str, Any] = answer["data"]["repository"]["issues"]["pageInfo"]
    return info


def kinds(answer: dict[str, Any]) -> list[str]:
    return [error["type"] for error in answer["errors"]]


def hourly_issues(world: World, count: int) -> None:
    for hour in range(count):
        world.issue(created=f"2026-03-03T{hour:02}:00:00Z")


# -- connections


async def test_pages_tile_in_the_order_that_was_asked_for(world: World, ask: Ask) -> None:
    hourly_issues(world, 5)
    first = await ask(ISSUES, page=3)
    second = await ask(ISSUES, page=3, after=page_info(first)["endCursor"])
    assert (numbers(first), numbers(second)) == ([5, 4, 3], [2, 1])
    assert (page_info(first)["hasNextPage"], page_info(first)["hasPreviousPage"]) == (True, False)
    assert (page_info(second)["hasNextPage"], page_info(second)["hasPreviousPage"]) == (False, True)


async def test_pages_go_backwards_too(world: World, ask: Ask) -> None:
    hourly_issues(world, 5)
    tail = await ask(ISSUES_BACK, last=2)
    before = await ask(ISSUES_BACK, last=2, before=page_info(tail)["startCursor"])
    assert (numbers(tail), numbers(before)) == ([2, 1], [4, 3])


async def test_ties_in_time_fall_on_neither_page_twice(world: World, ask: Ask) -> None:
    for _ in range(4):
        world.issue(created="2026-03-03T10:00:00Z")
    first = await ask(ISSUES, page=2)
    second = await ask(ISSUES, page=2, after=page_info(first)["endCursor"])
    assert numbers(first) + numbers(second) == [4, 3, 2, 1]


async def test_an_item_updated_between_two_pages_is_missed_by_the_second(
    github: GitHub, world: World, ask: Ask
) -> None:
    hourly_issues(world, 4)
    github.before_request(2, lambda changed: changed.comment(changed.repository().item(1), "bob", "2026-03-04", "new"))
    first = await ask(ISSUES, page=2)
    second = await ask(ISSUES, page=2, after=page_info(first)["endCursor"])
    again = await ask(ISSUES, page=2)
    assert (numbers(first), numbers(second), numbers(again)) == ([4, 3], [2], [1, 4])


async def test_a_connection_without_bounds_is_an_error_of_its_field(world: World, ask: Ask) -> None:
    world.issue()
    answer = await ask('{ repository(owner: "vllm-project", name: "vllm") { id issues { nodes { id } } } }')
    assert answer["status"] == 200
    assert answer["errors"][0]["path"] == ["repository", "issues"]
    assert kinds(answer) == ["MISSING_PAGINATION_BOUNDARIES"]


async def test_a_count_alone_needs_no_bounds(world: World, ask: Ask) -> None:
    world.issue()
    answer = await ask('{ repository(owner: "vllm-project", name: "vllm") { issues { totalCount } } }')
    assert answer["data"] == {"repository": {"issues": {"totalCount": 1}}}


async def test_more_than_a_hundred_a_page_are_refused(world: World, ask: Ask) -> None:
    world.repository()
    answer = await ask(ISSUES, page=101)
    assert kinds(answer) == ["EXCESSIVE_PAGINATION"]
    assert "Requesting 101 records on the `issues` connection" in answer["errors"][0]["message"]


async def test_a_foreign_cursor_is_refused(world: World, ask: Ask) -> None:
    world.repository()
    assert kinds(await ask(ISSUES, page=1, after="12")) == ["INVALID_CURSOR_ARGUMENTS"]


async def test_the_last_comments_are_the_newest_in_their_order(world: World, ask: Ask) -> None:
    issue = world.issue(created="2026-03-03T00:00:00Z")
    for minute in range(4):
        world.comment(issue, "bob", f"2026-03-03T01:{minute:02}:00Z", f"comment {minute}")
    query = "query($id: ID!) { node(id: $id) { ... on Issue { comments(last: 2) { totalCount nodes { body } } } } }"
    answer = await ask(query, id=issue.id)
    nodes = [{"body": "comment 2"}, {"body": "comment 3"}]
    assert answer["data"]["node"]["comments"] == {"totalCount": 4, "nodes": nodes}


async def test_open_pull_requests_only_would_close_an_issue_unless_closed_ones_are_asked_for(
    world: World, ask: Ask
) -> None:
    issue = world.issue()
    for merged in (None, "2026-03-04"):
        world.pull(merged=merged, closes=[issue], created="2026-03-03")
    asked = "(first: 5{}) {{ nodes {{ number }} }}"
    query = (
        'query { repository(owner: "vllm-project", name: "vllm") { issue(number: 1) { '
        f"open: closedByPullRequestsReferences{asked.format('')} "
        f"all: closedByPullRequestsReferences{asked.format(', includeClosedPrs: true')} }} }} }}"
    )
    told = (await ask(query))["data"]["repository"]["issue"]
    assert told == {"open": {"nodes": [{"number": 2}]}, "all": {"nodes": [{"number": 2}, {"number": 3}]}}


async def test_a_pull_request_is_told_whole(world: World, ask: Ask) -> None:
    issue = world.issue()
    pull = world.pull(
        author="renovate[bot]",
        created="2026-03-03T00:00:00Z",
        merged="2026-03-03T05:00:00Z",
        merged_by="carol",
        files=[("a.py", 3, 1), "b.py"],
        closes=[issue],
        labels=["rocm", "bug"],
        review_decision="APPROVED",
    )
    world.review(pull, "dave", "2026-03-03T02:00:00Z", "CHANGES_REQUESTED", "no")
    world.review(pull, "dave", "2026-03-03T03:00:00Z", "APPROVED", "now yes")
    world.thread(pull, (None, "2026-03-03T02:30:00Z", "why?"), path="a.py", resolved=True)
    query = """query($id: ID!) { node(id: $id) { __typename ... on PullRequest {
        author { __typename login } labels(first: 5) { nodes { name } } state mergedBy { login } additions changedFiles
        files(first: 5) { nodes { path additions changeType } } reviewDecision
        reviews(last: 5) { nodes { state submittedAt body } } latestOpinionatedReviews(first: 5) { nodes { state } }
        reviewThreads(last: 5) { nodes { path isResolved comments(last: 5) { nodes { author { login } body } } } }
        closingIssuesReferences(first: 5) { nodes { number repository { nameWithOwner } } }
        timelineItems(last: 1, itemTypes: [CLOSED_EVENT]) { nodes { ... on ClosedEvent { createdAt actor { login } } } }
    } } }"""
    told = (await ask(query, id=pull.id))["data"]["node"]
    assert told == {
        "__typename": "PullRequest",
        "author": {"__typename": "Bot", "login": "renovate"},
        "labels": {"nodes": [{"name": "rocm"}, {"name": "bug"}]},
        "state": "MERGED",
        "mergedBy": {"login": "carol"},
        "additions": 4,
        "changedFiles": 2,
        "files": {
            "nodes": [
                {"path": "a.py", "additions": 3, "changeType": "MODIFIED"},
                {"path": "b.py", "additions": 1, "changeType": "MODIFIED"},
            ]
        },
        "reviewDecision": "APPROVED",
        "reviews": {
            "nodes": [
                {"state": "CHANGES_REQUESTED", "submittedAt": "2026-03-03T02:00:00Z", "body": "no"},
                {"state": "COMMENTED", "submittedAt": "2026-03-03T02:30:00Z", "body": ""},
                {"state": "APPROVED", "submittedAt": "2026-03-03T03:00:00Z", "body": "now yes"},
            ]
        },
        "latestOpinionatedReviews": {"nodes": [{"state": "APPROVED"}]},
        "reviewThreads": {
            "nodes": [{"path": "a.py", "isResolved": True, "comments": {"nodes": [{"author": None, "body": "why?"}]}}]
        },
        "closingIssuesReferences": {"nodes": [{"number": 1, "repository": {"nameWithOwner": "vllm-project/vllm"}}]},
        "timelineItems": {"nodes": [{"createdAt": "2026-03-03T05:00:00Z", "actor": {"login": "carol"}}]},
    }


async def test_reactions_are_counted_by_group(world: World, ask: Ask) -> None:
    issue = world.issue(reactions={"THUMBS_UP": 2, "EYES": 1})
    query = """query($id: ID!) { node(id: $id) { ... on Issue { reactions { totalCount }
        reactionGroups { content reactors { totalCount } } } } }"""
    told = (await ask(query, id=issue.id))["data"]["node"]
    counts = {group["content"]: group["reactors"]["totalCount"] for group in told["reactionGroups"]}
    assert told["reactions"]["totalCount"] == 3
    assert (counts["THUMBS_UP"], counts["EYES"], counts["HEART"], len(counts)) == (2, 1, 0, 8)


async def test_releases_come_newest_first(world: World, ask: Ask) -> None:
    world.release("v1", "2026-03-01")
    world.release("v2", "2026-03-02", is_prerelease=True)
    query = """{ repository(owner: "vllm-project", name: "vllm") {
        releases(first: 5) { nodes { tagName isPrerelease isLatest publishedAt author { login } } } } }"""
    nodes = (await ask(query))["data"]["repository"]["releases"]["nodes"]
    assert [(node["tagName"], node["isLatest"]) for node in nodes] == [("v2", False), ("v1", True)]


# -- nodes


async def test_an_unknown_id_is_null_with_an_error_at_its_place(world: World, ask: Ask) -> None:
    issue = world.issue()
    answer = await ask("query($ids: [ID!]!) { nodes(ids: $ids) { id } }", ids=[issue.id, "I_gone"])
    assert answer["data"]["nodes"] == [{"id": issue.id}, None]
    assert answer["errors"][0]["path"] == ["nodes", 1]
    assert kinds(answer) == ["NOT_FOUND"]


async def test_a_hundred_ids_are_the_most(world: World, ask: Ask) -> None:
    answer = await ask("query($ids: [ID!]!) { nodes(ids: $ids) { id } }", ids=[world.issue().id] * 101)
    assert kinds(answer) == ["ARGUMENT_LIMIT"]


async def test_a_field_that_cannot_be_read_takes_its_node_with_it(github: GitHub, world: World, ask: Ask) -> None:
    whole, broken = world.issue(), world.issue()
    github.break_field(broken, "body")
    query = "query($ids: [ID!]!) { nodes(ids: $ids) { ... on Issue { body } } }"
    answer = await ask(query, ids=[whole.id, broken.id])
    assert answer["data"]["nodes"] == [{"body": ""}, None]
    assert answer["errors"][0]["path"] == ["nodes", 1, "body"]


# -- search


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("created:2026-03-03T01:00:00Z..2026-03-03T02:00:00Z", [3, 2]),
        ("created:2026-03-03T01:00:01Z..2026-03-03T01:59:59Z", []),
        ("created:>2026-03-03T01:00:00Z", [3]),
        ("created:>=2026-03-03T01:00:00Z", [3, 2]),
        ("created:<2026-03-03T01:00:00Z", [1]),
        ("created:<=2026-03-03T01:00:00Z sort:created-asc", [1, 2]),
        ("created:2026-03-03T09:00:00+08:00", [2]),
        ("created:2026-03-03", [3, 2, 1]),
        ("created:>2026-03-03", []),
        ("created:<2026-03-03", []),
        ("created:*..2026-03-03T00:00:00Z", [1]),
        ("created:2026-03-03..*", [3, 2, 1]),
    ],
)
async def test_dates_include_both_ends_to_the_second(world: World, ask: Ask, text: str, expected: list[int]) -> None:
    hourly_issues(world, 3)
    assert await found(ask, text) == expected


async def test_states_are_told_apart(world: World, ask: Ask) -> None:
    world.issue(created="2026-03-01")
    world.issue(created="2026-03-01", closed="2026-03-02")
    world.pull(created="2026-03-01")
    world.pull(created="2026-03-01", merged="2026-03-02")
    world.pull(created="2026-03-01", closed="2026-03-02")
    assert await found(ask, "is:issue sort:created-asc") == [1, 2]
    assert await found(ask, "is:pr is:merged merged:2026-03-02") == [4]
    assert await found(ask, "is:pr is:closed is:unmerged closed:2026-03-02") == [5]
    assert await found(ask, "is:pr is:closed -is:merged") == [5]
    assert await found(ask, "is:open sort:created-asc") == [1, 3]
    assert await found(ask, "closed:2026-03-02 sort:created-asc") == [2, 4, 5]


async def test_labels_authors_and_words_narrow_a_search(world: World, ask: Ask) -> None:
    world.issue(labels=["good first issue"], author="bob", title="Crash in ROCm")
    world.issue(author="carol")
    assert await found(ask, 'label:"good first issue"') == [1]
    assert await found(ask, "author:carol") == [2]
    assert await found(ask, "rocm crash") == [1]


async def test_only_a_thousand_results_can_be_reached(world: World, ask: Ask) -> None:
    for _ in range(1010):
        world.issue()
    reached, after, more = 0, None, True
    while more:
        part = (await ask(SEARCH, text="repo:vllm-project/vllm", after=after))["data"]["search"]
        reached += len(part["nodes"])
        after, more = part["pageInfo"]["endCursor"], part["pageInfo"]["hasNextPage"]
    assert (reached, part["issueCount"]) == (1000, 1010)


async def test_the_index_lags_and_its_count_with_it(world: World, ask: Ask) -> None:
    world.search_lag = timedelta(minutes=10)
    world.issue(created="2026-03-04T10:00:00Z", closed="2026-03-04T23:55:00Z")
    world.issue(created="2026-03-04T23:55:00Z")
    assert await found(ask, "is:open") == [1]
    world.now += timedelta(minutes=10)
    assert await found(ask, "is:open") == [2]
    assert await found(ask, "is:closed") == [1]


async def test_an_unknown_qualifier_fails_instead_of_matching_everything(world: World, ask: Ask) -> None:
    world.issue()
    assert kinds(await ask(SEARCH, text="involves:bob")) == ["UNSUPPORTED_SEARCH"]
    assert kinds(await ask(SEARCH, text="created:yesterday")) == ["UNSUPPORTED_SEARCH"]


# -- points and limits


async def test_nodes_multiply_downwards_and_points_are_hundreds_of_requests(github: GitHub, ask: Ask) -> None:
    query = """{ viewer { login } rateLimit { cost nodeCount }
      search(type: ISSUE, query: "is:pr", first: 50) { nodes { ... on PullRequest {
        comments(first: 20) { nodes { reactions(first: 10) { totalCount } } }
        reviews(first: 20) { nodes { comments(first: 10) { totalCount } } } } } } }"""
    answer = await ask(query)
    assert answer["data"]["rateLimit"]["nodeCount"] == 50 + 2 * (50 * 20) + 2 * (50 * 20 * 10) == github.calls[0].nodes
    assert answer["data"]["rateLimit"]["cost"] == round((1 + 2 * 50 + 2 * 50 * 20) / 100)


async def test_variables_and_directives_decide_what_is_counted(github: GitHub, ask: Ask) -> None:
    query = """query($n: Int!, $deep: Boolean!) { search(type: ISSUE, query: "is:pr", first: $n) { ...Hit } }
      fragment Hit on SearchResultItemConnection { nodes { ... on Issue {
        comments(first: 10) @include(if: $deep) { nodes { id } } } } }"""
    await ask(query, n=7, deep=False)
    await ask(query, n=7, deep=True)
    assert [call.nodes for call in github.calls] == [7, 77]


async def test_too_many_nodes_are_refused(ask: Ask) -> None:
    query = """{ search(type: ISSUE, query: "is:pr", first: 100) { nodes { ... on PullRequest {
        comments(first: 100) { nodes { reactions(first: 100) { totalCount } } } } } } }"""
    answer = await ask(query)
    assert kinds(answer) == ["MAX_NODE_LIMIT_EXCEEDED"]
    assert "1,010,100" in answer["errors"][0]["message"]


async def test_headers_tell_the_limit_and_the_clock(world: World, ask: Ask) -> None:
    headers = (await ask("{ viewer { login } }"))["headers"]
    assert headers["x-ratelimit-limit"] == "5000"
    assert headers["x-ratelimit-remaining"] == "4999"
    assert headers["x-ratelimit-used"] == "1"
    assert int(headers["x-ratelimit-reset"]) == int(world.now.timestamp()) + 3600
    assert headers["Date"] == "Thu, 05 Mar 2026 00:00:00 GMT"


async def test_used_up_points_come_back_at_the_reset(github: GitHub, world: World, ask: Ask) -> None:
    github.limit = 1
    await ask("{ viewer { login } }")
    limited = await ask("{ viewer { login } }")
    assert (limited["status"], kinds(limited)) == (200, ["RATE_LIMITED"])
    assert limited["headers"]["x-ratelimit-remaining"] == "0"
    world.now += timedelta(hours=1)
    assert "errors" not in await ask("{ viewer { login } }")
    assert github.account.points == 2


# -- refusals


async def test_a_wrong_token_is_refused(github: GitHub) -> None:
    async with aiohttp.ClientSession() as session:
        for header in ({"Authorization": "bearer wrong"}, {}):
            async with session.post(github.url, json={"query": "{ viewer { login } }"}, headers=header) as response:
                assert response.status == 401
                refusals = ("Bad credentials", "This endpoint requires you to be authenticated.")
                assert (await response.json())["message"] in refusals
    assert github.account.points == 0


async def test_a_missing_repository_is_null_with_an_error(ask: Ask) -> None:
    answer = await ask('{ repository(owner: "no", name: "where") { id } }')
    assert (answer["status"], answer["data"]) == (200, {"repository": None})
    assert answer["errors"][0]["message"] == "Could not resolve to a Repository with the name 'no/where'."
    assert kinds(answer) == ["NOT_FOUND"]


async def test_a_repository_without_permission_is_forbidden(world: World, ask: Ask) -> None:
    world.repository(forbidden=True)
    answer = await ask('{ repository(owner: "vllm-project", name: "vllm") { id } }')
    assert (answer["data"], kinds(answer)) == ({"repository": None}, ["FORBIDDEN"])


async def test_an_unknown_field_is_an_error_in_a_200(ask: Ask) -> None:
    answer = await ask('{ repository(owner: "vllm-project", name: "vllm") { mood } }')
    assert (answer["status"], "data" in answer) == (200, False)
    assert answer["errors"][0]["message"] == "Field 'mood' doesn't exist on type 'Repository'"
    assert answer["errors"][0]["extensions"]["code"] == "undefinedField"


# -- faults


async def test_heavy_pages_fail_as_long_as_they_are_heavy(github: GitHub, world: World, ask: Ask) -> None:
    world.issue()
    github.fail(resource_limits(), when=heavier_than(50))
    heavy, light = await ask(ISSUES, page=100), await ask(ISSUES, page=50)
    assert (heavy["data"], kinds(heavy)) == ({"repository": None}, ["RESOURCE_LIMITS_EXCEEDED"])
    assert numbers(light) == [1]


async def test_a_bad_gateway_speaks_html(github: GitHub, session: aiohttp.ClientSession) -> None:
    github.fail(bad_gateway(), times=1)
    async with session.post(github.url, json={"query": "{ viewer { login } }"}) as response:
        assert response.status == 502
        assert response.content_type == "text/html"


async def test_faults_can_skip_and_be_counted_and_healed(github: GitHub, ask: Ask) -> None:
    rule = github.fail(something_went_wrong(), when=mentions("viewer"), times=2, skip=1)
    answers = [await ask("{ viewer { login } }") for _ in range(4)]
    assert ["errors" in answer for answer in answers] == [False, True, True, False]
    assert rule.hits == 2
    github.fail(something_went_wrong())
    github.heal()
    assert "errors" not in await ask("{ viewer { login } }")


@pytest.mark.parametrize("status", [403, 429])
async def test_a_secondary_limit_says_when_to_come_back(github: GitHub, ask: Ask, status: int) -> None:
    github.fail(secondary_limit(status, retry_after=17), times=1)
    answer = await ask("{ viewer { login } }")
    assert (answer["status"], answer["headers"]["Retry-After"]) == (status, "17")
    assert "secondary rate limit" in answer["message"]


@pytest.mark.parametrize("status", [200, 403, 429])
async def test_a_primary_limit_says_when_it_resets(github: GitHub, world: World, ask: Ask, status: int) -> None:
    github.fail(primary_limit(status, reset_in=90), times=1)
    answer = await ask("{ viewer { login } }")
    assert (answer["status"], answer["headers"]["x-ratelimit-remaining"]) == (status, "0")
    assert int(answer["headers"]["x-ratelimit-reset"]) == int(world.now.timestamp()) + 90


async def test_a_connection_is_cut_in_mid_body(github: GitHub, ask: Ask) -> None:
    github.fail(cut(after=10), times=1)
    with pytest.raises(aiohttp.ClientPayloadError):
        await ask("{ viewer { login } }")


async def test_broken_json_does_not_parse(github: GitHub, ask: Ask) -> None:
    github.fail(broken_json(), times=1)
    with pytest.raises(ValueError, match="Expecting"):
        await ask("{ viewer { login } }")


async def test_a_hang_lasts_until_it_is_released(github: GitHub, session: aiohttp.ClientSession) -> None:
    github.fail(hang(), times=1)
    quickly = aiohttp.ClientTimeout(0.05)
    with pytest.raises(TimeoutError):
        await session.post(github.url, json={"query": "{ viewer { login } }"}, timeout=quickly)
    async with session.post(github.url, json={"query": "{ viewer { login } }"}) as response:
        assert response.status == 200


async def test_holes_in_an_answer(github: GitHub, world: World, ask: Ask) -> None:
    hourly_issues(world, 3)
    github.fail(null_node(1), times=1)
    holed = await ask(ISSUES, page=3)
    assert holed["data"]["repository"]["issues"]["nodes"] == [{"number": 3}, None, {"number": 1}]
    assert holed["errors"][0]["path"] == ["repository", "issues", "nodes", 1]
    github.fail(overwritten("number", None, times=1), times=1)
    assert numbers(await ask(ISSUES, page=3)) == [None, 2, 1]


async def test_every_request_is_accounted_for(github: GitHub, session: aiohttp.ClientSession, ask: Ask) -> None:
    await ask("query First { viewer { login } }")
    github.fail(secondary_limit(), times=1)
    await ask(SEARCH, text="is:pr")
    account = github.account
    assert (account.requests, account.points, account.largest, account.statuses) == (2, 1, 100, {200: 1, 403: 1})
    assert [call.faulty for call in github.calls] == [False, True]
    async with session.get(github.url.replace("/graphql", "/_stub/account")) as response:
        assert (await response.json())["requests"] == 2
