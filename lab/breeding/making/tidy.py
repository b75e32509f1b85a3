"""Tidying: rules lose what makes no difference, so that people can read what was bred.

Pieces and regions that nothing speaks of are known from the warnings of the compiler. Whether
anything else matters is tried out: rules without it that play the same games are the same game.
Without a move that is offered twice the same random numbers choose other moves; there, games are
played side by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import eq
from typing import Final

from interpreter import Game, LudError
from interpreter.board.graph import Graph
from interpreter.language.parts import HandItem, Piece, Regions
from interpreter.language.signatures import Moves
from interpreter.language.slots import Part, put, size, taken_out
from interpreter.text.tree import Tree
from lab.breeding.making.alike import plays_alike, traits
from lab.breeding.making.genome import Genome

MOST_TRIED: Final = 8
"""Parts without which a game is tried, the largest first."""


def without_unused(genome: Genome, title: str) -> tuple[Genome, Game]:
    """Rules without the pieces, hands and regions that no rule speaks of, and the game.

    Args:
        genome: the rules, as they were read
        title: what the game is called

    Raises:
        LudError: the rules make no game
    """
    while True:
        game = genome.compile()
        warned = {problem.span.start for problem in game.warnings if problem.span is not None}
        idle = next((part for part in genome.parts if _idle(part, warned)), None)
        if idle is None:
            return genome, game
        # Read again, so that the places in warnings are those of the tree.
        genome = Genome.read(genome.changed(taken_out(genome.tree, idle.path)).text(title))


def _idle(part: Part, warned: set[int]) -> bool:
    equipment = part.kind in (Piece, Regions, HandItem)
    return equipment and part.removable and part.tree.span.start in warned


def simplified(genome: Genome) -> Genome:
    """Rules without parts that make no difference to random games, as far as they were tried.

    Args:
        genome: the rules of a game that compiles
    """
    game, tried = genome.compile(), 0
    wanted = tuple(traits(game))
    found = True
    while found and tried < MOST_TRIED:
        found = False
        for tree, kind in _shorter(genome):
            shorter, costly = _alike(genome, tree, wanted, game if kind is Moves else None)
            tried += costly
            if shorter is not None:
                genome, found = shorter, True
                wanted = tuple(traits(shorter.compile())) if kind is Moves else wanted
                break
            if tried == MOST_TRIED:
                break
    return genome


def _alike(
    genome: Genome, tree: Tree, wanted: Sequence[bytes], game: Game | None
) -> tuple[Genome | None, bool]:
    """Other rules for the game, None if they make another; and whether that had to be tried.

    Args:
        genome: the rules as they are
        tree: the other ones
        wanted: the traits of the game
        game: the game, if the other rules may offer less often what is offered several times
    """
    try:
        found = genome.changed(tree)
    except LudError:
        return None, False
    if found.canonical == genome.canonical:
        return found, False
    try:
        shorter = found.compile()
        same = all(map(eq, traits(shorter), wanted))
        same = same or (game is not None and plays_alike(game, shorter))
        return (found if same else None), True
    except LudError:
        return None, True


def _shorter(genome: Genome) -> Iterator[tuple[Tree, type]]:
    """The rules without one of their parts, without the largest part first, and its kind.

    A part that must be there is replaced by one of its kind within it.
    """
    boards = [part.path for part in genome.parts if part.kind is Graph]
    # Rules without a piece get one that nobody has named.
    free = [
        part
        for part in genome.parts
        if part.path and part.kind is not Piece and not _within(part, boards)
    ]
    free.sort(key=lambda part: size(part.tree), reverse=True)
    for part in free:
        if part.removable:
            yield taken_out(genome.tree, part.path), part.kind
        inner = next((one for one in free if _holds(part, one)), None)
        if inner is not None:
            yield put(genome.tree, part.path, inner.tree), part.kind


def _holds(part: Part, inner: Part) -> bool:
    """Whether a clause has the other right within it, perhaps in a list, and both give the same."""
    near = 0 < len(inner.path) - len(part.path) <= 2
    below = near and inner.path[: len(part.path)] == part.path
    return below and part.node is not None and inner.kind is part.kind


def _within(part: Part, paths: list[tuple[int, ...]]) -> bool:
    return any(part.path[: len(path)] == path for path in paths)
