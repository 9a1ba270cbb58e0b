"""What a query costs is known before it is sent, as the server counts it."""

from __future__ import annotations

import pytest
from graphql import FragmentDefinitionNode

from digest.github import queries
from digest.github.cost import NODE_LIMIT, cost, document
from tests.github_stub.execution import Engine
from tests.github_stub.schema import github_schema

NAMED = {
    name: value
    for name, value in vars(queries).items()
    if isinstance(value, str) and value.lstrip().startswith("query")
}
QUERIES = {
    **NAMED,
    **{" ".join(key): value for key, value in queries.MORE.items()},
    "search": queries.search(["Issue", "PullRequest"]),
    "counts": queries.counts(2),
}
VARIABLES = {
    "owner": "o", "name": "n", "releases": None, "first": 100, "after": None, "id": "x", "cursor": "c", "size": 50,
    "ids": list("abcdefghijkl"), "comments": 50, "reviews": 50, "files": 50, "threads": 20, "replies": 10,
    "q0": "a", "q1": "b", "first0": 30, "first1": 40, "after0": None, "after1": None,
}  # fmt: skip


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(github_schema())


@pytest.mark.parametrize("name", QUERIES)
def test_every_query_is_valid_on_githubs_schema(engine: Engine, name: str):
    assert engine.document(QUERIES[name]).problems == ()


@pytest.mark.parametrize("name", QUERIES)
def test_the_cost_is_the_servers(engine: Engine, name: str):
    operation = document(QUERIES[name]).definitions[0].name.value
    theirs = engine.cost(engine.document(QUERIES[name]), operation, VARIABLES)
    ours = cost(QUERIES[name], VARIABLES)
    assert (ours.nodes, ours.points) == (theirs.nodes, theirs.points)


@pytest.mark.parametrize("name", [name for name in QUERIES if "DETAIL" not in name and "DISCUSS" not in name])
def test_no_query_of_fixed_size_is_over_the_limit(name: str):
    assert cost(QUERIES[name], VARIABLES).nodes <= NODE_LIMIT


@pytest.mark.parametrize("name", QUERIES)
def test_every_query_asks_for_its_price_and_carries_no_fragment_in_vain(name: str):
    fragments = [node for node in document(QUERIES[name]).definitions if isinstance(node, FragmentDefinitionNode)]
    assert queries.PRICE in QUERIES[name]
    assert all(QUERIES[name].count(f"...{node.name.value}") >= 1 for node in fragments)
