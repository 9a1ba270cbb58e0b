"""Errors as GitHub words them inside a GraphQL answer: ``{"type", "path", "locations", "message"}``."""

from __future__ import annotations

import re
from typing import Any

from graphql import GraphQLError

_UNKNOWN_FIELD = re.compile(r"Cannot query field '(?P<field>\w+)' on type '(?P<type>\w+)'")


class Typed(GraphQLError):
    """An error with GitHub's own ``type`` beside the message.

    Field errors carry a path and leave the other fields of the answer standing, as in
    https://github.com/octokit/graphql.js#errors.
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


def not_found_repository(name: str) -> Typed:
    return Typed("NOT_FOUND", f"Could not resolve to a Repository with the name '{name}'.")


def not_found_item(kind: str, number: int) -> Typed:
    return Typed("NOT_FOUND", f"Could not resolve to {kind} with the number of {number}.")


def not_found_node(node_id: str) -> Typed:
    return Typed("NOT_FOUND", f"Could not resolve to a node with the global id of '{node_id}'")


def forbidden() -> Typed:
    return Typed("FORBIDDEN", "Resource not accessible by integration")


def unserved(kind: str, name: str) -> Typed:
    """For what GitHub knows and no test has needed yet."""
    return Typed("UNSERVED", f"{kind}.{name} is in GitHub's schema, but this stub does not serve it yet.")


def formatted(error: GraphQLError) -> dict[str, Any]:
    """The error as it stands in an answer's ``errors``."""
    shown: dict[str, Any] = {}
    cause = error.original_error or error
    if isinstance(cause, Typed):
        shown["type"] = cause.kind
    if error.path:
        shown["path"] = list(error.path)
    if error.locations:
        shown["locations"] = [{"line": at.line, "column": at.column} for at in error.locations]
    return shown | {"message": error.message}


def invalid(error: GraphQLError) -> dict[str, Any]:
    """A validation error. Unknown fields in GitHub's own words and with its code, others in graphql-core's."""
    unknown = _UNKNOWN_FIELD.match(error.message)
    if unknown is None:
        return formatted(error)
    code = {"code": "undefinedField", "typeName": unknown["type"], "fieldName": unknown["field"]}
    message = f"Field '{unknown['field']}' doesn't exist on type '{unknown['type']}'"
    return formatted(error) | {"path": ["query", unknown["field"]], "extensions": code, "message": message}
