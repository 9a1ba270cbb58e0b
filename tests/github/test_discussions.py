"""What was said and done, as deep as the window needs it."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

from digest.model import GHOST, Reference
from tests.github.conftest import WINDOW, Fetching, item
from tests.github_stub import World
from tests.github_stub.accounting import Call
from tests.github_stub.faults import Answer, operation, overwritten

OLD = WINDOW.start - timedelta(days=30)
NOON = WINDOW.start + timedelta(hours=12)
MINUTE = timedelta(minutes=1)


async def test_a_pull_request_is_read_with_all_that_was_said_and_done(fetching: Fetching, world: World):
    world.person("carol", company=" @AMD ")
    issue = world.issue(1, created=OLD, title="Garbage output")
    pull = world.pull(
        2, created=OLD, merged=NOON, merged_by="maintainer", author="carol", association="MEMBER", body="Fixes it.",
        labels=["rocm"], files=[("csrc/a.cu", 10, 2), ("vllm/b.py", 1, 1)], closes=[issue], reactions={"ROCKET": 2},
        review_decision="APPROVED",
    )  # fmt: skip
    world.comment(pull, "dave", NOON - MINUTE, "12 % faster.", reactions={"THUMBS_UP": 3}, association="NONE")
    world.comment(pull, None, NOON - MINUTE, "spam", minimized="spam")
    world.review(pull, "erin", NOON - 3 * MINUTE, "CHANGES_REQUESTED", "Why?")
    world.review(pull, "erin", NOON - 2 * MINUTE, "APPROVED")
    world.review(pull, "ghs_stub", NOON, "PENDING", "draft")
    world.thread(pull, ("erin", NOON - 5 * MINUTE, "Rename"), ("carol", NOON - 4 * MINUTE, "Done"), resolved=True)
    snapshot = await fetching()
    read = item(snapshot, 2)
    assert (read.depth, read.complete, read.kind) == ("thread", True, "pull_request")
    assert (read.author.login, read.author.company, read.association) == ("carol", "@AMD", "MEMBER")
    assert (read.body, read.base, read.review_decision, read.reactions) == ("Fixes it.", "main", "APPROVED", 2)
    assert (read.additions, read.deletions, read.changed_files) == (11, 3, 2)
    assert [file.path for file in read.files] == ["csrc/a.cu", "vllm/b.py"]
    assert read.merged_by is not None
    assert read.merged_by.login == "maintainer"
    assert read.closes == (Reference(repository="vllm-project/vllm", number=1),)
    assert [(said.author.login, said.reactions, said.minimized) for said in read.comments] == [
        ("dave", 3, ""),
        ("ghost", 0, "spam"),
    ]
    assert [(review.author.login, review.state) for review in read.reviews][-2:] == [
        ("erin", "CHANGES_REQUESTED"),
        ("erin", "APPROVED"),
    ]
    (thread,) = read.threads
    assert (thread.path, thread.is_resolved) == ("vllm/engine.py", True)
    assert [said.body for said in thread.comments] == ["Rename", "Done"]


async def test_an_issue_knows_who_closed_it_why_and_what_would_fix_it(fetching: Fetching, world: World):
    issue = world.issue(1, created=OLD, closed=NOON, closed_by="triager", state_reason="NOT_PLANNED", body="Crash")
    world.pull(2, created=OLD, closes=[issue])
    read = item(await fetching(), 1)
    assert (read.depth, read.state_reason, read.body) == ("read", "NOT_PLANNED", "Crash")
    assert read.closing is not None
    assert (read.closing.by.login, read.closing.at) == ("triager", NOON)
    assert read.closed_by == (Reference(repository="vllm-project/vllm", number=2),)


async def test_an_old_item_that_people_discussed_is_read_back_to_the_windows_start(fetching: Fetching, world: World):
    issue = world.issue(1, created=OLD)
    for turn in range(400):
        world.comment(issue, f"person-{turn % 9}", OLD + turn * MINUTE, f"before {turn}")
    for turn in range(180):
        world.comment(issue, f"person-{turn % 9}", WINDOW.start + turn * MINUTE, f"within {turn}")
    world.comment(issue, "late", WINDOW.end + MINUTE, "after")
    snapshot = await fetching()
    read = item(snapshot, 1)
    said = [comment.body for comment in read.comments]
    assert [body for body in said if body.startswith("within")] == [f"within {turn}" for turn in range(180)]
    assert said[-1] == "after", "what came later is kept, to be told as later"
    assert len(said) < 300, "what is older than the window is not read to its beginning"
    assert (read.depth, read.complete, read.comment_count) == ("thread", True, 581)


async def test_reviews_and_threads_are_topped_up(fetching: Fetching, world: World):
    pull = world.pull(1, created=OLD)
    for turn in range(40):
        world.thread(pull, *((f"r-{n}", WINDOW.start + turn * MINUTE, f"{turn}.{n}") for n in range(3)))
    talkative = world.thread(pull, ("r-0", OLD, "An old thread"))
    for turn in range(35):
        world.reply(talkative, "r-1", NOON + turn * MINUTE, f"reply {turn}")
    read = item(await fetching(), 1)
    assert len(read.threads) == 41
    assert [said.body for said in read.threads[-1].comments][-35:] == [f"reply {turn}" for turn in range(35)]
    assert len({review.id for review in read.reviews if review.submitted_at >= WINDOW.start}) == 155
    assert read.complete


async def test_a_reply_to_a_thread_of_long_ago_is_read(fetching: Fetching, world: World):
    pull = world.pull(1, created=OLD)
    first = world.thread(pull, ("r-0", OLD, "The oldest thread"))
    for turn in range(60):
        world.thread(pull, ("r-0", OLD + turn * MINUTE, "Another"))
    world.reply(first, "carol", NOON, "Only now answered")
    read = item(await fetching(), 1)
    assert "Only now answered" in [said.body for thread in read.threads for said in thread.comments]


async def test_an_opinion_older_than_the_newest_reviews_is_kept(fetching: Fetching, world: World):
    pull = world.pull(1, created=OLD)
    world.review(pull, "blocker", OLD, "CHANGES_REQUESTED", "Not like this")
    for turn in range(120):
        world.review(pull, "chatty", OLD + turn * MINUTE)
    world.review(pull, "chatty", NOON)
    reviews = item(await fetching(), 1).reviews
    assert ("blocker", "CHANGES_REQUESTED") in {(review.author.login, review.state) for review in reviews}


async def test_a_pull_request_with_many_files_has_all_their_paths(fetching: Fetching, world: World):
    world.pull(1, created=NOON, files=[f"vllm/{place}.py" for place in range(230)])
    read = item(await fetching(), 1)
    assert {file.path for file in read.files} == {f"vllm/{place}.py" for place in range(230)}
    assert read.changed_files == 230


async def test_a_person_hidden_behind_many_bot_comments_is_found(fetching: Fetching, world: World):
    issue = world.issue(1, created=OLD)
    world.comment(issue, "alice", NOON, "It happens again")
    for turn in range(9):
        world.comment(issue, "ci[bot]", NOON + turn * MINUTE, "Retried")
    read = item(await fetching(), 1)
    assert "It happens again" in [said.body for said in read.comments]


async def test_an_old_window_has_its_discussions_though_people_went_on_talking(fetching: Fetching, world: World):
    issue = world.issue(1, created=WINDOW.start)
    world.comment(issue, "alice", NOON, "Then")
    for turn in range(130):
        world.comment(issue, "bob", WINDOW.end + turn * MINUTE, f"Later {turn}")
    world.now = WINDOW.end + timedelta(days=100)
    read = item(await fetching(strategy="search"), 1)
    assert read.comments[0].body == "Then"
    assert len(read.comments) == 131


async def test_a_deleted_account_is_the_ghost(fetching: Fetching, world: World):
    issue = world.issue(1, created=NOON, author=None, closed=NOON, closed_by=None)
    world.comment(issue, None, NOON, "Bye")
    read = item(await fetching(), 1)
    assert read.author == read.comments[0].author == GHOST
    assert read.closing is not None
    assert read.closing.by == GHOST


async def test_a_null_author_and_a_null_body_are_taken_as_nobody_and_nothing(fetching: Fetching, world: World):
    issue = world.issue(1, created=NOON, body="text")
    world.comment(issue, "alice", NOON, "text")
    fetching.github.fail(overwritten("author"))
    fetching.github.fail(overwritten("body"))
    read = item(await fetching(), 1)
    assert read.complete
    assert (read.author, read.body, read.comments[0].body) == (GHOST, "", "")


async def test_half_a_surrogate_pair_does_not_stop_the_fetch(fetching: Fetching, world: World):
    world.issue(1, created=NOON, title="cut HERE")

    def halved(answer: Answer, call: Call) -> Answer:
        return replace(answer, text=json.dumps(answer.payload).replace("HERE", "\\ud83d"))

    fetching.github.fail(halved)
    snapshot = await fetching()
    assert item(snapshot, 1).title == "cut \ufffd"
    assert snapshot.model_dump_json()


async def test_one_item_that_cannot_be_read_costs_no_other(fetching: Fetching, world: World):
    for number in range(1, 31):
        world.issue(number, created=NOON + number * MINUTE, body=f"body {number}")
    broken = world.repository().item(17)
    fetching.github.break_field(broken, "body")
    snapshot = await fetching()
    assert [found.number for found in snapshot.items if not found.complete] == [17]
    assert [told.reason for told in snapshot.degraded if "#17" in told.reason]
    assert item(snapshot, 16).body == "body 16"


async def test_comments_that_are_null_are_not_no_comments(fetching: Fetching, world: World):
    world.comment(world.issue(1, created=NOON), "alice", NOON + MINUTE, "It is broken.")
    fetching.github.fail(overwritten("comments"), when=operation("IssueDetails"))
    snapshot = await fetching()
    assert not item(snapshot, 1).complete
    assert "no comments" in snapshot.degraded[0].reason


async def test_a_thread_whose_rest_cannot_be_read_keeps_what_came(fetching: Fetching, world: World):
    issue = world.issue(1, created=OLD)
    for turn in range(90):
        world.comment(issue, "alice", WINDOW.start + turn * MINUTE, f"{turn}")
    fetching.github.fail(overwritten("node"), when=operation("More"))
    snapshot = await fetching()
    read = item(snapshot, 1)
    assert (read.depth, read.complete, len(read.comments)) == ("thread", False, 50)
    assert len(snapshot.degraded) == 1
