"""Who may import whom, and what the interpreter must not know."""

import ast
import functools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ("interpreter", "ludemes", "lab")
SEEN_BY_LUDEMES = {
    "interpreter.builder",
    "interpreter.lowering",
    "interpreter.emit",
    "interpreter.ir",
    "interpreter.rules",
    "interpreter.board",
    "interpreter.language.catalogue",
    "interpreter.language.signatures",
    "interpreter.language.words",
    "interpreter.text.errors",
}
LOAD = "interpreter.play.load"
FILES = sorted(path for layer in LAYERS for path in (ROOT / layer).rglob("*.py"))


def module_of(path: Path) -> str:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return name.removesuffix(".__init__")


MODULES = {module_of(file) for file in FILES}


def imports(path: Path) -> Iterator[str]:
    """Every project module a file imports, wherever in the file it does so."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
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


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_import_direction(path: Path) -> None:
    wrong = [name for name in imports(path) if not allowed(module_of(path), name)]
    assert not wrong, f"{module_of(path)} may not import {wrong}"


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """The string constants of a file with their lines, docstrings left out."""
    tree = ast.parse(path.read_text("utf-8"))
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
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                names.add(str(node.args[0].value))
    return {name for name in names if re.fullmatch(r"[a-z]\w* [A-Z]\w*( [A-Z]\w*)?", name)}


@functools.cache
def game_names() -> set[str]:
    return {path.stem for path in (ROOT / "games").rglob("*.lud")}


INTERPRETER = [path for path in FILES if path.is_relative_to(ROOT / "interpreter")]


@pytest.mark.parametrize("path", INTERPRETER, ids=module_of)
def test_interpreter_names_no_ludeme_and_no_game(path: Path) -> None:
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
