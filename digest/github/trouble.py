"""What broke where GitHub gave no answer, or one that says why it gives none."""

from __future__ import annotations

from aiohttp import ClientConnectorCertificateError, ClientConnectorError, ClientResponse

from digest.errors import Unreachable
from digest.github.answers import Again


async def message(response: ClientResponse) -> str:
    """GitHub's ``message``, if the body is its JSON and not some gateway's page."""
    try:
        body = await response.json(content_type=None)
    except ValueError:
        return ""
    return str(body.get("message", "")) if isinstance(body, dict) else ""


def without_answer(cause: BaseException | None, answered: bool) -> Again | Unreachable:
    """The error to raise, in our own words: an exception's text may hold an address with a password, or half an answer.

    ``answered``: an answer began, and was broken.
    """
    if isinstance(cause, ClientConnectorCertificateError):
        return Unreachable("GitHub's certificate is not trusted here; name your authority's file in SSL_CERT_FILE")
    if isinstance(cause, TimeoutError):
        return Again("no answer in time")
    if isinstance(cause, ClientConnectorError):
        return Again(f"no connection ({cause.os_error.strerror or type(cause.os_error).__name__})")
    return Again("a broken answer" if answered else "the connection broke")
