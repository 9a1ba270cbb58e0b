"""A report as a pull request: one branch a window, one commit, quiet, and left alone once somebody decided."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from digest.publishing.desk import Desk
from digest.rendering.quiet import GAP
from tests.github.conftest import Told
from tests.github_stub import GitHub, PullRequest, Repository, World
from tests.github_stub.effects import account
from tests.github_stub.faults import cut, operation
from tests.made import issue
from tests.publishing.conftest import START, Publishing, large, mutations, report, small

PR = "pr:acme/news?labels=digest&reviewers=ann"
PATH = "o/n/2026-03-03/report.en.md"
BRANCH = "vllm-digest/o/n/2026-03-03"


def only(news: Repository) -> PullRequest:
    [pull] = news.pull_requests.values()
    return pull


def files(news: Repository, branch: str = BRANCH) -> dict[str, bytes]:
    return {path: blob.data for path, blob in news.branches[branch].target.tree.items()}


def other() -> object:
    return report(issue(3, "Another", created_at=START))


async def test_a_report_becomes_a_pull_request_with_a_commit(to: Publishing, news: Repository, github: GitHub):
    made = small()
    [done] = await to(made, PR)
    pull = only(news)
    assert (done.status, done.url) == ("created", pull.url)
    assert (pull.title, pull.base_ref_name, pull.head_ref_name) == (
        "Engine development report - 2026-03-03",
        "main",
        BRANCH,
    )
    assert files(news)[PATH] == made.file("en").encode()
    assert [one.message for one in news.branches[BRANCH].history] == ["Engine development report - 2026-03-03", "Start"]
    assert [label.name for label in pull.labels] == ["digest"]
    assert [one.requested_reviewer.login for one in pull.review_requests] == ["ann"]
    assert mutations(github) == [
        "CreateRef",
        "CreateCommitOnBranch",
        "CreatePullRequest",
        "AddLabels",
        "RequestReviews",
    ]
    assert account(github.world) == []


async def test_the_same_report_again_changes_nothing(to: Publishing, news: Repository, github: GitHub):
    await to(small(), PR)
    told = len(mutations(github))
    [again] = await to(small(), PR)
    assert (again.status, again.url) == ("unchanged", only(news).url)
    assert len(mutations(github)) == told


async def test_an_open_one_is_brought_up_to_date_by_one_commit(to: Publishing, news: Repository, github: GitHub):
    await to(small(), PR)
    told = len(mutations(github))
    [again] = await to(other(), PR)
    assert again.status == "updated"
    assert "Another" in only(news).body
    assert files(news)[PATH] == other().file("en").encode()  # type: ignore[attr-defined]
    assert mutations(github)[told:] == ["CreateCommitOnBranch", "UpdatePullRequest"]


async def test_one_that_was_merged_is_not_opened_again(to: Publishing, news: Repository, world: World, github: GitHub):
    await to(small(), PR)
    pull = only(news)
    world.merge(pull, START + timedelta(days=2))
    world.commit(news, "main", {PATH: files(news)[PATH]}, "Merge")
    del news.branches[BRANCH]
    told = len(mutations(github))
    for made in (small(), other()):
        [again] = await to(made, PR)  # type: ignore[arg-type]
        assert (again.status, again.url) == ("unchanged", pull.url)
    assert len(mutations(github)) == told


async def test_one_that_was_closed_is_not_opened_again(to: Publishing, news: Repository, world: World, desk: Desk):
    await to(small(), PR)
    world.close(only(news), START + timedelta(days=2))
    told = Told()
    [again] = await to(other(), PR, at=replace(desk, progress=told))  # type: ignore[arg-type]
    assert (again.status, only(news).closed) == ("unchanged", True)
    assert told.warnings == [
        f"--publish {PR}: {only(news).url} was closed and stays as it is; the report on it is an older one"
    ]


async def test_what_is_on_the_base_already_needs_no_pull_request(to: Publishing, news: Repository, world: World):
    world.commit(news, "main", {PATH: small().file("en").encode()})
    [done] = await to(small(), PR)
    assert (done.status, done.url) == ("unchanged", f"{news.url}/blob/main/{PATH}")
    assert news.pull_requests == {}


async def test_one_from_a_fork_is_none_of_ours(to: Publishing, news: Repository, world: World):
    world.pull(repository="acme/news", head_ref_name=BRANCH, base_ref_name="main", is_cross_repository=True)
    assert (await to(small(), PR))[0].status == "created"


async def test_a_branch_that_moved_is_tried_again_on_its_new_head(to: Publishing, news: Repository, github: GitHub):
    await to(small(), PR)
    github.before(operation("CreateCommitOnBranch"), lambda world: world.commit(news, BRANCH, {"notes.md": b"mine"}))
    [done] = await to(other(), PR)  # type: ignore[arg-type]
    assert done.status == "updated"
    assert files(news)["notes.md"] == b"mine"
    assert files(news)[PATH] == other().file("en").encode()  # type: ignore[attr-defined]


async def test_answers_that_were_lost_make_nothing_twice(to: Publishing, news: Repository, github: GitHub):
    for name in ("CreateRef", "CreateCommitOnBranch", "CreatePullRequest", "AddLabels", "RequestReviews"):
        github.fail(cut(), when=operation(name), times=1)
    [done] = await to(small(), PR)
    assert done.status == "created"
    assert len(news.branches[BRANCH].history) == 2
    assert len(only(news).review_requests) == 1
    assert only(news).labels == [news.labels["digest"]]


async def test_nothing_of_a_long_report_is_missing(to: Publishing, news: Repository, github: GitHub):
    made = large()
    await to(made, PR)
    body = only(news).body
    assert len(body) <= 65_536
    address = f"https://redirect.github.com/acme/news/blob/{BRANCH}/{PATH}"
    assert body.endswith(f"_The rest stands in the file [`{PATH}`]({address})._")
    assert body.count("<details>") == body.count("</details>")
    assert files(news)[PATH] == made.file("en").encode()
    shown = re.findall(r"^- \[#.*$", body.replace(GAP, "").replace("redirect.github.com", "github.com"), re.MULTILINE)
    whole = re.findall(r"^- \[#.*$", made.file("en"), re.MULTILINE)
    assert 100 < len(shown) < 400
    assert shown == whole[: len(shown)]
    assert account(github.world) == []


async def test_every_language_is_a_file_of_the_same_pull_request(to: Publishing, news: Repository):
    await to(small(languages=("en", "zh-CN")), "pr:acme/news?path=logs/{name}/{language}/{start}_to_{end}.md")
    assert {*files(news)} == {
        "README.md",
        "logs/n/en/2026-03-03_to_2026-03-04.md",
        "logs/n/zh-CN/2026-03-03_to_2026-03-04.md",
    }
    assert only(news).title == "Engine development report - 2026-03-03"


async def test_each_base_has_a_branch_and_a_pull_request_of_its_own(to: Publishing, news: Repository, world: World):
    for base in ("docs", "release/1.0", "release-1.0"):
        world.commit(news, base, {"docs.md": b"Read.\n"}, "Start of another")
    targets = ("pr:acme/news", *(f"pr:acme/news?base={base}" for base in ("docs", "release/1.0", "release-1.0")))
    for status in ("created", "unchanged"):
        assert [one.status for one in await to(small(), *targets)] == [status] * 4
    heads = {pull.base_ref_name: pull.head_ref_name for pull in news.pull_requests.values()}
    assert heads.pop("release/1.0").startswith(f"{BRANCH}--release-1.0-")
    assert heads == {"main": BRANCH, "docs": f"{BRANCH}--docs", "release-1.0": f"{BRANCH}--release-1.0"}
    assert {path: "docs.md" in files(news, f"{BRANCH}{path}") for path in ("", "--docs")} == {"": False, "--docs": True}


async def test_a_pull_request_that_stands_on_the_windows_branch_stays_there(
    to: Publishing, news: Repository, world: World
):
    world.commit(news, "docs", {"docs.md": b"Read.\n"}, "Start of another")
    world.branch(news, BRANCH, news.branches["docs"].target)
    world.pull(repository="acme/news", head_ref_name=BRANCH, base_ref_name="docs", author=world.viewer)
    assert [one.status for one in await to(small(), "pr:acme/news?base=docs")] == ["updated"]
    assert only(news).head_ref_name == BRANCH


async def test_what_does_not_exist_is_named(to: Publishing, news: Repository):
    targets = ("pr:acme/news?base=gone", "pr:acme/nothing", "pr:acme/news?reviewers=nobody")
    base, repository, reviewer = await to(small(), *targets)
    assert base.error == "acme/news has no branch 'gone'"
    assert repository.error is not None
    assert repository.error.startswith("GitHub has no acme/nothing, or hides it from GITHUB_TOKEN; ")
    assert reviewer.error == "GitHub has no user 'nobody' to ask for a review"
    [label] = await to(small(), "pr:acme/news?labels=none")
    assert label.error == "acme/news has no label 'none'; there are: digest"


async def test_a_mistake_in_labels_or_reviewers_is_told_before_anything_is_made(
    to: Publishing, news: Repository, github: GitHub
):
    wrong = ("labels=digest,none,nil", "reviewers=ann,nobody", "labels=digest&reviewers=nobody")
    done = await to(small(), *(f"pr:acme/news?{options}" for options in wrong))
    assert [one.error for one in done] == [
        "acme/news has no label 'none', 'nil'; there are: digest",
        *["GitHub has no user 'nobody' to ask for a review"] * 2,
    ]
    assert mutations(github) == []


async def test_who_cannot_review_is_named_with_the_pull_request_and_the_others_are_asked(
    to: Publishing, news: Repository, world: World
):
    author = world.viewer.login
    target = f"pr:acme/news?labels=digest&reviewers={author},ann"
    for _ in range(2):
        [done] = await to(small(), target)
        assert (done.error or "").startswith(f"{only(news).url} is there, but: reviewer '{author}': GitHub refused ")
        assert "Review cannot be requested from pull request author." in (done.error or "")
        assert [one.requested_reviewer.login for one in only(news).review_requests] == ["ann"]
    assert [label.name for label in only(news).labels] == ["digest"]


async def test_a_missing_permission_is_named(to: Publishing, news: Repository, world: World):
    for permissions in (set(), {"contents"}):
        world.permissions = permissions
        [done] = await to(small(), PR)
        assert done.error == (
            "GITHUB_TOKEN may not publish to acme/news: Resource not accessible by integration "
            "(it needs contents: write and pull-requests: write)"
        )


async def test_an_archived_repository_says_so(to: Publishing, news: Repository):
    news.is_archived = True
    assert (await to(small(), PR))[0].error == "acme/news is archived, and cannot be written to"
