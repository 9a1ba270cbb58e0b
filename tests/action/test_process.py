"""The real process, as the image's entry point: which door it is, and the Action from end to end."""

from __future__ import annotations

import http.server
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

from tests.action.conftest import PLACE, ROOT, SAMPLE_DAY, THIRD, TOKEN, Job, Step
from tests.github_stub import GitHub, Repository
from tests.github_stub.effects import account
from tests.github_stub.faults import hang

DISCUSSION = "discussion:acme/news?category=Daily digest"
COUNTS = {"issues_opened": 30, "issues_closed": 19, "prs_opened": 94, "prs_merged": 38, "prs_closed_unmerged": 28}

NOTHING = {
    "report-path": "",
    "report-url": "",
    "urls": "[]",
    "counts": "{}",
    "degraded": "true",
    "dropped-claims": "0",
    "cost-usd": "",
}
"""The outputs where a report was due and none was made."""


def test_a_day_is_reported_published_and_told_to_the_job(step: Step, job: Job, sample: Repository, github: GitHub):
    told = step({**SAMPLE_DAY, "language": "zh-CN\nen", "publish": f"{DISCUSSION}\ndir:site"})
    assert (told.status, told.errors, told.warnings, told.stderr) == (0, [], [], "")
    assert told.commands[0].name == "add-mask"
    assert told.log.startswith("::add-mask::")
    page = job.workspace / PLACE / "report.zh-CN.md"
    assert page.read_text("utf-8").startswith("# vLLM 开发动态报告 - 2026-03-03\n")
    assert told.outputs == {
        "report-path": str(PLACE / "report.zh-CN.md"),
        "report-url": "https://github.com/acme/news/discussions/1",
        "urls": json.dumps(["https://github.com/acme/news/discussions/1", f"site/{PLACE.relative_to('reports')}"]),
        "counts": json.dumps(COUNTS),
        "degraded": "false",
        "dropped-claims": "0",
        "cost-usd": "0",
    }
    assert told.summary.startswith("# vLLM 开发动态报告 - 2026-03-03\n")
    assert "\n# vLLM development report - 2026-03-03\n" in told.summary
    assert (job.workspace / ".vllm-digest").is_dir()
    assert {path.name for path in job.files.iterdir()} == {"output", "summary"}
    assert account(github.world) == []
    again = step({**SAMPLE_DAY, "language": "zh-CN\nen", "publish": f"{DISCUSSION}\ndir:site"})
    assert (again.status, again.outputs) == (0, told.outputs)


def test_the_log_is_grouped_and_ends_with_what_came_of_it(step: Step, news: Repository):
    told = step(THIRD)
    names = [one.name for one in told.commands]
    assert names == ["add-mask", "group", "endgroup"]
    assert told.commands[1].message == "2026-03-03: o/n"
    assert told.lines[-2].startswith("issues: 1 opened, 0 closed; PRs: 0 opened")


def test_the_summary_is_as_quiet_as_a_discussion(step: Step, news: Repository, github: GitHub):
    hostile = "@ann see #1, https://github.com/o/n/issues/1 and GH-1"
    github.world.issue(repository="o/n", title=hostile, created="2026-03-03T11:00:00Z")
    told = step(THIRD)
    assert "see" in told.summary
    github.world.discuss("Summary", told.summary, repository=news, category=news.categories[0])
    assert account(github.world) == []


def test_a_wrong_token_is_one_annotation_and_status_1(step: Step, news: Repository):
    told = step({**THIRD, "github-token": "ghs_wrong", "publish": DISCUSSION})
    assert told.status == 1
    assert told.errors == ["input `github-token`: GitHub refused it (401); give a token that is valid and not expired"]
    assert (told.warnings, told.stderr) == ([], "")
    assert "Traceback" not in told.log
    assert told.log.count("ghs_wrong") == 1, "in its mask alone"
    assert told.outputs == NOTHING
    assert told.summary == ""


def test_a_setting_that_is_wrong_leaves_outputs_that_later_steps_can_read(step: Step):
    told = step({**THIRD, "publish": "nowhere"})
    assert (told.status, len(told.errors)) == (2, 1)
    assert told.outputs == NOTHING


def test_in_debug_mode_the_log_says_where(step: Step, news: Repository):
    told = step({**THIRD, "github-token": "ghs_wrong"}, RUNNER_DEBUG="1")
    assert (told.status, len(told.errors)) == (1, 1)
    assert "Traceback (most recent call last):" in told.log
    assert told.log.count("ghs_wrong") == 1


def test_a_name_in_no_encoding_and_a_container_without_a_locale_stop_nothing(step: Step, news: Repository):
    given = {**THIRD, "publish": "dir:s\udcff", "dry-run": "true", "language": "zh-CN"}
    told = step(given, LC_ALL="POSIX", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert (told.status, told.stderr) == (0, "")
    assert any(line.startswith("dir:s\\udcff: would be created") for line in told.lines)


def test_a_cancelled_job_ends_with_one_line(job: Job, news: Repository, github: GitHub):
    github.fail(hang())
    for sent in (signal.SIGINT, signal.SIGTERM):
        run = subprocess.Popen(
            [sys.executable, "-m", "handler"],
            env=job.environ(THIRD, {"PYTHONPATH": str(ROOT)}),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert run.stdout is not None
        while not run.stdout.readline().startswith("list: "):
            assert run.poll() is None
        run.send_signal(sent)
        out, err = run.communicate(timeout=20)
        assert (run.returncode, err) == (130, "")
        assert out.splitlines()[-1] == "interrupted; what was finished is kept in the state"
        assert job.told(run.returncode, out).outputs == NOTHING


def test_with_arguments_it_is_the_command_line(step: Step):
    told = step({}, ("-m", "handler", "--version"))
    assert (told.status, told.log.partition(" ")[0]) == (0, "vllm-digest")


def test_outside_of_actions_it_shows_the_help(step: Step):
    told = step({}, GITHUB_ACTIONS="")
    assert told.status == 0
    assert "Usage: vllm-digest" in told.log


def test_beside_a_runtime_api_it_is_the_lambda():
    asked: list[str] = []
    ready = threading.Event()

    class Api(http.server.BaseHTTPRequestHandler):
        def _note(self) -> None:
            asked.append(self.path)
            ready.set()

        do_GET = do_POST = _note

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Api) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        environ = {**os.environ, "AWS_LAMBDA_RUNTIME_API": f"127.0.0.1:{server.server_port}", "GITHUB_ACTIONS": "true"}
        command = [sys.executable, "-m", "handler", "run"]
        pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        run = subprocess.Popen(command, env=environ, cwd=ROOT, **pipes)
        assert ready.wait(20)
        run.kill()
        run.wait()
        server.shutdown()
    assert asked[0].startswith("/2018-06-01/runtime/")


def test_the_entry_point_alone_imports_nothing_heavy():
    code = "import sys, handler.__main__; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not {name.partition(".")[0] for name in done.stdout.split()} & {
        "digest", "typer", "pydantic", "awslambdaric", "boto3", "yaml"
    }  # fmt: skip


def test_what_root_wrote_belongs_to_the_owner_of_the_workspace(step: Step, job: Job, news: Repository):
    """In a container the user is root; steps behind it are not, and a runner has to be able to clean up."""
    owner = 1001 if os.geteuid() == 0 else os.geteuid()
    if os.geteuid() == 0:
        os.chown(job.workspace, owner, owner)
    assert step({**THIRD, "publish": "dir:site/reports"}).status == 0
    made = [*job.workspace.rglob("*")]
    assert {path.stat().st_uid for path in made} == {owner}
    assert Path("site/reports") in {path.relative_to(job.workspace) for path in made}


def test_a_secret_of_several_lines_is_masked_line_by_line(step: Step, news: Repository):
    key = "-----BEGIN PRIVATE KEY-----\nMIIEabcd\nijklmnop%\n-----END PRIVATE KEY-----\n"
    told = step(
        THIRD,
        VLLM_DIGEST_API_KEY="sk-of-the-first-model",
        ANTHROPIC_API_KEY="sk-of-another",
        SOME_PRIVATE_KEY=key,
        VLLM_DIGEST_PUBLISH_TOKEN="ghs_publisher",
    )
    masks = [one.message for one in told.commands if one.name == "add-mask"]
    assert told.commands[: len(masks)] == [one for one in told.commands if one.name == "add-mask"]
    assert {"MIIEabcd", "ijklmnop%", "sk-of-the-first-model", "sk-of-another", "ghs_publisher", TOKEN} <= {*masks}
    assert told.log.splitlines()[len(masks)].startswith("::group::")
