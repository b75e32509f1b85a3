"""What one says of a position beside the board: whose turn it is, how a game ended, who is who.

A player is named by his seat and by the glyph of the colour that he plays now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from interpreter.ir import schema
from interpreter.ir.schema import By, Part

if TYPE_CHECKING:
    from interpreter.show.protocol import ShownGame, ShownState
from interpreter.language.parts import PieceKind, spoken

# One glyph a player, where every player has at most one kind of piece.
MARKS = "XO#@%&$*+=ABCDEF"
SHAPES = {
    "ball": "●",
    "bean": "●",
    "counter": "●",
    "cross": "X",
    "disc": "●",
    "half": "■",
    "nought": "O",
    "ring": "○",
    "square": "■",
    "stone": "●",
}
HOLLOW = {"●": "○", "■": "□"}
"""The shapes of the second player."""
LETTERS = {"bishop": "B", "king": "K", "knight": "N", "queen": "Q", "rook": "R"}
UNLIKE = "ABDEFGHJKLMNPQRTUY"
"""The letters whose small forms look different."""
LIKE_DIGITS = "ILO"
"""The letters that look like digits, in the one form or the other."""
SPARE = f"{UNLIKE}CISOVWXZ#@%&$*+=23456789"
UPWARDS = "from below:"
"""Stands in front of the pieces of a stack."""
ABOVE = "/"
"""Stands between the pieces of a stack that a hand holds, the lowest first."""
LAID = "dominoes: "
EXCHANGED = "the players have exchanged colours"
KEPT = {
    schema.STATE: "state",
    schema.LEVEL_STATE: "state",
    schema.VALUE: "value",
    schema.LEVEL_VALUE: "value",
}
"""What a piece can hold, and how it is called."""
RESET, BOLD = "\x1b[0m", "1"
# Colours of players that show on light and on dark grounds.
COLOURS = tuple(f"1;38;5;{number}" for number in (203, 75, 78, 214, 177, 44, 210, 143))
# The same for those that metadata names; black and white would not show on both.
HINTED = {"red": 203, "blue": 75, "green": 78, "yellow": 178, "orange": 214, "purple": 177,
          "pink": 210, "cyan": 44, "turquoise": 44}  # fmt: skip


VEILS = "▒?"
"""What stands for a hidden site, and for a piece that is hidden."""
HIDDEN_OF = {2: "¿"}
"""The same for a piece whose owner is seen, where it is not as for the others."""
AROUND = 2
"""How many steps around pieces a plane is shown."""


def glyphs(game: ShownGame) -> dict[int, str]:
    """One character for every kind of piece, by its number; the pips of a domino."""
    players = range(1, game.players + 1)
    dice, pieces = game.pieces[: len(game.dice)], game.pieces[len(game.dice) :]
    owners = [piece.owner for piece in pieces]
    single = game.players > 1 and all(owners.count(player) <= 1 for player in players)
    found = {
        piece.number: MARKS[piece.owner - 1]
        for piece in pieces
        if single and piece.owner in players
    }
    counted = game.piles or game.numbered is not None
    # A king is K, whatever stands before him in the rules.
    # A die only stands among pieces where rules put it on the board.
    others = *sorted(pieces, key=lambda one: plain_name(one).lower() not in LETTERS), *dice
    for piece in others:
        if piece.pips:
            found[piece.number] = ":".join(map(str, piece.pips))
        elif piece.number not in found:
            found[piece.number] = _glyph(piece, found.values(), counted=counted)
    veiled = {piece.number: _veil(game, piece) for piece in game.veiled}
    return {piece.number: found[piece.number] for piece in (*pieces, *dice)} | veiled


def _veil(game: ShownGame, piece: PieceKind) -> str:
    """The glyph of something hidden: a site, or a piece."""
    return VEILS[0] if piece == game.veiled[0] else HIDDEN_OF.get(piece.owner, VEILS[1])


def veils(state: ShownState) -> Iterator[tuple[PieceKind, str]]:
    """What stands for hidden things in a position, and what is said of it."""
    there = set(state.contents)
    for piece in state.game.veiled:
        if piece.number in there:
            owned = 1 <= piece.owner <= state.game.players
            whose = f" of player {colour_of(state, piece.owner)}" if owned else ""
            yield piece, "not seen" if piece == state.game.veiled[0] else f"hidden piece{whose}"


def stands_for_player(game: ShownGame, piece: PieceKind, mark: str) -> bool:
    """Whether a glyph is that of a player, who has one kind of piece."""
    return 1 <= piece.owner <= game.players > 1 and mark == MARKS[piece.owner - 1]


def _glyph(piece: PieceKind, taken: Iterable[str], *, counted: bool) -> str:
    """The shape of a piece or a letter of its name; small letters for the second player.

    The first letter of a name is what people look for. After it come those that cannot be taken for
    the same letter of the other player, nor for a digit where numbers stand behind them.
    """
    name = plain_name(piece)
    shape, known = SHAPES.get(name.lower(), ""), LETTERS.get(name.lower(), "")
    first, rest = name[:1].upper(), name[1:].upper()
    like = first in LIKE_DIGITS and counted
    letters = known + ("" if like else first)
    letters += "".join(
        one for one in rest if one in UNLIKE and not (counted and one in LIKE_DIGITS)
    )
    letters += "".join(one for one in SPARE if not (counted and one in LIKE_DIGITS)) + SPARE
    if piece.owner == 2:
        shape, letters = HOLLOW.get(shape, ""), letters.lower()
    wanted = f"{shape}{letters}{SPARE}"
    return next((mark for mark in wanted if mark not in taken), "?")


def places(game: ShownGame, part: Part) -> Iterator[tuple[str, int]]:
    """The places that a part of the state holds a number for, with the entry of each.

    They are the names of sites, with `/` and a number behind them for the level in a stack.
    """
    if part in game.parts:
        for site, label in enumerate(game.labels):
            if part.by is By.SITE and label:
                yield label.lower(), part.entry(site)
            elif label:
                first = site * game.height
                for level in range(game.height):
                    yield f"{label.lower()}{ABOVE}{level + 1}", first + level


def bare_name(piece: PieceKind) -> str:
    """The name of a piece in the rules, without the number of its owner."""
    if piece.pips:  # the number behind it is not that of an owner
        return piece.name
    return piece.name.removesuffix(str(piece.owner)) or piece.name


def plain_name(piece: PieceKind) -> str:
    """What people call a piece, without the number of its owner."""
    return spoken(bare_name(piece))


def style(game: ShownGame, owner: int) -> str:
    """The ANSI style of a player's pieces; bold for pieces that belong to no player."""
    if not 1 <= owner <= game.players:
        return BOLD
    hinted = {
        seat: f"{BOLD};38;5;{HINTED[one.name]}"
        for seat, one in game.graphics.players.items()
        if one.name in HINTED
    }
    free = [one for one in COLOURS if one not in hinted.values()]
    return hinted.get(owner) or free[(owner - 1) % len(free)]


def player_name(state: ShownState, seat: int, *, colour: bool = False) -> str:
    """`player 2 (O)`: the player of a seat with the glyph of the colour he plays now."""
    plays = colour_of(state, seat)
    marks = glyphs(state.game)
    owned = [piece for piece in state.game.pieces if piece.owner == plays]
    name = f"player {seat}" if len(owned) != 1 else f"player {seat} ({marks[owned[0].number]})"
    return f"\x1b[{style(state.game, plays)}m{name}{RESET}" if colour else name


def colour_of(state: ShownState, seat: int) -> int:
    """The colour that a seat plays, or the seat that plays a colour: others after a swap."""
    return 3 - seat if state.swapped and seat in (1, 2) else seat


def checks(state: ShownState) -> Iterator[tuple[int, str]]:
    """The owner of each king in check, and what is: `King on e1`."""
    for site in state.checked:
        piece = state.game.pieces[state.what(site) - 1]
        yield piece.owner, f"{plain_name(piece)} on {state.game.labels[site].lower()}"


def turn(state: ShownState, *, colour: bool = False) -> str:
    """Whose turn it is."""
    seat = colour_of(state, state.mover)
    return f"{player_name(state, seat, colour=colour)} to move"


def outcome(state: ShownState, *, colour: bool = False) -> str:
    """How a game ended."""
    seats = range(1, len(state.ranking) + 1)
    return ending(state, [player_name(state, seat, colour=colour) for seat in seats])


def ending(state: ShownState, names: Sequence[str]) -> str:
    """How a game ended, with names of the players by seat."""
    ranking = state.ranking
    if len(ranking) == 1:
        return f"{names[0]} {'wins' if state.utilities[0] > 0 else 'loses'}"
    first = [name for name, rank in zip(names, ranking, strict=True) if rank == 1]
    if len(first) == 1 and len(ranking) == 2:
        return f"{first[0]} wins"
    if len(set(ranking)) == 1:
        return "a draw"
    order = sorted(zip(ranking, names, strict=True))
    places = ", ".join(f"{rank:g}. {name}" for rank, name in order)
    return f"{first[0]} wins ({places})" if first else places


def band(state: ShownState) -> tuple[range, range]:
    """The rows and the columns of what is shown of a plane."""
    board, shown = state.game.board, window(state)
    rows, columns = ({places[site] for site in shown} for places in (board.rows, board.columns))
    return range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)


def window(state: ShownState) -> frozenset[int]:
    """The sites that are shown: all of a board; of a plane those within two steps of pieces."""
    board = state.game.board
    if board.bounded:
        return frozenset(range(board.size))
    found = {site for site in range(board.size) if state.contents[site]} or set(board.centre)
    for _ in range(AROUND):
        found |= {other for site in found for other in board.all[site]}
    return frozenset(found)
