"""A move behind which the turn is over for sure is measured without being made.

What tells how long turns can be makes every move, to see whether the same player goes on. Whether
he may is often said by a few numbers of the state, such as those of the dice that are left, and by
what the move changes of these. So much of a move is made first, which takes a fraction of the time;
what else decides is taken to hold. Only where the player may go on, the whole move is made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import cast

from interpreter.ir import schema
from interpreter.ir.analysis.accesses import STORES
from interpreter.ir.emit import FALSE, NOWHERE, TRUE, ZERO, Emitter
from interpreter.ir.operations import OPERATIONS
from interpreter.ir.program import (
    Access,
    Block,
    Callee,
    Copy,
    Field,
    Function,
    Instruction,
    Program,
    Variable,
    outside,
    walk,
)
from interpreter.ir.values import Bool, Int, Kind, Move, Value

# Arrays of so many numbers at most are looked at.
FEW = 16
READS = ("read", "read_at")
# What is in its block is done to a copy of the state.
APART = "probe"
# What is passed where nothing is known, and nothing is asked.
BLANK: dict[Kind, Value] = {"int": ZERO, "bool": FALSE, "sites": NOWHERE, "move": Move(constant=0)}


def measure_turns(program: Program) -> None:
    """Let functions that measure turns not make what surely ends them, in place."""
    measures = [(one, step) for one in program.functions for step in _measured(program, one)]
    if not measures or program.players < 2:
        return
    turn = _Turn(program)
    if not turn.hangs_on_next():
        return
    part = _Part(turn)
    part.look()
    goes_on = _Writer(part).written()
    if goes_on is None:
        return
    functions = program.functions
    place = min(functions.index(one) for one, _ in measures)
    functions[place:place] = goes_on
    for function, step in measures:
        b = Emitter.into(function, program.sites)
        made, otherwise = step.blocks
        with b.open() as block:
            b.emit("if", b.call_bool(goes_on[-1], function.parameters[0]), blocks=(made, []))
        step.blocks = (block, otherwise)


def _measured(program: Program, function: Function) -> Iterator[Instruction]:
    """What makes a move on a copy in a function that only measures how long turns are."""
    if not function.recursive or not function.parameters or function.parameters[0].kind != "move":
        return
    for step in function.body:
        if step.name != "if" or len(step.blocks[0]) != 1 or step.blocks[0][0].name != "probe":
            continue
        *made, last = step.blocks[0][0].blocks[0]
        applied = [one for one in made if isinstance(one.attribute, Callee)]
        only = all(
            one.name in (*READS, *STORES, "call") or OPERATIONS[one.name].pure for one in made
        )
        asked = {
            one.attribute.field
            for one in made
            if one.name == "read" and isinstance(one.attribute, Access)
        }
        goes_on = last.name == "if" and not last.blocks[1]
        if (
            only
            and goes_on
            and program.part(schema.TURN_MOVES) in asked
            and [cast(Callee, one.attribute).function.name for one in applied] == ["apply"]
            and applied[0].operands == function.parameters[:1]
        ):
            yield step


class _Turn:
    """What decides in a program whether the same player goes on."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.next, self.mover = program.part(schema.NEXT), program.part(schema.MOVER)
        self.turn_moves = program.part(schema.TURN_MOVES)
        self.perform = program.function("perform")
        self.tree = _effects(self.perform)

    def hangs_on_next(self) -> bool:
        """Whether he goes on only if a move says that he is the next, in what it does itself."""
        if None in (self.next, self.mover, self.turn_moves):
            return False
        apply = self.program.function("apply")
        steps = outside(apply.body, APART)
        performs = [step for step in steps if _callee(step) is self.perform]
        begun = steps.index(performs[0]) if len(performs) == 1 else len(steps)
        made = {step.result: step for step in steps[begun:] if step.result is not None}
        asks = [step for step in steps if step.name == "if" and self._asks(step, made)]
        counted = {one for step in asks for one in walk(step.blocks[0])}
        if len(asks) != 1:
            return False
        end = steps.index(asks[0])
        before = [step for step in steps[:end] if step is not performs[0]]
        functions = {one for step in before for one in _effects(_callee(step))}
        behind = {one for step in steps[end:] for one in _effects(_callee(step))}
        others = [*before, *(step for one in functions for step in outside(one.body, APART))]
        own = [step for one in self.tree for step in outside(one.body, APART)]
        rest = [step for one in behind for step in outside(one.body, APART)]
        return (
            not any(_writes(step, self.next, self.mover, self.turn_moves) for step in others)
            and not any(_writes(step, self.mover, self.turn_moves) for step in own)
            and not any(_writes(step, self.turn_moves) for step in rest)
            and all(
                step in counted or step.operands[-1].constant == 0
                for step in steps if _writes(step, self.turn_moves)
            )
        )  # fmt: skip

    def _asks(self, step: Instruction, made: dict[Value, Instruction]) -> bool:
        """Whether an instruction asks if the next player is the one who has moved."""
        asked = made.get(step.operands[0])
        if asked is None or asked.name != "eq":
            return False
        read = [made.get(one) for one in asked.operands]
        fields = [one.attribute.field for one in read
                  if one is not None and one.name == "read" and isinstance(one.attribute, Access)
                  and one.attribute.copy is None]  # fmt: skip
        return len(fields) == 2 and set(fields) == {self.next, self.mover}


def _callee(step: Instruction) -> Function | None:
    """What an instruction calls to change the state."""
    attribute = step.attribute
    return attribute.function if isinstance(attribute, Callee) and attribute.copy is None else None


def _effects(function: Function | None) -> list[Function]:
    """A function and all that it calls to change the state."""
    found: list[Function] = []
    waiting = [] if function is None else [function]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.append(one)
            callees = map(_callee, outside(one.body, APART))
            waiting += [callee for callee in callees if callee is not None]
    return found


def _writes(step: Instruction, *fields: Field | None) -> bool:
    return step.name in STORES and cast(Access, step.attribute).field in fields


@dataclass(eq=False)
class _Known:
    """What is known of a function that moves call.

    Args:
        made: what makes each value
        around: the instructions in whose blocks one stands, the outermost first
        leaves: what leaves each loop
        hidden: the variables that trials set, which are not looked at
        sure: it is known whether it is called
        given: whether each parameter is known
        values: those that are known
    """

    function: Function
    made: dict[Value, Instruction] = field(default_factory=dict[Value, Instruction])
    around: dict[Instruction, tuple[Instruction, ...]] = field(
        default_factory=dict[Instruction, "tuple[Instruction, ...]"]
    )
    leaves: defaultdict[Instruction, list[Instruction]] = field(
        default_factory=lambda: defaultdict[Instruction, list[Instruction]](list)
    )
    hidden: set[object] = field(default_factory=set[object])
    sure: bool = True
    given: set[Value] = field(default_factory=set[Value])
    values: set[Value] = field(default_factory=set[Value])

    def __post_init__(self) -> None:
        self.given = set(self.function.parameters)
        self._read(self.function.body, ())

    def _read(self, block: Block, around: tuple[Instruction, ...]) -> None:
        for step in block:
            self.around[step] = around
            if step.result is not None:
                self.made[step.result] = step
            if step.name == "leave":
                loops = [one for one in around if one.name in ("loop", "each")]
                self.leaves[loops[-1]].append(step)
            if step.name == APART:
                self.hidden |= {one.attribute for one in walk([step]) if one.name == "set"}
                continue
            for inner in step.blocks:
                self._read(inner, (*around, step))


class _Part:
    """Finds the part of a move that decides who is next, and can be made by itself.

    Attributes:
        fields: of which it is known what a move makes of them
        needed: the instructions of that part
    """

    def __init__(self, turn: _Turn) -> None:
        self.turn = turn
        self.known = {one: _Known(one) for one in turn.tree}
        self.steps = [(known, step) for known in self.known.values() for step in known.around]
        self.fields = {
            one for one in turn.program.fields
            if one.kind == "int" and (one.length or 1) <= FEW and one is not turn.next
        }  # fmt: skip
        self.variables = {
            step.attribute for _, step in self.steps
            if isinstance(step.attribute, Variable) and step.attribute.kind in ("int", "bool")
        }.difference(*(one.hidden for one in self.known.values()))  # fmt: skip
        self.needed: set[Instruction] = set()
        self.home = {step: known for known, step in self.steps}
        self.sets: defaultdict[object, list[Instruction]] = defaultdict(list)
        self.changes: defaultdict[Field, list[Instruction]] = defaultdict(list)
        self.calls: defaultdict[Function, list[Instruction]] = defaultdict(list)
        for _, step in self.steps:
            callee = _callee(step)
            if step.name in ("local", "set"):
                self.sets[step.attribute].append(step)
            elif step.name in (*STORES, "random"):
                self.changes[cast(Access, step.attribute).field].append(step)
            elif callee in self.known:
                self.calls[callee].append(step)

    def look(self) -> None:
        """Find it."""
        while self._less_is_known():
            pass
        for step in self.changes[cast(Field, self.turn.next)]:
            self._need(step)

    # What is known

    def _less_is_known(self) -> bool:
        """See what is known, if so many fields and variables are; whether some are not."""
        for known in self.known.values():
            known.values = set(known.given)
            for step in known.around:
                if step.result is not None and self._is_known(known, step):
                    known.values.add(step.result)
        before = len(self.fields), len(self.variables), self._given()
        for known, step in self.steps:
            sure = self.is_sure(known, step)
            all_known = sure and all(self.knows(known, one) for one in step.operands)
            if step.name in (*STORES, "random") and not all_known:
                self.fields.discard(cast(Access, step.attribute).field)
            elif step.name in ("local", "set") and not all_known:
                self.variables.discard(cast(Variable, step.attribute))
            elif step.name == "attempt":
                self._forget(step)
            callee = self.known.get(cast(Function, _callee(step)))
            if callee is not None:
                callee.sure &= sure and callee.function.result == "none"
                pairs = zip(callee.function.parameters, step.operands, strict=True)
                callee.given -= {one for one, value in pairs if not self.knows(known, value)}
        return before != (len(self.fields), len(self.variables), self._given())

    def _given(self) -> list[tuple[bool, int]]:
        return [(one.sure, len(one.given)) for one in self.known.values()]

    def _forget(self, step: Instruction) -> None:
        """What is done in the blocks of an instruction may be undone."""
        for one in walk([step]):
            if one.name in STORES:
                self.fields.discard(cast(Access, one.attribute).field)
            self.variables.discard(cast(Variable, one.attribute))

    def knows(self, known: _Known, value: Value) -> bool:
        """Whether a value is known."""
        return value.constant is not None or value in known.values

    def _is_known(self, known: _Known, step: Instruction) -> bool:
        if step.name == "loop":
            return self._is_sure_loop(known, step)
        if step.name == "get":
            return step.attribute in self.variables
        if step.name in (*READS, "random"):
            if cast(Access, step.attribute).field not in self.fields:
                return False
        elif step.blocks or not OPERATIONS[step.name].pure:
            return False
        return all(self.knows(known, one) for one in step.operands)

    def _is_sure_loop(self, known: _Known, loop: Instruction) -> bool:
        """Whether it is known how often a loop goes round."""
        inner = len(known.around[loop]) + 1
        return self.knows(known, loop.operands[0]) and all(
            one.name in ("if", "snapshot") and self._is_settled(known, one)
            for leave in known.leaves[loop] for one in known.around[leave][inner:]
        )  # fmt: skip

    def _is_settled(self, known: _Known, step: Instruction) -> bool:
        """Whether it is known which of its blocks an instruction runs, and how often."""
        if step.name == "if":
            return self.knows(known, step.operands[0])
        return step.name == "snapshot" or (step.name == "loop" and self._is_sure_loop(known, step))

    def is_sure(self, known: _Known, step: Instruction) -> bool:
        """Whether it is known if an instruction is run."""
        return known.sure and all(self._is_settled(known, one) for one in known.around[step])

    # What is needed

    def _need(self, step: Instruction) -> None:
        """An instruction is part of it, and all that it depends on."""
        if step in self.needed:
            return
        self.needed.add(step)
        known = self.home[step]
        for one in (*known.around[step], *self.calls[known.function], *self._before(known, step)):
            self._need(one)
        if not self.is_said(step):
            for value in step.operands:
                self._need_value(known, value)

    def is_said(self, step: Instruction) -> bool:
        """Whether an instruction says who is next; it is taken to say the mover."""
        return step.name in STORES and cast(Access, step.attribute).field is self.turn.next

    def _before(self, known: _Known, step: Instruction) -> list[Instruction]:
        """What an instruction follows from, besides what makes its operands."""
        attribute = step.attribute
        if step.name == "loop":
            return known.leaves[step] if self._is_settled(known, step) else []
        if step.name == "get":
            return self.sets[attribute]
        if step.name in (*READS, "random") and isinstance(attribute, Access):
            copied = [one for one in known.around[step] if one.attribute is attribute.copy]
            return [*self.changes[attribute.field], *(copied if attribute.copy else ())]
        return []

    def _need_value(self, known: _Known, value: Value) -> None:
        made = known.made.get(value)
        if made is None:
            return
        if value in known.values:
            self._need(made)
        elif made.name in ("not", "and", "or"):
            for one in made.operands:
                self._need_value(known, one)
        elif self.may_be_asked(known, made):
            for change in self.sets[made.attribute]:
                self._need(change)

    def may_be_asked(self, known: _Known, made: Instruction) -> bool:
        """Whether an instruction gets a truth of which it is seen wherever it may hold."""
        variable = made.attribute
        asked = made.name == "get" and isinstance(variable, Variable) and variable.kind == "bool"
        return asked and variable not in known.hidden


class _Writer:
    """Writes that part of all moves as functions of their own."""

    def __init__(self, part: _Part) -> None:
        self.part, self.turn = part, part.turn
        self.b = Emitter()
        self.b.site_count = self.turn.program.sites
        self.functions: dict[Function, Function] = {}
        # Whether anything that is known keeps a move from saying who is next.
        self.useful = bool(part.changes[cast(Field, self.turn.next)])

    def written(self) -> list[Function] | None:
        """The functions, the last of which tells whether the mover may go on; None for no use."""
        b = self.b
        for function in self.turn.program.functions:
            known = self.part.known.get(function)
            if known is not None and not self.part.needed.isdisjoint(known.around):
                if function.recursive or not _ends_once(function):
                    return None
                self.functions[function] = _Body(self, known).written()
        perform = self.functions.get(self.turn.perform)
        if perform is None or not self.useful:
            return None

        def asked() -> Bool:
            next_, mover = cast(Field, self.turn.next), cast(Field, self.turn.mover)
            return b.equal(b.read_int(next_), b.read_int(mover))

        def goes_on(move: Move) -> Bool:
            answer = b.local("answer", asked())

            def ask() -> None:
                b.call(perform, move)
                b.set(answer, b.either(b.get_bool(answer), asked()))

            b.probe(ask)
            return b.get_bool(answer)

        b.define("goes_on", ("move",), "bool", goes_on)
        return b.functions


def _ends_once(function: Function) -> bool:
    steps = outside(function.body, APART)
    return [one.name for one in steps if one.name in ("finish", "return")] == ["finish"]


class _Body:
    """Writes the part of one function."""

    def __init__(self, writer: _Writer, known: _Known) -> None:
        self.writer, self.part, self.b, self.known = writer, writer.part, writer.b, known
        self.instead: dict[Value, Value] = {}
        self.others: dict[object, object] = {}
        # How many ways around are gone or not, which is not known; and how many guards there are.
        self.unsure, self.guards = 0, 0

    def written(self) -> Function:
        """The function."""
        function = self.known.function

        def body(*given: Value) -> None:
            self.instead |= dict(zip(function.parameters, given, strict=True))
            self.block(function.body)

        kinds: list[Kind] = [one.kind for one in function.parameters]
        return self.b.define(f"{function.name}_next", kinds, "none", body)

    def block(self, block: Block) -> None:
        for step in block:
            if step in self.part.needed:
                self.step(step)

    def step(self, step: Instruction) -> None:
        b, name = self.b, step.name
        if name == "if":
            self._ways(step)
        elif name in ("loop", "each", "attempt", "snapshot"):
            self._around(step)
        elif name in ("local", "set"):
            self._set(step)
        elif self.part.is_said(step):
            if not self.guards and self.known.function is not self.writer.turn.perform:
                self.writer.useful = False
            b.write(cast(Field, self.writer.turn.next), b.read(cast(Field, self.writer.turn.mover)))
        elif name == "call":
            callee = cast(Callee, step.attribute).function
            b.call(self.writer.functions[callee], *(
                self._value(one) if self.part.knows(self.known, one) else BLANK[one.kind]
                for one in step.operands
            ))  # fmt: skip
        elif name != "finish":
            kind = step.result.kind if step.result is not None else None
            found = b.emit(
                name, *map(self._value, step.operands), kind=kind, attribute=self._attribute(step)
            )
            if step.result is not None:
                self.instead[step.result] = found

    def _value(self, value: Value) -> Value:
        return self.instead.get(value, value)

    def _attribute(self, step: Instruction) -> object:
        attribute = step.attribute
        if isinstance(attribute, Access) and attribute.copy is not None:
            return replace(attribute, copy=cast(Copy, self.others[attribute.copy]))
        return (
            self.others.get(attribute, attribute) if isinstance(attribute, Variable) else attribute
        )

    def _ways(self, step: Instruction) -> None:
        b, (first, second), asked = self.b, step.blocks, step.operands[0]
        if self.part.knows(self.known, asked):
            self.guards += 1
            b.if_(
                cast(Bool, self._value(asked)),
                partial(self.block, first), partial(self.block, second),
            )  # fmt: skip
            self.guards -= 1
            return
        self.unsure += 1
        for block, may in ((first, self._may(asked)), (second, b.negate(self._must(asked)))):
            self.guards += may.constant is None
            b.if_(may, partial(self.block, block))
            self.guards -= may.constant is None
        self.unsure -= 1

    def _around(self, step: Instruction) -> None:
        b, (block,) = self.b, step.blocks
        if step.name == "snapshot":
            copy = self.others[step.attribute] = Copy(cast(Copy, step.attribute).name)
            with b.open() as inner:
                self.block(block)
            b.emit("snapshot", attribute=copy, blocks=(inner,))
        elif step.result in self.known.values:
            assert step.result is not None

            def once(index: Int) -> None:
                self.instead[cast(Value, step.result)] = index
                self.block(block)

            b.loop(cast(Int, self._value(step.operands[0])), once, most=cast(int, step.attribute))
        else:
            self.unsure += 1
            self.block(block)
            self.unsure -= 1

    def _set(self, step: Instruction) -> None:
        b, variable = self.b, cast(Variable, step.attribute)
        known = variable in self.part.variables
        value = self._value(step.operands[0]) if known else self._may(step.operands[0])
        if step.name == "local":
            self.others[variable] = b.local(variable.name, value)
            return
        other = cast(Variable, self.others[variable])
        if not known and self.unsure:
            value = b.either(b.get_bool(other), cast(Bool, value))
        b.set(other, value)

    def _may(self, value: Value) -> Bool:
        """True wherever a truth may be."""
        return self._bound(value, unknown=TRUE)

    def _must(self, value: Value) -> Bool:
        """True only where a truth is, for sure."""
        return self._bound(value, unknown=FALSE)

    def _bound(self, value: Value, *, unknown: Bool) -> Bool:
        b, made = self.b, self.known.made.get(value)
        if self.part.knows(self.known, value):
            return cast(Bool, self._value(value))
        if made is not None and made.name == "not":
            other = FALSE if unknown is TRUE else TRUE
            return b.negate(self._bound(made.operands[0], unknown=other))
        if made is not None and made.name in ("and", "or"):
            left, right = (self._bound(one, unknown=unknown) for one in made.operands)
            return b.both(left, right) if made.name == "and" else b.either(left, right)
        asked = made is not None and self.part.may_be_asked(self.known, made)
        if made is not None and asked and unknown is TRUE:
            return b.get_bool(cast(Variable, self.others[made.attribute]))
        return unknown
