"""`run`, `fetch` and `sample`, the real command against a served GitHub: what is written, said and asked."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from digest import templating
from tests.cli.conftest import SAMPLE, SAMPLE_DAY, Command, killed, tree
from tests.github_stub import GitHub

FOLDER = Path("reports/example-org/vllm-sample/2026-03-03")


def report(folder: Path = FOLDER) -> dict:
    return json.loads((folder / "report.json").read_text(encoding="utf-8"))


def test_a_run_writes_a_page_a_record_and_the_snapshot_and_prints_their_paths(digest: Command, served: dict[str, str]):
    result = digest("run", *SAMPLE_DAY, **served)
    assert result.status == 0
    assert result.out.splitlines() == [
        str(FOLDER / name) for name in ("report.zh-CN.md", "report.zh-CN.html", "report.json", "snapshot.json")
    ]
    assert all(Path(line).read_bytes() for line in result.out.splitlines())
    page = (FOLDER / "report.zh-CN.md").read_text(encoding="utf-8")
    assert page.startswith("# vLLM 开发动态报告 - 2026-03-03\n")
    assert "新 Issue 30 | 关闭 Issue 19 | 新 PR 94 | 合并 PR 38 | 关闭未合并 PR 28" in page
    assert "### 🎯 AMD/ROCm 生态相关动态" in page


def test_what_was_fetched_is_what_github_has(digest: Command, served: dict[str, str]):
    digest("run", *SAMPLE_DAY, **served)
    fetched = json.loads((FOLDER / "snapshot.json").read_bytes())
    bundled = json.loads(SAMPLE.read_bytes())
    assert fetched["receipt"] == bundled["receipt"]
    assert report()["counts"] == {name: tally["ours"] for name, tally in bundled["receipt"].items()}


def test_progress_and_summary_are_plain_lines_on_stderr(digest: Command, served: dict[str, str]):
    lines = digest("run", *SAMPLE_DAY, **served).err.splitlines()
    assert "writing: without a model (no --model is set)" in lines
    assert "render: zh-CN" in lines
    assert f"keep: 4 files in {FOLDER}" in lines
    assert "example-org/vllm-sample, 2026-03-03 (2026-03-03 00:00 to 2026-03-04 00:00 Asia/Shanghai)" in lines
    assert "issues: 30 opened, 19 closed; PRs: 94 opened, 38 merged, 28 closed unmerged" in lines
    assert re.fullmatch(r"GitHub: \d+ requests, \d+ points", lines[-1])
    assert not [line for line in lines if "\x1b" in line or line.startswith(("warning", "error", "degraded"))]


def test_a_second_run_asks_nothing_and_writes_the_same_bytes(
    digest: Command, served: dict[str, str], github: GitHub, tmp_path: Path
):
    digest("run", *SAMPLE_DAY, **served)
    first, calls = tree(tmp_path / "reports"), len(github.calls)
    again = digest("run", *SAMPLE_DAY, **served)
    assert again.status == 0
    assert again.err.splitlines()[-1] == "GitHub: nothing asked"
    assert tree(tmp_path / "reports") == first
    assert len(github.calls) == calls


def test_a_run_that_goes_on_tells_what_it_asked_itself_and_the_record_what_all_of_it_took(
    digest: Command, served: dict[str, str], github: GitHub, tmp_path: Path
):
    killed("start hydrate", 1, served, tmp_path)
    calls = len(github.calls)
    told = digest("run", *SAMPLE_DAY, **served).err.splitlines()[-1]
    assert told.startswith(f"GitHub: {len(github.calls) - calls} requests, ")
    assert report()["usage"]["github_requests"] == len(github.calls)


def test_what_is_finished_needs_no_token_and_no_network(
    digest: Command, served: dict[str, str], github: GitHub, tmp_path: Path
):
    digest("run", *SAMPLE_DAY, **served)
    first, calls = tree(tmp_path / "reports"), len(github.calls)
    without = {"GITHUB_GRAPHQL_URL": served["GITHUB_GRAPHQL_URL"], "HTTPS_PROXY": "http://127.0.0.1:9"}
    for command in ("run", "fetch"):
        assert digest(command, *SAMPLE_DAY, **without).status == 0
    assert (tree(tmp_path / "reports"), len(github.calls)) == (first, calls)
    assert digest("run", *SAMPLE_DAY, "--refresh", **without).error.startswith("GITHUB_TOKEN: ")


def test_what_is_half_finished_needs_the_token(digest: Command, served: dict[str, str], tmp_path: Path):
    killed("start hydrate", 1, served, tmp_path)
    result = digest("run", *SAMPLE_DAY, GITHUB_GRAPHQL_URL=served["GITHUB_GRAPHQL_URL"])
    assert (result.status, result.error.split(":")[0]) == (2, "GITHUB_TOKEN")


def test_a_snapshot_asks_nothing_of_github(digest: Command):
    assert digest("run", "--snapshot", str(SAMPLE)).err.splitlines()[-1] == "GitHub: nothing asked"


def test_a_log_counts_in_singular_and_plural_and_names_no_option_that_a_sample_lacks(
    digest: Command, served: dict[str, str]
):
    assert digest("fetch", *SAMPLE_DAY, **served).err.splitlines()[-4].startswith("keep: 1 file in ")
    told = digest("sample").err
    assert "--" not in told
    assert "started" not in told


def test_a_refresh_asks_again(digest: Command, served: dict[str, str], github: GitHub):
    digest("run", *SAMPLE_DAY, **served)
    calls = len(github.calls)
    digest("run", *SAMPLE_DAY, "--refresh", **served)
    assert len(github.calls) == 2 * calls


def test_a_fetch_and_a_run_from_its_snapshot_give_what_a_run_gives(
    digest: Command, served: dict[str, str], tmp_path: Path
):
    fetched = digest("fetch", *SAMPLE_DAY, "--out", "fetched", "--state", "other", **served)
    path = "fetched/example-org/vllm-sample/2026-03-03/snapshot.json"
    assert (fetched.status, fetched.out) == (0, f"{path}\n")
    assert digest("run", "--snapshot", path).status == 0
    from_snapshot = tree(tmp_path / "reports")
    digest("run", *SAMPLE_DAY, "--out", "whole", **served)
    assert tree(tmp_path / "whole") == from_snapshot


def test_a_snapshot_decides_repository_and_window(digest: Command):
    environ = {"VLLM_DIGEST_REPOSITORY": "acme/rocket", "VLLM_DIGEST_DATE": "2026-01-01"}
    result = digest("run", "--snapshot", str(SAMPLE), **environ)
    assert result.out.startswith("reports/example-org/vllm-sample/2026-03-03/")


def test_every_language_has_its_page(digest: Command):
    result = digest("run", "--snapshot", str(SAMPLE), "--language", "en", "--language", "zh-CN")
    assert [Path(line).name for line in result.out.splitlines()] == [
        "report.en.md",
        "report.zh-CN.md",
        "report.en.html",
        "report.zh-CN.html",
        "report.json",
        "snapshot.json",
    ]


def test_a_language_is_called_as_its_catalogue_is_and_written_once(digest: Command):
    result = digest("run", "--snapshot", str(SAMPLE), "--language", "ZH-cn", "--language", "zh-CN")
    assert result.out.splitlines()[0].endswith("/report.zh-CN.md")
    assert len(result.out.splitlines()) == 4


def test_a_language_of_ones_own_is_a_file_more(digest: Command, tmp_path: Path):
    (tmp_path / "i18n").mkdir()
    english = templating.folder() / "i18n" / "en.yml"
    (tmp_path / "i18n" / "en-GB.yml").write_text(english.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "vllm-digest.yml").write_text("catalogues: i18n\nlanguage: en-GB\n")
    result = digest("run", "--snapshot", str(SAMPLE))
    assert (result.status, result.out.splitlines()[0]) == (0, str(FOLDER / "report.en-GB.md"))


def catalogue(folder: Path, name: str, old: str = "", new: str = "") -> None:
    """A catalogue of one's own, in a folder that the config file names."""
    (folder / "i18n").mkdir()
    english = (templating.folder() / "i18n" / "en.yml").read_text(encoding="utf-8")
    assert old in english
    (folder / "i18n" / name).write_text(english.replace(old, new, 1), encoding="utf-8")
    (folder / "vllm-digest.yml").write_text("catalogues: i18n\n")


@pytest.mark.parametrize("name", ["tlh", "pt-BR", "de-XX", "sr-Latn-RS", "klingon", "pt_br"])
def test_a_language_that_cldr_does_not_know_can_be_added_too(digest: Command, tmp_path: Path, name: str):
    catalogue(tmp_path, f"{name}.yml")
    result = digest("run", "--snapshot", str(SAMPLE), "--language", name)
    tag = name.replace("_", "-")
    assert (result.status, result.out.splitlines()[0]) == (0, str(FOLDER / f"report.{tag}.md"))


@pytest.mark.parametrize("name", ["klingon_x", "my words", "x", "en.old"])
def test_a_catalogue_that_is_not_called_by_a_tag_is_told_before_anything_is_asked(
    digest: Command, served: dict[str, str], github: GitHub, tmp_path: Path, name: str
):
    catalogue(tmp_path, f"{name}.yml")
    result = digest("run", *SAMPLE_DAY, "--language", name, **served)
    assert result.status == 2
    assert result.error == f"catalogues: i18n/{name}.yml is not called by a language tag; name it like pt-BR.yml"
    assert github.calls == []


@pytest.mark.parametrize("message", ["{", "}", "{}", "{0}", "{n.x}", "{n:z}", "{n!x}", "{nowhere}"])
def test_a_message_that_cannot_be_filled_in_is_told_before_anything_is_asked(
    digest: Command, served: dict[str, str], github: GitHub, tmp_path: Path, message: str
):
    catalogue(tmp_path, "tlh.yml", "What to watch", message)
    result = digest("run", *SAMPLE_DAY, "--language", "tlh", **served)
    assert result.status == 2
    assert result.error.startswith("catalogues: i18n/tlh.yml: the message ")
    assert github.calls == []


def test_another_repository_has_its_own_title_and_focus(digest: Command, tmp_path: Path):
    told = json.loads(SAMPLE.read_bytes())
    told["repository"] = {"owner": "acme", "name": "rocket"}
    (tmp_path / "rocket.json").write_text(json.dumps(told))
    digest("run", "--snapshot", "rocket.json", "--language", "en")
    page = Path("reports/acme/rocket/2026-03-03/report.en.md")
    assert page.read_text(encoding="utf-8").splitlines()[0].startswith("# rocket ")
    assert "🎯" not in page.read_text(encoding="utf-8")
    (tmp_path / "vllm-digest.yml").write_text("title: Rocket\nfocus:\n  - {name: Kernels, words: [kernel]}\n")
    digest("run", "--snapshot", "rocket.json", "--language", "en")
    assert page.read_text(encoding="utf-8").splitlines()[0].startswith("# Rocket ")
    assert re.search(r"^### 🎯 .*Kernels", page.read_text(encoding="utf-8"), re.MULTILINE)


def test_a_free_window_has_a_folder_named_by_its_ends(digest: Command, served: dict[str, str]):
    since, until = "2026-03-02T16:00:00Z", "2026-03-03T04:00:00Z"
    result = digest("run", *SAMPLE_DAY[:2], "--since", since, "--until", until, **served)
    assert result.out.startswith("reports/example-org/vllm-sample/20260302T160000Z_to_20260303T040000Z/")


def test_an_empty_day_is_a_report_too(digest: Command, served: dict[str, str]):
    result = digest("run", *SAMPLE_DAY[:2], "--date", "2020-01-01", **served)
    assert result.status == 0
    assert "issues: 0 opened, 0 closed; PRs: 0 opened, 0 merged, 0 closed unmerged" in result.err
    assert Path(result.out.splitlines()[0]).read_text(encoding="utf-8").count("- 无") == 5


def test_the_newest_day_is_reported_without_a_date(digest: Command, served: dict[str, str]):
    result = digest("run", *SAMPLE_DAY[:2], "--timezone", "UTC", **served)
    assert re.match(r"reports/example-org/vllm-sample/20\d\d-\d\d-\d\d/report", result.out)


@pytest.mark.parametrize(
    ("token", "repository"), [("wrong", "example-org/vllm-sample"), ("ghs_stub", "example-org/missing")]
)
def test_what_github_refuses_is_one_line_and_nothing_is_written(
    digest: Command, served: dict[str, str], tmp_path: Path, token: str, repository: str
):
    result = digest("run", "--repository", repository, "--date", "2026-03-03", **{**served, "GITHUB_TOKEN": token})
    assert result.status == 1
    assert [line for line in result.err.splitlines() if line.startswith("error: ")] == [result.err.splitlines()[-1]]
    assert result.out == ""
    assert not (tmp_path / "reports").exists()


def test_a_github_that_cannot_be_reached_is_one_line_and_nothing_is_written(digest: Command, tmp_path: Path):
    environ = {"GITHUB_GRAPHQL_URL": "http://127.0.0.1:9/graphql", "GITHUB_TOKEN": "ghs_stub"}
    result = digest("run", *SAMPLE_DAY, "--deadline", "1", **environ)
    assert result.status == 1
    assert result.err.splitlines()[-1].startswith("error: ")
    assert not (tmp_path / "reports").exists()


def test_the_sample_needs_no_network_no_key_and_no_settings(digest: Command, tmp_path: Path):
    (tmp_path / "vllm-digest.yml").write_text("this is: not even right\n")
    result = digest("sample", VLLM_DIGEST_TIMEZONE="Mars", VLLM_DIGEST_LANGUAGE="en", HTTPS_PROXY="http://127.0.0.1:9")
    assert result.status == 0
    written = [Path(line).name for line in result.out.splitlines()]
    assert written == ["report.en.md", "report.en.html", "report.json", "snapshot.json"]
    assert "sample" in (FOLDER / "report.en.md").read_text(encoding="utf-8").split("\n## ")[0]
    assert not (tmp_path / ".vllm-digest").exists()


def test_the_sample_writes_the_same_bytes_again_and_elsewhere(digest: Command, tmp_path: Path):
    digest("sample")
    digest("sample", "--out", str(tmp_path / "elsewhere"))
    assert tree(tmp_path / "elsewhere") == tree(tmp_path / "reports")


def test_a_report_that_is_not_whole_is_written_and_says_so_and_strict_makes_it_a_failure(
    digest: Command, tmp_path: Path
):
    told = json.loads(SAMPLE.read_bytes()) | {
        "degraded": [{"stage": "fetch", "reason": "GitHub counts 31 issues opened"}]
    }
    (tmp_path / "given.json").write_text(json.dumps(told))
    lenient = digest("run", "--snapshot", "given.json")
    assert lenient.status == 0
    assert "degraded: fetch: GitHub counts 31 issues opened" in lenient.err.splitlines()
    assert report()["degraded"] == told["degraded"]
    strict = digest("run", "--snapshot", "given.json", "--strict")
    assert strict.status == 3
    assert strict.err.splitlines()[-1].startswith("error: --strict: ")
    assert strict.out == lenient.out


def test_no_secret_is_written_or_said(digest: Command, served: dict[str, str], tmp_path: Path):
    told = digest("run", *SAMPLE_DAY, "--verbose", **{**served, "VLLM_DIGEST_API_KEY": "sk-not-to-be-seen"})
    for text in (told.out.encode(), told.err.encode(), *tree(tmp_path).values()):
        assert b"ghs_stub" not in text
        assert b"sk-not-to-be-seen" not in text
