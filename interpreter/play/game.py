"""Games, states and moves, as people and programs hold them."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.ir.meaning.splitmix import stream
from interpreter.ir.program import MOST_MOVES
from interpreter.play import chance, joint
from interpreter.play.chance import Draw
from interpreter.play.compiled import Compiled
from interpreter.play.machines import Raw
from interpreter.play.move import Move, told_apart
from interpreter.play.playouts import MOST_GAMES, Playouts, fits
from interpreter.play.position import Position
from interpreter.play.seeing import Seen

if TYPE_CHECKING:
    from interpreter.play.batch import Batch
    from interpreter.play.puzzles.solving import Difficulty, Found
    from interpreter.play.search.findings import Search, Solution
    from interpreter.play.search.tree import Tree
    from interpreter.play.watching import Given, Reason

# MiB of a table that no machine of today is asked for.
MOST_MEMORY = 1 << 20


class Game(Compiled):
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

    def __repr__(self) -> str:
        return f"<Game {self.name!r}, {self.players} players, {self.board.size} sites>"

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

    def at(self, raw: Raw) -> State:
        """A state of this game, as the machine holds it."""
        return State(self, raw)

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
        fits(n, 4 + 9 * self.players)
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
        lanes: bool | None = None,
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
            lanes: whether the random games of several rounds are played at once, in the vectors of
                the processor, where it and the rules allow it: up to twice as many rounds in the
                same time, of which some do not know of each other. If not given, where it is found
                to be faster and only time limits the search; other searches find the same on every
                machine

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
            lanes=lanes,
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


class State(Position[Game]):
    """A position of a game; it never changes, moves give new ones."""

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

    def __repr__(self) -> str:
        return f"<State of {self.game.name!r}, ply {self.plies}>"

    @cached_property
    def _legal(self) -> list[int]:
        return self.game.legal(self.raw)

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        met = self.game.met_moves(self.mover)
        found = tuple([met[packed] for packed in self._legal])
        return found if len({move.name for move in found}) == len(found) else told_apart(found)

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
        if move.packed not in self._legal:
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
