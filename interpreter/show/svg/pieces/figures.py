"""The figures of pieces, by their names: those of chess are drawn here."""

from __future__ import annotations

from dataclasses import replace

from interpreter.show.svg.pieces.animals import ANIMALS, KIN
from interpreter.show.svg.pieces.outlines import Figure

SMALLER = 0.84
"""The size of two figures that stand together for one piece, by that of one alone."""

PAWN = Figure(
    (
        "M-0.54 0.9L0.54 0.9L0.54 0.74C0.54 0.52 0.28 0.44 0.2 0.02L0.38 -0.06L0.38 -0.18"
        "L0.22 -0.22C0.44 -0.42 0.34 -0.82 0 -0.82C-0.34 -0.82 -0.44 -0.42 -0.22 -0.22"
        "L-0.38 -0.18L-0.38 -0.06L-0.2 0.02C-0.28 0.44 -0.54 0.52 -0.54 0.74Z",
    ),
    lines=("M-0.5 0.68L0.5 0.68",),
)
ROOK = Figure(
    (
        "M-0.64 0.9L0.64 0.9L0.64 0.7L0.46 0.6L0.38 -0.26L0.56 -0.4L0.56 -0.84L0.32 -0.84"
        "L0.32 -0.66L0.13 -0.66L0.13 -0.84L-0.13 -0.84L-0.13 -0.66L-0.32 -0.66L-0.32 -0.84"
        "L-0.56 -0.84L-0.56 -0.4L-0.38 -0.26L-0.46 0.6L-0.64 0.7Z",
    ),
    lines=("M-0.38 -0.26L0.38 -0.26", "M-0.46 0.6L0.46 0.6"),
)
BISHOP = Figure(
    (
        "M-0.62 0.9L0.62 0.9L0.62 0.74C0.62 0.58 0.4 0.62 0.28 0.34C0.58 0.12 0.54 -0.34 0 -0.72"
        "C-0.54 -0.34 -0.58 0.12 -0.28 0.34C-0.4 0.62 -0.62 0.58 -0.62 0.74Z",
    ),
    ((0.0, -0.8, 0.12),),
    ("M-0.28 0.34L0.28 0.34", "M0 -0.38L0 0.08", "M-0.2 -0.16L0.2 -0.16"),
)
KNIGHT = Figure(
    (
        "M-0.5 0.9L0.62 0.9C0.74 0.2 0.68 -0.56 0.08 -0.72L0.02 -0.96L-0.16 -0.74"
        "C-0.5 -0.62 -0.46 -0.34 -0.8 0C-0.9 0.14 -0.8 0.34 -0.64 0.32"
        "C-0.5 0.34 -0.46 0.2 -0.32 0.14"
        "C-0.14 0.12 -0.02 0.08 0.06 -0.06C0.1 0.28 -0.46 0.36 -0.5 0.9Z",
    ),
    lines=(
        "M-0.34 -0.36L-0.24 -0.38",
        "M-0.7 0.1L-0.66 0.08",
        "M0.14 -0.56C0.48 -0.36 0.52 0.2 0.44 0.72",
    ),
)
QUEEN = Figure(
    (
        "M-0.58 0.9L0.58 0.9L0.58 0.74L0.46 0.58L0.5 0.3L0.82 -0.44L0.46 -0.1L0.4 -0.66"
        "L0.15 -0.16L0 -0.74L-0.15 -0.16L-0.4 -0.66L-0.46 -0.1L-0.82 -0.44L-0.5 0.3L-0.46 0.58"
        "L-0.58 0.74Z",
    ),
    (
        (0, -0.8, 0.11),
        (0.42, -0.72, 0.1),
        (-0.42, -0.72, 0.1),
        (0.84, -0.5, 0.1),
        (-0.84, -0.5, 0.1),
    ),
    ("M-0.5 0.3C-0.2 0.2 0.2 0.2 0.5 0.3", "M-0.46 0.58C-0.2 0.5 0.2 0.5 0.46 0.58"),
)
KING = Figure(
    (
        "M-0.08 -0.5L-0.08 -0.66L-0.22 -0.66L-0.22 -0.81L-0.08 -0.81L-0.08 -0.96L0.08 -0.96"
        "L0.08 -0.81L0.22 -0.81L0.22 -0.66L0.08 -0.66L0.08 -0.5Z",
        "M0 0.1C-0.3 -0.26 -0.2 -0.54 0 -0.54C0.2 -0.54 0.3 -0.26 0 0.1Z",
        "M-0.6 0.9L0.6 0.9L0.6 0.74L0.48 0.6L0.48 0.36C0.98 0 0.84 -0.46 0.44 -0.4"
        "C0.16 -0.36 0.06 -0.12 0 0.1C-0.06 -0.12 -0.16 -0.36 -0.44 -0.4"
        "C-0.84 -0.46 -0.98 0 -0.48 0.36"
        "L-0.48 0.6L-0.6 0.74Z",
    ),
    lines=("M-0.48 0.36C-0.2 0.26 0.2 0.26 0.48 0.36", "M-0.48 0.6C-0.2 0.5 0.2 0.5 0.48 0.6"),
)
FERZ = Figure(
    (
        "M-0.56 0.9L0.56 0.9L0.56 0.74L0.4 0.58L0.42 0.3L0.58 -0.42L0.22 -0.1L0 -0.56L-0.22 -0.1"
        "L-0.58 -0.42L-0.42 0.3L-0.4 0.58L-0.56 0.74Z",
    ),
    ((0.0, -0.66, 0.15),),
    ("M-0.42 0.3L0.42 0.3", "M-0.4 0.58L0.4 0.58"),
)
ELEPHANT = Figure(
    (
        "M-0.24 0.86L-0.24 0.42C0 0.52 0.24 0.52 0.4 0.42L0.4 0.86L0.74 0.86"
        "C0.78 0.4 0.9 0.1 0.78 -0.2"
        "C0.62 -0.62 0.1 -0.66 -0.14 -0.54C-0.44 -0.72 -0.84 -0.5 -0.86 -0.1"
        "C-0.88 0.3 -0.96 0.4 -0.9 0.7"
        "L-0.74 0.7C-0.76 0.5 -0.64 0.3 -0.58 0.2L-0.56 0.86Z",
    ),
    lines=(
        "M-0.62 -0.22L-0.56 -0.22",
        "M-0.3 -0.46C-0.46 -0.1 -0.3 0.24 -0.12 0.14C0.08 0.02 0.08 -0.36 -0.1 -0.52",
    ),
)
STUPA = Figure(
    (
        "M-0.62 0.9L0.62 0.9L0.62 0.72L0.46 0.6C0.5 0.1 0.2 0 0.14 -0.3L0.06 -0.9L-0.06 -0.9"
        "L-0.14 -0.3C-0.2 0 -0.5 0.1 -0.46 0.6L-0.62 0.72Z",
    ),
    lines=("M-0.46 0.6L0.46 0.6", "M-0.14 -0.3L0.14 -0.3", "M-0.4 0.26L0.4 0.26"),
)


AMAZON = Figure(
    (
        "M0.6 -0.86C1 -0.3 1 0.3 0.6 0.78L0.54 0.7C0.86 0.28 0.86 -0.3 0.54 -0.78Z",
        "M0.55 -0.8L0.6 -0.8L0.6 0.72L0.55 0.72Z",
        "M-0.66 0.9L0.42 0.9L0.42 0.74C0.38 0.5 0.16 0.36 0.16 0.12L0.2 0.02L0.62 0L0.62 -0.14"
        "L0.12 -0.2C-0.02 -0.28 -0.22 -0.28 -0.36 -0.2C-0.5 -0.1 -0.5 0.04 -0.4 0.12"
        "C-0.4 0.36 -0.62 0.5 -0.66 0.74Z",
        "M-0.4 -0.5C-0.4 -0.94 0.16 -0.94 0.16 -0.5L0.3 -0.24L0.06 -0.3L-0.3 -0.3L-0.54 -0.24Z",
    ),
    ((-0.12, -0.46, 0.2),),
    ("M-0.56 0.66L0.34 0.66", "M-0.4 0.12L0.16 0.12"),
)


def _together(behind: Figure) -> Figure:
    """A knight and who else's moves a piece has, on one base."""
    back, front = behind.moved((0.2, -0.13), SMALLER), KNIGHT.moved((-0.2, 0.13), SMALLER)
    return replace(
        front,
        outlines=back.outlines + front.outlines,
        beads=back.beads,
    )


CHESS = {
    "pawn": PAWN, "rook": ROOK, "bishop": BISHOP, "knight": KNIGHT, "queen": QUEEN, "king": KING,
    "ferz": FERZ, "elephant": ELEPHANT, "khon": STUPA, "met": STUPA.moved((0, 0.24), 0.74),
    "chancellor": _together(ROOK), "archbishop": _together(BISHOP), "amazon": AMAZON,
}  # fmt: skip
CHESSMEN = {
    **{name: name for name in CHESS},
    "alfil": "elephant", "fers": "ferz", "sitke": "ferz", "sin": "elephant",
    "cardinal": "archbishop", "princess": "archbishop", "marshall": "chancellor",
    "empress": "chancellor",
}  # fmt: skip
"""Which figure a piece of chess or its kin stands as."""
DRAWN = CHESS | ANIMALS
NAMES = {**CHESSMEN, **{name: name for name in ANIMALS}, **KIN, "horse": "knight"}
"""Which figure a name stands for."""
