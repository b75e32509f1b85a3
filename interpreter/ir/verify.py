"""The verifier: a program that passes it is well formed, whatever rules it came from."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.ir.operations import OPERATIONS
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
from interpreter.ir.values import Value

ATTRIBUTES: dict[str, type | tuple[type, ...]] = {
    "image": Relation, "flood": Relation, "run": Axis, "ray": Rays, "met": Rays, "lookup": Table,
    "lookup_sites": Table,
    "read": Access, "read_at": Access, "write": Access, "write_at": Access, "random": Access,
    "seen": Access, "cycled": Access, "remember": Access, "forget": Access,
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
    written: list[Function] = []
    fields = set(program.fields)
    for function in program.functions:
        _Checker(function, written, program).check()
        written.append(function)
    for template in program.templates:
        for function in (template.act, template.guard):
            if function is not None and len(function.parameters) != 2 + template.extras:
                raise IllFormedError(f"template {template.number}: parameters of {function.name}")
    if len(fields) != len(program.fields):
        raise IllFormedError("a field stands twice")


class _Checker:
    """Checks one function."""

    def __init__(self, function: Function, written: list[Function], program: Program) -> None:
        self.function, self.written, self.program = function, set(written), program
        self.values: set[Value] = set(function.parameters)
        self.variables: set[Variable] = set()
        self.copies: set[Copy] = set()

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

    def _block(self, block: Block, *, inside_loop: bool) -> None:
        seen = set(self.values), set(self.variables), set(self.copies)
        for place, step in enumerate(block):
            self._instruction(step, inside_loop=inside_loop)
            if step.name in ENDS and place + 1 < len(block):
                raise self._fail(step, "instructions behind it")
        self.values, self.variables, self.copies = seen

    def _instruction(self, step: Instruction, *, inside_loop: bool) -> None:
        operation = OPERATIONS.get(step.name)
        if operation is None:
            raise self._fail(step, "no such operation")
        if len(step.blocks) != operation.blocks:
            raise self._fail(step, f"{operation.blocks} blocks expected")
        if step.name == "leave" and not inside_loop:
            raise self._fail(step, "outside of a loop")
        self._attribute(step)
        self._operands(step)
        if step.result is not None and step.result.kind != self._result_kind(step):
            raise self._fail(step, f"result is {step.result.kind}")
        if step.name == "local":
            assert isinstance(step.attribute, Variable)
            self.variables.add(step.attribute)
        if isinstance(step.attribute, Copy):
            self.copies.add(step.attribute)
        if step.result is not None:
            self.values.add(step.result)
        loops = step.name in ("loop", "each")
        # A loop outside of a trial cannot be left from inside it: the state would stay the copy.
        through = inside_loop and step.name not in ("probe", "attempt")
        for inner in step.blocks:
            self._block(inner, inside_loop=loops or through)
        if isinstance(step.attribute, Copy):
            self.copies.discard(step.attribute)

    def _attribute(self, step: Instruction) -> None:
        attribute = step.attribute
        wanted = ATTRIBUTES.get(step.name)
        if wanted is not None and not isinstance(attribute, wanted):
            raise self._fail(step, f"attribute {attribute}")
        if attribute is None:
            return
        if isinstance(attribute, Access) and attribute.field not in self.program.fields:
            raise self._fail(step, f"field {attribute.field.name} is not the program's")
        if isinstance(attribute, Callee) and attribute.function not in self.written:
            self._may_call(step, attribute.function)
        declared = step.name == "local" or attribute in self.variables
        if isinstance(attribute, Variable) and not declared:
            raise self._fail(step, f"variable {attribute.name} is not declared")
        if isinstance(attribute, Template) and attribute not in self.program.templates:
            raise self._fail(step, "template is not the program's")
        copy = getattr(attribute, "copy", None)
        if copy is not None and copy not in self.copies:
            raise self._fail(step, "reads a copy that is not kept here")

    def _may_call(self, step: Instruction, function: Function) -> None:
        """Only functions that call themselves by a round about way call what comes later."""
        if function not in self.program.functions:
            raise self._fail(step, f"{function.name} is not the program's")
        if not self.function.recursive:
            raise self._fail(step, f"{function.name} is not written before")

    def _operands(self, step: Instruction) -> None:
        wanted = self._kinds(step)
        if len(wanted) != len(step.operands):
            raise self._fail(step, f"{len(step.operands)} operands, not {len(wanted)}")
        for kind, operand in zip(wanted, step.operands, strict=True):
            if operand.kind != kind:
                raise self._fail(step, f"operand is {operand.kind}, not {kind}")
            if operand.constant is None and operand not in self.values:
                raise self._fail(step, f"value {operand.number} is not defined here")

    def _kinds(self, step: Instruction) -> Sequence[str]:
        if isinstance(step.attribute, Callee):
            return [value.kind for value in step.attribute.function.parameters]
        wanted = OPERATIONS[step.name].operands
        if "?" not in wanted:
            return wanted
        return [self._open_kind(step) if kind == "?" else kind for kind in wanted]

    def _open_kind(self, step: Instruction) -> str:
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

    def _result_kind(self, step: Instruction) -> str:
        result = OPERATIONS[step.name].result
        return self._open_kind(step) if result == "?" else result
