"""``pr:OWNER/REPO?base=main``: the report's pages as a pull request, on one branch for each window.

An open one is brought up to date. One that was merged or closed is left alone: somebody decided.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace

from digest.errors import NotFound, RemoteError
from digest.model import RepositoryName
from digest.publishing import branch, queries, traces
from digest.publishing.branch import Branch, Files, Node
from digest.publishing.desk import Desk
from digest.publishing.place import Change, Plan, Sought, differs
from digest.publishing.repository import Repository
from digest.publishing.targets import PullRequestTarget
from digest.rendering.report import Report
from digest.window import Window

NEEDS = "contents: write and pull-requests: write"


def branch_of(repository: RepositoryName, window: str, base: str = "") -> str:
    """The branch of a window, for a base of its own where one is given. What git does not take in a name is a dash.

    https://git-scm.com/docs/git-check-ref-format
    """
    last = f"{window}--{_told_apart(base)}" if base else window
    parts = (repository.owner, repository.name, last)
    return "/".join(("vllm-digest", *(re.sub(r"^\.|\.\.|\.$|\.lock$", "-", part) for part in parts)))


def _told_apart(base: str) -> str:
    """A base's name as the end of a branch's: ``rel/1`` is another one than ``rel-1``."""
    if "/" not in base:
        return base
    return f"{base.replace('/', '-')}-{hashlib.sha256(base.encode()).hexdigest()[:8]}"


@dataclass(frozen=True)
class Wanted:
    """What the pull request is to be. ``labels`` and ``reviewers`` are those that it lacks, with their ids."""

    title: str
    body: str
    files: Files
    labels: Mapping[str, str] = field(default_factory=dict)
    reviewers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class PullRequest:
    target: PullRequestTarget
    repository: Repository

    @classmethod
    @asynccontextmanager
    async def open(cls, target: PullRequestTarget, desk: Desk) -> AsyncIterator[PullRequest]:
        async with Repository.open(target, desk, NEEDS) as repository:
            yield cls(target, repository)

    async def thing(self) -> str:
        return self.target.text

    async def standing(self, sought: Sought) -> Mapping[Window, str]:
        """By a pull request of the window, whatever became of it, else by the pages on the base.

        An open one without its labels is where a run was killed. Reviewers say nothing: GitHub may have refused one.
        """
        place = await self.repository.here(queries.PLACE)
        base, _ = branch.named_branch(self.repository, self.target.branch, place)
        wanted = [self._trace(sought, one.name, base) for one in sought.windows]
        found = await traces.look(self.repository, base, wanted)
        there = {}
        for window, trace, left in zip(sought.windows, wanted, found, strict=True):
            pulls = [one for one in left.pulls if one["state"] != "OPEN" or not self._missing_labels(one)]
            if pulls or left.whole:
                there[window] = pulls[0]["url"] if pulls else branch.address(place, base, trace.paths[0])
        return there

    def _trace(self, sought: Sought, window: str, base: str) -> traces.Trace:
        paths = branch.paths_of(self.target, sought.repository, window, sought.languages)
        return traces.Trace(paths, tuple(branch_of(sought.repository, window, name) for name in ("", base)))

    async def plan(self, report: Report) -> Plan:
        files = branch.files_of(report, self.target)
        name, default = await branch.base_branch(self.repository, self.target.branch, report)
        place, base, head = await branch.look(self.repository, name, await self._head(report, name, default), files)
        page, path = next(iter(report.github.values())), next(iter(files))
        wanted = Wanted(page.title, page.pull_request(path, branch.address(place, head.name, path)), files)
        pulls = [one for one in await self._pulls(head.name) if one["baseRefName"] == name]
        opened = next((one for one in pulls if one["state"] == "OPEN"), None)
        settled = None if opened else next(iter(pulls), None)

        if settled is not None or (opened is None and not base.differing(files)):
            url = settled["url"] if settled else branch.address(place, name, next(iter(files)))
            if settled and base.differing(files):
                told = f"{url} was {settled['state'].lower()} and stays as it is; the report on it is an older one"
                self.repository.desk.progress.warn(f"--publish {self.target}: {told}")
            return Plan(exists=True, changes=(), act=_nothing, url=url)
        wanted = await self._known(wanted, opened or _EMPTY)
        changes = tuple(self._changes(wanted, base, head, opened))

        async def act() -> str:
            return await self._write(wanted, place, base, head, opened)

        return Plan(opened is not None, changes, act, opened["url"] if opened else None)

    async def _known(self, wanted: Wanted, pull: Node) -> Wanted:
        """With the ids of labels and people, so that a mistake in them is told before anything is made."""
        labels, reviewers = self._missing_labels(pull), self._missing_reviewers(pull)
        return replace(
            wanted,
            labels=await self._labels(labels) if labels else {},
            reviewers=await self._people(reviewers) if reviewers else {},
        )

    async def _head(self, report: Report, base: str, default: str) -> str:
        """Each base has a branch: what is merged into one may be missing on another.

        The default branch's, and that of a pull request which is there under it, is called by the window alone.
        """
        plain = branch_of(report.repository, report.entry.name)
        if base == default or any(one["baseRefName"] == base for one in await self._pulls(plain)):
            return plain
        return branch_of(report.repository, report.entry.name, base)

    async def _pulls(self, head: str) -> Sequence[Node]:
        """Those from this repository's own branch, the newest first; forks may have one of the same name."""
        found = (await self.repository.here(queries.PULLS, head=head))["pullRequests"]["nodes"]
        return [one for one in found if not one["isCrossRepository"]]

    def _changes(self, wanted: Wanted, base: Branch, head: Branch, opened: Node | None) -> Iterator[Change]:
        yield from (head if head.head else base).changes(wanted.files)
        if opened is None:
            yield Change(name="pull request", old=None, new=wanted.body)
            return
        for name, old, new in (("title", opened["title"], wanted.title), ("body", opened["body"], wanted.body)):
            if differs(old, new):
                yield Change(name=f"pull request, {name}", old=old, new=new)
        for label in wanted.labels:
            yield Change(name=f"label {label}", old=None, new=label)
        for login in wanted.reviewers:
            yield Change(name=f"reviewer {login}", old=None, new=login)

    def _missing_labels(self, pull: Node) -> list[str]:
        there = {node["name"].casefold() for node in pull["labels"]["nodes"]} if pull["labels"] else set()
        return [label for label in self.target.labels if label.casefold() not in there]

    def _missing_reviewers(self, pull: Node) -> list[str]:
        """Who was neither asked yet nor has answered."""
        asked = [node["requestedReviewer"] or {} for node in pull["reviewRequests"]["nodes"]]
        answered = [node["author"] or {} for node in (pull["latestReviews"] or {}).get("nodes", ())]
        there = {one.get("login", "").casefold() for one in (*asked, *answered)}
        return [login for login in self.target.reviewers if login.casefold() not in there]

    async def _write(self, wanted: Wanted, place: Node, base: Branch, head: Branch, opened: Node | None) -> str:
        """Branch, commit, pull request, labels, reviewers: what is there already is not made again."""
        tell = self.repository.tell
        tip = head.head
        if tip is None:
            tip = base.head
            await tell(queries.CREATE_REF, repositoryId=place["id"], name=f"refs/heads/{head.name}", oid=tip)
        assert tip is not None, "a base that is not there was refused"
        start = head if head.head else base
        if missing := start.differing(wanted.files):
            await branch.commit(self.repository, head.name, tip, missing, wanted.title)
        pull = opened
        if pull is None:
            content = {"title": wanted.title, "body": wanted.body}
            refs = {"baseRefName": base.name, "headRefName": head.name}
            made = await tell(queries.CREATE_PULL, repositoryId=place["id"], **refs, **content)
            pull = made["pullRequest"]
        elif differs(pull["title"], wanted.title) or differs(pull["body"], wanted.body):
            await tell(queries.UPDATE_PULL, pullRequestId=pull["id"], title=wanted.title, body=wanted.body)
        with _on(pull):
            if wanted.labels:
                await tell(queries.ADD_LABELS, labelableId=pull["id"], labelIds=[*wanted.labels.values()])
            if wanted.reviewers:
                await self._request(pull, wanted.reviewers)
        return str(pull["url"])

    async def _request(self, pull: Node, reviewers: Mapping[str, str]) -> None:
        """Asks all of them at once, and where GitHub refuses one of them, each alone. Raises RemoteError for that one.

        The author of a pull request can be no reviewer of it, nor who may not read the repository.
        """
        try:
            await self._ask(pull, [*reviewers.values()])
        except RemoteError as refused:
            if len(reviewers) == 1:
                raise RemoteError(f"reviewer {next(iter(reviewers))!r}: {refused}") from None
            errors = []
            for login, one in reviewers.items():
                try:
                    await self._ask(pull, [one])
                except RemoteError as error:
                    errors.append(f"reviewer {login!r}: {error}")
            if errors:
                raise RemoteError("; ".join(errors)) from None

    async def _ask(self, pull: Node, ids: Sequence[str]) -> None:
        await self.repository.tell(queries.REQUEST_REVIEWS, pullRequestId=pull["id"], userIds=ids, union=True)

    async def _labels(self, names: Sequence[str]) -> Mapping[str, str]:
        """Their ids. Raises NotFound for one that is not there, naming those that are."""
        found = await self.repository.here(queries.labels(len(names)), **{f"l{n}": one for n, one in enumerate(names)})
        if missing := [one for n, one in enumerate(names) if found[f"l{n}"] is None]:
            known = (await self.repository.here(queries.LABELS))["labels"]["nodes"]
            told = ", ".join(node["name"] for node in known) or "none"
            raise NotFound(f"{self.target.repository} has no label {_quoted(missing)}; there are: {told}")
        return {one: str(found[f"l{n}"]["id"]) for n, one in enumerate(names)}

    async def _people(self, logins: Sequence[str]) -> Mapping[str, str]:
        """Their ids. Raises NotFound for a login that nobody has."""
        asked = {f"u{n}": login for n, login in enumerate(logins)}
        found = (await self.repository.client.ask(queries.users(len(logins)), asked)).data
        if missing := [login for place, login in asked.items() if found.get(place) is None]:
            raise NotFound(f"GitHub has no user {_quoted(missing)} to ask for a review")
        return {login: str(found[place]["id"]) for place, login in asked.items()}


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names))


async def _nothing() -> None:
    """Of a plan without changes."""


@contextmanager
def _on(pull: Node) -> Iterator[None]:
    """What fails from here on leaves a pull request; its error says which."""
    try:
        yield
    except RemoteError as error:
        raise RemoteError(f"{pull['url']} is there, but: {error}") from None


_EMPTY: Node = {
    "labels": {"nodes": ()},
    "reviewRequests": {"nodes": ()},
    "latestReviews": {"nodes": ()},
}
"""What a pull request has that is not there yet."""
