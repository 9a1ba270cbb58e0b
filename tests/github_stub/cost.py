"""Points and nodes of a query, counted from its text and variables before it runs.

https://docs.github.com/en/graphql/overview/rate-limits-and-node-limits-for-the-graphql-api: the nodes of a connection
are its ``first`` or ``last`` times the nodes of the connections around it; the points are the number of requests that
it takes to fill every connection (one for each node of the connection around it), divided by 100, rounded, at least 1.

Two readings of what that page leaves open, both towards the dearer: the ids given to ``nodes(ids:)`` count as nodes and
multiply what is below them; every fragment of a union counts, also those that cannot apply together. A connection
asked for its count alone, without bounds, counts nothing (as client estimators found by comparing with GitHub's own
answers: the estimate of Sourcegraph's client looks for ``first`` and ``last`` only).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLNamedType,
    GraphQLSchema,
    InlineFragmentNode,
    OperationDefinitionNode,
    SelectionSetNode,
    get_named_type,
    value_from_ast_untyped,
)
from graphql.pyutils import Undefined

NODE_LIMIT = 500_000


@dataclass(frozen=True)
class Cost:
    nodes: int = 0
    requests: int = 0

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.nodes + other.nodes, self.requests + other.requests)

    @property
    def points(self) -> int:
        return max(1, (self.requests + 50) // 100)


@dataclass(frozen=True)
class _Walk:
    schema: GraphQLSchema
    fragments: dict[str, FragmentDefinitionNode]
    variables: dict[str, Any]

    def cost(self, selection: SelectionSetNode | None, parent: GraphQLNamedType, times: int) -> Cost:
        total = Cost()
        for node, kind in self._fields(selection, parent):
            total += self._field(node, kind, times)
        return total

    def _field(self, node: FieldNode, parent: GraphQLNamedType, times: int) -> Cost:
        definition = getattr(parent, "fields", {}).get(node.name.value)
        if definition is None:
            return Cost()
        kind = get_named_type(definition.type)
        arguments = {argument.name.value: self._value(argument.value) for argument in node.arguments or ()}
        asked, requests = self._asked(kind.name, node.name.value, arguments)
        if asked is None:
            return self.cost(node.selection_set, kind, times)
        return Cost(times * asked, times * requests) + self.cost(node.selection_set, kind, times * asked)

    def _asked(self, kind: str, name: str, arguments: dict[str, Any]) -> tuple[int | None, int]:
        if name == "nodes" and "ids" in arguments:
            return len(arguments["ids"] or ()), 1
        if not kind.endswith("Connection"):
            return None, 0
        bound = arguments.get("first") or arguments.get("last")
        return (bound, 1) if isinstance(bound, int) else (None, 0)

    def _fields(self, selection: SelectionSetNode | None, parent: GraphQLNamedType) -> Iterator[tuple[FieldNode, Any]]:
        for node in selection.selections if selection else ():
            if not self._included(node):
                continue
            if isinstance(node, FieldNode):
                yield node, parent
            elif isinstance(node, FragmentSpreadNode):
                fragment = self.fragments[node.name.value]
                yield from self._fields(fragment.selection_set, self._type(fragment.type_condition, parent))
            elif isinstance(node, InlineFragmentNode):
                yield from self._fields(node.selection_set, self._type(node.type_condition, parent))

    def _type(self, condition: Any, parent: GraphQLNamedType) -> GraphQLNamedType:
        return self.schema.type_map[condition.name.value] if condition else parent

    def _included(self, node: Any) -> bool:
        for directive in node.directives or ():
            wanted = self._value(directive.arguments[0].value)
            if (directive.name.value == "skip" and wanted) or (directive.name.value == "include" and not wanted):
                return False
        return True

    def _value(self, node: Any) -> Any:
        value = value_from_ast_untyped(node, self.variables)
        return None if value is Undefined else value


def count(
    schema: GraphQLSchema,
    operation: OperationDefinitionNode,
    fragments: dict[str, FragmentDefinitionNode],
    variables: dict[str, Any],
) -> Cost:
    """What one valid operation costs."""
    defaults = {
        definition.variable.name.value: value_from_ast_untyped(definition.default_value)
        for definition in operation.variable_definitions or ()
        if definition.default_value
    }
    root = schema.mutation_type if operation.operation.value == "mutation" else schema.query_type
    assert root is not None
    return _Walk(schema, fragments, defaults | variables).cost(operation.selection_set, root, 1)
