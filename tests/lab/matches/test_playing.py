"""Matches: who meets whom, what is played, who forfeits."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from interpreter import Game, LudError, Move, State, load
from lab.matches.playing import Played, forfeited, match, schedule
from lab.matches.standings import standings


@pytest.mark.parametrize(
    ("players", "seats", "asked", "games"),
    [
        *[(2, 2, 10, 10), (2, 2, 9, 10), (3, 2, 4, 12), (3, 3, 6, 6), (3, 3, 1, 6), (4, 3, 6, 24)],
        *[(2, 3, 3, 6), (2, 1, 5, 10), (1, 1, 5, 5)],
    ],
)
def test_seats_are_swapped_evenly(players: int, seats: int, asked: int, games: int) -> None:
    fixtures = schedule(players, seats, asked)
    assert [one.number for one in fixtures] == list(range(1, games + 1))
    sat = Counter((seat, player) for one in fixtures for seat, player in enumerate(one.seats))
    assert len(set(sat.values())) == 1
    assert len(sat) == seats * players
    orders = Counter(one.seats for one in fixtures)
    assert len(set(orders.values())) == 1


def test_every_order_of_seats_has_the_same_chance() -> None:
    seeds = [one.seed for one in schedule(2, 2, 4)]
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]
    assert seeds != [one.seed for one in schedule(2, 2, 4, seed=1)]


def test_too_few() -> None:
    with pytest.raises(LudError, match="a match takes two players or more"):
        schedule(1, 2, 10)
    with pytest.raises(LudError, match="a match takes one game or more"):
        schedule(2, 2, 0)


def test_reproducible(tic: Game) -> None:
    def games(seed: int) -> list[Played]:
        return list(match(tic, ["uct:20", "random"], 4, seed=seed))

    assert games(1) == games(1) != games(2)


@pytest.mark.slow
def test_workers_play_the_same_games(tic: Game) -> None:
    alone = list(match(tic, ["uct:20", "alphabeta:2", "random"], 2))
    seen: list[int] = []
    several = match(tic, ["uct:20", "alphabeta:2", "random"], 2, jobs=2, progress=seen.append)
    assert sorted(several, key=lambda one: one.number) == alone
    assert seen == [1, 2, 3, 4, 5, 6]


@pytest.mark.slow
def test_search_beats_chance(tic: Game) -> None:
    played = list(match(tic, ["alphabeta:9", "random", "uct:100"], 10, seed=3))
    ahead, chance, uct = standings(["a", "r", "u"], played)
    assert ahead.losses == 0
    assert ahead.points > 0.6
    assert uct.points > 0.6 > 0.3 > chance.points
    assert min(ahead.rating.value, uct.rating.value) > 1500 > chance.rating.value


def test_classes_can_play(tic: Game) -> None:
    class Last:
        def choose(self, state: State) -> Move:
            return state.moves()[-1]

    played = list(match(tic, [Last, "random"], 2))
    assert [one.fault for one in played] == [None, None]
    assert played[0].moves[0] == "c3"


def test_openings_are_the_same_for_both_orders() -> None:
    first, second, third, _ = match(load("Hex", {"Size": "4"}), ["random", "random"], 4, opening=3)
    assert first.moves[:3] == second.moves[:3] != third.moves[:3]
    assert first.moves != second.moves


def test_an_opening_does_not_end_the_game(tic: Game) -> None:
    for one in match(tic, ["random", "random"], 4, opening=100):
        assert one.fault is None
        assert 5 <= len(one.moves) <= 9


def test_a_game_for_one() -> None:
    game = load("Eight Queens", {"Size": "4"})
    played = list(match(game, ["alphabeta:4", "random"], 3))
    assert [one.seats for one in played] == [(0,), (1,)] * 3
    assert standings(["a", "r"], played)[0].wins == 3


@pytest.mark.parametrize(
    ("name", "reason", "hint"),
    [
        ("Raises", "raised IndexError: list index out of range", "{path}:16"),
        ("Nothing", "chose None, which is no move", "`choose` returns one of `state.moves()`"),
        ("Illegal", "chose a1 as move 3, which is not legal", None),
        ("Leaves", "raised SystemExit", "{path}:31"),
        (
            "Broken",
            "raised TypeError: Broken.__init__() missing 1 required positional argument: 'level'",
            None,
        ),
    ],
)
def test_forfeit(tic: Game, bots: Path, name: str, reason: str, hint: str | None) -> None:
    played = list(match(tic, ["bots.py:First", f"bots.py:{name}"], 2))
    faults = [one.fault for one in played]
    assert [fault.seat if fault else 0 for fault in faults] == [2, 1]
    assert [one.ranking for one in played] == [(1, 2), (2, 1)]
    last = faults[1]
    assert last is not None
    assert last.reason == reason
    assert (last.hint and last.hint.replace(str(bots), "{path}")) == hint


def test_who_forfeits_is_last() -> None:
    assert forfeited(2, 1) == (2, 1)
    assert forfeited(3, 2) == (1.5, 3, 1.5)
    assert forfeited(1, 1) == (0,)
