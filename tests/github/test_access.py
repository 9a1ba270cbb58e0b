"""As whom, and through what, GitHub is asked."""

from __future__ import annotations

import asyncio
import base64
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from pydantic import SecretStr

from digest.errors import SettingsError, Unreachable
from digest.github.access import Access
from digest.github.keys import single
from tests.github.conftest import WINDOW, Fetching
from tests.github_stub import World


def test_the_token_does_not_show():
    keys = single(SecretStr("ghp_secret"))
    assert "ghp_secret" not in f"{Access(keys)!r} {keys!r} {keys.keys[0]!r} {keys.keys[0].source!r}"


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
    fetching.access = {"graphql_url": "https://127.0.0.1:9/graphql"}
    with pytest.raises(SettingsError, match="REQUESTS_CA_BUNDLE"):
        await fetching()


def _self_signed(folder: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 that no authority knows, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a private GitHub")])
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    now = datetime.now(UTC)
    builder = builder.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    alternative = x509.SubjectAlternativeName([x509.IPAddress(IPv4Address("127.0.0.1"))])
    certificate = builder.add_extension(alternative, critical=False).sign(key, hashes.SHA256())
    paths = folder / "certificate.pem", folder / "key.pem"
    paths[0].write_bytes(certificate.public_bytes(Encoding.PEM))
    paths[1].write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return paths


@asynccontextmanager
async def _tls(port: int, certificate: Path, key: Path) -> AsyncIterator[str]:
    """TLS in front of the stub."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        upstream, onward = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pump(reader, onward), pump(upstream, writer))

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    try:
        yield f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}/api/graphql"
    finally:
        server.close()


@pytest.mark.parametrize("variable", ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"])
async def test_a_private_authority_named_by_the_environment_is_trusted(
    fetching: Fetching, world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, variable: str
):
    world.issue(1, created=WINDOW.start)
    certificate, key = _self_signed(tmp_path)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.setenv(variable, str(certificate))
    async with _tls(fetching.github.port, certificate, key) as url:
        fetching.access = {"graphql_url": url}
        assert len((await fetching()).items) == 1


async def test_an_unknown_authority_is_refused_at_once(
    fetching: Fetching, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    certificate, key = _self_signed(tmp_path)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    async with _tls(fetching.github.port, certificate, key) as url:
        fetching.access = {"graphql_url": url}
        with pytest.raises(Unreachable, match="SSL_CERT_FILE"):
            await fetching()
    assert fetching.waits == []
