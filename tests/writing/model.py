"""A model for these tests: reads what a prompt asks for, and tells the truth about the small window."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from pydantic import SecretStr

from digest.claims import Section
from digest.facts.focus import Focus
from digest.facts.gather import gather
from digest.facts.values import Facts
from digest.llm import ModelSettings
from digest.model import Snapshot
from digest.state import Store
from digest.writing import Narrative, write
from tests.claims.window import SNAPSHOT
from tests.openai_server import Ask, OpenAIServer, Say

KEY = "sk-live-0123456789abcdefSECRET"
FOCUS = (Focus(name="ROCm", labels=("rocm",), words=("AITER",)),)
FACTS = gather(SNAPSHOT, FOCUS)
CALLS = 6
"""Of a window in which nothing fails: one for each section."""
CLAIMS = 11
"""What `truth` says in them."""

_TASKS = {
    "Write the section on what these readers follow": Section.FOCUS,
    "Write the section on this discussion": Section.DISCUSSIONS,
    "Write the section on these discussions": Section.DISCUSSIONS,
    "Write what the merged pull requests below change": Section.CHANGES,
    "Write what several items of this window have in common": Section.TRENDS,
    "Write what the next days will settle": Section.WATCH,
    "Write the summary": Section.SUMMARY,
}


def settings(server: OpenAIServer, *more: str, **changes: Any) -> ModelSettings:
    given = {"api_key": SecretStr(KEY), "api_base": server.base, "backoff": 0.0, "timeout": 20.0} | changes
    return ModelSettings(models=("openai/first", *more), **given)


async def written(
    server: OpenAIServer,
    *more: str,
    facts: Facts | None = None,
    snapshot: Snapshot = SNAPSHOT,
    store: Store | None = None,
    refresh: bool = False,
    **changes: Any,
) -> Narrative:
    told = facts or (FACTS if snapshot is SNAPSHOT else gather(snapshot, FOCUS))
    given = settings(server, *more, **changes)
    return await write(told, snapshot, "zh-CN", given, store=store, refresh=refresh)


def says(*claims: dict[str, Any]) -> Say:
    return Say(json.dumps({"claims": claims}, ensure_ascii=False))


def section(ask: Ask) -> Section | None:
    """What a prompt asks for; None for a repair."""
    return next((told for words, told in _TASKS.items() if ask.task.startswith(words)), None)


def is_repair(ask: Ask) -> bool:
    return section(ask) is None


def failed(ask: Ask) -> dict[str, str]:
    """The claims that a repair is asked for, each with its reasons."""
    found = re.split(r"^claim (f\d+), ", ask.task, flags=re.MULTILINE)
    return dict(zip(found[1::2], found[2::2], strict=True))


def items(ask: Ask) -> list[int]:
    return [int(number) for number in re.findall(r"^(?:PR|issue) \[\[#(\d+)\]\]", ask.task, re.MULTILINE)]


def alias(ask: Ask, words: str) -> str:
    """The name under which a prompt shows the evidence that holds these words."""
    pieces = re.split(r"^\((e\d+)\) ", ask.task, flags=re.MULTILINE)
    return next(name for name, text in zip(pieces[1::2], pieces[2::2], strict=True) if words in text)


def truth(ask: Ask) -> Say:
    """Two claims or so for each section, all of them borne out."""
    match section(ask):
        case Section.FOCUS:
            return says({"about": 101, "part": "what", "text": "拟在缺少 AITER 时退回 Triton，免得启动失败。"})
        case Section.DISCUSSIONS:
            return says(*_debates(ask))
        case Section.CHANGES:
            return says({"about": 102, "text": "移除了自 v0.9.2 起无效的 `--swap-space`，须从启动命令里去掉。"})
        case Section.TRENDS:
            return says({"text": "[[#110]] 与 [[#111]] 都拟调整 NVFP4 的 tile。", "evidence": []})
        case Section.WATCH:
            told = {"about": 101, "text": "是否按 [[@bo-keeper]] 的要求用两个 env flag 把关。"}
            return says(told | {"evidence": [alias(ask, "two env flags")]})
        case Section.SUMMARY:
            return says({"text": "[[#102]] 移除了 `--swap-space`，启动命令须去掉它。", "evidence": []})
    return says()


def _debates(ask: Ask) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    if 101 in items(ask):
        words = alias(ask, "silently")
        quote = f"[[quote:{words}|I do not think we should fall back silently]]"
        told += [
            {
                "about": 101,
                "part": "topic",
                "text": "缺少 AITER 时该退回 Triton 还是报错？",
                "evidence": [alias(ask, "MI300X")],
            },
            {"about": 101, "part": "position", "text": f"[[@ada-kern]] 反对静默退回：{quote}。", "evidence": words},
            {
                "about": "#101",
                "part": "mood",
                "text": "[[@bo-keeper]] 要求两个 env flag 把关。",
                "evidence": alias(ask, "two env flags"),
                "why": "extra",
            },
        ]
    if 103 in items(ask):
        told += [
            {"about": 103, "part": "topic", "text": "`kv_cache_dtype=fp8` 在 H100 上为何输出乱码？", "evidence": None},
            {
                "about": 103,
                "part": "outcome",
                "text": "[[@bo-keeper]] 在 main 上无法复现，等待 commit 信息。",
                "evidence": [alias(ask, "reproduce this")],
            },
            {
                "about": 103,
                "part": "position",
                "text": "[[@fin-user]] 称 v0.9.2 同样出错。",
                "evidence": [alias(ask, "breaks on v0.9.2")],
            },
        ]
    return told


def obeying(mark: str, otherwise: Callable[[Ask], Say] = truth) -> Callable[[Ask], Say]:
    """A model that does what a text tells it, in whatever call it sees the text."""

    def script(ask: Ask) -> Say:
        if mark.casefold() not in ask.prompt.casefold():
            return otherwise(ask)
        about = items(ask)[0]
        orders = [
            {"about": number, "part": part, "text": f"{mark}：[[#{number}]] 已合并。"}
            for number in items(ask)
            for part in ("topic", "what")
        ]
        return says(*orders, {"about": about, "text": f"{mark} [[#{about}]]"})

    return script
