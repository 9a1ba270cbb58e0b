"""What a call gives back, and what of it the guard keeps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from digest.errors import DigestError
from digest.outcome import Outcome
from handler.lambda_.guard import Done
from handler.lambda_.metrics import Metrics

WRITTEN, TRIED, UNCHANGED = "written", "dry-run", "unchanged"
"""The status without a target, of a dry run, and of a run that was done before."""
STATUSES = ("created", "updated", UNCHANGED)
"""Of several targets the first of these that one of them has."""

Result = dict[str, Any]


def of(outcome: Outcome, worded: Callable[[str], str] = str) -> Result:
    """``{status, counts, urls, degraded, cost_usd}``, with reasons as their reader knows the settings."""
    return {"status": status(outcome), **_shown(done(outcome), worded), "cost_usd": outcome.usage.cost_usd}


def again(before: Done, worded: Callable[[str], str] = str) -> Result:
    """Of a window whose report stands already: nothing was done, and nothing paid."""
    return {"status": UNCHANGED, **_shown(before, worded), "cost_usd": 0.0}


def status(outcome: Outcome) -> str:
    told = {one.status for one in outcome.publications}
    if outcome.previews:
        return TRIED
    return next((one for one in STATUSES if one in told), "failed" if told else WRITTEN)


def fault(outcome: Outcome, *, strict: bool) -> DigestError | None:
    """Why the call fails all the same: nothing stands anywhere, or a retry has something to do."""
    try:
        outcome.required_published().required_finished()
        if strict:
            outcome.required_whole()
    except DigestError as error:
        return error
    return None


def done(outcome: Outcome) -> Done:
    urls = tuple(one.url for one in outcome.publications if one.url)
    stands = bool(outcome.publications) and all(one.status != "failed" for one in outcome.publications)
    return Done(counts=dict(outcome.counts), urls=urls, degraded=outcome.degraded, stands=stands)


def metrics(outcome: Outcome, *, failed: bool, unfinished: bool) -> Metrics:
    return Metrics(
        reports=int(done(outcome).stands),
        items=sum(outcome.counts.values()),
        prompt_tokens=outcome.usage.prompt_tokens,
        completion_tokens=outcome.usage.completion_tokens,
        cost=outcome.usage.cost_usd,
        degraded=bool(outcome.degraded),
        failed=failed,
        unfinished=unfinished,
    )


def _shown(told: Done, worded: Callable[[str], str]) -> Result:
    degraded = tuple(part.model_copy(update={"reason": worded(part.reason)}) for part in told.degraded)
    return told.model_copy(update={"degraded": degraded}).model_dump(mode="json", exclude={"stands"})
