"""Records answers for the sample: asks a model as a run would, and keeps what it answered.

    python -m sample.record --model openai/by-hand --api-base http://127.0.0.1:8090/v1 --by "a reader, by hand"

Any OpenAI-compatible endpoint will do, also one behind which a person answers. Answers are kept by what they are about
(section, items, what was said in them), so that other words in a prompt do not lose them, and as soon as they are
there: a second start goes on where the first one stopped.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from pydantic import SecretStr

from digest.facts.followups import read_lists, watched
from digest.facts.gather import gather
from digest.llm import Cache, Client, ModelSettings, Recorder, Recording
from digest.model import Snapshot
from digest.settings import presets
from digest.settings.values import Subject
from digest.state import FolderStore, write_atomically
from digest.templating import folder
from digest.writing import Narrative, compose, translate_by


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True)
    parser.add_argument("--api-base")
    parser.add_argument("--api-key", default="none")
    parser.add_argument("--by", required=True, help="who answers, as the foot of the page says it")
    parser.add_argument("--language", default="zh-CN")
    parser.add_argument("--also", action="append", default=[], help="a language to translate into; may be repeated")
    parser.add_argument("--timeout", type=float, default=3_600, help="seconds to wait for one answer")
    parser.add_argument("--snapshot", type=Path, default=folder() / "sample" / "snapshot.json")
    parser.add_argument("--out", type=Path, default=folder() / "sample" / "answers.json")
    parser.add_argument(
        "--state", type=Path, default=Path(".vllm-digest"), help="where answers lie until all are there"
    )
    options = parser.parse_args()
    for narrative in asyncio.run(record(options)):
        print(told(narrative))


async def record(options: argparse.Namespace) -> tuple[Narrative, ...]:
    """Writes the recording, and gives what the pages will be made of."""
    data = await asyncio.to_thread(options.snapshot.read_bytes)
    snapshot = Snapshot.model_validate_json(data)
    preset = {key: found.text for key, found in presets.of(snapshot.repository).items()}
    subject = Subject.model_validate({"title": snapshot.repository.name} | preset)
    lists = read_lists(await asyncio.to_thread((folder() / "sample" / "watched.json").read_bytes))
    facts = gather(snapshot, subject.focus, subject.bots, watched(lists, snapshot.window))
    models = ModelSettings(
        models=(options.model,),
        api_key=SecretStr(options.api_key),
        api_base=options.api_base,
        timeout=options.timeout,
    )
    async with Client(models, cache=Cache(FolderStore(options.state))) as client:
        recorder = Recorder(client)
        first = await compose(facts, snapshot, options.language, recorder)
        others = [await translate_by(first, facts, snapshot, language, recorder) for language in options.also]
    recording = Recording(by=options.by, answers=dict(sorted(recorder.answers.items())))
    text = recording.model_dump_json(indent=1).encode() + b"\n"
    await asyncio.to_thread(write_atomically, options.out, text)
    return (first, *others)


def told(narrative: Narrative) -> str:
    """What came of the answers, claim by claim, for whoever gave them."""
    lines = [
        f"{one.outcome}: [{one.claim.section} {one.claim.about or ''}] {one.claim.text}" for one in narrative.judged
    ]
    reasons = [
        f"   {one.section}: {reason.detail}" for one in narrative.verification.dropped_claims for reason in one.reasons
    ]
    totals = narrative.verification
    counts = f"{totals.claims} claims, {totals.kept} kept, {totals.repaired} repaired, {totals.dropped} dropped"
    return "\n".join([narrative.language, *lines, *reasons, *(one.reason for one in narrative.degraded), counts])


if __name__ == "__main__":
    main()
