"""Agreements and approvals: who agreed has to say so in what is cited, and nobody else can have decided."""

from __future__ import annotations

import re
from collections.abc import Iterator

from digest.claims.grounds import Grounds
from digest.claims.placeholders import Parsed
from digest.claims.sources import Sources
from digest.claims.told import Sentence, sentences
from digest.claims.verdict import Kind, Reason
from digest.facts.prose import lead

_I = re.IGNORECASE
_SIDES = (
    r"(?:\b(?:both|all|the two|either|the opposing) (?:sides?|parties|camps|of them|maintainers|reviewers|authors"
    r"|teams)\b"
    r"|\b(?:everybody|everyone|the (?:team|group|maintainers|meeting|participants|reviewers))\b"
    r"|双方|各方|两边|两方|两人|二人|三方|大家|众人|与会者|会议|会上|社区|团队|维护者们?)"
)
_AGREED = re.compile(
    r"(?<!dis)\bagree(?:s|d|ment|ing)?\b(?! to disagree)|\bsettle[sd]? (?:on|for|that)\b|\bcompromised? (?:on|is"
    r"|was|that)\b"
    r"|\b(?:reach|strike|struck|came to|come to|made|closed)\w* (?:an? |the )?(?:deal|compromise|terms|understanding"
    r"|decision|conclusion|consensus|agreement)\b|\bit (?:was|is|has been) (?:decided|settled|resolved"
    r"|concluded) (?:that|to)\b"
    r"|\bconcur(?:s|red)?\b|\bsee(?:s)? eye to eye\b|\bon the same page\b|\bshook hands\b|\bof one mind\b"
    r"|商定|议定|敲定|谈妥|谈拢|说定|说好|约定(?!俗)|拍板|定案|达成(?:了)?(?:一致|共识|协议|妥协|折中|和解|谅解)"
    r"|(?:取得|形成|意见|看法|立场|观点|口径|达到)(?:了)?一致|一致(?:同意|认为|决定|赞成|通过|认可|接受|选择)"
    r"|不谋而合"
    r"|(?<!不)同意(?!书)|达成(?=先|在|把|将|由|以)|讲和|妥协",
    _I,
)
_DECIDED = re.compile(
    rf"{_SIDES}[^，。；,.;]{{0,8}}?(?:accept(?:s|ed)?|decide[sd]?|chose|choose|want(?:s|ed)?|back(?:s|ed)?|决定"
    rf"|接受|认可|选择|赞成|支持|选定|都要|都想)",
    _I,
)
_NOT = re.compile(
    r"(?:\b(?:not|no|never|without|whether|if|once|until|unless|before|would|could|should|must|to be|yet to|asks?"
    r"|wants?"
    r"|nobody|neither|hopes?|cannot|may|might|fail(?:s|ed)? to)\b|n['’]t\b"
    r"|[未没无不]|是否|能否|若|如果|待|等|希望|要求|请求(?![被已获]|$)|仍需|尚|难以|可否|寻求|有望|需要|征求"
    r"|只有)[^，。；,.;]{0,24}$",
    _I,
)
SAYS_YES = re.compile(
    r"(?<!dis)\bagree(?:d|s)?\b|\b(?:fine|ok|okay|yes|sure|convince[sd]?|right|deal|accept(?:ed)?|approved?|lgtm"
    r"|good|great|makes sense"
    r"|sounds|works for|live with|fair|point|in favou?r|for (?:it|that|dropping)|with you"
    r"|same|settled"
    r"|confirm(?:ed)?|true|was wrong|gone|gladly|thanks|i am with|i'm with|let us|let's|go with)\b|\+1|👍"
    r"|同意|好的?|可以|没问题|赞成|行[，。]|接受|认可|对的|没错|支持|说得对|确实|会",
    _I,
)
_SAYS_NO = re.compile(r"(?:\b(?:not|never|don['’]t|cannot|no)\b|n['’]t\b)\W*(?:\w+\W+){0,2}$|不\s*$", _I)
_REACH = 80
"""Characters of evidence in front of a word that can turn it round."""
_JOINED = re.compile(r"\s*(?:,?\s*and|,|、|和|与|及|跟|同|以及|&)\s*", _I)


def check_agreements(parsed: Parsed, cited: tuple[int, ...], grounds: Grounds) -> Iterator[Reason]:
    """A reason for each agreement that nobody is named for, and for whoever is named and says no yes to it."""
    for sentence in sentences(parsed):
        if sentence.text.rstrip(" ”\"'」").endswith(("?", "？")):
            continue
        told = [one for form in (_AGREED, _DECIDED) for one in form.finditer(sentence.text)]
        for found in (one for one in told if not _NOT.search(sentence.text[: one.start()]) and not _BUT.search(one[0])):
            people = _agreeing(sentence, found.start())
            if not people:
                yield Reason(kind=Kind.STATE, detail=f"{found[0]!r}: name who did, each with their words as evidence")
            for login in people:
                if not _says_yes(grounds.written_by(login, cited)):
                    yield Reason(
                        kind=Kind.PERSON, detail=f"{login} says nothing of the kind of {found[0]!r} in what is cited"
                    )


_BUT = re.compile(r"不同意|未达成")


def _agreeing(sentence: Sentence, start: int) -> tuple[str, ...]:
    """The nearest person in front of the word, with those who are joined to them; else those behind "by" or 与."""
    before = [one for one in sentence.people if one[0] < start]
    if not before:
        return tuple(
            login
            for place, login in sentence.people
            if re.search(r"(?:\bby|\bbetween|与|由)\s*$", sentence.text[:place])
        )
    people = [before[-1]]
    for one in reversed(before[:-1]):
        if not _JOINED.fullmatch(sentence.text[one[0] + 1 : people[0][0]]):
            break
        people.insert(0, one)
    return tuple(login for _, login in people)


def _says_yes(text: str) -> bool:
    return any(not _SAYS_NO.search(lead(found, _REACH)) for found in SAYS_YES.finditer(text))


# Approvals of what is no pull request

_APPROVED = re.compile(
    r"\bblessing\b|\bthe nod\b|定稿|定案|\bapprov(?:ed|es)\b|\bgreen[- ]?lit\b|\bgreen light\b|\bsigned off\b"
    r"|\bratified\b|\badopted\b|\bendorsed\b"
    r"|\bpassed (?:the|by)\b"
    r"|\bgot (?:the )?(?:approval|go-ahead|nod)\b|\bgo-ahead\b|\baccepted (?:the|this|it|as)\b|\bwas accepted\b"
    r"|(?<!再次)通过了(?![^，。；]{0,10}(?:测试|检查|CI|用例|验证|运行))|(?:获得?|已|被|会议|表决|审议|评审"
    r"|讨论)(?:一致|正式|原则上?)?通过(?!\s*[`\w\ufffc])"
    r"|(?:已|获得?|被|得到|会议|正式|原则上)(?:一致)?(?:批准|首肯|采纳|核准|认可|放行|点头)|(?:批准|采纳|核准"
    r"|认可|首肯)了",
    _I,
)
_YES_TO_IT = re.compile(
    r"\bapprov(?:ed|al)\b|\baccepted\b|\bgo-ahead\b|\bgreen light\b|\badopted\b|批准|通过|采纳|核准", _I
)
_NO_TO_IT = re.compile(
    r"(?:\b(?:not|never|without|no|before|needs?|awaits?|until|once|if)\b|n['’]t\b)\W+(?:\w+\W+){0,2}$"
    r"|[未没不待若需]\w?$",
    _I,
)


def check_approvals_of_issues(parsed: Parsed, about: int | None, sources: Sources) -> Iterator[Reason]:
    """A reason where an issue, or an RFC, is told as approved and a text of it says otherwise, or nothing of that."""
    cited = tuple(dict.fromkeys((*((about,) if about is not None else ()), *parsed.items)))
    issues = [number for number in cited if not sources.items[number].is_pull]
    if not issues or len(issues) < len(cited):
        return
    for sentence in sentences(parsed):
        for found in _APPROVED.finditer(sentence.text):
            if not _NOT.search(sentence.text[: found.start()]) and not _is_approved(sources.text(issues)):
                yield Reason(kind=Kind.STATE, detail=f"{found[0]!r}: no text of what is cited says so")
                break


def _is_approved(text: str) -> bool:
    told = [not _NO_TO_IT.search(lead(found, _REACH)) for found in _YES_TO_IT.finditer(text)]
    return bool(told) and all(told)
