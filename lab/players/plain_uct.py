"""Monte Carlo tree search: random games decide which moves are looked at more closely.

Upper confidence bounds (Kocsis and Szepesvári 2006) for any number of players, each of whom
wants most for himself. Positions whose outcome is certain are proven and not visited again, as in
MCTS-Solver (Winands, Björnsson and Saito 2008). All answers to the moves at the root are looked at
one ply deep, so that no win in one is missed and no reply that wins at once is allowed if there is
another way. Native code learns of all moves of its random games besides (docs/search.md). Where
chance has a part in the moves, `plain_openloop.py` searches; where all players choose at once,
`decoupled.py`.
"""

from __future__ import annotations

import math
import time
from itertools import pairwise
from random import Random

from interpreter import Game, Move, State
from interpreter.ir import schema
from interpreter.ir.analysis.accesses import is_foreseen
from interpreter.play.joint import at_once
from interpreter.play.machines import Raw
from interpreter.play.search.tree import Tree
from lab.players import compiled
from lab.players.decoupled import Decoupled
from lab.players.judgement import Judgement, Outcome, outcome, seat, unforeseen
from lab.players.plain_openloop import OpenLoop

EXPLORE = 1.4
"""Weight of uncertainty in the choice of a move to look at; outcomes go from -1 to 1."""
BEST, WORST = 1.0, -1.0


class Node:
    """A position of the search tree."""

    __slots__ = ("children", "proven", "raw", "seat", "total", "untried", "visits")

    def __init__(self, raw: Raw, seat: int, proven: Outcome | None) -> None:
        self.raw = raw
        self.seat = seat
        self.proven = proven
        self.children: dict[int, Node] = {}
        self.untried: list[int] | None = None
        self.visits = 0
        self.total = 0.0

    def value(self, seat: int) -> float:
        """The worth to the seat that chose this position; certain if it is proven."""
        if self.proven is not None:
            return self.proven[seat]
        return self.total / self.visits if self.visits else 0.0


class Uct:
    """A player that searches.

    Machine code goes on with the tree of the search before, as far as it is about the position
    that the game has come to; Python begins anew with every move.

    Args:
        seconds: thinking time a move; no limit if not given
        iterations: random games a move; no limit if not given
        seed: fixes the search, if only the iterations limit it
        keep: whether the tree is kept from move to move of a game

    Raises:
        ValueError: nothing limits the search
    """

    def __init__(
        self,
        *,
        seconds: float | None = None,
        iterations: int | None = None,
        seed: int = 0,
        keep: bool = True,
    ) -> None:
        if seconds is None and iterations is None:
            raise ValueError("a search is limited by seconds, by iterations, or by both")
        self.seconds = math.inf if seconds is None else seconds
        self.iterations = math.inf if iterations is None else iterations
        self.rng = Random(seed)
        self.keep = keep
        self._tree: Tree | None = None
        self._plies = 0

    def choose(self, state: State) -> Move:
        """The best move the search finds."""
        moves = state.moves()
        return moves[0] if len(moves) == 1 else self.judge(state)[0].move

    def judge(self, state: State) -> list[Judgement]:
        """The legal moves, best first."""
        if at_once(state.game):
            search = Decoupled(state, self.rng, EXPLORE)
        elif compiled.is_compiled(state.game):
            return self._natively(state)
        elif is_foreseen(state.game.program):
            search = Search(state, self.rng)
        else:
            search = OpenLoop(state, self.rng, EXPLORE)
        search.run(self.seconds, self.iterations)
        return [search.judgement(move) for move in search.ranked(state.moves())]

    def _natively(self, state: State) -> list[Judgement]:
        # A search that is interrupted leaves no tree, since it may be half way to the next root.
        tree, self._tree = self._follows(state), None
        seed = self.rng.getrandbits(62)
        judged, tree = compiled.uct(state, self.seconds, self.iterations, seed, tree)
        if self.keep:
            self._tree, self._plies = tree, state.plies
        return judged

    def _follows(self, state: State) -> Tree | None:
        """The tree of the search before, if the game has gone on since.

        As many plies or fewer are another game, or moves that were taken back.
        """
        tree = self._tree
        goes_on = tree is not None and tree.game is state.game and state.plies > self._plies
        return tree if goes_on else None


class Search:
    """The search tree under one position."""

    def __init__(self, state: State, rng: Random) -> None:
        self.game: Game = state.game
        self.rng = rng
        self.root = self._node(unforeseen(self.game, state.raw, rng))
        self.root.proven = None
        self._open(self.root)

    def run(self, seconds: float, iterations: float) -> None:
        """Look at positions until time or iterations run out, or everything is proven."""
        end = time.perf_counter() + seconds
        done = 0
        while self.root.proven is None and done < iterations and time.perf_counter() < end:
            self._iterate()
            done += 1

    def ranked(self, moves: list[Move]) -> list[Move]:
        """The moves from best to worst; the first is one that does not lose at once."""
        root = self.root
        while True:
            ordered = sorted(moves, key=lambda move: self._merit(move), reverse=True)
            first = root.children[ordered[0].packed]
            if first.proven is not None or first.untried is not None:
                return ordered
            self._open(first)

    def judgement(self, move: Move) -> Judgement:
        """What the search thinks of a move."""
        child = self.root.children[move.packed]
        value = child.value(self.root.seat)
        return Judgement(move, child.visits, value, child.proven is not None)

    def _merit(self, move: Move) -> tuple[float, ...]:
        """Certain wins, then what was visited most, then certain losses, by value.

        A certain outcome between them counts as visited often where nothing else is worth more.
        """
        child, seat = self.root.children[move.packed], self.root.seat
        value = child.value(seat)
        if child.proven is None:
            return (0.0, child.visits, value)
        if value in (BEST, WORST):
            return (value, child.visits, value)
        return (0.0, math.inf if value >= self._hope() else child.visits, value)

    def _hope(self) -> float:
        """The value of the most visited uncertain move."""
        seat = self.root.seat
        open_ = [child for child in self.root.children.values() if child.proven is None]
        return max(open_, key=lambda child: child.visits).value(seat) if open_ else WORST

    # The tree

    def _node(self, raw: Raw) -> Node:
        game = self.game
        proven = outcome(game, raw) if game.field(raw, schema.OVER) else None
        return Node(raw, seat(game, raw) - 1, proven)

    def _moves(self, node: Node) -> list[int]:
        """The moves of a node that were not tried yet, in random order."""
        if node.untried is None:
            node.untried = self.game.legal(node.raw)
            self.rng.shuffle(node.untried)
        return node.untried

    def _try(self, node: Node) -> Node:
        move = self._moves(node).pop()
        child = self._node(self.game.after(node.raw, move))
        node.children[move] = child
        return child

    def _open(self, node: Node) -> None:
        """Try all moves of a node, so that wins in one are known."""
        while self._moves(node):
            self._try(node)
        self._prove(node)

    def _iterate(self) -> None:
        path = self._descend()
        leaf = path[-1]
        outcome = leaf.proven or self._playout(leaf)
        path[0].visits += 1
        for parent, child in pairwise(path):
            child.visits += 1
            child.total += outcome[parent.seat]
        for node in reversed(path):
            self._prove(node)

    def _descend(self) -> list[Node]:
        """From the root to a position that is new or whose outcome is certain."""
        path = [self.root]
        while path[-1].proven is None:
            node = path[-1]
            if len(path) == 2 and node.visits and node.untried is None:
                self._open(node)
                continue
            if self._moves(node):
                path.append(self._try(node))
                break
            path.append(self._select(node))
            if not path[-1].visits:
                break
        return path

    def _select(self, node: Node) -> Node:
        """The uncertain child with the highest bound."""
        weight = EXPLORE * math.sqrt(math.log(node.visits + 1))
        best, highest = None, -math.inf
        for child in node.children.values():
            if child.proven is not None:
                continue
            if not child.visits:
                return child
            bound = child.total / child.visits + weight / math.sqrt(child.visits)
            if bound > highest:
                best, highest = child, bound
        assert best is not None, "a node whose children are all proven is proven"
        return best

    def _prove(self, node: Node) -> None:
        """Settle a node whose mover has a certain win, or all of whose moves are certain."""
        if node.proven is not None or not node.children:
            return
        known = [child.proven for child in node.children.values() if child.proven is not None]
        if not known:
            return
        best = max(known, key=lambda outcome: outcome[node.seat])
        complete = not node.untried and len(known) == len(node.children)
        if complete or best[node.seat] == BEST:
            node.proven = best

    def _playout(self, node: Node) -> Outcome:
        raw = unforeseen(self.game, node.raw, self.rng)
        self.game.machine.run("playout", raw)
        return outcome(self.game, raw)
