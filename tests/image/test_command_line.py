"""The image as the command line: `docker run vllm-digest …`."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from digest import __version__
from tests.cli.conftest import ROOT, SAMPLE
from tests.image.containers import LAMBDA_USER, Container, run
from tests.openai_server import Ask, Say
from tests.openai_server.plugin import Serve, serve

__all__ = ["serve"]

SAMPLE_DAY = Path("example-org/vllm-sample/2026-03-03")


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A folder to mount, in which any user may write."""
    folder = tmp_path / "workspace"
    folder.mkdir()
    folder.chmod(0o777)
    return folder


def test_it_tells_its_version(image: str):
    result = run(image, ["--version"])
    assert (result.status, result.out.strip()) == (0, f"vllm-digest {__version__}")


def test_it_writes_the_sample_into_the_folder_that_is_mounted(image: str, workspace: Path):
    result = run(image, ["sample"], Container(volumes={workspace: "/work"}))
    assert result.status == 0, result.err
    written = sorted(path.name for path in (workspace / "reports" / SAMPLE_DAY).iterdir())
    assert written == ["report.json", "report.zh-CN.html", "report.zh-CN.md", "snapshot.json"]
    page = (workspace / "reports" / SAMPLE_DAY / "report.zh-CN.md").read_text("utf-8")
    assert page == (ROOT / "docs" / "sample-report.zh-CN.md").read_text("utf-8")


def test_it_runs_wherever_the_runner_starts_it(image: str, workspace: Path):
    where = Container(volumes={workspace: "/github/workspace"}, folder="/github/workspace")
    assert run(image, ["sample"], where).status == 0
    assert (workspace / "reports" / SAMPLE_DAY / "report.json").exists()


def test_a_plain_user_needs_no_home_and_no_name(image: str, workspace: Path):
    plain = Container(volumes={workspace: "/work"}, user="12345:12345")
    result = run(image, ["sample"], plain)
    assert result.status == 0, result.err
    assert (workspace / "reports" / SAMPLE_DAY / "report.json").stat().st_uid == 12345


def test_on_a_read_only_system_only_tmp_is_written_to(image: str):
    nowhere = Container(user=LAMBDA_USER, read_only=True)
    assert run(image, ["sample", "--out", "/tmp/reports"], nowhere).status == 0
    refused = run(image, ["sample"], nowhere)
    assert refused.status == 2
    assert "Read-only file system" in refused.err


def test_modules_in_the_working_folder_are_not_imported(image: str, workspace: Path):
    for name in ("digest", "handler", "yaml", "json"):
        (workspace / f"{name}.py").write_text("raise SystemExit('imported from the working folder')\n")
    assert run(image, ["--version"], Container(volumes={workspace: "/work"})).status == 0


def test_a_mistake_in_the_config_file_is_one_line(image: str, workspace: Path):
    (workspace / "vllm-digest.yml").write_text("langauge: en\n")
    result = run(image, ["config", "check"], Container(volumes={workspace: "/work"}))
    assert result.status == 2
    assert "unknown key 'langauge'; did you mean 'language'?" in result.out + result.err


def test_a_run_without_a_token_says_so_and_asks_nobody(image: str, workspace: Path):
    result = run(image, ["run"], Container(volumes={workspace: "/work"}))
    assert (result.status, result.err.count("\n")) == (2, 1)
    assert "GITHUB_TOKEN" in result.err


async def test_a_model_is_asked_and_its_cost_told_with_what_litellm_has_left(image: str, workspace: Path, serve: Serve):
    server = await serve(_says_nothing)
    arguments = ("run", "--snapshot", "/snapshot.json", "--model", "openai/gpt-5", "--api-base", server.base)
    key = {"VLLM_DIGEST_API_KEY": "key-of-a-test"}
    container = Container(env=key, volumes={workspace: "/work", SAMPLE: "/snapshot.json"})
    result = await asyncio.to_thread(run, image, arguments, container)
    assert result.status == 0, result.err
    assert "degraded" not in result.err
    usage = json.loads((workspace / "reports" / SAMPLE_DAY / "report.json").read_bytes())["usage"]
    assert usage["llm_calls"] == len(server.asked) > 0
    assert usage["cost_usd"] > 0


def _says_nothing(ask: Ask) -> Say:
    return Say('{"claims": []}')
