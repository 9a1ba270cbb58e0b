"""What GitHub's runner makes of a step: which lines of its log are commands, what its files say.

After https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs and FileCommandManager.cs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_NAMES = (
    "add-mask add-matcher add-path debug echo endgroup error group notice remove-matcher save-state set-env set-output "
    "stop-commands warning"
)
COMMANDS = frozenset(_NAMES.split())


@dataclass(frozen=True)
class Command:
    name: str
    properties: dict[str, str]
    message: str


def lines(log: str) -> list[str]:
    """As .NET reads lines: a carriage return alone ends one too."""
    return re.split("\r\n|\r|\n", log)


def commands(log: str) -> list[Command]:
    return [found for line in lines(log) if (found := command(line)) is not None]


def shown(log: str) -> list[str]:
    """The lines that are no commands."""
    return [line for line in lines(log) if line and command(line) is None]


def command(line: str) -> Command | None:
    return _with_colons(line) or _with_hashes(line)


def _with_colons(line: str) -> Command | None:
    """``::name key=value,…::message``, at the beginning of a line."""
    line = line.lstrip()
    end = line.find("::", 2)
    if not line.startswith("::") or end < 0:
        return None
    return _made(line[2:end], ",", line[end + 2 :], {"%3A": ":", "%2C": ","}, {})


def _with_hashes(line: str) -> Command | None:
    """``##[name key=value;…]message``, anywhere in a line."""
    start = line.find("##[")
    end = line.find("]", start)
    if start < 0 or end < 0:
        return None
    more = {"%3B": ";", "%5D": "]"}
    return _made(line[start + 3 : end], ";", line[end + 1 :], more, more)


def _made(info: str, between: str, message: str, more: dict[str, str], in_message: dict[str, str]) -> Command | None:
    name, _, told = info.partition(" ")
    if name.lower() not in COMMANDS:
        return None
    pairs = (piece.partition("=") for piece in told.strip().split(between) if piece)
    properties = {key: _unescaped(value, more) for key, _, value in pairs if key and value}
    return Command(name.lower(), properties, _unescaped(message, in_message))


def _unescaped(text: str, more: dict[str, str]) -> str:
    for escaped, letter in {"%0D": "\r", "%0A": "\n", **more, "%25": "%"}.items():
        text = text.replace(escaped, letter)
    return text


def outputs(text: str) -> dict[str, str]:
    """What a file of outputs says. Raises ValueError where the runner would."""
    return dict(_outputs(iter(text.split("\n")[:-1] if text.endswith("\n") else text.split("\n"))))


def _outputs(lines: Iterator[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        name, heredoc, delimiter = line.partition("<<")
        if not line:
            continue
        if "=" in name or not (name and heredoc and delimiter):
            raise ValueError(f"no output in the long form: {line!r}")
        value = []
        for inside in lines:
            if inside == delimiter:
                break
            value.append(inside)
        else:
            raise ValueError(f"no end {delimiter!r}")
        yield name, "\n".join(value)
