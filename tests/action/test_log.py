"""The log is the runner's to read: nothing that others wrote is a command in it, what is one is read as meant."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from handler import workflow
from tests.action import runner
from tests.action.conftest import THIRD, Step
from tests.github_stub import Repository, World

WRITTEN = (
    "::set-output name=report-path::evil",
    "   ::error::not ours",
    "##[add-path]/evil",
    "harmless, then ##[set-env name=LD_PRELOAD;]/evil.so",
    "one\r::add-mask::two",
    "\x1b[31m::warning::coloured",
    "​::debug::behind nothing",
    "::stop-commands::forever",
)
TEXT = st.lists(st.sampled_from([*WRITTEN, ":", "::", "#", "[", "]", "\r", "\n", " ", "error", "x"])).map("".join)


@given(TEXT | st.text())
def test_no_line_of_the_log_is_a_command(text: str):
    [line] = runner.lines(workflow.plain(text)) or [""]
    assert runner.command(line) is None


PROPERTY = st.text().map(str.strip).filter(bool)
OUTPUT = st.text().filter(lambda text: "\r" not in text)


@given(st.text(), st.dictionaries(st.sampled_from(["title", "file"]), PROPERTY))
def test_a_command_is_read_as_it_was_meant(message: str, properties: dict[str, str]):
    [found] = runner.commands(workflow.command("error", message, **properties))
    assert (found.name, found.message, found.properties) == ("error", message, properties)


@given(st.dictionaries(st.sampled_from(["urls", "counts", "report-path"]), OUTPUT))
def test_outputs_are_read_as_they_were_meant(values: dict[str, str]):
    assert runner.outputs(workflow.outputs(values, "ghadelimiter_4f1d")) == values


def test_what_others_wrote_is_no_command_wherever_it_comes_to_the_log(act: Step, news: Repository, world: World):
    """A dry run prints what would change, line by line, behind a space where a line stays as it is."""
    category = world.category("::error title=x::A category", news)
    for n, text in enumerate(WRITTEN):
        world.issue(repository="o/n", title=text.strip(), body=text, created="2026-03-03T12:00:00Z")
        world.label(f"##[error]{n}", news)
    act({**THIRD, "publish": "discussion:acme/news?category=General"})
    news.discussions[0].body = "\n".join([news.discussions[0].body.partition("\n")[0], *WRITTEN, *(["::error::x"] * 3)])
    news.discussions[0].category = category
    given = {
        **THIRD,
        "publish": "discussion:acme/news?category=%3A%3Aerror title=x%3A%3AA category\n"
        "discussion:acme/news?category=none\npr:acme/news?labels=none",
        "dry-run": "true",
    }
    told = act(given)
    assert {one.name for one in told.commands} <= {"add-mask", "group", "endgroup", "warning", "error"}
    assert [one.message for one in told.commands if one.name == "add-mask"] == ["ghs_stub"]
    assert told.errors == told.warnings == []
    assert any("set-output name=report-path" in line for line in told.lines)
    assert any("# #[error]0" in line for line in told.lines)


def test_no_more_annotations_than_github_shows_and_the_most_important_first(act: Step, news: Repository):
    odd = {f"VLLM_DIGEST_ODD_{n:02}": "x" for n in range(15)}
    told = act({**THIRD, "publish": "commit:acme/nothing\ndir:site"}, **odd)
    assert len(told.warnings) == 10
    assert told.warnings[0].startswith("input `publish` commit:acme/nothing: ")
    assert told.warnings[-1] == "and 7 more; they stand in the log"
    assert "VLLM_DIGEST_ODD_14: there is no such variable" in told.log
