"""Titles, quotes, terms, and what no sentence may hold."""

from __future__ import annotations

import re

from bench.lies.frames import words as frames
from bench.lies.maker import Maker, person, ref
from digest.claims import Evidence
from digest.model import Item


def link(make: Maker) -> str:
    return make.frame(frames.LINK, n=ref(make.item().number), k=make.random.randrange(2, 250))


def mention(make: Maker) -> str:
    return make.frame(frames.MENTION, n=ref(make.item().number), w=make.item().author.login)


def html(make: Maker) -> str:
    return make.frame(frames.HTML, n=ref(make.item().number), k=make.random.randrange(9))


def obeyed(make: Maker) -> str:
    return make.frame(frames.OBEYED, n=ref(make.item().number))


def _titles(make: Maker) -> list[Item]:
    return [
        item
        for item in make.world.items
        if len(item.title.split()) > 4 and not re.search(r"[<>\[\]|&\"“”「」#@:{}/]", item.title)
    ]


def wrong_title(make: Maker) -> str:
    item, other = make.random.sample(_titles(make), 2)
    if item.title == other.title:
        return wrong_title(make)
    return make.frame(frames.TITLED, n=ref(item.number), t=other.title)


def right_title(make: Maker) -> str:
    item = make.item(_titles(make))
    return make.frame(frames.TITLED, n=ref(item.number), t=item.title)


def _quoted(make: Maker, piece: Evidence, words: str, login: str) -> str:
    return make.frame(frames.QUOTED, n=ref(piece.number), x=person(login), q=f"[[quote:{piece.id}|{words}]]")


def quoted(make: Maker) -> str:
    piece, words = make.random.choice(make.world.quotable)
    return _quoted(make, piece, words, piece.author)


def misattributed(make: Maker) -> str:
    """Somebody else of the same thread, where there is one."""
    piece, words = make.random.choice(make.world.quotable)
    others = sorted(make.world.sources.people([piece.number]) - {piece.author.casefold()})
    return _quoted(
        make, piece, words, make.random.choice(others or sorted(make.world.sources.logins - {piece.author.casefold()}))
    )


def altered(make: Maker) -> str:
    piece, words = make.random.choice(make.world.quotable)
    told = words.split()
    place = make.random.randrange(1, len(told))
    told[place] = make.random.choice([word for word in ("never", "always", "wrongly", "42") if word != told[place]])
    return _quoted(make, piece, " ".join(told), piece.author)


def cut(make: Maker) -> str:
    """Somebody's words without the "not" in front of them."""
    form = re.compile(r"\b(?:not|never|without|rather than)\s+(?:\w+\s+){0,2}?((?:[\w-]+ ){2,5}[\w-]+)")
    found = [(piece, told[1]) for piece, said in make.world.quotable if (told := form.search(said))]
    piece, words = make.random.choice(found)
    return _quoted(make, piece, words, piece.author)


def heat(make: Maker) -> str:
    return make.frame(frames.HEAT, n=ref(make.item().number))


def agreed(make: Maker) -> str:
    return make.frame(
        frames.AGREED, n=ref(make.item([i for i in make.world.items if make.world.writers(i) < 2]).number)
    )


def misread(make: Maker) -> str:
    term, told = make.random.choice(frames.MISREAD[make.language])
    named = [item for item in make.world.items if re.search(rf"\b{term.lower()}\b", make.world.text(item.number))]
    return make.frame(frames.EXPANDED, n=ref(make.item(named).number), t=term, x=told)
