"""Finding each setting: flag, then environment, then config file, then preset, then default."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar

from digest import window
from digest.errors import DigestError, SettingsError, UsageError
from digest.model import RepositoryName
from digest.settings import file, presets
from digest.settings.found import Found, Text
from digest.settings.github import READERS, addresses
from digest.settings.options import (
    APP_VARIABLES,
    FILE_ONLY,
    OPTIONS,
    PUBLISH_TOKEN,
    SHARED_TOKENS,
    TOKEN_VARIABLES,
    Option,
    Shape,
)
from digest.settings.parsing import ENTRY_PARSERS, PARSERS
from digest.settings.values import GitHub, Settings

E = TypeVar("E", bound=DigestError)
Flags = Mapping[str, object]
"""By option name: text, a list of texts, True or None. What is empty counts as not given, as Actions pass it."""

DEFAULT_FILE = "vllm-digest.yml"
_FIELDS = {"date": "on", "language": "languages", "model": "models"}
_WINDOW = ("date", "since", "until")
_OF_A_SNAPSHOT = ("repository", *_WINDOW, "timezone", "day-start", "strategy")
"""What a snapshot decides, or has behind it."""
GITHUB = "github"
"""What is wrong where an address or the token is."""
_PREFIX = "VLLM_DIGEST_"
_REPOSITORY = next(str(option.default) for option in OPTIONS if option.name == "repository")


@dataclass(frozen=True)
class Findings:
    """Where each setting stands, all that is wrong, and the settings, if nothing is.

    ``sound`` are the settings without those that are ``wrong``, which stand at their defaults. ``unknown`` are
    variables of the environment that nobody reads: they stop no run.
    """

    found: Mapping[str, Found]
    problems: tuple[UsageError, ...]
    settings: Settings | None
    file: Path | None
    sound: Settings
    wrong: frozenset[str] = frozenset()
    unknown: tuple[UsageError, ...] = ()

    def required(self) -> Settings:
        """The settings. Raises the first UsageError that there is."""
        if self.settings is None:
            raise self.problems[0]
        return self.settings

    def placed(self, error: E) -> E:
        """An error that names a setting by its flag, told of the place where that setting stands."""
        flag = str(error).partition(": ")[0]
        found = self.found.get(flag.removeprefix("--")) if flag.startswith("--") else None
        return found.fault(error, flag) if found else error


def settings(flags: Flags, environ: Mapping[str, str], folder: Path | None) -> Settings:
    """The settings of a run started in ``folder``. Raises the first UsageError that there is."""
    return find(flags, environ, folder).required()


@dataclass(frozen=True)
class Door:
    """What is said of ``flags`` that came in here: their ``source``, and ``before`` their names in an error."""

    source: str
    before: str

    def where(self, option: Option) -> str:
        return f"{self.before}{option.name}"


COMMAND_LINE = Door("flag", "--")


def find(
    flags: Flags,
    environ: Mapping[str, str],
    folder: Path | None,
    *,
    door: Door = COMMAND_LINE,
    config: file.Reading | None = None,
) -> Findings:
    """Everything that a run started in ``folder`` is told, and everything wrong with it.

    ``config`` stands for the config file. Without it and without a folder none is looked for.
    """
    given = [dict(_from_flags(flags, door)), dict(_from_environment(environ))]
    path = _file(given, folder) if folder and config is None else None
    reading = config or (file.read(path, _shown(path, folder)) if path and folder else file.Reading())
    layers = [*given, reading.found]
    clashes = (*_beside_snapshot(layers), *_choose_window(layers))
    found = _first([*layers, dict(_defaults())])
    values, faults = _values(found)
    where, github_faults = _github(environ)
    problems = (*reading.problems, *clashes, *faults.values(), *github_faults)
    sound = Settings.model_validate({"repository": RepositoryName.parse(_REPOSITORY), **values, "github": where})
    wrong = reading.wrong.union(faults, {"date"} if clashes else (), {GITHUB} if github_faults else ())
    unknown = tuple(_unknown(environ))
    return Findings(_with_preset(found, values), problems, None if problems else sound, path, sound, wrong, unknown)


def _from_flags(flags: Flags, door: Door) -> Iterator[tuple[str, Found]]:
    for option in OPTIONS:
        text = _text(option, flags.get(option.name))
        if text:
            yield option.name, Found(text, door.source, door.where(option))


def _from_environment(environ: Mapping[str, str]) -> Iterator[tuple[str, Found]]:
    for option in OPTIONS:
        text = _text(option, environ.get(option.variable))
        if text:
            yield option.name, Found(text, "environment", option.variable)


def _unknown(environ: Mapping[str, str]) -> Iterator[UsageError]:
    """Variables that are called like ours, and that nobody reads: mostly a slip of the pen."""
    known = {option.variable for option in OPTIONS} | {*TOKEN_VARIABLES, PUBLISH_TOKEN, SHARED_TOKENS, *APP_VARIABLES}
    for name in sorted(environ):
        if name.startswith(_PREFIX) and name not in known and environ[name].strip():
            yield SettingsError(f"{name}: there is no such variable; {_instead(name, sorted(known))}")


def _instead(name: str, known: list[str]) -> str:
    if only := [option.name for option in FILE_ONLY if option.variable == name]:
        return f"{only[0]!r} is set in the config file alone"
    near = get_close_matches(name.removeprefix(_PREFIX), [one.removeprefix(_PREFIX) for one in known], n=1)
    return f"did you mean {_PREFIX}{near[0]}?" if near else "`config check` lists what can be set"


def _defaults() -> Iterator[tuple[str, Found]]:
    for option in OPTIONS:
        if option.default:
            yield option.name, Found(option.default, "default", option.flag)


def _text(option: Option, given: object) -> str | tuple[str, ...]:
    """What was given as text: a list is one a line, blank lines and spaces around do not count."""
    if given is None or given is False:
        return ""
    if option.shape is Shape.MANY:
        entries = [given] if isinstance(given, str) else list(given) if isinstance(given, list | tuple) else []
        lines = [line.strip() for entry in entries for line in str(entry).splitlines()]
        return tuple(filter(None, lines))
    return "true" if given is True else str(given).strip()


def _file(given: list[dict[str, Found]], folder: Path) -> Path | None:
    """The config file that is named, else the usual one if it is there."""
    named = _first(given).get("config")
    if named is not None:
        return folder / Path(str(named.text)).expanduser()
    usual = folder / DEFAULT_FILE
    return usual if usual.is_file() else None


def _shown(path: Path, folder: Path) -> str:
    return str(path.relative_to(folder)) if path.is_relative_to(folder) else str(path)


def _first(layers: list[Mapping[str, Found]] | list[dict[str, Found]]) -> dict[str, Found]:
    merged: dict[str, Found] = {}
    for layer in layers:
        merged = {**layer, **merged}
    return merged


def _beside_snapshot(layers: list[Mapping[str, Found]]) -> Iterator[UsageError]:
    """A flag that a snapshot makes void is a mistake; elsewhere it is a habit that one run departs from."""
    snapshot = next((layer["snapshot"] for layer in layers if "snapshot" in layer), None)
    for name in _OF_A_SNAPSHOT:
        if snapshot and name in layers[0]:
            told = f"stands beside {snapshot.where}, whose repository and window are the report's; leave one out"
            yield SettingsError(f"{layers[0][name].where}: {told}")


def _choose_window(layers: list[Mapping[str, Found]]) -> Iterator[UsageError]:
    """``date`` and ``since``/``until`` exclude each other: the layer that comes first decides which it is."""
    first = next((layer for layer in layers if any(name in layer for name in _WINDOW)), {})
    if "date" in first and ("since" in first or "until" in first):
        yield SettingsError(f"{first['date'].where}: stands beside --since or --until; give a date or a free window")
    dropped = ("since", "until") if "date" in first else ("date",) if first else ()
    for number, layer in enumerate(layers):
        layers[number] = {key: found for key, found in layer.items() if layer is first or key not in dropped}


def _values(found: Mapping[str, Found]) -> tuple[dict[str, object], dict[str, UsageError]]:
    """The values by their fields, and what is wrong by the option."""
    values: dict[str, object] = {}
    faults: dict[str, UsageError] = {}
    for option in (*OPTIONS, *FILE_ONLY):
        if option.name in found and option.name not in ("config", "since", "until"):
            try:
                values[_FIELDS.get(option.name, option.parameter)] = _value(option, found[option.name])
            except UsageError as error:
                faults[option.name] = found[option.name].fault(error, option.flag)
    faults.update(("until", error) for error in _moments(found, values))
    return values, faults


def _value(option: Option, found: Found) -> object:
    if option.shape is Shape.MANY:
        entries = _distinct(found.text)
        parse = ENTRY_PARSERS.get(option.name)
        return tuple(parse(str(entry)) for entry in entries) if parse else entries
    return PARSERS.get(option.name, str)(str(found.text))


def _distinct(text: Text) -> Text:
    """Each entry once: a second page in the same language, or the same model as its own fall-back, is no use."""
    return tuple(dict.fromkeys(text)) if isinstance(text, tuple) and text and isinstance(text[0], str) else text


def _moments(found: Mapping[str, Found], values: dict[str, object]) -> Iterator[UsageError]:
    """``since`` and ``until`` need each other, and the zone."""
    ends = [name for name in ("since", "until") if name in found]
    zone = values.get("timezone")
    if len(ends) == 1:
        other = "--until" if ends == ["since"] else "--since"
        yield SettingsError(f"{found[ends[0]].where}: needs {other} beside it")
    if len(ends) < 2 or not isinstance(zone, str):
        return
    try:
        since, until = (window.parse_moment(str(found[name].text), zone, found[name].where) for name in ends)
        window.between(since, until, zone)
        values |= {"since": since, "until": until}
    except UsageError as error:
        yield error


def _github(environ: Mapping[str, str]) -> tuple[GitHub, tuple[UsageError, ...]]:
    where, faults = GitHub(), []
    try:
        where = addresses(environ)
    except UsageError as error:
        faults.append(error)
    for name, read in READERS.items():
        try:
            where = where.model_copy(update={name: read(environ)})
        except UsageError as error:
            faults.append(error)
    return where, tuple(faults)


def _with_preset(found: dict[str, Found], values: Mapping[str, object]) -> Mapping[str, Found]:
    repository = values.get("repository")
    return {**presets.of(repository), **found} if isinstance(repository, RepositoryName) else found
