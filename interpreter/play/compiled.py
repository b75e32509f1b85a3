"""What a game is once it is compiled: its board and pieces, its program, and what runs it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from interpreter.board.topology import Topology
from interpreter.ir import schema
from interpreter.ir.meaning.splitmix import stream
from interpreter.ir.program import Field, Program
from interpreter.ir.schema import Part
from interpreter.language.parts import Graphics, Hand, OtherSites, PieceKind
from interpreter.play import chance
from interpreter.play.cache import Head, Kept, Parts, keeper
from interpreter.play.chance import Die
from interpreter.play.future import Future
from interpreter.play.machines import Raw, machine_for
from interpreter.play.move import MetMoves
from interpreter.text.defines import Library
from interpreter.text.errors import Problem, Source
from interpreter.text.expand import Expanded

if TYPE_CHECKING:
    from interpreter.targets.spaces.actions import Actions
    from interpreter.targets.spaces.observation import Planes
    from interpreter.targets.wasm.game import Module

# What compiles a game, and what it takes: rule text, options, a ruleset, defines not our own, the
# back end, the passes, where other games may lie, and whether its clauses are watched.
Inputs = tuple[
    Source, Mapping[str, str] | None, str | None, Library | None, str, Sequence[str] | None,
    Sequence[Path], bool,
]  # fmt: skip
Recipe = tuple[Callable[..., Any], Inputs]


class Compiled:
    """A compiled game, without its positions."""

    def __init__(
        self,
        expanded: Expanded,
        program: Program,
        board: Topology,
        pieces: tuple[PieceKind, ...],
        hands: tuple[Hand, ...],
        players: int,
        graphics: Graphics,
        warnings: tuple[Problem, ...],
        recipe: Recipe,
        backend: str = "auto",
        key: str | None = None,
        others: tuple[OtherSites, ...] = (),
    ) -> None:
        self.recipe = recipe
        self.name = expanded.name
        self.players = players
        self.pieces = pieces
        self.hands = hands
        self.others = others
        self.options: Mapping[str, str] = expanded.chosen
        self.source = expanded.game.span.source.text
        parts = Parts(program, board, expanded, graphics, warnings)
        self._parts: Parts | Kept = parts
        compiled = None
        if key is not None:
            facts = self.name, players, pieces, hands, others, expanded.chosen
            head = functools.partial(Head, *facts)
            compiled = keeper(key, head, parts)
        self.machine = machine_for(program, backend, key=key, compiled=compiled)

    @classmethod
    def restored(cls, kept: Kept, recipe: Recipe, backend: str, key: str) -> Self:
        """A game that was kept on disk; its larger parts are read when they are asked for."""
        game = cls.__new__(cls)
        head = kept.head
        game.recipe = recipe
        game.name, game.players = head.name, head.players
        game.pieces, game.hands, game.others = head.pieces, head.hands, head.others
        game.options, game.source = head.options, recipe[1][0].text
        game._parts = kept
        game.machine = machine_for(lambda: kept.program, backend, key=key, scratch=head.scratch)
        return game

    @property
    def labels(self) -> tuple[str, ...]:
        """The name of each site: `A1` on the board, `Hand1` or `Hand1.2` in a hand.

        Of kinds other than the board's own: `CellA1`, `VertexA1`, `Edge12`.
        """
        return self._labels

    @cached_property
    def _labels(self) -> tuple[str, ...]:
        found = [*self.board.labels, *[""] * (self.sites - self.board.size)]
        for hand in self.hands:
            whose = f"Hand{hand.owner}" if hand.owner <= self.players else "Hand"
            for place, site in enumerate(hand.sites, 1):
                found[site] = whose if len(hand.sites) == 1 else f"{whose}.{place}"
        for other in self.others:
            for site, name in zip(other.sites, self.board.on(other.kind).labels, strict=True):
                found[site] = f"{other.kind.value}{name}"
        return tuple(found)

    @property
    def sites(self) -> int:
        """How many sites there are, those of hands and of other kinds too."""
        return self.others[-1].sites.stop if self.others else self.places

    @property
    def places(self) -> int:
        """The number behind the last place of the board and the hands."""
        return self.hands[-1].sites.stop if self.hands else self.board.size

    def index(self, site: int) -> int:
        """The number of a site among those of its kind, as rule files have it; -1 for -1."""
        homes = (one.sites.start for one in self.others if site in one.sites)
        return site - next(homes, 0)

    @property
    def program(self) -> Program:
        """The program, for readers."""
        return self._parts.program

    @property
    def board(self) -> Topology:
        """Its sites, how they touch, and where they lie."""
        return self._parts.board

    @property
    def expanded(self) -> Expanded:
        """The rules after options and defines."""
        return self._parts.expanded

    @property
    def graphics(self) -> Graphics:
        """What is known of how it is drawn: its regions, and the hints of its metadata."""
        return self._parts.graphics

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What is legal in the rules but cannot be meant."""
        return self._parts.warnings

    @property
    def parts(self) -> Mapping[Part, Field]:
        """The parts of the state, and the fields that hold them."""
        return self._fields

    @cached_property
    def _fields(self) -> Mapping[Part, Field]:
        return {one.part: one for one in self.program.fields if one.part is not None}

    @cached_property
    def future(self) -> Future:
        """What of its states decides what can still happen."""
        return Future(self.program, self.machine)

    @property
    def rules(self) -> tuple[str, tuple[tuple[str, str], ...]]:
        """By what two games are the same: the rule text, and what was chosen of its options."""
        return self.source, tuple(sorted(self.options.items()))

    @property
    def draws(self) -> bool:
        """Whether chance has a part in the game: its rules throw dice, or draw otherwise."""
        return schema.TOLD in self.parts

    @property
    def hides(self) -> bool:
        """Whether players do not see all that there is; see `State.seen_by`."""
        return schema.hides(self.parts)

    @property
    def veiled(self) -> tuple[PieceKind, ...]:
        """What stands for hidden pieces, where a position is shown as a player sees it."""
        return ()

    @property
    def piles(self) -> bool:
        """Whether several pieces may be on a site of the board, by what rules say of numbers."""
        return self.graphics.piled

    @property
    def height(self) -> int:
        """How many pieces may stand on each other; 0 where none do."""
        return self._height

    @cached_property
    def _height(self) -> int:
        return self.program.height

    @property
    def numbered(self) -> Part | None:
        """What numbers the pieces on the board: their states or values, where these count on.

        A state that is 0 or 1 is no number but a mark, such as that of a king that has moved. Where
        pieces stand on each other, or all are alike, the number there is how many there are.
        """
        return self._numbered

    @cached_property
    def _numbered(self) -> Part | None:
        from interpreter.play.notation.setting import bounds_of  # noqa: PLC0415  seldom needed

        alike = self.piles and len(self.pieces) == 1
        for part in () if self.height or alike else (schema.STATE, schema.VALUE):
            if part in self.parts:
                low, high = bounds_of(self.program).fields[self.parts[part]]
                if high - low > 1:
                    return part
        return None

    @property
    def kept(self) -> bool:
        """Whether it was compiled before and kept on disk, with its native code."""
        return isinstance(self._parts, Kept)

    def __reduce__(self) -> Recipe:
        """A pickled game is what it was compiled from; it is compiled again."""
        return self.recipe

    def field(self, raw: Raw, part: Part, index: int = 0) -> int:
        """A part of a state, or one of its entries; 0 if the game has no such part."""
        found = self.parts.get(part)
        return self.machine.get(raw, found, index) if found is not None else 0

    @property
    def dice(self) -> tuple[Die, ...]:
        """Its dice: where each lies, and what is on its faces."""
        return chance.dice_of(self)

    def legal(self, raw: Raw) -> list[int]:
        """The packed legal moves of a state, in the canonical order."""
        return self.machine.legal(raw)

    def met_moves(self, mover: int) -> MetMoves:
        """The moves of a player, each of which is made when it is first asked for."""
        if mover not in self._met:
            self._met[mover] = MetMoves(mover, self.labels, self.program.templates)
        return self._met[mover]

    @cached_property
    def _met(self) -> dict[int, MetMoves]:
        return {}

    def after(self, raw: Raw, move: int) -> Raw:
        """The state after a packed move; the old one is untouched."""
        following = raw[:]
        self.machine.run("apply", following, move)
        return following

    def ranking(self, raw: Raw) -> tuple[float, ...]:
        """The rank of each player, 1.0 best; 0.0 for those who still play.

        Ranks go by seat: after a swap the first player has the second colour.
        """
        ranks = [self.field(raw, schema.RANK, player) / 2 for player in range(1, self.players + 1)]
        if self.field(raw, schema.SWAPPED):
            ranks[0], ranks[1] = ranks[1], ranks[0]
        return tuple(ranks)

    def random_games(self, n: int, seed: int = 0) -> Iterator[Raw]:
        """The final states of random games; game i of a seed is always the same game."""
        for number in range(n):
            raw = self.machine.begin(stream(seed, number))
            self.machine.run("playout", raw)
            yield raw

    @property
    def actions(self) -> Actions:
        """The game's actions by number.

        Raises:
            ValueError: more than can be numbered
        """
        return self._actions

    @cached_property
    def _actions(self) -> Actions:
        from interpreter.targets.spaces.actions import Actions  # noqa: PLC0415  only for learners

        return Actions(self.program, self.labels)

    @property
    def planes(self) -> Planes:
        """What the player to move sees, as planes over the board."""
        return self._planes

    @cached_property
    def _planes(self) -> Planes:
        from interpreter.targets.spaces.observation import Planes  # noqa: PLC0415

        kinds = self.pieces[len(self.dice) :]  # dice are the first kinds of pieces
        flat = bool(self.others)
        return Planes(self.program, self.board, kinds, self.players, self.hands, flat=flat)

    def wasm(self) -> Module:
        """The game as WebAssembly: single steps, random games and a search, for any web page.

        Raises:
            ValueError: LLVM cannot be loaded
        """
        from interpreter.targets.llvm.jit import available  # noqa: PLC0415  only for pages

        if not available():
            raise ValueError("WebAssembly is made by llvmlite, which cannot be loaded")
        from interpreter.targets.wasm.game import Module, build  # noqa: PLC0415

        built = build(self.program)
        names = {"name": self.name, "labels": list(self.labels)}
        return Module(built.code, {**names, **built.description})
