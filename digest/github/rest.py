"""GitHub's REST API, as far as an App needs it to prove itself: one request, its answer, or what broke."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aiohttp import ClientError, ClientResponse, ClientSession, ClientTimeout

from digest.github.answers import Answer
from digest.github.transport import USER_AGENT, bearer, proxy, trust
from digest.github.trouble import without_answer

HEADERS = {
    "User-Agent": USER_AGENT,
    "Accept": "application/vnd.github+json",
    "X-GitHub-Api-Version": "2022-11-28",
}
"""https://docs.github.com/en/rest/about-the-rest-api/api-versions"""


@dataclass(frozen=True)
class Rest:
    """``url`` is the API's address, without a slash at its end: on an Enterprise Server ``https://HOST/api/v3``."""

    url: str

    async def ask(
        self, method: str, path: str, token: str, seconds: float, body: Mapping[str, Any] | None = None
    ) -> Answer:
        """GitHub's answer, whatever its status; a list is its data's ``list``. Raises Again or Unreachable without one.

        A repository that was renamed is found by its old name: GitHub sends elsewhere, and that is followed.
        """
        options: dict[str, Any] = {"headers": bearer(token), "json": body, "timeout": ClientTimeout(total=seconds)}
        options |= {"ssl": await trust(self.url), "proxy": proxy(self.url)}
        try:
            # One session a request: there is a handful in an hour.
            async with (
                ClientSession(headers=HEADERS) as session,
                session.request(method, f"{self.url}{path}", **options) as response,
            ):
                return await _read(response)
        except (ClientError, TimeoutError) as error:
            raise without_answer(error, answered=False) from None


async def _read(response: ClientResponse) -> Answer:
    try:
        payload = await response.json(content_type=None)
    except ValueError:
        payload = None
    told = {"list": payload} if isinstance(payload, list) else payload if isinstance(payload, dict) else None
    return Answer(response.status, response.headers, told, message=str((told or {}).get("message", "")))
