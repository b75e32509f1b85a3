"""Chance, as people and programs hold it: draws that are due, and draws told from outside.

A draw is told as the number of its outcome, from 0: of a die the number of its face. Draws come in
the order in which they happen: first those before the moves of a ply, such as a throw of the dice,
die by die, then those of what follows the move that is made.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from interpreter.ir import schema
from interpreter.ir.meaning.splitmix import draw, stream
from interpreter.ir.meaning.told import NOTHING_TOLD, Asked, TooManyError, asked, told
from interpreter.ir.program import Program
from interpreter.ir.schema import Part
from interpreter.play.move import Move
from interpreter.play.protocol import CompiledGame, PlayedGame, PlayedState
from interpreter.targets import python

Drawn = tuple[int, Asked]
"""What has fallen, and of what."""
Choose = Callable[[Asked], int]
"""Says what falls."""
Legal = Callable[[Any], Sequence[Move]]
"""The legal moves of a state."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die.

    Args:
        site: where it lies, behind the board and all hands
        faces: the numbers on its faces; an outcome is the place of one of them, from 0
    """

    site: int
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw that is due.

    Args:
        outcomes: how many there are, told from 0
        die: which die falls, from 0; None if it is no die
    """

    outcomes: int
    die: int | None = None

    @property
    def probability(self) -> Fraction:
        """How likely each outcome is."""
        return Fraction(1, self.outcomes)

    def __str__(self) -> str:
        if self.die is None:
            return f"one of {self.outcomes}"
        return f"die {self.die + 1}, of {self.outcomes} faces"


def dice_of(game: CompiledGame) -> tuple[Die, ...]:
    """The dice of a game."""
    faces = game.program.dice
    first = game.places - len(faces)
    return tuple(Die(first + number, one) for number, one in enumerate(faces))


class _Given:
    """Outcomes that are told, given to what asks for them one after the other."""

    def __init__(self, game: PlayedGame, draws: Sequence[int]) -> None:
        self._game, self.draws = game, draws
        self.taken = 0
        self._dice, self._thrown = len(game.program.dice), 0

    def __call__(self, one: Asked) -> int:
        what = self.named(one)
        if self.taken == len(self.draws):
            raise ValueError(f"{_many(self.taken)} told, but another is due: {what}")
        found = self.draws[self.taken]
        if not 0 <= found < one.outcomes:
            raise ValueError(
                f"{found} is no outcome of {what}: they go from 0 to {one.outcomes - 1}"
            )
        self.taken += 1
        return found

    def anew(self) -> _Given:
        """The same from the first one on."""
        return type(self)(self._game, self.draws)

    def named(self, one: Asked) -> Draw:
        """The draw that is asked for."""
        if not one.die:
            return Draw(one.outcomes)
        self._thrown += 1
        return Draw(one.outcomes, (self._thrown - 1) % self._dice)

    def close(self) -> None:
        """All that was told must have been asked for."""
        if self.taken < len(self.draws):
            raise ValueError(f"{_many(len(self.draws))} told, but only {self.taken} are due")


class _Due(Exception):  # noqa: N818  nothing is wrong
    """A draw comes that was not told."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw


class _Told(_Given):
    """The same, but for the first draw that is not told `_Due` is raised."""

    def __call__(self, one: Asked) -> int:
        if self.taken == len(self.draws):
            raise _Due(self.named(one))
        return super().__call__(one)


def _many(number: int) -> str:
    return "1 draw is" if number == 1 else f"{number} draws are"


def _all_drawn(game: PlayedGame, run: Callable[[int], int], choose: Choose) -> list[Drawn]:
    """All that is drawn while something is done.

    Args:
        game: the game
        run: does it with draws that are told, and says what is left of them
        choose: says what falls
    """
    found: list[Drawn] = []
    while True:
        number = told((fallen, one.outcomes) for fallen, one in found)
        more = asked(run(number))
        if more is None:
            return found
        # Dice are thrown together.
        sizes = [len(faces) for faces in game.program.dice] if more.die else [more.outcomes]
        for size in sizes:
            one = Asked(size, more.die, more.repeated)
            found.append((choose(one), one))


def _with(game: PlayedGame, raw: Any, number: int) -> Any:
    """A copy of a state in which draws are told."""
    following = raw[:]
    for part, value in ((schema.TOLD, number), (schema.TOLD_LEFT, NOTHING_TOLD)):
        field = game.parts.get(part)
        if field is not None:
            game.machine.put(following, field, value)
    return following


def _held(game: PlayedGame, raw: Any, part: Part) -> int:
    field = game.parts.get(part)
    return NOTHING_TOLD if field is None else game.machine.get(raw, field)


def _before(state: PlayedState, choose: Choose) -> tuple[list[Drawn], Any]:
    """What is drawn before the moves of a position, and the state in which that is told."""
    game = state.game
    looked_at = state.raw

    def run(number: int) -> int:
        nonlocal looked_at
        looked_at = _with(game, state.raw, number)
        game.machine.legal(looked_at)
        return _held(game, looked_at, schema.TOLD_LEFT)

    drawn = [] if state.over else _all_drawn(game, run, choose)
    return drawn, looked_at


def _made(
    state: PlayedState, move: int, before: Sequence[Drawn], choose: Choose
) -> tuple[list[Drawn], Any]:
    """What a move draws for what follows it, and the state after it.

    Args:
        state: the position
        move: as the machine has it
        before: what has fallen before the moves
        choose: says what falls afterwards
    """
    game, following = state.game, state.raw
    again = iter([fallen for fallen, one in before if one.repeated])

    def run(number: int) -> int:
        nonlocal following
        following = _with(game, state.raw, number)
        game.machine.run("apply", following, move)
        return _held(game, following, schema.TOLD)

    def fell(one: Asked) -> int:
        return next(again) if one.repeated else choose(one)

    drawn = _all_drawn(game, run, fell)
    return [one for one in drawn if not one[1].repeated], _with(game, following, NOTHING_TOLD)


def _by_lot(state: PlayedState) -> Choose:
    """What falls as the generators of a state say."""
    held = [_held(state.game, state.raw, part) for part in (schema.RANDOM, schema.CHANCE)]
    return lambda one: draw(held, int(one.repeated), one.outcomes)


# What is due


def due(state: PlayedState) -> tuple[Draw, ...]:
    """The draws before the moves of a position, where each falls on its first outcome."""
    given, found = _Given(state.game, ()), list[Draw]()

    def choose(one: Asked) -> int:
        found.append(given.named(one))
        return 0

    _before(state, choose)
    return tuple(found)


def next_at_start(game: PlayedGame, draws: Sequence[int]) -> Draw | None:
    """The draw of the start rules that comes when these have fallen; None when none does.

    Raises:
        ValueError: draws that are surplus, or cannot fall
    """
    return _next(lambda: _begin(game, 0, _Told(game, draws)))


def next_draw(state: PlayedState, draws: Sequence[int], move: int | None = None) -> Draw | None:
    """The draw that comes when these have fallen; None when none does.

    Args:
        state: the position
        draws: what has fallen before the moves, and then after the move
        move: the move, as the machine has it; before it is chosen, None

    Raises:
        ValueError: draws that are surplus, or cannot fall
    """

    def run() -> None:
        given = _Told(state.game, draws)
        before, _ = _before(state, given)
        if move is not None:
            _made(state, move, before, given)
        given.close()

    return _next(run)


def _next(run: Callable[[], object]) -> Draw | None:
    try:
        run()
    except _Due as due:
        return due.draw
    return None


def drawn_by(state: PlayedState, move: int) -> tuple[int, ...]:
    """All that falls when a move is made, as the generators of a state say."""
    before = fallen(state)
    behind, _ = _made(state, move, before, _by_lot(state))
    return tuple(outcome for outcome, _ in (*before, *behind))


def every_throw(state: PlayedState) -> Iterator[tuple[float, list[Drawn], Any]]:
    """All that can fall before the moves of a position.

    Of each: how likely it is, what falls, and the state in which that is told.
    """
    for (drawn, raw), likely in _every(lambda choose: _before(state, choose)):
        yield likely, drawn, raw


def every_fall(
    state: PlayedState, move: int, before: Sequence[Drawn]
) -> Iterator[tuple[float, Any]]:
    """All that a move can lead to: of each state how likely it is.

    Args:
        state: the position
        move: as the machine has it
        before: what has fallen before the moves
    """
    for (_, raw), likely in _every(lambda choose: _made(state, move, before, choose)):
        yield likely, raw


def _every(
    run: Callable[[Choose], tuple[list[Drawn], Any]],
) -> Iterator[tuple[tuple[list[Drawn], Any], float]]:
    """Do something with everything that can be drawn while it is done."""
    digits = list[int]()
    while True:
        sizes, first = list[int](), iter(digits)

        def choose(one: Asked) -> int:
            sizes.append(one.outcomes)  # noqa: B023 - called before the next round
            return next(first, 0)  # noqa: B023

        yield run(choose), 1 / math.prod(sizes)
        digits += [0] * (len(sizes) - len(digits))
        while digits and digits[-1] + 1 == sizes[len(digits) - 1]:
            digits.pop()
        if not digits:
            return
        digits[-1] += 1


def fallen(state: PlayedState) -> list[Drawn]:
    """What falls before the moves of a position, as the generators of the state say."""
    return _before(state, _by_lot(state))[0]


def repeated(state: PlayedState) -> int:
    """What falls before the moves of a position and again when one is made, as the generators say.

    Each draw is a digit whose base is the number of its outcomes, the first draw the lowest.
    """
    number = 0
    for outcome, one in reversed(fallen(state)):
        number = number * one.outcomes + outcome if one.repeated else number
    return number


# What is told


def start(game: PlayedGame, seed: int, draws: Iterable[int]) -> Any:
    """The first position, where these are the draws of the start rules.

    Raises:
        ValueError: draws that are missing, surplus, or cannot fall
    """
    return _begin(game, seed, _Given(game, tuple(map(operator.index, draws))))


def _begin(game: PlayedGame, seed: int, given: _Given) -> Any:
    raw: Any = None

    def run(number: int) -> int:
        nonlocal raw
        raw = game.machine.begin(stream(seed), number)
        return _held(game, raw, schema.TOLD)

    try:
        _all_drawn(game, run, given)
    except TooManyError:
        raw = _begin_by_hand(game, seed, given.anew())
    else:
        given.close()
    return _with(game, raw, NOTHING_TOLD)


def _begin_by_hand(game: PlayedGame, seed: int, given: _Given) -> Any:
    """The first position, where what falls is asked draw by draw: there may be any number."""
    asking, program = _asking(game.program), game.program
    held = _FALLS.set(given)
    try:
        begun = asking.begin(stream(seed))
    finally:
        _FALLS.reset(held)
    raw = game.machine.begin(stream(seed))
    given.close()
    for field in program.fields:
        if field.kind != "history":
            for index in range(field.length or 1):
                game.machine.put(raw, field, asking.get(begun, field, index), index)
    return raw


_FALLS: ContextVar[Choose] = ContextVar("falls")
"""Says what falls in a game that asks."""


@lru_cache(maxsize=1)
def _asking(program: Program) -> python.Machine:
    """A game that asks for what falls; made once, not again for each draw."""

    def draw_one(_state: Any, _place: int, outcomes: int) -> int:
        return _FALLS.get()(Asked(outcomes)) if outcomes > 0 else 0

    return python.Machine(program, draw_one)


def told_before(state: PlayedState, draws: Sequence[int]) -> Any:
    """The state in which these are the draws before the moves.

    Raises:
        ValueError: draws that are missing, surplus, or cannot fall
    """
    given = _Given(state.game, draws)
    _, raw = _before(state, given)
    given.close()
    return raw


def after(state: PlayedState, move: Move | str, draws: Iterable[int] | None, legal: Legal) -> Any:
    """The state after a move, where draws are told.

    Args:
        state: the position
        move: the move, or its name
        draws: what falls before the moves, unless the move carries that, and what falls
            afterwards; if None, chance decides what the move does not carry
        legal: the legal moves of a state

    Raises:
        ValueError: draws that are missing, surplus, or cannot fall; a move that is not legal
    """
    carried = move.draws if isinstance(move, Move) else None
    if draws is None:
        return _after(state, move, carried or (), None, legal)
    every = tuple(map(operator.index, draws))
    if carried is not None and (not carried or every[: len(carried)] != carried):
        return _after(state, move, carried, every, legal)
    try:
        return _after(state, move, every, (), legal)
    except ValueError:
        if carried is None:
            raise
    # What follows the move begins as the throw before it did.
    return _after(state, move, carried, every, legal)


def _after(
    state: PlayedState,
    move: Move | str,
    first: Sequence[int],
    then: Sequence[int] | None,
    legal: Legal,
) -> Any:
    """The state after a move.

    Args:
        state: the position
        move: the move, or its name
        first: what falls before the moves, and perhaps afterwards
        then: what falls behind that; None: as chance decides
        legal: the legal moves of a state
    """
    given = _Given(state.game, (*first, *(then or ())))
    before, looked_at = _before(state, given)
    found = [one.packed for one in legal(looked_at) if move in (one, one.name)]
    if not found:
        raise ValueError(f"{move} is not a legal move")
    _, following = _made(state, found[0], before, given if then is not None else _by_lot(state))
    given.close()
    return following
