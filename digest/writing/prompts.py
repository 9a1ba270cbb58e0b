"""The prompts, from ``templates/prompts``, and their version."""

from __future__ import annotations

import hashlib

from digest import templating
from digest.facts.values import Facts
from digest.llm import Message
from digest.model import ListName
from digest.writing.dossier import Dossier


def version() -> str:
    """A digest of all prompt templates: it changes with any of them, so that nobody has to remember it."""
    files = sorted((templating.folder() / "prompts").glob("*.j2"))
    content = b"\0".join(file.name.encode() + b"\0" + file.read_bytes() for file in files)
    return hashlib.sha256(content).hexdigest()[:12]


def messages(section: str, facts: Facts, dossier: Dossier, language: str) -> tuple[Message, ...]:
    """The two turns of a section's call."""
    given = {
        "facts": facts,
        "dossier": dossier,
        "fence": dossier.fence,
        "language": language,
        "language_name": _english_name(language),
        "chinese": language.lower().split("-")[0] == "zh",
        "counts": [(name.value, facts.counts[name]) for name in ListName],
    }
    environment = templating.environment()
    system, user = (environment.get_template(f"prompts/{name}.j2").render(given) for name in ("system", section))
    return ({"role": "system", "content": system.strip()}, {"role": "user", "content": user.strip()})


def _english_name(language: str) -> str:
    """How a model is told the language; its tag where it is unknown."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language, sep="-").get_display_name("en") or language
    except (UnknownLocaleError, ValueError):
        return language
