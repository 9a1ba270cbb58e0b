"""Makes a text that GitHub acts on do nothing: no notification, no back-reference, nothing closed.

GitHub looks for mentions, references and commits in bodies, comments, titles and commit messages, not in files:
https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/autolinked-references-and-urls
A zero-width space inside each form takes its effect and changes nothing that a reader sees; Dependabot and Renovate do
the same. It stands in code and in the text of links too, where GitHub does not look at first: a squash merge makes a
commit message of a pull request's body, a reply by e-mail quotes it as plain text, and both lose the Markdown
(https://github.com/dependabot/dependabot-core/pull/3157). Links go through ``redirect.github.com``, GitHub's own way to
link without a back-reference.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlsplit

GAP = "\u200b"
REDIRECT = "redirect.github.com"
_BEFORE = r"(?:www\.|(?<![A-Za-z0-9-])(?<![A-Za-z0-9-]\.))"
"""Before a host's name: ``www.`` wherever it stands, else all but another name's end (``docs.``, ``not``). Towards the
side of quiet: GitHub makes a link of ``www.`` behind ``_``, ``*``, ``~`` and ``(`` too
(https://github.github.com/gfm/#extended-www-autolink), and nobody says what its commit messages do behind a letter."""
_GITHUB = re.compile(rf"{_BEFORE}github\.com(?=\.?\\*[:/])", re.IGNORECASE)

# Whatever follows: markup between the sign and a name may be gone in another rendering.
_MENTION = re.compile(rf"@(?!{GAP})")
_NUMBER = re.compile(r"#(?=\d)")
_GH = re.compile(r"(GH\\?-)(?=\d)", re.IGNORECASE)
_SHA = re.compile(r"(?<![0-9A-Za-z])[0-9a-f]{7,40}(?![0-9A-Za-z])", re.IGNORECASE)
_SKIP = re.compile(r"\[(?=(?:skip ci|ci skip|no ci|skip actions|actions skip)\\?\])", re.IGNORECASE)
"""What keeps workflows from running on a commit, wherever it stands in its message:
https://docs.github.com/en/actions/how-tos/manage-workflow-runs/skip-workflow-runs"""
_SHORT = 6
"""Hexadecimal digits that are no commit yet: GitHub abbreviates to 7 at the least."""

# Links as `digest.rendering.escape` writes them: its addresses hold neither brackets nor spaces.
_LINK = re.compile(
    r"(?<!\\)(?P<open>(?:\\\\)*\[)(?P<text>(?:\\.|`[^`]*`|[^\[\]\\`])*)\]\((?P<url>https?://[^()\s<>\\\"]*)\)"
)
_ADDRESS = re.compile(r"(?<=\]\()https?://[^()\s<>\\\"]*(?=\))")


@dataclass(frozen=True)
class Quiet:
    """For one GitHub, by the address of its site (``GITHUB_SERVER_URL``)."""

    server_url: str = "https://github.com"

    def text(self, text: str) -> str:
        """Of a title or a commit message, or any text that holds no links of Markdown."""
        text = _GITHUB.sub(REDIRECT, text)
        if self._other:
            text = self._other.sub(lambda found: found[0][0] + GAP + found[0][1:], text)
        text = _MENTION.sub("@" + GAP, text)
        text = _NUMBER.sub("#" + GAP, text)
        text = _GH.sub(lambda found: found[1] + GAP, text)
        text = _SKIP.sub("[" + GAP, text)
        return _SHA.sub(_in_pieces, text)

    def markdown(self, text: str) -> str:
        """Of a body or comment. An Enterprise Server has no redirect: there, links to it become their own text."""
        if self._other:
            text = _LINK.sub(self._unlinked, text)
        parts = []
        at = 0
        for found in _ADDRESS.finditer(text):
            parts += [self.text(text[at : found.start()]), self._address(found[0])]
            at = found.end()
        return "".join((*parts, self.text(text[at:])))

    def _unlinked(self, found: re.Match[str]) -> str:
        here = self._other is not None and self._other.search(found["url"])
        return found["open"][:-1] + found["text"] if here else found[0]

    def _address(self, address: str) -> str:
        """Where the text of a link could not be made out, no address is left that GitHub would act on."""
        if self._other and self._other.search(address):
            return ""
        address = _GITHUB.sub(REDIRECT, address).replace("@", "%40")
        return re.sub(r"#(?=\d)", "%23", address)

    @cached_property
    def _other(self) -> re.Pattern[str] | None:
        """The host that acts on its own addresses, where that is not github.com."""
        host = urlsplit(self.server_url).netloc.lower().removeprefix("www.")
        if host == "github.com" or not host:
            return None
        return re.compile(rf"{_BEFORE}{re.escape(host)}(?![A-Za-z0-9-]|\.[A-Za-z0-9])", re.IGNORECASE)


def _in_pieces(found: re.Match[str]) -> str:
    digits = found[0]
    return GAP.join(digits[at : at + _SHORT] for at in range(0, len(digits), _SHORT))
