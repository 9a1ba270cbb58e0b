"""What the report of a day left behind for roll-ups: the few fields that they read of its ``report.json``."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from digest.model import ListName, Moment


class _Loose(BaseModel):
    """Part of a ``report.json`` of any version: what is not asked for is passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class _Numbered(_Loose):
    number: int | None = None


class _Watch(_Loose):
    number: int
    waiting: tuple[_Numbered, ...] = ()


class _FollowUp(_Loose):
    number: int
    since: Moment


class _Matched(_Loose):
    number: int
    by: tuple[str, ...] = ()


class AreaRecord(_Loose):
    name: str
    matched: tuple[_Matched, ...] = ()


class _Lacking(_Loose):
    stage: str
    reason: str = ""


class _Activity(_Loose):
    median_merge_hours: float | None = None
    median_response_hours: float | None = None


class _Facts(_Loose):
    watch: tuple[_Watch, ...] = ()
    follow_ups: tuple[_FollowUp, ...] = ()
    focus: tuple[AreaRecord, ...] = ()
    activity: _Activity = _Activity()


class _Stretch(_Loose):
    start: Moment
    end: Moment
    timezone: str


class DayRecord(_Loose):
    """What a roll-up reads of a day's ``report.json``."""

    repository: str
    window: _Stretch
    as_of: Moment
    languages: tuple[str, ...] = ()
    lists: dict[ListName, tuple[int, ...]]
    counts: dict[ListName, int]
    degraded: tuple[_Lacking, ...] = ()
    facts: _Facts = _Facts()

    @property
    def is_consistent(self) -> bool:
        """Whether its counts are the lengths of its lists."""
        return self.counts == {name: len(self.lists.get(name, ())) for name in ListName}
