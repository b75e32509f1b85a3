"""The box that pieces come in: which kinds there are, whose they are, and how they are called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.ir import schema
from interpreter.ir.program import Field, Table
from interpreter.ir.values import Int
from interpreter.language.parts import PieceKind
from interpreter.language.signatures import Lazy
from interpreter.language.words import Role
from interpreter.rules.parts.names import Player
from interpreter.text.errors import LudError, suggest

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of the kinds of pieces.

    Args:
        owners: whose each kind is
        kinds: each kind by its number, but 0 for a part of a large piece
        owned: the sites of each player's pieces
        alike: whether each player has one kind, of his number
    """

    owners: Table
    kinds: Table
    owned: Field
    alike: bool


class Box:
    """The kinds of pieces of the game."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        self.kinds: tuple[PieceKind, ...] = ()
        # Rules say where pieces look.
        self.facing_said = False
        # The kinds that rules can put on the board.
        self.used: set[int] = set()
        self._known: _Known | None = None

    def install(self, kinds: Sequence[PieceKind]) -> None:
        """Set the kinds of pieces."""
        b = self.b
        self.kinds = tuple(kinds)
        named = (kind.number for kind in kinds if kind.number != b.large.part)
        # With one kind for each player, in order, the sets by kind are the sets by owner.
        alike = [kind.owner for kind in kinds] == list(range(1, b.players.count + 1))
        owners = b.table(0, *(kind.owner for kind in kinds))
        owned = b.part(schema.PLACED) if alike else b.part(schema.OWNED)
        self._known = _Known(owners, b.table(0, *named, 0), owned, alike)

    @property
    def known(self) -> _Known:
        """What is known of the kinds.

        Raises:
            LudError: they are asked for before there are any
        """
        if self._known is None:
            raise LudError("this asks about the game before it has pieces", code="no-board-yet")
        return self._known

    # Kinds by name

    def uses(self, numbers: Iterable[int]) -> None:
        """Note that the rules can put these pieces on the board."""
        self.used |= set(numbers)

    @property
    def lacking(self) -> range:
        """The players whose numbers are those of no piece."""
        return range(len(self.kinds) + 1, self.b.players.count + 1)

    def kind(self, number: Int) -> Int:
        """The kind of piece that a rule puts on the board by its number; 0 where there is none."""
        found = self.b.lookup(self.known.kinds, number)
        known = found.constant
        self.uses((kind.number for kind in self.kinds) if known is None else (known,))
        return found

    def numbers_called(self, name: str, *, exact: bool = True) -> list[int]:
        """The numbers of the pieces with a name, with or without their owner's number behind it.

        Args:
            exact: those that have no such number are meant alone, if there are any
        """
        alone = [kind.number for kind in self.kinds if kind.name == name and exact]
        found = alone or [kind.number for kind in self.kinds if name in (kind.name, kind.bare)]
        if not found:
            raise self.b.fail(*self._unknown(name), name, code="unknown-piece")
        self.uses(found)
        return found

    def _unknown(self, name: str) -> tuple[str, str]:
        """That no piece has a name, and what to suggest instead."""
        names = [kind.name for kind in self.kinds]
        hint = suggest(name, names) or f"known: {', '.join(names)}"
        return f'no piece is called "{name}"', hint

    def kinds_called(self, names: str | Sequence[str] | None) -> list[PieceKind]:
        """The kinds of pieces with some names; all of them if none is given.

        They are told by their names without the owner's number: with it a name means none.
        """
        if names is None:
            return list(self.kinds)
        wanted = (names,) if isinstance(names, str) else names
        for name in wanted:
            meant = self.kinds[self.numbers_called(name)[0] - 1].bare
            if all(kind.bare != name for kind in self.kinds):
                hint = f'did you mean "{meant}"?'
                message = "this means no pieces: their names stand here without the owner's number"
                self.b.warn(message, hint, name, code="numbered-name")
        return [kind for kind in self.kinds if kind.bare in wanted]

    def named(self, name: str, who: Player | None = None) -> Int:
        """The number of the piece with a name, -1 for a name that only lacks the owner's number.

        Args:
            who: the owner, whose first piece with the text in its name is meant
        """
        b = self.b
        if who is not None:
            return self.containing(name, who)
        found = self.kinds[self.numbers_called(name)[0] - 1]
        if found.name == name:
            return b.int(found.number)
        movers = f', or (id "{name}" Mover) for the mover\'s' if found.owner else ""
        message = f'no piece is called just "{name}", and nothing is meant'
        b.warn(message, f'say "{found.name}"{movers}', name, code="nothing-meant")
        return b.nothing

    def number_of(self, which: str | Lazy[Int], who: Player | None = None) -> Int:
        """The number of a piece by its name, as the mover's, or worked out at this place."""
        number = self.named(which, who) if isinstance(which, str) else which()
        return self.kind(number)

    def placed_as(self, name: str) -> Int:
        """The number of the one piece with a name, which must tell it from all others."""
        found = self.numbers_called(name)
        if len(found) > 1:
            names = [self.kinds[number - 1].name for number in found]
            raise self.b.fail(
                f'"{name}" may be any of several pieces',
                f"say {' or '.join(names)}",
                name,
                code="ambiguous-piece",
            )
        return self.b.int(found[0])

    def first_of(self, who: Role) -> int:
        """The number of the piece that stands for a player, or for nobody or everybody."""
        owner = {Role.Neutral: 0, Role.Shared: self.b.players.count + 1}
        owner[Role.All] = owner[Role.Shared]
        if who in owner:
            found = [kind.number for kind in self.kinds if kind.owner == owner[who]]
        else:
            found = [kind.number for kind in self.kinds if kind.number == who.player]
        if not found:
            raise self.b.fail(f"no piece stands for {who.value}", code="unknown-piece")
        self.uses(found[:1])
        return found[0]

    def containing(self, name: str, who: Player) -> Int:
        """The number of a player's first piece that has a text in its name; 0 if he has none.

        That nobody has one is warned of.
        """
        b = self.b
        owners = [0] * (b.players.count + 2)
        for kind in self.kinds:
            if name in kind.name and not owners[kind.owner]:
                owners[kind.owner] = kind.number
        if not any(owners):
            b.warn(*self._unknown(name), name, code="unknown-piece")
        self.uses(number for number in owners if number)
        return b.lookup(b.table(*owners, 0), b.players.number(who))

    def name_of(self, number: Int) -> str:
        """The name of a piece that is known when the game is compiled, else nothing."""
        return next((kind.name for kind in self.kinds if kind.number == number.constant), "")
