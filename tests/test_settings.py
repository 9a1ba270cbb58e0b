"""Settings: found in their order, put together into one value, and every mistake told where it stands."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from pathlib import Path

import pytest
from pydantic import ValidationError

from digest.errors import MissingToken, SettingsError, UnreadableInput, UsageError, WindowError
from digest.facts.focus import Focus
from digest.model import RepositoryName
from digest.s3 import Location
from digest.settings.find import Findings, find, settings
from digest.settings.options import OPTIONS
from digest.settings.values import Settings

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
VLLM = RepositoryName(owner="vllm-project", name="vllm")
OTHER = RepositoryName(owner="acme", name="rocket")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def config(folder: Path, text: str, name: str = "vllm-digest.yml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def problems(folder: Path, text: str) -> list[str]:
    config(folder, text)
    return [str(problem) for problem in find({}, {}, folder).problems]


def test_without_anything_every_setting_has_its_default(folder: Path):
    assert settings({}, {}, folder) == Settings(repository=VLLM)


def test_a_flag_wins_over_the_environment_over_the_file_over_the_default(folder: Path):
    config(folder, "timezone: Europe/Berlin\nday-start: 06:00\nout: from-file\nlanguage: en\n")
    environ = {"VLLM_DIGEST_TIMEZONE": "Asia/Tokyo", "VLLM_DIGEST_DAY_START": "07:00"}
    findings = find({"timezone": "UTC"}, environ, folder)
    assert findings.settings is not None
    assert findings.settings.timezone == "UTC"
    assert findings.settings.day_start == time(7)
    assert findings.settings.out == Path("from-file")
    assert findings.settings.state == Path(".vllm-digest")
    sources = [findings.found[key].source for key in ("timezone", "day-start", "out", "language", "state", "focus")]
    assert sources == ["flag", "environment", "vllm-digest.yml:3", "vllm-digest.yml:4", "default", "preset"]


@pytest.mark.parametrize("empty", ["", "  ", "\n"])
@pytest.mark.parametrize("option", [option for option in OPTIONS if option.name != "config"], ids=lambda one: one.name)
def test_an_empty_text_counts_as_not_given(folder: Path, option, empty: str):
    flags = {option.name: [empty] if option.name in ("language", "model") else empty}
    assert settings(flags, {option.variable: empty}, folder) == Settings(repository=VLLM)


def test_a_list_in_the_environment_has_one_entry_a_line(folder: Path):
    found = settings({}, {"VLLM_DIGEST_MODEL": "\n openai/gpt-5 \nollama/qwen3:32b\n\n"}, folder)
    assert found.models == ("openai/gpt-5", "ollama/qwen3:32b")


def test_an_entry_that_is_given_twice_stands_once(folder: Path):
    assert settings({"language": ["zh-CN", "en", "zh-CN"]}, {}, folder).languages == ("zh-CN", "en")


@pytest.mark.parametrize(
    ("text", "value"), [("true", True), ("YES", True), ("1", True), ("off", False), ("False", False)]
)
def test_a_switch_in_the_environment_may_be_written_in_the_usual_ways(folder: Path, text: str, value: bool):
    assert settings({}, {"VLLM_DIGEST_STRICT": text}, folder).strict is value


def test_a_switch_that_is_off_in_the_environment_turns_off_the_one_in_the_file(folder: Path):
    config(folder, "no-llm: true\n")
    assert settings({}, {}, folder).no_llm
    assert not settings({}, {"VLLM_DIGEST_NO_LLM": "false"}, folder).no_llm


def test_every_setting_of_the_file_arrives(folder: Path):
    config(
        folder,
        """
        repository: acme/rocket
        timezone: UTC
        day-start: 11:21
        strategy: search
        language: [en, zh-CN]
        model:
          - openai/gpt-5
        api-base: https://models.example/v1/
        model-timeout: 60
        max-cost: 0.25
        deadline: 600
        out: pages
        state: ~/state
        strict: yes
        title: Rocket
        bots: [rocket-robot]
        focus:
          - name: Boosters
            labels: [booster]
            words: [thrust, 3]
            logins: "*-booster"
            companies: [Booster Inc.]
            paths: [engine/booster/**]
        """,
    )
    found = settings({}, {}, folder)
    assert found.repository == OTHER
    assert (found.timezone, found.day_start, found.strategy) == ("UTC", time(11, 21), "search")
    assert (found.languages, found.models) == (("en", "zh-CN"), ("openai/gpt-5",))
    assert (found.api_base, found.model_timeout, found.deadline) == ("https://models.example/v1", 60, 600)
    assert found.max_cost == 0.25
    assert (found.out, found.state, found.strict) == (Path("pages"), Path.home() / "state", True)
    assert found.subject(OTHER).title == "Rocket"
    assert found.subject(OTHER).bots == ("rocket-robot",)
    assert found.subject(OTHER).focus == (
        Focus(
            name="Boosters",
            labels=("booster",),
            words=("thrust", "3"),
            logins=("*-booster",),
            companies=("Booster Inc.",),
            paths=("engine/booster/**",),
        ),
    )


def test_norwegian_is_a_language_and_a_time_of_day_no_number(folder: Path):
    config(folder, "language: no\nday-start: 11:21\n")
    found = settings({}, {}, folder)
    assert (found.languages, found.day_start) == (("no",), time(11, 21))


@pytest.mark.parametrize(
    "text", ["", "# nothing\n", "---\n", "timezone:\ndeadline: ~\nmodel: []\nlanguage: []\nout: null\n"]
)
def test_a_file_that_says_nothing_changes_nothing(folder: Path, text: str):
    config(folder, text)
    assert settings({}, {}, folder) == Settings(repository=VLLM)


def test_an_unknown_key_is_named_with_its_line_and_the_nearest_known_one(folder: Path):
    assert problems(folder, "# days\n\nday_start: 11:21\n") == [
        "vllm-digest.yml, line 3: unknown key 'day_start'; did you mean 'day-start'?"
    ]


def test_an_unknown_key_that_is_like_none_lists_those_that_there_are(folder: Path):
    [problem] = problems(folder, "xyzzy: 1\n")
    assert problem.startswith("vllm-digest.yml, line 1: unknown key 'xyzzy'; known are repository, date, ")


def test_the_token_is_no_key_of_the_file(folder: Path):
    assert "unknown key 'github-token'" in problems(folder, "github-token: ghp_x\n")[0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("deadline: [1, 2]", "line 1: deadline: this is a list; write one value"),
        ("timezone: {a: b}", "line 1: timezone: this is a mapping; write one value"),
        ("language:\n  a: b", "line 2: language: this is a mapping; write a list of values"),
        ("model: [[a]]", "line 1: model: this is a list; write one value"),
        ("deadline: soon", "line 1: deadline: 'soon' is no number of seconds; write one above 0, like 600"),
        ("model-timeout: 0", "line 1: model-timeout: '0' is no number of seconds; write one above 0, like 600"),
        ("max-cost: cheap", "line 1: max-cost: 'cheap' is no amount of US dollars; write 0 or more, like 0.25"),
        ("deadline: .inf", "line 1: deadline: '.inf' is no number of seconds; write one above 0, like 600"),
        ("strict: maybe", "line 1: strict: 'maybe' is neither true nor false"),
        (
            "\ntimezone: Mars/Base",
            "line 2: timezone: 'Mars/Base' is no IANA time zone; write one like Asia/Shanghai or UTC",
        ),
        ("date: 2026-02-30", "line 1: date: '2026-02-30' is no calendar date; write YYYY-MM-DD"),
        ("repository: vllm", "line 1: repository: 'vllm' is no OWNER/NAME, like vllm-project/vllm"),
        ("strategy: guess", "line 1: strategy: 'guess' is none of auto, walk, search"),
        ("catalogues: nowhere", "line 1: catalogues: there is no folder 'nowhere'"),
        ("out: a\nout: b", "line 2: 'out' stands here again (first in line 1): keep one"),
        ("- out", "line 1: a config file holds `key: value` lines"),
        ("just text", "line 1: a config file holds `key: value` lines"),
        ("[a]: b", "line 1: unknown key 'a key that is no word'"),
        ("out: 'a\nb: c", "line 2: this is no YAML: "),
        ("a: b: c", "line 1: this is no YAML: "),
        ("focus: AMD", "line 1: focus: this is one value; write a list of areas, each with a name"),
        ("focus:\n  name: A", "line 2: focus: this is a mapping; write a list of areas, each with a name"),
        ("focus:\n  - AMD", "line 2: focus: this is one value; write an area as `- name: …` with its keys below"),
        ("focus:\n  - labels: [a]", "line 2: focus: an area needs a name"),
        ("focus:\n  - name: A", "line 2: focus: 'A' matches nothing; give it labels, words, logins, companies, paths"),
        ("focus:\n  - name: A\n    lables: [a]", "line 3: unknown key 'lables' in focus; did you mean 'labels'?"),
        ("focus:\n  - name: A\n    labels: {a: b}", "line 3: focus: labels: this is a mapping; write a list of values"),
        (
            "focus:\n  - {name: A, words: [a]}\n  - {name: A, words: [b]}",
            "line 3: focus: two areas are called 'A'; give each its own name",
        ),
    ],
)
def test_a_wrong_line_is_told_with_its_number(folder: Path, text: str, told: str):
    [problem] = problems(folder, text)
    assert problem.startswith(f"vllm-digest.yml, {told}")


def test_every_mistake_in_the_focus_areas_is_told_at_once(folder: Path):
    text = """
focus:
  - name: A
    lables: [a]
  - words: [b]
  - C
  - {name: D, words: {a: b}, paths: [[c]]}
  - {name: E}
  - {name: F, words: [f]}
  - {name: F, words: [g]}
language: {a: b}
"""
    assert [problem.split(": ", 1)[0] for problem in problems(folder, text)] == [
        f"vllm-digest.yml, line {line}" for line in (4, 5, 6, 7, 7, 8, 10, 11)
    ]


def test_what_is_sound_beside_a_mistake_is_kept(folder: Path):
    config(folder, "language: {a: b}\nday-start: 25:00\nout: pages\n")
    findings = find({}, {"GITHUB_TOKEN": "two words", "GITHUB_API_URL": "https://ghe.example/api/v3"}, folder)
    assert findings.wrong == {"language", "day-start", "github"}
    assert (findings.sound.out, findings.sound.languages) == (Path("pages"), ("zh-CN",))
    assert findings.sound.github.server_url == "https://ghe.example"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("VLLM_DIGEST_DAY_STRAT", "did you mean VLLM_DIGEST_DAY_START?"),
        ("VLLM_DIGEST_LANG", "did you mean VLLM_DIGEST_LANGUAGE?"),
        ("VLLM_DIGEST_GITHUB_TOKN", "did you mean VLLM_DIGEST_GITHUB_TOKEN?"),
        ("VLLM_DIGEST_FOCUS", "'focus' is set in the config file alone"),
        ("VLLM_DIGEST_XYZZY", "`config check` lists what can be set"),
    ],
)
def test_a_variable_that_nobody_reads_is_named_and_stops_nothing(folder: Path, name: str, told: str):
    findings = find({}, {name: "1"}, folder)
    assert [str(one) for one in findings.unknown] == [f"{name}: there is no such variable; {told}"]
    assert findings.required() == Settings(repository=VLLM)


def test_variables_that_are_read_empty_or_of_others_are_not_named(folder: Path):
    environ = {option.variable: "" for option in OPTIONS} | {"VLLM_DIGEST_GITHUB_TOKEN": "x", "VLLM_DIGEST_ODD": " "}
    assert find({}, {**environ, "VLLM_USE_V1": "1", "VLLM_DIGEST_TIMEZONE": "UTC"}, folder).unknown == ()


@pytest.mark.parametrize("name", ["repository", "date", "since", "until", "timezone", "day-start", "strategy"])
def test_a_flag_that_a_snapshot_makes_void_is_a_mistake(folder: Path, name: str):
    (folder / "s.json").touch()
    environ = {"VLLM_DIGEST_SNAPSHOT": str(folder / "s.json")}
    told = [str(one) for one in find({name: "x"}, environ, folder).problems]
    assert told[0].startswith(f"--{name}: stands beside VLLM_DIGEST_SNAPSHOT, whose repository and window are ")


def test_a_snapshot_replaces_the_window_of_environment_and_file(folder: Path):
    (folder / "s.json").touch()
    config(folder, "repository: acme/rocket\n")
    assert settings({"snapshot": str(folder / "s.json")}, {"VLLM_DIGEST_DATE": "2026-03-03"}, folder).snapshot


def test_every_mistake_is_told_at_once(folder: Path):
    config(folder, "langauge: en\ntimezone: Mars\n")
    found = find({"date": "2026-02-30"}, {"VLLM_DIGEST_DEADLINE": "-1", "GITHUB_API_URL": "ftp://x"}, folder)
    assert [str(problem).split(":")[0] for problem in found.problems] == [
        "vllm-digest.yml, line 1",
        "--date",
        "vllm-digest.yml, line 2",
        "VLLM_DIGEST_DEADLINE",
        "GITHUB_API_URL",
    ]
    assert found.settings is None


def test_a_wrong_value_of_the_environment_is_told_by_its_variable(folder: Path):
    with pytest.raises(WindowError, match=r"^VLLM_DIGEST_TIMEZONE: 'Mars' is no IANA time zone"):
        settings({}, {"VLLM_DIGEST_TIMEZONE": "Mars"}, folder)


@pytest.mark.parametrize("data", [b"\xff\xfe\xff", b"a: \x00", b"a: \xe9", b"? " * 20_000])
def test_a_file_that_is_no_text_is_told_in_one_line(folder: Path, data: bytes):
    (folder / "vllm-digest.yml").write_bytes(data)
    with pytest.raises(SettingsError, match=r"^vllm-digest.yml"):
        settings({}, {}, folder)


def test_a_named_file_is_read_instead_of_the_usual_one(folder: Path):
    config(folder, "timezone: UTC\n")
    other = config(folder, "timezone: Asia/Tokyo\n", "other.yml")
    assert settings({"config": str(other)}, {}, folder).timezone == "Asia/Tokyo"
    assert settings({}, {"VLLM_DIGEST_CONFIG": "other.yml"}, folder).timezone == "Asia/Tokyo"


def test_a_named_file_has_to_be_there(folder: Path):
    with pytest.raises(UnreadableInput, match=r"^--config: .*missing.yml cannot be read: No such file"):
        settings({"config": "missing.yml"}, {}, folder)


def test_an_alias_in_the_file_is_followed(folder: Path):
    config(folder, "bots: &names [a, b]\nmodel: *names\n")
    assert settings({}, {}, folder).models == ("a", "b")


# Windows


def test_without_a_window_it_is_the_newest_day(folder: Path):
    assert settings({}, {}, folder).window(NOW).day == date(2026, 3, 3)


def test_a_date_and_a_free_window_exclude_each_other(folder: Path):
    with pytest.raises(SettingsError, match=r"^--date: stands beside --since or --until"):
        settings({"date": "2026-03-03", "since": "2026-03-01", "until": "2026-03-02"}, {}, folder)


def test_a_flag_for_the_window_replaces_another_kind_of_window_of_the_environment(folder: Path):
    environ = {"VLLM_DIGEST_SINCE": "2026-03-01", "VLLM_DIGEST_UNTIL": "2026-03-02"}
    assert settings({"date": "2026-02-03"}, environ, folder).window(NOW).day == date(2026, 2, 3)
    free = settings({"since": "2026-03-01", "until": "2026-03-03"}, {"VLLM_DIGEST_DATE": "2026-02-03"}, folder)
    assert free.window(NOW).day is None


@pytest.mark.parametrize(("given", "needed"), [("since", "until"), ("until", "since")])
def test_one_end_of_a_free_window_needs_the_other(folder: Path, given: str, needed: str):
    with pytest.raises(SettingsError, match=rf"^--{given}: needs --{needed} beside it"):
        settings({given: "2026-03-01"}, {}, folder)


def test_naive_ends_are_in_the_zone_wherever_it_is_set(folder: Path):
    config(folder, "timezone: America/New_York\n")
    window = settings({"since": "2026-03-01T10:00", "until": "2026-03-01T12:00"}, {}, folder).window(NOW)
    assert window.start == datetime(2026, 3, 1, 15, tzinfo=UTC)


def test_a_free_window_ends_after_it_starts(folder: Path):
    with pytest.raises(WindowError, match=r"^--until: must be later than --since"):
        settings({"since": "2026-03-02", "until": "2026-03-01"}, {}, folder)


@pytest.mark.parametrize(
    "flags", [{"date": "2026-03-04"}, {"date": "2027-01-01"}, {"since": "2026-03-04", "until": "2026-03-05"}]
)
def test_a_window_that_is_not_over_is_refused(folder: Path, flags: dict[str, str]):
    found = settings({**flags, "timezone": "UTC"}, {}, folder)
    with pytest.raises(WindowError, match=r"^--(date|until): .*(not over before|in the future)"):
        found.window(NOW)


# State, models, addresses, secrets


def test_a_state_may_be_in_a_bucket(folder: Path):
    assert settings({"state": "s3://bucket/a/prefix/"}, {}, folder).state == Location(
        bucket="bucket", prefix="a/prefix"
    )


@pytest.mark.parametrize("state", ["gs://bucket", "s3://", "s3://b", "s3://bucket/a/../b"])
def test_a_state_that_is_neither_a_folder_nor_a_bucket_is_refused(folder: Path, state: str):
    with pytest.raises(SettingsError, match=r"^--state: .*; write "):
        settings({"state": state}, {}, folder)


def test_no_llm_wins_over_a_model(folder: Path):
    assert settings({"model": ["openai/gpt-5"]}, {}, folder).uses_model
    assert not settings({"model": ["openai/gpt-5"], "no-llm": True}, {}, folder).uses_model
    assert not settings({}, {}, folder).uses_model


@pytest.mark.parametrize(
    "address", ["models.example", "ftp://models.example", "http://", "http://a:b", "https://u:p@h/v1"]
)
def test_an_address_that_cannot_be_is_refused_without_repeating_it(folder: Path, address: str):
    with pytest.raises(SettingsError, match=r"^--api-base: ") as raised:
        settings({"api-base": address}, {}, folder)
    assert address not in str(raised.value)


def test_secrets_do_not_show_when_settings_are_printed(folder: Path):
    environ = {"GITHUB_TOKEN": "ghp_secret1", "VLLM_DIGEST_API_KEY": "sk-secret2"}
    found = settings({}, environ, folder)
    assert "secret" not in f"{found!r} {found} {found.model_dump_json()}"
    assert found.github.token.get_secret_value() == "ghp_secret1"


@pytest.mark.parametrize("text", ["ghp_a b", "ghp_a\nghp_b", "ghp_a\tb", "ghp_\u200bx", "ghp_\x00"])
@pytest.mark.parametrize("name", ["GITHUB_TOKEN", "VLLM_DIGEST_GITHUB_TOKEN", "VLLM_DIGEST_API_KEY"])
def test_a_key_that_no_header_can_carry_is_refused_without_repeating_it(folder: Path, name: str, text: str):
    with pytest.raises(SettingsError, match=rf"^{name}: ") as raised:
        settings({}, {name: text}, folder)
    assert "ghp_" not in str(raised.value)


def test_the_more_particular_token_wins_and_an_empty_one_is_none(folder: Path):
    both = {"GITHUB_TOKEN": "general", "VLLM_DIGEST_GITHUB_TOKEN": "particular"}
    assert settings({}, both, folder).github.token.get_secret_value() == "particular"
    with pytest.raises(MissingToken, match=r"^GITHUB_TOKEN: there is no GitHub token"):
        settings({}, {"GITHUB_TOKEN": " ", "VLLM_DIGEST_GITHUB_TOKEN": ""}, folder).github.required_token()


@pytest.mark.parametrize(
    ("environ", "graphql", "api", "server"),
    [
        ({}, "https://api.github.com/graphql", "https://api.github.com", "https://github.com"),
        (
            {"GITHUB_API_URL": "https://ghe.example/api/v3"},
            "https://ghe.example/api/graphql",
            "https://ghe.example/api/v3",
            "https://ghe.example",
        ),
        (
            {"GITHUB_GRAPHQL_URL": "https://ghe.example/api/graphql"},
            "https://ghe.example/api/graphql",
            "https://ghe.example/api/v3",
            "https://ghe.example",
        ),
        (
            {"GITHUB_GRAPHQL_URL": "https://api.acme.ghe.com/graphql", "GITHUB_API_URL": ""},
            "https://api.acme.ghe.com/graphql",
            "https://api.acme.ghe.com",
            "https://acme.ghe.com",
        ),
        (
            {"GITHUB_GRAPHQL_URL": "http://127.0.0.1:8081/graphql"},
            "http://127.0.0.1:8081/graphql",
            "http://127.0.0.1:8081",
            "http://127.0.0.1:8081",
        ),
        (
            {"GITHUB_SERVER_URL": "https://git.example/", "GITHUB_API_URL": "https://git.example/api/v3"},
            "https://git.example/api/graphql",
            "https://git.example/api/v3",
            "https://git.example",
        ),
    ],
)
def test_addresses_that_are_missing_follow_from_the_others(
    folder: Path, environ: dict[str, str], graphql: str, api: str, server: str
):
    found = settings({}, environ, folder).github
    assert (found.graphql_url, found.api_url, found.server_url) == (graphql, api, server)


def test_settings_cannot_be_changed(folder: Path):
    with pytest.raises(ValidationError):
        settings({}, {}, folder).strict = True


# Presets


@pytest.mark.parametrize("name", ["vllm-project/vllm", "VLLM-Project/vLLM", "example-org/vllm-sample"])
def test_vllm_and_the_sample_have_a_preset(folder: Path, name: str):
    subject = settings({}, {}, folder).subject(RepositoryName.parse(name))
    assert subject.title == "vLLM"
    [amd] = subject.focus
    assert amd.name == "AMD/ROCm"
    assert {"rocm", "amd"} <= set(amd.labels)
    assert {"AMD", "AITER", "Quark", "HIP", "zentorch"} <= set(amd.words)


def test_another_repository_is_called_by_its_name_and_follows_nothing(folder: Path):
    subject = settings({"repository": "acme/rocket"}, {}, folder).subject(OTHER)
    assert (subject.title, subject.focus, subject.bots) == ("rocket", (), ())


def test_a_key_of_the_file_replaces_that_of_the_preset_alone(folder: Path):
    config(folder, "focus: []\n")
    subject = settings({}, {}, folder).subject(VLLM)
    assert (subject.title, subject.focus) == ("vLLM", ())


def test_findings_tell_all_that_has_a_value(folder: Path):
    findings: Findings = find({}, {}, folder)
    assert {key: findings.found[key].source for key in ("title", "focus")} == {"title": "preset", "focus": "preset"}
    assert "api-key" not in findings.found
    assert all(isinstance(problem, UsageError) for problem in findings.problems)
