"""What a small model on a local server may put into the fields of an answer: what the prompt lists, no more."""

from __future__ import annotations

from digest.claims import Section
from tests.openai_server import Ask, Fail
from tests.writing.model import failed, is_repair, says, section, truth, written


def fields(ask: Ask, name: str) -> dict[str, dict[str, object]]:
    return ask.body["response_format"]["schema"]["$defs"][name]["properties"]


async def test_a_claim_is_about_an_item_of_its_call_and_rests_on_what_was_shown(serve):
    server = await serve(lambda ask: Fail(500) if ask.format == "json_schema" else truth(ask))
    await written(server)
    asked = {section(ask): fields(ask, "Sentence") for ask in server.asked if ask.format != "json_schema"}
    assert asked[Section.CHANGES]["about"] == {"enum": [102]}
    assert asked[Section.CHANGES]["part"] == {"enum": [None]}
    assert asked[Section.SUMMARY]["about"] == {"enum": [None]}
    assert asked[Section.DISCUSSIONS]["part"] == {"enum": ["topic", "position", "dispute", "outcome", "brief"]}
    assert set(asked[Section.DISCUSSIONS]["evidence"]["items"]["enum"]) >= {"e1", "e2"}


async def test_a_repair_names_a_claim_that_failed(serve):
    lie = {"about": 101, "part": "what", "text": "decode 变慢 73%。"}

    def script(ask: Ask):
        if ask.format == "json_schema":
            return Fail(500)
        return says(lie) if section(ask) is Section.FOCUS else says() if is_repair(ask) else truth(ask)

    server = await serve(script)
    await written(server)
    [repair] = [ask for ask in server.asked if is_repair(ask)]
    assert fields(repair, "Again")["claim"]["enum"] == list(failed(repair)) == ["f1"]
