"""From the parts of a game to its program: the board and the pieces first, then the turn."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.board.geometry.neighbours import COMPASS
from interpreter.board.graph import BoardError
from interpreter.board.topology import Topology
from interpreter.builder import Builder
from interpreter.ir import MOST_PIECES, Int, Program, Sites, walk
from interpreter.language.words import Direction, Role
from interpreter.names import Region
from interpreter.passes.common import share
from interpreter.passes.dead import remove_dead
from interpreter.passes.growing import keep_links
from interpreter.passes.order import keep_order
from interpreter.pieces import PieceKind
from interpreter.rules import Board, GameRules, HandItem, Piece, Regions
from interpreter.text.errors import LudError, Problem
from interpreter.turn import Turn
from interpreter.verify import verify

# What a game asks of a state, besides what its rules read.
ASKED = frozenset(
    {"mover", "next", "over", "moves", "turn", "last_from", "last_to", "swapped", "rank", "score",
     "placed", "held", "random"}
)  # fmt: skip


ENTRIES = ("start", "generate", "allowed", "perform", "apply", "playout")


def assemble(b: Builder, rules: GameRules) -> Program:
    """Make the program of a game: write it, take away what is dead, verify it.

    Raises:
        LudError: a board that cannot be made, a rule that contradicts the rest
    """
    return finish(write(b, rules), ENTRIES, plain=b.plain)


def finish(program: Program, entries: Sequence[str], *, plain: bool = False) -> Program:
    """Share what is computed twice, take away what no entry point needs, verify the rest.

    Args:
        plain: leave the program as it was written
    """
    keep_order(program)
    if not plain:
        share(program)
        if keep_links(program):
            share(program)
        remove_dead(program, ASKED, entries)
    verify(program)
    program.entries = tuple(entries)
    return program


def draws(program: Program) -> bool:
    """Whether the rules draw by chance anywhere but at the start."""
    return any(
        step.name == "random"
        for one in program.functions
        if one.name not in ("start", "pick")
        for step in walk(one.body)
    )


def write(b: Builder, rules: GameRules) -> Program:
    """Write the program of a game, as its rules say it."""
    items = rules.equipment.items
    boards = [item for item in items if isinstance(item, Board)]
    if len(boards) != 1:
        place = boards[-1].span if boards else rules.equipment.span
        raise LudError(f"a game has one board, not {len(boards)}", place)
    b.players = rules.players.count
    hands = [(owner, item.size) for item in items if isinstance(item, HandItem)
             for owner in _owners(b, item)]  # fmt: skip
    _install_board(b, boards[0], rules.players.count, hands)
    pieces = [item for item in items if isinstance(item, Piece)]
    _install_pieces(b, pieces, rules.players.facing)
    for item in items:
        if isinstance(item, Regions):
            b.spans.append(item.span)
            sites = tuple(_constant(b, one()) for one in item.sites)
            b.spans.pop()
            player = item.role.player if item.role else None
            b.regions.append(Region(item.name, player, sites, item.span))
    program = Turn(b, rules).program()
    program.grid = b.grid
    _unused(b, pieces)
    return program


def _install_board(
    b: Builder, board: Board, players: int, hands: Sequence[tuple[int, int]]
) -> None:
    b.use = board.use
    b.spans.append(board.span)
    try:
        topology = Topology(board.graph(), board.use)
        b.install(topology, players, hands)
    except BoardError as error:
        raise LudError(str(error), board.span) from None
    b.spans.pop()


def _install_pieces(b: Builder, pieces: list[Piece], facing: Sequence[Direction]) -> None:
    kinds: list[PieceKind] = []
    for piece in pieces:
        for owner in _owners(b, piece):
            own = facing[owner - 1] if 0 < owner <= len(facing) else Direction.N
            looks = piece.facing or own
            if looks.value not in COMPASS:
                message = f"a piece looks in a direction of the compass, not {looks.value}"
                raise LudError(message, piece.span, "such as N or SE")
            made = PieceKind(len(kinds) + 1, _name(b, piece, owner), owner, looks, piece.moves)
            kinds.append(_told_apart(kinds, made, piece))
    if len(kinds) > MOST_PIECES:
        raise LudError(f"a game has at most {MOST_PIECES} kinds of pieces", pieces[-1].span)
    b.install_pieces(kinds)


def _owners(b: Builder, piece: Piece | HandItem) -> list[int]:
    if piece.role in (Role.Each, Role.All):
        return list(range(1, b.players + 1))
    if piece.role is Role.Shared:
        return [b.players + 1]
    player = piece.role.player
    if player is None or player > b.players:
        what = "piece" if isinstance(piece, Piece) else "hand"
        message = f"no {what} can belong to {piece.role.value}"
        raise LudError(message, piece.span, f"the game has {b.players} players")
    return [player]


def _told_apart(kinds: list[PieceKind], made: PieceKind, piece: Piece) -> PieceKind:
    """The piece, refused if there is one of its name."""
    if any(one.name == made.name for one in kinds):
        raise LudError(f'two pieces are called "{made.name}"', piece.span)
    return made


def _name(b: Builder, piece: Piece, owner: int) -> str:
    """The owner's number goes behind the name, except where everybody or only one can own it."""
    plain = piece.role is Role.Shared or b.players == 1 or piece.name[-1:].isdigit()
    return piece.name if plain else f"{piece.name}{owner}"


def _constant(b: Builder, sites: Int | Sites) -> Sites:
    """A region as a set of sites that is known beforehand."""
    found = b.as_sites(b.on_board(sites) if isinstance(sites, Int) else sites)
    if found.constant is None:
        raise b.fail("a region must be known when the game is compiled")
    return found


def _unused(b: Builder, pieces: list[Piece]) -> None:
    """Warn of pieces and regions that no rule speaks of."""
    number = 0
    for piece in pieces:
        numbers = {number + place for place in range(1, len(_owners(b, piece)) + 1)}
        number = max(numbers)
        if not numbers & b.used_pieces:
            message = f'the piece "{piece.name}" is never used'
            b.warnings.append(Problem(message, piece.span, None, warning=True))
    for region in b.regions:
        if (region.name or "") not in b.used:
            called = f'"{region.name}" ' if region.name else ""
            message = f"the region {called}is never used"
            b.warnings.append(Problem(message, region.span, None, warning=True))
