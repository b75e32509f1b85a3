"""The solver of puzzles beside one that tries everything."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise, product
from random import Random

import pytest

from helpers.backends import BACKENDS
from interpreter import Game, LudError, load
from interpreter.play.puzzles.narrowing import Deduction
from interpreter.play.puzzles.solving import Found

Values = tuple[int, ...]
RULES = """(game "Asked" (players 1)
    (equipment {{ (board {board} (values Cell (range {values}))) {equipment} }})
    (rules {start} (play (satisfy {{ {constraints} }})) (end (if (is Solved) (result P1 Win)))))"""


def puzzle(
    board: str, values: str, constraints: str, *, equipment: str = "", start: str = "",
    backend: str = "auto",
) -> Game:  # fmt: skip
    rules = RULES.format(
        board=board, values=values, constraints=constraints, equipment=equipment,
        start=f"(start (set {{{start}}}))" if start else "",
    )  # fmt: skip
    return load(rules, backend=backend)


def apart(v: Values, *places: int) -> bool:
    return len({v[place] for place in places}) == len(places)


def around(v: Values, row: int, column: int) -> int:
    """The sum of the values around a site of three by three."""
    near = [v[3 * r + c] for r in range(3) for c in range(3)
            if max(abs(r - row), abs(c - column)) == 1]  # fmt: skip
    return sum(near)


def peaceful(v: Values) -> bool:
    """No two queens of three by three sites attack each other."""
    queens = [divmod(site, 3) for site in range(9) if v[site]]
    return all(r != s and c != d and abs(r - s) != abs(c - d)
               for (r, c), (s, d) in combinations(queens, 2))  # fmt: skip


LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))
SMALL: dict[str, tuple[str, str, str, str, Callable[[Values], bool]]] = {
    "Latin square": (
        "(square 3)", "1 3", "(all Different)", "(regions {Rows Columns})",
        lambda v: all(apart(v, *line) for line in LINES)),
    "sums": (
        "(square 2)", "1 4", "(all Different) (is Sum (hint))",
        "(hints {(hint {0 1} 5) (hint {1 3} 6)}) (regions HintRegions)",
        lambda v: v[0] + v[1] == 5 and v[1] + v[2] == 6 and apart(v, 0, 1) and apart(v, 1, 2)),
    "magic": (
        "(square 2)", "1 3", "(is Sum 4)", "(regions {Rows Columns Diagonals})",
        lambda v: all(v[a] + v[b] == 4 for a, b in combinations(range(4), 2))),
    "orders": (
        "(rectangle 1 4)", "1 3", "(forAll Hint (< (from) (to)))",
        "(hints {(hint {0 1}) (hint {1 2}) (hint {3 2})})",
        lambda v: v[0] < v[1] < v[2] > v[3]),
    "orders that allow the same": (
        "(rectangle 1 4)", "1 3", "(forAll Hint (>= (from) (to)))",
        "(hints {(hint {0 1}) (hint {2 1}) (hint {2 3})})",
        lambda v: v[0] >= v[1] <= v[2] >= v[3]),
    "queens": (
        "(square 3)", "0 1", "(is Count (sites Board) of:1 2) (all Different except:0)",
        "(regions AllDirections)", lambda v: sum(v) == 2 and peaceful(v)),
    "mines": (
        "(square 3)", "0 1",
        "(forAll Hint (is Count (sites Around (from)) of:1 (hint)))"
        " (forAll Hint (= (what at:(from)) 0))",
        "(hints {(hint 4 2) (hint 0 1)})",
        lambda v: around(v, 1, 1) == 2 and around(v, 0, 0) == 1 and v[0] == v[4] == 0),
    "rows that differ": (
        "(square 3)", "0 1", "(is Unique) (is Count 2)", "(regions Rows)",
        lambda v: all(sum(v[i : i + 3]) == 2 for i in (0, 3, 6))
        and len({v[i : i + 3] for i in (0, 3, 6)}) == 3),
    "rules of the program's own": (
        "(square 3)", "1 2",
        "(all Sites (sites Board) if:(or (= (what at:(site)) 0) (not (is In (what at:(site))"
        " (results from:(site) to:(sites Around (site) Orthogonal) (what at:(to)))))))", "",
        lambda v: all(one != two for one, two in pairwise(v))),
    "one region in another": (
        "(square 2)", "1 3", "(all Different)", "(regions Rows) (regions {0 1 2})",
        lambda v: apart(v, 0, 1, 2) and apart(v, 2, 3)),
}  # fmt: skip


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", SMALL)
def test_all_solutions_of_small_puzzles(name: str, backend: str) -> None:
    board, values, constraints, equipment, holds = SMALL[name]
    game = puzzle(board, values, constraints, equipment=equipment, backend=backend)
    model = game.program.puzzle
    assert model is not None
    found = game.solutions(limit=0)
    ours = [tuple(one[site] for site in model.variables) for one in found.solutions]
    all_values = product(model.values, repeat=len(model.variables))
    assert found.complete
    assert sorted(ours) == [one for one in all_values if holds(one)]


@pytest.mark.slow
def test_givens_by_chance_leave_the_solutions_that_have_them() -> None:
    rng = Random(5)
    squares = {tuple(one[site] for site in range(16)) for one in _latin("").solutions}
    assert len(squares) == 576
    for _ in range(12):
        chosen = rng.choice(sorted(squares))
        given = rng.sample(range(16), 4)
        found = _latin(" ".join(f"{{{site} {chosen[site]}}}" for site in given))
        ours = {tuple(one[site] for site in range(16)) for one in found.solutions}
        assert ours == {one for one in squares if all(one[s] == chosen[s] for s in given)}


def _latin(start: str) -> Found:
    regions = "(regions {Rows Columns})"
    game = puzzle("(square 4)", "1 4", "(all Different)", equipment=regions, start=start)
    return game.solutions(limit=0)


def test_one_solution_two_and_none() -> None:
    regions = "(regions {Rows Columns SubGrids})"
    some = "{0 1} {5 2} {10 3}"
    several = puzzle("(square 4)", "1 4", "(all Different)", equipment=regions, start=some)
    found = several.solutions()
    assert (len(found.solutions), found.complete, found.unique) == (2, False, False)
    one = puzzle(
        "(square 4)",
        "1 4",
        "(all Different)",
        equipment=regions,
        start=f"{some} {{1 4}} {{8 4}} {{7 1}}",
    )
    assert one.solutions().unique
    none = puzzle("(square 4)", "1 4", "(all Different)", equipment=regions, start="{0 1} {1 1}")
    assert none.solutions().solutions == ()
    assert none.solutions().complete
    with pytest.raises(ValueError, match="no solution"):
        none.difficulty()


def test_values_that_were_set_or_struck_out_are_kept() -> None:
    regions = "(regions {Rows Columns})"
    game = puzzle("(square 3)", "1 3", "(all Different)", equipment=regions)
    assert len(game.solutions(limit=0).solutions) == 12
    assert len(game.solutions(game.start().after("a1=2"), limit=0).solutions) == 4
    assert len(game.solutions(game.start().after("a1=?2"), limit=0).solutions) == 8


def test_plain_puzzles_are_plain_and_hard_ones_hard() -> None:
    regions = "(regions {Rows Columns})"
    easy = puzzle(
        "(square 3)", "1 3", "(all Different)", equipment=regions, start="{0 1} {1 2} {3 2}"
    )
    assert easy.difficulty().hardest is Deduction.RULED_OUT
    open_ = puzzle("(square 3)", "1 3", "(all Different)", equipment=regions)
    assert open_.difficulty().hardest is Deduction.SEARCH
    assert open_.difficulty().score > easy.difficulty().score


def test_other_games_are_no_puzzles() -> None:
    with pytest.raises(ValueError, match="no puzzle"):
        load("Tic-Tac-Toe").solutions()
    with pytest.raises(ValueError, match="0 or more"):
        puzzle("(square 2)", "1 2", "(all Different (sites Top))").solutions(limit=-1)


@pytest.mark.parametrize(
    "asked", ["(forAll Hint (< (from) (to)))", "(all Different (sites Board))"]
)
def test_a_hint_beside_the_board_is_told_with_its_place(asked: str) -> None:
    with pytest.raises(LudError) as told:
        puzzle("(square 2)", "1 2", asked, equipment="(hints {(hint {0 4} 5)})")
    assert "there is no cell 4" in str(told.value)
    assert "(hint {0 4} 5)" in str(told.value)
    assert "those of the board are 0 to 3" in str(told.value)
