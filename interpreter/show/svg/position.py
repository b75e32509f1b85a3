"""A position as an SVG picture: the board, the last move, and what there is to say about it.

The picture needs nothing beside it, has its own ground, and is the same for the same position.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from itertools import groupby

from interpreter.board.geometry.neighbours import COMPASS
from interpreter.board.graph import Point, SiteType
from interpreter.board.topology import Topology
from interpreter.ir import schema
from interpreter.language.parts import PieceKind, covering
from interpreter.show.bodies import body_of, kind_on
from interpreter.show.pits import has_pits
from interpreter.show.protocol import ShownState
from interpreter.show.status import (
    EXCHANGED,
    checks,
    colour_of,
    ending,
    plain_name,
    window,
)
from interpreter.show.svg.beside import Beside, draw_beside
from interpreter.show.svg.canvas import ACCENT, Sheet, width, written
from interpreter.show.svg.draw_board import FAINT, INK, PAPER, Plan, plan
from interpreter.show.svg.draw_dominoes import draw_domino
from interpreter.show.svg.draw_hints import draw_hints
from interpreter.show.svg.draw_labels import draw_numbers
from interpreter.show.svg.draw_paths import Path, draw_tile, paths_on
from interpreter.show.svg.draw_pits import draw_empty, draw_names, draw_seeds
from interpreter.show.svg.pieces.draw_pieces import draw_badge, draw_bar, draw_piece, draw_pointer
from interpreter.show.svg.pieces.emblems import DOMINO, Emblem, chip, die, emblems

SIZE = 480
"""Pixels of the longer side."""
LEAST, MOST = 16, 20_000
ALARM, GLOW = "#e5322d", 1.2
"""The colour behind a king in check, and how far it reaches by the radius of a piece."""
TITLE, WORDS = 15.0, 11.0
NARROWEST = 230.0
"""How wide a line of text may be on the narrowest board."""
LINE, STEP = 1.75, 1.55
"""The height of a line of text, and the room of a piece in it, by the size of the words."""


def svg(state: ShownState, *, size: float = SIZE, numbers: bool = False) -> str:
    """The picture of a position.

    Args:
        state: what to draw
        size: pixels of the longer side
        numbers: the board alone, with the number of each site

    Raises:
        ValueError: a size of next to nothing, or beyond what can be shown
    """
    if not LEAST <= size <= MOST:
        raise ValueError(f"a picture is from {LEAST} to {MOST} pixels large")
    sheet = Sheet()
    draw_empty(sheet, state.game, None if numbers else window(state))
    if numbers:
        draw_numbers(sheet, state.game.board)
        title = f"{state.game.name}, the numbers of its sites"
        return written(sheet.document(title, title, size, PAPER)) + "\n"
    _draw_position(sheet, state)
    share = _share(sheet, state.game.board)
    left, right = sheet.left, max(sheet.right, sheet.left + share * NARROWEST)
    sheet.reach([(right, sheet.top)])
    _draw_title(sheet, state.game.name, left, right, share * TITLE)
    _Caption(sheet, left, right, share * WORDS).draw(state)
    return written(sheet.document(_title(state), described(state), size, PAPER, share)) + "\n"


# The position


@dataclass(frozen=True, slots=True)
class Trace:
    """Where the last move came from.

    Args:
        origin: the site
        target: where it went, with a line from there; -1 for nowhere on the board
        left: whether nothing stays behind
    """

    origin: int
    target: int
    left: bool


@dataclass(frozen=True, slots=True)
class Held:
    """What lies on a site.

    Args:
        site: the site
        what: the number of the piece
        written: how many there are, or their state, where that tells something
        halo: whether it is marked as the last move's by a line around it
        seeds: how many seeds are in a pit; 0 on other boards
        body: of a large piece, all sites that it covers
        paths: of a tile, the paths on it as they lie
        pips: of a domino, the numbers on its halves
        looks: of a piece that can be turned, where it looks, in degrees clockwise from north
    """

    site: int
    what: int
    written: str
    halo: bool
    seeds: int = 0
    body: tuple[int, ...] = ()
    paths: tuple[Path, ...] = ()
    pips: tuple[int, ...] = ()
    looks: float | None = None


@dataclass(frozen=True, slots=True)
class Ring:
    """A ring around where the last move went; a smaller one if there is nothing."""

    site: int
    taken: bool


@dataclass(frozen=True, slots=True)
class Alarm:
    """What lies behind a king in check."""

    site: int


Mark = Trace | Alarm | Beside | Held | Ring
"""Something on the board that comes and goes; marks of the same values look the same."""


def _draw_position(sheet: Sheet, state: ShownState) -> None:
    board, looks = state.game.board, emblems(state.game)
    shown = window(state)
    nameless = [bool(state.contents[site]) or site not in shown for site in range(board.size)]
    draw_names(sheet, state.game, nameless)
    draw_hints(sheet, state.game)
    for mark in marks(state):
        style = {"data_site": mark.site} if isinstance(mark, Held | Beside) else {}
        with sheet.group(**style) if style else nullcontext():
            draw_mark(sheet, board, looks, mark)


def marks(state: ShownState, *, last: bool = True) -> Iterator[Mark]:
    """All there is on the board, in the order in which it is drawn.

    Args:
        last: with the last move
    """
    origin, target = _ends(state) if last else (-1, -1)
    if origin >= 0:
        yield Trace(origin, target, not state.what(origin))
    yield from map(Alarm, state.checked)
    on_edges = state.game.board.use is SiteType.EDGE
    # Below the pieces, which it goes around, and so below the numbers beside them.
    if target >= 0 and not (on_edges and state.what(target)):
        yield Ring(target, bool(state.what(target)))
    yield from _beside(state, last=last)
    pits = has_pits(state.game)
    parts = covering(state.game.pieces)
    for site, what in enumerate(state.contents[: state.game.board.size]):
        if what and what not in parts:
            body = body_of(state, site)
            seeds = state.count(site) if pits else 0
            written = "" if pits or body else _badge(state, site)
            paths = paths_on(state, site)
            kind = kind_on(state, site)
            pips = kind.pips if kind is not None else ()
            halo = (on_edges or bool(paths or pips)) and site == target
            looks = _looks(state, site, kind) if kind is not None and not paths else None
            yield Held(site, what, written, halo, seeds, body, paths, pips, looks)


def _looks(state: ShownState, site: int, kind: PieceKind) -> float | None:
    """Where a piece looks as it is turned, in degrees; None in games where none is turned."""
    if schema.ROTATION not in state.game.parts:
        return None
    start = COMPASS.index(kind.facing.value)
    names = state.game.board.supported["adj"]
    around = sorted((COMPASS.index(one) - start - 1) % len(COMPASS) for one in names)
    turns = state.number(schema.ROTATION, site)
    # It is turned from one direction of the board to the next.
    way = start + 1 + around[(turns - 1) % len(around)] if turns else start
    return 360 / len(COMPASS) * (way % len(COMPASS))


def _beside(state: ShownState, *, last: bool) -> Iterator[Beside]:
    """The pieces on sites of other kinds; those along edges are below the others."""
    for other in sorted(state.game.others, key=lambda one: one.kind is not SiteType.EDGE):
        for index, site in enumerate(other.sites):
            if what := state.what(site):
                moved = last and bool(state.plies) and site == state.last_to
                yield Beside(site, other.kind, index, what, moved)


def draw_mark(sheet: Sheet, board: Topology, looks: Mapping[int, Emblem], mark: Mark) -> None:
    """One of the things on a board.

    Args:
        looks: what every kind of piece looks like, by its number
    """
    match mark:
        case Trace():
            _draw_trace(sheet, plan(board), mark)
        case Alarm():
            place, radius = plan(board).places[mark.site], plan(board).radii[mark.site]
            sheet.circle(place, GLOW * radius, fill=ALARM, fill_opacity=0.7)
        case Held():
            _draw_held(sheet, board, looks[mark.what], mark)
        case Beside():
            draw_beside(sheet, board, looks[mark.what], mark)
        case Ring():
            _draw_ring(sheet, plan(board), mark)


def _badge(state: ShownState, site: int) -> str:
    """How many pieces lie on a site, or the state of the one that does, where it is a number.

    A state that is 0 or 1, such as that of a rook that may castle, would only stand in the way.
    """
    if (count := state.count(site)) > 1:
        return str(count)
    shown = state.game.numbered is schema.STATE
    return str(state.number(schema.STATE, site) or "") if shown else ""


def _ends(state: ShownState) -> tuple[int, int]:
    """The sites of the board that the last move came from and went to; -1 for none."""
    if not state.plies:
        return -1, -1
    size = state.game.board.size
    origin, target = (site if 0 <= site < size else -1 for site in (state.last_from, state.last_to))
    return (-1 if origin == target else origin), target


def _draw_held(sheet: Sheet, board: Topology, emblem: Emblem, mark: Held) -> None:
    measures = plan(board)
    place, radius = measures.places[mark.site], measures.radii[mark.site]
    if mark.seeds:
        draw_seeds(sheet, board, mark.site, mark.seeds, emblem.fill)
    elif board.use is SiteType.EDGE:
        a, b = board.graph.edges[mark.site]
        ends = measures.vertices[a], measures.vertices[b]
        draw_bar(sheet, emblem, ends, min(0.55 * radius, 14.0), ACCENT if mark.halo else "")
    elif mark.paths:
        draw_tile(sheet, board, emblem, mark.site, mark.paths, halo=mark.halo)
    elif mark.pips:
        draw_domino(sheet, board, mark.body, mark.pips, halo=mark.halo)
    elif mark.body:
        _draw_body(sheet, board, emblem, mark.body)
        draw_piece(sheet, replace(emblem, shape="square"), place, 0.6 * radius)
    else:
        draw_piece(sheet, emblem, place, radius)
    if mark.looks is not None:
        draw_pointer(sheet, emblem, place, radius, mark.looks)
    if mark.written:
        draw_badge(sheet, mark.written, place, radius)


def _draw_body(sheet: Sheet, board: Topology, emblem: Emblem, body: Sequence[int]) -> None:
    """All that a large piece covers: a bar along every line from one of its sites to the next.

    Where it covers all cells around a point, what lies between their bars is filled.
    """
    measures, near = plan(board), board.neighbours("Orthogonal")
    wide = 1.7 * measures.radii[body[0]]
    pairs = [(a, b) for a in body for b in body if a < b and b in near[a]]
    filled = [_around(measures, vertex, cells) for vertex, cells in _inside(board, body)]
    for thick, colour in ((wide + 3 * measures.stroke, emblem.rim), (wide, emblem.fill)):
        with sheet.group(stroke=colour, stroke_width=thick, stroke_linecap="square"):
            for corners in filled:
                sheet.polygon(corners, fill=colour, stroke_width=measures.stroke)
            for a, b in pairs:
                sheet.line(measures.places[a], measures.places[b])


def _inside(board: Topology, body: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Points around which a large piece covers every cell, with these cells."""
    graph = board.graph
    if board.use is not SiteType.CELL:
        return
    for vertex in sorted({one for cell in body for one in graph.faces[cell]}):
        cells, edges = graph.faces_at[vertex], graph.edges_at[vertex]
        if len(cells) == len(edges) and set(cells) <= set(body):
            yield vertex, cells


def _around(measures: Plan, vertex: int, cells: Sequence[int]) -> list[Point]:
    """The middles of cells, in their order around a point."""
    x, y = measures.vertices[vertex]
    places = (measures.places[cell] for cell in cells)
    return sorted(places, key=lambda place: math.atan2(place[1] - y, place[0] - x))


def _draw_trace(sheet: Sheet, measures: Plan, mark: Trace) -> None:
    """Where the last move came from, and the way from there."""
    begin, small = measures.places[mark.origin], 0.5 * measures.radii[mark.origin]
    wide = _stroke(measures)
    with sheet.group(fill="none", stroke=ACCENT, stroke_width=wide, stroke_linecap="round"):
        if mark.target >= 0:
            end = measures.places[mark.target]
            far = math.dist(begin, end)
            share = min(1.0, small / far) if far else 1.0
            start = tuple(a + share * (b - a) for a, b in zip(begin, end, strict=True))
            sheet.line((start[0], start[1]), end, stroke_opacity=0.6)
        if mark.left:
            sheet.circle(begin, small)


def _draw_ring(sheet: Sheet, measures: Plan, mark: Ring) -> None:
    wide = _stroke(measures)
    share = 1.0 if mark.taken else 0.5
    radius = share * measures.radii[mark.site] + wide / 2
    sheet.circle(measures.places[mark.site], radius, fill="none", stroke=ACCENT, stroke_width=wide)


def _stroke(measures: Plan) -> float:
    return max(1.0, min(4.0, 0.075 * measures.unit))


# Around the board


def _share(sheet: Sheet, board: Topology) -> float:
    """How large words are by those around other boards: less around a small part of a plane."""
    return 1.0 if board.bounded else min(1.0, (sheet.right - sheet.left) / NARROWEST)


def _draw_title(sheet: Sheet, name: str, left: float, right: float, size: float) -> None:
    place = (left, sheet.top - size)
    size = min(size, (right - left) / max(1.0, width(name, 1.0)))
    sheet.text(place, name, size, text_anchor="start", fill=INK, font_weight="bold")


@dataclass(frozen=True, slots=True)
class _Token:
    """A word below the board, and pieces before it."""

    text: str
    emblems: tuple[Emblem, ...] = ()

    def wide(self, size: float) -> float:
        """How much room it takes, in words of a size."""
        return width(self.text, size) + STEP * size * len(self.emblems)

    @property
    def spoken(self) -> str:
        """The same without pictures."""
        names = [one.name for one in self.emblems if one.name]
        return " ".join([*names, self.text])


class _Caption:
    """Lines of words and pieces below the board.

    Args:
        left, right: where lines begin and end
        size: of the words
    """

    def __init__(self, sheet: Sheet, left: float, right: float, size: float = WORDS) -> None:
        self.sheet, self.left, self.right, self.size = sheet, left, right, size
        self.x, self.y = left, sheet.bottom + size

    def draw(self, state: ShownState) -> None:
        """All there is to say."""
        for line in lines(state):
            self.write(line)

    def write(self, tokens: Sequence[_Token]) -> None:
        """A line, or several if it is long."""
        for token in tokens:
            if self.x > self.left and self.x + token.wide(self.size) > self.right:
                self._feed()
            self._put(token)
        self._feed()

    def _put(self, token: _Token) -> None:
        size = self.size
        for emblem in token.emblems:
            draw_piece(self.sheet, emblem, (self.x + 0.62 * size, self.y), 0.62 * size)
            self.x += STEP * size
        fill = INK if token.emblems else FAINT
        self.sheet.text((self.x, self.y), token.text, size, text_anchor="start", fill=fill)
        self.x += width(token.text, size) + 0.9 * size

    def _feed(self) -> None:
        self.x, self.y = self.left, self.y + LINE * self.size


def draw_legend(sheet: Sheet, state: ShownState) -> None:
    """Below the board, what holds for a whole game: the colours of players, and what pieces are."""
    caption = _Caption(sheet, sheet.left, max(sheet.right, sheet.left + NARROWEST))
    seats = range(1, state.game.players + 1)
    caption.write([_Token(_name(state, seat), _chip(state, seat)) for seat in seats])
    if legend := _legend(state):
        caption.write(legend)


def lines(state: ShownState) -> Iterator[list[_Token]]:
    """What is written below the board: whose turn it is, scores, hands, and what pieces are."""
    yield from _news(state)
    if legend := _legend(state):
        yield legend


def said(state: ShownState) -> str:
    """How a game stands, besides what is on the board, in a line."""
    return "; ".join(" ".join(token.spoken for token in line) for line in _news(state))


def _news(state: ShownState) -> Iterator[list[_Token]]:
    if state.over:
        yield [_Token(ending(state, _names(state)))]
    else:
        yield [
            _Token(
                f"{_name(state, colour_of(state, state.mover))} to move", _chip(state, state.mover)
            )
        ]
    for owner, text in checks(state):
        yield [_Token(f"check: {_name(state, colour_of(state, owner))}'s {text}")]
    if state.swapped:
        yield [_Token(EXCHANGED)]
    if any(state.scores):
        yield [_Token("score:"), *_scores(state)]
    yield from _hands(state)


def _name(state: ShownState, seat: int) -> str:
    return f"player {seat}" if 1 <= seat <= state.game.players else "the table"


def _names(state: ShownState) -> list[str]:
    return [_name(state, seat) for seat in range(1, state.game.players + 1)]


def _chip(state: ShownState, owner: int) -> tuple[Emblem, ...]:
    """A disc in the colour of a player; none if he has no pieces of his own."""
    if all(piece.owner != owner for piece in state.game.pieces):
        return ()
    return (chip(state.game, owner),)


def _scores(state: ShownState) -> Iterator[_Token]:
    for seat in range(1, state.game.players + 1):
        owner = colour_of(state, seat)
        score = f"{_name(state, seat)} {state.scores[owner - 1]}"
        yield _Token(score, _chip(state, owner))


def _hands(state: ShownState) -> Iterator[list[_Token]]:
    """What lies beside the board: a line for each hand that is not empty."""
    looks, dice = emblems(state.game), range(1, len(state.game.dice) + 1)
    if dice:
        faces = tuple(die(value) for value in state.dice)
        yield [_Token("dice:"), _Token("", faces)]
    for hand in state.game.hands:
        held = [
            _held([looks[kind] for kind in stack])
            for site in hand.sites
            if state.what(site) not in dice and (stack := state.stack(site))
        ]
        if held:
            yield [_Token(f"{_name(state, colour_of(state, hand.owner))} holds"), *held]


def _held(lying: Sequence[Emblem]) -> _Token:
    """What lies on a place of a hand: so many of a kind, or what lies on each other.

    Of dominoes there is one of a kind.
    """
    if len(lying) == 1 and lying[0].shape == DOMINO:
        return _Token("", (lying[0],))
    alike = all(one == lying[0] for one in lying)
    return _Token(f"× {len(lying)}", (lying[0],)) if alike else _Token("", tuple(lying))


def _legend(state: ShownState) -> list[_Token]:
    """The kinds of pieces, where there are several."""
    unsaid = {*range(1, len(state.game.dice) + 1)}
    unsaid |= covering(state.game.pieces)
    # These show what they are.
    unsaid |= {one.number for one in state.game.pieces if one.pips or one.paths}
    unsaid |= {one.number for one in state.game.veiled}.difference(state.contents)
    kinds = (look for number, look in emblems(state.game).items() if number not in unsaid)
    looks = list(dict.fromkeys(kinds))
    names = list(dict.fromkeys(look.name for look in looks))
    if len(names) < 2 or all(look.name == look.letters for look in looks):
        return []
    looks.sort(key=lambda look: names.index(look.name))
    return [
        _Token(_spaced(name), tuple(alike))
        for name, alike in groupby(looks, lambda look: look.name)
    ]


def _spaced(name: str) -> str:
    """`DoubleCounter` as `Double Counter`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)


# For those who do not see it


def _title(state: ShownState) -> str:
    plies = state.plies
    return f"{state.game.name}, {'start' if not plies else f'after {plies} moves'}"


def described(state: ShownState) -> str:
    """The position in words."""
    where: dict[int, list[str]] = {}
    beside = {site for hand in state.game.hands for site in hand.sites}
    for site, what in enumerate(state.contents):
        if what and site not in beside:
            where.setdefault(what, []).append(state.game.labels[site].lower())
    parts = [
        f"{_owner(state, piece.owner)}{plain_name(piece)}: {' '.join(where[piece.number])}."
        for piece in state.game.pieces
        if piece.number in where
    ]
    origin, target = _ends(state)
    if target >= 0:
        labels = [state.game.labels[site].lower() for site in (origin, target) if site >= 0]
        parts.append(f"Last move: {'-'.join(labels)}.")
    said = (" ".join(filter(None, (token.text for token in line))) for line in lines(state))
    return " ".join([*parts, f"{next(said)}."])


def _owner(state: ShownState, owner: int) -> str:
    seat = colour_of(state, owner)
    return f"{_name(state, seat)} " if 1 <= owner <= state.game.players else ""
