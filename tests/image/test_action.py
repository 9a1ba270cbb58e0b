"""The image as the Action: started as the runner starts it, against a GitHub over HTTP."""

from __future__ import annotations

import asyncio
import json

import pytest

from tests.action.conftest import PLACE, SAMPLE_DAY, TOKEN, Job, Told, job, sample
from tests.github_stub import GitHub, Repository
from tests.image.containers import Container, run

__all__ = ["job", "sample"]

WORKSPACE, COMMANDS = "/github/workspace", "/github/file_commands"
KEY = "key-of-a-model-that-is-hidden"


@pytest.fixture
def container(image: str, job: Job):
    """``container({"date": …})``: the folders as the runner mounts them, the working folder as it sets it."""

    def started(inputs: dict[str, str], **more: str) -> Told:
        environ = job.environ(inputs, more)
        environ |= {
            "HOME": "/github/home",
            "GITHUB_WORKSPACE": WORKSPACE,
            "GITHUB_OUTPUT": f"{COMMANDS}/output",
            "GITHUB_STEP_SUMMARY": f"{COMMANDS}/summary",
        }
        del environ["PATH"]
        folders = {job.workspace: WORKSPACE, job.files: COMMANDS}
        done = run(image, container=Container(env=environ, volumes=folders, folder=WORKSPACE))
        return job.told(done.status, done.out, done.err)

    return started


async def test_it_reports_a_day_and_tells_the_job_what_came_of_it(container, job: Job, sample: Repository):
    told = await asyncio.to_thread(
        container, {**SAMPLE_DAY, "publish": "discussion:acme/news?category=Daily digest", "language": "zh-CN\nen"}
    )
    assert (told.status, told.errors) == (0, []), told.log
    assert told.outputs["report-path"] == str(PLACE / "report.zh-CN.md")
    assert (job.workspace / told.outputs["report-path"]).read_text("utf-8").startswith("# ")
    assert json.loads(told.outputs["counts"])["prs_merged"] == 38
    assert told.outputs["urls"] != "[]"
    assert len(sample.discussions) == 2
    assert "38" in told.summary


def test_a_wrong_token_is_one_annotation_and_status_1(container, github: GitHub, sample: Repository):
    github.token = "ghs_the_right_one"
    told = container(SAMPLE_DAY)
    assert told.status == 1
    assert len(told.errors) == 1
    assert "refused it (401)" in told.errors[0]
    assert told.warnings == []


def test_no_secret_is_in_what_it_leaves_behind(container, job: Job, sample: Repository):
    told = container({**SAMPLE_DAY, "model": "openai/any", "api-base": "http://127.0.0.1:9/v1", "api-key": KEY})
    assert told.status == 0, told.log
    files = b"".join(path.read_bytes() for path in job.workspace.rglob("*") if path.is_file())
    masks = [one.message for one in told.commands if one.name == "add-mask"]
    assert {TOKEN, KEY} <= set(masks)
    shown = "\n".join(told.lines) + told.summary + told.stderr + repr(told.outputs)
    for secret in (TOKEN, KEY):
        assert secret not in shown
        assert secret.encode() not in files
