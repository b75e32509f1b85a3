"""Games of the native search against itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from helpers.backends import needs_native
from helpers.marks import some
from helpers.twins import native
from interpreter import Game, State, load
from interpreter.ir.meaning.splitmix import stream
from interpreter.play.search.lookahead import board_of
from interpreter.play.search.selfplay import CAREFUL, COPIER, GREEDY, IDLER, Trial, play
from interpreter.targets.kernels.search import selfplay
from interpreter.targets.llvm.target import host
from interpreter.targets.llvm.translator import Translator
from lab.measuring.plies import record, worths
from lab.players.simple import Careful, Copier, Greedy, Idler, copiers

pytestmark = needs_native

THREE = """(game "Three" (players 3)
    (equipment { (board (square 4)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end {
        (if (is Line 3) (result Mover Win))
        (if (is Full) (result Mover Draw))
    }))
)"""
SHUTTLE = """(game "Shuttle" (players 2)
    (equipment { (board (rectangle 1 3)) (piece "Man" Each (move Step (to if:(is Empty (to))))) })
    (rules
        (start { (place "Man1" 0) (place "Man2" 2) })
        (play (if (is Mover P1) (forEach Piece) (move Pass)))
        (end (if (no Pieces Mover) (result Mover Loss)))
    )
)"""
DICE = """(game "Dice" (players 2)
    (equipment { (board (square 4)) (piece "Stone" Each) })
    (rules
        (play (move Add (to (sites Empty) if:(= 1 (value Random (range 1 2))))))
        (end { (if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw)) })
    )
)"""
GAMES = ("Tic-Tac-Toe", "Yavalath", "Breakthrough", "Reversi", "Go")


def replayed(game: Game, trial: Trial, seed: int) -> list[State]:
    """The positions of a game; every move is legal."""
    states = [State(game, game.machine.begin(stream(seed, trial.number)))]
    for ply, packed in enumerate(trial.moves):
        legal = game.legal(states[-1].raw)
        assert int(packed) in legal
        assert len(legal) == trial.counts[ply]
        states.append(State(game, game.after(states[-1].raw, int(packed))))
    return states


@pytest.mark.parametrize("name", GAMES)
def test_what_is_noted_is_what_happens(name: str) -> None:
    game = load(name, {"Size": "7"} if name == "Go" else None)
    for trial in play(game, range(2), iterations=(30, 30), seed=3, limit=80):
        states = replayed(game, trial, 3)
        for state, seat in zip(states, trial.seats, strict=False):
            assert (3 - state.mover if state.swapped else state.mover) == seat + 1
        assert trial.over == states[-1].over
        assert trial.ranking == states[-1].ranking
        if trial.over:
            assert worths(trial).tolist() == [(one + 1) / 2 for one in states[-1].utilities]


def test_games_do_not_depend_on_threads() -> None:
    game = load("Yavalath")
    alone = play(game, range(6), iterations=(50, 50), seed=1)
    together = play(game, range(6), iterations=(50, 50), seed=1, threads=3)
    again = play(game, [4], iterations=(50, 50), seed=1)
    for one, other in zip([*alone, alone[4]], [*together, *again], strict=True):
        assert (one.moves == other.moves).all()
        assert np.array_equal(one.estimates, other.estimates, equal_nan=True)
        assert np.array_equal(one.values, other.values, equal_nan=True)
    assert len({tuple(trial.moves) for trial in alone}) == 6
    other = play(game, [0], iterations=(50, 50), seed=2)[0]
    assert other.moves.tolist() != alone[0].moves.tolist()


def test_an_estimate_is_the_mean_of_the_random_games() -> None:
    trial = play(load("Hex", {"Size": "5"}), [0], iterations=(200, 200), seed=5)[0]
    for ply in range(trial.plies):
        moves = trial.considered(ply)
        values, visits = trial.values[moves], trial.visits[moves]
        if not trial.settled[ply] and not np.isin(values, (-1, 1)).any():
            mean = float((values * visits).sum() / visits.sum())
            assert trial.estimates[ply, trial.seats[ply]] == pytest.approx(mean, abs=1e-5)
            assert visits.sum() == trial.rounds[ply] == 200
        assert trial.estimates[ply].sum() == pytest.approx(0)


def test_the_move_made_is_the_best() -> None:
    trial = play(load("Yavalath"), [0], iterations=(500, 500), seed=2)[0]
    for ply in range(trial.plies):
        moves = trial.considered(ply)
        values, visits = trial.values[moves], trial.visits[moves]
        chosen = trial.chosen[ply]
        if (values == 1).any():
            assert values[chosen] == 1
        else:
            open_ = visits[values > -1]
            assert visits[chosen] == open_.max(initial=0) or values[chosen] == -1


def test_who_thinks_long_draws_tic_tac_toe() -> None:
    trials = play(load("Tic-Tac-Toe"), range(20), iterations=(4000, 4000), seed=4, threads=2)
    assert all(trial.ranking == (1.5, 1.5) for trial in trials)


def test_strength_and_chance_sit_where_they_are_put() -> None:
    game = load("Yavalath")
    strong = play(game, range(10), iterations=(300, 0), seed=1)
    assert all(trial.ranking[0] == 1 for trial in strong)
    weak = play(game, range(10), iterations=(0, 300), seed=1)
    assert all(trial.ranking[1] == 1 for trial in weak)
    trial = weak[0]
    assert (trial.rounds[trial.seats == 0] == 0).all()
    assert np.isnan(trial.estimates[trial.seats == 0]).all()
    assert (trial.noted[trial.seats == 0] == 0).all()


def loses(state: State, seat: int) -> bool:
    """Whether a game is over and lost for a seat, from 0, or would be by a reply."""
    ends = [state] if state.over else [state.after(reply) for reply in state.moves()]
    return any(one.over and one.utilities[seat] < 0 for one in ends)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "games"), [("Tic-Tac-Toe", 12), ("Yavalath", 4), ("Connect Four", 6)]
)
def test_the_careful_take_wins_and_avoid_losses(rules: str, games: int) -> None:
    game = load(rules)
    avoided, openings = 0, set()
    for trial in play(game, range(games), iterations=[CAREFUL] * game.players, seed=2):
        openings.add(int(trial.moves[0]))
        states = replayed(game, trial, 2)
        for before, after, seat in zip(states, states[1:], trial.seats, strict=False):
            others = [before.after(move) for move in before.moves()]
            if any(one.over and one.utilities[seat] > 0 for one in others):
                assert after.over
                assert after.utilities[seat] > 0
                continue
            risky = [loses(one, seat) for one in others]
            assert not loses(after, seat) or all(risky)
            avoided += any(risky) and not all(risky)
        assert (trial.noted == 0).all()
    assert avoided > 0
    assert len(openings) > 2


def made(kind: int, game: Game) -> Careful:
    """The same player in Python."""
    if kind == COPIER:
        return Copier(1, next(copiers(game)))
    return Idler(1) if kind == IDLER else Greedy(1)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [COPIER, IDLER, GREEDY])
@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Chess", "Reversi", "Konane"])
def test_ideas_are_those_of_the_players(name: str, kind: int) -> None:
    """What an idea chose is what the Python player likes; what it did not choose is no use."""
    game = load(name)
    images = next(copiers(game)).image
    trial = play(game, [1], iterations=[kind, kind], seed=2, limit=24, images=images)[0]
    states = replayed(game, trial, 2)
    last: dict[int, State] = {}
    for ply, (state, after, seat) in enumerate(zip(states, states[1:], trial.seats, strict=False)):
        player = made(kind, game)
        before = last.get(int(seat))
        if isinstance(player, Idler) and before is not None:
            player.remember(before.last_from, before.last_to)
        last[int(seat)] = after
        if trial.counts[ply] == 1:
            continue
        following = {move: state.after(move) for move in state.moves()}
        wanted = player.idea(state, [move for move, one in following.items() if not one.over])
        chosen = next(move for move in following if move.packed == trial.moves[ply])
        assert trial.liked[ply] == (chosen in wanted)
        useless = after.over or all(loses(following[move], int(seat)) for move in wanted)
        assert trial.liked[ply] or useless
    assert name in ("Tic-Tac-Toe", "Konane") or (trial.liked.any() or kind == IDLER)


def test_iterations_may_be_for_each_legal_move() -> None:
    game = load("Hex", {"Size": "5"})
    trial = play(game, [0], iterations=(1, 6), seed=1, per=2)[0]
    for seat, share in ((0, 0.5), (1, 3.0)):
        here = (trial.seats == seat) & (trial.settled == 0) & (trial.counts > 1)
        assert here.sum() > 3
        wanted = np.maximum(1, (share * trial.counts[here]).astype(int))
        assert trial.rounds[here].tolist() == wanted.tolist()


def test_three_players_each_have_an_estimate() -> None:
    game = load(THREE)
    trial = play(game, [0], iterations=(200, 200, 200), seed=1)[0]
    assert trial.estimates.shape == (trial.plies, 3)
    assert set(trial.seats) == {0, 1, 2}
    found = record(trial)
    assert found.estimates.sum(axis=1) == pytest.approx(1.5)
    replayed(game, trial, 1)


def test_a_game_that_never_ends_is_a_timeout() -> None:
    game = load(SHUTTLE)
    trial = play(game, [0], iterations=(2, 2), seed=1, limit=40)[0]
    assert trial.timeout
    assert not trial.over
    assert trial.plies == 40
    assert (trial.counts == 1).sum() >= 20  # the passes of the second player, at least
    found = record(trial)
    assert not found.complete
    assert found.choices == (trial.counts > 1).sum()
    assert found.winner == -1
    whole = play(game, [0], iterations=(1, 1), seed=1)[0]
    assert whole.timeout
    assert whole.over
    assert whole.plies == 2500


@pytest.mark.parametrize("name", some(["Yavalath", "Go", "English Draughts"], 3))
def test_games_stay_in_their_memory(name: str) -> None:
    options = {"Size": "5"} if name == "Go" else None
    game = native(load(name, options, backend="python"), checked=True)
    found = play(game, range(2), iterations=(20, 20), seed=3, limit=60)
    play(game, [0], iterations=(CAREFUL, 1), seed=3, limit=30, per=2)
    play(game, [0], iterations=(COPIER, GREEDY), seed=3, limit=30)
    play(game, [0], iterations=(IDLER, GREEDY), seed=3, limit=30)
    expected = play(load(name, options), range(2), iterations=(20, 20), seed=3, limit=60)
    for one, other in zip(found, expected, strict=True):
        assert one.moves.tolist() == other.moves.tolist()
    program = load(name, options, backend="python").program
    t = Translator(program, replace(host(), bits=True), checked=True).traced()
    module = t.module(selfplay.ENTRIES)
    selfplay.write(t, module, board_of(native(load(name, options, backend="python"))))
    assert module.checks is not None
    assert module.checks.unknown == []


def test_chance_may_decide_what_is_legal() -> None:
    game = load(DICE)
    for trial in play(game, range(8), iterations=(30, 30), seed=1):
        replayed(game, trial, 1)
        assert record(trial).values.shape[0] == (trial.counts > 1).sum()
    state = game.start(seed=1)
    assert {one.move for one in game.uct(state, iterations=30).moves} == set(state.moves())


def test_arguments_that_make_no_sense() -> None:
    game = load("Tic-Tac-Toe")
    with pytest.raises(ValueError, match="for each seat"):
        play(game, [0], iterations=(5,))
    with pytest.raises(ValueError, match="for each seat"):
        play(game, [0], iterations=(5, GREEDY - 1))
    with pytest.raises(ValueError, match="for each seat"):
        play(game, [0], iterations=(5, 5), per=-1)
    with pytest.raises(ValueError, match="image"):
        play(game, [0], iterations=(5, COPIER), images=range(10))
    with pytest.raises(ValueError, match="a thread"):
        play(game, [0], iterations=(5, 5), threads=0)
    with pytest.raises(ValueError, match="plies"):
        play(game, [0], iterations=(5, 5), limit=0)
    with pytest.raises(ValueError, match="native code"):
        play(load("Tic-Tac-Toe", backend="python"), [0], iterations=(5, 5))
