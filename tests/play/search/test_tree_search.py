"""Monte Carlo tree search in native code."""

from __future__ import annotations

import threading
from random import Random

import pytest

from helpers.searched import THREE, after, wandered
from interpreter import Game, load
from interpreter.play.search import improving
from interpreter.play.search.findings import Search
from interpreter.play.search.requirements import native
from interpreter.play.search.tree import Tree, make_best
from interpreter.targets.kernels.search import nodes, uct
from interpreter.targets.kernels.search.weights import Weights
from interpreter.targets.llvm.jit import available

pytestmark = pytest.mark.skipif(not available(), reason="there is no native code here")
LOT = """(game "Lot" (players 2)
    (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end {
        (if (= 1 (value Random (range 1 6))) (result Mover Win))
        (if (is Full) (result Mover Draw))
    }))
)"""


def judged(search: Search) -> list[tuple[int, int, float]]:
    return [(one.move.packed, one.visits, one.value) for one in search.moves]


@pytest.mark.parametrize(
    "rules",
    ["Hex", "Yavalath", pytest.param(LOT, id="Lot"), pytest.param("Chess", marks=pytest.mark.slow)],
)
def test_whatever_code_searches_finds_the_same(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "off")
    soon, best = load(rules), load(rules)
    make_best(best)
    found = [
        [judged(game.uct(game.start(seed=1), iterations=2000, seed=seed)) for seed in (1, 2)]
        for game in (soon, best)
    ]
    assert found[0] == found[1]
    assert native(best).is_best(uct.NAME)


def test_better_code_comes_while_a_search_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "off")
    monkeypatch.setattr(improving, "LEAST_S", 30.0)
    game = load("Yavalath")
    machine, state = native(game), game.start()
    tree = game.uct(state, iterations=100, seed=1).tree
    assert tree is not None
    assert not machine.is_best(uct.NAME)
    before = set(threading.enumerate())
    tree.improve(0.0)
    assert set(threading.enumerate()) <= before
    tree.improve(60.0)
    tree.improve(60.0)  # it is made once
    for thread in set(threading.enumerate()) - before:
        thread.join()
    assert machine.is_best(uct.NAME)
    first = tree.run
    tree.improve(0.0)
    assert tree.run is not first
    expected = load("Yavalath")
    make_best(expected)
    fresh = expected.uct(expected.start(), iterations=3000, seed=4)
    assert judged(game.uct(state, iterations=3000, seed=4)) == judged(fresh)


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


@pytest.mark.slow
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


def test_pieces_of_a_search_make_the_whole(yavalath: Game) -> None:
    whole, pieces = Tree(yavalath, 8 << 20), Tree(yavalath, 8 << 20)
    for tree in (whole, pieces):
        tree.begin(yavalath.start(), 7, Weights())
    assert whole.run(whole.address, 6000) == 6000
    assert sum(pieces.run(pieces.address, size) for size in (1, 2998, 7, 2994)) == 6000
    visits = [[tree.visits(one) for one in tree.children(0)] for tree in (whole, pieces)]
    assert visits[0] == visits[1]
    assert sum(visits[0]) == 6000


def test_threads_share_the_iterations(yavalath: Game) -> None:
    state = yavalath.start()
    first, second = (yavalath.uct(state, iterations=3001, seed=7, threads=2) for _ in range(2))
    assert first.moves == second.moves
    assert first.iterations == sum(one.visits for one in first.moves) == 3001
    alone = yavalath.uct(state, iterations=3001, seed=7)
    assert alone.moves != first.moves
    state = state.after(first.best)
    again = yavalath.uct(state, iterations=100, seed=8, tree=first.tree, threads=2)
    assert again.iterations == 100 < sum(one.visits for one in again.moves)
    with pytest.raises(ValueError, match="at least one thread"):
        yavalath.uct(state, iterations=1, threads=0)


@pytest.mark.parametrize("name", ["Yavalath", "Amazons", "Chess", "Royal Game of Ur"])
def test_a_node_takes_at_most_32_bytes(name: str) -> None:
    assert sum(nodes.arrays(load(name).program).values()) <= 32


@pytest.mark.slow
def test_moves_are_told_by_their_nodes() -> None:
    for name in ("Chess", "Fanorona", "Hex"):
        state = load(name).start()
        tree = state.game.uct(state, iterations=1, seed=1).tree
        assert tree is not None
        assert {tree.move(one) for one in tree.children(0)} == {one.packed for one in state.moves()}


def test_random_games_tell_what_moves_are_worth() -> None:
    game = load("Go", {"Size": "5"})
    tree = game.uct(game.start(), iterations=200, seed=1).tree
    assert tree is not None
    sums, counts = tree.history.T
    # Every game makes many moves, by both players, on all sites; most are made in most games.
    assert counts.max() <= 200 * 8
    assert (counts > 20).sum() > 40
    assert (abs(sums) <= counts).all()


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
    known = {tree.move(one): (tree.visits(one), tree.value(one, 1)) for one in tree.children(node)}
    state = yavalath.start().after(found.best)
    tree.begin(state, 1, Weights())
    kept = {tree.move(one): (tree.visits(one), tree.value(one, 1)) for one in tree.children(0)}
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


@pytest.mark.slow
def test_a_game_of_chance_shows_no_dice_to_come() -> None:
    game = load(LOT)
    # The outcome of the first move is settled by the seed of the game alone, and not told.
    seeds = range(40)
    first = [game.uct(game.start(seed), iterations=200, seed=1) for seed in seeds]
    assert len({one.value for one in first}) == 1
    played = [game.start(seed).after(one.best) for seed, one in zip(seeds, first, strict=True)]
    assert len({state.over for state in played}) == 2
    assert game.solve().outcome == "chance"
