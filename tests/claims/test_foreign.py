"""Reading reports that somebody else wrote: what is a statement, what it speaks of, and what the data says of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from digest import templating
from digest.claims.foreign import Verification, read, verify
from digest.claims.verdict import Kind, Verdict
from digest.model import RepositoryName, Snapshot
from digest.settings.values import Settings
from tests.claims.window import SNAPSHOT
from tests.made import comment, issue, snapshot

REPORTS = Path(__file__).parent / "reports"
MARK = re.compile(r"<!-- (wrong|unsupported|later|maybe)(?:: (\w+))? -->")


@pytest.fixture(scope="module")
def sample() -> Snapshot:
    return Snapshot.model_validate_json((templating.folder() / "sample" / "snapshot.json").read_text("utf-8"))


def held(text: str, snapshot: Snapshot) -> Verification:
    focus = (
        Settings(repository=RepositoryName(owner="example-org", name="vllm-sample")).subject(snapshot.repository).focus
    )
    return verify(text, [snapshot], focus)


@pytest.mark.parametrize("language", ["zh", "en", "mixed"])
def test_what_is_marked_as_wrong_is_refuted_for_its_kind_and_nothing_else_is(language: str, sample: Snapshot):
    text = (REPORTS / f"{language}.md").read_text(encoding="utf-8")
    marks = {n: found for n, line in enumerate(text.split("\n"), 1) if (found := MARK.search(line))}
    claims = held(text, sample).claims
    assert len(marks) >= 20
    for line, mark in marks.items():
        found = [claim for claim in claims if claim.line == line]
        if mark[1] in ("wrong", "unsupported"):
            wanted = Verdict.REFUTED if mark[1] == "wrong" else Verdict.UNSUPPORTED
            kinds = {reason.kind for claim in found if claim.verdict is wanted for reason in claim.reasons}
            assert mark[2] in kinds, (line, mark[0], found)
    assert [claim for claim in claims if claim.line not in marks and claim.reasons] == []


@pytest.mark.parametrize("language", ["zh-CN", "en"])
def test_nothing_in_our_own_page_is_refuted(language: str, sample: Snapshot):
    text = (Path(__file__).parents[2] / "docs" / f"sample-report.{language}.md").read_text(encoding="utf-8")
    found = held(text, sample)
    assert len(found.claims) > 400
    assert [(claim.line, claim.text, claim.reasons) for claim in found.claims if claim.verdict is Verdict.REFUTED] == []


def test_the_order_of_a_verbatim_quotes_figures_is_its_authors_own(sample: Snapshot):
    said = "gives gsm8k 0.89 with this PR, 0.11 without."
    [item] = [one for one in sample.items if any(said in comment.body for comment in one.comments)]
    told = {
        f"“{said}”": Verdict.SUPPORTED,
        said: Verdict.SUPPORTED,
        "It rises from 0.11 to 0.89.": Verdict.SUPPORTED,
        "It falls from 0.89 to 0.11.": Verdict.REFUTED,
        "“gives gsm8k 0.11 with this PR, 0.89 without.”": Verdict.REFUTED,
    }
    found = {text: held(f"#{item.number}: {text}", sample).claims[-1].verdict for text in told}
    assert found == told


def test_a_verbatim_quote_is_not_refuted_for_an_order_that_only_its_author_can_mean():
    said = "It takes 9 ms with it, 4 ms on main."
    data = snapshot(issue(1001, depth="thread", comments=(comment("a", "ann", "09:00", said),)))
    verdicts = [verify(f"#1001: {told}", [data]).claims[-1].verdict for told in (f"“{said}”", f"「{said}」")]
    assert verdicts == [Verdict.SUPPORTED] * 2


def test_lines_are_those_of_the_file_and_front_matter_is_no_statement():
    text = "---\ntitle: x\n---\n\n# Head\n\nOne sentence. Another\none, #12.\n\n- 第一句。第二句 #34！\n"
    assert [(one.line, one.text, one.refs) for one in read(text)] == [
        (7, "One sentence.", ()),
        (7, "Another one, #12.", (12,)),
        (10, "第一句。", ()),
        (10, "第二句 #34！", (34,)),
    ]


def test_what_stands_below_an_item_speaks_of_it():
    text = (
        "### PR #101: Fall back\n\nIt waits.\n\n### Other\n\nNothing.\n\n"
        "1. **Issue #103: FP8**\n    * **现状**：开放\n        - deeper\n2. Free.\n"
    )
    assert {one.text: one.context for one in read(text)} == {
        "PR #101: Fall back": (),
        "It waits.": (101,),
        "Nothing.": (),
        "Issue #103: FP8": (),
        "现状：开放": (103,),
        "deeper": (103,),
        "Free.": (),
    }


def test_cells_of_a_row_speak_of_its_item_under_the_heads_of_their_columns():
    text = "| No. | Kind | Author |\n|---|---|---|\n| #101 | PR | `cy-smith` |\n"
    assert [(one.label, one.text, one.speaks_of) for one in read(text)] == [
        ("No.", "#101", (101,)),
        ("Kind", "PR", (101,)),
        ("Author", "`cy-smith`", (101,)),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\ufeff",
        "---\n",
        "| a |\n|---|\n",
        "```\n#101 was merged\n```",
        "<div>#101 was merged</div>",
        "#" * 5000,
        "(" * 2000,
        "1. " * 300,
    ],
)
def test_any_text_can_be_read(text: str):
    assert verify(text, [SNAPSHOT]).totals[Verdict.REFUTED] == 0


LINE = "- [#{n}](https://github.com/acme/engine/{path}/{n}) {title} — {labels} — by {by} ({what}: {at} (UTC+0))\n"
RIGHT = {
    "n": 102,
    "path": "pull",
    "title": "Remove --swap-space",
    "labels": "x",
    "by": "dee-dev",
    "what": "合并于",
    "at": "2026-05-04 06:00",
}


@pytest.mark.parametrize(
    ("changed", "kind"),
    [
        ({}, None),
        ({"title": "Remove the swap space flag", "labels": "ready,v1"}, None),
        ({"by": "ada-kern"}, Kind.PERSON),
        ({"at": "2026-05-04 09:00"}, Kind.DATE),
        ({"n": 101}, Kind.STATE),
        ({"n": 103, "path": "issues"}, Kind.KIND),
        ({"title": "Fall back to Triton when AITER is missing"}, Kind.TITLE),
    ],
)
def test_lines_of_lists_are_held_to_the_data(changed: dict[str, object], kind: Kind | None):
    text = "### 已合并 PR\n" + LINE.format(**(RIGHT | changed))
    [claim] = verify(text, [SNAPSHOT]).claims
    assert (claim.verdict is Verdict.REFUTED) is (kind is not None)
    assert kind is None or kind in {reason.kind for reason in claim.reasons}


def test_the_report_is_held_to_the_end_of_its_own_window():
    early = "> 2026-05-04 00:00 (UTC+0) ~ 2026-05-04 05:00 (UTC+0)\n\n- PR #102 was merged.\n"
    whole = "> 2026-05-04 00:00 (UTC+0) ~ 2026-05-05 00:00 (UTC+0)\n\n- PR #102 was merged.\n"
    assert verify(early, [SNAPSHOT]).is_refuted
    assert not verify(whole, [SNAPSHOT]).is_refuted


def test_several_snapshots_know_what_one_does_not():
    one, other = (SNAPSHOT.model_copy(update={"items": items}) for items in (SNAPSHOT.items[:1], SNAPSHOT.items[1:]))
    text = "- PR #102 was merged.\n"
    assert verify(text, [one, other]).totals[Verdict.SUPPORTED] == 1
    assert verify(text, [one]).totals[Verdict.SUPPORTED] == 0
