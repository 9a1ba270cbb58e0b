"""What a sentence does, told by its words, in English and Chinese: objects, decides, promises, helps.

A miss makes a page thinner; a false hit puts words into somebody's mouth. So each cue is narrow, and a sentence that
denies, asks or doubts it is none.
"""

from __future__ import annotations

import re


def _any(*words: str) -> re.Pattern[str]:
    """Any of the patterns, whatever the case."""
    return re.compile("|".join(words), re.I)


_FIGURE = _any(
    r"(?<![\w.])\d(?:[\d.,]*\d)?\s*(?:%|x\b(?!\s*[A-Z])|×|ms\b|s\b|us\b|µs\b|tok/s|tokens?/s|req/s|[KMGT]i?B\b"
    r"|TFLOPS|percent|倍|秒|毫秒)"
)
_OBJECTION = _any(
    r"\b(?:but|however|disagree|object(?:s|ed)? to|concern(?:ed|s)?|worr(?:y|ied)|risk(?:y|s)?|regress(?:es"
    r"|ion)?|breaks)\b",
    r"\b(?:not convinced|don't (?:think|like|want)|do not (?:think|want)|should(?:n't| not)|can(?:'t"
    r"|not) (?:merge|approve))\b",
    r"\b(?:against|blocker|blocks? (?:this|the (?:merge|release)|merging)|-1|too (?:much|many|broad|risky)"
    r"|rather than|silently)\b",
    r"不同意|反对|担心|风险|不应|不该|不建议|但是|但我|回归|破坏",
)
_DISSENT = _any(
    r"\b(?:disagree|object(?:s|ed)? to|not convinced|don't (?:think|like|want)|do not (?:think|want|like)"
    r"|should(?:n't| not))\b",
    r"\b(?:can(?:'t|not) (?:merge|approve)|i(?:'m| am) against|against (?:this|it|the|waiting)|i would not"
    r"|i'd rather|-1)\b",
    r"不同意|反对|不应|不该|不建议",
)
_PROPOSAL = _any(
    r"\b(?:should|let's|propose|prefer|suggest|would rather|could we|can we|how about|need(?:s)? to|i think|imo"
    r"|in favou?r)\b",
    r"\b(?:i'd|we want|makes sense|agree)\b",
    r"建议|应该|倾向|更好|同意|支持",
)
_CHANGE = _any(
    r"\b(?:i(?:'ve| have)? changed my mind|on second thought|i was wrong\b(?! to)|i stand corrected"
    r"|i'm convinced|i take (?:it|that) back)\b",
    r"\b(?:you|that|this|they|it)(?:'ve| have| has)? convinced me\b",
    r"\b(?:i withdraw|withdrawing my|i no longer (?:object|think|insist|ask)|then i(?:'m| am) for|i(?:'m"
    r"| am) for [^.]{0,30} too)\b",
    r"\b(?:i'll|i will|happy to) drop (?:my|that|the (?:flag|second|objection|idea|request|option|change"
    r"|requirement))\b",
    r"\bmy (?:objections?|concerns?) (?:is|are) (?:gone|resolved|addressed|settled)\b",
    r"我改主意|我收回|被?说服了我|是我错了(?!过)",
)
_NO_CHANGE = _any(
    r"(?:\b(?:not|nothing|nobody|hardly|if)|n't)\b[^.]{0,40}\b(?:convinced|changed|wrong)",
    r"correct me if",
    r"没有?(?:说服|改)",
)
_CONCESSION = _any(
    r"\byou(?:'re| are) right\b",
    r"\bfair (?:point|enough)\b",
    r"\bgood (?:point|catch)\b",
    r"^(?:agreed|fine with me|ok(?:ay)?, )",
    r"你说得对",
    r"有道理",
)
_NO_CONCESSION = _any(
    r"(?:\b(?:not|if|whether)|n't)\b[^.]{0,30}\byou(?:'re| are) right",
    r"\bbut\b[^.]{0,40}\b(?:still|disagree|don't|not)\b",
    r"没有?道理|说得对吗",
)
_FIRM = _any(
    r"\bnot approved\b",
    r"\bapproved? (?:with|on condition|under|as it is)\b",
    r"\b(?:we(?:'ve| have)?|it (?:is|was)) decided\b",
    r"\b(?:the|our) decision (?:is|was)\b",
    r"\bconsensus (?:is|was)\b",
    r"\bwe(?:'ll| will)? keep\b",
    r"\bclosing (?:this|as|in favou?r)\b",
    r"\bwon't (?:fix|merge|do)\b",
    r"结论(?:是|：)|(?:我们)?决定(?:是|：|先|采用|不|关闭|回退|合并)|不予合并",
)
_DECISION = _any(
    r"\blet's (?:go with|keep|merge|revert|land|close)\b",
    r"\bwe(?:'ll| will) (?:go|keep|merge|ship|revert|not|land|take)\b",
    r"\bthe plan is\b",
    r"\bagreed (?:to|that|on)\b",
    r"\bconditions? \(?[a-z1-9]\)",
    r"先(?:合并|回退)|达成一致",
)
_UNDECIDED = _any(
    r"(?:\b(?:no|not|never|without|yet)|n't)\b[^.]{0,20}\b(?:decided|decision|consensus|agreed)",
    r"\b(?:decided|decision|consensus)\b[^.]{0,20}\b(?:yet|pending|open)\b",
    r"(?:没有|尚无|还没|尚未|未)[^。]{0,6}(?:结论|决定)|(?:结论|决定)[^。]{0,6}(?:还没|没有|未)",
)
_PROMISE = _any(
    r"\bi(?:'ll| will|'m going to| am going to| can)\s+(?!not\b)[^.;]{0,30}?\b(?:send|open|write|post|file|fix"
    r"|add|test|measure|benchmark|rerun)\b",
    r"\bi(?:'ll| will|'m going to| am going to| can)\s+(?!not\b)[^.;]{0,30}?\b(?:bisect|split|rebase|put up|prepare)\b",
    r"我(?:会|来|明天|这周)[^。；不]{0,20}(?:提|写|修|测|补|发)",
)
_NO_PROMISE = _any(r"\b(?:can't|cannot|can not|won't|will not|if|unless|not)\b", r"不会|如果|除非")
_ADDRESSED = _any(
    r"\b(?:look again|another look|ptal|re-?review|take a look)\b",
    r"\bi (?:fixed|added|removed|pushed|changed|updated|addressed|rebased|renamed|moved)\b",
    r"\b(?:all )?(?:addressed|done|pushed|updated|fixed)(?: (?:in|now|all|as)\b|[.!]?$)",
    r"已(?:修改|更新|处理|推送)|请再看",
)
SWITCH = re.compile(r"`?\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*=[\w.,:/-]+`?|(?<![\w-])--[a-z][\w-]+(?:[= ][\w.]+)?")
"""A switch with its value, as one would type it."""
_MEANWHILE = _any(
    r"\bwork-?around\b",
    r"\bfor now\b",
    r"\bin the meantime\b",
    r"\buntil (?:then|there is|the fix|this is)",
    r"绕过|临时|规避",
)
_SETS = _any(
    r"\b(?:set|setting|export|pass|passing|run(?:ning)? with|use|using|disabl\w+|with"
    r"|without)\b[^.]{0,40}(?:[A-Z][A-Z0-9_]+=|--[a-z])",
    r"(?:设置|设成|加上|关闭|使用)[^。]{0,30}(?:[A-Z][A-Z0-9_]+=|--[a-z])",
)
_HELPS = _any(
    r"\b(?:fix(?:es|ed)|works?|correct|goes? away|gone|disappears?|avoids?|resolves?|solves?|help(?:s|ed)"
    r"|back to normal|brings? [^.]{1,20} back|sane|stays? flat)\b",
    r"正常|有效|解决|恢复|避免|稳定在",
)
# What it helps against may be named; what it does not help against, or does itself, makes it none.
_AGAINST = _any(
    r"\b(?:avoid|fix|prevent|stop|solve|cure|work(?:s|ed)? around|get rid of|without|no more"
    r"|instead of)\w*\s+(?:the |this |any )?"
    r"(?:\w+ )?(?:crash|hang|error|garbage|corruption|oom|bug|failure)\w*",
    r"(?:避免|解决|绕过|规避|消除)[^，。]{0,10}(?:崩溃|报错|乱码|错误|问题)",
)
_HARMS = _any(
    r"\b(?:crash\w*|fails?|failing|garbage|worse|wrong|broken|breaks|hangs?|errors?|reproduc\w+"
    r"|regress\w*|oom)\b",
    r"\b(?:no longer|not|no effect|never)\b|n't\b",
    r"\bstill (?:crash|fail|wrong|broken|garbage|hang|happen|the same)|\b(?:garbage|crash\w*|fail\w*|wrong"
    r"|hang\w*) again\b",
    r"没有|无效|仍然|还是|复现|不正常|不对|崩|报错|乱码|失败",
)
_CONFIRM = _any(
    r"\b(?:that|this|it|the workaround|setting it|the flag|the variable)\s+(?:also |indeed )?(?:fixed|fixes"
    r"|helps|helped|solves|solved|does it)\b",
    r"\b(?:works|fixes it|did it) for (?:me|us)\b",
    r"\bcan confirm (?:that )?(?:the workaround|this (?:works|fix))",
    r"\b(?:confirmed|verified)\b",
    r"确认有效|亲测有效|有效|也可以了",
)


def has_figure(sentence: str) -> bool:
    """Whether there is a number with a unit in it."""
    return bool(_FIGURE.search(sentence))


def is_objection(sentence: str) -> bool:
    return bool(_OBJECTION.search(sentence))


def is_dissent(sentence: str) -> bool:
    """Somebody is against something, in so many words."""
    return bool(_DISSENT.search(sentence)) and not is_concession(sentence)


def is_proposal(sentence: str) -> bool:
    return bool(_PROPOSAL.search(sentence))


def is_change_of_mind(sentence: str) -> bool:
    return bool(_CHANGE.search(sentence)) and not _NO_CHANGE.search(sentence) and not is_question(sentence)


def is_concession(sentence: str) -> bool:
    return bool(_CONCESSION.search(sentence)) and not _NO_CONCESSION.search(sentence) and not is_question(sentence)


def is_firm(sentence: str) -> bool:
    """A decision in so many words."""
    return bool(_FIRM.search(sentence)) and not _UNDECIDED.search(sentence) and not is_question(sentence)


def is_decision(sentence: str) -> bool:
    decides = bool(_DECISION.search(sentence)) and not _UNDECIDED.search(sentence) and not is_question(sentence)
    return decides or is_firm(sentence)


def is_question(sentence: str) -> bool:
    return sentence.rstrip("`\"'*_) ").endswith(("?", "？"))


def is_promise(sentence: str) -> bool:
    """Somebody will do something: a pull request, a fix, a test, a measurement."""
    return bool(_PROMISE.search(sentence)) and not _NO_PROMISE.search(sentence) and not is_question(sentence)


def is_addressed(sentence: str) -> bool:
    """An author's word that what was asked for is done, or a request to look again."""
    return bool(_ADDRESSED.search(sentence))


def is_workaround(sentence: str) -> bool:
    """A switch to set, said to help: with its value, not asked for, not denied, and without harm of its own."""
    if not SWITCH.search(sentence) or is_question(sentence) or _HARMS.search(_AGAINST.sub("", sentence)):
        return False
    return bool(_MEANWHILE.search(sentence)) or bool(_SETS.search(sentence) and _HELPS.search(sentence))


def is_confirmation(sentence: str) -> bool:
    """Somebody says that it works for them. "I can confirm this bug" does not."""
    return (
        bool(_CONFIRM.search(sentence)) and not is_question(sentence) and not _HARMS.search(_AGAINST.sub("", sentence))
    )
