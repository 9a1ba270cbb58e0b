"""Nothing that is rendered for GitHub makes it act, whatever strangers wrote; and nothing of it is lost."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from digest.facts.gather import gather
from digest.rendering import escape
from digest.rendering.github import GitHubPage
from digest.rendering.look import Look
from digest.rendering.markdown import github_page
from digest.rendering.quiet import GAP, REDIRECT, Quiet
from tests.github_stub.effects import effects
from tests.hostile import FORMS, hostile_items
from tests.made import snapshot

TEXTS = st.lists(
    st.one_of(st.sampled_from(FORMS), st.text(st.sampled_from(list("@#/`[]()<>*_\\&;:.-a1GHf0 \u200d")), max_size=12)),
    min_size=1,
    max_size=5,
).map(" ".join)
HOSTS = ["https://github.com", "https://ghes.example", "https://ghes.example:8443"]


@given(TEXTS)
@example(" ".join(FORMS))
def test_a_title_or_message_does_nothing(text: str) -> None:
    assert effects(Quiet().text(text), is_markdown=False) == []


@given(TEXTS)
@example(" ".join(FORMS))
def test_what_strangers_wrote_does_nothing_in_a_body(text: str) -> None:
    """As plain text, as their own code, in a link and in a cell; read as Markdown and as a commit message."""
    link = f"[{escape.label(text)}](https://github.com/o/r/pull/7#issuecomment-1234567)"
    body = (
        f"- {escape.plain(text)}\n- {escape.words(text)}\n- {link}\n- {escape.code(text)}\n\n{escape.opening(text)}\n"
    )
    quiet = Quiet().markdown(body)
    assert effects(quiet) == []
    assert effects(quiet, is_markdown=False) == []


@given(TEXTS)
def test_nothing_of_a_text_is_lost(text: str) -> None:
    """Without the gaps, and with the redirect taken back, it is what it was."""
    if GAP not in text and REDIRECT not in text:
        told = Quiet().text(text).replace(GAP, "")
        assert told.replace(REDIRECT, "github.com").lower() == text.lower().replace("www.github.com", "github.com")


@pytest.mark.parametrize("form", FORMS)
def test_a_quiet_text_stays_as_it_is(form: str) -> None:
    quiet = Quiet()
    assert quiet.text(quiet.text(form)) == quiet.text(form)
    assert quiet.markdown(quiet.markdown(form)) == quiet.markdown(form)


@pytest.mark.parametrize("form", [one for one in FORMS if "&#64;" not in one and "alice@example" not in one])
def test_the_account_sees_each_form_that_is_left_alone(form: str) -> None:
    """The reader of effects is no blind one."""
    assert effects(form, is_markdown=False) != []


@given(TEXTS, st.sampled_from(HOSTS))
@example("https://ghes.example/o/r/issues/1 www.ghes.example/o/r/pull/1 ghes.example", HOSTS[1])
def test_another_server_does_nothing_either(text: str, server: str) -> None:
    host = server.removeprefix("https://")
    links = (
        f"[#7]({server}/o/r/issues/7) [{escape.label(text)}]({server}/o/r/pull/8#issuecomment-9) {server}/o/r/issues/1"
    )
    body = f"{escape.plain(text)}\n\n{links}\n\n{escape.code(text)}"
    quiet = Quiet(server).markdown(body)
    for markdown in (True, False):
        assert effects(quiet, is_markdown=markdown, host=host) == []
        assert effects(quiet, is_markdown=markdown) == []


def test_links_lead_where_they_led() -> None:
    quiet = Quiet().markdown(
        "[#12](https://github.com/o/r/issues/12#issuecomment-1) and [docs](https://docs.github.com/x)"
    )
    assert quiet == (
        f"[#{GAP}12](https://redirect.github.com/o/r/issues/12#issuecomment-1) and [docs](https://docs.github.com/x)"
    )
    assert Quiet("https://ghes.example").markdown("[#12](https://ghes.example/o/r/issues/12)") == f"#{GAP}12"


def published(*items: object) -> GitHubPage:
    return github_page(gather(snapshot(*items)), None, Look(title="V@alice #1", language="en"), Quiet())


def test_a_whole_report_with_hostile_titles_labels_logins_and_quotes_does_nothing() -> None:
    page = published(*hostile_items())
    for text in (page.title, page.pull_request("a/b.md"), *page.thread()):
        assert effects(text) == []
        assert effects(text, is_markdown=False) == []
