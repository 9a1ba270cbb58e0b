"""``discussion:OWNER/REPO?category=NAME``: a report as a discussion, its long lists in comments, made once and edited.

It is found again by listing the category for its hidden marker: search lags by minutes, and would make duplicates.
Only what the token's own account wrote counts, so that nobody can have a report published into their text.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Hashable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from digest.errors import NotFound, RemoteError
from digest.publishing import queries
from digest.publishing.desk import Desk
from digest.publishing.place import Change, Plan, Sought, differs
from digest.publishing.repository import Repository
from digest.publishing.targets import DiscussionTarget
from digest.rendering.github import GitHubPage, marker, parts
from digest.rendering.quiet import Quiet
from digest.rendering.report import Report
from digest.window import Window

NEEDS = "discussions: write"
BODIES = 10
"""Bodies in one answer: each may be 65,536 characters long, and GitHub gives up on a query after ten seconds."""

Node = Mapping[str, Any]


@dataclass(frozen=True)
class Found:
    """A discussion that is there, and its own comments that hold a part of the report, the oldest first."""

    node: Node
    comments: tuple[Node, ...] = ()


@dataclass(frozen=True)
class Thread:
    """The discussion of one language: what it is to say, and what is there."""

    page: GitHubPage
    parts: tuple[str, ...]
    found: Found | None

    @property
    def edits(self) -> bool:
        return self.found is not None and (
            differs(self.found.node["body"], self.parts[0]) or differs(self.found.node["title"], self.page.title)
        )

    @property
    def own(self) -> tuple[Node, ...]:
        return self.found.comments if self.found else ()

    @property
    def wanted(self) -> tuple[tuple[Node | None, str], ...]:
        """What follows the body, each part in the comment that is to hold it; None where one is to be made.

        The parts go to the comments in the order in which these stand: where one was lost, those behind it move up.
        """
        own = self.own
        return tuple((own[n] if n < len(own) else None, text) for n, text in enumerate(self.parts[1:]))

    @property
    def too_many(self) -> tuple[Node, ...]:
        return self.own[len(self.parts) - 1 :]

    def changes(self) -> tuple[Change, ...]:
        where = f"discussion {self.page.language}"
        if self.found is None:
            return tuple(Change(name=f"{where}, part {n}", old=None, new=text) for n, text in enumerate(self.parts, 1))
        node = self.found.node
        pairs = [
            (f"{where}, title", node["title"], self.page.title),
            (f"{where}, part 1", node["body"], self.parts[0]),
            *((f"{where}, comment", node["body"] if node else None, text) for node, text in self.wanted),
            *((f"{where}, comment", comment["body"], None) for comment in self.too_many),
        ]
        return tuple(Change(name=name, old=old, new=new) for name, old, new in pairs if differs(old, new))


@dataclass(frozen=True)
class Discussion:
    target: DiscussionTarget
    repository: Repository

    @classmethod
    @asynccontextmanager
    async def open(cls, target: DiscussionTarget, desk: Desk) -> AsyncIterator[Discussion]:
        async with Repository.open(target, desk, NEEDS) as repository:
            yield cls(target, repository)

    async def thing(self) -> Hashable:
        """The category, however a target spells it: two that were made at once would not find each other's text."""
        return str(self._category(await self.repository.here(queries.CATEGORIES))["id"])

    async def plan(self, report: Report) -> Plan:
        place = await self.repository.here(queries.CATEGORIES)
        await self.repository.check(place, report)
        category = self._category(place)
        markers = {page.marker() for page in report.github.values()}
        listed = self._oldest(await self._marked(category["id"], markers, report.entry.start))
        threads = [Thread(page, page.thread(), await self._found(page, listed)) for page in report.github.values()]

        async def act() -> str:
            urls = [await self._write(thread, place["id"], category["id"]) for thread in threads]
            return urls[0]

        first = threads[0].found
        return Plan(
            exists=all(thread.found for thread in threads),
            changes=tuple(change for thread in threads for change in thread.changes()),
            act=act,
            url=first.node["url"] if first else None,
        )

    async def standing(self, sought: Sought) -> Mapping[Window, str]:
        """By the markers, and by the comments that a body says it has: a run may have been killed between them."""
        category = self._category(await self.repository.here(queries.CATEGORIES))
        of = {one: self._markers(sought, one) for one in sought.windows}
        every = {marker for some in of.values() for marker in some}
        marked = await self._marked(category["id"], every, min(one.start for one in sought.windows))
        whole = {marker: next(filter(_is_whole, nodes), None) for marker, nodes in marked.items()}
        found = {one: [node for marker in some if (node := whole[marker])] for one, some in of.items()}
        return {one: str(nodes[0]["url"]) for one, nodes in found.items() if len(nodes) == len(of[one])}

    def _markers(self, sought: Sought, window: Window) -> list[str]:
        quiet = Quiet(sought.server)
        return [marker(sought.repository, window.name, language, quiet) for language in sought.languages]

    def _category(self, place: Node) -> Node:
        """By name or slug. Raises NotFound, naming those that there are."""
        if not place["hasDiscussionsEnabled"]:
            raise NotFound(f"{self.target.repository} has no discussions; turn them on in its settings")
        wanted = self.target.category.casefold()
        nodes: Sequence[Node] = place["discussionCategories"]["nodes"]
        for key in ("name", "slug"):
            for node in nodes:
                if node[key].casefold() == wanted:
                    return node
        known = ", ".join(node["name"] for node in nodes) or "none"
        raise NotFound(f"{self.target.repository} has no category {self.target.category!r}; there are: {known}")

    async def _marked(self, category: str, markers: Collection[str], since: datetime) -> Mapping[str, Sequence[Node]]:
        """The own discussions behind each of the markers, the newest first; none is older than ``since``."""
        own = await self._own(category, f"{since:%Y-%m-%dT%H:%M:%SZ}")
        found: dict[str, list[Node]] = {marker: [] for marker in markers}
        for at in range(0, len(own), BODIES):
            reply = await self.repository.ask(queries.BODIES, ids=own[at : at + BODIES])
            for node in filter(None, reply["nodes"]):
                found.get(_first_line(node["body"]), []).append(node)
        return found

    def _oldest(self, marked: Mapping[str, Sequence[Node]]) -> Mapping[str, Node]:
        """The one behind each marker. Of more than one a warning tells."""
        for nodes in marked.values():
            self._warn_of(nodes)
        return {marker: nodes[-1] for marker, nodes in marked.items() if nodes}

    def _warn_of(self, nodes: Sequence[Node]) -> None:
        """Another run, at the same moment or with this one's mistake, made a second discussion of the report."""
        if len(nodes) > 1:
            others = ", ".join(node["url"] for node in nodes[:-1])
            told = f"{nodes[-1]['url']} is kept up to date, and others hold the same report; delete them: {others}"
            self.repository.desk.progress.warn(f"--publish {self.target}: {told}")

    async def _own(self, category: str, since: str) -> list[str]:
        """The ids of what this account wrote in the category, the newest first.

        Nothing from before a window's start can be its report, so the walk ends there.
        """
        own: list[str] = []
        after = None
        while True:
            page = (await self.repository.here(queries.DISCUSSIONS, category=category, after=after))["discussions"]
            own += [node["id"] for node in page["nodes"] if node["viewerDidAuthor"]]
            oldest = page["nodes"][-1]["createdAt"] if page["nodes"] else ""
            if not page["pageInfo"]["hasNextPage"] or oldest < since:
                return own
            after = page["pageInfo"]["endCursor"]

    async def _found(self, page: GitHubPage, listed: Mapping[str, Node]) -> Found | None:
        node = listed.get(page.marker())
        return None if node is None else Found(node, tuple(await self._comments(page, node["id"])))

    async def _comments(self, page: GitHubPage, discussion: str) -> list[Node]:
        """Own comments that hold a part of the report."""
        ours: list[Node] = []
        after = None
        while True:
            node = (await self.repository.ask(queries.DISCUSSION_COMMENTS, id=discussion, after=after))["node"]
            if node is None:
                raise RemoteError("the discussion went away while it was read; run again")
            for comment in node["comments"]["nodes"]:
                if comment["viewerDidAuthor"] and page.is_part(_first_line(comment["body"])):
                    ours.append(comment)
            if not node["comments"]["pageInfo"]["hasNextPage"]:
                return ours
            after = node["comments"]["pageInfo"]["endCursor"]

    async def _write(self, thread: Thread, repository: str, category: str) -> str:
        """Comments first where the body is there: it says that they are. Gives the address of the discussion."""
        tell = self.repository.tell
        if thread.found is None:
            content = {"title": thread.page.title, "body": thread.parts[0]}
            made = await tell(queries.CREATE_DISCUSSION, repositoryId=repository, categoryId=category, **content)
            node: Node = made["discussion"]
        else:
            node = thread.found.node
        for comment, text in thread.wanted:
            if comment is None:
                await tell(queries.ADD_COMMENT, discussionId=node["id"], body=text)
            elif differs(comment["body"], text):
                await tell(queries.UPDATE_COMMENT, commentId=comment["id"], body=text)
        if thread.edits:
            content = {"title": thread.page.title, "body": thread.parts[0]}
            await tell(queries.UPDATE_DISCUSSION, discussionId=node["id"], **content)
        for comment in thread.too_many:
            await tell(queries.DELETE_COMMENT, id=comment["id"])
        return str(node["url"])


def _is_whole(node: Node) -> bool:
    """Whether the discussion has as many comments of its author as its body says."""
    own = sum(bool(comment["viewerDidAuthor"]) for comment in node["comments"]["nodes"])
    return own >= parts(node["body"]) - 1


def _first_line(body: str) -> str:
    return body.replace("\r\n", "\n").partition("\n")[0].strip()
