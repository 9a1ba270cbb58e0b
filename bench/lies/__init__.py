"""How many lies of a hostile model are published, and how many truths in the same style are borne out.

Claims are made from the bundled sample: a lie is false by how it is made, a truth is read from the snapshot. The seed
decides which; the check knows neither the frames nor the generator.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice

from bench.lies import figures, items, people, words
from bench.lies.maker import Make, Maker
from bench.lies.world import World
from digest.claims import Claim, Judged, Section, Sources, Verdict, judge_all

SEEDS = (1, 2)
MANY = 300


@dataclass(frozen=True)
class Told:
    """A claim, or two that belong together, with the kind of lie or truth that it is."""

    kind: str
    texts: tuple[str, ...]


def repeated(make: Maker) -> tuple[str, str]:
    """The second of two that say the same with other white space, marks or case."""
    first = make.random.choice((people.right_author, items.right_kind, figures.measured, words.quoted))(make)
    second = make.random.choice((first, f"  {first}", first.rstrip("。."), first.replace(" ", "  "), first + " "))
    return first, second


LIES: dict[str, Make] = {
    "wrong author": people.wrong_author,
    "wrong role": people.wrong_role,
    "employer": people.employer,
    "invented reference": items.invented,
    "open told as merged": items.merged_for_open,
    "unmerged told as merged": items.merged_for_closed,
    "open told as merged, oddly": items.oddly_merged,
    "open told as done": items.done_for_open,
    "later told as now": items.later_as_now,
    "merged told as open": items.open_for_merged,
    "wrong kind": items.wrong_kind,
    "wrong count": figures.wrong_count,
    "typed count": figures.typed_count,
    "ratio": figures.ratio,
    "invented measurement": figures.invented_measure,
    "percentage": figures.percentage,
    "swapped numbers": figures.swapped,
    "wrong unit": figures.wrong_unit,
    "wrong version": figures.wrong_version,
    "wrong identifier": figures.wrong_name,
    "link elsewhere": words.link,
    "mention": words.mention,
    "raw HTML": words.html,
    "wrong title": words.wrong_title,
    "misattributed quote": words.misattributed,
    "altered quote": words.altered,
    "heat": words.heat,
    "wrong date": items.wrong_date,
    "result of what is not done": items.result,
    "agreement of nobody": words.agreed,
    "approval of an issue": items.approved_issue,
    "crowd": figures.crowd,
    "number of something else": figures.counted,
    "wrong weekday": items.wrong_weekday,
    "wrong expansion": words.misread,
    "release that has it": items.released,
    "cut quote": words.cut,
    "repeated": repeated,
    "obeyed instruction": words.obeyed,
}

TRUTHS: dict[str, Make] = {
    "author": people.right_author,
    "role": people.right_role,
    "merged": items.really_merged,
    "open": items.really_open,
    "proposed": items.proposed,
    "kind": items.right_kind,
    "count": figures.right_count,
    "measurement": figures.measured,
    "identifier": figures.right_name,
    "version": figures.right_version,
    "title": words.right_title,
    "quote": words.quoted,
    "date": items.right_date,
    "weekday": items.right_weekday,
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
