"""The beginning, worked out while the program is written, as far as it is always the same.

How pieces are placed at the start is written like any other effect, piece by piece. Until chance
comes in, what it does is known: all that is left to do is to write the fields as they are then. A
number that is drawn, and kept in a field that nothing else asks, is still drawn then.
Chomp, with short games on a board full of pieces, makes 1.3 times as many plies a second.
"""

from __future__ import annotations

from typing import cast

from interpreter.ir import schema
from interpreter.ir.emit import Emitter
from interpreter.ir.meaning.known import UnknownError, Worker
from interpreter.ir.program import (
    Access,
    Block,
    Callee,
    Field,
    Instruction,
    Program,
    Variable,
    walk,
)
from interpreter.ir.values import CLASSES, Int, Value

# With more to write than this it is left as it is.
MOST_WRITTEN = 256

State = dict[Field, list[int]]
"""The entries of each field."""


def begin(program: Program) -> None:
    """Let the function `start` write what comes out, in place."""
    start = next((one for one in program.functions if one.name == "start"), None)
    if start is None:
        return
    worker = Beginning(program)
    done = worker.run(start.body)
    written = worker.changed()
    if not done or len(written) > MOST_WRITTEN:
        return
    b = Emitter.into(start, program.sites)
    rest = [*worker.later, *start.body[done:]]
    with b.open() as body:
        for field, index, value in written:
            constant = CLASSES[field.kind](constant=value)
            b.write(field, constant, None if field.length is None else Int(constant=index))
        worker.hand_over(b, rest)
    start.body = [*body, *rest]


class Beginning(Worker):
    """Runs the beginning of a game on the fields of the state.

    Attributes:
        later: what draws numbers and keeps them, which is done behind all else
    """

    def __init__(self, program: Program) -> None:
        super().__init__(program.sites, {})
        self.later: list[Instruction] = []
        again = any(
            isinstance(step.attribute, Callee) and step.attribute.function.name == "start"
            for function in program.functions
            for step in walk(function.body)
        )
        unknown = schema.OF_MATCHES if again else (schema.RANDOM,)
        self.state: State = {
            one: [one.initial] * (one.length or 1)
            for one in program.fields
            if one.kind != "history" and one.part not in unknown
        }

    def run(self, body: Block) -> int:
        """Run a block as far as can be; how many instructions that was."""
        for done, step in enumerate(body):
            if self._waits(step):
                continue
            before = self._kept() if step.blocks else None
            try:
                self.step(step)
            except UnknownError:
                if before is not None:
                    self.state, self.variables, self.values = before
                return done
        return len(body)

    def _waits(self, step: Instruction) -> bool:
        """Let an instruction wait that draws a number, or keeps it where it is not asked yet."""
        drawn = {one.result for one in self.later}
        draws = step.name == "random" and step.operands[0].constant is not None
        keeps = step.name == "write" and step.operands[0] in drawn
        if keeps:  # what the field has is not known any more
            self.state.pop(cast(Access, step.attribute).field, None)
        if draws or keeps:
            self.later.append(step)
        return draws or keeps

    def _kept(self) -> tuple[State, dict[Variable, int], dict[Value, int]]:
        """What is known so far, apart from what is found out from now on."""
        held = {field: [*entries] for field, entries in self.state.items()}
        return held, dict(self.variables), dict(self.values)

    def changed(self) -> list[tuple[Field, int, int]]:
        """The entries that are not as they were, with what they hold; single numbers first."""
        fields = sorted(self.state, key=lambda one: one.length is not None)
        return [
            (field, index, int(value))
            for field in fields
            for index, value in enumerate(self.state[field])
            if value != field.initial
        ]

    def hand_over(self, b: Emitter, rest: Block) -> None:
        """Tell what follows what the variables hold that it uses, and the values."""
        steps = list(walk(rest))
        wanted = {step.attribute for step in steps if isinstance(step.attribute, Variable)}
        for variable, value in self.variables.items():
            if variable in wanted:
                b.emit("local", CLASSES[variable.kind](constant=int(value)), attribute=variable)
        for step in steps:
            step.operands = tuple(self._constant(one) for one in step.operands)

    def _constant(self, value: Value) -> Value:
        known = self.values.get(value)
        return value if known is None else CLASSES[value.kind](constant=int(known))

    def _held(self, step: Instruction) -> list[int]:
        access = cast(Access, step.attribute)
        if access.copy is not None or access.field not in self.state:
            raise UnknownError
        return self.state[access.field]

    def _read(self, step: Instruction) -> int:
        return self._held(step)[0]

    def _read_at(self, step: Instruction) -> int:
        held, index = self._held(step), self.value(step.operands[0])
        return held[index if 0 <= index < len(held) else 0]

    def _write(self, step: Instruction) -> None:
        self._held(step)[0] = self.value(step.operands[0])

    def _write_at(self, step: Instruction) -> None:
        held, (index, value) = self._held(step), map(self.value, step.operands)
        if 0 <= index < len(held):
            held[index] = value

    def _finish(self, _: Instruction) -> None:
        raise UnknownError
