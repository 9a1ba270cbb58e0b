"""`run` with a model: what it wrote is kept, a dead one costs its sentences and no more, and is asked again."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

from tests.cli.conftest import SAMPLE, Command, Result, killed, tree
from tests.cli.test_followups import moment
from tests.github_stub import GitHub, World
from tests.openai_server import Ask, Fail, OpenAIServer, Say
from tests.openai_server.plugin import serve

__all__ = ["serve"]

FOLDER = Path("reports/example-org/vllm-sample/2026-03-03")
KEY = "sk-not-to-be-seen"


def writes_a_summary(ask: Ask) -> Say:
    claims = [{"text": "窗口内合并的 PR 共 [[count:prs_merged]] 个。"}] if "Write the summary" in ask.task else []
    return Say(json.dumps({"claims": claims}))


def writes_and_translates(ask: Ask) -> Say:
    texts = re.findall(r"^(\d+): .*?(⟦count\d+⟧)", ask.task, re.MULTILINE)
    said = [{"n": int(number), "text": f"{count} PRs were merged in the window."} for number, count in texts]
    return Say(json.dumps({"texts": said})) if said else writes_a_summary(ask)


def is_dead(ask: Ask) -> Fail:
    return Fail(401)


async def run(digest: Command, server: OpenAIServer, *more: str):
    arguments = ("run", "--snapshot", str(SAMPLE), "--model", "openai/any", "--api-base", server.base, *more)
    return await asyncio.to_thread(lambda: digest(*arguments, VLLM_DIGEST_API_KEY=KEY))


def page(language: str = "zh-CN") -> str:
    return (FOLDER / f"report.{language}.md").read_text(encoding="utf-8")


def record() -> dict:
    return json.loads((FOLDER / "report.json").read_text(encoding="utf-8"))


def told(folder: Path) -> dict[str, object]:
    """All that a run wrote, but for what its record says of usage."""
    files: dict[str, object] = dict(tree(folder))
    for name in [name for name in files if name.endswith("report.json")]:
        kept = json.loads((folder / name).read_bytes())
        for part in (kept, kept["narrative"], *kept["narratives"]):
            del part["usage"]
        files[name] = kept
    return files


def usage() -> tuple[int, int]:
    paid = record()["usage"]
    return paid["llm_calls"], paid["cached_calls"]


def environ(server: OpenAIServer) -> dict[str, str]:
    return {
        "VLLM_DIGEST_SNAPSHOT": str(SAMPLE),
        "VLLM_DIGEST_MODEL": "openai/any",
        "VLLM_DIGEST_API_BASE": server.base,
        "VLLM_DIGEST_API_KEY": KEY,
    }


async def test_a_second_run_asks_no_model_and_its_page_is_the_same_to_the_byte(digest: Command, serve, tmp_path: Path):
    server = await serve(writes_a_summary, KEY)
    await run(digest, server)
    asked, first, files = len(server.asked), tree(tmp_path / "reports"), told(tmp_path / "reports")
    assert usage() == (asked, 0)
    again = await run(digest, server)
    assert (again.status, len(server.asked), usage()) == (0, asked, (0, asked))
    assert again.err.splitlines()[-1] == f"GitHub: nothing asked; model: 0 calls ({asked} cached), 0 tokens, 0.0000 USD"
    second = tree(tmp_path / "reports")
    assert {name for name in first if first[name] != second[name]} == {"example-org/vllm-sample/2026-03-03/report.json"}
    assert told(tmp_path / "reports") == files
    await run(digest, server, "--refresh")
    assert (len(server.asked), usage()) == (2 * asked, (asked, 0))


async def test_a_run_killed_in_the_middle_of_the_writing_pays_for_no_answer_twice(
    digest: Command, serve, tmp_path: Path
):
    server = await serve(writes_a_summary, KEY)
    events = await asyncio.to_thread(killed, "advance writing", 3, environ(server), tmp_path)
    assert events[-1] == "advance writing"
    before = [ask.prompt for ask in server.asked]
    resumed = await run(digest, server)
    calls, cached = usage()
    after = [ask.prompt for ask in server.asked[len(before) :]]
    assert (resumed.status, len(after), cached >= 3) == (0, calls, True)
    # Only what was under way when the run died is asked again.
    assert len(set(before) & set(after)) == len(before) - cached
    await run(digest, server, "--out", "undisturbed", "--state", "elsewhere")
    assert len(server.asked) == len(before) + 2 * calls + cached
    assert told(tmp_path / "reports") == told(tmp_path / "undisturbed")


async def test_a_run_killed_after_the_writing_goes_on_without_asking_the_model_again(
    digest: Command, serve, tmp_path: Path
):
    server = await serve(writes_a_summary, KEY)
    await asyncio.to_thread(killed, "start render", 1, environ(server), tmp_path)
    asked = len(server.asked)
    assert asked > 0
    resumed = await run(digest, server)
    assert (resumed.status, len(server.asked)) == (0, asked)
    undisturbed = await run(digest, server, "--out", "undisturbed", "--state", "elsewhere")
    assert (undisturbed.status, len(server.asked)) == (0, 2 * asked)
    assert usage() == (0, asked)
    assert told(tmp_path / "reports") == told(tmp_path / "undisturbed")
    assert "窗口内合并的 PR 共 38 个" in page()
    assert record()["generator"]["models"] == ["openai/any"]
    assert record()["verification"]["claims"] == 1


async def test_a_dead_model_costs_its_sentences_and_is_asked_again_by_the_next_run(
    digest: Command, serve, tmp_path: Path
):
    server = await serve(is_dead)
    dead = await run(digest, server, "--strict")
    assert dead.status == 3
    assert dead.err.splitlines()[-1].startswith("error: --strict: what was written is not whole: writing: ")
    assert [line for line in dead.err.splitlines() if line.startswith("degraded: writing: ")]
    assert record()["degraded"][0]["stage"] == "writing"
    assert "## 📋 附录：详细数据列表" in page()
    assert KEY.encode() not in b"".join([dead.err.encode(), *tree(tmp_path).values()])
    server.script = writes_and_translates
    healed = await run(digest, server, "--language", "zh-CN", "--language", "en", "--strict")
    assert (healed.status, record()["degraded"]) == (0, [])
    assert "窗口内合并的 PR 共 38 个" in page()


async def test_the_other_languages_say_what_was_written_in_the_first(digest: Command, serve, tmp_path: Path):
    server = await serve(writes_and_translates, KEY)
    both = ("--language", "zh-CN", "--language", "en")
    assert (await run(digest, server, *both, "--strict")).status == 0
    assert "38 PRs were merged in the window" in page("en")
    assert "窗口内" not in page("en")
    first, asked = record(), len(server.asked)
    assert (first["narrative"]["language"], [one["language"] for one in first["narratives"]]) == ("zh-CN", ["en"])
    assert (first["verification"]["claims"], first["verification"]["kept"]) == (1, 1)
    assert usage() == (asked, 0)
    assert first["narrative"]["usage"]["llm_calls"] == asked - 1
    files = told(tmp_path / "reports")
    await run(digest, server, *both)
    assert (len(server.asked), usage()) == (asked, (0, asked))
    assert told(tmp_path / "reports") == files


async def test_a_translation_that_fails_leaves_its_page_to_code_and_is_said(digest: Command, serve):
    server = await serve(writes_a_summary, KEY)
    result = await run(digest, server, "--language", "zh-CN", "--language", "en")
    [missing] = record()["degraded"]
    assert missing["reason"].startswith("translation into en: ")
    assert f"degraded: writing: {missing['reason']}" in result.err.splitlines()
    assert "窗口内合并的 PR 共 38 个" in page()
    assert page("en").startswith("# vLLM ")
    assert "窗口内" not in page("en")


async def test_without_a_model_or_with_no_llm_nothing_is_asked_and_nothing_is_degraded(digest: Command, serve):
    server = await serve(writes_a_summary, KEY)
    result = await run(digest, server, "--no-llm", "--strict")
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


async def test_a_fall_back_writes_where_the_first_model_cannot_be_asked(digest: Command, serve):
    server = await serve(writes_a_summary, KEY)
    models = ("--model", "opnai/any", "--model", "openai/any")
    environ = {"OPENAI_API_KEY": KEY, "OPENAI_API_BASE": server.base, "OPENAI_BASE_URL": server.base}
    result = await asyncio.to_thread(lambda: digest("run", "--snapshot", str(SAMPLE), *models, **environ))
    assert (result.status, record()["generator"]["models"]) == (0, ["openai/any"])
    warning = "warning: --model: the provider of 'opnai/any' is not known; did you mean openai/any?"
    assert [line for line in result.err.splitlines() if line.startswith(warning)]
    assert record()["degraded"] == []


async def test_what_a_model_wrote_needs_no_key_again(digest: Command, serve, tmp_path: Path):
    server = await serve(writes_a_summary, KEY)
    await run(digest, server)
    asked, files = len(server.asked), told(tmp_path / "reports")
    again = await asyncio.to_thread(lambda: digest("run", "--snapshot", str(SAMPLE), "--model", "openai/any"))
    assert (again.status, len(server.asked), usage()) == (0, asked, (0, asked))
    assert "writing: from the state" in again.err.splitlines()
    assert told(tmp_path / "reports") == files


async def test_what_the_calls_may_take_is_said_before_the_first_and_what_they_took_at_the_end(digest: Command, serve):
    server = await serve(writes_a_summary, KEY)
    lines = (await run(digest, server)).err.splitlines()
    said = [line for line in lines if line.startswith("writing: ")]
    assert re.fullmatch(r"writing: at most \d+ calls, \d+ \+ \d+ tokens, price unknown", said[0])
    assert said[1].startswith("writing: asking the model")
    took = rf"GitHub: nothing asked; model: {len(server.asked)} calls \(0 cached\), [1-9]\d+ tokens, price unknown"
    assert re.fullmatch(took, lines[-1])


async def test_a_model_that_gives_nothing_usable_is_said_to(digest: Command, serve):
    server = await serve(is_dead)
    line = "nothing usable came from a model: the page is written by code"
    assert line in (await run(digest, server)).err.splitlines()
    server.script = writes_a_summary
    assert line not in (await run(digest, server)).err.splitlines()


async def test_a_limit_of_cost_is_kept_and_said(digest: Command, serve):
    server = await serve(writes_a_summary, KEY)
    priced = ("run", "--snapshot", str(SAMPLE), "--model", "openai/gpt-4o-mini", "--api-base", server.base)

    async def limited(cost: str) -> tuple[Result, int]:
        before = len(server.asked)
        result = await asyncio.to_thread(lambda: digest(*priced, VLLM_DIGEST_MAX_COST=cost, VLLM_DIGEST_API_KEY=KEY))
        return result, len(server.asked) - before

    nothing, calls = await limited("0")
    assert (nothing.status, calls) == (0, 0)
    assert "--max-cost: 0.0 USD is not enough" in nothing.err.splitlines()[-1]
    little, calls = await limited("0.003")
    assert calls > 0
    assert 0 < record()["usage"]["cost_usd"] <= 0.003
    assert "degraded: writing: --max-cost: 0.003 USD is enough for " in little.err
    enough, _ = await limited("5")
    assert (enough.status, record()["degraded"]) == (0, [])


async def test_a_second_run_publishes_nothing_anew_though_it_paid_nothing(digest: Command, serve, tmp_path: Path):
    server = await serve(writes_and_translates, KEY)
    both = ("--language", "zh-CN", "--language", "en", "--publish", "dir:site")
    await run(digest, server, *both)
    before = tree(tmp_path / "site")
    await run(digest, server, *both)
    assert usage()[0] == 0
    assert [one["status"] for one in record()["publications"]] == ["unchanged"]
    assert tree(tmp_path / "site") == before


async def test_a_day_with_nothing_to_ask_a_model_is_no_day_on_which_it_failed(
    digest: Command, github: GitHub, world: World, serve
):
    world.repository("acme/quiet")
    world.pull(1, repository="acme/quiet", title="Tidy up", created=moment("2026-03-03T05:00:00Z"), author="ann")
    world.now = moment("2026-03-05T00:00:00Z")
    server = await serve(is_dead)
    where = ("--repository", "acme/quiet", "--date", "2026-03-03", "--timezone", "UTC")
    arguments = ("run", *where, "--model", "openai/any", "--api-base", server.base)
    environ = {"GITHUB_GRAPHQL_URL": github.url, "GITHUB_TOKEN": "ghs_stub", "VLLM_DIGEST_API_KEY": KEY}
    told = await asyncio.to_thread(lambda: digest(*arguments, **environ))
    assert (told.status, server.asked) == (0, [])
    assert "nothing usable came from a model" not in told.err
