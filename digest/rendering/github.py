"""What a report is on GitHub: bodies, comments, titles and commit messages on which GitHub does not act."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from digest.model import RepositoryName
from digest.rendering import escape
from digest.rendering.catalogue import Catalogue
from digest.rendering.pieces import LIMIT, length, pieces
from digest.rendering.quiet import Quiet


@dataclass(frozen=True)
class GitHubPage:
    """A report in one language. ``page`` is its Markdown with folded lists, not quiet yet."""

    repository: RepositoryName
    window: str
    heading: str
    page: str
    t: Catalogue
    quiet: Quiet

    @property
    def language(self) -> str:
        return self.t.language

    @property
    def title(self) -> str:
        """Of a discussion or a pull request, and the headline of a commit: "vLLM 开发动态报告 - 2026-03-03"."""
        return self.quiet.text(" ".join(self.heading.split()))[:_TITLE]

    def marker(self, part: int = 1) -> str:
        """The hidden first line by which a re-run knows what it published: a body is part 1, comments follow."""
        return marker(self.repository, self.window, self.language, self.quiet, part)

    def is_part(self, marker: str) -> bool:
        """Whether a line is the marker of any part of this report."""
        start, end = self.marker(0).rsplit("0", 1)
        number = marker.removeprefix(start).removesuffix(end)
        return number.isdigit() and marker == self.marker(int(number))

    @cached_property
    def body(self) -> str:
        return self.quiet.markdown(self.page)

    def thread(self) -> tuple[str, ...]:
        """The body of a discussion, and the comments that hold what it cannot, each behind its marker."""
        note = "\n" + self.quiet.text(self.t("surface.in_comments")) + "\n\n"
        room = LIMIT - length(self.marker(9999)) - 2
        whole = pieces(self.body, room, room)
        if len(whole) > 1:
            first, *others = pieces(self.body, room - length(note + _PARTS.format(9999)), room)
            whole = (first + note + _PARTS.format(1 + len(others)), *others)
        return tuple(f"{self.marker(part)}\n\n{piece}" for part, piece in enumerate(whole, 1))

    def step_summary(self, room: int, path: str, address: str = "") -> str:
        """The page as the summary of a step of GitHub Actions, in at most ``room`` bytes; nothing where none is left.

        What is longer ends in front of the lists, or before, and says where the rest stands: in the file at ``path``,
        at ``address`` where there is one.
        """
        if len(self.body.encode()) <= room:
            return self.body
        note = "\n" + self.quiet.markdown(self.t("surface.in_file", path=_file(path, address))) + "\n"
        front = self.body.partition(_LISTS)[0]
        left = room - len(note.encode())
        if len(front.encode()) > left:
            # A UTF-16 unit is three bytes of UTF-8 at the most.
            front = pieces(front, left // 3)[0] if left > _LEAST else ""
        return front + note if front else ""

    def pull_request(self, path: str, address: str = "") -> str:
        """The body of a pull request that adds the file at ``path``, which has what the body cannot hold.

        ``address`` leads to the file.
        """
        note = "\n" + self.quiet.markdown(self.t("surface.in_file", path=_file(path, address))) + "\n"
        room = LIMIT - length(self.marker()) - 2
        whole = pieces(self.body, room)
        text = whole[0] if len(whole) == 1 else pieces(self.body, room - length(note))[0] + note
        return f"{self.marker()}\n\n{text}"


def marker(repository: RepositoryName, window: str, language: str, quiet: Quiet, part: int = 1) -> str:
    """See `GitHubPage.marker`."""
    told = f"repository={repository} window={window} language={language} part={part}"
    return f"<!-- vllm-digest {quiet.text(told)} -->"


def _file(path: str, address: str) -> str:
    """How a file is named, in Markdown."""
    return f"[{escape.code(path)}]({escape.url(address)})" if address else escape.code(path)


def parts(body: str) -> int:
    """In how many parts a discussion is, its body being the first: its comments come after it, or came to nothing."""
    found = re.search(r"<!-- vllm-digest parts=(\d{1,4}) -->\s*\Z", body)
    return int(found[1]) if found else 1


_PARTS = "<!-- vllm-digest parts={} -->"
"""The hidden last line of a body whose comments hold the rest."""
_LISTS = "<!-- vllm-digest:lists -->"
"""The first line of the appendix: titles that say the same are escaped."""
_LEAST = 4096
"""Bytes: less than this is no page."""
_TITLE = 256
"""Characters of a title: https://docs.github.com/en/rest/issues/issues refuses longer ones."""
