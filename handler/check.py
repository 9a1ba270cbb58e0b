"""What `config check` prints: what a run would do now, every setting with the place where it stands, secrets masked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from pathlib import Path

from digest.errors import UsageError
from digest.keeping import folder_of
from digest.pipeline import with_known_languages
from digest.publishing.targets import GitHubTarget, Target
from digest.settings import models
from digest.settings.find import GITHUB, Findings
from digest.settings.folders import required_writable
from digest.settings.found import Found, Text
from digest.settings.options import FILE_ONLY, OPTIONS, TOKEN_VARIABLES, Option
from digest.settings.values import GitHub, Settings
from digest.snapshots import read_snapshot
from handler.summary import span

MASK = "********"
_WIDTH = 14
_TEXT = 60
_LANGUAGES = frozenset({"language", "catalogues"})
_MODELS = frozenset({"model", "no-llm", "api-key", "api-base"})
_WINDOW = frozenset({"date", "since", "until", "timezone", "day-start", "snapshot"})
_PLACE = _WINDOW | {"repository"}


def problems(findings: Findings, now: datetime) -> tuple[UsageError, ...]:
    """All that would stop the run or spoil it, as far as it can be known without asking anybody."""
    late = (findings.placed(error) for error in _late(findings, now))
    return (*findings.problems, *late, *findings.unknown)


def _late(findings: Findings, now: datetime) -> Iterator[UsageError]:
    """What is only known once the settings are; what rests on a wrong one is not looked at."""
    for reads, check in _checks(findings.sound, now):
        if not reads & findings.wrong:
            try:
                check()
            except UsageError as error:
                yield error
    if not _MODELS & findings.wrong:
        yield from models.faults(findings.sound).values()


def _checks(settings: Settings, now: datetime) -> Iterator[tuple[frozenset[str], Callable[[], object]]]:
    yield _LANGUAGES, lambda: with_known_languages(settings)
    given = settings.snapshot
    if given is None:
        yield _WINDOW, lambda: settings.window(now)
        yield frozenset({GITHUB}), settings.github.required_token
    else:
        yield frozenset({"snapshot"}), lambda: read_snapshot(given)
    yield frozenset({"publish", GITHUB}) | _LANGUAGES, settings.required_publishable
    yield frozenset({"out"}), lambda: required_writable("--out", settings.out)
    yield frozenset({"state"}), lambda: required_writable("--state", settings.state)


def plan(findings: Findings, now: datetime) -> Iterator[str]:
    """The stages that would run, each with what it would do, as far as that is known."""
    settings = findings.sound

    def told(reads: frozenset[str], what: Callable[[], str]) -> str:
        try:
            return "not known while the errors stand" if reads & findings.wrong else what()
        except UsageError:
            return "not known while the errors stand"

    yield _line("fetch", told(_PLACE | {GITHUB}, lambda: _fetch(settings, now)))
    yield _line("write", told(_LANGUAGES | _MODELS | {"max-cost"}, lambda: _write(settings)))
    yield _line("render", told(_LANGUAGES, lambda: ", ".join(with_known_languages(settings).languages)))
    yield _line("keep", told(_PLACE | {"out"}, lambda: str(_keep(settings, now))))
    for target in settings.publish:
        yield _line("publish", told(frozenset({"publish"}), partial(_to, target, settings)))


def _fetch(settings: Settings, now: datetime) -> str:
    if settings.snapshot is not None:
        return f"nothing: starts from {settings.snapshot}"
    what = f"{settings.repository}, {span(settings.window(now))}, from {settings.github.graphql_url}"
    return f"{what}{_as_whom(settings.github)}"


def _as_whom(github: GitHub) -> str:
    """Nothing where it is just the one token."""
    if not (github.app or github.tokens):
        return ""
    readers = " and ".join(github.readers)
    found = github.app is not None and not (github.app.installations or github.tokens)
    token = github.token_variable if github.token else "any of its installations"
    return f", with {readers}" + (f", or {token} where it is not installed" if found else "")


def _write(settings: Settings) -> str:
    if not settings.uses_model:
        return settings.why_no_model
    limit = "" if settings.max_cost is None else f", for {settings.max_cost:g} USD at the most"
    return f"in {with_known_languages(settings).languages[0]} with {', then '.join(settings.models)}{limit}"


def _keep(settings: Settings, now: datetime) -> Path:
    if settings.snapshot is not None:
        given = read_snapshot(settings.snapshot)
        return folder_of(settings.out, given.repository, given.window)
    return folder_of(settings.out, settings.repository, settings.window(now))


def _to(target: Target, settings: Settings) -> str:
    """Where it goes, and as whom."""
    where = f"{target}{', as a dry run' if settings.dry_run else ''}"
    return f"{where}, with {settings.github.publisher or 'no token'}" if isinstance(target, GitHubTarget) else where


def table(findings: Findings) -> Iterator[str]:
    """Every setting that has a value, in the order of the options."""
    for option in (*OPTIONS, *FILE_ONLY):
        found = findings.found.get(option.name)
        if found is not None:
            yield _line(option.name, f"{_shown(option, found)}  ({found.source})")
    yield from (_line(name, f"{text}  (environment)") for name, text in _credentials(findings.sound.github))
    if not findings.sound.github.readers:
        yield _line("github token", f"none that can be used  ({' or '.join(TOKEN_VARIABLES)})")


def _credentials(github: GitHub) -> Iterator[tuple[str, str]]:
    """Those that are set, in the order in which they are looked at to read; no secret among them is told."""
    if github.app is not None:
        numbers = ", ".join(map(str, github.app.installations))
        installations = f"installation {numbers}" if numbers else "installations found by repository"
        yield "github app", f"{github.app.identity}, {installations}, key {MASK}"
    if github.tokens:
        yield "github tokens", f"{len(github.tokens)} of {MASK}"
    if github.token is not None:
        yield "github token", MASK
    if github.publish_token is not None:
        yield "publish token", MASK


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
