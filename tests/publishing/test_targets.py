"""Targets as users write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from digest.errors import SettingsError
from digest.model import RepositoryName
from digest.publishing.targets import (
    CommitTarget,
    DiscussionTarget,
    FolderTarget,
    PullRequestTarget,
    S3Target,
    parse,
)
from digest.s3 import Location

NEWS = RepositoryName(owner="acme", name="news")


def test_each_kind_is_read():
    assert parse("dir:a b/site") == FolderTarget(text="dir:a b/site", path=Path("a b/site"))
    assert parse("s3://bucket/a/b/") == S3Target(
        text="s3://bucket/a/b/", location=Location(bucket="bucket", prefix="a/b")
    )
    assert parse("discussion:acme/news?category=Show and tell") == DiscussionTarget(
        text="discussion:acme/news?category=Show and tell", repository=NEWS, category="Show and tell"
    )
    commit = parse("commit:acme/news?branch=pages&path=logs/{name}/report-{start}_to_{end}.md&front-matter=true")
    assert isinstance(commit, CommitTarget)
    assert (commit.repository, commit.branch, commit.front_matter) == (NEWS, "pages", True)
    pull = parse("pr:acme/news?base=main&labels=a, b,&reviewers=ann")
    assert isinstance(pull, PullRequestTarget)
    assert (pull.branch, pull.labels, pull.reviewers) == ("main", ("a", "b"), ("ann",))


def test_a_path_is_filled_in_like_the_layout_of_todays_site():
    target = parse("commit:acme/news?path=logs/{name}/daily/report-{start}_to_{end}.md")
    assert isinstance(target, CommitTarget)
    places = {"owner": "o", "name": "vllm", "window": "2026-03-03", "start": "2026-03-03", "end": "2026-03-04"}
    assert target.file(places, "zh-CN") == "logs/vllm/daily/report-2026-03-03_to_2026-03-04.md"


@pytest.mark.parametrize(
    ("written", "category"),
    [
        ("Q&A", "Q&A"),
        ("Q%26A", "Q&A"),
        ("Q & A", "Q & A"),
        ("C++", "C++"),
        ("C%2B%2B", "C++"),
        ("Show and tell", "Show and tell"),
        ("Show%20and+tell", "Show and+tell"),
        ("100%", "100%"),
    ],
)
def test_a_value_is_what_is_written_but_for_percent_encoding(written: str, category: str):
    target = parse(f"discussion:acme/news?category={written}")
    assert isinstance(target, DiscussionTarget)
    assert target.category == category


def test_what_follows_an_ampersand_and_is_an_option_is_one():
    target = parse("pr:acme/news?labels=R&D,Q&A&reviewers=ann&base=c++")
    assert isinstance(target, PullRequestTarget)
    assert (target.labels, target.reviewers, target.branch) == (("R&D", "Q&A"), ("ann",), "c++")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is no target"),
        ("site", "is no target; write one of dir:PATH, "),
        ("dir:", "names no folder"),
        ("s3:bucket", "names no bucket"),
        ("s3://", "names no bucket"),
        ("s3://bucket/../x", "has an empty or dotted part"),
        ("discussion:acme/news", "names no category; add ?category=NAME"),
        ("discussion:acme?category=x", "names no repository; write discussion:OWNER/REPO"),
        ("discussion:acme/news?catgory=x", "has an unknown option 'catgory'; did you mean 'category'?"),
        ("commit:acme/news?branch=a&branch=b", "has 'branch' twice; keep one"),
        ("commit:acme/news?branch=a..b", "can be no branch"),
        ("commit:acme/news?path=../x.md", "which lies in no repository"),
        ("commit:acme/news?path=/x.md", "which lies in no repository"),
        ("commit:acme/news?path=.git/config", "which lies in no repository"),
        ("discussion:acme/news?category=Q&A=1", "(an & inside a value is written %26, or give the category's slug)"),
        ("pr:acme/news?labels=a&b=c", "has an unknown option 'b'; known are base, path, "),
        ("commit:acme/news?path=a\\..\\b.md", "with a backslash or a control character"),
        ("commit:acme/news?path=a%0Ab.md", "with a backslash or a control character"),
        ("commit:acme/news?branch=a%00b", "can be no branch"),
        ("commit:acme/news?path={date}.md", "has a place {date} in its path; known are owner, name, "),
        ("commit:acme/news?path={name.md", "has a brace too many"),
        ("commit:acme/news?path={name!r}.md", "has a place {name} in its path"),
        ("pr:acme/news?front-matter=jekyll", "has a front-matter that is neither true nor false"),
    ],
)
def test_what_is_no_target_is_one_line_that_names_the_option(text: str, told: str):
    with pytest.raises(SettingsError) as caught:
        parse(text)
    assert str(caught.value).startswith("--publish: ")
    assert told in str(caught.value)
