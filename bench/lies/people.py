"""Who opened, approved, merged what, and who they work for."""

from __future__ import annotations

from bench.lies.frames import people as frames
from bench.lies.maker import Maker, person, ref
from digest.model import Item


def wrong_author(make: Maker) -> str:
    item = make.item()
    return make.frame(frames.AUTHOR, n=ref(item.number), x=person(make.stranger(item)))


def right_author(make: Maker) -> str:
    item = make.item()
    return make.frame(frames.AUTHOR, n=ref(item.number), x=person(item.author.login))


def _has(role: str, login: str, item: Item) -> bool:
    if role == "merger":
        return item.merged_by is not None and item.merged_by.login.casefold() == login
    wanted = "APPROVED" if role == "approver" else "CHANGES_REQUESTED"
    return any(review.author.login.casefold() == login and review.state == wanted for review in item.reviews)


def wrong_role(make: Maker) -> str:
    role = make.random.choice(sorted(frames.ROLE))
    item = make.item(make.world.merged if role == "merger" else [one for one in make.world.items if one.is_pull])
    others = [login for login in sorted(make.world.sources.logins) if not _has(role, login, item)]
    present = [login for login in sorted(make.world.sources.people([item.number])) if login in others]
    login = make.random.choice(present or others)
    return make.frame(frames.ROLE[role], n=ref(item.number), x=person(login))


def right_role(make: Maker) -> str:
    role = make.random.choice(("approver", "merger"))
    able = [
        item
        for item in make.world.merged
        if any(_has(role, who, item) for who in make.world.sources.people([item.number]))
    ]
    item = make.item(able)
    able_logins = [who for who in sorted(make.world.sources.people([item.number])) if _has(role, who, item)]
    return make.frame(frames.ROLE[role], n=ref(item.number), x=person(make.random.choice(able_logins)))


def employer(make: Maker) -> str:
    item = make.item()
    company = make.random.choice(
        [one for one in frames.COMPANIES if one.casefold() not in make.world.text(item.number)]
    )
    return make.frame(frames.EMPLOYER, n=ref(item.number), x=person(item.author.login), company=company)
