"""The way to GitHub: TLS, proxies and names, by the environment that every tool of a machine shares."""

from __future__ import annotations

import asyncio
import os
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from gql.transport.aiohttp import AIOHTTPTransport

from digest.errors import SettingsError
from digest.github.access import Access

USER_AGENT = "vllm-digest"
"""GitHub refuses requests without a name: https://docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api#user-agent"""


@asynccontextmanager
async def connected(access: Access) -> AsyncIterator[AIOHTTPTransport]:
    """An open transport; requests bring their own token. Raises SettingsError for certificates that cannot be read."""
    # The proxy is given outright: aiohttp's trust_env would also take a login from ~/.netrc and then refuse to send it
    # beside our own Authorization header.
    transport = AIOHTTPTransport(
        access.graphql_url,
        headers={"User-Agent": USER_AGENT},
        ssl=await trust(access.graphql_url),
        client_session_args={"proxy": proxy(access.graphql_url)},
    )
    await transport.connect()
    try:
        yield transport
    finally:
        await transport.close()


async def trust(url: str) -> ssl.SSLContext | bool:
    """Whom to trust, read in a thread since it takes a while; nothing to read where there is no TLS."""
    if urlsplit(url).scheme != "https":
        return True
    return await asyncio.to_thread(_certificates, os.environ.get("REQUESTS_CA_BUNDLE"))


def _certificates(bundle: str | None) -> ssl.SSLContext:
    """The system's authorities (OpenSSL reads SSL_CERT_FILE and SSL_CERT_DIR itself), and those of the bundle."""
    context = ssl.create_default_context()
    if bundle:
        try:
            context.load_verify_locations(**{"capath" if os.path.isdir(bundle) else "cafile": bundle})  # noqa: PTH112
        except OSError as error:
            raise SettingsError(f"REQUESTS_CA_BUNDLE: {bundle} cannot be read as certificates: {error}") from None
    return context


def bearer(token: str) -> dict[str, str]:
    """The header by which GitHub knows who asks."""
    return {"Authorization": f"Bearer {token}"}


def proxy(url: str) -> str | None:
    """The proxy that HTTPS_PROXY and NO_PROXY name for this address."""
    parts = urlsplit(url)
    if proxy_bypass(parts.hostname or ""):
        return None
    return getproxies().get(parts.scheme)
