"""What a step tells the runner of GitHub Actions: commands in its log, and files. How they are written, and no more.

https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
"""

from __future__ import annotations

import re
from collections.abc import Mapping

SUMMARY_LIMIT = 1024 * 1024
"""Bytes of a step's summary: of a longer one the runner uploads nothing, and fails the step.
https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#step-isolation-and-limits"""

ANNOTATIONS = 10
"""Warnings of a step that GitHub shows, and errors too; it drops the later ones.
https://github.com/actions/toolkit/blob/main/docs/problem-matchers.md#limitations"""


def command(name: str, message: str = "", **properties: str) -> str:
    """A command as a line of the log, escaped as the runner unescapes it.

    https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts
    """
    told = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{name}{f' {told}' if told else ''}::{_data(message)}"


def plain(line: str) -> str:
    """A line of the log that is no command, whatever stands in it.

    The runner takes ``::name::`` where a line begins, and ``##[name]`` anywhere in it
    (https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs), and what is left of the latter
    colours the log. ``::stop-commands::`` would do too, but a run that is killed before it lets go would leave the
    job's later steps without commands, without masks among them.
    """
    line = _CONTROL.sub(" ", line).replace("##[", "# #[")
    return f"| {line}" if _STARTS.match(line) else line


def output(name: str, value: str, delimiter: str) -> str:
    """An output as ``GITHUB_OUTPUT`` holds it. The delimiter has to be one that nobody can guess."""
    if delimiter in value:
        raise ValueError("the delimiter stands in the value")
    return f"{name}<<{delimiter}\n{value}\n{delimiter}\n"


def outputs(values: Mapping[str, str], delimiter: str) -> str:
    return "".join(output(name, value, delimiter) for name, value in values.items())


_CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]+")
"""All that could begin a line of its own or colour one; not the tab."""
_STARTS = re.compile(r"[\W_]*::")


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
