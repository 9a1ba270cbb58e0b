"""What days will cost, before they are asked for: by what GitHub counts in them, and by what such days have cost.

The figures are those of ``make bench``: they are averages, said with "about". What a run may not pass are the limits of
the writing (`digest.writing.limits`) and ``--max-cost``.
"""

from __future__ import annotations

from dataclasses import dataclass

from digest.deadline import Deadline
from digest.github.access import Patience
from digest.github.client import Client
from digest.github.counting import count
from digest.github.listing import place
from digest.github.ranges import of_list
from digest.llm.price import known
from digest.model import ListName, Usage, Value
from digest.progress import Progress
from digest.settings.credentials import Credentials
from digest.settings.values import Settings
from digest.state import Checkpoints, store
from digest.window import Window


@dataclass(frozen=True)
class Rate:
    """What a day costs: something whatever happened in it, and something for each line of its lists, to a limit."""

    day: float
    line: float
    most: float

    def of(self, lines: float) -> float:
        return min(self.most, self.day + self.line * lines)


REQUESTS = Rate(5, 0.072, 1_000)
POINTS = Rate(7, 0.18, 5_000)
CALLS = Rate(4, 0.06, 25)
PROMPT = Rate(8_000, 290, 70_000)
COMPLETION = Rate(1_500, 50, 12_000)
TRANSLATION = 0.5
"""What a further language takes, of what the first one does."""


class Lines(Value):
    """How many lines the five lists of a span have, by GitHub's own counts."""

    count: int


async def estimate(
    settings: Settings,
    span: tuple[Window, ...],
    days: int,
    deadline: Deadline,
    progress: Progress,
    credentials: Credentials,
) -> Usage:
    """Of so many of the days of ``span``, for one repository. Raises RemoteError where GitHub cannot be asked.

    What GitHub counts in the span is kept in the state: who goes on does not ask for it again.
    """
    if not days:
        return Usage()
    whole = Window(start=span[0].start, end=span[-1].end, timezone=settings.timezone)
    kept = Checkpoints(store(settings.state), settings.repository, whole)

    async def make() -> Lines:
        return await _lines(settings, whole, deadline, progress, credentials)

    lines = await kept.once("lines", settings.github.graphql_url, Lines, make)
    return await of_lines(settings, days, round(lines.count * days / len(span)))


async def of_lines(settings: Settings, days: int, lines: int) -> Usage:
    """Of so many days with so many lines of lists in all."""
    a_day = lines / days
    github = Usage(github_requests=round(days * REQUESTS.of(a_day)), github_points=round(days * POINTS.of(a_day)))
    if not settings.uses_model:
        return github
    times = days * (1 + (len(settings.languages) - 1) * TRANSLATION)
    calls, prompt, completion = (round(times * rate.of(a_day)) for rate in (CALLS, PROMPT, COMPLETION))
    cost = (await known(settings.models[0])).cost(prompt, completion)
    return github + Usage(llm_calls=calls, prompt_tokens=prompt, completion_tokens=completion, cost_usd=cost)


async def _lines(
    settings: Settings, whole: Window, deadline: Deadline, progress: Progress, credentials: Credentials
) -> Lines:
    """In two requests."""
    settings.github.required_token()
    where = credentials.reading
    async with Client.connect(settings.repository, where, deadline, progress, Patience()) as client:
        name = (await place(client, whole)).name
        counts = await count(client, [of_list(one, name, whole) for one in ListName])
    return Lines(count=sum(counts))
