"""Mistakes: each is one line that names the setting and what to do, exit 2, and nothing is written or asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import SAMPLE, SAMPLE_DAY, Command, tree
from tests.github_stub import GitHub

TOKEN = {"GITHUB_TOKEN": "ghs_stub", "GITHUB_GRAPHQL_URL": "http://127.0.0.1:9/graphql"}

WRONG = {
    "an impossible date": (["--date", "2026-02-30"], "--date: '2026-02-30' is no calendar date; write YYYY-MM-DD"),
    "a date in words": (["--date", "yesterday"], "--date: 'yesterday' is no calendar date; write YYYY-MM-DD"),
    "a day in the future": (["--date", "2999-01-01"], "--date: 2999-01-01 lies in the future (it is "),
    "an unknown zone": (
        ["--timezone", "Mars/Olympus"],
        "--timezone: 'Mars/Olympus' is no IANA time zone; write one like Asia/Shanghai or UTC",
    ),
    "an impossible day start": (
        ["--day-start", "25:00"],
        "--day-start: '25:00' is no time of day; write HH:MM, 00:00 to 23:59",
    ),
    "until before since": (
        ["--since", "2026-03-04T00:00", "--until", "2026-03-03T00:00"],
        "--until: must be later than --since",
    ),
    "until in the future": (
        ["--since", "2026-03-03T00:00", "--until", "2999-01-01"],
        "--until: 2026-03-03 00:00 to 2999-01-01 00:00 is not over before 2999-01-01 00:00 Asia/Shanghai; run it then",
    ),
    "a time that is none": (
        ["--since", "noon", "--until", "2026-03-03"],
        "--since: 'noon' is no ISO 8601 time; write ",
    ),
    "since without until": (["--since", "2026-03-03"], "--since: needs --until beside it"),
    "a date beside since": (
        ["--date", "2026-03-03", "--since", "2026-03-03", "--until", "2026-03-04"],
        "--date: stands beside --since or --until; give a date or a free window",
    ),
    "a bare name": (["--repository", "vllm"], "--repository: 'vllm' is no OWNER/NAME, like vllm-project/vllm"),
    "an address as repository": (
        ["--repository", "https://github.com/vllm-project/vllm"],
        "--repository: 'https://github.com/vllm-project/vllm' is no OWNER/NAME, like vllm-project/vllm",
    ),
    "a repository that leads elsewhere": (["--repository", "a/.."], "--repository: 'a/..' is no OWNER/NAME"),
    "an unknown language": (
        ["--language", "tlh"],
        "--language: there is no catalogue for 'tlh'; there are en, zh-CN",
    ),
    "an unknown second language": (
        ["--language", "en", "--language", "tlh"],
        "--language: there is no catalogue for 'tlh'",
    ),
    "a state that is neither a folder nor a bucket": (
        ["--state", "gs://bucket/x"],
        "--state: 'gs://bucket/x' names no bucket; write s3://BUCKET/PREFIX",
    ),
    "a target that is none": (
        ["--publish", "ftp://host"],
        "--publish: 'ftp://host' is no target; write one of dir:PATH, s3://BUCKET/PREFIX, ",
    ),
    "a target with an option that is misspelt": (
        ["--publish", "pr:o/r?lables=a"],
        "--publish: 'pr:o/r?lables=a' has an unknown option 'lables'; did you mean 'labels'?",
    ),
    "one file for two languages": (
        ["--publish", "commit:o/r?path=a.md", "--language", "en", "--language", "zh-CN"],
        "--publish: 'commit:o/r?path=a.md' has one path for 2 languages; put {language} into it",
    ),
    "a deadline that is no number": (["--deadline", "soon"], "--deadline: 'soon' is no number of seconds"),
    "a cost that is no number": (["--max-cost", "nan"], "--max-cost: 'nan' is no amount of US dollars"),
    "a cost below nothing": (["--max-cost", "-0.01"], "--max-cost: '-0.01' is no amount of US dollars"),
    "a deadline of nothing": (["--deadline", "0"], "--deadline: '0' is no number of seconds"),
    "an unknown strategy": (["--strategy", "guess"], "--strategy: 'guess' is none of auto, walk, search"),
    "a provider that is no address": (["--api-base", "models"], "--api-base: this is no http(s) address"),
    "a snapshot that is not there": (["--snapshot", "none.json"], "--snapshot: there is no file 'none.json'"),
    "a config file that is not there": (["--config", "none.yml"], "--config: "),
    "an unknown option": (
        ["--dat", "2026-03-03"],
        "No such option: --dat; did you mean --date? (see vllm-digest run --help)",
    ),
    "an option that is like none": (["--xyzzy"], "No such option: --xyzzy (see vllm-digest run --help)"),
    "an option without its value": (["--date"], "Option '--date' requires an argument"),
    "an argument too many": (["today"], "Got unexpected extra argument"),
}


@pytest.mark.parametrize(("arguments", "told"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_setting_is_told_in_one_line(digest: Command, tmp_path: Path, arguments: list[str], told: str):
    result = digest("run", *arguments, **TOKEN)
    assert result.status == 2
    assert result.error.startswith(told)
    assert (result.out, tree(tmp_path)) == ("", {})


@pytest.mark.parametrize("command", ["run", "fetch"])
def test_a_missing_token_is_told_in_one_line(digest: Command, tmp_path: Path, command: str):
    result = digest(command, "--date", "2026-03-03", GITHUB_TOKEN="")
    assert result.status == 2
    assert result.error.startswith("GITHUB_TOKEN: there is no GitHub token in the environment")
    assert "https://github.com/settings/tokens" in result.error
    assert "gh auth token" in result.error
    assert tree(tmp_path) == {}


def test_an_unknown_key_of_the_config_file_is_named_with_its_line(digest: Command, tmp_path: Path):
    (tmp_path / "vllm-digest.yml").write_text("# settings\ntimezone: UTC\nlangauge: en\n")
    result = digest("run", **TOKEN)
    assert result.status == 2
    assert result.error == "vllm-digest.yml, line 3: unknown key 'langauge'; did you mean 'language'?"


def test_a_wrong_environment_is_named(digest: Command):
    assert digest("run", VLLM_DIGEST_DATE="2026-02-30", **TOKEN).error.startswith("VLLM_DIGEST_DATE: '2026-02-30'")


NO_SNAPSHOTS = {
    "no JSON": b"# report",
    "empty": b"",
    "not even text": b"\xff\xfe\x00",
    "other JSON": b'{"schema": 1, "facts": {}}',
    "a later version": SAMPLE.read_bytes().replace(b'"schema"', b'"later"', 1),
    "a repository that leads elsewhere": json.dumps(
        json.loads(SAMPLE.read_bytes()) | {"repository": {"owner": "..", "name": ".."}}
    ).encode(),
}


@pytest.mark.parametrize("data", NO_SNAPSHOTS.values(), ids=NO_SNAPSHOTS.keys())
def test_a_file_that_is_no_snapshot_is_told_in_one_line(digest: Command, tmp_path: Path, data: bytes):
    (tmp_path / "given.json").write_bytes(data)
    result = digest("run", "--snapshot", "given.json")
    assert result.status == 2
    assert result.error.startswith("--snapshot: given.json is ")
    assert list(tree(tmp_path)) == ["given.json"]


def test_an_option_of_another_command_is_said_to_be_one(digest: Command):
    error = digest("fetch", "--model", "openai/gpt-5").error
    assert error == "No such option: --model; it belongs to `run`, `rollup` (see vllm-digest fetch --help)"


def test_an_out_folder_that_cannot_be_is_told_in_one_line(digest: Command, tmp_path: Path):
    (tmp_path / "reports").write_text("a file")
    result = digest("sample")
    assert result.status == 2
    assert result.error == "--out: reports cannot be written to: reports: Not a directory; name another folder"


NO_FOLDERS = {
    "a file": "taken",
    "below a file": "taken/below",
    "a place without files": "/proc/reports",
    "a file where the report goes": "half",
}


@pytest.mark.parametrize("place", NO_FOLDERS.values(), ids=NO_FOLDERS.keys())
@pytest.mark.parametrize("command", ["run", "fetch"])
@pytest.mark.parametrize("option", ["--out", "--state"])
def test_a_folder_that_cannot_be_written_to_is_told_before_github_is_asked(
    digest: Command, served: dict[str, str], github: GitHub, tmp_path: Path, command: str, option: str, place: str
):
    (tmp_path / "taken").touch()
    (tmp_path / "half").mkdir()
    (tmp_path / "half" / SAMPLE_DAY[1].partition("/")[0]).touch()
    before = tree(tmp_path)
    result = digest(command, *SAMPLE_DAY, option, place, **served)
    assert result.status == 2
    assert result.error.startswith(f"{option}: {place} cannot be written to: ")
    assert (len(github.calls), tree(tmp_path)) == (0, before)


def test_the_sample_needs_no_place_for_a_state(digest: Command, tmp_path: Path):
    (tmp_path / ".vllm-digest").touch()
    assert digest("sample").status == 0


@pytest.mark.parametrize("flag", [("--repository", "acme/rocket"), ("--date", "2026-01-01"), ("--timezone", "UTC")])
def test_a_flag_that_a_snapshot_makes_void_is_told(digest: Command, tmp_path: Path, flag: tuple[str, str]):
    result = digest("run", "--snapshot", str(SAMPLE), *flag)
    assert result.status == 2
    told = "stands beside --snapshot, whose repository and window are the report's; leave one out"
    assert (result.error, tree(tmp_path)) == (f"{flag[0]}: {told}", {})


def test_a_fetch_has_nothing_to_do_with_a_snapshot_of_the_environment(digest: Command, served: dict[str, str]):
    assert digest("fetch", *SAMPLE_DAY, VLLM_DIGEST_SNAPSHOT=str(SAMPLE), **served).status == 0


def test_a_token_with_white_space_inside_is_told_at_once(digest: Command, tmp_path: Path):
    result = digest("run", "--date", "2026-03-03", **{**TOKEN, "GITHUB_TOKEN": "ghs_one\nghs_two"})
    assert result.status == 2
    assert result.error == "GITHUB_TOKEN: white space stands inside; copy it once more, in one piece"
    assert tree(tmp_path) == {}


def test_verbose_shows_where_it_happened(digest: Command):
    result = digest("run", "--date", "2026-02-30", "--verbose", **TOKEN)
    assert "Traceback (most recent call last)" in result.err
    assert result.err.splitlines()[-1] == "error: --date: '2026-02-30' is no calendar date; write YYYY-MM-DD"
    assert result.status == 2


def test_a_mistake_is_one_line_in_a_process_of_its_own(shell: Command):
    result = shell("run", "--date", "2026-02-30")
    assert (result.status, result.out) == (2, "")
    assert result.error == "--date: '2026-02-30' is no calendar date; write YYYY-MM-DD"
