"""`verify`: verdicts line by line or as JSON, with an exit status that says whether something is refuted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import SAMPLE, Command

RIGHT = "PR #90102 was merged.\n"
WRONG = "# Day\n\nPR #90102 was merged. PR #90218 was merged.\n"


@pytest.fixture
def report(tmp_path: Path) -> Path:
    return tmp_path / "report.md"


def test_a_right_report_exits_with_0_and_tells_the_totals(digest: Command, report: Path):
    report.write_text(RIGHT)
    result = digest("verify", str(report), "--snapshot", str(SAMPLE))
    assert (result.status, result.err) == (0, "")
    assert result.out == "1 claims: 1 supported, 0 unsupported, 0 refuted, 0 unchecked\n"


def test_a_refuted_claim_has_its_line_and_exits_with_1(digest: Command, report: Path):
    report.write_text(WRONG)
    result = digest("verify", "report.md", "--snapshot", str(SAMPLE))
    assert result.status == 1
    first, last = result.out.splitlines()
    assert first.startswith("3: refuted: state: 'merged' is told of #90218 (open at the window's end)")
    assert last == "2 claims: 1 supported, 0 unsupported, 1 refuted, 0 unchecked"


def test_the_json_is_the_contract_s(digest: Command, report: Path):
    report.write_text(WRONG)
    told = json.loads(digest("verify", str(report), "--snapshot", str(SAMPLE), "--json").out)
    assert list(told) == ["claims", "totals"]
    assert told["totals"] == {"supported": 1, "unsupported": 0, "refuted": 1, "unchecked": 0}
    right, wrong = told["claims"]
    assert right == {"line": 3, "text": "PR #90102 was merged.", "refs": [90102], "verdict": "supported", "reasons": []}
    assert [list(wrong), list(wrong["reasons"][0])] == [
        ["line", "text", "refs", "verdict", "reasons"],
        ["kind", "detail"],
    ]


@pytest.mark.parametrize("language", ["zh-CN", "en"])
def test_nothing_in_a_page_without_a_model_is_refuted_or_unsupported(digest: Command, language: str):
    made = digest("run", "--snapshot", str(SAMPLE), "--no-llm", "--language", language)
    page = next(line for line in made.out.splitlines() if line.endswith(".md"))
    told = json.loads(digest("verify", page, "--snapshot", str(SAMPLE), "--json").out)
    assert told["totals"]["supported"] > 400
    assert [claim for claim in told["claims"] if claim["reasons"]] == []


def test_focus_areas_of_a_config_file_know_employers(digest: Command, report: Path, tmp_path: Path):
    report.write_text("`rosa--cache`（AMD 员工）评论了 #90235。\n")
    (tmp_path / "vllm-digest.yml").write_text("focus:\n  - name: AMD\n    logins: ['rosa--*']\n    companies: [AMD]\n")
    known = digest("verify", str(report), "--snapshot", str(SAMPLE))
    (tmp_path / "vllm-digest.yml").unlink()
    unknown = digest("verify", str(report), "--snapshot", str(SAMPLE))
    assert "0 unsupported" in known.out
    assert "employer" in unknown.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["none.md", "--snapshot", str(SAMPLE)], "REPORT: "),
        (["report.md"], "--snapshot: names no snapshot.json to hold the report against"),
        (["report.md", "--snapshot", "none.json"], "--snapshot: "),
        (["report.md", "--snapshot", "report.md"], "--snapshot: "),
        (["binary.md", "--snapshot", str(SAMPLE)], "REPORT: "),
        ([], "Missing argument"),
    ],
)
def test_what_cannot_be_read_exits_with_2(digest: Command, report: Path, arguments: list[str], told: str):
    report.write_text(RIGHT)
    (report.parent / "binary.md").write_bytes(b"\xff\xfe\x00x")
    result = digest("verify", *arguments)
    assert result.status == 2
    assert result.error.startswith(told)
