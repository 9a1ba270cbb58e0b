"""What GitHub's answers mean: which are good, which may be asked again, and which are final.

The rules are GitHub's own: https://docs.github.com/en/graphql/overview/rate-limits-and-node-limits-for-the-graphql-api
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

from digest.errors import Forbidden, NotFound, RateLimited, RemoteError, Unauthorized, Unreachable
from digest.github.access import Errand

MINUTE = 60.0


class Again(Exception):
    """The same request may well succeed later: a broken connection, a server in trouble."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def final(self) -> RemoteError:
        return Unreachable(f"GitHub cannot be reached: {self.reason}; try again later")


class Limited(Again):
    """GitHub asks to wait: ``wait`` seconds, or None where it does not say how long; ``now`` is its own clock."""

    def __init__(self, reason: str, wait: float | None, now: datetime | None) -> None:
        super().__init__(reason)
        self.wait = wait
        self.now = now

    def final(self) -> RemoteError:
        until = self._lifts(MINUTE if self.wait is None else self.wait)
        return RateLimited(f"{self.reason}, and goes on doing so{_until(until)}; try again later", until)

    def too_long(self, wait: float) -> RateLimited:
        """The wait does not fit into what is left of the run."""
        until = self._lifts(wait)
        told = "which is past the deadline; run again then, or raise --deadline"
        return RateLimited(f"{self.reason}{_until(until)}, {told}", until)

    def _lifts(self, wait: float) -> datetime | None:
        return None if self.now is None else self.now + timedelta(seconds=wait)


def _until(moment: datetime | None) -> str:
    return "" if moment is None else f" until {moment:%Y-%m-%d %H:%M:%S} UTC"


class Heavy(Exception):
    """GitHub could not do that much work at once: ask for less."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def _short(text: str) -> str:
    """Fit for one line."""
    return " ".join(text.split())[:200]


def _said(error: Mapping[str, Any]) -> str:
    return _short(str(error.get("message", "")))


@dataclass(frozen=True)
class Answer:
    """One HTTP answer. ``data`` and ``errors`` are GraphQL's, ``message`` is what GitHub says without them."""

    status: int
    headers: Mapping[str, str]
    data: Mapping[str, Any] | None = None
    errors: tuple[Mapping[str, Any], ...] = ()
    message: str = ""

    @property
    def date(self) -> datetime | None:
        """GitHub's own clock."""
        try:
            return parsedate_to_datetime(self.headers.get("Date", "")).astimezone(UTC)
        except ValueError:
            return None

    @property
    def said(self) -> str:
        """What GitHub says is wrong, short enough for one line."""
        return (_said(self.errors[0]) if self.errors else _short(self.message)) or f"HTTP {self.status}"


@dataclass(frozen=True)
class Reply:
    """A good answer: the data, the errors of single fields beside it, and GitHub's clock."""

    data: Mapping[str, Any]
    errors: tuple[Mapping[str, Any], ...] = ()
    date: datetime | None = field(default=None)

    def whole(self) -> Mapping[str, Any]:
        """The data. Raises Unreachable if any part of it could not be had."""
        if self.errors:
            raise Unreachable(f"GitHub gave only a part of a list: {_said(self.errors[0])}; try again later")
        return self.data

    def failed(self, place: int) -> str:
        """Of an answer to ``nodes(ids:)``: what went wrong with the node at that place; empty if nothing did."""
        return next((_said(error) for error in self.errors if _concerns(error, place)), "")


def _concerns(error: Mapping[str, Any], place: int) -> bool:
    """Errors without a place concern all nodes. A reference into a repository that the token may not see is no loss."""
    path = list(error.get("path") or ())
    if any(str(step).endswith("References") for step in path) and error.get("type") in ("FORBIDDEN", "NOT_FOUND"):
        return False
    return path[:2] == ["nodes", place] or path[:1] != ["nodes"] or len(path) == 1


def judge(answer: Answer, errand: Errand) -> Reply:
    """The reply of a good answer. Raises Again, Limited, Heavy, or the final error, in the words of the errand."""
    held = limit(answer)
    if held is not None:
        raise held
    if answer.status != 200:
        raise _refusal(answer, errand)
    if any(_is_heavy(error) for error in answer.errors):
        raise Heavy(answer.said)
    if answer.data is None or any(_refuses_all(error) for error in answer.errors):
        raise _failure(answer, errand)
    return Reply(answer.data, answer.errors, answer.date)


def limit(answer: Answer) -> Limited | None:
    """Both limits come as 403, 429, or as an error in a 200; what GitHub says tells which it is."""
    told = [answer.message.lower(), *(_said(error).lower() for error in answer.errors)]
    refused = answer.status in (403, 429)
    spent = refused and answer.headers.get("x-ratelimit-remaining") == "0"
    spent = spent or any(error.get("type") == "RATE_LIMITED" for error in answer.errors)
    slowed = answer.status == 429 or any("secondary rate limit" in text for text in told)
    slowed = slowed or (refused and ("Retry-After" in answer.headers or any("rate limit" in text for text in told)))
    if not (spent or slowed):
        return None
    which = "rate limit" if spent else "secondary rate limit"
    return Limited(f"GitHub's {which} holds", _wait(answer, spent), answer.date)


def _wait(answer: Answer, spent: bool) -> float | None:
    """``Retry-After``, then the reset. Counted by GitHub's clock: ours may be wrong."""
    after = answer.headers.get("Retry-After", "")
    if after.isdigit():
        return float(after)
    reset = answer.headers.get("x-ratelimit-reset", "")
    if spent and reset.isdigit() and answer.date is not None:
        return max(1.0, float(reset) - answer.date.timestamp() + 1.0)
    return None


def _refusal(answer: Answer, errand: Errand) -> Exception:
    match answer.status:
        case 401:
            return Unauthorized(f"{errand.token}: GitHub refused it (401); give a token that is valid and not expired")
        case 403:
            return _forbidden(answer, errand)
        case 404:
            return NotFound("GITHUB_GRAPHQL_URL: there is no GraphQL API at that address (404)")
        # A 500 is one thing in the answer that GitHub cannot show; 502 and 504 are its time-outs.
        case 500 | 502 | 504:
            return Heavy(f"HTTP {answer.status}")
        case status if status >= 500:
            return Again(f"HTTP {status}")
        case status if status < 400:
            return NotFound(f"GITHUB_GRAPHQL_URL: the address sends elsewhere (HTTP {status}); give the API's own")
    return RemoteError(f"GitHub refused the request (HTTP {answer.status}): {answer.said}")


SUSPENDED = "suspended"
"""In GitHub's words for an account, or an App's installation, that may do nothing for now ("This installation owned by
octocat suspended your access at …"): https://github.com/octokit/octokit.rb/blob/main/spec/octokit/client_spec.rb"""


def _forbidden(answer: Answer, errand: Errand) -> RemoteError:
    """Also SAML and the lists of allowed addresses, in GitHub's own words."""
    if SUSPENDED in answer.said.lower():
        return Unauthorized(f"{errand.token}: {answer.said} (403); have that lifted at GitHub, or give another token")
    return Forbidden(f"{errand.token} may not {errand.doing} {errand.subject}: {answer.said} (it needs {errand.needs})")


def _is_heavy(error: Mapping[str, Any]) -> bool:
    """Too much work or too much time, for the whole request. Errors of single nodes leave the rest standing."""
    if error.get("type") == "RESOURCE_LIMITS_EXCEEDED":
        return True
    text = str(error.get("message", "")).lower()
    return not error.get("path") and ("something went wrong" in text or "timeout" in text or "in time" in text)


def _refuses_all(error: Mapping[str, Any]) -> bool:
    """Whether the repository itself, or a whole list of it, is refused rather than broken."""
    path = list(error.get("path") or ())
    return path == ["repository"] or (error.get("type") == "FORBIDDEN" and path[:1] not in (["nodes"], ["node"]))


_NO_ACCESS = ("resource not accessible", "saml", "ip allow list", "must grant", "insufficient")


def _failure(answer: Answer, errand: Errand) -> Exception:
    kinds = {error.get("type") for error in answer.errors}
    if kinds & {"FORBIDDEN", "INSUFFICIENT_SCOPES"} or any(hint in answer.said.lower() for hint in _NO_ACCESS):
        return _forbidden(answer, errand)
    if "NOT_FOUND" in kinds:
        return NotFound(
            f"{errand.option}: GitHub has no {errand.subject}, or hides it from {errand.token}; "
            f"check the name, and for a private one {errand.sight}"
        )
    if answer.errors:
        return RemoteError(f"GitHub refused the query: {answer.said}")
    return Again("an answer without data")
