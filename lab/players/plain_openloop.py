"""Monte Carlo tree search in games with chance, or where something is hidden: open loop.

Every random game draws anew what the rules will draw; what lies on the table is known. A node
stands for the moves that lead to it, whatever fell on the way, and only what is legal now is
chosen. How often a move was legal takes the place of its parent's visits (Cowling, Powley and
Whitehouse 2012, section IV). Where something is hidden from the player to move, every game begins
from a position that he may be in. Nothing is ever certain.
"""

from __future__ import annotations

import math
from random import Random

from interpreter import Move, State
from interpreter.ir import schema
from interpreter.play.machines import Raw
from interpreter.play.search.worlds import Worlds, hidden_from_mover
from lab.players.judgement import Games, Judgement, Outcome, outcome, seat, unforeseen


class Node:
    """What is known of a row of moves.

    Args:
        seat: who chooses the last of them, from 0
    """

    __slots__ = ("children", "met", "seat", "total", "visits")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.children: dict[tuple[int, int], Node] = {}
        self.met = self.visits = 0
        self.total = 0.0

    @property
    def value(self) -> float:
        """The mean worth to the seat that chooses it."""
        return self.total / self.visits if self.visits else 0.0


class OpenLoop(Games):
    """The search tree under one position.

    Args:
        explore: weight of uncertainty; outcomes go from -1 to 1
    """

    def __init__(self, state: State, rng: Random, explore: float) -> None:
        self.game, self.raw, self.rng, self.explore = state.game, state.raw, rng, explore
        self.root = Node(-1)
        self._worlds = Worlds(state, rng) if hidden_from_mover(state) else None

    def judgement(self, move: Move) -> Judgement:
        """What the search thinks of a move."""
        node = self._known(move)
        return Judgement(move, node.visits, node.value, certain=False)

    def _known(self, move: Move) -> Node:
        chooser = seat(self.game, self.raw) - 1
        return self.root.children.get((move.packed, chooser), Node(chooser))

    def _iterate(self) -> None:
        path, result = self._descend()
        for node in path:
            node.visits += 1
            node.total += result[node.seat]

    def _descend(self) -> tuple[list[Node], Outcome]:
        """Down to a new node or the end of the game: the nodes on the way, and the outcome."""
        begun = self.raw if self._worlds is None else self._worlds.draw()
        raw, node, path = unforeseen(self.game, begun, self.rng), self.root, list[Node]()
        while not self.game.field(raw, schema.OVER) and (not path or node.visits):
            move, node = self._choose(node, raw)
            path.append(node)
            raw = self.game.after(raw, move)
        if not self.game.field(raw, schema.OVER):
            self.game.machine.run("playout", raw)
        return path, outcome(self.game, raw)

    def _choose(self, node: Node, raw: Raw) -> tuple[int, Node]:
        """A legal move that is new, or the one with the highest bound."""
        chooser = seat(self.game, raw) - 1
        moves = self.game.legal(raw)
        for move in moves:
            node.children.setdefault((move, chooser), Node(chooser)).met += 1
        self.rng.shuffle(moves)
        best = max(moves, key=lambda move: self._bound(node.children[move, chooser]))
        return best, node.children[best, chooser]

    def _bound(self, node: Node) -> float:
        if not node.visits:
            return math.inf
        return node.value + self.explore * math.sqrt(math.log(node.met + 1) / node.visits)
