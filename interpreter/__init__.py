"""Ludwright: rule files of board games, compiled and played.

from ludwright import load

game = load("Yavalath")
state = game.start(seed=1)
state = state.after(state.moves()[0])
"""

from interpreter.play.game import Game, State

# The function takes the name of its module in the package: `from interpreter import load`.
from interpreter.play.load import load
from interpreter.play.move import Move
from interpreter.text.errors import LudError

__all__ = ["Game", "LudError", "Move", "State", "load"]
