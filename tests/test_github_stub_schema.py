"""The stub speaks GitHub's real schema, and the subset that stands in for it says nothing else."""

from __future__ import annotations

import os
from typing import Any

import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLNamedType,
    GraphQLSchema,
    GraphQLUnionType,
    is_specified_scalar_type,
    validate_schema,
)

from tests.github_stub.execution import Engine
from tests.github_stub.schema import WHOLE, build, github_schema, subset_text, whole_text
from tests.npm import NotThere


@pytest.fixture(scope="module")
def whole() -> GraphQLSchema:
    try:
        return build(whole_text())
    except NotThere as error:
        pytest.skip(f"GitHub's schema cannot be had here: {error}")


@pytest.fixture(scope="module")
def subset() -> GraphQLSchema:
    return build(subset_text())


def shape(kind: GraphQLNamedType) -> set[str]:
    """All that a query can rely on, each as one line."""
    if isinstance(kind, GraphQLEnumType):
        return set(kind.values)
    if isinstance(kind, GraphQLUnionType):
        return {member.name for member in kind.types}
    lines = {f"implements {parent.name}" for parent in getattr(kind, "interfaces", ())}
    for name, field in getattr(kind, "fields", {}).items():
        lines |= {f"{name}: {field.type}", *(f"{name}({argument}" for argument in _arguments(field))}
    return lines


def _arguments(field: Any) -> list[str]:
    return [f"{name}: {argument.type}" for name, argument in getattr(field, "args", {}).items()]


def required_arguments(kind: GraphQLNamedType, names: set[str]) -> set[str]:
    fields = {name: field for name, field in getattr(kind, "fields", {}).items() if name in names}
    return {line for field in fields.values() for line in _arguments(field) if line.endswith("!")}


def test_the_subset_says_only_what_githubs_schema_says(subset: GraphQLSchema, whole: GraphQLSchema) -> None:
    for name, kind in subset.type_map.items():
        if name.startswith("__") or is_specified_scalar_type(kind):
            continue
        real = whole.type_map[name]
        assert type(kind) is type(real), name
        assert shape(kind) <= shape(real), f"{name}: {shape(kind) - shape(real)}"


def test_the_subset_asks_for_every_argument_that_github_requires(subset: GraphQLSchema, whole: GraphQLSchema) -> None:
    for name, kind in subset.type_map.items():
        fields = set(getattr(kind, "fields", {}))
        assert required_arguments(whole.type_map[name], fields) == required_arguments(kind, fields), name


def test_the_subset_is_a_valid_schema(subset: GraphQLSchema) -> None:
    assert validate_schema(subset) == []


def test_the_stub_serves_every_field_of_the_subset(subset: GraphQLSchema) -> None:
    served: Any = github_schema()
    refused = [
        f"{name}.{field}"
        for name, kind in subset.type_map.items()
        for field in getattr(kind, "fields", {})
        if getattr(getattr(getattr(served.type_map[name], "fields", {})[field], "resolve", None), "__name__", "")
        == "refuse"
    ]
    assert refused == []


@pytest.mark.skipif(os.environ.get("GITHUB_STUB_SCHEMA") == "subset", reason="the subset was asked for")
def test_the_whole_schema_is_served_where_it_can_be_had(whole: GraphQLSchema) -> None:
    assert set(whole.type_map) == set(github_schema().type_map)


SIMPLE = """{ viewer { repositories(first: 50) { edges { node { name
  issues(first: 10) { totalCount edges { node { title bodyHTML } } } } } } } }"""
COMPLEX = """{ viewer { repositories(first: 50) { edges { node { name
    pullRequests(first: 20) { edges { node { title comments(first: 10) { edges { node { bodyHTML } } } } } }
    issues(first: 20) { edges { node { title comments(first: 10) { edges { node { bodyHTML } } } } } } } } }
  followers(first: 10) { edges { node { login } } } } }"""
LABELS = """{ viewer { login repositories(first: 100) { edges { node { id
  issues(first: 50) { edges { node { id labels(first: 60) { edges { node { id name } } } } } } } } } } }"""


@pytest.mark.parametrize(("query", "nodes"), [(SIMPLE, 550), (COMPLEX, 22_060)])
def test_githubs_examples_have_the_nodes_that_github_counts(whole: GraphQLSchema, query: str, nodes: int) -> None:
    engine = Engine(whole)
    assert engine.cost(engine.document(query), None, {}).nodes == nodes


def test_githubs_example_costs_the_points_that_github_says(whole: GraphQLSchema) -> None:
    engine = Engine(whole)
    cost = engine.cost(engine.document(LABELS), None, {})
    assert (cost.requests, cost.points) == (5101, 51)


def test_a_tarball_with_another_hash_is_refused(tmp_path: Any) -> None:
    tarball = tmp_path / "schema.tgz"
    tarball.write_bytes(b"something else")
    with pytest.raises(NotThere, match="has the hash sha512-"):
        WHOLE.check(tarball)
