"""Matches of several games: what each has of its own, and what they must have in common."""

from __future__ import annotations

import pytest

from interpreter import LudError, load

RACE = """(game "{name}" (players {players})
    (equipment {{
        (board (rectangle 1 {size}) (track "Way" "{track}" directed:True))
        (regions "Goal" (sites {{{goal}}}))
        (piece "{piece}" Each (move (from) (to (trackSite Move from:(from) "Way" steps:1))))
        (hand Each)
        (dice d:{faces} num:1)
    }})
    (rules
        (start (place "{piece}1" {start}))
        (play (forEach Piece))
        (end (if (is In (last To) (sites "Goal")) (result P1 Win)))
    )
)"""
USUAL = {"name": "Out", "players": 2, "size": 4, "track": "0,1,2,3", "goal": 3, "piece": "Runner",
         "faces": 6, "start": 0}  # fmt: skip
BACK = {"name": "Back", "track": "3,2,1,0", "goal": 1, "start": 3}


def text(second: str, *, first: str = "") -> str:
    """A match of a race and of another game, which is given with what else is said of it."""
    race = RACE.format(**USUAL)
    return (
        f'(match "Both" (players 2) (games {{(subgame "Out" {race} {first})'
        f' (subgame "Back" {second})}}) (end (if (= (count Trials) 3) (result P1 Win))))'
    )


def test_each_game_has_its_own_tracks_regions_and_start(backend: str) -> None:
    state = load(text(RACE.format(**USUAL | BACK)), backend=backend).start()
    made: list[str] = []
    while not state.over:
        ours = [move for move in state.moves() if move.mover == 1]
        move = (ours or state.moves())[0]
        made.append(str(move))
        state = state.after(move)
    there = [name for name in made if name != "pass"]
    out, back = ["a1-b1", "b1-c1", "c1-d1", "next"], ["d1-c1", "c1-b1", "next"]
    assert there == [*out, *back, *out]
    assert state.ranking == (1.0, 2.0)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"size": 5}, "boards"),
        ({"piece": "Walker"}, "pieces"),
        ({"players": 3}, "numbers of players"),
        ({"faces": 4}, "dice"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_games_on_different_tables_are_refused(change: dict[str, object], what: str) -> None:
    with pytest.raises(LudError, match=f"a match of games with different {what} is not supported"):
        load(text(RACE.format(**USUAL | BACK | change)), backend="python")


def test_the_game_that_follows_must_be_one_of_the_match() -> None:
    second = RACE.format(**USUAL | BACK)
    with pytest.raises(LudError, match="the match has no game 2"):
        load(text(second, first="next:2"), backend="python")


def test_a_game_without_a_rule_file_is_named() -> None:
    with pytest.raises(LudError, match='no game is called "Nowhere", and there is no file of it'):
        load(text("").replace('"Back" ', '"Nowhere"'), backend="python")
