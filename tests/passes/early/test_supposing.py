"""Random games that suppose that the next player can move: the same games, and when they do."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from helpers.twins import compare
from interpreter import Game, load
from interpreter.passes.early import supposing

GAME = """(game "Kings" (players {players})
    (equipment {{
        (board (square 4))
        (piece "King" Each (move Step
            (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))) {then}))
    }})
    (rules {meta}
        (start {{ (place "King1" {{0 1}}) (place "King2" {{14 15}}) {third} }})
        {play}
        (end {end})))"""
SAFE = """(do (forEach Piece)
    ifAfterwards:(not (is Threatened (id "King" Mover) at:(last To))))"""
ANY = "(or (forEach Piece) (move Select (from (sites Occupied by:Mover))))"
WIN = "(if (no Moves Next) (result Mover Win))"
PHASES = f"""phases:{{
    (phase "Safe" (play {SAFE}) (nextPhase (= 0 (% (count Moves) 3)) "Any"))
    (phase "Any" (play {ANY}) (nextPhase (= 0 (% (count Moves) 5)) "Safe")) }}"""
SEVERAL = f"(play (if (is Prev Mover) (or {SAFE} (move Pass)) {SAFE}))"


@dataclass(frozen=True)
class Case:
    """Some rules of a game in which kings walk about."""

    play: str = f"(play {SAFE})"
    end: str = WIN
    meta: str = ""
    then: str = ""
    players: int = 2

    def game(self, *passes: str, plain: bool = False) -> Game:
        third = '(place "King3" {3 12})' if self.players > 2 else ""
        text = GAME.format(**vars(self), third=third)
        return load(text, backend="python", passes=() if plain else passes or None)


SUPPOSED = {
    "who cannot move has lost": Case(),
    "a rule before it": Case(
        end="{(if (no Pieces Next) (result Mover Win)) (if (no Moves Next) (result Mover Draw))}"
    ),
    "who cannot move passes": Case(
        end="(if (and (no Moves Next) (< 12 (count Moves))) (result Mover Win))"
    ),
    "it ends where he can move": Case(
        end="(if (and (not (no Moves Next)) (< 12 (count Moves))) (result Next Loss))"
    ),
    "other moves in another phase": Case(PHASES),
    "several moves in a turn": Case(
        SEVERAL, then="(then (if (= 0 (% (count Moves) 3)) (moveAgain)))"
    ),
}
ASKED = {
    "turns are counted": Case(f"(play (if (= 0 (% (count Turns) 3)) {ANY} {SAFE}))"),
    "chance has a part in moves": Case(
        f"(play (if (= 1 (value Random (range 0 2))) {ANY} {SAFE}))"
    ),
    "of three players one may be out": Case(SEVERAL, players=3),
    "no position comes again": Case(meta="(meta (no Repeat))"),
}


def is_supposed(game: Game) -> bool:
    """Whether random games of a game suppose anything."""
    playout = game.program.function("playout")
    return any(getattr(one.attribute, "name", "") == "supposing" for one in playout.body)


@pytest.fixture(autouse=True)
def _also_where_it_takes_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supposing, "FEWEST", 0)


@pytest.mark.slow
@pytest.mark.parametrize("case", SUPPOSED.values(), ids=SUPPOSED)
def test_a_game_is_the_same_where_the_question_is_put_off(case: Case) -> None:
    fast = case.game()
    assert is_supposed(fast)
    assert not is_supposed(case.game("-supposing"))
    compare(case.game(plain=True), fast, seed=1, games=40, plies=30)


@pytest.mark.parametrize("case", ASKED.values(), ids=ASKED)
def test_it_is_not_put_off_where_it_would_be_another(case: Case) -> None:
    fast = case.game()
    assert not is_supposed(fast)
    compare(case.game(plain=True), fast, seed=1, games=10, plies=30)


def test_a_question_that_is_soon_answered_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supposing, "FEWEST", 10_000)
    assert not is_supposed(Case().game())
