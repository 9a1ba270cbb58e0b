"""Whether a pull request is about what the program does, by its title: not about tests, CI, documents or tidiness."""

from __future__ import annotations

import re

from digest.model import Item

_FIX = re.compile(r"\b(?:bug|hot)?-?fix(?:e[sd]|ing)?\b|\bbug\b|修复", re.I)
_NO_BEHAVIOUR_WORD = re.compile(
    r"\b(?:typos?|flaky|tests|docs?|docstrings?|comments?|lint|mypy|pre-commit|type hints?|refactor\w*|unused)\b(?!\])",
    re.I,
)
_NO_BEHAVIOUR = re.compile(
    r"\[(?:ci|test|doc|chore|refactor|cleanup|misc)\w*\b|^(?:ci|docs?|tests?|chore|refactor|build|style)\b"
    rf"|\btest\b|{_NO_BEHAVIOUR_WORD.pattern}",
    re.I,
)
_TAG = re.compile(r"\[[^\]]+\]")
_ASIDE = re.compile(r"tests?/|docs/|\.github/|\.buildkite/|docker/|examples/|benchmarks/|tools/|requirements|.*\.md$")


def is_fix(item: Item) -> bool:
    """Whether a pull request calls itself a fix of behaviour: not one of the tests, the CI or the documents."""
    return bool(_FIX.search(item.title)) and changes_behaviour(item)


def changes_behaviour(item: Item) -> bool:
    """Whether a pull request is about what the program does.

    A title with a tag like `[CI]` beside another one is believed where code outside the tests was touched.
    """
    if not item.is_pull or item.author.kind == "Bot":
        return False
    if not _NO_BEHAVIOUR.search(item.title):
        return True
    other_tags = len(_TAG.findall(item.title)) > 1 and not _NO_BEHAVIOUR_WORD.search(item.title)
    return other_tags and any(not _ASIDE.match(file.path) for file in item.files)
