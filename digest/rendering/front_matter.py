"""A page for a site generator: front matter that Jekyll and Hugo both read, and a text that Liquid does not.

https://jekyllrb.com/docs/front-matter/ and https://gohugo.io/content-management/front-matter/
"""

from __future__ import annotations

import json
import re

from digest.rendering.quiet import GAP

_LIQUID = re.compile(r"\{(?=[{%])")


def with_front_matter(page: str, title: str, date: str, language: str) -> str:
    """The page behind its front matter. JSON strings are YAML too, so nothing in a title can end one.

    Liquid reads a page before Markdown does, code included: a zero-width space parts ``{{`` and ``{%``, since
    ``{% raw %}`` around the page could be ended by a title.
    """
    quoted = json.dumps(_tame(title), ensure_ascii=False)
    return f"---\ntitle: {quoted}\ndate: {date}\nlang: {language}\n---\n\n{_tame(page)}"


def _tame(text: str) -> str:
    return _LIQUID.sub("{" + GAP, text)
