"""What a provider is asked for, from the strictest form of answer to none."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any

from pydantic import BaseModel

from digest.llm.question import Choices


class Mode(Enum):
    """In the order in which they are tried. The last has nothing that a provider could refuse.

    Local servers that know no `json_schema` may hold a model to a schema all the same, if it comes with `json_object`:
    https://llama-cpp-python.readthedocs.io/en/latest/#json-schema-mode. Without it a weak model finds no form at all.
    """

    SCHEMA = "json_schema"
    OBJECT_BY_SCHEMA = "json_object by schema"
    OBJECT = "json_object"
    PLAIN = "text"

    @property
    def next(self) -> Mode | None:
        order = list(Mode)
        place = order.index(self) + 1
        return order[place] if place < len(order) else None

    def options(self, schema: type[BaseModel], choices: Choices) -> dict[str, object]:
        """What the call is given. Little temperature: the text shall stay close to what it is about.

        The ``choices`` are told to local servers alone: for providers every new schema is one to be compiled first.
        """
        match self:
            case Mode.SCHEMA:
                told = {"name": "answer", "strict": True, "schema": strict(schema)}
                return {"response_format": {"type": "json_schema", "json_schema": told}, "temperature": 0.2}
            case Mode.OBJECT_BY_SCHEMA:
                return {
                    "response_format": {"type": "json_object", "schema": chosen(strict(schema), choices)},
                    "temperature": 0.2,
                }
            case Mode.OBJECT:
                return {"response_format": {"type": "json_object"}, "temperature": 0.2}
        return {}


def strict(schema: type[BaseModel]) -> dict[str, Any]:
    """Its JSON schema as providers ask for it: every field required, and no others.

    https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
    """
    told: dict[str, Any] = _strict(schema.model_json_schema())
    return told


def chosen(node: Any, choices: Choices) -> Any:  # noqa: ANN401
    """The schema with an ``enum`` for each field that has choices."""
    if isinstance(node, list):
        return [chosen(one, choices) for one in node]
    if not isinstance(node, dict):
        return node
    kept = {key: chosen(value, choices) for key, value in node.items()}
    if isinstance(node.get("properties"), dict):
        told = node["properties"].items()
        kept["properties"] |= {name: _limited(one, choices[name]) for name, one in told if name in choices}
    return kept


def _limited(field: dict[str, Any], values: Sequence[int | str | None]) -> dict[str, Any]:
    told = {"enum": list(values)}
    return {"type": "array", "items": told, "maxItems": len(values)} if field.get("type") == "array" else told


_SAID = ("title", "default", "description")


def _strict(node: Any) -> Any:  # noqa: ANN401
    if isinstance(node, list):
        return [_strict(one) for one in node]
    if not isinstance(node, dict):
        return node
    kept = {key: _strict(value) for key, value in node.items() if key not in _SAID or isinstance(value, dict)}
    if isinstance(node.get("properties"), dict):
        kept |= {"required": list(node["properties"]), "additionalProperties": False}
    return kept
