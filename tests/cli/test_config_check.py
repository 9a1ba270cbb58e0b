"""`config check`: what a run would do, where each setting stands, and all that is wrong at once."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import SAMPLE, Command


def line(out: str, name: str) -> str:
    [found] = [line for line in out.splitlines() if line.startswith(f"{name} ")]
    return " ".join(found.removeprefix(name).split())


def test_every_setting_is_shown_with_its_source(digest: Command, tmp_path: Path):
    (tmp_path / "vllm-digest.yml").write_text("language:\n  - en\n  - zh-CN\ntimezone: UTC\n")
    result = digest(
        "config", "check", "--day-start", "06:00", VLLM_DIGEST_TIMEZONE="Asia/Tokyo", GITHUB_TOKEN="ghs_stub"
    )
    assert (result.status, result.err) == (0, "")
    assert line(result.out, "repository") == "vllm-project/vllm (default)"
    assert line(result.out, "day-start") == "06:00 (flag)"
    assert line(result.out, "timezone") == "Asia/Tokyo (environment)"
    assert line(result.out, "language") == "en, zh-CN (vllm-digest.yml:1)"
    assert line(result.out, "focus") == "AMD/ROCm (preset)"


def test_the_plan_names_the_window_the_stages_and_the_folder(digest: Command):
    result = digest("config", "check", "--date", "2026-03-03", GITHUB_TOKEN="ghs_stub")
    window = "2026-03-03 (2026-03-03 00:00 to 2026-03-04 00:00 Asia/Shanghai)"
    assert line(result.out, "fetch") == f"vllm-project/vllm, {window}, from https://api.github.com/graphql"
    assert line(result.out, "write") == "without a model (no --model is set)"
    assert line(result.out, "render") == "zh-CN"
    assert line(result.out, "keep") == "reports/vllm-project/vllm/2026-03-03"


def test_the_plan_says_whether_a_model_writes(digest: Command):
    models = ("--model", "openai/gpt-5", "--model", "ollama/qwen3:32b")
    asked = digest("config", "check", *models, GITHUB_TOKEN="ghs_stub").out
    assert line(asked, "write") == "in zh-CN with openai/gpt-5, then ollama/qwen3:32b"
    refused = digest("config", "check", *models, "--no-llm", GITHUB_TOKEN="ghs_stub").out
    assert line(refused, "write") == "without a model (--no-llm)"


def test_the_plan_for_a_snapshot_needs_no_token(digest: Command):
    result = digest("config", "check", "--snapshot", str(SAMPLE))
    assert result.status == 0
    assert line(result.out, "fetch") == f"nothing: starts from {SAMPLE}"


def test_secrets_are_masked(digest: Command):
    result = digest("config", "check", VLLM_DIGEST_API_KEY="sk-secret-key", GITHUB_TOKEN="ghs_secret")
    assert "secret" not in result.out + result.err
    assert line(result.out, "api-key") == "******** (environment)"
    assert line(result.out, "github token") == "******** (environment)"


def test_everything_that_is_wrong_is_told_one_line_each(digest: Command, tmp_path: Path):
    (tmp_path / "ci.yml").write_text("langauge: en\nday-start: 25:00\n")
    result = digest("config", "check", "ci.yml", VLLM_DIGEST_DATE="2026-02-30")
    assert result.status == 2
    assert [one.split(": ")[1] for one in result.err.splitlines()] == [
        "ci.yml, line 1",
        "VLLM_DIGEST_DATE",
        "ci.yml, line 2",
    ]


def test_what_can_only_be_known_from_right_settings_is_told_too(digest: Command):
    result = digest("config", "check", "--language", "tlh", "--date", "2999-01-01")
    assert result.status == 2
    assert [one.split(": ")[1] for one in result.err.splitlines()] == ["--language", "--date", "GITHUB_TOKEN"]
