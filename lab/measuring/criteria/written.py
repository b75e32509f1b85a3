"""What a game is made of, as it is written: the same for every game that is played."""

from __future__ import annotations

import numpy as np

from interpreter.language.parts import EndRule
from interpreter.language.slots import parts_below, size
from lab.measuring.criteria.criterion import of_all
from lab.measuring.estimates import Sample
from lab.measuring.material import RULES, Material


def _one(value: float) -> Sample:
    return Sample(np.array([(value, 1.0)]))


@of_all("rules", "lower", span=None, source=RULES, players=1)
def rule_length(material: Material) -> Sample:
    """How long the rules are: their words, numbers, texts, lists and clauses.

    Counted behind options and defines, so that it is what has to be learnt, not what was typed.

    Source: Browne 2008, complexity of the rules, by the nodes of the tree.
    """
    return _one(size(material.game.expanded.game))


@of_all("rules", "neither", span=None, source=RULES, players=1)
def nesting(material: Material) -> Sample:
    """How deep the rules nest: the most clauses and lists in each other.

    Source: Browne 2008, complexity of the rules, by the depth of the tree.
    """
    return _one(1 + max(len(path) for path, _ in parts_below(material.game.expanded.game)))


@of_all("rules", "neither", span=None, source=RULES, players=1)
def vocabulary(material: Material) -> Sample:
    """How many different ludemes the rules use.

    Source: Ludii, the concepts of a game; this definition is ours.
    """
    return _one(len({form.name for form in material.forms}))


@of_all("rules", "neither", span=None, source=RULES, players=1)
def end_rules(material: Material) -> Sample:
    """How many rules say how the game ends.

    Source: Browne 2008, the goals of a game; this definition is ours.
    """
    return _one(sum(form.result is EndRule for form in material.forms))


@of_all("rules", "neither", span=None, source=RULES, players=1)
def piece_kinds(material: Material) -> Sample:
    """How many kinds of pieces there are, those of each player by themselves.

    Source: Browne 2008, piece types.
    """
    return _one(len(material.game.pieces))


@of_all("rules", "neither", span=None, source=RULES, players=1)
def board_size(material: Material) -> Sample:
    """How many sites the board has, hands not counted.

    Source: Browne 2008, board size; Ludii, NumPlayableSites.
    """
    return _one(material.sites)


@of_all("rules", "neither", span=None, source=RULES, players=1)
def neighbours(material: Material) -> Sample:
    """How many sites touch a site of the board, on average.

    Source: Browne 2008, the tiling of the board; Ludii, AverageNumAdjacent.
    """
    return _one(float(np.mean([len(near) for near in material.game.board.adjacent])))


@of_all("rules", "neither", span=None, source=RULES, players=1)
def crowding(material: Material) -> Sample:
    """The share of the board's sites that hold a piece at the start.

    Source: Browne 2008, the start of a game; Ludii, the start components.
    """
    return _one(len(material.occupied) / material.sites)
