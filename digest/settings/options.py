"""The table of options: everything that can be set, for the command line, the environment and the config file.

It knows nothing heavy, so that ``--help`` is quick.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from digest.github.variables import APP_ID, INSTALLATION_ID, PRIVATE_KEY, TOKEN


class Shape(Enum):
    """How an option is written."""

    ONE = "one value"
    MANY = "a list"
    SWITCH = "true or false"


@dataclass(frozen=True)
class Option:
    """Something that can be set. ``name`` is its flag without the dashes, and its key in the config file."""

    name: str
    help: str
    metavar: str = ""
    shape: Shape = Shape.ONE
    default: str | tuple[str, ...] = ""
    secret: bool = False
    commands: tuple[str, ...] = ("run", "rollup")
    in_file: bool = True

    @property
    def flag(self) -> str:
        return f"--{self.name}"

    @property
    def parameter(self) -> str:
        """Its name as a Python parameter."""
        return self.name.replace("-", "_")

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return f"VLLM_DIGEST_{self.parameter.upper()}"


_FETCH = ("run", "fetch")
_KEEP = (*_FETCH, "rollup")
_ALL = ("run", "fetch", "sample", "rollup")
_CONFIGURED = (*_KEEP, "verify", "site")
_LOUD = (*_ALL, "verify", "site")

OPTIONS = (
    Option("repository", "The repository to report on.", "OWNER/NAME", default="vllm-project/vllm", commands=_KEEP),
    Option(
        "date", "The day that starts on this date. Without it: the newest complete day.", "YYYY-MM-DD", commands=_FETCH
    ),
    Option("since", "Start of a free window; a time without offset is in --timezone.", "ISO", commands=_FETCH),
    Option("until", "End of the free window, itself not part of it.", "ISO", commands=_FETCH),
    Option(
        "timezone",
        "IANA zone in which days are counted and times are shown.",
        "ZONE",
        default="Asia/Shanghai",
        commands=_FETCH,
    ),
    Option("day-start", "Local time at which a day starts.", "HH:MM", default="00:00", commands=_FETCH),
    Option(
        "strategy",
        "How to fetch: walk (recent windows), search (old ones), auto.",
        "auto|walk|search",
        default="auto",
        commands=_FETCH,
    ),
    Option(
        "language",
        "Language of the page; repeatable. A model writes in the first.",
        "TAG",
        Shape.MANY,
        ("zh-CN",),
        commands=("run", "rollup", "sample"),
    ),
    Option(
        "model",
        "Any litellm name, like openai/gpt-5; repeatable: later ones are fall-backs. None: no model.",
        "NAME",
        Shape.MANY,
    ),
    Option("api-key", "Key for the first model (better set in the environment).", "KEY", secret=True),
    Option("api-base", "Address of the first model's provider.", "URL"),
    Option("no-llm", "Write without a model even if one is set.", shape=Shape.SWITCH),
    Option("max-cost", "Most that the models of a run may cost; where that is little, they write less.", "USD"),
    Option("model-timeout", "Longest wait for one answer of a model.", "SECONDS", default="180"),
    Option(
        "snapshot",
        "Start from this snapshot.json instead of fetching; its repository and window are the report's.",
        "FILE",
        commands=("run",),
    ),
    Option(
        "publish",
        "Where to publish: dir:PATH, s3://BUCKET/PREFIX, discussion:OWNER/REPO?category=NAME, pr:OWNER/REPO, "
        "commit:OWNER/REPO; repeatable.",
        "TARGET",
        Shape.MANY,
    ),
    Option("allow-public", "Publish a private repository's report to public places too.", shape=Shape.SWITCH),
    Option("dry-run", "Publish nothing; say for each target what would change.", shape=Shape.SWITCH),
    Option("out", "Folder for what is written: OUT/OWNER/NAME/WINDOW/.", "DIR", default="reports", commands=_ALL),
    Option(
        "base-url",
        "Address at which the site will stand, for the links of its feeds.",
        "URL",
        commands=("run", "rollup", "site"),
    ),
    Option(
        "state",
        "Where finished stages are kept: a folder, or s3://BUCKET/PREFIX.",
        "PLACE",
        default=".vllm-digest",
        commands=_KEEP,
    ),
    Option("refresh", "Ignore what the state holds, and do everything again.", shape=Shape.SWITCH, commands=_KEEP),
    Option("deadline", "Longest time for the whole run. Without it: no limit.", "SECONDS", commands=_KEEP),
    Option("strict", "Exit with 3 when something is missing from the report.", shape=Shape.SWITCH, commands=_KEEP),
    Option(
        "config",
        "Config file. Without it: vllm-digest.yml in the working folder, if there.",
        "FILE",
        commands=_CONFIGURED,
        in_file=False,
    ),
    Option(
        "verbose", "Show where in the program an error happened.", shape=Shape.SWITCH, commands=_LOUD, in_file=False
    ),
)

FILE_ONLY = (
    Option("title", "The project's name as pages show it."),
    Option("focus", "The ecosystems to follow, each with its own section.", shape=Shape.MANY),
    Option("bots", "Logins of accounts that are programs, beside those that GitHub marks.", shape=Shape.MANY),
    Option("catalogues", "Folder of your own language catalogues.", "DIR"),
)
"""What only the config file (or a preset) can say."""

YES = ("true", "yes", "on", "1")
NO = ("false", "no", "off", "0")
"""How a switch is written where it is text, in any case."""

TOKEN_VARIABLES = ("VLLM_DIGEST_GITHUB_TOKEN", TOKEN)
"""Where the GitHub token is looked for, in this order. It is no flag: command lines are seen by others."""

PUBLISH_TOKEN = "VLLM_DIGEST_PUBLISH_TOKEN"
"""The token to publish with, where that is not the one to read with."""

SHARED_TOKENS = "VLLM_DIGEST_GITHUB_TOKENS"
"""Several tokens to read with, one a line, that share the work."""


def shared_name(number: int) -> str:
    """How one of them is called, counted from 1."""
    return f"{SHARED_TOKENS}, token {number}"


APP_VARIABLES = (APP_ID, PRIVATE_KEY, INSTALLATION_ID)
"""A GitHub App: who it is, its key, and, if they are not to be looked for, its installations to read with."""
