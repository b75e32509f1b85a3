"""Games, positions and moves as JSON."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from helpers.lab.adapted import GAMES, each_adapted
from interpreter import LudError, load
from lab.adapters import text
from lab.adapters.text import TextGame
from lab.players.player import seat_of

THREE = """
(game "Three"
    (players 2)
    (equipment { (board (square 3)) (piece "Disc" P1) (piece "Cross" P2) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
"""


@each_adapted
def test_games_are_played_by_text_alone(name: str) -> None:
    """What is told leads back to the position, at each ply; a record leads to the whole game."""
    game = load(*GAMES[name])
    table, rng = TextGame(game, seed=2), Random(1)
    state = game.start(2)
    for ply in range(60):
        told = json.loads(table.observe())
        assert text.state(told, game) == state
        assert text.state(table.observe(), game).text() == state.text()
        assert told["board"] == str(state)
        assert told["legal"] == [str(move) for move in state.moves()]
        assert (told["ply"], told["over"]) == (ply, state.over)
        if state.over:
            assert told["seat"] is None
            assert told["result"]["utilities"] == list(state.utilities)
            assert told["result"]["ranking"] == list(state.ranking)
            break
        assert told["result"] is None
        assert (told["seat"], told["colour"]) == (seat_of(state), state.mover)
        seats = [json.loads(table.observe(seat)) for seat in range(1, game.players + 1)]
        assert [one["you"] for one in seats if one["legal"]] == [told["seat"]]
        chosen = rng.choice(told["legal"])
        after = json.loads(table.act(json.dumps({"move": chosen})))
        assert after["last"] == chosen
        state = state.after(chosen)
    again = TextGame.again(table.record())
    assert again.position.text() == table.position.text()
    assert again.record() == table.record()


def test_a_bad_move_changes_nothing() -> None:
    table = TextGame("Hex", options={"Size": "5"})
    before = table.observe()

    def told(action: str) -> dict[str, Any]:
        found = json.loads(table.act(action))
        assert table.observe() == before
        assert found.pop("legal") == json.loads(before)["legal"]
        return found

    assert told("swop") == {"error": "swop is not a legal move", "hint": None}
    assert told("a11") == {
        "error": "a11 is not a legal move", "hint": "did you mean a1?",
    }  # fmt: skip
    assert told('{"mov": "a1"}') == {"error": 'the document has no "move"', "hint": None}
    assert told('{"move": 3}') == {"error": 'the document has no "move"', "hint": None}
    assert told('{"move"')["error"].startswith("this is no JSON: ")


def test_what_chance_will_draw_is_not_told_to_seats() -> None:
    table = TextGame("Pig", seed=1)
    table.act("a1")
    assert "random" in json.loads(table.observe())["position"]
    seen = json.loads(table.observe(1))
    assert "random" not in seen["position"]
    assert text.state(seen).moves() == table.position.moves()


def test_dice_that_were_thrown_before_the_moves_are_told() -> None:
    table = TextGame("Backgammon", seed=1)
    state = table.position
    outcomes = state.drawn(state.moves()[0])[:2]
    faces = [die.faces[one] for die, one in zip(state.game.dice, outcomes, strict=True)]
    assert json.loads(table.observe(1))["dice"] == faces


def test_the_document_of_a_game() -> None:
    found = json.loads(TextGame("Hex", options={"Size": "5"}).describe())
    assert (found["game"], found["players"]) == ("Hex", 2)
    assert found["options"]["Size"] == "5"
    assert len(found["sites"]) == 25
    assert "connect" in found["rules"]


def test_a_game_of_ones_own_goes_with_its_rules() -> None:
    table = TextGame(THREE)
    table.act("b2")
    told = table.observe()
    assert json.loads(told)["source"] == THREE
    assert text.state(told) == table.position
    assert "source" not in json.loads(TextGame("Hex").observe())


def test_what_is_no_document_is_said() -> None:
    with pytest.raises(LudError, match="Tic-Tac-Too"):
        TextGame("Tic-Tac-Too")
    with pytest.raises(LudError, match="Tic-Tac-Too"):
        text.state({"game": "Tic-Tac-Too", "position": "empty"})
    with pytest.raises(LudError, match='the document has no "position"'):
        text.state({"game": "Hex"})
    with pytest.raises(LudError, match='the document has no "options"'):
        text.state({"game": "Hex", "position": "empty", "options": 5})
    with pytest.raises(LudError, match="an object of JSON, in braces"):
        text.state("[]")
    with pytest.raises(ValueError, match="the document is not about Hex with these options"):
        text.state(TextGame("Hex", options={"Size": "5"}).observe(), load("Hex"))
    with pytest.raises(ValueError, match="Hex has the seats 1 to 2, and no seat 3"):
        TextGame("Hex").observe(3)


def test_what_another_has_chosen_is_not_told_before_all_have() -> None:
    game = load("Morra")
    move = game.start().moves()[3]
    told = text.observation_document(game.start().after(move), 2, move)
    assert told["last"] is None
    assert move.name not in told["position"]
