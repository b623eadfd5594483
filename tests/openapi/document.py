"""The document: paths and examples of the calls, schemas of all messages.

Written here: the generators that could be had want annotations of HTTP in the contract and know no errors of Connect.
"""

import re
from functools import cache
from typing import Any, Final, TypeAlias

from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto

from referee import __version__
from referee.service import SERVICE_NAME

from .contract import Contract, contract, plain, reached
from .examples import examples

Json: TypeAlias = dict[str, Any]
Kind = FieldDescriptorProto

REQUIRED: Final = re.compile(r"Required\.(?!.*\bmay be (?:empty|left out)\b)", re.IGNORECASE | re.DOTALL)
"""Begins the comment of a field that must be there, wherever its message is."""
SCALARS: Final[dict[int, Json]] = {
    Kind.TYPE_BOOL: {"type": "boolean"},
    Kind.TYPE_INT32: {"type": "integer", "format": "int32", "minimum": -(2**31), "maximum": 2**31 - 1},
    Kind.TYPE_STRING: {"type": "string"},
    Kind.TYPE_BYTES: {"type": "string", "contentEncoding": "base64"},
}
ABOUT: Final = (
    "Each call is a POST of JSON to the web door. Names are in lowerCamelCase, and a name that the call does not know "
    "is refused. What is unset is left out of an answer. An action against the rules is an answer; an error means that "
    "the request could not be read or built upon."
)
CODES: Final = (
    *("canceled", "unknown", "invalid_argument", "deadline_exceeded", "not_found", "already_exists"),
    *("permission_denied", "resource_exhausted", "failed_precondition", "aborted", "out_of_range"),
    *("unimplemented", "internal", "unavailable", "data_loss", "unauthenticated"),
)
ERROR: Final[Json] = {
    "type": "object",
    "description": "Why there is no answer, as Connect tells it.",
    "required": ["code"],
    "properties": {
        "code": {"type": "string", "enum": list(CODES), "description": "The status, by Connect's name for it."},
        "message": {"type": "string", "description": "One sentence, in the language asked for."},
        "details": {
            "type": "array",
            "description": "A `google.rpc.ErrorInfo`, and where fields are at fault a `google.rpc.BadRequest`.",
            "items": {"$ref": "#/components/schemas/ConnectErrorDetail"},
        },
    },
}
DETAIL: Final[Json] = {
    "type": "object",
    "description": "One detail of an error.",
    "required": ["type", "value"],
    "properties": {
        "type": {"type": "string", "description": "The name of its message."},
        "value": {"type": "string", "contentEncoding": "base64", "description": "Its bytes."},
        "debug": {
            "type": "object",
            "description": "The same as JSON. Of an `ErrorInfo`: `reason`, one of `ErrorReason` without its first "
            "words, `domain`, and `metadata`, documented at the reason. Of a `BadRequest`: `fieldViolations`, each "
            "with a `field` such as `deal.actions[17].play` and a `description`.",
        },
    },
}
LANGUAGE: Final[Json] = {
    "name": "accept-language",
    "in": "header",
    "description": "The language of names and sentences: English or French, English where neither is asked for.",
    "schema": {"type": "string", "examples": ["fr"]},
}
DEADLINE: Final[Json] = {
    "name": "connect-timeout-ms",
    "in": "header",
    "description": "Milliseconds after which nobody waits for the answer any more.",
    "schema": {"type": "integer", "minimum": 1, "maximum": 9_999_999_999},
}


@cache
def document() -> Json:
    """The OpenAPI document of this checkout."""
    told = contract()
    service = told.services["RefereeService"]
    asked = {plain(method.input_type) for method in service.method}
    closed = set(reached(told, sorted(asked)))
    schemas = {name: _message(told, message, closed=name in closed) for name, message in told.messages.items()}
    schemas |= {name: _enum(told, name) for name in told.enums}
    schemas |= {"ConnectError": ERROR, "ConnectErrorDetail": DETAIL}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "belote-referee",
            "version": __version__,
            "summary": "A referee for belote that keeps nothing",
            "description": f"{told.said('RefereeService')}\n\n{ABOUT}",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "security": [{}, {"token": []}],
        "paths": {f"/{SERVICE_NAME}/{method.name}": {"post": _call(told, method.name)} for method in service.method},
        "components": {
            "schemas": dict(sorted(schemas.items())),
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "Where the server was started with a file of tokens.",
                }
            },
        },
    }


def _call(told: Contract, name: str) -> Json:
    said = told.said("RefereeService", name)
    language = {"description": "The language of the answer.", "schema": {"type": "string", "enum": ["en", "fr"]}}
    return {
        "operationId": name,
        "summary": said.partition(". ")[0].rstrip("."),
        "description": said,
        "parameters": [LANGUAGE, DEADLINE],
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": {"$ref": f"#/components/schemas/{name}Request"},
                    "example": examples()[name],
                }
            },
        },
        "responses": {
            "200": {
                "description": told.said(f"{name}Response"),
                "headers": {"content-language": language},
                "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}Response"}}},
            },
            "default": {
                "description": "There is no answer.",
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ConnectError"}}},
            },
        },
    }


def _message(told: Contract, message: DescriptorProto, *, closed: bool) -> Json:
    schema: Json = {"type": "object", "description": told.said(message.name)}
    properties, required = {}, []
    for field in message.field:
        said = told.said(message.name, field.name)
        properties[field.json_name] = _field(field, said)
        if REQUIRED.match(said):
            required.append(field.json_name)
            if field.label == Kind.LABEL_REPEATED:  # an empty list, or text, is the same as none
                properties[field.json_name]["minItems"] = 1
            elif field.type == Kind.TYPE_STRING:
                properties[field.json_name]["minLength"] = 1
    if required:
        schema["required"] = required
    schema["properties"] = properties
    if closed:
        schema["additionalProperties"] = False
    return schema | _choices(told, message)


def _choices(told: Contract, message: DescriptorProto) -> Json:
    """That of the members of a oneof only one is given, and that one is where it is required."""
    apart: Json = {}
    needed: list[Json] = []
    for index, oneof in enumerate(message.oneof_decl):
        members = [
            one.json_name
            for one in message.field
            if one.HasField("oneof_index") and one.oneof_index == index and not one.proto3_optional
        ]
        apart |= {one: {"properties": {other: False for other in members if other != one}} for one in members[:-1]}
        if members and REQUIRED.match(told.said(message.name, oneof.name)):
            needed.append({"anyOf": [{"required": [one]} for one in members]})
    return ({"dependentSchemas": apart} if apart else {}) | ({"allOf": needed} if needed else {})


def _field(field: FieldDescriptorProto, said: str) -> Json:
    if field.type_name:
        schema: Json = {"$ref": f"#/components/schemas/{plain(field.type_name)}"}
    else:
        schema = dict(SCALARS[field.type])
    if field.label == Kind.LABEL_REPEATED:
        schema = {"type": "array", "items": schema}
    return schema | {"description": said}


def _enum(told: Contract, name: str) -> Json:
    values = [one.name for one in told.enums[name].value if one.number]
    listed = "\n".join(f"* `{value}`: {told.said(name, value)}" for value in values)
    return {"type": "string", "description": f"{told.said(name)}\n\n{listed}", "enum": values}
