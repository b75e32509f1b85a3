"""Matches as whole games: where their games come from, random play, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.backends import BACKENDS
from interpreter import LudError, load

THREE = (
    '(match "Three" (players 2) (games (subgame "{name}"{more})) '
    "(end {{(if (>= (matchScore P1) 2) (result P1 Win)) "
    "(if (>= (matchScore P2) 2) (result P2 Win))}}))"
)


def three(name: str, more: str = "") -> str:
    return THREE.format(name=name, more=more)


@pytest.mark.parametrize("backend", BACKENDS)
def test_random_matches_play_their_games_to_the_end(backend: str) -> None:
    match = load(three("Tic-Tac-Toe"), backend=backend)
    played = match.playouts(20, seed=3)
    assert all(length > 2 * 5 for length in played.lengths)
    assert set(played.winners) <= {0, 1, 2}
    plain = load(three("Tic-Tac-Toe"), backend="python", plain=True).playouts(20, seed=3)
    assert list(played.lengths) == list(plain.lengths)
    assert list(played.winners) == list(plain.winners)


def test_a_match_is_called_by_its_own_name_and_played_on_the_board_of_its_game() -> None:
    match = load(three("Tic-Tac-Toe"))
    assert (match.name, match.players, match.board.size) == ("Three", 2, 9)


def test_the_game_lies_beside_the_match(tmp_path: Path) -> None:
    rules = load("Tic-Tac-Toe").source.replace('"Tic-Tac-Toe"', '"Mine"')
    (tmp_path / "Mine.lud").write_text(rules, encoding="utf-8")
    path = tmp_path / "Three.lud"
    path.write_text(three("Mine"), encoding="utf-8")
    assert load(path).start().moves()[0].name == "a1"


def test_the_game_lies_where_it_is_said(tmp_path: Path) -> None:
    away = tmp_path / "Away.lud"
    away.write_text(load("Tic-Tac-Toe").source, encoding="utf-8")
    assert load(three("Away"), beside=[away]).board.size == 9


def test_an_option_of_the_game_is_chosen() -> None:
    match = load(three("Hex", ' "Size/3"'))
    assert match.board.size == 9


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (three("Nowhere"), 'no game is called "Nowhere"'),
        (three("Hex", ' "Small"'), "an option is chosen by heading and item"),
        (
            three("Hex")
            .replace("(subgame", '{(subgame "Tic-Tac-Toe") (subgame')
            .replace('"Hex")', '"Hex")}'),
            "a match of several different games is not supported yet",
        ),
    ],
)
def test_what_is_refused(rules: str, message: str) -> None:
    with pytest.raises(LudError, match=message):
        load(rules)
