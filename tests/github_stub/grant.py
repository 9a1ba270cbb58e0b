"""What a token may see and do, and who acts with it."""

from __future__ import annotations

from dataclasses import dataclass

from tests.github_stub.apps import Given
from tests.github_stub.entities import Person, Repository
from tests.github_stub.world import World


@dataclass(frozen=True)
class Grant:
    """Of a person's token, everything that ``world.permissions`` leaves; of an App's, what it was given."""

    world: World
    given: Given | None = None

    @property
    def viewer(self) -> Person:
        return self.world.account(self.given.installation.app.bot) if self.given else self.world.viewer

    def sees(self, repository: Repository) -> bool:
        """Everybody sees what is public, also an App that is not installed there: https://github.com/backstage/backstage/pull/32099"""
        return not (repository.is_private or repository.internal) or self._reaches(repository)

    def may_write(self, what: str, repository: Repository) -> bool:
        if self.given is None:
            return self.world.permissions is None or what in self.world.permissions
        return self.given.permissions.get(what) == "write" and self._reaches(repository)

    def _reaches(self, repository: Repository) -> bool:
        return self.given is None or self.given.reaches(repository.owner.login, repository.name)
