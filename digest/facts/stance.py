"""Finds the sentence that says most: a position, a decision, a question, a way round a problem.

All of it by words, in English and Chinese, so that a page can quote people to the letter. A sentence that is
found is shown as its author's, never as a fact.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from digest.facts.values import Quote
from digest.facts.voices import Said, passages, quote, sentences

LONGEST_QUOTE = 180
"""Characters; about two lines of a page."""

_WORTH_CUTTING = 80
_EMPTY = -4
_WIDE_STOPS = ("。", "！", "？", "；")

_FIGURE = re.compile(
    r"(?<![\w.])\d(?:[\d.,]*\d)?\s*(?:%|x\b(?!\s*[A-Z])|×|ms\b|s\b|us\b|µs\b|tok/s|tokens?/s|req/s|[KMGT]i?B\b|TFLOPS|percent|倍|秒|毫秒)",
    re.I,
)
_NAME = re.compile(r"`[^`]+`|(?<![\w-])--[a-z][\w-]+|\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+\b")
_OBJECTION = re.compile(
    r"\b(?:but|however|disagree|object(?:s|ed)? to|concern(?:ed|s)?|worr(?:y|ied)|risk(?:y|s)?"
    r"|regress(?:es|ion)?|break(?:s|ing)?|"
    r"not convinced|don't (?:think|like|want)|do not (?:think|want)|should(?:n't| not)|can't (?:merge"
    r"|approve)|cannot (?:merge|approve)|"
    r"against|block(?:ing|er|s)?|-1|wrong|too (?:much|many|broad|risky)|instead of|rather than|silently)\b"
    r"|不同意|反对|担心|风险|不应|不该|不建议|但是|但我|回归|破坏",
    re.I,
)
_DISSENT = re.compile(
    r"\b(?:disagree|object(?:s|ed)? to|not convinced|don't (?:think|like|want)|do not (?:think|want|like)|"
    r"should(?:n't| not)|"
    r"can(?:'t|not) (?:merge|approve)|i(?:'m| am) against|against (?:this|it|the|waiting)|i would not|i'd rather|-1)\b"
    r"|不同意|反对|不应|不该|不建议",
    re.I,
)
_PROPOSAL = re.compile(
    r"\b(?:should|let's|propose|prefer|suggest|would rather|could we|can we|how about|need(?:s)? to"
    r"|i think|imo|in favou?r|"
    r"i'd|we want|makes sense|agree)\b|建议|应该|倾向|更好|同意|支持",
    re.I,
)
_CHANGE = re.compile(
    r"\b(?:changed my mind|on second thought|i (?:was|am) wrong|i stand corrected|convinced (?:me|now)|i'm convinced|"
    r"i take (?:it|that) back|i withdraw|withdrawing my|i'll drop|happy to drop|i no longer (?:object|think)|retract|"
    r"my (?:objections?|concerns?) (?:is|are) (?:gone|resolved|addressed|settled)|then i(?:'m| am) for|"
    r"i(?:'m| am) for [^.]{0,30} too)\b|我改主意|我收回|说服了我|是我错",
    re.I,
)
_CONCESSION = re.compile(
    r"\byou(?:'re| are) right|\bfair (?:point|enough)|\bgood (?:point|catch)|你说得对|有道理",
    re.I,
)
_DECISION = re.compile(
    r"\b(?:decided|decision|conclusion|consensus|we(?:'ll| will) (?:go|keep|merge|ship|revert|not|land"
    r"|take)|let's (?:go with|keep|merge|revert|land|close)|"
    r"not approved|approved? (?:with|on condition|under)|accepted|rejected|closing (?:this|as|in favou?r)"
    r"|superseded|merging|won't (?:fix|do|merge)|"
    r"agreed (?:to|that|on)|the plan is|conditions?)\b|结论|决定|达成一致|不予合并|关闭此|先合并|先回退",
    re.I,
)
_FIRM = re.compile(
    r"\b(?:(?:not )?approved|decided|decision|consensus|rejected|accepted|won't (?:fix|do|merge)"
    r"|closing (?:this|as|in))\b|结论|决定|不予合并",
    re.I,
)
_PROMISE = re.compile(
    r"\bi(?:'ll| will|'m going to| am going to| can)\b[^.;]{0,40}\b(?:send|open|write|post|file|fix|add"
    r"|test|measure|benchmark|rerun|bisect|"
    r"split|rebase|put up|prepare)\b|我(?:会|来|明天|这周)[^。；]{0,20}(?:提|写|修|测|补|发)",
    re.I,
)
_ADDRESSED = re.compile(
    r"\b(?:look again|another look|ptal|re-?review|take a look|"
    r"i (?:fixed|added|removed|pushed|changed|updated|addressed|rebased|renamed|moved)|"
    r"(?:all )?(?:addressed|done|pushed|updated|fixed)(?: (?:in|now|all|as)\b|[.!]?$))"
    r"|已(?:修改|更新|处理|推送)|请再看",
    re.I,
)
_WORKAROUND = re.compile(
    r"\b(?:work-?around|temporar(?:y|ily)|for now|in the meantime|until (?:then|this|it|the fix)|"
    r"(?:set|setting|export|pass|passing|run(?:ning)? with|use|using|disabl\w+"
    r"|with)\b[^.]{0,40}(?:`?[A-Z][A-Z0-9_]+=\S+|--[a-z][\w-]+))"
    r"|绕过|临时|规避|先设|设置",
    re.I,
)
_MEANWHILE = re.compile(
    r"\bwork-?around|\bfor now\b|\bin the meantime\b|\buntil (?:then|there is|the fix|this is)|绕过|临时|规避", re.I
)
_HELPS = re.compile(
    r"\b(?:fix(?:es|ed)|works?|correct|clean|goes? away|gone|disappears?|avoids?|no longer|resolves?"
    r"|solves?|help(?:s|ed)|workaround|"
    r"back to normal|sane)\b|正常|有效|解决|可以|恢复",
    re.I,
)
_NOT = re.compile(
    r"\b(?:does(?:n't| not)|didn't|did not|isn't|is not|not a|no effect|still|without)\b|没有|无效|仍然|还是", re.I
)
_CONFIRM = re.compile(
    r"\b(?:confirm(?:ed|ing)?|can confirm|works for (?:me|us)|same (?:here|fix)|(?:that|this|it) (?:fixed"
    r"|fixes|works|worked|helped)|"
    r"also (?:fixes|works|helps)|verified)\b|确认|亲测|有效|也可以",
    re.I,
)
_SWITCH = re.compile(r"`?\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*=[\w.,:/-]+`?|(?<![\w-])--[a-z][\w-]+(?:[= ][\w.]+)?")
_ASIDE = re.compile(r"^(?:thanks|thank you|hi|hello|hey|sorry|cc|fyi|nit|great|nice|感谢|谢谢|你好)\b", re.I)


def weight(sentence: str) -> int:
    """How much a sentence says. Higher is better; under zero is not worth quoting."""
    score = 3 * bool(_FIGURE.search(sentence)) + 2 * bool(_OBJECTION.search(sentence))
    score += 2 * bool(_PROPOSAL.search(sentence)) + bool(_NAME.search(sentence)) + 2 * bool(_DECISION.search(sentence))
    score -= 3 * bool(_ASIDE.search(sentence))
    score -= 4 * sentence.endswith((":", "："))
    score -= 2 * (len(sentence) < 25) + 2 * (len(sentence) > LONGEST_QUOTE) + 4 * (len(sentence) < 8)
    return score


def best(one: Said, limit: int = LONGEST_QUOTE) -> Quote | None:
    """The sentence that says most, with its neighbours as far as they fit."""
    found = [(weight(s), -order, passage, at) for order, passage, at, s in _places(one)]
    if not found:
        return None
    _, _, passage, at = max(found)
    return around(one, passage, at, limit)


def around(one: Said, passage: tuple[str, ...], at: int, limit: int = LONGEST_QUOTE) -> Quote:
    """One sentence with its neighbours of the same paragraph, as far as they fit: what follows it first.

    What follows and does not fit is cut after a clause.
    """
    start, end = at, at + 1
    while end < len(passage) and _length(passage[start : end + 1]) <= limit and _may_follow(passage[end]):
        end += 1
    while start > 0 and _length(passage[start - 1 : end]) <= limit and weight(passage[start - 1]) >= 0:
        start -= 1
    text = _joined(passage[start:end])
    if end < len(passage) and limit - len(text) > _WORTH_CUTTING and _may_follow(passage[end]):
        text = _joined((text, passage[end]))
    return quote(one, shorten(text, limit), cut=len(text) > limit or text != " ".join(sentences(one)))


def _may_follow(sentence: str) -> bool:
    return weight(sentence) > _EMPTY and not _ASIDE.search(sentence)


def _places(one: Said) -> Iterator[tuple[int, tuple[str, ...], int, str]]:
    """Each sentence with its place in the whole, its paragraph, and its place there."""
    order = 0
    for passage in passages(one):
        for at, sentence in enumerate(passage):
            yield order, passage, at, sentence
            order += 1


def _joined(said: tuple[str, ...]) -> str:
    """Sentences side by side again: a space between them, none after a full-width stop."""
    text = ""
    for sentence in said:
        text += sentence if not text or text.endswith(_WIDE_STOPS) else f" {sentence}"
    return text


def _length(said: tuple[str, ...]) -> int:
    return len(_joined(said))


def shorten(text: str, limit: int = LONGEST_QUOTE) -> str:
    """At most ``limit`` characters, cut after a clause or a word and never inside `code`."""
    if len(text) <= limit:
        return text
    head = text[:limit]
    clause = max(head.rfind(mark) for mark in (", ", "; ", ": ", " — ", "，", "；", "："))
    head = head[:clause] if clause > limit // 2 else head[: max(head.rfind(" "), limit // 2)]
    if head.count("`") % 2:
        head = head[: head.rfind("`")]
    return head.rstrip(" ,;:—-，；：(（")


def first(
    said: Iterable[Said], holds: Callable[[str], bool], limit: int = LONGEST_QUOTE, *, context: bool = False
) -> Quote | None:
    """The first sentence for which ``holds``, in the order given; with ``context``, its neighbours too."""
    for one in said:
        for _, passage, at, sentence in _places(one):
            if holds(sentence):
                return around(one, passage, at, limit) if context else quote(one, shorten(sentence, limit))
    return None


def is_objection(sentence: str) -> bool:
    return bool(_OBJECTION.search(sentence))


def is_dissent(sentence: str) -> bool:
    """Somebody is against something, in so many words."""
    return bool(_DISSENT.search(sentence)) and not is_concession(sentence)


def is_change_of_mind(sentence: str) -> bool:
    return bool(_CHANGE.search(sentence))


def is_concession(sentence: str) -> bool:
    return bool(_CONCESSION.search(sentence))


def is_decision(sentence: str) -> bool:
    return bool(_DECISION.search(sentence)) and not is_question(sentence)


def is_firm(sentence: str) -> bool:
    """A decision in so many words."""
    return bool(_FIRM.search(sentence)) and not is_question(sentence)


def is_promise(sentence: str) -> bool:
    """Somebody will do something: a pull request, a fix, a test, a measurement."""
    return bool(_PROMISE.search(sentence)) and not is_question(sentence)


def is_addressed(sentence: str) -> bool:
    """An author's word that what was asked for is done, or a request to look again."""
    return bool(_ADDRESSED.search(sentence))


def is_question(sentence: str) -> bool:
    return sentence.rstrip("`\"'*_) ").endswith(("?", "？"))


def is_workaround(sentence: str) -> bool:
    """A switch to set, said to help: a flag or a variable with its value, not denied and not asked."""
    if not _SWITCH.search(sentence) or is_question(sentence) or _NOT.search(sentence):
        return False
    return bool(_MEANWHILE.search(sentence)) or bool(_WORKAROUND.search(sentence) and _HELPS.search(sentence))


def is_confirmation(sentence: str) -> bool:
    return bool(_CONFIRM.search(sentence)) and not is_question(sentence) and not _NOT.search(sentence)


def has_figure(sentence: str) -> bool:
    return bool(_FIGURE.search(sentence))
