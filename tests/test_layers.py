"""Who may import whom, and what the interpreter must not know."""

import ast
import functools
import gc
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from helpers.paths import ROOT

LAYERS = ("interpreter", "ludemes", "lab")
SEEN_BY_LUDEMES = {
    "interpreter.rules",
    "interpreter.ir.relations",
    "interpreter.ir.values",
    "interpreter.board",
    "interpreter.language.catalogue",
    "interpreter.language.parts",
    "interpreter.language.signatures",
    "interpreter.language.words",
    "interpreter.text.errors",
}
# What they may name of the program: values, and what leads from site to site; nothing that says
# how it is written or run.
NAMED_BY_LUDEMES = {"Bool", "Int", "Sites", "Compass", "Relation"}
LOAD = "interpreter.play.load"
FILES = sorted(path for layer in LAYERS for path in (ROOT / layer).rglob("*.py"))


def module_of(path: Path) -> str:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return name.removesuffix(".__init__")


MODULES = {module_of(file) for file in FILES}


@functools.cache
def trees() -> dict[Path, ast.Module]:
    """All files; the parts of so many trees are not looked through for what is not needed."""
    gc.disable()
    try:
        return {path: ast.parse(path.read_text("utf-8")) for path in FILES}
    finally:
        gc.freeze()
        gc.enable()


def tree_of(path: Path) -> ast.Module:
    return trees()[path]


@functools.cache
def imports(path: Path) -> tuple[str, ...]:
    """Every project module a file imports, wherever in the file it does so."""
    return tuple(imported(path))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            source = node.module or ""
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                yield inner if inner in MODULES else source


def allowed(importer: str, imported: str) -> bool:
    layer = imported.partition(".")[0]
    if layer not in LAYERS:
        return True
    match importer.split(".")[0]:
        case "lab":
            return layer != "ludemes"
        case "ludemes":
            return layer == "ludemes" or (
                layer == "interpreter" and inside(imported, SEEN_BY_LUDEMES)
            )
        case _ if importer == LOAD:
            return layer != "lab"
        case _ if importer == "interpreter":
            return layer == "interpreter"
        case _:
            return layer == "interpreter" and imported != LOAD


def inside(module: str, rooms: Iterable[str]) -> bool:
    """Whether a module is one of these, or in a package that is."""
    return any(module == room or module.startswith(f"{room}.") for room in rooms)


# What the rooms of the interpreter may import besides themselves, functions and types included.
ROOMS = {
    "interpreter.text": (),
    "interpreter.board": (),
    "interpreter.language": ("interpreter.text", "interpreter.board", "interpreter.ir.values"),
    "interpreter.services": ("interpreter.text", "interpreter.language", "interpreter.ir.values"),
    "interpreter.show": (
        "interpreter.board",
        "interpreter.language.parts",
        "interpreter.ir.schema",
    ),
    "interpreter.rules": (
        "interpreter.text",
        "interpreter.board",
        "interpreter.language",
        "interpreter.ir",
        "interpreter.passes",
    ),
    "interpreter.ir": (),
    "interpreter.passes": ("interpreter.ir",),
    "interpreter.passes.tools": ("interpreter.ir",),
    "interpreter.passes.rewrites": (
        "interpreter.ir",
        "interpreter.passes.tools",
        "interpreter.passes.realise",
    ),
    "interpreter.passes.early": (
        "interpreter.ir",
        "interpreter.passes.tools",
        "interpreter.passes.whole.beginning",
        "interpreter.passes.whole.unused",
    ),
    "interpreter.passes.whole": ("interpreter.ir",),
    # What learners see of a board is laid out by its places.
    "interpreter.targets": ("interpreter.ir", "interpreter.board"),
    "interpreter.targets.llvm": ("interpreter.ir", "interpreter.board.geometry.shifts"),
}
TOP = "interpreter.play"


def test_rooms_of_the_interpreter() -> None:
    for path in FILES:
        check_rooms_of_the_interpreter(path)


def check_rooms_of_the_interpreter(path: Path) -> None:
    module = module_of(path)
    ours = [name for name in imports(path) if name.startswith("interpreter.")]
    for room, below in ROOMS.items():
        if inside(module, [room]):
            wrong = [name for name in ours if not inside(name, [room, *below])]
            assert not wrong, f"{module} may not import {wrong}"
    if inside(module, ["ludemes"]):
        source = ast.walk(tree_of(path))
        taken = [one for one in source if isinstance(one, ast.ImportFrom)]
        of_program = {alias.name for one in taken if inside(one.module or "", ["interpreter.ir"])
                      for alias in one.names}  # fmt: skip
        assert of_program <= NAMED_BY_LUDEMES, f"{module} knows how programs are written"
    if module.startswith("interpreter.") and not inside(module, [TOP]):
        wrong = [name for name in ours if inside(name, [TOP])]
        assert not wrong, f"{module} may not import {wrong}"


# The rooms of the lab: each may use those before it.
LAB = (
    *("lab.pages", "lab.terminal", "lab.players", "lab.matches", "lab.adapters", "lab.measuring"),
    *(
        "lab.breeding",
        "lab.files",
        "lab.web",
        "lab.speed",
        "lab.checks",
        "lab.puzzles",
        "lab.told",
        "lab.arena",
        "lab.models",
        "lab.lsp",
        "lab.studio",
        "lab.tools",
        "lab.cli",
    ),
)


def test_rooms_of_the_lab() -> None:
    for path in FILES:
        check_rooms_of_the_lab(path)


def check_rooms_of_the_lab(path: Path) -> None:
    module = module_of(path)
    for number, room in enumerate(LAB):
        if inside(module, [room]):
            wrong = [name for name in imports(path) if inside(name, LAB[number + 1 :])]
            assert not wrong, f"{module} may not import {wrong}"
    assert module == "lab" or not module.startswith("lab.") or inside(module, LAB)


# The builder and its parts are one object in several files: each part is told of the whole, for
# types alone.
BUILDER = "interpreter.rules.builder"
PARTS = {
    f"interpreter.rules.parts.{name}"
    for name in (
        "box", "carried", "dominoes", "effects", "handling", "hands", "hiding", "kinds", "large",
        "move_functions", "network", "questions",
        "board", "ways", "pieces", "tracks", "dice", "players", "names", "course", "memory",
        "moves", "progress", "puzzle", "settings", "sowing", "stacks", "threats", "tiles", "voting",
        "walks", "watching",
    )
}  # fmt: skip


def graph_of_imports() -> dict[str, set[str]]:
    """Every module with the modules it imports: at its top, in functions, and for types alone."""
    return {
        (module := module_of(path)): {one for one in imports(path) if one in MODULES} - {module}
        for path in FILES
    }


def circles(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """The groups of modules of which each leads to every other."""
    reached = {module: reachable(graph, module) for module in graph}
    found = {
        tuple(sorted(other for other in ways if module in reached[other]))
        for module, ways in reached.items()
        if module in ways
    }
    return sorted(map(list, found))


def reachable(graph: Mapping[str, Iterable[str]], start: str) -> set[str]:
    """What one comes to from a module, in one step or more."""
    found: set[str] = set()
    waiting = list(graph[start])
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += graph[module]
    return found


def test_there_are_no_circles() -> None:
    graph = graph_of_imports()
    cured = {
        module: {name for name in names if not (module in PARTS and name == BUILDER)}
        for module, names in graph.items()
    }
    assert circles(cured) == []


@pytest.mark.parametrize("part", sorted(PARTS))
def test_parts_of_the_builder_know_it_as_a_type_alone(part: str) -> None:
    path = next(path for path in FILES if module_of(path) == part)
    tree = tree_of(path)
    for_types = [
        inner for one in tree.body
        if isinstance(one, ast.If) and ast.unparse(one.test) == "TYPE_CHECKING"
        for inner in one.body
    ]  # fmt: skip
    found = [one for one in ast.walk(tree)
             if isinstance(one, ast.ImportFrom) and one.module == BUILDER]  # fmt: skip
    assert found
    assert all(one in for_types for one in found)


def test_import_direction() -> None:
    for path in FILES:
        check_import_direction(path)


def check_import_direction(path: Path) -> None:
    wrong = [name for name in imports(path) if not allowed(module_of(path), name)]
    assert not wrong, f"{module_of(path)} may not import {wrong}"


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """The string constants of a file with their lines, docstrings left out."""
    tree = tree_of(path)
    described = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, described) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        value = node.value if isinstance(node, ast.Constant) else None
        if isinstance(value, str) and id(node) not in docstrings:
            yield node.lineno, value


@functools.cache
def two_word_ludemes() -> set[str]:
    """Names such as `is Line`, read from the decorators themselves."""
    names: set[str] = set()
    for path in (ROOT / "ludemes").rglob("*.py"):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                names.add(str(node.args[0].value))
    return {name for name in names if re.fullmatch(r"[a-z]\w* [A-Z]\w*( [A-Z]\w*)?", name)}


@functools.cache
def game_names() -> set[str]:
    return {path.stem for path in (ROOT / "games").rglob("*.lud")}


INTERPRETER = [path for path in FILES if path.is_relative_to(ROOT / "interpreter")]


def test_interpreter_names_no_ludeme_and_no_game() -> None:
    for path in INTERPRETER:
        check_interpreter_names_no_ludeme_and_no_game(path)


def check_interpreter_names_no_ludeme_and_no_game(path: Path) -> None:
    ludemes, games = two_word_ludemes(), game_names()
    for line, text in texts(path):
        quoted = {text.strip(), *re.findall(r'"([^"]*)"', text)}
        assert not quoted & games, f"{path}:{line}: names a game"
        spoken = [name for name in ludemes if name in text and re.search(rf"\b{name}\b", text)]
        assert not spoken, f"{path}:{line}: names the ludemes {spoken}"


def test_games_holds_rule_files_only() -> None:
    strangers = [
        path
        for path in (ROOT / "games").rglob("*")
        if path.is_file() and path.suffix != ".lud" and "__pycache__" not in path.parts
    ]
    assert not strangers
