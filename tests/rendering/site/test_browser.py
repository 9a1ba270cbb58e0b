"""The built site in a real Chromium. That no page says, asks or runs anything beside itself, `visit` sees to."""

from __future__ import annotations

import functools
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from digest.rendering.index import Index
from digest.rendering.site.build import front, listing
from tests.npm import NotThere, Pinned
from tests.rendering.site.conftest import Visit
from tests.rendering.site.test_page import HOSTILE, report

AXE = Pinned(
    package="axe-core",
    version="4.14.0",
    integrity="sha512-9WTZxEjsZ7b13TH8JPmbV2z8CHbl80/2hm3XPEG4JgNdQLK81IBRXmSxHfMAOkSqQeRxT/0dwNDz2GOm3zzpcQ==",
    member="package/axe.min.js",
    place="axe-core",
)
DAY = "example-org/vllm-sample/2026-03-02"
PAGES = {
    "home": "index.html",
    "project": "example-org/vllm-sample/index.html",
    "report-zh-CN": f"{DAY}/report.zh-CN.html",
    "report-en": f"{DAY}/report.en.html",
}
PHONE, DESK = 375, 1440
UNFOLD = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
VIOLATIONS = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  const where = (one) => one.nodes.slice(0, 3).map((node) => node.html.slice(0, 150)).join(" ");
  return violations.map((one) => `${one.id}: ${where(one)}`);
}"""

STOP = """() => {
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  return [document.activeElement.textContent.trim().replace(/\\s+/g, " "), outlineStyle, parseFloat(outlineWidth)];
}"""


@functools.cache
def axe() -> str:
    try:
        return AXE.text()
    except NotThere as error:
        pytest.skip(f"axe-core cannot be had here: {error}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, DESK])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_legible_and_accessible_and_fits_its_window(visit: Visit, name: str, width: int, scheme: str):
    page = visit(PAGES[name], width, scheme)
    page.evaluate(UNFOLD)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.evaluate(axe())
    assert page.evaluate(VIOLATIONS) == []


def test_the_first_stop_of_the_keyboard_leads_past_the_navigation(visit: Visit):
    page = visit(PAGES["report-zh-CN"])
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.locator(".skip").bounding_box()["x"] >= 0
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_the_keyboard_goes_from_the_top_to_the_end_and_is_seen_everywhere(visit: Visit):
    page = visit(PAGES["report-en"])
    stops = []
    for _ in range(12):
        page.keyboard.press("Tab")
        stops.append(page.evaluate(STOP))
    assert [text for text, _, _ in stops] == [
        "Skip to the report",
        "« Back to vLLM Reports",
        "中文",
        "English",
        "View on GitHub",
        "← Earlier: 2026-03-01",
        "Later: 2026-03-03 →",
        *[stops[at][0] for at in range(7, 12)],
    ]
    assert all("issues" in text or "PRs" in text for text, _, _ in stops[7:])
    assert all(style != "none" and width >= 2 for _, style, width in stops)


def test_a_list_unfolds_by_the_keyboard(visit: Visit):
    page = visit(PAGES["report-zh-CN"], PHONE)
    merged = page.locator("details#prs_merged")
    assert merged.get_attribute("open") is None
    merged.locator("summary").focus()
    page.keyboard.press("Enter")
    assert merged.get_attribute("open") is not None
    assert merged.locator("li").count() == 38


def test_a_count_leads_to_its_list_and_unfolds_it(visit: Visit):
    page = visit(PAGES["report-zh-CN"])
    page.locator(".counts a").nth(3).press("Enter")
    page.locator("details#prs_merged[open] li").first.wait_for()


def test_an_item_is_found_by_its_anchor_inside_a_folded_list(visit: Visit):
    page = visit(f"{PAGES['report-zh-CN']}#i90323")
    line = page.locator("#i90323")
    assert line.is_visible()
    assert "90323" in line.inner_text()


def test_the_lists_are_filtered_as_one_types_and_come_back(visit: Visit):
    page = visit(PAGES["report-zh-CN"])
    box = page.get_by_role("searchbox")
    box.press_sequentially("ROCm jun")
    shown = page.locator(".lists li:visible").all_inner_texts()
    assert shown
    assert all("rocm" in line.lower() and "jun" in line.lower() for line in shown)
    assert (
        page.locator(".lists output").inner_text()
        == f"找到 {len(shown)} 项，共 {page.locator('.lists details li').count()} 项"
    )
    box.fill("")
    assert page.locator(".lists details[open]").count() == 0
    assert page.locator(".lists li[hidden]").count() == 0


def test_the_reports_of_a_project_are_filtered_too(visit: Visit):
    page = visit(PAGES["project"])
    page.get_by_role("searchbox").press_sequentially("03-02")
    assert [line.split("\n")[0] for line in page.locator("ol.reports li:visible").all_inner_texts()] == ["2026-03-02"]


def test_one_goes_through_the_site_by_its_links(visit: Visit):
    page = visit(PAGES["home"])
    page.get_by_role("link", name="vLLM", exact=True).click()
    page.get_by_role("link", name="2026-03-02").click()
    page.get_by_role("link", name="English").click()
    assert page.url.endswith(PAGES["report-en"])
    page.get_by_role("link", name="Later: 2026-03-03").first.click()
    assert page.url.endswith("2026-03-03/report.en.html")
    page.get_by_role("link", name="Back to vLLM Reports").click()
    assert page.url.endswith("vllm-sample/index.en.html")
    page.get_by_role("navigation", name="Languages").get_by_role("link", name="中文").click()
    assert page.url.endswith("vllm-sample/index.zh-CN.html")


def test_a_pointer_at_a_discussion_leads_there(visit: Visit):
    page = visit(PAGES["report-zh-CN"])
    pointer = page.get_by_role("link", name=re.compile("见下文讨论 [0-9]")).first
    place = re.findall(r"[0-9]+", pointer.inner_text())[-1]
    pointer.click()
    assert page.locator("h3:target").inner_text().startswith(f"{place}. ")


def test_charts_can_be_read_without_seeing_them(visit: Visit):
    page = visit(PAGES["project"])
    told = page.get_by_role("img", name="最近 3 份报告的五项计数")
    assert "新 PR：最新 94，" in told.locator("desc").text_content()
    page.get_by_text("以表格显示").click()
    assert page.get_by_role("table").locator("tbody tr").first.inner_text().split() == [
        "2026-03-03", "30", "19", "94", "38", "28",
    ]  # fmt: skip
    report = visit(PAGES["report-en"])
    areas = report.get_by_role("img", name="Where the merged work went")
    assert areas.locator("desc").text_content().startswith("vllm/v1 6, tests/entrypoints 5")


def test_paper_has_the_report_without_what_one_cannot_press(visit: Visit):
    page = visit(PAGES["report-zh-CN"])
    page.emulate_media(media="print")
    assert page.locator("h1").is_visible()
    for hidden in (".top", ".filter", ".contents", ".neighbours"):
        assert not page.locator(hidden).first.is_visible()


def test_what_hostile_titles_labels_and_names_would_do_does_not_happen(serve, tmp_path: Path):
    """Their words are read on the page, and nothing of them runs."""
    index, files = [], {}
    for nth, text in enumerate(HOSTILE):
        page, entry = report(text, text, text)
        entry = entry.model_copy(update={"name": f"2026-03-{nth + 10}", "first_line": {"zh-CN": text}})
        files[f"{entry.path}/report.zh-CN.html"] = page.encode()
        index.append(entry)
    project = Index.of(index)
    files |= listing(project, "https://github.com/o/n") | front([project])
    for path, data in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    visit = serve(tmp_path)
    for path in (path for path in files if path.endswith(".html")):
        page = visit(path, PHONE)
        page.evaluate(UNFOLD)
        assert page.evaluate("window.pwned") is None
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
        assert page.locator("img, iframe, object, form").count() == 0
    page = visit(f"{index[0].path}/report.zh-CN.html")
    assert page.locator("#prs_merged bdi").first.text_content() == HOSTILE[0]


def test_without_scripts_everything_is_there_but_the_filter(browser: Browser, site: Path):
    page = browser.new_page(java_script_enabled=False)
    page.goto((site / PAGES["report-zh-CN"]).as_uri() + "#i90323")
    assert page.locator("#i90323").is_visible()
    assert not page.locator(".filter").first.is_visible()
    page.close()
