"""Searches in native code: they win, block, prove, agree with Python's, and can be interrupted."""

from __future__ import annotations

import math
from random import Random

import pytest

from helpers.marks import some
from helpers.twins import native
from interpreter import Game, State, load
from interpreter.play.game import Raw
from interpreter.targets.kernels.search import alphabeta, evaluation, solve, table, uct
from interpreter.targets.llvm.jit import available
from interpreter.targets.llvm.translator import Translator
from lab.players.evaluation import Evaluation
from lab.players.plain_alphabeta import LookAhead

pytestmark = pytest.mark.skipif(not available(), reason="there is no native code here")

THREE = """(game "Three" (players 3)
    (equipment { (board (square 4)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end {
        (if (is Line 3) (result Mover Win))
        (if (is Full) (result Mover Draw))
    }))
)"""

LOT = """(game "Lot" (players 2)
    (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end {
        (if (= 1 (value Random (range 1 6))) (result Mover Win))
        (if (is Full) (result Mover Draw))
    }))
)"""


@pytest.fixture(scope="module")
def crosses() -> Game:
    return load("Tic-Tac-Toe")


@pytest.fixture(scope="module")
def yavalath() -> Game:
    return load("Yavalath")


def after(game: Game, *names: str) -> State:
    state = game.start()
    for name in names:
        state = state.after(name)
    return state


def wandered(game: Game, plies: int, seed: int) -> State:
    """A position of a random game; the first one if that is over too soon."""
    state, rng = game.start(seed), Random(seed)
    for _ in range(plies):
        state = state.after(rng.choice(state.moves()))
        if state.over:
            return game.start(seed)
    return state


# Monte Carlo tree search


@pytest.mark.parametrize("opponent", ["random", "alphabeta"])
@pytest.mark.parametrize("seat", [0, 1])
def test_never_loses_tic_tac_toe(crosses: Game, opponent: str, seat: int) -> None:
    rng = Random(seat)
    for number in range(4):
        state, tree = crosses.start(), None
        while not state.over:
            if state.mover - 1 == seat:
                found = crosses.uct(state, iterations=10_000, seed=number, tree=tree)
                move, tree = found.best, found.tree
            elif opponent == "random":
                move = rng.choice(state.moves())
            else:
                move = crosses.alphabeta(state, depth=9).best
            state = state.after(move)
        assert state.utilities[seat] >= 0


def test_wins_in_one_and_blocks(yavalath: Game) -> None:
    # Three of White's stones with a gap: the gap makes four in a row.
    lines = 0
    for seed in range(400):
        state = wandered(yavalath, 12, seed)
        after_all = {str(move): state.after(move) for move in state.moves()}
        seat = yavalath.uct(state, iterations=2000, seed=seed)
        mine = state.mover - 1 if not state.swapped else 2 - state.mover
        wins = {name for name, one in after_all.items() if one.utilities[mine] == 1}
        losses = {
            name
            for name, one in after_all.items()
            if one.utilities[mine] == -1
            or any(one.after(reply).utilities[mine] == -1 for reply in one.moves())
        }
        if wins:
            assert str(seat.best) in wins
            assert seat.proven
            assert seat.value == 1
        elif len(losses) < len(after_all):
            assert str(seat.best) not in losses
        lines += bool(wins) + bool(losses)
        if lines >= 12:
            break
    assert lines >= 12


def test_the_seed_fixes_the_search(yavalath: Game) -> None:
    state = yavalath.start()
    told: list[int] = []

    def progress(done: int) -> None:
        told.append(done)
        yavalath.playouts(3)

    first = yavalath.uct(state, iterations=20_000, seed=7)
    second = yavalath.uct(state, iterations=20_000, seed=7, progress=progress)
    other = yavalath.uct(state, iterations=20_000, seed=8)
    assert first.moves == second.moves
    assert first.principal == second.principal
    assert first.moves != other.moves
    assert told[-1] == 20_000
    assert first.iterations == sum(one.visits for one in first.moves) == 20_000


@pytest.mark.parametrize("plies", [0, 1, 2])
def test_the_tree_is_used_again(yavalath: Game, plies: int) -> None:
    state = yavalath.start()
    found = yavalath.uct(state, iterations=50_000, seed=1)
    for move in found.principal[:plies]:
        state = state.after(move)
    again = yavalath.uct(state, iterations=1000, seed=2, tree=found.tree)
    assert sum(one.visits for one in again.moves) > 1000
    assert again.iterations == 1000
    assert again.tree is found.tree
    # Of a position that is not in it, the tree knows nothing.
    apart = wandered(yavalath, 9, 3)
    fresh = yavalath.uct(apart, iterations=1000, seed=2)
    assert yavalath.uct(apart, iterations=1000, seed=2, tree=again.tree).moves == fresh.moves


def test_visits_and_values_stay_when_the_tree_moves_on(yavalath: Game) -> None:
    found = yavalath.uct(yavalath.start(), iterations=50_000, seed=1)
    assert found.tree is not None
    tree = found.tree
    node = next(one for one in tree.children(0) if tree.visits(one) == found.moves[0].visits)
    known = {
        int(tree.arrays["move"][one]): (tree.visits(one), tree.value(one, 1))
        for one in tree.children(node)
    }
    state = yavalath.start().after(found.best)
    tree.begin(state, 1, 1.4, 8)
    kept = {
        int(tree.arrays["move"][one]): (tree.visits(one), tree.value(one, 1))
        for one in tree.children(0)
    }
    assert kept == known


def test_the_search_goes_on_in_a_full_tree(yavalath: Game) -> None:
    found = yavalath.uct(yavalath.start(), iterations=100_000, memory=1)
    assert found.iterations == 100_000
    assert found.tree is not None
    assert found.tree.get("used") <= found.tree.get("room")


def test_interruption_leaves_the_game_usable(yavalath: Game, crosses: Game) -> None:
    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    state = yavalath.start()
    tree = yavalath.uct(state, iterations=1000, seed=1).tree
    with pytest.raises(KeyboardInterrupt):
        yavalath.uct(state, seconds=100, tree=tree, progress=interrupt)
    with pytest.raises(KeyboardInterrupt):
        yavalath.alphabeta(state, seconds=100, progress=interrupt)
    with pytest.raises(KeyboardInterrupt):
        yavalath.solve(state, progress=interrupt)
    assert yavalath.uct(state, iterations=1000, tree=tree).iterations == 1000
    assert yavalath.alphabeta(state, depth=2).depth == 2
    assert len(yavalath.playouts(10).lengths) == 10


def test_limits_of_time_hold(yavalath: Game) -> None:
    state = yavalath.start()
    yavalath.uct(state, iterations=1)
    yavalath.alphabeta(state, depth=1)
    yavalath.solve(state, nodes=1)
    assert yavalath.uct(state, seconds=0.1).seconds < 1
    assert yavalath.alphabeta(state, seconds=0.1).seconds < 1
    assert yavalath.solve(state, seconds=0.1).seconds < 1


def test_three_players_each_for_himself() -> None:
    game = load(THREE)
    state = game.start()
    for site in ("a1", "d4", "a4", "b1", "d1", "b3"):
        state = state.after(site)
    # The first player completes a1 b1 c1 only if b1 was his; the third threatens nothing.
    found = game.uct(state, iterations=20_000, seed=1)
    assert sum(one.visits for one in found.moves) == found.iterations
    assert -1 <= found.value <= 1
    while not state.over:
        found = game.uct(state, iterations=5000, seed=1, tree=found.tree)
        wins = [
            one for one in state.moves() if state.after(one).utilities[state.mover - 1] == 1
        ]  # fmt: skip
        assert not wins or found.best in wins
        state = state.after(found.best)
    assert sum(state.utilities) in (0, 1)


def test_a_game_with_a_history() -> None:
    game = load("Go", {"Size": "5"})
    # White has just taken d3 by a ko, so that Black may not take back at once.
    state = after(game, "c2", "d2", "b3", "e3", "c4", "d4", "d3", "c3")
    assert "d3" not in map(str, state.moves())
    tree = None
    for _ in range(3):
        found = game.uct(state, iterations=1000, seed=1, tree=tree)
        assert found.iterations == 1000
        assert {one.move for one in found.moves} == set(state.moves())
        state, tree = state.after(found.best), found.tree


def test_one_player() -> None:
    game = load("Eight Queens")
    state, tree = game.start(), None
    while not state.over:
        found = game.uct(state, iterations=20_000, seed=1, tree=tree)
        state, tree = state.after(found.best), found.tree
    assert state.utilities == (1.0,)


def test_a_game_of_chance_shows_no_dice_to_come() -> None:
    game = load(LOT)
    # The outcome of the first move is settled by the seed of the game alone, and not told.
    seeds = range(40)
    first = [game.uct(game.start(seed), iterations=200, seed=1) for seed in seeds]
    assert len({one.value for one in first}) == 1
    played = [game.start(seed).after(one.best) for seed, one in zip(seeds, first, strict=True)]
    assert len({state.over for state in played}) == 2
    with pytest.raises(ValueError, match="chance"):
        game.solve()


# Exact values


@pytest.mark.parametrize(
    ("name", "options", "outcome"),
    [
        ("Tic-Tac-Toe", None, "draw"),
        ("Wild Tic-Tac-Toe", None, "win"),
        ("Notakto", None, "win"),
        ("Connect Four", {"Board": "5x4"}, "draw"),  # John Tromp, "John's Connect Four Playground"
        ("Treblecross", {"Length": "11"}, "win"),
        ("Chomp", None, "win"),
    ],
)
def test_known_values(name: str, options: dict[str, str] | None, outcome: str) -> None:
    game = load(name, options)
    found = game.solve()
    assert found.outcome == outcome
    state = game.start()
    for move in found.principal:
        state = state.after(move)
    assert found.principal[0] == found.best
    if state.over:
        assert state.utilities[0] == found.value


def test_solved_positions_agree_with_counting_out(crosses: Game) -> None:
    known: dict[str, float] = {}

    def exact(state: State) -> float:
        if state.over:
            return state.utilities[0]
        key = f"{state.mover} {state.position()}"
        if key not in known:
            values = [exact(state.after(move)) for move in state.moves()]
            known[key] = max(values) if state.mover == 1 else min(values)
        return known[key]

    for seed in range(30):
        state = wandered(crosses, 3, seed)
        sign = 1 if state.mover == 1 else -1
        found = crosses.solve(state)
        assert found.value == sign * exact(state)
        assert found.best is not None
        assert exact(state.after(found.best)) == exact(state)


def test_what_is_too_large_is_not_solved(yavalath: Game) -> None:
    found = yavalath.solve(nodes=10_000)
    assert found.value is None
    assert found.best is None
    assert found.nodes == 10_000
    assert str(found) == "not solved within the limits"


# Looking ahead

WEIGHTS = (None, {"material": 1.0}, {"centre": 0.5, "mobility": 0.1}, {"mobility": -0.3})


@pytest.mark.parametrize(
    ("name", "depth"),
    [("Tic-Tac-Toe", 9), ("Connect Four", 4), ("Atari Go", 1), ("Nim", 5),
     *(pytest.param(*other, marks=pytest.mark.slow) for other in
       (("Yavalath", 2), ("Squava", 3), ("Omega", 1), ("Oust", 2), ("Eight Queens", 2)))],
)  # fmt: skip
def test_looking_ahead_agrees_with_python(name: str, depth: int) -> None:
    game = load(name)
    for number, weights in enumerate(WEIGHTS):
        state = wandered(game, 3 * number, number)
        defined = LookAhead(state, weights, Random(number))
        defined.run(math.inf, depth)
        best = defined.judgements()[0]
        found = game.alphabeta(state, depth=depth, weights=weights)
        assert found.value == pytest.approx(best.value, abs=2e-6)
        assert found.proven == best.certain
        assert {one.move for one in found.moves} == set(state.moves())


@pytest.mark.parametrize(("depth", "quiet"), [(1, 1), (1, 3), (2, 2)])
def test_captures_are_looked_at_further(depth: int, quiet: int) -> None:
    game, weights = load("Oust"), {"material": 1.0}
    state = wandered(game, 18, 4)
    evaluate = Evaluation(game, state.mover, weights)

    def count(raw: Raw) -> int:
        return sum(game.field(raw, "placed", one.number).bit_count() for one in game.pieces)

    def value(raw: Raw, left: int) -> float:
        """The greatest or least of what follows, by the definition."""
        if game.field(raw, "over"):
            return State(game, raw).utilities[state.mover - 1]
        if left == 0:
            return evaluate(raw)
        still, pieces = left <= quiet, count(raw)
        after_all = [game.after(raw, move) for move in game.legal(raw)]
        kept = [one for one in after_all if not still or count(one) < pieces]
        values = [value(one, left - 1) for one in kept] + [evaluate(raw)] * still
        return max(values) if game.field(raw, "mover") == state.mover else min(values)

    expected = max(value(state.after(one).raw, depth - 1 + quiet) for one in state.moves())
    found = game.alphabeta(state, depth=depth, quiet=quiet, weights=weights)
    assert found.value == pytest.approx(expected, abs=2e-6)


def test_three_players_look_ahead() -> None:
    game = load(THREE)
    state = wandered(game, 5, 1)
    defined = LookAhead(state, None, Random(1))
    defined.run(math.inf, 4)
    found = game.alphabeta(state, depth=4)
    assert found.value == pytest.approx(defined.judgements()[0].value, abs=2e-6)


# Memory


@pytest.mark.parametrize(
    "name", some(["Tic-Tac-Toe", "Atari Go", "Oust", "Yavalath", "Eight Queens"], 5)
)
def test_searches_stay_in_their_memory(name: str) -> None:
    plain = load(name)
    checked = native(load(name, backend="python"), checked=True)
    weights = {"material": 1.0, "mobility": 0.1, "centre": 0.3, "score": 0.1}
    found: list[list[object]] = []
    for game in (plain, checked):
        state = wandered(game, 3, 1)
        first = game.uct(state, iterations=300, seed=1, memory=1)
        after_it = state.after(first.best)
        again = game.uct(after_it, iterations=3000, seed=2, tree=first.tree)
        ahead = game.alphabeta(state, depth=2, weights=weights, memory=1)
        found.append([first.moves, again.moves, ahead.moves, ahead.principal])
        if game.players == 2:
            solved = game.solve(state, nodes=20_000, memory=1)
            found[-1] += [solved.principal, solved.nodes]
    assert found[0] == found[1]


@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Go", "Oust", "Eight Queens"])
def test_bounds_are_known_of_all_memory(name: str) -> None:
    game = load(name, backend="python")
    nearness = (0.5,) * game.board.size
    pieces = tuple(
        tuple(one.number for one in game.pieces if one.owner == player)
        for player in range(1, game.players + 1)
    )
    style = alphabeta.Style(table.TERMS, evaluation.Board(pieces, nearness), quiet=True)
    for write, entries in (
        (uct.write, uct.ENTRIES),
        (solve.write, solve.ENTRIES),
        (lambda t, module: alphabeta.write(t, module, style), alphabeta.ENTRIES),
    ):
        t = Translator(game.program, bits=True, checked=True)
        module = t.module(entries)
        write(t, module)
        assert module.checks is not None
        assert module.checks.unknown == []


# Mistakes


@pytest.mark.parametrize(
    "arguments",
    [{}, {"iterations": 0}, {"seconds": 0}, {"seconds": -1}, {"seconds": math.nan},
     {"iterations": 1 << 40}, {"iterations": 9, "memory": 0}, {"iterations": 9, "memory": 1 << 30},
     {"iterations": 9, "explore": -1}, {"iterations": 9, "explore": math.inf}],
)  # fmt: skip
def test_absurd_limits_of_tree_search(crosses: Game, arguments: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="search"):
        crosses.uct(crosses.start(), **arguments)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    "arguments",
    [{}, {"depth": 0}, {"depth": 10**6}, {"seconds": 0}, {"depth": 1, "memory": -1},
     {"depth": 1, "quiet": -1},
     {"depth": 1, "weights": {"beauty": 1}}, {"depth": 1, "weights": {"score": math.nan}}],
)  # fmt: skip
def test_absurd_limits_of_looking_ahead(crosses: Game, arguments: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"search|measured"):
        crosses.alphabeta(crosses.start(), **arguments)  # pyright: ignore[reportArgumentType]


def test_what_cannot_be_searched(crosses: Game, yavalath: Game) -> None:
    over = after(crosses, "a1", "a2", "b1", "b2", "c1")
    for search in (crosses.uct, crosses.alphabeta, crosses.solve):
        with pytest.raises(ValueError, match="over"):
            search(over, seconds=1)
        with pytest.raises(ValueError, match="another game"):
            search(yavalath.start(), seconds=1)
    tree = yavalath.uct(yavalath.start(), iterations=10).tree
    with pytest.raises(ValueError, match="another game"):
        crosses.uct(crosses.start(), iterations=10, tree=tree)
    with pytest.raises(ValueError, match="for two"):
        load(THREE).solve()
    with pytest.raises(ValueError, match="for two"):
        load("Eight Queens").solve()
    slow = load("Tic-Tac-Toe", backend="python")
    for search in (slow.uct, slow.alphabeta, slow.solve):
        with pytest.raises(ValueError, match="native"):
            search(slow.start(), seconds=1)
