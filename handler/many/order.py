"""What a run over many repositories is asked for, in an execution's input or in a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from difflib import get_close_matches

import yaml

from digest import window
from digest.errors import SettingsError, UsageError, WindowError
from digest.model import RepositoryName, Value
from digest.settings.options import OPTIONS

Options = Mapping[str, object]
"""Run options by their names, as in an event of the function; ``repository`` among them."""

KEYS = ("repositories", "since", "until", "again", "config", "time")
_OF_THE_LIST = ("date", "since", "until", "time")
_SECRET = tuple(option.name for option in OPTIONS if option.secret)


class Order(Value):
    """``repositories`` with their own options, and the days: from ``since``, up to and without ``until``.

    Without ``since`` it is the newest complete day, without ``until`` all up to that. ``again`` names an earlier run
    whose items are taken that it did not end well, in place of all that.
    """

    repositories: tuple[Options, ...] = ()
    since: date | None = None
    until: date | None = None
    again: str = ""

    @property
    def is_empty(self) -> bool:
        return not (self.repositories or self.again)


def read(given: object, name: str) -> Order:
    """The order that the input, or the file called ``name``, holds. Raises a UsageError that names it."""
    if not isinstance(given, Mapping):
        raise SettingsError(f"{name}: this is {_kind(given)}; write keys and values: {', '.join(KEYS[:3])}")
    for key in given:
        if key not in KEYS:
            raise SettingsError(f"{name}: there is no key {key!r}; {_instead(str(key))}")
    order = Order(
        repositories=_repositories(given.get("repositories") or (), name),
        since=_date(given, "since", name),
        until=_date(given, "until", name),
        again=str(given.get("again") or ""),
    )
    if order.until and not order.since:
        raise SettingsError(f"{name}: until: needs since beside it")
    if order.again and (order.repositories or order.since):
        raise SettingsError(f"{name}: again: takes the items of that run; leave out {_beside(order)}")
    return order


def read_text(data: bytes, name: str) -> Order:
    """The order in a file: YAML, and so JSON. Scalars are taken as they are written."""
    try:
        return read(yaml.load(data, yaml.BaseLoader) or {}, name)
    except yaml.YAMLError as error:
        raise SettingsError(f"{name}: this is no YAML: {getattr(error, 'problem', None) or error}") from None


def _repositories(given: object, name: str) -> tuple[Options, ...]:
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise SettingsError(f"{name}: repositories: this is {_kind(given)}; write a list of OWNER/NAME")
    return tuple(_entry(one, name) for one in given)


def _entry(given: object, name: str) -> Options:
    """``OWNER/NAME``, or a mapping with that and options."""
    entry = {"repository": given} if isinstance(given, str) else given
    if not isinstance(entry, Mapping) or not isinstance(entry.get("repository"), str):
        raise SettingsError(f"{name}: repositories: an entry is OWNER/NAME, or options with `repository: OWNER/NAME`")
    try:
        repository = RepositoryName.parse(str(entry["repository"]), f"{name}: repositories")
    except UsageError as error:
        raise SettingsError(str(error)) from None
    for key in entry:
        if key in _OF_THE_LIST:
            raise SettingsError(f"{name}: {repository}: {key}: the days are the whole list's; leave it out here")
        if key in _SECRET:
            raise SettingsError(
                f"{name}: {repository}: {key}: a list is kept as it is; set it on the function, by its ARN"
            )
    return {**entry, "repository": str(repository)}


def _date(given: Mapping[str, object], key: str, name: str) -> date | None:
    text = str(given.get(key) or "")
    try:
        return window.parse_date(text) if text else None
    except WindowError as error:
        raise WindowError(f"{name}: {key}{str(error).removeprefix('--date')}") from None


def _beside(order: Order) -> str:
    return "repositories" if order.repositories else "since"


def _instead(key: str) -> str:
    near = get_close_matches(key, KEYS, n=1, cutoff=0.5)
    return f"did you mean {near[0]!r}?" if near else f"known are {', '.join(KEYS)}"


def _kind(given: object) -> str:
    if isinstance(given, Mapping):
        return "a mapping"
    return "a list" if isinstance(given, Sequence) and not isinstance(given, str | bytes) else "one value"
