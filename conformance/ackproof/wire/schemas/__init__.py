"""The JSON Schemas of the documents that the suite reads and writes: certificate, witness, rules, and the messages of
the protocol.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, cast

import jsonschema_rs

from ackproof.text.sanitize import printable


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of that name: certificate, witness, rules or protocol."""
    text = (resources.files(__package__) / f"{name}.schema.json").read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text)
    return document


def check(document: object, name: str, definition: str | None = None) -> dict[str, Any]:
    """Return a document that is valid by a schema, or by one definition in it; raise ValueError with the place if it is
    invalid.
    """
    return _checked(document, _validator(name, definition))


def check_by(document: object, schema: Mapping[str, Any]) -> dict[str, Any]:
    """Do the same with a JSON Schema of objects from elsewhere."""
    return _checked(document, jsonschema_rs.Draft202012Validator(dict(schema)))


def _checked(document: object, validator: jsonschema_rs.Draft202012Validator) -> dict[str, Any]:
    try:
        validator.validate(document)
    except jsonschema_rs.ValidationError as error:
        raise ValueError(printable(f"{_place(error.instance_path)}{_short(error.message)}")) from None
    return cast("dict[str, Any]", document)  # all schemas are of objects


@cache
def _validator(name: str, definition: str | None) -> jsonschema_rs.Draft202012Validator:
    document = schema(name)
    if definition is not None:
        document = {"$schema": document["$schema"], "$defs": document["$defs"], "$ref": f"#/$defs/{definition}"}
    return jsonschema_rs.Draft202012Validator(document)


def _place(path: list[str | int]) -> str:
    place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")
    return f"{_short(place)}: " if place else ""


def _short(message: str) -> str:
    return message if len(message) <= 200 else f"{message[:120]} … {message[-77:]}"  # noqa: PLR2004 - two lines' worth
