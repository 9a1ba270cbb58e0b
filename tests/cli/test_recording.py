"""The sample is written by answers that were recorded: the page that a model gives, with no network and no key."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import SecretStr

from digest import pipeline, templating
from digest.deadline import NEVER
from digest.facts.gather import gather
from digest.llm import Client, ModelSettings, Recorder, Recording
from digest.model import RepositoryName
from digest.progress import Silence
from digest.settings.values import Settings
from digest.snapshots import read_snapshot
from digest.writing import compose, translate_by
from tests.cli.conftest import SAMPLE, Command, tree
from tests.cli.test_model import serve, writes_and_translates

__all__ = ["serve"]

DAY = Path("example-org/vllm-sample/2026-03-03")
SENTENCES = {"zh-CN": "窗口内合并的 PR 共 38 个", "en": "38 PRs were merged in the window"}


@pytest.fixture
async def recorded(serve, tmp_path: Path) -> Path:
    """The answers of a model that writes one sentence, and translates it into English."""
    server = await serve(writes_and_translates)
    snapshot = read_snapshot(SAMPLE)
    settings = Settings(repository=snapshot.repository).subject(snapshot.repository)
    facts = gather(snapshot, settings.focus, settings.bots)
    async with Client(ModelSettings(models=("openai/any",), api_base=server.base, api_key=SecretStr("none"))) as client:
        recorder = Recorder(client)
        narrative = await compose(facts, snapshot, "zh-CN", recorder)
        await translate_by(narrative, facts, snapshot, "en", recorder)
    file = tmp_path / "answers.json"
    file.write_text(Recording(by="a reader", answers=dict(recorder.answers)).model_dump_json(), encoding="utf-8")
    return file


async def replayed(folder: Path, recording: Path | None, *languages: str) -> dict[str, str]:
    """The files of a run."""
    settings = Settings(
        repository=RepositoryName(owner="not", name="asked"),
        snapshot=SAMPLE,
        languages=languages,
        recording=recording,
        out=folder,
        state=folder / "state",
    )
    await pipeline.run(settings, now=datetime.now(UTC), progress=Silence(), deadline=NEVER)
    return {name.rpartition("/")[2]: data.decode() for name, data in tree(folder / DAY).items()}


@pytest.mark.parametrize("languages", [("zh-CN",), ("zh-CN", "en"), ("en", "zh-CN"), ("en",)])
async def test_recorded_answers_write_the_pages_and_ask_nobody(recorded: Path, tmp_path: Path, languages):
    files = await replayed(tmp_path, recorded, *languages)
    for language in languages:
        assert SENTENCES[language] in files[f"report.{language}.md"]
    record = json.loads(files["report.json"])
    narratives = [record["narrative"], *record["narratives"]]
    assert [one["language"] for one in narratives] == list(languages)
    assert {one["recorded"] for one in narratives} == {True}
    assert (record["generator"]["models"], record["degraded"]) == (["a reader"], [])
    assert (record["usage"]["llm_calls"], record["usage"]["cost_usd"]) == (0, 0.0)
    assert not [name for name in tree(tmp_path) if name.startswith("state")]


async def test_without_a_recording_or_an_answer_in_it_the_page_is_written_by_code(tmp_path: Path):
    empty = tmp_path / "empty.json"
    empty.write_text('{"by": "nobody"}', encoding="utf-8")
    by_code = await replayed(tmp_path / "one", None, "zh-CN")
    assert await replayed(tmp_path / "two", empty, "zh-CN") == by_code
    assert json.loads(by_code["report.json"])["narrative"] is None
    assert SENTENCES["zh-CN"] not in by_code["report.zh-CN.md"]


def test_the_command_takes_the_answers_that_are_bundled(digest: Command):
    bundled = templating.folder() / "sample" / "answers.json"
    said = digest("sample").err.splitlines()
    narrative = json.loads((Path("reports") / DAY / "report.json").read_text(encoding="utf-8"))["narrative"]
    if bundled.is_file():
        by = Recording.load(bundled).by
        assert f"writing: by recorded answers of {by}" in said
        assert (narrative["recorded"], narrative["models"]) == (True, [by])
    else:
        assert ("writing: by code, without a model" in said, narrative) == (True, None)


def test_the_sample_loads_nothing_that_asks_a_model_or_github(bare: pytest.MonkeyPatch):
    script = (
        "import sys\n"
        "from handler.cli import main\n"
        "status = main(['sample'])\n"
        "heavy = ('litellm', 'openai', 'boto3', 'gql', 'aiohttp', 'httpx')\n"
        "print('loaded:', [name for name in heavy if name in sys.modules], status)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "loaded: [] 0"
