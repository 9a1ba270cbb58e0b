"""`run` with a model: what it wrote is kept, a dead one costs its sentences and no more, and is asked again."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from tests.cli.conftest import SAMPLE, Command, killed, tree
from tests.openai_server import Ask, Fail, OpenAIServer, Say
from tests.openai_server.plugin import serve

__all__ = ["serve"]

FOLDER = Path("reports/example-org/vllm-sample/2026-03-03")
KEY = "sk-not-to-be-seen"


def writes_a_summary(ask: Ask) -> Say:
    claims = [{"text": "窗口内合并的 PR 共 [[count:prs_merged]] 个。"}] if "Write the summary" in ask.task else []
    return Say(json.dumps({"claims": claims}))


def is_dead(ask: Ask) -> Fail:
    return Fail(401)


async def run(shell: Command, server: OpenAIServer, *more: str):
    arguments = ("run", "--snapshot", str(SAMPLE), "--model", "openai/any", "--api-base", server.base, *more)
    return await asyncio.to_thread(lambda: shell(*arguments, VLLM_DIGEST_API_KEY=KEY))


def page() -> str:
    return (FOLDER / "report.zh-CN.md").read_text(encoding="utf-8")


def record() -> dict:
    return json.loads((FOLDER / "report.json").read_text(encoding="utf-8"))


async def test_a_run_killed_after_the_writing_goes_on_without_asking_the_model_again(
    shell: Command, serve, tmp_path: Path
):
    server = await serve(writes_a_summary, KEY)
    environ = {
        "VLLM_DIGEST_SNAPSHOT": str(SAMPLE),
        "VLLM_DIGEST_MODEL": "openai/any",
        "VLLM_DIGEST_API_BASE": server.base,
        "VLLM_DIGEST_API_KEY": KEY,
    }
    await asyncio.to_thread(killed, "start render", 1, environ, tmp_path)
    asked = len(server.asked)
    assert asked > 0
    resumed = await run(shell, server)
    assert (resumed.status, len(server.asked)) == (0, asked)
    undisturbed = await run(shell, server, "--out", "undisturbed", "--state", "elsewhere")
    assert (undisturbed.status, len(server.asked)) == (0, 2 * asked)
    assert tree(tmp_path / "reports") == tree(tmp_path / "undisturbed")
    assert "窗口内合并的 PR 共 38 个。" in page()
    assert record()["generator"]["models"] == ["openai/any"]
    assert record()["verification"]["claims"] == 1
    assert record()["usage"]["llm_calls"] == asked


async def test_a_dead_model_costs_its_sentences_and_is_asked_again_by_the_next_run(
    shell: Command, serve, tmp_path: Path
):
    server = await serve(is_dead)
    dead = await run(shell, server, "--strict")
    assert dead.status == 3
    assert dead.err.splitlines()[-1].startswith("error: --strict: what was written is not whole: writing: ")
    assert [line for line in dead.err.splitlines() if line.startswith("degraded: writing: ")]
    assert record()["degraded"][0]["stage"] == "writing"
    assert "## 📋 附录：详细数据列表" in page()
    assert KEY.encode() not in b"".join([dead.err.encode(), *tree(tmp_path).values()])
    server.script = writes_a_summary
    healed = await run(shell, server, "--language", "zh-CN", "--language", "en", "--strict")
    assert (healed.status, record()["degraded"]) == (0, [])
    # The model writes in the first language, code in the others.
    assert "窗口内合并的 PR 共 38 个。" in page()
    assert "窗口内" not in (FOLDER / "report.en.md").read_text(encoding="utf-8")


async def test_without_a_model_or_with_no_llm_nothing_is_asked_and_nothing_is_degraded(shell: Command, serve):
    server = await serve(writes_a_summary, KEY)
    result = await run(shell, server, "--no-llm", "--strict")
    assert result.status == 0
    assert server.asked == []
    assert record()["degraded"] == []


def test_a_model_without_its_key_is_not_asked_and_the_page_goes_out_degraded(digest: Command):
    result = digest("run", "--snapshot", str(SAMPLE), "--model", "openai/gpt-5", "--model", "gpt")
    reason = (
        "--model: there is no key for openai/gpt-5; set OPENAI_API_KEY, or --api-key; the provider of 'gpt' is not "
        "known; write PROVIDER/MODEL, like openai/gpt-5 (https://docs.litellm.ai/docs/providers)"
    )
    assert result.status == 0
    assert result.err.splitlines()[-1] == f"degraded: writing: {reason}"
    assert "writing: by code, since no model can be asked" in result.err.splitlines()
    assert record()["degraded"] == [{"stage": "writing", "reason": reason}]
    assert "## 📋 附录：详细数据列表" in page()
    assert digest("run", "--snapshot", str(SAMPLE), "--model", "gpt", "--strict").status == 3


async def test_a_fall_back_writes_where_the_first_model_cannot_be_asked(shell: Command, serve):
    server = await serve(writes_a_summary, KEY)
    models = ("--model", "opnai/any", "--model", "openai/any")
    environ = {"OPENAI_API_KEY": KEY, "OPENAI_API_BASE": server.base, "OPENAI_BASE_URL": server.base}
    result = await asyncio.to_thread(lambda: shell("run", "--snapshot", str(SAMPLE), *models, **environ))
    assert (result.status, record()["generator"]["models"]) == (0, ["openai/any"])
    warning = "warning: --model: the provider of 'opnai/any' is not known; did you mean openai/any?"
    assert [line for line in result.err.splitlines() if line.startswith(warning)]
    assert record()["degraded"] == []


async def test_what_a_model_wrote_needs_no_key_again_and_is_not_counted_again(shell: Command, serve):
    server = await serve(writes_a_summary, KEY)
    assert "; model: " in (await run(shell, server)).err.splitlines()[-1]
    asked, told = len(server.asked), record()
    arguments = ("run", "--snapshot", str(SAMPLE), "--model", "openai/any")
    again = await asyncio.to_thread(lambda: shell(*arguments))
    assert (again.status, again.err.splitlines()[-1]) == (0, "GitHub: nothing asked")
    assert (len(server.asked), record()) == (asked, told)
