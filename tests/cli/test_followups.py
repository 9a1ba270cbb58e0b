"""What a report tells to watch is answered for by the reports after it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

from tests.cli.conftest import Command
from tests.github_stub import World

REPOSITORY = ("--repository", "example-org/vllm-sample")


def section(folder: Path, day: str) -> str:
    page = next((folder / "reports").rglob(f"{day}/report.zh-CN.md")).read_text(encoding="utf-8")
    found = re.search(r"### 👀 .*?(?=<!-- )", page, re.S)
    return found[0] if found else ""


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def test_the_next_days_say_what_became_of_it(
    digest: Command, served: dict[str, str], world: World, tmp_path: Path
) -> None:
    assert digest("run", *REPOSITORY, "--date", "2026-03-03", **served).status == 0
    assert section(tmp_path, "2026-03-03") == ""

    world.now = moment("2026-03-06T00:00:00+08:00")
    items = world.repository("example-org/vllm-sample")
    world.merge(items.pull_requests[90218], moment("2026-03-04T10:00:00+08:00"), by="mira--kernel")
    talk = "It is merged for v0.42.2, so I think we should close this."
    world.comment(items.issues[90207], "olga--ci", moment("2026-03-04T11:00:00+08:00"), talk)
    assert digest("run", *REPOSITORY, "--date", "2026-03-04", **served).status == 0
    told = section(tmp_path, "2026-03-04")
    assert re.search(r"PR \[#90218\].*（已合并）.*：03-04 10:00 由 `mira--kernel` 合并", told)
    assert re.search(rf"Issue \[#90207\].*新发言 2 条（.*`olga--ci`），最新 .*「{re.escape(talk)}」", told)
    assert "尚无动静：" in told

    assert digest("run", *REPOSITORY, "--date", "2026-03-05", **served).status == 0
    assert "90218" not in section(tmp_path, "2026-03-05")


def test_a_report_made_again_answers_for_the_same(
    digest: Command, served: dict[str, str], world: World, tmp_path: Path
) -> None:
    world.now = moment("2026-03-06T00:00:00+08:00")
    digest("run", *REPOSITORY, "--date", "2026-03-03", **served)
    digest("run", *REPOSITORY, "--date", "2026-03-04", **served)
    first = section(tmp_path, "2026-03-04")
    assert first
    digest("run", *REPOSITORY, "--date", "2026-03-04", "--refresh", **served)
    assert section(tmp_path, "2026-03-04") == first
