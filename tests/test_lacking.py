"""Which windows a target lacks, as backfill and catching up ask it."""

from __future__ import annotations

from pathlib import Path

from digest.deadline import NEVER
from digest.lacking import lacking
from digest.model import RepositoryName
from digest.progress import Silence
from digest.publishing.targets import FolderTarget
from digest.settings.values import Settings
from tests.made import HERE
from tests.publishing.conftest import desk, small, to, window

__all__ = ["desk", "to"]


def settings(folder: Path) -> Settings:
    target = FolderTarget(text=f"dir:{folder}", path=folder)
    return Settings(repository=RepositoryName(owner="o", name="n"), languages=("en",), publish=(target,))


async def test_those_that_are_not_there_come_back_oldest_first(to, tmp_path: Path):
    windows = [window(day) for day in (3, 0, 2, 1)]
    asked = settings(tmp_path)
    assert await lacking(asked, HERE, windows, NEVER, Silence()) == tuple(window(day) for day in range(4))
    await to(small(1), f"dir:{tmp_path}")
    await to(small(3), f"dir:{tmp_path}")
    assert await lacking(asked, HERE, windows, NEVER, Silence()) == (window(0), window(2))


async def test_no_window_is_no_look(tmp_path: Path):
    assert await lacking(settings(tmp_path), HERE, (), NEVER, Silence()) == ()
