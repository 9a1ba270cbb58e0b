"""The words of a report in one language: a YAML file of messages, the same keys in every language.

A message may hold ``{name}`` places, and may be a mapping of plural forms (``one``, ``other`` ..., as CLDR names
them) chosen by the value ``n``. A user adds a language by adding a file that is called by its tag, like ``pt-BR.yml``.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from digest import templating
from digest.errors import SettingsError

if TYPE_CHECKING:
    from babel import Locale

REFERENCE = "en"
"""The language whose file says which keys there are."""

_TAG = re.compile(r"[a-z]{2,8}(-[a-z0-9]{2,8})*", re.IGNORECASE | re.ASCII)
"""What a language tag looks like, without its rarer forms: https://www.rfc-editor.org/rfc/rfc5646#section-2.1"""

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
        """Its rules for plurals and numbers. A language that CLDR does not know has those of the reference."""
        from babel import Locale, UnknownLocaleError

        tag = self.language
        while tag:
            try:
                return Locale.parse(tag, sep="-")
            except (UnknownLocaleError, ValueError):
                tag = tag.rpartition("-")[0]
        return Locale.parse(REFERENCE)

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

    Raises SettingsError for a language without a file, naming those that have one, and for a file that is not called
    by a language tag, lacks a message, or has places that its reference does not.
    """
    found = {_tag(path).casefold(): path for path in _files(folder)}
    path = found.get(language.replace("_", "-").casefold())
    if path is None:
        known = ", ".join(sorted(filter(_TAG.fullmatch, map(_tag, found.values()))))
        raise SettingsError(f"--language: there is no catalogue for {language!r}; there are {known}")
    if not _TAG.fullmatch(_tag(path)):
        raise SettingsError(f"catalogues: {path} is not called by a language tag; name it like pt-BR.yml")
    messages = _bundled(path) if path.parent == _home() else _read(path)
    _check(path, messages, _bundled(_home() / f"{REFERENCE}.yml"))
    return Catalogue(language=_tag(path), messages=messages)


def languages(folder: Path | None = None) -> tuple[str, ...]:
    return tuple(sorted({_tag(path) for path in _files(folder)}))


def _tag(path: Path) -> str:
    """``zh_CN.yml``, as other tools call their catalogues, is zh-CN too."""
    return path.stem.replace("_", "-")


def _files(folder: Path | None) -> Iterator[Path]:
    """A user's files come last, so that they win over bundled ones."""
    yield from sorted(_home().glob("*.yml"))
    if folder is not None:
        yield from sorted(folder.glob("*.yml"))


def _home() -> Path:
    """Where the bundled ones are."""
    return templating.folder() / "i18n"


@cache
def _bundled(path: Path) -> Mapping[str, Message]:
    """Read once: a page asks for its catalogue several times, and a process may make many pages."""
    return _read(path)


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
        try:
            odd = sorted(_places(messages[key]) - _places(reference[key]))
        except ValueError as error:
            raise SettingsError(f"catalogues: {path}: the message {key!r} has a brace too many: {error}") from None
        if odd:
            raise SettingsError(f"catalogues: {path}: the message {key!r} has a place {{{odd[0]}}} that nothing fills")


def _places(message: Message) -> set[str]:
    """As they are written: a place with a format of its own is none that the reference has. Raises ValueError."""
    texts = [message] if isinstance(message, str) else message.values()
    return {
        f"{name}{f'!{conversion}' if conversion else ''}{f':{form}' if form else ''}"
        for text in texts
        for _, name, form, conversion in string.Formatter().parse(text)
        if name is not None
    }
