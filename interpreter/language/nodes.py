"""Bound rules: each clause with its form, each argument with its parameter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast

from interpreter.language.catalogue import Ludeme
from interpreter.text.errors import Span


@dataclass(frozen=True, slots=True)
class Node:
    """A ludeme with its arguments, by the names of the Python signature.

    An argument is a constant, a value of the program, a `Node`, a `Known`, a `Delayed`, or a tuple.
    """

    ludeme: Ludeme
    args: tuple[tuple[str, object], ...]
    span: Span = field(compare=False, repr=False)

    @property
    def keeps(self) -> list[str]:
        """What the game keeps because of it."""
        if not self.ludeme.keeps:
            return []
        given = {name for name, value in self.args if value is not False}
        return [one.partition(":")[0] for one in self.ludeme.keeps if self._keeps(one, given)]

    def _keeps(self, kept: str, given: set[str]) -> bool:
        """Whether it keeps something, said as in the catalogue."""
        argument, _, unless = kept.partition(":")[2].partition("!")
        argument, _, inner = argument.partition(".")
        if argument and argument not in given:
            return False
        if inner and inner not in dict(_args_of(dict(self.args)[argument])):
            return False
        return unless not in given


@dataclass(frozen=True, slots=True)
class Known:
    """A node whose value must be known when the game is compiled."""

    node: Node
    type: type


@dataclass(frozen=True, slots=True)
class Delayed:
    """An argument that the ludeme lowers itself, where and when it needs it."""

    argument: object


def forms_in(value: object) -> Iterator[Ludeme]:
    """The forms of all nodes in a bound tree, from the top."""
    if isinstance(value, Node):
        yield value.ludeme
        for _, inner in value.args:
            yield from forms_in(inner)
    elif isinstance(value, Known):
        yield from forms_in(value.node)
    elif isinstance(value, Delayed):
        yield from forms_in(value.argument)
    elif isinstance(value, tuple):
        for inner in cast(tuple[object, ...], value):
            yield from forms_in(inner)


def bare(value: object) -> object:
    """An argument without what says when it is lowered."""
    while isinstance(value, Delayed | Known):
        value = value.argument if isinstance(value, Delayed) else value.node
    return value


def nodes_in(node: Node) -> list[Node]:
    """A bound tree, node by node from the top."""
    found: list[Node] = []
    waiting = [node]
    while waiting:
        found.append(waiting.pop())
        waiting += reversed(below(found[-1]))
    return found


def _args_of(value: object) -> tuple[tuple[str, object], ...]:
    """The arguments of an argument; none if it is no form."""
    value = bare(value)
    return value.args if isinstance(value, Node) else ()


def below(node: Node) -> list[Node]:
    """The nodes that stand in a node, but not in others of them."""
    found: list[Node] = []
    for _, value in node.args:
        _add_uppermost(value, found)
    return found


def _add_uppermost(value: object, found: list[Node]) -> None:
    value = bare(value)
    if isinstance(value, Node):
        found.append(value)
    elif isinstance(value, tuple):
        for one in value:  # pyright: ignore[reportUnknownVariableType]
            _add_uppermost(one, found)  # pyright: ignore[reportUnknownArgumentType]
