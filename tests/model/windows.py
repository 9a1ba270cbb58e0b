"""Windows small enough for a small model: a handful of the bundled sample's items, with all that was said in them."""

from __future__ import annotations

from digest import templating
from digest.model import ListName, Snapshot, Tally, members

WINDOWS = {
    "focus": (89655, 90073, 90102, 90207, 90218, 90224),
    "merged": (89893, 89983, 90044, 90117, 90136, 90235),
    "debates": (89731, 90203, 90211, 90240, 90259, 90266),
}
"""By what there is most of in them: reports of the focus, merged changes, arguments."""


def small(numbers: tuple[int, ...]) -> Snapshot:
    """The sample day as it would be if nothing else had happened."""
    day = Snapshot.model_validate_json((templating.folder() / "sample" / "snapshot.json").read_bytes())
    items = tuple(item for item in day.items if item.number in numbers)
    counts = {name: len(members(items, name, day.window)) for name in ListName}
    receipt = {name: Tally(ours=count, github=count) for name, count in counts.items()}
    return day.model_copy(update={"items": items, "releases": (), "receipt": receipt})
