"""Players that hardly think: what they hold against a search tells how much there is to a game.

Each has one idea. Where it has no say, all but the idler go by lot as `Careful` does, who neither
misses a win nor walks into a loss.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from interpreter import Game, Move, State
from interpreter.board.geometry.symmetries import Symmetry, symmetries
from interpreter.ir import schema
from interpreter.play.machines import Raw
from interpreter.play.search.positions import by_chance
from lab.players.evaluation import Evaluation
from lab.players.judgement import outcome, seat, unforeseen

GREED = {"score": 1.0, "material": 1.0}
"""What a greedy player wants more of than the others have."""
PATIENCE = 4096
"""Positions that a careful player looks at for a move, at most."""


class Careful:
    """Any move that wins at once; else any that neither loses at once nor lets the next player win.

    Args:
        seed: fixes its lots

    Attributes:
        plies: how many moves it chose
        own: how many of them its idea chose
    """

    def __init__(self, seed: int = 0) -> None:
        self.rng = Random(seed)
        self.plies = self.own = 0

    def choose(self, state: State) -> Move:
        """A move by its idea, if that has one that does not lose; else by lot."""
        self.plies += 1
        own, moves = seat(state.game, state.raw), state.moves()
        self.rng.shuffle(moves)
        following = {move: state.game.after(state.raw, move.packed) for move in moves}
        ended = {
            move: outcome(state.game, raw)[own - 1]
            for move, raw in following.items()
            if state.game.field(raw, schema.OVER)
        }
        for move, worth in ended.items():
            if worth > 0:
                return move
        open_ = [move for move in moves if ended.get(move, 0.0) >= 0]
        wanted = self.idea(state, open_)
        safe = self._safe(state.game, following, [*wanted, *open_], own)
        if safe is not None and safe in wanted:
            self.own += 1
        return safe or moves[0]

    def idea(self, state: State, moves: list[Move]) -> list[Move]:
        """The moves that it likes, of those that do not lose at once."""
        del state, moves
        return []

    def _safe(
        self, game: Game, following: dict[Move, Raw], moves: list[Move], own: int
    ) -> Move | None:
        """The first move behind which nobody else wins at once; the first of all if none is."""
        left, chance = PATIENCE, _draws(game)
        for move in moves:
            raw = unforeseen(game, following[move], self.rng) if chance else following[move]
            replies = [] if seat(game, raw) == own else game.legal(raw)
            left -= len(replies)
            if left < 0 or not any(_loses(game, raw, reply, own) for reply in replies):
                return move
        return moves[0] if moves else None


# Asked at every ply, of the same game.
@lru_cache(maxsize=8)
def _draws(game: Game) -> bool:
    return by_chance(game)


@lru_cache(maxsize=8)
def _first_symmetry(game: Game) -> Symmetry | None:
    return next(iter(symmetries(game.board)), None)


def _loses(game: Game, raw: Raw, reply: int, own: int) -> bool:
    """Whether the game is over behind a reply, and lost for a seat."""
    after = game.after(raw, reply)
    return bool(game.field(after, schema.OVER)) and outcome(game, after)[own - 1] < 0


class Copier(Careful):
    """Does on the other side of the board what was done before, by a symmetry of the board.

    Args:
        seed: fixes its lots
        symmetry: which one; the first of the board if not given
    """

    def __init__(self, seed: int = 0, symmetry: Symmetry | None = None) -> None:
        super().__init__(seed)
        self.symmetry = symmetry

    def idea(self, state: State, moves: list[Move]) -> list[Move]:
        """The image of the last move; at the beginning, a move onto itself."""
        symmetry = self.symmetry or _first_symmetry(state.game)
        if symmetry is None:
            return []
        ends = (state.last_from, state.last_to) if state.plies else None
        images = tuple(_image(symmetry, site) for site in ends) if ends else None
        if images is None:
            return [one for one in moves if _image(symmetry, one.to_site) == one.to_site >= 0]
        # What lies on two sites may be written the other way round.
        alike = [one for one in moves if {one.from_site, one.to_site} == {*images}]
        return sorted(alike, key=lambda one: (one.from_site, one.to_site) != images)


def _image(symmetry: Symmetry, site: int) -> int:
    """Where a site comes to lie; those beside the board stay."""
    return symmetry.image[site] if 0 <= site < len(symmetry.image) else site


class Greedy(Careful):
    """Takes what it can: the most score and pieces, counted after one move."""

    def idea(self, state: State, moves: list[Move]) -> list[Move]:
        """The moves behind which it has most, if they differ in that."""
        game = state.game
        worth = Evaluation(game, seat(game, state.raw), GREED)
        found = {move: worth(game.after(state.raw, move.packed)) for move in moves}
        best = max(found.values(), default=0.0)
        return [move for move in moves if found[move] == best > min(found.values())]


class Idler(Careful):
    """Passes where it may, and else takes back what it did last."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._last = (-1, -1)

    def choose(self, state: State) -> Move:
        """A pass, the last move backwards, or any."""
        move = super().choose(state)
        self.remember(move.from_site, move.to_site)
        return move

    def remember(self, from_site: int, to_site: int) -> None:
        """Keep in mind which move to take back."""
        self._last = from_site, to_site

    def idea(self, state: State, moves: list[Move]) -> list[Move]:
        """Passes, and the last move backwards."""
        back = self._last[::-1]
        passes = [one for one in moves if one.to_site < 0]
        returns = [one for one in moves if (one.from_site, one.to_site) == back != (-1, -1)]
        return [*passes, *(one for one in returns if one.from_site != one.to_site)]


def copiers(game: Game) -> Iterator[Symmetry]:
    """The symmetries that a copier may go by: those that undo themselves."""
    return (one for one in symmetries(game.board) if one.twice)
