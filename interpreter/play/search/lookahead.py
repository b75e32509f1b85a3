"""Searches that look ahead, ply by ply: alpha-beta search, and who wins if nobody errs.

They run in a thread of their own, so that limits of time hold and Ctrl-C works at once.
"""

from __future__ import annotations

import ctypes
import math
import operator
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from interpreter.ir import schema
from interpreter.play.chance import repeated
from interpreter.play.move import Move
from interpreter.play.protocol import PlayedGame, PlayedState
from interpreter.play.search import expected
from interpreter.play.search.findings import Judged, Search, Solution
from interpreter.play.search.improving import Improving
from interpreter.play.search.positions import by_chance, put_history, reseeded, seat_of
from interpreter.play.search.requirements import check_limits, check_position, native
from interpreter.play.search.worlds import Worlds, hidden_from_mover, in_truth
from interpreter.targets.calls import I64, PIECE_S, P
from interpreter.targets.llvm import stacks
from interpreter.targets.protocol import Progress

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from interpreter.targets.kernels.search.evaluation import Board


class Ahead:
    """A search by looking ahead from one position.

    Args:
        code: compiled functions of `kernels/search/alphabeta.py`
        bounds: the window at the root
        memory: bytes of the table
        weights: what the measures count that the part was compiled for
        quiet: plies behind the others in which only captures are looked at
    """

    def __init__(
        self,
        state: PlayedState,
        code: Improving,
        bounds: tuple[float, float],
        memory: int,
        weights: Sequence[float] = (),
        quiet: int = 0,
    ) -> None:
        import numpy as np  # noqa: PLC0415

        from interpreter.targets.kernels.search import table  # noqa: PLC0415

        machine = native(state.game)
        t = machine.translator
        self.state, self.names = state, table.HEAD
        self.moves = state.moves()
        self.head: npt.NDArray[np.int64] = np.zeros(len(self.names), np.int64)
        count = len(self.moves)
        self.packed = np.array([one.packed for one in self.moves], np.int64)
        self.values, self.certain = np.full(count, -9.0), np.zeros(count, np.int64)
        self.visits = np.zeros(count, np.int64)
        buckets = 1 << (memory // table.BUCKET).bit_length() - 1
        raw = reseeded(machine, state, state.plies)
        self._scratch = np.zeros(t.scratch + 64, np.uint8)
        put_history(machine, self._scratch, raw)
        room = 2 * (t.moves.most + 1) + (1 << 20)
        self._kept: dict[str, npt.NDArray[Any]] = {
            "table": np.zeros(buckets * table.BUCKET, np.uint8),
            "cuts": np.zeros(table.CUTS, np.int64),
            "killers": np.zeros(2 * (table.DEEPEST + 2), np.int64),
            "state": np.frombuffer(raw, np.uint8, t.layout.size).copy(),
            "scratch": self._scratch, "lists": np.empty(room, np.int64), "moves": self.packed,
            "values": self.values, "certain": self.certain, "visits": self.visits,
            "weights": np.array([*weights, 0.0]),
        }  # fmt: skip
        for name, array in self._kept.items():
            self._put(name, array.ctypes.data)
        # Room for the list that is being made, and for how promising its moves are.
        spare = 16 * (t.moves.most + 1)
        self._put("end", self._kept["lists"].ctypes.data + self._kept["lists"].nbytes - spare)
        self._put("buckets", buckets)
        self._put("seat", seat_of(state))
        self._put("plies", state.plies)
        self._put("count", count)
        self._put("limit", (1 << 63) - 1)
        self._put("quiet", quiet)
        self._put("again", repeated(state))
        self.quiet = quiet
        for name, value in zip(("low", "high"), bounds, strict=True):
            self.head[self.names.index(name)] = np.array([value]).view(np.int64)[0]
        self._code = code
        self._calls = DRAWS if by_chance(state.game) else 1
        self.goal = bounds[1]
        self.depth = 0

    def _put(self, name: str, value: int) -> None:
        self.head[self.names.index(name)] = value

    @property
    def nodes(self) -> int:
        """Positions looked at."""
        return int(self.head[self.names.index("nodes")])

    def stop(self) -> None:
        """Ask the search to come back."""
        self._put("stop", 1)

    def _reach(self) -> int:
        """How many plies a search looks ahead at most if nothing else is said."""
        from interpreter.targets.kernels.search import table  # noqa: PLC0415

        part = self._code.part
        whole = part.stack()
        level = max(1, part.stack(self._calls) - whole)
        return max(1, min(table.DEEPEST - self.quiet, (STACK - whole) // level - self.quiet - 1))

    def run(
        self,
        depth: int | None,
        seconds: float | None,
        progress: Progress | None,
        nodes: int | None = None,
        *,
        leaps: bool = False,
    ) -> None:
        """Look further and further until a limit is reached or the outcome is certain.

        The first ply is looked at whatever the time.

        Args:
            depth: plies; as many as native code finds room for on the stack if not given
            leaps: whether to look several plies further where the next is not much more work
        """
        if nodes is not None:
            self._put("limit", nodes)
        most = self._reach() if depth is None else depth
        levels = self._calls * (most + self.quiet + 1)
        search = self._search(levels)
        end = math.inf if seconds is None else time.perf_counter() + seconds
        failures: list[BaseException] = []
        finished = threading.Event()

        def deepen() -> None:
            nonlocal search
            try:
                further, begun = 1, time.perf_counter()
                while self.depth < most and time.perf_counter() < end and not self.settled():
                    before = self.nodes
                    if not self._look(search, min(most, self.depth + further)):
                        return
                    if leaps:
                        further = self._leap(further, self.nodes - before, before)
                    spent, begun = time.perf_counter() - begun, time.perf_counter()
                    if self._code.improved(spent):
                        search = self._search(levels)
            except BaseException as error:  # raised again where it is waited for
                failures.append(error)
            finally:
                finished.set()

        worker = stacks.begin(deepen, self._code.part.stack(levels))
        try:
            self._wait(finished, end, progress)
        except BaseException:
            self.stop()
            stacks.outlive(worker, finished)
            raise
        if failures:
            raise failures[0]

    def _search(self, levels: int) -> Callable[[int, int], int]:
        return self._code.part.function("search", I64, P, I64, levels=levels)

    def _leap(self, plies: int, nodes: int, before: int) -> int:
        """How many plies further to look next, if the last so many took so many positions more.

        A leap costs up to what the plies on its way cost; without it they are looked at again.
        """
        growth = (max(1, nodes) / max(1, before)) ** (1 / plies)
        return 1 if growth > GROWTH else max(1, self.depth // 2)

    def _wait(self, finished: threading.Event, end: float, progress: Progress | None) -> None:
        while not finished.is_set():
            left = end - time.perf_counter()
            finished.wait(min(PIECE_S, max(0.0005, left)))
            if left <= 0 and self.depth:
                self.stop()
            if progress is not None:
                progress(self.nodes)

    def _look(self, search: Callable[[int, int], int], depth: int) -> bool:
        """All moves, to a depth; the best comes first then. Whether it came to the end."""
        old = [array.copy() for array in (self.values, self.certain)]
        self.values[:], self.certain[:] = -9.0, 0
        if not search(int(self.head.ctypes.data), depth + self.quiet):
            if self.depth:
                self.values[:], self.certain[:] = old
            return False
        self.depth = depth
        best = int(self.values.argmax())
        for array in (self.packed, self.values, self.certain, self.visits):
            array[: best + 1] = [array[best], *array[:best]]
        self.moves.insert(0, self.moves.pop(best))
        return True

    def settled(self) -> bool:
        """Whether looking further cannot change the choice."""
        if not self.depth:
            return False
        return bool(self.certain[0] and (self.values[0] > WON or self.certain.all()))

    def judged(self) -> tuple[Judged, ...]:
        """What was found, best first; values behind the best are what a move has at most."""
        found: list[Judged] = []
        for number, move in enumerate(self.moves):
            value = float(self.values[number])
            certain = bool(self.certain[number]) and (number == 0 or value < -WON)
            found.append(Judged(move, int(self.visits[number]), round(value, 6), certain))
        return (found[0], *sorted(found[1:], key=lambda one: one.value, reverse=True))

    def principal(self) -> tuple[Move, ...]:
        """The best moves, one after another, as far as the table has them."""
        machine = native(self.state.game)
        t = machine.translator
        found, state = [self.moves[0]], self.state.after(self.moves[0])
        best = self._code.part.function("search_best", I64, P, P, P)
        while not state.over and len(found) < self.depth:
            raw = bytearray(state.raw)
            put_history(machine, self._scratch, raw)
            held = (ctypes.c_char * t.layout.size).from_buffer_copy(raw)
            places = ctypes.addressof(held), int(self._scratch.ctypes.data)
            packed = int(best(int(self.head.ctypes.data), *places))
            move = next((one for one in state.moves() if one.packed == packed), None)
            if move is None:
                break
            found.append(move)
            state = state.after(move)
        return tuple(found)


WON = 1 - 1e-6
GROWTH = 4.0
"""Times as many positions for one ply more: where it is less, an exact search leaps."""
STACK = 1 << 30
"""Bytes of the stack that a search takes at most to look as far as it can."""
DRAWS = 64
"""At most so many draws fall at a ply: they are told by one number of as many bits."""
MOST_EXPECTED = 2_000_000
"""Positions of a game with chance that are solved at most, if nothing else is said: about 10 GB."""


def alphabeta(
    game: PlayedGame,
    state: PlayedState,
    *,
    depth: int | None,
    seconds: float | None,
    weights: Mapping[str, float] | None,
    memory: int,
    progress: Progress | None,
    quiet: int = 0,
) -> Search:
    """Alpha-beta search; see `Game.alphabeta`."""
    machine = native(game)
    from interpreter.targets.kernels.search import alphabeta as kernel  # noqa: PLC0415
    from interpreter.targets.kernels.search import table  # noqa: PLC0415

    check_position(game, state)
    check_limits(seconds, memory)
    if depth is None and seconds is None:
        raise ValueError("a search is limited by depth, by seconds, or by both")
    if depth is not None and not 1 <= operator.index(depth) <= table.DEEPEST:
        raise ValueError(f"the depth of a search goes from 1 to {table.DEEPEST}")
    if quiet and by_chance(game):
        raise ValueError("a search does not look at captures alone where chance decides")
    if not 0 <= quiet <= table.DEEPEST - (depth or 1):
        raise ValueError(f"a search looks at captures for 0 to {table.DEEPEST} plies in all")
    if weights is None:
        weights = {"score": 1.0} if game.program.part(schema.SCORE) is not None else {}
    unknown = next((name for name in weights if name not in table.TERMS), None)
    if unknown is not None:
        raise ValueError(f'nothing is measured by the name "{unknown}": {", ".join(table.TERMS)}')
    if not all(math.isfinite(weight) for weight in weights.values()):
        raise ValueError("the weights of a search are finite numbers")
    start = time.perf_counter()
    true, hidden = state, hidden_from_mover(state)
    if hidden:  # one of the positions that the player to move may be in
        state = game.at(Worlds(state, Random(state.plies)).draw())
    terms = [name for name, weight in weights.items() if weight]
    style = kernel.Style(terms, board_of(game), quiet=quiet > 0)
    name = " ".join(("alphabeta", *terms, *(["quiet"] if quiet else [])))
    write = partial(kernel.write, style=style)
    code = Improving(machine, name, kernel.ENTRIES, write, kernel.NAMES)
    bounds = -math.inf, math.inf
    ahead = Ahead(state, code, bounds, memory << 20, [weights[name] for name in terms], quiet)
    ahead.run(depth, seconds, progress)
    moves = ahead.judged()
    spent = time.perf_counter() - start
    if hidden:
        moves = in_truth(moves, true)
        nodes, depth = ahead.nodes, ahead.depth
        return Search(moves, moves[0].value, False, nodes, spent, (moves[0].move,), depth)
    proven = moves[0].certain
    return Search(
        moves, moves[0].value, proven, ahead.nodes, spent, ahead.principal(), ahead.depth
    )  # fmt: skip


def board_of(game: PlayedGame) -> Board:
    """What evaluation has to know of a game."""
    from interpreter.targets.kernels.search.evaluation import Board  # noqa: PLC0415

    pieces = tuple(
        tuple(one.number for one in game.pieces if one.owner == player)
        for player in range(1, game.players + 1)
    )
    beside = (0.0,) * (game.program.sites - game.board.size)
    return Board(pieces, game.board.nearness + beside)


def solve(
    game: PlayedGame,
    state: PlayedState | None,
    *,
    seconds: float | None,
    nodes: int | None,
    memory: int,
    progress: Progress | None,
) -> Solution:
    """Exact search; see `Game.solve`."""
    chance = by_chance(game)
    if game.players != 2 and not chance:
        raise ValueError(f"games for two can be solved, not for {game.players}")
    if chance and game.program.part(schema.HISTORY) is not None:
        raise ValueError("a game with chance in which no position may come again cannot be solved")
    state = game.start() if state is None else state
    check_position(game, state)
    check_limits(seconds, memory)
    if nodes is not None and operator.index(nodes) < 1:
        raise ValueError("an exact search looks at one position at least")
    if chance:
        limit = math.inf if seconds is None else seconds
        most = MOST_EXPECTED if nodes is None else nodes
        return expected.solve(game, state, seconds=limit, nodes=most, progress=progress)
    machine = native(game)
    from interpreter.targets.kernels.search import solve as part  # noqa: PLC0415

    start = time.perf_counter()
    code = Improving(machine, part.NAME, part.ENTRIES, part.write, part.NAMES)
    ahead = Ahead(state, code, (-1.0, 1.0), memory << 20)
    ahead.run(None, seconds, progress, nodes, leaps=True)
    spent = time.perf_counter() - start
    if not ahead.settled():
        return Solution(None, None, (), ahead.depth, ahead.nodes, spent)
    value = round(float(ahead.values[0]))
    return Solution(value, ahead.moves[0], ahead.principal(), ahead.depth, ahead.nodes, spent)
