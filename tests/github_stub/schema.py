"""GitHub's own schema, as the npm package ``@octokit/graphql-schema`` carries it, or the subset written here.

Without npm (or with ``GITHUB_STUB_SCHEMA=subset``) the subset serves, which a test compares with the whole schema where
that is there.
"""

from __future__ import annotations

import functools
import os
from pathlib import Path

from graphql import GraphQLSchema, build_schema

from tests.github_stub.binding import bind
from tests.npm import NotThere, Pinned

WHOLE = Pinned(
    package="@octokit/graphql-schema",
    version="15.26.1",
    integrity="sha512-RFDC2MpRBd4AxSRvUeBIVeBU7ojN/SxDfALUd7iVYOSeEK3gZaqR2MGOysj4Zh2xj2RY5fQAUT+Oqq7hWTraMA==",
    member="package/schema.graphql",
    place="github-schema",
)
SUBSET = Path(__file__).with_name("subset.graphql")


@functools.cache
def github_schema() -> GraphQLSchema:
    """The schema to serve: the whole one where it can be had, else the subset. Built once a process."""
    return bind(build(schema_text()))


def build(text: str) -> GraphQLSchema:
    """Both texts are valid as they stand, so the long check of the schema itself is left out."""
    return build_schema(text, assume_valid=True, no_location=True)


def schema_text() -> str:
    if os.environ.get("GITHUB_STUB_SCHEMA") == "subset":
        return subset_text()
    try:
        return whole_text()
    except NotThere:
        return subset_text()


def subset_text() -> str:
    return SUBSET.read_text(encoding="utf-8")


@functools.cache
def whole_text() -> str:
    """Raises NotThere where it cannot be had."""
    return WHOLE.text()
