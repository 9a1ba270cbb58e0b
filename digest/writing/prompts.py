"""The prompts, from ``templates/prompts``, their version, and how one is made to fit."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import timedelta

from digest import templating
from digest.claims import Section
from digest.facts.values import Facts
from digest.llm import Message, size
from digest.model import ListName
from digest.span import kind_of
from digest.writing.dossier import Dossier
from digest.writing.limits import LONGEST

TRIES = 6
"""How often a prompt is made shorter before it is what it is."""

_EXAMPLE_PARTS = {Section.DISCUSSIONS: ('"position"', '"topic"'), Section.FOCUS: ('"open"', '"what"')}
_PERIODS = {"day": "daily", "week": "weekly", "month": "monthly"}
Render = Callable[[Dossier], tuple[Message, ...]]


def version() -> str:
    """A digest of all prompt templates: it changes with any of them, so that nobody has to remember it."""
    files = sorted((templating.folder() / "prompts").glob("*.j2"))
    content = b"\0".join(file.name.encode() + b"\0" + file.read_bytes() for file in files)
    return hashlib.sha256(content).hexdigest()[:12]


def messages(
    template: str, section: Section, facts: Facts, dossier: Dossier, language: str, **more: object
) -> tuple[Message, ...]:
    """The two turns of a call."""
    stretch = kind_of(facts.window.name) or "day"
    given = {
        "facts": facts,
        "dossier": dossier,
        "stretch": stretch,
        "period": _PERIODS[stretch],
        "last_day": f"{facts.window.end.astimezone(facts.window.zone) - timedelta(minutes=1):%A, %d %B %Y}",
        "fence": dossier.fence,
        "language": language,
        "language_name": _english_name(language),
        "chinese": is_chinese(language),
        "counts": [(name.value, facts.counts[name]) for name in ListName],
        "longest": LONGEST[section],
        "example_parts": _EXAMPLE_PARTS.get(section, ("null", "null")),
        **more,
    }
    environment = templating.environment()
    system, user = (environment.get_template(f"prompts/{name}.j2").render(given) for name in ("system", template))
    return ({"role": "system", "content": system.strip()}, {"role": "user", "content": user.strip()})


def fitted(render: Render, dossier: Dossier) -> Callable[[int], tuple[Message, ...]]:
    """A prompt that shows as much of the dossier as so many tokens hold; no prompt where they hold none of it."""
    made: dict[int, tuple[Message, ...]] = {}

    def prompt(most: int) -> tuple[Message, ...]:
        if most not in made:
            made[most] = _within(render, dossier, most)
        return made[most]

    return prompt


def _within(render: Render, dossier: Dossier, most: int) -> tuple[Message, ...]:
    left = most - size(render(Dossier()))
    turns = render(dossier.within(left))
    for _ in range(TRIES):
        over = size(turns) - most
        if over <= 0:
            break
        left -= over + 8
        turns = render(dossier.within(left))
    return turns if dossier.within(left).exhibits or not dossier.exhibits else ()


def is_chinese(language: str) -> bool:
    return language.lower().split("-")[0] == "zh"


def _english_name(language: str) -> str:
    """How a model is told the language; its tag where it is unknown."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language, sep="-").get_display_name("en") or language
    except (UnknownLocaleError, ValueError):
        return language
