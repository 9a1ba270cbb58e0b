"""The reference windows as one world: each item as all windows together tell it.

Later windows win on titles and labels, which are as of each run. An item that stands only in closing lists was opened
before all windows. An issue that was closed in two windows belongs to its last closing, as in GitHub's own search.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from tests.github_stub.world import World, moment

LONG_BEFORE = timedelta(days=30)
# The windows have logins only. Who closes what went stale is a bot.
BOTS = frozenset({"dependabot", "github-actions", "mergify"})
SWEEPER, STALE = "github-actions[bot]", "stale"


@dataclass
class Told:
    """What the windows say of one item."""

    entry: dict[str, Any]
    is_pull: bool
    created: datetime | None = None
    closed: list[datetime] = field(default_factory=list)
    merged: datetime | None = None

    def take(self, entry: dict[str, Any], name: str) -> None:
        self.entry = entry
        at = moment(entry["at"])
        if name.endswith("opened"):
            self.created = at
        elif name == "prs_merged":
            self.merged = at
        else:
            self.closed.append(at)


def load(world: World, folder: Path) -> list[dict[str, Any]]:
    """Puts all windows of the folder into the world, whose clock is set a day past the last. Gives the windows back."""
    windows = sorted((json.loads(path.read_text("utf-8")) for path in folder.glob("*.json")), key=_start)
    if not windows:
        raise FileNotFoundError(f"{folder} holds no windows")
    for repository in {window["repository"] for window in windows}:
        _fill(world, repository, [window for window in windows if window["repository"] == repository])
    world.now = max(moment(window["window"]["end"]) for window in windows) + timedelta(days=1)
    return windows


def _start(window: dict[str, Any]) -> datetime:
    return moment(window["window"]["start"])


def _fill(world: World, repository: str, windows: list[dict[str, Any]]) -> None:
    unknown = _start(windows[0]) - LONG_BEFORE
    for number, told in sorted(_gathered(windows).items()):
        common = {
            "repository": repository,
            "title": told.entry["title"],
            "labels": told.entry["labels"],
            "author": _login(told.entry["author"]),
            "created": told.created or unknown,
        }
        if told.is_pull:
            _pull(world, number, told, common)
        else:
            _issue(world, number, told, common)


def _login(author: str) -> str:
    return f"{author}[bot]" if author in BOTS else author


def _gathered(windows: list[dict[str, Any]]) -> dict[int, Told]:
    items: dict[int, Told] = {}
    for window in windows:
        for name, entries in window["lists"].items():
            for entry in entries:
                told = items.setdefault(entry["number"], Told(entry, name.startswith("prs")))
                told.take(entry, name)
    return items


def _pull(world: World, number: int, told: Told, common: dict[str, Any]) -> None:
    closed = max(told.closed, default=None)
    if told.merged:
        world.pull(number, merged=told.merged, **common)
    else:
        closer = SWEEPER if STALE in told.entry["labels"] else common["author"]
        world.pull(number, closed=closed, closed_by=closer, **common)


def _issue(world: World, number: int, told: Told, common: dict[str, Any]) -> None:
    """An issue that was closed twice was reopened in between, some time before its last closing."""
    issue = world.issue(number, **common)
    by, reason = (SWEEPER, "NOT_PLANNED") if STALE in told.entry["labels"] else ("maintainer", "COMPLETED")
    for place, at in enumerate(sorted(set(told.closed))):
        if place:
            world.reopen(issue, at - timedelta(hours=1))
        world.close(issue, at, by, reason)
