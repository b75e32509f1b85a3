"""Functions in an order in which each stands behind those that it calls."""

from __future__ import annotations

from interpreter.ir.program import Function, Program, called


def callees_first(program: Program) -> None:
    """Put the functions in order; one that may call what is written later comes at once."""
    found: dict[Function, None] = {}
    waiting: list[Function] = []

    def visit(function: Function) -> None:
        if function in found:
            return
        if function.recursive:
            found[function] = None
            waiting.append(function)
            return
        for one in called(function.body):
            visit(one)
        found[function] = None

    for function in program.functions:
        visit(function)
    for function in waiting:
        for one in called(function.body):
            visit(one)
    known = set(program.functions)
    program.functions[:] = [one for one in found if one in known]
