"""Rounds of a search whose games are played in lanes find what single ones do, and sooner."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from helpers.backends import needs_native
from helpers.marks import some
from helpers.searched import wandered
from interpreter import Game, load
from interpreter.play.search.findings import Search
from interpreter.play.search.requirements import native
from interpreter.play.search.tree import Tree, make_best
from interpreter.targets import rounds_in_lanes
from interpreter.targets.kernels import lanes
from interpreter.targets.kernels.lanes import FIXED
from interpreter.targets.kernels.search import uct
from interpreter.targets.kernels.search.weights import Weights
from interpreter.targets.llvm.target import host, without
from interpreter.targets.rounds_in_lanes import ALONE, TRIALS, RoundsInLanes

pytestmark = [
    needs_native,
    pytest.mark.skipif(not lanes.able(host()), reason="the processor has no AVX2 for lanes"),
]
WIDTHS = lanes.widths(host())
# A small set, sets of one word and of two, rows of a board, ways, hands, seeds, a swap, many pieces
# taken at once, moves that are tried, several words of ranks.
GAMES = ("Tic-Tac-Toe", "Yavalath", "Reversi", "Breakthrough", "Amazons", "Nine Men's Morris",
         "Kalah", "Konane", "English Draughts", "Ard Ri", "Lines of Action", "Fanorona",
         "Dai Hasami Shogi", "Halma", "Flume", "Domineering")  # fmt: skip


def trees(game: Game, plies: int, seed: int) -> tuple[Tree, Tree]:
    state = wandered(game, plies, seed)
    found = Tree(game, 8 << 20), Tree(game, 8 << 20)
    for tree in found:
        for held in tree.arrays.values():  # what is never written is what another tree has left
            held[:] = 0
        tree.begin(state, seed, Weights())
    return found


def same(one: Tree, other: Tree) -> bool:
    """Whether two trees are alike, bit by bit: a float that is no number is no less alike."""
    used = one.get("used")
    numbers = all(one.get(name) == other.get(name) for name in ("used", "done", "known"))
    return (
        numbers
        and (one.history == other.history).all()
        and all(
            held[:used].tobytes() == other.arrays[name][:used].tobytes()
            for name, held in one.arrays.items()
        )
    )


@pytest.mark.alike(3)
@pytest.mark.parametrize("name", some(GAMES, 6))
@pytest.mark.parametrize("width", WIDTHS)
def test_a_round_by_itself_is_the_same(name: str, width: int) -> None:
    game = load(name)
    assert native(game).rounds_in_lanes.fixed() == FIXED
    for plies in (0, 9):
        alone, together = trees(game, plies, 7)
        for _ in range(300):
            made = alone.rounds(1, ALONE)
            assert together.rounds(1, width) == made
            if not made:
                break
        assert same(alone, together)


@pytest.mark.alike(2)
@pytest.mark.parametrize("name", some(GAMES, 6))
def test_every_round_on_its_way_comes_to_its_end(name: str) -> None:
    game = load(name)
    for width in WIDTHS:
        tree, _ = trees(game, 2, 3)
        made = sum(tree.rounds(count, width) for count in (1, 3, 100, 2000))
        moves = tree.children(0)
        assert made == tree.get("done") == tree.visits(0)
        if not tree.settled(0):
            assert made == 2104
            assert sum(map(tree.visits, moves)) == made
        waiting = list(moves)
        while waiting:
            node = waiting.pop()
            children, visits = tree.children(node), tree.visits(node)
            assert sum(map(tree.visits, children)) <= visits
            assert abs(int(tree.arrays["total"][node])) <= visits * (game.players - 1)
            waiting.extend(children)


@pytest.mark.parametrize(
    ("name", "plies"), [("Tic-Tac-Toe", 4), ("Dodgem", 5), ("Domineering", 19)]
)
def test_what_is_certain_is_true(name: str, plies: int) -> None:
    game, sure = load(name), 0
    for seed in range(20):
        state = wandered(game, plies, seed)
        found = game.uct(state, iterations=20_000, seed=seed, lanes=True)
        solved = game.solve(state, nodes=200_000)
        if found.proven and solved.value is not None:
            assert found.value == solved.value
            sure += 1
    assert sure > 3


def told(search: Search) -> list[tuple[int, int, float, bool]]:
    return [(one.move.packed, one.visits, one.value, one.certain) for one in search.moves]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_seed_fixes_what_is_found(threads: int) -> None:
    found = [
        told(game.uct(game.start(), iterations=9000, seed=5, lanes=True, threads=threads))
        for game in (load("Reversi"), load("Reversi"))
    ]
    assert found[0] == found[1]
    game = load("Reversi")
    assert told(game.uct(game.start(), iterations=9000, seed=5, threads=threads)) != found[0]


def widths_of(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """How many rounds at once searches make from here on."""
    found, made = set[int](), Tree.rounds

    def rounds(tree: Tree, count: int, width: int) -> int:
        found.add(width)
        return made(tree, count, width)

    monkeypatch.setattr(Tree, "rounds", rounds)
    return found


def test_lanes_are_for_searches_that_time_alone_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("Reversi")
    state, ways = game.start(), native(game).rounds_in_lanes
    expected = told(game.uct(state, iterations=3000, seed=1, lanes=False))
    ways.width = WIDTHS[0]
    for limits, lanes_, width in (
        ({"iterations": 3000}, None, ALONE),
        ({"iterations": 3000, "seconds": 60.0}, None, ALONE),
        ({"seconds": 0.01}, None, WIDTHS[0]),
        ({"seconds": 0.01}, False, ALONE),
        ({"seconds": 0.01}, True, FIXED),
    ):
        seen = widths_of(monkeypatch)
        found = game.uct(state, seed=1, lanes=lanes_, **limits)  # type: ignore[arg-type]
        assert seen == {width}
        if "iterations" in limits:
            assert told(found) == expected


@pytest.mark.parametrize(
    "name",
    ["Hex", "Pig", "Undercut", pytest.param("Backgammon", marks=pytest.mark.slow), "Dark Chess"],
)
def test_who_cannot_have_lanes_does_without(name: str) -> None:
    game = load(name)
    state = game.start(seed=1)
    assert native(game).rounds_in_lanes.fixed() == ALONE
    found = [told(game.uct(state, iterations=400, seed=1, lanes=one)) for one in (None, True)]
    assert found[0] == found[1]


def test_other_processors_do_without() -> None:
    game = load("Reversi")
    machine = native(game)
    machine.target = without("avx", machine.target)
    assert machine.rounds_in_lanes.fixed() == ALONE


class Pretended:
    """A machine whose code is there when it is asked for, or when somebody says so."""

    def __init__(self, game: Game) -> None:
        machine = native(game)
        self.checked, self.target, self.translator = False, machine.target, machine.translator
        self.ready: set[str] = set()
        self.asked: list[tuple[str, Callable[[], None]]] = []

    def is_best(self, name: str) -> bool:
        return name in self.ready

    def improve(self, name: str, make: Callable[[], None]) -> None:
        if name not in {one for one, _ in self.asked}:
            self.asked.append((name, make))

    def part(self, name: str, *_: Any, **__: Any) -> Any:
        self.ready.add(name)
        return self

    def function(self, *_: Any) -> Any:
        return self


# Rounds a second of each width, and which is taken in the end.
@pytest.mark.parametrize(
    ("rates", "tried", "width"),
    [
        ({1: 100, 8: 200, 16: 300}, 2, 16),
        ({1: 100, 8: 200, 16: 204}, 2, 8),
        ({1: 100, 8: 90, 16: 300}, 2, 16),
        ({1: 100, 8: 60, 16: 300}, 1, 1),
        ({1: 100, 8: 103, 16: 104}, 2, 1),
    ],
)
def test_the_fastest_way_is_taken(
    rates: dict[int, int], tried: int, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "widths", lambda _: (8, 16))
    machine = Pretended(load("Reversi"))
    ways = RoundsInLanes(machine)

    def work(pieces: int, seconds: float = 0.02) -> None:
        for _ in range(pieces):
            width = ways.next()
            ways.note(width, int(rates[width] * seconds * 1e6), seconds)

    work(100)
    assert machine.asked == []  # there is no best code of the search itself
    machine.ready.add(uct.NAME)
    for _ in range(5):
        work(int(rounds_in_lanes.PATIENCE_S / 0.02) + 2)
        for _, make in machine.asked:
            make()
        work(2 * TRIALS + 1)
    assert len(machine.asked) == tried
    assert ways.width == ways.next() == width


def test_short_pieces_of_work_tell_nothing() -> None:
    machine = Pretended(load("Reversi"))
    ways = RoundsInLanes(machine)
    machine.ready |= {uct.NAME}
    ways.note(ALONE, 1000, 1.0)
    machine.asked[0][1]()
    ways.note(ALONE, 1000, 1.0)
    for _ in range(100):
        ways.note(ways.next(), 10, 0.001)
    assert ways.width == ALONE
    assert ways.next() == ALONE


def test_code_for_lanes_is_made_while_a_search_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "off")
    monkeypatch.setattr(rounds_in_lanes, "PATIENCE_S", 0.0)
    game = load("Clobber")
    make_best(game)
    seen, before = widths_of(monkeypatch), set(threading.enumerate())
    game.uct(game.start(), seconds=0.02)
    for thread in set(threading.enumerate()) - before:
        thread.join()
    game.uct(game.start(), seconds=0.5)
    assert {ALONE, WIDTHS[0]} <= seen


def test_native_code_goes_with_its_machine() -> None:
    game = load("Reversi")
    game.uct(game.start(), iterations=100, lanes=True)
    machine = weakref.ref(native(game))
    gc.disable()
    try:
        del game
        assert machine() is None
    finally:
        gc.enable()
