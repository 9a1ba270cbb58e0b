"""From the text of a query to its answer: parsed and checked once a text, counted, executed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from graphql import (
    DocumentNode,
    FragmentDefinitionNode,
    GraphQLError,
    GraphQLSchema,
    OperationDefinitionNode,
    execute_sync,
    parse,
    validate,
)

from tests.github_stub.cost import Cost, count
from tests.github_stub.errors import formatted, invalid
from tests.github_stub.grant import Grant
from tests.github_stub.world import World


@dataclass(frozen=True)
class Context:
    """What the resolvers of one request see."""

    world: World
    rate_limit: dict[str, Any]
    grant: Grant
    unreadable: frozenset[tuple[int, str]] = frozenset()


@dataclass(frozen=True)
class Document:
    """A query's text, read. ``problems`` are the errors that GitHub answers with where it is invalid."""

    tree: DocumentNode | None
    problems: tuple[dict[str, Any], ...] = ()

    def operation(self, name: str | None) -> OperationDefinitionNode | None:
        definitions = self.tree.definitions if self.tree else ()
        operations = [one for one in definitions if isinstance(one, OperationDefinitionNode)]
        named = [one for one in operations if name is None or (one.name and one.name.value == name)]
        return named[0] if len(named) == 1 else None

    @property
    def fragments(self) -> dict[str, FragmentDefinitionNode]:
        definitions = self.tree.definitions if self.tree else ()
        return {one.name.value: one for one in definitions if isinstance(one, FragmentDefinitionNode)}


@dataclass
class Engine:
    """Executes queries on one schema. Documents are kept by their text, since a client sends few texts many times."""

    schema: GraphQLSchema
    documents: dict[str, Document] = field(default_factory=dict)

    def document(self, text: str) -> Document:
        found = self.documents.get(text)
        if found is None:
            found = self.documents[text] = self._read(text)
        return found

    def _read(self, text: str) -> Document:
        try:
            tree = parse(text)
        except GraphQLError as error:
            return Document(None, (formatted(error),))
        return Document(tree, tuple(invalid(error) for error in validate(self.schema, tree)))

    def cost(self, document: Document, name: str | None, variables: dict[str, Any]) -> Cost:
        operation = document.operation(name)
        if document.problems or operation is None:
            return Cost()
        return count(self.schema, operation, document.fragments, variables)

    def run(self, document: Document, name: str | None, variables: dict[str, Any], context: Context) -> dict[str, Any]:
        """The answer, with errors beside the data where fields failed."""
        if document.problems or document.tree is None:
            return {"errors": list(document.problems)}
        result = execute_sync(
            self.schema, document.tree, context_value=context, variable_values=variables, operation_name=name
        )
        answer: dict[str, Any] = {"data": result.data}
        if result.errors:
            answer["errors"] = [formatted(error) for error in result.errors]
        return answer
