"""A report as Markdown: the same bytes for the same facts, narrative and look."""

from __future__ import annotations

import re
from pathlib import Path

from digest import templating
from digest.facts.values import Facts
from digest.rendering import catalogue
from digest.rendering.github import GitHubPage
from digest.rendering.look import Look
from digest.rendering.page import Page
from digest.rendering.quiet import Quiet
from digest.rendering.titles import titled
from digest.writing.narrative import Narrative


def markdown(facts: Facts, narrative: Narrative | None, look: Look, catalogues: Path | None = None) -> str:
    """The whole report. Raises SettingsError for a language that has no catalogue."""
    messages = catalogue.load(look.language, catalogues)
    page = Page(facts=facts, t=messages, look=look, narrative=narrative)
    template = templating.environment().get_template("report/report.md.j2")
    counts = {str(name): count for name, count in facts.counts.items()}
    text = template.render(p=page, f=facts, t=messages, counts=counts)
    return _tidy(text)


def github_page(
    facts: Facts, narrative: Narrative | None, look: Look, quiet: Quiet, catalogues: Path | None = None
) -> GitHubPage:
    """The report as it is published on GitHub. Raises SettingsError for a language that has no catalogue."""
    look = look.model_copy(update={"surface": "github"})
    messages = catalogue.load(look.language, catalogues)
    day = Page(facts=facts, t=messages, look=look, narrative=narrative).heading
    return GitHubPage(
        repository=facts.repository,
        window=facts.window.name,
        heading=titled(messages, look.title, facts.window.name, day),
        page=markdown(facts, narrative, look, catalogues),
        t=messages,
        quiet=quiet,
    )


def _tidy(text: str) -> str:
    """One empty line where templates leave several, none at the ends of lines."""
    lines = (line.rstrip() for line in text.split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"
