"""Deduction puzzles: every site is a variable that gets a value, and constraints say which fit.

A state has for each value the sites that may still have it; where one value is left, a site is
settled, and has the piece that stands for its value: none for 0. Constraints look at what is
settled. What they say is kept besides as a model for solvers: one verb here both writes the
instructions of a constraint and notes it, so that the two cannot differ in what they are about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import isqrt
from typing import TYPE_CHECKING

from interpreter.ir import schema
from interpreter.ir.constraints import (
    Constraint,
    Different,
    Model,
    Ordered,
    Tally,
    Together,
    Total,
    Unlike,
    flat,
)
from interpreter.ir.meaning.sites import listed
from interpreter.ir.program import MOST_PIECES
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.parts import HintItem, RegionKind, Values
from interpreter.language.signatures import Lazy, SiteType
from interpreter.text.errors import LudError

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

# The iterator that is the number of the hint that a constraint looks at.
HINT = "hint"
SATISFIED, SOLVED = "satisfied", "solved"


class Told(Enum):
    """Which of the sites count as settled."""

    SETTLED = "those with one value left"
    ALL = "all: where several values are left, it is 0"


@dataclass(frozen=True, slots=True)
class Area:
    """Sites that the equipment names as a region, in order.

    Args:
        headed: what is asked of it holds only where its first site is not 0
        hint: the number that a hint gives for it
    """

    sites: tuple[int, ...]
    headed: bool = False
    hint: int | None = None


class Puzzle:
    """The variables of a puzzle, and what is asked of them."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        self.values: range | None = None
        self.hints: list[HintItem] = []
        self.areas: list[Area] = []
        # The model, once the constraints are written.
        self.model: Model | None = None
        self._asked: tuple[Lazy[Bool], ...] = ()
        self._told = Told.SETTLED
        self._named: set[int] = set()
        self._said: dict[int, tuple[Bool, Constraint]] = {}

    # The equipment

    def install(self, values: Values | None) -> None:
        """Let sites have values."""
        if values is None:
            return
        self.b.same_sites(values.use)
        least, most = values.range.least.constant, values.range.most.constant
        if least is None or most is None or not 0 <= least <= most <= MOST_PIECES:
            hint = "such as (values Cell (range 1 9))"
            raise self.b.fail(
                f"the values of a puzzle lie within 0 and {MOST_PIECES}", hint, code="puzzle-values"
            )
        self.values = range(least, most + 1)

    @property
    def range(self) -> range:
        """The values that a site can have."""
        if self.values is None:
            hint = "(board (square 9) (values Cell (range 1 9)))"
            raise self.b.fail("this is about a puzzle, and the sites of the board have no values",
                              hint, code="no-puzzle")  # fmt: skip
        return self.values

    def areas_of(self, kind: RegionKind) -> list[Area]:
        """The regions of a kind that every board has."""
        topology = self.b.board.topology
        match kind:
            case RegionKind.Rows:
                return [Area(sites) for sites in topology.row_sites]
            case RegionKind.Columns:
                return [Area(sites) for sites in topology.column_sites]
            case RegionKind.SubGrids:
                return self._blocks()
            case RegionKind.Diagonals:
                return self._diagonals()
            case RegionKind.AllDirections:
                rays = [(site, ray) for site, several in enumerate(topology.rays("Adjacent"))
                        for ray in several]  # fmt: skip
                return [Area((site, *ray), headed=True) for site, ray in rays]
            case RegionKind.HintRegions:
                return [Area(one.sites, hint=one.number) for one in self.hints_on(None)]

    def _grid(self, what: str) -> dict[tuple[int, int], int]:
        """The sites of a square board by row and column."""
        topology = self.b.board.topology
        found = {place: site for site, place in
                 enumerate(zip(topology.rows, topology.columns, strict=True))}  # fmt: skip
        side = isqrt(topology.size)
        if side * side != topology.size or len(found) != topology.size or (
            set(topology.rows) != set(range(side)) or set(topology.columns) != set(range(side))
        ):  # fmt: skip
            raise self.b.fail(f"only a square board has {what}", code="puzzle-board")
        return found

    def _blocks(self) -> list[Area]:
        grid = self._grid("SubGrids")
        side = isqrt(len(grid))
        size = isqrt(side)
        if size * size != side:
            raise self.b.fail(f"a board of {side} rows does not fall into blocks",
                              "boards of 4, 9 or 16 rows do", code="puzzle-board")  # fmt: skip
        blocks: dict[tuple[int, int], list[int]] = {}
        for (row, column), site in sorted(grid.items()):
            blocks.setdefault((row // size, column // size), []).append(site)
        return [Area(tuple(sites)) for sites in blocks.values()]

    def _diagonals(self) -> list[Area]:
        grid = self._grid("Diagonals")
        last = isqrt(len(grid)) - 1
        return [Area(tuple(grid[row, row] for row in range(last + 1))),
                Area(tuple(grid[row, last - row] for row in range(last + 1)))]  # fmt: skip

    def hints_on(self, use: SiteType | None) -> list[HintItem]:
        """The hints on sites of a kind: the board's if not given."""
        kind = use or self.b.board.use
        self.b.same_sites(kind)
        found = [one for one in self.hints if (one.use or self.b.board.use) is kind]
        for one in found:
            self._expect_on_board(one)
        return found

    def _expect_on_board(self, hint: HintItem) -> None:
        kind = hint.use or self.b.board.use
        size = self.b.board.graph.size(kind)
        for site in hint.sites:
            if not 0 <= site < size:
                message = f"there is no {kind.value.lower()} {site}"
                known = f"those of the board are 0 to {size - 1}"
                raise LudError(message, hint.span, known, code="unknown-site")

    def shown_hints(self) -> tuple[HintItem, ...]:
        """The hints that have a number, as pictures show them: by the numbers of all sites."""
        shown: list[HintItem] = []
        for one in self.hints:
            kind = one.use or self.b.board.use
            if one.sites and one.number is not None and self.b.kinds.is_kept(kind):
                self._expect_on_board(one)
                first = self.b.kinds.numbers(kind).start
                shown.append(replace(one, sites=tuple(first + site for site in one.sites)))
        return tuple(shown)

    def orders(self) -> tuple[tuple[int, int], ...]:
        """The pairs of sites of which the first has the smaller value."""
        known = flat(self.model.constraints) if self.model is not None else ()
        return tuple((one.lower, one.upper) for one in known if isinstance(one, Ordered))

    # The state

    def possible(self, value: Int) -> Sites:
        """The sites that may still have a value."""
        return self.b.read_sites(self.b.part(schema.POSSIBLE), value)

    def settled(self) -> Sites:
        """The sites with one value, as constraints see them."""
        return self.b.board.sites if self._told is Told.ALL else self._alone()

    def _alone(self) -> Sites:
        """The sites with one value left."""
        b = self.b
        once, more = b.local("once", b.sites(())), b.local("more", b.sites(()))

        def one(value: Int) -> None:
            may, before = self.possible(value), b.get_sites(once)
            b.set(more, b.union(b.get_sites(more), b.intersect(before, may)))
            b.set(once, b.union(before, may))

        b.loop(b.int(self.range[-1] + 1), one, most=self.range[-1] + 1)
        return b.minus(b.get_sites(once), without=b.get_sites(more))

    def given(self) -> Sites:
        """The sites whose values are given from the start."""
        return self.b.read_sites(self.b.part(schema.GIVEN))

    def give(self, site: Int, value: int) -> None:
        """Settle a site before the first move."""
        b = self.b
        if value not in self.range:
            hint = f"the values are {self.range[0]} to {self.range[-1]}"
            raise b.fail(f"no site has the value {value}", hint, code="puzzle-values")
        self._settle(site, b.int(value))
        b.write(b.part(schema.GIVEN), b.union(self.given(), b.single(site)))

    def begin(self) -> None:
        """All values are possible."""
        if self.values is not None:
            for value in range(self.values[-1] + 1):
                self.b.write(self.b.part(schema.POSSIBLE), self.b.board.sites, self.b.int(value))

    def _settle(self, site: Int, value: Int) -> None:
        """Leave a site one value alone."""
        b, here = self.b, self.b.single(site)

        def one(other: Int) -> None:
            rest = b.minus(self.possible(other), without=here)
            kept = b.pick_sites(b.equal(other, value), b.union(rest, here), rest)
            b.write(b.part(schema.POSSIBLE), kept, other)

        b.loop(b.int(self.range[-1] + 1), one, most=self.range[-1] + 1)
        b.handling.set(site, value)

    def _toggle(self, site: Int, value: Int) -> None:
        """Let a site have a value that it could not have, or the other way round."""
        b, here = self.b, self.b.single(site)
        before = self.possible(value)
        b.write(b.part(schema.POSSIBLE), b.union(
            b.minus(before, without=here), b.minus(here, without=before)), value)  # fmt: skip
        count, last = b.local("count", b.zero), b.local("last", b.zero)

        def one(other: Int) -> None:
            may = b.contains(self.possible(other), site)
            b.set(count, b.add(b.get_int(count), b.as_int(may)))
            b.set(last, b.pick(may, other, b.get_int(last)))

        b.loop(b.int(self.range[-1] + 1), one, most=self.range[-1] + 1)
        alone = b.equal(b.get_int(count), b.one)
        b.handling.set(site, b.pick(alone, b.get_int(last), b.zero))

    # The moves

    def satisfy(self, constraints: tuple[Lazy[Bool], ...]) -> None:
        """The moves of a puzzle: a free site gets a value that breaks no constraint, or a value
        of it is struck out or let in again.
        """
        b = self.b
        if self._asked:
            raise b.fail(
                "a puzzle has one (satisfy ...)",
                "put all constraints into its list",
                code="several-satisfy",
            )
        self._asked = constraints
        b.box.uses(self.range)
        b.names.used |= {region.name or "" for region in b.names.regions}
        kept = b.turn.entry(SATISFIED)
        assert self.model is not None
        free = b.minus(b.sites(self.model.variables), without=self.given())
        alone = self._alone()
        for value in map(b.int, self.range):
            note = str(value.constant)

            def settle(_: Int, target: Int, value: Int = value) -> None:
                with b.live():
                    self._settle(target, value)

            def toggle(_: Int, target: Int, value: Int = value) -> None:
                with b.live():
                    self._toggle(target, value)

            with b.moves.demanding(lambda: b.call_bool(kept)):
                b.moves.move("Set", None, free, settle, note=note)
            only = b.intersect(self.possible(value), alone)
            b.moves.move("Toggle", None, b.minus(free, without=only), toggle, note=f"?{note}")

    def ask(self, told: Told) -> Bool:
        """Whether all constraints hold."""
        self._told = told
        self._named, self._said = set(), {}
        answers: list[Bool] = []

        def asked(one: Lazy[Bool]) -> Bool:
            answers.append(one())
            return answers[-1]

        found = self._in_turn([lambda one=one: asked(one) for one in self._asked])
        if self.model is None:
            self.model = self._modelled(answers)
        self._told = Told.SETTLED
        return found

    def solved(self) -> Bool:
        """Whether all constraints hold, with 0 where no value is settled."""
        if not self._asked:
            raise self.b.fail(
                "there are no constraints to be solved",
                "(play (satisfy ...))",
                code="no-constraints",
            )
        return self.b.turn.ask(SOLVED)

    def _modelled(self, answers: Sequence[Bool]) -> Model:
        meant = [self.meaning(one) for one in answers if one.constant != 1]
        known = tuple(one for one in meant if one is not None)
        variables = sorted(self._named) or listed(self.b.board.sites.constant or 0)
        return Model(tuple(variables), self.range, known, len(known) == len(meant))

    # Constraints

    def meaning(self, answer: Bool) -> Constraint | None:
        """What a constraint says, if that has a form that solvers know."""
        found = self._said.get(id(answer))
        return None if found is None else found[1]

    def _say(self, answer: Bool, constraint: Constraint) -> Bool:
        if answer.constant is None:
            self._said[id(answer)] = answer, constraint  # kept, so that its number stays its own
        return answer

    def name(self, sites: Sites) -> None:
        """Note that sites are variables, because a constraint names them."""
        known = sites.constant
        self._named |= set(listed(self.b.board.sites.constant or 0 if known is None else known))

    def regions(self) -> list[Area]:
        """The regions of the equipment, for constraints that name none."""
        if not self.areas:
            raise self.b.fail("the equipment has no regions to ask about",
                              "(regions {Rows Columns})", code="unknown-region")  # fmt: skip
        self.name(self.b.sites(site for area in self.areas for site in area.sites))
        return self.areas

    def area(self, sites: Sites) -> list[Area] | Sites:
        """A region that a constraint names: as an area, if it is known."""
        self.name(sites)
        return sites if sites.constant is None else [Area(tuple(listed(sites.constant)))]

    def _over(self, areas: list[Area] | Sites, holds: Callable[[Sites, Int], Bool],
              meaning: Callable[[Area], Constraint]) -> Bool:  # fmt: skip
        """Whether something holds for each area, of which it is given the sites and the first."""
        b = self.b
        if isinstance(areas, Sites):
            return holds(areas, b.first(areas))
        masks = b.table(*(sum(1 << site for site in area.sites) for area in areas), 0)
        heads = b.table(*(area.sites[0] if area.sites else -1 for area in areas), -1)
        kept = b.local("kept", b.true)

        def one(index: Int) -> None:
            b.set(kept, holds(b.lookup_sites(masks, index), b.lookup(heads, index)))
            b.leave_if(b.negate(b.get_bool(kept)))

        b.loop(b.int(len(areas)), one, most=len(areas))
        return self._say(b.get_bool(kept), Together(tuple(map(meaning, areas))))

    def different(self, areas: list[Area] | Sites, excepted: frozenset[int]) -> Bool:
        """Whether the values in each of some areas differ."""
        b, settled = self.b, self.settled()
        wanted = [value for value in range(1, self.range[-1] + 1) if value not in excepted]
        headed = not isinstance(areas, Sites) and any(area.headed for area in areas)
        values = b.table(*wanted, 0)

        def holds(sites: Sites, head: Int) -> Bool:
            sites = b.intersect(sites, settled)
            kept = b.local("alike", b.true)
            if 0 not in excepted:
                b.set(kept, b.is_empty(b.intersect(sites, b.pieces.bare())))

            def one(index: Int) -> None:
                there = b.intersect(sites, b.pieces.placed(b.lookup(values, index)))
                few = b.at_most(b.count(there), b.one)
                b.set(kept, b.both(b.get_bool(kept), few))

            b.loop(b.int(len(wanted)), one, most=len(wanted))
            found = b.get_bool(kept)
            return b.either(found, b.contains(b.pieces.bare(), head)) if headed else found

        return self._over(
            areas, holds, lambda area: Different(area.sites, excepted, headed and area.headed)
        )

    def total(self, areas: Sequence[Area], total: Callable[[Area], int]) -> Bool:
        """Whether the values in each of some areas have a sum, or may still get it."""
        b, settled = self.b, self.settled()
        sums = b.table(*map(total, areas), 0)
        masks = b.table(*(sum(1 << site for site in area.sites) for area in areas), 0)
        kept = b.local("sums", b.true)

        def one(index: Int) -> None:
            sites, wanted = b.lookup_sites(masks, index), b.lookup(sums, index)
            there = b.local("sum", b.zero)

            def count(value: Int) -> None:
                many = b.count(b.intersect(sites, b.pieces.placed(value)))
                b.set(there, b.add(b.get_int(there), b.multiply(value, many)))

            b.loop(b.int(self.range[-1] + 1), count, most=self.range[-1] + 1)
            found, open_ = b.get_int(there), b.minus(sites, without=settled)
            b.set(kept, self._reached(found, wanted, open_))
            b.leave_if(b.negate(b.get_bool(kept)))

        b.loop(b.int(len(areas)), one, most=len(areas))
        meant = tuple(Total(area.sites, total(area)) for area in areas)
        return self._say(b.get_bool(kept), Together(meant))

    def tally(self, areas: list[Area] | Sites, value: int, number: Callable[[Area], int]) -> Bool:
        """Whether a value occurs so often in each of some areas, or may still do so."""
        b, settled = self.b, self.settled()
        several = [Area(())] if isinstance(areas, Sites) else areas
        parts: list[Callable[[], Bool]] = []
        for area in several:
            sites = areas if isinstance(areas, Sites) else b.sites(area.sites)

            def holds(sites: Sites = sites, wanted: int = number(area)) -> Bool:
                there = b.intersect(b.intersect(sites, settled), b.pieces.placed(b.int(value)))
                open_ = b.minus(sites, without=settled)
                return self._reached(b.count(there), b.int(wanted), open_)

            parts.append(holds)
        found = self._in_turn(parts)
        if isinstance(areas, Sites):
            return found
        return self._say(
            found, Together(tuple(Tally(area.sites, value, number(area)) for area in areas))
        )

    def _reached(self, found: Int, wanted: Int, open_: Sites) -> Bool:
        """Whether a number is as wanted, or less as long as values are open."""
        b = self.b
        return b.either(b.equal(found, wanted), b.both(
            b.less(found, wanted), b.negate(b.is_empty(open_))))  # fmt: skip

    def ordered(self, lower: Int, upper: Int, *, strict: bool) -> Bool:
        """Whether the value of a site is less than that of another, or at most that."""
        b, settled = self.b, self.settled()
        both = b.both(b.contains(settled, lower), b.contains(settled, upper))
        low, high = b.pieces.what(lower), b.pieces.what(upper)
        kept = b.less(low, high) if strict else b.at_most(low, high)
        found = b.either(b.negate(both), kept)
        if lower.constant is None or upper.constant is None:
            return found
        return self._say(found, Ordered(lower.constant, upper.constant, strict))

    def unlike(self, areas: Sequence[Area]) -> Bool:
        """Whether no two areas whose values are all settled have the same ones in order."""
        b, settled = self.b, self.settled()
        parts: list[Callable[[], Bool]] = []
        for place, area in enumerate(areas):
            for other in areas[:place]:
                if len(area.sites) != len(other.sites) or area.sites == other.sites:
                    continue

                def differ(left: Area = area, right: Area = other) -> Bool:
                    sites = b.sites((*left.sites, *right.sites))
                    parts = [b.differ(b.pieces.what(b.int(one)), b.pieces.what(b.int(two)))
                             for one, two in zip(left.sites, right.sites, strict=True)]  # fmt: skip
                    apart = b.any_of([lambda part=part: part for part in parts])
                    return b.either(apart, b.negate(b.is_empty(b.minus(sites, without=settled))))

                parts.append(differ)
        return self._say(self._in_turn(parts), Unlike(tuple(area.sites for area in areas)))

    def _in_turn(self, conditions: Sequence[Lazy[Bool]]) -> Bool:
        """Whether every condition holds: as `all_of`, without a block in a block for each."""
        b = self.b
        kept = b.local("holds", b.true)

        def keep(condition: Lazy[Bool]) -> None:
            b.set(kept, condition())

        for one in conditions:
            b.if_(b.get_bool(kept), lambda one=one: keep(one))
        return b.get_bool(kept)

    def together(self, ask: Sequence[Lazy[Bool]]) -> Bool:
        """Whether each of some constraints holds."""
        answers: list[Bool] = []

        def asked(one: Lazy[Bool]) -> Bool:
            answers.append(one())
            return answers[-1]

        found = self._in_turn([lambda one=one: asked(one) for one in ask])
        meant = [self.meaning(one) for one in answers if one.constant != 1]
        known = tuple(one for one in meant if one is not None)
        return self._say(found, Together(known)) if len(known) == len(meant) else found

    def each_hint(self, condition: Lazy[Bool]) -> Bool:
        """Whether a condition holds for each hint, on its first two sites and its number."""
        b = self.b
        self.name(b.board.sites)

        def ask(one: HintItem) -> Bool:
            first, second = [*map(b.int, one.sites), b.nothing, b.nothing][:2]
            number = b.nothing if one.number is None else b.int(one.number)
            with b.names.bind(**{"from": first, "to": second, HINT: number}):
                return condition()

        return self.together([lambda one=one: ask(one) for one in self.hints_on(None)])

    def each_site(self, kind: SiteType, condition: Lazy[Bool]) -> Bool:
        """Whether a condition holds for each site of a kind."""
        b = self.b
        b.same_sites(kind)
        self.name(b.board.sites)

        def ask(site: int) -> Bool:
            with b.names.bind(**{"from": b.int(site)}):
                return condition()

        return self.together([lambda site=site: ask(site) for site in b.kinds.numbers(kind)])

    def compares(self) -> bool:
        """Whether comparisons are those of the values of two sites, as they are in a puzzle.

        Source: Ludii 1.3.10 Core/src/game/functions/booleans/math/Lt.java.
        """
        return self.values is not None

    def hint(self, use: SiteType | None, at: Int | None) -> Int:
        """The number of the hint of a site; -1 if it has none. Without a site, that of the hint,
        or of the region, that a constraint looks at.
        """
        b = self.b
        if at is None:
            return b.names.bound(HINT)
        size = b.board.graph.size(use or b.board.use)
        entries = [-1] * (size + 1)
        for one in reversed(self.hints_on(use)):
            if one.sites:
                entries[one.sites[0]] = -1 if one.number is None else one.number
        site = b.kinds.index_as(at, use or b.board.use)
        inside = b.both(b.at_most(b.zero, site), b.less(site, b.int(size)))
        return b.lookup(b.table(*entries), b.pick(inside, site, b.int(size)))
