"""Workflows as their files say them, and what GitHub makes of a step of this project's Action.

https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.yml"))
OWN = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
ACTION = "org/vllm-digest@v1"
IMAGE = "ghcr.io/org/vllm-digest:1"
_EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")


@dataclass(frozen=True)
class Workflow:
    path: Path
    content: Mapping[str, Any]

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def on(self) -> Mapping[str, Any]:
        """YAML 1.1, which PyYAML reads, takes the key `on` for true."""
        return self.content[True]

    @property
    def jobs(self) -> Mapping[str, Mapping[str, Any]]:
        return self.content["jobs"]

    @property
    def steps(self) -> list[Mapping[str, Any]]:
        return [step for job in self.jobs.values() for step in job["steps"]]


@dataclass(frozen=True)
class Reporting:
    """A job with a step of this project's Action, and that step."""

    job: Mapping[str, Any]
    step: Mapping[str, Any]

    @property
    def permissions(self) -> Mapping[str, str]:
        return self.job["permissions"]

    @property
    def inputs(self) -> Mapping[str, str]:
        return self.step["with"]

    def matrix(self, table: Mapping[str, Any]) -> list[Mapping[str, str]]:
        """What ``matrix.…`` is in each run of the job."""
        runs: list[Mapping[str, str]] = [{}]
        for name, values in self.job.get("strategy", {}).get("matrix", {}).items():
            found = _EXPRESSION.fullmatch(values) if isinstance(values, str) else None
            listed = table[found[1]] if found else values
            runs = [{**run, f"matrix.{name}": value} for run in runs for value in listed]
        return runs

    def environment(self, table: Mapping[str, Any]) -> dict[str, str]:
        """The inputs as the runner passes them, also those that the action gives by itself."""
        declared = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["inputs"]
        given = {name: more.get("default", "") for name, more in declared.items()} | self.inputs
        return {f"INPUT_{name.upper()}": resolved(str(text), table) for name, text in given.items()}


def read(path: Path) -> Workflow:
    return Workflow(path, yaml.safe_load(path.read_text("utf-8")))


def reporting(workflow: Workflow) -> Reporting:
    [found] = [
        Reporting(job, step) for job in workflow.jobs.values() for step in job["steps"] if step.get("uses") == ACTION
    ]
    return found


def backfilling(workflow: Workflow) -> Reporting:
    """The job, and the step, that runs the image's command line."""
    [found] = [
        Reporting(job, step) for job in workflow.jobs.values() for step in job["steps"] if IMAGE in step.get("run", "")
    ]
    return found


def steps(workflow: Workflow, action: str) -> list[Mapping[str, Any]]:
    """The steps that use an action, whatever its version."""
    return [step for step in workflow.steps if step.get("uses", "").partition("@")[0] == action]


def resolved(text: str, table: Mapping[str, Any]) -> str:
    """``text`` with its expressions filled in. Raises KeyError for one that the table does not have."""
    return _EXPRESSION.sub(lambda found: str(table[found[1]]), text)
