"""Every pure operation as native code, on every way to hold sets.

One module holds an operation in all its forms: with operands from outside, with a constant among
them, and more.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from random import Random
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.backends import needs_native
from helpers.boards import Board, operand
from helpers.marks import examples
from interpreter.ir.emit import ZERO, Emitter
from interpreter.ir.meaning import expressions
from interpreter.ir.operations import MACHINE, Operation
from interpreter.ir.program import Field, Program
from interpreter.ir.relations import Relation
from interpreter.ir.values import CLASSES, Int, Kind, Sites, Value
from interpreter.ir.verify import verify
from interpreter.targets.llvm import memory
from interpreter.targets.llvm.sets.folded import Folded, laid_out
from interpreter.targets.native import Machine

pytestmark = needs_native
PORTABLE = pytest.mark.parametrize(
    "bits",
    [pytest.param(None, id="here"), pytest.param(False, id="portable", marks=pytest.mark.slow)],
)
PATIENT = settings(deadline=None, max_examples=examples(15))
PURE = [one for one in MACHINE.values() if one.pure]
# (rows, columns, whether the board is regular): one register, several, and neither.
BOARDS = ((3, 3, True),
          *(pytest.param(*other, marks=pytest.mark.slow) for other in
            ((9, 9, False), (1, 61, False), (8, 8, True), (9, 9, True), (19, 19, True))),
          # More registers of kinds that are tried above.
          *(pytest.param(*other, marks=pytest.mark.thorough) for other in
            ((15, 15, True), (19, 19, False))))  # fmt: skip
BOUNDS = (0, 1, 2, 5)
NAMES = tuple(one.name for one in PURE)
ONE_BY_ONE = ("count", "first", "nth", "contains", "single")
"""What looks at the words of a set one after another."""


@dataclass(frozen=True)
class Form:
    """An operation as a function of a program, and what it must give.

    Args:
        kinds: what the function takes
        expected: what it gives for such operands
    """

    name: str
    kinds: tuple[Kind, ...]
    result: Kind
    body: Callable[..., Value]
    expected: Callable[[Sequence[int]], int]


class Forms:
    """All forms of all operations on a board."""

    def __init__(self, b: Emitter, board: Board, names: Container[str]) -> None:
        self.b, self.board = b, board
        self.random = Random(board.sites)
        self.found: list[Form] = []
        for operation in [one for one in PURE if one.name in names]:
            for attribute in board.attributes(operation.name):
                self._add(operation, attribute)

    def _add(self, operation: Operation, attribute: object) -> None:
        b, name, kinds = self.b, operation.name, tuple(operation.operands)

        def emit(*values: Value) -> Value:
            return b.emit(name, *values, attribute=attribute)

        def evaluate(*operands: int) -> int:
            return expressions.evaluate(name, operands, attribute, self.board.sites)

        self._form(operation, "plain", kinds, emit, lambda given: evaluate(*given))
        if len(kinds) > 1:
            for place, kind in enumerate(kinds):
                for _ in range(2):
                    self._with_constant(operation, kinds, place, kind, emit, evaluate)
        if name in ("single", "contains", "run", "ray", "met"):
            self._of_known_sites(operation, kinds, emit, evaluate)
        if name == "flood":
            self._from_one_site(operation, emit, evaluate)
            self._behind_one_site(operation, cast(Relation, attribute), emit, evaluate)
        if name == "image":
            self._form(operation, "alone", ("int",), lambda site: emit(b.single(site)),
                       lambda given: evaluate(self.board.set_of(given[0])))  # fmt: skip
        if name == "run":
            self._compared(operation, kinds, emit, evaluate)

    def _form(
        self, operation: Operation, way: str, kinds: Sequence[str], body: Callable[..., Value],
        expected: Callable[[Sequence[int]], int], result: str = "",
    ) -> None:  # fmt: skip
        name = f"{operation.name}_{way}_{len(self.found)}"
        given = result or operation.result
        self.found.append(Form(name, tuple(kinds), given, body, expected))  # type: ignore[arg-type]

    def _with_constant(
        self, operation: Operation, kinds: tuple[str, ...], place: int, kind: str,
        emit: Callable[..., Value], evaluate: Callable[..., int],
    ) -> None:  # fmt: skip
        held = operand(self.random, kind, self.board.sites)
        constant = CLASSES[kind](constant=int(held))  # type: ignore[index]

        def body(*values: Value) -> Value:
            return emit(*values[:place], constant, *values[place:])

        self._form(operation, f"constant{place}", (*kinds[:place], *kinds[place + 1 :]), body,
                   lambda given: evaluate(*given[:place], held, *given[place:]))  # fmt: skip

    def _of_known_sites(
        self, operation: Operation, kinds: tuple[str, ...],
        emit: Callable[..., Value], evaluate: Callable[..., int],
    ) -> None:  # fmt: skip
        """The site is the first of a set, so it is known to be one, or -1."""
        place = kinds.index("int")
        rest = ("sites" if at == place else kind for at, kind in enumerate(kinds))
        taken = tuple(rest)
        for least in (-1, 0):

            def body(*values: Value, least: int = least) -> Value:
                site = self.b.number("first", values[place])
                if least == 0:
                    site = self.b.greatest(site, ZERO)
                return emit(*values[:place], site, *values[place + 1 :])

            def expected(given: Sequence[int], least: int = least) -> int:
                held = given[place]
                site = max(least, (held & -held).bit_length() - 1)
                return evaluate(*given[:place], site, *given[place + 1 :])

            self._form(operation, f"known{least + 1}", taken, body, expected)

    def _from_one_site(
        self, operation: Operation, emit: Callable[..., Value], evaluate: Callable[..., int]
    ) -> None:
        """The start is one site at most, so that it is enough to look along a line from there."""

        def body(start: Int, held: Sites, within: Sites) -> Value:
            return emit(self.b.intersect(self.b.single(start), held), within)

        def expected(given: Sequence[int]) -> int:
            start, held, within = given
            return evaluate(self.board.set_of(start) & held, within)

        self._form(operation, "one", ("int", "sites", "sites"), body, expected)

    def _behind_one_site(
        self, operation: Operation, steps: Relation,
        emit: Callable[..., Value], evaluate: Callable[..., int],
    ) -> None:  # fmt: skip
        """The start is one step from a site, as slides begin."""

        def body(start: Int, within: Sites) -> Value:
            first = self.b.image(self.b.single(start), steps)
            return emit(self.b.intersect(first, within), within)

        def expected(given: Sequence[int]) -> int:
            start = self.board.set_of(given[0])
            first = expressions.evaluate("image", (start,), steps, self.board.sites)
            return evaluate(first & given[1], given[1])

        self._form(operation, "behind", ("int", "sites"), body, expected)

    def _compared(
        self, operation: Operation, kinds: tuple[str, ...],
        emit: Callable[..., Value], evaluate: Callable[..., int],
    ) -> None:  # fmt: skip
        """The length is only compared, so that not all of the line matters."""
        for name in ("eq", "ne", "lt", "le"):
            for bound in BOUNDS:
                for turned in (False, True):

                    def body(*values: Value, name: str = name, bound: int = bound,
                             turned: bool = turned) -> Value:  # fmt: skip
                        pair = (emit(*values), self.b.int(bound))
                        return self.b.truth(name, *(reversed(pair) if turned else pair))

                    def expected(given: Sequence[int], name: str = name, bound: int = bound,
                                 turned: bool = turned) -> int:  # fmt: skip
                        pair = (evaluate(*given), bound)
                        pair = pair[::-1] if turned else pair
                        return expressions.evaluate(name, pair, None, self.board.sites)

                    self._form(operation, name, kinds, body, expected, "bool")


@functools.cache
def compiled(
    board: Board, names: tuple[str, ...] = NAMES, *, bits: bool | None
) -> tuple[Machine, list[Form]]:
    b = Emitter()
    b.site_count = board.sites
    forms = Forms(b, board, names).found
    for form in forms:
        b.define(form.name, form.kinds, form.result, form.body)
    program = Program("operations", board.sites, [Field("n", "int")], b.functions, [], board.grid)
    program.entries = tuple(form.name for form in forms)
    verify(program)
    return Machine(program, bits=bits, checked=True), forms


@pytest.mark.alike(4)
@pytest.mark.slow
@PORTABLE
@pytest.mark.parametrize(("rows", "columns", "regular"), BOARDS)
@given(seed=st.integers(0, 2**32 - 1))
@PATIENT
def test_pure_operations(
    rows: int, columns: int, regular: bool, bits: bool | None, seed: int
) -> None:
    agree(*compiled(Board(rows, columns, regular), bits=bits), Random(seed))


@PORTABLE
@given(seed=st.integers(0, 2**32 - 1))
@PATIENT
def test_sets_of_so_many_words_that_loops_ask_them(bits: bool | None, seed: int) -> None:
    agree(*compiled(Board(3, 345, False), ONE_BY_ONE, bits=bits), Random(seed))


@PORTABLE
def test_sets_that_leave_places_free(bits: bool | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every site has a bit, but not the one with its number."""
    board = Board(6, 9, True)
    places = laid_out(board.sites, (1 << board.sites) - 1, board.grid, [])
    spread = [place + place // 9 for place in range(board.sites)]
    assert places == list(range(board.sites))
    monkeypatch.setattr(memory, "arrange", lambda sites, _, target: Folded(sites, spread, target))
    machine, forms = compiled.__wrapped__(board, bits=bits)
    for seed in range(examples(15)):
        agree(machine, forms, Random(seed))


def agree(machine: Machine, forms: Sequence[Form], random: Random) -> None:
    """See that every form gives what it must for some operands."""
    sites = machine.program.sites
    state = machine.blank()
    for form in forms:
        given = [operand(random, kind, sites) for kind in form.kinds]
        found = int(machine.run(form.name, state, *given))
        assert found == form.expected(given), (form.name, given)


def test_every_pure_operation_is_tried() -> None:
    _, forms = compiled(Board(3, 3, True), bits=None)
    names = {form.name.rpartition("_")[0].rpartition("_")[0] for form in forms}
    assert names == {one.name for one in PURE}
