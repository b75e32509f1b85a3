"""Dice: a throw stands while moves are looked for and made, and chance goes on from ply to ply."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from helpers.backends import needs_native
from interpreter import State, load
from interpreter.play import chance
from interpreter.play.chance import Die, Draw

# A short race to the end of a path: one throw a turn says how far a piece goes.
RACE = """(game "Short Way"
    (players 2)
    (equipment {
        (board (rectangle 2 4) {(track "Way" "0,E,N1,W" P1) (track "Back" "0,E,N1,W" P2)})
        (piece "Disc" Each) (hand Each) (dice d:2 from:0 num:3)
    })
    (rules
        (start (place "Disc" "Hand" count:2))
        (play (do (roll) next:(if (!= (count Pips) 0) (or
            (forEach Piece (move (from) (to (trackSite Move steps:(count Pips))
                if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
            (move (from (handSite Mover)) (to (- (count Pips) 1)
                if:(not (is Friend (who at:(to)))) (apply (remove (to)))))
            (then (if (all DiceEqual) (moveAgain)))))))
        (end (if (is Occupied 4) (result Mover Win)))
    )
)"""
# Two dice, each moves a piece; doubles count twice.
TABLES = """(game "Short Tables"
    (players 2)
    (equipment {
        (board (rectangle 2 6) {(track "Way" "0,E,N1,W,End" P1) (track "Back" "6,E,S1,W,End" P2)})
        (piece "Disc" Each) (dice d:4 num:2)
    })
    (rules
        (start {(place "Disc1" {0 1}) (place "Disc2" {6 7})})
        (play (do (if (not (is Prev Mover)) (roll))
            next:(forEach Die combined:True replayDouble:True if:(!= (pips) 0)
                (forEach Piece (if (!= (trackSite Move steps:(pips)) Off)
                    (if (= (trackSite Move steps:(pips)) -2)
                        (move Remove (from))
                        (move (from) (to (trackSite Move steps:(pips))
                            if:(not (is Friend (who at:(to)))) (apply (remove (to))))))))
                (then (if (not (all DiceUsed)) (moveAgain))))))
        (end (if (no Pieces Mover) (result Mover Win)))
    )
)"""
MOST = 200


def played(rules: str, seed: int, *, backend: str, plain: bool) -> list[tuple[object, ...]]:
    """What there was to choose from, and what became of it, all along a game."""
    state = load(rules, backend=backend, plain=plain).start(seed=seed)
    rows: list[tuple[object, ...]] = []
    while not state.over and len(rows) < MOST:
        moves = state.moves()
        chosen = moves[(len(rows) * 7 + seed) % len(moves)]
        state = state.after(chosen)
        rows.append((str(chosen), tuple(map(str, moves)), state.dice, state.mover))
    return rows


@pytest.mark.slow
@needs_native
@pytest.mark.parametrize("rules", [RACE, TABLES], ids=["race", "tables"])
def test_every_back_end_throws_alike(rules: str) -> None:
    wanted = [played(rules, seed, backend="python", plain=True) for seed in range(3)]
    for backend, plain in (("python", False), ("llvm", True), ("llvm", False)):
        found = [played(rules, seed, backend=backend, plain=plain) for seed in range(3)]
        assert found == wanted
    assert len({row[2] for game in wanted for row in game}) > 3


@needs_native
@pytest.mark.parametrize("rules", [RACE, TABLES], ids=["race", "tables"])
def test_random_games_are_the_same_on_every_back_end(rules: str) -> None:
    games = [
        load(rules, backend=backend, plain=plain).playouts(40, seed=5)
        for backend, plain in (("python", True), ("python", False), ("llvm", True), ("llvm", False))
    ]
    lengths = [list(one.lengths) for one in games]
    assert lengths.count(lengths[0]) == len(lengths)
    assert all(list(one.winners) == list(games[0].winners) for one in games)
    assert set(games[0].winners) == {1, 2}


def test_the_throw_behind_the_moves_is_the_one_that_is_made(backend: str) -> None:
    game = load(RACE, backend=backend)
    for seed in range(20):
        state = game.start(seed=seed)
        moves = state.moves()
        assert [str(move) for move in moves] == [str(move) for move in state.moves()]
        for move in moves:
            thrown = state.after(move).dice
            # The first piece goes as far as the throw says; without any, there is a pass.
            assert sum(thrown) == move.to_site + 1


def test_each_throw_is_as_likely_as_the_others() -> None:
    state = load(RACE, backend="python").start(seed=1)
    thrown: Counter[tuple[int, ...]] = Counter()
    for number in range(800):
        state = state.after(state.moves()[0])
        thrown[state.dice] += 1
        if state.over:
            state = again(state, number)
    assert len(thrown) == 8
    assert all(60 < many < 145 for many in thrown.values())


def again(state: State, seed: int) -> State:
    """The game once more, with other chances."""
    return state.game.start(seed=seed + 2)


def test_there_are_no_dice_in_other_games() -> None:
    assert load("Yavalath", backend="python").start().dice == ()


def test_a_throw_can_be_told(backend: str) -> None:
    state = load(TABLES, backend=backend).start()
    moves = state.moves([0, 3])
    assert {str(move) for move in moves} == {"b1-c1", "a1-e1", "b1-f1", "a1-f1", "b1-f2"}
    assert {move.draws for move in moves} == {(0, 3)}
    for move in moves:
        told = state.after(move)
        assert told == state.after(move, []) == state.after(move, [0, 3])
        assert told == state.after(str(move), draws=[0, 3])
        assert 0 in told.dice
    assert state.after("b1-c1", [0, 3]).dice == (0, 4)
    assert state.after("a1-e1", [3, 3]).dice == (0, 4)
    with pytest.raises(ValueError, match="not a legal move"):
        state.after("b1-c1", [3, 3])


DRAWS = [
    ([], "0 draws are told, but another is due: die 1, of 4 faces"),
    ([0], "1 draw is told, but another is due: die 2, of 4 faces"),
    ([0, 4], "4 is no outcome of die 2, of 4 faces: they go from 0 to 3"),
    ([-1, 0], "-1 is no outcome of die 1, of 4 faces: they go from 0 to 3"),
    ([0, 0, 0], "3 draws are told, but only 2 are due"),
]


@pytest.mark.parametrize(("draws", "message"), DRAWS)
def test_draws_that_do_not_fit_are_refused(draws: list[int], message: str, backend: str) -> None:
    state = load(TABLES, backend=backend).start()
    name = str(state.moves([0, 0])[0])
    for ask in (lambda: state.moves(draws), lambda: state.after(name, draws)):
        with pytest.raises(ValueError, match=f"^{message}$"):
            ask()


def test_what_is_due_is_told(backend: str) -> None:
    state = load(TABLES, backend=backend).start()
    assert state.game.dice == (Die(12, (1, 2, 3, 4)), Die(13, (1, 2, 3, 4)))
    assert state.chance == (Draw(4, 0), Draw(4, 1))
    assert state.roll_due
    assert sum(one.probability for one in state.chance) == Fraction(1, 2)
    # The other die is there to be used.
    between = state.after("b1-c1", [0, 3])
    assert between.chance == ()
    assert not between.roll_due
    assert [str(move) for move in between.moves([])] == [str(move) for move in between.moves()]


def test_a_game_is_told_by_what_has_fallen(backend: str) -> None:
    game = load(TABLES, backend=backend)
    for seed in range(4):
        own = told = game.start(seed=seed)
        for number in range(MOST):
            if own.over:
                break
            move = own.moves()[number % len(own.moves())]
            told = told.after(str(move), own.drawn(move))
            own = own.after(move)
            assert (own.position(), own.dice, own.mover) == (told.position(), told.dice, told.mover)
        assert own.over


# Each ply a throw follows the move, and says how much it is worth.
AFTERWARDS = """(game "Thrown Afterwards"
    (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each) (dice d:6 num:2)})
    (rules
        (play (move Add (to (sites Empty))
            (then (and (roll) (addScore Mover (value Random (range 0 9)))
                (then (addScore Mover (* 10 (count Pips))))))))
        (end (if (is Full) (byScore)))))"""


def test_draws_of_what_follows_can_be_told(backend: str) -> None:
    state = load(AFTERWARDS, backend=backend).start()
    assert state.chance == ()
    assert not state.roll_due
    told = state.after("a1", [5, 2, 7])
    assert told.scores[0] == 187
    assert told.dice == (6, 3)
    assert state.after(state.moves([])[0], [5, 2, 7]) == told
    assert len(state.drawn("a1")) == 3
    assert state.after("a1", state.drawn("a1")).scores == state.after("a1").scores
    with pytest.raises(ValueError, match="2 draws are told, but another is due: one of 10"):
        state.after("a1", [5, 2])
    with pytest.raises(ValueError, match="4 draws are told, but only 3 are due"):
        state.after("a1", [5, 2, 7, 0])


DEALT = """(game "Dealt"
    (players 2)
    (equipment {(board (square 2)) (piece "Disc" Each)})
    (rules
        (start (place Random {"Disc1" "Disc2"}))
        (play (move Add (to (sites Empty))))
        (end (if (is Full) (result Mover Win)))))"""


def test_draws_of_the_start_can_be_told(backend: str) -> None:
    game = load(DEALT, backend=backend)
    assert game.start(draws=[3, 0]).position() == "0:2;3:1"
    assert game.start(draws=[0, 0]).position() == "0:1;1:2"
    with pytest.raises(ValueError, match="1 draw is told, but another is due: one of 3"):
        game.start(draws=[3])
    with pytest.raises(ValueError, match="4 is no outcome of one of 4"):
        game.start(draws=[4, 0])
    with pytest.raises(ValueError, match="3 draws are told, but only 2 are due"):
        game.start(draws=[0, 0, 0])


def test_a_game_without_chance_has_no_draws() -> None:
    state = load("Yavalath", backend="python").start(draws=[])
    assert state.game.dice == ()
    assert not state.game.draws
    assert (state.chance, state.roll_due, state.drawn("e5")) == ((), False, ())
    assert len(state.moves([])) == len(state.moves())
    with pytest.raises(ValueError, match="1 draw is told, but only 0 are due"):
        state.after("e5", [0])


def test_positions_tell_dice_apart(backend: str) -> None:
    game = load(TABLES, backend=backend)
    texts = {game.start().after("b1-c1", draws).text() for draws in ([0, 3], [0, 2], [3, 0])}
    assert len(texts) == 3
    for text in texts:
        assert game.position(text).text() == text
        assert sorted(game.position(text).dice)[0] == 0


def test_without_a_name_the_track_is_that_of_the_player(backend: str) -> None:
    moves = "(play (move Select (from (sites Track Mover))))"
    start = RACE.index("(start")
    rules = f"{RACE[:start]}{moves} (end (if (is Full) (result Mover Win)))))"
    one = load(rules.replace('"0,E,N1,W" P2', '"0,E1" P2'), backend=backend).start()
    other = one.after(one.moves()[0])
    assert [move.to_site for move in one.moves()] == [0, 1, 2, 3, 4, 5, 6, 7]
    assert [move.to_site for move in other.moves()] == [0, 1]


def test_draws_are_asked_for_one_by_one() -> None:
    """Of those before the moves, of those after one, and of those that nobody may tell."""
    tables = load("Backgammon")
    start = tables.start()
    assert chance.next_at_start(tables, ()) is None
    assert chance.next_draw(start, ()) == Draw(6, 0)
    assert chance.next_draw(start, (2,)) == Draw(6, 1)
    assert chance.next_draw(start, (2, 4)) is None
    with pytest.raises(ValueError, match="only 2 are due"):
        chance.next_draw(start, (2, 4, 1))
    with pytest.raises(ValueError, match="6 is no outcome of die 1"):
        chance.next_draw(start, (6,))
    pig = load("Pig").start()
    assert chance.next_draw(pig, ()) is None
    packed = pig.move("a1").packed
    assert chance.next_draw(pig, (), packed) == Draw(6, 0)
    assert chance.next_draw(pig, (3,), packed) is None


def test_any_number_of_draws_of_the_start_can_be_told(backend: str) -> None:
    text = DEALT.replace("square 2", "square 10").replace('{"Disc1" "Disc2"}', '{"Disc1"} count:30')
    game = load(text, backend=backend)
    # The first free site again and again, then from the other end.
    assert game.start(draws=[0] * 30).position() == ";".join(f"{site}:1" for site in range(30))
    told = game.start(draws=[99 - one for one in range(30)])
    assert told.position() == ";".join(f"{site}:1" for site in range(70, 100))
    assert told.moves()[0].to_site == 0
    with pytest.raises(ValueError, match="29 draws are told, but another is due: one of 71"):
        game.start(draws=[0] * 29)
    with pytest.raises(ValueError, match="100 is no outcome of one of 75"):
        game.start(draws=[*([0] * 25), 100])
    with pytest.raises(ValueError, match="31 draws are told, but only 30 are due"):
        game.start(draws=[0] * 31)


HEAPS = """(game "Heaps"
    (players 1)
    (equipment {(board (rectangle 1 4)) (piece "Robot" Shared) (piece "Rock" Shared) HAND})
    (rules
        (start {START (place "Robot" 3)})
        (play
            (move Select (from (sites Board))
                (then (fromTo (from (last To)) (to (- (last To) 1))))
            )
        )
        (end (if (= 9 (count Moves)) (result P1 Win)))))"""


@pytest.mark.parametrize(
    ("start", "hand", "piles"),
    [
        ('(place "Robot" 2 count:1)', "", True),
        ('(place "Robot" 2)', "", False),
        ('(place "Robot" (handSite P1) count:2) (place "Robot" 2)', "(hand P1)", True),
        ('(place "Robot" (sites {2}) count:1)', "(hand P1)", True),
        ('(place Random (sites {2}) {"Robot"} count:1)', "", True),
    ],
)
def test_pieces_meet_where_a_number_is_put_on_the_board(
    backend: str, start: str, hand: str, *, piles: bool
) -> None:
    game = load(HEAPS.replace("START", start).replace("HAND", hand), backend=backend)
    state = game.start(1).after("d1")
    assert state.position().partition("|")[0] == ("2:1x2" if piles else "2:1")
    # One goes on alone.
    assert state.after("c1").position().partition("|")[0] == ("1:1;2:1" if piles else "1:1")


LEVELS = """(game "Levels"
    (players 2)
    (equipment {(board (rectangle 1 9)) (dice d:2 num:2) (piece "Disc" Each
        (forEach Die
            (move (from (from) level:(level))
                (to (+ (from) (pips)) if:(< (to) 9)
                    (apply (addScore Mover (+ {(* 100 (pips)) (* 10 (level)) 1}))))
            )
        )
    )})
    (rules
        (start {(place Stack items:{"Disc1" "Disc2" "Disc1"} 0) (place Stack items:{"Disc2"} 1)})
        (play (do (roll) next:(forEach Piece)))
        (end (if (= (count Moves) 6) (byScore)))))"""


def test_a_move_carries_several_small_numbers(backend: str) -> None:
    """Of three, the level, the die and its value, two are carried as one number."""
    game = load(LEVELS, backend=backend)
    state = game.start(seed=1)
    moves = state.moves([0, 1])
    # Two discs of the mover lie on levels 0 and 2, and each die moves either.
    assert sorted((move.from_site, move.to_site) for move in moves) == [(0, 1)] * 2 + [(0, 2)] * 2
    found = {state.after(move, [0, 1]).scores[0] for move in moves}
    assert found == {101, 121, 201, 221}
    for move in moves:
        following = state.after(move, [0, 1])
        assert following.dice == ((0, 2) if move.to_site == 1 else (1, 0))
    plain = load(LEVELS, plain=True, backend="python").start(seed=1)
    assert [move.packed for move in plain.moves([0, 1])] == [move.packed for move in moves]


DUTY = """(define "Steps"
    (forEach Die if:(!= (pips) 0)
        (forEach Piece
            (move (from) (to (sites {(trackSite Move steps:(pips))}) if:(is Empty (to))) #1)))
)
(game "Duty"
    (players 2)
    (equipment {
        (board (rectangle 2 4) {(track "Way" "0,E,N1,W" P1) (track "Back" "4,E,S1,W" P2)})
        (piece "Disc" Each) (dice d:3 num:2)
    })
    (rules
        (start {(place "Disc1" {0 1}) (place "Disc2" {4 5})})
        (play (do (if (not (is Prev Mover)) (roll))
            next:(OPEN ("Steps" (then
                (if (and (not (all DiceUsed)) (can Move ("Steps"))) (moveAgain)))) CLOSE)))
        (end (if (no Moves Next) (result Mover Win)))
    )
)"""


def longest(state: State, mover: int) -> int:
    """How many moves can follow in the turn of a player."""
    if state.over or state.mover != mover:
        return 0
    return 1 + max(longest(state.after(move), mover) for move in state.moves())


@pytest.mark.parametrize("plain", [True, False])
def test_how_long_turns_are_is_measured_with_the_throw_that_has_fallen(
    *, backend: str, plain: bool
) -> None:
    free, bound = (
        load(DUTY.replace("OPEN", begins).replace("CLOSE", ends), backend=backend, plain=plain)
        for begins, ends in (("priority {", "}"), ("max Moves", ""))
    )
    kept = dropped = 0
    for seed in range(3):
        random = Random(seed)
        ours, theirs = bound.start(seed=seed), free.start(seed=seed)
        while not ours.over and ours.plies < 30:
            for throw in product(range(3), repeat=2) if ours.roll_due else [()]:
                every = theirs.moves(throw)
                lengths = [longest(theirs.after(one, throw), theirs.mover) for one in every]
                wanted = [str(one) for one, far in zip(every, lengths, strict=True)
                          if far == max(lengths)]  # fmt: skip
                assert [str(one) for one in ours.moves(throw)] == wanted
                kept, dropped = kept + len(wanted), dropped + len(every) - len(wanted)
            throw = [random.randrange(3), random.randrange(3)] if ours.roll_due else []
            move = random.choice(ours.moves(throw))
            ours, theirs = ours.after(move, throw), theirs.after(str(move), throw)
    assert kept > dropped > 0
