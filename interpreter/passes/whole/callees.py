"""Functions in an order in which each stands behind those that it calls."""

from __future__ import annotations

from interpreter.ir.program import Function, Program, called


def callees_first(program: Program) -> None:
    """Put the functions in order; one that may call what is written later comes at once."""
    found: dict[Function, None] = {}
    waiting: list[Function] = []

    for function in program.functions:
        _visit(function, found, waiting)
    for function in waiting:
        for one in called(function.body):
            _visit(one, found, waiting)
    known = set(program.functions)
    program.functions[:] = [one for one in found if one in known]


def _visit(function: Function, found: dict[Function, None], waiting: list[Function]) -> None:
    """Put a function behind those that it calls."""
    if function in found:
        return
    if function.recursive:
        found[function] = None
        waiting.append(function)
        return
    for one in called(function.body):
        _visit(one, found, waiting)
    found[function] = None
