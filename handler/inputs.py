"""The Action's inputs: the options by their own names, and what only the Action has.

The runner passes an input as ``INPUT_<NAME>``, in capitals, its hyphens kept; one that nobody set is empty:
https://docs.github.com/en/actions/reference/workflows-and-actions/metadata-syntax#inputs
An input stands where a flag does, before the environment and the config file. So action.yml gives no defaults for
options: the runner would pass them as if somebody had set them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from digest.errors import SettingsError
from digest.settings.options import OPTIONS, PUBLISH_TOKEN, TOKEN_VARIABLES, YES


@dataclass(frozen=True)
class Input:
    """An input that is no option. ``default`` is what action.yml gives."""

    name: str
    default: str = ""


TOKEN = Input("github-token", "${{ github.token }}")
PUBLISH = Input("publish-token")
CATCH_UP = Input("catch-up")
OWN = (TOKEN, PUBLISH, CATCH_UP)
MOST_DAYS = 31
"""Days that are caught up with: each costs a fetch, and a token of Actions has 1,000 points an hour."""


def variable(name: str) -> str:
    """The variable that holds an input."""
    return f"INPUT_{name.upper()}"


def given(name: str, environ: Mapping[str, str]) -> str:
    return environ.get(variable(name), "").strip()


def flags(environ: Mapping[str, str]) -> dict[str, object]:
    """The options that were given, as flags. Where the job runs in debug mode, a run is verbose."""
    told: dict[str, object] = {option.name: environ.get(variable(option.name), "") for option in OPTIONS}
    return {**told, "verbose": environ.get("RUNNER_DEBUG") == "1" or told["verbose"]}


def is_verbose(environ: Mapping[str, str]) -> bool:
    """Whether errors are to say where they happened, also where the settings cannot be read."""
    told = given("verbose", environ) or environ.get("VLLM_DIGEST_VERBOSE", "").strip()
    return environ.get("RUNNER_DEBUG") == "1" or told.lower() in YES


def environment(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment with the tokens of the inputs where tokens are looked for. An input goes before a variable."""
    inputs = {TOKEN_VARIABLES[0]: given(TOKEN.name, environ), PUBLISH_TOKEN: given(PUBLISH.name, environ)}
    return {**environ, **{name: text for name, text in inputs.items() if text}}


def days(environ: Mapping[str, str]) -> int:
    """How many days ``catch-up`` is to hold against the targets; 0 where it is not set. Raises SettingsError."""
    text = given(CATCH_UP.name, environ) or "0"
    if not (text.isascii() and text.isdigit() and int(text) <= MOST_DAYS):
        raise SettingsError(
            f"input `{CATCH_UP.name}`: {text!r} is no number of days; write one from 0 (off) to {MOST_DAYS}"
        )
    return int(text)


def as_inputs(message: str, environ: Mapping[str, str]) -> str:
    """A message with inputs where it names flags, and the variables of tokens that came as inputs."""
    names = {option.flag: option.name for option in OPTIONS}
    names |= {variable: name for variable, name in _TOKENS if given(name, environ)}
    return _NAMES.sub(lambda found: f"input `{names[found[0]]}`" if found[0] in names else found[0], message)


_TOKENS = (*((variable, TOKEN.name) for variable in TOKEN_VARIABLES), (PUBLISH_TOKEN, PUBLISH.name))
_NAMES = re.compile(r"(?<![\w-])(?:--[a-z]+(?:-[a-z]+)*|[A-Z]+(?:_[A-Z]+)+)(?![\w-])")
