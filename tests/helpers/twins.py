"""A game on both back ends, side by side: what one does, the other must do."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from interpreter import Game
from interpreter.ir.program import Function, called
from interpreter.ir.program import walk as walk_through
from interpreter.language.grow import BarrenError, Frame, Grower
from interpreter.language.parts import EndRule
from interpreter.language.signatures import Moves
from interpreter.play.load import catalogue, games, load
from interpreter.targets.llvm.lists.held import MOST_BUNDLES
from interpreter.targets.native import Machine
from interpreter.text.errors import LudError
from interpreter.text.printer import write
from lab.breeding.making.genome import Genome
from lab.breeding.making.variation import Breeder, NoChildError
from lab.checks.side_by_side import walk
from lab.web.machine import Machine as WasmMachine


def twins(game: Game, *, bits: bool | None = None, checked: bool = False) -> tuple[Game, Game]:
    """A game as Python and as native code.

    Args:
        bits: whether native code extracts bits by one instruction; as it can here if not given
        checked: native code looks at every access to memory
    """
    return again(game, "python"), native(game, bits=bits, checked=checked)


def again(game: Game, backend: str) -> Game:
    """The same game on a back end."""
    parts = game.expanded, game.program, game.board, game.pieces, game.hands, game.players
    return Game(*parts, (), game.recipe, backend)


def native(game: Game, *, bits: bool | None = None, checked: bool = False) -> Game:
    """The same game as native code of a kind."""
    found = again(game, "llvm")
    found.machine = Machine(game.program, bits=bits, checked=checked)
    return found


def wasm(game: Game) -> Game:
    """The same game as WebAssembly, which Wasmtime runs."""
    found = again(game, "llvm")
    found.machine = WasmMachine(game.program, game.wasm())
    return found


def compare(
    one: Game, other: Game, *, seed: int, games: int = 3, plies: int = 12, most: int = 10**9
) -> None:
    """See that random games are the same, and all that is to be seen of one of them.

    Args:
        one, other: the former may be slow
        most: sites times plies of whole games, which are left out if they are longer
    """
    theirs = other.playouts(games, seed=seed)
    if int(theirs.lengths.sum()) * one.board.size <= most:
        ours = one.playouts(games, seed=seed)
        assert ours.lengths.tolist() == theirs.lengths.tolist()
        assert ours.rankings.tolist() == theirs.rankings.tolist()
    walk((one, other), seed, plies)


# Games that are grown and bred

BOARDS = (
    "(square 3)", "(hex 2)", "(hex Triangle 3)", "(rectangle 2 4)", "(tri 3)", "(hex Star 2)",
    "(square Diamond 2)", "(rotate 30 (square 3))", "(square 3 diagonals:Alternating)",
)  # fmt: skip
LARGE = (
    "(square 9)", "(hex 6)", "(tri Square 9)", "(rotate 30 (square 9))", "(rectangle 2 50)",
    "(square 8)", "(tri 8)",
)  # fmt: skip
# One game in so many is on a large board.
SPARED = 10
RULES = """(game "Grown" (players {players})
    (equipment {{
        (board {board} use:{use}) (piece "Disc" Each) {more}
        (regions "Home" P1 {{0 4}}) (regions "Home" P2 {{2}})
        (regions P1 (sites Top)) (regions P2 (sites Bottom))
    }})
    (rules {meta} (start (place "Disc1" 0))
        (play (or {{ (move Add (to (sites Empty))) {moves} }}))
        (end {{ {end} (if (is Full) (result Mover Win)) }})))"""
METAS = ("", "", "", "(meta (swap))", "(meta (no Repeat Positional))")
MOST_INSTRUCTIONS = 6000
MOST_PLAYED = 10_000


def grown(seed: int) -> str | None:
    """The rules of a game that is grown; None where none grows from this seed.

    The longest turn is not sought among moves after which one moves again on any board: the number
    of such turns is too large to try them all.
    """
    random = Random(seed)
    players = random.choice((2, 2, 2, 3))
    frame = Frame(sites=5, labels=("A1",))
    grower = Grower(catalogue(), random, depth=random.choice((2, 3, 3, 4)))
    try:
        moves = [write(grower.grow(Moves, frame)) for _ in range(random.randint(1, 2))]
        end = write(grower.grow(EndRule, frame))
    except BarrenError:
        return None
    if any("(max " in one and "(moveAgain" in one for one in moves):
        return None
    return RULES.format(
        players=players,
        board=random.choice(LARGE if seed % SPARED == 0 else BOARDS),
        use=random.choice(("Cell", "Cell", "Vertex")),
        more=random.choice(("", '(piece "Wall" Neutral)', '(piece "Ball" Each)')),
        meta=random.choice(METAS) if players == 2 else "",
        moves=" ".join(moves),
        end=end,
    )


def mutated(seed: int, of: Sequence[str] = ()) -> str | None:
    """The rules of a mutant of a game; None where none is made from this seed.

    Args:
        of: the games that it is taken from; the whole library if not given
    """
    random, names = Random(seed), of or sorted(games())
    try:
        child = Breeder(random).mutate(Genome.read(names[seed % len(names)]))
        return child.genome.text("Mutant")
    except (LudError, NoChildError):
        return None


def try_seed(seed: int) -> bool:
    """Play a grown game on both back ends; whether there was one.

    Rules that are refused are none, and so are those that take many seconds to compile, and those
    with more moves than native code has room for.

    Raises:
        AssertionError: the back ends differ
    """
    rules = grown(seed)
    try:
        game = load(rules, backend="python") if rules is not None else None
    except LudError:
        return False
    if game is None or size(game) > MOST_INSTRUCTIONS:
        return False
    if len(game.start().moves()) > MOST_BUNDLES // 2:
        return False
    try:
        # Now and then without instructions that not every processor has.
        bits = False if seed % 3 == 0 else None
        compare(*twins(game, bits=bits), seed=seed, most=MOST_PLAYED)
    except OverflowError:  # more moves than native code has room for, as it says
        return False
    except Exception as error:
        raise AssertionError(f"seed {seed}: {error}\n{rules}") from error
    return True


def size(game: Game) -> int:
    """How many instructions a game has, with functions written out where they are called."""
    sizes: dict[Function, int] = {}
    for function in game.program.functions:
        own = sum(1 for _ in walk_through(function.body))
        sizes[function] = own + sum(sizes.get(one, 0) for one in called(function.body))
    return max(sizes.values())
