"""action.yml and its page tell the truth: every option is an input, none has a default that is not the program's."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
import yaml

from digest.settings.options import OPTIONS, Option, Shape
from handler.inputs import OWN
from tests.action.conftest import ROOT, THIRD, Step
from tests.github_stub import Repository

ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
PAGE = (ROOT / "docs" / "action.md").read_text("utf-8")
ROWS = [line.strip("|").split("|") for line in PAGE.splitlines() if line.startswith("| `")]
NAMES = [*(option.name for option in OPTIONS), *(one.name for one in OWN)]


def defaults(option: Option) -> tuple[str, ...]:
    told = (option.default,) if isinstance(option.default, str) else option.default
    return tuple(filter(None, told))


def row(name: str) -> list[str]:
    return next(cells for cells in ROWS if f"`{name}`" in cells[0])


def test_every_option_is_an_input_and_nothing_else_is():
    assert sorted(ACTION["inputs"]) == sorted(NAMES)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_an_option_is_described_with_its_default_and_has_none_that_the_runner_would_pass(option: Option):
    told = ACTION["inputs"][option.name]
    assert set(told) == {"description"}
    for default in defaults(option):
        assert f"Default: `{default}`." in told["description"]
    assert (": `" in told["description"]) == bool(defaults(option)) or option.name == "config"
    assert ("one a line" in told["description"]) is (option.shape is Shape.MANY)
    assert ("Default: false." in told["description"]) is (option.shape is Shape.SWITCH)


def test_the_inputs_of_the_action_alone_have_their_defaults():
    given = {one.name: ACTION["inputs"][one.name].get("default", "") for one in OWN}
    assert given == {one.name: one.default for one in OWN}


@pytest.mark.parametrize("name", NAMES)
def test_an_input_stands_on_the_page_with_its_default(name: str):
    cells = row(name)
    assert cells[2].strip()
    option = next((one for one in OPTIONS if one.name == name), None)
    for default in defaults(option) if option else ():
        assert f"`{default}`" in cells[1]


def test_the_page_tells_of_no_input_or_output_that_there_is_not():
    tables = PAGE.partition("## The summary")[0]
    told = {name for line in tables.splitlines() if line.startswith("| `") for name in _names(line)}
    assert told == {*NAMES, *ACTION["outputs"]}


def _names(line: str) -> list[str]:
    return re.findall(r"`([a-z-]+)`", line.strip("|").split("|")[0])


def test_the_outputs_are_those_that_a_run_gives(act: Step, news: Repository):
    assert list(act(THIRD).outputs) == list(ACTION["outputs"])
    assert all(one["description"] for one in ACTION["outputs"].values())


def test_the_counts_on_the_page_have_the_names_of_the_output(act: Step, news: Repository):
    [shown] = re.findall(r"`(\{\"issues_opened\".*?\})`", PAGE)
    assert list(json.loads(shown)) == list(json.loads(act(THIRD).outputs["counts"]))


def test_action_yml_is_what_github_takes():
    schema = ("--builtin-schema", "vendor.github-actions")
    command = [sys.executable, "-m", "check_jsonschema", *schema, str(ROOT / "action.yml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert ACTION["runs"]["using"] == "docker"
    assert "args" not in ACTION["runs"], "with arguments it would be the command line"


def test_the_workflows_that_are_shown_give_inputs_that_there_are():
    pages = (PAGE, (ROOT / "README.md").read_text("utf-8"))
    blocks = [block for page in pages for block in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)]
    shown = [yaml.safe_load(block) for block in blocks if "uses: org/vllm-digest@" in block]
    assert len(shown) >= 2
    for workflow in shown:
        steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
        for step in (one for one in steps if one["uses"].startswith("org/vllm-digest@")):
            assert set(step["with"]) <= {*NAMES}
