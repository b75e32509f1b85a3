"""Putting a position together: what lies where, and what else the state of a game holds.

A position begins as the game does, without its pieces. What is said is put in, and what follows
from that is worked out. Which parts a state has, and how each is said, is told by the schema.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from interpreter.ir import schema
from interpreter.ir.analysis.ranges import Ranges
from interpreter.ir.meaning.sites import flood, shifts_of
from interpreter.ir.meaning.splitmix import stream
from interpreter.ir.program import Field, Program
from interpreter.ir.schema import By, Part, Said
from interpreter.play.protocol import PlayedGame, PlayedState

Entry = tuple[Part, int]
"""A part of the state, and which of its entries."""


class Setting:
    """A position of a game that is being put together.

    Args:
        game: the game
        seed: fixes what chance decides

    Attributes:
        raw: the state as the machine has it
        first: the player who begins
        everywhere: the sites of the board and the hands, as a bit mask
        dice: the sites of the dice, which always lie there
    """

    def __init__(self, game: PlayedGame, seed: int = 0) -> None:
        self.game, self.machine = game, game.machine
        self.fields = game.parts
        self.raw: Any = self.machine.begin(stream(seed))
        self.dice = range(game.places - len(game.program.dice), game.places)
        self.first = self.get(schema.MOVER)
        self._put: set[Entry] = set()
        self._remembered = False
        # Some numbers between the board and the hands may belong to no site.
        self.everywhere = 0
        self._empty()
        for part, field in self.fields.items():
            if part.by in (By.SITE, By.LEVEL) and part.said is Said.BEHIND:
                for index in range(field.length or 1):
                    self.machine.put(self.raw, field, field.initial, index)

    @functools.cached_property
    def start(self) -> PlayedState:
        """The position that the game begins with."""
        return self.game.start()

    # What lies where

    def _empty(self) -> None:
        """Take away all pieces but dice."""
        kinds = range(len(self.game.pieces) + 1)
        placed, dice = self.fields[schema.PLACED], sum(1 << site for site in self.dice)
        for kind in kinds:
            held = self.get(schema.PLACED, kind)
            self.everywhere |= held
            self.machine.put(self.raw, placed, held & dice, kind)
        self.machine.put(self.raw, placed, self.everywhere & ~dice, 0)
        for site in range(self.game.program.sites):
            if site not in self.dice:
                self._pile(site, ())

    def clear(self, site: int) -> None:
        """Take away what is on a site."""
        if self.get(schema.PLACED, 0) >> site & 1:
            return
        for kind in range(1, len(self.game.pieces) + 1):
            self._mark(schema.PLACED, kind, site, on=False)
        self._mark(schema.PLACED, 0, site, on=True)
        self._pile(site, ())

    def lay(self, site: int, kinds: Sequence[int]) -> None:
        """Put pieces on a site, the lowest first, instead of what is there.

        Raises:
            ValueError: more of them, or more kinds, than there can be
        """
        if not self.everywhere >> site & 1:
            raise ValueError("no site of the board or of a hand has this number")
        if site in self.dice or min(kinds, default=len(self.dice) + 1) <= len(self.dice):
            if list(kinds) != [site - self.dice.start + 1]:
                raise ValueError("each die lies where it always does, and nothing else lies there")
            return
        self.clear(site)
        if not kinds:
            return
        most = self.most(site)
        if len(kinds) > most:
            several = "one piece" if most == 1 else f"{most} pieces"
            raise ValueError(f"at most {several} can be here, not {len(kinds)}")
        if len(set(kinds)) > 1 and schema.LEVEL not in self.fields:
            raise ValueError("pieces of several kinds do not stand on each other in this game")
        self._mark(schema.PLACED, 0, site, on=False)
        self._mark(schema.PLACED, kinds[-1], site, on=True)
        self._pile(site, kinds)

    def most(self, site: int) -> int:
        """How many pieces can be on a site."""
        if schema.LEVEL in self.fields:
            return self.game.height
        number = self._number_on(site)
        return 1 if number is None else self.bounds(number[0])[1]

    def place_in_hand(
        self, owner: int, kind: int, lying: Mapping[int, Sequence[int]]
    ) -> int | None:
        """Where one more piece of a kind lies in a player's hand; None where there is no place.

        Beside others of its kind, else where the start has one, else on the first free place.

        Args:
            owner: the player
            kind: the piece
            lying: what lies where so far
        """
        same = [one for one in self._hand(owner) if kind in lying.get(one, ())]
        return same[0] if same else self.free_in_hand(owner, kind, lying)

    def free_in_hand(self, owner: int, kind: int, lying: Mapping[int, Sequence[int]]) -> int | None:
        """The first free place in a player's hand; first of all, one where the start has a kind."""
        free = [one for one in self._hand(owner) if one not in lying]
        first = [one for one in free if self.start.what(one) == kind]
        return next(iter([*first, *free]), None)

    def _hand(self, owner: int) -> list[int]:
        """The places of a player's hands."""
        return [one for hand in self.game.hands if hand.owner == owner for one in hand.sites]

    def _mark(self, part: Part, index: int, site: int, *, on: bool) -> None:
        field = self.fields[part]
        held = self.machine.get(self.raw, field, index)
        changed = held | 1 << site if on else held & ~(1 << site)
        if changed != held:
            self.machine.put(self.raw, field, changed, index)

    def _number_on(self, site: int) -> Entry | None:
        """What holds how many pieces there are on a site; None where there is one at most."""
        place = site - self.game.board.size
        if schema.COUNT in self.fields:
            return schema.COUNT, schema.COUNT.entry(site)
        held = place >= 0 and site < self.game.places and schema.HELD in self.fields
        return (schema.HELD, place + 1) if held else None

    def _pile(self, site: int, kinds: Sequence[int]) -> None:
        """Say how many pieces are on a site, and of which kind each is."""
        number, levels = self._number_on(site), self.fields.get(schema.LEVEL)
        if number is not None:
            self.machine.put(self.raw, self.fields[number[0]], len(kinds), number[1])
        if levels is not None:
            height = self.game.height
            for level in range(height):
                kind = kinds[level] if level < len(kinds) else 0
                self.machine.put(self.raw, levels, kind, site * height + level)

    # What else there is

    def get(self, part: Part, index: int = 0) -> int:
        """What an entry of a part holds; 0 where the game has no such part."""
        field = self.fields.get(part)
        return 0 if field is None else self.machine.get(self.raw, field, index)

    def put(self, part: Part, number: int, index: int = 0) -> None:
        """Say what an entry of a part holds.

        Raises:
            ValueError: more than it can hold
        """
        if part.kind != "sites":
            low, high = self.bounds(part)
            if not low <= number <= high:
                raise ValueError(f"{part.name} goes from {low} to {high}, not {number}")
        self.machine.put(self.raw, self.fields[part], number, index)
        self._put.add((part, index))

    def bounds(self, part: Part) -> tuple[int, int]:
        """The least and the greatest number that any entry of a part may hold.

        Native code counts on it that no other is there.
        """
        if part.player:
            return 1, self.game.players
        if part == schema.RANDOM:
            return -(1 << 63), (1 << 64) - 1
        return bounds_of(self.game.program).fields[self.fields[part]]

    def remember(self, words: Sequence[str]) -> None:
        """Say which positions were there before.

        Raises:
            ValueError: words that this back end cannot read
        """
        self.machine.put_past(self.raw, words)
        self._remembered = True

    # What follows

    def finished(self) -> Any:
        """The state, with what follows from what was said."""
        self._follow_mover()
        self._own()
        for field in self.game.program.fields:
            if field.linked is not None:
                self._link(field)
        if not self._remembered and schema.HISTORY in self.fields:
            self.machine.put_past(self.raw, ())
            self.machine.run("remember", self.raw)
        return self.raw

    def _follow_mover(self) -> None:
        """Who moves next and who moved before, where only the mover was said.

        It depends on the mover alone, so that a text need not say what follows in the same way.
        """
        mover, players = self.get(schema.MOVER), self.game.players
        if mover == self.first:
            return
        around = {schema.NEXT: mover % players + 1, schema.PREVIOUS: (mover - 2) % players + 1}
        for part, player in around.items():
            if part in self.fields and (part, 0) not in self._put:
                self.machine.put(self.raw, self.fields[part], player)

    def _own(self) -> None:
        """Sets by owner, and kinds by site, say the same as the sets by kind."""
        owned, what = self.fields.get(schema.OWNED), self.fields.get(schema.WHAT)
        sets = {kind: self.get(schema.PLACED, kind) for kind in range(1, len(self.game.pieces) + 1)}
        for owner in range(owned.length or 0 if owned is not None else 0):
            assert owned is not None
            theirs = [sets[kind] for kind in sets if self.game.program.owners[kind] == owner]
            self.machine.put(self.raw, owned, sum(theirs), owner)
        for site in range(self.game.program.sites if what is not None else 0):
            assert what is not None
            kind = next((kind for kind, sites in sets.items() if sites >> site & 1), 0)
            self.machine.put(self.raw, what, kind, schema.WHAT.entry(site))

    def _link(self, field: Field) -> None:
        """What is linked to a set, worked out anew from what lies where."""
        linked = field.linked
        assert linked is not None
        shifts = shifts_of(linked.relation)
        for entry in range(1, field.length or 1):
            within = self.machine.get(self.raw, linked.field, entry)
            group = flood(linked.wanted(entry), within, shifts)
            self.machine.put(self.raw, field, group, entry)


@functools.lru_cache(maxsize=4)
def bounds_of(program: Program) -> Ranges:
    """The bounds of a program's numbers, worked out once for a game that is asked for again."""
    return Ranges(program)
