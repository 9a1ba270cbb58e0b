"""The page, read back with a CommonMark parser as its readers' programs do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from digest.claims import Claim, Judged, Outcome, Section, Verdict
from digest.errors import SettingsError
from digest.facts.focus import Focus
from digest.facts.gather import gather
from digest.model import ListName, Snapshot, Tally
from digest.rendering import catalogue
from digest.rendering.look import Look
from digest.rendering.markdown import markdown
from digest.window import Window
from digest.writing.narrative import Narrative
from tests.made import DAY, at, comment, issue, person, pull, snapshot
from tests.rendering.test_escape import HOSTILE

ZH, EN = Look(title="vLLM"), Look(title="vLLM", language="en")
HEADINGS = {
    ListName.ISSUES_OPENED: "新增 Issue",
    ListName.ISSUES_CLOSED: "已关闭 Issue",
    ListName.PRS_OPENED: "新增 PR",
    ListName.PRS_MERGED: "已合并 PR",
    ListName.PRS_CLOSED_UNMERGED: "关闭但未合并的 PR",
}


def page(*items: object, look: Look = ZH, focus: tuple[Focus, ...] = (), **fields: object) -> str:
    return markdown(gather(snapshot(*items, **fields), focus), None, look)  # type: ignore[arg-type]


def lists(text: str) -> dict[str, list[str]]:
    """The entries of the appendix as plain text, by heading."""
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    found: dict[str, list[str]] = {}
    heading = ""
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            heading = plain(inline)
            found[heading] = []
        elif token.type == "paragraph_open" and token.level > 1:
            found[heading].append(plain(inline))
    return found


def plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or [])


def test_the_head_is_kept_to_the_letter() -> None:
    window = Window(start=at("03:21"), end=at("03:21", 4), timezone="Asia/Shanghai", day=at("03:21").date())
    head = page(issue(1), pull(2), window=window).splitlines()
    assert head[0] == "# vLLM 开发动态报告 - 2026-03-03"
    assert head[2] == "> 时间窗口: 2026-03-03 11:21 (UTC+8) ~ 2026-03-04 11:21 (UTC+8)"
    assert head[3] == "> 数据统计: 新 Issue 1 | 关闭 Issue 0 | 新 PR 1 | 合并 PR 0 | 关闭未合并 PR 0"


def test_a_list_line_is_kept_to_the_letter() -> None:
    window = Window(start=at("03:21"), end=at("03:21", 4), timezone="Asia/Shanghai")
    item = issue(35945, "[Bug]: It  fails", "login", labels=("bug", "rocm"), created_at=at("02:56", 4))
    line = (
        "- [#35945](https://github.com/o/n/issues/35945) [Bug]: It  fails — bug,rocm — by login "
        "(创建于: 2026-03-04 10:56 (UTC+8))"
    )
    assert line in page(item, window=window).splitlines()


def test_an_item_without_labels_says_so_and_an_empty_list_too() -> None:
    text = page(issue(1))
    assert " — 无标签 — by ann (创建于: " in text
    assert lists(text)["新增 PR"] == ["无"]


def test_every_section_stands_behind_its_mark() -> None:
    text = page(issue(1), pull(2, "[ROCm] x"), focus=(Focus(name="AMD", words=("ROCm",)),))
    marks = re.findall(r"^<!-- vllm-digest:(\w+) -->\n(#+ .*)?", text, re.M)
    assert [name for name, _ in marks] == ["focus", "activity", "lists", *ListName, "foot"]
    assert all(heading for name, heading in marks if name != "foot")


@pytest.mark.parametrize("title", HOSTILE)
@pytest.mark.parametrize("look", [ZH, EN], ids=["zh-CN", "en"])
def test_a_hostile_title_changes_nothing_but_itself(title: str, look: Look) -> None:
    """The same page with a tame title has the same headings, marks and number of entries."""
    talk = (
        comment("c1", "bob", "09:00", "I disagree."),
        comment("c2", "eve", "09:10", "I think we should."),
        comment("c3", "bob", "09:20", "No."),
    )
    focus = (Focus(name="AMD", labels=("rocm",), words=("zentorch",)),)

    def shape(told: str) -> list[str]:
        items = [
            issue(1, told, labels=("rocm", "bug"), comments=talk, body="With zentorch it stops."),
            pull(2, told, labels=("rocm",), body="For zentorch it is needed."),
            pull(3, f"Add `--x` {told}", merged_at=at("10:00"), labels=("rocm",)),
            pull(4, f"Remove `--y` {told}", merged_at=at("10:00")),
        ]
        tokens = MarkdownIt("commonmark").enable("table").parse(page(*items, look=look, focus=focus))
        return [token.type for token in tokens] + [t.content for t in tokens if t.type == "html_block"]

    assert shape(title) == shape("A tame title")


def test_titles_read_back_to_the_letter() -> None:
    items = [issue(n, title) for n, title in enumerate(HOSTILE, 1)]
    entries = lists(page(*items))["新增 Issue"]
    told = {int(re.match(r"#(\d+) ", entry)[1]): entry for entry in entries}  # type: ignore[index]
    for number, title in enumerate(HOSTILE, 1):
        assert told[number].startswith(f"#{number} {title} — 无标签 — by ann (创建于: ")


def test_the_state_stands_beside_every_reference_outside_the_lists() -> None:
    sample = Snapshot.model_validate_json(Path("templates/sample/snapshot.json").read_bytes())
    text = markdown(gather(sample), None, ZH).partition("<!-- vllm-digest:lists -->")[0]
    told = [line for line in text.splitlines() if "](" in line]
    assert told
    for line in told:
        for kind in re.finditer(r"(?:PR|Issue) \[#\d+\]\([^)]*\)(.)", line):
            assert kind[1] == "（", line


def test_an_empty_day_says_so_in_one_line() -> None:
    text = page()
    assert "这段时间里没有新建、关闭或合并的条目，也没有讨论。" in text
    assert [lists(text)[heading] for heading in HEADINGS.values()] == [["无"]] * 5
    assert "vllm-digest:summary" not in text


def test_the_same_input_gives_the_same_bytes() -> None:
    items = [issue(1, "a"), pull(2, "b", merged_at=at("10:00"))]
    assert page(*items) == page(*reversed(items))


def test_a_receipt_that_disagrees_is_said_at_the_top() -> None:
    receipt = {name: Tally(ours=0, github=0) for name in ListName} | {ListName.ISSUES_OPENED: Tally(ours=1, github=3)}
    head = page(issue(1), receipt=receipt).partition("<!--")[0]
    assert "**计数不一致**：新增 Issue：本页 1，GitHub 3。" in head


def test_a_receipt_that_agrees_is_said_in_the_foot() -> None:
    receipt = {
        name: Tally(ours=int(name is ListName.ISSUES_OPENED), github=int(name is ListName.ISSUES_OPENED))
        for name in ListName
    }
    assert "五个列表的条数与 GitHub 的计数一致。" in page(issue(1), receipt=receipt)


def test_what_came_later_is_marked_as_later() -> None:
    text = page(pull(1, "Fix", merged_at=at("00:20", 4)), issue(2, comments=()), pull(3))
    entry = next(line for line in text.splitlines() if line.startswith("- [#1]"))
    assert "合并于" not in entry


def test_published_claims_are_filled_in_and_dropped_ones_are_not_shown() -> None:
    def judged(text: str, outcome: Outcome) -> Judged:
        claim = Claim(section=Section.SUMMARY, text=text)
        return Judged(claim=claim, verdict=Verdict.SUPPORTED, outcome=outcome)

    told = judged(
        "[[@bob]] 要求 [[#1]] 先说明原因：[[quote:c1|why so slow?]]，共 [[count:issues_opened]] 项", Outcome.KEPT
    )
    narrative = Narrative(
        language="zh-CN",
        judged=(told, judged("a lie about [[#1]]", Outcome.DROPPED)),
        models=("m",),
        sources={"c1": "https://github.com/o/n/c/c1"},
    )
    item = issue(1, comments=(comment("c1", "bob", "09:00", "why so slow?"),))
    text = markdown(gather(snapshot(item)), narrative, ZH)
    assert (
        "- `bob` 要求 Issue [#1](https://github.com/o/n/issues/1)（开放中）先说明原因："
        "[「why so slow?」](https://github.com/o/n/c/c1)，共 1 项"
    ) in text
    assert "a lie" not in text
    assert "核对了 2 条陈述，删去 1 条" in text


@pytest.mark.parametrize("language", ["zh-CN", "en"])
def test_a_catalogue_is_whole(language: str) -> None:
    catalogue.load(language)


def test_an_unknown_language_names_those_there_are() -> None:
    with pytest.raises(SettingsError, match="there is no catalogue for 'xx'; there are en, zh-CN"):
        catalogue.load("xx")


def test_a_user_adds_a_language_by_adding_a_file(tmp_path: Path) -> None:
    english = Path("templates/i18n/en.yml").read_text(encoding="utf-8")
    (tmp_path / "de.yml").write_text(english.replace("What to watch", "Im Blick"), encoding="utf-8")
    assert catalogue.load("de", tmp_path)("watch.heading") == "💡 Im Blick"


def test_a_catalogue_that_lacks_a_message_is_refused(tmp_path: Path) -> None:
    (tmp_path / "de.yml").write_text("page:\n  title: x\n", encoding="utf-8")
    with pytest.raises(SettingsError, match=r"de\.yml lacks the message"):
        catalogue.load("de", tmp_path)


def cells(text: str) -> Iterator[str]:
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    for token, inline in pairwise(tokens):
        if token.type in ("td_open", "th_open"):
            yield plain(inline)


@pytest.mark.parametrize("look", [ZH, EN], ids=["zh-CN", "en"])
def test_the_samples_page_keeps_the_limits_of_length(look: Look) -> None:
    from digest.rendering.escape import width

    sample = Snapshot.model_validate_json(Path("templates/sample/snapshot.json").read_bytes())
    focus = (Focus(name="AMD/ROCm", labels=("rocm",), words=("ROCm", "AMD", "AITER", "HIP", "MI3*", "Quark")),)
    text = markdown(gather(sample, focus), None, look)
    assert [cell for cell in cells(text) if width(cell) > 62] == []
    told = text.partition("<!-- vllm-digest:lists -->")[0]
    sections = re.split(r"<!-- vllm-digest:(\w+) -->", told)
    han = {
        name: len(re.findall(r"[\u4e00-\u9fff]", body))
        for name, body in zip(sections[1::2], sections[2::2], strict=True)
    }
    assert max(han.get("focus", 0), han.get("discussions", 0)) <= 1300
    assert sum(n for name, n in han.items() if name not in ("focus", "discussions")) <= 1800


def test_a_page_of_another_company_names_people_by_login_alone() -> None:
    text = page(issue(1, author="ann").model_copy(update={"author": person("ann", "AMD")}))
    assert "AMD" not in text
    assert DAY.day is None
