"""Answers that were recorded write the same page again, without a network and whatever words the prompts have."""

from __future__ import annotations

from pathlib import Path

import pytest

from digest.claims import Section
from digest.errors import UnreadableInput
from digest.llm import Client, Recorder, Recording
from digest.writing import compose, replay
from tests.claims.window import SNAPSHOT
from tests.writing.model import CALLS, CLAIMS, FACTS, settings, truth


async def recorded(serve) -> Recording:
    async with Client(settings(await serve(truth))) as client:
        recorder = Recorder(client)
        await compose(FACTS, SNAPSHOT, "zh-CN", recorder)
    return Recording(by="a reader", answers=dict(recorder.answers))


async def test_a_recording_writes_what_the_model_wrote_and_says_who_that_was(serve, tmp_path: Path):
    recording = await recorded(serve)
    file = tmp_path / "answers.json"
    file.write_text(recording.model_dump_json(), encoding="utf-8")
    narrative = await replay(FACTS, SNAPSHOT, "zh-CN", Recording.load(file))
    assert len(recording.answers) == CALLS
    assert (len(narrative.judged), narrative.degraded) == (CLAIMS, ())
    assert narrative.published(Section.DISCUSSIONS, 101)
    assert (narrative.recorded, narrative.models) == (True, ("a reader",))
    assert (narrative.usage.llm_calls, narrative.usage.cached_calls, narrative.usage.cost_usd) == (0, CALLS, 0.0)


async def test_what_was_not_recorded_is_left_to_code_and_is_no_fault(serve):
    recording = await recorded(serve)
    answers = {key: entry for key, entry in recording.answers.items() if not key.startswith("discussions")}
    narrative = await replay(FACTS, SNAPSHOT, "zh-CN", recording.model_copy(update={"answers": answers}))
    assert narrative.degraded == ()
    assert narrative.published(Section.DISCUSSIONS, 101) == ()
    assert narrative.published(Section.SUMMARY)
    other = await replay(FACTS, SNAPSHOT, "en", recording)
    assert (other.judged, other.degraded, other.models) == ((), (), ())


async def test_keys_name_the_content_and_not_the_words_of_a_prompt(serve):
    first, second = await recorded(serve), await recorded(serve)
    assert first == second
    assert {key.split("/")[0] for key in first.answers} == {str(one) for one in Section}


def test_what_is_no_recording_is_refused(tmp_path: Path):
    file = tmp_path / "answers.json"
    for text in ("", "[]", '{"answers": {}}'):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(UnreadableInput):
            Recording.load(file)
    with pytest.raises(UnreadableInput):
        Recording.load(tmp_path / "missing.json")
