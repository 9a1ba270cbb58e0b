"""Reading as a GitHub App: tokens that are made, renewed and refused, on a clock that only waiting moves."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
from pydantic import SecretStr

from digest.errors import DigestError, NotFound, RateLimited, Unauthorized, Unreachable
from digest.github.access import Access
from digest.model import ListName, Snapshot
from digest.settings.credentials import Credentials
from digest.settings.values import AppIdentity
from digest.settings.values import GitHub as Settings
from tests.github.conftest import WINDOW, Fetching, numbers
from tests.github_stub import GitHub, World
from tests.github_stub.apps import App
from tests.github_stub.faults import Answer, bad_credentials, operation, refused, secondary_limit
from tests.keys import pair

COUNT = 120
DETAILS = operation("IssueDetails")
Reading = Callable[..., Awaitable[Snapshot]]


@pytest.fixture
def app(github: GitHub, world: World) -> App:
    """An App, and a day of 120 issues to read."""
    world.now = WINDOW.end + timedelta(hours=1)
    for number in range(1, COUNT + 1):
        world.issue(number, created=WINDOW.start + timedelta(minutes=number))
    return github.apps.register("12345", pair().public)


@pytest.fixture
def reading(fetching: Fetching, world: World) -> Reading:
    """A fetch as the App, with the clock of the fetch; ``ahead`` seconds are what this machine's clock is wrong by."""

    async def read(
        *installations: int,
        token: str = "",
        tokens: tuple[str, ...] = (),
        key: int = 1,
        ahead: float = 0,
        below: str = "",
        **more: object,
    ) -> Snapshot:
        identity = AppIdentity(identity="12345", key=SecretStr(pair(key).private), installations=installations)
        settings = Settings(
            token=SecretStr(token) if token else None,
            tokens=tuple(map(SecretStr, tokens)),
            app=identity,
            api_url=f"{fetching.github.api_url}{below}",
        )
        credentials = Credentials(settings, now=lambda: world.now + timedelta(seconds=ahead))
        fetching.access = {"keys": credentials.reading.keys}
        return await fetching(**more)

    return read


def is_whole(snapshot: Snapshot) -> bool:
    return numbers(snapshot)[ListName.ISSUES_OPENED] == set(range(1, COUNT + 1)) and not snapshot.degraded


async def test_one_token_is_asked_for_however_many_ask_at_once(app: App, reading: Reading, github: GitHub):
    there = github.apps.install(app, "vllm-project", ["vllm"])
    assert is_whole(await reading())
    assert [(one.method, one.path) for one in github.rest.asked] == [
        ("GET", "/repos/vllm-project/vllm/installation"),
        ("POST", f"/app/installations/{there.id}/access_tokens"),
    ]
    assert {call.account for call in github.calls} == {f"installation {there.id}"}


async def test_a_token_can_do_no_more_than_read_the_repository(app: App, reading: Reading, github: GitHub):
    github.apps.install(app, "vllm-project", contents="write", issues="write", administration="write")
    await reading()
    assert github.rest.asked[-1].body == {
        "repositories": ["vllm"],
        "permissions": {"metadata": "read", "contents": "read", "issues": "read"},
    }


async def test_a_token_that_ends_in_mid_run_is_renewed_once_for_all_that_wait(
    app: App, reading: Reading, github: GitHub, fetching: Fetching
):
    github.apps.install(app, "vllm-project")
    github.before(DETAILS, lambda world: setattr(world, "now", world.now + timedelta(hours=1)))
    assert is_whole(await reading())
    assert github.rest.minted() == 2
    refusals = [call for call in github.calls if call.status == 401]
    assert 1 <= len(refusals) <= 4
    assert (fetching.waits, fetching.told.warnings) == ([], [])


async def test_a_token_is_renewed_before_it_ends(app: App, reading: Reading, github: GitHub, fetching: Fetching):
    github.apps.install(app, "vllm-project")
    github.fail(secondary_limit(429, retry_after=56 * 60), when=DETAILS, times=1)
    assert is_whole(await reading())
    assert github.rest.minted() == 2
    assert github.account.statuses.get(401, 0) == 0


async def test_a_token_with_minutes_left_is_used_on_while_github_gives_no_new_one(
    app: App, reading: Reading, github: GitHub
):
    github.apps.install(app, "vllm-project")
    github.fail(secondary_limit(429, retry_after=56 * 60), when=DETAILS, times=1)
    github.before(lambda call: call.status == 0 and DETAILS(call), lambda _: github.rest.faults.extend([BROKEN] * 50))
    assert is_whole(await reading())
    assert github.rest.minted() == 1


BROKEN = Answer(502, text="<html>Bad Gateway</html>")


async def test_a_github_in_trouble_is_asked_for_a_token_again(
    app: App, reading: Reading, github: GitHub, fetching: Fetching
):
    github.apps.install(app, "vllm-project")
    github.rest.faults = [BROKEN, BROKEN, Answer(200, cut_after=3, payload={"id": 1})]
    assert is_whole(await reading())
    assert len(fetching.waits) == 3
    github.rest.faults = [BROKEN] * 50
    with pytest.raises(Unreachable, match="HTTP 502"):
        await reading(store=None, strategy="search")


async def test_a_limit_on_tokens_is_waited_for_and_told_with_its_end(
    app: App, reading: Reading, github: GitHub, fetching: Fetching, world: World
):
    github.apps.install(app, "vllm-project")
    github.rest.faults = [secondary_limit(403, retry_after=40)(Answer(), None)]
    began = world.now
    assert is_whole(await reading())
    assert fetching.waits == [40]
    assert [one.at - began for one in github.rest.asked[:2]] == [timedelta(), timedelta(seconds=40)]
    github.rest.faults = [secondary_limit(403, retry_after=900)(Answer(), None)]
    with pytest.raises(RateLimited) as raised:
        await reading(strategy="search", deadline=600)
    assert raised.value.until == world.now + timedelta(seconds=900)


async def test_a_new_token_that_is_not_known_yet_is_waited_for(
    app: App, reading: Reading, github: GitHub, fetching: Fetching
):
    github.apps.install(app, "vllm-project")
    github.apps.lag = timedelta(seconds=3)
    assert is_whole(await reading())
    assert github.rest.minted() == 1
    assert 3 <= sum(fetching.waits) < 15


async def test_a_github_that_never_takes_its_own_tokens_is_given_up(app: App, reading: Reading, github: GitHub):
    github.apps.install(app, "vllm-project")
    github.fail(bad_credentials())
    with pytest.raises(Unreachable, match="own new token"):
        await reading()
    assert github.rest.minted() <= 6


@pytest.mark.parametrize("ahead", [-7_200, -100, 100, 7_200])
async def test_a_clock_that_is_wrong_is_made_up_for(app: App, reading: Reading, github: GitHub, ahead: float):
    github.apps.install(app, "vllm-project")
    assert is_whole(await reading(ahead=ahead))
    assert sum(one.status == 401 for one in github.rest.asked) <= 1


async def test_the_end_of_a_token_is_told_by_githubs_clock(app: App, reading: Reading, github: GitHub):
    github.apps.install(app, "vllm-project")
    github.before(DETAILS, lambda world: setattr(world, "now", world.now + timedelta(minutes=54)))
    assert is_whole(await reading(ahead=7_200))
    assert (github.rest.minted(), github.account.statuses.get(401, 0)) == (1, 0)


# -- refusals: each one error that names the setting


ENDS = {
    "suspended": (lambda apps, there: there.suspend(WINDOW.end), "suspended"),
    "removed": (lambda apps, there: apps.remove(there), "70 at vllm-project was removed"),
    "its App deleted": (lambda apps, there: apps.delete(there.app), "knows no such App"),
}


@pytest.mark.parametrize(("end", "told"), ENDS.values(), ids=ENDS.keys())
async def test_an_installation_that_ends_in_mid_run_is_one_error(
    app: App, reading: Reading, github: GitHub, fetching: Fetching, end, told: str
):
    """Its token ends with it, or GitHub says so; nothing is left half."""
    there = github.apps.install(app, "vllm-project")
    github.before(DETAILS, lambda _: end(github.apps, there))
    github.fail(bad_credentials(), when=DETAILS, times=1)
    with pytest.raises(Unauthorized) as raised:
        await reading()
    _names(raised.value, "VLLM_DIGEST_APP_ID", told)
    assert fetching.kept() == {"listing"}
    assert fetching.waits == []


async def test_a_suspension_that_graphql_tells_is_one_error(app: App, reading: Reading, github: GitHub):
    there = github.apps.install(app, "vllm-project")
    github.before(DETAILS, lambda world: there.suspend(world.now))
    with pytest.raises(Unauthorized) as raised:
        await reading()
    _names(
        raised.value, "the App of VLLM_DIGEST_APP_ID", "This installation owned by vllm-project suspended your access"
    )


def _names(error: DigestError, *told: str) -> None:
    assert all(one in str(error) for one in told)
    assert error.exit_status == 1
    assert not [trace for trace in (*pair(1).traces(), *pair(2).traces(), "ghs_", "eyJ") if trace in repr(error)]


async def test_a_key_of_another_app_is_named(app: App, reading: Reading, github: GitHub):
    github.apps.install(app, "vllm-project")
    with pytest.raises(Unauthorized) as raised:
        await reading(key=2)
    _names(raised.value, "VLLM_DIGEST_APP_PRIVATE_KEY: GitHub refused it (401: A JSON web token could not be decoded)")
    assert len(github.rest.asked) == 1


async def test_an_app_without_keys_and_one_that_is_none_are_named(app: App, reading: Reading, github: GitHub):
    app.public_key = None
    with pytest.raises(Unauthorized, match=r"^VLLM_DIGEST_APP_PRIVATE_KEY: .* has no key at GitHub"):
        await reading()
    github.apps.apps.clear()
    with pytest.raises(Unauthorized, match=r"^VLLM_DIGEST_APP_ID: http://\S+ knows no such App"):
        await reading()


async def test_an_id_that_is_no_installations_is_named(app: App, reading: Reading, github: GitHub):
    with pytest.raises(Unauthorized, match=r"^VLLM_DIGEST_APP_INSTALLATION_ID: .* has no installation 7:"):
        await reading(7)


@pytest.mark.parametrize(
    "answer",
    [Answer(404, {"message": "Not Found"}), Answer(404, text="<html>"), Answer(200, text="<html>"), Answer(200, {})],
)
async def test_an_address_that_is_no_api_is_named(app: App, reading: Reading, github: GitHub, answer: Answer):
    github.rest.faults = [answer] * 9
    with pytest.raises(NotFound, match=r"^GITHUB_API_URL: http://127\.0\.0\.1:\d+ is no REST API of GitHub's"):
        await reading()


async def test_an_answer_without_a_token_is_asked_for_again(app: App, reading: Reading, github: GitHub):
    github.apps.install(app, "vllm-project")
    found = Answer(200, github.apps.installations[0].payload("https://github.com"))
    github.rest.faults = [
        found,
        Answer(201, {}),
        Answer(201, text="<html>"),
        Answer(201, {"token": "x", "expires_at": "soon"}),
    ]
    assert is_whole(await reading())


async def test_other_words_of_github_are_repeated(app: App, reading: Reading, github: GitHub):
    github.apps.install(app, "vllm-project")
    github.rest.faults = [refused(451, "Repository access blocked")]
    with pytest.raises(DigestError, match=r"^VLLM_DIGEST_APP_ID: .*HTTP 451.*Repository access blocked"):
        await reading()


# -- where the App is not installed


async def test_a_private_repository_is_read_with_the_token_where_the_app_is_not_installed(
    app: App, reading: Reading, github: GitHub, world: World
):
    world.repository().is_private = True
    github.apps.install(app, "acme")
    assert is_whole(await reading(token="ghs_stub"))
    assert {call.account for call in github.calls} == {"ghs_stub"}


async def test_what_is_public_is_read_by_any_installation(app: App, reading: Reading, github: GitHub, world: World):
    github.apps.install(app, "acme").suspend(world.now)
    there = github.apps.install(app, "bob", organization=False)
    assert is_whole(await reading())
    assert {call.account for call in github.calls} == {f"installation {there.id}"}
    assert "repositories" not in github.rest.asked[-1].body


async def test_the_owners_installation_is_preferred_where_the_repository_was_not_selected(
    app: App, reading: Reading, github: GitHub
):
    github.apps.install(app, "acme")
    there = github.apps.install(app, "vllm-project", ["other"])
    assert is_whole(await reading())
    assert {call.account for call in github.calls} == {f"installation {there.id}"}


async def test_an_app_that_is_installed_nowhere_is_one_error(app: App, reading: Reading):
    with pytest.raises(Unauthorized, match=r"^VLLM_DIGEST_APP_ID: the App is not installed on vllm-project/vllm"):
        await reading()


async def test_a_private_repository_that_the_app_does_not_reach_says_to_install_it(
    app: App, reading: Reading, github: GitHub, world: World
):
    world.repository().is_private = True
    github.apps.install(app, "acme")
    with pytest.raises(DigestError, match=r"hides it from the App of VLLM_DIGEST_APP_ID; .*install the App on it"):
        await reading()


async def test_a_repository_that_bears_another_name_by_now_gets_a_token_for_all_of_the_installation(
    app: App, reading: Reading, github: GitHub
):
    there = github.apps.install(app, "vllm-project", ["renamed"])
    github.rest.faults = [Answer(200, there.payload("https://github.com"))]
    assert is_whole(await reading())
    assert [one.status for one in github.rest.asked] == [200, 422, 201]
    assert github.rest.asked[-1].body == {}


async def test_an_enterprise_server_is_asked_below_its_own_address(app: App, reading: Reading, github: GitHub):
    github.apps.install(app, "vllm-project")
    assert is_whole(await reading(below="/api/v3"))
    assert {(one.below, one.version) for one in github.rest.asked} == {("/api/v3", "2022-11-28")}


async def test_no_token_and_no_key_stands_in_what_is_kept(
    app: App, reading: Reading, github: GitHub, fetching: Fetching
):
    github.apps.install(app, "vllm-project")
    snapshot = await reading()
    texts = [path.read_text() for path in fetching.folder.rglob("*") if path.is_file()]
    texts += [snapshot.model_dump_json(), json.dumps(fetching.told.warnings), repr(fetching.access)]
    secrets = [*pair().traces(), *(one.text for one in github.apps.given), "PRIVATE KEY"]
    assert len(texts) > 3
    assert not [secret for secret in secrets for text in texts if secret in text]


def test_an_access_does_not_show_its_keys():
    identity = AppIdentity(identity="12345", key=SecretStr(pair().private))
    access = Credentials(Settings(app=identity)).reading
    assert isinstance(access, Access)
    assert not [trace for trace in pair().traces() if trace in f"{access!r} {access.keys!r} {identity!r}"]
