"""Sets in a vector: one row of the board in each lane."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import partial, reduce
from itertools import pairwise

from interpreter.board.geometry.shifts import Grid
from interpreter.ir.relations import Axis, Relation
from interpreter.targets.llvm.assembly import Code
from interpreter.targets.llvm.sets.held import (
    MOST_SHIFTS,
    MOST_UNROLLED,
    Known,
    Sets,
    above_window,
    is_near,
    run_length,
    run_near,
)
from interpreter.targets.llvm.sets.word import Word
from interpreter.targets.llvm.target import Target

# Sets of so many bytes are moved in one register; of so many sites, a row is asked for by moving.
MOST_MOVED, SHORT = 32, 3


def arrange(sites: int, grid: Grid | None, target: Target) -> Word | Rows:
    """The representation for a board.

    Args:
        sites: how many sites the board has
        grid: where each lies, if the board is regular
        target: what the code is for
    """
    if sites <= 64:
        return Word(sites, target)
    return Rows(sites, grid, target)


class Rows(Sets):
    """A set in a vector, one row of the board in each lane."""

    def __init__(self, sites: int, grid: Grid | None, target: Target) -> None:
        super().__init__(sites, target)
        rows = columns = 65
        if grid is not None:
            rows = 1 + max(row for row, _ in grid)
            columns = 1 + max(column for _, column in grid)
        if rows > 64 or columns > 64:
            # Sites fill the lanes one after another.
            grid = None
            rows, columns = -(-sites // 64), 64
        self.grid = grid
        self.columns = next(width for width in (8, 16, 32, 64) if columns <= width)
        self.lanes = 1
        while self.lanes < rows or self.lanes * self.columns < target.vector:
            self.lanes *= 2
        self.lane = f"i{self.columns}"
        self.kind = f"<{self.lanes} x {self.lane}>"
        self.size = self.lanes * self.columns // 8
        if grid is None:
            self.inner = tuple(range(sites))
        else:
            self.inner = tuple(row * self.columns + column for row, column in grid)
        # What is asked of relations and of distances, with the answers.
        self._moved: dict[Relation, dict[tuple[int, int], int] | None] = {}
        self._steps: dict[Axis, tuple[int, int] | None] = {}
        self._onto: dict[tuple[int, int], int] = {}
        self._behind: dict[Relation, tuple[tuple[int, int], Sequence[int]] | None] = {}

    @property
    def ones(self) -> str:
        """The set with every bit."""
        return f"splat ({self.lane} -1)"

    def constant(self, mask: int) -> str:
        """A constant set."""
        if mask == 0:
            return "zeroinitializer"
        held = self.pack(mask)
        return self._vector([held >> row * self.columns for row in range(self.lanes)])

    def given(self, c: Code, mask: int) -> str:
        """A constant set; LLVM's fast way of choosing instructions takes vectors from memory."""
        if not c.module.small:
            return self.constant(mask)
        return c.load(self.kind, c.module.data(("constant", mask), lambda: self.bytes(mask)), 64)

    def _vector(self, rows: Sequence[int]) -> str:
        low = (1 << self.columns) - 1
        return "<" + ", ".join(f"{self.lane} {row & low}" for row in rows) + ">"

    def whole(self, c: Code, value: str) -> str:
        """A set as one wide integer."""
        return c.value(f"bitcast {self.kind} {value} to i{8 * self.size}")

    @property
    def word_count(self) -> int:
        """How many words of 64 bits have sites."""
        return max(self.inner) // 64 + 1

    def words(self, c: Code, value: str) -> list[str]:
        """The set as words of 64 bits, without those at the end that have no site."""
        vector = self._in_words
        cast = c.value(f"bitcast {self.kind} {value} to {vector}")
        return [
            c.value(f"extractelement {vector} {cast}, i32 {place}")
            for place in range(self.word_count)
        ]

    @property
    def _in_words(self) -> str:
        return f"<{self.size // 8} x i64>"

    def contains(self, c: Code, value: str, site: str, known: Known = Known.NOTHING) -> str:
        """Whether a site is in the set; false for a number that is no site."""
        if self.grid is None and self.word_count > MOST_UNROLLED:
            return self._contains_in_memory(c, value, site, known)
        met = self.is_empty(c, self.intersect(c, value, self.single(c, site, known)))
        return c.value(f"xor i1 {met}, true")

    def _contains_in_memory(self, c: Code, value: str, site: str, known: Known) -> str:
        """The same for a large set of which only one word is read."""
        inside = "true" if known is Known.SITE else self.holds(c, site)
        bit = c.num(inside, "i1").pick(site, 0)
        room = self._in_memory(c, value)
        word = c.num(c.load("i64", c.at(room, str(bit >> 6), 8)))
        there = (word >> (bit & 63)).to("i1")
        return str(there & inside)

    def _reduced(self, c: Code, operation: str, words: str) -> str:
        """All words of a vector, joined to one by an operation."""
        name = f"llvm.vector.reduce.{operation}.v{self.size // 8}i64"
        return c.intrinsic("i64", name, (self._in_words, words))

    def minus(self, c: Code, left: str, right: str) -> str:
        """Sites of the first that are not in the second."""
        if not c.module.small:
            return super().minus(c, left, right)
        # A vector of ones would have to come from memory.
        return c.value(f"xor {self.kind} {left}, {self.intersect(c, left, right)}")

    def pick(self, c: Code, condition: str, yes: str, no: str) -> str:
        """One of two sets."""
        operands = [("i1", condition), (self.kind, yes), (self.kind, no)]
        return self.once(c, "pick", self.kind, operands, super().pick)

    def is_empty(self, c: Code, value: str) -> str:
        """Whether it has no site."""
        return self.once(c, "is_empty", "i1", [(self.kind, value)], super().is_empty)

    def count(self, c: Code, value: str) -> str:
        """How many sites."""
        return self.once(c, "count", "i64", [(self.kind, value)], self._count)

    def _count(self, c: Code, value: str) -> str:
        if self.word_count <= MOST_UNROLLED:
            return super().count(c, value)
        vector = self._in_words
        cast = c.value(f"bitcast {self.kind} {value} to {vector}")
        name = f"llvm.ctpop.v{self.size // 8}i64"
        return self._reduced(c, "add", c.intrinsic(vector, name, (vector, cast)))

    def first(self, c: Code, value: str) -> str:
        """The lowest site; -1 if there is none."""
        return self.once(c, "first", "i64", [(self.kind, value)], super().first)

    def nth(self, c: Code, value: str, index: str, *, checked: bool = True) -> str:
        """The site with so many lower ones; -1 if there is none."""
        operands = [(self.kind, value), ("i64", index)]
        write = partial(super().nth, checked=checked)
        return self.once(c, ("nth", checked), "i64", operands, write)

    def outer(self, c: Code, bit: str) -> str:
        """The site of a bit."""
        return bit if self.grid is None else super().outer(c, bit)

    # Directions

    def _distances(self, relation: Relation) -> dict[tuple[int, int], int] | None:
        """For every distance in (rows, columns), the sites from where it leads to a target."""
        if relation not in self._moved:
            self._moved[relation] = self._distances_of(relation)
        return self._moved[relation]

    def _distances_of(self, relation: Relation) -> dict[tuple[int, int], int] | None:
        if self.grid is None:
            return None
        found: dict[tuple[int, int], int] = {}
        for site, targets in enumerate(relation.targets):
            row, column = self.grid[site]
            for target in targets:
                away = self.grid[target][0] - row, self.grid[target][1] - column
                found[away] = found.get(away, 0) | 1 << site
        return found if len(found) <= MOST_SHIFTS else None

    def _natural(self, away: tuple[int, int]) -> int:
        """The sites from where a distance leads to some site of the board."""
        if away not in self._onto:
            assert self.grid is not None
            places = set(self.grid)
            self._onto[away] = sum(
                1 << site
                for site, (row, column) in enumerate(self.grid)
                if (row + away[0], column + away[1]) in places
            )
        return self._onto[away]

    def image(self, c: Code, value: str, relation: Relation) -> str:
        """All sites that a relation leads to: lanes and bits moved by each distance."""
        return self.image_within(c, value, relation, self.given(c, (1 << self.sites) - 1))

    def image_within(self, c: Code, value: str, relation: Relation, within: str) -> str:
        """All sites of a set that a relation leads to."""
        write = partial(self._image_within, relation)
        operands = [(self.kind, value), (self.kind, within)]
        return self.once(c, ("image", id(relation)), self.kind, operands, write)

    def _image_within(self, relation: Relation, c: Code, value: str, within: str) -> str:
        distances = self._distances(relation)
        if distances is None:
            return self.intersect(c, self.by_site(c, value, relation), within)
        by_row: dict[int, str] = {}
        for (rows, columns), mask in sorted(distances.items()):
            part = value
            if mask != self._natural((rows, columns)):
                part = self.intersect(c, part, self.given(c, mask))
            part = self._columns_moved(c, part, columns)
            by_row[rows] = self.union(c, by_row[rows], part) if rows in by_row else part
        moved = [self._rows_moved(c, part, rows) for rows, part in by_row.items()]
        found = reduce(partial(self.union, c), moved) if moved else self.given(c, 0)
        return self.intersect(c, found, within)

    def looks_up(self, relation: Relation) -> bool:
        """Whether a table tells sooner than shifts where a relation leads from one site."""
        return not self.is_one_way(relation)

    def is_one_way(self, relation: Relation) -> bool:
        """Whether a relation moves a set by one distance."""
        distances = self._distances(relation)
        return distances is not None and len(distances) <= 1

    def _columns_moved(self, c: Code, value: str, columns: int) -> str:
        if columns == 0:
            return value
        if abs(columns) >= self.columns:
            return self.given(c, 0)
        operation = "shl" if columns > 0 else "lshr"
        return c.value(f"{operation} {self.kind} {value}, splat ({self.lane} {abs(columns)})")

    def _rows_moved(self, c: Code, value: str, rows: int) -> str:
        if rows == 0:
            return value
        places = [
            lane - rows if 0 <= lane - rows < self.lanes else self.lanes
            for lane in range(self.lanes)
        ]
        order = ", ".join(f"i32 {place}" for place in places)
        return c.value(
            f"shufflevector {self.kind} {value}, {self.kind} zeroinitializer,"
            f" <{self.lanes} x i32> <{order}>"
        )

    # Lines

    def row_behind(
        self, c: Code, site: str, within: str, relation: Relation, known: Known
    ) -> str | None:
        """The flood from one step behind a site on: its line up to the first site that stops it."""
        lines = self._lines_behind(relation)
        if lines is None:
            return None
        (rows, columns), masks = lines
        name = c.module.data(("behind", id(relation)), lambda: b"".join(map(self.bytes, masks)))
        line = c.load(self.kind, c.at(name, self._row(c, site, known), self.size))
        write, upward = (self._up_to_lane, rows > 0) if rows else (self._up_to_bit, columns > 0)
        operands = [(self.kind, line), (self.kind, within)]
        return self.once(c, (write, upward), self.kind, operands, partial(write, upward=upward))

    def _lines_behind(self, relation: Relation) -> tuple[tuple[int, int], Sequence[int]] | None:
        """One step of a relation, and the line behind each site; None where it makes no lines."""
        if relation not in self._behind:
            self._behind[relation] = self._straight(relation)
        return self._behind[relation]

    def _straight(self, relation: Relation) -> tuple[tuple[int, int], Sequence[int]] | None:
        distances = self._distances(relation)
        if distances is None or len(distances) != 1:
            return None
        (step,) = distances
        if step[0] == step[1] == 0:
            return None
        masks = [0]
        for site in range(self.sites):
            here, line = relation.targets[site], 0
            while here:
                line |= 1 << here[0]
                here = relation.targets[here[0]]
            masks.append(line)
        return step, masks

    def _up_to_lane(self, c: Code, line: str, within: str, *, upward: bool) -> str:
        """The lanes of a line before the first, or behind the last, in which something stops it."""
        stops = self.minus(c, line, within)
        truths = c.value(f"icmp ne {self.kind} {stops}, zeroinitializer")
        bits = c.value(f"bitcast <{self.lanes} x i1> {truths} to i{self.lanes}")
        number = c.num(bits, f"i{self.lanes}").to("i64", signed=False)
        if upward:
            free = (number - 1) & (number ^ -1)
        else:
            zeros = c.intrinsic("i64", "llvm.ctlz.i64", ("i64", str(number)), ("i1", "false"))
            # Of no lane at all there are 64 zeros.
            free = number.is_(0).pick(-1, (c.num("-2") << (c.num("63") - zeros & 63)))
        short = free if self.lanes == 64 else c.num(
            c.value(f"trunc i64 {free} to i{self.lanes}"), f"i{self.lanes}"
        )  # fmt: skip
        kept = c.value(f"bitcast i{self.lanes} {short} to <{self.lanes} x i1>")
        return c.value(
            f"select <{self.lanes} x i1> {kept}, {self.kind} {line}, {self.kind} zeroinitializer"
        )

    def _up_to_bit(self, c: Code, line: str, within: str, *, upward: bool) -> str:
        """The bits of a line in its lane before the first, or behind the last, that stops it."""
        stops = self.minus(c, line, within)
        if upward:
            below = c.value(f"add {self.kind} {stops}, {self.ones}")
            return self.intersect(c, line, self.minus(c, below, stops))
        shift = 1
        while shift < self.columns:
            moved = c.value(f"lshr {self.kind} {stops}, splat ({self.lane} {shift})")
            stops = self.union(c, stops, moved)
            shift *= 2
        return self.intersect(c, line, c.value(f"xor {self.kind} {stops}, {self.ones}"))

    def run(
        self,
        c: Code,
        value: str,
        site: str,
        axis: Axis,
        known: Known = Known.NOTHING,
        most: int = 0,
    ) -> str:
        """Length of the unbroken row through a site: its line, as a word."""
        lines = axis.lines
        if self.grid is not None and self._along_row(lines):
            return self._run_along_row(c, value, site, axis, lines, known, most)
        if self.grid is not None and self._across_rows(lines):
            return self._run_across_rows(c, value, site, axis, lines, known, most)
        return self.walk(c, value, site, axis, known)

    def any_row(self, c: Code, value: str, axes: Sequence[tuple[Axis, int]]) -> str | None:
        """False if no axis has a row of its length in the set, where this is told of all at once.

        A row stays where the set meets itself moved by one step, by two, and so on.
        """
        steps = [self._step(axis) for axis, _ in axes]
        soon = self.wide and self.size <= MOST_MOVED
        if not soon or None in steps or min(length for _, length in axes) < SHORT:
            return None
        moved: dict[int, str] = {}
        found = "zeroinitializer"
        for step, (_, length) in zip(steps, axes, strict=True):
            assert step is not None
            row = value
            for many in range(1, length):
                rows = many * step[0]
                if rows not in moved:
                    moved[rows] = self._rows_moved(c, value, rows)
                row = self.intersect(c, row, self._columns_moved(c, moved[rows], many * step[1]))
            found = self.union(c, found, row)
        return c.value(f"xor i1 {self.is_empty(c, found)}, true")

    def _step(self, axis: Axis) -> tuple[int, int] | None:
        """By how much a step along any line of an axis moves; None where they differ."""
        if axis not in self._steps:
            grid = self.grid or ()
            steps = {
                (grid[high][0] - grid[low][0], grid[high][1] - grid[low][1])
                for line in axis.lines if grid
                for low, high in map(sorted, pairwise(line or ()))
            }  # fmt: skip
            self._steps[axis] = steps.pop() if len(steps) == 1 else None
        return self._steps[axis]

    def _along_row(self, lines: Sequence[tuple[int, ...] | None]) -> bool:
        """Whether every line is a stretch of a row, or lies nowhere but in its site."""
        grid = self.grid
        assert grid is not None
        return all(
            line is None
            or all(
                grid[a][0] == grid[b][0] and grid[b][1] - grid[a][1] == step
                for a, b in pairwise(line)
            )
            for line in lines
            for step in [1 if line is None or line[0] <= line[-1] else -1]
        ) and self._maximal(lines)

    def _across_rows(self, lines: Sequence[tuple[int, ...] | None]) -> bool:
        """Whether every line has one site in each of the rows it crosses."""
        grid = self.grid
        assert grid is not None
        return all(
            line is None or all(grid[b][0] - grid[a][0] == step for a, b in pairwise(line))
            for line in lines
            for step in [1 if line is None or line[0] <= line[-1] else -1]
        )

    def _maximal(self, lines: Sequence[tuple[int, ...] | None]) -> bool:
        """Whether no other site of the row touches an end of a line."""
        grid = self.grid
        assert grid is not None
        places = set(grid)
        for line in lines:
            if line is None:
                continue
            low, high = min(line), max(line)
            before = (grid[low][0], grid[low][1] - 1)
            after = (grid[high][0], grid[high][1] + 1)
            if before in places or after in places:
                return False
        return True

    def _places(self, lines: Sequence[tuple[int, ...] | None], near: int) -> bytes:
        """For each site its row and column; a row without sites where it has no line.

        Args:
            near: if not 0, how many columns lie above the window around it instead of the column
        """
        assert self.grid is not None
        found = bytearray((255, 0))
        for site, line in enumerate(lines):
            row, column = self.grid[site]
            here = row, above_window(column, near) if near else column
            found += bytes(here if line is not None else (255, 0))
        return bytes(found)

    def _run_along_row(
        self,
        c: Code,
        value: str,
        site: str,
        axis: Axis,
        lines: Sequence[tuple[int, ...] | None],
        known: Known,
        most: int,
    ) -> str:
        near = most if is_near(max(column for _, column in self.grid or ()), most) else 0
        name = c.module.data(("places", id(axis), near), lambda: self._places(lines, near))
        entry = c.at(name, self._row(c, site, known), 2)
        row = c.num(c.load("i8", entry, 1), "i8").to("i64", signed=False)
        column = c.num(c.load("i8", c.at(entry, 1), 1), "i8").to("i64", signed=False)
        room = c.slot(self.kind, align=64)
        c.store(self.kind, value, room)
        spot = c.at(room, str(row & (self.lanes - 1)), self.columns // 8)
        line = c.num(c.load(self.lane, spot, 1), self.lane).to("i64", signed=False)
        always = known is Known.SITE and None not in lines
        given = line if always else row.differs(255).pick(line, "0")
        run = partial(run_near, most=near) if near else run_length
        return run(c, str(given), str(column))

    def _run_across_rows(
        self,
        c: Code,
        value: str,
        site: str,
        axis: Axis,
        lines: Sequence[tuple[int, ...] | None],
        known: Known,
        most: int,
    ) -> str:
        assert self.grid is not None
        grid = self.grid
        numbers: dict[tuple[int, ...], int] = {}
        of_site = [numbers.setdefault(tuple(sorted(line or ())), len(numbers)) for line in lines]
        nothing = numbers.setdefault((), len(numbers))

        def masks() -> bytes:
            return b"".join(self.bytes(sum(1 << one for one in line)) for line in numbers)

        def places() -> bytes:
            # In bytes from the first mask, which saves a multiplication.
            found = [self.size * number for number in (nothing, *of_site)]
            return struct.pack(f"<{len(found)}I", *found)

        near = most if is_near(max(row for row, _ in grid), most) else 0

        def places_of_rows() -> bytes:
            return bytes([0, *(above_window(row, near) if near else row for row, _ in grid)])

        row = self._row(c, site, known)
        rows = c.module.data(("rows", near), places_of_rows)
        place = c.num(c.load("i8", c.at(rows, row), 1), "i8").to("i64", signed=False)
        index = c.module.data(("across", tuple(of_site)), places)
        table = c.module.data(("masks", tuple(numbers)), masks)
        start = c.load("i32", c.at(index, row, 4), 4)
        mask = c.load(self.kind, c.at(table, c.value(f"zext i32 {start} to i64")))
        met = self.intersect(c, value, mask)
        truths = c.value(f"icmp ne {self.kind} {met}, zeroinitializer")
        bits = c.value(f"bitcast <{self.lanes} x i1> {truths} to i{self.lanes}")
        line = bits if self.lanes == 64 else c.value(f"zext i{self.lanes} {bits} to i64")
        run = partial(run_near, most=near) if near else run_length
        return run(c, line, str(place))
