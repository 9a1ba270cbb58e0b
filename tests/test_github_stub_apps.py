"""The stub answers an App as GitHub does: its proof, its installations, its tokens and their end, over HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from typing import Any

import aiohttp
import jwt
import pytest

from tests.github_stub import GitHub, World
from tests.github_stub.apps import EXPIRED, ISSUED, TOO_LATE, UNDECODABLE, App
from tests.keys import pair

Ask = Callable[..., Awaitable[tuple[int, Any]]]
VIEWER = {"query": '{ viewer { login } repository(owner: "acme", name: "rocket") { visibility } }'}
READING = {"metadata": "read", "contents": "read", "issues": "read", "pull_requests": "read"}


@pytest.fixture
def app(github: GitHub, world: World) -> App:
    for name in ("acme/rocket", "acme/other", "bob/tools"):
        world.repository(name)
    return github.apps.register("12345", pair().public, "daily-digest", "Iv1.client")


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(5)) as opened:
        yield opened


@pytest.fixture
def ask(github: GitHub, session: aiohttp.ClientSession) -> Ask:
    async def send(path: str, token: str, body: Any = None) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {token}"}
        method = "GET" if body is None else "POST"
        async with session.request(method, f"{github.api_url}{path}", headers=headers, json=body) as response:
            payload = await response.json()
            return response.status, payload.get("message", payload) if isinstance(payload, dict) else payload

    return send


def proof(world: World, *, iss: str = "12345", iat: float = -60, exp: float = 540, key: int = 1, **more: Any) -> str:
    now = int(world.now.timestamp())
    return jwt.encode({"iat": now + iat, "exp": now + exp, "iss": iss} | more, pair(key).private, algorithm="RS256")


@pytest.mark.parametrize("iss", ["12345", "Iv1.client"])
async def test_an_app_is_known_by_its_id_and_by_its_client_id(app: App, world: World, ask: Ask, iss: str):
    assert await ask("/app", proof(world, iss=iss)) == (200, {"id": 12345, "slug": "daily-digest"})
    assert (await ask("/api/v3/app", proof(world, iss=iss)))[0] == 200


async def test_a_proof_is_refused_in_githubs_own_words(app: App, github: GitHub, world: World, ask: Ask):
    assert await ask("/app", "no.jwt") == (401, UNDECODABLE)
    assert await ask("/app", proof(world, key=2)) == (401, UNDECODABLE)
    assert await ask("/app", jwt.encode({"iss": "12345"}, "x" * 32, algorithm="HS256")) == (401, UNDECODABLE)
    assert await ask("/app", proof(world, iat=1)) == (401, ISSUED)
    assert await ask("/app", proof(world, exp=0)) == (401, EXPIRED)
    assert await ask("/app", proof(world, exp=601)) == (401, TOO_LATE)
    assert await ask("/app", proof(world, iss="999")) == (404, "Integration not found")
    app.public_key = None
    assert await ask("/app", proof(world)) == (401, "Integration must generate a public key")


async def test_an_installation_is_found_by_repository_owner_and_id(app: App, github: GitHub, world: World, ask: Ask):
    acme = github.apps.install(app, "acme", ["rocket"])
    bob = github.apps.install(app, "bob", organization=False)
    found = {path: await ask(path, proof(world)) for path in (
        "/repos/acme/rocket/installation", "/orgs/acme/installation", "/users/acme/installation",
        f"/app/installations/{acme.id}", "/users/bob/installation",
    )}  # fmt: skip
    assert [told["id"] for _, told in found.values()] == [acme.id] * 4 + [bob.id]
    for path in ("/repos/acme/other/installation", "/repos/acme/none/installation", "/orgs/bob/installation",
                 "/users/none/installation", "/app/installations/9"):  # fmt: skip
        assert await ask(path, proof(world)) == (404, "Not Found")
    assert [one["id"] for one in (await ask("/app/installations", proof(world)))[1]] == [acme.id, bob.id]


async def test_a_token_lasts_an_hour_by_the_worlds_clock(app: App, github: GitHub, world: World, ask: Ask):
    there = github.apps.install(app, "acme")
    status, given = await ask(f"/app/installations/{there.id}/access_tokens", proof(world), {})
    assert (status, given["permissions"]) == (201, READING)
    assert given["expires_at"] == "2026-03-05T01:00:00Z"
    seen = await ask("/graphql", given["token"], VIEWER)
    assert seen[1]["data"]["viewer"]["login"] == "daily-digest"
    world.now += timedelta(minutes=59, seconds=59)
    assert (await ask("/graphql", given["token"], VIEWER))[0] == 200
    world.now += timedelta(seconds=1)
    assert await ask("/graphql", given["token"], VIEWER) == (401, "Bad credentials")


async def test_a_token_is_narrowed_but_not_widened(app: App, github: GitHub, world: World, ask: Ask):
    world.repository("acme/rocket").is_private = True
    there = github.apps.install(app, "acme", ["rocket", "other"])
    path = f"/app/installations/{there.id}/access_tokens"
    _, given = await ask(path, proof(world), {"repositories": ["other"], "permissions": {"issues": "read"}})
    assert (await ask("/graphql", given["token"], VIEWER))[1]["data"]["repository"] is None
    for body, told in (
        ({"repositories": ["none"]}, "There is at least one repository that does not exist or is not accessible"),
        ({"permissions": {"discussions": "read"}}, "The permissions requested are not granted to this installation."),
        ({"permissions": {"issues": "write"}}, "The permissions requested are not granted to this installation."),
    ):
        status, said = await ask(path, proof(world), body)
        assert (status, said.startswith(told)) == (422, True)


async def test_a_suspended_and_a_removed_installation_answer_as_such(app: App, github: GitHub, world: World, ask: Ask):
    there = github.apps.install(app, "acme")
    path = f"/app/installations/{there.id}/access_tokens"
    _, given = await ask(path, proof(world), {})
    there.suspend(world.now)
    assert await ask(path, proof(world), {}) == (403, "This installation has been suspended")
    assert (await ask("/repos/acme/rocket/installation", proof(world)))[0] == 200
    status, said = await ask("/graphql", given["token"], VIEWER)
    assert (status, said.startswith("This installation owned by acme suspended your access at")) == (403, True)
    github.apps.remove(there)
    assert await ask(path, proof(world), {}) == (404, "Not Found")
    assert await ask("/graphql", given["token"], VIEWER) == (401, "Bad credentials")


async def test_each_account_has_its_own_points(app: App, github: GitHub, world: World, ask: Ask):
    github.others = {"ghp_one", "ghp_two"}
    github.meters["ghp_one"].limit = 1
    assert "errors" not in (await ask("/graphql", "ghp_one", VIEWER))[1]
    assert (await ask("/graphql", "ghp_one", VIEWER))[1]["errors"][0]["type"] == "RATE_LIMITED"
    assert "errors" not in (await ask("/graphql", "ghp_two", VIEWER))[1]
    there = github.apps.install(app, "acme")
    for _ in range(2):
        _, given = await ask(f"/app/installations/{there.id}/access_tokens", proof(world), {})
        await ask("/graphql", given["token"], VIEWER)
    assert github.meters[f"installation {there.id}"].used == 2
