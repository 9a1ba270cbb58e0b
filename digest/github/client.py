"""One client for GitHub's GraphQL API: sends a query, waits as GitHub asks, tries again within a budget.

Nobody else in the project talks to it. A query that is too heavy is not tried again as it is: the caller asks for less.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from aiohttp import ClientResponse, ClientTimeout
from gql import GraphQLRequest
from gql.transport.aiohttp import AIOHTTPTransport
from gql.transport.exceptions import TransportError
from graphql import OperationDefinitionNode
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt

from digest.deadline import Deadline
from digest.errors import OutOfTime, Unauthorized
from digest.github.access import Access, Errand, Patience
from digest.github.answers import MINUTE, Again, Answer, Heavy, Limited, Reply, judge
from digest.github.cost import document, printed
from digest.github.kept import Replies
from digest.github.pool import Key, Pool
from digest.github.transport import bearer, connected
from digest.github.trouble import message, without_answer
from digest.model import RepositoryName, Usage
from digest.progress import Progress

LONGEST_WAIT = 30.0
"""Seconds between two tries at a server in trouble; what GitHub's limits ask for is waited in full."""

FEW = 4
"""Queries that were too heavy in a row, until the next is held back for a moment."""
LONGEST_HOLD = 10.0


@dataclass
class Bill:
    """What was spent so far."""

    usage: Usage = field(default_factory=Usage)

    def add(self, usage: Usage) -> None:
        self.usage += usage


class _Request(GraphQLRequest):
    """gql's request for a query whose text is printed once: printing it takes longer than all else that is done."""

    def __init__(self, query: str, variables: Mapping[str, Any]) -> None:
        super().__init__(document(query), variable_values=dict(variables), operation_name=_operation(query))
        self._query = query

    @property
    def payload(self) -> dict[str, Any]:
        told = {"operationName": self.operation_name, "variables": self.variable_values}
        return {"query": printed(self._query), **{key: value for key, value in told.items() if value}}


@dataclass
class Client:
    """Asks GitHub, several things at a time. Its `usage` is what all of them cost."""

    repository: RepositoryName
    access: Access
    deadline: Deadline
    progress: Progress
    patience: Patience
    transport: AIOHTTPTransport
    errand: Errand
    replies: Replies | None = None
    """Where replies are kept, for a stage that is to go on where it was cut off."""
    _slots: asyncio.Semaphore = field(init=False)
    _keeping: asyncio.Semaphore = field(init=False)
    _spent: Bill = field(init=False)
    _pool: Pool | None = field(default=None, init=False)
    _resumes: float = field(default=0.0, init=False)
    _heavies: int = field(default=0, init=False)
    _trouble: str = field(default="", init=False)

    def __post_init__(self) -> None:
        self._slots = asyncio.Semaphore(self.access.concurrency)
        self._keeping = asyncio.Semaphore(self.access.concurrency)
        self._spent = Bill()

    @classmethod
    @asynccontextmanager
    async def connect(
        cls,
        repository: RepositoryName,
        access: Access,
        deadline: Deadline,
        progress: Progress,
        patience: Patience,
        errand: Errand | None = None,
        replies: Replies | None = None,
    ) -> AsyncIterator[Client]:
        """A client whose connections are closed at the end of the block."""
        async with connected(access) as transport:
            errand = errand or Errand(subject=str(repository))
            yield cls(repository, access, deadline, progress, patience, transport, errand, replies)

    @property
    def usage(self) -> Usage:
        """Every request that was sent, tries included, and the points that GitHub told."""
        return self._spent.usage

    async def ask(self, query: str, variables: Mapping[str, Any], *, divisible: bool = False) -> Reply:
        """GitHub's reply.

        Where less could be asked for instead (``divisible``), a query that is too heavy raises Heavy at once.
        Raises a RemoteError when the retries are spent or trying again is no use.
        """
        if self.replies is None:
            return await self._insisted(query, variables, divisible, Bill())
        key = self.replies.key(query, variables)
        kept = await self.replies.find(key)
        if kept is not None:
            self._spent.add(kept.usage)
            return kept.reply
        # No more is asked than can be kept: what a process that dies has heard and not kept is lost.
        async with self._keeping:
            bill = Bill()
            reply = await self._insisted(query, variables, divisible, bill)
            await self.replies.keep(key, reply, bill.usage)
            return reply

    async def _insisted(self, query: str, variables: Mapping[str, Any], divisible: bool, bill: Bill) -> Reply:
        retrying = AsyncRetrying(
            retry=retry_if_exception_type(Again),
            stop=stop_after_attempt(self.access.retries + 1),
            wait=self._pause,
            before_sleep=self._before_sleep,
            sleep=self.patience.sleep,
            reraise=True,
        )
        try:
            return await retrying(self._once, query, variables, divisible, bill)
        except Again as spent:
            raise self.access.limits.noted(spent.final()) from None

    async def tell(self, mutation: str, variables: Mapping[str, Any]) -> Reply:
        """What GitHub answers to a change, sent once; its errors are for the caller to read.

        Raises Again where it is not known whether the change happened: look before it is sent once more. Where a limit
        holds, the next request waits for it. Raises a RemoteError when trying again is no use.
        """
        try:
            return await self._once(mutation, variables, True, Bill())
        except Limited as limited:
            self._pause_all(limited, MINUTE if limited.wait is None else limited.wait)
            raise
        except Heavy as heavy:
            raise Again(heavy.reason) from None

    async def _once(self, query: str, variables: Mapping[str, Any], divisible: bool, bill: Bill) -> Reply:
        """One attempt: by one key, and by another as long as GitHub holds back or refuses the one before it."""
        while True:
            async with self._slots:
                await self._hold()
                pool = self._pool = await self.access.keys.pool(self.repository, self.deadline)
                key = pool.pick(self.deadline.clock())
                try:
                    return self._judged(await self._asked(key, query, variables, bill), key, divisible)
                except Limited as limited:
                    self._pass_over(pool, key, limited)
                except Unauthorized as refused:
                    known = key in pool.keys
                    if not pool.goes_on_without(key):
                        raise
                    if known:
                        self.progress.warn(f"{refused}; going on without it")

    async def _asked(self, key: Key, query: str, variables: Mapping[str, Any], bill: Bill) -> Answer:
        """GitHub's answer, to a new token where the one sent is no longer good."""
        for _ in range(2):
            token = await key.source.token(self.deadline)
            answer = await self._send(query, variables, token, bill)
            at = self.deadline.clock()
            self._charge(Usage(github_points=_price(answer)), bill)
            if not key.source.refused(token, answer.status, at):
                key.points.learn(answer.headers, answer.date, at)
                return answer
        raise Again("it takes no token that it gives (401)")

    def _judged(self, answer: Answer, key: Key, divisible: bool) -> Reply:
        by = {"token": key.source.name, "sight": key.source.sight}
        try:
            reply = judge(answer, self.errand.model_copy(update=by))
        except Heavy as heavy:
            self._heavies += 1
            if divisible:
                raise
            raise Again(heavy.reason) from None
        self._heavies = 0
        return reply

    def _pass_over(self, pool: Pool, key: Key, limited: Limited) -> None:
        """Another key goes on. Raises Limited, for as long as the first of them rests, where none is free."""
        if len(pool.keys) == 1:
            raise limited
        at = self.deadline.clock()
        key.points.rest(at + (MINUTE if limited.wait is None else limited.wait))
        if held := pool.held(at):
            raise Limited(f"{limited.reason} for each of {len(pool.keys)} tokens", held, limited.now)

    async def _hold(self) -> None:
        """Nothing more is sent while GitHub asked to wait: going on would prolong the limit.

        And smaller and smaller queries that are all too heavy are no heavy queries, but a GitHub in trouble.
        """
        at = self.deadline.clock()
        held = max(self._resumes - at, self._pool.held(at) if self._pool else 0.0)
        if self._heavies > FEW:
            held = max(held, min(LONGEST_HOLD, 0.5 * 2.0 ** (self._heavies - FEW)))
        if held > 0 and self.deadline.allows(held):
            await self.patience.sleep(held)

    def _charge(self, usage: Usage, bill: Bill) -> None:
        """On the account of the whole client, and on the bill of one question."""
        self._spent.add(usage)
        bill.add(usage)

    async def _send(self, query: str, variables: Mapping[str, Any], token: str, bill: Bill) -> Answer:
        if self._trouble and self.deadline.left() <= 0:
            raise self._no_time()
        self.deadline.check("asking GitHub")
        heard = _Heard()
        request = _Request(query, variables)
        options = {
            "headers": bearer(token),
            # The one place where aiohttp shows an answer before its body is read, and only this request's.
            "raise_for_status": heard.listen,
            "timeout": ClientTimeout(total=self.deadline.limit(self.access.timeout)),
            "allow_redirects": False,
        }
        self._charge(Usage(github_requests=1), bill)
        try:
            result = await self.transport.execute(request, extra_args=options)
        except TransportError as error:
            return heard.instead_of_a_result(error.__cause__)
        # gql hands the errors over as they stood in the answer, whatever its annotation says.
        errors = tuple(error for error in cast("list[Any]", result.errors or []) if isinstance(error, dict))
        return Answer(heard.status, heard.headers, result.data, errors, heard.message)

    def _no_time(self) -> OutOfTime:
        return OutOfTime(f"GitHub: {self._trouble}, and the deadline leaves no time to try again; raise --deadline")

    def _pause(self, state: RetryCallState) -> float:
        """How long until the next try. Without word from GitHub limits are waited for a minute, then two ..."""
        again, attempt = _failure(state), state.attempt_number
        if isinstance(again, Limited):
            return again.wait if again.wait is not None else MINUTE * 2.0 ** (attempt - 1)
        return min(LONGEST_WAIT, 2.0**attempt) * self.patience.random.uniform(0.5, 1.0)

    def _before_sleep(self, state: RetryCallState) -> None:
        """Raises RateLimited or OutOfTime instead of a wait that would outlast the run."""
        again, pause = _failure(state), state.upcoming_sleep
        if isinstance(again, Limited):
            self._pause_all(again, pause)
            return
        self._trouble = again.reason
        if not self.deadline.allows(pause):
            raise self._no_time()
        self._warn(again, pause)

    def _pause_all(self, limited: Limited, pause: float) -> None:
        """No request is sent before the limit lifts. Raises RateLimited if that would outlast the run."""
        if not self.deadline.allows(pause):
            raise self.access.limits.noted(limited.too_long(pause))
        self._trouble = limited.reason
        self._resumes = max(self._resumes, self.deadline.clock() + pause)
        if self._pool:
            self._pool.rest(self._resumes)
        self._warn(limited, pause)

    def _warn(self, again: Again, pause: float) -> None:
        self.progress.warn(f"GitHub: {again.reason}; trying again in {pause:.0f} s")


@dataclass
class _Heard:
    """What one HTTP answer said beside its GraphQL result."""

    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    message: str = ""

    async def listen(self, response: ClientResponse) -> None:
        self.status, self.headers = response.status, response.headers
        if response.status >= 400:
            self.message = await message(response)

    def instead_of_a_result(self, cause: BaseException | None) -> Answer:
        """An answer that is no GraphQL may still say why. Raises Again where there was none, or a broken one."""
        if self.status and self.status != 200:
            return Answer(self.status, self.headers, message=self.message)
        raise without_answer(cause, bool(self.status))


def _failure(state: RetryCallState) -> Again:
    error = state.outcome.exception() if state.outcome else None
    assert isinstance(error, Again), "only these are tried again"
    return error


def _price(answer: Answer) -> int:
    """An Enterprise Server without limits gives no price."""
    told = (answer.data or {}).get("rateLimit") or {}
    return int(told.get("cost", 0))


def _operation(query: str) -> str | None:
    """Named in the request, so that GitHub's own logs and ours speak of the same thing."""
    first = document(query).definitions[0]
    return first.name.value if isinstance(first, OperationDefinitionNode) and first.name else None
