"""What there is to see in a position: who moves, how it stands, and what lies where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeVar

from interpreter.ir import schema
from interpreter.ir.meaning.sites import listed
from interpreter.ir.schema import Part
from interpreter.language.parts import covering
from interpreter.play import looking
from interpreter.play.compiled import Compiled
from interpreter.play.looking import Standing
from interpreter.play.machines import Raw

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

G = TypeVar("G", bound=Compiled)


class Position(Generic[G]):
    """A position, as it can be seen."""

    def __init__(self, game: G, raw: Raw) -> None:
        self.game = game
        self.raw = raw

    @cached_property
    def key(self) -> int:
        """A number of 64 bits for what decides what can still happen, for tables and books.

        The same in every process and on every machine; it tells nothing of what chance will draw.
        Where the rules forbid positions to come again, those that were there are a part of it.
        """
        return self.game.future.key(self.raw)

    def __str__(self) -> str:
        from interpreter.show.plaintext import draw  # noqa: PLC0415  only where somebody looks

        return draw(self)

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        return self.svg()

    def svg(self, *, size: float = 480, numbers: bool = False) -> str:
        """A picture of the position, as SVG.

        Args:
            size: pixels of its longer side
            numbers: the board alone, with the number of each site

        Raises:
            ValueError: a size of next to nothing, or beyond what can be shown
        """
        from interpreter.show.svg.position import svg  # noqa: PLC0415  only where somebody looks

        return svg(self, size=size, numbers=numbers)

    @property
    def mover(self) -> int:
        """The player to move, from 1; after a swap, the colour to move."""
        return self.game.field(self.raw, schema.MOVER)

    @property
    def next(self) -> int:
        """The player who moves after the mover, as things stand."""
        return self.game.field(self.raw, schema.NEXT)

    @property
    def plies(self) -> int:
        """How many moves were made."""
        return self.game.field(self.raw, schema.MOVES)

    @property
    def phase(self) -> str:
        """The phase of the player to move, by its name; "" in a game without phases."""
        names = self.game.program.phases
        number = self.game.field(self.raw, schema.PHASE, self.mover)
        return names[number] if names else ""

    @property
    def swapped(self) -> bool:
        """Whether the players have exchanged colours."""
        return bool(self.game.field(self.raw, schema.SWAPPED))

    @property
    def last_from(self) -> int:
        """The site that the last move came from; -1 if there is none."""
        return self.game.field(self.raw, schema.LAST_FROM)

    @property
    def last_to(self) -> int:
        """The site that the last move went to; -1 if there is none."""
        return self.game.field(self.raw, schema.LAST_TO)

    @property
    def checked(self) -> tuple[int, ...]:
        """The sites of the kings in check; none where the rules do not speak of threats."""
        from interpreter.play.notation.check import in_check  # noqa: PLC0415  as with svg

        return tuple(in_check(self))

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.game.field(self.raw, schema.OVER))

    @property
    def ranking(self) -> tuple[float, ...]:
        """The rank of each player, 1.0 best; 0.0 for those who still play."""
        return self.game.ranking(self.raw)

    @property
    def utilities(self) -> tuple[float, ...]:
        """What the outcome is worth to each player, from -1 to 1; zeros while the game goes on."""
        ranks = self.ranking
        if len(ranks) == 1:
            return (2 * ranks[0] - 1 if self.over else 0.0,)
        worst = len(ranks) - 1
        return tuple(1 - 2 * (rank - 1) / worst if rank else 0.0 for rank in ranks)

    @property
    def dice(self) -> tuple[int, ...]:
        """What each die is worth, 0 when it is used; nothing in games without dice."""
        dice = self.game.parts.get(schema.DIE)
        many = range(dice.length or 0) if dice is not None else ()
        return tuple(self.game.field(self.raw, schema.DIE, die) for die in many)

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each player; zeros in games without scores."""
        players = range(1, self.game.players + 1)
        return tuple(self.game.field(self.raw, schema.SCORE, player) for player in players)

    @property
    def variables(self) -> Mapping[str, int]:
        """The numbers that rules keep under a name; -1 where none is kept yet."""
        return looking.variables(self)

    def what(self, site: int) -> int:
        """The number of the piece on a site; 0 for none."""
        return self._contents[site]

    @property
    def contents(self) -> tuple[int, ...]:
        """The number of the piece on each site, those of hands too; 0 for none."""
        return self._contents

    @cached_property
    def _contents(self) -> tuple[int, ...]:
        found = [0] * self.game.sites
        for piece in self.game.pieces:
            mask = self.game.field(self.raw, schema.PLACED, piece.number)
            for site in listed(mask):
                found[site] = piece.number
        return tuple(found)

    def count(self, site: int) -> int:
        """How many pieces are on a site; in most games at most one."""
        if schema.COUNT in self.game.parts:
            return self.number(schema.COUNT, site)
        place = site - self.game.board.size
        if place < 0 or site >= self.game.places:
            return int(self.contents[site] > 0)
        return self.game.field(self.raw, schema.HELD, place + 1)

    @property
    def piles(self) -> bool:
        """Whether several pieces may be on a site of the board, by what rules say of numbers."""
        return self.game.piles

    def stack(self, site: int) -> tuple[int, ...]:
        """The numbers of the pieces on a site, the lowest first."""
        if schema.LEVEL not in self.game.parts:
            return (self.contents[site],) * self.count(site)
        first = site * self.game.height
        levels = range(first, first + self.count(site))
        return tuple(self.game.field(self.raw, schema.LEVEL, level) for level in levels)

    def number(self, part: Part, site: int) -> int:
        """What a part of the state holds for a site; 0 if the game has no such part."""
        return self.game.field(self.raw, part, part.entry(site))

    def on(self, site: int | str) -> tuple[Standing, ...]:
        """What stands on a site, the lowest first: nothing on an empty one.

        Args:
            site: its number, or its name, such as `e5` or `Hand1`

        Raises:
            ValueError: there is no such site
        """
        return looking.standing(self, site)

    def owner(self, site: int | str) -> int:
        """Whose piece is on a site, or on top there: 0 for nobody's, -1 where nothing stands."""
        standing = looking.standing(self, site)
        return standing[-1].owner if standing else -1

    def sites_of(self, player: int) -> list[int]:
        """The sites on which a player's pieces stand, in their order; in stacks on any level.

        Raises:
            ValueError: there is no such player
        """
        return looking.sites_of(self, player)

    def arrays(self) -> dict[str, npt.NDArray[np.int64]]:
        """What there is on every site, those of hands included: an array for each thing, by site.

        `piece` is the kind on top, 0 for none, `owner` whose it is, -1 where nothing is, `count`
        how many pieces there are; `state` and `value` only where the game has them.
        """
        return looking.arrays(self)

    def position(self) -> str:
        """What lies where, as `site:piece;site:piece…` in the order of sites.

        Hands follow, each behind a `|`; `x` and a number stand behind a piece of which there are
        several, and `/` between pieces that stand on each other, the lowest first. The sites that
        a large piece covers besides its own are left out.
        """
        parts = [range(self.game.board.size), *(hand.sites for hand in self.game.hands)]
        return "|".join(";".join(self._described(sites)) for sites in parts)

    def _described(self, sites: range) -> Iterator[str]:
        parts = covering(self.game.pieces)
        for site in sites:
            if (what := self.contents[site]) and what not in parts:
                count = self.count(site)
                if schema.LEVEL in self.game.parts:
                    yield f"{site}:{'/'.join(map(str, self.stack(site)))}"
                    continue
                yield f"{site}:{what}x{count}" if count > 1 else f"{site}:{what}"
