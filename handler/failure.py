"""What stopped something, in one line, and the exit status that goes with it."""

from __future__ import annotations

from digest.errors import DigestError


def told(error: BaseException) -> str:
    """The error's own line; of what nobody expected at least what it is, and how to see where."""
    if isinstance(error, DigestError):
        return str(error)
    return " ".join(f"internal error: {type(error).__name__}: {error} (run with --verbose)".split())


def status(error: BaseException) -> int:
    return error.exit_status if isinstance(error, DigestError) else DigestError.exit_status
