"""`--publish`, the real command: several targets, what is told of each, dry runs, exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import SAMPLE, SAMPLE_DAY, Command, tree
from tests.github_stub import GitHub, Repository, World
from tests.github_stub.effects import account
from tests.github_stub.faults import mentions, secondary_limit
from tests.publishing.conftest import mutations, newsroom

RUN = ("run", "--snapshot", str(SAMPLE), "--language", "en", "--language", "zh-CN")
FOLDER = Path("reports/example-org/vllm-sample/2026-03-03")
TARGETS = ("discussion:acme/news?category=Daily digest", "pr:acme/news", "commit:acme/news?path=daily/{language}.md")


@pytest.fixture
def news(world: World) -> Repository:
    return newsroom(world)


@pytest.fixture
def environ(github: GitHub) -> dict[str, str]:
    return {"GITHUB_GRAPHQL_URL": github.url, "VLLM_DIGEST_PUBLISH_TOKEN": "ghs_stub", "GITHUB_TOKEN": "ghs_reader"}


def publications() -> list[dict]:
    return json.loads((FOLDER / "report.json").read_bytes())["publications"]


def test_several_targets_are_published_and_told(
    digest: Command, news: Repository, environ: dict[str, str], github: GitHub, world: World
):
    result = digest(*RUN, "--publish", "dir:site", *(f"--publish={one}" for one in TARGETS), **environ)
    assert result.status == 0
    told = {one["target"]: one for one in publications()}
    assert list(told) == ["dir:site", *TARGETS]
    assert {one["status"] for one in told.values()} == {"created"}
    assert told[TARGETS[0]]["url"] == "https://github.com/acme/news/discussions/1"
    assert "published: created https://github.com/acme/news/pull/1" in result.err.splitlines()
    assert "publishing: 4 of 4 targets" in result.err.splitlines()
    assert account(world) == []
    made = len(mutations(github))
    again = digest(*RUN, "--publish", "dir:site", *(f"--publish={one}" for one in TARGETS), **environ)
    assert (again.status, {one["status"] for one in publications()}) == (0, {"unchanged"})
    assert len(mutations(github)) == made


def test_the_sample_is_quiet_as_a_discussion_in_two_languages(
    digest: Command, news: Repository, environ: dict[str, str], world: World
):
    digest(*RUN, "--publish", TARGETS[0], **environ)
    assert len(news.discussions) == 2
    assert all(one.body.startswith("<!-- vllm-digest repository=example-org/vllm-sample ") for one in news.discussions)
    assert account(world) == []


def test_a_fetch_that_is_put_off_leaves_time_to_publish_what_there_is(
    digest: Command, served: dict[str, str], github: GitHub
):
    github.fail(secondary_limit(retry_after=30), when=mentions("nodes(ids"))
    result = digest("run", *SAMPLE_DAY, "--deadline", "50", "--publish", "dir:site", **served)
    assert result.status == 0
    assert [one["status"] for one in publications()] == ["created"]
    assert [line for line in result.err.splitlines() if line.startswith("degraded: hydrate: ")]


def test_one_dead_target_fails_none_of_the_others_and_degrades_the_run(
    digest: Command, news: Repository, environ: dict[str, str]
):
    targets = ("--publish", "commit:acme/nothing", "--publish", "dir:site")
    result = digest(*RUN, *targets, **environ)
    assert result.status == 0
    assert [one["status"] for one in publications()] == ["failed", "created"]
    told = "GitHub has no acme/nothing, or hides it from VLLM_DIGEST_PUBLISH_TOKEN; "
    assert publications()[0]["error"].startswith(told)
    assert f"degraded: publishing: commit:acme/nothing: {told}" in result.err
    record = json.loads((FOLDER / "report.json").read_bytes())
    assert record["degraded"][-1]["stage"] == "publishing"
    assert digest(*RUN, *targets, "--strict", **environ).status == 3


def test_if_every_target_fails_the_run_fails_and_the_files_are_there(
    digest: Command, news: Repository, environ: dict[str, str]
):
    result = digest(*RUN, "--publish", "commit:acme/nothing", "--publish", "dir:/proc/nowhere", **environ)
    assert result.status == 1
    assert result.err.splitlines()[-1].startswith("error: --publish: commit:acme/nothing: GitHub has no acme/nothing")
    assert (FOLDER / "report.en.md").exists()
    assert str(FOLDER / "report.en.md") in result.out


def test_a_wrong_token_is_named(digest: Command, news: Repository, environ: dict[str, str]):
    environ["VLLM_DIGEST_PUBLISH_TOKEN"] = "ghs_wrong"
    result = digest(*RUN, "--publish", "commit:acme/news", **environ)
    assert result.status == 1
    assert "VLLM_DIGEST_PUBLISH_TOKEN: GitHub refused it (401)" in result.err
    assert "ghs_wrong" not in result.err


def test_a_dry_run_says_what_would_change_and_changes_nothing(
    digest: Command, news: Repository, environ: dict[str, str], github: GitHub, tmp_path: Path
):
    targets = [f"--publish={one}" for one in ("dir:site", *TARGETS)]
    first = digest(*RUN, *targets, "--dry-run", **environ)
    assert first.status == 0
    assert f"{TARGETS[0]}: would be created" in first.out.splitlines()
    assert any(line.startswith("+ daily/en.md (") for line in first.out.splitlines())
    assert mutations(github) == []
    assert not (tmp_path / "site").exists()
    assert publications() == []

    digest(*RUN, *targets, **environ)
    news.discussions[0].body = news.discussions[0].body.replace("**Bug**", "**Old bug**")
    before, made = tree(tmp_path / "site"), len(mutations(github))
    second = digest(*RUN, *targets, "--dry-run", **environ)
    lines = second.out.splitlines()
    assert "dir:site: nothing would change" in lines
    assert f"{TARGETS[0]}: would be updated at https://github.com/acme/news/discussions/1" in lines
    assert "--- discussion en, part 1" in lines
    assert any(line.startswith("-- **Old bug**") for line in lines)
    assert any(line.startswith("+- **Bug**") for line in lines)
    assert (tree(tmp_path / "site"), len(mutations(github))) == (before, made)


def test_targets_come_from_the_environment_and_the_file_too(digest: Command, tmp_path: Path):
    (tmp_path / "vllm-digest.yml").write_text("publish: [dir:from-file]\n")
    digest(*RUN)
    assert (tmp_path / "from-file").is_dir()
    digest(*RUN, VLLM_DIGEST_PUBLISH="dir:one\ndir:two")
    assert (tmp_path / "one").is_dir()
    assert (tmp_path / "two").is_dir()
    digest(*RUN, "--publish", "dir:flag", VLLM_DIGEST_PUBLISH="dir:three")
    assert not (tmp_path / "three").exists()


def test_a_private_repositorys_report_is_kept_from_public_places(
    digest: Command, news: Repository, environ: dict[str, str], tmp_path: Path
):
    private = json.loads(SAMPLE.read_bytes()) | {"private": True}
    (tmp_path / "private.json").write_text(json.dumps(private))
    run = ("run", "--snapshot", "private.json", "--publish", TARGETS[0], "--publish", "dir:site")
    assert digest(*run, **environ).status == 0
    assert [one["status"] for one in publications()] == ["failed", "created"]
    assert publications()[0]["error"].endswith("or allow it with --allow-public")
    assert digest(*run, "--allow-public", **environ).status == 0
    assert {one["status"] for one in publications()} == {"created", "unchanged"}


def test_the_sample_needs_boto3_and_aiohttp_for_nothing(shell: Command, tmp_path: Path):
    """Publishing to a folder asks no network and imports no client."""
    result = shell(*RUN, "--publish", "dir:site", PYTHONPROFILEIMPORTTIME="1")
    assert result.status == 0
    imported = {line.rpartition("|")[2].strip() for line in result.err.splitlines() if line.startswith("import time:")}
    assert not imported & {"boto3", "botocore", "litellm", "gql", "aiohttp"}
