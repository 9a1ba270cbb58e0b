"""Binds a world to the schema: plain fields by name, all others by their resolvers.

A field that no test has needed yet answers with an error that says so, never with a made-up null.
"""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime
from typing import Any, NoReturn

from graphql import (
    GraphQLField,
    GraphQLObjectType,
    GraphQLScalarType,
    GraphQLSchema,
    is_abstract_type,
)

from tests.github_stub import entities, items, mutations, places, roots, talk
from tests.github_stub.connections import Connection, Edge, Info, PageInfo, Resolver
from tests.github_stub.errors import Typed, unserved
from tests.github_stub.items import event_field
from tests.github_stub.naming import snake

FIELDS = roots.FIELDS | items.FIELDS | mutations.FIELDS
CLASSES: dict[str, type] = {
    "Repository": entities.Repository,
    "Issue": entities.Issue,
    "PullRequest": entities.PullRequest,
    "IssueComment": talk.Comment,
    "PullRequestReview": talk.Review,
    "PullRequestReviewComment": talk.ReviewComment,
    "PullRequestReviewThread": talk.ReviewThread,
    "PullRequestChangedFile": talk.ChangedFile,
    "ReviewRequest": talk.ReviewRequest,
    "Release": talk.Release,
    "Label": entities.Label,
    "Milestone": entities.Milestone,
    "Reaction": entities.Reaction,
    "PageInfo": PageInfo,
    "DiscussionCategory": places.Category,
    "Discussion": places.Discussion,
    "DiscussionComment": places.DiscussionComment,
    "Ref": places.Ref,
    "Commit": places.Commit,
    "Blob": places.Blob,
} | dict.fromkeys(("User", "Bot", "Organization", "Mannequin", "EnterpriseUserAccount"), entities.Person)


def bind(schema: GraphQLSchema) -> GraphQLSchema:
    """Gives each type of the schema its resolvers. Fields without one are refused when asked for."""
    for name, kind in schema.type_map.items():
        if isinstance(kind, GraphQLObjectType) and not name.startswith("__"):
            for field_name, field in kind.fields.items():
                field.resolve = _resolver(name, field_name, field)
        elif is_abstract_type(kind):
            kind.resolve_type = _resolve_type
    _bind_times(schema)
    return schema


def _resolver(kind: str, name: str, field: GraphQLField) -> Resolver:
    special = FIELDS.get(kind, {}).get(name)
    if special is not None:
        return special
    if kind.endswith("Event"):
        return event_field
    if kind.endswith("Connection"):
        return _of_connection(snake(name))
    if kind.endswith("Edge"):
        return _attribute(name) if name in Edge.__annotations__ else _refusal(kind, name)
    if kind.endswith("Payload"):
        return lambda source, info: source.get(name)
    if kind in ("RateLimit", "ReactionGroup"):
        return lambda source, info: source[name]
    attributes = _attributes(CLASSES.get(kind))
    return _attribute(snake(name)) if snake(name) in attributes else _refusal(kind, name)


def _attributes(cls: type | None) -> set[str]:
    if cls is None:
        return set()
    return {one.name for one in dataclasses.fields(cls)} | {one for one in dir(cls) if not one.startswith("_")}


def _attribute(name: str) -> Resolver:
    def resolve(source: Any, info: Info, **_arguments: Any) -> Any:
        if (id(source), name) in info.context.unreadable:
            raise Typed("INTERNAL", "Something went wrong while executing your query.")
        return getattr(source, name)

    return resolve


def _of_connection(name: str) -> Resolver:
    def resolve(source: Connection, info: Info) -> Any:
        return source.more[name] if name in source.more else getattr(source, name)

    return resolve


def _refusal(kind: str, name: str) -> Resolver:
    def refuse(*_: Any, **_arguments: Any) -> NoReturn:
        raise unserved(kind, name)

    return refuse


def _resolve_type(value: Any, *_: Any) -> str:
    return str(value.typename)


def _bind_times(schema: GraphQLSchema) -> None:
    scalar = schema.type_map.get("DateTime")
    if isinstance(scalar, GraphQLScalarType):
        scalar.coerce_output_value = _as_text
        scalar.coerce_input_value = _as_moment
        scalar.parse_value = _as_moment  # type: ignore[assignment,method-assign]


def _as_text(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _as_moment(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)
