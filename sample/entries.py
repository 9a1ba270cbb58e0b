"""One entry of the YAML as the item that a fetch would have left.

Whatever follows from something else (states, sizes, review decisions, depths) is derived here, so that the
sample cannot contradict itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

from digest.model import (
    GHOST,
    ChangedFile,
    Closing,
    Comment,
    Item,
    Person,
    Reference,
    Release,
    RepositoryName,
    Review,
    ReviewThread,
    is_listed,
)
from digest.window import Window, zone

REPOSITORY = RepositoryName(owner="example-org", name="vllm-sample")
URL = f"https://github.com/{REPOSITORY}"
TIMEZONE = "Asia/Shanghai"
DAY = date(2026, 3, 3)
MAINTAINERS = ("OWNER", "MEMBER", "COLLABORATOR")
"""Whose reviews count for GitHub's own review decision: those who can write to the repository."""

_SAID = re.compile(
    r"(?:(?P<state>APPROVED|CHANGES_REQUESTED|COMMENTED|DISMISSED) )?(?P<login>\S+) (?P<at>[\d :-]+\d)"
    r"(?: \+(?P<reactions>\d+))?(?: ~(?P<minimized>\S+))?"
)
_OPENED = re.compile(r"(?P<number>\d+) (?P<at>[\d :-]+\d) (?P<login>\S+)")
_ENDED = re.compile(r"(?P<at>[\d :-]+\d) (?P<login>\S+)")
_SIZE = re.compile(r"\+(\d+) -(\d+)")

Entry = dict[str, Any]
"""A mapping of the YAML."""

_DUMP = """### Your current environment

<details>
<summary>The output of <code>python collect_env.py</code></summary>

```text
{}
```

</details>"""


def moment(short: str) -> datetime:
    """``HH:MM`` is on the day itself; ``MM-DD HH:MM`` in its year; seconds may follow."""
    clock = short.split()[-1]
    calendar = short.split()[0] if " " in short else f"{DAY:%m-%d}"
    calendar = calendar if calendar.count("-") == 2 else f"{DAY.year}-{calendar}"
    return datetime.fromisoformat(f"{calendar}T{clock}").replace(tzinfo=zone(TIMEZONE)).astimezone(UTC)


class Book:
    """Who takes part, and the texts that many bodies share."""

    def __init__(self, people: dict[str, Entry], environments: dict[str, str], footers: dict[str, str]) -> None:
        self._people = people
        self._environments = environments
        self._footers = footers

    def person(self, login: str) -> Person:
        if login == GHOST.login:
            return GHOST
        known = self._people[login] or {}
        return Person(login=login, kind=known.get("kind", "User"), company=known.get("company", ""))

    def association(self, login: str) -> str:
        """What the account is to the repository, unless the item says otherwise."""
        known = self._people.get(login) or {}
        return str(known.get("is", "NONE"))

    def release(self, entry: Entry) -> Release:
        """A release, with its link."""
        author, at = self.person(entry.pop("by")), moment(entry.pop("at"))
        return Release(url=f"{URL}/releases/tag/{entry['tag']}", author=author, published_at=at, **entry)

    def item(self, entry: Entry, window: Window) -> Item:
        """An item as its fetch would have left it."""
        kind = "pr" if "pr" in entry else "issue"
        opened = _match(_OPENED, entry[kind])
        plain = self._plain(entry, opened, pull=kind == "pr")
        said = self._said(entry, opened["number"], kind)
        item = Item(**plain, **self._fate(entry), **said, **_files(entry))
        depth = _depth(item, window)
        seen = _bare(item) if depth == "listed" else _with_review_state(item)
        return seen.model_copy(update={"depth": depth, "updated_at": _updated(entry, item)})

    def _plain(self, entry: Entry, opened: dict[str, str], *, pull: bool) -> Entry:
        number, at = opened["number"], moment(opened["at"])
        return {
            "id": f"{'PR' if pull else 'I'}_sample{number}",
            "number": int(number),
            "kind": "pull_request" if pull else "issue",
            "title": entry["title"],
            "url": f"{URL}/{'pull' if pull else 'issues'}/{number}",
            "author": self.person(opened["login"]),
            "association": entry.get("as", self.association(opened["login"])),
            "labels": tuple(entry.get("labels", ())),
            "created_at": at,
            "updated_at": at,
            "reactions": entry.get("reactions", 0),
            "is_draft": entry.get("draft", False),
            "base": "main" if pull else "",
            "body": self._body(entry, pull=pull),
            "closes": tuple(reference(each) for each in entry.get("closes", ())),
        }

    def _fate(self, entry: Entry) -> Entry:
        """How the item ended, if it did. GitHub closes what it merges."""
        ended = entry.get("merged") or entry.get("closed")
        if ended is None:
            return {"state_reason": entry.get("reason")}
        found = _match(_ENDED, ended)
        closing = Closing(at=moment(found["at"]), by=self.person(found["login"]))
        merged = {"merged_at": closing.at, "merged_by": closing.by} if "merged" in entry else {}
        reason = entry.get("reason", "COMPLETED") if "issue" in entry else None
        return {"closed_at": closing.at, "closing": closing, "state_reason": reason, **merged}

    def _said(self, entry: Entry, number: str, kind: str) -> Entry:
        place = f"{URL}/{'pull' if kind == 'pr' else 'issues'}/{number}"
        ids = iter(range(int(number) * 1000 + 1, int(number) * 1000 + 1000))
        spoken = [self._voice(each, place, next(ids)) for each in entry.get("say", ())]
        comments = tuple(each for each in spoken if isinstance(each, Comment))
        return {
            "comments": comments,
            "reviews": tuple(each for each in spoken if isinstance(each, Review)),
            "threads": tuple(self._thread(each, place, ids) for each in entry.get("lines", ())),
            "comment_count": entry.get("earlier", 0) + len(comments),
        }

    def _voice(self, spoken: dict[str, str | None], place: str, key: int) -> Comment | Review:
        ((head, body),) = spoken.items()
        found = _match(_SAID, head)
        common = self._spoken(found, body)
        at = moment(found["at"])
        if found["state"]:
            url = f"{place}#pullrequestreview-{key}"
            return Review(id=f"PRR_{key}", url=url, state=found["state"], submitted_at=at, **common)
        return _comment(f"IC_{key}", f"{place}#issuecomment-{key}", found, common)

    def _thread(self, entry: Entry, place: str, ids: Iterator[int]) -> ReviewThread:
        comments = []
        for spoken, key in zip(entry["say"], ids, strict=False):
            ((head, body),) = spoken.items()
            found = _match(_SAID, head)
            comments.append(_comment(f"PRRC_{key}", f"{place}#discussion_r{key}", found, self._spoken(found, body)))
        return ReviewThread(
            id=comments[0].id.replace("PRRC", "PRRT"),
            path=entry["path"],
            is_resolved=entry.get("resolved", False),
            is_outdated=entry.get("outdated", False),
            comments=tuple(comments),
        )

    def _spoken(self, found: dict[str, str], body: str | None) -> Entry:
        login = found["login"]
        return {"author": self.person(login), "association": self.association(login), "body": (body or "").strip()}

    def _body(self, entry: Entry, *, pull: bool) -> str:
        if "body" in entry:
            return str(entry["body"]).strip()
        return self._pull_body(entry) if pull else self._issue_body(entry)

    def _pull_body(self, entry: Entry) -> str:
        heads = {"purpose": "Purpose", "plan": "Test Plan", "result": "Test Result"}
        parts = [f"## {head}\n\n{entry[key].strip()}" for key, head in heads.items() if key in entry]
        return "\n\n".join([*parts, self._footers["pr"].strip()]) if parts else ""

    def _issue_body(self, entry: Entry) -> str:
        heads = {"bug": "🐛 Describe the bug", "feature": "🚀 The feature, motivation and pitch"}
        parts = [f"### {head}\n\n{entry[key].strip()}" for key, head in heads.items() if key in entry]
        if not parts:
            return ""
        environment = self._environments.get(entry.get("env", ""), "").strip()
        dump = [_DUMP.format(environment)] if environment else []
        return "\n\n".join([*dump, *parts, self._footers["issue"].strip()])


def _comment(key: str, url: str, found: dict[str, str], common: Entry) -> Comment:
    return Comment(
        id=key,
        url=url,
        created_at=moment(found["at"]),
        reactions=int(found["reactions"] or 0),
        minimized=found["minimized"] or "",
        **common,
    )


def _bare(item: Item) -> Item:
    """As a list shows it: who ended it is among the details, which were not fetched."""
    return item.model_copy(update={"merged_by": None, "closing": None})


def _with_review_state(item: Item) -> Item:
    if not item.is_pull:
        return item
    alive = "CONFLICTING" if "needs-rebase" in item.labels else "MERGEABLE"
    mergeable = "UNKNOWN" if item.closed_at else alive
    return item.model_copy(update={"review_decision": _decision(item), "mergeable": mergeable})


def _decision(item: Item) -> str:
    """GitHub's review decision: the last verdict of each reviewer who can write."""
    verdicts = {
        review.author.login: review.state
        for review in item.reviews
        if review.association in MAINTAINERS and review.state != "COMMENTED"
    }
    for state in ("CHANGES_REQUESTED", "APPROVED"):
        if state in verdicts.values():
            return state
    return "REVIEW_REQUIRED"


def _files(entry: Entry) -> Entry:
    files = tuple(_changed(path, size) for path, size in entry.get("files", {}).items())
    added, deleted = sum(file.additions for file in files), sum(file.deletions for file in files)
    return {"files": files, "additions": added, "deletions": deleted, "changed_files": len(files)}


def _changed(path: str, size: str) -> ChangedFile:
    added, deleted = _found(_SIZE, size).group(1, 2)
    return ChangedFile(path=path, additions=int(added), deletions=int(deleted))


def _depth(item: Item, window: Window) -> str:
    """As the fetch decides: everything of what was talked about, less of what is quiet."""
    voices = len(item.comments) + len(item.reviews) + len(item.threads)
    listed = is_listed(item, window)
    if voices > 2 or (voices and not listed):
        return "thread"
    return "read" if listed else "listed"


def _updated(entry: Entry, item: Item) -> datetime:
    moments = [item.created_at, item.closed_at, moment(entry["updated"]) if "updated" in entry else None]
    moments += [each.created_at for each in item.comments]
    moments += [each.submitted_at for each in item.reviews]
    moments += [each.created_at for thread in item.threads for each in thread.comments]
    return max(each for each in moments if each is not None)


def reference(number: int | str) -> Reference:
    """A number here, or ``owner/name#number`` elsewhere."""
    repository, _, there = str(number).rpartition("#")
    return Reference(repository=repository or str(REPOSITORY), number=int(there))


def _match(pattern: re.Pattern[str], written: str) -> dict[str, Any]:
    return _found(pattern, written).groupdict()


def _found(pattern: re.Pattern[str], written: str) -> re.Match[str]:
    found = pattern.fullmatch(written)
    if found is None:
        raise ValueError(f"the sample says {written!r}, which is not {pattern.pattern}")
    return found
