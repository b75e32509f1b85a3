"""Games, states and moves, as people and programs hold them."""

from __future__ import annotations

import functools
import operator
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.board.topology import Topology
from interpreter.ir import schema
from interpreter.ir.meaning.sites import listed
from interpreter.ir.meaning.splitmix import stream
from interpreter.ir.program import MOST_MOVES, Field, Program, unpack
from interpreter.ir.schema import Part
from interpreter.language.parts import Graphics, Hand, OtherSites, PieceKind, covering
from interpreter.play import chance, joint, looking
from interpreter.play.cache import Head, Kept, Parts, keeper
from interpreter.play.chance import Die, Draw
from interpreter.play.future import Future
from interpreter.play.looking import Standing
from interpreter.play.move import Move
from interpreter.play.seeing import Seen
from interpreter.targets import python
from interpreter.targets.protocol import Running
from interpreter.text.defines import Library
from interpreter.text.errors import Problem, Source
from interpreter.text.expand import Expanded

# What compiles a game, and what it takes: rule text, options, a ruleset, defines not our own, the
# back end, the passes, where other games may lie, and whether its clauses are watched.
Inputs = tuple[
    Source, Mapping[str, str] | None, str | None, Library | None, str, Sequence[str] | None,
    Sequence[Path], bool,
]  # fmt: skip
# A state as a machine has it.
Raw = Any
BACKENDS = ("auto", "llvm", "python")
Recipe = tuple[Callable[..., "Game"], Inputs]


if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from interpreter.play.batch import Batch
    from interpreter.play.puzzles.solving import Difficulty, Found
    from interpreter.play.search.findings import Search, Solution
    from interpreter.play.search.tree import Tree
    from interpreter.play.watching import Given, Reason
    from interpreter.targets.spaces.actions import Actions
    from interpreter.targets.spaces.observation import Planes
    from interpreter.targets.wasm.game import Module


@dataclass(frozen=True)
class Playouts:
    """Random games, one row each.

    Args:
        lengths: plies of each game; shape (games,)
        doubled: twice the rank of each player, as native code counts; shape (games, players)
    """

    lengths: npt.NDArray[np.int32]
    doubled: npt.NDArray[np.int8]

    @cached_property
    def rankings(self) -> npt.NDArray[np.float64]:
        """The rank of each player, 1.0 best; shape (games, players)."""
        return self.doubled / 2

    @property
    def winners(self) -> npt.NDArray[np.int8]:
        """The player ranked first alone, from 1, or 0 where nobody is; shape (games,)."""
        import numpy as np  # noqa: PLC0415  see playouts

        first = self.doubled == 2
        alone = first.sum(axis=1) == 1
        return np.where(alone, first.argmax(axis=1) + 1, 0).astype(np.int8)


# MiB of a table that no machine of today is asked for.
MOST_MEMORY = 1 << 20
MOST_GAMES = 1 << 32


def machine_for(
    program: Program | Callable[[], Program],
    backend: str = "auto",
    *,
    key: str | None = None,
    scratch: int | None = None,
    compiled: Callable[[int], None] | None = None,
) -> Running:
    """What runs a program: native code where it can be made, else Python.

    Args:
        program: the program, or what reads it when it is first needed
        key, scratch, compiled: as in `targets.native.Machine`

    Raises:
        ValueError: native code was asked for, and cannot be made here
    """
    from interpreter.targets.llvm.jit import available  # noqa: PLC0415

    if backend == "python" or (backend == "auto" and not available()):
        return python.Machine(program if isinstance(program, Program) else program())
    if not available():
        raise ValueError("native code needs llvmlite on a little-endian machine")
    from interpreter.targets.native import Machine  # noqa: PLC0415  what Python does without

    return Machine(program, key=key, scratch=scratch, compiled=compiled)


def _fits(n: int, size: int) -> None:
    """Refuse results of so many bytes each for which the machine has no memory.

    Memory is given when it is first written to, which for results is when most of the work is done.
    """
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return
    if n * size > memory:
        message = f"the results of {n:,} games take {n * size >> 30} GiB; ask for fewer at once"
        raise MemoryError(message)


class Game:
    """A game that can be played.

    Attributes:
        name: what it is called
        players: how many play
        board: its sites, how they touch, and where they lie
        pieces: the kinds of pieces
        hands: places beside the board, numbered after its sites
        options: the chosen item of each option, by heading
        source: the text of the rule file
        warnings: what is legal in the rules but cannot be meant
        program: the program, for readers
    """

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
    def restored(cls, kept: Kept, recipe: Recipe, backend: str, key: str) -> Game:
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
    def watched(self) -> Game:
        """The same rules in Python, compiled so that their clauses tell what they answer; slow."""
        return self._watched

    def watched_by(self, backend: str) -> Game:
        """The same rules, compiled so that their clauses tell what they answer.

        In Python whoever watches is told each answer; native code counts them.
        """
        compile_, (source, options, ruleset, library, _, _, beside, _) = self.recipe
        return compile_(source, options, ruleset, library, backend, (), beside, True)

    @cached_property
    def _watched(self) -> Game:
        return self.watched_by("python")

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
        """Whether there can be several pieces on any site."""
        return schema.COUNT in self.parts

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

    def __repr__(self) -> str:
        return f"<Game {self.name!r}, {self.players} players, {self.board.size} sites>"

    def field(self, raw: Raw, part: Part, index: int = 0) -> int:
        """A part of a state, or one of its entries; 0 if the game has no such part."""
        found = self.parts.get(part)
        return self.machine.get(raw, found, index) if found is not None else 0

    @property
    def dice(self) -> tuple[Die, ...]:
        """Its dice: where each lies, and what is on its faces."""
        return chance.dice_of(self)

    def start(self, seed: int = 0, draws: Iterable[int] | None = None) -> State:
        """The first position.

        Args:
            seed: fixes all that chance decides in the game
            draws: what the start rules draw, as `State.moves` takes it; by chance if not given

        Raises:
            ValueError: draws that are missing, surplus, or cannot fall
        """
        seed = operator.index(seed)
        if draws is None:
            return State(self, self.machine.begin(stream(seed)))
        return State(self, chance.start(self, seed, draws))

    def position(self, text: str = "", *, fen: str | None = None, seed: int = 0) -> State:
        """The position that a text says.

        What the text leaves out is as at the start, but for the pieces: none stands where the text
        says nothing of one. If it says only who moves, the players before and after him follow in
        the order of turns.

        Args:
            text: as `State.text` or `State.position` writes it: sites with their pieces, as
                `a1 Rook1, e8 King2`, then what else there is, as `; mover 2; counter 4`; or a board
                as `str(state)` draws it, which shows pieces, hands and the mover, and no more
            fen: instead, the notation of Forsyth and Edwards, as `State.fen` writes it, or that of
                shogi with the word `sfen` before it; `interpreter/play/notation/fen.py` says which
                part of a state is which field
            seed: fixes what chance decides, where the text does not say it

        Raises:
            LudError: the text says what cannot be, with the place
            ValueError: both texts are given
        """
        from interpreter.play.notation import fen as fens  # noqa: PLC0415  only where it is asked for
        from interpreter.play.notation import texts  # noqa: PLC0415

        if fen is None:
            return State(self, texts.read(self, text, operator.index(seed)))
        if text:
            raise ValueError("a position is said in one way, not in two")
        return State(self, fens.read(self, fen, operator.index(seed)))

    def legal(self, raw: Raw) -> list[int]:
        """The packed legal moves of a state, in the canonical order."""
        return self.machine.legal(raw)

    def perft(
        self,
        depth: int,
        state: State | None = None,
        progress: Callable[[int], None] | None = None,
        *,
        threads: int = 1,
        memory: int = 0,
        turns: bool = False,
    ) -> int:
        """How many sequences of so many plies there are; sequences that end earlier do not count.

        A move of several parts, such as a capture of several pieces or a move and an arrow, is
        several plies. Counted by turns it is one move, as federations and most programs for one
        game count.

        Args:
            depth: number of plies, or of turns
            state: from where; from the start if not given
            progress: called with the number of root moves done
            threads: at most so many at once
            memory: MiB a thread for counts of positions that are met again; they are told apart
                by a hash of 64 bits, so that a wrong count is possible, if never to be expected
            turns: count whole turns; a turn lasts until another player moves

        Raises:
            ValueError: a depth below 0 or beyond the moves of a game, no thread, negative memory,
                a position of another game
            TypeError: what counts something is no whole number
        """
        depth, threads, memory = map(operator.index, (depth, threads, memory))
        if state is not None and state.game is not self:
            raise ValueError("the position belongs to another game")
        if not 0 <= depth <= MOST_MOVES:
            raise ValueError(f"the depth of perft goes from 0 to {MOST_MOVES}")
        if threads < 1 or not 0 <= memory <= MOST_MEMORY:
            raise ValueError("perft takes at least one thread, and memory that there can be")
        raw = self.start().raw if state is None else state.raw
        return self.machine.perft(raw, depth, threads, memory << 20, progress, turns=turns)

    def at(self, raw: Raw) -> State:
        """A state of this game, as the machine holds it."""
        return State(self, raw)

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

    def playouts(
        self,
        n: int,
        *,
        seed: int = 0,
        threads: int = 1,
        progress: Callable[[int], None] | None = None,
        state: State | None = None,
    ) -> Playouts:
        """Play games of uniformly random legal moves.

        Args:
            n: how many
            seed: fixes every game
            threads: at most so many at once; the games do not depend on it
            progress: called with the number of games done
            state: where the games begin; at the start if not given. From there they are played one
                after another, and lengths are those of what is played

        Raises:
            ValueError: fewer than no games, more than there can be, no thread, or a position of
                another game
            TypeError: what counts something is no whole number
            MemoryError: the results would not fit into this machine
        """
        n, seed, threads = map(operator.index, (n, seed, threads))
        if not 0 <= n <= MOST_GAMES or threads < 1:
            raise ValueError(f"playouts take from 0 to {MOST_GAMES} games, and at least one thread")
        _fits(n, 4 + 9 * self.players)
        import numpy as np  # noqa: PLC0415  takes longer to import than all the rest

        if state is None:
            lengths, doubled = self.machine.playouts(n, self.players, seed, threads, progress)
        elif state.game is not self:
            raise ValueError("the position belongs to another game")
        else:
            from interpreter.play.search.positions import playouts_from  # noqa: PLC0415

            lengths, doubled = playouts_from(state, n, seed, progress)
        ranks = np.asarray(doubled, np.int8).reshape(n, self.players)
        return Playouts(np.asarray(lengths, np.int32), ranks)

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

    def batch(
        self, n: int, seed: int = 0, threads: int = 1, *, auto_reset: bool = False
    ) -> Batch[State]:
        """So many games side by side, for learners; see `Batch`.

        Args:
            n: how many games
            seed: fixes what chance decides in the games, and what `Batch.sample` draws
            threads: how many share the games; results do not depend on it
            auto_reset: whether a game that is over begins anew at once

        Raises:
            ValueError: no game, no thread, too many of either, or more actions than can be
                numbered
            TypeError: what counts something is no whole number
        """
        from interpreter.play.batch import Batch  # noqa: PLC0415

        position = functools.partial(State, self)
        return Batch(self, position, n, seed=seed, threads=threads, auto_reset=auto_reset)

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

    def uct(
        self,
        state: State,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        seed: int = 0,
        explore: float = 0.7,
        memory: int = 256,
        tree: Tree | None = None,
        progress: Callable[[int], None] | None = None,
        threads: int = 1,
    ) -> Search:
        """Monte Carlo tree search for any number of players, each for himself.

        Where chance has a part, every random game draws anew what the rules will draw, and the tree
        holds moves whatever fell before them (open loop). The throw that lies on the table is
        known, the next one is not. Nothing is certain then, and no tree is used again.

        Args:
            state: the position to search
            iterations: random games at most; fewer where the outcome is certain before
            seconds: time at most
            seed: fixes the search, if only iterations limit it
            explore: weight of uncertainty; outcomes go from -1 to 1
            memory: MiB for the tree; a full tree grows no further, but the search goes on
            tree: that of an earlier search in the same game: what is known of the position is
                used again; its memory is the old one, changed in place
            progress: called with the number of random games played
            threads: how many search at once, each in a tree of its own and with a share of
                iterations and memory; where something is hidden, one does

        Raises:
            ValueError: no limit, limits that make no sense, a game that is over, or no native code

        Source: Kocsis and Szepesvári 2006; Winands, Björnsson and Saito 2008 (MCTS-Solver); Gelly
            and Silver 2007 (what moves are worth wherever they are made); docs/search.md;
            Cowling, Powley and Whitehouse 2012, section IV, for moves that are not always legal
        """
        from interpreter.play.search.tree_search import uct  # noqa: PLC0415  only for those who search
        from interpreter.targets.kernels.search.weights import Weights  # noqa: PLC0415

        return uct(
            self, state, iterations=iterations, seconds=seconds, seed=seed,
            weights=Weights(explore), memory=memory, tree=tree, progress=progress, threads=threads,
        )  # fmt: skip

    def alphabeta(
        self,
        state: State,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        weights: Mapping[str, float] | None = None,
        memory: int = 64,
        progress: Callable[[int], None] | None = None,
        quiet: int = 0,
    ) -> Search:
        """Look ahead, one ply deeper each time: the best move if all others play against it.

        Where chance decides, one course of it is drawn by lot and searched.

        Args:
            state: the position to search
            depth: plies at most
            seconds: time at most; the first ply is looked at whatever it takes
            weights: how much `score`, `material`, `mobility` and `centre` count at the horizon:
                what the mover has more than the others on average; the score alone if not given
            memory: MiB for positions that were met
            progress: called with the number of positions looked at
            quiet: plies at most behind the others, in which only captures are looked at

        Raises:
            ValueError: no limit, limits or weights that make no sense, a game that is over, or
                no native code

        Source: Knuth and Moore 1975; Sturtevant and Korf 2000 for more than two players
        """
        from interpreter.play.search.lookahead import alphabeta  # noqa: PLC0415

        return alphabeta(
            self, state, depth=depth, seconds=seconds, weights=weights, memory=memory,
            progress=progress, quiet=quiet,
        )  # fmt: skip

    def solve(
        self,
        state: State | None = None,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        memory: int = 256,
        progress: Callable[[int], None] | None = None,
    ) -> Solution:
        """Who wins if nobody errs, in a game for two; what is expected, where chance decides.

        Positions that were met are told apart by a hash of 64 bits. In a game that chance has a
        part in, for any number of players, all positions that can be reached are found and given
        their values, each player taking what is best for himself; see `search/expected.py`.

        Args:
            state: the position to solve; the first one if not given
            seconds: time at most
            nodes: positions to look at, at most; 2,000,000 with chance if not given
            memory: MiB for positions that were met
            progress: called with the number of positions looked at

        Raises:
            ValueError: a game without chance that is not for two, one with chance that remembers
                positions, limits that make no sense, a game that is over, or no native code
        """
        from interpreter.play.search.lookahead import solve  # noqa: PLC0415

        return solve(
            self, state, seconds=seconds, nodes=nodes, memory=memory, progress=progress
        )  # fmt: skip

    def solutions(
        self, state: State | None = None, *, limit: int = 2, seconds: float | None = None
    ) -> Found:
        """The solutions of a deduction puzzle: with a limit of 2, whether there is just one.

        Args:
            state: the position to begin with; the first one if not given
            limit: so many solutions at most; 0 for all
            seconds: time at most

        Raises:
            ValueError: the game is no puzzle, or the limit is negative
        """
        from interpreter.play.puzzles.solving import solve  # noqa: PLC0415

        return solve(self.start() if state is None else state, limit, seconds)

    def difficulty(self, state: State | None = None) -> Difficulty:
        """How hard a deduction puzzle is, by the deductions that it takes.

        Args:
            state: the position to begin with; the first one if not given

        Raises:
            ValueError: the game is no puzzle, or has no solution
        """
        from interpreter.play.puzzles.solving import Solver  # noqa: PLC0415

        return Solver(self.start() if state is None else state).difficulty()


class State:
    """A position of a game; it never changes, moves give new ones."""

    def __init__(self, game: Game, raw: Raw) -> None:
        self.game = game
        self.raw = raw

    def __eq__(self, other: object) -> bool:
        """Whether two positions of the same rules go on in the same way, whatever is done."""
        if not isinstance(other, State):
            return NotImplemented
        if self.game is other.game:
            return self.game.future.same(self.raw, other.raw)
        if self.game.rules != other.game.rules:
            return False
        return self.game.future.told(self.raw) == other.game.future.told(other.raw)

    def __hash__(self) -> int:
        return self.key

    @cached_property
    def key(self) -> int:
        """A number of 64 bits for what decides what can still happen, for tables and books.

        The same in every process and on every machine; it tells nothing of what chance will draw.
        Where the rules forbid positions to come again, those that were there are a part of it.
        """
        return self.game.future.key(self.raw)

    def __repr__(self) -> str:
        return f"<State of {self.game.name!r}, ply {self.plies}>"

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

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        names: dict[str, int] = {}
        found: list[Move] = []
        for packed in self.game.legal(self.raw):
            name = self._name(packed)
            names[name] = names.get(name, 0) + 1
            if names[name] > 1:
                name = f"{name}/{names[name]}"
            _, origin, target, _ = unpack(packed)
            found.append(Move(packed, origin, target, self.mover, name))
        return tuple(found)

    def _name(self, packed: int) -> str:
        template, origin, target, _ = unpack(packed)
        labels = self.game.labels
        form = self.game.program.templates[template]
        name = form.name.lower()
        if form.shape != "nowhere":
            name = labels[target].lower()
            if origin not in (target, -1):
                name = f"{labels[origin].lower()}-{name}"
        return f"{name}={form.note.lower()}" if form.note else name

    @property
    def movers(self) -> tuple[int, ...]:
        """The players who choose now: one, but where all choose at once; none when it is over."""
        return joint.choosers(self)

    def moves(self, draws: Iterable[int] | None = None, *, player: int | None = None) -> list[Move]:
        """The legal moves in the canonical order; none when the game is over.

        Args:
            player: one of those who choose now, where players choose at once
            draws: what falls before them, in the order in which it is drawn: of each draw the
                number of its outcome, from 0; as the game's own chance has it if not given

        Raises:
            ValueError: draws that are missing, surplus, or cannot fall
        """
        if player is not None and player != self.mover:
            return joint.before(self, player).moves(draws)
        if draws is None:
            return list(self._moves)
        fallen = tuple(map(operator.index, draws))
        told = State(self.game, chance.told_before(self, fallen))
        return [replace(move, draws=fallen) for move in told._moves]

    @cached_property
    def chance(self) -> tuple[Draw, ...]:
        """The draws that are due before the moves, each with its outcomes and how likely they are.

        Where a draw decides which others there are, these are those after its first outcome.
        """
        return chance.due(self)

    @property
    def roll_due(self) -> bool:
        """Whether the dice are thrown before the moves."""
        return any(one.die is not None for one in self.chance)

    def drawn(self, move: Move | str) -> tuple[int, ...]:
        """All that falls when a legal move is made by the game's own chance, before and after it.

        Raises:
            ValueError: the move is not legal here
        """
        packed = (self.move(move) if isinstance(move, str) else move).packed
        return chance.drawn_by(self, packed) if self.game.draws else ()

    def move(self, name: str) -> Move:
        """The legal move with this name, which may be an algebraic one, such as `Nf3`.

        Raises:
            ValueError: no legal move is called so, or more than one
        """
        move, *rest = self.line(name)
        if rest:
            moves = ", then ".join(map(str, (move, *rest)))
            raise ValueError(f"{name} is not one move, but {moves}")
        return move

    def line(self, name: str) -> tuple[Move, ...]:
        """The moves that a name stands for: one, or those of a turn, as for `e8=Q`.

        Raises:
            ValueError: no legal move is called so, or more than one
        """
        wanted = name.strip().lower()
        for move in self._moves:
            if move.name == wanted:
                return (move,)
        from interpreter.play.notation.algebraic import line  # noqa: PLC0415  only if it is needed

        return line(self, name)

    def why_not(self, name: str) -> Reason:
        """Why a move is not legal, by the rule that decides.

        The rules are compiled once more for this, so that the first question takes a moment.

        Args:
            name: of the move, such as `a1-b2`, or of a site
        """
        from interpreter.play.watching import Inquiry  # noqa: PLC0415  only if it is asked

        return Inquiry(self).reason(name)

    def why(self) -> list[Given] | Reason:
        """The rules that give the legal moves; of a game that is over, what ended it."""
        from interpreter.play import watching  # noqa: PLC0415  only if it is asked

        return watching.ended(self) if self.over else watching.given(self)

    def algebraic(self, move: Move | str) -> str:
        """The name of a legal move as players of chess write it: `Nf3`, `exd5`, `O-O`, `Rad1+`.

        Raises:
            ValueError: the move is not legal, or moves of the game have no such names
        """
        from interpreter.play.notation.algebraic import name  # noqa: PLC0415  see line

        return name(self, self.move(move) if isinstance(move, str) else move)

    def after(
        self, move: Move | str | Mapping[int, Move | str], draws: Iterable[int] | None = None
    ) -> State:
        """The position after a move; after all moves of a turn, if they have one name.

        Args:
            move: a legal move, or its name; where players choose at once, also the choice of each
                who chooses now by his number, or the name of that, such as `1:rock & 2:paper`
            draws: what falls, in the order in which it is drawn: before the moves, unless the move
                is one of `moves(draws)`, and after it; as the game's own chance has it if not given

        Raises:
            ValueError: the move is not legal here; draws that are missing, surplus, or cannot fall
            TypeError: what is no move
        """
        if isinstance(move, str) and joint.AND.strip() in move and joint.at_once(self.game):
            move = joint.read(move)
        if isinstance(move, Mapping):
            return joint.after(self, move)
        if draws is not None or (isinstance(move, Move) and move.draws is not None):
            raw = chance.after(self, move, draws, lambda raw: State(self.game, raw)._moves)
            return State(self.game, raw)
        if isinstance(move, str):
            move, *rest = self.line(move)
            following = State(self.game, self.game.after(self.raw, move.packed))
            return functools.reduce(State.after, rest, following)
        if not isinstance(move, Move):  # pyright: ignore[reportUnnecessaryIsInstance]
            near = f', such as "{self._moves[0]}"' if self._moves else ""
            raise TypeError(f"a move is one of state.moves(), or its name{near}; not {move!r}")
        if all(move.packed != one.packed for one in self._moves):
            raise ValueError(f"{move} is not a legal move")
        return State(self.game, self.game.after(self.raw, move.packed))

    def seen_by(self, player: int) -> Seen:
        """The position as a player knows it: what the rules hide from him is not in it.

        Args:
            player: by colour, as `mover` is

        Raises:
            ValueError: there is no such player
        """
        return Seen(self, operator.index(player))

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

    @property
    def variables(self) -> Mapping[str, int]:
        """The numbers that rules keep under a name; -1 where none is kept yet."""
        return looking.variables(self)

    @property
    def phase(self) -> str:
        """The phase of the player to move, by its name; "" in a game without phases."""
        names = self.game.program.phases
        number = self.game.field(self.raw, schema.PHASE, self.mover)
        return names[number] if names else ""

    def arrays(self) -> dict[str, npt.NDArray[np.int64]]:
        """What there is on every site, those of hands included: an array for each thing, by site.

        `piece` is the kind on top, 0 for none, `owner` whose it is, -1 where nothing is, `count`
        how many pieces there are; `state` and `value` only where the game has them.
        """
        return looking.arrays(self)

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
        if self.piles:
            return self.number(schema.COUNT, site)
        place = site - self.game.board.size
        if place < 0 or site >= self.game.places:
            return int(self.contents[site] > 0)
        return self.game.field(self.raw, schema.HELD, place + 1)

    @property
    def piles(self) -> bool:
        """Whether there can be several pieces on any site."""
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

    def position(self) -> str:
        """What lies where, as `site:piece;site:piece…` in the order of sites.

        Hands follow, each behind a `|`; `x` and a number stand behind a piece of which there are
        several, and `/` between pieces that stand on each other, the lowest first. The sites that
        a large piece covers besides its own are left out.
        """
        parts = [range(self.game.board.size), *(hand.sites for hand in self.game.hands)]
        return "|".join(";".join(self._described(sites)) for sites in parts)

    def text(self) -> str:
        """The whole position: what lies where, and all else that is not as at the start.

        `Game.position` reads it back: a state with the same moves, now and later.
        """
        from interpreter.play.notation.texts import written  # noqa: PLC0415  see Game.position

        return written(self)

    def fen(self) -> str:
        """The position in the notation of Forsyth and Edwards, for two players on rows and columns.

        Raises:
            ValueError: a board, a piece or a moment that the notation has no place for
        """
        from interpreter.play.notation.fen import written  # noqa: PLC0415  see Game.position

        return written(self)

    def _described(self, sites: range) -> Iterator[str]:
        parts = covering(self.game.pieces)
        for site in sites:
            if (what := self.contents[site]) and what not in parts:
                count = self.count(site)
                if schema.LEVEL in self.game.parts:
                    yield f"{site}:{'/'.join(map(str, self.stack(site)))}"
                    continue
                yield f"{site}:{what}x{count}" if count > 1 else f"{site}:{what}"
