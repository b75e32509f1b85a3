"""What thinking is worth."""

from __future__ import annotations

import numpy as np

from lab.measuring.criteria.criterion import of_all
from lab.measuring.estimates import Floats, Sample, Undefined, ratio
from lab.measuring.material import LADDER, PUZZLES, RIVALS, TWINS, Material


@of_all("depth", "higher", source=RIVALS)
def depth(material: Material) -> Sample:
    """How surely the search beats a careful player: 1 if it always does, 0 if it does no better.

    A careful player moves by lot, but takes a win, and makes no move that loses at once or lets the
    next player win; where chance has a part in the moves, he looks at no replies. It is the mean
    outcome of games against him, from every seat, on a scale on which one half is 0; less than that
    is 0 too.

    Source: Todd and others 2024, GAVEL, strategic depth, where it is the share of wins against
    moves by lot. Against these the search nearly always wins, whatever the game.
    """
    rows = np.stack([material.rivals, np.ones_like(material.rivals)], axis=1)
    return Sample(rows, lambda sums: np.maximum(0, 2 * ratio(sums) - 1))


@of_all("depth", "higher", source=LADDER)
def ladder(material: Material) -> Sample:
    """What it is worth to search four times as much as the others, on average.

    The mean outcome over the rungs of a ladder, from every seat; one half if it is worth nothing.
    On the first rung the others search with one iteration for two legal moves, on each that follows
    with twice as many; so the ladder reaches as high in games with many moves as in those with few.

    Source: the depth of games as the length of their ladder of strength: Lantz, Isaksen, Jaffe,
    Nealen and Togelius 2017, Depth in strategic games.
    """
    worths = material.ladder.ravel()
    return Sample(np.stack([worths, np.ones_like(worths)], axis=1))


@of_all("depth", source=TWINS)
def luck(material: Material) -> Sample:
    """How much of the result the draws explain: 1 if they decide it, 0 if they do not matter.

    Games are played in pairs with the same draws, in the order in which they are drawn, by searches
    of the same strength that try other random games. It is the correlation of the two results,
    over all seats; less than 0 is 0. What it leaves is for the players, and for the luck of the
    searches themselves.

    Source: the intraclass correlation of Fisher 1925, Statistical Methods for Research Workers;
    this use of it is ours.
    """
    first, second = material.twins
    if not len(first):
        raise Undefined("nothing is drawn")
    squares = (first**2 + second**2) / 2
    rows = np.stack([first * second, squares, (first + second) / 2], axis=2)
    ones = np.ones((len(first), 1))
    return Sample(np.concatenate([rows.reshape(len(first), -1), ones], axis=1), _correlation)


def _correlation(sums: Floats) -> Floats:
    """The correlation within pairs, from sums of products, squares and values of each seat."""
    means = sums[..., :-1] / sums[..., -1:]
    products, squares, values = means[..., 0::3], means[..., 1::3], means[..., 2::3]
    shared = (products - values**2).sum(axis=-1)
    whole = (squares - values**2).sum(axis=-1)
    # Where every game ends alike, there is nothing to explain.
    return np.divide(np.maximum(0.0, shared), whole, out=np.zeros_like(whole), where=whole > 1e-12)


@of_all("depth", "higher", source=PUZZLES)
def puzzle_quality(material: Material) -> Sample:
    """How often a position that is won is a puzzle: one move alone wins, and it is well hidden.

    Looked at is the first position of each game that the search sees to be won, but not at once.
    A move is well hidden if a search with a sixteenth of the plan's iterations prefers another.

    Source: Browne 2008, puzzle quality; this definition is ours.
    """
    if material.players != 2:
        raise Undefined("puzzles are looked for in games for two")
    if material.by_chance:
        raise Undefined("chance decides")
    if not material.puzzles:
        raise Undefined("no position is seen to be won before the last move")
    return Sample(np.array([(float(one.puzzle), 1.0) for one in material.puzzles]))
