"""Inputs and where they stand among the other places of a setting, errors, exit status, what a model did."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime

import pytest

from digest.settings.options import OPTIONS
from handler import inputs
from tests.action.conftest import SAMPLE, THIRD, Job, Step
from tests.action.test_catch_up import windows
from tests.github_stub import GitHub, Repository
from tests.openai_server import Ask, Fail, OpenAIServer, Say

EMPTY = dict.fromkeys((*(option.name for option in OPTIONS), "publish-token", "catch-up"), "")


def test_inputs_that_nobody_set_are_empty_and_say_nothing(act: Step, job: Job, news: Repository):
    (job.workspace / "vllm-digest.yml").write_text("repository: o/n\ntimezone: UTC\nlanguage: en\n")
    told = act(EMPTY)
    assert (told.status, told.warnings) == (0, [])
    assert told.outputs["report-path"] == "reports/o/n/2026-03-03/report.en.md"


def test_the_date_of_a_dispatch_decides_the_day(act: Step, news: Repository):
    told = act({**EMPTY, **THIRD, "date": "2026-03-01"})
    assert told.outputs["report-path"] == "reports/o/n/2026-03-01/report.en.md"
    assert json.loads(told.outputs["counts"])["issues_opened"] == 1


def test_an_input_goes_before_the_environment_and_that_before_the_file(act: Step, job: Job, news: Repository):
    (job.workspace / "vllm-digest.yml").write_text("out: from-file\nbase-url: no address\n")
    told = act({**THIRD, "base-url": "https://example.org"})
    assert told.outputs["report-path"].startswith("from-file/")
    told = act({**THIRD, "base-url": "https://example.org"}, VLLM_DIGEST_OUT="from-variable")
    assert told.outputs["report-path"].startswith("from-variable/")
    told = act({**THIRD, "base-url": "https://example.org", "out": "from-input"}, VLLM_DIGEST_OUT="from-variable")
    assert told.outputs["report-path"].startswith("from-input/")


def test_a_switch_that_is_false_goes_before_the_environment(act: Step, news: Repository):
    told = act({**THIRD, "publish": "dir:site", "dry-run": "false"}, VLLM_DIGEST_DRY_RUN="true")
    assert json.loads(told.outputs["urls"]) == ["site/o/n/2026-03-03"]


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"date": "yesterday"}, "input `date`: 'yesterday' is no calendar date; write YYYY-MM-DD"),
        ({"date": "2026-03-04"}, "input `date`: 2026-03-04 is not over before 2026-03-05 00:00 UTC; run it then"),
        ({"since": "2026-03-01T00:00", "date": ""}, "input `since`: needs input `until` beside it"),
        ({"since": "2026-03-01"}, "input `date`: stands beside input `since` or input `until`; "),
        ({"strict": "maybe"}, "input `strict`: 'maybe' is neither true nor false"),
        ({"publish": "nowhere"}, "input `publish`: 'nowhere' is no target; write one of dir:PATH, "),
        ({"language": "tlh"}, "input `language`: there is no catalogue for 'tlh'"),
        ({"catch-up": "-1"}, "input `catch-up`: '-1' is no number of days; write one from 0 (off) to 31"),
        ({"catch-up": "32"}, "input `catch-up`: '32' is no number of days; "),
        ({"github-token": ""}, "input `github-token`: it is empty; leave it out, or see that its secret is set"),
        ({"github-token": "two words"}, "input `github-token`: white space stands inside; "),
        ({"publish-token": "two words"}, "input `publish-token`: white space stands inside; "),
        (
            {"repository": "nobody/nothing"},
            "input `repository`: GitHub has no nobody/nothing, or hides it ",
        ),
        ({"config": "none.yml"}, "input `config`: "),
    ],
)
def test_an_error_is_one_annotation_that_names_the_input(
    act: Step, news: Repository, given: dict[str, str], error: str
):
    told = act({**THIRD, **given})
    assert [one[: len(error)] for one in told.errors] == [error]
    assert (told.status, told.warnings) == (1 if "repository" in given else 2, [])
    assert "Traceback" not in told.log


def test_an_error_of_the_environment_names_the_variable(act: Step, news: Repository):
    told = act(THIRD, VLLM_DIGEST_DAY_START="noon")
    assert told.errors == ["VLLM_DIGEST_DAY_START: 'noon' is no time of day; write HH:MM, 00:00 to 23:59"]


def test_a_variable_that_nobody_reads_is_a_warning(act: Step, news: Repository):
    told = act(THIRD, VLLM_DIGEST_TIMZONE="UTC")
    assert (told.status, told.warnings) == (
        0,
        ["VLLM_DIGEST_TIMZONE: there is no such variable; did you mean VLLM_DIGEST_TIMEZONE?"],
    )


def test_one_dead_target_is_a_warning_and_degrades_the_run(act: Step, news: Repository):
    told = act({**THIRD, "publish": "commit:acme/nothing\ndir:site"})
    assert (told.status, told.errors, told.outputs["degraded"]) == (0, [], "true")
    [warning] = told.warnings
    assert warning.startswith("input `publish` commit:acme/nothing: GitHub has no acme/nothing")
    strict = act({**THIRD, "publish": "commit:acme/nothing\ndir:site", "strict": "true"})
    assert (strict.status, len(strict.errors), strict.warnings) == (3, 1, [])
    assert strict.outputs["report-path"] == "reports/o/n/2026-03-03/report.en.md"


def test_if_every_target_fails_the_step_fails_and_the_report_is_there(act: Step, job: Job, news: Repository):
    told = act({**THIRD, "publish": "commit:acme/nothing"})
    assert (told.status, len(told.errors), told.warnings) == (1, 1, [])
    assert "--" not in "".join(told.lines), "what the reader knows are inputs"
    assert (job.workspace / told.outputs["report-path"]).is_file()
    assert told.summary


def test_the_publish_token_is_used_to_publish_alone(act: Step, news: Repository, github: GitHub):
    told = act({**THIRD, "publish": "commit:acme/news", "publish-token": "ghs_other"})
    assert (told.status, len(told.errors)) == (1, 1)
    assert "input `publish-token`: GitHub refused it (401); " in told.errors[0]


def test_what_lies_outside_of_the_workspace_is_a_warning(act: Step, job: Job, news: Repository):
    told = act({**THIRD, "out": str(job.files / "elsewhere")})
    assert told.warnings == [
        f"input `out`: {job.files}/elsewhere/o/n/2026-03-03/report.en.md lies outside of the workspace, "
        "where no later step finds it"
    ]


def test_a_path_of_the_workspace_is_told_as_later_steps_call_it(act: Step, job: Job, news: Repository):
    told = act({**THIRD, "out": str(job.workspace / "made")})
    assert told.outputs["report-path"] == "made/o/n/2026-03-03/report.en.md"


def test_without_files_to_tell_in_the_report_is_made_all_the_same(act: Step, job: Job, news: Repository):
    told = act(THIRD, GITHUB_OUTPUT="", GITHUB_STEP_SUMMARY=str(job.files / "none" / "summary"))
    assert told.status == 0
    assert told.warnings == [
        f"GITHUB_STEP_SUMMARY: {job.files}/none/summary cannot be written to: No such file or directory"
    ]


def test_a_free_window_is_one_too(act: Step, news: Repository):
    told = act({**THIRD, "date": "", "since": "2026-03-01T09:00", "until": "2026-03-02T12:00", "catch-up": "3"})
    assert told.outputs["report-path"] == "reports/o/n/20260301T090000Z_to_20260302T120000Z/report.en.md"
    assert "catch-up: a window is given, so it alone is reported" in told.lines


# -- a model


async def model(act: Step, server: OpenAIServer, **more: str):
    asked = {"snapshot": str(SAMPLE), "model": "openai/any", "api-base": server.base, "api-key": "sk-not-to-be-seen"}
    return await asyncio.to_thread(act, {**asked, **more})


def lies(ask: Ask) -> Say:
    return Say(json.dumps({"claims": [{"text": "@nobody merged 4711 PRs in v9.9.9 and made it 300% faster."}]}))


async def test_a_model_that_fails_is_a_warning(act: Step, serve):
    server = await serve(lambda ask: Fail(401))
    told = await model(act, server)
    assert (told.status, told.errors, told.outputs["degraded"]) == (0, [], "true")
    assert len(told.warnings) == 1
    assert told.warnings[0].startswith("input `model`: ")
    assert "sk-not-to-be-seen" not in told.log.replace("::add-mask::sk-not-to-be-seen\n", "")


async def test_a_model_that_only_lies_is_a_warning_and_its_claims_are_counted(act: Step, serve):
    server = await serve(lies)
    told = await model(act, server)
    assert (told.status, told.errors) == (0, [])
    assert int(told.outputs["dropped-claims"]) > 0
    assert told.warnings == ["nothing usable came from a model: the page is written by code"]
    assert "4711" not in told.summary


# -- words


def test_only_flags_and_tokens_that_came_as_inputs_are_called_inputs():
    message = "--publish x: the token GITHUB_TOKEN (see --dry-run, --no-such-flag, `--tokenizer-mode`, MY_TOKEN)"
    given = {"INPUT_GITHUB-TOKEN": "ghs_stub"}
    told = "input `publish` x: the token input `github-token` (see input `dry-run`, --no-such-flag, "
    assert inputs.as_inputs(message, given) == f"{told}`--tokenizer-mode`, MY_TOKEN)"
    assert "GITHUB_TOKEN" in inputs.as_inputs(message, {})


def test_the_newest_day_is_that_of_the_time_of_the_run(act: Step, news: Repository, github: GitHub):
    told = act({**THIRD, "date": ""}, datetime(2026, 3, 3, 0, 5, tzinfo=UTC))
    assert told.outputs["report-path"] == "reports/o/n/2026-03-01/report.en.md"
    assert windows(github) != []
