"""Whether a game can be played at all: it ends, somebody wins, and everybody may."""

from __future__ import annotations

import numpy as np

from lab.measuring.criteria.criterion import of_all, of_games
from lab.measuring.estimates import Floats, Sample
from lab.measuring.material import Material
from lab.measuring.plies import Record


@of_games("viability", "higher", players=1)
def completion(game: Record) -> float:
    """The share of games that come to an end by their own rules.

    A game that the limit of moves or turns ends is not complete, though the rules call it a draw.

    Source: Ludii, Completion. Browne 2008 counts only games that somebody wins: here
    `decisiveness`.
    """
    return float(game.complete)


@of_games("viability", "lower", players=1)
def timeouts(game: Record) -> float:
    """The share of games that a limit of moves or turns ends.

    Source: Browne 2008; Ludii, Timeouts.
    """
    return float(not game.complete)


@of_games("viability", "higher")
def decisiveness(game: Record) -> float:
    """The share of games that somebody wins alone.

    Together with `drawishness` and `timeouts` it makes one.

    Source: Todd and others 2024, GAVEL; the completion of Browne 2008.
    """
    return float(game.winner >= 0)


@of_games("viability", "lower")
def drawishness(game: Record) -> float:
    """The share of games that end with nobody first alone.

    Source: Browne 2008; Ludii, Drawishness.
    """
    return float(game.complete and game.winner < 0)


@of_all("viability", "higher")
def balance(material: Material) -> Sample:
    """How alike the chances of the seats are: one less the greatest difference of their wins.

    Of all games, the share that the seat which wins most wins alone, less that of the seat which
    wins least, taken from 1.

    Source: Todd and others 2024, GAVEL; Ludii, Balance. Browne 2008 leaves out the games that
    nobody wins, which tells nothing where there are few others.
    """
    winners = np.array([game.winner for game in material.records])
    won = winners[:, None] == np.arange(material.players)
    return Sample(np.column_stack([won, np.ones(len(won))]).astype(float), _evenness)


def _evenness(sums: Floats) -> Floats:
    shares = sums[..., :-1] / sums[..., -1:]
    return 1 - (shares.max(axis=-1) - shares.min(axis=-1))


@of_games("viability", none="no game came to an end")
def advantage(game: Record) -> float | None:
    """What sitting first is worth: the mean outcome of the first seat, 1 for a win.

    One half is no advantage; a draw counts as half a win, a place between first and last by its
    rank.

    Source: Ludii, AdvantageP1. Browne 2008 takes the distance from one half.
    """
    return float(game.worths[0]) if game.complete else None
