"""Letters for pieces, as the notations of chess, xiangqi and shogi have them, by their names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from interpreter.language.parts import PieceKind

# For each name the letters that are in use for it, the usual one first; `+` marks what is
# promoted. Names are compared without case, owners' numbers, and what stands behind a `_`.
# Sources: the PGN standard of 1994, section 16.1; the World Xiangqi Federation's notation and
# FEN as engines for xiangqi write it; the Universal Shogi Interface, section on SFEN.
NAMES = {
    "king": "k", "queen": "q", "rook": "r", "bishop": "b", "knight": "n", "pawn": "p",
    # Xiangqi, by English and by Chinese names.
    "general": "kg", "marshal": "kg", "advisor": "a", "guard": "a", "mandarin": "a",
    "elephant": "be", "minister": "be", "horse": "nh", "chariot": "r", "cannon": "c",
    "soldier": "p", "jiang": "kg", "shuai": "kg", "shi": "a", "xiang": "be", "ma": "nh", "ju": "r",
    "pao": "c", "zu": "p", "bing": "p",
    # Shogi, by English and by Japanese names.
    "lance": "l", "silver": "s", "silvergeneral": "s", "gold": "g", "goldgeneral": "g",
    "osho": "k", "gyoku": "k", "hisha": "r", "kakugyo": "b", "kinsho": "g", "ginsho": "s",
    "keima": "n", "kyosha": "l", "fuhyo": "p",
}  # fmt: skip
PROMOTED = {
    "tokin": "p", "narikyo": "l", "narikei": "n", "narigin": "s", "dragonhorse": "b", "ryuma": "b",
    "dragonking": "r", "dragon": "r", "ryuo": "r",
}  # fmt: skip
PREFIX = "promoted"
SPARE = "abcdefghijklmnopqrstuvwxyz"
ROYAL, CASTLING, PASSING = "k", "r", "p"
"""The letters of who is to be mated, who castles with him, and who can be taken in passing."""


def letters(pieces: Sequence[PieceKind]) -> dict[int, str]:
    """The letter of each kind of piece by its number: capital for player 1, small for player 2.

    Kinds of other owners have none.
    """
    plain = _letters([plain_name(piece) for piece in pieces if piece.owner in (1, 2)])
    return {piece.number: cased(plain[plain_name(piece)], piece.owner)
            for piece in pieces if piece.owner in (1, 2)}  # fmt: skip


def numbers(pieces: Sequence[PieceKind]) -> dict[str, int]:
    """The kind of piece that each letter stands for, other letters in use for it too."""
    usual = letters(pieces)
    found = {letter: number for number, letter in usual.items()}
    for piece in pieces:
        for letter in _known(plain_name(piece)) if piece.number in usual else ():
            found.setdefault(cased(letter, piece.owner), piece.number)
    return found


def cased(letter: str, owner: int) -> str:
    """A letter as it stands for a player's piece."""
    return letter.upper() if owner == 1 else letter


def plain_name(piece: PieceKind) -> str:
    """The name of a piece as it is looked up: `King_noCross1` is a king."""
    return re.sub(r"[^a-z]", "", piece.name.lower().partition("_")[0]) or piece.name.lower()


def _letters(names: Sequence[str]) -> dict[str, str]:
    """A letter for each name: one in use for it, else one of its own."""
    found: dict[str, str] = {}
    # Names whose letters are settled come first, so that no other piece takes them.
    for name in sorted(dict.fromkeys(names), key=lambda one: not list(_known(one))):
        wanted = [*_known(name), *(letter for letter in name + SPARE if letter in SPARE)]
        more = (f"+{letter}" for letter in SPARE)
        taken = found.values()
        found[name] = next(one for one in (*wanted, *more) if one not in taken)
    return found


def _known(name: str) -> Iterator[str]:
    """The letters in use for a name."""
    if name in PROMOTED:
        yield f"+{PROMOTED[name]}"
    elif name.startswith(PREFIX):
        yield from (f"+{letter}" for letter in NAMES.get(name.removeprefix(PREFIX), ""))
    else:
        yield from NAMES.get(name, "")
