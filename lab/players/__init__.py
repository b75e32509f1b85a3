"""Who plays: anything that can choose a move.

A player of your own is a class with one method:

    class Corner:
        def choose(self, state):
            return state.moves()[0]

    play(game.start(), [Corner(), Uct(seconds=1)])

In words, as the command line has them, it is `my_player.py:Corner`: see `specification`.
"""

from lab.players.guest import Forfeit
from lab.players.judgement import Judgement
from lab.players.plain_alphabeta import AlphaBeta
from lab.players.plain_uct import Uct
from lab.players.player import Player, RandomPlayer, play, seat_of
from lab.players.specification import Specification, specification, words

__all__ = [
    "AlphaBeta",
    "Forfeit",
    "Judgement",
    "Player",
    "RandomPlayer",
    "Specification",
    "Uct",
    "play",
    "seat_of",
    "specification",
    "words",
]
