"""What `config check` prints: what a run would do now, every setting with the place where it stands, secrets masked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from digest.errors import UsageError
from digest.pipeline import folder_of, with_known_languages
from digest.settings.find import Findings
from digest.settings.found import Found, Text
from digest.settings.options import FILE_ONLY, OPTIONS, TOKEN_VARIABLES, Option
from digest.settings.values import Settings
from handler.summary import span

MASK = "********"
_WIDTH = 14
_TEXT = 60


def problems(findings: Findings, now: datetime) -> tuple[UsageError, ...]:
    """All that would stop the run, as far as it can be known without asking anybody."""
    if findings.settings is None:
        return findings.problems
    return tuple(_late(findings.settings, now))


def _late(settings: Settings, now: datetime) -> Iterator[UsageError]:
    """What is only known once the settings are: the window, the languages, the token."""
    checks: list[Callable[[], object]] = [lambda: with_known_languages(settings)]
    if settings.snapshot is None:
        checks += [lambda: settings.window(now), settings.github.required_token]
    for check in checks:
        try:
            check()
        except UsageError as error:
            yield error


def plan(settings: Settings, now: datetime) -> Iterator[str]:
    """The stages that would run, each with what it would do."""
    yield _line("fetch", _fetch(settings, now))
    yield _line("write", _write(settings))
    yield _line("render", ", ".join(settings.languages))
    yield _line("keep", _keep(settings, now))


def _fetch(settings: Settings, now: datetime) -> str:
    if settings.snapshot is not None:
        return f"nothing: starts from {settings.snapshot}"
    return f"{settings.repository}, {span(settings.window(now))}, from {settings.github.graphql_url}"


def _write(settings: Settings) -> str:
    if not settings.uses_model:
        return settings.why_no_model
    return f"in {settings.languages[0]} with {', then '.join(settings.models)}"


def _keep(settings: Settings, now: datetime) -> str:
    if settings.snapshot is not None:
        return f"below {settings.out}"
    return str(folder_of(settings.out, settings.repository, settings.window(now)))


def table(findings: Findings) -> Iterator[str]:
    """Every setting that has a value, in the order of the options."""
    for option in (*OPTIONS, *FILE_ONLY):
        found = findings.found.get(option.name)
        if found is not None:
            yield _line(option.name, f"{_shown(option, found)}  ({found.source})")
    yield _line("github token", _token(findings.settings))


def _token(settings: Settings | None) -> str:
    token = settings.github.token if settings else None
    return f"{MASK}  (environment)" if token else f"not set  ({' or '.join(TOKEN_VARIABLES)})"


def _shown(option: Option, found: Found) -> str:
    return MASK if option.secret else _short(_text(found.text))


def _text(text: Text) -> str:
    if isinstance(text, str):
        return text
    return ", ".join(one if isinstance(one, str) else one.name for one in text) or "none"


def _short(text: str) -> str:
    return text if len(text) <= _TEXT else f"{text[: _TEXT - 1]}…"


def _line(name: str, text: str) -> str:
    return f"{name:<{_WIDTH}} {text}"
