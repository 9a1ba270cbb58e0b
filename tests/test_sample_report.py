"""The reports in the documentation are what the program writes today."""

from __future__ import annotations

from pathlib import Path

import pytest

from handler.cli import main

DOCS = Path(__file__).parents[1] / "docs"


@pytest.mark.parametrize("language", ["zh-CN", "en"])
def test_the_sample_report_of_the_documentation_is_todays(language: str, tmp_path: Path) -> None:
    """``make docs`` writes them anew."""
    assert main(["sample", "--language", language, "--out", str(tmp_path)]) == 0
    written = next(tmp_path.rglob("report.*.md")).read_text(encoding="utf-8")
    assert written == (DOCS / f"sample-report.{language}.md").read_text(encoding="utf-8")
