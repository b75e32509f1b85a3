"""Positions that a player cannot tell from the present one, drawn by lot.

What is hidden from him changes places: what lies on sites that he does not see at all goes to
others of these, with all that is kept for it; of pieces whose kind he does not see, those of one
owner exchange their kinds; states, values and numbers likewise. So he knows how many of each there
are, and not which is where. A position in which other moves were legal for him is none that he can
be in, since he is told his moves; it is drawn anew, some times.

Numbers that rules keep for themselves are as they are, as he knows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from interpreter.ir import schema
from interpreter.ir.meaning.sites import listed
from interpreter.ir.program import Field
from interpreter.ir.schema import By, Part
from interpreter.play.notation.setting import Setting
from interpreter.play.protocol import PlayedGame, PlayedState
from interpreter.play.search.findings import Judged
from interpreter.play.seeing import Seen, Veil

TRIES = 8
"""How often a position is drawn that may not be one that the player can be in."""
Slot = tuple[int, int]
"""A site, and a level of it."""


def hidden_from_mover(state: PlayedState) -> bool:
    """Whether the player to move does not see all."""
    if not schema.hides(state.game.parts):
        return False
    seen = Veil(state.game, state.raw, state.mover)
    levels = range(seen.height or 1)
    veils = [part for part in schema.VEILS if part in state.game.parts]
    return any(seen.sites(part, level) for part in veils for level in levels)


def in_truth(moves: Sequence[Judged], state: PlayedState) -> tuple[Judged, ...]:
    """What was found in a position that looks like another, for the moves there; none is sure."""
    legal = {move.packed: move for move in state.moves()}
    found = [replace(one, certain=False) for one in moves if one.move.packed in legal]
    met = {one.move.packed for one in found}
    return (*found, *(Judged(one, 0, 0.0, certain=False) for packed, one in legal.items()
                      if packed not in met))  # fmt: skip


class Worlds:
    """Positions that the player to move may be in.

    Args:
        state: the position
        chance: draws them
    """

    def __init__(self, state: PlayedState, chance: Random) -> None:
        self.state, self.chance = state, chance
        self.game: PlayedGame = state.game
        self.veil = Veil(self.game, state.raw, state.mover)
        self.seen = Seen(state, state.mover)
        self.legal = frozenset(self.game.legal(state.raw))
        self._world = _World(self.game)

    def draw(self) -> Any:
        """One of them, as the machine has it."""
        best, most = self.state.raw, -1.0
        for _ in range(TRIES):
            drawn = self._drawn()
            legal = frozenset(self.game.legal(drawn))
            alike = len(legal & self.legal) / max(1, len(legal | self.legal))
            if alike > most:
                best, most = drawn, alike
            if legal == self.legal:
                break
        return best

    def _drawn(self) -> Any:
        world = self._world
        world.begin(self.state.raw)
        moved = dict[int, int]()
        for group in self._unseen_sites():
            moved.update(zip(group, self.chance.sample(group, len(group)), strict=True))
        world.relabel(moved)
        for slots in self._pieces_of_unseen_kind():
            kinds = [world.kind(slot) for slot in slots]
            world.change(slots, self.chance.sample(kinds, len(kinds)))
        for part, sites in self._unseen_numbers():
            numbers = [world.number(part, site) for site in sites]
            drawn = self.chance.sample(numbers, len(numbers))
            for site, number in zip(sites, drawn, strict=True):
                world.set_number(part, site, number)
        return world.finished()

    def _areas(self) -> Iterator[range]:
        """The sites of the board, of each hand, and of each other kind."""
        yield range(self.game.board.size)
        yield from (hand.sites for hand in self.game.hands)
        yield from (other.sites for other in self.game.others)

    def _unseen_sites(self) -> Iterator[list[int]]:
        """The sites of which nothing is seen, those of one area together."""
        dice = range(self.game.places - len(self.game.program.dice), self.game.places)
        first = len(self.game.pieces) + 1
        for area in self._areas():
            yield [
                site for site in area if site not in dice and set(self.seen.stack(site)) == {first}
            ]

    def _pieces_of_unseen_kind(self) -> Iterator[list[Slot]]:
        """Where pieces stand of which the kind is not seen, by what is seen of their owners."""
        for area in self._areas():
            found: dict[int, list[Slot]] = {}
            for site in area:
                stack = self.seen.stack(site) if self.veil.stacked else (self.seen.what(site),)
                for level, kind in enumerate(stack):
                    if kind > len(self.game.pieces) + 1:
                        found.setdefault(kind, []).append((site, level))
            yield from found.values()

    def _unseen_numbers(self) -> Iterator[tuple[Part, list[int]]]:
        """The sites of pieces, of one owner, of which a number is not seen."""
        parts = self.game.parts
        for part, (veil, *_) in schema.VEILS_OF.items():
            if part not in parts or veil not in parts or part.by not in (By.SITE, By.PLACE):
                continue
            owners: dict[int | None, list[int]] = {}
            for site in listed(self.veil.sites(veil)):
                placed = part.by is not By.PLACE or self.game.board.size <= site < self.game.places
                if placed and self.state.what(site) and not self.veil.hidden(schema.HIDDEN, site):
                    owners.setdefault(self.seen.who(site), []).append(site)
            yield from ((part, sites) for sites in owners.values())


class _World(Setting):
    """A position that is another one with some of it changed."""

    def begin(self, raw: Any) -> None:
        """Take the position that it is to be like."""
        self.raw = raw[:]

    def relabel(self, moved: dict[int, int]) -> None:
        """Let all that is kept for sites go to others."""
        changed = {one: other for one, other in moved.items() if one != other}
        if not changed:
            return
        before = self.raw[:]
        for part, field in self.fields.items():
            if part.kind == "sites":
                self._relabel_sets(field, before, changed)
            elif part.site:
                held = self.machine.get(before, field, 0)
                self.machine.put(self.raw, field, changed.get(held, held), 0)
            elif part.by in (By.SITE, By.PLACE, By.LEVEL):
                for one, other in changed.items():
                    for old, new in zip(self._entries(part, one), self._entries(part, other),
                                        strict=True):  # fmt: skip
                        held = self.machine.get(before, field, old)
                        self.machine.put(self.raw, field, held, new)

    def _relabel_sets(self, field: Field, before: Any, changed: dict[int, int]) -> None:
        left = sum(1 << one for one in changed)
        for entry in range(field.length or 1):
            held = self.machine.get(before, field, entry)
            if held & left:
                new = sum(1 << other for one, other in changed.items() if held >> one & 1)
                self.machine.put(self.raw, field, held & ~left | new, entry)

    def _entries(self, part: Part, site: int) -> Sequence[int]:
        """The entries that a part has for a site."""
        if part.by is By.LEVEL:
            return range(site * self.game.height, (site + 1) * self.game.height)
        if part.by is By.PLACE:
            inside = self.game.board.size <= site < self.game.places
            return [site - self.game.board.size + 1] if inside else []
        return [part.entry(site)]

    def kind(self, slot: Slot) -> int:
        """The kind of piece on a level of a site."""
        site, level = slot
        if schema.LEVEL in self.fields:
            return self.get(schema.LEVEL, site * self.game.height + level)
        kinds = range(1, len(self.game.pieces) + 1)
        return next((kind for kind in kinds if self.get(schema.PLACED, kind) >> site & 1), 0)

    def change(self, slots: Iterable[Slot], kinds: Iterable[int]) -> None:
        """Let other pieces stand where some stand now."""
        for (site, level), kind in zip(slots, kinds, strict=True):
            top = True
            if schema.LEVEL in self.fields:
                place = site * self.game.height + level
                self.machine.put(self.raw, self.fields[schema.LEVEL], kind, place)
                top = level == self.get(schema.COUNT, schema.COUNT.entry(site)) - 1
            if top:
                for other in range(1, len(self.game.pieces) + 1):
                    self._mark(schema.PLACED, other, site, on=other == kind)

    def number(self, part: Part, site: int) -> int:
        """What is kept for a site."""
        return self.get(part, self._entries(part, site)[0])

    def set_number(self, part: Part, site: int, number: int) -> None:
        """Say what is kept for a site."""
        self.machine.put(self.raw, self.fields[part], number, self._entries(part, site)[0])

    def finished(self) -> Any:
        """The position, with what follows from what lies where."""
        self._own()
        for field in self.game.program.fields:
            if field.linked is not None:
                self._link(field)
        return self.raw
