"""The config file: YAML in, settings out, and every mistake with its line.

Scalars are taken as they are written: ``language: no`` is Norwegian and ``day-start: 11:21`` a time, which
YAML 1.1 would read as false and as 681. https://yaml.org/type/
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from digest.errors import SettingsError, UnreadableInput, UsageError
from digest.facts.focus import Focus
from digest.settings.found import Found, Text
from digest.settings.options import FILE_ONLY, OPTIONS, Shape

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
FOCUS_KEYS = tuple(Focus.model_fields)
_EMPTY = frozenset(option.name for option in FILE_ONLY)
_SHAPES = {option.name: option.shape for option in (*OPTIONS, *FILE_ONLY) if option.in_file}


@dataclass(frozen=True)
class Reading:
    """What a file says, and what is wrong in it, in the order of its lines. ``wrong`` are the keys that say nothing."""

    found: Mapping[str, Found] = field(default_factory=dict)
    problems: tuple[UsageError, ...] = ()
    wrong: frozenset[str] = frozenset()


def read(path: Path, name: str | None = None, keys: Mapping[str, Shape] = _SHAPES) -> Reading:
    """What the config file at ``path`` says; ``name`` is how messages call it. Raises nothing: see `problems`."""
    try:
        return parse(path.read_bytes(), name or str(path), keys)
    except OSError as error:
        told = UnreadableInput(f"--config: {path} cannot be read: {error.strerror or error}")
        return Reading(problems=(told,), wrong=frozenset(keys))


def parse(data: bytes, name: str, keys: Mapping[str, Shape] = _SHAPES) -> Reading:
    """What a config file called ``name`` says, wherever it came from. Raises nothing: see `problems`."""
    try:
        return _File(name, keys).read(data)
    except SettingsError as error:
        return Reading(problems=(error,), wrong=frozenset(keys))


@dataclass(frozen=True)
class _File:
    name: str
    keys: Mapping[str, Shape]

    def read(self, data: bytes) -> Reading:
        found: dict[str, Found] = {}
        problems: list[UsageError] = []
        wrong: set[str] = set()
        for key, node, value in self._entries(self._root(data), problems, self.keys):
            before = len(problems)
            text = self._text(key, value, problems)
            if len(problems) > before:
                wrong.add(key)
            elif text is not None:
                found[key] = Found(text, f"{self.name}:{_line(node)}", f"{self.name}, line {_line(node)}: {key}")
        return Reading(found, tuple(problems), frozenset(wrong))

    def _root(self, data: bytes) -> MappingNode | None:
        try:
            root = yaml.compose(data, Loader=_LOADER)
        except yaml.MarkedYAMLError as error:
            line = (error.problem_mark.line + 1) if error.problem_mark else 1
            raise SettingsError(f"{self.name}, line {line}: this is no YAML: {error.problem}") from None
        except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
            raise SettingsError(f"{self.name}: this is no YAML: {error}") from None
        if root is None or (isinstance(root, ScalarNode) and not root.value):
            return None
        if not isinstance(root, MappingNode):
            raise self._wrong(root, "a config file holds `key: value` lines")
        return root

    def _entries(
        self, mapping: MappingNode | None, problems: list[UsageError], known: Mapping[str, object], inside: str = ""
    ) -> Iterator[tuple[str, Node, Node]]:
        """The known keys with their nodes. Unknown and repeated ones become problems."""
        seen: dict[str, int] = {}
        for node, value in mapping.value if mapping else ():
            key = node.value if isinstance(node.value, str) else "a key that is no word"
            if key not in known:
                problems.append(self._wrong(node, f"unknown key {key!r}{inside}{nearest(key, tuple(known))}"))
            elif key in seen:
                problems.append(self._wrong(node, f"{key!r} stands here again (first in line {seen[key]}): keep one"))
            else:
                seen[key] = _line(node)
                yield key, node, value

    def _text(self, key: str, value: Node, problems: list[UsageError]) -> Text | None:
        """What the key says; None for nothing."""
        if key == "focus":
            return self._focuses(value, problems)
        if self.keys[key] is Shape.MANY:
            # An empty list of bots replaces the preset's; of languages it means that none is set.
            return self._many(key, value, problems) or (() if key in _EMPTY else None)
        return self._one(key, value, problems) or None

    def _one(self, key: str, node: Node, problems: list[UsageError]) -> str:
        if not isinstance(node, ScalarNode):
            problems.append(self._wrong(node, f"{key}: this is {_kind(node)}; write one value"))
            return ""
        # Unquoted, these are YAML's ways to say that there is nothing.
        if not node.style and node.value in ("~", "null", "Null", "NULL"):
            return ""
        return str(node.value).strip()

    def _many(self, key: str, node: Node, problems: list[UsageError]) -> tuple[str, ...]:
        """A list, also an empty one; a single value is a list of one."""
        if isinstance(node, ScalarNode):
            return tuple(filter(None, [self._one(key, node, problems)]))
        if not isinstance(node, SequenceNode):
            problems.append(self._wrong(node, f"{key}: this is {_kind(node)}; write a list of values"))
            return ()
        return tuple(filter(None, [self._one(key, entry, problems) for entry in node.value]))

    def _focuses(self, node: Node, problems: list[UsageError]) -> tuple[Focus, ...]:
        if isinstance(node, ScalarNode) and not self._one("focus", node, problems):
            return ()
        if not isinstance(node, SequenceNode):
            told = f"focus: this is {_kind(node)}; write a list of areas, each with a name"
            problems.append(self._wrong(node, told))
            return ()
        areas: dict[str, Focus] = {}
        for entry in node.value:
            area = self._focus(entry, problems)
            if area is not None and area.name in areas:
                told = f"focus: two areas are called {area.name!r}; give each its own name"
                problems.append(self._wrong(entry, told))
            elif area is not None:
                areas[area.name] = area
        return tuple(areas.values())

    def _focus(self, node: Node, problems: list[UsageError]) -> Focus | None:
        """The area; None, and all that is wrong with it in ``problems``, where it cannot be."""
        before = len(problems)
        if not isinstance(node, MappingNode):
            told = f"focus: this is {_kind(node)}; write an area as `- name: …` with its keys below"
            problems.append(self._wrong(node, told))
            return None
        given = {key: value for key, _, value in self._entries(node, problems, dict.fromkeys(FOCUS_KEYS), " in focus")}
        name = self._one("focus: name", given["name"], problems) if "name" in given else ""
        lists = {key: self._many(f"focus: {key}", value, problems) for key, value in given.items() if key != "name"}
        # What is missing may be what stands there misspelt.
        if len(problems) == before:
            problems.extend(self._lacking(node, name, lists))
        return Focus(name=name, **lists) if len(problems) == before else None

    def _lacking(self, node: Node, name: str, lists: Mapping[str, tuple[str, ...]]) -> Iterator[UsageError]:
        if not name:
            yield self._wrong(node, "focus: an area needs a name")
        elif not any(lists.values()):
            yield self._wrong(node, f"focus: {name!r} matches nothing; give it {', '.join(FOCUS_KEYS[1:])}")

    def _wrong(self, node: Node, what: str) -> SettingsError:
        return SettingsError(f"{self.name}, line {_line(node)}: {what}")


def _kind(node: Node) -> str:
    return "one value" if isinstance(node, ScalarNode) else "a list" if isinstance(node, SequenceNode) else "a mapping"


def _line(node: Node) -> int:
    return int(node.start_mark.line) + 1


def nearest(key: str, known: tuple[str, ...]) -> str:
    """What a misspelt key may have been meant to be, or what there is, for the end of a message."""
    from difflib import get_close_matches

    near = get_close_matches(key.replace("_", "-").lower(), known, n=1, cutoff=0.6)
    return f"; did you mean {near[0]!r}?" if near else f"; known are {', '.join(known)}"
