"""Between HTTP and the stub: requests in, answers out, also those that break off."""

from __future__ import annotations

import json
from datetime import datetime

from aiohttp import web

from tests.github_stub.accounting import Call
from tests.github_stub.faults import Answer


def read_call(body: bytes, headers: dict[str, str], number: int, at: datetime) -> Call:
    """Raises ValueError for a body that is no GraphQL request."""
    payload = json.loads(body)
    if not isinstance(payload, dict) or not isinstance(payload.get("query"), str):
        raise ValueError("no query")
    headers.pop("Authorization", None)
    return Call(
        number=number,
        at=at,
        query=payload["query"],
        operation=payload.get("operationName"),
        variables=payload.get("variables") or {},
        headers=headers,
    )


def read_token(request: web.Request) -> str | None:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() in ("bearer", "token") and token else None


async def send(request: web.Request, answer: Answer, headers: dict[str, str]) -> web.StreamResponse:
    text = json.dumps(answer.payload, ensure_ascii=False) if answer.text is None else answer.text
    body = text.encode()
    if answer.cut_after is not None:
        return await _send_part(request, answer, headers, body)
    response = web.Response(status=answer.status, body=body, headers=headers)
    response.enable_compression()
    return response


async def _send_part(request: web.Request, answer: Answer, headers: dict[str, str], body: bytes) -> web.StreamResponse:
    """Promises the whole body and sends a part of it."""
    response = web.StreamResponse(status=answer.status, headers=headers)
    response.content_length = max(len(body), (answer.cut_after or 0) + 1)
    await response.prepare(request)
    await response.write(body[: answer.cut_after])
    return closed(request, response)


def closed(request: web.Request, response: web.StreamResponse) -> web.StreamResponse:
    if request.transport is not None:
        request.transport.close()
    return response
