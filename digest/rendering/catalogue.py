"""The words of a report in one language: a YAML file of messages, the same keys in every language.

A message may hold ``{name}`` places, and may be a mapping of plural forms (``one``, ``other`` ..., as CLDR names
them) chosen by the value ``n``. A user adds a language by adding a file.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from digest import templating
from digest.errors import SettingsError

if TYPE_CHECKING:
    from babel import Locale

REFERENCE = "en"
"""The language whose file says which keys there are."""

_PLURALS = frozenset({"zero", "one", "two", "few", "many", "other"})
Message = str | Mapping[str, str]


@dataclass(frozen=True)
class Catalogue:
    """The messages of one language, flat: ``section.key`` to its text or its plural forms."""

    language: str
    messages: Mapping[str, Message] = field(repr=False)

    def __call__(self, key: str, **values: object) -> str:
        """The message with its places filled in. Numbers are written as the language writes them."""
        message = self.messages[key]
        if not isinstance(message, str):
            message = message.get(self._form(values.get("n")), message["other"])
        return message.format_map({name: self._shown(value) for name, value in values.items()})

    def has(self, key: str) -> bool:
        return key in self.messages

    @cached_property
    def locale(self) -> Locale:
        from babel import Locale

        return Locale.parse(self.language, sep="-")

    def _form(self, n: object) -> str:
        return self.locale.plural_form(n) if isinstance(n, int | float) else "other"

    def _shown(self, value: object) -> object:
        """Thousands are separated as the language does; years and item numbers come as text and stay."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            return value
        from babel.numbers import format_decimal

        return format_decimal(value, locale=self.locale)


def load(language: str, folder: Path | None = None) -> Catalogue:
    """The catalogue of that language, from ``folder`` (a user's own) or the bundled ones.

    Raises SettingsError for a language without a file, naming those that have one, and for a file that lacks
    a message or has places that its reference does not.
    """
    found = {path.stem.casefold(): path for path in _files(folder)}
    path = found.get(language.casefold())
    if path is None:
        known = ", ".join(sorted(path.stem for path in found.values()))
        raise SettingsError(f"--language: there is no catalogue for {language!r}; there are {known}")
    messages = _read(path)
    _check(path, messages, _read(templating.folder() / "i18n" / f"{REFERENCE}.yml"))
    return Catalogue(language=path.stem, messages=messages)


def languages(folder: Path | None = None) -> tuple[str, ...]:
    return tuple(sorted({path.stem for path in _files(folder)}))


def _files(folder: Path | None) -> Iterator[Path]:
    """A user's files come last, so that they win over bundled ones."""
    yield from sorted((templating.folder() / "i18n").glob("*.yml"))
    if folder is not None:
        yield from sorted(folder.glob("*.yml"))


def _read(path: Path) -> dict[str, Message]:
    try:
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        tree = yaml.load(path.read_text(encoding="utf-8"), Loader=loader)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise SettingsError(f"catalogues: {path} cannot be read: {error}") from None
    if not isinstance(tree, dict):
        raise SettingsError(f"catalogues: {path} is no mapping of messages")
    return dict(_flat(tree, ""))


def _flat(tree: Mapping[str, object], prefix: str) -> Iterator[tuple[str, Message]]:
    for key, value in tree.items():
        name = f"{prefix}{key}"
        if not isinstance(value, dict):
            yield name, str(value)
        elif "other" in value and value.keys() <= _PLURALS:
            yield name, {str(form): str(text) for form, text in value.items()}
        else:
            yield from _flat(value, f"{name}.")


def _check(path: Path, messages: Mapping[str, Message], reference: Mapping[str, Message]) -> None:
    if missing := sorted(reference.keys() - messages.keys()):
        raise SettingsError(f"catalogues: {path} lacks the message {missing[0]!r} ({len(missing)} in all)")
    for key in reference:
        if odd := sorted(_places(messages[key]) - _places(reference[key])):
            raise SettingsError(f"catalogues: {path}: the message {key!r} has a place {{{odd[0]}}} that nothing fills")


def _places(message: Message) -> set[str]:
    texts = [message] if isinstance(message, str) else message.values()
    return {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}
