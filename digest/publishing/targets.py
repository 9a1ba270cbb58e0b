"""Where to publish to, as a user writes it: a URI, read into a value.

dir:PATH                                         s3://BUCKET/PREFIX
discussion:OWNER/REPO?category=NAME
pr:OWNER/REPO?base=main&path=TEMPLATE&labels=a,b&reviewers=x&front-matter=true
commit:OWNER/REPO?branch=main&path=TEMPLATE&front-matter=true
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from urllib.parse import unquote

from digest.errors import SettingsError
from digest.model import RepositoryName, Value
from digest.s3 import Location

PATH = "{owner}/{name}/{window}/report.{language}.md"
PLACES = ("owner", "name", "window", "start", "end", "language")


class Target(Value):
    """``text`` is how the user wrote it, and how a publication names it."""

    text: str

    def __str__(self) -> str:
        return self.text


class FolderTarget(Target):
    path: Path


class S3Target(Target):
    location: Location


class GitHubTarget(Target):
    """Something in a repository."""

    repository: RepositoryName


class DiscussionTarget(GitHubTarget):
    """``category`` is a name or a slug."""

    category: str


class FileTarget(GitHubTarget):
    """Files in a repository. ``path`` is a template; ``branch`` empty is the repository's default one."""

    branch: str = ""
    path: str = PATH
    front_matter: bool = False

    def file(self, places: Mapping[str, str], language: str) -> str:
        """Where the page in a language goes."""
        return self.path.format_map({**places, "language": language})


class PullRequestTarget(FileTarget):
    """``branch`` is the base."""

    labels: tuple[str, ...] = ()
    reviewers: tuple[str, ...] = ()


class CommitTarget(FileTarget):
    pass


_OPTIONS = {
    "discussion": ("category",),
    "pr": ("base", "path", "labels", "reviewers", "front-matter"),
    "commit": ("branch", "path", "front-matter"),
}
FORMS = "dir:PATH, s3://BUCKET/PREFIX, discussion:OWNER/REPO?category=NAME, pr:OWNER/REPO, commit:OWNER/REPO"


def parse(text: str) -> Target:
    """The target that a text means. Raises SettingsError, naming ``--publish``, for one that means none."""
    kind, colon, rest = text.partition(":")
    match kind if colon else "":
        case "dir":
            return _folder(text, rest)
        case "s3":
            return S3Target(text=text, location=Location.parse(text, "--publish"))
        case "discussion" | "pr" | "commit":
            return _github(text, kind, rest)
    raise _wrong(text, f"is no target; write one of {FORMS}")


def _folder(text: str, rest: str) -> FolderTarget:
    if not rest.strip():
        raise _wrong(text, "names no folder; write dir:PATH")
    try:
        return FolderTarget(text=text, path=Path(rest).expanduser())
    except RuntimeError:
        raise _wrong(text, "has a home folder that is not known; write the whole path") from None


def _github(text: str, kind: str, rest: str) -> GitHubTarget:
    where, _, query = rest.partition("?")
    try:
        repository = RepositoryName.parse(unquote(where))
    except SettingsError:
        raise _wrong(text, f"names no repository; write {kind}:OWNER/REPO") from None
    options = _options(text, kind, query)
    if kind == "discussion":
        if not options.get("category"):
            raise _wrong(text, "names no category; add ?category=NAME")
        return DiscussionTarget(text=text, repository=repository, category=options["category"])
    path = options.get("path") or PATH
    _check_path(text, path)
    front_matter = _switch(text, options.get("front-matter", "false"))
    if kind == "commit":
        branch = _branch(text, options.get("branch", ""))
        return CommitTarget(text=text, repository=repository, branch=branch, path=path, front_matter=front_matter)
    return PullRequestTarget(
        text=text,
        repository=repository,
        branch=_branch(text, options.get("base", "")),
        path=path,
        front_matter=front_matter,
        labels=_names(options.get("labels", "")),
        reviewers=_names(options.get("reviewers", "")),
    )


def _options(text: str, kind: str, query: str) -> dict[str, str]:
    known = _OPTIONS[kind]
    found: dict[str, str] = {}
    for key, value in _pairs(query, known):
        if key not in known:
            near = get_close_matches(key, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
            raise _wrong(
                text, f"has an unknown option {key!r}; {hint} (an & inside a value is written %26{_SLUG[kind]})"
            )
        if key in found:
            raise _wrong(text, f"has {key!r} twice; keep one")
        found[key] = value.strip()
    return found


_SLUG = {"discussion": ", or give the category's slug", "pr": "", "commit": ""}


def _pairs(query: str, known: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The options as they are written. Only ``%XX`` stands for something else: a plus is one, as in ``C++``.

    What follows an ``&``, names no option and sets none belongs to the value before: ``category=Q&A``.
    """
    pieces: list[str] = []
    for piece in filter(None, query.split("&")):
        if pieces and "=" not in piece and unquote(piece) not in known:
            pieces[-1] += f"&{piece}"
        else:
            pieces.append(piece)
    for piece in pieces:
        key, _, value = piece.partition("=")
        yield unquote(key), unquote(value)


def _check_path(text: str, path: str) -> None:
    """A path within the repository, and only places that are filled in."""
    try:
        fields = [(name, form, how) for _, name, form, how in string.Formatter().parse(path) if name is not None]
    except ValueError:
        raise _wrong(text, f"has a brace too many in path {path!r}") from None
    odd = [name for name, form, how in fields if name not in PLACES or form or how]
    if odd:
        raise _wrong(text, f"has a place {{{odd[0]}}} in its path; known are {', '.join(PLACES)}")
    if re.search(r"[\x00-\x1f\x7f\\]", path):
        raise _wrong(text, f"has the path {path!r}, with a backslash or a control character; write / between folders")
    parts = path.split("/")
    if any(part in ("", ".", "..") or part.lower() == ".git" for part in parts):
        raise _wrong(text, f"has the path {path!r}, which lies in no repository; write it like reports/{PATH}")


def required_languages(target: FileTarget, languages: tuple[str, ...]) -> None:
    """Raises SettingsError where two languages would go to one file."""
    if len(languages) > 1 and "{language}" not in target.path:
        raise _wrong(target.text, f"has one path for {len(languages)} languages; put {{language}} into it")


def _branch(text: str, name: str) -> str:
    """https://git-scm.com/docs/git-check-ref-format, as far as a name in a setting needs it."""
    if re.search(r"[\s\x00-\x1f\x7f~^:?*\[\\]|\.\.|^[/.-]|[/.]$|//|@\{", name):
        raise _wrong(text, f"has {name!r}, which can be no branch")
    return name.removeprefix("refs/heads/")


def _names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, (name.strip() for name in text.split(",")))))


def _switch(text: str, value: str) -> bool:
    if value.lower() not in ("true", "false"):
        raise _wrong(text, "has a front-matter that is neither true nor false")
    return value.lower() == "true"


def _wrong(text: str, what: str) -> SettingsError:
    return SettingsError(f"--publish: {text!r} {what}")
