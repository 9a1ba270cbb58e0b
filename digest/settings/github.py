"""Which GitHub a run talks to, by the variables that GitHub Actions sets, and as whom."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from pydantic import SecretStr

from digest.errors import SettingsError
from digest.github.pem import private_key
from digest.github.variables import APP_ID, INSTALLATION_ID, PRIVATE_KEY
from digest.settings.options import APP_VARIABLES, PUBLISH_TOKEN, SHARED_TOKENS, TOKEN_VARIABLES, shared_name
from digest.settings.parsing import secret, url
from digest.settings.values import AppIdentity, GitHub

_ADDRESSES = ("GITHUB_GRAPHQL_URL", "GITHUB_API_URL", "GITHUB_SERVER_URL")


def addresses(environ: Mapping[str, str]) -> GitHub:
    """Of three addresses those that are missing follow from the others. Raises SettingsError for one that is none.

    The forms: https://docs.github.com/en/enterprise-server@latest/graphql/guides/forming-calls-with-graphql
    """
    graphql, api, server = (url(environ[name], name) if environ.get(name, "").strip() else "" for name in _ADDRESSES)
    api = api or (_api_of(graphql) if graphql else "https://api.github.com")
    return GitHub(
        graphql_url=graphql or f"{api.removesuffix('/v3')}/graphql",
        api_url=api,
        server_url=server or _server_of(api),
    )


def token(environ: Mapping[str, str]) -> SecretStr | None:
    """The token, if there is one. Raises SettingsError for a text that can be none."""
    return _secret(environ, token_variable(environ))


def token_variable(environ: Mapping[str, str]) -> str:
    """The first that holds a token, else the usual one."""
    return next((name for name in TOKEN_VARIABLES if environ.get(name, "").strip()), TOKEN_VARIABLES[-1])


def publish_token(environ: Mapping[str, str]) -> SecretStr | None:
    """The token to publish with, if there is one of its own. Raises SettingsError for a text that can be none."""
    return _secret(environ, PUBLISH_TOKEN)


def tokens(environ: Mapping[str, str]) -> tuple[SecretStr, ...]:
    """The tokens that share the reading, each once. Raises SettingsError for a line that can be none."""
    lines = dict.fromkeys(line.strip() for line in environ.get(SHARED_TOKENS, "").splitlines() if line.strip())
    return tuple(secret(line, shared_name(number)) for number, line in enumerate(lines, start=1))


def app(environ: Mapping[str, str]) -> AppIdentity | None:
    """The GitHub App, if one is set. Raises SettingsError where it cannot be one, or lacks something."""
    identity, key, installations = (environ.get(name, "").strip() for name in APP_VARIABLES)
    if not (identity or key or installations):
        return None
    for name, text in zip(APP_VARIABLES, (identity, key), strict=False):
        if not text:
            beside = " and ".join(one for one in APP_VARIABLES if environ.get(one, "").strip())
            raise SettingsError(f"{name}: it is missing beside {beside}; set it too, or take them out")
    if not _APP.fullmatch(identity):
        raise SettingsError(f"{APP_ID}: this is no ID of an App; copy the App ID or client ID from its settings")
    return AppIdentity(
        identity=identity,
        key=private_key(key, PRIVATE_KEY),
        installations=tuple(dict.fromkeys(_installation(text) for text in installations.split())),
    )


READERS: Mapping[str, Callable[[Mapping[str, str]], object]] = {
    "token": token,
    "token_variable": token_variable,
    "tokens": tokens,
    "publish_token": publish_token,
    "app": app,
}
"""As whom GitHub is asked, by the fields of `GitHub`. Each raises SettingsError."""

# "12345", or a client ID: "Iv1.8a61f9b3a7aba766", "Iv23liAbc…".
_APP = re.compile(r"[0-9]{1,12}|[A-Za-z][A-Za-z0-9.]{3,60}")


def _secret(environ: Mapping[str, str], name: str) -> SecretStr | None:
    text = environ.get(name, "").strip()
    return secret(text, name) if text else None


def _installation(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise SettingsError(f"{INSTALLATION_ID}: {text[:40]!r} is no ID of an installation; write numbers, one a line")
    return int(text)


def _api_of(graphql: str) -> str:
    base = graphql.removesuffix("/graphql")
    return f"{base}/v3" if base.endswith("/api") else base


def _server_of(api: str) -> str:
    """The site beside an API: ``api.`` stands before its host, or ``/api/v3`` after it."""
    parts = urlsplit(api)
    return f"{parts.scheme}://{parts.netloc.removeprefix('api.')}"
