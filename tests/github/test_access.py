"""As whom, and through what, GitHub is asked."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from pydantic import SecretStr

from digest.errors import SettingsError
from digest.github.access import Access
from tests.github.conftest import WINDOW, Fetching
from tests.github_stub import World


def test_the_token_does_not_show():
    access = Access(token=SecretStr("ghp_secret"))
    assert "ghp_secret" not in f"{access!r} {access} {access.model_dump()} {access.model_dump_json()}"


@asynccontextmanager
async def _proxy(seen: list[str]) -> AsyncIterator[str]:
    """A plain HTTP proxy: notes what passes, and answers nothing of its own."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        seen.append(head)
        port = int(head.split("http://127.0.0.1:")[1].split("/")[0])
        upstream, onward = await asyncio.open_connection("127.0.0.1", port)
        length = int(head.lower().split("content-length: ")[1].split("\r\n")[0])
        body = await reader.readexactly(length)
        onward.write(head.replace("HTTP/1.1\r\n", "HTTP/1.1\r\nConnection: close\r\n", 1).encode() + body)
        writer.write(await upstream.read())
        await writer.drain()
        onward.close()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_a_proxy_named_by_the_environment_is_used(
    fetching: Fetching, world: World, monkeypatch: pytest.MonkeyPatch
):
    world.issue(1, created=WINDOW.start)
    seen: list[str] = []
    async with _proxy(seen) as address:
        monkeypatch.setenv("http_proxy", f"http://user:pass@{address}")
        monkeypatch.setenv("no_proxy", "")
        snapshot = await fetching()
    assert len(snapshot.items) == 1
    assert len(seen) == len(fetching.github.calls)
    login = base64.b64encode(b"user:pass").decode()
    assert all(f"proxy-authorization: basic {login}".lower() in head.lower() for head in seen)


async def test_no_proxy_is_heeded(fetching: Fetching, world: World, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    assert (await fetching()).items == ()


async def test_a_login_in_netrc_does_not_get_in_the_way(
    fetching: Fetching, world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login someone password else\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    assert (await fetching()).items == ()


async def test_a_bundle_of_certificates_that_is_missing_is_named(
    fetching: Fetching, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(tmp_path / "missing.pem"))
    with pytest.raises(SettingsError, match="REQUESTS_CA_BUNDLE"):
        await fetching()
