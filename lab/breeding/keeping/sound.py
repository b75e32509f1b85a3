"""What was kept as JSON, as the dataclass that it was: checked, since a file may be damaged."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from functools import cache
from types import UnionType
from typing import Any, cast, get_args, get_origin, get_type_hints

Reader = Callable[[Any], Any]
"""Gives a value as one of a type, or raises an `UnsoundError` if it is none."""


class UnsoundError(ValueError):
    """Something is not what it must be; the message says where in what was read, and what it is."""

    @classmethod
    def of(cls, value: object) -> UnsoundError:
        """That of a value."""
        return cls(f"it is {ascii(value)[:40]}")


@cache
def from_json(kind: Any) -> Reader:
    """What reads values of a type from JSON; see `reader`."""
    inner = reader(kind)

    def read(value: Any) -> Any:
        if not isinstance(value, str):
            raise UnsoundError.of(value)
        try:
            found = json.loads(value)
        except ValueError:
            raise UnsoundError.of(value) from None
        return inner(found)

    return read


@cache
def reader(kind: Any) -> Reader:
    """What reads values of a type: a dataclass, a mapping from texts, a tuple, or a plain one.

    A dataclass is read from the values of its fields, with lists for tuples. Where a field has no
    value, or there is no such field, it raises a TypeError.
    """
    origin, inner = get_origin(kind), get_args(kind)
    if is_dataclass(kind):
        return _dataclass(cast("type", kind))
    if origin is tuple:
        return _several(reader(inner[0])) if inner[-1] is Ellipsis else _some(inner)
    if origin is Mapping:
        return _mapping(reader(inner[1]))
    if kind is object:
        return _any
    return _plain(inner if origin is UnionType else (kind,))


def _plain(kinds: tuple[type, ...]) -> Reader:
    kinds = (*kinds, int) if float in kinds else kinds

    def read(value: Any) -> Any:
        if type(value) in kinds:
            return value
        raise UnsoundError.of(value)

    return read


def _several(inner: Reader) -> Reader:
    def read(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return tuple(map(inner, cast("list[Any]", value)))
        raise UnsoundError.of(value)

    return read


def _some(kinds: tuple[type, ...]) -> Reader:
    readers = tuple(map(reader, kinds))

    def read(value: Any) -> Any:
        if isinstance(value, list | tuple) and len(cast("list[Any]", value)) == len(readers):
            return tuple(one(part) for one, part in zip(readers, value, strict=True))
        raise UnsoundError.of(value)

    return read


def _mapping(inner: Reader) -> Reader:
    def read(value: Any) -> Any:
        if not isinstance(value, dict):
            raise UnsoundError.of(value)
        return {
            name: named(name, inner, one) for name, one in cast("dict[str, Any]", value).items()
        }

    return read


def _dataclass(kind: type) -> Reader:
    readers = {name: reader(one) for name, one in get_type_hints(kind).items()}

    def read(value: Any) -> Any:
        if not isinstance(value, dict):
            raise UnsoundError.of(value)
        found = cast("dict[str, Any]", value)
        return kind(**{name: named(name, readers.get(name, _any), found[name]) for name in found})

    return read


def _any(value: Any) -> Any:
    return value


def named(name: str, inner: Reader, value: Any) -> Any:
    """What has a name, as one of a type; the message if it is none says the name."""
    try:
        return inner(value)
    except UnsoundError as error:
        raise UnsoundError(f"{name}: {error}") from None
