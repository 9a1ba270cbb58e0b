"""The repository that a report is of: who may see it, as far as a token can tell. Law 9: nothing private in public.

What nobody can see is not public for that: GitHub hides a private repository from a token that has no business there
as if there were none (https://docs.github.com/en/graphql/reference/enums#repositoryvisibility).
"""

from __future__ import annotations

from digest.errors import RemoteError
from digest.github.access import Errand
from digest.github.client import Client
from digest.model import RepositoryName
from digest.publishing import queries
from digest.publishing.desk import Desk
from digest.rendering.report import Report


async def hidden(report: Report, client: Client, token: str) -> str:
    """Why the report is not for everybody, as an error says it; empty where everybody sees its repository.

    It is asked anew, since a snapshot may be old. ``token`` is the name of the variable that holds the client's.
    """
    if report.private:
        return f"{report.repository} is private"
    seen = await _visibility(report.repository, client)
    if seen in ("PRIVATE", "INTERNAL"):
        return f"{report.repository} is private"
    if seen is None and not report.seen_public:
        return f"{report.repository} cannot be seen with {token}, so it may be private,"
    return ""


async def hidden_from(report: Report, desk: Desk) -> str:
    """`hidden`, for a target that is not on GitHub. Without a token only the snapshot can tell."""
    access = desk.looking or desk.access
    if report.private or access is None:
        return f"{report.repository} is private" if report.private else ""
    errand = Errand(subject=str(report.repository), option="--publish")
    where = (report.repository, access, desk.deadline, desk.progress, desk.patience)
    async with Client.connect(*where, errand) as client:
        return await hidden(report, client, access.keys.name)


async def _visibility(source: RepositoryName, client: Client) -> str | None:
    """None where this token cannot tell."""
    try:
        reply = await client.ask(queries.VISIBILITY, {"owner": source.owner, "name": source.name})
    except RemoteError:
        return None
    found = ((reply.data or {}).get("repository") or {}).get("visibility")
    return None if found is None else str(found)
