"""Several snapshots of one repository as one: each item once, as it was when it was last fetched.

The order in which snapshots are given does not matter, and what was merged before changes nothing when it is merged
again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from digest.model import (
    Comment,
    Degradation,
    Item,
    ListName,
    Release,
    Review,
    ReviewThread,
    RollUp,
    Snapshot,
    StoredDay,
    Tally,
    Usage,
)
from digest.window import Window

STAGE = "days"
"""What is missing from a roll-up where a day of it is."""
_DEPTHS = ("listed", "read", "thread")
_LISTED = frozenset(
    {
        *("id", "number", "kind", "title", "url", "author", "association", "labels", "created_at", "updated_at"),
        *("closed_at", "merged_at", "state_reason", "is_draft", "base", "comment_count"),
    }
)
"""What every copy of an item tells, however deep it was fetched."""


@dataclass(frozen=True)
class Copy:
    """An item as it was fetched at a time."""

    item: Item
    as_of: datetime

    @property
    def depth(self) -> int:
        return _DEPTHS.index(self.item.depth)

    def __lt__(self, other: Copy) -> bool:
        """Older, and of equally old ones less deep."""
        if (self.as_of, self.depth) != (other.as_of, other.depth):
            return (self.as_of, self.depth) < (other.as_of, other.depth)
        return self.item.model_dump_json() < other.item.model_dump_json()


def united(copies: Iterable[Copy]) -> Item:
    """The newest copy, with all that was said in any of them; what only a deeper look tells is of the newest such."""
    ordered = sorted(copies)
    newest = ordered[-1].item
    deep = next((one.item for one in reversed(ordered) if one.depth), newest)
    items = [one.item for one in ordered]
    return deep.model_copy(
        update={
            **{name: getattr(newest, name) for name in _LISTED},
            "closing": deep.closing if newest.closed_at else None,
            "depth": max(items, key=lambda item: _DEPTHS.index(item.depth)).depth,
            "complete": all(item.complete for item in items),
            "comments": _comments(comment for item in items for comment in item.comments),
            "reviews": _reviews(review for item in items for review in item.reviews),
            "threads": _threads(thread for item in items for thread in item.threads),
        }
    )


def _comments(found: Iterable[Comment]) -> tuple[Comment, ...]:
    """Each once, as the last of ``found`` has it, oldest first."""
    by_id = {comment.id: comment for comment in found}
    return tuple(sorted(by_id.values(), key=lambda one: (one.created_at, one.id)))


def _reviews(found: Iterable[Review]) -> tuple[Review, ...]:
    by_id = {review.id: review for review in found}
    return tuple(sorted(by_id.values(), key=lambda one: (one.submitted_at, one.id)))


def _threads(found: Iterable[ReviewThread]) -> tuple[ReviewThread, ...]:
    by_id: dict[str, list[ReviewThread]] = {}
    for thread in found:
        by_id.setdefault(thread.id, []).append(thread)
    return tuple(
        copies[-1].model_copy(update={"comments": _comments(one for copy in copies for one in copy.comments)})
        for _, copies in sorted(by_id.items())
    )


def items_of(snapshots: Iterable[Snapshot]) -> tuple[Item, ...]:
    """Their items, by number, each once."""
    return tuple(united(copies) for _, copies in sorted(_copies(snapshots).items()))


def _copies(snapshots: Iterable[Snapshot]) -> Mapping[int, list[Copy]]:
    copies: dict[int, list[Copy]] = {}
    for snapshot in snapshots:
        for item in snapshot.items:
            copies.setdefault(item.number, []).append(Copy(item, _seen(snapshot, item.number)))
    return copies


def _seen(snapshot: Snapshot, number: int) -> datetime:
    return snapshot.rollup.seen[number] if snapshot.rollup else snapshot.as_of


def of_day(day: StoredDay, snapshot: Snapshot) -> Snapshot:
    """A day's snapshot, as a roll-up of that day alone."""
    rollup = RollUp(days=(day,), seen={item.number: snapshot.as_of for item in snapshot.items})
    return snapshot.model_copy(update={"rollup": rollup})


def merged(snapshots: Sequence[Snapshot], window: Window, lacking: Iterable[StoredDay] = ()) -> Snapshot:
    """The roll-up over the window of roll-ups within it; ``lacking`` are days of which there is none."""
    newest = max(snapshots, key=lambda one: (one.as_of, one.window.end))
    rollups = [one.rollup for one in snapshots if one.rollup]
    days = _days(day for told in (lacking, *(one.days for one in rollups)) for day in told)
    copies = _copies(snapshots)
    seen = {number: max(one.as_of for one in copies[number]) for number in sorted(copies)}
    return Snapshot(
        repository=newest.repository,
        repository_url=newest.repository_url,
        private=any(one.private for one in snapshots),
        window=window,
        as_of=newest.as_of,
        strategy="search" if any(one.strategy == "search" for one in snapshots) else "walk",
        items=items_of(snapshots),
        releases=_releases(snapshots),
        receipt=_receipt(days),
        degraded=tuple(_degraded(days)),
        usage=Usage(),
        sample=any(one.sample for one in snapshots),
        rollup=RollUp(days=days, seen=seen, left_out=tuple(sorted({n for one in rollups for n in one.left_out}))),
    )


def _days(found: Iterable[StoredDay]) -> tuple[StoredDay, ...]:
    """Each date once, in order: one that is counted before one that is not, and then the newer."""
    ranked = sorted(found, key=lambda day: (day.lack is None, day.as_of or day.end, day.model_dump_json()))
    return tuple(day for _, day in sorted({day.on: day for day in ranked}.items()))


def _releases(snapshots: Iterable[Snapshot]) -> tuple[Release, ...]:
    """Each once, as the newest fetch has it, oldest first."""
    ordered = sorted(snapshots, key=lambda one: one.as_of)
    by_tag = {release.tag: release for snapshot in ordered for release in snapshot.releases}
    return tuple(sorted(by_tag.values(), key=lambda release: (release.published_at, release.tag)))


def _receipt(days: Sequence[StoredDay]) -> dict[ListName, Tally]:
    """The sums of the days' tallies. Where GitHub did not count one of them, the sum is not known either."""
    told = [day.receipt for day in days if day.lack is None]
    return {name: _sum([one[name] for one in told]) for name in ListName if all(name in one for one in told)}


def _sum(tallies: Sequence[Tally]) -> Tally:
    counted = [one.github for one in tallies if one.github is not None]
    return Tally(
        ours=sum(one.ours for one in tallies),
        github=sum(counted) if len(counted) == len(tallies) else None,
    )


def _degraded(days: Iterable[StoredDay]) -> Iterable[Degradation]:
    """Days that are missing, then what is missing of the others."""
    told = list(days)
    for day in told:
        if day.lack is not None:
            yield Degradation(stage=STAGE, reason=f"{day.on} is not counted: {REASONS[day.lack]}")
    for day in told:
        for part in day.degraded:
            yield part.model_copy(update={"reason": f"{day.on}: {part.reason}"})


REASONS = {
    "absent": "there is no report of it",
    "unreported": "it was fetched, and no report was written (vllm-digest run --snapshot ...)",
    "unfinished": "it is not over yet",
    "elsewhere": "its report is of another time zone or day-start than the others",
    "broken": "its report.json and snapshot.json cannot be read together",
}
"""Why a day is not counted, for an operator."""
