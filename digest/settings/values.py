"""The settings of a run: one immutable value, whatever door it came through."""

from __future__ import annotations

from datetime import date, datetime, time
from pathlib import Path
from typing import Literal

from pydantic import SecretStr, SerializeAsAny

from digest import window
from digest.errors import MissingToken
from digest.facts.focus import Focus
from digest.github.variables import APP
from digest.model import RepositoryName, Value
from digest.publishing.targets import FileTarget, GitHubTarget, Target, required_languages
from digest.s3 import Location
from digest.settings import presets
from digest.settings.options import PUBLISH_TOKEN, SHARED_TOKENS, TOKEN_VARIABLES
from digest.span import Span

Strategy = Literal["auto", "walk", "search"]


class AppIdentity(Value):
    """A GitHub App: its ID or client ID, its private key as PEM, the installations to read with, if they are set."""

    identity: str
    key: SecretStr
    installations: tuple[int, ...] = ()


class GitHub(Value):
    """Which GitHub, and as whom. The three addresses are as GitHub Actions sets them.

    https://docs.github.com/en/actions/reference/workflows-and-actions/variables#default-environment-variables
    """

    token: SecretStr | None = None
    token_variable: str = TOKEN_VARIABLES[-1]
    """The one that holds the token."""
    tokens: tuple[SecretStr, ...] = ()
    """Those that share the reading."""
    publish_token: SecretStr | None = None
    app: AppIdentity | None = None
    graphql_url: str = "https://api.github.com/graphql"
    api_url: str = "https://api.github.com"
    server_url: str = "https://github.com"

    def required_token(self) -> None:
        """Raises MissingToken where nobody is set to read as: GraphQL answers nobody without a token."""
        if not (self.token or self.tokens or self.app):
            raise MissingToken(
                f"{TOKEN_VARIABLES[-1]}: there is no GitHub token in the environment; set one, of any scope: "
                "make it at https://github.com/settings/tokens, or take that of `gh auth token`"
            )

    @property
    def readers(self) -> tuple[str, ...]:
        """As whom a repository is read, side by side: the App where it is installed on it, and the shared tokens."""
        shared = (SHARED_TOKENS,) if self.tokens else ()
        app = (APP,) if self.app else ()
        return (*app, *shared) or ((self.token_variable,) if self.token else ())

    @property
    def publisher(self) -> str:
        """As whom is published: the variable of a token, or the App; empty where there is none."""
        if self.publish_token:
            return PUBLISH_TOKEN
        if self.app:
            return APP
        return self.token_variable if self.token else ""


class Subject(Value):
    """What is told of a repository: its name on pages, and whom its readers follow."""

    title: str
    focus: tuple[Focus, ...] = ()
    bots: tuple[str, ...] = ()


class Settings(Value):
    """What a run is asked to do. ``title``, ``focus`` and ``bots`` are None where the repository's preset decides."""

    repository: RepositoryName
    on: date | None = None
    since: datetime | None = None
    until: datetime | None = None
    span: Span | None = None
    """The week or month of a roll-up. No option but those of its command names it."""
    timezone: str = "Asia/Shanghai"
    day_start: time = time(0)
    strategy: Strategy = "auto"
    languages: tuple[str, ...] = ("zh-CN",)
    models: tuple[str, ...] = ()
    api_key: SecretStr | None = None
    api_base: str | None = None
    no_llm: bool = False
    max_cost: float | None = None
    """US dollars, for all languages of a run together."""
    model_timeout: float = 180.0
    snapshot: Path | None = None
    publish: tuple[SerializeAsAny[Target], ...] = ()
    allow_public: bool = False
    dry_run: bool = False
    out: Path = Path("reports")
    base_url: str = ""
    """The address of the site, without a slash at its end."""
    state: Path | Location = Path(".vllm-digest")
    recording: Path | None = None
    """Recorded answers, to write by them in place of a model. The bundled sample has some; no option names others."""
    watched: Path | None = None
    """What earlier reports told to watch, in place of what the state knows. The bundled sample has some of that too."""
    piecewise: bool = False
    """Keep each reply of a fetch, so that one which is cut off asks for nothing twice. A backfill does."""
    refresh: bool = False
    deadline: float | None = None
    strict: bool = False
    verbose: bool = False
    title: str | None = None
    focus: tuple[Focus, ...] | None = None
    bots: tuple[str, ...] | None = None
    catalogues: Path | None = None
    github: GitHub = GitHub()

    @property
    def uses_model(self) -> bool:
        return bool(self.models) and not self.no_llm

    @property
    def why_no_model(self) -> str:
        """Why `uses_model` is False, for an operator."""
        return f"without a model ({'--no-llm' if self.no_llm else 'no --model is set'})"

    def required_publishable(self) -> None:
        """Raises a UsageError for targets that cannot be published to, as far as that is known beforehand."""
        for target in self.publish:
            if isinstance(target, FileTarget):
                required_languages(target, self.languages)
            if isinstance(target, GitHubTarget) and not self.github.publisher:
                raise MissingToken(
                    f"{PUBLISH_TOKEN}: there is no token to publish to {target} with; "
                    f"set it, or {TOKEN_VARIABLES[-1]} if that one may write there"
                )

    def window(self, now: datetime) -> window.Window:
        """The window to report at ``now``. Raises WindowError for one that is not over yet."""
        if self.since is not None and self.until is not None:
            free = window.between(self.since, self.until, self.timezone, self.day_start)
            return window.refuse_unfinished(free, now, "--until")
        if self.on is not None:
            return window.refuse_unfinished(window.day(self.on, self.timezone, self.day_start), now, "--date")
        return window.newest_day(now, self.timezone, self.day_start)

    def subject(self, repository: RepositoryName) -> Subject:
        """What is told of ``repository`` (a snapshot may be of another one than `repository`)."""
        own = {"title": self.title, "focus": self.focus, "bots": self.bots}
        preset = {key: found.text for key, found in presets.of(repository).items()}
        return Subject.model_validate(preset | {key: value for key, value in own.items() if value is not None})
