"""Dataclasses as JSON, and the JSON Schema that they are.

A class that is told as a whole has a name and a number, `SCHEMA = "ludwright.check/1"`. Fields may
be added under the same number; where one goes or means something else, the number grows.
"""

from __future__ import annotations

import inspect
import json
import re
import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, ClassVar, Literal, Union, cast, get_args, get_origin, get_type_hints

PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}


class Told:
    """Something that is told as a whole.

    Attributes:
        SCHEMA: its name, and the number of its form
    """

    SCHEMA: ClassVar[str]


def data(one: object) -> Any:
    """A dataclass, or lists and mappings of some, as JSON has them."""
    if is_dataclass(one) and not isinstance(one, type):
        named = {"schema": one.SCHEMA} if isinstance(one, Told) else {}
        return named | {field.name: data(getattr(one, field.name)) for field in fields(one)}
    if isinstance(one, Mapping):
        several = cast("Mapping[object, object]", one)
        return {str(key): data(value) for key, value in several.items()}
    if isinstance(one, Sequence) and not isinstance(one, str):
        return [data(each) for each in cast("Sequence[object]", one)]
    return one


def text(one: object) -> str:
    """The same as a text."""
    return json.dumps(data(one), indent=1, ensure_ascii=False) + "\n"


def documented(kind: type) -> dict[str, str]:
    """What the docstring of a class says of its fields."""
    section = re.search(r"Args:\n(.*?)(\n\s*\n|\Z)", inspect.getdoc(kind) or "", re.DOTALL)
    found: dict[str, str] = {}
    names: list[str] = []
    for line in section.group(1).split("\n") if section else ():
        start = re.match(r"\s{4}([\w, ]+): (.*)", line)
        if start:
            names = start[1].split(", ")
            found |= dict.fromkeys(names, start[2])
        else:
            found |= {name: f"{found[name]} {line.strip()}" for name in names}
    return found


def summary(kind: type) -> str:
    """The first paragraph of the docstring of a class."""
    return " ".join((inspect.getdoc(kind) or "").partition("\n\n")[0].split())


def schema(kind: type) -> dict[str, Any]:
    """The JSON Schema of a class, with what is in it under `$defs`.

    A field with a default may be absent.
    """
    parts: dict[str, Any] = {}
    whole = _object(kind, parts)
    title = kind.SCHEMA if issubclass(kind, Told) else kind.__name__
    made: dict[str, Any] = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    made |= {"title": title, **whole}
    return made | ({"$defs": parts} if parts else {})


def _object(kind: type, parts: dict[str, Any]) -> dict[str, Any]:
    hints, says = get_type_hints(kind), documented(kind)
    properties: dict[str, Any] = {}
    if issubclass(kind, Told):
        properties["schema"] = {"const": kind.SCHEMA}
    optional: set[str] = set()
    for field in fields(kind):  # pyright: ignore[reportArgumentType]
        if field.default is not MISSING:
            optional.add(field.name)
        found = _type(hints[field.name], parts)
        said = says.get(field.name)
        properties[field.name] = found | ({"description": said} if said else {})
    return {"description": summary(kind), "type": "object", "properties": properties,
            "required": [one for one in properties if one not in optional]}  # fmt: skip


def _type(hint: Any, parts: dict[str, Any]) -> dict[str, Any]:
    origin, inner = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return {"type": PLAIN[hint]}
    if hint is Any or hint is object:
        return {}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_type(one, parts) for one in inner]}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _type(inner[1], parts)}
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return {"type": "array", "items": _type(inner[0], parts)}
    if is_dataclass(hint):
        name = cast("type", hint).__name__
        if name not in parts:
            parts[name] = {}  # so that one that holds itself ends
            parts[name] = _object(cast("type", hint), parts)
        return {"$ref": f"#/$defs/{name}"}
    raise TypeError(f"{hint} is nothing that JSON has")
