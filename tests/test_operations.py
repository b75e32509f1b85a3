"""Every pure operation as native code, on every way to hold sets; then lists of moves.

One module holds an operation in all its forms: with operands from outside, with a constant among
them, with a site that is known to be one. What Python computes for random operands is right.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.backends import needs_native
from interpreter.ir.emit import NONE, ZERO, Emitter
from interpreter.ir.meaning import expressions
from interpreter.ir.operations import MACHINE, Operation
from interpreter.ir.program import Field, Program, Template, pack
from interpreter.ir.relations import Axis, Rays, Relation, Table
from interpreter.ir.values import CLASSES, Int, Kind, Sites, Value
from interpreter.ir.verify import verify
from interpreter.targets import python
from interpreter.targets.native import Machine

pytestmark = needs_native

PORTABLE = pytest.mark.parametrize(
    "bits",
    [pytest.param(None, id="here"), pytest.param(False, id="portable", marks=pytest.mark.slow)],
)
PATIENT = settings(deadline=None, max_examples=15)
PURE = [one for one in MACHINE.values() if one.pure]
# (rows, columns, whether the board is regular): one register, several, and neither.
BOARDS = ((3, 3, True), (9, 9, False),
          *(pytest.param(*other, marks=pytest.mark.slow) for other in
            ((1, 61, False), (8, 8, True), (9, 9, True), (19, 19, True))),
          # More registers of kinds that are tried above.
          *(pytest.param(*other, marks=pytest.mark.thorough) for other in
            ((15, 15, True), (19, 19, False))))  # fmt: skip
WAYS = {"E": (0, 1), "S": (1, 0), "SE": (1, 1), "SW": (1, -1)}
BOUNDS = (0, 1, 2, 5)


@dataclass(frozen=True)
class Board:
    """Sites in rows, and what leads from one to another."""

    rows: int
    columns: int
    regular: bool

    @property
    def sites(self) -> int:
        return self.rows * self.columns

    @property
    def grid(self) -> tuple[tuple[int, int], ...] | None:
        places = tuple(divmod(site, self.columns) for site in range(self.sites))
        return places if self.regular else None

    def ray(self, site: int, way: tuple[int, int]) -> tuple[int, ...]:
        """The sites in a direction, nearest first."""
        found: list[int] = []
        row, column = divmod(site, self.columns)
        while True:
            row, column = row + way[0], column + way[1]
            if not (0 <= row < self.rows and 0 <= column < self.columns):
                return tuple(found)
            found.append(row * self.columns + column)

    def rays(self, name: str) -> tuple[tuple[int, ...], ...]:
        return tuple(self.ray(site, WAYS[name]) for site in range(self.sites))

    def backwards(self, name: str) -> tuple[tuple[int, ...], ...]:
        way = WAYS[name]
        return tuple(self.ray(site, (-way[0], -way[1])) for site in range(self.sites))

    def attributes(self, operation: str) -> list[object]:
        """What an operation may be given besides its operands."""
        random = Random(1)
        match operation:
            case "image" | "flood":
                steps = [Relation(name, tuple(ray[:1] for ray in self.rays(name))) for name in WAYS]
                around = [
                    tuple(way[site][0] for way in map(self.rays, WAYS) if way[site])
                    + tuple(way[site][0] for way in map(self.backwards, WAYS) if way[site])
                    for site in range(self.sites)
                ]
                odd = [
                    tuple(random.sample(range(self.sites), random.randint(0, 3))) for _ in around
                ]
                holes = [one if random.random() < 0.7 else () for one in around]
                lists = {"around": around, "odd": odd, "holes": holes}
                nothing = Relation("nothing", ((),) * self.sites)
                return [*steps, *(Relation(k, tuple(v)) for k, v in lists.items()), nothing]
            case "run":
                axes = [
                    Axis(name, tuple(zip(self.rays(name), self.backwards(name), strict=True)))
                    for name in WAYS
                ]
                cut = [both if random.random() < 0.8 else None for both in axes[0].rays]
                path = random.sample(range(self.sites), min(9, self.sites))
                bent: list[tuple[tuple[int, ...], tuple[int, ...]] | None] = [None] * self.sites
                for place, site in enumerate(path):
                    bent[site] = (tuple(path[place + 1 :]), tuple(reversed(path[:place])))
                return [*axes, Axis("cut", tuple(cut)), Axis("bent", tuple(bent))]
            case "ray":
                return [Rays(name, self.rays(name)) for name in WAYS]
            case "lookup":
                return [Table("small", (4, 5, -1)), Table("large", (2**62, -(2**63), 0, 7))]
            case "lookup_sites":
                sets = [random.getrandbits(self.sites) for _ in range(5)]
                return [Table("sets", tuple(sets))]
            case "extra_of":
                return [0, 1]
            case _:
                return [None]


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

    def __init__(self, b: Emitter, board: Board) -> None:
        self.b, self.board = b, board
        self.random = Random(board.sites)
        self.found: list[Form] = []
        for operation in PURE:
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
        if name in ("single", "contains", "run", "ray"):
            self._of_known_sites(operation, kinds, emit, evaluate)
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


def operand(random: Random, kind: str, sites: int) -> int:
    """A random value of a kind, often a special one."""
    if kind == "bool":
        return random.randint(0, 1)
    if kind == "move":
        return pack(random.randrange(1024), random.randint(-1, 4095), random.randint(-1, 4095),
                    random.getrandbits(28))  # fmt: skip
    if kind == "int":
        ends = (-(2**63), 2**63 - 1, sites, sites - 1, -1, 63, 64)
        return random.choice((
            random.randint(-3, 9), random.randrange(sites), random.choice(ends),
            random.getrandbits(64) - 2**63,
        ))  # fmt: skip
    full = (1 << sites) - 1
    some = random.getrandbits(sites)
    return random.choice((
        some, some & random.getrandbits(sites), some | random.getrandbits(sites), full, 0,
        1 << random.randrange(sites), full & ~(1 << random.randrange(sites)), 1 << sites - 1,
    ))  # fmt: skip


@functools.cache
def compiled(board: Board, *, bits: bool | None) -> tuple[Machine, list[Form]]:
    b = Emitter()
    b.site_count = board.sites
    forms = Forms(b, board).found
    for form in forms:
        b.define(form.name, form.kinds, form.result, form.body)
    program = Program("operations", board.sites, [Field("n", "int")], b.functions, [], board.grid)
    program.entries = tuple(form.name for form in forms)
    verify(program)
    return Machine(program, bits=bits, checked=True), forms


@PORTABLE
@pytest.mark.parametrize(("rows", "columns", "regular"), BOARDS)
@given(seed=st.integers(0, 2**32 - 1))
@PATIENT
def test_pure_operations(
    rows: int, columns: int, regular: bool, bits: bool | None, seed: int
) -> None:
    board = Board(rows, columns, regular)
    machine, forms = compiled(board, bits=bits)
    random = Random(seed)
    state = machine.blank()
    for form in forms:
        given = [operand(random, kind, board.sites) for kind in form.kinds]
        found = int(machine.run(form.name, state, *given))
        assert found == form.expected(given), (form.name, given)


def test_every_pure_operation_is_tried() -> None:
    _, forms = compiled(Board(3, 3, True), bits=None)
    names = {form.name.rpartition("_")[0].rpartition("_")[0] for form in forms}
    assert names == {one.name for one in PURE}


# Lists of moves

MOST = 12


def forms(b: Emitter) -> list[Template]:
    """Templates of every shape; pieces of the last two go on ways that are known."""
    shapes = ("placing", "moving", "nowhere", "moving", "moving")
    templates: list[Template] = []
    for number, shape in enumerate(shapes):
        extras = number % 2
        act = b.define(f"act{number}", ("int",) * (2 + extras), "none", lambda *_: None)
        templates.append(Template(number, shape, act, extras, shape))  # type: ignore[arg-type]
    # On two ways: from the site before, and from the one after.
    sites = range(b.site_count)
    before = (-1, *sites[:-1])
    after = (*sites[1:], -1)
    templates[3].origins = Table("origins", (*before, *after, -1))
    templates[3].carried_way = 0
    templates[4].origins = Table("others", (*after, -1))
    return templates


def offering(
    b: Emitter, templates: Sequence[Template], *, scattered: bool, ordered: bool
) -> Callable[[Sites, Sites], None]:
    """What offers moves for two sets."""

    def offer(form: Template, origin: Int, targets: Value, extra: int, way: Value = NONE) -> None:
        b.emit("offer", origin, targets, way, b.int(extra), attribute=form)

    def on_ways(first: Sites, second: Sites) -> None:
        inner, outer = b.sites([0, b.site_count - 1]), b.sites([b.site_count - 1])
        offer(templates[4], NONE, b.minus(second, without=outer), 0, ZERO)
        for way in (1, 0):
            targets = b.minus(first, without=inner)
            offer(templates[3], NONE, targets, way + 1, b.int(way))

    def offers(first: Sites, second: Sites) -> None:
        if scattered:
            # Moves that are sorted are listed one by one, for which there is less room.
            several = b.intersect(second, b.sites(range(12))) if ordered else second
            b.each(several, lambda site: offer(templates[1], site, first, 5))
            b.each(
                several,
                lambda site: offer(templates[0], site, b.minus(first, without=b.single(site)), 0),
            )
        else:
            offer(templates[1], b.number("first", second), first, 5)
            offer(templates[0], ZERO, second, 0)
        offer(templates[2], ZERO, b.sites([0]), 0)
        on_ways(first, second)
        if ordered:
            b.emit("sort_moves")

    return offers


def taking(b: Emitter, offers: Callable[[Sites, Sites], None]) -> None:
    """Write a function that offers moves, takes some, and does so again with other sets."""

    def body(first: Sites, second: Sites, third: Sites, step: Int) -> Int:
        total = b.local("total", ZERO)

        def note(value: Int) -> None:
            b.set(total, b.add(b.multiply(b.get_int(total), b.int(31)), value))

        def take_some() -> None:
            b.emit("arrange")
            note(b.number("move_count"))

            def one(index: Int) -> None:
                count = b.number("move_count")
                b.leave_if(b.equal(count, ZERO))
                chosen = b.remainder(b.multiply(index, step), count)
                move = b.emit("take", chosen)
                for part in ("template_of", "origin_of", "target_of"):
                    note(b.number(part, move))
                note(b.number("extra_of", move, attribute=0))

            b.loop(b.int(MOST), one, most=MOST)

        offers(first, second)
        take_some()
        b.emit("clear_moves")
        offers(third, b.union(first, second))
        note(b.number("template_of", b.emit("move_at", ZERO)))
        take_some()
        b.emit("arrange")
        note(b.number("move_count"))
        return b.get_int(total)

    b.define("generate", ("sites", "sites", "sites", "int"), "int", body)


@functools.cache
def listing(
    sites: int, *, scattered: bool, ordered: bool, bits: bool | None
) -> tuple[Machine, python.Machine]:
    b = Emitter()
    b.site_count = sites
    templates = forms(b)
    taking(b, offering(b, templates, scattered=scattered, ordered=ordered))
    program = Program(
        "moves", sites, [Field("n", "int")], b.functions, templates, entries=("generate",)
    )
    verify(program)
    return Machine(program, bits=bits, checked=True), python.Machine(program)


@PORTABLE
@pytest.mark.parametrize("ordered", [False, True], ids=["as-offered", "sorted"])
@pytest.mark.parametrize("scattered", [False, True], ids=["slots", "bundles"])
@pytest.mark.parametrize("sites", [9, 61, 81, 225])
@given(seed=st.integers(0, 2**32 - 1))
@PATIENT
def test_lists_of_moves(
    sites: int, scattered: bool, ordered: bool, bits: bool | None, seed: int
) -> None:
    ours, definition = listing(sites, scattered=scattered, ordered=ordered, bits=bits)
    random = Random(seed)
    given = [operand(random, "sites", sites) for _ in range(3)]
    step = random.randrange(1000)
    found = ours.run("generate", ours.blank(), *given, step)
    assert found == definition.run("generate", definition.blank(), *given, step)
