"""Writing instructions: typed wrappers, blocks, functions, and folding of what is constant.

Nothing here knows boards, pieces or moves; `builder.py` adds these.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import Final, Self, TypeVar, cast

from interpreter.ir.meaning.fold import fold
from interpreter.ir.meaning.known import known
from interpreter.ir.operations import OPERATIONS
from interpreter.ir.program import (
    Access,
    Block,
    Callee,
    Copy,
    Field,
    Function,
    Instruction,
    Probe,
    Variable,
)
from interpreter.ir.relations import Axis, Compass, Rays, Relation, Table
from interpreter.ir.values import CLASSES, Bool, Int, Kind, Sites, Value

V = TypeVar("V", bound=Value)

FALSE, TRUE = Bool(constant=0), Bool(constant=1)
NONE, ZERO, ONE = Int(constant=-1), Int(constant=0), Int(constant=1)
NOWHERE = Sites(constant=0)


class Emitter:
    """Appends instructions to the block that is open."""

    nothing: Final = NONE
    zero: Final = ZERO
    one: Final = ONE
    true: Final = TRUE
    false: Final = FALSE
    nowhere: Final = NOWHERE

    def __init__(self) -> None:
        self.functions: list[Function] = []
        self.function = Function("outside")
        self.block: Block = self.function.body
        self.copy: Copy | None = None
        self.site_count = 0

    @classmethod
    def into(cls, function: Function, sites: int) -> Self:
        """One that writes what is put into a function that is there already.

        Args:
            sites: how many the program has
        """
        made = cls()
        made.site_count, made.function = sites, function
        return made

    # Constants

    def int(self, value: int) -> Int:
        """A constant number."""
        return Int(constant=value)

    def bool(self, value: bool) -> Bool:
        """A constant truth."""
        return TRUE if value else FALSE

    def sites(self, sites: Iterable[int]) -> Sites:
        """A constant set."""
        mask = 0
        for site in sites:
            mask |= 1 << site
        return Sites(constant=mask)

    # The one way in

    def emit(
        self,
        name: str,
        *operands: Value,
        kind: Kind | None = None,
        attribute: object = None,
        blocks: tuple[Block, ...] = (),
    ) -> Value:
        """Append an instruction, or give the constant it would compute.

        Args:
            kind: kind of the result where the operation's table leaves it open
        """
        operation = OPERATIONS[name]
        if operation.pure:
            known = fold(name, operands, attribute, self.site_count)
            if known is not None:
                return known
        found = operation.result if kind is None else kind
        assert found != "?", f"{name} needs to be told the kind of its result"
        result = self.fresh(found) if found != "none" else None
        self._append(Instruction(name, operands, result, attribute, blocks))
        return result if result is not None else ZERO

    def _append(self, instruction: Instruction) -> None:
        """Append to the open block; behind its end nothing can be reached, and nothing is kept."""
        if not self.block or self.block[-1].name not in ("leave", "return", "finish"):
            self.block.append(instruction)

    def fresh(self, kind: Kind) -> Value:
        """A new value of the function that is open."""
        self.function.values += 1
        return CLASSES[kind](self.function.values)

    def number(self, name: str, *operands: Value, attribute: object = None) -> Int:
        """Append an instruction that gives a number."""
        value = self.emit(name, *operands, attribute=attribute)
        assert isinstance(value, Int)
        return value

    def truth(self, name: str, *operands: Value, attribute: object = None) -> Bool:
        """Append an instruction that gives a truth."""
        value = self.emit(name, *operands, attribute=attribute)
        assert isinstance(value, Bool)
        return value

    def _sites(self, name: str, *operands: Value, attribute: object = None) -> Sites:
        value = self.emit(name, *operands, attribute=attribute)
        assert isinstance(value, Sites)
        return value

    # Numbers

    def add(self, left: Int, right: Int) -> Int:
        """Sum."""
        return self.number("add", left, right)

    def subtract(self, left: Int, right: Int) -> Int:
        """Difference."""
        return self.number("sub", left, right)

    def multiply(self, left: Int, right: Int) -> Int:
        """Product."""
        return self.number("mul", left, right)

    def divide(self, left: Int, right: Int) -> Int:
        """Quotient towards zero; 0 where the divisor is 0."""
        return self.number("div", left, right)

    def remainder(self, left: Int, right: Int) -> Int:
        """Remainder with the sign of the dividend; 0 where the divisor is 0."""
        return self.number("mod", left, right)

    def least(self, *values: Int) -> Int:
        """The smallest of at least one number."""
        return self._reduce("min", values)

    def greatest(self, *values: Int) -> Int:
        """The greatest of at least one number."""
        return self._reduce("max", values)

    def _reduce(self, name: str, values: Sequence[Int]) -> Int:
        found = values[0]
        for value in values[1:]:
            found = self.number(name, found, value)
        return found

    def bits(self, value: Int, *, shift: int, width: int) -> Int:
        """`width` bits of a number from bit `shift` on."""
        moved = self.number("shift_right", value, self.int(shift))
        return self.number("bits_and", moved, self.int((1 << width) - 1))

    def equal(self, left: Int, right: Int) -> Bool:
        """Whether two numbers are equal."""
        return self.truth("eq", left, right)

    def differ(self, left: Int, right: Int) -> Bool:
        """Whether two numbers differ."""
        return self.truth("ne", left, right)

    def less(self, left: Int, right: Int) -> Bool:
        """Whether the first is less."""
        return self.truth("lt", left, right)

    def at_most(self, left: Int, right: Int) -> Bool:
        """Whether the first is less or equal."""
        return self.truth("le", left, right)

    def shift_left(self, value: Int, places: int) -> Int:
        """The bits of a number moved up."""
        return self.number("shift_left", value, self.int(places))

    def bits_or(self, left: Int, right: Int) -> Int:
        """Bits set in either number."""
        return self.number("bits_or", left, right)

    # Logic

    def negate(self, value: Bool) -> Bool:
        """Not."""
        return self.truth("not", value)

    def both(self, left: Bool, right: Bool) -> Bool:
        """And; both sides are computed."""
        return self.truth("and", left, right)

    def either(self, left: Bool, right: Bool) -> Bool:
        """Or; both sides are computed."""
        return self.truth("or", left, right)

    def as_int(self, value: Bool) -> Int:
        """1 for true, 0 for false."""
        return self.number("int_of", value)

    def pick(self, condition: Bool, yes: Int, no: Int) -> Int:
        """One of two numbers; both are computed."""
        return self.number("pick_int", condition, yes, no)

    def pick_sites(self, condition: Bool, yes: Sites, no: Sites) -> Sites:
        """One of two sets; both are computed."""
        return self._sites("pick_sites", condition, yes, no)

    # Sets

    def union(self, *sets: Sites) -> Sites:
        """Sites in any of the sets."""
        found = NOWHERE
        for sites in sets:
            if found.constant == 0:
                found = sites
            elif sites.constant != 0:
                found = self._sites("union", found, sites)
        return found

    def intersect(self, left: Sites, right: Sites) -> Sites:
        """Sites in both."""
        everything = (1 << self.site_count) - 1
        if left.constant == everything or right.constant == 0:
            return right
        if right.constant == everything or left.constant == 0:
            return left
        return self._sites("intersect", left, right)

    def minus(self, sites: Sites, *, without: Sites) -> Sites:
        """Sites of the first that are not in the second."""
        if without.constant == 0:
            return sites
        return self._sites("minus", sites, without)

    def single(self, site: Int) -> Sites:
        """The site alone; empty for a number that is no site."""
        return self._sites("single", site)

    def as_sites(self, where: Int | Sites) -> Sites:
        """A set, or a site as a set of its own."""
        return self.single(where) if isinstance(where, Int) else where

    def contains(self, sites: Sites, site: Int) -> Bool:
        """Whether the site is in the set."""
        return self.truth("contains", sites, site)

    def count(self, sites: Sites) -> Int:
        """How many sites."""
        return self.number("count", sites)

    def is_empty(self, sites: Sites) -> Bool:
        """Whether the set has no site."""
        return self.truth("is_empty", sites)

    def same(self, left: Sites, right: Sites) -> Bool:
        """Whether two sets hold the same sites."""
        return self.truth("same", left, right)

    def first(self, sites: Sites) -> Int:
        """The lowest site; -1 if the set is empty."""
        return self.number("first", sites)

    def nth(self, sites: Sites, place: Int) -> Int:
        """The site at some place in a set, counted from 0; -1 if there are not so many."""
        return self.number("nth", sites, place)

    def image(self, sites: Sites, relation: Relation) -> Sites:
        """All sites that the relation leads to from the set."""
        return self._sites("image", sites, attribute=relation)

    def flood(self, start: Sites, within: Sites, relation: Relation) -> Sites:
        """All sites of `within` that the relation reaches from `start` by steps inside it."""
        return self._sites("flood", start, within, attribute=relation)

    def run(self, sites: Sites, site: Int, axis: Axis) -> Int:
        """Length of the unbroken row of the set through the site; 0 if the site is not in it."""
        return self.number("run", sites, site, attribute=axis)

    # Tables

    def met(self, rays: Rays, sites: Sites, spot: Int, passed: Int) -> Int:
        """How many steps along a ray, more than some, lead to a site of a set; 0 if none do."""
        return self.number("met", sites, spot, passed, attribute=rays)

    def lookup(self, table: Table, index: Int) -> Int:
        """An entry of a table of numbers."""
        return self.number("lookup", index, attribute=table)

    def lookup_sites(self, table: Table, index: Int) -> Sites:
        """An entry of a table of sets."""
        return self._sites("lookup_sites", index, attribute=table)

    # State

    def read(self, field: Field, index: Int | None = None) -> Value:
        """A field, or an entry of an array field."""
        access = Access(field, self.copy)
        if index is None:
            return self.emit("read", kind=field.kind, attribute=access)
        return self.emit("read_at", index, kind=field.kind, attribute=access)

    def read_int(self, field: Field, index: Int | None = None) -> Int:
        """A number of the state."""
        value = self.read(field, index)
        assert isinstance(value, Int)
        return value

    def read_sites(self, field: Field, index: Int | None = None) -> Sites:
        """A set of the state."""
        value = self.read(field, index)
        assert isinstance(value, Sites)
        return value

    def total_at(self, access: Access, sites: Sites, behind: int) -> Int:
        """The sum of the entries of an array so many places behind the sites of a set."""
        return self.number("total_at", sites, self.int(behind), attribute=access)

    def between_at(self, access: Access, sites: Sites, behind: int, low: Int, high: Int) -> Sites:
        """The sites of a set whose entry of an array, so many places behind, has some number."""
        return self._sites("between_at", sites, self.int(behind), low, high, attribute=access)

    def write(self, field: Field, value: Value, index: Int | None = None) -> None:
        """Set a field, or an entry of an array field."""
        access = Access(field)
        if index is None:
            self.emit("write", value, attribute=access)
        else:
            self.emit("write_at", index, value, attribute=access)

    @contextmanager
    def live(self) -> Generator[None]:
        """Reads inside see the state itself, also within a batch of effects."""
        saved, self.copy = self.copy, None
        yield
        self.copy = saved

    # Blocks that yield

    def yielding(
        self, body: Callable[..., Value], *kinds: Kind
    ) -> tuple[Block, Value, tuple[Value, ...]]:
        """A block that yields what the body gives, and the values that it is given."""
        given = tuple(self.fresh(kind) for kind in kinds)
        with self.open() as block:
            answer = body(*given)
            self.emit("yield", answer)
        return block, answer, given

    def _settled(
        self,
        name: str,
        operands: tuple[Value, ...],
        parts: tuple[Block, tuple[Value, ...]],
        attribute: object = None,
    ) -> Sites:
        """A set that a block decides: a constant, if it can be worked out now."""
        block, given = parts
        result = self.fresh("sites")
        made = Instruction(name, operands, result, attribute, (block,), given)
        found = known([made], result, self.site_count)
        if found is None:
            self._append(made)
            found = result
        assert isinstance(found, Sites)
        return found

    def where(self, sites: Sites, condition: Callable[[Int], Bool]) -> Sites:
        """The sites of a set for which a condition holds."""
        block, answer, given = self.yielding(condition, "int")
        if answer.constant is not None:
            return sites if answer.constant else NOWHERE
        return self._settled("where", (sites,), (block, given))

    def across(self, count: int, body: Callable[[Int], Sites]) -> Sites:
        """All that the body gives for the numbers from 0 up to and without another."""
        if count <= 1:
            return body(ZERO) if count else NOWHERE
        block, answer, given = self.yielding(body, "int")
        if answer.constant is not None:
            return Sites(constant=answer.constant)
        return self._settled("across", (), (block, given), count)

    def gather(self, sites: Sites, body: Callable[[Int], Sites]) -> Sites:
        """All that the body gives for the sites of a set."""
        block, answer, given = self.yielding(body, "int")
        if sites.constant == 0 or answer.constant == 0:
            return NOWHERE
        return self._settled("gather", (sites,), (block, given))

    def walk(
        self,
        compass: Compass,
        starts: Sites,
        way: Int,
        condition: Callable[[Int, Int], Bool],
        *,
        skip: Int = ZERO,
        most: Int | None = None,
    ) -> Sites:
        """The sites along a way from each of a set, as far as a condition holds.

        Args:
            condition: of a site, and of how many steps it is away
            skip: so many sites are passed before
            most: at most so many more are reached
        """
        block, answer, given = self.yielding(condition, "int", "int")
        if answer.constant == 0:
            return NOWHERE
        far = self.int(compass.longest) if most is None else most
        return self._settled("walk", (starts, way, skip, far), (block, given), compass)

    def beyond(self, compass: Compass, starts: Sites, reached: Sites, way: Int) -> Sites:
        """From each of a set, the first site on a way that is not in another."""
        return self._sites("beyond", starts, reached, way, attribute=compass)

    def along(self, compass: Compass, site: Int, way: Int, steps: Int = ONE) -> Int:
        """The site so many steps (from 1) from a site along a way; -1 past its end."""
        return self.number("along", site, way, steps, attribute=compass)

    def onward(self, compass: Compass, sites: Sites, way: Int) -> Sites:
        """Where a way leads from a set in one step."""
        return self._sites("onward", sites, way, attribute=compass)

    def choose(self, condition: Bool, yes: Callable[[], V], no: Callable[[], V]) -> V:
        """What one of two gives, of which only that one is worked out."""
        if condition.constant is not None:
            return yes() if condition.constant else no()
        first, answer, _ = self.yielding(yes)
        second, other, _ = self.yielding(no)
        if answer == other and answer.constant is not None:
            return cast(V, answer)
        if isinstance(answer, Bool) and (answer.constant, other.constant) == (1, 0):
            return cast(V, condition)
        if isinstance(answer, Bool) and (answer.constant, other.constant) == (0, 1):
            return cast(V, self.negate(condition))
        found = self.emit("choose", condition, kind=answer.kind, blocks=(first, second))
        return cast(V, found)

    def any_site(self, sites: Sites, condition: Callable[[Int], Bool]) -> Bool:
        """Whether a condition holds for some site of a set."""
        return self.negate(self.is_empty(self.where(sites, condition)))

    def all_of(self, conditions: Sequence[Callable[[], Bool]]) -> Bool:
        """Whether every condition holds; later ones are asked only while the earlier ones hold."""
        if not conditions:
            return TRUE
        first, rest = conditions[0](), conditions[1:]
        return self.choose(first, lambda: self.all_of(rest), lambda: FALSE) if rest else first

    def any_of(self, conditions: Sequence[Callable[[], Bool]]) -> Bool:
        """Whether some condition holds; later ones are asked only while the earlier ones fail."""
        if not conditions:
            return FALSE
        first, rest = conditions[0](), conditions[1:]
        return self.choose(first, lambda: TRUE, lambda: self.any_of(rest)) if rest else first

    # Variables

    def local(self, name: str, first: Value) -> Variable:
        """Declare a variable."""
        variable = Variable(name, first.kind)
        self.emit("local", first, attribute=variable)
        return variable

    def get(self, variable: Variable) -> Value:
        """The value of a variable."""
        return self.emit("get", kind=variable.kind, attribute=variable)

    def get_int(self, variable: Variable) -> Int:
        """The value of a variable that holds a number."""
        value = self.get(variable)
        assert isinstance(value, Int)
        return value

    def get_bool(self, variable: Variable) -> Bool:
        """The value of a variable that holds a truth."""
        value = self.get(variable)
        assert isinstance(value, Bool)
        return value

    def get_sites(self, variable: Variable) -> Sites:
        """The value of a variable that holds a set."""
        value = self.get(variable)
        assert isinstance(value, Sites)
        return value

    def set(self, variable: Variable, value: Value) -> None:
        """Change a variable."""
        self.emit("set", value, attribute=variable)

    # Control

    @contextmanager
    def open(self) -> Generator[Block]:
        """A fresh block; instructions go into it."""
        saved = self.block
        self.block = []
        try:
            yield self.block
        finally:
            self.block = saved

    def if_(
        self, condition: Bool, yes: Callable[[], object], no: Callable[[], object] | None = None
    ) -> None:
        """Run one of two blocks; a constant condition leaves only its block."""
        if condition.constant is not None:
            chosen = yes if condition.constant else no
            if chosen is not None:
                chosen()
            return
        with self.open() as first:
            yes()
        with self.open() as second:
            if no is not None:
                no()
        if first or second:
            self.emit("if", condition, blocks=(first, second))

    def each(self, sites: Sites, body: Callable[[Int], object]) -> None:
        """Run the body once for each site, in ascending order."""
        if sites.constant == 0:
            return
        site = self.fresh("int")
        assert isinstance(site, Int)
        with self.open() as block:
            body(site)
        self._append(Instruction("each", (sites,), site, None, (block,)))

    def loop(self, times: Int, body: Callable[[Int], object], *, most: int) -> None:
        """Run the body so many times, counting from 0.

        Args:
            most: a bound known beforehand; the loop never runs more often
        """
        index = self.fresh("int")
        assert isinstance(index, Int)
        with self.open() as block:
            body(index)
        self._append(Instruction("loop", (times,), index, most, (block,)))

    def leave(self) -> None:
        """End the innermost loop or each."""
        self.emit("leave")

    def leave_if(self, condition: Bool) -> None:
        """End the innermost loop or each where the condition holds."""
        self.if_(condition, self.leave)

    def probe(self, body: Callable[[], object], *, keep: bool = False) -> None:
        """Run the body on a copy of the state, which is then dropped; variables keep changes.

        Args:
            keep: moves that the body offers stay offered
        """
        attribute = Probe(keep, self.copy)
        with self.live(), self.open() as block:
            body()
        self.emit("probe", attribute=attribute, blocks=(block,))

    def attempt(self, succeeds: Variable, body: Callable[[], object]) -> None:
        """Run the body; where the variable is false then, the state is put back as it was."""
        with self.open() as block:
            body()
        self.emit("attempt", attribute=succeeds, blocks=(block,))

    # Functions

    def define(
        self,
        name: str,
        kinds: Sequence[Kind],
        result: Kind,
        body: Callable[..., Value | None],
        declared: Function | None = None,
    ) -> Function:
        """Write a function; the body gets the parameters and gives the result.

        Args:
            declared: the function, if calls of it were written before it is
        """
        function = declared or Function(name, result=result)
        with self.inside(function):
            function.parameters = tuple(self.fresh(kind) for kind in kinds)
            self.finish(body(*function.parameters))
        self.functions.append(function)
        return function

    @contextmanager
    def inside(self, function: Function) -> Generator[None]:
        """Instructions go into the function's body."""
        saved = self.function, self.block, self.copy
        self.function, self.block, self.copy = function, function.body, None
        try:
            yield
        finally:
            self.function, self.block, self.copy = saved

    def finish(self, result: Value | None = None) -> None:
        """End the function that is open."""
        if result is None:
            self.emit("finish")
        else:
            self.emit("return", result)

    def call(self, function: Function, *operands: Value) -> Value:
        """Call a function on the state that reads see at this place."""
        callee = Callee(function, self.copy)
        return self.emit("call", *operands, kind=function.result, attribute=callee)

    def call_bool(self, function: Function, *operands: Value) -> Bool:
        """Call a function that answers yes or no."""
        value = self.call(function, *operands)
        assert isinstance(value, Bool)
        return value
