"""What every page has in common: its style, its one script, and a policy that lets nothing else in.

A page asks nobody for anything, and what somebody else's text would smuggle into it does not run: the browser takes
the style and the script with these hashes alone. https://www.w3.org/TR/CSP3/#source-list-syntax
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from digest import templating
from digest.rendering.site.inline import printable


@dataclass(frozen=True)
class Shell:
    """``style`` and ``script`` as they stand in a page; ``policy`` is its Content-Security-Policy."""

    style: Markup
    script: Markup
    policy: str


@cache
def shell() -> Shell:
    style, script = (
        (templating.folder() / "site" / name).read_text(encoding="utf-8") for name in ("style.css", "script.js")
    )
    rules = (
        "default-src 'none'",
        f"style-src '{_hash(style)}'",
        f"script-src '{_hash(script)}'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    )
    return Shell(Markup(style), Markup(script), "; ".join(rules))


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def filled(template: str, values: Mapping[str, object]) -> bytes:
    """A page of the site as it is written. Every value is escaped that is not marked as clean HTML."""
    page = templating.environment(autoescape=True).get_template(f"site/{template}").render(shell=shell(), **values)
    return printable(page).encode()
