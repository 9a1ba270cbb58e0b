"""What a query costs before it is sent: how many nodes it may return, and how many points it takes.

GitHub multiplies the ``first`` and ``last`` of the connections on the way down. Nodes are the sum of those products,
points are the requests needed to fill every connection once, over 100, at least one:
https://docs.github.com/en/graphql/overview/rate-limits-and-node-limits-for-the-graphql-api
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    InlineFragmentNode,
    IntValueNode,
    OperationDefinitionNode,
    SelectionSetNode,
    ValueNode,
    VariableNode,
    parse,
    print_ast,
)

NODE_LIMIT = 5_000
"""The most nodes that a query of ours may ask for. GitHub refuses from 500,000 on, but times out long before."""


@dataclass(frozen=True)
class Cost:
    nodes: int
    requests: int

    @property
    def points(self) -> int:
        return max(1, round(self.requests / 100))


@cache
def document(text: str) -> DocumentNode:
    """The parsed query: each is parsed once, however often it is sent."""
    return parse(text, no_location=True)


@cache
def printed(text: str) -> str:
    """The query as it is sent, without its comments."""
    return print_ast(document(text))


def cost(text: str, variables: Mapping[str, Any]) -> Cost:
    """The cost of the query with these variables."""
    parsed = document(text)
    fragments = {node.name.value: node for node in parsed.definitions if isinstance(node, FragmentDefinitionNode)}
    walker = _Walker(fragments, variables)
    pairs = [
        pair
        for node in parsed.definitions
        if isinstance(node, OperationDefinitionNode)
        for pair in walker.connections(node.selection_set, 1)
    ]
    return Cost(sum(nodes for nodes, _ in pairs), sum(requests for _, requests in pairs))


@dataclass(frozen=True)
class _Walker:
    fragments: Mapping[str, FragmentDefinitionNode]
    variables: Mapping[str, Any]

    def connections(self, selection: SelectionSetNode | None, parents: int) -> Iterator[tuple[int, int]]:
        """For each connection below: the nodes that it may give, and the requests for it (one for each parent)."""
        for node in selection.selections if selection else ():
            if isinstance(node, FragmentSpreadNode):
                yield from self.connections(self.fragments[node.name.value].selection_set, parents)
            elif isinstance(node, InlineFragmentNode):
                yield from self.connections(node.selection_set, parents)
            elif isinstance(node, FieldNode):
                yield from self._field(node, parents)

    def _field(self, node: FieldNode, parents: int) -> Iterator[tuple[int, int]]:
        size = self._size(node)
        if size is not None:
            yield parents * size, parents
        yield from self.connections(node.selection_set, parents * (1 if size is None else size))

    def _size(self, node: FieldNode) -> int | None:
        """How many nodes the field gives at most; None where it is no list. ``nodes(ids:)`` is one by its ids."""
        for argument in node.arguments or ():
            if argument.name.value in ("first", "last"):
                return self._bound(argument.value)
            if argument.name.value == "ids" and isinstance(argument.value, VariableNode):
                return len(self.variables[argument.value.name.value])
        return None

    def _bound(self, node: ValueNode) -> int:
        if isinstance(node, VariableNode):
            return int(self.variables[node.name.value])
        assert isinstance(node, IntValueNode), "bounds are numbers or variables"
        return int(node.value)
