"""Replies that are kept while a stage is under way, so that one which was cut off asks for nothing twice.

For what stands still while it is read: details of items, and searches of old windows. A walk is over a list that
moves, and begins anew.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from pydantic import ValidationError

from digest.github.answers import Reply
from digest.model import Usage, Value
from digest.state import Store

FRESH = timedelta(hours=6)
"""How long a reply may stand for GitHub's: the parts of one snapshot are to be of about one moment."""


class Kept(Value):
    """A reply, and what it had cost. ``at`` is when it was kept, by the clock of the run."""

    data: dict[str, Any]
    errors: tuple[dict[str, Any], ...] = ()
    date: datetime | None = None
    usage: Usage = Usage()
    at: datetime

    @property
    def reply(self) -> Reply:
        return Reply(self.data, self.errors, self.date)


@dataclass(frozen=True)
class Replies:
    """The replies of one stage, below ``folder``. ``now`` is when the run began.

    A question that is put twice in one stage has two replies: who asks again wants to know what is there now.
    """

    store: Store
    folder: str
    stage: str
    now: datetime
    _asked: Counter[str] = field(default_factory=Counter, repr=False)

    def key(self, query: str, variables: Mapping[str, Any]) -> str:
        """Where the reply to this question is kept; the next time that it is put, another place."""
        question = json.dumps([self.stage, query, dict(variables)], sort_keys=True, ensure_ascii=False)
        self._asked[question] += 1
        told = hashlib.sha256(f"{self._asked[question]}\n{question}".encode()).hexdigest()
        return f"{self.folder}/{told[:32]}.json"

    async def find(self, key: str) -> Kept | None:
        """The reply, if there is one that is fresh."""
        data = await asyncio.to_thread(self.store.read, key)
        try:
            kept = None if data is None else Kept.model_validate_json(data)
        except ValidationError:
            return None
        return kept if kept is not None and kept.at > self.now - FRESH else None

    async def keep(self, key: str, reply: Reply, usage: Usage) -> None:
        kept = Kept(
            data=dict(reply.data), errors=tuple(map(dict, reply.errors)), date=reply.date, usage=usage, at=self.now
        )
        await asyncio.to_thread(self.store.write, key, kept.model_dump_json().encode())
