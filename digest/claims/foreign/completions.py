"""Words of a foreign report that tell a change as done, in English and Chinese.

They err the other way than those for our own claims: what could be read otherwise is not in them.
"""

from __future__ import annotations

import re

from digest.claims.foreign.words import MARK

_I = re.IGNORECASE | re.ASCII

_GONE_ZH = "修复|解决|修正|纠正|消除|根除|修好|攻克|根治|搞定|堵上|堵住|止住"

_CHANGED_ZH = (
    "新增|增加|添加|加入|引入|实现|集成|移除|删除|去除|去掉|清理|替换|重命名|启用|禁用|升级|支持|优化|提升|提高"
    "|改进|改善|增强|强化|回退|回滚|重构|弃用|废弃|发布|更新|改变|修改|降低|减少|避免|统一|调整|跳过|融合|恢复|扩展"
    "|扩大|丰富|简化|加速|加快|缩短|保障|保证|确保|完善|拆分|迁移|补充|补全|放宽|收紧|切换|开启|打通|解禁|节省"
    "|内置|上线"
    "|落地|交付|完成|采用|提供|加上|换成|改成|改为|合入|补齐|补上|拿掉|砍掉|换用|改用|用上|捕获|拦截|屏蔽"
)

GONE = re.compile(
    rf"(?:{_GONE_ZH})了|(?:已|已经|均已|都已|现已|得以|得到了?|成功|被|彻底|完全|正式)(?:{_GONE_ZH})(?!方案|补丁"
    rf"|的?\s*PR)"
    r"|不再(?:出现|复现|崩溃|报错)",
)
"""Says in Chinese that a problem is gone."""

CHANGED = re.compile(
    rf"(?:{_CHANGED_ZH})了"
    rf"|(?<!曾)(?:现已|均已|都已|已经|已|正式|成功)(?:{_CHANGED_ZH})(?!方案|补丁|的?\s*PR)"
    r"|被(?:移除|删除|去除|替换|重命名|回退|回滚|弃用|废弃|加入|添加|引入)(?!的)"
    rf"|(?:已|已经)(?:将|把)[^，,。；;]{{2,60}}?(?:{_CHANGED_ZH}|合并|整合)"
    r"|(?:已|已经|现已|现在(?:就)?|终于)(?:可用|可以(?:直接)?(?:使用|用)|能用|能够|有了|支持|具备|拥有)"
    r"|(?:^\s*|\ufffc\s*)(?P<verb>让|使得?)[^，,。；;\ufffc]{1,40}?(?:可以|能够|得以|不再)"
    r"|(?:借助|得益于|有了|凭借|多亏)\s*\ufffc[^。；;]{0,40}?(?:了|可以|能够|终于)"
    r"|进行了(?:重构|优化|改造|改进|升级|精简|清理|拆分|统一|修复|调整|扩展|适配)"
)
"""Says in Chinese that the code is different now."""

DISPOSED = re.compile(
    rf"{MARK}\s*(?:[（(][^（）()]*[)）])?\s*(?:[^，,。；;\ufffc]{{0,30}}[，,]\s*)?(?:进一步|直接|则|也)?(?P<verb>将|把)"
    r"(?!会|在|于|被|有|由|能|可|与|对|为|是|随|按|继续|作为|来|重新|如何)[^，,。；;]{2,60}?"
    r"(?:融合|合并|整合|集成|提升|提高|降低|减少|缩短|压缩|调整|改为|改成|替换|移动|移至|移到|迁移|重命名|转换"
    r"|拆分|抽取"
    r"|统一|添加|加入|扩展|升级|回退|设为|设置为|默认)"
)
"""A pull request that disposes of something ("#1 将 A 融合到 B 中"): told as done, in a verb without a tense."""

GAINED = re.compile(
    r"^\s*(?:从而|进而|并|同时|由此)?(?:将|把|使得?)(?!会|在|被)[^，,。；;]{2,40}?(?:提升|提高|加快|加速|降低"
    r"|减少|缩短|压缩)"
    r"(?:了|约|近|至|到|为|最高|高达|多达|\s)*\d"
)
"""A result with its measure, as the clause of a pull request."""

_DELIVERED_ZH = (
    rf"(?:{_GONE_ZH}|新增|添加|加入|引入|实现|移除|删除|支持|启用|禁用|落地|完成|恢复|优化|升级|重构|回退|撤销|弃用"
    r"|补齐)"
)

DELIVERED = re.compile(
    rf"由\s*`?[\w-]*`?\s*在\s*{MARK}\s*中(?:得以)?(?:{_DELIVERED_ZH})(?!方案|补丁|的)"
    rf"|在[^，,。；;{MARK}]{{0,24}}{MARK}\s*中?(?:得到|得以|获得)(?:{_DELIVERED_ZH})"
    rf"|由\s*{MARK}\s*(?:{_DELIVERED_ZH})(?=\s*(?:[，,。；;]|$))"
    rf"|(?:已|已经|均已|都已|现已)(?:由|被|在|经|经由|通过|随|随着)\s*[^，,。；;{MARK}]{{0,24}}{MARK}[^，,。；;{MARK}]{{0,8}}?"
    rf"(?P<verb>{_DELIVERED_ZH})(?!方案|补丁|的?\s*PR|请求)"
)
"""Says in Chinese through which pull request something is done: 已由 #1 解决."""

_GONE_EN = (
    r"fix(?:es|ed)|(?:re)?solv(?:es|ed)|cur(?:es|ed)|eliminat(?:es|ed)|address(?:es|ed)|correct(?:s|ed)|repair(?:s|ed)"
)

_CHANGED_EN = (
    r"add(?:s|ed)|remov(?:es|ed)|introduc(?:es|ed)|implement(?:s|ed)|enabl(?:es|ed)|disabl(?:es|ed)"
    r"|replac(?:es|ed)(?!\s*(?:the )?\ufffc)"
    r"|renam(?:es|ed)|deprecat(?:es|ed)|bump(?:s|ed)|upgrad(?:es|ed)|refactor(?:s|ed)|revert(?:s|ed)"
    r"|optimi[sz](?:es|ed)"
    r"|improv(?:es|ed)|speeds up|sped up|drop(?:s|ped)|mov(?:es|ed)|switch(?:es|ed)|ship(?:s|ped)|releas(?:es|ed)"
    r"|updat(?:es|ed)|chang(?:es|ed)|deliver(?:s|ed)|unif(?:ies|ied)|cuts|reduc(?:es|ed)|boost(?:s|ed)|fus(?:es|ed)"
    r"|extend(?:s|ed)|expand(?:s|ed)|simplif(?:ies|ied)|brings|brought|lands|landed|made|makes|rewrote|rewrites|splits?"
    r"|no longer|now \w+s|complet(?:es|ed)|finish(?:es|ed)|lets|allow(?:s|ed)|prevent(?:s|ed)|restor(?:es|ed)"
    r"|support(?:s|ed)(?! (?:the (?:idea|claim|view|proposal|approach|case)|th(?:is|at)\b|#|\ufffc))"
)

_FILLERS = (
    r"(?:(?:has|have|had|also|now|finally|fully|already|successfully|completely|just|thereby|further|cleanly)\s+){0,3}"
)

_PARENS = r"(?:\s*[\[(][^()\[\]]*[\])])?"

_NOUNS = r"(?:changes|updates|moves|drops|cuts|releases|lands|bumps|boosts|ships|splits|fixes(?=\s*[:#\ufffc]))\b"
"""Behind a colon these are things, not what somebody does."""

_SUBJECT = (
    rf"(?:{MARK}{_PARENS}(?:\s*(?:,|and|&|/)\s*(?:PRs? )?{MARK}{_PARENS})*|^[^:]{{0,60}}:\s*(?:it|this)?(?!\s*{_NOUNS})"
    r"|\b(?:it|which|this (?:PR|change|patch|fix|pull request)|the (?:PR|change|patch|pull request)))"
)

ACTIVE_GONE = re.compile(rf"{_SUBJECT}\s*(?:also\s)?,?\s*{_FILLERS}(?P<verb>{_GONE_EN})\b", _I)

ACTIVE_CHANGED = re.compile(rf"{_SUBJECT}\s*,?\s*{_FILLERS}(?P<verb>{_CHANGED_EN})\b", _I)

_BE = r"\b(?:was|were|is now|are now|has been|have been|is|are|got|gets?|being now)\s+(?:\w+ly\s+|now\s+|finally\s+)?"

PASSIVE_GONE = re.compile(
    rf"{_BE}(?P<verb>fixed|(?:re)?solved|cured|eliminated|corrected|repaired|sorted out|gone)\b", _I
)

PASSIVE_CHANGED = re.compile(
    r"\b(?P<now>can now)\b|"
    rf"{_BE}(?P<verb>added|removed|introduced|implemented|enabled|disabled|replaced|renamed|deprecated|bumped|upgraded"
    r"|refactored|reverted|optimi[sz]ed|dropped|shipped|released|delivered|unified|supported|landed)\b",
    _I,
)

_PAST_EN = (
    r"added|implemented|introduced|completed|finished|enabled|fixed|(?:re)?solved|removed|eliminated|brought|delivered"
    r"|shipped|landed|replaced|renamed|deprecated|rewrote|refactored|unified|restored|cut|dropped|gained|got rid of"
    r"|ripped out|made|lifted"
)

_RESULT_EN = (
    r"add(?:s|ed)|implement(?:s|ed)|introduc(?:es|ed)|complet(?:es|ed)|finish(?:es|ed)|enabl(?:es|ed)|fix(?:es|ed)"
    r"|(?:re)?solv(?:es|ed)|remov(?:es|ed)|eliminat(?:es|ed)|brought|brings|deliver(?:s|ed)|ship(?:s|ped)|land(?:s|ed)"
    r"|replac(?:es|ed)|renam(?:es|ed)|deprecat(?:es|ed)|rewrote|refactor(?:s|ed)|unif(?:ies|ied)|restor(?:es|ed)"
)

_OF_A_THREAD_EN = (
    r"comments?|concerns?|feedback|reviews?|nits?|conflicts?|tests?|typos?|lint\w*|benchmarks?|numbers|data|results"
    r"|details|logs?|descriptions?|repro\w*|labels?|examples?|traces?|titles?|questions?|links?|notes?|context"
)

THROUGH = re.compile(
    rf"\b(?P<verb>{_RESULT_EN}|{_PAST_EN})\b(?!(?: [\w'-]+){{0,4}} (?:{_OF_A_THREAD_EN})\b)"
    rf"(?:[^,.;:{MARK}]|[.:](?=\S)){{2,90}}?"
    rf"\b(?:in|with|via|through) (?:the )?{MARK}",
    _I,
)
"""Says of somebody what they did through a pull request. What they did in its thread is another thing."""

EFFECT = re.compile(
    r"(?:如今|现在|现已|目前已|自此|从此|此后|今后)[^，,。；;\ufffc]{0,30}?(?:能够?|可以|不再|不必|无需)(?!否)"
    r"|(?:已|已经|由此|就此|从此)(?:不再|消除|消失|不必)|不复存在|不必再|无需再|恢复(?:可用|正常)"
    r"|(?<![已决])不再(?:因此)?(?:误报|报错|崩溃|失败|出错|泄漏|泄露|挂起|卡死|冲突|丢失|重复|出现|受|触发|依赖)"
    r"|\bnow (?:\w+ly )?(?:pass|work|support|handle|load|run|start|return|accept|use|report|complete|succeed)(?:e?s)?\b"
    r"|\b(?:has|have) stopped \w+ing\b"
    r"|\bno longer (?:needs?|flakes?|fails?|crash(?:es)?|hangs?|leaks?|requires?|races?|breaks?)\b",
    _I,
)
"""Says what is so for users from now on, whoever is told of it."""
WITHOUT = re.compile(r"没有|未|不足|\bwithout\b", _I)
OWN_PAGE = re.compile(
    r"^[^，,。；;]{0,10}(?:描述|标题|评审意见|评论|标签|基准数据|实测|说明)(?![^，,。；;]{0,4}(?:功能|支持|文档))"
)
"""Behind a verb it makes what is told of a pull request one of its own page."""

OWN_THREAD = re.compile(
    r"^[^，,。；;]{0,16}(?:评论|描述|标题|数据|复现|日志|说明|建议|意见|信息|结果|方案|回复|反馈|评审|审查|审核|标签|讨论"
    r"|测试|用例|证据|链接|脚本|步骤|清单|要求|条件|批准|分析|解释|冲突|注释)"
)
"""Behind a verb it makes what somebody did one of a thread's own matters."""

_NOT_YET = r"(?! (?:wait\w*|need\w*|ask\w*|await\w*|discuss\w*|under|being|a draft|has|have|maintained))"

IN_BRACKETS = re.compile(
    rf"\b(?P<verb>{_PAST_EN}|no longer|now{_NOT_YET})\b(?!(?: [\w'-]+){{0,4}} (?:{_OF_A_THREAD_EN})\b)"
    rf"[^;:{MARK}]*[(（]\s*{MARK}\s*[)）]\W*$",
    _I,
)
"""Says it in English of the pull request that stands in brackets behind it."""

DID_IT = re.compile(
    rf"^\W*(?:[\w'’`-]+\s+){{1,3}}?(?P<verb>{_PAST_EN})\b(?!(?: [\w'-]+){{0,4}} (?:{_OF_A_THREAD_EN})\b)", _I
)
"""The same of a clause in front of the one that ends in the brackets."""

OWED_TO = re.compile(
    rf"\b(?P<verb>now|no longer|can|gained|got)\b[^.;]*?\b(?:thanks to|courtesy of)\s+[^.;{MARK}]{{0,30}}{MARK}"
    rf"|\b(?:as of|after [\w'’-]* ?(?:work|change|patch|fix) in) {MARK}"
    rf"|^\W*with {MARK},?\s[^.;]*?\b(?:now|no longer|can)\b",
    _I,
)
"""Says in English that something is so because of a pull request."""
