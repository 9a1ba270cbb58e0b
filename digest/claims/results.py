"""Change that is told as having come about, though what is cited is neither merged nor completed.

`digest.claims.states` knows words of completion by list. Here it is the form that tells: 已 and any verb, "换成",
"has been …", "works again". What has a person for its subject tells what somebody did or thinks, and is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from digest.claims import verbs
from digest.claims.deeds import is_told_as_done
from digest.claims.placeholders import MARK, Parsed
from digest.claims.sources import Sources, fold
from digest.claims.states import OTHER, Clause, clauses
from digest.claims.verdict import Kind, Reason
from digest.facts.states import state_at
from digest.facts.values import State

_I = re.IGNORECASE


def check_results(parsed: Parsed, about: int | None, sources: Sources) -> Iterator[Reason]:
    """A reason for each clause in which something has changed by an item that changed nothing yet."""
    if str(parsed).rstrip(' 」”"').endswith(("？", "?")):
        return
    for clause in clauses(parsed, about):
        items = [sources.items[number] for number in clause.items]
        states = [state_at(item, sources.window.end) for item in items]
        yield from _duplicates(clause, about, sources)
        if items and not clause.conditional and not any(state in _DONE for state in states):
            text = sources.text(clause.items)
            patterns = (*_ANYWHERE, *(_OF_PULLS if any(item.is_pull for item in items) else ()))
            for found in (found for pattern in patterns for found in pattern.finditer(clause.prose)):
                if _is_asserted(clause, found) and not _is_in_text(found, text, items[0].is_pull):
                    told = found[0].strip(f" {MARK}{OTHER}")
                    yield Reason(kind=Kind.STATE, detail=f"{told!r} is told of what is not done: {_named(states)}")
                    break


_DONE = (State.MERGED, State.COMPLETED)


def _named(states: list[State]) -> str:
    return ", ".join(dict.fromkeys(states))


# What people find out, say and do about an item: no change of the code.
_TALK_ZH = (
    r"确认|证实|证明|复现|重现|验证|定位|查|排除|怀疑|发现|报|提|指出|指明|讨论|争|谈|回应|回复|答|问|说|称|描述"
    r"|表示|表明|请|要求|催|邀|指派"
    r"|分配|标|打(?:上|了)?(?:标|stale)|测|跑|试|给出|列|附|贴|上传|分享|写明|写在|通知|预告|宣布|公告|承认|认"
    r"|同意|接受|答应|承诺|计划|安排"
    r"|撤回|放弃|读|审|评|引|记|归|意识|注意|批准|提交|关闭|重新打开|重开|重复|视为|看作|当作"
)
# What befalls an item, or a machine.
_STATE_ZH = (
    r"有|知|过|错过|久|超|达|满|到|持续|失效|收|获|得到(?:回复|确认|复现)|找|排|等|存在|出现|发生|影响|波及|进行"
    r"|开(?!启|放了)|挂|卡|崩|坏|停滞"
    r"|搁|失|败|断|漏|丢|慢|退化|变慢|无|没|非|不(?!再)|看|合(?!成|为)|拟|打算|准备(?!好)|可见|足|够|处于|属|占"
    r"|用(?:了|去|掉)|花|耗"
    r"|转(?:为|到|成)|成共识|在(?:讨论|评审|审查|进行|处理|排查)"
)
_IN_TEXT_ZH = r"写[进入]\s*(?:了)?\s*(?:RFC|描述|正文|标题|说明|文档)"
_BY_ZH = rf"(?:被|由|经|在|从|对|向|把|将|为|给|用|就|按|与|和|跟|以|因|随)[^，。；,;]{{0,16}}?(?:{_TALK_ZH})"
_BEGUN = r"(?:已经|业已|早已|均已|都已|已)"
_HOW_ZH = r"(?:另行|另|多次|反复|再次|明确|陆续|各自|主动|自行|分别|先后|一度)?"
_PERFECT_ZH = re.compile(
    rf"{_BEGUN}(?!经)(?!\s*{_HOW_ZH}(?:{_TALK_ZH}|{_STATE_ZH}|{_BY_ZH}|{_IN_TEXT_ZH}))(?=\s*[\u4e00-\u9fff\ufffc\u25cc])"
)

_CODE_ZH = r"(?:默认(?:值|行为|设置|配置|方式|策略|后端|哈希|实现|为|是)?|缺省(?:值)?|上限|下限|阈值)"
_INTO_ZH = re.compile(
    rf"{_CODE_ZH}[^，。；]{{0,8}}?(?:恢复|改|换|变|调|降|升|设|退|回|切|移)(?:为|成|到|回|至|用)"
    r"|成(?:为|了)[^，。；]{0,14}默认|重新(?:启用|可用|生效)|恢复(?:支持|提供|使用|启用|默认|原)"
    r"|(?:修复|改动|补丁|更改|新行为|新默认值)(?:已|即|随之|正式)?(?:到位|就位|就绪|生效|可用)"
    r"|(?:如今|眼下)是|(?:如今|眼下|现)(?:已|可|会|能|支持|改|统一|默认|由|按|走)"
)
_NOW = re.compile(
    r"(?<!for )(?<!until )(?<!till )(?<!right )(?<!by )(?<!even )(?<!just )\bnow\b"
    r"(?! (?:and then|open|closed|stale|waiting|waits|pending|that))(?! \w+ing\b)(?:\s+(?P<next>[\w-]+))?"
    r"|\bas of (?:today|now|this)\b|\bhenceforth\b|\bfrom (?:today|here|then) on\b|\bnowadays\b",
    _I,
)
_AGAIN = re.compile(
    r"\b(?:works?|worked|working|right|fine|correct|usable|possible|healthy|green|stable|pass(?:es)?|passing"
    r"|runs?|starts?"
    r"|loads?|available|clean|fast|supported|accepted|honou?red|respected)(?: \w+){0,2} again\b"
    r"|\b(?:is|are|was|were|got|gets|goes|went|comes|came|been)\s+back\s+(?:to|at|on|in|at)\b|\bback to normal\b"
    r"|\b(?:defaults?|limit|value|setting|flag|threshold|behaviou?r|timeout|size)\b[^,.;]{0,24}?\b(?:goes back"
    r"|went back"
    r"|returns?|returned|reverts?|reverted|changes back|switched back|drops back|falls back to \d)\b"
    r"|恢复(?:了)?正常|恢复如初|重回正常|又能用了|重新正常",
    _I,
)
_WHOLE = re.compile(
    r"\b(?:is|are|was|were|be?en|gets?|got)\s+(?:now\s+|already\s+|finally\s+|since\s+|also\s+|fully\s+)*(?:repaired"
    r"|restored|reinstated|patched|rectified|remedied|cured|mended|corrected|sorted out|taken care of|dealt with"
    r"|rolled back|backported|cherry-picked|brought back|put right|made good|cleared up|ironed out|plugged"
    r"|closed off)\b"
    r"|(?:被|给|得到|得以|全部|一并|都|均)(?:修补|补齐|纠正|更正|修正|还原|堵上|理顺|修掉|去除|根治|修整)"
    r"|(?:修补|补齐|纠正|更正|修正|还原|堵上|理顺|修掉|根治)(?:了|好了|完毕)",
    _I,
)
_PERFECT = re.compile(
    r"\b(?:has|have|had)(?: now| already| since| finally| also)* been (?:\w+ly )?(?!reported|confirmed|reproduced"
    r"|bisected|discussed|tested|reviewed|requested|asked|measured|proposed|opened|filed|mentioned|blocked"
    r"|stalled|rebased"
    r"|labell?ed|marked|assigned|closed|approved|seen|told|said|suggested|raised as|questioned|explained|named|noted"
    r"|waiting|open|stale|running|broken|affected|observed|written|sent|run|tried|given|linked|traced|there|in|a"
    r"|an|the"
    r"|no|on|out|slow|for|with|at|about|agreed|pending|under|merged|accepted|answered|known|found|described|\w+ing)"
    r"(?P<verb>\w+(?:ed|en|wn|ne|ilt|ut|de)|kept(?! (?:at|open|out))|set|split|brought|sped)\b"
    r"|\b(?:is|are) (?:already|finally|in place|done|live|ready for use|in effect|in force)\b(?! (?:open|closed|known"
    r"|reported|stale|approved|broken|there|a|an|the|in|on|at|about|503|\d))",
    _I,
)
_GONE = re.compile(
    r"\bno longer (?:lost|crash\w*|hangs?|hung|fail\w*|leaks?|leaking|wrong|garbled|repeat\w*|blocks?|slow"
    r"|breaks?|broken"
    r"|drops?|happens?|occurs?|affected|needed|necessary|required|corrupt\w*|stalls?|wrong)\b"
    r"|\b(?:leak|hang|crash|error|garbage|problem|bug|stall|regression|corruption|deadlock)\w*\s+(?:has"
    r"|have) (?:stopped"
    r"|ceased|disappeared|vanished|gone|ended|subsided)\b"
    r"|\b(?:fix|patch|repair|correction)(?:es)?\s+(?:is|are|was|were|has been|went)\s+(?:now |already "
    r"|finally )?(?:out"
    r"|live|available|released|published|shipped|deployed)\b|\b(?:gets?|got|ha(?:s|ve)|received?) the (?:fix|patch)\b"
    r"|\b(?:workaround|variable|flag) (?:is|has become|became) (?:obsolete|superfluous|unnecessary|redundant)\b"
    r"|不再(?:会)?(?:丢|崩|挂|卡|报错|出错|乱|重复|泄漏|增长|上涨|失败|超时|越界|变慢|阻塞|停|出现|发生|受影响|必要)"
    r"|(?<![卡挂崩停丢断死坏堵冻耗用占跑锁拖])(?:掉|好|住|上|通|稳|平)了(?!后|之后|[^，。；]{0,12}(?:问题|一次))"
    r"|用上了|默认[^，。；]{0,4}[关开启用]\w?了"
    r"|(?:无需|不必|不用)再(?:设|绕|关|用)|(?:泄漏|崩溃|问题|卡死|乱码)(?:已|也|就)?(?:止住|平息|绝迹|告终|了结)",
    _I,
)
_ANYWHERE = (_PERFECT_ZH, _INTO_ZH, _NOW, _AGAIN, _WHOLE, _PERFECT, _GONE)

_OF_PULLS = (
    # 换成 X 之后 tells of an experiment.
    re.compile(
        r"(?:换成|换为|替换成|替换为|改用|改成|改为|更名为|重命名为|改名为|切换到|切换为|迁移到|迁到|并入|合并为"
        r"|拆成|拆为|移至|移到)"
        r"(?![^，。；]{0,24}(?:[之以]?后|时|则|就|便|即可))"
    ),
    re.compile(
        r"不再(?=[\u4e00-\u9fff])(?!更新|推进|跟进|继续|需要评审|活跃|是问题|要求|坚持|反对|主张|认为|提|争|问)"
        r"|多了(?:一个|一项|一条|\s*`)|少了(?:一个|一项|一条|\s*`)"
        r"|[\u4e00-\u9fff`]\s*(?:新增|移除|去掉|删掉|补上|修掉|替换|加上|引入|启用|禁用|放宽|收紧|拆分|重写)了"
        r"|(?:得到|得以|获得)(?:修|改善|改进|优化|支持|实现|提升|解决)|就此|从此|(?:到位|就位|就绪)(?!前|之前)"
        r"|(?:合为|合成|归并为|并为)一|改(?:从|由|按|走|以)(?=[^，。；]{1,12}(?:计算|读取|加载|返回|处理))"
    ),
)
"""Of a bug the same would tell what goes wrong: "connections are no longer accepted"."""

_PLANNED = re.compile(
    r"拟|计划|打算|提议|建议|提出|旨在|希望|主张|要求|请求|想|将(?!\s*`)|应|若|如果|一旦|是否|能否|可否|还是|有待"
    r"|等到?|待|需|须|必须|要(?!紧)|预计|争论|讨论"
    r"|\b(?:propos\w+|would|could|should|may|might|must|will|plans?|planned|aims?|intends?|wants?|asks?|asked|if|once"
    r"|unless|until|whether|when|to be|suggests?|suggested|hopes?|expects?|request(?:s|ed)? (?:that|to|an?|the)"
    r"|says?|said|reports? that)\b",
    _I,
)
_NOT_ZH = re.compile(
    r"(?:反对|异议|担忧|顾虑|疑虑|分歧)[^，。；]{0,16}$|(?:未|没有?|不|尚|并未|无法|难以|仍需|而非"
    r"|而不是)[^，。；]{0,4}$|(?:说(?!明)|称|表示|认为|声称)[^，。；]{0,20}$"
)
_SET = re.compile(r"(?:\b(?:with|set|sets|setting|using)\s+|[设加用带](?:置|上|了|为)?\s*)`", _I)
"""What is right again with a setting is so by a workaround."""


def _is_asserted(clause: Clause, found: re.Match[str]) -> bool:
    before = clause.prose[: found.start()]
    if clause.agent(found.start()) and len(before) - max(at for at, _ in clause.people or ((0, ""),)) < _NEAR:
        return False
    if verbs.HEDGE.search(before) or _NOT_ZH.search(before) or _PLANNED.search(before):
        return False
    if found.re is not _PERFECT_ZH and _PLANNED.search(clause.before):
        return False
    return not (found.re in (_AGAIN, _NOW, _GONE) and _SET.search(clause.before + clause.prose))


_NEAR = 60
"""Characters behind a person in which what is told is still what they did or said."""


def _is_in_text(found: re.Match[str], text: str, is_pull: bool) -> bool:
    """Whether a text says the same: of a bug it tells what the version has that the reporter runs."""
    if is_pull:
        return False
    if found.re is _NOW:
        return bool(found["next"]) and re.search(rf"\bnow {re.escape(fold(found['next']))}", text) is not None
    if found.re in (_AGAIN, _WHOLE, _GONE):
        return fold(found[0]) in text
    told = found.string[found.start() : found.end() + 8]
    # That a bug is fixed is its state: no text of it can say so.
    return not _REPAIRED.search(told) and is_told_as_done(told, text)


_REPAIRED = re.compile(r"fix|repair|solv|patch|correct|修|解决|消除|[改换退调切移]回|恢复", _I)


# Duplicates

_DUPLICATE = re.compile(
    r"\b(?:folded|rolled|subsumed) into\s*\ufffc|\b(?:closed|resolved|marked|folded"
    r"|dismissed)\b[^,.;]{0,16}?\bdup(?:e|licate)s?\b"
    r"|\bduplicate[^,.;]{0,16}?\bclosed\b"
    r"|(?:以|因|作为|按|被?标(?:记)?(?:为|成)|判为)[^，。；]{0,12}?重复[^，。；]{0,8}?(?:关闭|关了|处理|项|问题)?"
    r"|重复(?:而|后|被)关闭",
    _I,
)


def _duplicates(clause: Clause, about: int | None, sources: Sources) -> Iterator[Reason]:
    """A reason where an item is told as closed for a duplicate, and is not: that behind "of" is the other one."""
    found = _DUPLICATE.search(clause.prose)
    if not found or verbs.HEDGE.search(clause.prose[: found.start()]) or _ASKED.search(clause.prose):
        return
    subject = clause.items[:1] if MARK in clause.prose[: found.start()] or about is None else (about,)
    for number in subject:
        item = sources.items[number]
        state = state_at(item, sources.window.end)
        fits = (
            state is State.CLOSED and _SAID.search(sources.text([number])) if item.is_pull else state is State.DUPLICATE
        )
        if not fits:
            yield Reason(kind=Kind.STATE, detail=f"#{number} was not closed as a duplicate ({state})")


_ASKED = re.compile(
    r"\b(?:not|asks?|whether|should|could|would|suggests?)\b|n['’]t\b|是否|并非|不是|建议|应|认为|怀疑|疑", _I
)
_SAID = re.compile(r"\bdup(?:e|licate)|same as|superseded|in favou?r of|重复|取代", _I)
