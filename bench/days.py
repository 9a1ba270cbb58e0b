"""Made-up days of any size, shaped like a real one: for every list line two more items that were only touched."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from digest.window import Window
from tests.github_stub.entities import Issue, PullRequest
from tests.github_stub.world import World

OPENING = datetime.fromisoformat("2026-03-03T03:21:00+00:00")
DAY = timedelta(days=1)
WINDOW = Window(start=OPENING, end=OPENING + DAY, timezone="Asia/Shanghai")

LINES = {"issue opened": 30, "issue closed": 18, "pull opened": 94, "pull merged": 38, "pull closed": 28}
"""The lines of one real day: 208."""
WHOLE = 600
THREADS = 40


@dataclass
class Day:
    """Fills a world with about ``items`` updated items, in the shares of a real day."""

    world: World
    items: int = WHOLE

    def fill(self) -> World:
        self.world.now = WINDOW.end + timedelta(minutes=20)
        made = [self._line(what) for what, share in LINES.items() for _ in range(self._share(share))]
        for place in range(self.items - len(made)):
            self._touched(place)
        discussed = self._share(THREADS)
        for item in made[:: max(1, len(made) // discussed)][:discussed]:
            self._discuss(item)
        return self.world

    def _share(self, of_whole: int) -> int:
        return max(1, round(of_whole * self.items / WHOLE))

    def _line(self, what: str) -> Issue | PullRequest:
        self._turn = getattr(self, "_turn", 0) + 1
        at = WINDOW.start + timedelta(seconds=(self._turn * 7919) % 86_400)
        before = WINDOW.start - timedelta(days=2)
        labels = ["bug", "rocm"][: self._turn % 3]
        match what:
            case "issue opened":
                return self.world.issue(created=at, labels=labels)
            case "issue closed":
                return self.world.issue(created=before, closed=at, labels=labels)
            case "pull opened":
                return self.world.pull(created=at, labels=labels, files=self._files())
            case "pull merged":
                return self.world.pull(created=before, merged=at, labels=labels, files=self._files())
        return self.world.pull(created=before, closed=at, labels=labels, files=self._files())

    def _files(self) -> list[tuple[str, int, int]]:
        return [(f"vllm/part_{place}.py", 12, 3) for place in range(self._turn % 7 + 1)]

    def _touched(self, place: int) -> None:
        """An old item that only a bot spoke to: in the walk, in no list, not discussed."""
        make = self.world.pull if place % 3 else self.world.issue
        item = make(created=WINDOW.start - timedelta(days=30))
        self.world.comment(item, "triage[bot]", WINDOW.start + timedelta(seconds=place * 97 % 86_400), "stale?")

    def _discuss(self, item: Issue | PullRequest) -> None:
        """Twelve comments, and on a pull request six reviews and four threads of three."""
        start = max(item.created_at, WINDOW.start)
        room = (WINDOW.end - start) / 40
        for turn in range(12):
            self.world.comment(item, f"engineer-{turn % 4}", start + room * turn, f"Measured again: {turn} % better.")
        if isinstance(item, PullRequest):
            for turn in range(6):
                self.world.review(item, f"reviewer-{turn % 3}", start + room * (12 + turn), "COMMENTED", "See below.")
            for turn in range(4):
                said = [(f"reviewer-{n}", start + room * (18 + turn), "Why?") for n in range(3)]
                self.world.thread(item, *said)
