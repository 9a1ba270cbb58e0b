"""GitHub's GraphQL API on GitHub's real schema, over a world that a test makes up.

    with running() as github:
        github.world.issue(author="alice", created="2026-03-03T10:00:00Z")
        ... POST {github.url} ...

By hand: ``python -m tests.github_stub --windows FOLDER``.
"""

from tests.github_stub.entities import Issue, Person, PullRequest, Repository
from tests.github_stub.server import GitHub, running
from tests.github_stub.world import World

__all__ = ["GitHub", "Issue", "Person", "PullRequest", "Repository", "World", "running"]
