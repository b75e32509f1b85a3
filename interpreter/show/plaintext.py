"""A position as text: the board, the last move, and whose turn it is or how the game ended."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from interpreter.show.placement import Layout, Place, layout

if TYPE_CHECKING:
    from interpreter.game import Game, State
    from interpreter.pieces import PieceKind

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
SPARE = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#@%&$*+="

WIDEST = 88
"""Columns of a line that says what pieces are."""

RESET, DIM, BOLD = "\x1b[0m", "2", "1"
# Colours of players that show on light and on dark grounds.
COLOURS = tuple(f"1;38;5;{number}" for number in (203, 75, 78, 214, 177, 44, 210, 143))

Canvas = dict[Place, tuple[str, str]]
"""Character and style of each place."""


def draw(state: State, *, colour: bool = False) -> str:
    """The board and what there is to say about it, with a line feed after every line but the last.

    Args:
        state: what to draw
        colour: with ANSI colours
    """
    canvas = _board(state)
    text = _text(canvas, colour=colour)
    return "\n".join([text, "", *_status(state, colour=colour)])


# The board


def _board(state: State) -> Canvas:
    plan = layout(state.game.board)
    marks = glyphs(state.game)
    owners = {piece.number: piece.owner for piece in state.game.pieces}
    canvas: Canvas = {place: (text, DIM) for place, text in plan.lines.items()}
    for (line, column), text in plan.labels.items():
        _put(canvas, (line, column), text, DIM)
    on_board = state.contents[: len(plan.sites)]
    for place, empty, what in zip(plan.sites, plan.empty, on_board, strict=True):
        if what:
            _put(canvas, place, marks[what], style(state.game, owners[what]))
        else:
            _put(canvas, place, empty, DIM)
    _mark_last(canvas, plan, state)
    return canvas


def _put(canvas: Canvas, place: Place, text: str, style: str) -> None:
    line, column = place
    for offset, character in enumerate(text):
        canvas[line, column + offset] = (character, style)


def _mark_last(canvas: Canvas, plan: Layout, state: State) -> None:
    """Brackets around the sites that the last move came from, if it is empty, and went to."""
    if not state.plies:
        return
    origin, target = state.last_from, state.last_to
    for site in (origin, target) if origin != target else (target,):
        if 0 <= site < len(plan.sites) and (site == target or not state.what(site)):
            line, column = plan.sites[site]
            width = 1 if state.what(site) else len(plan.empty[site])
            _, style = canvas[line, column]
            canvas[line, column - 1] = ("(", style)
            canvas[line, column + width] = (")", style)


def _text(canvas: Canvas, *, colour: bool) -> str:
    lines = [line for line, _ in canvas]
    left = min(column for _, column in canvas) - 2
    rows: list[str] = []
    for line in range(min(lines), max(lines) + 1):
        here = {column - left: what for (k, column), what in canvas.items() if k == line}
        rows.append(_line(here, colour=colour))
    return "\n".join(rows)


def _line(row: Mapping[int, tuple[str, str]], *, colour: bool) -> str:
    parts: list[str] = []
    before = ""
    for column in range(max(row, default=-1) + 1):
        character, style = row.get(column, (" ", before))
        if colour and style != before:
            parts.append(f"{RESET if before else ''}\x1b[{style}m")
            before = style
        parts.append(character)
    return "".join(parts) + (RESET if before else "")


# Pieces and players


def glyphs(game: Game) -> dict[int, str]:
    """One character for every kind of piece, by its number."""
    players = range(1, game.players + 1)
    owners = [piece.owner for piece in game.pieces]
    single = game.players > 1 and all(owners.count(player) <= 1 for player in players)
    found = {
        piece.number: MARKS[piece.owner - 1]
        for piece in game.pieces
        if single and piece.owner in players
    }
    for piece in game.pieces:
        if piece.number not in found:
            found[piece.number] = _glyph(piece, found.values())
    return found


def _glyph(piece: PieceKind, taken: Iterable[str]) -> str:
    """The shape of a piece or a letter of its name; small letters for the second player."""
    name = plain_name(piece)
    shape, letters = SHAPES.get(name.lower(), ""), LETTERS.get(name.lower(), "") + name.upper()
    if piece.owner == 2:
        shape, letters = HOLLOW.get(shape, ""), letters.lower()
    wanted = f"{shape}{letters}{SPARE}"
    return next((mark for mark in wanted if mark not in taken), "?")


def plain_name(piece: PieceKind) -> str:
    """The name of a piece without the number of its owner."""
    return piece.name.removesuffix(str(piece.owner)) or piece.name


def style(game: Game, owner: int) -> str:
    """The ANSI style of a player's pieces; bold for pieces that belong to no player."""
    return COLOURS[(owner - 1) % len(COLOURS)] if 1 <= owner <= game.players else BOLD


def player_name(state: State, seat: int, *, colour: bool = False) -> str:
    """`player 2 (O)`: the player of a seat with the glyph of the colour he plays now."""
    plays = colour_of(state, seat)
    marks = glyphs(state.game)
    owned = [piece for piece in state.game.pieces if piece.owner == plays]
    name = f"player {seat}" if len(owned) != 1 else f"player {seat} ({marks[owned[0].number]})"
    return f"\x1b[{style(state.game, plays)}m{name}{RESET}" if colour else name


def colour_of(state: State, seat: int) -> int:
    """The colour that a seat plays, or the seat that plays a colour: others after a swap."""
    return 3 - seat if state.swapped and seat in (1, 2) else seat


# What is said below


def _status(state: State, *, colour: bool) -> list[str]:
    lines = [*_legend(state, colour=colour), *_hands(state, colour=colour)]
    if any(state.scores):
        seats = range(1, state.game.players + 1)
        scores = [
            f"{player_name(state, seat, colour=colour)} {state.scores[colour_of(state, seat) - 1]}"
            for seat in seats
        ]
        lines.append(f"score: {', '.join(scores)}")
    lines += _left(state, colour=colour)
    if state.swapped:
        lines.append("the players have exchanged colours")
    lines.append(outcome(state, colour=colour) if state.over else turn(state, colour=colour))
    return lines


def _left(state: State, *, colour: bool) -> list[str]:
    """Who is out of a game that goes on."""
    ranks = () if state.over else state.ranking
    out = [player_name(state, seat, colour=colour) for seat, rank in enumerate(ranks, 1) if rank]
    return [f"out: {', '.join(out)}"] if out else []


def _legend(state: State, *, colour: bool) -> list[str]:
    """What the glyphs mean, where they do not stand for a player: a line for each owner."""
    game = state.game
    marks = glyphs(game)
    owners: dict[int, list[str]] = {}
    for piece in game.pieces:
        if marks[piece.number] not in MARKS[: game.players]:
            named = f"{marks[piece.number]} {plain_name(piece)}"
            owners.setdefault(piece.owner, []).append(named)
    lines: list[str] = []
    for owner, named in owners.items():
        seat = colour_of(state, owner)
        whose = f"player {seat}: " if 1 <= owner <= game.players and game.players > 1 else ""
        for text in textwrap.wrap(whose + ", ".join(named), WIDEST, subsequent_indent="  "):
            lines.append(f"\x1b[{style(game, owner)}m{text}{RESET}" if colour else text)
    return lines


def _hands(state: State, *, colour: bool) -> Iterator[str]:
    """What lies beside the board: a line for each hand that is not empty."""
    marks = glyphs(state.game)
    for hand in state.game.hands:
        held = [
            f"{state.count(site)} {marks[what]}"
            for site in hand.sites
            if (what := state.what(site))
        ]
        if held:
            seat = colour_of(state, hand.owner)
            owned = 1 <= seat <= state.game.players
            whose = player_name(state, seat, colour=colour) if owned else "the table"
            yield f"{whose} holds {', '.join(held)}"


def turn(state: State, *, colour: bool = False) -> str:
    """Whose turn it is."""
    seat = colour_of(state, state.mover)
    return f"{player_name(state, seat, colour=colour)} to move"


def outcome(state: State, *, colour: bool = False) -> str:
    """How a game ended."""
    seats = range(1, len(state.ranking) + 1)
    return ending(state, [player_name(state, seat, colour=colour) for seat in seats])


def ending(state: State, names: Sequence[str]) -> str:
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
