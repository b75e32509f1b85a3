"""How a game goes: how long, how wide, and over how much of the board."""

from __future__ import annotations

import numpy as np

from lab.measuring.criteria.criterion import of_all, of_games
from lab.measuring.estimates import Floats, Sample, Undefined, ratio
from lab.measuring.material import Material
from lab.measuring.plies import Record


@of_games("course", span=None, players=1)
def length(game: Record) -> float:
    """The mean number of plies in which there was a choice.

    Forced plies, such as the pass of who cannot move, are not counted.

    Source: Ludii, DurationMoves, which counts all.
    """
    return float(game.choices)


@of_all("course", "lower", players=1)
def duration(material: Material) -> Sample:
    """How far the mean length is from the preferred one, as a share of it, 1 at most.

    The preferred length is one of the settings of the plan, 60 plies if nothing else is said:
    it says what is wanted, nothing about the game.

    Source: Browne 2008, where it is a preference of the user as well.
    """
    preferred = material.plan.preferred
    rows = np.array([(game.choices, 1.0) for game in material.records])
    return Sample(rows, lambda sums: np.minimum(1, np.abs(ratio(sums) - preferred) / preferred))


@of_all("course", span=None, players=1)
def spread(material: Material) -> Sample:
    """How unlike the lengths of games are: their standard deviation by their mean.

    Source: Ludii, DurationTurnsStdDev, which does not divide.
    """
    rows = np.array([(game.choices**2, game.choices, 1.0) for game in material.records])

    def value(sums: Floats) -> Floats:
        squares, middle = sums[..., 0] / sums[..., 2], sums[..., 1] / sums[..., 2]
        return np.sqrt(np.maximum(0, squares - middle**2)) / middle

    return Sample(rows, value)


@of_games("course", span=None, players=1, none="no ply is a choice")
def branching(game: Record) -> float | None:
    """The mean number of legal moves, where there is a choice.

    Source: Browne 2008; Ludii, BranchingFactor.
    """
    return float(game.counts.mean()) if game.choices else None


@of_games("course", players=1, none="no game has two choices")
def convergence(game: Record) -> float | None:
    """Whether there is less to choose from the longer a game lasts.

    By how much the first half of the choices is wider than the second, as a share of the wider
    half; 1 if nothing is left in the end, 0.5 if nothing changes, 0 if there was nothing at first.

    Source: Browne 2008 has a convergence; this definition is ours.
    """
    if game.choices < 2:
        return None
    half = game.choices // 2
    early = game.counts[:half].mean()
    late = game.counts[game.choices - half :].mean()
    return float(0.5 + 0.5 * (early - late) / max(early, late))


@of_games("course", "higher", players=1, none="no move was made")
def agency(game: Record) -> float | None:
    """The share of plies with more than one legal move.

    Source: Todd and others 2024, GAVEL; Ludii, DecisionMoves.
    """
    return game.choices / game.plies if game.plies else None


@of_all("course", "higher", players=1)
def coverage(material: Material) -> Sample:
    """The share of the board's sites that a game makes use of.

    Sites that hold a piece at the start, and those that a move starts from or goes to.

    Source: Browne 2008, board coverage; Ludii, BoardCoverageUsed. Sites that are filled by what
    follows from a move alone are not seen.
    """
    if not material.sites:
        raise Undefined("the board has no sites")
    shares = [_covered(game, material) for game in material.records]
    return Sample(np.array([(share, 1.0) for share in shares]))


def _covered(game: Record, material: Material) -> float:
    used = np.zeros(material.sites, bool)
    used[list(material.occupied)] = True
    for ends in (game.origins, game.targets):
        used[ends[(ends >= 0) & (ends < material.sites)]] = True
    return float(used.mean())


@of_games("course", span=None, players=1, none="no ply is a choice")
def complexity(game: Record) -> float | None:
    """How many courses a game can take: the decimal logarithm of the product of all choices.

    Source: Allis 1994, game-tree complexity; Ludii, GameTreeComplexity, from the means.
    """
    return float(np.log10(game.counts).sum()) if game.choices else None
