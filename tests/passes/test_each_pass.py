"""The passes: what each makes of a program, and that its games stay those of the plain one.

Then bounds that hold in play, links that are kept, orders that are fair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import strategies as st

from helpers.twins import compare
from interpreter import Game, load
from interpreter.ir import schema
from interpreter.ir.analysis.ranges import Ranges
from interpreter.ir.emit import ZERO, Emitter
from interpreter.ir.program import Access, Field, Program, walk
from interpreter.ir.values import Bool, Int
from interpreter.passes.order_of_passes import PASSES, finish
from interpreter.passes.tools import rewriting
from interpreter.targets.python import Machine

SEEDS = st.integers(0, 2**32)
GAME = """(game "Small" (players 2)
    (equipment {{ {board} (piece "Man" Each {piece}) {others} }})
    (rules
        (start {{ (place "Man1" (sites Bottom)) (place "Man2" (sites Top)) }})
        (play {play})
        (end {end})))"""
OTHERS = '(piece "King" Each) (piece "Queen" Each) (piece "Rook" Each)'
ROW = "(if (is Line 4) (result Mover Win))"
WIN = "(if (no Moves Next) (result Mover Win))"
LINKED = """(if (is Connected at:(last To) {(sites Left) (sites Right)}) (result Mover Win))"""
GROUPS = "(if ({} (count Groups if:(is Mover (who at:(to))))) (result Mover Loss))"
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
    others: str = ""
    board: str = "(board (square 4))"
    end: str = WIN
    beside: tuple[str, ...] = ()
    function: str | None = "generate"

    def text(self) -> str:
        parts = {name: getattr(self, name) for name in ("board", "piece", "others", "play", "end")}
        return GAME.format(**parts)

    def game(self, *passes: str) -> Game:
        return load(self.text(), backend="python", passes=passes)

    def steps(self, game: Game) -> Steps:
        functions = [one for one in game.program.functions if self.function in (None, one.name)]
        return Counter(step.name for one in functions for step in walk(one.body))


def gone(name: str) -> Callable[[Steps, Steps], bool]:
    """An operation is there without the pass, and not with it."""
    return lambda before, after: before[name] > 0 == after[name]


def fewer(*names: str) -> Callable[[Steps, Steps], bool]:
    """There are fewer of some operations with the pass."""
    return lambda before, after: sum(after[one] - before[one] for one in names) < 0


def more(name: str) -> Callable[[Steps, Steps], bool]:
    """There are more of an operation with the pass."""
    return lambda before, after: after[name] > before[name]


SLIDE = "(move Slide (from 5) Orthogonal)"
# Over empty sites and the one that it came from, up to an enemy.
AROUND = """(move Slide "{}" (between if:(or (is Empty (between)) (= (between) (from))))
    (to if:(is Enemy (who at:(to))) (apply if:(is Enemy (who at:(to))) (remove (to)))))"""
CAPTURE = "(move Slide (to if:(is Enemy (who at:(to))) (apply (remove (to)))))"
CASES = {
    "inline": Case(SLIDE, fewer("call"), function=None),
    "asking": Case("(forEach Piece)", gone("each"),
                   "(move Step Orthogonal (to if:(is Empty (to))))", function="next_can_move"),
    "cheapest": Case("(priority { (forEach Piece (move Slide Orthogonal (to if:(is Enemy (who "
                     "at:(to)))))) (forEach Piece (move Step Forward (to if:(is Empty (to))))) })",
                     more("if"), function="next_can_move",
                     beside=("asking", "unroll", "walks", "algebra")),
    "players": Case('(or (forEach Piece "Wolf" (move Step Orthogonal (to if:(is Empty (to))))) '
                    '(move Add (piece "Wolf1") (to (sites Empty))))',
                    gone("lookup"), others='(piece "Wolf" P1)',
                    beside=("strides", "algebra", "dead")),
    "leaps": Case("(forEach Piece)", more("met"), AROUND.format("Ring"),
                  board='(board (square 4) (track "Ring" "0,E,N,W,S1,E,S1" loop:True))'),
    "blocked": Case("(forEach Piece)", more("image"), AROUND.format("AllTracks"),
                    board="(surakartaBoard (square 4))"),
    "unroll": Case(SLIDE, fewer("loop"), beside=("walks",)),
    "strides": Case("(forEach Piece)", gone("each"), "(move Step Forward (to if:(is Empty (to))))"),
    "sitewise": Case("(move Add (to (sites Board) if:(is Empty (to))))", gone("each")),
    "exact": Case("(forEach Piece)", gone("flood"),
                  "(move Hop (between (exact (- (count Pieces Mover) 3)) if:(not (is Enemy "
                  "(who at:(between))))) (to if:(not (is Friend (who at:(to))))))",
                  beside=("unroll", "sitewise", "algebra", "standing", "walks", "dead")),
    "filled": Case("(move Add (to (sites Empty)))", gone("run"), end=ROW, function="end",
                   beside=("dead",)),
    "standing": Case("(move Add (to (sites Board) if:(!= (if (is In (to) (sites Top)) "
                     "(who at:(to)) 2) 1)))", fewer("set", "if")),
    "walks": Case(SLIDE, lambda before, after: before["flood"] == 0 < after["flood"],
                  beside=("unroll",)),
    "snapshots": Case(SLIDE, gone("snapshot"), function=None),
    "beginning": Case(SLIDE, gone("each"), function="start"),
    "lasting": Case("(or (move (from (sites Start (piece \"Man1\"))) (to (sites Empty))) "
                    "(forEach Piece (move (from) (to (intersection (sites Empty) "
                    "(sites Start (piece (what at:(from)))))))))",
                    more("lookup_sites"), function=None, beside=("beginning",)),
    "probes": Case(SLIDE, fewer("probe"), function=None),
    "subexpressions": Case(SLIDE, fewer("read", "read_at"), function=None),
    "entries": Case("(move Select (from (sites Board) if:(= 0 (state at:(from)))) "
                    "(then (set State at:(last To) 1)))", more("between_at")),
    "enough": Case("(move Add (to (sites Empty)))", more("leave"), end=GROUPS.format("= 1"),
                   function="end"),
    "touching": Case("(move Add (to (sites Empty)) (then (enclose Orthogonal (between if:(is Enemy "
                     "(who at:(between))) (apply (remove (between)))))))", gone("first"),
                     function=None, beside=("algebra", "snapshots", "dead")),
    "turns": Case("(max Moves (move Add (to (sites Empty)) "
                  "(then (if (< (count MovesThisTurn) 1) (moveAgain)))))", more("call"),
                  board="(board (rectangle 3 2))", function="length", beside=("inline",)),
    "sweep": Case("(move Add (to (sites Empty)) (then (remove (sites Around (last To)))))",
                  gone("each"), function="act0", beside=("inline", "algebra", "snapshots", "dead")),
    "links": Case("(move Add (to (sites Empty)))", gone("linked"), end=LINKED, function=None),
    "algebra": Case("(move Add (to (sites Empty) if:(not (is Occupied (to)))))", gone("intersect"),
                    beside=("sitewise",)),
    "ends": Case("(move Add (to (sites Empty)))", gone("contains"), beside=("algebra",),
                  function="act0"),
    "trials": Case("(do (move Add (to (sites Empty))) ifAfterwards:(not (is Line 3)))",
                   more("attempt"), function=None),
    "supposing": Case("(do (forEach Piece) ifAfterwards:(not (is Threatened (id \"Man\" Mover) "
                      "at:(last To))))", more("write"), f"(or {{ {' '.join([CAPTURE] * 9)} }})",
                      function="playout", beside=("trials",)),
    "sequel": Case("(move Add (to (sites Empty)))", more("write"), end=ROW, function="playout",
                   board="(board (square 9))", beside=("inline",)),
    "alike": Case("(or (move Slide (from 5) Orthogonal) (move Slide (from 6) Diagonal))",
                  fewer("write"), function=None),
    "beside": Case("(or (forEach Piece) (move (from (handSite Mover)) (to (sites Empty))))",
                   more("pick_int"), "(move Step (to if:(is Empty (to))))",
                   others="(hand Each)", function="act1", beside=("ends", "algebra", "standing")),
    "mailbox": Case("(move Remove (sites Occupied by:Mover))", fewer("write_at"), others=OTHERS,
                    function="act0"),
    "within": Case("(move Add (to (intersection (forEach (sites Empty) if:(is Empty (site))) "
                   "(sites Top))))", more("intersect")),
    "pinned": Case("(or (move Add (to (sites Empty))) (move Hop (from (last To)) SameDirection "
                   "(between if:(is Enemy (who at:(between))) (apply (remove (between)))) "
                   "(to if:(is Empty (to)))))", fewer("loop")),
    "order": Case(SLIDE, gone("sort_moves")),
    "dead": Case(SLIDE, fewer("write", "write_at"), function=None),
}  # fmt: skip


def test_every_pass_has_a_case() -> None:
    assert CASES.keys() == set(PASSES)


@pytest.mark.slow
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


def test_what_is_drawn_at_the_start_leaves_the_rest_of_it_known() -> None:
    start = load("Backgammon", backend="python").program.function("start")
    names = [step.name for step in walk(start.body)]
    assert set(names) == {"write", "write_at", "random", "finish"}
    assert names[-3:] == ["random", "write", "finish"]


DOUBLE = """(move Slide Forward (between (exact 2) if:(is Empty (between)))
    (to if:(is Empty (to))))"""


@pytest.mark.parametrize(
    "slide",
    [
        DOUBLE,
        "(move Slide Orthogonal (between (range 1 3)) (to if:(is Enemy (who at:(to)))))",
        "(move Slide Forward (between (range 2 3)) (to if:(is Enemy (who at:(to)))))",
        "(move Slide Diagonal (between (max 2)))",
    ],
)
def test_slides_of_a_few_steps_are_shifted_sets(slide: str) -> None:
    case = Case("(forEach Piece)", gone("ray"), slide)
    fast = load(case.text(), backend="python")
    assert case.changes(case.steps(case.game()), case.steps(fast))
    compare(case.game(), fast, seed=8, games=4, plies=30)


@pytest.mark.parametrize(
    ("board", "line", "fills"),
    [
        ("(square 3)", "3", True),
        ("(square 4)", "4 Diagonal", True),
        ("(square 3)", "3 exact:True", True),
        ("(rectangle 3 5)", "3 Orthogonal", True),
        ("(rectangle 1 6)", "6", True),
        ("(hex 2)", "3", True),
        ("(concentric Square rings:3)", "3", True),
        ("(concentric {8 8})", "8", True),
        ("(concentric {8 8})", "3", False),
        ("(square 2)", "2 if:(not (is In (to) (sites Top)))", True),
    ],
)
def test_rows_that_fill_their_line_are_found(board: str, line: str, *, fills: bool) -> None:
    end = f"(if (is Line {line}) (result Mover Win))"
    case = Case("(move Add (to (sites Empty)))", fewer("run"), board=f"(board {board})", end=end,
                function="end")  # fmt: skip
    before, after = case.game("dead"), case.game("filled", "dead")
    assert case.changes(case.steps(before), case.steps(after)) == fills
    compare(case.game(), case.game("filled", "algebra"), seed=5, games=30, plies=20)


@pytest.mark.alike(2)
@pytest.mark.parametrize("kinds", ["", OTHERS])
@pytest.mark.parametrize("asked", ["(not {})", "{}", "(or {} (is In (site) (sites Corners)))"])
def test_lines_of_what_stands_on_each_site_are_found_at_once(asked: str, kinds: str) -> None:
    lines = f"(forEach (sites Occupied by:All) if:{asked.format('(is Line 4 through:(site))')})"
    taken = f'(move Remove {lines} (then (add (piece "Man1") (to 5))))'
    case = Case(f"(or {taken} (move Add (to (sites Empty))))", gone("each"), others=kinds)
    fast = load(case.text(), backend="python")
    assert case.changes(case.steps(case.game()), case.steps(fast)) == (not kinds)
    compare(case.game(), fast, seed=4, games=6, plies=30)


@pytest.mark.parametrize("compared", ["= 2", "!= 2", "< 2", "<= 3", "> 2", ">= 1"])
def test_enough_is_counted_for_every_comparison(compared: str) -> None:
    case = Case(
        "(move Add (to (sites Empty)))", more("leave"), function="end", end=GROUPS.format(compared)
    )
    after = case.game("enough")
    assert case.changes(case.steps(case.game()), case.steps(after))
    compare(case.game(), after, seed=4, games=3, plies=20)


@pytest.mark.alike(3)
@pytest.mark.parametrize("asked", ["<=", "=", "<"])
@pytest.mark.parametrize("end", ["(mover)", "(next)", "(count Pieces Mover)", "(last To)"])
def test_a_table_is_asked_of_all_sites_at_once(end: str, asked: str) -> None:
    """Where an entry is its own number for one site, it need not be so for the others."""
    steps = f"(move Add (to (sites Board) if:({asked} (count Steps (to) {end}) 1)))"
    case = Case(f"(or (move Add (to (sites Empty))) {steps})", gone("each"))
    after = case.game("sitewise", "algebra")
    assert case.changes(case.steps(case.game()), case.steps(after))
    for fast in (after, load(case.text(), backend="python")):
        compare(case.game(), fast, seed=4, games=1, plies=20)


DRAWN = "(< 1 (value Random (range 0 3)))"


@pytest.mark.parametrize(
    "move",
    [
        f"(move Hop (between if:(is Enemy (who at:(between)))) (to if:{DRAWN}))",
        f"(move Step (to if:(and (is Empty (to)) {DRAWN})))",
        f"(move Remove (forEach (intersection (sites {{5}}) (sites Empty)) if:{DRAWN}))",
        f"(move Remove (sites Around (ahead (from) N) Orthogonal if:{DRAWN}))",
    ],
)
def test_chance_is_asked_as_often_as_before(move: str) -> None:
    """Nothing is drawn for a site that is not there."""
    case = Case(f"(or (move Add (to (sites Empty))) (forEach Piece {move}))", fewer())
    plain = case.game()
    for passes in (("walks",), ("sitewise", "unroll"), PASSES):
        compare(plain, case.game(*passes), seed=4, games=0, plies=20)


SOWN = """(game "Sown" (players 2)
    (equipment {{
        (mancalaBoard 2 {columns} (track "Round" "1,E,N,W" loop:True)) (piece "Seed" Shared)
        (regions P1 (sites Bottom)) (regions P2 (sites Top))
    }})
    (rules
        (start (set Count {count} to:(sites Track)))
        (play (move Select (from (sites Mover) if:{holes}) (then {sow})))
        (end {end})))"""
HELD = "(< 0 (count at:(from)))"
TAKEN = """(sow if:(= 2 (count at:(to)))
    apply:(fromTo (from (to)) (to 0) count:(count at:(to))))"""
SCORED = """(if (or (no Moves Next) (< 60 (count Moves))) (byScore {
    (score P1 (count in:(sites Bottom))) (score P2 (count in:(sites Top)))
}))"""


@pytest.mark.parametrize(("what", "ends"), [("0", True), ("7", True), ("(count Moves)", False)])
def test_enough_seeds_are_counted(what: str, *, ends: bool) -> None:
    """What holes have is never negative, so that a sum is settled as soon as it is large enough."""
    end = f"(if (= {what} (count in:(sites Bottom))) (result Mover Loss))"
    rules = SOWN.format(columns=4, count=2, holes=HELD, sow="(sow)", end=end)
    before, after = (load(rules, backend="python", passes=one) for one in ((), ("enough",)))
    leaves = [
        sum(step.name == "leave" for one in game.program.functions for step in walk(one.body))
        for game in (before, after)
    ]
    assert (leaves[0] < leaves[1]) is ends
    compare(before, after, seed=4, games=6, plies=30)


@pytest.mark.parametrize(
    "holes",
    [
        "(< 0 (count at:(from)))", "(>= 3 (count at:(from)))", "(= (count at:0) (count at:(from)))",
        "(!= 4 (count at:(from)))", "(not (> (count at:(from)) 4))", "(< 99999 (count at:(from)))",
    ],
)  # fmt: skip
@pytest.mark.parametrize("backend", ["python", "llvm"])
def test_arrays_are_asked_at_once(holes: str, backend: str) -> None:
    rules = SOWN.format(columns=5, count=3, holes=holes, sow=TAKEN, end=SCORED)
    before = load(rules, backend="python", passes=())
    after = load(rules, backend=backend, passes=("entries",))
    asked = Counter(step.name for one in after.program.functions for step in walk(one.body))
    assert min(asked["between_at"], asked["total_at"]) > 0
    compare(before, after, seed=4, games=6, plies=30)


def test_moves_taken_apart_by_kind_keep_both_of_an_alternative() -> None:
    """Effects in front of the second kind are no moves of the first."""
    play = """(or (move Add (to (sites Empty))) (forEach Piece (priority {
        (if (is Mover P1) (move Pass)) (do (set Counter) next:(move Slide)) })))"""
    case = Case(play, fewer())
    compare(case.game(), case.game("strides"), seed=9, games=3, plies=12)


TWICE = {
    "a draw": """(forEach Piece (if (= 1 (value Random (range 0 1)))
        (or (move Step Orthogonal (to if:(is Empty (to)))) (move Slide Diagonal))))""",
    "what is left out once": """(or (move Add (to (sites Empty)))
        (forEach Value (difference (results from:(sites Occupied by:Mover) to:0 2) 2)
            (or (set Score Mover (value)) (move Add (to (sites LastTo))))))""",
}


@pytest.mark.slow
@pytest.mark.alike(2)
@pytest.mark.parametrize("play", TWICE.values(), ids=TWICE)
def test_a_rule_that_changes_something_is_not_run_for_each_kind_of_move(play: str) -> None:
    case = Case(play, fewer())
    compare(case.game(), case.game("strides"), seed=5, games=6, plies=20)


UNREACHED = """(game "Unreached" (players 3)
    (equipment {
        (board (tri 4))
        (piece "Disc" Each (move Step (to if:True))) (piece "Ball" Each (move Hop (to if:True)))
    })
    (rules
        (start (place "Disc2" (sites Top)))
        (play
            (forEach Direction (from (last To))
                (to if:(all Sites (sites Phase 0) if:(!= (site) (to))) (apply (forEach Piece)))
            )
        )
        (end (if (no Moves Next) (result Next Loss)))))"""


@pytest.mark.parametrize("backend", ["python", "llvm"])
def test_a_block_that_cannot_be_written_settles_nothing(backend: str) -> None:
    """Nothing is reached from the last site; it was taken for reached after the first try."""
    plain = load(UNREACHED, backend=backend, plain=True)
    compare(plain, load(UNREACHED, backend=backend), seed=1, plies=4)


HORSE = """(forEach Direction Orthogonal (to if:(is Empty (to)) (apply
    (forEach Direction (from (to)) (directions {FR FL} of:All)
        (to if:(not (is Friend (who at:(to)))) (apply
            (move (from) (to (to) (apply (remove (to)))))))))))"""


def test_the_moves_of_a_horse_are_one_bundle_and_need_no_sorting() -> None:
    case = Case("(forEach Piece)", gone("sort_moves"), HORSE)
    plain, fast = case.game(), load(case.text(), backend="python")
    assert case.changes(case.steps(plain), case.steps(fast))
    assert case.steps(fast)["offer"] == 1
    assert case.steps(fast)["each"] == 1
    compare(plain, fast, seed=11, games=5, plies=30)


AHEAD = "(ahead {} (directions Cell from:{} to:{}))"


@pytest.mark.slow
@pytest.mark.parametrize("behind", [AHEAD.format("(to)", "(from)", "(to)"),
                                    AHEAD.format("(from)", "(to)", "(from)")])  # fmt: skip
def test_what_lies_behind_a_neighbour_is_known_beforehand(behind: str) -> None:
    step = f"""(move Step (from (from)) (to if:(and {{
        (is Empty (to)) (not (is Enemy (who at:{behind}))) (!= (to) (last To)) }})))"""
    case = Case("(forEach Piece)", gone("ray"), step)
    fast = load(case.text(), backend="python")
    assert case.changes(case.steps(case.game()), case.steps(fast))
    assert case.steps(fast)["lookup"] == case.steps(fast)["each"] == 0
    compare(case.game(), fast, seed=16, games=5, plies=30)


def test_the_same_move_made_twice_counts_twice() -> None:
    """From two sites beside a piece it may come to the same one."""
    knight = """(forEach Direction Orthogonal (to if:(is Empty (to)) (apply
        (move (from) (to (sites Around (to) Diagonal if:(is Empty (to))))))))"""
    case = Case("(forEach Piece)", fewer(), knight)
    compare(case.game(), load(case.text(), backend="python"), seed=12, games=5, plies=30)


@pytest.mark.alike(3)
@pytest.mark.slow
@pytest.mark.parametrize("again", ["Value min:1 max:2", "Value min:1 max:(count Pieces)",
                                   "Site (sites Top)"])  # fmt: skip
@pytest.mark.parametrize("step", [
    "(move Step (from (from)) N (to if:(is Empty (to))))",
    "(move Step (from (from)) Orthogonal (to if:(is Empty (to))))",
    "(move Leap (from (from)) {{F F L}} (to if:(is Empty (to))))",
    "(move Hop (from (from)) Orthogonal (between if:True) (to if:(is Empty (to))))",
])  # fmt: skip
def test_so_does_a_rule_that_is_asked_again(again: str, step: str) -> None:
    case = Case("(forEach Piece)", fewer(), f"(forEach {again} {step})")
    compare(case.game(), load(case.text(), backend="python"), seed=15, games=2, plies=12)


def test_of_legal_moves_it_is_asked_piece_by_piece() -> None:
    step = "(move Step Orthogonal (to if:(is Empty (to))))"
    end = """(if (no Moves Next) (result Mover Win))"""
    play = "(do (forEach Piece) ifAfterwards:(< 1 (count Pieces Next in:(sites Top))))"
    case = Case(play, fewer("each"), step, end=end, function="next_can_move")
    fast = load(case.text(), backend="python", passes=("-inline",))
    asked = next(one for one in fast.program.functions if one.name == "next_can_move")
    # One loop over pieces, and one over where each of them can go.
    assert sum(step.name == "each" for step in walk(asked.body)) == 2
    compare(case.game(), fast, seed=13, games=5, plies=30)


def test_a_slide_is_asked_backwards_with_one_flood_each_way() -> None:
    slide = "(move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))"
    end = '(if (is Threatened (id "Man" Next) at:(last To)) (result Mover Win))'
    case = Case("(forEach Piece)", fewer(), slide, end=end, function="hit_when_put")
    fast = load(case.text(), backend="python", passes=("-inline",))
    steps = case.steps(fast)
    assert (steps["flood"], steps["image"]) == (4, 8)
    compare(case.game(), fast, seed=14, games=5, plies=30)


def test_a_long_program_is_not_made_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    case = CASES["unroll"]
    far = case.steps(case.game(*case.beside, "unroll"))
    monkeypatch.setattr(rewriting, "MOST_REPEATED", 2)
    near = case.game(*case.beside, "unroll")
    assert far["loop"] < case.steps(near)["loop"] == case.steps(case.game(*case.beside))["loop"]
    compare(case.game(), near, seed=3, games=3, plies=20)


BEYOND = """(move (from (sites Occupied by:Mover)) (to (sites Empty))
    (then (fromTo (from (last To)) (to (+ 12 (last From))))))"""


@pytest.mark.parametrize("passes", [("unroll",), PASSES])
def test_a_number_beyond_the_board_is_no_site(passes: tuple[str, ...]) -> None:
    case = Case(BEYOND, fewer())
    compare(case.game(), case.game(*passes), seed=4, games=3, plies=20)


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


LARGE = "(board (square 9))"


def test_random_play_knows_what_its_moves_did() -> None:
    """Whose stone lies where the last one went, and how long the rows through it are."""
    play = "(do (move Add (to (sites Empty))) ifAfterwards:(not (is Line 3 exact:True)))"
    case = Case(play, gone("contains"), end=ROW, function="playout", board=LARGE)
    fast = load(case.text(), backend="python")
    steps = case.steps(fast)
    assert (steps["run"], steps["contains"]) == (4, 0), "each row is measured once"
    playout = fast.program.function("playout")
    asked = next(step for step in walk(playout.body) if step.name == "run")
    assert Ranges(fast.program).of(playout, asked.operands[1]) == (0, 80), "it is a site"
    compare(case.game(), fast, seed=17, games=2, plies=30)


def test_random_play_puts_back_what_turns_out_illegal_before_it_goes_on() -> None:
    play = """(or (move Add (to (sites Empty)) (then (set Score Mover (count Moves))))
        (do (move Remove (sites Occupied by:Enemy)) ifAfterwards:(= 0 (% (count Moves) 3))))"""
    case = Case(play, fewer(), end="(if (< 40 (count Moves)) (result Mover Win))", board=LARGE)
    compare(case.game(), load(case.text(), backend="python"), seed=18, games=2, plies=30)


def test_an_illegal_move_that_puts_nothing_is_followed_by_nothing() -> None:
    play = """(or (move Add (to (sites Empty)))
        (do (set Score Mover (count Moves)) ifAfterwards:(= 0 (% (count Moves) 3))))"""
    case = Case(play, fewer(), end="(if (< 40 (count Moves)) (result Mover Win))", board=LARGE)
    compare(case.game(), load(case.text(), backend="python"), seed=20, games=4, plies=30)


def test_of_two_edges_that_have_no_site_in_common_a_row_ends_at_one_at_most() -> None:
    row = "(is Line 3 {} exact:True)"
    either = f"(or {row.format('N')} {row.format('S')})"
    case = Case(
        "(move Add (to (sites Empty)))", gone("if"), end=f"(if {either} (result Mover Win))"
    )
    fast = load(case.text(), backend="python", passes=("-inline",))
    ends = next(one for one in fast.program.functions if one.name == "end")
    assert not any(step.name == "contains" and step.operands[0].constant is not None
                   for step in walk(ends.body))  # fmt: skip
    compare(case.game(), fast, seed=19, games=3, plies=20)


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


@pytest.mark.parametrize("passes", [(), ("standing",)], ids=str)
def test_what_stood_there_is_what_stood_there_when_it_was_asked(
    passes: tuple[str, ...],
) -> None:
    """It was asked before the site was emptied, and is compared afterwards."""
    b = Emitter()
    b.site_count = 4
    placed = Field("placed", "sites", 3, part=schema.PLACED)

    def body(site: Int) -> Bool:
        before = b.number("what", site, attribute=Access(placed))
        b.emit("put", site, ZERO, b.nothing)
        return b.less(ZERO, before)

    b.define("taken", ("int",), "bool", body)
    program = Program("test", 4, [placed], b.functions, [], owners=(0, 1, 2))
    machine = Machine(finish(program, ("taken",), passes))
    state = machine.blank()
    for kind, sites in enumerate((0b1101, 0b0010, 0)):
        machine.put(state, placed, sites, kind)
    assert [machine.run("taken", state[:], site) for site in (0, 1)] == [False, True]


OWN = "(move Step Orthogonal (to if:(is Empty (to)) (apply (remove {}))))"


@pytest.mark.parametrize("what", ["(site)", "(from)", "(ahead (site) W)", "(last To)"])
def test_a_piece_that_is_taken_before_it_moves_does_not(what: str) -> None:
    """Where it is not known what stood on a site, it may be the piece that is to move."""
    case = Case("(forEach Piece)", fewer("if"), OWN.format(what), end=f"{{ {WIN} {ROW} }}")
    for passes in (("unroll", "algebra", "ends"), PASSES):
        compare(case.game(), case.game(*passes), seed=3, games=4, plies=20)


def test_a_piece_that_goes_on_comes_to_another_site() -> None:
    """What is put where a move leads, or taken from there, changes nothing where it begins."""
    case = Case("(forEach Piece)", fewer("contains"), CAPTURE, function="act0")
    rest = ("unroll", "algebra", "standing")
    compare(case.game(), case.game(*rest, "ends"), seed=3, games=4, plies=30)
    assert case.changes(case.steps(case.game(*rest)), case.steps(case.game(*rest, "ends")))
