"""The passes: what each makes of a program, and that its games stay those of the plain one.

Then bounds that hold in play, links that are kept, orders that are fair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.marks import each_game
from helpers.twins import compare
from interpreter import Game, load
from interpreter.board.topology import Topology
from interpreter.ir.analysis.ranges import ANY, Ranges
from interpreter.ir.meaning.bundles import PLACING, MoveList, arrange, take
from interpreter.ir.program import unpack, walk
from interpreter.passes.order_of_passes import PASSES, VARIABLE, chosen

SEEDS = st.integers(0, 2**32)

# Each pass by itself: a few rules, and what it makes of them

GAME = """(game "Small" (players 2)
    (equipment {{ (board (square 4)) (piece "Man" Each {piece}) }})
    (rules
        (start {{ (place "Man1" (sites Bottom)) (place "Man2" (sites Top)) }})
        (play {play})
        (end {end})))"""
WIN = "(if (no Moves Next) (result Mover Win))"
LINKED = """(if (is Connected at:(last To) {(sites Left) (sites Right)}) (result Mover Win))"""
Steps = Counter[str]


@dataclass(frozen=True)
class Case:
    """What a pass does to a game.

    Args:
        beside: passes that run in either case
        function: of which the operations are counted; of all if not given
    """

    play: str
    changes: Callable[[Steps, Steps], bool]
    piece: str = ""
    end: str = WIN
    beside: tuple[str, ...] = ()
    function: str | None = "generate"

    def game(self, *passes: str) -> Game:
        text = GAME.format(play=self.play, piece=self.piece, end=self.end)
        return load(text, backend="python", passes=passes)

    def steps(self, game: Game) -> Steps:
        functions = [one for one in game.program.functions if self.function in (None, one.name)]
        return Counter(step.name for one in functions for step in walk(one.body))


def gone(name: str) -> Callable[[Steps, Steps], bool]:
    """An operation is there without the pass, and not with it."""
    return lambda before, after: before[name] > 0 == after[name]


def fewer(*names: str) -> Callable[[Steps, Steps], bool]:
    """There are fewer of some operations with the pass."""
    return lambda before, after: sum(after[one] - before[one] for one in names) < 0


SLIDE = "(move Slide (from 5) Orthogonal)"
CASES = {
    "inline": Case(SLIDE, fewer("call"), function=None),
    "asking": Case("(forEach Piece)", gone("each"),
                   "(move Step Orthogonal (to if:(is Empty (to))))", function="next_can_move"),
    "unswitch": Case("(forEach Piece)", lambda before, after: after["each"] > before["each"],
                     "(if (is Prev Mover) (move Step Orthogonal (to if:(is Empty (to)))) "
                     "(move Step Diagonal (to if:(is Empty (to)))))"),
    "players": Case('(forEach Piece "Man1" (move Step Orthogonal (to if:(is Empty (to)))))',
                    gone("lookup"), beside=("strides", "algebra", "dead")),
    "unroll": Case(SLIDE, fewer("loop"), beside=("walks",)),
    "strides": Case("(forEach Piece)", gone("each"), "(move Step Forward (to if:(is Empty (to))))"),
    "sitewise": Case("(move Add (to (sites Board) if:(is Empty (to))))", gone("each")),
    "standing": Case("(move Add (to (sites Board) if:(!= (if (is In (to) (sites Top)) "
                     "(who at:(to)) 2) 1)))", fewer("set", "if")),
    "walks": Case(SLIDE, lambda before, after: before["flood"] == 0 < after["flood"],
                  beside=("unroll",)),
    "snapshots": Case(SLIDE, gone("snapshot"), function=None),
    "subexpressions": Case(SLIDE, fewer("read", "read_at"), function=None),
    "links": Case("(move Add (to (sites Empty)))", gone("linked"), end=LINKED, function=None),
    "algebra": Case("(move Add (to (sites Empty) if:(not (is Occupied (to)))))", gone("intersect"),
                    beside=("sitewise",)),
    "ends": Case("(move Add (to (sites Empty)))", gone("contains"), beside=("algebra",),
                  function="act0"),
    "order": Case(SLIDE, gone("sort_moves")),
    "dead": Case(SLIDE, fewer("write", "write_at"), function=None),
}  # fmt: skip


def test_every_pass_has_a_case() -> None:
    assert CASES.keys() == set(PASSES)


@pytest.mark.parametrize("name", PASSES)
def test_a_pass_changes_the_program_and_not_the_game(name: str) -> None:
    case = CASES[name]
    plain, before, after = case.game(), case.game(*case.beside), case.game(name, *case.beside)
    assert case.changes(case.steps(before), case.steps(after))
    compare(plain, after, seed=3, games=5, plies=30)


@pytest.mark.parametrize("name", PASSES)
def test_a_game_is_the_same_without_a_pass(name: str) -> None:
    whole = load("Breakthrough", {"Size": "6x6"}, backend="python")
    compare(whole, load("Breakthrough", {"Size": "6x6"}, backend="python",
                        passes=(f"-{name}",)), seed=2, games=1, plies=20)  # fmt: skip


FAR = """(move Hop (from 5) Orthogonal
    (between before:4 after:4 if:(is Enemy (who at:(between))) (apply (remove (between))))
    (to if:(is Empty (to))))"""


def test_what_stands_behind_a_row_is_found_without_counting_it() -> None:
    case = Case(FAR, gone("count"), beside=("unroll", "algebra", "standing", "dead"))
    before, after = case.game(*case.beside), case.game(*case.beside, "walks")
    assert case.steps(before)["count"] > case.steps(after)["count"] == 0
    assert case.steps(before)["ray"] > case.steps(after)["ray"] == 0
    compare(case.game(), after, seed=5, games=5, plies=30)


def test_what_makes_a_move_and_asks_about_it_knows_where_its_sites_lie() -> None:
    play = "(do (move Add (to (sites Empty))) ifAfterwards:(not (is Line 3)))"
    case = Case(play, gone("contains"), beside=("algebra", "dead"), function="act0_0")
    before, after = case.game(*case.beside), case.game(*case.beside, "ends")
    assert case.changes(case.steps(before), case.steps(after))
    compare(case.game(), after, seed=6, games=5, plies=30)


RING = """(game "Ring" (players 2)
    (equipment {
        (board (concentric {1 6}) use:Cell)
        (piece "Man" Each
            (move Hop Rotational
                (between if:(is Enemy (between)) (apply (remove (between))))
                (to if:(is Empty (to)))))
    })
    (rules
        (start { (place "Man1" {0 6}) (place "Man2" {1 3}) })
        (play (or (forEach Piece) (move Add (to (sites Empty)))))
        (end (if (no Moves Next) (result Mover Win)))))"""


@pytest.mark.parametrize("seed", range(4))
def test_moves_carry_the_numbers_of_their_ways(seed: int) -> None:
    """Several hops of one way lead to one site here, so that ways would not be one-to-one."""
    plain = load(RING, backend="python", plain=True)
    assert any(one.carried_way is not None for one in plain.program.templates)
    compare(plain, load(RING, backend="python"), seed=seed, games=5, plies=30)


# Which passes are meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (None, PASSES),
        ("", ()),
        ("dead", ("dead",)),
        ("dead, unroll", ("unroll", "dead")),
        ("-dead", PASSES[:-1]),
        ("-unroll,-dead", tuple(one for one in PASSES[:-1] if one != "unroll")),
    ],
)
def test_passes_are_chosen_by_name(
    said: str | None, meant: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    if said is not None:
        assert chosen([one.strip() for one in said.split(",") if one]) == meant
        monkeypatch.setenv(VARIABLE, said)
    assert chosen(None) == meant
    fields = len(load("Tic-Tac-Toe", backend="python").program.fields)
    alone = len(load("Tic-Tac-Toe", backend="python", passes=meant).program.fields)
    assert fields == alone
    assert (alone < len(load("Tic-Tac-Toe", backend="python", plain=True).program.fields)) == (
        "dead" in meant
    )


@pytest.mark.parametrize(
    ("names", "message"),
    [(("ded",), "unknown passes ded; known: inline"), (("dead", "-order"), "not both")],
)
def test_passes_that_make_no_sense(names: tuple[str, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load("Tic-Tac-Toe", passes=names)


# Bounds, links, orders


def states(game: Game, seed: int, plies: int) -> list[object]:
    """The raw states of a random game, from the first."""
    state, found = game.start(seed), []
    for number in range(plies):
        found.append(state.raw)
        if state.over:
            break
        moves = state.moves()
        state = state.after(moves[(seed * 7919 + number * 104729) % len(moves)])
    return found


@pytest.mark.parametrize("name", each_game(long=True))
def test_bounds_of_fields_hold_in_every_state(name: str) -> None:
    game = load(name, backend="python")
    ranges = Ranges(game.program)
    for raw in states(game, seed=len(name), plies=25):
        for field in game.program.fields:
            if field.kind != "int":
                continue
            low, high = ranges.fields[field]
            for index in range(field.length or 1):
                assert low <= game.machine.get(raw, field, index) <= high, field.name


def test_the_mover_is_a_player_and_the_last_site_a_site() -> None:
    game = load("Yavalath", backend="python")
    ranges = Ranges(game.program)
    found = {
        field.name: ranges.fields[field] for field in game.program.fields if field.kind == "int"
    }
    assert found["mover"] == (1, 2)
    assert found["over"] == (0, 1)
    assert found["last_to"] == (-1, 60)
    assert found["random"] == ANY


CONNECTION = ("Hex", "Y", "Havannah", "Cross", "Master Y")


@given(st.sampled_from(CONNECTION), SEEDS)
@settings(deadline=None, max_examples=30)
def test_kept_links_are_whole_groups(name: str, seed: int) -> None:
    """Of a player's group either every stone is linked to a side or none is."""
    game = load(name, backend="python")
    kept = [field for field in game.program.fields if field.name.startswith("linked")]
    assert kept, "groups only grow in this game"
    placed = next(field for field in game.program.fields if field.name == "placed")
    raw = states(game, seed, 60)[-1]
    for field in kept:
        for player in (1, 2):
            own = game.machine.get(raw, placed, player)
            linked = game.machine.get(raw, field, player)
            assert linked & ~own == 0
            assert spread(game.board, linked, own) == linked


def spread(board: Topology, sites: int, within: int) -> int:
    """All sites of `within` that touch some of the sites, and these."""
    found = sites
    for site, targets in enumerate(board.neighbours("Adjacent")):
        if sites >> site & 1:
            found |= sum(1 << target for target in targets if within >> target & 1)
    return found


@pytest.mark.parametrize("name", ["Gonnect", "Atari Go"])
def test_groups_that_can_shrink_are_walked(name: str) -> None:
    game = load(name, backend="python")
    assert not [one for one in game.program.fields if one.name.startswith("linked")]


@pytest.mark.parametrize("name", each_game())
def test_no_question_for_links_is_left(name: str) -> None:
    program = load(name, backend="python").program
    names = {step.name for one in program.functions for step in walk(one.body)}
    assert "linked" not in names


@pytest.mark.parametrize(("name", "kept"), [("Gomoku", True), ("Tic-Tac-Toe", False)])
def test_an_order_is_kept_on_large_boards(name: str, kept: bool) -> None:
    functions = load(name, backend="python").program.functions
    assert any(step.name == "arrange" for one in functions for step in walk(one.body)) == kept


@given(st.lists(st.tuples(st.integers(0, 2**20 - 1), st.integers(0, 19)), max_size=12))
def test_every_move_can_be_taken_once_in_the_kept_order(plies: list[tuple[int, int]]) -> None:
    moves = MoveList()
    for mask, index in plies:
        moves.clear()
        moves.append([3, PLACING, mask, 0])
        arrange(moves)
        left = mask
        while left:
            number = index % left.bit_count()
            _, origin, target, _ = unpack(take(moves, number))
            assert origin == target
            assert left >> target & 1
            left &= ~(1 << target)
            if index % 3:
                break
        assert moves[0][2] == left
