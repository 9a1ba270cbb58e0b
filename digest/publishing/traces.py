"""What the reports of some windows left in a repository: pages on a branch, and pull requests that bring them.

One request looks for several windows, and reads neither pages nor bodies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from digest.publishing import queries
from digest.publishing.branch import Node
from digest.publishing.repository import Repository

AT_ONCE = 8
"""Windows in one request: GitHub gives up on a query after ten seconds."""


@dataclass(frozen=True)
class Trace:
    """Where the report of one window would be: the pages on a branch, or a pull request from one of ``heads``."""

    paths: tuple[str, ...]
    heads: tuple[str, ...] = ()


@dataclass(frozen=True)
class Found:
    """Whether all pages are on the branch, and the pull requests against it, whatever became of them."""

    whole: bool
    pulls: tuple[Node, ...]


async def look(repository: Repository, branch: str, traces: Sequence[Trace]) -> list[Found]:
    """What there is behind each of them. Raises RemoteError."""
    found = []
    for at in range(0, len(traces), AT_ONCE):
        found += await _look(repository, branch, traces[at : at + AT_ONCE])
    return found


async def _look(repository: Repository, branch: str, traces: Sequence[Trace]) -> list[Found]:
    asked = dict(_asked(branch, traces))
    place = await repository.here(queries.traces([*asked]), **asked)
    return [_found(place, n, one, branch) for n, one in enumerate(traces)]


def _asked(branch: str, traces: Sequence[Trace]) -> Iterator[tuple[str, str]]:
    for n, one in enumerate(traces):
        yield from ((f"file{n}_{k}", f"refs/heads/{branch}:{path}") for k, path in enumerate(one.paths))
        yield from ((f"pulls{n}_{k}", head) for k, head in enumerate(one.heads))


def _found(place: Node, n: int, trace: Trace, branch: str) -> Found:
    whole = all(place[f"file{n}_{k}"] for k, _ in enumerate(trace.paths))
    nodes = (node for k, _ in enumerate(trace.heads) for node in place[f"pulls{n}_{k}"]["nodes"])
    own = (one for one in nodes if one["baseRefName"] == branch and not one["isCrossRepository"])
    return Found(whole, tuple(own))
