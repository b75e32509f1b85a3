"""Rounds of a tree search whose random games are played in lanes, where that is faster.

Which way is faster is found out while searches go on: after a while code for lanes is made in a
thread of its own, where the processor and the rules allow it, and the ways take turns. Where lanes
are faster, or nearly so, more of them are tried after another while.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from interpreter.ir import schema
from interpreter.ir.analysis.accesses import is_foreseen
from interpreter.targets.calls import I64, P
from interpreter.targets.kernels import lanes
from interpreter.targets.kernels.search import in_lanes, uct

if TYPE_CHECKING:
    from interpreter.targets.llvm import jit
    from interpreter.targets.llvm.assembly import Module
    from interpreter.targets.llvm.sanitizer import Checked
    from interpreter.targets.llvm.target import Target
    from interpreter.targets.llvm.translator import Translator

# One round after another.
ALONE = 1
# Code for lanes takes about so many seconds to make; searches that are over sooner do without.
PATIENCE_S = 0.25
# More rounds at once, of which some do not know of each other, are faster by so much, or are not
# worth it. Where lanes are nearly so fast as the fastest way, more of them may be.
WORTH, NEARLY = 1.05, 0.85
# So many pieces of work tell how fast a way is; those that take so many seconds or more count.
TRIALS, ENOUGH_S = 3, 0.004


class Parts(Protocol):
    """A machine that compiles parts of a program, in other threads too: see `native.Machine`."""

    checked: bool
    target: Target

    @property
    def translator(self) -> Translator:
        """What writes the program as LLVM's text."""
        ...

    def part(self, *what: Any, **how: Any) -> jit.Library | Checked:
        """A compiled part of the game."""
        ...

    def is_best(self, name: str) -> bool:
        """Whether there is the best code of a part."""
        ...

    def improve(self, name: str, make: Callable[[], None]) -> None:
        """Have the best code of a part made in a thread of its own, once."""
        ...


class RoundsInLanes:
    """The ways to make rounds in a game, and which of them is the fastest.

    Attributes:
        width: how many rounds at once are fastest, as far as that is known
    """

    def __init__(self, machine: Parts) -> None:
        self.machine = machine
        self.width = ALONE
        self._untried = () if machine.checked else lanes.widths(machine.target)
        self._able = bool(self._untried)
        # Of the fastest way and of the one that is tried, if there is one, the rounds a second of
        # each piece of work.
        self._rates: dict[int, list[float]] = {}
        self._noting = threading.Lock()
        # Seconds of searching, with the best code of each way, since something was last decided.
        self._spent = 0.0

    def fixed(self) -> int:
        """How many rounds at once there are where nothing may depend on which way is faster."""
        if not self._fits():
            return ALONE
        self.run(lanes.FIXED)  # before threads ask for the code, all at once
        return lanes.FIXED

    def next(self) -> int:
        """How many rounds at once the next piece of work is to be done with."""
        rates = self._rates
        return min(rates, key=lambda width: len(rates[width])) if rates else self.width

    def note(self, width: int, rounds: int, seconds: float) -> None:
        """A piece of work is done, by one of the threads that search."""
        with self._noting:
            if not self._untried or not self.machine.is_best(uct.NAME):
                return
            if not self._rates:
                self._spent += seconds
                if self._spent >= PATIENCE_S:
                    self._try(self._untried[0])
            elif seconds >= ENOUGH_S and width in self._rates:
                self._rates[width].append(rounds / seconds)
                if all(len(rates) >= TRIALS for rates in self._rates.values()):
                    self._decide(self._untried[0])

    def _try(self, width: int) -> None:
        """Let so many lanes take turns with the fastest way, once there is code for them."""
        name = _name(width)
        if self.machine.is_best(name):
            self._rates = {self.width: [], width: []}
        else:
            self.machine.improve(name, lambda: self._make(width))

    def _make(self, width: int) -> None:
        if self._fits():
            self.run(width)
        else:
            self._untried = ()

    def _fits(self) -> bool:
        """Whether games can be played in lanes.

        With chance, rounds are other ones; where all choose at once, several move in one.
        """
        if not self._able:
            return False
        t = self.machine.translator
        one_moves = t.program.part(schema.CHOSEN) is None
        return is_foreseen(t.program) and one_moves and lanes.rounds(t) is not None

    def _decide(self, tried: int) -> None:
        best, found = max(self._rates[self.width]), max(self._rates[tried])
        if found > WORTH * best:
            self.width = tried
        self._untried = self._untried[1:] if found > NEARLY * best else ()
        self._rates, self._spent = {}, 0.0

    def run(self, width: int) -> Callable[..., int]:
        """What makes so many rounds at once, as `uct` does one after another."""

        def write(t: Translator, module: Module) -> None:
            in_lanes.write(t, module, width)

        part = self.machine.part(_name(width), in_lanes.ENTRIES, write, in_lanes.NAMES, traced=True)
        return part.function(in_lanes.NAME, I64, P, I64)


def _name(width: int) -> str:
    return f"{in_lanes.NAME} {width}"
