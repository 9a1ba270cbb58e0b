"""A small window, made up, for the tests of claims and of the writer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from digest.model import ChangedFile, Closing, Comment, Item, Person, RepositoryName, Review, Snapshot
from digest.window import Window

START = datetime(2026, 5, 4, tzinfo=UTC)
WINDOW = Window(start=START, end=START + timedelta(days=1), timezone="UTC", day=START.date())
URL = "https://github.com/acme/engine"
BO = Person(login="bo-keeper")
ADA = Person(login="ada-kern")


def at(hour: float) -> datetime:
    return START + timedelta(hours=hour)


def item(number: int, kind: str, title: str, author: str, body: str = "", **more) -> Item:
    path = "pull" if kind == "pull_request" else "issues"
    given = {"created_at": at(1), "updated_at": at(20), "depth": "thread"} | more
    url = f"{URL}/{path}/{number}"
    return Item(
        id=f"I_{number}",
        number=number,
        kind=kind,
        title=title,
        url=url,
        author=Person(login=author),
        body=body,
        **given,
    )


def comment(id: str, author: Person, hour: float, body: str, association: str = "NONE") -> Comment:
    url = f"{URL}/issues/1#{id}"
    return Comment(id=id, url=url, author=author, created_at=at(hour), body=body, association=association)


def review(id: str, author: Person, hour: float, state: str, body: str = "") -> Review:
    url = f"{URL}/pull/1#{id}"
    return Review(id=id, url=url, author=author, submitted_at=at(hour), state=state, body=body, association="MEMBER")


OPEN = item(
    101,
    "pull_request",
    "Fall back to Triton when AITER is missing",
    "cy-smith",
    "Decode was 25% slower at batch 8 on MI300X. Set `ENGINE_USE_AITER=0` meanwhile.\n\n"
    "| batch | before | after |\n|---|---|---|\n| 8 | 412 ms | 309 ms |",
    labels=("rocm",),
    files=(ChangedFile(path="engine/attention/fallback.py", additions=40, deletions=2),),
    comments=(
        comment("C_1", ADA, 3, "I do not think we should\nfall back silently, users will never notice the slow path."),
        comment("C_2", Person(login="cy-smith"), 4, "Fair point, you are right. I will log a warning instead."),
        comment("C_3", ADA, 30, "Merging this tomorrow then, 99% sure."),
    ),
    reviews=(
        review(
            "R_1",
            BO,
            5,
            "CHANGES_REQUESTED",
            "> fall back is fine\n\nPlease gate it on two env flags, see `is_enabled`.",
        ),
    ),
)
MERGED = item(
    102,
    "pull_request",
    "Remove --swap-space",
    "dee-dev",
    "The flag `--swap-space` had no effect since v0.9.2.",
    merged_at=at(6),
    closed_at=at(6),
    merged_by=BO,
    reviews=(review("R_2", ADA, 5, "APPROVED", "Nobody used it."),),
)
ISSUE = item(
    103,
    "issue",
    "[Bug]: FP8 KV cache garbles the output",
    "eve-user",
    "With `kv_cache_dtype=fp8` on H100 the output is garbage after 1,024 tokens.",
    comments=(
        comment("C_4", Person(login="fin-user"), 7, "Same here, 3 of 5 prompts."),
        comment("C_5", BO, 8, "I can't reproduce this on main, which commit is it?", "MEMBER"),
        comment("C_6", Person(login="fin-user"), 9, "I disagree that it is the commit, it breaks on v0.9.2 as well."),
    ),
)
FIXED = item(
    104,
    "issue",
    "Crash on exit",
    "eve-user",
    "It crashes.",
    closed_at=at(7),
    state_reason="COMPLETED",
    closing=Closing(at=at(7), by=BO),
)
UNMERGED = item(
    105, "pull_request", "Rewrite the scheduler", "gus-new", "Rewrites the scheduler in one pass.", closed_at=at(9)
)
LATER = item(
    106,
    "pull_request",
    "Cache the tokenizer",
    "dee-dev",
    "Caches the tokenizer.",
    merged_at=at(25),
    closed_at=at(25),
    merged_by=BO,
)

SHARED = tuple(
    item(
        110 + n,
        "pull_request",
        f"Tune NVFP4 part {n}",
        f"dev-{n}",
        f"Tunes NVFP4 tile sizes for part {n} of the layer.",
    )
    for n in range(5)
)
"""Titles with a name in common."""

SNAPSHOT = Snapshot(
    repository=RepositoryName(owner="acme", name="engine"),
    repository_url=URL,
    window=WINDOW,
    as_of=at(26),
    items=(OPEN, MERGED, ISSUE, FIXED, UNMERGED, LATER, *SHARED),
)
