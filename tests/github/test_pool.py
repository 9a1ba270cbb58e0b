"""Several tokens and installations side by side: which is asked with, and what happens when one is spent or refused."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from pydantic import SecretStr

from digest.deadline import Deadline
from digest.errors import RateLimited, Unauthorized
from digest.github.access import Access, Limits
from digest.model import RepositoryName
from digest.settings.credentials import Credentials
from digest.settings.values import AppIdentity
from digest.settings.values import GitHub as Settings
from tests.github.conftest import VLLM, WINDOW, Fetching
from tests.github.test_app import is_whole
from tests.github_stub import GitHub, World
from tests.github_stub.faults import Answer, operation, secondary_limit
from tests.keys import pair

ONE, TWO = "ghp_one1234567890", "ghp_two1234567890"


@pytest.fixture
def pool(fetching: Fetching, github: GitHub, world: World) -> Access:
    """Two tokens that share the reading of a day of 120 issues."""
    world.now = WINDOW.end + timedelta(hours=1)
    for number in range(1, 121):
        world.issue(number, created=WINDOW.start + timedelta(minutes=number))
    github.token, github.others = ONE, {TWO}
    made = Credentials(Settings(tokens=(SecretStr(ONE), SecretStr(TWO)))).reading
    fetching.access = {"keys": made.keys}
    return made


def _asked(github: GitHub, *, good: bool = True) -> Counter[str]:
    return Counter(call.account for call in github.calls if not good or (call.status == 200 and not call.errors))


async def test_the_token_with_the_most_points_is_asked_with(pool: Access, fetching: Fetching, github: GitHub):
    github.meters[ONE].used = 4_000
    assert is_whole(await fetching())
    asked = _asked(github)
    assert asked[ONE] <= 4, "as many as are asked at once before the first answer tells"
    assert asked[TWO] > asked[ONE]


async def test_a_spent_token_is_passed_over_without_a_wait(pool: Access, fetching: Fetching, github: GitHub):
    github.meters[ONE].limit = 3
    assert is_whole(await fetching())
    asked = _asked(github)
    assert 1 <= asked[ONE] <= 3
    assert asked[TWO] > 3
    assert (fetching.waits, fetching.told.warnings) == ([], [])


async def test_a_spent_token_is_asked_with_again_after_its_reset(
    pool: Access, fetching: Fetching, github: GitHub, world: World
):
    github.meters[ONE].used = 5_000
    await fetching()
    assert _asked(github)[ONE] == 0
    await fetching.sleep(3_700)
    github.meters[TWO].used = 5_000
    github.calls.clear()
    assert is_whole(await fetching(strategy="search"))
    assert _asked(github)[ONE] > 0


async def test_when_all_are_spent_the_first_that_comes_back_is_waited_for(
    pool: Access, fetching: Fetching, github: GitHub, world: World
):
    github.meters[ONE].used = github.meters[TWO].used = 5_000
    github.meters[ONE].reset_at = world.now + timedelta(minutes=50)
    github.meters[TWO].reset_at = world.now + timedelta(minutes=10)
    assert is_whole(await fetching(deadline=3_000))
    assert fetching.waits == [601]
    assert _asked(github)[ONE] == 0


async def test_when_none_comes_back_in_time_the_first_end_is_told(
    pool: Access, fetching: Fetching, github: GitHub, world: World
):
    github.meters[ONE].used = github.meters[TWO].used = 5_000
    github.meters[ONE].reset_at = world.now + timedelta(minutes=50)
    github.meters[TWO].reset_at = world.now + timedelta(minutes=10)
    with pytest.raises(RateLimited) as raised:
        await fetching(deadline=300)
    assert raised.value.until == world.now + timedelta(minutes=10, seconds=1)
    assert "for each of 2 tokens until 2026-03-04 01:10:01 UTC" in str(raised.value)
    assert fetching.waits == []


async def test_a_secondary_limit_rests_one_token_alone(pool: Access, fetching: Fetching, github: GitHub):
    github.fail(secondary_limit(429, retry_after=90), when=lambda call: call.account == ONE)
    assert is_whole(await fetching())
    assert (_asked(github)[ONE], fetching.waits) == (0, [])
    assert sum(_asked(github, good=False).values()) - sum(_asked(github).values()) <= 4


async def test_a_token_that_is_refused_is_told_and_left_out(pool: Access, fetching: Fetching, github: GitHub):
    github.others = set()
    assert is_whole(await fetching())
    assert set(_asked(github)) == {ONE}
    [warning] = fetching.told.warnings
    assert warning.startswith("VLLM_DIGEST_GITHUB_TOKENS, token 2: GitHub refused it (401)")
    assert TWO not in warning


async def test_when_all_are_refused_the_last_is_named(pool: Access, fetching: Fetching, github: GitHub):
    github.token, github.others = "another", set()
    with pytest.raises(Unauthorized, match=r"^VLLM_DIGEST_GITHUB_TOKENS, token [12]: GitHub refused it"):
        await fetching()


async def test_what_is_learnt_holds_for_the_next_fetch(pool: Access, fetching: Fetching, github: GitHub):
    github.meters[ONE].used = 5_000
    await fetching()
    github.calls.clear()
    await fetching(strategy="search")
    assert set(_asked(github, good=False)) == {TWO}


async def test_several_installations_and_tokens_share_the_reading(
    pool: Access, fetching: Fetching, github: GitHub, world: World
):
    app = github.apps.register("12345", pair().public)
    there = [github.apps.install(app, name) for name in ("acme", "bob")]
    identity = AppIdentity(
        identity="12345", key=SecretStr(pair().private), installations=tuple(one.id for one in there)
    )
    settings = Settings(app=identity, tokens=(SecretStr(ONE),), api_url=github.api_url)
    fetching.access = {"keys": Credentials(settings, now=lambda: world.now).reading.keys}
    github.meters[f"installation {there[0].id}"].used = 5_000
    github.meters[ONE].used = 5_000
    assert is_whole(await fetching())
    assert set(_asked(github)) == {f"installation {there[1].id}"}
    there[1].suspend(world.now)
    github.meters.clear()
    assert is_whole(await fetching(strategy="search"))
    assert any("suspended" in warning for warning in fetching.told.warnings)


async def test_an_installation_has_one_account_of_points_for_all_its_repositories(
    pool: Access, fetching: Fetching, github: GitHub, world: World
):
    app = github.apps.register("12345", pair().public)
    github.apps.install(app, "vllm-project")
    settings = Settings(app=AppIdentity(identity="12345", key=SecretStr(pair().private)), api_url=github.api_url)
    keys = Credentials(settings, now=lambda: world.now).reading.keys
    other = VLLM.model_copy(update={"name": "other"})
    world.repository(str(other))
    fetching.access = {"keys": keys}
    await fetching()
    deadline = Deadline(clock=fetching.clock)
    points = {(await keys.pool(one, deadline)).keys[0].points for one in (VLLM, other)}
    assert len(points) == 1
    github.rest.asked.clear()
    github.apps.install(app, "acme")
    for name in ("one/public", "another/public"):
        pool = await keys.pool(RepositoryName.parse(name), deadline)
        await pool.keys[0].source.token(deadline)
    assert github.rest.minted() == 1, "one token reads all that is public"
    assert points.pop().left(fetching.clock()) < 5_000


@pytest.mark.parametrize(
    ("fault", "seconds"),
    [
        (secondary_limit(403, retry_after=700), 700),
        (lambda answer, call: Answer(429, {"message": "Too many requests"}, headers={"Retry-After": "800"}), 800),
    ],
)
async def test_a_limit_past_the_deadline_carries_when_one_may_go_on(
    pool: Access, fetching: Fetching, github: GitHub, world: World, fault, seconds: int
):
    github.fail(fault)
    with pytest.raises(RateLimited) as raised:
        await fetching(deadline=600)
    assert raised.value.until == world.now + timedelta(seconds=seconds)
    assert raised.value.until.tzinfo is not None
    assert f"until {raised.value.until:%Y-%m-%d %H:%M:%S} UTC" in str(raised.value)


async def test_a_limit_that_never_lifts_carries_it_too(fetching: Fetching, github: GitHub, world: World):
    github.fail(secondary_limit(403, retry_after=5))
    with pytest.raises(RateLimited, match="goes on doing so until") as raised:
        await fetching()
    assert raised.value.until == world.now + timedelta(seconds=5)


async def test_a_limit_that_leaves_a_fetch_in_part_is_noted_with_its_end(
    pool: Access, fetching: Fetching, github: GitHub, world: World
):
    fetching.access["limits"] = limits = Limits()
    github.fail(secondary_limit(403, retry_after=700), when=operation("IssueDetails"))
    assert (await fetching(deadline=600)).degraded
    assert limits.until == world.now + timedelta(seconds=700)
