"""Searches that run as native code: what they take, what they find, and how they are driven.

The searches themselves are in `kernels/`. They run in short native calls, so that limits of time
hold and Ctrl-C works at once.
"""

from __future__ import annotations

import ctypes
import math
import operator
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.kernels.control import PIECE_S, outlive

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from interpreter.backends.checks import Checked
    from interpreter.backends.machine import Machine
    from interpreter.backends.native import Library
    from interpreter.kernels.alphabeta import Board
    from interpreter.play.game import Game, Move, State

Progress = Callable[[int], None]
MOST_MEMORY = 1 << 20
MOST_ROUNDS = 1 << 30
PATIENCE = 4
"""Visits before a node of the tree gets children.

At equal time 1, 2, 4, 8 and 16 play equally well (Yavalath, Gomoku, Connect Four at 10 and 20 ms a
move, 40 to 120 games each); fewer prove more, more take less memory.
"""
FIND_BUDGET = 200_000
FARTHEST = 4
"""Plies between two searches over which a tree is used again."""
P, I64 = ctypes.c_void_p, ctypes.c_int64


@dataclass(frozen=True, slots=True)
class Judged:
    """What a search thinks of a move.

    Args:
        move: the move
        visits: how many games or positions behind it were looked at
        value: what it is worth to the mover, from -1 to 1
        certain: whether the value is proven
    """

    move: Move
    visits: int
    value: float
    certain: bool


@dataclass(frozen=True)
class Search:
    """What a search has found.

    Args:
        moves: the legal moves, best first
        value: what the position is worth to the mover, from -1 to 1
        proven: whether that is certain
        iterations: random games played, or positions looked at
        seconds: how long it took
        principal: the best move, and what follows if everybody makes his best
        depth: plies looked ahead throughout; 0 where the search knows no such depth
        tree: to be handed to the search of a position that follows; None where there is none
    """

    moves: tuple[Judged, ...]
    value: float
    proven: bool
    iterations: int
    seconds: float
    principal: tuple[Move, ...]
    depth: int = 0
    tree: Tree | None = None

    @property
    def best(self) -> Move:
        """The best move."""
        return self.moves[0].move


# Arguments


def native(game: Game) -> Machine:
    """The machine of a game that runs as native code.

    Raises:
        ValueError: it does not
    """
    if game.machine.name != "llvm":
        raise ValueError("this search needs native code; lab.players has searches in Python")
    found: Any = game.machine
    return found


def check_position(game: Game, state: State) -> None:
    """See that there is something to search.

    Raises:
        ValueError: the game is over, or the position is one of another game
    """
    if state.game is not game:
        raise ValueError("the position belongs to another game")
    if state.over:
        raise ValueError("the game is over: there is no move to search for")


def check_limits(seconds: float | None, memory: int) -> None:
    """See that limits of time and of memory make sense.

    Raises:
        ValueError: they do not
        TypeError: the memory is no whole number
    """
    if seconds is not None and not seconds > 0:
        raise ValueError("the time of a search is more than 0 seconds")
    if not 1 <= operator.index(memory) <= MOST_MEMORY:
        raise ValueError(f"the memory of a search goes from 1 to {MOST_MEMORY} MiB")


# Monte Carlo tree search


class Nodes:
    """The memory of a tree, as native code takes it.

    Args:
        memory: bytes of the nodes
    """

    def __init__(self, game: Game, memory: int) -> None:
        import numpy as np  # noqa: PLC0415  takes longer to import than all the rest

        from interpreter.kernels import uct  # noqa: PLC0415  what Python does without

        machine = native(game)
        self.game = game
        kinds = {"mean": np.float32, "spread": np.float32, "move": np.int64}
        width = sum(size for _, size in uct.FIELDS) + game.players
        room = min(memory // width, (1 << 31) - 1024)
        self.arrays: dict[str, npt.NDArray[Any]] = {
            name: np.empty(room + uct.WIDTH, kinds.get(name, np.int32)) for name, _ in uct.FIELDS
        }
        self.outcomes: npt.NDArray[np.uint8] = np.empty((room, game.players), np.uint8)
        t = machine.translator
        self.scratch: npt.NDArray[np.uint8] = np.zeros(t.scratch + 64, np.uint8)
        self.held: npt.NDArray[np.uint8] = np.zeros(t.layout.size, np.uint8)
        rest = {
            "outcome": self.outcomes, "state": self.held, "scratch": self.scratch,
            "lists": np.empty(t.moves.most + 1, np.int64), "path": np.empty(uct.PATH, np.int64),
            "sums": np.zeros(game.players, np.int64),
        }  # fmt: skip
        self._kept = rest
        self.head: npt.NDArray[np.int64] = np.zeros(len(uct.HEAD), np.int64)
        self.names = uct.HEAD
        for name, array in (*self.arrays.items(), *rest.items()):
            self.head[uct.HEAD.index(name)] = array.ctypes.data
        self.put("room", room)

    @property
    def address(self) -> int:
        """Where the head is."""
        return int(self.head.ctypes.data)

    def get(self, name: str) -> int:
        """A number of the head."""
        return int(self.head[self.names.index(name)])

    def put(self, name: str, value: int) -> None:
        """Change a number of the head."""
        self.head[self.names.index(name)] = value

    def weigh(self, explore: float, patience: int) -> None:
        """How much uncertainty counts, and visits before a node gets children."""
        import numpy as np  # noqa: PLC0415

        self.put("patience", patience)
        self.head[self.names.index("explore")] = np.array([explore]).view(np.int64)[0]


class Tree(Nodes):
    """The tree of `Game.uct`, kept from one search to the next.

    Args:
        memory: bytes of the nodes
    """

    def __init__(self, game: Game, memory: int) -> None:
        from interpreter.kernels import uct  # noqa: PLC0415  what Python does without

        super().__init__(game, memory)
        self.state: bytes = b""
        self.opened = uct.OPENED
        part = native(game).part(uct.NAME, uct.ENTRIES, uct.write, uct.NAMES)
        self.run = part.function("uct", I64, P, I64)
        self._look = part.function("uct_open", None, P, I64)
        self._find = part.function("uct_find", I64, P, P, I64)
        self._compact = part.function("uct_compact", None, P, I64)

    def begin(self, state: State, seed: int, explore: float, patience: int) -> None:
        """Make the tree one for this position: go on with what is known of it, or start anew."""
        node = self._known(state)
        self._hold(state, seed)
        if node < 0:
            self._clear()
        else:
            self._compact(self.address, node)
        # The root is looked at again, even if it is settled, so that its moves are known.
        self.outcomes[0] = 0
        self.arrays["count"][0] &= self.opened - 1
        self.put("stop", 0)
        self.put("seed", _signed(_mixed(seed)))
        self.put("stream", _signed(_mixed(seed + 1)))
        self.put("done", 0)
        self.weigh(explore, patience)

    def _hold(self, state: State, seed: int) -> None:
        """Keep the position as the root; chance goes its own way."""
        import numpy as np  # noqa: PLC0415

        machine = native(self.game)
        t = machine.translator
        raw = _by_lot(machine, state, seed)
        self.state = bytes(raw)
        self.held[:] = np.frombuffer(raw, np.uint8, t.layout.size)
        _put_history(machine, self.scratch, raw)

    def _clear(self) -> None:
        for array in self.arrays.values():
            array[:1] = 0
        self.put("used", 1)

    def _known(self, state: State) -> int:
        """The node of a position; -1 if it is not in the tree."""
        if not self.state or by_chance(self.game):
            return -1
        plies = state.plies - self.game.field(bytearray(self.state), "moves")
        if not 0 <= plies <= FARTHEST:
            return -1
        self.put("budget", FIND_BUDGET)
        wanted = (ctypes.c_char * len(state.raw)).from_buffer_copy(state.raw)
        return int(self._find(self.address, ctypes.addressof(wanted), plies))

    # What was found

    def children(self, node: int) -> range:
        """The nodes of the moves at a node."""
        first = int(self.arrays["first"][node])
        return range(first, first + (int(self.arrays["count"][node]) & (self.opened - 1)))

    def settled(self, node: int) -> bool:
        """Whether the outcome of a node is certain."""
        return bool(self.outcomes[node, 0])

    def value(self, node: int, seat: int) -> float:
        """The worth to the seat that chose this node, from -1 to 1; seats count from 0."""
        worst = max(1, self.game.players - 1)
        if self.settled(node):
            rank = int(self.outcomes[node, seat])
            return (
                float(rank - 2 if self.game.players == 1 else self.game.players + 2 - rank) / worst
            )
        visits = int(self.arrays["visits"][node])
        return int(self.arrays["total"][node]) / (visits * worst) if visits else 0.0

    def visits(self, node: int) -> int:
        """How often a node was visited."""
        return int(self.arrays["visits"][node])

    def ranked(self, node: int, seat: int) -> list[int]:
        """The children of a node, best first.

        Certain wins, then what was visited most, then certain losses, by value. A certain
        outcome between them counts as visited often where nothing else is worth more.
        """
        children = self.children(node)
        open_ = [one for one in children if not self.settled(one)]
        hope = self.value(max(open_, key=self.visits), seat) if open_ else -1.0

        def merit(child: int) -> tuple[float, ...]:
            value, visits = self.value(child, seat), self.visits(child)
            if not self.settled(child):
                return (0.0, visits, value)
            if value in (1.0, -1.0):
                return (value, visits, value)
            return (0.0, math.inf if value >= hope else visits, value)

        return sorted(children, key=merit, reverse=True)

    def best_first(self, seat: int) -> list[int]:
        """The moves at the root, best first; all replies to the first were looked at."""
        while True:
            ranked = self.ranked(0, seat)
            first = ranked[0]
            if self.settled(first) or self.arrays["count"][first] >= self.opened:
                return ranked
            self._look(self.address, first)
            if not self.arrays["count"][first]:  # there is no room
                return ranked


def uct(
    game: Game,
    state: State,
    *,
    iterations: int | None,
    seconds: float | None,
    seed: int,
    explore: float,
    memory: int,
    tree: Tree | None,
    progress: Progress | None,
    patience: int = PATIENCE,
) -> Search:
    """Monte Carlo tree search; see `Game.uct`."""
    native(game)
    check_position(game, state)
    check_limits(seconds, memory)
    if iterations is None and seconds is None:
        raise ValueError("a search is limited by iterations, by seconds, or by both")
    if iterations is not None and not 1 <= operator.index(iterations) <= MOST_ROUNDS:
        raise ValueError(f"the iterations of a search go from 1 to {MOST_ROUNDS}")
    if not (math.isfinite(explore) and explore >= 0):
        raise ValueError("the weight of uncertainty in a search is 0 or more")
    start = time.perf_counter()
    if tree is not None and tree.game is not game:
        raise ValueError("the tree of the search belongs to another game")
    tree = tree or Tree(game, memory << 20)
    tree.begin(state, seed, explore, patience)
    _rounds(tree, iterations, math.inf if seconds is None else start + seconds, progress)
    return _found(tree, state, time.perf_counter() - start)


def _rounds(tree: Tree, iterations: int | None, end: float, progress: Progress | None) -> None:
    """Rounds until a limit is reached or the outcome is certain, in short native calls."""
    limit = MOST_ROUNDS if iterations is None else iterations
    worst = max(1, tree.game.players - 1)
    limit = max(1, min(limit, MOST_ROUNDS // worst - tree.visits(0)))
    done, size = 0, 1
    while done < limit:
        begun = time.perf_counter()
        if done and begun >= end:
            return
        size = min(size, limit - done)
        made = int(tree.run(tree.address, size))
        spent = time.perf_counter() - begun
        done += made
        if progress is not None:
            progress(done)
        if made < size:
            return
        goal = min(PIECE_S, max(0.0005, end - time.perf_counter()))
        size = max(1, min(4 * size, int(size * goal / max(spent, 1e-6))))


def _found(tree: Tree, state: State, seconds: float) -> Search:
    seat = _seat(state)
    moves = {move.packed: move for move in state.moves()}
    if not tree.children(0):
        raise ValueError("the memory of the search is too small for this game")
    judged = _judged(tree, moves, seat)
    principal = _principal(tree, state)
    proven = tree.settled(0) or (judged[0].certain and judged[0].value == 1.0)
    done = tree.get("done")
    return Search(judged, judged[0].value, proven, done, seconds, principal, 0, tree)


def _judged(tree: Tree, moves: dict[int, Move], seat: int) -> tuple[Judged, ...]:
    """What was found of each legal move, best first.

    Where chance decides what is legal, the search has seen other moves; of those that it has not
    seen it knows nothing.
    """
    packed, certain = tree.arrays["move"], tree.settled
    found = {int(packed[one]): one for one in tree.best_first(seat)}
    seen = [
        Judged(moves[move], tree.visits(one), tree.value(one, seat), certain(one))
        for move, one in found.items()
        if move in moves
    ]
    unseen = [Judged(move, 0, 0.0, certain=False) for move in moves.values()]
    return (*seen, *(one for one in unseen if one.move.packed not in found))


def _principal(tree: Tree, state: State) -> tuple[Move, ...]:
    """The most promising moves, one after another, as far as they were looked at."""
    found: list[Move] = []
    node = 0
    while len(tree.children(node)) and not state.over:
        node = tree.ranked(node, _seat(state))[0]
        if found and not tree.visits(node) and not tree.settled(node):
            break
        packed = int(tree.arrays["move"][node])
        move = next((one for one in state.moves() if one.packed == packed), None)
        if move is None:  # chance has taken another course
            break
        found.append(move)
        state = state.after(move)
    return tuple(found)


def _seat(state: State) -> int:
    """The seat whose turn it is, from 0."""
    mover = state.mover
    if state.game.players == 2 and state.swapped:
        mover = 3 - mover
    return mover - 1 if 1 <= mover <= state.game.players else 0


def by_chance(game: Game) -> bool:
    """Whether chance decides anything but which random games are played."""
    from interpreter.passes.snapshots import fields_of  # noqa: PLC0415

    names = ("generate", "allowed", "apply")
    return any(fields_of(game.program.function(name), ("random",)) for name in names)


# Looking ahead


@dataclass(frozen=True)
class Solution:
    """What the exact search has found.

    Args:
        value: what the position is worth to the mover: 1 a win, 0 a draw, -1 a loss; None if it
            was not solved within the limits
        best: a move that gives as much; None if it was not solved
        principal: the best move, and what follows if nobody errs, as far as it was kept
        depth: plies looked ahead; a win or a loss comes after so many at most
        nodes: positions looked at
        seconds: how long it took
    """

    value: int | None
    best: Move | None
    principal: tuple[Move, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def outcome(self) -> str:
        """The value in a word: `win`, `draw`, `loss` or `unknown`."""
        return {1: "win", 0: "draw", -1: "loss", None: "unknown"}[self.value]

    def __str__(self) -> str:
        if self.value is None:
            return "not solved within the limits"
        return f"{self.outcome}: {' '.join(map(str, self.principal))}"


class Ahead:
    """A search by looking ahead from one position.

    Args:
        part: compiled functions of `kernels/alphabeta.py`
        bounds: the window at the root
        memory: bytes of the table
        weights: what the measures count that the part was compiled for
        quiet: plies behind the others in which only captures are looked at
    """

    def __init__(
        self,
        state: State,
        part: Library | Checked,
        bounds: tuple[float, float],
        memory: int,
        weights: Sequence[float] = (),
        quiet: int = 0,
    ) -> None:
        import numpy as np  # noqa: PLC0415

        from interpreter.kernels import alphabeta  # noqa: PLC0415

        machine = native(state.game)
        t = machine.translator
        self.state, self.names = state, alphabeta.HEAD
        self.moves = state.moves()
        self.head: npt.NDArray[np.int64] = np.zeros(len(self.names), np.int64)
        count = len(self.moves)
        self.packed = np.array([one.packed for one in self.moves], np.int64)
        self.values, self.certain = np.full(count, -9.0), np.zeros(count, np.int64)
        self.visits = np.zeros(count, np.int64)
        buckets = 1 << (memory // alphabeta.BUCKET).bit_length() - 1
        raw = _by_lot(machine, state, state.plies)
        self._scratch = np.zeros(t.scratch + 64, np.uint8)
        _put_history(machine, self._scratch, raw)
        room = 2 * (t.moves.most + 1) + (1 << 20)
        self._kept: dict[str, npt.NDArray[Any]] = {
            "table": np.zeros(buckets * alphabeta.BUCKET, np.uint8),
            "cuts": np.zeros(alphabeta.CUTS, np.int64),
            "killers": np.zeros(2 * (alphabeta.DEEPEST + 2), np.int64),
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
        self._put("seat", _seat(state))
        self._put("plies", state.plies)
        self._put("count", count)
        self._put("limit", (1 << 63) - 1)
        self._put("quiet", quiet)
        self.quiet = quiet
        for name, value in zip(("low", "high"), bounds, strict=True):
            self.head[self.names.index(name)] = np.array([value]).view(np.int64)[0]
        self._search = part.function("search", I64, P, I64)
        self._best = part.function("search_best", I64, P, P, P)
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

    def run(
        self,
        depth: int,
        seconds: float | None,
        progress: Progress | None,
        nodes: int | None = None,
        *,
        leaps: bool = False,
    ) -> None:
        """Look further and further until a limit is reached or the outcome is certain.

        The first ply is looked at whatever the time.

        Args:
            leaps: whether to look several plies further where the next is not much more work
        """
        if nodes is not None:
            self._put("limit", nodes)
        end = math.inf if seconds is None else time.perf_counter() + seconds
        failures: list[BaseException] = []
        finished = threading.Event()

        def deepen() -> None:
            try:
                further = 1
                while self.depth < depth and time.perf_counter() < end and not self.settled():
                    before = self.nodes
                    if not self._look(min(depth, self.depth + further)):
                        return
                    if leaps:
                        further = self._leap(further, self.nodes - before, before)
            except BaseException as error:  # raised again where it is waited for
                failures.append(error)
            finally:
                finished.set()

        before = threading.stack_size(STACK)
        try:
            worker = threading.Thread(target=deepen, daemon=True)
            worker.start()
        finally:
            threading.stack_size(before)
        try:
            self._wait(finished, end, progress)
        except BaseException:
            self.stop()
            outlive(worker, finished)
            raise
        if failures:
            raise failures[0]

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

    def _look(self, depth: int) -> bool:
        """All moves, to a depth; the best comes first then. Whether it came to the end."""
        old = [array.copy() for array in (self.values, self.certain)]
        self.values[:], self.certain[:] = -9.0, 0
        if not self._search(int(self.head.ctypes.data), depth + self.quiet):
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
        while not state.over and len(found) < self.depth:
            raw = bytearray(state.raw)
            _put_history(machine, self._scratch, raw)
            held = (ctypes.c_char * t.layout.size).from_buffer_copy(raw)
            places = ctypes.addressof(held), int(self._scratch.ctypes.data)
            packed = int(self._best(int(self.head.ctypes.data), *places))
            move = next((one for one in state.moves() if one.packed == packed), None)
            if move is None:
                break
            found.append(move)
            state = state.after(move)
        return tuple(found)


WON = 0.99
GROWTH = 4.0
"""Times as many positions for one ply more: where it is less, an exact search leaps."""
STACK = 256 << 20
"""Bytes: native code that looks ahead calls itself."""


def _by_lot(machine: Machine, state: State, seed: int) -> bytearray:
    """A copy of a state in which chance goes its own way."""
    raw = bytearray(state.raw)
    for field in machine.program.fields:
        if field.name == "random":
            machine.put(raw, field, _mixed(seed + 2))
    return raw


def _put_history(machine: Machine, scratch: npt.NDArray[np.uint8], raw: bytearray) -> None:
    """Put the positions that a state remembers where native code looks for them."""
    import numpy as np  # noqa: PLC0415

    t = machine.translator
    tail = np.frombuffer(raw, np.uint8)[t.layout.size :]
    scratch[t.history_at : t.history_at + len(tail)] = tail


def alphabeta(
    game: Game,
    state: State,
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
    from interpreter.kernels import alphabeta as kernel  # noqa: PLC0415

    check_position(game, state)
    check_limits(seconds, memory)
    if depth is None and seconds is None:
        raise ValueError("a search is limited by depth, by seconds, or by both")
    if depth is not None and not 1 <= operator.index(depth) <= kernel.DEEPEST:
        raise ValueError(f"the depth of a search goes from 1 to {kernel.DEEPEST}")
    if not 0 <= quiet <= kernel.DEEPEST - (depth or 1):
        raise ValueError(f"a search looks at captures for 0 to {kernel.DEEPEST} plies in all")
    if weights is None:
        weights = {"score": 1.0} if any(one.name == "score" for one in game.program.fields) else {}
    unknown = next((name for name in weights if name not in kernel.TERMS), None)
    if unknown is not None:
        raise ValueError(f'nothing is measured by the name "{unknown}": {", ".join(kernel.TERMS)}')
    if not all(math.isfinite(weight) for weight in weights.values()):
        raise ValueError("the weights of a search are finite numbers")
    start = time.perf_counter()
    terms = [name for name, weight in weights.items() if weight]
    style = kernel.Style(terms, _board(game), quiet=quiet > 0)
    part = machine.part(
        " ".join(("alphabeta", *terms, *(["quiet"] if quiet else []))),
        kernel.ENTRIES,
        lambda t, module: kernel.write(t, module, style),
        kernel.NAMES,
    )
    bounds = -math.inf, math.inf
    ahead = Ahead(state, part, bounds, memory << 20, [weights[name] for name in terms], quiet)
    ahead.run(kernel.DEEPEST - quiet if depth is None else depth, seconds, progress)
    moves = ahead.judged()
    spent = time.perf_counter() - start
    proven = moves[0].certain
    return Search(
        moves, moves[0].value, proven, ahead.nodes, spent, ahead.principal(), ahead.depth
    )  # fmt: skip


def _board(game: Game) -> Board:
    """What evaluation has to know of a game."""
    from interpreter.kernels.alphabeta import Board  # noqa: PLC0415

    points = game.board.points
    middle = tuple(sum(axis) / len(points) for axis in zip(*points, strict=True))
    away = [math.dist(point, middle) for point in points]
    farthest = max(away) or 1.0
    pieces = tuple(
        tuple(one.number for one in game.pieces if one.owner == player)
        for player in range(1, game.players + 1)
    )
    return Board(pieces, tuple(1 - one / farthest for one in away))


def solve(
    game: Game,
    state: State | None,
    *,
    seconds: float | None,
    nodes: int | None,
    memory: int,
    progress: Progress | None,
) -> Solution:
    """Exact search; see `Game.solve`."""
    machine = native(game)
    from interpreter.kernels import alphabeta as kernel  # noqa: PLC0415
    from interpreter.kernels import solve as part  # noqa: PLC0415

    if game.players != 2:
        raise ValueError(f"games for two can be solved, not for {game.players}")
    if by_chance(game):
        raise ValueError("a game that chance has a part in cannot be solved")
    state = game.start() if state is None else state
    check_position(game, state)
    check_limits(seconds, memory)
    if nodes is not None and operator.index(nodes) < 1:
        raise ValueError("an exact search looks at one position at least")
    start = time.perf_counter()
    library = machine.part(part.NAME, part.ENTRIES, part.write, part.NAMES)
    ahead = Ahead(state, library, (-1.0, 1.0), memory << 20)
    ahead.run(kernel.DEEPEST, seconds, progress, nodes, leaps=True)
    spent = time.perf_counter() - start
    if not ahead.settled():
        return Solution(None, None, (), ahead.depth, ahead.nodes, spent)
    value = round(float(ahead.values[0]))
    return Solution(value, ahead.moves[0], ahead.principal(), ahead.depth, ahead.nodes, spent)


MASK = (1 << 64) - 1


def _mixed(value: int) -> int:
    """A number of 62 bits that a seed stands for; as splitmix64 does it."""
    value = (value * 0x9E3779B97F4A7C15 + 0x9E3779B97F4A7C15) & MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return (value ^ (value >> 31)) >> 2


def _signed(value: int) -> int:
    value &= MASK
    return value - (1 << 64) if value >> 63 else value
