"""Monte Carlo tree search where all players choose at once: decoupled bounds.

A node is a position before a round of choices. Every player chooses there by upper confidence
bounds of his own, from what his own moves were worth, whatever the others chose (Finnsson 2007;
Tak, Lanctot and Winands 2014). What they choose together leads to the next node. No search looks at
a choice that has been made in the present round: it begins before the round.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random

from interpreter import Move, State
from interpreter.ir import schema
from interpreter.play import joint
from interpreter.play.machines import Raw
from lab.players.judgement import Games, Judgement, Outcome, outcome, unforeseen


@dataclass(slots=True)
class Choice:
    """What is known of the moves of one player at a node."""

    player: int
    moves: list[int]
    visits: list[int] = field(init=False)
    totals: list[float] = field(init=False)

    def __post_init__(self) -> None:
        self.visits, self.totals = [0] * len(self.moves), [0.0] * len(self.moves)

    def best(self, explore: float, rng: Random) -> int:
        """The place of a move that is new, or of the one with the highest bound."""
        fresh = [place for place, visits in enumerate(self.visits) if not visits]
        if fresh:
            return rng.choice(fresh)
        weight = explore * math.sqrt(math.log(sum(self.visits)))
        bounds = [total / visits + weight / math.sqrt(visits)
                  for total, visits in zip(self.totals, self.visits, strict=True)]  # fmt: skip
        return bounds.index(max(bounds))

    def learn(self, place: int, value: float) -> None:
        """What a move was worth once more."""
        self.visits[place] += 1
        self.totals[place] += value


@dataclass(slots=True)
class Node:
    """A position before a round, by the moves that led to it."""

    choices: list[Choice]
    following: dict[tuple[int, ...], Node] = field(default_factory=dict["tuple[int, ...]", "Node"])


class Decoupled(Games):
    """The search tree under the round that a state belongs to.

    Args:
        explore: weight of uncertainty; outcomes go from -1 to 1
    """

    def __init__(self, state: State, rng: Random, explore: float) -> None:
        self.game, self.rng, self.explore = state.game, rng, explore
        self.state = joint.forgotten(state)
        self.root = self._node(self.state.raw)
        self.own = next(one for one in self.root.choices if one.player == state.mover)

    def judgement(self, move: Move) -> Judgement:
        """What the search thinks of a move."""
        place = self.own.moves.index(move.packed)
        visits = self.own.visits[place]
        value = self.own.totals[place] / visits if visits else 0.0
        return Judgement(move, visits, value, certain=False)

    def _node(self, raw: Raw) -> Node:
        state = State(self.game, raw)
        return Node([
            Choice(player, [move.packed for move in state.moves(player=player)])
            for player in state.movers
        ])  # fmt: skip

    def _iterate(self) -> None:
        raw, node = unforeseen(self.game, self.state.raw, self.rng), self.root
        path: list[tuple[Node, list[int]]] = []
        while True:
            places = [one.best(self.explore, self.rng) for one in node.choices]
            path.append((node, places))
            for one, place in zip(node.choices, places, strict=True):
                raw = self.game.after(raw, one.moves[place])
            if self.game.field(raw, schema.OVER):
                break
            following = node.following.get(tuple(places))
            if following is None:
                node.following[tuple(places)] = self._node(raw)
                self.game.machine.run("playout", raw)
                break
            node = following
        self._learn(path, outcome(self.game, raw))

    def _learn(self, path: list[tuple[Node, list[int]]], result: Outcome) -> None:
        for node, places in path:
            for one, place in zip(node.choices, places, strict=True):
                one.learn(place, result[one.player - 1])
