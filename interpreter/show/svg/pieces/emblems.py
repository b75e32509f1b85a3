"""What pieces look like on a picture: the colours of players, and a shape or letters for a kind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.board.geometry.neighbours import COMPASS
from interpreter.board.graph import SiteType
from interpreter.show.protocol import ShownGame
from interpreter.show.status import bare_name, plain_name
from interpreter.show.svg.pieces.figures import CHESSMEN, NAMES
from interpreter.show.svg.pieces.tiles import COIN, WEDGE, WOOD, Tiles, tiles_of

if TYPE_CHECKING:
    from interpreter.language.parts import PieceKind

LIGHT, DARK = "#fffdf6", "#26262a"
# Of players 1, 2, …: those that come first can be told apart without seeing colours; Okabe and
# Ito 2008, then others. More than four players bear their numbers, too.
COLOURS = (
    LIGHT, DARK, "#d55e00", "#0072b2", "#009e73", "#f0e442", "#cc79a7", "#56b4e9",
    "#7b4a1e", "#5e3c99", "#b2df8a", "#8c1c3a", "#0b5d66", "#fdbf9f", "#6b6b1f", "#cab2d6",
)  # fmt: skip
NOBODY = "#a39c92"
FEW_PLAYERS = 4
TWO = (1, 2)

SHAPES = {
    "attacker": "disc", "ball": "disc", "bean": "disc", "counter": "disc", "defender": "disc",
    "disc": "disc", "marker": "disc", "muscovite": "disc", "seed": "disc", "stone": "disc",
    "swede": "disc", "cross": "cross", "nought": "ring", "ring": "ring",
    "half": "square", "square": "square",
}  # fmt: skip
LETTERS = {
    "bishop": "B", "king": "K", "knight": "N", "queen": "Q", "rook": "R",
    "ace": "A", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "10",
}  # fmt: skip
DOUBLE, DOMINO = "double", "domino"
FEWEST_TILES = 3
"""So many kinds of pieces a game with tiles has at least."""


@dataclass(frozen=True, slots=True)
class Emblem:
    """What a kind of piece looks like.

    Args:
        name: the kind, without its owner
        fill: the colour of the owner, or of a tile
        shape: disc, double disc, cross, ring, square, a figure, a tile, or a domino
        letters: what is written on it, if anything; of a domino its two numbers
        writing: the colour of that, where it is not any that can be read
        turn: how far it looks from north, in degrees
    """

    name: str
    fill: str
    shape: str
    letters: str
    writing: str = ""
    turn: float = 0.0

    @property
    def ink(self) -> str:
        """A colour that can be read on the piece."""
        return self.writing or (DARK if luminance(self.fill) > 0.3 else LIGHT)

    @property
    def rim(self) -> str:
        """The colour of its outline."""
        return "#8b8b92" if luminance(self.fill) < 0.05 else DARK


def colour(game: ShownGame, owner: int) -> str:
    """The colour of a player's pieces, or of those that belong to nobody."""
    hint = game.graphics.players.get(owner)
    if hint is not None and hint.code:
        return hint.code
    return COLOURS[owner - 1] if 1 <= owner <= game.players else NOBODY


def mixed(ground: str, colour: str, share: float) -> str:
    """A colour of which a share is another."""
    parts = ((int(ground[k : k + 2], 16), int(colour[k : k + 2], 16)) for k in (1, 3, 5))
    return "#" + "".join(f"{round(a + share * (b - a)):02x}" for a, b in parts)


def luminance(colour: str) -> float:
    """How light a colour is, from 0 to 1 (WCAG 2.2, relative luminance)."""
    parts = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def emblems(game: ShownGame) -> dict[int, Emblem]:
    """What every kind of piece looks like, by its number."""
    veiled = {piece.number: _veil(game, piece) for piece in game.veiled}
    if (tiles := _tiles(game)) is not None:
        return {piece.number: _tile(game, piece, tiles) for piece in game.pieces} | veiled
    letters, dice = _letters(game), len(game.dice)
    others = {piece.number: _emblem(game, piece, letters) for piece in game.pieces[dice:]}
    return {piece.number: die() for piece in game.pieces[:dice]} | others | veiled


def _veil(game: ShownGame, piece: PieceKind) -> Emblem:
    """A question mark: in the colour of the owner, or on grey; a hidden site is a grey square."""
    site = piece == game.veiled[0]
    name = "not seen" if site else "hidden piece"
    return Emblem(name, colour(game, piece.owner), "square" if site else "disc", "?")


def die(value: int = 0) -> Emblem:
    """A die, and what it shows, if it shows anything."""
    return Emblem(str(value or "-"), LIGHT, "square", str(value or ""))


def chip(game: ShownGame, owner: int) -> Emblem:
    """What stands for a player: a disc in his colour, or a bare tile that looks as his do."""
    tiles = _tiles(game)
    if tiles is None:
        return Emblem("", colour(game, owner), "disc", "")
    if tiles.shape == COIN:
        return Emblem("", tiles.ink("", owner), "disc", "")
    own = next(piece for piece in game.pieces if piece.owner == owner)
    return Emblem("", WOOD, WEDGE, "", turn=_turn(own))


def is_classic(game: ShownGame) -> bool:
    """Whether the pieces are those of chess or draughts, which are played on chequers."""
    if _tiles(game) is not None:
        return False
    kinds = game.pieces[len(game.dice) :]
    owned = [piece for piece in kinds if 1 <= piece.owner <= game.players] or kinds
    words = {_word(bare_name(piece)) for piece in owned}
    doubled = any(one.startswith(DOUBLE) for one in words)
    return bool(words) and (words <= CHESSMEN.keys() or doubled)


def _tiles(game: ShownGame) -> Tiles | None:
    """The tiles that a game is played with, if it is: not where all its pieces are figures."""
    names = {_word(bare_name(piece)) for piece in game.pieces}
    if game.players != len(TWO) or len(names) < FEWEST_TILES or names <= NAMES.keys():
        return None
    return tiles_of(names)


def _tile(game: ShownGame, piece: PieceKind, tiles: Tiles) -> Emblem:
    name = bare_name(piece)
    owner = piece.owner if piece.owner in TWO else 0
    character, ink = tiles.on(_word(name), owner), tiles.ink(_word(name), owner)
    return Emblem(plain_name(piece), WOOD, tiles.shape, character, ink, _turn(piece))


def _turn(piece: PieceKind) -> float:
    return 360 / len(COMPASS) * COMPASS.index(piece.facing.value)


def _emblem(game: ShownGame, piece: PieceKind, letters: Mapping[str, str]) -> Emblem:
    name = bare_name(piece)
    if piece.pips:
        return Emblem(name, LIGHT, DOMINO, ":".join(map(str, piece.pips)))
    written = letters.get(name, "")
    shape = "disc" if written and _figure(game, name) else _shape(game, name)
    if not written and game.players > FEW_PLAYERS and 1 <= piece.owner <= game.players:
        written = str(piece.owner)
    return Emblem(plain_name(piece), _fill(game, piece), shape, written)


def _fill(game: ShownGame, piece: PieceKind) -> str:
    hint = game.graphics.pieces.get(piece.number)
    return hint.code if hint is not None and hint.code else colour(game, piece.owner)


def _word(name: str) -> str:
    """A name as it is looked up: `King_noCross` is a king."""
    return name.lower().partition("_")[0]


def _figure(game: ShownGame, name: str) -> str:
    """The figure that stands for a name, if there is one and it has room."""
    return "" if game.board.use is SiteType.EDGE else NAMES.get(_word(name), "")


def _shape(game: ShownGame, name: str) -> str:
    word = name.lower()
    if word.startswith(DOUBLE):
        return DOUBLE
    return _figure(game, name) or SHAPES.get(word, "disc")


def _letters(game: ShownGame) -> dict[str, str]:
    """What is written on pieces, by their names, so that no two kinds look the same.

    Of kinds that would, only one with a name for its shape bears no letter.
    """
    looks: dict[str, set[tuple[str, str]]] = {}
    for piece in game.pieces[len(game.dice) :]:  # dice are the first kinds
        name = bare_name(piece)
        looks.setdefault(name, set()).add((_shape(game, name), _fill(game, piece)))
    taken: set[tuple[str, str]] = set()
    found: dict[str, str] = {}
    for name in sorted(looks, key=lambda name: not _is_known(game, name)):
        others = set[tuple[str, str]]().union(*(own for one, own in looks.items() if one != name))
        alone = name.lower() not in LETTERS and not looks[name] & others
        if alone or (_is_known(game, name) and not looks[name] & taken):
            taken |= looks[name]
        else:
            found[name] = ""
    for name in sorted(found, key=lambda name: name.lower() not in LETTERS):
        found[name] = next(text for text in _wanted(name) if text not in found.values())
    return found


def _is_known(game: ShownGame, name: str) -> bool:
    """Whether a name says what shape a piece has."""
    word = name.lower()
    return word in SHAPES or word.startswith(DOUBLE) or bool(_figure(game, name))


def _wanted(name: str) -> Iterator[str]:
    """Letters for a name, the best first."""
    word = re.sub(r"\W", "", name) or "?"
    yield LETTERS.get(name.lower(), word[0].upper())
    yield from (word[0].upper() + letter.lower() for letter in word[1:])
    yield from (f"{word[0].upper()}{number}" for number in range(1, 1000))
