"""A report as a commit on a branch."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from digest.deadline import Deadline
from digest.github.access import Patience
from digest.publishing.desk import Desk
from digest.window import Window
from tests.github_stub import GitHub, Repository, World
from tests.github_stub.effects import account
from tests.github_stub.faults import operation, secondary_limit
from tests.made import issue
from tests.publishing.conftest import START, Publishing, mutations, report, small

PATH = "o/n/2026-03-03/report.en.md"


async def test_a_report_becomes_a_commit_and_again_none(to: Publishing, news: Repository, github: GitHub):
    [done] = await to(small(), "commit:acme/news")
    assert (done.status, done.url) == ("created", f"{news.url}/blob/main/{PATH}")
    [again] = await to(small(), "commit:acme/news?branch=main")
    assert again.status == "unchanged"
    assert [one.message for one in news.branches["main"].history] == [
        "Engine development report - 2026-03-03",
        "Start",
    ]
    assert mutations(github) == ["CreateCommitOnBranch"]
    [updated] = await to(report(issue(3, "Another", created_at=START)), "commit:acme/news")
    assert updated.status == "updated"


async def test_links_in_a_file_are_the_plain_ones(to: Publishing, news: Repository):
    made = small()
    await to(made, "commit:acme/news")
    data = news.branches["main"].target.tree[PATH].data
    assert data == made.files["report.en.md"]
    assert b"(https://github.com/o/n/issues/1)" in data


async def test_a_branch_that_moved_is_tried_again_on_its_new_head(to: Publishing, news: Repository, github: GitHub):
    github.before(
        operation("CreateCommitOnBranch"), lambda world: world.commit(news, "main", {"a.md": b"mine"}, "Mine")
    )
    [done] = await to(small(), "commit:acme/news")
    assert done.status == "created"
    assert [one.message for one in news.branches["main"].history][1:] == ["Mine", "Start"]


async def test_a_protected_branch_is_one_clear_error(to: Publishing, news: Repository):
    news.protected_branches = {"main"}
    [done] = await to(small(), "commit:acme/news")
    assert done.error == (
        "a rule of acme/news protects the branch: protected branch 'main' check failed: Changes must be made through a "
        "pull request.; publish by pr: instead, or let the token's owner pass the rule"
    )


async def test_front_matter_is_read_by_jekyll_and_liquid_finds_nothing(to: Publishing, news: Repository):
    import yaml

    title = 'A "{{ site.token }}" {% include secrets %} {% endraw %}'
    made = report(issue(1, f"{title} `{{{{ code }}}}`", created_at=START), title=title)
    await to(made, "commit:acme/news?front-matter=true&path=_posts/{start}-digest.md")
    text = news.branches["main"].target.tree["_posts/2026-03-03-digest.md"].data.decode()
    _, head, page = text.split("---\n", 2)
    told = yaml.safe_load(head)
    assert (str(told["date"]), told["lang"]) == ("2026-03-03 00:00:00+00:00", "en")
    assert told["title"].replace("\u200b", "") == f"{title} development report - 2026-03-03"
    assert "{{" not in text
    assert "{%" not in text
    assert page.replace("\u200b", "").strip() == made.file("en").strip()


async def test_front_matter_dates_a_day_as_its_readers_do(to: Publishing, news: Repository):
    """A day in Shanghai begins at 16:00 of the UTC day before; a site generator files a page by its date."""
    start = datetime(2026, 3, 2, 16, tzinfo=UTC)
    span = Window(start=start, end=start + timedelta(days=1), timezone="Asia/Shanghai", day=date(2026, 3, 3))
    await to(report(issue(1, created_at=start), span=span), "commit:acme/news?front-matter=true&path=a.md")
    text = news.branches["main"].target.tree["a.md"].data.decode()
    assert "\ndate: 2026-03-03T00:00:00+08:00\n" in text


async def test_a_hostile_name_of_a_project_does_nothing_in_a_message(to: Publishing, news: Repository, world: World):
    await to(report(title="@alice fixes #1 and GH-2, o/r#3"), "commit:acme/news", "pr:acme/news?path=b/{language}.md")
    assert account(world) == []


async def test_several_commits_to_one_branch_at_once_all_land(to: Publishing, news: Repository):
    done = await to(small(), *(f"commit:acme/news?path={n}.md" for n in range(4)))
    assert {one.status for one in done} == {"created"}
    assert {*news.branches["main"].target.tree} == {"README.md", *(f"{n}.md" for n in range(4))}


async def test_the_limit_for_new_content_is_waited_for_and_nothing_is_made_twice(
    to: Publishing, news: Repository, github: GitHub, desk: Desk
):
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    github.fail(secondary_limit(retry_after=30), when=operation("CreateCommitOnBranch"), times=1)
    waiting = replace(desk, patience=Patience(sleep=sleep), deadline=Deadline(1000.0, lambda: sum(waits)))
    [done] = await to(small(), "commit:acme/news", at=waiting)
    assert (done.status, done.error) == ("created", None)
    assert sum(waits) >= 30
    assert len(news.branches["main"].history) == 2


async def test_an_empty_repository_says_so(to: Publishing, world: World):
    world.repository("acme/empty")
    [done] = await to(small(), "commit:acme/empty")
    assert done.error == "acme/empty is empty; it needs a first commit"


async def test_a_window_that_is_no_day_is_filed_by_its_ends(to: Publishing, news: Repository):
    span = Window(start=START, end=START + timedelta(hours=5), timezone="UTC")
    made = report(issue(1, created_at=START), span=span)
    await to(made, "commit:acme/news?path=a/{start}_to_{end}.md", "commit:acme/news?path=b/{window}.md")
    assert {*news.branches["main"].target.tree} == {
        "README.md",
        "a/20260303T000000Z_to_20260303T050000Z.md",
        "b/20260303T000000Z_to_20260303T050000Z.md",
    }
