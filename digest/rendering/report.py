"""A finished report: its files, what it is on GitHub, and its line in an index. What targets publish, as it stands."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from digest.model import RepositoryName
from digest.rendering.front_matter import with_front_matter
from digest.rendering.github import GitHubPage
from digest.rendering.index import Entry
from digest.window import zone


@dataclass(frozen=True)
class Report:
    """``files`` by their names, as they stand in a folder of reports; ``github`` by language, in the run's order.

    ``seen_public``: this very run saw that everybody may see the repository, or the report is the bundled sample's.
    """

    repository: RepositoryName
    entry: Entry
    private: bool
    files: Mapping[str, bytes]
    github: Mapping[str, GitHubPage]
    seen_public: bool = False

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(self.github)

    def file(self, language: str, *, front_matter: bool = False) -> str:
        """The page as a Markdown file, with front matter for a site generator if that is asked for."""
        page = self.files[f"report.{language}.md"].decode()
        if not front_matter:
            return page
        return with_front_matter(page, self.github[language].heading, self._starts, language)

    def headline(self) -> str:
        """Of a commit that holds the report in all its languages."""
        return next(iter(self.github.values())).title

    def places(self) -> Mapping[str, str]:
        """What a template of paths may hold beside ``language``."""
        if not self.entry.kind:
            return places(self.repository, self.entry.name)
        local = zone(self.entry.timezone)
        start, end = (str(at.astimezone(local).date()) for at in (self.entry.start, self.entry.end))
        return places(self.repository, self.entry.name, start, end)

    def day_links(self, template: str, language: str) -> Mapping[str, str]:
        """Of a roll-up's page: its links to pages of its days, and those that they have to be where pages lie so.

        ``template`` is the path of every page, with places for what `places` gives.
        """
        own = template.format_map({**self.places(), "language": language})
        links = {}
        for link, day, tag in _DAY.findall(self.file(language)) if self.entry.kind else ():
            page = template.format_map({**places(self.repository, day), "language": tag})
            links[link] = posixpath.relpath(page, posixpath.dirname(own))
        return links

    @property
    def _starts(self) -> str:
        """In the window's own zone: a day in Shanghai begins on the UTC day before."""
        return self.entry.start.astimezone(zone(self.entry.timezone)).isoformat()


_DAY = re.compile(r"\]\((\.\./([0-9-]{10})/report\.([A-Za-z0-9-]+)\.md)\)")


def places(repository: RepositoryName, window: str, start: str = "", end: str = "") -> Mapping[str, str]:
    """What a template of paths may hold beside ``language``.

    ``start`` and ``end`` are local dates: of a day, which its name tells, or of a roll-up's first day and the day
    behind its last.
    """
    first, _, last = window.partition("_to_")
    start = start or first
    return {
        "owner": repository.owner,
        "name": repository.name,
        "window": window,
        "start": start,
        "end": end or last or str(date.fromordinal(date.fromisoformat(start).toordinal() + 1)),
    }
