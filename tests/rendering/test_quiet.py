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
from tests.made import comment, issue, pull, snapshot

SHA = "0123456789abcdef0123456789abcdef01234567"
FORMS = [
    "@alice",
    "@org/team",
    "(@alice)",
    "cc:@alice,@bob",
    "#1",
    "(#12345)",
    "GH-26",
    "gh-26",
    "owner/repo#1",
    "o.w-n_er/re.po#1",
    SHA,
    SHA[:7],
    SHA.upper(),
    f"owner/repo@{SHA}",
    f"alice@{SHA[:10]}",
    "1234567",
    "https://github.com/o/r/issues/1",
    "http://www.github.com/o/r/pull/2#discussion_r1234567",
    "HTTPS://GITHUB.COM/o/r/discussions/3#discussioncomment-4",
    "www.github.com/o/r/issues/1",
    "https://me@github.com/o/r/issues/1",
    f"https://github.com/o/r/commit/{SHA}",
    "https://github.com./o/r/issues/1",
    "<https://github.com/o/r/issues/1>",
    "[x](https://github.com/o/r/issues/1)",
    "`[x](https://github.com/o/r/issues/1)`",
    "![x](https://github.com/o/r/issues/1)",
    "<a href='https://github.com/o/r/issues/1'>x</a>",
    "fixes #1",
    "Closes: o/r#1",
    "RESOLVED GH-1",
    "fix https://github.com/o/r/issues/1",
    "&#64;alice &commat;alice &#35;1",
    "\\@alice \\#1",
    "`@alice #1 GH-1`",
    "``@alice`` `` ` @bob",
    "a](@alice) [b](#1)",
    "Duplicate of #1",
    "Co-authored-by: Alice <alice@example.com>",
    "@alice‏ #1",
    "🎉@alice",
    "中文@alice、#12",
    "_@alice_ **#1** ~~GH-2~~",
]
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
    items = []
    for n, form in enumerate(FORMS, 1):
        said = (
            comment(f"a{n}", "bob", "09:00", f"I disagree with {form}, this is wrong."),
            comment(f"b{n}", "eve", "09:10", f"I think we should take {form} since it is faster."),
            comment(f"c{n}", "bob", "09:20", f"No. {form}"),
        )
        items.append(issue(2 * n, f"[Bug]: {form} gives wrong results", comments=said, labels=(form[:40],)))
        items.append(pull(2 * n + 1, form, author="a-b", labels=("@x",), body=f"Fixes {form}"))
    page = published(*items)
    for text in (page.title, page.pull_request("a/b.md"), *page.thread()):
        assert effects(text) == []
        assert effects(text, is_markdown=False) == []
