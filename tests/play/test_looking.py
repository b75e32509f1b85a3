"""What a position is asked: equality, its key, and what stands where."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from helpers.searched import BEFORE
from interpreter import Game, State, load

COUNTED = """(game "Counted" (players 2)
    (equipment {
        (board (square 3)) (hand Each)
        (piece "Stone" Each) (piece "Rock" Neutral)
    })
    (rules
        (start {
            (place "Stone" "Hand" count:4) (place "Rock0" 4)
        })
        phases:{
            (phase "Drop" (play (move (from (handSite Mover)) (to (sites Empty))
                (then (set Var "left" 7))))
                (nextPhase (is Full) "Rest"))
            (phase "Rest" (play (move Pass)))
        }
        (end (if (and (is Line 3) (= (var "left") 7)) (result Mover Win)))
    )
)"""
BACKENDS = ["auto", "python"]


def played(game: Game, *names: str, seed: int = 0) -> State:
    state = game.start(seed)
    for name in names:
        state = state.after(name)
    return state


def test_positions_of_the_same_rules_are_equal() -> None:
    states = [load("Yavalath").start(1) for _ in range(2)]
    states += [load("Yavalath", backend="python").start(2), pickle.loads(pickle.dumps(states[0]))]
    assert len({one.key for one in states}) == 1
    assert len(set(states)) == 1
    for one in states:
        assert one == states[0]
        assert one.after("e5") == states[0].after("e5")
        assert one.after("e5") != states[0]
    assert states[0] != load("Hex").start(1)
    assert states[0] != "Yavalath"
    assert load("Yavalath", {"Size": "3"}).start() != states[0]


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_way_does_not_matter(backend: str) -> None:
    game = load("Tic-Tac-Toe", backend=backend)
    one, other = played(game, "a1", "b2", "c3"), played(game, "c3", "b2", "a1")
    assert one == other
    assert one.key == other.key
    assert one != played(game, "a1", "b2", "c2")


def test_keys_are_the_same_everywhere() -> None:
    # Whatever changes these numbers makes books and tables of before useless.
    assert played(load("Tic-Tac-Toe"), "a1", "b2").key == 9143480773520786814
    assert load("Hex").start().key == 16935050078905044252


def test_what_chance_will_draw_tells_states_apart_but_not_keys() -> None:
    game = load(BEFORE)
    assert game.start(1).key == game.start(2).key
    assert game.start(1) != game.start(2)
    assert game.start(1) == game.start(1)


def test_what_was_there_before_is_a_part_where_it_may_not_come_again() -> None:
    game = load("Go", {"Size": "9"})
    around = ("a1", "b1", "a2", "b2")
    assert played(game, *around) != game.start()
    assert played(game, "a1", "b1", "a2", "b2") != played(game, "a2", "b2", "a1", "b1")


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_stands_where(backend: str) -> None:
    state = played(load(COUNTED, backend=backend), "hand1-a1")
    (stone,) = state.on("A1")
    assert (stone.piece, stone.kind, stone.owner, stone.count) == ("Stone1", 1, 1, 1)
    assert [str(one) for one in state.on("Hand1")] == ["Stone1 x3"]
    assert state.on("b1") == () == state.on(1)
    assert [state.owner(site) for site in ("a1", "b2", "c3")] == [1, 0, -1]
    assert state.sites_of(1) == [0, 9]
    assert state.sites_of(0) == [4]
    assert state.variables == {"left": 7}
    assert state.phase == "Drop"
    arrays = state.arrays()
    assert arrays["piece"].tolist() == list(state.contents)
    assert arrays["owner"].tolist() == [1, -1, -1, -1, 0, -1, -1, -1, -1, 1, 2]
    assert arrays["count"].tolist() == [1, 0, 0, 0, 1, 0, 0, 0, 0, 3, 4]


def test_what_is_not_there() -> None:
    state = load(COUNTED).start()
    with pytest.raises(ValueError, match='no site is called "d4"'):
        state.on("d4")
    with pytest.raises(ValueError, match="no site 11: they go from 0 to 10"):
        state.on(11)
    with pytest.raises(ValueError, match="players go from 1 to 2"):
        state.sites_of(7)


def test_stacks_are_told_level_by_level() -> None:
    state = load("Snakes and Ladders").start()
    (pawn,) = state.on(100)
    assert (pawn.piece, pawn.level) == ("Pawn1", 0)
    assert state.sites_of(2) == [101]


@pytest.mark.parametrize("name", ["Go", "Shogi", "Oware", "Lasca", "Backgammon", "Dominoes"])
def test_what_is_told_of_all_sites_is_what_is_told_of_each(name: str) -> None:
    game, random = load(name), Random(name)
    state = game.start(seed=2)
    for _ in range(12):
        sites = range(game.sites)
        arrays = state.arrays()
        assert arrays["piece"].tolist() == [state.what(site) for site in sites]
        assert arrays["count"].tolist() == [state.count(site) for site in sites]
        assert arrays["owner"].tolist() == [state.owner(site) for site in sites]
        for player in range(game.players + 2):
            own = [site for site in sites if any(one.owner == player for one in state.on(site))]
            assert state.sites_of(player) == own
        if state.over:
            break
        state = state.after(random.choice(state.moves()))
