"""Bugs that somebody hit: what they see, the way round it that others confirm, the pull request that would fix it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from digest.facts import cues, stance
from digest.facts.day import Day
from digest.facts.pairs import home, numbers_in
from digest.facts.values import Problem, Quote, Reason, Waiting
from digest.facts.voices import Said, is_bot, of_body, said, sentences
from digest.facts.waiting import waiting
from digest.model import Item, ListName

_BUG = re.compile(r"\[\s*bug|\bci failure\b|\bbug\b|错误|崩溃|异常", re.I)
_REFERENCE = re.compile(r"#\d|/pull/")
_REMEDY = re.compile(
    r"\b(?:downgrad|upgrad|pin(?:ned|ning)?\b|revert|roll(?:ed|ing)? back"
    r"|fixed (?:in|by|on)(?! #))|回退|降级|升级|修复",
    re.I,
)
_FINE = re.compile(r"没有?问题|\bno problems?\b|\bworks fine\b|[:：]$", re.I)
"""What is no symptom: where it does not happen (others may know that it is luck), and what only leads up to a log."""
_SECURITY = re.compile(r"\bsecurity\b|\bvulnerab\w+|\bCVE-\d+|\bSSRF\b|\bRCE\b|安全漏洞", re.I)
_WRONG = re.compile(
    r"\b(?:garbage|garbled|gibberish|nonsense)\b|\bwrong (?:output|result|token|answer|logit|logprob)\w*"
    r"|\b(?:incorrect|inaccurate) (?:output|result|token|logit|logprob|answer|embedding|score)\w*"
    r"|\baccuracy (?:drop|loss|regression|issue|degrad\w+|is)\b|\b(?:outputs?|results?|logits"
    r"|embeddings?) (?:are|is|differ\w*|become) "
    r"(?:wrong|incorrect|corrupt\w*|different|nan)|\bcorrupt(?:ed|s)? (?:output|result|kv|cache)"
    r"|\bNaNs?\b(?! guard| check)"
    r"|\bdiffers? from the reference\b|\brepeat(?:ed|s|ing)? (?:one |the same |a single )?tokens?\b|!!!!"
    r"|乱码|结果错误|输出错误|输出不对|精度(?:下降|异常|问题)",
    re.I,
)


_BREAKS = re.compile(
    r"\b(?:crash\w*|hangs?|hung|deadlock\w*|freez\w+|illegal memory|seg(?:mentation )?fault\w*|core dump\w*|oom"
    r"|out of (?:\w+ )?memory|leak\w*|is killed|never (?:returns|finishes)|data loss|loses|lost|truncated)\b"
    r"|崩溃|卡死|挂起|死锁|内存泄漏|爆显存|丢失|截断",
    re.I,
)


def is_bug(item: Item) -> bool:
    return not item.is_pull and (
        any("bug" in label.casefold() for label in item.labels) or bool(_BUG.search(item.title))
    )


def is_wrong_result(item: Item) -> bool:
    """Whether the title says that results are wrong: worse than a crash, since nobody is told."""
    return bool(_WRONG.search(item.title))


def breaks(item: Item) -> bool:
    """Whether the title says that it crashes, hangs, eats the memory, or loses data."""
    return bool(_BREAKS.search(item.title))


def is_security(item: Item) -> bool:
    """Whether the title or a label calls it a security problem."""
    return bool(_SECURITY.search(" ".join((item.title, *item.labels))))


def is_serious(one: Problem) -> bool:
    """What a user should know of even outside what they follow."""
    return one.security or one.wrong_result or one.breaks or bool(one.suspects) or one.workaround is not None


def problem(item: Item, day: Day) -> Problem:
    """What is known of a bug at the window's end."""
    until = [one for one in said(item) if one.at < day.window.end and not is_bot(one.author, day.bots)]
    found = _workaround([of_body(item), *until])
    return Problem(
        number=item.number,
        wrong_result=is_wrong_result(item),
        security=is_security(item),
        breaks=breaks(item),
        suspects=_suspects(item, until, day),
        symptom=_symptom(item),
        workaround=found,
        confirmed_by=_confirmed_by(found, until),
        fixes=day.related_to(item).fixes,
        lacks_fix=_lacks_fix(item, day),
        waiting=_waiting(item, day),
    )


def _waiting(item: Item, day: Day) -> tuple[Waiting, ...]:
    """A bug that is open, and that no pull request in hand would close or speaks of, waits for one.

    Where somebody names another item, it is not known that nothing helps.
    """
    waits = waiting(item, day.window.end, day.bots, day.related_to(item))
    unanswered = any(one.reason is Reason.ANSWER for one in waits)
    missing = _lacks_fix(item, day) and not (unanswered or _told(_REFERENCE, item, day))
    return (*waits, Waiting(reason=Reason.NO_FIX)) if missing else waits


def _lacks_fix(item: Item, day: Day) -> bool:
    """It is open, GitHub links no pull request to it, none speaks of it, and nobody names a version to go to."""
    related = day.related_to(item)
    known = item.complete and item.depth != "listed" and day.state(item).is_open
    on_its_way = related.fixes or related.mentions or related.linked
    return known and not on_its_way and not _told(_REMEDY, item, day)


def _told(words: re.Pattern[str], item: Item, day: Day) -> bool:
    """Whether anybody says so under it, before the window's end."""
    told = [one.body for one in said(item) if one.at < day.window.end and not is_bot(one.author, day.bots)]
    return any(words.search(text) for text in told)


def _suspects(item: Item, until: Iterable[Said], day: Day) -> tuple[int, ...]:
    """What was merged in the window and is named in the report or under it."""
    named = set().union(*(numbers_in(text, home(item)) for text in (item.body, *(one.body for one in until))))
    return tuple(sorted(pull.number for pull in day.lists[ListName.PRS_MERGED] if pull.number in named))


def _symptom(item: Item) -> Quote | None:
    """The sentence of the report that says most; one that repeats the title says nothing new."""
    body = of_body(item)
    told = [s for s in sentences(body) if s.casefold() not in item.title.casefold() and not cues.is_question(s)]
    told = [s for s in told if not _FINE.search(s)]
    if not told:
        return None
    symptom = max(told[:8], key=lambda s: (3 * bool(_WRONG.search(s)) + stance.weight(s), -told.index(s)))
    return stance.first([body], lambda s: s == symptom)


def _workaround(until: Iterable[Said]) -> Quote | None:
    """The first who says so: a confirmation names the same switch, and is not where it was found."""
    return stance.first(until, cues.is_workaround)


def _confirmed_by(found: Quote | None, until: list[Said]) -> tuple[Quote, ...]:
    """Others who said, after it, that it works for them: each once."""
    if found is None:
        return ()
    switch = cues.switch_in(found.text)
    after = [one for one in until if one.at > found.at and one.author.login != found.author]
    sure = [stance.first([one], lambda sentence: cues.is_confirmation(sentence, switch)) for one in after]
    return tuple({quote.author: quote for quote in reversed(sure) if quote is not None}.values())[::-1]
