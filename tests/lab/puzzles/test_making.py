"""New puzzles: one solution, nothing given that could be left out, the same for the same seed."""

from __future__ import annotations

import pytest

from interpreter import Game, load
from interpreter.text.printer import one_line
from lab.puzzles import make

LATIN = """(game "Square" (players 1)
    (equipment { (board (square 4) (values Cell (range 1 4))) (regions {Rows Columns}) })
    (rules (start (set {{0 1}})) (play (satisfy (all Different)))
        (end (if (is Solved) (result P1 Win)))))"""
SUMS = """(game "Sums" (players 1)
    (equipment {
        (board (square 3) (values Cell (range 1 5)))
        (hints {(hint {0 1 2} 6) (hint {3 4} 3) (hint {0 3} 4) (hint {1 4} 3) (hint 8 2)})
        (regions HintRegions)
    })
    (rules (play (satisfy {(is Sum (hint)) (all Different)}))
        (end (if (is Solved) (result P1 Win)))))"""
QUEENS = """(game "Queens" (players 1)
    (equipment { (board (square 4) (values Cell (range 0 1))) (regions {AllDirections}) })
    (rules (play (satisfy {(is Count (sites Board) of:1 4) (all Different except:0)}))
        (end (if (is Solved) (result P1 Win)))))"""


@pytest.mark.parametrize("rules", [LATIN, QUEENS])
@pytest.mark.parametrize("seed", range(4))
def test_a_new_puzzle_has_one_solution_and_needs_every_given(rules: str, seed: int) -> None:
    made = make(load(rules), seed)
    game = load(made.text)
    found = game.solutions()
    assert found.unique
    assert found.solutions[0] == made.solution
    assert all(made.solution[site] == value for site, value in made.givens.items())
    assert game.difficulty() == made.difficulty
    for left_out in made.givens:
        rest = {site: value for site, value in made.givens.items() if site != left_out}
        assert len(_given(rules, rest).solutions().solutions) == 2


def _given(rules: str, givens: dict[int, int]) -> Game:
    pairs = " ".join(f"{{{site} {value}}}" for site, value in givens.items())
    bare = rules.replace("(start (set {{0 1}}))", "")
    start = f"(start (set {{{pairs}}}))" if pairs else ""
    return load(bare.replace("(rules ", f"(rules {start} ", 1))


def test_the_same_seed_makes_the_same_puzzle_and_another_another() -> None:
    game = load(LATIN)
    assert make(game, 3) == make(game, 3)
    assert make(game, 3).givens != make(game, 4).givens


def test_sums_are_made_anew() -> None:
    made = make(load(SUMS), 2)
    game = load(made.text)
    assert game.solutions().unique
    values = made.solution
    hints = one_line(game.expanded.game)
    for sites in ((0, 1, 2), (3, 4), (0, 3), (1, 4)):
        listed = " ".join(map(str, sites))
        assert f"(hint {{{listed}}} {sum(values[site] for site in sites)})" in hints
    assert hints != one_line(load(SUMS).expanded.game)


def test_a_puzzle_keeps_its_other_start_rules_and_gets_its_name() -> None:
    rules = LATIN.replace("(start (set {{0 1}}))", "(start {(set Score P1 3) (set {{0 1}})})")
    made = make(load(rules), 1, "Mine")
    assert load(made.text).name == "Mine"
    assert "(set Score P1 3)" in made.text


def test_rules_without_a_solution_and_other_games_are_refused() -> None:
    with pytest.raises(ValueError, match="no puzzle"):
        make(load("Tic-Tac-Toe"))
    with pytest.raises(ValueError, match="no solution"):
        make(load(LATIN.replace("(range 1 4)", "(range 1 3)")))
