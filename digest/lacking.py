"""Which windows a target lacks: what a schedule that was dropped, delayed or killed left undone.

Nothing is remembered for it: the targets themselves are looked at, each once for all windows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from digest.deadline import Deadline
from digest.delivering import desk
from digest.errors import RemoteError
from digest.model import RepositoryName
from digest.progress import Progress
from digest.publishing.desk import Desk
from digest.publishing.place import Sought
from digest.publishing.publish import opened
from digest.publishing.targets import Target
from digest.settings.values import Settings
from digest.window import Window


@dataclass(frozen=True)
class Stock:
    """What stands where: of each target the windows that it has, with the addresses. None: it could not be seen."""

    windows: tuple[Window, ...]
    targets: Mapping[str, Mapping[Window, str] | None]

    @property
    def lacking(self) -> tuple[Window, ...]:
        """The windows that a target lacks, the oldest first."""
        return tuple(one for one in self.windows if self.lacking_at(one))

    def lacking_at(self, window: Window) -> frozenset[str]:
        """The targets that lack the window.

        One that could not be seen counts as lacking the newest alone: that one tells what is wrong with it, and what
        could not be published either is not paid for.
        """
        return frozenset(name for name, has in self.targets.items() if self._lacks(has, window))

    def addresses(self, window: Window) -> tuple[str, ...]:
        """Where the window's report stands, in the order of the targets."""
        return tuple(has[window] for has in self.targets.values() if has and window in has)

    def _lacks(self, has: Mapping[Window, str] | None, window: Window) -> bool:
        return window == self.windows[-1] if has is None else window not in has


async def lacking(
    settings: Settings,
    repository: RepositoryName,
    windows: Sequence[Window],
    deadline: Deadline,
    progress: Progress,
) -> tuple[Window, ...]:
    """Those of the windows whose report a target of the settings lacks, the oldest first. Raises nothing."""
    return (await look(settings, repository, windows, deadline, progress)).lacking


async def look(
    settings: Settings,
    repository: RepositoryName,
    windows: Sequence[Window],
    deadline: Deadline,
    progress: Progress,
) -> Stock:
    """Looks at all targets, side by side. Of one that cannot be seen a warning tells."""
    if not windows:
        return Stock((), {})
    ordered = tuple(sorted(windows, key=lambda one: one.start))
    sought = Sought(
        repository=repository, windows=ordered, languages=settings.languages, server=settings.github.server_url
    )
    at = desk(settings, progress, deadline)
    seen = await asyncio.gather(*(_seen(one, sought, at) for one in settings.publish))
    return Stock(ordered, {str(target): has for target, has in zip(settings.publish, seen, strict=True)})


async def _seen(target: Target, sought: Sought, at: Desk) -> Mapping[Window, str] | None:
    try:
        async with opened(target, at) as place:
            return await place.standing(sought)
    except RemoteError as error:
        told = str(error).removeprefix("--publish: ")
        at.progress.warn(f"--publish {target}: it is not known which days it lacks: {told}")
        return None
