"""The program of a game: instructions, functions, state fields, templates of moves.

A program is structured: functions hold blocks, blocks hold instructions, and the instructions
`if`, `loop`, `each`, `probe` and `snapshot` hold blocks of their own. Three kinds of values
exist: integers (64 bits, signed), booleans, and sets of sites. Values are assigned once; what
changes lives in variables (`local`, `get`, `set`) or in the fields of the state. Besides, a move
can be held as a whole, of which the parts can be asked.

`operations.py` says what each operation takes and gives; what it does is defined in `meaning/`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from interpreter.ir import schema
from interpreter.ir.constraints import Model
from interpreter.ir.relations import NO_RELATION, Relation, Table
from interpreter.ir.schema import Part
from interpreter.ir.values import Kind, Value

Shape = Literal["moving", "placing", "nowhere"]

MOST_PLAYERS = 16
MOST_PIECES = 255
MOST_MOVES = 10_000
MOST_TURNS_PER_PLAYER = 1250
# How many moves are tried to find the longest turn, and how deep; below the length that is found
# stands in so many bits how many more may be tried.
MOST_TRIED, TRIED_BITS, MOST_DEPTH = 1 << 16, 20, 48


@dataclass(slots=True, eq=False)
class Field:
    """A part of the state of one game.

    Args:
        length: number of entries of an array, or None for a single value
        initial: the value at the start, of every entry; a bit mask for sets
        position: part of what makes two positions the same for repetition
        bounds: what a number may be made from outside, besides what the program writes
        linked: what its entries are worked out from, where they are sites linked to others

    A field of kind `history` holds the positions that were remembered.
    """

    name: str
    kind: Kind
    length: int | None = None
    initial: int = 0
    position: bool = False
    bounds: tuple[int, int] | None = None
    part: Part | None = None
    linked: Linked | None = None


@dataclass(frozen=True)
class Linked:
    """What sites are linked to: a set, or for each entry of the array one of a table.

    Args:
        field: the array of sets that groups lie in
        relation: what joins their sites
        mask: the set, if it is the same for every entry
        table: the sets by entry, if not
    """

    field: Field
    relation: Relation
    mask: int = 0
    table: Table | None = None

    def wanted(self, entry: int) -> int:
        """The set that belongs to an entry, as a bit mask."""
        return self.mask if self.table is None else self.table.entries[entry]


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
        place: the characters of the rule file where it is written, the first and the one behind the
            last; None for what every game has
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
    place: tuple[int, int] | None = None


Answer = Literal["condition", "sites", "moves", "rule", "most"]


@dataclass(frozen=True, slots=True)
class Watched:
    """A clause whose answers are told to whoever watches; see the operation `watch`.

    Args:
        number: its place in the program's list
        name: its keyword, as the catalogue has it; `is Empty`
        answer: a truth; a set of sites; the sites to which a rule for moves leads from one site;
            whether the rule is asked at all, which is true; or whether of its moves only those are
            legal that are worth the most, which is true
        place: the characters of the rule file where it is written, or where the define is used that
            it is written in
        text: the clause as it is written
        written: the name of the text in which it is written, and the characters there
    """

    number: int
    name: str
    answer: Answer
    place: tuple[int, int] | None
    text: str
    written: tuple[str, int, int]

    def within(self, other: Watched) -> bool:
        """Whether it is written inside another clause."""
        (name, start, end), (its_name, its_start, its_end) = self.written, other.written
        inside = name == its_name and its_start <= start and end <= its_end
        return inside and self.written != other.written

    @property
    def kind(self) -> Kind:
        """Of which kind the answers are."""
        return "sites" if self.answer in ("sites", "moves") else "bool"


@dataclass(slots=True, eq=False)
class Program:
    """Everything a back end needs to run a game.

    `functions` holds the entry points `start`, `generate`, `allowed`, `apply` and `playout`
    and what they call, callees first. `grid` is the row and column of each site, if the board
    lies so that every direction is a constant step; a back end may use it to lay out sets.
    `entries` are the functions that may be called from outside. `owners` has the owner of each kind
    of piece, by its number; `dice` the numbers on the faces of each die. It is `timed` if rules
    ask how many moves or turns were made, beyond the limits that every game has. `phases`
    has the names of its phases, in the order of their numbers, if there are several. `puzzle` is
    what a solver has to know of a puzzle. `watched` are the clauses whose answers are told. It
    `forbids` moves if a rule above the rules looks at what each leads to. `beside` are the sites
    behind those of the board up to the last of a hand.
    """

    name: str
    sites: int
    fields: list[Field]
    functions: list[Function]
    templates: list[Template]
    grid: tuple[tuple[int, int], ...] | None = None
    entries: tuple[str, ...] = ()
    owners: tuple[int, ...] = ()
    dice: tuple[tuple[int, ...], ...] = ()
    timed: bool = False
    phases: tuple[str, ...] = ()
    puzzle: Model | None = None
    watched: tuple[Watched, ...] = ()
    forbids: bool = False
    beside: range | None = None

    @property
    def always_legal(self) -> bool:
        """Whether every offered move is legal."""
        repeats = any(field.kind == "history" for field in self.fields)
        guarded = any(one.guard for one in self.templates)
        return not (repeats or guarded or self.forbids)

    @property
    def forced(self) -> int:
        """The packed pass of a player who has no legal move."""
        return next(one.number for one in self.templates if one.act.name == "forced_pass")

    @property
    def players(self) -> int:
        """How many players there are; the arrays by player have two entries more."""
        ranks = self.part(schema.RANK)
        return (ranks.length or 3) - 2 if ranks is not None else 1

    def part(self, part: Part) -> Field | None:
        """The field that holds a part of the state; None where the game has none."""
        return next((one for one in self.fields if one.part == part), None)

    @property
    def height(self) -> int:
        """How many pieces may stand on each other on a site; 0 where none do."""
        levels = self.part(schema.LEVEL)
        return 0 if levels is None or levels.length is None else levels.length // self.sites

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


def called(block: Block) -> Iterator[Function]:
    """The functions that a block calls itself, as often as it does."""
    for step in walk(block):
        if isinstance(step.attribute, Callee):
            yield step.attribute.function


def walk(block: Block) -> list[Instruction]:
    """Every instruction of a block and of the blocks inside it, in order, as they are now."""
    found: list[Instruction] = []
    _collect(block, found)
    return found


def outside(block: Block, *names: str) -> list[Instruction]:
    """The instructions of a block in order, but those inside the blocks of some operations."""
    found: list[Instruction] = []
    for step in block:
        found.append(step)
        for inner in step.blocks if step.name not in names else ():
            found += outside(inner, *names)
    return found


def _collect(block: Block, found: list[Instruction]) -> None:
    # Three times as fast as yielding them one by one.
    for step in block:
        found.append(step)
        if step.blocks:
            for inner in step.blocks:
                _collect(inner, found)
