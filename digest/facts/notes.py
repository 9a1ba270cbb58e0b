"""The sentence in which a change's author, else its reviewer, tells users what to do or what is different now."""

from __future__ import annotations

import re

from digest.facts import prose, stance
from digest.facts.values import Quote
from digest.facts.voices import MAINTAINERS, is_reaction, of_body, quote, said
from digest.model import Item

_TO_DO = re.compile(
    r"\b(?:brings? (?:\S+ ){1,4}back|have to|has to|must|need(?:s)? (?:to|the)|should (?:set|pass|use"
    r"|drop|switch|update)|"
    r"will be removed|removed in|deprecated alias|until v\d|opt(?:s|ing)? (?:in|out)|to keep the old"
    r"|migrat\w+|requires?)\b"
    r"|须|需要|必须|改用|迁移",
    re.I,
)
_DIFFERENT = re.compile(
    r"\b(?:now|no longer|from now on|bounded by|takes effect|is on when|is off (?:by|when)|raises|warns?"
    r"|answers?|refuses?|rejects?)\b|现在|不再",
    re.I,
)
_NAME = re.compile(r"`[^`]+`|(?<![\w-])--[a-z][\w-]+|\bv\d+\.\d+")
_TYPED = re.compile(r"(?<![\w-])--[a-z][\w-]+|\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|`/[\w/{}-]+`|`\w+:\w+`|`\w+==[\w.]+`")
_USERS = re.compile(
    r"\b(?:release notes|users?|clients?|callers?|scrapers?|dashboards?|deployments?|configs?|scripts?|images?"
    r"|source builds|requests?|you|your)\b"
    r"|用户|客户端|部署",
    re.I,
)
_INSIDE = re.compile(
    r"\b(?:reviewers?|the (?:kernel|lock|test|ci)|unit tests?|race|i (?:still )?need)\b"
    r"|run the tests|锁",
    re.I,
)
_ASIDE = re.compile(r"plan|checklist|environment|reproduc|todo", re.I)


def note(item: Item) -> Quote | None:
    """That sentence to the letter. None where nobody says one."""
    passages = (p for p in prose.read(item.body).passages if not _ASIDE.search(p.heading))
    sentences = [s for passage in passages for s in passage.sentences if not is_reaction(s)]
    telling = [s for s in sentences if is_advice(s) and s.casefold().strip(" .") not in item.title.casefold()]
    if not telling:
        return _by_reviewers(item)
    best = max(telling, key=lambda s: (_weight(s), -telling.index(s)))
    return quote(of_body(item), stance.shorten(best), cut=True)


def _by_reviewers(item: Item) -> Quote | None:
    """What a maintainer says that users will have to do, where the author did not."""
    official = [one for one in said(item) if one.association in MAINTAINERS and one.author != item.author]
    return stance.first(official, lambda s: is_demand(s) and _concerns_users(s))


def is_advice(sentence: str) -> bool:
    """Whether users have to do something, or something that they type is different."""
    return (is_demand(sentence) or bool(_DIFFERENT.search(sentence))) and _concerns_users(sentence)


def is_demand(sentence: str) -> bool:
    """Whether users have to do something."""
    return bool(_TO_DO.search(sentence))


def _concerns_users(sentence: str) -> bool:
    """It speaks of users or what they run, or holds a name that is typed; a kernel's needs are no advice."""
    return bool(_USERS.search(sentence) or _TYPED.search(sentence)) and not _INSIDE.search(sentence)


def _weight(sentence: str) -> int:
    """What to do counts most; a difference counts where it names something."""
    return 3 * is_demand(sentence) + 2 * bool(_DIFFERENT.search(sentence)) + bool(_NAME.search(sentence))
