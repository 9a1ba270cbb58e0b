"""What a merged change means for a user, and what its author measured."""

from __future__ import annotations

from enum import StrEnum

from digest.facts.values.told import Quote
from digest.model import Value


class Effect(StrEnum):
    """What a change means for a user, found in titles and bodies by its words."""

    REMOVED = "removed"
    RENAMED = "renamed"
    DEFAULT = "default"
    """Without ``names``: the title speaks of a default, and names nothing that could be typed."""
    DEFAULT_ON = "default_on"
    DEFAULT_OFF = "default_off"
    REVERTED = "reverted"
    DEPRECATED = "deprecated"
    STATUS = "status"
    BEHAVIOUR = "behaviour"
    """The author tells users what is different or what to do, in words alone."""
    DEPENDENCY = "dependency"
    ADDED = "added"
    BREAKING = "breaking"
    """Labelled or titled as breaking, with no name found."""


class Change(Value):
    """One effect of a merged pull request on its users. ``names`` are flags, variables, paths, verbatim."""

    number: int
    effect: Effect
    names: tuple[str, ...] = ()
    old: str = ""
    new: str = ""
    quote: Quote | None = None

    @property
    def is_named(self) -> bool:
        """Whether its names say what it is, or an old and a new value do."""
        return bool(self.names or (self.old and self.new))


class Measurement(Value):
    """A figure that a pull request's author gives, in their own words or from their own table."""

    number: int
    text: str
    conditions: tuple[str, ...] = ()
    """Devices and models named beside it."""
    url: str
    is_sentence: bool = False
    """Whether it stands in a sentence of theirs: that is in their language, not in a page's."""
