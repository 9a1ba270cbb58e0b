"""As whom a run asks GitHub: a GitHub App, tokens that share the work, or one token.

To read a repository: the App's installation on it and the shared tokens, side by side; where there are none of these,
the one token; without that too, any installation of the App. To publish: the token for that; else the App; else the
one token.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING

from pydantic import SecretStr

from digest.github.access import Access, Keys, Limits
from digest.github.keys import Fixed, Tokens, single
from digest.github.pool import Key
from digest.settings.options import PUBLISH_TOKEN, SHARED_TOKENS, shared_name
from digest.settings.values import GitHub

if TYPE_CHECKING:
    from digest.github.app import App


def _now() -> datetime:
    return datetime.now(UTC)


class Credentials:
    """What was learnt of tokens and points holds for all that share it, within one event loop.

    ``now`` is this machine's clock, for what an App signs.
    """

    def __init__(self, github: GitHub, now: Callable[[], datetime] = _now) -> None:
        self.github = github
        self.limits = Limits()
        self._now = now

    @cached_property
    def reading(self) -> Access:
        """Good for nothing where there is nobody to read as: see `GitHub.required_token`."""
        return self._access(self._readers())

    @property
    def looking(self) -> Access | None:
        """To see who may read a repository: as whom it is read, else as whom is published."""
        github = self.github
        return self.reading if github.token or github.tokens or github.app else self.publishing

    @cached_property
    def publishing(self) -> Access | None:
        """None where there is nobody to publish as."""
        github = self.github
        if github.publish_token:
            return self._access(single(github.publish_token, PUBLISH_TOKEN))
        if github.app:
            return self._access(self._publisher())
        return self._access(single(github.token, github.token_variable)) if github.token else None

    def _access(self, keys: Keys) -> Access:
        return Access(keys, self.github.graphql_url, self.limits)

    def _readers(self) -> Keys:
        github = self.github
        shared = [_key(token, shared_name(number)) for number, token in enumerate(github.tokens, start=1)]
        instead = [_key(github.token, github.token_variable)] if github.token else []
        if github.app is None:
            return Tokens(shared, SHARED_TOKENS) if shared else Tokens(instead, github.token_variable)
        from digest.github.installed import Looked, Reader

        reader = Reader(self._app, github.app.installations, beside=shared, instead=instead)
        return Looked(reader.find)

    def _publisher(self) -> Keys:
        from digest.github.installed import Looked, Publisher

        return Looked(Publisher(self._app).find)

    @cached_property
    def _app(self) -> App:
        """Signing and asking takes what nobody else needs: imported here."""
        from digest.github.app import App
        from digest.github.rest import Rest

        identity = self.github.app
        assert identity is not None, "asked for where an App is set"
        return App(identity.identity, identity.key, Rest(self.github.api_url), now=self._now)


def _key(token: SecretStr, name: str) -> Key:
    return Key(Fixed(token, name))
