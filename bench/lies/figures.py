"""Counts, measurements, percentages, and the names of flags, versions and machines."""

from __future__ import annotations

import re

from bench.lies.frames import figures as frames
from bench.lies.maker import Maker, ref
from bench.lies.world import Measure
from digest.model import ListName


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


def crowd(make: Maker) -> str:
    return make.frame(frames.CROWD, n=ref(make.item([i for i in make.world.items if make.world.writers(i) < 3]).number))


def counted(make: Maker) -> str:
    """With a number that stands in the item, of something else."""
    numbers = {item.number: re.findall(r"(?<![\w.,])\d{2}(?![\w.,])", item.body) for item in make.world.items}
    number = make.random.choice([number for number, found in numbers.items() if found])
    return make.frame(frames.COUNTED, n=ref(number), k=make.random.choice(numbers[number]))
