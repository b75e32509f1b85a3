"""The verifier: a program that passes it is well formed, whatever rules it came from."""

from __future__ import annotations

from interpreter.ir.operations import OPERATIONS, Operation
from interpreter.ir.program import (
    Access,
    Block,
    Callee,
    Copy,
    Function,
    Instruction,
    Link,
    Probe,
    Program,
    Template,
    Variable,
    Watched,
)
from interpreter.ir.relations import Axis, Rays, Relation, Table

ATTRIBUTES: dict[str, type | tuple[type, ...]] = {
    "image": Relation, "flood": Relation, "run": Axis, "ray": Rays, "met": Rays, "lookup": Table,
    "lookup_sites": Table,
    "read": Access, "read_at": Access, "write": Access, "write_at": Access, "random": Access,
    "seen": Access, "cycled": Access, "remember": Access, "forget": Access,
    "total_at": Access, "between_at": Access,
    "local": Variable, "get": Variable, "set": Variable, "call": Callee, "snapshot": Copy,
    "probe": Probe, "offer": Template, "loop": int, "extra_of": int, "linked": Link,
    "watch": Watched, "attempt": Variable,
}  # fmt: skip
ENDS = ("return", "finish", "leave")


class IllFormedError(AssertionError):
    """A program breaks a rule of the representation; the mistake is ours."""


def verify(program: Program) -> None:
    """Check a whole program.

    Raises:
        IllFormedError: the first rule that is broken, with the function and the instruction
    """
    checked = _Checked(program)
    for function in program.functions:
        _Checker(function, checked).check()
        checked.written.add(function)
    for template in program.templates:
        for function in (template.act, template.guard):
            if function is not None and len(function.parameters) != 2 + template.extras:
                raise IllFormedError(f"template {template.number}: parameters of {function.name}")
    if len(checked.fields) != len(program.fields):
        raise IllFormedError("a field stands twice")


class _Checked:
    """A program, and the functions of it that have been checked."""

    def __init__(self, program: Program) -> None:
        self.fields, self.functions = set(program.fields), set(program.functions)
        self.templates = set(program.templates)
        self.written: set[Function] = set()


class _Checker:
    """Checks one function.

    Attributes:
        known: the values, variables and copies of the state that are defined at this place
        defined: the same in the order in which they were, so that those of a block can be forgotten
    """

    def __init__(self, function: Function, checked: _Checked) -> None:
        self.function, self.checked = function, checked
        self.known: set[object] = set(function.parameters)
        self.defined: list[object] = []

    def check(self) -> None:
        """Check the body, and that it ends as the result asks."""
        self._block(self.function.body, inside_loop=False)
        last = self.function.body[-1].name if self.function.body else ""
        wanted = "finish" if self.function.result == "none" else "return"
        if last != wanted:
            raise IllFormedError(
                f"{self.function.name} ends with {last or 'nothing'}, not {wanted}"
            )

    def _fail(self, step: Instruction, why: str) -> IllFormedError:
        return IllFormedError(f"{self.function.name}: {step.name}: {why}")

    def _define(self, what: object) -> None:
        if what not in self.known:
            self.known.add(what)
            self.defined.append(what)

    def _block(self, block: Block, *, inside_loop: bool) -> None:
        before = len(self.defined)
        last: Instruction | None = None
        for step in block:
            if last is not None and last.name in ENDS:
                raise self._fail(last, "instructions behind it")
            self._instruction(step, inside_loop=inside_loop)
            last = step
        self.known.difference_update(self.defined[before:])
        del self.defined[before:]

    def _instruction(self, step: Instruction, *, inside_loop: bool) -> None:
        name, attribute, result, blocks = step.name, step.attribute, step.result, step.blocks
        operation = OPERATIONS.get(name)
        if operation is None:
            raise self._fail(step, "no such operation")
        if len(blocks) != operation.blocks:
            raise self._fail(step, f"{operation.blocks} blocks expected")
        if name == "leave" and not inside_loop:
            raise self._fail(step, "outside of a loop")
        if attribute is not None or name in ATTRIBUTES:
            self._attribute(step)
        self._operands(step, operation)
        if result is not None:
            if result.kind != self._kind(operation.result, step):
                raise self._fail(step, f"result is {result.kind}")
            self._define(result)
        if name == "local":
            self._define(attribute)
        if blocks:
            self._inner(step, inside_loop=inside_loop)

    def _inner(self, step: Instruction, *, inside_loop: bool) -> None:
        loops = step.name in ("loop", "each")
        # A loop outside of a trial cannot be left from inside it: the state would stay the copy.
        through = inside_loop and step.name not in ("probe", "attempt")
        copy = step.attribute if isinstance(step.attribute, Copy) else None
        if copy is not None:
            self.known.add(copy)
        for inner in step.blocks:
            self._block(inner, inside_loop=loops or through)
        self.known.discard(copy)

    def _attribute(self, step: Instruction) -> None:
        attribute, name = step.attribute, step.name
        wanted = ATTRIBUTES.get(name)
        if wanted is not None and not isinstance(attribute, wanted):
            raise self._fail(step, f"attribute {attribute}")
        if isinstance(attribute, Variable):
            if name != "local" and attribute not in self.known:
                raise self._fail(step, f"variable {attribute.name} is not declared")
        elif isinstance(attribute, Template):
            if attribute not in self.checked.templates:
                raise self._fail(step, "template is not the program's")
        elif isinstance(attribute, Access | Callee | Probe):
            self._part(step, attribute)

    def _part(self, step: Instruction, attribute: Access | Callee | Probe) -> None:
        if isinstance(attribute, Access):
            if attribute.field not in self.checked.fields:
                raise self._fail(step, f"field {attribute.field.name} is not the program's")
        elif isinstance(attribute, Callee) and attribute.function not in self.checked.written:
            self._may_call(step, attribute.function)
        if attribute.copy is not None and attribute.copy not in self.known:
            raise self._fail(step, "reads a copy that is not kept here")

    def _may_call(self, step: Instruction, function: Function) -> None:
        """Only functions that call themselves by a round about way call what comes later."""
        if function not in self.checked.functions:
            raise self._fail(step, f"{function.name} is not the program's")
        if not self.function.recursive:
            raise self._fail(step, f"{function.name} is not written before")

    def _operands(self, step: Instruction, operation: Operation) -> None:
        operands, wanted = step.operands, operation.operands
        if isinstance(step.attribute, Callee):
            wanted = [value.kind for value in step.attribute.function.parameters]
        if len(wanted) != len(operands):
            raise self._fail(step, f"{len(operands)} operands, not {len(wanted)}")
        known = self.known
        for kind, operand in zip(wanted, operands, strict=True):
            if operand.kind != kind and operand.kind != self._kind(kind, step):
                raise self._fail(step, f"operand is {operand.kind}, not {self._kind(kind, step)}")
            if operand.constant is None and operand not in known:
                raise self._fail(step, f"value {operand.number} is not defined here")

    def _kind(self, kind: str, step: Instruction) -> str:
        """What stands for a kind that the operation leaves open."""
        if kind != "?":
            return kind
        match step.attribute:
            case Access(field):
                return field.kind
            case Variable(_, kind):
                return kind
            case Callee(function):
                return function.result
            case Watched() as watched:
                return watched.kind
            case _:
                return self.function.result
