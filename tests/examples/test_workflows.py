"""What the project's workflows, and those to copy, keep to: few permissions, pins, limits, a state that is saved."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from digest.publishing.targets import parse
from digest.settings.options import OPTIONS
from tests.examples.workflows import (
    ACTION,
    EXAMPLES,
    OWN,
    ROOT,
    Workflow,
    backfilling,
    read,
    reporting,
    resolved,
    steps,
)

ALL = [read(path) for path in (*OWN, *EXAMPLES)]
COPIED = [read(path) for path in EXAMPLES]
USES = re.compile(r"^\s*(?:- )?uses: (\S+?)(?:@(\S+))?(?:\s+# (.+))?$", re.MULTILINE)
NEEDED = {"discussion": {"discussions": "write"}, "s3": {"id-token": "write"}, "pr": {}}
"""What a target needs of the job's own token; a pull request to another repository is made by an App's."""

ACTING = [one for one in COPIED if one.name != "backfill"]
"""Those that use the Action; the backfill is the command line's."""

every = pytest.mark.parametrize("workflow", ALL, ids=lambda one: one.name)
copied = pytest.mark.parametrize("workflow", COPIED, ids=lambda one: one.name)
acting = pytest.mark.parametrize("workflow", ACTING, ids=lambda one: one.name)


def test_there_is_an_example_of_each_way():
    assert {one.name for one in COPIED} == {"daily-discussion", "pull-request", "s3", "many-repositories", "backfill"}


@every
def test_nothing_is_permitted_but_to_a_job_that_says_what(workflow: Workflow):
    assert workflow.content["permissions"] == {}
    assert all("permissions" in job for job in workflow.jobs.values())


@every
def test_a_job_has_an_end_and_a_checkout_leaves_no_token_behind(workflow: Workflow):
    longest = 360 if workflow.name == "backfill" else 30
    assert all(0 < job["timeout-minutes"] <= longest for job in workflow.jobs.values())
    assert all(step["with"]["persist-credentials"] is False for step in steps(workflow, "actions/checkout"))


@every
def test_a_schedule_keeps_off_the_full_hour(workflow: Workflow):
    assert all(entry["cron"].split()[0] not in ("0", "*") for entry in workflow.on.get("schedule", ()))


@pytest.mark.parametrize("workflow", [one for one in COPIED if "schedule" in one.on], ids=lambda one: one.name)
def test_a_schedule_starts_when_the_day_that_it_tells_has_ended_there(workflow: Workflow):
    [schedule] = workflow.on["schedule"]
    minute, hour, *rest = schedule["cron"].split()
    # A day counts as ended ten minutes later.
    assert (int(hour) * 60 + int(minute) > 10, rest) == (True, ["*"] * 3)
    assert schedule["timezone"] == reporting(workflow).inputs["timezone"]


@every
def test_actions_are_pinned_by_commit_with_their_version_beside(workflow: Workflow):
    for action, ref, comment in USES.findall(workflow.path.read_text("utf-8")):
        if action != "./" and f"{action}@{ref}" != ACTION:
            assert re.fullmatch(r"[0-9a-f]{40}", ref), action
            assert re.fullmatch(r"v\d+\.\d+\.\d+", comment), action


def test_an_action_has_one_version_everywhere():
    pins: dict[str, set[str]] = {}
    for workflow in ALL:
        for action, ref, _ in USES.findall(workflow.path.read_text("utf-8")):
            # Parts of one action, like actions/cache/save, share its repository.
            pins.setdefault("/".join(action.split("/")[:2]), set()).add(ref)
    assert {action: refs for action, refs in pins.items() if len(refs) > 1} == {}


@copied
def test_an_example_says_first_what_to_change_and_names_what_is_there(workflow: Workflow):
    head, _, rest = workflow.path.read_text("utf-8").partition("\nname: ")
    assert all(line.startswith("#") for line in head.strip().splitlines())
    told = re.findall(r"^#   (\S.*?)  ", head, re.MULTILINE)
    names = [name.rpartition(".")[2] for entry in told for name in entry.split(", ")]
    assert names
    assert [name for name in names if name not in rest] == []


@acting
def test_a_job_may_do_what_its_targets_need_and_no_more(workflow: Workflow):
    report = reporting(workflow)
    needed: dict[str, str] = {"contents": "read"}
    for target in report.inputs["publish"].splitlines():
        needed |= NEEDED[re.split("[:/]", target)[0]]
    assert report.permissions == needed
    assert ("publish-token" in report.inputs) == report.inputs["publish"].startswith("pr:")


@acting
def test_its_targets_and_its_inputs_are_ours(workflow: Workflow):
    inputs = reporting(workflow).inputs
    for target in inputs["publish"].splitlines():
        parse(resolved(target, {"github.repository": "acme/news"}))
    own = {"github-token", "publish-token", "catch-up"}
    assert set(inputs) <= {option.name for option in OPTIONS} | own


@acting
def test_its_inputs_stand_in_the_action(workflow: Workflow):
    declared = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["inputs"]
    assert set(reporting(workflow).inputs) <= set(declared)


@pytest.mark.parametrize("workflow", [one for one in ALL if steps(one, "actions/cache/save")], ids=lambda one: one.name)
def test_the_state_is_saved_whatever_happened_under_a_key_that_the_next_run_finds(workflow: Workflow):
    [restore], [save] = steps(workflow, "actions/cache/restore"), steps(workflow, "actions/cache/save")
    assert save["if"] == "always()"
    assert save["with"] == {"path": ".vllm-digest", "key": restore["with"]["key"]}
    assert restore["with"]["path"] == ".vllm-digest"
    # An entry is never changed: only a new key is saved, and only by its beginning is it found again.
    assert {"${{ github.run_id }}", "${{ github.run_attempt }}"} <= set(
        re.findall(r"\$\{\{.*?\}\}", save["with"]["key"])
    )
    assert save["with"]["key"].startswith(restore["with"]["restore-keys"])


def test_a_repository_with_a_state_of_its_own_finds_no_other_s():
    workflow = read(ROOT / "examples" / "many-repositories.yml")
    [restore] = steps(workflow, "actions/cache/restore")
    names = ("vllm-project/vllm", "vllm-project/vllm-ascend", "vllm-project/vllm.js", "vllm-project/vllm_1")
    run = {"github.run_id": "7", "github.run_attempt": "1"}
    for name in names:
        table = {**run, "matrix.repository": name}
        found = resolved(restore["with"]["restore-keys"], table)
        saved = [resolved(restore["with"]["key"], {**table, "matrix.repository": other}) for other in names]
        assert [key.startswith(found) for key in saved] == [other == name for other in names]


def test_a_backfill_may_do_what_its_target_needs_and_stops_before_its_job_does():
    backfill = backfilling(read(ROOT / "examples" / "backfill.yml"))
    assert backfill.permissions == {"contents": "read", "discussions": "write"}
    [deadline] = re.findall(r"--deadline (\d+)", backfill.step["run"])
    assert int(deadline) <= (backfill.job["timeout-minutes"] - 20) * 60
    # What people type in is never part of the script.
    assert "${{" not in backfill.step["run"]


@copied
def test_the_state_is_kept_by_the_cache_or_in_the_bucket(workflow: Workflow):
    in_bucket = workflow in ACTING and str(reporting(workflow).inputs.get("state", "")).startswith("s3://")
    assert in_bucket != bool(steps(workflow, "actions/cache/save"))


def test_the_page_on_workflows_leads_to_every_example():
    page = (ROOT / "docs" / "workflows.md").read_text("utf-8")
    assert [path.name for path in EXAMPLES if f"(../examples/{path.name})" not in page] == []


def test_the_project_tests_each_python_that_it_supports():
    classifiers = re.findall(r"Python :: (3\.\d+)\"", (ROOT / "pyproject.toml").read_text("utf-8"))
    ci = read(ROOT / ".github" / "workflows" / "ci.yml")
    assert ci.jobs["test"]["strategy"]["matrix"]["python"] == classifiers


def test_the_image_says_its_base_literally_in_both_stages():
    dockerfile = Path(ROOT / "Dockerfile").read_text("utf-8")
    assert re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE) == ["python:3.13-slim"] * 2


def test_the_project_s_own_report_catches_up_with_days_that_were_missed():
    [step] = steps(read(ROOT / ".github" / "workflows" / "digest.yml"), "./")
    assert step["with"]["catch-up"] == "3"


@copied
def test_an_example_says_that_org_stands_for_somebody(workflow: Workflow):
    assert "org stands for the owner" in workflow.path.read_text("utf-8").partition("\nname: ")[0]


def test_newer_actions_and_bases_are_proposed():
    told = yaml.safe_load((ROOT / ".github" / "dependabot.yml").read_text("utf-8"))
    assert [one["package-ecosystem"] for one in told["updates"]] == ["github-actions", "docker"]
