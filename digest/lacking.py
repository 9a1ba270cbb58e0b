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
    targets: tuple[Mapping[Window, str] | None, ...]

    @property
    def lacking(self) -> tuple[Window, ...]:
        """The windows that a target lacks, the oldest first.

        One that could not be seen counts as lacking the newest alone: that one tells what is wrong with it, and what
        could not be published either is not paid for.
        """
        return tuple(one for one in self.windows if any(self._lacks(target, one) for target in self.targets))

    def addresses(self, window: Window) -> tuple[str, ...]:
        """Where the window's report stands, in the order of the targets."""
        return tuple(target[window] for target in self.targets if target and window in target)

    def _lacks(self, target: Mapping[Window, str] | None, window: Window) -> bool:
        return window == self.windows[-1] if target is None else window not in target


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
        return Stock((), ())
    ordered = tuple(sorted(windows, key=lambda one: one.start))
    sought = Sought(repository=repository, windows=ordered, languages=settings.languages)
    at = desk(settings, progress, deadline)
    return Stock(ordered, tuple(await asyncio.gather(*(_seen(one, sought, at) for one in settings.publish))))


async def _seen(target: Target, sought: Sought, at: Desk) -> Mapping[Window, str] | None:
    try:
        async with opened(target, at) as place:
            return await place.standing(sought)
    except RemoteError as error:
        told = str(error).removeprefix("--publish: ")
        at.progress.warn(f"--publish {target}: it is not known which days it lacks: {told}")
        return None
