"""Looking ahead: the best move if everybody does the worst to the searcher that he can.

Alpha-beta search (Knuth and Moore 1975), one ply deeper each time until depth or time run out or
the outcome is certain. Values are those of the seat that searches: it takes the greatest, and all
others take the least. With two players that is the ordinary search. With more it is the paranoid
one (Sturtevant and Korf 2000): the others are taken for one opponent, which gives what the
searcher can have at least, and prunes as much as with two; searches that let everybody want his
own best hardly prune. A game for one is searched for the best end.

Where chance decides, a position is worth what is expected: the mean over all outcomes, each looked
for within the window that the others leave (Michie 1966; Ballard 1983, Star1). What falls before
the moves of the first position is known.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from interpreter import Move, State
from interpreter.ir import schema
from interpreter.play import chance
from interpreter.play.chance import Drawn
from interpreter.play.machines import Raw
from interpreter.play.search.positions import by_chance
from interpreter.play.search.worlds import Worlds, hidden_from_mover, in_truth
from lab.players import compiled
from lab.players.evaluation import Evaluation, check
from lab.players.judgement import Judgement, outcome, seat

SOON = 1e-9
"""What a win is worth less for each ply that it takes, so that the nearest is preferred."""
WON = 1 - 1e-6
EXACT, AT_LEAST, AT_MOST = range(3)
REMEMBERED = 200_000
"""Positions; more are not kept, since each takes up to a kilobyte."""

Window = tuple[float, float]
Key = bytes | tuple[object, ...]


class AlphaBeta:
    """A player that looks ahead.

    Args:
        seconds: thinking time a move; no limit if not given
        depth: plies to look ahead; no limit if not given
        weights: how much score, material, mobility and centre count; see `evaluation.py`
        seed: which of equally good moves is chosen

    Raises:
        ValueError: nothing limits the search
        LudError: a weight for something that is not measured
    """

    def __init__(
        self,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        weights: Mapping[str, float] | None = None,
        seed: int = 0,
    ) -> None:
        if seconds is None and depth is None:
            raise ValueError("a search is limited by seconds, by depth, or by both")
        if depth is not None and depth < 1:
            raise ValueError("a search looks at least one ply ahead")
        check(weights or {})
        self.seconds = math.inf if seconds is None else seconds
        self.depth = math.inf if depth is None else depth
        self.weights = weights
        self.rng = Random(seed)

    def choose(self, state: State) -> Move:
        """The best move the search finds."""
        moves = state.moves()
        return moves[0] if len(moves) == 1 else self.judge(state)[0].move

    def judge(self, state: State) -> list[Judgement]:
        """The legal moves, best first; behind the best, values are what a move is worth at most."""
        if compiled.is_compiled(state.game):
            return compiled.alphabeta(state, self.seconds, self.depth, self.weights)
        hidden = hidden_from_mover(state)
        start = State(state.game, Worlds(state, self.rng).draw()) if hidden else state
        search = LookAhead(start, self.weights, self.rng)
        search.run(self.seconds, self.depth)
        found = search.judgements()
        return [*in_truth(found, state)] if hidden else found


@dataclass(slots=True)
class Entry:
    """What is known of a position.

    Args:
        depth: how far behind it was looked
        value: its value, or a bound
        bound: which of the two
        sure: whether nothing had to be estimated
        best: the move that gave the value
    """

    depth: int
    value: float
    bound: int
    sure: bool
    best: int


class OutOfTime(Exception):  # noqa: N818
    """The thinking time has passed."""


class LookAhead:
    """The search from one position."""

    def __init__(self, state: State, weights: Mapping[str, float] | None, rng: Random) -> None:
        self.game = state.game
        self.raw = state.raw
        self.seat = seat(self.game, self.raw)
        self.evaluate = Evaluation(self.game, self.seat, weights)
        self.plies = state.plies
        self.by_chance = by_chance(self.game)
        self.moves = state.moves()
        rng.shuffle(self.moves)
        self.found: dict[int, tuple[float, bool]] = {}
        self.visits = dict.fromkeys((move.packed for move in self.moves), 0)
        self.known: dict[Key, Entry] = {}
        self.cuts: dict[int, int] = {}
        self.nodes = 0
        self.end = math.inf

    def run(self, seconds: float, depth: float) -> None:
        """Look further and further, at least one ply."""
        end = time.perf_counter() + seconds
        plies = 0
        while plies < depth and time.perf_counter() < end and not self._settled():
            plies += 1
            try:
                self._look(plies)
            except OutOfTime:
                return
            self.end = end

    def judgements(self) -> list[Judgement]:
        """What was found, best first."""
        best = self.moves[0].packed
        found: list[Judgement] = []
        for move in self.moves:
            value, sure = self.found[move.packed]
            certain = sure and (move.packed == best or value < -WON)
            found.append(Judgement(move, self.visits[move.packed], round(value, 6), certain))
        return [found[0], *sorted(found[1:], key=lambda one: one.value, reverse=True)]

    def _settled(self) -> bool:
        """Whether looking further cannot change the choice."""
        if not self.found:
            return False
        value, sure = self.found[self.moves[0].packed]
        return sure and (value > WON or all(sure for _, sure in self.found.values()))

    def _look(self, depth: int) -> None:
        """All moves, to a depth; the best comes first then."""
        found: dict[int, tuple[float, bool]] = {}
        best, low = self.moves[0], -math.inf
        fallen = chance.fallen(State(self.game, self.raw)) if self.by_chance else []
        for move in self.moves:
            before = self.nodes
            value, sure = self._behind(self.raw, move.packed, fallen, depth - 1, (low, math.inf))
            found[move.packed] = value, sure
            self.visits[move.packed] += self.nodes - before
            if value > low:
                best, low = move, value
        self.found = found
        self.moves.remove(best)
        self.moves.insert(0, best)

    def _value(self, raw: Raw, depth: int, low: float, high: float) -> tuple[float, bool]:
        """What a position is worth, and whether that is sure.

        A value of `low` or less is a bound from above, one of `high` or more one from below.
        """
        self._count()
        if self.game.field(raw, schema.OVER):
            far = self.game.field(raw, schema.MOVES) - self.plies
            return outcome(self.game, raw)[self.seat - 1] * (1 - SOON * far), True
        key = bytes(raw) if isinstance(raw, bytearray) else tuple(raw)
        entry = self.known.get(key)
        if entry is not None and _answers(entry, depth, low, high):
            return entry.value, entry.sure
        if depth == 0:
            return self.evaluate(raw), False
        entry = self._expand(raw, depth, low, high, entry)
        if len(self.known) >= REMEMBERED:
            self.known.clear()
        self.known[key] = entry
        return entry.value, entry.sure

    def _expand(self, raw: Raw, depth: int, low: float, high: float, before: Entry | None) -> Entry:
        """The value of a position by its moves, or by all that can fall before them."""
        best = before.best if before is not None else 0
        if not self.by_chance:
            value, sure, best = self._best(raw, [], depth, (low, high), best)
        else:
            value, sure = self._thrown(raw, depth, (low, high))
        bound = AT_LEAST if value >= high else AT_MOST if value <= low else EXACT
        return Entry(depth, value, bound, sure, best)

    def _thrown(self, raw: Raw, depth: int, window: Window) -> tuple[float, bool]:
        """The value of a position by all that can fall before its moves."""
        thrown = list(chance.every_throw(State(self.game, raw)))

        def value(number: int, within: Window) -> tuple[float, bool]:
            _, fallen, told = thrown[number]
            return self._best(told, fallen, depth, within, 0)[:2]

        return _mean([likely for likely, _, _ in thrown], value, window)

    def _best(
        self, raw: Raw, fallen: list[Drawn], depth: int, window: Window, first: int
    ) -> tuple[float, bool, int]:
        """The value of a position by its moves, whether it is sure, and the move that has it.

        Args:
            raw: the position
            fallen: what has fallen before the moves
            depth: how far to look
            window: what matters
            first: the move to look at before all others
        """
        low, high = window
        sign = 1 if seat(self.game, raw) == self.seat else -1
        # Seen from whoever moves here: he takes the greatest.
        lower, upper = (low, high) if sign > 0 else (-high, -low)
        best, chosen, best_sure, all_sure = -math.inf, 0, False, True
        for move in self._ordered(raw, first):
            alpha = max(lower, best)
            behind = (alpha, upper) if sign > 0 else (-upper, -alpha)
            value, sure = self._behind(raw, move, fallen, depth - 1, behind)
            all_sure = all_sure and sure
            if sign * value > best:
                best, chosen, best_sure = sign * value, move, sure
            if best >= upper:
                self.cuts[move] = self.cuts.get(move, 0) + depth * depth
                break
        sure = all_sure or (best_sure and (best >= upper or best > WON))
        return sign * best, sure, chosen

    def _behind(
        self, raw: Raw, move: int, fallen: list[Drawn], depth: int, window: Window
    ) -> tuple[float, bool]:
        """What a move is worth: what the position behind it is, or the mean of all that can be."""
        if not self.by_chance:
            return self._value(self.game.after(raw, move), depth, *window)
        found = list(chance.every_fall(State(self.game, raw), move, fallen))
        return _mean(
            [likely for likely, _ in found],
            lambda one, within: self._value(found[one][1], depth, *within),
            window,
        )

    def _ordered(self, raw: Raw, first: int) -> list[int]:
        """The moves, those first that were best here or cut off most elsewhere."""
        moves = sorted(self.game.legal(raw), key=lambda move: -self.cuts.get(move, 0))
        if first in moves:
            moves.remove(first)
            moves.insert(0, first)
        return moves

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes % 32 == 0 and time.perf_counter() > self.end:
            raise OutOfTime


def _answers(entry: Entry, depth: int, low: float, high: float) -> bool:
    """Whether what is known of a position is enough for a look of this depth."""
    if not entry.sure and entry.depth < depth:
        return False
    if entry.bound == AT_LEAST:
        return entry.value >= high
    return entry.bound == EXACT or entry.value <= low


def _mean(
    likely: Sequence[float], value: Callable[[int, Window], tuple[float, bool]], window: Window
) -> tuple[float, bool]:
    """What is expected of outcomes, or a bound of it; whether that is sure.

    Args:
        likely: how likely each outcome is
        value: the value of an outcome in a window
        window: what matters of the mean
    """
    low, high = window
    total, rest, all_sure = 0.0, 1.0, True
    for number, weight in enumerate(likely):
        rest -= weight
        least, most = (low - total - rest) / weight, (high - total + rest) / weight
        found, sure = value(number, (least, most))
        total += weight * found
        all_sure = all_sure and sure
        if found <= least:
            return total + rest, all_sure
        if found >= most:
            return total - rest, all_sure
    return total, all_sure
