"""What targets share in one run: the token and address of GitHub, the time that is left, what may be published."""

from __future__ import annotations

from dataclasses import dataclass, field

from digest.deadline import NEVER, Deadline
from digest.github.access import Access, Patience
from digest.progress import Progress, Silence
from digest.rendering.site.build import PLAIN, Look


@dataclass(frozen=True)
class Desk:
    """``token`` is what holds the token, for errors; ``access`` is None where there is none.

    ``looking`` is the access with which a target that is not on GitHub sees who may read the report's own repository,
    where that is another one. ``allow_public``: a private repository's report may go to a public place. ``site`` is how
    the site around reports is to be.
    """

    access: Access | None = None
    looking: Access | None = None
    token: str = "GITHUB_TOKEN"
    allow_public: bool = False
    site: Look = PLAIN
    deadline: Deadline = NEVER
    progress: Progress = field(default_factory=Silence)
    patience: Patience = field(default_factory=Patience)
