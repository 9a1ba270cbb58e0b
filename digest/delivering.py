"""The publications of a run: who publishes, what the targets did, and how the record tells it."""

from __future__ import annotations

from dataclasses import dataclass

from digest.deadline import Deadline
from digest.model import Degradation
from digest.progress import Progress
from digest.publishing.desk import Desk
from digest.publishing.publish import STAGE, Preview, preview, publish
from digest.rendering.record import Publication, Record
from digest.rendering.report import Report
from digest.rendering.site.build import Look
from digest.settings.credentials import Credentials
from digest.settings.options import TOKEN_VARIABLES
from digest.settings.values import Settings


@dataclass(frozen=True)
class Delivery:
    """What the targets of a run did; of a dry run, what they would do."""

    publications: tuple[Publication, ...] = ()
    previews: tuple[Preview, ...] = ()

    def told_in(self, made: Record) -> Record:
        """The record with the publications; a target that failed is something that the run lacks."""
        failed = tuple(
            Degradation(stage=STAGE, reason=f"{one.target}: {one.error}", passing=one.passing)
            for one in self.publications
            if one.error
        )
        return made.model_copy(update={"publications": self.publications, "degraded": (*made.degraded, *failed)})


async def deliver(
    settings: Settings,
    report: Report,
    progress: Progress,
    deadline: Deadline,
    credentials: Credentials | None = None,
) -> Delivery:
    """Publishes to all targets of the settings. Raises nothing for a target that fails."""
    if not settings.publish:
        return Delivery()
    at = desk(settings, progress, deadline, credentials)
    if settings.dry_run:
        return Delivery(previews=await preview(settings.publish, report, at))
    return Delivery(await publish(settings.publish, report, at))


def desk(settings: Settings, progress: Progress, deadline: Deadline, credentials: Credentials | None = None) -> Desk:
    """What the targets of the settings share. Without ``credentials`` they have their own."""
    credentials = credentials or Credentials(settings.github)
    return Desk(
        access=credentials.publishing,
        looking=credentials.looking,
        token=settings.github.publisher or TOKEN_VARIABLES[-1],
        allow_public=settings.allow_public,
        site=Look(base_url=settings.base_url, catalogues=settings.catalogues),
        deadline=deadline,
        progress=progress,
    )
