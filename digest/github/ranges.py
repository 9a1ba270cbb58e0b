"""What is searched for: the five lists and what was touched, each as a range of time in GitHub's search syntax.

Ranges ``A..B`` include both ends and have second precision, so a window ``[start, end)`` is ``start..last_second``:
https://docs.github.com/en/search-github/getting-started-with-searching-on-github/understanding-the-search-syntax
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise

from digest.model import ListName
from digest.window import Window

_SECOND = timedelta(seconds=1)

_LISTS = {
    ListName.ISSUES_OPENED: ("is:issue", "created"),
    ListName.ISSUES_CLOSED: ("is:issue", "closed"),
    ListName.PRS_OPENED: ("is:pr", "created"),
    ListName.PRS_MERGED: ("is:pr", "merged"),
    ListName.PRS_CLOSED_UNMERGED: ("is:pr is:unmerged", "closed"),
}
_TOUCHED = (("is:issue", "updated"), ("is:pr", "updated"))


@dataclass(frozen=True)
class Range:
    """One search, from the second ``first`` to the second ``last``, both inside."""

    repository: str
    what: str
    event: str
    first: datetime
    last: datetime

    @property
    def kind(self) -> str:
        """GraphQL's name of what is found."""
        return "Issue" if self.what == "is:issue" else "PullRequest"

    @property
    def seconds(self) -> int:
        return int((self.last - self.first).total_seconds()) + 1

    def __str__(self) -> str:
        # Sorted by what never changes, so that an item which changes meanwhile does not shift the pages.
        span = f"{self.first:%Y-%m-%dT%H:%M:%SZ}..{self.last:%Y-%m-%dT%H:%M:%SZ}"
        return f"repo:{self.repository} {self.what} {self.event}:{span} sort:created-asc"

    def split(self, parts: int) -> list[Range]:
        """As many ranges side by side, which share no second and leave none out."""
        count = min(parts, self.seconds)
        bounds = [self.first + timedelta(seconds=self.seconds * n // count) for n in range(count + 1)]
        return [replace(self, first=first, last=end - _SECOND) for first, end in pairwise(bounds)]


def of_list(name: ListName, repository: str, window: Window) -> Range:
    """The search that gives one of the five lists."""
    what, event = _LISTS[name]
    return Range(repository, what, event, window.start, window.last_second)


def everything(repository: str, window: Window) -> list[Range]:
    """The five lists, and what was last touched in the window, where discussions are."""
    touched = [Range(repository, what, event, window.start, window.last_second) for what, event in _TOUCHED]
    return [of_list(name, repository, window) for name in ListName] + touched
