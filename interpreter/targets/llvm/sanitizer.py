"""Native code that looks at every access to memory whose place is computed while it runs.

Release code has none of this. Of every pointer it is known, by name, which memory it was made
from and how large that is; an access outside is counted, the first one noted, and led to memory
where it does no harm. The bounds that are known of numbers are looked at in the same way.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter.targets.llvm.assembly import Code, Num
    from interpreter.targets.llvm.jit import Library

VIOLATIONS = "violations"
"""The global with the number of violations, and the number of the first place, from 1."""
SAFE = 8192

TEXT = f"""
@{VIOLATIONS} = global [2 x i64] zeroinitializer, align 64
@k_safe = internal global [{SAFE} x i8] zeroinitializer, align 64
define internal void @k_violated(i64 %place) noinline nounwind {{
  %count = atomicrmw add ptr @{VIOLATIONS}, i64 1 monotonic
  %first = getelementptr i8, ptr @{VIOLATIONS}, i64 8
  %old = cmpxchg ptr %first, i64 0, i64 %place monotonic monotonic
  ret void
}}
define internal ptr @k_checked(ptr %p, ptr %base, i64 %size, i64 %width, i64 %place) nounwind {{
  %from = ptrtoint ptr %base to i64
  %here = ptrtoint ptr %p to i64
  %offset = sub i64 %here, %from
  %end = add i64 %offset, %width
  %low = icmp sge i64 %offset, 0
  %high = icmp sle i64 %end, %size
  %fine = and i1 %low, %high
  br i1 %fine, label %yes, label %no
no:
  call void @k_violated(i64 %place)
  ret ptr @k_safe
yes:
  ret ptr %p
}}
define internal void @k_claimed(i64 %value, i64 %least, i64 %most, i64 %place) nounwind {{
  %low = icmp sge i64 %value, %least
  %high = icmp sle i64 %value, %most
  %fine = and i1 %low, %high
  br i1 %fine, label %yes, label %no
no:
  call void @k_violated(i64 %place)
  br label %yes
yes:
  ret void
}}
"""


@dataclass(frozen=True, slots=True)
class Origin:
    """What a pointer was made from.

    Args:
        base: where the memory begins
        size: its bytes, or the name of a value that tells them
        chosen: the way from there was computed while the code ran
    """

    base: str
    size: int | str
    chosen: bool = False


class Checks:
    """What a module with checks knows of its pointers.

    Attributes:
        sizes: bytes behind pointers that have the same name in every function
        places: what each check looks at; number 1 comes first
        unknown: pointers that are moved while the code runs, and of which nothing is known
    """

    text = TEXT

    def __init__(self, sizes: Mapping[str, int]) -> None:
        self.sizes = dict(sizes)
        self._origins: dict[Code, dict[str, Origin]] = {}
        self.places: list[str] = []
        self.unknown: list[str] = []

    def _origin(self, code: Code, pointer: str) -> Origin | None:
        found = self._made(code).get(pointer)
        if found is None and pointer in self.sizes:
            return Origin(pointer, self.sizes[pointer])
        return found

    def _made(self, code: Code) -> dict[str, Origin]:
        """The pointers of a function of which it is known what they were made from."""
        return self._origins.setdefault(code, {})

    def table(self, pointer: str, size: int) -> None:
        """Here is a constant table, under this name in every function."""
        self.sizes[pointer] = size

    def room(self, code: Code, pointer: str, kind: str, count: int) -> None:
        """Here is memory for so many values of a type."""
        self._made(code)[pointer] = Origin(pointer, count * width(kind))

    def moved(self, code: Code, pointer: str, found: str, *, chosen: bool) -> None:
        """A pointer was made from another.

        Args:
            chosen: by a number that is computed while the code runs
        """
        origin = self._origin(code, pointer)
        if origin is not None:
            self._made(code)[found] = replace(origin, chosen=origin.chosen or chosen)
        elif chosen:
            self.unknown.append(f"{code.name}: {pointer}")

    def looked(self, code: Code, kind: str, pointer: str) -> str:
        """The pointer to use instead of one through which a value of some type is accessed."""
        origin = self._made(code).get(pointer)
        if origin is None or not origin.chosen:
            return pointer
        place = self._place(f"{code.name}: {kind} behind {origin.base}")
        return code.value(
            f"call ptr @k_checked(ptr {pointer}, ptr {origin.base}, i64 {origin.size},"
            f" i64 {width(kind)}, i64 {place})"
        )

    def claimed(self, code: Code, what: str, value: str, bounds: tuple[int, int]) -> None:
        """A number is said to lie within bounds."""
        if bounds == (-(1 << 63), (1 << 63) - 1):
            return
        place = self._place(f"{code.name}: {what} from {bounds[0]} to {bounds[1]}")
        code.line(
            f"call void @k_claimed(i64 {value}, i64 {bounds[0]}, i64 {bounds[1]}, i64 {place})"
        )

    def bounded(self, code: Code, pointer: str, size: int, count: Num | None, skip: int) -> str:
        """See `Code.bounded`."""
        base = code.value(f"getelementptr i8, ptr {pointer}, i64 {skip}")
        found = code.value(f"getelementptr i8, ptr {pointer}, i64 0")
        whole = size if count is None else str(count * size)
        self._made(code)[found] = Origin(base, whole)
        return found

    def _place(self, text: str) -> int:
        self.places.append(text)
        return len(self.places)


def width(kind: str) -> int:
    """Bytes of a value of one of LLVM's types, as they are used here."""
    vector = re.fullmatch(r"<(\d+) x (\w+)>", kind)
    if vector is not None:
        return int(vector[1]) * width(vector[2])
    if kind.startswith("{"):
        return sum(map(width, kind.strip("{} ").split(", ")))
    known = {"ptr": 8, "double": 8, "float": 4}
    return known[kind] if kind in known else -(-int(kind.removeprefix("i")) // 8)


class Checked:
    """A library with checks: a call that violates a bound raises an error.

    Args:
        places: what each check looks at
    """

    def __init__(self, library: Library, places: Sequence[str]) -> None:
        self.library = library
        self.places = places
        found = (ctypes.c_int64 * 2).from_address(library.address(VIOLATIONS))
        self.violations = found

    def stack(self, levels: int = 0) -> int:
        """Bytes of the stack that a call takes at most."""
        return self.library.stack(levels)

    def function(
        self, name: str, result: Any, *arguments: Any, levels: int = 0
    ) -> Callable[..., Any]:
        """A function that Python can call."""
        called = self.library.function(name, result, *arguments, levels=levels)

        def run(*operands: Any) -> Any:
            answer = called(*operands)
            count, first = self.violations
            if count:
                self.violations[:] = (0, 0)
                raise AssertionError(f"{count} violations, the first {self.places[first - 1]}")
            return answer

        return run
