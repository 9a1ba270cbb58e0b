"""Who spoke, and whether it counts as a voice.

Bots are known by GitHub's `__typename`, by the `[bot]` that it puts behind an App's login, and by a list for
those that work from an ordinary account. A comment counts as a voice when a person says something in it: not
`+1`, not advertising, not folded away by a maintainer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from digest.facts import prose
from digest.facts.values import Quote
from digest.model import GHOST, Comment, Item, Person, Review

BOTS = ("mergify", "codecov", "codecov-commenter", "github-actions", "dependabot", "renovate", "gemini-code-assist")
"""Accounts of programs that GitHub may show as users. Settings add to them."""

MAINTAINERS = frozenset({"OWNER", "MEMBER", "COLLABORATOR"})

_REACTION_ONLY = re.compile(
    r"(?:[+\-]1|same(?: here| issue| problem)?|me too|any (?:update|news)s?(?: on this)?|bump|up|ping|cc"
    r"|following|thanks?(?: you)?|"
    r"lgtm|ship it|done|fixed|nice|great(?: work)?|同问|同样的问题|顶|谢谢|感谢|mark|/\w[\w -]*|\W*)[\s!.?。！~]*",
    re.I,
)
_TEMPLATE = re.compile(
    r"before submitting\b|please read\b|make sure you already searched|i have (?:read|searched)|\[[ x]\]\s", re.I
)
# Words to a model, not to people: who writes them argues nothing, and they are quoted nowhere.
_INSTRUCTION = re.compile(
    r"\b(?:ignore|disregard|forget)\b[^.]{0,30}\b(?:instructions?|prompts?|rules|above)\b|\bsystem prompt\b"
    r"|\byou are (?:now )?an? (?:ai|assistant|language model|llm)\b"
    r"|\b(?:summari[sz]er|assistant|llm|ai model|language model)s?\b[^.]{0,40}\b(?:must|should|have to|please)\b"
    r"|忽略[^。]{0,12}(?:指令|指示|提示|规则)|(?:总结|摘要|报告|日报)[^。]{0,16}(?:必须|务必|请写|请在)",
    re.I,
)
_MENTIONS = re.compile(r"(?<![\w`/])@[A-Za-z0-9][\w/-]*")
_CALLED = re.compile(r"(?<![\w`/])@([A-Za-z0-9][\w-]*)")
_LINK = re.compile(r"https?://(?!github\.com/)[^\s)>\]]+")
_SALES = re.compile(
    r"\b(?:check out (?:my|our)|our (?:new |own )?(?:product|platform|service|tool|blog|saas)|sign up"
    r"|free trial|discount|"
    r"promo(?: code)?|contact (?:me|us)|book a demo|limited offer|fully managed|hours free|free credits"
    r"|starting at \$)\b"
    r"|优惠|免费试用|加微信|联系我们|我们的产品",
    re.I,
)


_ONE_WORD = re.compile(r"[A-Za-z]+(?:['’-][A-Za-z]+)?[\s!.?]*")
"""`Removed.`, `Renamed.`: an answer on a line that tells nobody else anything."""


@dataclass(frozen=True)
class Said:
    """One thing that somebody said in a thread, wherever GitHub keeps it."""

    id: str
    number: int
    author: Person
    association: str
    at: datetime
    url: str
    body: str
    review: str = ""
    """The review's state, where it is one."""
    path: str = ""
    """The file, where it stands on a line."""
    resolved: bool = False
    reactions: int = 0
    minimized: bool = False


def is_bot(person: Person, bots: tuple[str, ...] = ()) -> bool:
    login = person.login.lower()
    known = {name.lower() for name in (*BOTS, *bots)}
    return person.kind == "Bot" or login.endswith("[bot]") or login.removesuffix("[bot]") in known


def said(item: Item) -> tuple[Said, ...]:
    """All that was said in the thread, oldest first: comments, reviews, comments on lines."""
    return tuple(sorted(_all_said(item), key=lambda one: (one.at, one.id)))


def _all_said(item: Item) -> Iterator[Said]:
    for comment in item.comments:
        yield _from_comment(item, comment)
    for review in item.reviews:
        yield _from_review(item, review)
    for thread in item.threads:
        for comment in thread.comments:
            yield _from_comment(item, comment, thread.path, thread.is_resolved)


def _from_comment(item: Item, comment: Comment, path: str = "", resolved: bool = False) -> Said:
    return Said(
        id=comment.id,
        number=item.number,
        author=comment.author,
        association=comment.association,
        at=comment.created_at,
        url=comment.url,
        body=comment.body,
        path=path,
        resolved=resolved,
        reactions=comment.reactions,
        minimized=bool(comment.minimized),
    )


def _from_review(item: Item, review: Review) -> Said:
    return Said(
        id=review.id,
        number=item.number,
        author=review.author,
        association=review.association,
        at=review.submitted_at,
        url=review.url,
        body=review.body,
        review=review.state,
    )


def is_voice(one: Said, bots: tuple[str, ...] = ()) -> bool:
    """Whether a person said something: a verdict, or a sentence that is more than a reaction.

    A deleted account cannot be told from another one, so it is quoted but is no voice of its own.
    """
    if one.author == GHOST or one.minimized or is_bot(one.author, bots) or _INSTRUCTION.search(one.body):
        return False
    if one.review in ("APPROVED", "CHANGES_REQUESTED"):
        return True
    return any(not _ONE_WORD.fullmatch(told) for told in sentences(one)) and not is_advertising(one)


def is_advertising(one: Said) -> bool:
    """Selling words, twice or beside a link elsewhere, by somebody without a standing in the project."""
    if one.association in MAINTAINERS:
        return False
    sells = len(_SALES.findall(one.body))
    return sells > 1 or (sells == 1 and bool(_LINK.search(one.body)))


def called_in(text: str) -> frozenset[str]:
    """Who is called by name in a text, in lower case."""
    return frozenset(login.casefold() for login in _CALLED.findall(text))


def passages(one: Said) -> tuple[tuple[str, ...], ...]:
    """What was said, paragraph by paragraph, in sentences: without reactions and a template's own words."""
    return _passages(one.body)


@lru_cache(maxsize=8192)
def _passages(body: str) -> tuple[tuple[str, ...], ...]:
    """The same text is looked at by many findings; reading it is pure, so it is remembered."""
    told = (tuple(s for s in passage.sentences if not is_reaction(s)) for passage in prose.read(body).passages)
    return tuple(passage for passage in told if passage)


def sentences(one: Said) -> tuple[str, ...]:
    """The same without the borders between paragraphs."""
    return tuple(sentence for passage in passages(one) for sentence in passage)


def is_reaction(sentence: str) -> bool:
    """A sentence that says nothing by itself, or that a template says for everybody."""
    told = _MENTIONS.sub("", sentence).strip()
    if _REACTION_ONLY.fullmatch(told) or _TEMPLATE.match(told):
        return True
    return _INSTRUCTION.search(told) is not None


def quote(one: Said, text: str, *, cut: bool = True) -> Quote:
    """Words of it, with the way back to them."""
    return Quote(
        evidence=one.id, number=one.number, author=one.author.login, at=one.at, url=one.url, text=text, cut=cut
    )


def of_body(item: Item) -> Said:
    """What an item's author said in its body."""
    return Said(
        id=item.id,
        number=item.number,
        author=item.author,
        association=item.association,
        at=item.created_at,
        url=item.url,
        body=item.body,
        reactions=item.reactions,
    )
