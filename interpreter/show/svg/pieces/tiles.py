"""Tiles with characters: the pieces of shogi, xiangqi and janggi, by their names.

A game has the tiles of the first set that knows all its pieces. Of the two characters of a piece
the second is the other player's, where they differ.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

WEDGE, COIN = "wedge", "coin"
BLACK, RED, GREEN, TURNED = "#26262a", "#a81818", "#14602f", "#c01f1f"
WOOD, WOODEN_RIM = "#f3d9a0", "#7a5a2c"


@dataclass(frozen=True, slots=True)
class Tiles:
    """A set of tiles.

    Args:
        shape: five-sided and looking where the piece looks, or round
        characters: what stands on a piece, by its name
        promoted: the names whose characters are red
        inks: the colours of two players' characters
    """

    shape: str
    characters: Mapping[str, str]
    promoted: Collection[str] = ()
    inks: tuple[str, str] = (BLACK, BLACK)

    def on(self, name: str, owner: int) -> str:
        """The character of a piece."""
        both = self.characters[name]
        return both[min(owner, len(both)) - 1] if owner else both[0]

    def ink(self, name: str, owner: int) -> str:
        """Its colour."""
        return TURNED if name in self.promoted else self.inks[owner == 2]


SHOGI = Tiles(
    WEDGE,
    {
        "king": "玉", "rook": "飛", "bishop": "角", "gold": "金", "silver": "銀", "knight": "桂",
        "lance": "香", "pawn": "歩", "dragon": "龍", "horse": "馬", "narigin": "全",
        "narikei": "圭", "narikyo": "杏", "tokin": "と",
        "osho": "王", "hisha": "飛", "kakugyo": "角", "kinsho": "金", "ginsho": "銀",
        "keima": "桂", "kyosha": "香", "fuhyo": "歩", "ryuo": "龍", "ryuma": "馬",
        "goldgeneral": "金", "silvergeneral": "銀", "dragonking": "龍", "dragonhorse": "馬",
    },
    ("dragon", "horse", "narigin", "narikei", "narikyo", "tokin", "ryuo", "ryuma"),
)  # fmt: skip
ANIMALS = Tiles(
    WEDGE,
    {"lion": "獅", "giraffe": "麒", "elephant": "象", "chick": "ひ", "hen": "鶏"},
    ("hen",),
)
XIANGQI = Tiles(
    COIN,
    {
        "general": "帥將", "advisor": "仕士", "mandarin": "仕士", "elephant": "相象",
        "horse": "傌馬", "chariot": "俥車", "cannon": "炮砲", "soldier": "兵卒",
        "jiang": "帥將", "shi": "仕士", "xiang": "相象", "ma": "傌馬", "ju": "俥車",
        "pao": "炮砲", "zu": "兵卒",
    },
    inks=(RED, BLACK),
)  # fmt: skip
JANGGI = Tiles(
    COIN,
    {
        "general": "楚漢", "guard": "士", "elephant": "象", "horse": "馬", "chariot": "車",
        "cannon": "包", "soldier": "卒兵", "cho": "楚", "han": "漢", "sa": "士", "sang": "象",
        "ma": "馬", "cha": "車", "po": "包", "jol": "卒", "byeong": "兵",
    },
    inks=(GREEN, RED),
)  # fmt: skip
SETS = (SHOGI, ANIMALS, XIANGQI, JANGGI)


def tiles_of(names: Collection[str]) -> Tiles | None:
    """The first set that knows all names; none if there is no such set, or no names."""
    known = (one for one in SETS if all(name in one.characters for name in names))
    return next(known, None) if names else None
