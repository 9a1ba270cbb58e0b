"""The four reference reports against their windows: what is wrong in them, and what the verifier finds.

``python -m tests.claims.reference`` prints the table. Nothing of the reports stands here but numbers and names.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from digest.claims.foreign import Checked, Verification, verify
from digest.claims.verdict import Kind, Verdict
from digest.model import Item, Person, RepositoryName, Snapshot
from digest.settings.values import Settings
from digest.window import Window
from tests.github_stub.windows import Told, _gathered

FOLDER = Path(__file__).parents[3] / "shared" / "reference"
HERE = RepositoryName(owner="vllm-project", name="vllm")
URL = f"https://github.com/{HERE}"


@dataclass(frozen=True)
class Known:
    """A claim that is known to be wrong: its report, the check that can catch it, and what names it.

    ``sign`` stands in the detail of a reason, or is a number that the claim refers to.
    """

    day: str
    kind: Kind | None
    sign: str

    def is_in(self, claim: Checked) -> bool:
        """Whether the claim was refuted for this."""
        if claim.verdict is not Verdict.REFUTED:
            return False
        reasons = [reason for reason in claim.reasons if reason.kind is self.kind]
        return any(self.sign in reason.detail for reason in reasons)


WRONG = (
    Known("2025-12-09", Kind.STATE, "#26701"),
    Known("2025-12-10", Kind.REFERENCE, "#30476"),
    Known("2025-12-10", Kind.TITLE, "#30072"),
    Known("2025-12-10", Kind.PERSON, "anker-c2"),
    Known("2025-12-10", Kind.KIND, "#30404"),
    Known("2025-12-10", Kind.KIND, "Quark"),
    Known("2025-12-11", Kind.COUNT, "38 "),
    Known("2025-12-11", Kind.DATE, "#30481"),
    Known("2025-12-11", None, "B300"),
    Known("2025-12-11", None, "#30389"),
    Known("2026-03-15", Kind.TITLE, "#30515"),
    Known("2026-03-15", Kind.IDENTIFIER, "#37135"),
    Known("2026-03-15", Kind.ROLE, "#37096"),
    Known("2026-03-15", Kind.STATE, "#37107"),
    Known("2026-03-15", Kind.STATE, "#37111"),
    Known("2026-03-15", Kind.STATE, "#37124"),
)
"""Two are no matter for a machine that has no bodies: their kind is None."""

OVERSTATED = tuple(
    Known(day, Kind.STATE, f"#{number}")
    for day, numbers in {
        "2025-12-10": (30430, 30417, 30422, 30385, 30440),
        "2025-12-11": (30452, 30475, 30484),
        "2026-03-15": (37137, 37110, 37136, 37135),
    }.items()
    for number in numbers
)


def is_here() -> bool:
    return (FOLDER / "windows").is_dir()


def snapshots() -> list[Snapshot]:
    """One for each window, with what the windows together tell of its items."""
    windows = [json.loads(path.read_text("utf-8")) for path in sorted((FOLDER / "windows").glob("*.json"))]
    told = _gathered(windows)
    return [_snapshot(window, told) for window in windows]


def _snapshot(window: dict[str, Any], told: dict[int, Told]) -> Snapshot:
    start, end = (datetime.fromisoformat(window["window"][name]) for name in ("start", "end"))
    numbers = {entry["number"] for entries in window["lists"].values() for entry in entries}
    return Snapshot(
        repository=HERE,
        repository_url=URL,
        window=Window(start=start, end=end, timezone="Asia/Shanghai"),
        as_of=datetime(2026, 4, 1, tzinfo=UTC),
        items=tuple(_item(number, told[number]) for number in sorted(numbers)),
    )


LONG_BEFORE = datetime(2025, 11, 1, tzinfo=UTC)


def _item(number: int, told: Told) -> Item:
    created = told.created or LONG_BEFORE
    closed = told.merged or max(told.closed, default=None)
    stale = "stale" in told.entry["labels"]
    return Item(
        id=f"I{number}",
        number=number,
        kind="pull_request" if told.is_pull else "issue",
        title=told.entry["title"],
        url=f"{URL}/{'pull' if told.is_pull else 'issues'}/{number}",
        author=Person(login=told.entry["author"]),
        labels=tuple(told.entry["labels"]),
        created_at=created,
        updated_at=(closed or created) + timedelta(seconds=1),
        closed_at=closed,
        merged_at=told.merged,
        state_reason=("NOT_PLANNED" if stale else "COMPLETED") if closed and not told.is_pull else None,
    )


def verified() -> dict[str, Verification]:
    """Each report by the day on which its window starts."""
    held = snapshots()
    focus = Settings(repository=HERE).subject(HERE).focus
    reports = sorted((FOLDER / "reports").glob("*.md"))
    return {path.stem.split("_")[0].removeprefix("report-"): _verify(path, held, focus) for path in reports}


def _verify(path: Path, held: list[Snapshot], focus: Any) -> Verification:
    return verify(path.read_text(encoding="utf-8"), held, focus)


def caught(known: tuple[Known, ...], reports: dict[str, Verification]) -> list[Known]:
    return [one for one in known if any(one.is_in(claim) for claim in reports[one.day].claims)]


def refuted_beside(reports: dict[str, Verification]) -> list[tuple[str, Checked]]:
    """Refuted claims in which nothing stands that is known to be wrong."""
    known = (*WRONG, *OVERSTATED)
    return [
        (day, claim)
        for day, report in reports.items()
        for claim in report.claims
        if claim.verdict is Verdict.REFUTED
        and not any(one.day == day and (one.is_in(claim) or _repeats(one, claim)) for one in known)
    ]


def _repeats(known: Known, claim: Checked) -> bool:
    """Another sentence on the same item, wrong for the same reason, or an entry of the same list."""
    return any(
        reason.kind is known.kind and (known.sign in reason.detail or "told as issues" in reason.detail)
        for reason in claim.reasons
    )


def main() -> None:
    reports = verified()
    for title, known in (("wrong", WRONG), ("overstated", OVERSTATED)):
        found = caught(known, reports)
        for one in known:
            verdict = "refuted" if one in found else "-"
            print(f"{title:<11} {one.day}  {one.kind or 'evidence':<11} {one.sign:<10} {verdict}")
        print(f"{title}: {len(found)} of {len(known)}\n")
    for day, claim in refuted_beside(reports):
        print(f"beside      {day}  line {claim.line}: {claim.reasons[0].detail}")
    sentences = sum(" — by " not in claim.text for report in reports.values() for claim in report.claims)
    lines = sum(len(report.claims) for report in reports.values())
    print(
        f"refuted beside these: {len(refuted_beside(reports))} of {sentences} sentences, {lines} claims with list lines"
    )


if __name__ == "__main__":
    main()
