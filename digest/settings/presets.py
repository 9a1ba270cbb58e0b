"""What is known beforehand of some repositories: the project's name and the ecosystems that its readers follow."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from digest import templating
from digest.model import RepositoryName
from digest.settings.file import Reading, read
from digest.settings.found import Found
from digest.settings.options import FILE_ONLY, Shape

_KEYS: Mapping[str, Shape] = {"repositories": Shape.MANY, **{option.name: option.shape for option in FILE_ONLY}}


def of(repository: RepositoryName, folder: Path | None = None) -> Mapping[str, Found]:
    """The settings that are bundled for a repository; for another one, its name as the title and nothing to follow."""
    for path in sorted((folder or templating.folder() / "presets").glob("*.yml")):
        preset = _read(path)
        if str(repository).casefold() in _repositories(preset):
            return {
                key: Found(one.text, "preset", one.where) for key, one in preset.found.items() if key in _settings()
            }
    return {"title": Found(repository.name, "repository", "--repository")}


def _read(path: Path) -> Reading:
    """Raises what is wrong in it: a bundled file has to be right."""
    preset = read(path, keys=_KEYS)
    for problem in preset.problems:
        raise problem
    return preset


def _repositories(preset: Reading) -> tuple[str, ...]:
    return tuple(str(name).casefold() for name in preset.found["repositories"].text)


def _settings() -> frozenset[str]:
    return frozenset(_KEYS) - {"repositories"}
