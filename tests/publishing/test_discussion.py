"""A report as a discussion: made once, edited in place, quiet, and whole however long it is."""

from __future__ import annotations

import re
from dataclasses import replace

from digest.publishing.desk import Desk
from digest.rendering.quiet import GAP
from tests.github.conftest import Told
from tests.github_stub import GitHub, Repository, World
from tests.github_stub.effects import account
from tests.github_stub.faults import bad_gateway, cut, operation
from tests.made import issue
from tests.publishing.conftest import START, Publishing, large, mutations, report, small

NEWS = "discussion:acme/news?category=Daily digest"


async def test_a_report_becomes_a_discussion_in_its_category(to: Publishing, news: Repository):
    [done] = await to(small(), NEWS)
    [made] = news.discussions
    assert (done.status, done.url) == ("created", made.url)
    assert (made.title, made.category.name) == ("Engine development report - 2026-03-03", "Daily digest")
    assert "<details>\n<summary>New issues (1)</summary>\n" in made.body
    assert f"[#{GAP}1](https://redirect.github.com/o/n/issues/1) It fails" in made.body


async def test_the_same_report_again_changes_nothing(to: Publishing, news: Repository, github: GitHub):
    await to(small(), NEWS)
    told = mutations(github)
    [again] = await to(small(), NEWS)
    assert (again.status, again.url) == ("unchanged", news.discussions[0].url)
    assert mutations(github) == told == ["CreateDiscussion"]


async def test_another_report_of_the_window_edits_the_discussion(to: Publishing, news: Repository, github: GitHub):
    await to(small(), NEWS)
    [again] = await to(report(issue(3, "Another", created_at=START), title="Motor"), NEWS)
    [made] = news.discussions
    assert again.status == "updated"
    assert made.title == "Motor development report - 2026-03-03"
    assert "Another" in made.body
    assert mutations(github) == ["CreateDiscussion", "UpdateDiscussion"]


async def test_each_window_and_each_language_has_a_discussion(to: Publishing, news: Repository):
    await to(small(languages=("en", "zh-CN")), NEWS)
    await to(small(day=1), NEWS)
    assert [one.title for one in news.discussions] == [
        "Engine development report - 2026-03-03",
        "Engine 开发动态报告 - 2026-03-03",
        "Engine development report - 2026-03-04",
    ]


async def test_a_category_is_found_by_its_slug_too_and_those_that_exist_are_named(to: Publishing, news: Repository):
    assert (await to(small(), "discussion:acme/news?category=daily-digest"))[0].status == "created"
    [done] = await to(small(), "discussion:acme/news?category=Daily")
    assert done.status == "failed"
    assert done.error == "acme/news has no category 'Daily'; there are: General, Daily digest"


async def test_a_category_that_is_spelled_in_several_ways_gets_one_discussion(to: Publishing, news: Repository):
    done = await to(
        small(), NEWS, "discussion:ACME/News?category=daily-digest", "discussion:acme/news?category=DAILY DIGEST"
    )
    assert sorted(one.status for one in done) == ["created", "unchanged", "unchanged"]
    assert {one.url for one in done} == {news.discussions[0].url}
    assert len(news.discussions) == 1


async def test_of_several_discussions_the_oldest_is_kept_up_and_the_others_are_named(
    to: Publishing, news: Repository, world: World, desk: Desk
):
    for _ in range(3):
        body = small().github["en"].thread()[0]
        world.discuss("Old", body, repository=news, category=news.categories[1], author=world.viewer)
    oldest, *others = sorted(news.discussions, key=lambda one: one.created_at)
    told = Told()
    [done] = await to(small(), NEWS, at=replace(desk, progress=told))
    assert (done.status, done.url) == ("updated", oldest.url)
    assert [one.title == "Old" for one in news.discussions].count(False) == 1
    [warning] = told.warnings
    assert warning.startswith(f"--publish {NEWS}: {oldest.url} is kept up to date, and others hold the same report; ")
    assert {one.url for one in others} == set(warning.partition("delete them: ")[2].split(", "))


async def test_it_is_found_among_many_by_listing(to: Publishing, news: Repository, world: World):
    await to(small(), NEWS)
    for n in range(120):
        world.discuss(f"Talk {n}", "…", repository=news, category=news.categories[1])
    assert (await to(small(), NEWS))[0].status == "unchanged"


async def test_what_somebody_else_wrote_with_the_same_marker_is_not_touched(
    to: Publishing, news: Repository, world: World
):
    body = small().github["en"].thread()[0]
    planted = world.discuss("Planted", body, repository=news, category=news.categories[1], author="mallory")
    [done] = await to(small(), NEWS)
    assert (done.status, len(news.discussions), planted.title) == ("created", 2, "Planted")


def joined(news: Repository) -> str:
    """The body and the comments, read back, without what each piece opens and closes anew."""
    [made] = news.discussions
    pieces = [made.body, *(comment.body for comment in made.comments)]
    assert all(len(piece) <= 65_536 for piece in pieces)
    return "\n".join(piece.replace(GAP, "").replace("redirect.github.com", "github.com") for piece in pieces)


def entries(page: str) -> list[str]:
    return re.findall(r"^- \[#\d+\].*$", page, re.MULTILINE)


async def test_nothing_of_a_long_report_is_missing(to: Publishing, news: Repository, github: GitHub):
    made = large()
    [done] = await to(made, NEWS)
    assert done.status == "created"
    page = made.file("en")
    assert len(entries(page)) == 400
    assert entries(joined(news)) == entries(page)
    told = set(joined(news).splitlines())
    assert [line for line in page.splitlines() if line not in told] == []
    assert all(one.body.count("<details>") == one.body.count("</details>") for one in news.discussions[0].comments)
    assert account(github.world) == []


async def test_a_long_report_again_edits_its_own_comments_and_deletes_what_is_too_many(
    to: Publishing, news: Repository, github: GitHub, world: World
):
    await to(large(), NEWS)
    [made] = news.discussions
    first = [comment.id for comment in made.comments]
    assert len(first) >= 1
    world.answer(made, "Nice report.", author="bob")
    world.answer(made, "My own remark.", author=world.viewer)
    told = len(mutations(github))
    assert (await to(large(), NEWS))[0].status == "unchanged"
    assert len(mutations(github)) == told
    await to(large(entries=900), NEWS)
    assert [comment.id for comment in made.comments][: len(first)] == first
    assert len(made.comments) > len(first) + 2
    [done] = await to(small(), NEWS)
    assert done.status == "updated"
    assert [comment.body for comment in made.comments] == ["Nice report.", "My own remark."]


async def test_a_comment_that_was_lost_comes_back_in_its_place(to: Publishing, news: Repository, world: World):
    made = large(1300, 300_000)
    await to(made, NEWS)
    [discussion] = news.discussions
    whole = [comment.body for comment in discussion.comments]
    assert len(whole) > 3
    for at in (0, 2, len(whole) - 1):
        lost = discussion.comments.pop(at)
        world.nodes.pop(lost.id)
        assert (await to(made, NEWS))[0].status == "updated"
        assert [comment.body for comment in discussion.comments] == whole
        assert (await to(made, NEWS))[0].status == "unchanged"


async def test_a_change_whose_answer_was_lost_is_not_made_twice(to: Publishing, news: Repository, github: GitHub):
    github.fail(cut(), when=operation("CreateDiscussion"), times=1)
    github.fail(bad_gateway(), when=operation("AddDiscussionComment"), times=1)
    [done] = await to(large(), NEWS)
    assert done.status == "created"
    assert len(news.discussions) == 1
    assert entries(joined(news)) == entries(large().file("en"))


async def test_a_missing_permission_is_named(to: Publishing, news: Repository, world: World):
    world.permissions = {"contents"}
    [done] = await to(small(), NEWS)
    assert done.error == (
        "GITHUB_TOKEN may not publish to acme/news: Resource not accessible by integration "
        "(it needs discussions: write)"
    )


async def test_a_repository_without_discussions_says_so(to: Publishing, news: Repository):
    news.has_discussions_enabled = False
    [done] = await to(small(), NEWS)
    assert done.error == "acme/news has no discussions; turn them on in its settings"


async def test_a_private_report_goes_to_no_public_repository_unless_it_is_allowed(
    to: Publishing, news: Repository, desk: Desk, github: GitHub
):
    [done] = await to(small(private=True), NEWS)
    assert done.error == (
        "o/n is private and acme/news is public; publish to a private repository, or allow it with --allow-public"
    )
    assert mutations(github) == []
    allowed = Desk(access=desk.access, allow_public=True, patience=desk.patience)
    assert (await to(small(private=True), NEWS, at=allowed))[0].status == "created"
    news.is_private = True
    assert (await to(small(private=True), NEWS))[0].status == "unchanged"


async def test_a_repository_that_became_private_since_it_was_fetched_counts_as_private(
    to: Publishing, news: Repository, world: World
):
    source = world.repositories["o/n"]
    source.is_private = True
    [done] = await to(small(), NEWS)
    assert done.error is not None
    assert done.error.startswith("o/n is private and acme/news is public; ")
    source.is_private, source.internal = False, True
    assert (await to(small(), NEWS))[0].status == "failed"
    source.internal = False
    assert (await to(small(), NEWS))[0].status == "created"


async def test_a_repository_that_nobody_can_see_does_not_count_as_public(
    to: Publishing, news: Repository, desk: Desk, github: GitHub, world: World
):
    """GitHub hides a private repository as if there were none; an error tells as little."""
    source = world.repositories.pop("o/n")
    told = (
        "o/n cannot be seen with GITHUB_TOKEN, so it may be private, and acme/news is public; "
        "publish to a private repository, or allow it with --allow-public"
    )
    assert (await to(small(), NEWS))[0].error == told
    world.repositories["o/n"] = source
    github.fail(bad_gateway(), when=operation("Visibility"))
    assert (await to(small(), NEWS))[0].error == told
    assert mutations(github) == []
    assert (await to(small(seen_public=True), NEWS))[0].status == "created"
    allowed = Desk(access=desk.access, allow_public=True, patience=desk.patience)
    assert (await to(small(day=1), NEWS, at=allowed))[0].status == "created"
