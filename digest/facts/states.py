"""An item's state at the window's end, and what happened to it after that."""

from __future__ import annotations

from datetime import date, datetime

from digest.facts import stance
from digest.facts.values import Later, State, Told
from digest.facts.voices import is_bot, said
from digest.model import Item
from digest.window import Window

_REASONS = {"NOT_PLANNED": State.NOT_PLANNED, "DUPLICATE": State.DUPLICATE, "COMPLETED": State.COMPLETED}


def state_at(item: Item, end: datetime) -> State:
    """The state just before ``end``.

    GitHub tells only the last closing and the present draft flag, so an item that was closed, reopened and is
    open now is told as open, and a draft as it is now.
    """
    if item.merged_at is not None and item.merged_at < end:
        return State.MERGED
    if item.closed_at is not None and item.closed_at < end:
        return State.CLOSED if item.is_pull else _REASONS.get(item.state_reason or "", State.CLOSED)
    return State.DRAFT if item.is_draft else State.OPEN


def ending(item: Item) -> tuple[datetime | None, str]:
    """When it ended by what is known now, and through whom where that is known."""
    if item.merged_at is not None:
        return item.merged_at, item.merged_by.login if item.merged_by else ""
    return item.closed_at, item.closing.by.login if item.closing else ""


def told(
    item: Item, window: Window, bots: tuple[str, ...] = (), seen: date | None = None, *, gone: bool = False
) -> Told:
    """``seen`` is the last day of which is known how the item stood, where that is not the window's end."""
    return Told(
        number=item.number,
        kind=item.kind,
        title=item.title,
        url=item.url,
        author=item.author.login,
        author_is_bot=is_bot(item.author, bots),
        labels=item.labels,
        state=state_at(item, window.end),
        created_at=item.created_at,
        closed_at=item.closed_at,
        merged_at=item.merged_at,
        later=later(item, window, bots),
        complete=item.complete,
        seen=seen,
        gone=gone,
    )


def later(item: Item, window: Window, bots: tuple[str, ...] = ()) -> tuple[Later, ...]:
    """What came between the window's end and the fetch: its closing, else the newest thing a person said."""
    at, by = ending(item)
    if at is not None and at >= window.end:
        return (Later(what="merged" if item.merged_at else "closed", at=at, by=by, url=item.url),)
    after = [one for one in said(item) if one.at >= window.end and not is_bot(one.author, bots)]
    if not after:
        return ()
    newest = after[-1]
    told = stance.best(newest)
    text = told.text if told else ""
    return (Later(what="commented", at=newest.at, by=newest.author.login, url=newest.url, text=text),)
