"""Branches and the files on them: what both `pr:` and `commit:` look at and change.

Files are compared by git's own hash of their bytes, so a long one need not be read:
https://git-scm.com/book/en/v2/Git-Internals-Git-Objects#_object_storage
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from digest.errors import NotFound
from digest.model import RepositoryName
from digest.publishing import queries
from digest.publishing.place import Change
from digest.publishing.repository import Repository
from digest.publishing.targets import FileTarget
from digest.rendering.report import Report, places

Node = Mapping[str, Any]
Files = Mapping[str, str]


def files_of(report: Report, target: FileTarget) -> Files:
    """The pages by their paths in the repository, in the order of the languages."""
    filled = report.places()
    return {target.file(filled, language): _page(report, target, language) for language in report.languages}


def _page(report: Report, target: FileTarget, language: str) -> str:
    """The page; a roll-up's links lead to where the target has the pages of its days."""
    page = report.file(language, front_matter=target.front_matter)
    for link, there in report.day_links(target.path, language).items():
        page = page.replace(f"]({link})", f"]({there})")
    return page


def paths_of(target: FileTarget, repository: RepositoryName, window: str, languages: Iterable[str]) -> tuple[str, ...]:
    """Where the pages go, one a language."""
    filled = places(repository, window)
    return tuple(target.file(filled, language) for language in languages)


@dataclass(frozen=True)
class Branch:
    """A branch as it was looked at. ``head`` is None where there is no such branch."""

    name: str
    head: str | None
    blobs: Mapping[str, Node | None]

    def differing(self, files: Files) -> Files:
        return {path: text for path, text in files.items() if (self.blobs[path] or {}).get("oid") != blob_id(text)}

    def changes(self, files: Files) -> Iterator[Change]:
        for path, text in self.differing(files).items():
            blob = self.blobs[path]
            yield Change(name=path, old=None if blob is None else blob.get("text") or "", new=text)


def blob_id(text: str) -> str:
    data = text.encode()
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


async def look(repository: Repository, base: str, head: str, files: Files) -> tuple[Node, Branch, Branch]:
    """The repository, and both branches with those files. Raises NotFound for a base that is not there."""
    variables = {"base": f"refs/heads/{base}", "head": f"refs/heads/{head}"}
    for n, path in enumerate(files):
        variables |= {f"b{n}": f"refs/heads/{base}:{path}", f"h{n}": f"refs/heads/{head}:{path}"}
    place = await repository.here(queries.branches(len(files)), **variables)
    if place["base"] is None:
        raise NotFound(f"{repository.target.repository} has no branch {base!r}")
    base_branch, head_branch = (
        Branch(
            name,
            place[side]["target"]["oid"] if place[side] else None,
            {path: place[f"{side[0]}{n}"] or None for n, path in enumerate(files)},
        )
        for side, name in (("base", base), ("head", head))
    )
    return place, base_branch, head_branch


async def base_branch(repository: Repository, named: str, report: Report) -> tuple[str, str]:
    """As `named_branch`; whether the report may be published to the repository is checked too."""
    place = await repository.here(queries.PLACE)
    await repository.check(place, report)
    return named_branch(repository, named, place)


def named_branch(repository: Repository, named: str, place: Node) -> tuple[str, str]:
    """The branch that a target names, else the repository's default one, and that. Raises NotFound if it has none."""
    default = str((place["defaultBranchRef"] or {}).get("name", ""))
    if not named and not default:
        raise NotFound(f"{repository.target.repository} is empty; it needs a first commit")
    return named or default, default


async def commit(repository: Repository, branch: str, head: str, files: Files, headline: str) -> None:
    """One commit, signed by GitHub. Raises Moved where the branch has another head by now."""
    added = [{"path": path, "contents": base64.b64encode(text.encode()).decode()} for path, text in files.items()]
    await repository.tell(
        queries.CREATE_COMMIT,
        branch={"repositoryNameWithOwner": str(repository.target.repository), "branchName": branch},
        expectedHeadOid=head,
        message={"headline": headline},
        fileChanges={"additions": added},
    )


def address(place: Node, branch: str, path: str) -> str:
    return f"{place['url']}/blob/{quote(branch)}/{quote(path)}"
