"""What somebody says they did, in the words of a claim and of what they wrote themselves."""

from __future__ import annotations

import re

from digest.facts.prose import lead

_I = re.IGNORECASE
_REACH = 80
"""Characters in front of a word of evidence that can turn it round."""


FAMILIES = tuple(
    (re.compile(told, _I), re.compile(rf"\b(?:{past})\b|{chinese}", _I))
    for told, past, chinese in (
        (r"fix\w*|repair\w*|solv\w+|修|解决", "fixed|repaired|patched|corrected|solved|resolved", "修|解决"),
        (r"remov\w+|delet\w+|drop\w*|移除|删|去掉|拿掉", "removed|deleted|dropped|gone", "移除|删|去掉"),
        (r"add(?:s|ed)?\b|introduc\w+|新增|增加|添加|加入|引入|补上", "added|introduced", "新增|增加|添加|加入|补上"),
        (r"renam\w+|重命名|更名|改名", "renamed", "重命名|更名|改名"),
        (r"mov(?:es|ed)\b|移到|移至|挪|搬|迁", "moved|migrated", "移到|移至|挪|搬|迁"),
        (r"replac\w+|switch\w*|替换|换", "replaced|switched|swapped", "替换|换"),
        (r"revert\w*|roll\w* back|回退|回滚|还原|撤", "reverted|rolled back|undone", "回退|回滚|还原"),
        (r"restor\w+|reinstat\w+|恢复", "restored|reinstated|brought back", "恢复"),
        (r"enabl\w+|turn\w* on|启用|打开|开启", "enabled|turned on", "启用|开启"),
        (r"disabl\w+|turn\w* off|禁用|关掉|停用", "disabled|turned off", "禁用|关掉"),
        (r"updat\w+|更新", "updated", "更新"),
        (r"bump\w*|upgrad\w+|升级", "bumped|upgraded", "升级"),
        (r"merg\w+|fold\w*|并入|合为", "merged|folded|squashed", "并入|合为"),
        (r"split\w*|拆", "split", "拆"),
        (r"rais\w+|increas\w+|调高|提高|升", "raised|increased", "调高|提高"),
        (r"lower\w*|reduc\w+|调低|降低", "lowered|reduced", "调低|降低"),
        (r"chang\w+|改|变", "changed|switched|altered", "改"),
        (r"finish\w*|complet\w+|完成", "finished|completed|done", "完成"),
        (r"implement\w*|实现", "implemented|wrote|written", "实现"),
        (r"releas\w+|publish\w+|发布", "released|published", "发布"),
        (r"refactor\w*|rewrit\w+|rewrote|重构|重写", "refactored|rewrote|rewritten", "重构|重写"),
    )
)
"""Words for one deed as a claim tells it, and those in which it is told as done by who did it."""

_NOT_DONE = re.compile(
    r"(?:\b(?:will|would|can|could|should|shall|may|might|must|to|not|never|cannot|be|if|once|until|when)\b"
    r"|n['’]t|['’]ll"
    r"|[不没未将要拟]|如果|是否)\W*(?:\w+\W+){0,2}$",
    _I,
)


def is_told_as_done(told: str, text: str) -> bool:
    """Whether a text tells, in a word of the same family, that it was done: not that it will be."""
    return any(
        not _NOT_DONE.search(lead(found, _REACH))
        for family, past in FAMILIES
        if family.search(told)
        for found in past.finditer(text)
    )


def is_own_deed(told: str, wrote: str) -> bool:
    """Whether somebody who wrote ``wrote`` says there that they did it."""
    return bool(wrote) and is_told_as_done(told, wrote)


_PRESENT = re.compile(r"[a-z]+s", _I)
_REASON = re.compile(
    r"\b(?:because|since|as long as|so long as|while|whereas|when(?:ever)?|which|that|where|if|unless)\b", _I
)


def is_reasoning(told: str, before: str) -> bool:
    """Whether a verb in the present stands behind a "because": it tells how something works, not what was changed."""
    return _PRESENT.fullmatch(told) is not None and _REASON.search(before) is not None
