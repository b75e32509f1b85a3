"""Constant folding, done while instructions are written.

A pure operation on constants is computed at once, by the definitions of the Python back end.
A few identities (the union with nothing, a pick between constants) spare the rest.
"""

from __future__ import annotations

from interpreter.ir.meaning.expressions import evaluate
from interpreter.ir.operations import OPERATIONS
from interpreter.ir.values import CLASSES, Value

# operation, place of the constant, its value -> what the result is: the place of the other
# operand, or a constant
IDENTITIES: dict[tuple[str, int, int], int | Value] = {
    ("add", 0, 0): 1,
    ("add", 1, 0): 0,
    ("sub", 1, 0): 0,
    ("mul", 0, 1): 1,
    ("mul", 1, 1): 0,
    ("and", 0, 1): 1,
    ("and", 1, 1): 0,
    ("and", 0, 0): CLASSES["bool"](constant=0),
    ("and", 1, 0): CLASSES["bool"](constant=0),
    ("or", 0, 0): 1,
    ("or", 1, 0): 0,
    ("or", 0, 1): CLASSES["bool"](constant=1),
    ("or", 1, 1): CLASSES["bool"](constant=1),
    ("union", 0, 0): 1,
    ("union", 1, 0): 0,
    ("intersect", 0, 0): CLASSES["sites"](constant=0),
    ("intersect", 1, 0): CLASSES["sites"](constant=0),
    ("minus", 0, 0): CLASSES["sites"](constant=0),
    ("minus", 1, 0): 0,
    ("contains", 0, 0): CLASSES["bool"](constant=0),
    ("image", 0, 0): CLASSES["sites"](constant=0),
    ("flood", 0, 0): CLASSES["sites"](constant=0),
    ("flood", 1, 0): CLASSES["sites"](constant=0),
    ("pick_int", 0, 1): 1,
    ("pick_int", 0, 0): 2,
    ("pick_sites", 0, 1): 1,
    ("pick_sites", 0, 0): 2,
}


def fold(name: str, operands: tuple[Value, ...], attribute: object, sites: int) -> Value | None:
    """The value of a pure operation if it is known without running the game, else None."""
    constants = [one.constant for one in operands if one.constant is not None]
    if not constants and operands:
        same = name in ("union", "intersect") and operands[0] is operands[1]
        return operands[0] if same else None
    if len(constants) == len(operands):
        kind = OPERATIONS[name].result
        assert kind != "?", "no pure operation leaves its result open"
        return CLASSES[kind](constant=int(evaluate(name, constants, attribute, sites)))
    for place, operand in enumerate(operands):
        if operand.constant is None:
            continue
        found = IDENTITIES.get((name, place, operand.constant))
        if found is not None:
            return operands[found] if isinstance(found, int) else found
    return None
