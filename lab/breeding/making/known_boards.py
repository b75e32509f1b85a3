"""Boards that games are known to be played on, of sizes that people play on."""

from __future__ import annotations

from random import Random
from typing import Final

from interpreter.text.tree import Clause, Integer, Symbol, Tree
from lab.breeding.making.genome import NOWHERE


def _square(random: Random) -> Tree:
    return _call("square", random.randint(3, 11))


def _rectangle(random: Random) -> Tree:
    return _call("rectangle", random.randint(2, 9), random.randint(4, 11))


def _hexagon(random: Random) -> Tree:
    return _call("hex", random.randint(3, 6))


def _rhombus(random: Random) -> Tree:
    return Clause(_symbol("hex"), (_symbol("Diamond"), _whole(random.randint(4, 11))), NOWHERE)


def _triangle(random: Random) -> Tree:
    words = _symbol("Triangle"), _whole(random.randint(5, 10))
    return Clause(_symbol(random.choice(("hex", "tri"))), words, NOWHERE)


def _triangles(random: Random) -> Tree:
    return _call("tri", random.randint(3, 6))


BOARDS: Final = (_square, _square, _rectangle, _hexagon, _hexagon, _rhombus, _triangle, _triangles)


def _call(keyword: str, *numbers: int) -> Tree:
    return Clause(_symbol(keyword), tuple(_whole(one) for one in numbers), NOWHERE)


def _symbol(text: str) -> Symbol:
    return Symbol(text, NOWHERE)


def _whole(value: int) -> Integer:
    return Integer(value, NOWHERE)
