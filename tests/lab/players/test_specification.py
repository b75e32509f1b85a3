"""Players in words."""

import math
import sys
from pathlib import Path

import pytest

from interpreter import LudError, load
from lab.players import AlphaBeta, RandomPlayer, Uct, specification, words
from lab.players.guest import Guest


@pytest.mark.parametrize(
    ("text", "kind", "limits"),
    [
        ("random", RandomPlayer, {}),
        ("uct:1000", Uct, {"iterations": 1000, "seconds": math.inf}),
        ("uct:0.5s", Uct, {"iterations": math.inf, "seconds": 0.5}),
        ("alphabeta:6", AlphaBeta, {"depth": 6, "seconds": math.inf}),
        ("alphabeta:2s", AlphaBeta, {"depth": math.inf, "seconds": 2}),
    ],
)
def test_words(text: str, kind: type, limits: dict[str, float]) -> None:
    player = specification(text).make(1)
    assert type(player) is kind
    assert {name: getattr(player, name) for name in limits} == limits


LIMITS = "as in uct:1000 (random games a move) or uct:0.5s (seconds a move)"
DEPTHS = "as in alphabeta:6 (plies ahead) or alphabeta:0.5s (seconds a move)"
NOBODY = (
    "known: human, random, uct:1000, uct:0.5s, alphabeta:6, alphabeta:0.5s, "
    "or yours as my_player.py:Class"
)
MINE = """
import dataclasses

@dataclasses.dataclass
class Corner:
    seed: int = 0

    def choose(self, state):
        return state.moves()[0]

class Settings:
    pass
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("utc:100", 'nobody is called "utc:100"\n  did you mean uct?'),
        ("alpha-beta:3", 'nobody is called "alpha-beta:3"\n  did you mean alphabeta?'),
        ("grandmaster", f'nobody is called "grandmaster"\n  {NOBODY}'),
        ("uct", f"uct needs a limit\n  {LIMITS}"),
        ("uct:", f"uct needs a limit\n  {LIMITS}"),
        ("uct:0", f'"0" is no limit for uct\n  {LIMITS}'),
        ("uct:fast", f'"fast" is no limit for uct\n  {LIMITS}'),
        ("uct:-1s", f'"-1s" is no limit for uct\n  {LIMITS}'),
        ("alphabeta:0.0s", f'"0.0s" is no limit for alphabeta\n  {DEPTHS}'),
        ("alphabeta:3.5", f'"3.5" is no limit for alphabeta\n  {DEPTHS}'),
        ("random:5", "random has no limit\n  as in random"),
        ("mine.py", "which class of mine.py?\n  as in mine.py:Player"),
        ("mein.py:Corner", "there is no file mein.py\n  did you mean mine.py?"),
        ("mine.py:Corners", 'mine.py has no class "Corners"\n  did you mean Corner?'),
        ("mine.py:Rook", 'mine.py has no class "Rook"\n  players there: Corner'),
        (
            "mine.py:Settings",
            "mine.py:Settings is no player\n"
            "  a player is a class with a method `choose(self, state)` that returns a move",
        ),
        ("wrong.py:Player", "wrong.py cannot be loaded: NameError: name 'x' is not defined\n"
                            "  {folder}/wrong.py:2"),
        ("worse.py:Player", "worse.py cannot be loaded: SyntaxError: invalid syntax "
                            "(worse.py, line 1)\n  {folder}/worse.py:1"),
        ("nowhere.at_all:Player", 'there is no module "nowhere.at_all"\n'
                                  "  a file is given by its path, as in nowhere.at_all.py:Player"),
    ],
)  # fmt: skip
def test_words_that_mean_nobody(
    text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "wrong.py").write_text("\nclass Player(x):\n    pass\n")
    (tmp_path / "worse.py").write_text("class class\n")
    with pytest.raises(LudError) as error:
        specification(text)
    assert str(error.value) == message.replace("{folder}", str(tmp_path))


def test_a_player_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "helpers_of_mine.py").write_text(MINE)
    path = tmp_path / "mine.py"
    path.write_text("from helpers_of_mine import *\n")
    monkeypatch.setattr("sys.path", [*sys.path])
    state = load("Tic-Tac-Toe").start()
    player = specification(f"{path}:Corner").make(7)
    assert isinstance(player, Guest)
    assert (player.choose(state).name, player.inner.seed) == ("a1", 7)
    again = specification("helpers_of_mine:Corner").make(8)
    assert again.choose(state).name == "a1"


def test_a_human_needs_a_terminal() -> None:
    asked = specification("human")
    assert asked.person
    with pytest.raises(LudError, match="a human plays at a terminal, and there is none"):
        asked.make(0)


def test_words_in_one_argument() -> None:
    assert words("uct:5,random  human") == ["uct:5", "random", "human"]
    assert words("my games, all/a bot.py:Bot") == ["my games, all/a bot.py:Bot"]
