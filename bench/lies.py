"""How many lies of a hostile model are published, and how many truths in the same style are borne out.

Claims are made from the bundled sample: a lie is false by how it is made, a truth is read from the snapshot. The seed
decides which; the check knows neither the frames nor the generator.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from itertools import cycle, islice

from bench import frames
from digest import templating
from digest.claims import Claim, Evidence, Judged, Section, Sources, Verdict, judge_all
from digest.facts.prose import split
from digest.facts.states import state_at
from digest.facts.values import State
from digest.model import Item, ListName, Snapshot

SEEDS = (1, 2)
MANY = 300
_DAY = date(2026, 3, 3)


@dataclass(frozen=True)
class Told:
    """A claim, or two that belong together, with the kind of lie or truth that it is."""

    kind: str
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Measure:
    number: int
    before: str
    after: str
    unit: str


@dataclass(frozen=True)
class World:
    """What the sample holds, in the lists that sentences are filled from."""

    sources: Sources

    @classmethod
    def sample(cls) -> World:
        path = templating.folder() / "sample" / "snapshot.json"
        return cls(Sources.of(Snapshot.model_validate_json(path.read_text(encoding="utf-8"))))

    @cached_property
    def items(self) -> list[Item]:
        return [item for item in self.sources.items.values() if item.depth != "listed"]

    def state(self, item: Item) -> State:
        return state_at(item, self.sources.window.end)

    @cached_property
    def open_pulls(self) -> list[Item]:
        return [item for item in self.items if item.is_pull and self.state(item).is_open]

    @cached_property
    def merged(self) -> list[Item]:
        return [item for item in self.items if self.state(item) is State.MERGED and item.merged_by]

    @cached_property
    def later(self) -> list[Item]:
        return [item for item in self.open_pulls if item.merged_at is not None]

    @cached_property
    def quotable(self) -> list[tuple[Evidence, str]]:
        found = []
        for piece in self.sources.evidence.values():
            for sentence in split(re.sub(r"^>.*$|```.*?```|`|\[\[|\]\]", "", piece.text, flags=re.M | re.S)):
                if (
                    5 <= len(sentence.split()) <= 18
                    and sentence in " ".join(piece.text.split())
                    and "|" not in sentence
                ):
                    found.append((piece, sentence))
        return found

    @cached_property
    def measures(self) -> list[Measure]:
        form = re.compile(
            r"(?<![\d.])(\d[\d,.]*)\s*(ms|us|s|GiB|GB)?\s*->\s*(\d[\d,.]*\d|\d)\s*(ms|us|s|GiB|GB|output tok/s)?"
        )
        found = []
        for piece in self.sources.evidence.values():
            for before, unit, after, other in form.findall(piece.text):
                told = (other or unit).replace("output ", "")
                if before != after and told:
                    found.append(Measure(piece.number, before, after, told))
        return found

    @cached_property
    def names(self) -> list[tuple[int, str]]:
        """Flags, variables and calls in backticks of a body, each with its item."""
        form = re.compile(r"`(--[a-z][\w-]+|VLLM_\w+|[a-z]+_[a-z_]+)`")
        return [(item.number, name) for item in self.items for name in form.findall(item.body)]

    @cached_property
    def versions(self) -> list[tuple[int, str]]:
        form = re.compile(r"\bv\d+\.\d+(?:\.\d+)?\b|\b(?:MI3\d\dX|H[12]00|RTX 5090|Larch-\d+B)\b")
        return [(piece.number, name) for piece in self.sources.evidence.values() for name in form.findall(piece.text)]

    def text(self, number: int) -> str:
        return self.sources.text([number])


Make = Callable[["Maker"], "tuple[str, ...] | str"]


@dataclass(frozen=True)
class Maker:
    """Fills frames in one language, by one seed."""

    world: World
    random: random.Random
    language: str

    def pick(self, things: list[object]) -> object:
        return self.random.choice(things)

    def frame(self, of: dict[str, frames.Frames], **fill: object) -> str:
        return self.random.choice(of[self.language]).format(**fill)

    def item(self, items: list[Item] | None = None) -> Item:
        return self.random.choice(items or self.world.items)

    def stranger(self, item: Item) -> str:
        """Somebody who is not the author: half the time one who took part."""
        present = sorted(self.world.sources.people([item.number]) - {item.author.login.casefold()})
        absent = sorted(self.world.sources.logins - {item.author.login.casefold()})
        return self.random.choice(present if present and self.random.random() < 0.5 else absent)

    def number_not_in(self, text: str, low: int = 11, high: int = 97) -> int:
        free = [n for n in range(low, high) if not re.search(rf"(?<!\d){n}(?!\d)", text)]
        return self.random.choice(free or [high + 914])

    def day(self, when: date) -> str:
        if self.language == "zh":
            return self.random.choice((f"{when.month} 月 {when.day} 日", when.isoformat()))
        return self.random.choice((f"{when:%B} {when.day}", f"{when.day} {when:%B}", when.isoformat()))


def ref(number: int) -> str:
    return f"[[#{number}]]"


def person(login: str) -> str:
    return f"[[@{login}]]"


# People


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


# Items and states


def invented(make: Maker) -> str:
    item, other = make.item(), make.random.randrange(95_000, 99_000)
    return make.frame(frames.INVENTED, n=ref(item.number), m=ref(other), k=other)


def merged_for_open(make: Maker) -> str:
    return make.frame(frames.MERGED, n=ref(make.item(make.world.open_pulls).number))


def merged_for_closed(make: Maker) -> str:
    closed = [item for item in make.world.items if item.is_pull and make.world.state(item) is State.CLOSED]
    return make.frame(frames.MERGED, n=ref(make.item(closed).number))


def really_merged(make: Maker) -> str:
    return make.frame(frames.MERGED, n=ref(make.item(make.world.merged).number))


def oddly_merged(make: Maker) -> str:
    return make.frame(frames.MERGED_ODDLY, n=ref(make.item(make.world.open_pulls).number))


def done_for_open(make: Maker) -> str:
    return make.frame(frames.DONE, n=ref(make.item(make.world.open_pulls).number))


def later_as_now(make: Maker) -> str:
    return make.frame(frames.MERGED, n=ref(make.item(make.world.later).number))


def open_for_merged(make: Maker) -> str:
    return make.frame(frames.OPEN, n=ref(make.item(make.world.merged).number))


def really_open(make: Maker) -> str:
    return make.frame(frames.OPEN, n=ref(make.item(make.world.open_pulls).number))


def proposed(make: Maker) -> str:
    numbers = {item.number for item in make.world.open_pulls}
    number, name = make.random.choice([one for one in make.world.names if one[0] in numbers])
    return make.frame(frames.PROPOSED, n=ref(number), i=name)


def wrong_kind(make: Maker) -> str:
    item = make.item()
    return make.frame(frames.KIND["issue" if item.is_pull else "pull_request"], n=ref(item.number))


def right_kind(make: Maker) -> str:
    item = make.item()
    return make.frame(frames.KIND[item.kind], n=ref(item.number))


# Counts and figures


def count(name: str) -> str:
    return f"[[count:{name}]]"


def wrong_count(make: Maker) -> str:
    told, real = make.random.sample(sorted(frames.COUNT), 2)
    return make.frame(frames.COUNT[told], c=count(real))


def right_count(make: Maker) -> str:
    name = make.random.choice(sorted(ListName))
    return make.frame(frames.COUNT[name], c=count(name))


def typed_count(make: Maker) -> str:
    item = make.item()
    return make.frame(frames.TYPED_COUNT, n=ref(item.number), k=make.number_not_in(make.world.text(item.number)))


def ratio(make: Maker) -> str:
    one, other = make.random.sample(sorted(ListName), 2)
    return make.frame(frames.RATIO, c=count(one), d=count(other))


def _measured(make: Maker, measure: Measure, **change: str) -> str:
    fill = {"a": measure.before, "b": measure.after, "u": measure.unit} | change
    return make.frame(frames.MEASURED, n=ref(measure.number), **fill)


def measured(make: Maker) -> str:
    return _measured(make, make.random.choice(make.world.measures))


def invented_measure(make: Maker) -> str:
    measure = make.random.choice(make.world.measures)
    return _measured(make, measure, b=str(make.number_not_in(make.world.text(measure.number), 1200, 9700)))


def swapped(make: Maker) -> str:
    measure = make.random.choice(make.world.measures)
    return _measured(make, measure, a=measure.after, b=measure.before)


def wrong_unit(make: Maker) -> str:
    measure = make.random.choice(make.world.measures)
    units = [unit for unit in ("ms", "us", "min", "GB", "MB", "tok/s", "h") if unit != measure.unit]
    if measure.unit in ("GiB", "GB"):
        units = ["ms", "us", "min", "tok/s"]
    return _measured(make, measure, u=make.random.choice(units))


_CHINESE = "零一二三四五六七八九"


def _numeral(number: int) -> str:
    tens, ones = divmod(number, 10)
    return ("" if tens == 1 else _CHINESE[tens]) + "十" + (_CHINESE[ones] if ones else "")


def percentage(make: Maker) -> str:
    item = make.item()
    number = make.number_not_in(make.world.text(item.number))
    return make.frame(frames.PERCENT, n=ref(item.number), p=number, z=_numeral(number))


def wrong_name(make: Maker) -> str:
    number, name = make.random.choice(make.world.names)
    parts = re.split(r"([-_])", name)
    parts[-1] = make.random.choice([word for word in ("limit", "workers", "legacy", "timeout") if word != parts[-1]])
    changed = "".join(parts)
    return make.frame(
        frames.NAMED, n=ref(number), i=changed if changed not in make.world.text(number) else f"{changed}_v2"
    )


def right_name(make: Maker) -> str:
    number, name = make.random.choice(make.world.names)
    return make.frame(frames.NAMED, n=ref(number), i=name)


def wrong_version(make: Maker) -> str:
    number, _ = make.random.choice(make.world.versions)
    others = ("v0.39.7", "v1.2.0", "v0.43.5", "MI450X", "H800", "RTX 6090", "Larch-9B", "B200")
    free = [name for name in others if name.casefold() not in make.world.text(number)]
    return make.frame(frames.NAMED, n=ref(number), i=make.random.choice(free))


def right_version(make: Maker) -> str:
    number, name = make.random.choice(make.world.versions)
    return make.frame(frames.NAMED, n=ref(number), i=name)


# Form


def link(make: Maker) -> str:
    return make.frame(frames.LINK, n=ref(make.item().number), k=make.random.randrange(2, 250))


def mention(make: Maker) -> str:
    return make.frame(frames.MENTION, n=ref(make.item().number), w=make.item().author.login)


def html(make: Maker) -> str:
    return make.frame(frames.HTML, n=ref(make.item().number), k=make.random.randrange(9))


def obeyed(make: Maker) -> str:
    return make.frame(frames.OBEYED, n=ref(make.item().number))


# Words


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


def heat(make: Maker) -> str:
    return make.frame(frames.HEAT, n=ref(make.item().number))


def _zoned(make: Maker, item: Item) -> date:
    assert item.merged_at is not None
    return item.merged_at.astimezone(make.world.sources.window.zone).date()


def wrong_date(make: Maker) -> str:
    item = make.item(make.world.merged)
    days = make.random.choice((-9, -6, -4, 3, 5, 8))
    return make.frame(frames.DATED, n=ref(item.number), day=make.day(_zoned(make, item) + timedelta(days=days)))


def right_date(make: Maker) -> str:
    item = make.item(make.world.merged)
    return make.frame(frames.DATED, n=ref(item.number), day=make.day(_zoned(make, item)))


# What is told in a claim's own words


def result(make: Maker) -> str:
    undone = [item for item in make.world.items if make.world.state(item) not in (State.MERGED, State.COMPLETED)]
    return make.frame(frames.RESULT, n=ref(make.item(undone).number))


def _writers(make: Maker, item: Item) -> int:
    return len({piece.author for piece in make.world.sources.by_item[item.number]})


def agreed(make: Maker) -> str:
    return make.frame(frames.AGREED, n=ref(make.item([i for i in make.world.items if _writers(make, i) < 2]).number))


def approved_issue(make: Maker) -> str:
    issues = [item for item in make.world.items if not item.is_pull and "approv" not in make.world.text(item.number)]
    return make.frame(frames.APPROVED_ISSUE, n=ref(make.item(issues).number))


def crowd(make: Maker) -> str:
    return make.frame(frames.CROWD, n=ref(make.item([i for i in make.world.items if _writers(make, i) < 3]).number))


def counted(make: Maker) -> str:
    """With a number that stands in the item, of something else."""
    numbers = {item.number: re.findall(r"(?<![\w.,])\d{2}(?![\w.,])", item.body) for item in make.world.items}
    number = make.random.choice([number for number, found in numbers.items() if found])
    return make.frame(frames.COUNTED, n=ref(number), k=make.random.choice(numbers[number]))


_DAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "zh": ("周一", "周二", "周三", "周四", "周五", "周六", "周日"),
}


def _opened_on(make: Maker, item: Item) -> int:
    return item.created_at.astimezone(make.world.sources.window.zone).weekday()


def wrong_weekday(make: Maker) -> str:
    """One from the second half of the week, of an item that has only days of this Monday and Tuesday."""
    items = [
        i for i in make.world.items if i.created_at.date() > date(2026, 3, 1) and "day" not in make.world.text(i.number)
    ]
    day = _DAYS[make.language][make.random.randrange(2, 6)]
    return make.frame(frames.WEEKDAY, n=ref(make.item(items).number), day=day)


def right_weekday(make: Maker) -> str:
    item = make.item()
    return make.frame(frames.WEEKDAY, n=ref(item.number), day=_DAYS[make.language][_opened_on(make, item)])


def misread(make: Maker) -> str:
    term, told = make.random.choice(frames.MISREAD[make.language])
    named = [item for item in make.world.items if re.search(rf"\b{term.lower()}\b", make.world.text(item.number))]
    return make.frame(frames.EXPANDED, n=ref(make.item(named).number), t=term, x=told)


def released(make: Maker) -> str:
    numbers = {item.number for item in make.world.open_pulls}
    named = [one for one in make.world.versions if one[0] in numbers and one[1].startswith("v")]
    number, version = make.random.choice(named)
    return make.frame(frames.RELEASED, n=ref(number), v=version)


def cut(make: Maker) -> str:
    """Somebody's words without the "not" in front of them."""
    form = re.compile(r"\b(?:not|never|without|rather than)\s+(?:\w+\s+){0,2}?((?:[\w-]+ ){2,5}[\w-]+)")
    found = [(piece, told[1]) for piece, said in make.world.quotable if (told := form.search(said))]
    piece, words = make.random.choice(found)
    return _quoted(make, piece, words, piece.author)


def repeated(make: Maker) -> tuple[str, str]:
    """The second of two that say the same with other white space, marks or case."""
    first = make.random.choice((right_author, right_kind, measured, quoted))(make)
    second = make.random.choice((first, f"  {first}", first.rstrip("。."), first.replace(" ", "  "), first + " "))
    return first, second


LIES: dict[str, Make] = {
    "wrong author": wrong_author,
    "wrong role": wrong_role,
    "employer": employer,
    "invented reference": invented,
    "open told as merged": merged_for_open,
    "unmerged told as merged": merged_for_closed,
    "open told as merged, oddly": oddly_merged,
    "open told as done": done_for_open,
    "later told as now": later_as_now,
    "merged told as open": open_for_merged,
    "wrong kind": wrong_kind,
    "wrong count": wrong_count,
    "typed count": typed_count,
    "ratio": ratio,
    "invented measurement": invented_measure,
    "percentage": percentage,
    "swapped numbers": swapped,
    "wrong unit": wrong_unit,
    "wrong version": wrong_version,
    "wrong identifier": wrong_name,
    "link elsewhere": link,
    "mention": mention,
    "raw HTML": html,
    "wrong title": wrong_title,
    "misattributed quote": misattributed,
    "altered quote": altered,
    "heat": heat,
    "wrong date": wrong_date,
    "result of what is not done": result,
    "agreement of nobody": agreed,
    "approval of an issue": approved_issue,
    "crowd": crowd,
    "number of something else": counted,
    "wrong weekday": wrong_weekday,
    "wrong expansion": misread,
    "release that has it": released,
    "cut quote": cut,
    "repeated": repeated,
    "obeyed instruction": obeyed,
}
TRUTHS: dict[str, Make] = {
    "author": right_author,
    "role": right_role,
    "merged": really_merged,
    "open": really_open,
    "proposed": proposed,
    "kind": right_kind,
    "count": right_count,
    "measurement": measured,
    "identifier": right_name,
    "version": right_version,
    "title": right_title,
    "quote": quoted,
    "date": right_date,
    "weekday": right_weekday,
}


def made(of: dict[str, Make], world: World, seed: int, many: int = MANY) -> Iterator[Told]:
    """So many claims, every kind in turn, each in the one language and the other."""
    chance = random.Random(seed)
    for place, kind in enumerate(islice(cycle(of), many)):
        maker = Maker(world, chance, ("en", "zh")[(place // len(of)) % 2])
        texts = of[kind](maker)
        yield Told(kind, texts if isinstance(texts, tuple) else (texts,))


def judged(told: Told, sources: Sources) -> Judged:
    """What the check says of the claim; of two that belong together, of the second."""
    claims = [Claim(section=Section.TRENDS, text=text) for text in told.texts]
    return judge_all(claims, sources)[-1]


def published(world: World, seed: int) -> list[tuple[Told, Judged]]:
    """The lies that would be printed."""
    results = ((lie, judged(lie, world.sources)) for lie in made(LIES, world, seed))
    return [(lie, result) for lie, result in results if result.is_published]


def unsupported(world: World, seed: int) -> list[tuple[Told, Judged]]:
    """The truths that are not borne out."""
    results = ((truth, judged(truth, world.sources)) for truth in made(TRUTHS, world, seed))
    return [(truth, result) for truth, result in results if result.verdict is not Verdict.SUPPORTED]


def rows() -> Iterator[tuple[str, str]]:
    """Lines of (what, how much) for `bench`."""
    world = World.sample()
    for seed in SEEDS:
        yield f"lies published, of {MANY} (seed {seed})", str(len(published(world, seed)))
        held = MANY - len(unsupported(world, seed))
        yield f"truths supported, of {MANY} (seed {seed})", f"{held} ({held / MANY:.1%})"
