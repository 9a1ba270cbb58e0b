"""Which GitHub a run talks to, by the variables that GitHub Actions sets."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from pydantic import SecretStr

from digest.settings.options import PUBLISH_TOKEN, TOKEN_VARIABLES
from digest.settings.parsing import secret, url
from digest.settings.values import GitHub

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
    tokens = ((name, environ.get(name, "").strip()) for name in TOKEN_VARIABLES)
    return next((secret(text, name) for name, text in tokens if text), None)


def publish_token(environ: Mapping[str, str]) -> SecretStr | None:
    """The token to publish with, if there is one of its own. Raises SettingsError for a text that can be none."""
    text = environ.get(PUBLISH_TOKEN, "").strip()
    return secret(text, PUBLISH_TOKEN) if text else None


def _api_of(graphql: str) -> str:
    base = graphql.removesuffix("/graphql")
    return f"{base}/v3" if base.endswith("/api") else base


def _server_of(api: str) -> str:
    """The site beside an API: ``api.`` stands before its host, or ``/api/v3`` after it."""
    parts = urlsplit(api)
    return f"{parts.scheme}://{parts.netloc.removeprefix('api.')}"
