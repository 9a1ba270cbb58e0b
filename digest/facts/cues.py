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
_LEAD = r"^(?:\W|(?:sorry|well|hmm|no|but|and|so|honestly|imo|as i said|still)\b[,:]?\s*)*"
_DISSENT = _any(
    _LEAD + r"i (?:still )?(?:disagree|object to|don't think (?:we|this|it|that)|do not (?:think|want)"
    r"|don't want (?:this|it|that|us)"
    r"|am (?:not convinced|against)|would not|'m (?:not convinced|against))\b",
    _LEAD + r"i'm (?:not convinced|against)\b",
    _LEAD + r"we should(?:n't| not)\b",
    _LEAD + r"against (?:this|it|waiting|merging|reverting|the)\b",
    r"(?<![\w.-])-1(?=\s*(?:$|[,.:(]|on |for |to |from ))",
    r"^我?(?:也|还是)?(?:不同意|反对|不建议)",
)
_PROPOSAL = _any(
    r"\b(?:should|let's|propose|prefer|suggest|would rather|could we|can we|how about|need(?:s)? to|i think|imo"
    r"|in favou?r)\b",
    r"\b(?:i'd|we want|makes sense|agree)\b",
    r"建议|应该|倾向|更好|同意|支持",
)
_CHANGE = _any(
    r"^(?:\w+, )?i(?:'ve| have)? changed my mind\b",
    r"^(?:ok(?:ay)?|right|fine|then)?\W*i withdraw (?:my|the) (?:objection|concern|request|proposal|idea|vote|block)",
    r"^(?:ok(?:ay)?|right|fine)?\W*you(?:'ve| have)? convinced me\b(?! to)",
    r"\bmy (?:objections?|concerns?) (?:is|are) (?:gone|resolved|addressed|settled)\b",
    r"^我改主意|^我收回(?:之前|刚才|上面)?的?(?:意见|反对|建议)",
)
_TURN = _any(
    r"^(?:then )?i was wrong\b",
    r"^i stand corrected",
    r"\bi no longer (?:object|insist|ask for)\b",
    r"^(?:ok(?:ay)?, )?(?:then )?i(?:'m| am) for\b",
    r"^(?:true|fair|right|ok(?:ay)?|agreed|fine with me|you(?:'re| are) right|good (?:point|catch))\b",
    r"\bi withdraw the idea\b",
    r"\byou(?:'re| are) right\b|\bfair point\b",
    r"你说得对(?!吗)|^有道理|是我错了(?!过)",
)
_NO_TURN = _any(
    r"(?:\b(?:not|if|whether|maybe)|n't)\b[^.]{0,30}\b(?:you(?:'re| are) right|wrong|convinced)",
    r"\bbut\b[^.]{0,40}\b(?:still|disagree|don't|not)\b",
    r"correct me if|没有?道理|我不这么",
)
_FIRM = _any(
    r"\bnot approved(?: as it is|[:;.]|$)",
    r"\bwe (?:have )?decided (?:to|not to|on|against)\b",
    r"\b(?:the|our) decision is to\b",
    r"^closing (?:this )?(?:as|in favou?r of)\b",
    r"^we keep [`\w-]*\d[\w`]*\s*[:,.]",
    r"^(?:结论是|我们决定|决定(?:先|采用|不|关闭|回退|合并))",
)
_UNDECIDED = _any(
    r"\b(?:if|before|once|should|wonder|whether|might|too early|not yet|unless)\b",
    r"还没|尚未|如果|是否",
)
_PROMISE = _any(
    r"\bi(?:'ll| will)\s+(?:also |then |now |try to )?(?:send|open|write|post|file|put up|submit|prepare|add"
    r"|push|run)\s+"
    r"(?:(?:a|an|the|that|this|another|my|some|more|it as a|new|follow-?up|proper)\s+)*"
    r"(?:pr|prs|pull request|fix|patch|tests?|numbers|benchmarks?|issue|rfc|check|log line|change)\b",
    r"我(?:会|来|明天|这周|这周会|今天|马上)(?:提|写|补|发|做)(?:一?个)?\s?(?:pr|补丁|修复|测试|数据|issue|基准)",
)
_NO_PROMISE = _any(r"\b(?:never|if|unless|once you|when you)\b", r"不会|如果|除非")
_CONDITION = _any(
    r"\b(?:please|need|needs|want|wants|must|at least|would like)\b[^.?]{3,100}\bbefore (?:i|we|this|it)\b[^.?]{0,20}"
    r"\b(?:review|approve|merge[ds]?|look|land[s]?)\b",
    r"\b(?:it|this|that) (?:needs|has to wait for|waits for|is blocked (?:on|by)|depends on)\b[^.?]{3,100}"
    r"(?:\bfirst\b|#\d)",
    r"(?:合并|批准|评审)(?:之)?前[^，。？]{0,6}(?:需要|必须|请)|需要?等[^，。？]{2,40}(?:合并|发布)",
)
_ADDRESSED = _any(
    r"^(?:all )?(?:addressed|done|fixed|pushed|updated)(?: (?:in|now|all|as)\b.*)?[.!]?$",
    r"\b(?:could|can|would) you (?:please )?(?:take (?:a|another) look|look|review)(?: again)?\b",
    r"\bready for (?:another|a second|a new) (?:look|round|review)\b|\bready for review again\b",
    r"^ptal\b",
    r"^已(?:修改|更新|处理|推送)|请再看",
)
SWITCH = re.compile(r"`?\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*=[\w.,:/-]+`?|(?<![\w-])--[a-z][\w-]+(?:[= ][\w.]+)?")
"""A switch with its value, as one would type it."""
_SWITCHED = r"`?(?:[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*=|--[a-z])[^\s`]*(?: [\w.]+)?`?"
_WORKAROUND = _any(
    # Called so, or to be used for the time being.
    rf"\bwork-?around\b[^.;]{{0,40}}(?:set|use|pass|run(?: with)?|disable|export|start with|is"
    rf"|:)\s*(?:to )?(?:set |use |pass )?{_SWITCHED}",
    rf"\b(?:for now|in the meantime|until (?:then|there is a fix|the fix is in|this is fixed"
    rf"|it is fixed))[,:]?\s*(?:please )?"
    rf"(?:set|use|pass|run with|disable|export|start with)\s+{_SWITCHED}",
    # The switch is the subject of what helps.
    rf"^(?:\w+ing|with|without|use|using|set|pass)\s+{_SWITCHED}(?: (?:by hand|here|there))?\s+"
    r"(?:fixes|avoids|solves|resolves|works around|prevents|brings)\b",
    r"(?:规避|绕过|临时)[^。，]{0,12}(?:设置|加上|用|关闭)?\s?" + _SWITCHED,
    rf"(?:设置|设成|加上|关闭)\s?{_SWITCHED}\s?(?:之后|以后|后|就|可以)[^，。]{{0,16}}(?:正常|稳定|恢复|解决|避免)",
)
_DEBUGGING = _any(r"DEBUG|LOG(?:GING)?|TRACE|CUDA_LAUNCH_BLOCKING|HIP_LAUNCH_BLOCKING|--port\b|verbose")
# What it helps against may be named; what it does not help against, or does itself, makes it none.
_AGAINST = _any(
    r"\b(?:avoid|fix|prevent|stop|solve|resolve|cure|work(?:s|ed)? around)\w*\s+(?:the |this |any )?"
    r"(?:\w+ )?(?:crash|hang|error|garbage|corruption|oom|bug|failure)\w*",
    r"(?:避免|解决|绕过|规避|消除)[^，。]{0,10}(?:崩溃|报错|乱码|错误|问题)",
)
_HARMS = _any(
    r"\b(?:crash\w*|fails?|failing|garbage|worse|wrong|broken|breaks|hangs?|errors?|reproduc\w+|regress\w*|oom"
    r"|stuck|noise|empty)\b",
    r"\b(?:no longer|not|no effect|never|nobody|hoping|try|tried|docs say|but|then|however|until it|for an hour"
    r"|again)\b|n't\b|[!]{2}",
    r"没有|无效|仍然|还是|复现|不正常|不对|崩|报错|乱码|失败|退出|涨到|但",
)
_CONFIRM = _any(
    r"^(?:\W|(?:yes|yep|thanks|confirmed|ok)\b[,:.!]?\s*)*(?:that|this|it|the workaround) (?:fixed|fixes|solves"
    r"|solved|helps|helped) "
    r"(?:it|this|the (?:issue|problem)|us|me)?(?: for (?:us|me)| here)?(?: as well| too)?[.!]?$",
    r"^(?:yes[,.]? )?confirmed (?:here|for (?:us|me))(?: too| as well)?[.!]?$",
    r"^(?:\W|(?:yes|yep|confirmed)\b[,:.!]?\s*)*works for (?:me|us)(?: too| as well| with \d[\w ]*)?[.!]?$",
    r"^(?:亲测|确认)有效|^可以了",
)
_CONFIRM_WITH = _any(r"\b(?:confirmed|verified|works?|fixe[sd]|helps?|solves?|correct|gives)\b", r"有效|正常|稳定|恢复")


_RHETORICAL = _any(
    r"\b(?:right|isn't it|doesn't it|no|huh|ok(?:ay)?)\s*\?$|\bhow (?:cool|nice|great)\b"
    r"|\bwho knows\b|是吧|对吧"
)


def has_figure(sentence: str) -> bool:
    """Whether there is a number with a unit in it."""
    return bool(_FIGURE.search(sentence))


def is_objection(sentence: str) -> bool:
    return bool(_OBJECTION.search(sentence))


def is_dissent(sentence: str) -> bool:
    """Somebody is against something, in so many words."""
    return bool(_DISSENT.search(sentence)) and not is_turn(sentence)


def is_proposal(sentence: str) -> bool:
    return bool(_PROPOSAL.search(sentence))


def is_change_of_mind(sentence: str) -> bool:
    """Somebody says in so many words that they think otherwise now."""
    return bool(_CHANGE.search(sentence)) and not _NO_TURN.search(sentence) and not is_question(sentence)


def is_turn(sentence: str) -> bool:
    """Somebody gives in, or seems to: shown as what they said then, never as a changed mind."""
    return bool(_TURN.search(sentence)) and not _NO_TURN.search(sentence) and not is_question(sentence)


def is_firm(sentence: str) -> bool:
    """A decision in so many words."""
    return bool(_FIRM.search(sentence)) and not _UNDECIDED.search(sentence) and not is_question(sentence)


def is_question(sentence: str) -> bool:
    return sentence.rstrip("`\"'*_) ").endswith(("?", "？"))


def is_asked(sentence: str) -> bool:
    """A question that wants an answer: not "right?", and not a way of speaking."""
    return is_question(sentence) and not _RHETORICAL.search(sentence)


def is_promise(sentence: str) -> bool:
    """Somebody will send something: a pull request, a fix, a test, numbers."""
    return bool(_PROMISE.search(sentence)) and not _NO_PROMISE.search(sentence) and not is_question(sentence)


def is_condition(sentence: str) -> bool:
    """What somebody wants done, or sees has to come, before a change goes on."""
    return bool(_CONDITION.search(sentence)) and not is_question(sentence)


def is_addressed(sentence: str) -> bool:
    """An author's word that what was asked for is done, or a request to look again."""
    return bool(_ADDRESSED.search(sentence))


def is_workaround(sentence: str) -> bool:
    """A switch to set, said to help: with its value, not asked for, not denied, and without harm of its own."""
    if is_question(sentence) or _DEBUGGING.search(sentence) or _HARMS.search(_AGAINST.sub("", sentence)):
        return False
    return bool(_WORKAROUND.search(sentence))


def is_confirmation(sentence: str, switch: str = "") -> bool:
    """Somebody says that it works for them: in a sentence of just that, or one that names the very switch."""
    if is_question(sentence) or "kidding" in sentence.casefold():
        return False
    if _CONFIRM.search(sentence):
        return True
    named = bool(switch) and switch.casefold() in sentence.casefold()
    return named and bool(_CONFIRM_WITH.search(sentence)) and not _HARMS.search(re.sub(r"\bagain\b", "", sentence))


def switch_in(sentence: str) -> str:
    """The switch of a workaround, without its value."""
    found = SWITCH.search(sentence)
    return re.split(r"[= ]", found.group(0).strip("`"), maxsplit=1)[0] if found else ""
