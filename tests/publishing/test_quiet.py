"""The bar of the quiet: zero pings, references and closings over all targets, counted on what was published."""

from __future__ import annotations

from collections import Counter

from digest.rendering.quiet import GAP
from tests.github_stub import GitHub, Repository, World
from tests.github_stub.effects import account, effects
from tests.hostile import hostile_items
from tests.publishing.conftest import Publishing, report

TARGETS = (
    "discussion:acme/news?category=General",
    "pr:acme/news?path=a/{language}.md",
    "commit:acme/news?path=b/{language}.md",
)


async def test_nothing_that_is_published_of_a_hostile_day_does_anything(
    to: Publishing, news: Repository, world: World, github: GitHub
):
    made = report(
        *hostile_items(), languages=("en", "zh-CN"), title="@alice fixes #1 in o/r#2, GH-3 and 0123456789abcdef"
    )
    assert {one.status for one in await to(made, *TARGETS)} == {"created"}
    assert len(news.discussions) == 2
    assert account(world) == []


def test_the_same_day_as_it_is_in_a_file_would_do_a_lot():
    """What the account is worth: the pages before they are made quiet."""
    made = report(*hostile_items())
    told = Counter(effect.kind for effect in effects(made.github["en"].page))
    assert told["ping"] > 50
    assert told["reference"] > 200
    assert told["closing"] > 5


async def test_an_enterprise_server_finds_nothing_to_act_on_either(to: Publishing, news: Repository, world: World):
    """It has no redirect of its own: references to it are plain text."""
    server = "https://ghes.example"
    items = [one.model_copy(update={"url": one.url.replace("https://github.com", server)}) for one in hostile_items()]
    await to(report(*items, server=server), *TARGETS)
    assert account(world, "ghes.example") == account(world) == []
    assert "ghes.example/o/n/issues" not in news.discussions[0].body
    assert f"- #{GAP}2 [Bug]: " in news.discussions[0].body
