"""What can go wrong, each with the exit status that a caller sees.

`0` is success, `1` a remote side that refused or stayed unreachable, `2` what can be known offline to be
wrong, `3` a degraded report under ``--strict``. Every message is one line for the person who meets it at
night: what failed, the setting at fault, what to do.
"""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar


class DigestError(Exception):
    """The root of the tree. Never raised itself."""

    exit_status: ClassVar[int] = 1
    passing: bool = False
    """Whether the same may go well in a while: time ran out, or a side was away that may be back."""

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(message.split()))


class RemoteError(DigestError):
    """A remote side refused, or stayed unreachable for as long as the deadline and the retries allowed."""

    exit_status = 1


class Unauthorized(RemoteError):
    """The credentials were refused (HTTP 401), or they are a GitHub App's and it is given no token."""


class Forbidden(RemoteError):
    """The credentials are good, but may not do this."""


class NotFound(RemoteError):
    """The remote side says that there is no such thing (or hides it from these credentials)."""


class RateLimited(RemoteError):
    """A limit would not lift before the run's deadline, of any token that there is.

    ``until`` is when one may go on, aware and by GitHub's own clock (from ``x-ratelimit-reset`` or ``Retry-After``), so
    that whoever waits needs no running process; None where the answer had no ``Date``, which GitHub's all have.
    """

    def __init__(self, message: str, until: datetime | None = None) -> None:
        super().__init__(message)
        self.until = until

    passing = True


class Unreachable(RemoteError):
    """Connections failed, answers were cut or broken, or servers answered 5xx until the retries were spent."""

    passing = True


class OutOfTime(RemoteError):
    """The run's own deadline passed."""

    passing = True


class Unfinished(RemoteError):
    """What could be published was, and work is left that the next run of the window can do, from the state."""

    passing = True


class ModelFailed(RemoteError):
    """No model gave a usable answer. The pipeline turns it into a degraded report."""

    def __init__(self, message: str, *, passing: bool = False) -> None:
        super().__init__(message)
        self.passing = passing


class UsageError(DigestError):
    """Options, configuration or input that can be seen to be wrong without asking anybody."""

    exit_status = 2


class WindowError(UsageError):
    """A window that cannot be: bad dates, an unknown zone, an end before its start or in the future."""


class SettingsError(UsageError):
    """A setting or a line of the config file that is wrong; the message names it."""


class MissingToken(SettingsError):
    """No GitHub token where one is needed."""


class UnreadableInput(UsageError):
    """A file given on the command line cannot be read as what it should be."""


class Degraded(DigestError):
    """The report was made but something is missing from it, and ``--strict`` was asked for."""

    exit_status = 3
