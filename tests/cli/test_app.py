"""A GitHub App and several tokens, by the command line: who asks, what is told, what never shows."""

from __future__ import annotations

import base64
import json
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from digest import pipeline
from digest.deadline import Deadline
from digest.progress import Silence
from digest.settings.find import find
from tests.cli.conftest import SAMPLE, SAMPLE_DAY, Command, tree
from tests.cli.test_config_check import line
from tests.github_stub import GitHub, Repository, World, snapshot
from tests.github_stub.apps import App, Installation
from tests.github_stub.faults import operation, primary_limit
from tests.keys import pair
from tests.publishing.conftest import mutations, newsroom

APP = "the App of VLLM_DIGEST_APP_ID"
DISCUSSION = "discussion:acme/news?category=Daily digest"
PUBLISH = ("run", "--snapshot", str(SAMPLE), "--language", "en", "--publish", DISCUSSION)


@pytest.fixture
def app(github: GitHub) -> App:
    return github.apps.register("12345", pair().public)


@pytest.fixture
def there(app: App, github: GitHub) -> Installation:
    """The App, installed on the sample day's repository."""
    snapshot.load(github.world, SAMPLE)
    return github.apps.install(app, "example-org", ["vllm-sample"])


@pytest.fixture
def environ(github: GitHub) -> dict[str, str]:
    """As an environment file holds it: the key in one line."""
    key = pair().private.replace("\n", "\\n")
    return {"GITHUB_GRAPHQL_URL": github.url, "VLLM_DIGEST_APP_ID": "12345", "VLLM_DIGEST_APP_PRIVATE_KEY": key}


def secrets(github: GitHub) -> list[str]:
    """What may show nowhere: the key's lines, and every token that was made."""
    return [*pair().traces(), *(one.text for one in github.apps.given), "PRIVATE KEY", "eyJ"]


def shown(github: GitHub, *texts: str, folder: Path) -> list[str]:
    written = [data.decode(errors="replace") for data in tree(folder).values()]
    return [one for one in secrets(github) for text in (*texts, *written) if one in text]


def test_a_run_reads_as_the_app_and_shows_neither_key_nor_token(
    digest: Command, there: Installation, environ: dict[str, str], github: GitHub, tmp_path: Path
):
    result = digest("run", *SAMPLE_DAY, "--verbose", **environ)
    assert result.status == 0
    assert {call.account for call in github.calls} == {f"installation {there.id}"}
    assert github.rest.minted() == 1
    assert len(tree(tmp_path)) > 6
    assert shown(github, result.out, result.err, folder=tmp_path) == []


def test_a_token_that_ends_in_mid_run_is_renewed(
    digest: Command, there: Installation, environ: dict[str, str], github: GitHub
):
    github.before(operation("PullDetails"), lambda world: setattr(world, "now", world.now + timedelta(hours=1)))
    result = digest("run", *SAMPLE_DAY, **environ)
    assert (result.status, github.rest.minted()) == (0, 2)
    assert 1 <= github.account.statuses[401] <= 4
    told = json.loads((Path("reports/example-org/vllm-sample/2026-03-03") / "snapshot.json").read_bytes())
    assert told["degraded"] == []
    assert "warning" not in result.err


def test_the_process_reads_as_the_app(shell: Command, there: Installation, environ: dict[str, str], github: GitHub):
    result = shell("fetch", *SAMPLE_DAY, **environ)
    assert result.status == 0
    assert {call.account for call in github.calls} == {f"installation {there.id}"}


ENDS = {
    "suspended": (
        lambda github, there: there.suspend(github.world.now),
        "the App's installation 70 at example-org is ",
    ),
    "removed": (lambda github, there: github.apps.remove(there), "the App is not installed on example-org/vllm-sample"),
    "deleted": (lambda github, there: github.apps.delete(there.app), "http://127.0.0.1:"),
}


@pytest.mark.parametrize("verbose", [(), ("--verbose",)], ids=["quiet", "verbose"])
@pytest.mark.parametrize(("end", "told"), ENDS.values(), ids=ENDS.keys())
def test_an_installation_that_is_gone_is_one_error(
    digest: Command, there: Installation, environ: dict[str, str], github: GitHub, tmp_path: Path, end, told, verbose
):
    end(github, there)
    result = digest("run", *SAMPLE_DAY, *verbose, **environ)
    assert result.status == 1
    [error] = [line for line in result.err.splitlines() if line.startswith("error: ")]
    assert error.startswith(f"error: VLLM_DIGEST_APP_ID: {told}")
    assert ("Traceback" in result.err) is bool(verbose)
    assert github.calls == []
    assert not (tmp_path / "reports").exists()
    assert shown(github, result.out, result.err, folder=tmp_path) == []


def test_a_revoked_installation_in_mid_run_is_one_error_and_publishes_nothing(
    digest: Command, there: Installation, environ: dict[str, str], github: GitHub, tmp_path: Path
):
    github.before(operation("IssueDetails"), lambda _: github.apps.remove(there))
    result = digest("run", *SAMPLE_DAY, **environ)
    assert result.status == 1
    [error] = [line for line in result.err.splitlines() if line.startswith("error: ")]
    told = f"the App's installation {there.id} at example-org was removed; install the App there again"
    assert error == f"error: VLLM_DIGEST_APP_ID: {told}"
    assert not (tmp_path / "reports").exists()


def test_a_key_of_another_app_is_named(digest: Command, there: Installation, environ: dict[str, str], tmp_path: Path):
    environ["VLLM_DIGEST_APP_PRIVATE_KEY"] = pair(2).private
    result = digest("run", *SAMPLE_DAY, **environ)
    assert result.status == 1
    told = "error: VLLM_DIGEST_APP_PRIVATE_KEY: GitHub refused it (401: A JSON web token could not be decoded)"
    assert result.err.splitlines()[-1].startswith(told)
    assert not [trace for trace in pair(2).traces() if trace in result.err]


# -- the key as it stands in environments


def _encrypted() -> str:
    key = load_pem_private_key(pair().private.encode(), None)
    made = key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, BestAvailableEncryption(b"x"))
    return made.decode()


def _elliptic() -> str:
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def _pkcs8() -> str:
    key = load_pem_private_key(pair().private.encode(), None)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


GOOD = {
    "as it is": lambda: pair().private,
    "with line ends of Windows": lambda: pair().private.replace("\n", "\r\n"),
    "with line ends written out": lambda: pair().private.replace("\n", "\\n"),
    "in quotes": lambda: '"' + pair().private.replace("\n", "\\n") + '"',
    "in one line with spaces": lambda: pair().private.replace("\n", " "),
    "in base64": lambda: base64.b64encode(pair().private.encode()).decode(),
    "in base64 of several lines": lambda: base64.encodebytes(pair().private.encode()).decode(),
    "as PKCS 8": _pkcs8,
}
BROKEN = {
    "a file's name": (lambda: "/home/me/daily-digest.pem", "is no private key in PEM"),
    "cut": (lambda: pair().private[:400], "is no private key in PEM"),
    "cut inside": (lambda: pair().private.replace(pair().traces()[3], ""), "is a private key that is cut or damaged"),
    "garbled": (lambda: pair().private.replace(pair().traces()[0][:20], "!" * 20), "is a private key that is cut"),
    "a public key": (lambda: pair().public, "is a public key"),
    "with a passphrase": (_encrypted, "is a key with a passphrase"),
    "of another kind": (_elliptic, "is a private key, but no RSA key"),
    "base64 of nothing": (lambda: base64.b64encode(b"\x00\xff nothing").decode(), "is no private key in PEM"),
}  # fmt: skip


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD.keys())
def test_a_key_is_read_in_the_forms_in_which_environments_hold_it(text):
    environ = {"VLLM_DIGEST_APP_ID": "12345", "VLLM_DIGEST_APP_PRIVATE_KEY": text()}
    found = find({}, environ, None)
    assert found.problems == ()
    assert found.settings is not None
    assert found.settings.github.app is not None
    read = load_pem_private_key(found.settings.github.app.key.get_secret_value().encode(), None)
    same = load_pem_private_key(pair().private.encode(), None)
    assert read.private_numbers() == same.private_numbers()


@pytest.mark.parametrize(("text", "told"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_key_is_told_before_anybody_is_asked(
    digest: Command, environ: dict[str, str], github: GitHub, tmp_path: Path, text, told: str
):
    environ["VLLM_DIGEST_APP_PRIVATE_KEY"] = text()
    result = digest("run", *SAMPLE_DAY, **environ)
    assert result.status == 2
    assert result.error.startswith(f"VLLM_DIGEST_APP_PRIVATE_KEY: what stands there {told}")
    assert (tree(tmp_path), github.rest.asked) == ({}, [])
    assert not [part for part in text().split() if len(part) > 20 and part in result.err]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"VLLM_DIGEST_APP_ID": ""}, "VLLM_DIGEST_APP_ID: it is missing beside VLLM_DIGEST_APP_PRIVATE_KEY"),
        ({"VLLM_DIGEST_APP_PRIVATE_KEY": " "}, "VLLM_DIGEST_APP_PRIVATE_KEY: it is missing beside VLLM_DIGEST_APP_ID"),
        ({"VLLM_DIGEST_APP_ID": "my app"}, "VLLM_DIGEST_APP_ID: this is no ID of an App"),
        ({"VLLM_DIGEST_APP_INSTALLATION_ID": "acme"}, "VLLM_DIGEST_APP_INSTALLATION_ID: 'acme' is no ID of an install"),
        ({"VLLM_DIGEST_GITHUB_TOKENS": "ghp_one\nghp two"}, "VLLM_DIGEST_GITHUB_TOKENS, token 2: white space stands"),
    ],
)
def test_what_is_wrong_with_the_variables_is_told(
    digest: Command, environ: dict[str, str], changed: dict[str, str], told: str
):
    result = digest("run", *SAMPLE_DAY, **(environ | changed))
    assert result.status == 2
    assert result.error.startswith(told)
    assert "ghp_" not in result.error


# -- publishing


@pytest.fixture
def news(world: World) -> Repository:
    return newsroom(world)


def test_the_app_publishes_as_itself_by_the_installation_on_the_target(
    digest: Command, app: App, news: Repository, environ: dict[str, str], github: GitHub, tmp_path: Path
):
    github.apps.install(app, "example-org")
    there = github.apps.install(app, "acme", ["news"], discussions="write", contents="write")
    result = digest(*PUBLISH, GITHUB_TOKEN="ghs_stub", **environ)
    assert result.status == 0
    assert [one.author.login for one in news.discussions] == ["daily-digest"]
    assert {call.account for call in github.calls} == {f"installation {there.id}"}
    assert github.rest.asked[-1].body["repositories"] == ["news"]
    made = len(mutations(github))
    again = digest(*PUBLISH, GITHUB_TOKEN="ghs_stub", **environ)
    assert (again.status, len(news.discussions), len(mutations(github))) == (0, 1, made)
    assert shown(github, result.out, result.err, again.err, folder=tmp_path) == []


def test_a_token_to_publish_with_goes_before_the_app(
    digest: Command, app: App, news: Repository, environ: dict[str, str], github: GitHub
):
    github.apps.install(app, "acme", discussions="write")
    assert digest(*PUBLISH, VLLM_DIGEST_PUBLISH_TOKEN="ghs_stub", **environ).status == 0
    assert {call.account for call in github.calls} == {"ghs_stub"}


def test_an_app_that_is_not_installed_on_the_target_is_told_and_nobody_else_publishes(
    digest: Command, app: App, news: Repository, environ: dict[str, str], github: GitHub
):
    result = digest(*PUBLISH, GITHUB_TOKEN="ghs_stub", **environ)
    assert (result.status, news.discussions) == (1, [])
    assert "VLLM_DIGEST_APP_ID: the App is not installed on acme/news" in result.err
    there = github.apps.install(app, "acme", ["other"])
    result = digest(*PUBLISH, GITHUB_TOKEN="ghs_stub", **environ)
    told = "the App is installed at acme, but not for acme/news (or there is no such repository); add it to the "
    told += f"installation at https://github.com/organizations/acme/settings/installations/{there.id}"
    assert told in result.err
    assert news.discussions == []


def test_a_permission_that_the_app_lacks_is_named(
    digest: Command, app: App, news: Repository, environ: dict[str, str], github: GitHub
):
    github.apps.install(app, "acme", discussions="read")
    result = digest(*PUBLISH, **environ)
    assert result.status == 1
    told = f"{APP} may not publish to acme/news: Resource not accessible by integration (it needs discussions: write)"
    assert told in result.err


def test_a_pull_request_and_a_commit_are_made_by_the_app(
    digest: Command, app: App, news: Repository, environ: dict[str, str], github: GitHub
):
    github.apps.install(app, "acme", contents="write", pull_requests="write")
    targets = ("--publish", "pr:acme/news?labels=digest", "--publish", "commit:acme/news")
    result = digest("run", "--snapshot", str(SAMPLE), "--language", "en", *targets, **environ)
    assert result.status == 0
    assert [one.author.login for one in news.pull_requests.values()] == ["daily-digest"]


# -- several tokens


def test_of_two_tokens_the_spent_one_is_passed_over(
    digest: Command, served: dict[str, str], github: GitHub, tmp_path: Path
):
    github.others = {"ghp_spent1234567890"}
    github.meters["ghp_spent1234567890"].used = 5_000
    environ = {"GITHUB_GRAPHQL_URL": github.url, "VLLM_DIGEST_GITHUB_TOKENS": "ghp_spent1234567890\nghs_stub\n"}
    result = digest("run", *SAMPLE_DAY, **environ)
    assert result.status == 0
    assert {call.account for call in github.calls if not call.errors} == {"ghs_stub"}
    assert not [text for text in (result.out, result.err) if "ghp_spent" in text or "ghs_stub" in text]


def test_when_all_are_spent_the_error_says_until_when(digest: Command, served: dict[str, str], github: GitHub):
    github.others = {"ghp_spent1234567890"}
    github.limit = 0
    environ = {"GITHUB_GRAPHQL_URL": github.url, "VLLM_DIGEST_GITHUB_TOKENS": "ghp_spent1234567890\nghs_stub\n"}
    result = digest("run", *SAMPLE_DAY, "--deadline", "60", **environ)
    assert result.status == 1
    assert result.err.splitlines()[-1].startswith(
        "error: GitHub's rate limit holds for each of 2 tokens until 2026-03-"
    )


async def test_what_comes_of_a_run_says_when_a_limit_lifts_that_held_something_back(
    bare: pytest.MonkeyPatch, served: dict[str, str], github: GitHub, tmp_path: Path
):
    github.fail(primary_limit(200, 9_000), when=operation("IssueDetails"))
    settings = find(dict(zip(("repository", "date"), SAMPLE_DAY[1::2], strict=True)), served, tmp_path).required()
    now = github.world.now + timedelta(days=9)
    outcome = await pipeline.fetch(settings, now=now, progress=Silence(), deadline=Deadline.after(600.0))
    assert outcome.degraded
    assert outcome.resumes == github.world.now + timedelta(seconds=9_001)
    github.heal()
    whole = await pipeline.fetch(settings, now=now, progress=Silence(), deadline=Deadline.after(600.0))
    assert (whole.degraded, whole.resumes) == ((), None)


# -- `config check`


def test_the_check_says_as_whom_and_shows_no_secret(digest: Command, environ: dict[str, str], github: GitHub):
    tokens = {"VLLM_DIGEST_GITHUB_TOKENS": "ghp_one\nghp_two", "GITHUB_TOKEN": "ghs_stub"}
    check = ("config", "check", "--date", "2026-03-03", "--publish", DISCUSSION)
    alone = digest(*check, **environ)
    assert (alone.status, alone.err) == (0, "")
    assert line(alone.out, "github app") == "12345, installations found by repository, key ******** (environment)"
    assert line(alone.out, "fetch").endswith(f", with {APP}, or any of its installations where it is not installed")
    assert alone.out.splitlines()[-1].endswith(f"{DISCUSSION}, with {APP}")
    assert "github token" not in alone.out
    beside = digest(*check, GITHUB_TOKEN="ghs_stub", **environ)
    assert line(beside.out, "fetch").endswith(f", with {APP}, or GITHUB_TOKEN where it is not installed")
    many = digest(*check, VLLM_DIGEST_APP_INSTALLATION_ID="7\n8", **tokens, **environ)
    assert line(many.out, "github app") == "12345, installation 7, 8, key ******** (environment)"
    assert line(many.out, "github tokens") == "2 of ******** (environment)"
    assert line(many.out, "fetch").endswith(f", with {APP} and VLLM_DIGEST_GITHUB_TOKENS")
    assert not [text for text in (*secrets(github), "ghp_", "ghs_stub") if text in alone.out + beside.out + many.out]
    assert github.rest.asked == []


def test_only_where_an_app_is_set_are_signatures_imported(shell: Command, there: Installation, served: dict[str, str]):
    result = shell("fetch", *SAMPLE_DAY, PYTHONPROFILEIMPORTTIME="1", **served)
    assert result.status == 0
    imported = {one.rpartition("|")[2].strip() for one in result.err.splitlines() if one.startswith("import time:")}
    assert "aiohttp" in imported
    assert not imported & {"jwt", "cryptography"}
