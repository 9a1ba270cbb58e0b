"""The keys of a GitHub App: for each repository those of the installation that reaches it.

To read, other tokens stand beside it or in its place, and what is public is read by any installation. To publish, the
App acts for itself alone: what it once wrote is its own, and another account would write it a second time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from digest.deadline import Deadline
from digest.errors import Unauthorized
from digest.github.app import App, Found
from digest.github.installation import PUBLISHING, READING, Installation, Scope
from digest.github.pool import Key, Points, Pool
from digest.github.variables import APP, APP_ID
from digest.model import RepositoryName

Finder = Callable[[RepositoryName, Deadline], Awaitable[Sequence[Key]]]


@dataclass(eq=False)
class Looked:
    """Keys that are looked for once a repository."""

    find: Finder = field(repr=False)
    name: str = APP
    _pools: dict[str, Pool] = field(default_factory=dict, init=False, repr=False)
    _looking: asyncio.Lock = field(default_factory=asyncio.Lock, init=False, repr=False)

    async def pool(self, repository: RepositoryName, deadline: Deadline) -> Pool:
        """Raises Unauthorized where nothing reaches the repository, Again or Limited where that is not known."""
        name = str(repository).casefold()
        async with self._looking:
            if name not in self._pools:
                self._pools[name] = Pool(await self.find(repository, deadline))
            return self._pools[name]


@dataclass(eq=False)
class Reader:
    """Finds whom to read a repository as.

    The installations that are set by their IDs, else the one on the repository; ``beside`` are tokens that share the
    work. Where there is none of these: ``instead``, and without that any installation, which can read what is public.
    """

    app: App
    numbers: Sequence[int] = ()
    beside: Sequence[Key] = ()
    instead: Sequence[Key] = ()
    _points: dict[int, Points] = field(default_factory=dict, init=False)
    _keys: dict[tuple[int, RepositoryName | None], Key] = field(default_factory=dict, init=False)

    async def find(self, repository: RepositoryName, deadline: Deadline) -> Sequence[Key]:
        """Raises Unauthorized for an ID that is none, and where nothing reaches the repository."""
        found = await self._installations(repository, deadline)
        return [*found, *self.beside] or [*self.instead] or [await self._any(repository, deadline)]

    async def _installations(self, repository: RepositoryName, deadline: Deadline) -> list[Key]:
        if self.numbers:
            return [self._key(await self.app.numbered(one, deadline)) for one in self.numbers]
        found = await self.app.on(repository, deadline)
        return [self._key(found, repository)] if found else []

    async def _any(self, repository: RepositoryName, deadline: Deadline) -> Key:
        there = await self.app.at(repository.owner, deadline)
        for found in [there] if there and not there.suspended else await self.app.everywhere(deadline):
            if not found.suspended:
                return self._key(found)
        raise nowhere(repository)

    def _key(self, found: Found, repository: RepositoryName | None = None) -> Key:
        """One for each installation and repository: what is public is read with the same token, whosever it is."""
        which = found.id, repository
        if which not in self._keys:
            source = Installation(self.app, found, Scope(READING, repository=repository))
            self._keys[which] = Key(source, self._points.setdefault(found.id, Points()))
        return self._keys[which]


@dataclass(frozen=True, eq=False)
class Publisher:
    """Finds the installation that may publish to a repository."""

    app: App

    async def find(self, repository: RepositoryName, deadline: Deadline) -> Sequence[Key]:
        """Raises Unauthorized where there is none."""
        found = await self.app.on(repository, deadline)
        if found is None:
            raise await self._missing(repository, deadline)
        scope = Scope(PUBLISHING, writes=True, repository=repository)
        return [Key(Installation(self.app, found, scope))]

    async def _missing(self, repository: RepositoryName, deadline: Deadline) -> Unauthorized:
        there = await self.app.at(repository.owner, deadline)
        if there is None:
            return nowhere(repository)
        return Unauthorized(
            f"{APP_ID}: the App is installed at {there.account}, but not for {repository} (or there is no such "
            f"repository); add it to the installation at {there.settings}"
        )


def nowhere(repository: RepositoryName) -> Unauthorized:
    """The App reaches nothing there."""
    return Unauthorized(
        f"{APP_ID}: the App is not installed on {repository} (or there is no such repository); install it there, from "
        "the App's settings"
    )
