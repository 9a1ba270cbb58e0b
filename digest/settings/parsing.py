"""What the text of each setting means. Every function raises a UsageError that begins with the flag's name."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import get_args
from urllib.parse import urlsplit

from pydantic import SecretStr

from digest import window
from digest.errors import SettingsError
from digest.model import RepositoryName
from digest.publishing import targets
from digest.s3 import Location
from digest.settings.options import NO, YES
from digest.settings.values import Strategy

Parser = Callable[[str], object]


def switch(flag: str) -> Parser:
    """``true`` and ``false``, and the other ways that YAML and Actions users write them."""

    def parse(text: str) -> bool:
        if text.lower() not in (*YES, *NO):
            raise SettingsError(f"{flag}: {text!r} is neither true nor false")
        return text.lower() in YES

    return parse


def seconds(flag: str) -> Parser:
    """A positive number of seconds."""

    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not 0 < value < math.inf:
            raise SettingsError(f"{flag}: {text!r} is no number of seconds; write one above 0, like 600")
        return value

    return parse


def _dollars(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value < math.inf:
        raise SettingsError(f"--max-cost: {text!r} is no amount of US dollars; write 0 or more, like 0.25")
    return abs(value)


def url(text: str, name: str) -> str:
    """An http(s) address without credentials. Raises SettingsError that does not repeat it, since it may hold some."""
    try:
        parts = urlsplit(text)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if not usable:
        raise SettingsError(f"{name}: this is no http(s) address; write one like https://host.example/path")
    if parts.username or parts.password:
        raise SettingsError(f"{name}: credentials stand in the address; take them out")
    return text.rstrip("/")


def secret(text: str, name: str) -> SecretStr:
    """A token or key as a header can carry it. Raises SettingsError that does not repeat it."""
    if any(letter.isspace() for letter in text):
        raise SettingsError(f"{name}: white space stands inside; copy it once more, in one piece")
    if not (text.isascii() and text.isprintable()):
        raise SettingsError(f"{name}: a character stands in it that no key has; copy it once more")
    return SecretStr(text)


def _timezone(text: str) -> str:
    return window.zone(text).key


def _strategy(text: str) -> str:
    if text not in get_args(Strategy):
        raise SettingsError(f"--strategy: {text!r} is none of {', '.join(get_args(Strategy))}")
    return text


def _state(text: str) -> Path | Location:
    if "://" in text:
        return Location.parse(text, "--state")
    return path(text)


def path(text: str) -> Path:
    """A path as users write it, ``~`` included; a relative one is in the working folder."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)


def _file(text: str) -> Path:
    found = path(text)
    if not found.is_file():
        raise SettingsError(f"--snapshot: there is no file {text!r}")
    return found


def _catalogues(text: str) -> Path:
    found = path(text)
    if not found.is_dir():
        raise SettingsError(f"--catalogues: there is no folder {text!r}")
    return found


PARSERS: Mapping[str, Parser] = {
    "repository": RepositoryName.parse,
    "date": window.parse_date,
    "timezone": _timezone,
    "day-start": window.parse_day_start,
    "strategy": _strategy,
    "api-key": lambda text: secret(text, "--api-key"),
    "api-base": lambda text: url(text, "--api-base"),
    "no-llm": switch("--no-llm"),
    "max-cost": _dollars,
    "model-timeout": seconds("--model-timeout"),
    "snapshot": _file,
    "allow-public": switch("--allow-public"),
    "dry-run": switch("--dry-run"),
    "out": path,
    "base-url": lambda text: url(text, "--base-url"),
    "state": _state,
    "refresh": switch("--refresh"),
    "deadline": seconds("--deadline"),
    "strict": switch("--strict"),
    "verbose": switch("--verbose"),
    "catalogues": _catalogues,
}
"""Of settings with one value. Others are text as it stands; ``since`` and ``until`` are read later, with the zone."""

ENTRY_PARSERS: Mapping[str, Parser] = {"publish": targets.parse}
"""Of the entries of lists that are more than text."""
