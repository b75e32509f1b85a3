"""From a name, a path or a text to a game.

What compiles is imported when a game is compiled: one that is kept is there sooner without it.
"""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from pathlib import Path
from pkgutil import walk_packages
from typing import TYPE_CHECKING

from interpreter.ir.meaning.sites import listed
from interpreter.ir.program import Function, Program
from interpreter.ir.values import Sites
from interpreter.language.bind import bind
from interpreter.language.catalogue import CATALOGUE, Catalogue, Unbuilt
from interpreter.language.graphics import graphics
from interpreter.language.keywords import misspelt, unknown_keywords
from interpreter.language.nodes import Node
from interpreter.language.parts import Area, Board, GameRules
from interpreter.play.cache import keep_names, key_of, key_of_match, recall, recall_names
from interpreter.play.compiled import Recipe
from interpreter.play.deep import deeply
from interpreter.play.game import Game
from interpreter.play.machines import BACKENDS
from interpreter.play.matches import with_games
from interpreter.targets.collecting import uncollected
from interpreter.targets.llvm.jit import available, folder
from interpreter.text.defines import Library, files, library
from interpreter.text.errors import (
    LudError,
    Problem,
    Source,
    Span,
    in_order,
    shortened,
    suggest,
    suggests,
    told_once,
)
from interpreter.text.expand import Expanded, UnexpandedError, expand
from interpreter.text.tree import Clause, String, Tree

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

LARGEST_FILE = 2_000_000
# Names the passes to keep, or, with a `-` before each, those to leave out; commas between them.
VARIABLE = "LUDWRIGHT_PASSES"


@functools.cache
def catalogue() -> Catalogue:
    """All ludemes, read from the modules of the package `ludemes` when first needed."""
    for module in walk_packages(import_module("ludemes").__path__, "ludemes."):
        import_module(module.name)
    CATALOGUE.arrange()
    folder = resources.files("ludemes")
    CATALOGUE.phrases = folder.joinpath("words")
    CATALOGUE.words = frozenset(folder.joinpath("words.txt").read_text("utf-8").split())
    for line in folder.joinpath("unbuilt.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            CATALOGUE.unbuilt.append(Unbuilt(*line.split("\t")))
    CATALOGUE.known |= {one.name: frozenset(one.gives.split(", ")) for one in CATALOGUE.unbuilt}
    return CATALOGUE


@functools.cache
def defines() -> Library:
    """The defines that any rule file may use."""
    return library(resources.files("ludemes").joinpath("defines"))


@functools.cache
def games() -> dict[str, Traversable | Path]:
    """The rule files of the library, by the name of the game."""
    found = files(resources.files("games"), ".lud")
    return dict(sorted((path.name.removesuffix(".lud"), path) for path in found))


def is_text(what: str) -> bool:
    """Whether it is rules, not the name of a game, a file or a folder: these have brackets, too."""
    if "(" not in what or what.endswith(".lud"):
        return False
    return what.lstrip("\ufeff \t\r\n").startswith(("(", "//")) or "\n" in what or '"' in what


def read(what: str | Path) -> Source:
    """The rule text that a name of the library, a path, or a text itself stands for.

    Raises:
        LudError: there is no such game or file, or the file is no text
    """
    if isinstance(what, str) and is_text(what):
        return Source("<text>", what)
    name, known = str(what), games()
    found = {title.lower(): path for title, path in known.items()}.get(name.lower())
    if found is not None:
        return Source(f"{found.name}", found.read_text(encoding="utf-8"))
    path = Path(what)
    if path.suffix == ".lud" or _exists(path):
        return _read_file(path)
    near = suggest(name, known) or suggest(name.partition("(")[0].strip(), known)
    hint = near or "the library's games: ludwright list"
    raise LudError(
        f'no game is called "{shortened(name)}", and there is no such file',
        None,
        hint,
        code="unknown-game",
    )


def _exists(path: Path) -> bool:
    """Whether there is such a file; none has a name that is too long for one."""
    try:
        return path.exists()
    except OSError:
        return False


def _read_file(path: Path) -> Source:
    if not _exists(path):
        beside = path.parent.glob("*.lud") if _exists(path.parent) else ()
        near = suggest(path.name, [one.name for one in beside])
        raise LudError(f"there is no file {shortened(str(path))}", None, near, code="no-such-file")
    if path.is_dir():
        raise LudError(f"{path} is a folder, not a rule file", code="no-rule-file")
    if path.stat().st_size > LARGEST_FILE:
        raise LudError(f"{path} is larger than {LARGEST_FILE} bytes", code="file-too-large")
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"{path} is not a text file: byte {error.start} is not UTF-8"
        raise LudError(message, code="no-rule-file") from None
    except OSError as error:
        raise LudError(f"{path} cannot be read: {error.strerror}", code="no-rule-file") from None
    if "\0" in text:
        raise LudError(f"{path} is not a text file: it has a zero byte", code="no-rule-file")
    return Source(str(path), text)


def load(
    what: str | Path,
    options: Mapping[str, str] | None = None,
    ruleset: str | None = None,
    backend: str = "auto",
    *,
    plain: bool = False,
    passes: Sequence[str] | None = None,
    library: Library | None = None,
    beside: Sequence[Path] = (),
) -> Game:
    """Compile a game.

    Args:
        what: the name of a game of the library, the path of a rule file, or rule text
        options: the item to choose for each option, by heading
        ruleset: the name of a ruleset, which chooses items too
        backend: what runs the game: `llvm` for native code, `python`, or `auto` for the
            fastest there is
        plain: compile just what the rules say, with no pass that makes it faster: slow, and the
            definition of what every other program of these rules has to do
        passes: the names of the passes to keep, or, with a `-` before each, of those to leave out;
            what `LUDWRIGHT_PASSES` says if not given, and all if it says nothing
        library: defines to use instead of ours
        beside: rule files of games that a match may name, besides those in its own folder and those
            of the library

    Raises:
        LudError: a mistake in the rules or in the choice, with its position, or in what the
            environment says
        ValueError: an unknown back end or pass
    """
    if backend not in BACKENDS:
        raise ValueError(f"unknown back end {backend!r}; known: {', '.join(BACKENDS)}")
    passes = () if plain else passes
    return compile_source(read(what), options, ruleset, library, backend, passes, tuple(beside))


def compile_source(
    source: Source,
    options: Mapping[str, str] | None = None,
    ruleset: str | None = None,
    library: Library | None = None,
    backend: str = "auto",
    passes: Sequence[str] | None = None,
    beside: Sequence[Path] = (),
    watched: bool = False,
) -> Game:
    """Compile rule text that knows its own name; see `load` and `compile_tree`."""
    passes = () if watched else _said(passes)
    recipe = compile_source, (source, options, ruleset, library, backend, passes, beside, watched)
    key, kept_at_all = None, library is None and not watched and backend != "python"
    if kept_at_all and available() and folder() is not None:
        key = key_of(source, options, ruleset, passes)
        for one in _kept_under(key, source, beside):
            kept = recall(one)
            if kept is not None:
                return Game.restored(kept, recipe, backend, one)

    def compiled() -> Game:
        named: dict[str, Source] = {}
        rules = rules_of(source, options, ruleset, library, beside, named)
        kept_as = key
        if key is not None and named:
            keep_names(key, named)
            kept_as = key_of_match(key, named.values())
        return compile_tree(rules, None, recipe, backend, kept_as, passes, watched=watched)

    with uncollected():
        return deeply(compiled)


def rules_of(
    source: Source,
    options: Mapping[str, str] | None = None,
    ruleset: str | None = None,
    library: Library | None = None,
    beside: Sequence[Path] = (),
    named: dict[str, Source] | None = None,
) -> Expanded:
    """The rules of a text with everything put in that it names; see `load`.

    Args:
        named: is given the rule files of games that a match names

    Raises:
        LudError: a mistake in the text or in the choice
    """
    known = defines() if library is None else library
    rules = _expanded(source, options, ruleset, known)

    def find(name: String) -> Source:
        found = _named(name.text, source, beside)
        if found is None:
            hint = suggest(name.text, games()) or "the library's games: ludwright list"
            message = (
                f'no game is called "{name.text}", and there is no file of it beside the match'
            )
            raise LudError(message, name.span, hint, code="unknown-game")
        if named is not None:
            named[name.text] = found
        return found

    return with_games(rules, find, known)


def _kept_under(key: str, source: Source, beside: Sequence[Path]) -> Iterator[str]:
    """The keys that a game may be kept under: that of a match is also of the rules it names."""
    yield key
    names = recall_names(key)
    if names:
        with contextlib.suppress(LudError):  # what cannot be read is told when it is compiled
            found = [_named(name, source, beside) for name in names]
            yield key_of_match(key, [one for one in found if one is not None])


def _named(name: str, source: Source, beside: Sequence[Path]) -> Source | None:
    """The rule file of a game that a match names, if there is one: never by a path.

    A link that leads out of the folder is a path, too.
    """
    own = Path(source.name).parent / f"{name}.lud"
    for path in (own, *beside):
        if path.name == f"{name}.lud" and _lies_there(path):
            return _read_file(path)
    return read(name) if name.lower() in {title.lower() for title in games()} else None


def _lies_there(path: Path) -> bool:
    """Whether there is such a file, and in no other folder once links are followed."""
    return _exists(path) and path.resolve().is_relative_to(path.parent.resolve())


def _expanded(
    source: Source, options: Mapping[str, str] | None, ruleset: str | None, library: Library
) -> Expanded:
    """The rules of a text; where something is wrong, all misspelt words are told as well."""
    try:
        return expand(source, options, ruleset, library)
    except UnexpandedError as error:
        if error.game is None:
            raise
        # Where something could not be put in, a word may be missing that was not forgotten.
        words = misspelt(error.game, catalogue())
        sure = (one for one in words if suggests(one))
        problems = (*error.problems, *sure)
    raise LudError(in_order(problems))


def _said(passes: Sequence[str] | None) -> tuple[str, ...] | None:
    """The passes that are meant; None for all, where nobody says which."""
    return None if passes is None and os.environ.get(VARIABLE) is None else meant(passes)


def meant(passes: Sequence[str] | None = None) -> tuple[str, ...]:
    """The passes that some names mean, in their order; see `load`.

    Raises:
        LudError: what the environment says makes no sense
        ValueError: the names make none
    """
    from interpreter.passes.order_of_passes import PASSES, chosen  # noqa: PLC0415  only for what is compiled

    if passes is not None:
        return chosen(passes)
    said = os.environ.get(VARIABLE)
    if said is None:
        return PASSES
    try:
        return chosen([name for name in map(str.strip, said.split(",")) if name])
    except ValueError as error:
        raise LudError(f"LUDWRIGHT_PASSES makes no sense: {error}", code="unknown-pass") from None


def compile_tree(
    expanded: Expanded,
    node: Node | None,
    recipe: Recipe,
    backend: str = "auto",
    key: str | None = None,
    passes: Sequence[str] | None = None,
    *,
    watched: bool = False,
) -> Game:
    """Compile rules that have been expanded.

    Args:
        expanded: the rules
        node: the same, if they are bound already
        recipe: what compiles the game again elsewhere
        backend: what runs the game; see `load`
        key: under which it is kept on disk; None if it is not
        passes: those to run; see `load`
        watched: the program tells what its clauses answer; see `interpreter.play.watching`

    Raises:
        LudError: a mistake in the rules
    """
    from interpreter.rules.assemble import assemble  # noqa: PLC0415  only for what is compiled

    node = bind(expanded.game, GameRules, catalogue(), expanded.defined) if node is None else node
    passes, tree = meant(passes), expanded.game if watched else None
    how = recipe, backend, key
    return _made(expanded, node, lambda b, rules: assemble(b, rules, passes, tree), how)


def _made(
    expanded: Expanded,
    node: Node,
    into: Callable[[Builder, GameRules], Program],
    how: tuple[Recipe, str, str | None],
) -> Game:
    """A game of bound rules.

    Args:
        into: writes its program
        how: what compiles it again, the back end, and under which key it is kept

    Raises:
        LudError: a mistake in the rules
    """
    try:
        b, program = _written(expanded, node, into)
        made = _game(expanded, node, b, program, how)
        b.forget()
        return made
    except RecursionError:
        raise LudError(
            "the rules are nested too deeply, or too many stand in one list",
            expanded.game.span,
            code="too-deep",
        ) from None


def _game(
    expanded: Expanded,
    node: Node,
    b: Builder,
    program: Program,
    how: tuple[Recipe, str, str | None],
) -> Game:
    """A game with its program, and what is known of how it is drawn; `how` as in `_made`."""
    warnings = _warnings(expanded, node, b)
    drawn, misdrawn = graphics(
        expanded.metadata, _areas(b), b.box.kinds, b.players.count, lambda tree: _sites(b, tree)
    )
    drawn = replace(
        drawn,
        hints=b.puzzle.shown_hints(),
        orders=b.puzzle.orders(),
        arcs=b.tracks.arcs,
        piled=b.pieces.piled,
    )
    parts = expanded, program, b.board.topology, b.box.kinds, b.hands.laid, b.players.count
    told = tuple(in_order((*warnings, *misdrawn)))
    return Game(*parts, drawn, told, *how, b.kinds.others)


def beginning(
    source: Source,
    options: Mapping[str, str] | None = None,
    ruleset: str | None = None,
    *,
    quick: bool = False,
) -> Game:
    """A game of which only the first position is there, to be drawn; nobody can play it.

    It is there much sooner than the whole game: what moves are and how the game ends is not made to
    run.

    Args:
        source: the rule text
        options: as in `load`
        ruleset: as in `load`
        quick: nothing is looked at but the equipment and the start rules: a mistake elsewhere is
            not found, a king in check is not seen, and what other rules draw by chance before the
            start changes nothing

    Raises:
        LudError: a mistake in the rules or in the choice
    """
    from interpreter.rules.assemble import begin, begin_as_written  # noqa: PLC0415  only for what is compiled

    recipe = compile_source, (source, options, ruleset, None, "python", (), (), False)
    with uncollected():
        expanded = rules_of(source, options, ruleset)
        node = bind(expanded.game, GameRules, catalogue(), expanded.defined)
        into = begin if quick else begin_as_written
        return _made(expanded, node, into, (recipe, "python", None))


def _warnings(expanded: Expanded, node: Node, b: Builder) -> tuple[Problem, ...]:
    """What is legal in some rules and hardly meant."""
    from interpreter.rules.doubts import doubled_ends  # noqa: PLC0415  only for what is compiled

    unmeant = (*unknown_keywords(expanded.unused, catalogue()), *doubled_ends(node))
    return told_once((*expanded.warnings, *b.warnings, *unmeant))


def examined(
    source: Source, beside: Sequence[Path] = (), options: Mapping[str, str] | None = None
) -> tuple[Problem, ...]:
    """What is wrong with a rule text or hardly meant, found without making a game that runs.

    Args:
        beside: see `load`
        options: see `load`
    """
    from interpreter.rules.assemble import write  # noqa: PLC0415  only for what is compiled

    try:
        expanded = rules_of(source, options, beside=beside)
        node = bind(expanded.game, GameRules, catalogue(), expanded.defined)
        b, _ = _written(expanded, node, write)
    except LudError as error:
        return error.problems
    except RecursionError:
        return (
            Problem(
                "the rules are nested too deeply, or too many stand in one list",
                Span(source, 0, 1),
                code="too-deep",
            ),
        )
    return tuple(in_order(_warnings(expanded, node, b)))


def _areas(b: Builder) -> list[Area]:
    """The regions of the equipment, as pictures have them."""
    return [
        Area(
            one.name or "",
            one.player or 0,
            tuple(tuple(listed(part.constant or 0)) for part in one.sites),
        )
        for one in b.names.regions
    ]


def _sites(b: Builder, tree: Tree) -> tuple[int, ...]:
    """The sites that a hint for pictures means."""
    node = bind(tree, Sites, catalogue()) if isinstance(tree, Clause) else None
    with b.at(tree.span), b.inside(Function("graphics")):
        found = b.settled(b.as_sites(b.lower(node))) if node is not None else None
    if not isinstance(found, Sites) or found.constant is None:
        raise LudError(
            "a picture has to know these sites before the game begins",
            tree.span,
            code="not-constant",
        )
    return tuple(listed(found.constant))


def _written(
    expanded: Expanded, node: Node, make: Callable[[Builder, GameRules], Program]
) -> tuple[Builder, Program]:
    """The program of bound rules, and what wrote it."""
    from interpreter.rules.builder import Builder  # noqa: PLC0415  only for what is compiled

    b = Builder()
    with b.at(expanded.game.span):
        return b, make(b, b.lower(node))


def lowered(node: Node) -> object:
    """The value of a node that needs nothing around it: of arithmetic, or a board.

    Raises:
        LudError: a mistake in it
    """
    from interpreter.rules.builder import Builder  # noqa: PLC0415  only for what is compiled

    b = Builder()
    found: object = b.lower(node)
    if isinstance(found, Board):
        b.board.use = found.use  # its graph is made later
    return found


def lowering(rules: Node) -> Callable[[Node], object]:
    """What gives the value of a node of some rules, with their board and pieces at hand.

    What it gives of sites is their constant value, if they have one. It raises a `LudError` where
    that cannot be told.
    """
    from interpreter.rules.assemble import equip  # noqa: PLC0415  only for what is compiled
    from interpreter.rules.builder import Builder  # noqa: PLC0415  only for what is compiled

    @functools.cache
    def builder() -> Builder:
        b = Builder()
        with b.at(rules.span):
            equip(b, b.lower(rules))
        return b

    def lower(node: Node) -> object:
        if node.ludeme.result is Board:
            return lowered(node)
        b = builder()
        with b.at(node.span), b.inside(Function("words")):
            return b.lower(node)

    return lower
