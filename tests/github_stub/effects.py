"""What GitHub would do because of a text: whom it notifies, what it references, what it closes.

Written for the tests alone, from GitHub's documentation, and towards the side of acting: what a real GitHub might leave
alone counts here. Two readings: a body is Markdown, in which code and the text of links do nothing; a title or a commit
message is plain. A pull request's body is read both ways, since a squash merge makes a message of it.

https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/autolinked-references-and-urls
https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it import MarkdownIt

from tests.github_stub.world import World

_URL = re.compile(r"(?:https?://|www\.)[^\s<>\"')\]]+", re.IGNORECASE)
_ACTS = re.compile(
    r"^(?:https?://)?(?:[^/@\s]*@)?(?:www\.)?(?P<host>[^/\s]+)/[\w.-]+/[\w.-]+/"
    r"(?:issues|pull|pulls|discussions|commit|commits)/[0-9a-f]+",
    re.IGNORECASE,
)
_PING = re.compile(r"(?<![A-Za-z0-9_])@(?:[A-Za-z0-9][A-Za-z0-9-]*)(?:/[A-Za-z0-9][\w-]*)?")
_ISSUE = re.compile(r"(?:[\w.-]+/)?(?:[\w.-]+)?#\d+|GH-\d+", re.IGNORECASE)
_COMMIT = re.compile(r"(?<![A-Za-z0-9_])[0-9a-f]{7,40}(?![A-Za-z0-9_])", re.IGNORECASE)
_CLOSES = re.compile(
    r"\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+(?:(?:[\w.-]+/[\w.-]+)?#\d+|GH-\d+|https?://\S+)", re.IGNORECASE
)
_SKIPS = re.compile(r"\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]", re.IGNORECASE)


@dataclass(frozen=True)
class Effect:
    """``kind`` is ping, reference, closing or skipping (of workflows); ``where`` names the text."""

    kind: str
    form: str
    where: str


def account(world: World, host: str = "github.com") -> list[Effect]:
    """The effects of everything that the viewer published in that world, on a GitHub of that host."""
    return [effect for where, text, is_markdown in _texts(world) for effect in effects(text, where, is_markdown, host)]


def effects(text: str, where: str = "", is_markdown: bool = True, host: str = "github.com") -> list[Effect]:
    if not is_markdown:
        return list(_plain(text, where, host))
    shown, links = _rendered(text)
    return [
        *(Effect("reference", link, where) for link in links if _is_acting(link, host)),
        *_plain(shown, where, host),
    ]


def _texts(world: World) -> Iterator[tuple[str, str, bool]]:
    for repository in world.repositories.values():
        for discussion in repository.discussions:
            if discussion.author is world.viewer:
                yield f"{discussion.url} title", discussion.title, False
                yield discussion.url, discussion.body, True
            for comment in discussion.comments:
                if comment.author is world.viewer:
                    yield comment.url, comment.body, True
        for pull in repository.pull_requests.values():
            if pull.author is world.viewer:
                yield f"{pull.url} title", pull.title, False
                yield pull.url, pull.body, True
                yield f"{pull.url} squashed", f"{pull.title}\n\n{pull.body}", False
        for ref in repository.branches.values():
            for commit in ref.history:
                yield commit.url, commit.message, False


def _rendered(text: str) -> tuple[str, list[str]]:
    """The text outside code and links, a line each, and the addresses of the links."""
    shown: list[str] = []
    links: list[str] = []
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text):
        if token.type == "html_block":
            shown.append(_untagged(token.content, links))
        if token.type != "inline":
            continue
        inside = 0
        line = ""
        for child in token.children or []:
            if child.type == "link_open":
                links.append(str(child.attrGet("href")))
                inside += 1
            elif child.type == "link_close":
                inside -= 1
            elif child.type == "image":
                links.append(str(child.attrGet("src")))
            elif child.type in ("softbreak", "hardbreak"):
                line += "\n"
            elif child.type == "code_inline":
                line += " "  # An element of its own: what stands on its two sides is not one word.
            elif child.type == "html_inline":
                line += _untagged(child.content, links)
            elif not inside and child.type == "text":
                line += child.content
        shown.append(line)
    return "\n".join(shown), links


def _untagged(markup: str, links: list[str]) -> str:
    links += re.findall(r"(?:href|src)=[\"']?([^\"'\s>]+)", markup)
    return html.unescape(re.sub(r"<!--.*?-->|<[^>]*>", "", markup, flags=re.DOTALL))


def _plain(text: str, where: str, host: str) -> Iterator[Effect]:
    """Addresses first: what stands inside one is part of it."""
    for found in _CLOSES.finditer(text):
        address = _URL.search(found[0])
        if address is None or _is_acting(address[0], host):
            yield Effect("closing", found[0], where)
    for found in _URL.finditer(text):
        if _is_acting(found[0], host):
            yield Effect("reference", found[0], where)
    yield from (Effect("skipping", found[0], where) for found in _SKIPS.finditer(text))
    rest = _URL.sub(" ", text)
    for pattern, kind in ((_PING, "ping"), (_ISSUE, "reference"), (_COMMIT, "reference")):
        yield from (Effect(kind, found[0], where) for found in pattern.finditer(rest))


def _is_acting(address: str, host: str) -> bool:
    found = _ACTS.match(html.unescape(address))
    return found is not None and found["host"].lower().rstrip(".") == host
