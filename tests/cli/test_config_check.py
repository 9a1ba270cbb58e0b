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
    limited = digest("config", "check", *models, VLLM_DIGEST_MAX_COST="0.50", GITHUB_TOKEN="ghs_stub").out
    assert line(limited, "write") == "in zh-CN with openai/gpt-5, then ollama/qwen3:32b, for 0.5 USD at the most"
    assert line(limited, "max-cost") == "0.50 (environment)"
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
        "GITHUB_TOKEN",
    ]


def test_what_can_only_be_known_from_right_settings_is_told_too(digest: Command):
    result = digest("config", "check", "--language", "tlh", "--date", "2999-01-01")
    assert result.status == 2
    assert [one.split(": ")[1] for one in result.err.splitlines()] == ["--language", "--date", "GITHUB_TOKEN"]


def test_a_mistake_that_is_found_late_names_the_line_where_it_stands(digest: Command, tmp_path: Path):
    (tmp_path / "vllm-digest.yml").write_text("timezone: UTC\nlanguage: [en, tlh]\ndate: 2999-01-01\n")
    told = [
        "vllm-digest.yml, line 2: language: there is no catalogue for 'tlh'; there are en, zh-CN",
        "vllm-digest.yml, line 3: date: 2999-01-01 lies in the future",
    ]
    checked = digest("config", "check", GITHUB_TOKEN="ghs_stub").err.splitlines()
    assert [line.removeprefix("error: ").split(" (it is")[0] for line in checked] == told
    assert digest("run", GITHUB_TOKEN="ghs_stub").error == told[0]


def test_with_a_mistake_all_that_does_not_rest_on_it_is_printed(digest: Command, tmp_path: Path):
    (tmp_path / "vllm-digest.yml").write_text("langauge: en\nday-start: 25:00\nout: pages\n")
    result = digest("config", "check", "--language", "en", GITHUB_TOKEN="ghs_stub")
    assert result.status == 2
    assert line(result.out, "day-start") == "25:00 (vllm-digest.yml:2)"
    assert line(result.out, "github token") == "******** (environment)"
    assert line(result.out, "fetch") == line(result.out, "keep") == "not known while the errors stand"
    assert line(result.out, "write") == "without a model (no --model is set)"
    assert line(result.out, "render") == "en"


def test_a_file_that_is_no_yaml_leaves_nothing_to_plan_with(digest: Command, tmp_path: Path):
    (tmp_path / "vllm-digest.yml").write_text("a: b: c\n")
    result = digest("config", "check", GITHUB_TOKEN="ghs_stub")
    assert {line(result.out, stage) for stage in ("fetch", "write", "render", "keep")} == {
        "not known while the errors stand"
    }


def test_a_model_without_its_key_or_of_an_unknown_provider_is_told(bare, digest: Command, tmp_path: Path):
    (tmp_path / "vllm-digest.yml").write_text("model:\n  - openai/gpt-5\n  - gpt\n")
    result = digest("config", "check", GITHUB_TOKEN="ghs_stub")
    assert result.status == 2
    key, provider = result.err.splitlines()
    assert key == (
        "error: vllm-digest.yml, line 1: model: there is no key for openai/gpt-5; set OPENAI_API_KEY, or --api-key"
    )
    assert provider.startswith("error: vllm-digest.yml, line 1: model: the provider of 'gpt' is not known; ")
    assert digest("config", "check", "--no-llm", GITHUB_TOKEN="ghs_stub").status == 0


def test_a_misspelt_variable_is_a_fault_for_the_check_and_a_warning_for_a_run(digest: Command):
    told = "VLLM_DIGEST_LANG: there is no such variable; did you mean VLLM_DIGEST_LANGUAGE?"
    checked = digest("config", "check", VLLM_DIGEST_LANG="en", GITHUB_TOKEN="ghs_stub")
    assert (checked.status, checked.error) == (2, told)
    ran = digest("run", "--snapshot", str(SAMPLE), VLLM_DIGEST_LANG="en")
    assert (ran.status, ran.err.splitlines()[0]) == (0, f"warning: {told}")


def test_a_folder_that_cannot_be_written_to_and_a_snapshot_that_is_none_are_told(digest: Command, tmp_path: Path):
    for name in ("reports", "file", "given.json"):
        (tmp_path / name).write_text("no folder")
    result = digest("config", "check", "--snapshot", "given.json", "--state", "file/below")
    assert [one.split(": ")[1] for one in result.err.splitlines()] == ["--snapshot", "--out", "--state"]


def test_the_plan_for_a_snapshot_names_its_folder(digest: Command):
    kept = line(digest("config", "check", "--snapshot", str(SAMPLE)).out, "keep")
    assert kept == "reports/example-org/vllm-sample/2026-03-03"


def test_the_plan_names_the_targets_and_as_whom(digest: Command):
    targets = ("--publish", "dir:site", "--publish", "pr:acme/news")
    asked = digest(
        "config", "check", *targets, "--dry-run", GITHUB_TOKEN="ghs_stub", VLLM_DIGEST_PUBLISH_TOKEN="ghs_own"
    )
    assert asked.status == 0
    assert [" ".join(one.split()) for one in asked.out.splitlines()][-2:] == [
        "publish dir:site, as a dry run",
        "publish pr:acme/news, as a dry run, with VLLM_DIGEST_PUBLISH_TOKEN",
    ]
    assert "ghs_own" not in asked.out


def test_a_target_on_github_needs_a_token(digest: Command):
    told = digest("config", "check", "--snapshot", str(SAMPLE), "--publish", "commit:o/r")
    assert told.status == 2
    assert told.error.startswith("VLLM_DIGEST_PUBLISH_TOKEN: there is no token to publish to commit:o/r with; set it")
