"""How much of the stack native code takes at most, found out while it is written.

A function takes room for its variables and copies, and LLVM puts on the stack what does not fit in
registers: never more than all values that the function computes. What a function calls is added,
and what is written into it comes beside it. Functions that call themselves take as much again for
each level.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

# Of a call itself, besides what the function takes; and how much of a value that is computed in
# pieces lies in memory together.
CALL, PIECES = 256, 2


@dataclass(frozen=True, slots=True)
class Frame:
    """What one function takes.

    Args:
        slots: bytes of its variables, and of the room that it asked for
        values: bytes of all values that it computes
        calls: the names of the functions that it calls, once for each call
        inlined: it is written into those who call it
        levels: how deep it calls itself at most; 0 where this is not known beforehand
    """

    slots: int
    values: int
    calls: tuple[str, ...]
    inlined: bool
    levels: int


@dataclass(frozen=True, slots=True)
class Stack:
    """What the functions of a module take.

    Args:
        whole: bytes that any of them takes at most, but for calls of themselves
        level: bytes of one level of those of which it is not known how deep they go
        slots: bytes of variables and room alone that any of them takes, with one level of each
    """

    whole: int
    level: int
    slots: int


class Frames:
    """The functions of a module, with who calls whom.

    Args:
        frames: what each takes, by name
    """

    def __init__(self, frames: Mapping[str, Frame]) -> None:
        self.frames = frames
        self._own: dict[str, tuple[int, int]] = {}

    def stack(self) -> Stack:
        """What the module takes."""
        whole: list[int] = [0] * len(self._groups)
        slots, level, place = list(whole), 0, self._places
        for number, group in enumerate(self._groups):  # those who are called come first
            own = [self._taken(name) for name in group]
            called = {place[one] for name in group for one in self._called(name)} - {number}
            once, values = sum(one for one, _ in own), sum(other for _, other in own)
            again = self._calls_itself(group)
            levels = max(self.frames[name].levels for name in group) if again else 1
            if not levels:
                level += once + values
            deep = max(1, levels)
            whole[number] = deep * (once + values) + max((whole[one] for one in called), default=0)
            slots[number] = deep * once + max((slots[one] for one in called), default=0)
        return Stack(max(whole, default=0), level, max(slots, default=0))

    def _called(self, name: str) -> list[str]:
        return [one for one in self.frames[name].calls if one in self.frames]

    def _taken(self, name: str) -> tuple[int, int]:
        """Bytes of slots and of values of a function with all that is written into it."""
        if name not in self._own:
            frame = self.frames[name]
            slots, values = frame.slots, PIECES * frame.values + CALL
            for one in self._called(name):
                if self.frames[one].inlined:
                    more = self._taken(one)
                    slots, values = slots + more[0], values + more[1]
            self._own[name] = slots, values
        return self._own[name]

    def _calls_itself(self, group: list[str]) -> bool:
        return len(group) > 1 or group[0] in self._called(group[0])

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: number for number, group in enumerate(self._groups) for name in group}

    @cached_property
    def _groups(self) -> list[list[str]]:
        """Functions that call each other in circles together; those who are called come first.

        Source: Tarjan 1972, strongly connected components.
        """
        found: list[list[str]] = []
        seen: dict[str, int] = {}
        low: dict[str, int] = {}
        open_: list[str] = []
        waiting: set[str] = set()
        for start in self.frames:
            path = [] if start in seen else [(start, iter(self._called(start)))]
            if path:
                seen[start] = low[start] = len(seen)
                open_.append(start)
                waiting.add(start)
            while path:
                here, calls = path[-1]
                following = next(calls, None)
                if following is None:
                    path.pop()
                    if path:
                        above = path[-1][0]
                        low[above] = min(low[above], low[here])
                    if low[here] == seen[here]:
                        place = open_.index(here)
                        found.append(open_[place:])
                        waiting.difference_update(found[-1])
                        del open_[place:]
                elif following not in seen:
                    seen[following] = low[following] = len(seen)
                    open_.append(following)
                    waiting.add(following)
                    path.append((following, iter(self._called(following))))
                elif following in waiting:
                    low[here] = min(low[here], seen[following])
        return found
