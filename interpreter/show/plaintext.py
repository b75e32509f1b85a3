"""A position as text: the board, the last move, and whose turn it is or how the game ended."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from interpreter.show.bodies import pips_on
from interpreter.show.pits import layout_of
from interpreter.show.placement import Layout, Place, cut, numbered, within
from interpreter.show.protocol import ShownState
from interpreter.show.status import (
    ABOVE,
    EXCHANGED,
    KEPT,
    LAID,
    RESET,
    UPWARDS,
    VEILS,
    band,
    checks,
    colour_of,
    glyphs,
    outcome,
    places,
    plain_name,
    player_name,
    stands_for_player,
    style,
    turn,
    veils,
    window,
)

WIDEST = 88
"""Columns of a line that says what pieces are."""

DIM = "2"
CHECK = "!"
"""What stands behind a king in check, where there is room."""

Canvas = dict[Place, tuple[str, str]]
"""Character and style of each place."""


def draw(state: ShownState, *, colour: bool = False) -> str:
    """The board and what there is to say about it, with a line feed after every line but the last.

    Args:
        state: what to draw
        colour: with ANSI colours
    """
    canvas = _board(state)
    text = _text(canvas, colour=colour)
    return "\n".join([text, "", *_status(state, colour=colour), *_hints(state)])


def draw_numbers(state: ShownState, *, colour: bool = False) -> str:
    """The board with the number of each site, and below it those of hands.

    Args:
        state: a position of the game whose sites are numbered
        colour: with ANSI colours
    """
    plan = numbered(state.game.board)
    canvas: Canvas = {place: (text, DIM) for place, text in plan.lines.items()}
    for place, number in zip(plan.sites, plan.empty, strict=True):
        _put(canvas, place, number, "")
    hands = [
        f"{_whose(state, hand.owner, colour=colour)} holds pieces on {_counted(hand.sites)}"
        for hand in state.game.hands
    ]
    return "\n".join([_text(canvas, colour=colour), *([""] if hands else []), *hands])


def _counted(sites: Sequence[int]) -> str:
    """Numbers one after the other, in short."""
    return f"{sites[0]}" if len(sites) == 1 else f"{sites[0]} to {sites[-1]}"


# The board


def _board(state: ShownState) -> Canvas:
    plan, shown = layout_of(state.game), window(state)
    if not state.game.board.bounded:
        rows, columns = band(state)
        plan = cut(state.game.board, plan, rows, columns)
        shown = frozenset(within(state.game.board, rows, columns))
    marks = glyphs(state.game)
    owners = {one.number: one.owner for one in (*state.game.pieces, *state.game.veiled)}
    canvas: Canvas = {place: (text, DIM) for place, text in plan.lines.items()}
    for (line, column), text in plan.labels.items():
        _put(canvas, (line, column), text, DIM)
    on_board = state.contents[: len(plan.sites)]
    pips = pips_on(state)
    for site, (place, empty, what) in enumerate(zip(plan.sites, plan.empty, on_board, strict=True)):
        if site not in shown:
            continue
        if what and marks[what] == VEILS[0]:
            _put(canvas, place, VEILS[0], DIM)
        elif site in pips:
            _put(canvas, place, str(pips[site]), style(state.game, owners.get(what, 0)))
        elif what:
            _put(canvas, place, _text_on(state, site, marks), style(state.game, owners[what]))
        else:
            _put(canvas, place, empty, DIM)
    _mark_last(canvas, plan, state, marks)
    for site in state.checked:
        line, column = plan.sites[site]
        if canvas.get((line, column + 1), (" ", ""))[0] == " ":
            canvas[line, column + 1] = (CHECK, canvas[line, column][1])
    return canvas


def _text_on(state: ShownState, site: int, marks: Mapping[int, str]) -> str:
    """The kind of piece on a site and its number; if there are several how many, or that alone."""
    game, mark, count = state.game, marks[state.what(site)], state.count(site)
    if game.numbered is not None:
        number = state.number(game.numbered, site)
        return f"{'' if count == 1 else count}{mark}{number or ''}"
    if game.piles and len(game.pieces) == 1:
        return str(count)
    return mark if count == 1 else f"{mark}{count}"


def _put(canvas: Canvas, place: Place, text: str, style: str) -> None:
    line, column = place
    for offset, character in enumerate(text):
        canvas[line, column + offset] = (character, style)


def _mark_last(
    canvas: Canvas, plan: Layout, state: ShownState, marks: Mapping[int, str]
) -> None:  # fmt: skip
    """Brackets around the sites that the last move came from, if it is empty, and went to."""
    if not state.plies:
        return
    origin, target = state.last_from, state.last_to
    for site in (origin, target) if origin != target else (target,):
        if 0 <= site < len(plan.sites) and (site == target or not state.what(site)):
            line, column = plan.sites[site]
            if (line, column) not in canvas:  # too far away to be shown
                continue
            held = state.what(site)
            width = len(_text_on(state, site, marks) if held else plan.empty[site])
            width = 1 if site in pips_on(state) else width
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


# What is said below


def _status(state: ShownState, *, colour: bool) -> list[str]:
    lines = [*_legend(state, colour=colour), *_veils(state, colour=colour)]
    lines += [*_laid(state), *_beside(state, colour=colour), *_stacks(state)]
    lines += [*_hands(state, colour=colour), *_numbers(state)]
    if any(state.dice):
        lines.append(f"dice: {' '.join(str(one) if one else '-' for one in state.dice)}")
    if any(state.scores):
        seats = range(1, state.game.players + 1)
        scores = [
            f"{player_name(state, seat, colour=colour)} {state.scores[colour_of(state, seat) - 1]}"
            for seat in seats
        ]
        lines.append(f"score: {', '.join(scores)}")
    for owner, text in checks(state):
        whose = player_name(state, colour_of(state, owner), colour=colour)
        lines.append(f"check: {whose}'s {text}")
    lines += _left(state, colour=colour)
    if state.swapped:
        lines.append(EXCHANGED)
    lines.append(outcome(state, colour=colour) if state.over else turn(state, colour=colour))
    return lines


def _left(state: ShownState, *, colour: bool) -> list[str]:
    """Who is out of a game that goes on."""
    ranks = () if state.over else state.ranking
    out = [player_name(state, seat, colour=colour) for seat, rank in enumerate(ranks, 1) if rank]
    return [f"out: {', '.join(out)}"] if out else []


def _hints(state: ShownState) -> list[str]:
    """The hints of a puzzle, as a line each for numbers and for what is less than what."""
    shown, labels = state.game.graphics, [label.lower() for label in state.game.labels]
    numbers = [f"{hint.number} in {' '.join(labels[site] for site in hint.sites)}"
               for hint in shown.hints]  # fmt: skip
    orders = [f"{labels[lower]} < {labels[upper]}" for lower, upper in shown.orders]
    return [f"hints: {', '.join(several)}" for several in (numbers, orders) if several]


def _legend(state: ShownState, *, colour: bool) -> list[str]:
    """What the glyphs mean, unless all stand for players: a line for each owner."""
    game = state.game
    marks = glyphs(game)
    owners: dict[int, list[str]] = {}
    # Dominoes show what they are, and so do the sites that they cover.
    dominoes = any(piece.pips for piece in game.pieces)
    pieces = [one for one in game.pieces[len(game.dice) :]
              if not one.pips and not (one.part and dominoes)]  # fmt: skip
    if all(stands_for_player(game, piece, marks[piece.number]) for piece in pieces):
        return []
    if all(marks[piece.number] == piece.name for piece in pieces):
        return []
    for piece in pieces:
        owners.setdefault(piece.owner, []).append(f"{marks[piece.number]} {plain_name(piece)}")
    lines: list[str] = []
    for owner, named in owners.items():
        seat = colour_of(state, owner)
        whose = f"player {seat}: " if 1 <= owner <= game.players and game.players > 1 else ""
        for text in textwrap.wrap(whose + ", ".join(named), WIDEST, subsequent_indent="  "):
            lines.append(f"\x1b[{style(game, owner)}m{text}{RESET}" if colour else text)
    return lines


def _veils(state: ShownState, *, colour: bool) -> Iterator[str]:
    """What the signs for hidden things mean."""
    marks = glyphs(state.game)
    for piece, said in veils(state):
        text = f"{marks[piece.number]} {said}"
        yield f"\x1b[{style(state.game, piece.owner)}m{text}{RESET}" if colour else text


def _stacks(state: ShownState) -> Iterator[str]:
    """What lies on each other where it is not alike: the board shows what is on top."""
    marks = glyphs(state.game)
    for site in range(state.game.board.size) if state.piles else ():
        kinds = state.stack(site)
        if len(set(kinds)) > 1:
            name = state.game.labels[site].lower()
            yield f"{name} {UPWARDS} {' '.join(marks[one] for one in kinds)}"


def _numbers(state: ShownState) -> Iterator[str]:
    """States and values of pieces that the board does not show: a line for each number."""
    game = state.game
    drawn = {label.lower() for label in game.labels[: game.board.size]}
    for part in KEPT:
        found: dict[int, list[str]] = {}
        for name, entry in places(game, part):
            if part == game.numbered and name in drawn:
                continue
            if number := game.field(state.raw, part, entry):
                found.setdefault(number, []).append(name)
        for number, names in sorted(found.items()):
            said = f"{KEPT[part]} {number}: {', '.join(names)}"
            yield from textwrap.wrap(said, WIDEST, subsequent_indent="  ")


def _laid(state: ShownState) -> Iterator[str]:
    """The dominoes on the board, each by the cell of its first number; the board shows pips."""
    marks, labels = glyphs(state.game), state.game.labels
    stones = {one.number for one in state.game.pieces if one.pips}
    laid = [f"{marks[what]} on {labels[site].lower()}"
            for site, what in enumerate(state.contents[: state.game.board.size]) if what in stones
           ]  # fmt: skip
    if laid:
        yield from textwrap.wrap(f"{LAID}{', '.join(laid)}", WIDEST, subsequent_indent="  ")


def _beside(state: ShownState, *, colour: bool) -> Iterator[str]:
    """What stands on sites of other kinds than the board's own: a line for each kind of piece."""
    game, marks = state.game, glyphs(state.game)
    for other in game.others:
        names = game.board.on(other.kind).labels
        for piece in (*game.pieces, *game.veiled):
            there = [name.lower() for name, site in zip(names, other.sites, strict=True)
                     if state.what(site) == piece.number]  # fmt: skip
            said = f"{marks.get(piece.number)} on {other.kind.plural} {' '.join(there)}"
            for text in textwrap.wrap(said, WIDEST, subsequent_indent="  ") if there else ():
                yield f"\x1b[{style(game, piece.owner)}m{text}{RESET}" if colour else text


def _hands(state: ShownState, *, colour: bool) -> Iterator[str]:
    """What lies beside the board: a line for each hand that is not empty."""
    marks = glyphs(state.game)
    for hand in state.game.hands:
        held = [
            _held(stack, marks)
            for site in hand.sites
            if state.what(site) > len(state.game.dice) and (stack := state.stack(site))
        ]
        if held:
            yield f"{_whose(state, hand.owner, colour=colour)} holds {', '.join(held)}"


def _held(kinds: Sequence[int], marks: Mapping[int, str]) -> str:
    """What lies on a place of a hand: so many of a kind, or what lies on each other."""
    if len(set(kinds)) > 1:
        return ABOVE.join(marks[kind] for kind in kinds)
    mark = marks[kinds[0]]
    return mark if len(kinds) == 1 < len(mark) else f"{len(kinds)} {mark}"


def _whose(state: ShownState, owner: int, *, colour: bool) -> str:
    seat = colour_of(state, owner)
    owned = 1 <= seat <= state.game.players
    return player_name(state, seat, colour=colour) if owned else "the table"
