"""Calls and tokens of the writing: of one busy day, and of the same day when people are ten times as wordy.

The model is a script behind a real HTTP server that says as much as a prompt lets it, and of whose claims one in three
fails the check, so that every section is repaired. Tokens are counted by the tokenizers that come with litellm.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from digest.facts.gather import gather
from digest.facts.values import Facts
from digest.llm import ModelSettings
from digest.llm.provider import load
from digest.model import Comment, Item, Person, Snapshot
from digest.settings import presets
from digest.settings.values import Subject
from digest.templating import folder
from digest.writing import Narrative, write
from tests.openai_server import Ask, Say, serving

CALLS, PROMPT, COMPLETION = 25, 70_000, 12_000
"""What one busy day may cost in one language."""
WORDY = 10
Row = tuple[str, str]
Count = Callable[[str], int]


@dataclass(frozen=True)
class Cost:
    """What one day cost: calls, and tokens by the tokenizer that counts most."""

    calls: int
    prompt: int
    completion: int
    narrative: Narrative
    prompts: tuple[str, ...]

    @property
    def is_kept(self) -> bool:
        return self.calls <= CALLS and self.prompt <= PROMPT and self.completion <= COMPLETION


def rows() -> Iterator[Row]:
    """The table's lines."""
    limits = f"at most {CALLS} calls, {PROMPT:,} + {COMPLETION:,} tokens"
    for what, day in (("busy day", sample()), (f"the same day, {WORDY} times as wordy", wordy(sample()))):
        cost = asyncio.run(measure(day, facts_of(day)))
        totals = cost.narrative.verification
        yield (
            f"writing, {what}: {limits}",
            f"{'kept' if cost.is_kept else 'NOT KEPT'}: {cost.calls} calls, "
            f"{cost.prompt:,} + {cost.completion:,} tokens; "
            f"{totals.claims} claims, {totals.kept} kept, {totals.repaired} repaired, {totals.dropped} dropped, "
            f"{cost.narrative.left_out} without room",
        )


def sample() -> Snapshot:
    """The bundled day of 209 list lines."""
    return Snapshot.model_validate_json((folder() / "sample" / "snapshot.json").read_bytes())


def wordy(day: Snapshot) -> Snapshot:
    """The day with environment dumps, logs, and threads of a hundred comments; the newest stay what they were."""
    return day.model_copy(update={"items": tuple(_wordy(item) for item in day.items)})


def _wordy(item: Item) -> Item:
    dump = "\n".join(f"Library {place}: version {place}.{place % 7}.0 (build {place * 7919:x})" for place in range(200))
    log = "\n".join(f"INFO 03-03 12:{place % 60:02d}:00 engine.py:{place}] step {place}" for place in range(700))
    folded = f"<details>\n\n{dump}\n\n</details>"
    body = "\n\n".join((item.body, _prose(60), folded, dump, f"```\n{log}\n```", log, _prose(20)))
    return item.model_copy(update={"body": body, "comments": (*_talk(item), *item.comments)})


def _talk(item: Item) -> tuple[Comment, ...]:
    """A hundred comments before those that are there, where people spoke at all."""
    if not item.comments:
        return ()
    first = min(comment.created_at for comment in item.comments)
    return tuple(
        Comment(
            id=f"{item.id}_{place}",
            url=f"{item.url}#wordy-{place}",
            author=Person(login=f"talker-{place % 9}"),
            created_at=first - timedelta(minutes=200 - place),
            body=f"Round {place}: I still disagree. {_prose(12)}",
        )
        for place in range(100)
    )


def _prose(sentences: int) -> str:
    return " ".join(
        f"We measured it again with setting {place}, and the result differs by the batch and the length of the prompts."
        for place in range(sentences)
    )


def facts_of(day: Snapshot) -> Facts:
    """The facts for readers of the repository's preset."""
    preset = {key: found.text for key, found in presets.of(day.repository).items()}
    subject = Subject.model_validate({"title": "vLLM"} | preset)
    return gather(day, subject.focus, subject.bots)


async def measure(day: Snapshot, facts: Facts, limits: Mapping[str, int] | None = None) -> Cost:
    """Writes the day with the scripted model; ``limits`` are fields of the model's settings."""
    said: list[str] = []

    def script(ask: Ask) -> Say:
        said.append(scripted(ask))
        return Say(said[-1])

    counts = _counts()
    async with serving(script) as server:
        server.count = lambda text: max(count(text) for count in counts)
        settings = ModelSettings(models=("openai/scripted",), api_key=SecretStr("none"), api_base=server.base)
        settings = settings.model_copy(update=dict(limits or {}))
        narrative = await write(facts, day, "zh-CN", settings)
        prompts = tuple(ask.prompt for ask in server.asked)
    return Cost(
        calls=len(prompts),
        prompt=max(sum(count(prompt) for prompt in prompts) for count in counts),
        completion=max(sum(count(text) for text in said) for count in counts),
        narrative=narrative,
        prompts=prompts,
    )


def scripted(ask: Ask) -> str:
    """The script's answer, as it goes over the wire."""
    return json.dumps(_answer(ask), ensure_ascii=False)


def _answer(ask: Ask) -> dict[str, Any]:
    """As many claims as are asked for, each as long as it may be."""
    if '"claim": "f1"' in ask.task:
        return {"claims": [_again(name, about) for name, about in _FAILED.findall(ask.task)]}
    most = int(re.findall(r"at most (\d+) claims", ask.task)[-1])
    numbers = [int(number) for number in dict.fromkeys(_ITEM.findall(ask.task))]
    pieces = _pieces(ask.task)
    return {"claims": [_claim(place, numbers, pieces, ask.task) for place in range(most)]}


_ITEM = re.compile(r"^(?:PR|issue) \[\[#(\d+)\]\]", re.MULTILINE)
_FAILED = re.compile(r"^claim (f\d+), about (\d+|no single item)", re.MULTILINE)
_WORDS = "这里用最长的一句话说明：在什么条件下、哪一种批量与长度时结果不同，作者拟改什么，以及还有谁在等谁的答复与实测"

_WATCHED = (
    "接下来几天要看评审人会不会撤回意见、内核的回退路径是否拆成另一个补丁、夜间机器上能不能复现差别，届时才有答案可写"
)
"""For the one section that is about the same items as others, so that it does not say the same again."""


def _pieces(task: str) -> dict[int, list[tuple[str, str]]]:
    """By item: the names of what was said, and the first words of it."""
    found: dict[int, list[tuple[str, str]]] = {}
    for block in re.split(r"^(?=(?:PR|issue) \[\[#)", task, flags=re.MULTILINE):
        if item := _ITEM.match(block):
            told = re.findall(r"^\((e\d+)\) .*:\n(.+)$", block, re.MULTILINE)
            found[int(item[1])] = [(name, " ".join(words.split()[:14])) for name, words in told]
    return found


def _claim(place: int, numbers: list[int], pieces: dict[int, list[tuple[str, str]]], task: str) -> dict[str, Any]:
    about = numbers[place % len(numbers)]
    own = pieces.get(about) or [("", "")]
    name, words = own[place // len(numbers) % len(own)]
    parts = ("topic", "position", "position", "outcome", "dispute")
    base = _WATCHED if "would settle" in task or "settle" in task else _WORDS
    turn = (about + place) % 50
    words_of_it = (base[turn:] + base[:turn])[:52]
    text = words_of_it if place % 3 else f"实测提升 {place + 7777}%，" + words_of_it[:40]
    by_item = '"about" and "part" are null' not in task and '"about", "part" and "evidence" are null' not in task
    if not by_item:
        text = f"[[#{about}]] 与 [[#{numbers[(place + 1) % len(numbers)]}]]：{text}"
    if '"position"' in task and words:
        text = f"{text[:30]}，[[quote:{name}|{words}]]。"
    part = parts[place // len(numbers) % len(parts)] if '"position"' in task else "what"
    return {"about": about if by_item else None, "part": part, "text": text, "evidence": [name] if name else []}


def _again(name: str, about: str) -> dict[str, Any]:
    turn = int(name[1:]) + (int(about) % 40 if about.isdigit() else 0)
    text = (
        (_WORDS[turn:] + _WORDS[:turn])[:50]
        if about.isdigit()
        else "窗口内合并的 PR 共 [[count:prs_merged]] 个，" + _WORDS[:30]
    )
    return {"claim": name, "text": text, "evidence": []}


def _counts() -> tuple[Count, ...]:
    """The tokenizers of GPT-4, GPT-4o and DeepSeek, from litellm's own files."""
    from tokenizers import Tokenizer

    files = Path(str(load().__file__)).parent / "litellm_core_utils" / "tokenizers"
    os.environ["TIKTOKEN_CACHE_DIR"] = str(files)
    import tiktoken

    gpt = [tiktoken.get_encoding(name) for name in ("cl100k_base", "o200k_base")]
    deepseek = Tokenizer.from_file(str(files / "deepseek_tokenizer.json"))
    return (
        lambda text: len(gpt[0].encode(text, disallowed_special=())),
        lambda text: len(gpt[1].encode(text, disallowed_special=())),
        lambda text: len(deepseek.encode(text).ids),
    )
