"""Games without players: the rules go on by themselves, step by step."""

from __future__ import annotations

from interpreter import load

LIFE = """(game "Cells"
    (players 0)
    (equipment {(board (square 5)) (piece "Cell" Shared)})
    (rules
        (start (place "Cell" (sites {START})))
        (play
            (forEach Site (sites Board)
                (if (= 3
                        (count Sites in:(intersection (sites Around (to)) (sites Occupied by:All)))
                    )
                    (if (is Empty (to)) (add (piece "Cell") (to (to))))
                    (if (and
                            (is Occupied (to))
                            (!= 2 (count Sites
                                in:(intersection (sites Around (to)) (sites Occupied by:All))))
                        )
                        (remove (to))
                    )
                )
            )
        )
        (end (if (= (count Moves) 6) (result Mover Draw)))
    )
)"""
BLINKER = '"B3" "C3" "D3"'
CORNER = '"B2" "C2" "B3"'


def test_all_effects_are_one_step(backend: str) -> None:
    game = load(LIFE.replace("START", BLINKER), backend=backend)
    state = game.start()
    for turn in range(6):
        assert not state.over
        upright = turn % 2 == 1
        assert state.position() == ("7:1;12:1;17:1" if upright else "11:1;12:1;13:1")
        (move,) = state.moves()
        # The first site that the step touches, which fills or empties.
        assert str(move) == "c2"
        state = state.after(move)
    assert state.over
    assert game.playouts(3, seed=1).lengths.tolist() == [6, 6, 6]


def test_a_simulation_that_rests_is_over(backend: str) -> None:
    state = load(LIFE.replace("START", CORNER), backend=backend).start()
    state = state.after("c3")
    assert state.position() == "6:1;7:1;11:1;12:1"
    assert [str(move) for move in state.moves()] == ["pass"]
    assert state.after("pass").over
    assert state.game.players == 1
