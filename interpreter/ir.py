"""The program of a game: typed values, operations, functions, state fields, and their verifier.

A program is structured: functions hold blocks, blocks hold instructions, and the instructions
`if`, `loop`, `each`, `probe` and `snapshot` hold blocks of their own. Three kinds of values
exist: integers (64 bits, signed), booleans, and sets of sites. Values are assigned once; what
changes lives in variables (`local`, `get`, `set`) or in the fields of the state. Besides, a move
can be held as a whole, of which the parts can be asked.

`backends/python.py` defines what each operation does; this module says what it takes and gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import pairwise
from typing import Literal, cast

Kind = Literal["int", "bool", "sites", "move", "history", "none"]
Shape = Literal["moving", "placing", "nowhere"]

MOST_SITES = 4096
MOST_PLAYERS = 16
MOST_PIECES = 255
MOST_MOVES = 10_000
MOST_TURNS_PER_PLAYER = 1250


@dataclass(frozen=True, slots=True)
class Value:
    """A value of the program: a constant, or the one result of an instruction.

    Args:
        number: which value of its function this is; -1 for a constant
        constant: an integer, 0 or 1 for a boolean, a set as a bit mask with bit i for site i, or a
            packed move
    """

    number: int = -1
    constant: int | None = None

    def __reduce__(self) -> tuple[type[Value], tuple[int, int | None]]:
        """How it is pickled: much faster than a dataclass is by itself."""
        return type(self), (self.number, self.constant)

    @property
    def kind(self) -> Kind:
        """Which of the three kinds of values this is."""
        return KINDS[type(self)]


class Int(Value):
    """A whole number; sites, players and pieces are numbers too."""

    __slots__ = ()


class Bool(Value):
    """True or false."""

    __slots__ = ()


class Sites(Value):
    """A set of sites."""

    __slots__ = ()


class Move(Value):
    """A move: a template, two sites, and what else it carries."""

    __slots__ = ()


KINDS: dict[type, Kind] = {Int: "int", Bool: "bool", Sites: "sites", Move: "move"}
CLASSES: dict[Kind, type[Value]] = {"int": Int, "bool": Bool, "sites": Sites, "move": Move}


@dataclass(frozen=True, slots=True)
class Operation:
    """What an operation takes and gives.

    Args:
        operands: kinds in order; `?` stands for the kind of the field, variable or callee
        result: kind of the result, `none`, or `?`
        pure: the result depends on the operands and the attribute alone
        blocks: number of nested blocks
    """

    name: str
    operands: tuple[str, ...]
    result: Kind | Literal["?"]
    pure: bool
    blocks: int
    meaning: str


def _table(text: str) -> dict[str, Operation]:
    rows = [line.split("|") for line in text.strip().splitlines()]
    cells = [[cell.strip() for cell in row] for row in rows]
    return {
        name: Operation(
            name, tuple(operands.split()), cast(Kind, result), pure == "yes", int(blocks), meaning
        )
        for name, operands, result, pure, blocks, meaning in cells
    }


MACHINE = _table("""
add         | int int         | int   | yes | 0 | sum
sub         | int int         | int   | yes | 0 | difference
mul         | int int         | int   | yes | 0 | product
div         | int int         | int   | yes | 0 | quotient, towards zero; 0 where the divisor is 0
mod         | int int         | int   | yes | 0 | remainder with the sign of the dividend; 0 for divisor 0
min         | int int         | int   | yes | 0 | the smaller
max         | int int         | int   | yes | 0 | the larger
bits_and    | int int         | int   | yes | 0 | bits set in both
bits_or     | int int         | int   | yes | 0 | bits set in either
shift_left  | int int         | int   | yes | 0 | bits moved up, 0 to 63 places
shift_right | int int         | int   | yes | 0 | bits moved down, 0 to 63 places, the sign kept
eq          | int int         | bool  | yes | 0 | equal
ne          | int int         | bool  | yes | 0 | different
lt          | int int         | bool  | yes | 0 | less
le          | int int         | bool  | yes | 0 | less or equal
not         | bool            | bool  | yes | 0 | negation
and         | bool bool       | bool  | yes | 0 | both
or          | bool bool       | bool  | yes | 0 | either or both
int_of      | bool            | int   | yes | 0 | 1 for true, 0 for false
pick_int    | bool int int    | int   | yes | 0 | the second operand if true, else the third
pick_sites  | bool sites sites| sites | yes | 0 | the second operand if true, else the third
union       | sites sites     | sites | yes | 0 | sites in either
intersect   | sites sites     | sites | yes | 0 | sites in both
minus       | sites sites     | sites | yes | 0 | sites in the first and not in the second
single      | int             | sites | yes | 0 | the site alone; empty for a number that is no site
contains    | sites int       | bool  | yes | 0 | the site is in the set; false for a number that is no site
count       | sites           | int   | yes | 0 | how many sites
is_empty    | sites           | bool  | yes | 0 | no site
same        | sites sites     | bool  | yes | 0 | the same sites
first       | sites           | int   | yes | 0 | the lowest site; -1 if empty
nth         | sites int       | int   | yes | 0 | the site with this many lower ones in the set; -1 if none
image       | sites           | sites | yes | 0 | all sites that a relation leads to from the set
flood       | sites sites     | sites | yes | 0 | all sites of the second set that a relation reaches from the first by steps inside the second
linked      | int int sites   | bool  | no  | 0 | the group of an entry of an array of sets through a site, by a relation, meets a set
run         | sites int       | int   | yes | 0 | length of the unbroken row of the set through the site on an axis
ray         | int int         | int   | yes | 0 | the site this many steps (from 1) along a ray; -1 past its end
lookup      | int             | int   | yes | 0 | entry of a table of integers; its last entry outside its range
lookup_sites| int             | sites | yes | 0 | entry of a table of sets; its last entry outside its range
read        |                 | ?     | no  | 0 | a field of the state
read_at     | int             | ?     | no  | 0 | an entry of an array field; entry 0 outside its range
write       | ?               | none  | no  | 0 | set a field
write_at    | int ?           | none  | no  | 0 | set an entry of an array field; nothing outside its range
local       | ?               | none  | no  | 0 | declare a variable with its first value
get         |                 | ?     | no  | 0 | the value of a variable
set         | ?               | none  | no  | 0 | change a variable
if          | bool            | none  | no  | 2 | the first block if true, else the second
loop        | int             | int   | no  | 1 | the block so many times, the result counting from 0
leave       |                 | none  | no  | 0 | end the innermost loop or each
each        | sites           | int   | no  | 1 | the block once for each site in ascending order
call        | *               | ?     | no  | 0 | another function of the program, on the same state
return      | ?               | none  | no  | 0 | end the function with this result
finish      |                 | none  | no  | 0 | end a function that has no result
snapshot    |                 | none  | no  | 1 | keep a copy of the state that reads in the block may name
probe       |                 | none  | no  | 1 | run the block on a copy of the state, which is then dropped; its offers too, unless `keep`
random      | int             | int   | no  | 0 | a number from 0 up to and without the operand, drawn from a field
offer       | int sites int int | none | no | 0 | add a bundle: a template from one site (or, on a way other than -1, from the site that each comes from) to each of a set, with extras
clear_moves |                 | none  | no  | 0 | empty the move list
move_count  |                 | int   | no  | 0 | how many moves are in the list
move_at     | int             | move  | no  | 0 | the move with this number
template_of | move            | int   | yes | 0 | the number of its template
origin_of   | move            | int   | yes | 0 | its from-site; -1 for none
target_of   | move            | int   | yes | 0 | its to-site; -1 for none
extra_of    | move            | int   | yes | 0 | one of the numbers that it carries besides
arrange     |                 | none  | no  | 0 | number the moves by the order kept from ply to ply, in line with the list as it is now
take        | int             | move  | no  | 0 | the move with this number, taken out of the list
sort_moves  |                 | none  | no  | 0 | put the moves into the order in which they are listed
seen        |                 | bool  | no  | 0 | the position, all fields marked so, was remembered before
remember    |                 | none  | no  | 0 | add the position to the history
forget      |                 | none  | no  | 0 | empty the history
""")

# What rules are written with besides. `realise` turns these into the operations above; before it,
# passes can still see what a rule asks for.
RULES = _table("""
what        | int             | int   | no  | 0 | the kind of piece on a site; 0 for none
put         | int int int     | none  | no  | 0 | a piece of a kind on a site (0: none), where one of another kind was (-1: not known)
along       | int int int     | int   | yes | 0 | the site so many steps (from 1) from a site along a way; -1 past its end
onward      | sites int       | sites | yes | 0 | where a way leads from a set in one step
reach       | sites sites int | sites | yes | 0 | where a way leads from the first set, as long as it stays in the second
beyond      | sites sites int | sites | yes | 0 | from each of the first set, the first site on a way that is not in the second
walk        | sites int int int | sites | no | 1 | where a way leads from a set, behind so many steps, as long as a block yields true, at most so many steps more
where       | sites           | sites | no  | 1 | the sites of a set for which a block yields true
across      |                 | sites | no  | 1 | all that a block yields for the numbers from 0 up to and without the attribute
gather      | sites           | sites | no  | 1 | all that a block yields for the sites of a set
choose      | bool            | ?     | no  | 2 | what one of two blocks yields; the other is not run
yield       | *               | none  | no  | 0 | what a block gives to the operation around it
move        | int sites int * | none  | no  | 0 | moves of a template from a site (or, on a way other than -1, from the site that each comes from) to each of a set, with the numbers that they carry
any         |                 | bool  | no  | 1 | whether the block makes a legal move
starts      |                 | sites | no  | 1 | from where the moves of a block come
targets     |                 | sites | no  | 1 | where the moves of a block go
list        |                 | none  | no  | 1 | the moves of a block, to be chosen from
first_of    |                 | none  | no  | 2 | the moves of the first of two blocks that makes any legal one
longest     |                 | none  | no  | 1 | the moves of a block from which the longest turns follow
after       |                 | none  | no  | 1 | the moves of a block on a copy of the state, which it may have changed before
""")
OPERATIONS = MACHINE | RULES


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A constant table of integers or of sets (bit masks)."""

    name: str
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Relation:
    """Which sites each site leads to: a direction, or a class of neighbours.

    Args:
        name: for reading; `N`, `Adjacent`
        targets: one tuple of sites for each site
    """

    name: str
    targets: tuple[tuple[int, ...], ...]


NO_RELATION = Relation("nothing", ())


@dataclass(frozen=True, slots=True, eq=False)
class Axis:
    """For each site, the two rays of one straight line through it, nearest site first.

    `None` stands where no such line passes through a site.
    """

    name: str
    rays: tuple[tuple[tuple[int, ...], tuple[int, ...]] | None, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Rays:
    """For each site, one ray: the sites in a direction, nearest first."""

    name: str
    sites: tuple[tuple[int, ...], ...]


@dataclass(eq=False)
class Compass:
    """Several ways to go from each site: rays, nearest site first.

    Args:
        rays: ray number `way` from a site is entry `way * sites + site`
        count: how many ways there are
        sites: how many sites
    """

    name: str
    rays: tuple[tuple[int, ...], ...]
    count: int
    sites: int

    def ray(self, site: int, way: int) -> tuple[int, ...]:
        """The sites along a way from a site."""
        inside = 0 <= site < self.sites and 0 <= way < self.count
        return self.rays[way * self.sites + site] if inside else ()

    @cached_property
    def longest(self) -> int:
        """Sites of the longest ray."""
        return max(map(len, self.rays), default=0)

    @cached_property
    def never_returns(self) -> bool:
        """Whether no way leads back to where it began."""
        return all(spot % self.sites not in ray for spot, ray in enumerate(self.rays))

    @cached_property
    def relations(self) -> tuple[Relation, ...]:
        """For each way the first step of its rays."""
        return tuple(
            Relation(f"{self.name}{way}", tuple(ray[:1] for ray in self._of(way)))
            for way in range(self.count)
        )

    def farther(self, passed: int) -> tuple[Relation, ...]:
        """For each way where its rays lead behind so many sites."""
        return tuple(
            Relation(f"{self.name}{way}+{passed}",
                     tuple(ray[passed : passed + 1] for ray in self._of(way)))
            for way in range(self.count)
        )  # fmt: skip

    @cached_property
    def together(self) -> Relation:
        """One step on any way."""
        several = zip(*(one.targets for one in self.relations), strict=True)
        merged = tuple(tuple(dict.fromkeys(to for one in ways for to in one)) for ways in several)
        return Relation(self.name, merged)

    @cached_property
    def glides(self) -> tuple[bool, ...]:
        """For each way whether its rays are the same step again and again."""
        return tuple(map(self._glides, range(self.count)))

    @cached_property
    def one_way(self) -> bool:
        """Whether no site is on two ways from another."""
        for site in range(self.sites):
            seen = [to for way in range(self.count) for to in set(self.ray(site, way))]
            if len(seen) > len(set(seen)):
                return False
        return True

    def _of(self, way: int) -> tuple[tuple[int, ...], ...]:
        return self.rays[way * self.sites : (way + 1) * self.sites]

    def _glides(self, way: int) -> bool:
        first = self.relations[way].targets
        for site, ray in enumerate(self._of(way)):
            steps = pairwise((site, *ray))
            if any(first[one] != (other,) for one, other in steps) or (ray and first[ray[-1]]):
                return False
        return True


class By(Enum):
    """What the entries of a part of the state belong to."""

    ALONE = "the game"
    SITE = "site"
    PLACE = "place of a hand"
    PLAYER = "player"
    OWNER = "owner"
    PIECE = "kind of piece"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Part:
    """What there can be in a state, declared once.

    Args:
        name: for reading
        kind: of its entries
        by: what it has an entry for each of
        initial: the value at the start, of every entry; a bit mask for sets
        position: part of what makes two positions the same for repetition
        site: it holds a site, or -1
        player: it holds a player, from 1 on, in every game that has started
        apart: no site is in two of its entries
        asked: it is asked for from outside, so that every state has it
        meaning: in words
    """

    name: str
    kind: Kind = "int"
    by: By = By.ALONE
    initial: int = 0
    position: bool = False
    site: bool = False
    player: bool = False
    apart: bool = False
    asked: bool = False
    meaning: str = ""


@dataclass(slots=True, eq=False)
class Field:
    """A part of the state of one game.

    Args:
        length: number of entries of an array, or None for a single value
        initial: the value at the start, of every entry; a bit mask for sets
        position: part of what makes two positions the same for repetition
        bounds: what a number may be made from outside, besides what the program writes

    A field of kind `history` holds the positions that were remembered.
    """

    name: str
    kind: Kind
    length: int | None = None
    initial: int = 0
    position: bool = False
    bounds: tuple[int, int] | None = None
    part: Part | None = None


@dataclass(slots=True, eq=False)
class Variable:
    """A local variable of a function."""

    name: str
    kind: Kind


@dataclass(slots=True, eq=False)
class Copy:
    """The copy of the state that a `snapshot` keeps."""

    name: str = "copy"


@dataclass(slots=True, eq=False)
class Access:
    """A field, and the copy of the state it is read from; None for the state itself."""

    field: Field
    copy: Copy | None = None


@dataclass(slots=True, eq=False)
class Link(Access):
    """An array field of sets, and the relation that joins sites of an entry to groups."""

    relation: Relation = NO_RELATION


@dataclass(slots=True, eq=False)
class Callee:
    """A function, and the copy of the state it reads; None for the state itself."""

    function: Function
    copy: Copy | None = None


@dataclass(slots=True, eq=False)
class Probe:
    """How a `probe` runs: whether offers inside stay, and the copy of the state it starts from."""

    keep: bool = False
    copy: Copy | None = None
    name: str = ""


@dataclass(slots=True, eq=False)
class Instruction:
    """One operation: operands in, at most one result out.

    Args:
        given: the values that its blocks are given, such as the site that a question is about;
            for `each` and `loop` the result is
    """

    name: str
    operands: tuple[Value, ...]
    result: Value | None = None
    attribute: object = None
    blocks: tuple[list[Instruction], ...] = ()
    given: tuple[Value, ...] = ()


Block = list[Instruction]


@dataclass(slots=True, eq=False)
class Function:
    """A function of the program; every function works on the state and the move list.

    Args:
        recursive: it may call functions that are written later, and so itself; how deep it goes
            is bounded by what it is given
    """

    name: str
    parameters: tuple[Value, ...] = ()
    result: Kind = "none"
    body: Block = field(default_factory=list[Instruction])
    values: int = 0
    recursive: bool = False


@dataclass(slots=True, eq=False)
class Template:
    """A kind of move: what applying it does, and whether it is legal at all.

    Args:
        number: place in the program's list, part of every packed move
        name: for reading; `Add`
        act: the actions and consequences: function of (from, to, extra…)
        extras: how many numbers a move carries besides its sites, at most two
        shape: `moving` between two sites; `placing`, the from-site is the to-site; `nowhere`,
            both sites are -1, and the set of a bundle holds any one site
        guard: boolean function of (from, to, extra…); None if always legal
        inside: the guard as it is asked where the effects before the move have been made already
        passing: the move is a pass
        origins: the from-site by the way that a piece goes and the to-site (entry
            way * sites + to), where one way leads from one site to each at most
        carried_way: which of the extras is the way that a piece goes
        note: what tells it from other kinds of moves between the same sites, such as a piece
        settled: the places of the extras that the sites of a move settle, such as the way it goes
    """

    number: int
    name: str
    act: Function
    extras: int = 0
    shape: Shape = "moving"
    guard: Function | None = None
    inside: Function | None = None
    passing: bool = False
    note: str = ""
    origins: Table | None = None
    carried_way: int | None = None
    settled: tuple[int, ...] = ()


@dataclass(slots=True, eq=False)
class Program:
    """Everything a back end needs to run a game.

    `functions` holds the entry points `start`, `generate`, `allowed`, `apply` and `playout`
    and what they call, callees first. `grid` is the row and column of each site, if the board
    lies so that every direction is a constant step; a back end may use it to lay out sets.
    `entries` are the functions that may be called from outside. `owners` has the owner of each kind
    of piece, by its number.
    """

    name: str
    sites: int
    fields: list[Field]
    functions: list[Function]
    templates: list[Template]
    grid: tuple[tuple[int, int], ...] | None = None
    entries: tuple[str, ...] = ()
    owners: tuple[int, ...] = ()

    @property
    def always_legal(self) -> bool:
        """Whether every offered move is legal."""
        repeats = any(field.kind == "history" for field in self.fields)
        return not repeats and not any(one.guard for one in self.templates)

    @property
    def forced(self) -> int:
        """The packed pass of a player who has no legal move."""
        return next(one.number for one in self.templates if one.act.name == "forced_pass")

    @property
    def players(self) -> int:
        """How many players there are; the arrays by player have two entries more."""
        ranks = next((one for one in self.fields if one.name == "rank"), None)
        return (ranks.length or 2) - 2 if ranks is not None else 0

    def function(self, name: str) -> Function:
        """The function with this name."""
        return next(function for function in self.functions if function.name == name)


TEMPLATE_BITS, SITE_BITS, EXTRA_BITS = 10, 13, 14


def pack(template: int, origin: int, target: int, extra: int) -> int:
    """A move as one integer; sites are stored one higher, so that -1 stands for none."""
    return (
        template
        | (origin + 1) << TEMPLATE_BITS
        | (target + 1) << TEMPLATE_BITS + SITE_BITS
        | extra << TEMPLATE_BITS + 2 * SITE_BITS
    )


def unpack(move: int) -> tuple[int, int, int, int]:
    """Template, from-site, to-site and extra of a packed move."""
    site = (1 << SITE_BITS) - 1
    return (
        move & (1 << TEMPLATE_BITS) - 1,
        (move >> TEMPLATE_BITS & site) - 1,
        (move >> TEMPLATE_BITS + SITE_BITS & site) - 1,
        move >> TEMPLATE_BITS + 2 * SITE_BITS,
    )


def walk(block: Block) -> Iterator[Instruction]:
    """Every instruction of a block and of the blocks inside it, in order."""
    for instruction in block:
        yield instruction
        for inner in instruction.blocks:
            yield from walk(inner)


def show(function: Function) -> str:
    """A function as readable text, one instruction a line."""
    lines: list[str] = []

    def name(value: Value) -> str:
        if value.constant is None:
            return f"%{value.number}"
        return hex(value.constant) if value.kind == "sites" else str(value.constant)

    def block(instructions: Block, depth: int) -> None:
        for step in instructions:
            attribute = _attribute_name(step.attribute)
            words = [step.name, *([attribute] if attribute else []), *map(name, step.operands)]
            left = f"{name(step.result)} = " if step.result is not None else ""
            lines.append("  " * depth + left + " ".join(words))
            for number, inner in enumerate(step.blocks):
                if number:
                    lines.append("  " * depth + "else")
                block(inner, depth + 1)

    parameters = ", ".join(f"{name(value)}: {value.kind}" for value in function.parameters)
    lines.append(f"{function.name}({parameters}) -> {function.result}")
    block(function.body, 1)
    return "\n".join(lines)


def _attribute_name(attribute: object) -> str:
    if isinstance(attribute, Access):
        return attribute.field.name + ("@copy" if attribute.copy else "")
    if isinstance(attribute, Callee):
        return attribute.function.name + ("@copy" if attribute.copy else "")
    if attribute is None:
        return ""
    return str(getattr(attribute, "name", attribute))
