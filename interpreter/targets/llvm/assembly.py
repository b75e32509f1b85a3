"""Writing LLVM's language as text: one `Code` for each function, with structured control flow.

Text is built ten times faster than objects. Values are the names that LLVM gives them
(`%t7`, or a constant such as `42`); the writer of an operation knows their types. Variables are
stack slots, which LLVM turns into registers. For longer pieces of code `Num` wraps a name, so
that kernels read as formulas.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Hashable, Sequence
from contextlib import contextmanager
from typing import Protocol

from interpreter.targets.llvm.frames import Frame, Frames, Stack

# The number in every module that is not 0 when a list of moves had no more room.
FULL = "full"
# The two numbers in every module that tell what it takes of the stack: of a whole call, and of each
# level of a function that calls itself as often as whoever calls it says.
TAKEN = "taken"


class Watch(Protocol):
    """What looks at the accesses to memory that code makes."""

    @property
    def text(self) -> str:
        """What every module with such code has in it besides."""
        ...

    @property
    def places(self) -> list[str]:
        """What each look is about, in the order of their numbers."""
        ...

    @property
    def unknown(self) -> list[str]:
        """Pointers that are moved while the code runs, and of which nothing is known."""
        ...

    def table(self, pointer: str, size: int) -> None:
        """Here is a constant table, under this name in every function."""
        ...

    def room(self, code: Code, pointer: str, kind: str, count: int) -> None:
        """Here is memory for so many values of a type."""
        ...

    def moved(self, code: Code, pointer: str, found: str, *, chosen: bool) -> None:
        """A pointer was made from another, by a number computed while the code runs if chosen."""
        ...

    def looked(self, code: Code, kind: str, pointer: str) -> str:
        """The pointer to use instead of one through which a value of some type is accessed."""
        ...

    def claimed(self, code: Code, what: str, value: str, bounds: tuple[int, int]) -> None:
        """A number is said to lie within bounds."""
        ...

    def bounded(self, code: Code, pointer: str, size: int, count: Num | None, skip: int) -> str:
        """See `Code.bounded`."""
        ...


def signed(value: int) -> int:
    """A number of 64 bits as LLVM's text has it."""
    return value - (1 << 64) if value >> 63 else value


class Module:
    """One unit of compilation: constants, declarations, functions.

    Args:
        checks: what looks at accesses to memory; nothing does if not given
        quick: it is to be compiled in little time
        sets: LLVM's type of a set of sites, and its bytes
    """

    def __init__(
        self,
        checks: Watch | None = None,
        *,
        quick: bool = False,
        sets: tuple[str, int] = ("i64", 8),
    ) -> None:
        self.checks, self.quick = checks, quick
        self.sets = sets
        self.frames: dict[str, Frame] = {}
        self.constants: list[str] = []
        self.declarations: dict[str, None] = {}
        self.functions: list[str] = []
        self.written: set[str] = set()
        # The functions that hold what is written once, by what they do.
        self.helpers: dict[Hashable, str] = {}
        self._named: dict[object, str] = {}
        self._tables: dict[bytes, str] = {}
        self._kept: list[object] = []
        self._weights: dict[bool, None] = {}

    @property
    def small(self) -> bool:
        """Whether few lines matter more than how fast they run."""
        return self.quick and self.checks is None

    def seldom(self, *, first: bool) -> str:
        """The name under which the module says that the first of two ways is rare, or the other."""
        self._weights[first] = None
        return f"!{int(first)}"

    def text(self) -> str:
        """The whole module."""
        stack = self.stack()
        held = f"[i64 {stack.whole}, i64 {stack.level}]"
        parts = [
            f"@{FULL} = global i64 0, align 8",
            f"@{TAKEN} = constant [2 x i64] {held}, align 8",
        ]
        parts += [*self.constants, *self.declarations, *self.functions]
        for first in self._weights:
            ways = f"i32 {1 if first else RARE}, i32 {RARE if first else 1}"
            parts.append(f'!{int(first)} = !{{!"branch_weights", {ways}}}')
        parts.append("")
        if self.checks is not None:
            parts.insert(0, self.checks.text)
        return "\n".join(parts)

    def stack(self) -> Stack:
        """How much of the stack the functions take."""
        return Frames(self.frames).stack()

    def declare(self, text: str) -> None:
        """Declare a function from outside, once."""
        self.declarations[text] = None

    def data(self, key: object, make: Callable[[], bytes]) -> str:
        """The name of a constant table of bytes, made when it is first asked for."""
        if key not in self._named:
            self._kept.append(key)
            content = make()
            if content not in self._tables:
                self._tables[content] = f"@d{len(self._tables)}"
                self._table(self._tables[content], content)
            self._named[key] = self._tables[content]
        return self._named[key]

    def _table(self, name: str, content: bytes) -> None:
        self.constants.append(f"{name} = private unnamed_addr constant {_held(content)}, align 64")
        if self.checks is not None:
            self.checks.table(name, len(content))


COMPARED = {"llvm.smin.i64": "slt", "llvm.smax.i64": "sgt"}
"""Intrinsics that LLVM's fast way of choosing instructions does not know, as what it does know."""
# Tables of large boards are nearly all zeros. Runs of so many are named and not written out.
ZEROS = re.compile(rb"(\0{48,})")


def _held(content: bytes) -> str:
    """The type and the value of some bytes."""
    parts = [_bytes(part) for part in ZEROS.split(content) if part] or [_bytes(content)]
    if len(parts) == 1:
        return " ".join(parts[0])
    kinds = ", ".join(kind for kind, _ in parts)
    return f"<{{ {kinds} }}> <{{ {', '.join(map(' '.join, parts))} }}>"


def _bytes(part: bytes) -> tuple[str, str]:
    kind = f"[{len(part)} x i8]"
    if not any(part):
        return kind, "zeroinitializer"
    text = part.hex("\\")
    return kind, f'c"\\{text}"'


# Copies up to so many bytes are written out instead of calling `memcpy`.
MOST_INLINE = 2048
# So many times the other way is gone where one is seldom gone.
RARE = 100


def _given(result: str) -> str:
    """The type of a result; LLVM's fast way of choosing instructions returns no bit by itself."""
    return f"zeroext {result}" if result == "i1" else result


class Label:
    """A place to jump to."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class Code:
    """The body of one function.

    Args:
        parameters: (type, name) of each; the name without `%`
        result: LLVM's type of the result
        linkage: `internal` for what only the module calls
        attributes: such as `alwaysinline`
        levels: how deep it calls itself at most, if it does; 0 where only who calls it knows
    """

    def __init__(
        self,
        module: Module,
        name: str,
        parameters: Sequence[tuple[str, str]] = (),
        result: str = "void",
        linkage: str = "internal",
        attributes: str = "",
        levels: int = 0,
    ) -> None:
        self.module = module
        self.name = name
        self.result = result
        self.lines: list[str] = []
        self.slots: list[str] = []
        self.taken = 0
        self.calls: list[str] = []
        self.levels = levels
        self.inlined = "alwaysinline" in attributes and not module.quick
        self.counter = 0
        self.ended = False
        # Pointers that were made in this block, from what and by how much.
        self.made: dict[tuple[str, int | str, int], str] = {}
        listed = ", ".join(self._taken_as(kind, called) for kind, called in parameters)
        hidden = f"{linkage} " if linkage else ""
        self.head = (
            f"define {hidden}{_given(result)} @{name}({listed}) {attributes}nounwind {{\nentry:"
        )

    def close(self) -> None:
        """Add the function to the module."""
        if not self.ended:
            self.line("ret void" if self.result == "void" else "unreachable")
        body = "\n".join([self.head, *self.slots, *self.lines, "}"])
        self.module.functions.append(body)
        self.module.written.add(self.name)
        kind, size = self.module.sets
        sets = sum(kind in line and " = " in line for line in self.lines) if size > 8 else 0
        values = 8 * self.counter + size * sets
        self.module.frames[self.name] = Frame(
            self.taken, values, tuple(self.calls), self.inlined, self.levels
        )

    def held(self, kind: str) -> str:
        """LLVM's type of a value: where code is soon to be made, an address for one of parts.

        LLVM's fast way of choosing instructions knows no value of parts. What lies at the address
        is not changed as long as the value is used.
        """
        return "ptr" if self._lies_apart(kind) else kind

    def _lies_apart(self, kind: str) -> bool:
        return kind.startswith("{") and self.module.small

    def _is_widened(self, kind: str) -> bool:
        """Whether an operand is passed as a number: the same way of choosing passes no bit."""
        return kind == "i1" and self.module.small

    def _taken_as(self, kind: str, called: str) -> str:
        """How a parameter is declared; the name stands for its value from the first line on."""
        if not self._is_widened(kind):
            return f"{self.held(kind)} %{called}"
        self.line(f"%{called} = icmp ne i64 %{called}w, 0")
        return f"i64 %{called}w"

    def _passed_as(self, kind: str, value: str) -> str:
        """An argument with its type."""
        if not self._is_widened(kind):
            return f"{self.held(kind)} {value}"
        return f"i64 {self.value(f'zext i1 {value} to i64')}"

    def parts(self, kind: str, *parts: Num | str | int) -> str:
        """A value of several numbers of 64 bits."""
        made = "undef"
        if not self._lies_apart(kind):
            for place, part in enumerate(parts):
                made = self.value(f"insertvalue {kind} {made}, i64 {part}, {place}")
            return made
        made = self.slot(kind)
        for place, part in enumerate(parts):
            self.store("i64", str(part), self.at(made, 8 * place))
        return made

    def part(self, kind: str, value: Num | str, place: int) -> str:
        """One of the numbers of a value of several."""
        if self._lies_apart(kind):
            return self.load("i64", self.at(str(value), 8 * place))
        return self.value(f"extractvalue {kind} {value}, {place}")

    # Lines

    def line(self, text: str) -> None:
        """An instruction without a result."""
        if self.ended:
            self._unreached()
        self.lines.append("  " + text)

    def value(self, text: str) -> str:
        """An instruction with a result; the name of the result."""
        if self.ended:
            self._unreached()
        self.counter += 1
        # LLVM reads numbers faster than names; some may be left out, if they only grow.
        name = f"%{self.counter}"
        self.lines.append(f"  {name} = {text}")
        return name

    def _unreached(self) -> None:
        """Nothing reaches what stands behind a jump; LLVM drops it, but wants a label for it."""
        self.counter += 1
        self.lines.append(f"d{self.counter}:")
        self.ended = False
        self.made.clear()

    def slot(self, kind: str, count: int = 1, align: int = 8) -> str:
        """Room on the stack, of the whole function whatever block it is asked for in."""
        self.counter += 1
        name = f"%s{self.counter}"
        # An array type, not a number of elements: LLVM keeps only the former in registers.
        whole = f"[{count} x {kind}]" if count != 1 else kind
        self.slots.append(f"  {name} = alloca {whole}, align {align}")
        self.taken += count * self._width(kind) + align
        if self.module.checks is not None:
            self.module.checks.room(self, name, kind, count)
        return name

    def room(self, name: str, size: int) -> None:
        """Room on the stack for so many bytes, which has the same name in every function."""
        self.slots.append(f"  {name} = alloca [{max(64, size)} x i8], align 64")
        self.taken += max(64, size) + 64

    def _width(self, kind: str) -> int:
        """Bytes of a type that variables have, or more."""
        return SIZES.get(kind, max(32, self.module.sets[1]))

    def call(self, result: str, name: str, *arguments: tuple[str, str]) -> str:
        """Call a function; arguments are (type, value)."""
        passed = [self._passed_as(kind, value) for kind, value in arguments]
        found = self._called(_given(result), name, passed)
        if not self._lies_apart(result):
            return found
        kept = self.slot(result)
        self.line(f"store {result} {found}, ptr {kept}, align 8")
        return kept

    def _called(self, result: str, name: str, arguments: Sequence[str]) -> str:
        text = f"call {result} @{name}({', '.join(arguments)})"
        self.calls.append(name)
        if result == "void":
            self.line(text)
            return ""
        return self.value(text)

    def intrinsic(self, result: str, name: str, *arguments: tuple[str, str]) -> str:
        """Call one of LLVM's intrinsics, declaring it."""
        sign = COMPARED.get(name)
        if sign is not None and self.module.small:
            (_, first), (_, second) = arguments
            chosen = self.value(f"icmp {sign} {result} {first}, {second}")
            return self.value(f"select i1 {chosen}, {result} {first}, {result} {second}")
        kinds = ", ".join(kind for kind, _ in arguments)
        self.module.declare(f"declare {result} @{name}({kinds})")
        return self._called(result, name, [f"{kind} {value}" for kind, value in arguments])

    def alike(self, kind: str, value: Num | str, count: int) -> str:
        """A vector that has the same value in every place.

        Args:
            kind: LLVM's type of the value
        """
        whole = f"<{count} x {kind}>"
        one = self.value(f"insertelement {whole} poison, {kind} {value}, i64 0")
        places = f"<{count} x i32> zeroinitializer"
        return self.value(f"shufflevector {whole} {one}, {whole} poison, {places}")

    def load(self, kind: str, pointer: str, align: int | None = None) -> str:
        """A value from memory, at a multiple of `align`; of its own size if not given."""
        if self._lies_apart(kind):
            found = self.slot(kind)
            self.store(kind, pointer, found)
            return found
        align = SIZES.get(kind, 8) if align is None else align
        if self.module.checks is not None:
            pointer = self.module.checks.looked(self, kind, pointer)
        return self.value(f"load {kind}, ptr {pointer}, align {align}")

    def store(self, kind: str, value: str, pointer: str, align: int | None = None) -> None:
        """A value into memory, at a multiple of `align`; of its own size if not given."""
        if self._lies_apart(kind):
            copy_bytes(self, pointer, value, SIZES["i64"] * kind.count("i64"))
            return
        align = SIZES.get(kind, 8) if align is None else align
        if self.module.checks is not None:
            pointer = self.module.checks.looked(self, kind, pointer)
        self.line(f"store {kind} {value}, ptr {pointer}, align {align}")

    def at(self, pointer: str, offset: int | str, size: int = 1) -> str:
        """A pointer so many elements of `size` bytes further on."""
        if offset == 0:
            return pointer
        made = self.made.get((pointer, offset, size))
        if made is not None:
            return made
        if isinstance(offset, int):
            found = self.value(f"getelementptr i8, ptr {pointer}, i64 {offset * size}")
        else:
            kind = {1: "i8", 2: "i16", 4: "i32", 8: "i64"}.get(size, f"[{size} x i8]")
            found = self.value(f"getelementptr {kind}, ptr {pointer}, i64 {offset}")
        if self.module.checks is not None:
            self.module.checks.moved(self, pointer, found, chosen=isinstance(offset, str))
        self.made[pointer, offset, size] = found
        return found

    def bounded(self, pointer: str, size: int, count: Num | None = None, skip: int = 0) -> str:
        """The pointer, behind which there is so much memory; only checks care.

        Args:
            size: bytes, or bytes of each of `count` elements
            skip: bytes from the pointer to where the memory begins
        """
        if self.module.checks is None:
            return pointer
        return self.module.checks.bounded(self, pointer, size, count, skip)

    # Jumps

    def label(self) -> Label:
        """A new place to jump to."""
        self.counter += 1
        return Label(f"b{self.counter}")

    def place(self, label: Label) -> None:
        """Here is the label; what stands before goes on to it."""
        if not self.ended:
            self.jump(label)
        self.lines.append(f"{label.name}:")
        self.ended = False
        self.made.clear()

    def jump(self, label: Label) -> None:
        """Go to a label."""
        self.line(f"br label %{label.name}")
        self.ended = True

    def fork(self, condition: str, yes: Label, no: Label, *, rare: Label | None = None) -> None:
        """Go to one of two labels.

        Args:
            rare: the one that is seldom gone to, of which the other need not take notice
        """
        weights = "" if rare is None else f", !prof {self.module.seldom(first=rare is yes)}"
        self.line(f"br i1 {condition}, label %{yes.name}, label %{no.name}{weights}")
        self.ended = True

    def give(self, kind: str, value: str) -> None:
        """Return a value."""
        if self._lies_apart(kind):
            value = self.value(f"load {kind}, ptr {value}, align 8")
        self.line(f"ret {kind} {value}")
        self.ended = True

    def finish(self) -> None:
        """Return nothing."""
        self.line("ret void")
        self.ended = True

    @contextmanager
    def when(self, condition: Num | str) -> Generator[None]:
        """The block only if the condition holds."""
        yes, end = self.label(), self.label()
        self.fork(str(condition), yes, end)
        self.place(yes)
        yield
        self.place(end)

    @contextmanager
    def unless(self, condition: Num | str) -> Generator[None]:
        """The block only if the condition does not hold."""
        no, end = self.label(), self.label()
        self.fork(str(condition), end, no)
        self.place(no)
        yield
        self.place(end)

    def either(
        self, condition: Num | str, yes: Callable[[], object], no: Callable[[], object]
    ) -> None:
        """One of two blocks."""
        first, second, end = self.label(), self.label(), self.label()
        self.fork(str(condition), first, second)
        self.place(first)
        yes()
        if not self.ended:
            self.jump(end)
        self.place(second)
        no()
        self.place(end)

    @contextmanager
    def loop(self) -> Generator[Loop]:
        """The block again and again, until it leaves."""
        found = Loop(self)
        self.place(found.top)
        yield found
        if not self.ended:
            self.jump(found.top)
        self.place(found.end)

    @contextmanager
    def times(self, count: Num | str | int) -> Generator[tuple[Num, Loop]]:
        """The block so many times, with a count from 0 and the loop, to leave it."""
        index = self.variable("i64", 0)
        with self.loop() as loop:
            here = index.get()
            loop.leave_unless(here < self.num(count))
            index.set(here + 1)
            yield here, loop

    # Numbers

    def num(self, value: Num | str | int, kind: str = "i64") -> Num:
        """A value as a number to compute with."""
        return value if isinstance(value, Num) else Num(self, kind, str(value))

    def variable(self, kind: str, first: Num | str | float | None = None) -> Slot:
        """A variable."""
        made = Slot(self, kind, self.slot(kind))
        if first is not None:
            made.set(first)
        return made

    def pointer(self, name: str) -> Pointer:
        """A pointer to compute with."""
        return Pointer(self, name)


class Loop:
    """A loop that is being written."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.top, self.end = code.label(), code.label()

    def leave(self) -> None:
        """End the loop."""
        self.code.jump(self.end)

    def again(self) -> None:
        """Begin the next round."""
        self.code.jump(self.top)

    def leave_if(self, condition: Num | str) -> None:
        """End the loop where the condition holds."""
        on = self.code.label()
        self.code.fork(str(condition), self.end, on)
        self.code.place(on)

    def leave_unless(self, condition: Num | str) -> None:
        """End the loop where the condition does not hold."""
        on = self.code.label()
        self.code.fork(str(condition), on, self.end)
        self.code.place(on)


class Num:
    """A number, truth or pointer of LLVM, with Python's operators; comparisons are signed."""

    __slots__ = ("code", "kind", "name")

    def __init__(self, code: Code, kind: str, name: str) -> None:
        self.code, self.kind, self.name = code, kind, name

    def __str__(self) -> str:
        return self.name

    def _do(self, whole: str, floating: str, other: Num | str | float) -> Num:
        operation = floating if self.kind in ("double", "float") else whole
        text = f"{operation} {self.kind} {self.name}, {_text(other, self.kind)}"
        return Num(self.code, self.kind, self.code.value(text))

    def _ask(self, whole: str, floating: str, other: Num | str | float) -> Num:
        real = self.kind in ("double", "float")
        operation = f"fcmp {floating}" if real else f"icmp {whole}"
        text = f"{operation} {self.kind} {self.name}, {_text(other, self.kind)}"
        return Num(self.code, "i1", self.code.value(text))

    def __add__(self, other: Num | str | float) -> Num:
        return self._do("add", "fadd", other)

    def __sub__(self, other: Num | str | float) -> Num:
        return self._do("sub", "fsub", other)

    def __mul__(self, other: Num | str | float) -> Num:
        return self._do("mul", "fmul", other)

    def __truediv__(self, other: Num | str | float) -> Num:
        return self._do("sdiv", "fdiv", other)

    def __and__(self, other: Num | str | int) -> Num:
        return self._do("and", "and", other)

    def __or__(self, other: Num | str | int) -> Num:
        return self._do("or", "or", other)

    def __xor__(self, other: Num | str | int) -> Num:
        return self._do("xor", "xor", other)

    def __lshift__(self, other: Num | str | int) -> Num:
        return self._do("shl", "shl", other)

    def __rshift__(self, other: Num | str | int) -> Num:
        """The bits moved down, zeros moving in."""
        return self._do("lshr", "lshr", other)

    def __lt__(self, other: Num | str | float) -> Num:
        return self._ask("slt", "olt", other)

    def __le__(self, other: Num | str | float) -> Num:
        return self._ask("sle", "ole", other)

    def __gt__(self, other: Num | str | float) -> Num:
        return self._ask("sgt", "ogt", other)

    def __ge__(self, other: Num | str | float) -> Num:
        return self._ask("sge", "oge", other)

    def is_(self, other: Num | str | float) -> Num:
        """Whether two values are equal."""
        return self._ask("eq", "oeq", other)

    def differs(self, other: Num | str | float) -> Num:
        """Whether two values differ."""
        return self._ask("ne", "une", other)

    def below(self, other: Num | str | int) -> Num:
        """Whether it is less, both taken as not negative."""
        return self._ask("ult", "ult", other)

    def negated(self) -> Num:
        """The other truth."""
        return self ^ "true"

    def pick(self, yes: Num | str | float, no: Num | str | float, kind: str = "i64") -> Num:
        """One of two values, of which both are computed."""
        held = self.code.held(kind)
        text = f"select i1 {self.name}, {held} {_text(yes, kind)}, {held} {_text(no, kind)}"
        return Num(self.code, kind, self.code.value(text))

    def to(self, kind: str, *, signed: bool = True) -> Num:
        """The same value in another type."""
        if kind == self.kind:
            return self
        text = f"{_cast(self.kind, kind, signed=signed)} {self.kind} {self.name} to {kind}"
        return Num(self.code, kind, self.code.value(text))


def _cast(old: str, new: str, *, signed: bool) -> str:
    real = ("float", "double")
    if old in real and new in real:
        return "fpext" if new == "double" else "fptrunc"
    if new in real:
        return "sitofp" if signed else "uitofp"
    if old in real:
        return "fptosi"
    if int(old[1:]) > int(new[1:]):
        return "trunc"
    return "sext" if signed and old != "i1" else "zext"


def _text(value: Num | str | float, kind: str) -> str:
    if isinstance(value, Num):
        return value.name
    if kind == "i1" and isinstance(value, int):
        return "true" if value else "false"
    if kind in ("float", "double") and not isinstance(value, str):
        return f"{float(value):.17e}"
    return str(value)


class Slot:
    """A variable of a function."""

    __slots__ = ("code", "kind", "name")

    def __init__(self, code: Code, kind: str, name: str) -> None:
        self.code, self.kind, self.name = code, kind, name

    def get(self) -> Num:
        """Its present value."""
        return Num(self.code, self.kind, self.code.load(self.kind, self.name))

    def set(self, value: Num | str | float) -> None:
        """Change it."""
        self.code.store(self.kind, _text(value, self.kind), self.name)

    def add(self, value: Num | str | float) -> None:
        """Add to it."""
        self.set(self.get() + value)


# An address in memory takes as much on every target: one with shorter ones uses the lower half.
SIZES = {"i8": 1, "i16": 2, "i32": 4, "i64": 8, "float": 4, "double": 8, "ptr": 8}


class Pointer:
    """A pointer to an array, with typed reads and writes."""

    __slots__ = ("code", "name")

    def __init__(self, code: Code, name: str) -> None:
        self.code, self.name = code, name

    def __str__(self) -> str:
        return self.name

    def at(self, index: Num | str | int, size: int) -> Pointer:
        """The element with this number, each of `size` bytes."""
        offset = index if isinstance(index, int) else str(index)
        return Pointer(self.code, self.code.at(self.name, offset, size))

    def get(self, kind: str, index: Num | str | int = 0) -> Num:
        """An element of an array of this type."""
        place = self.at(index, SIZES[kind])
        return Num(self.code, kind, self.code.load(kind, place.name, SIZES[kind]))

    def set(self, kind: str, value: Num | str | float, index: Num | str | int = 0) -> None:
        """Change an element of an array of this type."""
        place = self.at(index, SIZES[kind])
        self.code.store(kind, _text(value, kind), place.name, SIZES[kind])


def copy_bytes(c: Code, target: str, source: str, size: int) -> None:
    """Copy so many bytes."""
    if size == 0:
        return
    called = size > MOST_INLINE or c.module.small
    name = "llvm.memcpy.p0.p0.i64" if called else "llvm.memcpy.inline.p0.p0.i64"
    c.module.declare(f"declare void @{name}(ptr, ptr, i64, i1)")
    c.line(f"call void @{name}(ptr align 8 {target}, ptr align 8 {source}, i64 {size}, i1 false)")
