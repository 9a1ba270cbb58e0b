"""What a run says at its end, on stderr: which window, what is in it, what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from digest.model import ListName, RepositoryName, Usage
from digest.outcome import Outcome
from digest.progress import amount, dollars
from digest.window import Window


def lines(outcome: Outcome) -> Iterator[str]:
    yield f"{outcome.repository}, {span(outcome.window)}"
    yield counted(outcome.counts)
    yield cost(outcome.usage)
    if outcome.in_vain:
        yield "nothing usable came from a model: the page is written by code"
    for one in outcome.publications:
        if one.status != "failed":
            yield f"published: {one.status} {one.url or one.target}"
    for part in outcome.degraded:
        yield f"degraded: {part.stage}: {part.reason}"


def span(window: Window) -> str:
    """The window as people read it; a day by its date, a week or month by its name, with the ends."""
    start, end = (moment.astimezone(window.zone) for moment in (window.start, window.end))
    ends = f"{start:%Y-%m-%d %H:%M} to {end:%Y-%m-%d %H:%M} {window.timezone}"
    name = window.day or window.span
    return f"{name} ({ends})" if name else ends


def counted(counts: Mapping[ListName, int]) -> str:
    issues = f"issues: {counts[ListName.ISSUES_OPENED]} opened, {counts[ListName.ISSUES_CLOSED]} closed"
    merged, unmerged = counts[ListName.PRS_MERGED], counts[ListName.PRS_CLOSED_UNMERGED]
    return f"{issues}; PRs: {counts[ListName.PRS_OPENED]} opened, {merged} merged, {unmerged} closed unmerged"


def cost(usage: Usage) -> str:
    """What this run asked of GitHub and of models; a price that is not known is not guessed."""
    requests, points = amount(usage.github_requests, "request"), amount(usage.github_points, "point")
    github = f"GitHub: {requests}, {points}" if usage.github_requests else "GitHub: nothing asked"
    calls, tokens = amount(usage.llm_calls, "call"), amount(usage.prompt_tokens + usage.completion_tokens, "token")
    model = f"model: {calls} ({usage.cached_calls} cached), {tokens}, {dollars(usage.cost_usd)}"
    return f"{github}; {model}" if usage.llm_calls or usage.cached_calls else github


def subject(repository: RepositoryName, window: Window) -> str:
    return f"{repository}, {span(window)}"
