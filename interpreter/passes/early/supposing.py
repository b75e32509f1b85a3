"""Random games suppose that the next player can move, and go back where he cannot.

Many games end when a player has no legal move. That is asked after every move, and whoever moves
next looks for his moves again. In random games the question is put off: what follows a move is
done as if the answer were yes. Where the next player finds a legal move, it was. Where he finds
none, or the game would be over by this, the state is put back as it was behind the move, and all
is asked.

Whether moves are found is the same question only if nothing lies between that moves depend on. What
the rules write between the question and the next move is looked through: what moves never read does
not matter; whose turn it is must be what the question took it to be; and of what changes seldom,
such as a phase, it is seen in each ply whether it has changed, and all is asked then, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from interpreter.ir import schema
from interpreter.ir.analysis.accesses import READS, Accesses, reached, writes
from interpreter.ir.copying import Copier
from interpreter.ir.emit import TRUE, Emitter
from interpreter.ir.operations import OPERATIONS
from interpreter.ir.program import (
    MOST_MOVES,
    Access,
    Block,
    Callee,
    Field,
    Function,
    Instruction,
    Program,
)
from interpreter.ir.values import Bool, Int, Move, Sites, Value
from interpreter.passes.early.trials import calls

# What changes with every move or turn: to compare it would mean to ask every time.
GOES_ON = (schema.TURN, schema.MOVES, schema.COUNTER, schema.CHANCE)
# So many numbers and sets are compared in a ply at most, and put back.
MOST_COMPARED, MOST_KEPT = 8, 40
# Where legal moves are told from others by fewer instructions for each kind of move, to ask takes
# less time than to put off asking.
FEWEST = 200
# The instructions of what follows a move.
FOLLOWS = ["call", "read", "eq", "if", "finish"]
# What is done on a copy of the state that is dropped.
APART = ("probe", "after")


def suppose_moves(program: Program) -> None:
    """Let random play ask whether the next player can move where it finds no move, in place."""
    parts = _Parts.of(program)
    if parts is None:
        return
    compared = _between(program, parts)
    if compared is None:
        return
    changed = _changed(program, parts)
    if any(one.kind == "history" for one in changed) or sum(map(_size, changed)) > MOST_KEPT:
        return
    end = _Supposed(program, parts.asked).of(parts.end)
    if end is not parts.end:
        _Rounds(program, parts, end, compared, changed).write()


@dataclass(frozen=True)
class _Parts:
    """What random play goes through.

    Attributes:
        asked: says whether the next player has a legal move
        proceed: what follows a move that has not ended the game
        perform: makes a move
        over: what holds whether the game is over, and 0 where it is not
    """

    playout: Function
    pick: Function
    end: Function
    asked: Function
    proceed: Function
    perform: Function
    over: Field

    @classmethod
    def of(cls, program: Program) -> _Parts | None:
        """Those of a program; None where its random games are not of the usual form."""
        names = {one.name: one for one in program.functions}
        playout, pick, end = (names.get(one) for one in ("playout", "pick", "end"))
        asked, over = names.get("next_can_move"), program.part(schema.OVER)
        if not (playout and pick and end and asked and over):
            return None
        *_, picks, follows = next(one for one in playout.body if one.name == "loop").blocks[0]
        if not calls(picks, pick) or not isinstance(follows.attribute, Callee):
            return None
        behind, perform = follows.attribute.function, names["perform"]
        steps = behind.body
        if behind.name == "apply" or [one.name for one in steps] != FOLLOWS:
            return None
        after = steps[3].blocks[0]
        if not calls(steps[0], end) or [one.name for one in after] != ["call"]:
            return None
        proceed = cast(Callee, after[0].attribute).function
        return cls(playout, pick, end, asked, proceed, perform, over)


# Whether it is the same question


def _between(program: Program, parts: _Parts) -> list[Field] | None:
    """What is compared to see whether the next moves are those that were asked about.

    Returns:
        None where they may be others, or where not all can be put back
    """
    question = _question(parts.asked)
    # The order that moves are numbered by is kept beside the state, and not put back with it.
    arranged = any(step.name == "arrange" for step in parts.pick.body)
    if question is None or arranged:
        return None
    told, moves = question
    accesses = Accesses()
    guards = [one.guard for one in program.templates if one.guard is not None]
    if sum(map(accesses.size, guards)) < FEWEST * len(guards):
        return None
    read = _read(moves).union(*(accesses.of(one, written=False) for one in guards))
    ended, later = _written(parts.end.body), _written(parts.proceed.body)
    if read & ended or any(field.part == schema.RANDOM for field in read):
        return None
    own = {_field(step) for step in told if step.name == "write"}
    here, there = _Worked(told, ended), _Worked(parts.proceed.body, ended)
    if not all(_written_alike(field, here, there) for field in own & read):
        return None
    compared = [one for one in program.fields if one in (read & later) - own]
    changing = any(one.part in GOES_ON for one in compared)
    return None if changing or sum(map(_size, compared)) > MOST_COMPARED else compared


def _changed(program: Program, parts: _Parts) -> list[Field]:
    """What is written between a move and the next, where no next one is found."""
    # Moves that turn out illegal have been put back. To pick them has taken chance.
    picking = [step for step in parts.pick.body if step.name != "loop" and not step.blocks]
    written = _written([*parts.end.body, *parts.proceed.body, *picking])
    return [one for one in program.fields if one in written or one.part == schema.RANDOM]


def _size(field: Field) -> int:
    return field.length or 1


def _question(asked: Function) -> tuple[Block, Block] | None:
    """What is done before moves are asked for on a copy of the state, and the moves."""
    if [step.name for step in asked.body] != ["local", "probe", "get", "return"]:
        return None
    *told, question, _ = asked.body[1].blocks[0]
    if question.name != "any" or any(step.blocks or step.name == "call" for step in told):
        return None
    return told, question.blocks[0]


def _field(step: Instruction) -> Field:
    return cast(Access, step.attribute).field


def _read(block: Block) -> set[Field]:
    """The fields that a block reads, or a function that it calls."""
    return {_field(step) for step in reached(block) if step.name in READS}


def _written(block: Block) -> set[Field]:
    """The fields that a block writes for good, or a function that it calls."""
    return writes(block, APART)


@dataclass(frozen=True)
class _Worked:
    """A block, and the fields that may have been written before it."""

    block: Block
    before: set[Field]

    def value_of(self, field: Field) -> Value | None:
        """What the block writes to a field, if it does so once, whichever way it goes."""
        steps = [one for one in self.block if one.name == "write" and _field(one) is field]
        others = [one for one in self.block if one not in steps]
        return steps[0].operands[0] if len(steps) == 1 and field not in _written(others) else None

    def made(self, value: Value) -> Instruction | None:
        """What gives a value, if that stands in the block, and of fields only reads old ones."""
        for place, step in enumerate(self.block):
            if step.result is value:
                old = step.name != "read" or (
                    _field(step) not in self.before | _written(self.block[:place])
                )
                return step if old and not step.blocks else None
        return None


def _written_alike(field: Field, one: _Worked, other: _Worked) -> bool:
    """Whether two blocks write the same to a field, begun from the same state."""
    here, there = one.value_of(field), other.value_of(field)
    return here is not None and there is not None and _same(here, there, one, other)


def _same(here: Value, there: Value, one: _Worked, other: _Worked) -> bool:
    if here.constant is not None or there.constant is not None:
        return here is there
    step, alike = one.made(here), other.made(there)
    if step is None or alike is None or step.name != alike.name:
        return False
    if step.name == "read":
        copies = cast(Access, step.attribute).copy or cast(Access, alike.attribute).copy
        return _field(step) is _field(alike) and copies is None
    operands = zip(step.operands, alike.operands, strict=True)
    pure = OPERATIONS[step.name].pure and step.attribute == alike.attribute
    return pure and all(_same(*two, one, other) for two in operands)


# Writing it


class _Supposed:
    """Functions as they go where the next player is supposed to have a move.

    Args:
        asked: what asks whether he has one
    """

    def __init__(self, program: Program, asked: Function) -> None:
        self.program, self.asked = program, asked
        self._made: dict[Function, Function] = {}

    def of(self, function: Function) -> Function:
        """What stands for a function; itself if it never asks."""
        if function not in self._made:
            asks = any(calls(step, self.asked) for step in reached(function.body))
            self._made[function] = self._copied(function) if asks else function
        return self._made[function]

    def _copied(self, function: Function) -> Function:
        made = Function(f"{function.name}_supposing", result=function.result)
        b = Emitter.into(made, self.program.sites)
        made.parameters = tuple(b.fresh(one.kind) for one in function.parameters)
        copier = _Copier(b, dict(zip(function.parameters, made.parameters, strict=True)), self)
        made.body = copier.block(function.body)
        self.program.functions.append(made)
        return made


class _Copier(Copier):
    """Copies blocks in which the question has its answer, where it is asked of the state itself."""

    def __init__(self, b: Emitter, instead: dict[Value, Value], supposed: _Supposed) -> None:
        super().__init__(b, instead)
        self.supposed, self.elsewhere = supposed, False

    def block(self, block: Sequence[Instruction]) -> Block:
        """A copy of a block."""
        copied: Block = []
        for step in block:
            callee = step.attribute
            if not isinstance(callee, Callee) or callee.copy is not None or self.elsewhere:
                copied.append(self.step(step))
            elif callee.function is self.supposed.asked:
                self.instead[cast(Bool, step.result)] = TRUE
            else:
                copied.append(self.step(step))
                copied[-1].attribute = Callee(self.supposed.of(callee.function))
        return copied

    def step(self, step: Instruction) -> Instruction:
        """A copy of an instruction."""
        before, self.elsewhere = self.elsewhere, self.elsewhere or step.name in APART
        made = super().step(step)
        self.elsewhere = before
        return made


class _Rounds:
    """Writes the rounds of random play, each up to the next move.

    A round goes on from where a move was made; in the first, none was. What it does is put back
    where the next player was supposed to have a move and has none; the round after it asks.
    """

    def __init__(
        self,
        program: Program,
        parts: _Parts,
        end: Function,
        compared: Sequence[Field],
        changed: Sequence[Field],
    ) -> None:
        self.program, self.parts = program, parts
        self.end, self.compared, self.changed = end, compared, changed
        self.b = b = Emitter.into(parts.playout, program.sites)
        with b.open() as body:
            self.begun, self.supposing = b.local("begun", b.false), b.local("supposing", b.false)
        self.body = body

    def write(self) -> None:
        """Write them, in place of those in which all is asked."""
        b, rounds = self.b, 2 * MOST_MOVES + 2
        with b.open() as loop:
            b.loop(b.int(rounds), lambda _: self._round(), most=rounds)
            b.finish()
        self.parts.playout.body = [*self.body, *loop]
        del self.parts.pick.body[-2]  # the pass of who has no move is made here

    def _round(self) -> None:
        """Begin with what follows a move, and go on to the next; put all back, or make that."""
        b, parts = self.b, self.parts
        found, going = b.local("found", b.false), b.local("going", b.false)
        move = b.local("move", Move(constant=self.program.forced))
        held = [(entry, b.read(*entry)) for entry in self._entries(self.changed)]

        def ask() -> None:
            supposing = b.get_bool(self.supposing)
            b.if_(supposing, lambda: b.call(self.end), lambda: b.call(parts.end))

        def go_on() -> None:
            b.if_(b.get_bool(self.begun), lambda: b.call(parts.proceed))
            changing = dict(held)
            same = b.true
            for entry in self._entries(self.compared):
                same = b.both(same, _equal(b, b.read(*entry), changing[entry]))
            b.if_(b.either(same, b.negate(b.get_bool(self.supposing))), pick)

        def pick() -> None:
            picked = cast(Move, b.call(parts.pick))
            b.set(move, picked)
            template = b.number("template_of", picked)
            b.set(found, b.differ(template, b.int(self.program.forced)))

        def make() -> None:
            b.leave_if(b.negate(b.get_bool(going)))
            b.if_(b.get_bool(found), lambda: None, lambda: b.call(parts.perform, b.get(move)))
            b.set(self.begun, b.true)
            b.set(self.supposing, b.true)

        def put_back() -> None:
            for (field, index), value in held:
                b.write(field, value, index)
            b.set(self.supposing, b.false)

        b.if_(b.get_bool(self.begun), ask)
        b.set(going, b.equal(b.read_int(parts.over), b.zero))
        b.if_(b.get_bool(going), go_on)
        sure = b.negate(b.get_bool(self.supposing))
        b.if_(b.either(b.get_bool(found), sure), make, put_back)

    def _entries(self, fields: Sequence[Field]) -> Iterator[tuple[Field, Int | None]]:
        """The entries of fields."""
        for field in fields:
            for index in range(_size(field)):
                yield field, None if field.length is None else Int(constant=index)


def _equal(b: Emitter, one: Value, other: Value) -> Bool:
    """Whether two numbers or two sets are equal."""
    if isinstance(one, Sites) and isinstance(other, Sites):
        return b.same(one, other)
    return b.equal(cast(Int, one), cast(Int, other))
