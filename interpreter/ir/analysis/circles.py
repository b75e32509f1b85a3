"""Functions that come to call themselves, in a program that is not realised yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from interpreter.ir.analysis.making import QUESTIONS, makes_moves
from interpreter.ir.program import Block, Callee, Function, Template, walk


def circle(functions: Iterable[Function]) -> list[Function]:
    """Functions each of which calls the next, and the last one the first; none if there are none.

    Those that are meant to call themselves end by themselves, and are looked at no further. Whoever
    asks about moves calls what tells whether they are legal.
    """
    done: set[Function] = set()
    for function in functions:
        if found := _from(function, [], done):
            return found
    return []


def _from(function: Function, path: list[Function], done: set[Function]) -> list[Function]:
    if function in path:
        return path[path.index(function) :]
    if function in done or function.recursive:
        return []
    for one in dict.fromkeys(_calls(function.body)):
        if found := _from(one, [*path, function], done):
            return found
    done.add(function)
    return []


def _calls(block: Block) -> Iterator[Function]:
    """What a block calls, and what tells whether the moves are legal that it asks about."""
    for step in walk(block):
        if isinstance(step.attribute, Callee):
            yield step.attribute.function
        elif step.name in QUESTIONS:
            yield from _of_moves(step.blocks[0], within=False)


def _of_moves(block: Block, *, within: bool) -> Iterator[Function]:
    """What tells whether moves are legal.

    Args:
        within: the effects before them have been made
    """
    for step in block:
        if step.name == "move":
            template = cast(Template, step.attribute)
            inside = template.inside if within else None
            yield from filter(None, [inside or template.guard])
        elif isinstance(step.attribute, Callee) and makes_moves(step.attribute.function.body):
            yield from _of_moves(step.attribute.function.body, within=within)
        for inner in step.blocks:
            yield from _of_moves(inner, within=within or step.name == "after")
