"""The items of a window, put in order once: what every finding starts from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from digest.facts import pairs
from digest.facts.pairs import NONE, Related
from digest.facts.states import state_at
from digest.facts.values import State
from digest.facts.voices import is_voice, said
from digest.model import Item, ListName, RollUp, Snapshot, is_listed
from digest.window import Window


@dataclass(frozen=True)
class Day:
    """A snapshot's items by list. ``touched`` are those that something happened to, or that people spoke about."""

    window: Window
    bots: tuple[str, ...]
    lists: Mapping[ListName, tuple[Item, ...]]
    touched: tuple[Item, ...]
    related: Mapping[int, Related]
    names: Mapping[int, frozenset[int]]
    """For each pull request, the items that its title and body name."""
    rollup: RollUp | None = None
    """Of several days, told as one."""

    @classmethod
    def of(cls, snapshot: Snapshot, bots: tuple[str, ...]) -> Day:
        window, items = snapshot.window, snapshot.items
        return cls(
            window=window,
            bots=bots,
            lists={name: snapshot.members(name) for name in ListName},
            touched=_touched(snapshot, bots),
            related=pairs.related(items, snapshot.repository, window.end),
            names={one.number: pairs.named_by(one) for one in items if one.is_pull},
            rollup=snapshot.rollup,
        )

    def state(self, item: Item) -> State:
        return state_at(item, self.window.end)

    def related_to(self, item: Item) -> Related:
        return self.related.get(item.number, NONE)


def _touched(snapshot: Snapshot, bots: tuple[str, ...]) -> tuple[Item, ...]:
    window = snapshot.window
    listed = snapshot.rollup.listed if snapshot.rollup else frozenset()
    return tuple(
        item
        for item in snapshot.items
        if item.number in listed or is_listed(item, window) or _was_discussed(item, window, bots)
    )


def _was_discussed(item: Item, window: Window, bots: tuple[str, ...]) -> bool:
    return any(one.at in window and is_voice(one, bots) for one in said(item))
