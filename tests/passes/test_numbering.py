"""What a function asks for is a value of its own.

Values are numbered anew in each function, so one that is taken from another function may happen to
have the number of a value that is there, and is that value then. Where the numbers of no two
functions are the same, the verifier refuses it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from helpers.cases.drawn import grammar, names
from helpers.marks import each_game
from helpers.programs import compiled
from interpreter import load
from interpreter.ir.emit import Emitter
from interpreter.ir.program import Function
from interpreter.ir.values import Int
from interpreter.ir.verify import IllFormedError
from interpreter.text.errors import LudError

TOGETHER = 10
PASSES = pytest.mark.parametrize("passes", [(), None], ids=["plain", "passes"])


@pytest.fixture(autouse=True)
def _apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Values are numbered from elsewhere in each function, and no program is kept."""
    made, firsts = Function.__init__, count(1_000_000, 1_000_000)

    def begin(function: Function, *given: object, **named: object) -> None:
        made(function, *given, **named)  # pyright: ignore[reportArgumentType]
        function.values = function.values or next(firsts)

    monkeypatch.setattr(Function, "__init__", begin)
    monkeypatch.setenv("LUDWRIGHT_CACHE", "off")


@PASSES
@pytest.mark.parametrize("name", each_game(long=True))
def test_library(name: str, passes: tuple[str, ...] | None) -> None:
    assert load(name, backend="python", passes=passes)


def _loaded(name: str, seeds: range, passes: tuple[str, ...] | None) -> Iterator[int]:
    """The seeds of which a grammar gives rules that are not refused."""
    for seed in seeds:
        try:
            load(grammar(name).rules(seed), backend="python", passes=passes)
        except LudError:
            continue
        except IllFormedError as error:
            raise AssertionError(f"seed {seed}\n{grammar(name).rules(seed)}") from error
        yield seed


@PASSES
@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_some(name: str, passes: tuple[str, ...] | None) -> None:
    assert len(list(_loaded(name, range(TOGETHER), passes))) > TOGETHER // 2


@PASSES
@pytest.mark.thorough
@pytest.mark.parametrize("first", range(TOGETHER, 400, TOGETHER))
@pytest.mark.parametrize("name", names())
def test_many(name: str, first: int, passes: tuple[str, ...] | None) -> None:
    assert len(list(_loaded(name, range(first, first + TOGETHER), passes))) > TOGETHER // 3


def test_a_value_of_another_function_is_refused() -> None:
    def write(b: Emitter) -> None:
        values: list[Int] = []

        def first(given: Int) -> Int:
            values.append(b.add(given, b.one))
            return values[0]

        def second(given: Int) -> Int:
            return b.add(b.subtract(given, b.one), values[0])

        b.define("first", ("int",), "int", first)
        b.define("second", ("int",), "int", second)

    with pytest.raises(IllFormedError, match=r"second: add: value \d+ is not defined here"):
        compiled(write, [])
