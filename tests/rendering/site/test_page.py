"""A report's page: the parts of the Markdown in their places, and nothing that anybody's text could do there."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from digest.facts.gather import gather
from digest.rendering.catalogue import load
from digest.rendering.escape import isolated
from digest.rendering.index import Entry
from digest.rendering.look import Look
from digest.rendering.markdown import markdown
from digest.rendering.record import record, record_json
from digest.rendering.site.article import Article, article
from digest.rendering.site.build import Report
from digest.rendering.site.inline import printable
from digest.rendering.site.report import Neighbour, Place, Source, page
from tests.made import DAY, at, issue, pull, snapshot

ZH = load("zh-CN")
DOCS = Path(__file__).parents[3] / "docs"


def told(body: str, mark: str = "summary") -> Article:
    return article(
        f"# P 报告 - 2026-03-03\n\n> 时间窗口: a\n> 数据统计: b\n\n---\n\n<!-- vllm-digest:{mark} -->\n{body}\n", ZH
    )


def body(markdown: str) -> str:
    return told(f"### 📊 摘要\n{markdown}").sections[0].body


def test_the_head_gives_title_window_and_notices():
    made = article("# P 报告 - 2026-03-03\n\n> 时间窗口: a\n> 数据统计: b\n>\n> **示例**：c\n> d\n\n---\n", ZH)
    assert (made.title, made.window) == ("P 报告 - 2026-03-03", "时间窗口: a")
    assert made.notices == ("<strong>示例</strong>：c", "d")


def test_a_page_that_tells_nothing_still_says_so():
    made = article("# P - d\n\n> a\n> b\n\n---\n\nNothing happened.\n\n---\n", ZH)
    assert made.lead == "<p>Nothing happened.</p>"


def test_a_section_has_the_name_of_its_mark_and_its_heading_without_the_picture_as_a_label():
    [part] = told("### 🎯 AMD/ROCm 动态\n- a", "focus").sections
    assert (part.name, part.label) == ("focus", "AMD/ROCm 动态")
    assert part.heading == '<span class="emoji">🎯</span> AMD/ROCm 动态'


def test_two_sections_of_one_kind_have_two_anchors():
    made = told("### A\n- a\n\n<!-- vllm-digest:focus -->\n### B\n- b", "focus")
    assert [part.name for part in made.sections] == ["focus", "focus-2"]


@pytest.mark.parametrize(
    ("state", "look"),
    [("开放中", "open"), ("草稿", "draft"), ("已合并", "merged"), ("已关闭", "closed"), ("已关闭，未合并", "closed")],
)
def test_a_state_behind_an_item_is_a_badge(state: str, look: str):
    assert f'<span class="state {look}">{state}</span> 之后' in body(f"- PR [#7](https://h/7)（{state}） 之后")


def test_a_state_is_none_behind_anything_else():
    assert "state" not in body("- [这里](https://h/7)（开放中）")
    assert "state" not in body("- [#7](https://h/7)（开放中吗）")


def test_the_first_line_about_an_item_has_its_anchor_and_no_other():
    made = body(
        "- 提到 [#7](https://h/7)\n- PR [#8](https://h/8)（开放中） a\n- PR [#8](https://h/8)（开放中） b\n- Issue [#7](https://h/7)"
    )
    assert re.findall(r'<li( id="i\d+")?>', made) == ["", ' id="i8"', "", ' id="i7"']


def test_a_discussion_keeps_the_anchor_of_its_item_and_pointers_lead_there():
    made = article(
        "<!-- vllm-digest:focus -->\n### A\n- PR [#8](https://h/8)（开放中） a（见下文讨论 1）\n\n"
        "<!-- vllm-digest:discussions -->\n### B\n\n#### 1. PR [#8](https://h/8)（开放中） a\n\n- x\n",
        ZH,
    )
    focus, discussions = made.sections
    assert '<li>PR <a class="item"' in focus.body
    assert '<a class="see" href="#i8">（见下文讨论 1）</a>' in focus.body
    assert discussions.body.startswith('<h3 id="i8">1. PR ')


def test_a_line_of_a_list_has_its_title_apart_and_its_labels_author_and_time_below():
    made = told("### 新增 PR\n- [#8](https://h/8) A \\`x\\` — b — rocm,v1 — by ann (创建于: 2026-03-03)", "prs_opened")
    [part] = made.lists
    assert part.lines == 1
    assert '<bdi>A <code class="short">x</code> — b</bdi>' in part.body
    assert '<span class="meta"><bdi>rocm</bdi>,<bdi>v1</bdi> — by ann (创建于: 2026-03-03)</span>' in part.body


def test_an_empty_list_counts_none():
    [part] = told("### 新增 PR\n- 无", "prs_opened").lists
    assert (part.lines, part.body) == (0, "<ul><li>无</li></ul>")


def test_a_cell_of_a_table_knows_its_column():
    made = body("| A | B |\n| --- | --- |\n| x | [#7](https://h/7)（已合并） |")
    assert '<tr role="row" id="i7"><td role="cell" data-label="A">x</td><td role="cell" data-label="B">' in made


@pytest.mark.parametrize(
    "markdown",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[a](javascript:alert(1))",
        "[a](data:text/html,x)",
        "![a](https://h/x.png)",
        "<style>*{}</style>",
        "<!-- vllm-digest:x --> <b onclick=x>",
        "```\n<script>\n```",
    ],
)
def test_markup_in_a_report_is_shown_and_does_nothing(markdown: str):
    made = body(markdown) + body(f"- {markdown}")
    assert not re.search(r"<(script|img|style|b\b)|javascript:|data:text|<!--", made.replace("&lt;", ""))


class Balanced(HTMLParser):
    """Fails on a tag that is not closed, or closed where it was not opened; gathers texts by their tag."""

    VOID = frozenset({"meta", "link", "br", "input"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(text)
        self.close()
        assert self.open == []
        assert len(self.ids) == len(set(self.ids))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value or "" for name, value in attrs if name == "id"]
        assert not [name for name, _ in attrs if name.startswith("on") or name == "style"]
        if tag not in self.VOID:
            self.open.append(tag)
            self.texts.setdefault(tag, []).append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ("line", "rect")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        for tag in set(self.open):
            self.texts[tag][-1] += data


def report(title: str, label: str, project: str, language: str = "zh-CN") -> tuple[str, Entry]:
    """The page of a report on one issue and one merged pull request."""
    items = (
        issue(7, title, author="ann", labels=(label,)),
        pull(8, title, author="bob", merged_at=at("11:00"), labels=(label,), files=("a/b/c.py", "x<y&z/b.py")),
    )
    facts = gather(snapshot(*items, window=DAY), (), ())
    text = markdown(facts, None, Look(title=project, language=language))
    made = record_json(record(facts, (), snapshot().usage, project, {language: text}))
    entry, more = Entry.of(made), Report.of(made)
    place = Place(home=True, previous=Neighbour("2026-03-02", "2026-03-02", ("en",)))
    return page(Source(text, more.repository_url, more.areas), entry, language, place).decode(), entry


@pytest.mark.parametrize("language", ["zh-CN", "en"])
def test_a_page_tells_what_its_markdown_tells_and_nothing_else(language: str):
    """Letter by letter, but for the counts in the head, the brackets of states, and the dash before labels."""
    markdown = (DOCS / f"sample-report.{language}.md").read_text(encoding="utf-8")
    made = article(markdown, load(language))
    parts = (*made.sections, *made.lists)
    lists = made.appendix + "".join(part.heading + part.body for part in made.lists)
    shown = "".join(part.heading + part.body for part in made.sections) + lists + made.foot
    assert len(parts) == 13
    told = MarkdownIt("commonmark").enable("table").render(markdown[markdown.index("<!-- vllm-digest:summary") :])
    assert letters(shown) == letters(told)


def letters(page: str) -> str:
    text = html.unescape(re.sub(r"<!--.*?-->|<[^>]+>", "", page, flags=re.S))
    return re.sub(r"[\s()（）—`]", "", text)


HOSTILE = [
    "<script>window.pwned=1</script>",
    '"><img src=x onerror=window.pwned=1>',
    "a & b &amp; c < d > e 'f' \"g\"",
    "\u202eevil\u202c \u2067right\u2069 مرحبا שלום",
    "👩‍👩‍👧‍👦 🛠️ \x00\x07\x1b[31m\x7f\x85 \ufffe",
    "</title></style></script><!-- -->",
    "{{ 7*7 }} {% raw %} ${x}",
    "]](javascript:alert(1)) `a` **b** _c_ ~~d~~",
]


@pytest.mark.parametrize("language", ["zh-CN", "en"])
@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_name_title_or_label_is_shown_to_the_letter(text: str, language: str):
    made, _ = report(text, text, text, language)
    parsed = Balanced(made)
    # CommonMark itself has U+FFFD in place of NUL.
    shown = " ".join(printable(text.replace("\0", "\ufffd")).split())
    assert " ".join(parsed.texts["h1"][0].split()).startswith(isolated(shown))
    assert shown.replace("`", "") in [" ".join(one.split()).replace("`", "") for one in parsed.texts["bdi"]]
    assert len(re.findall("<script", made)) == 1


@given(st.text(max_size=40), st.text(max_size=20), st.text(max_size=20))
def test_any_name_title_and_label_make_a_page_that_holds_together(title: str, label: str, project: str):
    made, _ = report(title, label, project)
    Balanced(made)
    assert printable(made) == made


def test_a_page_that_stands_alone_leads_to_no_other(tmp_path):
    facts = gather(snapshot(issue(7)), (), ())
    text = markdown(facts, None, Look(title="P"))
    entry = Entry.of(record_json(record(facts, (), snapshot().usage, "P", {"zh-CN": text})))
    made = page(Source(text, "https://github.com/o/n"), entry, "zh-CN").decode()
    assert "index.html" not in made
    assert "feed.xml" not in made


def test_a_page_is_the_same_for_the_same_report():
    assert report("a", "b", "c") == report("a", "b", "c")


def test_the_policy_lets_nothing_in_but_the_pages_own_style_and_script():
    made, _ = report("a", "b", "c")
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', made)
    rules = dict(rule.split(" ", 1) for rule in policy.replace("&#39;", "'").split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"].startswith("'sha256-")
    assert rules["style-src"].startswith("'sha256-")
    assert "unsafe" not in policy
