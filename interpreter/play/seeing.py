"""A position as one player knows it.

Where rules hide something, a player sees less than there is. What he does not see is shown as a
piece of a kind of its own: something of a known owner, something of somebody, or a site of which he
does not even know whether anything is there. These kinds are numbered behind those of the game, and
are in `Seen.game.veiled`. What is kept for a site besides, such as a state, is 0 where it is not
seen.

Numbers that rules keep for themselves, scores and phases are open to all; what the rules themselves
tell by them is told. So is where the last move went, unless the whole site is hidden.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from interpreter.ir import schema
from interpreter.ir.meaning.sites import listed
from interpreter.ir.schema import By, Part
from interpreter.language.parts import Graphics, Hand, OtherSites, PieceKind

if TYPE_CHECKING:
    from interpreter.board.topology import Topology
    from interpreter.play.move import Move
    from interpreter.play.protocol import PlayedGame, PlayedState

UNKNOWN, SOMETHING = "Unknown", "Hidden"
"""What is shown for a hidden site, and for a piece of which the kind is hidden."""
BARE = -1
"""The owner of what stands on an empty site."""


class Veil:
    """What of a position is hidden from a player."""

    def __init__(self, game: PlayedGame, raw: Any, player: int) -> None:
        self.game, self.raw, self.player = game, raw, player
        self.height = game.height
        self.stacked = self.height > 0

    def sites(self, part: Part, level: int = 0) -> int:
        """The sites of which something is hidden, on a level, as a bit mask."""
        entry = schema.viewer(self.player, level, self.height)
        return self.game.field(self.raw, part, entry)

    def hidden(self, part: Part, site: int, level: int = 0) -> bool:
        """Whether something of a site is hidden."""
        return bool(self.sites(part, level) >> site & 1)

    def kind(self, what: int, site: int, level: int = 0) -> int:
        """The number of the kind that is seen where there is one, or none."""
        first = len(self.game.pieces) + 1
        if self.hidden(schema.HIDDEN, site, level):
            return first
        if not what or not any(self.hidden(part, site, level) for part in schema.KIND_VEILS):
            return what
        unowned = self.hidden(schema.HIDDEN_WHO, site, level)
        owner = self.game.pieces[what - 1].owner
        return first + 1 if unowned else first + 2 + owner


class SeenGame:
    """A game whose positions one player sees; `interpreter.play.game.Game` says more about it."""

    def __init__(self, game: PlayedGame, veil: Veil) -> None:
        self._game, self._veil = game, veil

    @property
    def name(self) -> str:
        """What it is called."""
        return self._game.name

    @property
    def players(self) -> int:
        """How many play."""
        return self._game.players

    @property
    def board(self) -> Topology:
        """Its sites, how they touch, and where they lie."""
        return self._game.board

    @property
    def pieces(self) -> Sequence[PieceKind]:
        """The kinds of pieces."""
        return self._game.pieces

    @property
    def veiled(self) -> Sequence[PieceKind]:
        """What stands for hidden sites, for pieces of somebody, and for those of each owner."""
        return self._veiled

    @cached_property
    def _veiled(self) -> Sequence[PieceKind]:
        first = len(self._game.pieces) + 1
        owners = range(self.players + 2)
        return (
            PieceKind(first, UNKNOWN, 0),
            PieceKind(first + 1, SOMETHING, 0),
            *(PieceKind(first + 2 + owner, f"{SOMETHING}{owner}", owner) for owner in owners),
        )

    @property
    def hands(self) -> Sequence[Hand]:
        """Places beside the board."""
        return self._game.hands

    @property
    def others(self) -> Sequence[OtherSites]:
        """The sites of other kinds than the board's own."""
        return self._game.others

    @property
    def labels(self) -> Sequence[str]:
        """The name of each site."""
        return self._game.labels

    @property
    def graphics(self) -> Graphics:
        """What is known of how it is drawn."""
        return self._game.graphics

    @property
    def piles(self) -> bool:
        """Whether several pieces may be on a site of the board, by what rules say of numbers."""
        return self._game.piles

    @property
    def height(self) -> int:
        """How many pieces may stand on each other; 0 where none do."""
        return self._game.height

    @property
    def parts(self) -> Mapping[Part, object]:
        """The parts of its states."""
        return self._game.parts

    @property
    def numbered(self) -> Part | None:
        """What numbers its pieces on the board; None if nothing does."""
        return self._game.numbered

    @property
    def dice(self) -> Sequence[object]:
        """Its dice, which are the first kinds of pieces."""
        return self._game.dice

    def field(self, raw: Any, part: Part, index: int = 0) -> int:
        """What the player sees of a part of a state, or of one of its entries."""
        held = self._game.field(raw, part, index)
        if part in schema.TELLING:
            return 0
        if part == schema.PLACED:
            return self._placed(raw, index)
        if part.by is By.VIEWER:
            own = schema.viewer(self._veil.player, 0, self._veil.height)
            after = schema.viewer(self._veil.player + 1, 0, self._veil.height)
            return held if own <= index < after else 0
        if part.by in (By.SITE, By.PLACE, By.LEVEL):
            return self._of_site(part, index, held)
        if part.kind == "sites":
            return held & ~self._veil.sites(schema.HIDDEN)
        if part.site and held >= 0 and self._veil.hidden(schema.HIDDEN, held):
            return -1
        return held

    def _placed(self, raw: Any, kind: int) -> int:
        """The sites where a piece of a kind is seen; of 0 those that are seen to be empty."""
        kinds = range(1, len(self._game.pieces) + 1)
        placed = {one: self._game.field(raw, schema.PLACED, one) for one in kinds}
        tops = {site: one for one, sites in placed.items() for site in listed(sites)}
        return sum(
            1 << site
            for site in range(self._game.sites)
            if self._veil.kind(tops.get(site, 0), site) == kind
        )

    def _of_site(self, part: Part, index: int, held: int) -> int:
        """What is seen of a number that is kept for a site."""
        level = 0
        if part.by is By.LEVEL:
            site, level = divmod(index, self._game.height)
        else:
            first = self._game.board.size - 1 if part.by is By.PLACE else -1
            site = index + first
        if part == schema.LEVEL:
            return self._veil.kind(held, site, level)
        veils = (schema.HIDDEN, *schema.VEILS_OF.get(part, ()))
        hidden = site >= 0 and any(self._veil.hidden(one, site, level) for one in veils)
        return int(schema.HIDDEN_COUNT in veils) if hidden else held


class Seen:
    """A position as one player knows it; it never changes.

    Two of them are equal if the player cannot tell one from the other.

    Attributes:
        player: whose view it is: by colour, as `State.mover` is
        game: the game, as it is shown; its `veiled` kinds stand for what is hidden
    """

    def __init__(self, state: PlayedState, player: int) -> None:
        if not 1 <= player <= state.game.players:
            message = f"players go from 1 to {state.game.players}, not {player}"
            raise ValueError(message)
        self._state, self.player = state, player
        self._veil = Veil(state.game, state.raw, player)
        self.game = SeenGame(state.game, self._veil)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Seen):
            return NotImplemented
        return (self.player, self.game.name, self.text()) == (
            other.player, other.game.name, other.text(),
        )  # fmt: skip

    def __hash__(self) -> int:
        return hash((self.player, self.game.name, self.text()))

    def __repr__(self) -> str:
        return f"<{self.game.name!r} as player {self.player} sees it, ply {self.plies}>"

    def __str__(self) -> str:
        from interpreter.show.plaintext import draw  # noqa: PLC0415  only where somebody looks

        return draw(self)

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        return self.svg()

    def svg(self, *, size: float = 480, numbers: bool = False) -> str:
        """A picture of what the player sees; see `State.svg`."""
        from interpreter.show.svg.position import svg  # noqa: PLC0415  only where somebody looks

        return svg(self, size=size, numbers=numbers)

    @property
    def raw(self) -> Any:
        """The position as the machine has it, to be read by `Seen.game.field` alone."""
        return self._state.raw

    @property
    def mover(self) -> int:
        """The player to move, from 1; after a swap, the colour to move."""
        return self._state.mover

    @property
    def swapped(self) -> bool:
        """Whether the players have exchanged colours."""
        return self._state.swapped

    @property
    def plies(self) -> int:
        """How many moves were made."""
        return self._state.plies

    @property
    def last_from(self) -> int:
        """The site that the last move came from; -1 if there is none, or it is hidden."""
        return self._known(self._state.last_from)

    @property
    def last_to(self) -> int:
        """The site that the last move went to; -1 if there is none, or it is hidden."""
        return self._known(self._state.last_to)

    def _known(self, site: int) -> int:
        return -1 if site >= 0 and self._veil.hidden(schema.HIDDEN, site) else site

    @property
    def checked(self) -> Sequence[int]:
        """The sites of the kings in check that are seen."""
        return [site for site in self._state.checked if self.what(site) <= len(self.game.pieces)]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._state.over

    @property
    def ranking(self) -> Sequence[float]:
        """The rank of each player, 1.0 best; 0.0 for those who still play."""
        return self._state.ranking

    @property
    def utilities(self) -> Sequence[float]:
        """What the outcome is worth to each player, from -1 to 1."""
        return self._state.utilities

    @property
    def scores(self) -> Sequence[int]:
        """The score of each player."""
        return self._state.scores

    @property
    def dice(self) -> Sequence[int]:
        """What each die is worth, 0 when it is used."""
        return self._state.dice

    @property
    def piles(self) -> bool:
        """Whether several pieces may be on a site of the board, by what rules say of numbers."""
        return self._state.piles

    def moves(self) -> list[Move]:
        """The legal moves, which only the player to move is told."""
        return self._state.moves() if self.mover == self.player else []

    @property
    def contents(self) -> tuple[int, ...]:
        """The number of the piece that is seen on each site; 0 for none."""
        return self._contents

    @cached_property
    def _contents(self) -> tuple[int, ...]:
        found: list[int] = []
        for site, what in enumerate(self._state.contents):
            several = self._state.count(site) if self._veil.stacked and what else 1
            found.append(self._veil.kind(what, site, several - 1))
        return tuple(found)

    def what(self, site: int) -> int:
        """The number of the piece that is seen on a site, which may be a veiled one; 0 for none."""
        return self.contents[site]

    def who(self, site: int) -> int | None:
        """Whose piece is on a site: 0 for nobody's, -1 where nothing stands, None if not known."""
        what, first = self.what(site), len(self.game.pieces)
        if first < what <= first + 2:
            return None
        kinds = (*self.game.pieces, *self.game.veiled)
        return kinds[what - 1].owner if what else BARE

    def hidden(self, site: int, level: int = 0) -> frozenset[str]:
        """What of a site is hidden, by the names of the parts of a state: `hidden_what`."""
        return frozenset(one.name for one in schema.VEILS if self._veil.hidden(one, site, level))

    def count(self, site: int) -> int:
        """How many pieces are seen on a site: one, where it is not known how many there are."""
        if not self.what(site):
            return 0
        veils = (schema.HIDDEN, schema.HIDDEN_COUNT)
        hidden = any(self._veil.hidden(one, site) for one in veils)
        return 1 if hidden and not self._veil.stacked else max(1, self._state.count(site))

    def stack(self, site: int) -> Sequence[int]:
        """The numbers of the pieces that are seen on a site, the lowest first."""
        if not self._veil.stacked:
            return (self.what(site),) * self.count(site)
        kinds = self._state.stack(site)
        seen = [self._veil.kind(kind, site, level) for level, kind in enumerate(kinds)]
        return seen or [self.what(site)] * bool(self.what(site))

    def number(self, part: Part, site: int) -> int:
        """What a part of the state holds for a site; 0 if it is hidden, or there is none."""
        return self.game.field(self.raw, part, part.entry(site))

    def text(self) -> str:
        """All that the player knows, as a text: what he sees where, and what is open to all.

        Positions that he cannot tell apart have the same text. It cannot be read back.
        """
        from interpreter.play.notation.texts import seen  # noqa: PLC0415  see Game.position

        return seen(self, self._state.game)
