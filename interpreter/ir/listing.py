"""Functions of a program as readable text."""

from __future__ import annotations

from interpreter.ir.program import Access, Block, Callee, Function
from interpreter.ir.values import Value


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
