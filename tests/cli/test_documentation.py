"""The page on configuration tells the truth: every option with its default, every key, examples that work."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from digest.publishing.targets import parse
from digest.settings.file import FOCUS_KEYS
from digest.settings.find import find
from digest.settings.options import FILE_ONLY, OPTIONS, TOKEN_VARIABLES, Option

PAGE = (Path(__file__).parents[2] / "docs" / "configuration.md").read_text(encoding="utf-8")
ROWS = [line.strip("|").split("|") for line in PAGE.splitlines() if line.startswith("| `")]


def names(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def row(name: str) -> list[str]:
    return next(cells for cells in ROWS if name in names(cells[0]))


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_an_option_stands_with_its_variable_and_default(option: Option):
    cells = row(option.name)
    assert option.variable in names(cells[1])
    assert ("(no key)" in cells[0]) is not option.in_file
    for default in [option.default] if isinstance(option.default, str) else option.default:
        assert not default or default in names(cells[2])


@pytest.mark.parametrize("key", [*(option.name for option in FILE_ONLY), *FOCUS_KEYS[1:]])
def test_a_key_of_the_file_is_explained(key: str):
    assert row(key)[-1].strip()


def test_no_option_is_told_that_there_is_not():
    known = {option.name for option in (*OPTIONS, *FILE_ONLY)} | set(FOCUS_KEYS)
    told = {name for cells in ROWS for name in names(cells[0]) if name == name.lower()}
    assert told <= known
    assert set(TOKEN_VARIABLES) <= {name for cells in ROWS for name in names(cells[0])}


def test_the_example_of_a_file_is_right(tmp_path: Path):
    [example] = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "vllm-digest.yml").write_text(example, encoding="utf-8")
    findings = find({}, {}, tmp_path)
    assert findings.problems == ()
    assert findings.settings is not None
    assert [area.name for area in findings.settings.focus or ()] == ["Boosters"]


def test_the_example_of_an_error_is_what_is_said(tmp_path: Path):
    (tmp_path / "vllm-digest.yml").write_text("timezone: UTC\nlanguage: en\nlangauge: en\n")
    [problem] = find({}, {}, tmp_path).problems
    assert f"error: {problem}\n" in PAGE


def test_every_target_that_the_page_on_publishing_shows_can_be_written_so():
    page = (Path(__file__).parents[2] / "docs" / "publishing.md").read_text(encoding="utf-8")
    shown = re.findall(r"--publish (?:\"([^\"]+)\"|(\S+[^`;\s]))", page)
    targets = [one for pair in shown for one in pair if one and one != "TARGET"]
    assert len(targets) >= 4
    for target in targets:
        assert parse(target).text == target
