"""What can go wrong with GitHub, on demand.

    github.fail(bad_gateway(), when=heavier_than(1000))        # for as long as pages are that heavy
    github.fail(secondary_limit(retry_after=30), times=1)      # the next request only

Bodies and headers are those that clients have met: 502 as nginx's page or as GitHub's own JSON
(https://github.com/cli/cli/pull/4154, https://github.com/magit/forge/issues/65), ``RESOURCE_LIMITS_EXCEEDED`` with a
null where the work stopped (https://github.com/yoshi389111/github-profile-3d-contrib/issues/163), limits as in
https://docs.github.com/en/graphql/overview/rate-limits-and-node-limits-for-the-graphql-api.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from tests.github_stub.accounting import Call
from tests.github_stub.cost import NODE_LIMIT


@dataclass(frozen=True)
class Answer:
    """An answer before it is sent. ``payload`` is JSON; ``text`` stands in its place where it is none."""

    status: int = 200
    payload: Any = None
    text: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    cut_after: int | None = None
    """So many bytes of the body are sent, then the connection is closed."""
    hangs: bool = False
    """Nothing is sent until the stub is reset or stopped."""
    spends: bool = True
    """Whether the query ran and is charged."""

    @property
    def data(self) -> Any:
        return (self.payload or {}).get("data")


Fault = Callable[[Answer, Call], Answer]
Condition = Callable[[Call], bool]


def always(call: Call) -> bool:
    return True


def heavier_than(nodes: int) -> Condition:
    """Requests that ask for more nodes than that."""
    return lambda call: call.nodes > nodes


def operation(name: str) -> Condition:
    return lambda call: call.operation == name


def mentions(text: str) -> Condition:
    """Requests whose query or variables hold the text, such as ``"nodes(ids"`` or an id."""
    return lambda call: text in call.query or text in repr(call.variables)


@dataclass
class Rule:
    """A fault that waits for its requests: ``times`` of them, or all (None), after letting ``skip`` pass."""

    fault: Fault
    when: Condition = always
    times: int | None = None
    skip: int = 0
    hits: int = 0

    def takes(self, call: Call) -> bool:
        if (self.times is not None and self.hits >= self.times) or not self.when(call):
            return False
        if self.skip:
            self.skip -= 1
            return False
        self.hits += 1
        return True


# -- the server breaks


def bad_gateway() -> Fault:
    return _page(502, "Bad Gateway")


def gateway_timeout() -> Fault:
    return _page(504, "Gateway Time-out")


def unavailable() -> Fault:
    return _page(503, "Service Unavailable")


def _page(status: int, title: str) -> Fault:
    head = f"<html>\r\n<head><title>{status} {title}</title></head>\r\n"
    body = f"<body>\r\n<center><h1>{status} {title}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n"
    html = f"{head}{body}</html>\r\n"
    return lambda answer, call: Answer(status, text=html, headers={"Content-Type": "text/html"}, spends=False)


def something_went_wrong(status: int = 200) -> Fault:
    """GitHub's own time-out: ``data`` is null, and the error names the request but has no type."""

    def apply(answer: Answer, call: Call) -> Answer:
        message = (
            "Something went wrong while executing your query. This may be the result of a timeout, or it could be a "
            f"GitHub bug. Please include `{call.request_id}` when reporting this issue."
        )
        return Answer(status, {"data": None, "errors": [{"message": message}]})

    return apply


def resource_limits() -> Fault:
    """The query was too much work: each field at the root is null, in a 200."""

    def apply(answer: Answer, call: Call) -> Answer:
        nulls = dict.fromkeys(answer.data or {})
        path = list(nulls)[:1]
        error = {
            "type": "RESOURCE_LIMITS_EXCEEDED",
            "path": path,
            "message": "Resource limits for this query exceeded.",
        }
        return replace(answer, payload={"data": nulls or None, "errors": [error]})

    return apply


def cut(after: int = 40) -> Fault:
    """The connection ends in mid-body."""
    return lambda answer, call: replace(answer, cut_after=after)


def broken_json() -> Fault:
    return lambda answer, call: replace(answer, text='{"data": {"repository": {"issues": {"nodes": [', spends=True)


def hang() -> Fault:
    return lambda answer, call: replace(answer, hangs=True)


# -- GitHub refuses


def bad_credentials() -> Fault:
    return lambda answer, call: refused(401, "Bad credentials")


def sso_required() -> Fault:
    """The token is not authorized for an organization with SAML."""
    message = (
        "Resource protected by organization SAML enforcement. "
        "You must grant your OAuth token access to this organization."
    )
    return lambda answer, call: Answer(200, {"data": None, "errors": [{"type": "FORBIDDEN", "message": message}]})


def secondary_limit(status: int = 403, retry_after: int | None = 60) -> Fault:
    """Too much at once: 403 or 429, mostly with ``Retry-After`` in seconds."""
    message = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return lambda answer, call: replace(refused(status, message), headers=headers)


def primary_limit(status: int = 200, reset_in: int = 600) -> Fault:
    """The hour's points are used up: a 200 with RATE_LIMITED, or 403 or 429 with a message. Headers tell the reset."""

    def apply(answer: Answer, call: Call) -> Answer:
        headers = {"x-ratelimit-remaining": "0", "x-ratelimit-reset": str(int(call.at.timestamp()) + reset_in)}
        return replace(rate_limited() if status == 200 else refused(status, LIMITED), headers=headers)

    return apply


LIMITED = "API rate limit exceeded for user ID 1."


def rate_limited() -> Answer:
    return Answer(200, {"errors": [{"type": "RATE_LIMITED", "message": LIMITED}]}, spends=False)


def too_many_nodes(nodes: int) -> Answer:
    message = f"This query requests up to {nodes:,} possible nodes which exceeds the maximum limit of {NODE_LIMIT:,}."
    return Answer(200, {"errors": [{"type": "MAX_NODE_LIMIT_EXCEEDED", "message": message}]}, spends=False)


def refused(status: int, message: str) -> Answer:
    about = "https://docs.github.com/graphql"
    return Answer(status, {"message": message, "documentation_url": about, "status": str(status)}, spends=False)


# -- the answer has holes


def overwritten(name: str, value: Any = None, within: str | None = None, times: int | None = None) -> Fault:
    """The field is another value wherever it stands (below a field ``within``), against the schema if need be.

    ``overwritten("author")`` makes every author a deleted account, ``overwritten("body")`` what no GitHub should send.
    """

    def apply(answer: Answer, call: Call) -> Answer:
        return replace(answer, payload=_Overwriting(name, value, within, times).of(answer.payload, within is None))

    return apply


@dataclass
class _Overwriting:
    name: str
    value: Any
    within: str | None
    left: int | None

    def of(self, payload: Any, inside: bool) -> Any:
        if isinstance(payload, list):
            return [self.of(entry, inside) for entry in payload]
        if not isinstance(payload, dict):
            return payload
        return {key: self._entry(key, below, inside) for key, below in payload.items()}

    def _entry(self, key: str, below: Any, inside: bool) -> Any:
        if key == self.name and inside and self.left != 0:
            self.left = None if self.left is None else self.left - 1
            return self.value
        return self.of(below, inside or key == self.within)


def null_node(place: int = 0, below: str = "nodes") -> Fault:
    """One entry of each list of nodes is null, with an error beside the data, as when a single item fails to load."""

    def apply(answer: Answer, call: Call) -> Answer:
        data, paths = _without(answer.data, place, below, ())
        message = "Something went wrong while executing your query."
        errors = [{"path": list(path), "message": message} for path in paths]
        return replace(answer, payload={"data": data, "errors": errors} if errors else answer.payload)

    return apply


def _without(data: Any, place: int, below: str, path: tuple[Any, ...]) -> tuple[Any, list[tuple[Any, ...]]]:
    if not isinstance(data, dict):
        return data, []
    changed, paths = dict(data), []
    for key, value in data.items():
        if key == below and isinstance(value, list) and len(value) > place:
            changed[key] = [None if at == place else entry for at, entry in enumerate(value)]
            paths.append((*path, key, place))
        else:
            changed[key], more = _without(value, place, below, (*path, key))
            paths += more
    return changed, paths
