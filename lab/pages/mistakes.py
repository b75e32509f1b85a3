"""The page of the codes of mistakes: `python -m lab.pages.mistakes docs/errors.md`.

A code stands where its mistake is raised, as `code="unknown-piece"`, and nowhere else. This page is
made by reading the program for them.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = (
    "interpreter/text", "interpreter/language", "interpreter/rules", "interpreter/play/load.py",
    "interpreter/play/matches.py", "interpreter/play/notation", "interpreter/services", "ludemes",
    "lab/checks",
)  # fmt: skip
"""Where mistakes in rule texts are raised."""
CLASSES = {"LudError", "Problem", "OtherKindError", "_doubt"}
METHODS, OWN = {"fail", "warn", "error"}, {"b", "self"}
"""What is called to tell one: these, and these methods of the builder and of the expander."""
DOUBTS = {"warn", "_doubt"}
OURS = "phrase-book"
"""Of mistakes that only those who write Ludwright can make."""

HEAD = """# Codes of mistakes

Every mistake that `ludwright check` finds has a code, which stays when its message is worded anew.
With `--json` ([how](json.md#ludwrightcheck1)) it comes with the types and forms that are expected
there, and with the change to the text that would mend it, which editors offer too and
`ludwright fix` makes where it is certain. `…` stands for what differs from case to case. A mistake
with the code `asked` is one in what a command was asked for and not in a rule text.

This page is generated: a code stands where its mistake is raised, and nowhere else.

| code | says | |
| --- | --- | --- |
"""


@dataclass(frozen=True, slots=True)
class Raised:
    """A place where a mistake is told.

    Args:
        where: the file and the line
        code: the code; None if it is not written there
        message: with `…` for what differs; "" where it is put together elsewhere
        warning: it is legal
    """

    where: str
    code: str | None
    message: str
    warning: bool


@cache
def raised() -> tuple[Raised, ...]:
    """All places where mistakes in rule texts are told, in the order of files and lines."""
    return tuple(_looked_for())


def _looked_for() -> Iterator[Raised]:
    for room in ROOMS:
        place = ROOT / room
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            tree = ast.parse(path.read_text("utf-8"))
            around = dict(_around(tree, None))
            for call in sorted(filter(_tells, around), key=lambda one: one.lineno):
                where = f"{path.relative_to(ROOT).as_posix()}:{call.lineno}"
                yield _raised(call, around[call], where)


def _around(node: ast.AST, function: ast.AST | None) -> Iterator[tuple[ast.Call, ast.AST | None]]:
    """All calls, each with the function that it stands in."""
    for one in ast.iter_child_nodes(node):
        if isinstance(one, ast.Call):
            yield one, function
        yield from _around(one, one if isinstance(one, ast.FunctionDef) else function)


def _tells(call: ast.Call) -> bool:
    """Whether a call tells a mistake, and does not only hand one on."""
    function, first = call.func, call.args[0] if call.args else None
    given = {one.arg: one.value for one in call.keywords}
    if isinstance(function, ast.Attribute):
        receiver = function.value
        of_builder = isinstance(receiver, ast.Name | ast.Attribute) and _name(receiver) in OWN
        return (
            function.attr in METHODS and of_builder and not isinstance(given.get("code"), ast.Name)
        )
    several = len(call.args) == 1 and not isinstance(first, ast.Constant | ast.JoinedStr)
    handed_on = isinstance(given.get("code"), ast.Name) or (several and "code" not in given)
    return _name(function) in CLASSES and not handed_on


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def _raised(call: ast.Call, function: ast.AST | None, where: str) -> Raised:
    given = {one.arg: one.value for one in call.keywords}
    first = call.args[0] if call.args else None
    code: ast.expr | None = given.get("code")
    if _name(call.func) == "_doubt":
        code, first = call.args[0], call.args[1]
    if isinstance(first, ast.Name) and function is not None:
        first = _last_assigned(first.id, function, call.lineno) or first
    warning = "warning" in given or _name(call.func) in DOUBTS
    literal = code.value if isinstance(code, ast.Constant) else None
    return Raised(where, str(literal) if literal else None, _text(first), warning)


def _last_assigned(name: str, function: ast.AST, line: int) -> ast.expr | None:
    """What a name was last given before a line of a function."""
    found = [
        one for one in ast.walk(function)
        if isinstance(one, ast.Assign) and one.lineno <= line and _gives(one, name) is not None
    ]  # fmt: skip
    last = max(found, key=lambda one: one.lineno, default=None)
    return None if last is None else _gives(last, name)


def _gives(one: ast.Assign, name: str) -> ast.expr | None:
    target, value = one.targets[0], one.value
    if isinstance(target, ast.Name) and target.id == name:
        return value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for part, given in zip(target.elts, value.elts, strict=False):
            if isinstance(part, ast.Name) and part.id == name:
                return given
    return None


def _text(message: ast.expr | None) -> str:
    """A message as far as it is written; `…` for what is put in."""
    match message:
        case ast.Constant(str(text)):
            return text
        case ast.JoinedStr(values):
            parts = (one.value if isinstance(one, ast.Constant) else "…" for one in values)
            return "".join(map(str, parts))
        case _:
            return ""


def page() -> str:
    """The page."""
    found: dict[str, list[Raised]] = {}
    for one in raised():
        if one.code and one.code != OURS:
            found.setdefault(one.code, []).append(one)
    lines = [_line(code, several) for code, several in sorted(found.items())]
    return HEAD + "\n".join(lines) + "\n"


def _line(code: str, several: list[Raised]) -> str:
    texts = dict.fromkeys(one.message for one in several if one.message)
    said = "<br>".join(text.replace("|", "\\|").replace("<", "&lt;") for text in texts)
    kinds = {one.warning for one in several}
    kind = "warning" if kinds == {True} else "error" if kinds == {False} else "error or warning"
    return f"| `{code}` | {said} | {kind} |"


def main() -> None:
    """Write the page where the command line says."""
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
