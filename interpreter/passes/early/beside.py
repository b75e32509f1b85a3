"""Pieces are counted beside the board alone, where like pieces never meet on it.

Where there are hands, pieces join those of their kind wherever they come to them, and every site
has a count. By most rules none comes to its own kind on the board: a site there has one piece or
none, as the sets of pieces tell, and its count need not be kept. That it is so has to be proven. A
count that is one where a piece stands, and none elsewhere, must be that again behind everything
that is written; what is known of the sites of moves tells what that is.
Nine Men's Morris, many games at once, makes 1.7 times as many plies a second.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from interpreter.ir import schema
from interpreter.ir.analysis.changing import changed
from interpreter.ir.analysis.ranges import ANY, Range, meet, within
from interpreter.ir.emit import TRUE, ZERO, Emitter
from interpreter.ir.meaning.known import UnknownError
from interpreter.ir.operations import OPERATIONS
from interpreter.ir.program import (
    Access,
    Block,
    Field,
    Function,
    Instruction,
    Program,
    Variable,
    walk,
)
from interpreter.ir.values import Bool, Int, Sites, Value
from interpreter.passes.tools.rewriting import Given, KnownRule, Rewriter, Rule
from interpreter.passes.whole.beginning import Beginning

ONE = Int(constant=1)


class MetError(Exception):
    """Like pieces may meet on the board, or are not known not to."""


def count_beside(
    program: Program,
    rules: Mapping[str, Sequence[Rule]],
    known: Mapping[str, Sequence[KnownRule]],
    given: Mapping[Function, Given],
) -> None:
    """Keep counts for hands alone, in place, if that can be proven to be enough.

    Args:
        rules, known: by which functions may be rewritten to prove it
        given: what is known of their parameters
    """
    count, placed = program.part(schema.COUNT), program.part(schema.PLACED)
    if count is None or placed is None or program.beside is None or program.height:
        return
    try:
        _Start(program, count, placed).prove()
        proof = _Proof(program, count, placed, rules, known)
        proof.rewriter.given = given
        for function in program.functions:
            if function.name != "start":
                proof.prove(function)
    except MetError:
        return
    _leave_out(program, count, placed)


# Proving it


class _Start(Beginning):
    """Plays the beginning of a game on the fields, and looks whether counts are as they should be.

    Args:
        count, placed: the fields that are compared
    """

    def __init__(self, program: Program, count: Field, placed: Field) -> None:
        super().__init__(program)
        self.count, self.placed, self.owners = count, placed, program.owners
        self.owned = program.part(schema.OWNED)
        self.beside = cast(range, program.beside)
        self.body = program.function("start").body

    def prove(self) -> None:
        """Look at all that is read and written until the game has begun.

        Raises:
            MetError: it is not as it should be, or chance decides
        """
        done = self.run(self.body)
        if self.body[done:] and self.body[done].name != "finish":
            raise MetError
        for index in range(1, self.sites + 1):
            self._look(index)

    def _look(self, index: int) -> None:
        site, held = index - 1, self.state[self.count]
        some = not self.state[self.placed][0] >> site & 1
        if 0 <= site < self.sites and site not in self.beside and held[index] != some:
            raise MetError

    def _read_at(self, step: Instruction) -> int:
        if cast(Access, step.attribute).field is self.count:
            self._look(self.value(step.operands[0]))
        return super()._read_at(step)

    def _write_at(self, step: Instruction) -> None:
        super()._write_at(step)
        if cast(Access, step.attribute).field is self.count:
            self._look(self.value(step.operands[0]))

    def _what(self, step: Instruction) -> int:
        site, sets = self.value(step.operands[0]), self._held(step)
        kinds = range(1, len(sets)) if 0 <= site < self.sites else ()
        return next((kind for kind in kinds if sets[kind] >> site & 1), 0)

    def _put(self, step: Instruction) -> None:
        site, kind, _ = map(self.value, step.operands)
        if not 0 <= site < self.sites:
            raise UnknownError
        fields = [(self.placed, kind)]
        if self.owned is not None:
            fields.append((self.owned, self.owners[kind] if kind else -1))
        for field, entry in fields:
            sets = self.state[field]
            sets[:] = [one & ~(1 << site) | (number == entry) << site
                       for number, one in enumerate(sets)]  # fmt: skip


class _Proof:
    """Rewrites functions to see what they write, and puts them back.

    A count that is read is taken for what it should be; what is written must be what it should be
    then. In between the pieces may be ahead of it: only from `put` to the write that follows it.
    """

    def __init__(
        self, program: Program, count: Field, placed: Field,
        rules: Mapping[str, Sequence[Rule]], known: Mapping[str, Sequence[KnownRule]],
    ) -> None:  # fmt: skip
        self.count, self.placed = count, placed
        self.beside = cast(range, program.beside)
        own: dict[str, Rule] = {"read_at": self._read, "write_at": self._write, "put": self._put}
        own |= {"write": self._write, "call": self._call}
        more = {name: [rule, *rules.get(name, ())] for name, rule in own.items()}
        self.rewriter = Rewriter(program, {**rules, **more}, known)
        # The block with the last `put`, its site and its kind of piece.
        self.last: tuple[Block, Value, Value] | None = None

    def prove(self, function: Function) -> None:
        """Prove it for one function.

        Raises:
            MetError: it cannot be proven
        """
        steps = list(walk(function.body))
        if not any(step.name == "put" or self._touches(step) for step in steps):
            return
        body, made = function.body, {step.result: step for step in steps}
        self._follow(body, made)
        self.last = None
        try:
            self.rewriter.function_anew(function)
        finally:
            function.body = body

    def _touches(self, step: Instruction) -> bool:
        """Whether an instruction reads or writes counts, or writes where pieces are."""
        if not isinstance(step.attribute, Access):
            return False
        writes = step.name in ("write", "write_at") and step.attribute.field is self.placed
        return writes or step.attribute.field is self.count

    def _follow(self, block: Block, made: Mapping[Value | None, Instruction]) -> None:
        """See that behind each `put` the count of its site is written, before it is asked for."""
        for place, step in enumerate(block):
            for inner in step.blocks:
                self._follow(inner, made)
            if step.name == "put" and not self._is_followed(step, block[place + 1 :], made):
                raise MetError

    def _is_followed(
        self, put: Instruction, rest: Block, made: Mapping[Value | None, Instruction]
    ) -> bool:
        for step in rest:
            if step.name == "write_at" and cast(Access, step.attribute).field is self.count:
                return _site_of(step.operands[0], made.get(step.operands[0])) == put.operands[0]
            quiet = step.name in ("read", "read_at", "write", "write_at") or (
                OPERATIONS[step.name].pure and not step.blocks
            )
            if not quiet or self._touches(step):
                return False
        return False

    # What is rewritten

    def _put(self, r: Rewriter, step: Instruction) -> Value | None:
        site, kind, _ = step.operands
        self.last = r.block, site, kind
        return None

    def _call(self, r: Rewriter, step: Instruction) -> Value | None:
        self.last = None
        return None

    def _read(self, r: Rewriter, step: Instruction) -> Value | None:
        access = cast(Access, step.attribute)
        if access.field is not self.count:
            return None
        site = _site(r, step.operands[0], r.made.get(step.operands[0]))
        beside = self._beside(r, site)
        if beside == TRUE:
            return None
        return r.pick(beside, cast(Int, r.again(step)), _one_piece(r, self.placed, access, site))

    def _write(self, r: Rewriter, step: Instruction) -> Value | None:
        field = cast(Access, step.attribute).field
        if field is self.placed:
            raise MetError
        if field is not self.count:
            return None
        site = _site(r, step.operands[0], r.made.get(step.operands[0]))
        value = cast(Int, step.operands[1])
        beside = self._beside(r, site)
        right = beside == TRUE or self._is_right(r, site, value, beside)
        # What would be written for a number that is no site would be read for others.
        if not right or not r.is_site(site):
            raise MetError
        return None

    def _is_right(self, r: Rewriter, site: Int, value: Int, beside: Bool) -> bool:
        """Whether on the board there are as many pieces then as there should be."""
        if self.last is not None and self.last[0] is r.block and self.last[1] == site:
            return value == r.as_int(r.less(ZERO, cast(Int, self.last[2])))
        # If not, none of the board may come here.
        possible, told = _on_board(r, value, beside), r.bounds(value)
        return told is not None and meet(possible, told) is None

    def _beside(self, r: Rewriter, site: Int) -> Bool:
        # Said of a set, since more is known of the sets of sites than of their numbers.
        return r.contains(r.sites(self.beside), site)


def _site(b: Emitter, index: Value, step: Instruction | None) -> Int:
    """The site of which an entry is, worked out if need be."""
    site = _site_of(index, step)
    return b.subtract(cast(Int, index), ONE) if site is None else cast(Int, site)


def _site_of(index: Value, step: Instruction | None) -> Value | None:
    """The site of which an entry is, by what makes its index; None if that is not told."""
    if index.constant is not None:
        return Int(constant=index.constant - 1)
    if step is None or step.name != "add" or ONE not in step.operands:
        return None
    return step.operands[step.operands[0] == ONE]


def _one_piece(b: Emitter, placed: Field, access: Access, site: Int) -> Int:
    """How many pieces there are on a site of the board."""
    return b.as_int(b.contains(_taken(b, placed, access), site))


def _taken(b: Emitter, placed: Field, access: Access) -> Sites:
    """The sites with pieces, in the state or in the copy of it in which a count is read."""
    bare = b.emit("read_at", ZERO, kind="sites", attribute=Access(placed, access.copy))
    return b.minus(b.sites(range(b.site_count)), without=cast(Sites, bare))


def _on_board(r: Rewriter, value: Int, beside: Bool) -> Range:
    """Between which numbers a count lies where its site is on the board."""
    found, made = r.bounds(value) or ANY, r.made.get(value)
    if value.constant is not None or made is None:
        return found
    if made.name == "int_of":
        return 0, 1
    if made.name == "pick_int" and made.operands[0] == beside:
        return _on_board(r, cast(Int, made.operands[2]), beside)
    if made.name not in ("add", "sub", "min", "max"):
        return found
    (low, high), (least, most) = (_on_board(r, cast(Int, one), beside) for one in made.operands)
    match made.name:
        case "add":
            return within((low + least, high + most))
        case "sub":
            return within((low - most, high - least))
        case "min":
            return min(low, least), min(high, most)
        case _:
            return max(low, least), max(high, most)


# Leaving them out


def _leave_out(program: Program, count: Field, placed: Field) -> None:
    """Let counts be those of hands, in place."""
    beside, part = cast(range, program.beside), schema.HELD
    held = Field(
        part.name, part.kind, len(beside) + 1, position=count.position,
        bounds=(0, schema.MOST_COUNT), part=part,
    )  # fmt: skip
    program.fields[program.fields.index(count)] = held
    for function in program.functions:
        made = {step.result: step for step in walk(function.body)}
        b = Emitter.into(function, program.sites)
        _Leaving(b, made, beside, count, held, placed).block(function.body)


@dataclass(frozen=True)
class _Leaving:
    """Reads and writes the counts of hands in the place of all, in one function.

    Args:
        made: what makes its values
        count, held, placed: the counts, those of hands, and what stands where
    """

    b: Emitter
    made: Mapping[Value | None, Instruction]
    beside: range
    count: Field
    held: Field
    placed: Field

    def block(self, block: Block) -> None:
        """Change a block and those inside it."""
        for place, step in reversed(list(enumerate(block))):
            total = self._total(step) if step.name == "each" else None
            if total is not None:
                block[place : place + 1] = self._added_up(step, *total)
                continue
            for inner in step.blocks:
                self.block(inner)
            if isinstance(step.attribute, Access) and step.attribute.field is self.count:
                block[place : place + 1] = self._changed(step, step.attribute)

    def _total(self, loop: Instruction) -> tuple[Variable, Access] | None:
        """The variable that a loop adds the counts of all its sites to, if it does no more."""
        reads = [step for step in loop.blocks[0] if step.name == "read_at"]
        if len(reads) != 1:
            return None
        (read,) = reads
        access, index = cast(Access, read.attribute), self.made.get(read.operands[0])
        if access.field is not self.count or _site_of(read.operands[0], index) != loop.result:
            return None
        rest = [step for step in loop.blocks[0] if step not in (read, index)]
        variable = changed(rest, ["add", "get", "set"], "add", read.result)
        return None if variable is None else (variable, access)

    def _added_up(self, loop: Instruction, total: Variable, access: Access) -> Block:
        """Add up the counts of hands, and the sites of the board with a piece."""
        b, sites = self.b, cast(Sites, loop.operands[0])
        beside = b.sites(self.beside)
        with b.open() as found:
            here = b.minus(b.intersect(sites, _taken(b, self.placed, access)), without=beside)
            b.set(total, b.add(b.get_int(total), b.count(here)))
            more = Instruction(
                "each", (b.intersect(sites, beside),), loop.result, None, loop.blocks
            )
            self.block(more.blocks[0])
            found.append(more)
        return found

    def _changed(self, step: Instruction, access: Access) -> Block:
        b, index = self.b, step.operands[0]
        with b.open() as found:
            site = _site(b, index, self.made.get(index))
            inside = b.at_most(b.int(self.beside.start), site)
            if self.beside.stop < b.site_count:
                inside = b.both(inside, b.less(site, b.int(self.beside.stop)))
            # Entry 0 is none of a hand.
            entry = b.subtract(site, b.int(self.beside.start - 1))
            if step.name == "write_at":
                value = step.operands[1]
                b.if_(inside, lambda: b.write(self.held, value, entry))
            else:
                kept = b.emit(
                    "read_at", entry, kind="int", attribute=Access(self.held, access.copy)
                )
                one = _one_piece(b, self.placed, access, site)
                picked = inside, kept, one
                found.append(Instruction("pick_int", picked, step.result))
        return found
