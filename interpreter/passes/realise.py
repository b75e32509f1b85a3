"""From what rules ask for to what a back end can run.

Moves become offers of bundles where they are to be chosen from, and notes in variables where it is
only asked about them; questions about the sites of a set, ways and pieces become loops, tables and
fields. This is no shortcut but the last step of writing a program: the plain program is realised
as it was written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from interpreter.ir import schema
from interpreter.ir.analysis.making import makes_moves
from interpreter.ir.copying import inlined
from interpreter.ir.emit import FALSE, NONE, NOWHERE, ONE, TRUE, ZERO, Emitter
from interpreter.ir.program import (
    EXTRA_BITS,
    MOST_DEPTH,
    MOST_TRIED,
    TRIED_BITS,
    Access,
    Block,
    Callee,
    Copy,
    Field,
    Function,
    Instruction,
    Probe,
    Program,
    Template,
    Variable,
    walk,
)
from interpreter.ir.relations import Compass, Table
from interpreter.ir.values import Bool, Int, Sites, Value

# What is added to a number that a move carries, which may be -1.
EXTRA_OFFSET = 1
MOST_MOVES_LISTED = 1 << 20
# So few operations are run without a look whether they need be.
MOST_SHORT = 8


@dataclass(frozen=True)
class Measured:
    """Moves of a list of which the longest are kept.

    Args:
        begun, ended: how many moves stood before them, and with them
        length: the name of the function that measures one
    """

    begun: Variable
    ended: Variable
    length: str


@dataclass(frozen=True)
class Reader:
    """Who wants to know about the moves of a block.

    Args:
        offers: they are to be chosen from
        eager: it is found out at once which of them are legal
        within: the effects that come before them have been made
        later: what is measured where these have been taken back, since a move makes them itself
        some: noted when there are any
        starts, targets: where they come from and go to are noted
    """

    offers: bool = False
    eager: bool = False
    within: bool = False
    later: list[Measured] | None = None
    some: tuple[Variable, ...] = ()
    starts: Variable | None = None
    targets: Variable | None = None

    @property
    def asks(self) -> bool:
        """Whether all that is wanted is whether there are any."""
        others = self.offers or self.starts is not None or self.targets is not None
        return bool(self.some) and not others


class Laying:
    """Puts pieces on sites, in the fields that tell what stands where."""

    def __init__(
        self, b: Emitter, parts: Mapping[schema.Part, Field], owners: Sequence[int]
    ) -> None:
        self.b, self.parts = b, parts
        self.placed, self.owned = parts[schema.PLACED], parts.get(schema.OWNED)
        if self.owned is not None:
            # No piece has no owner, a number outside the range of players.
            self.owners = Table("owners", (self.owned.length or 0, *owners[1:]))

    def put(self, site: Int, kind: Int, was: Int) -> None:
        """A piece of a kind on a site, where one of another kind was; -1: not known."""
        b, kept = self.b, self.parts.get(schema.WHAT)
        if was == NONE and kept is not None:
            was = b.read_int(kept, b.add(site, ONE))
        spot = b.single(site)
        known = None if was == NONE else was
        self._take_out(self.placed, known, spot)
        self._put_in(self.placed, kind, spot)
        if self.owned is not None:
            self._take_out(self.owned, None if known is None else self._owner(known), spot)
            self._put_in(self.owned, self._owner(kind), spot)
        if kept is not None:
            b.write(kept, kind, b.add(site, ONE))

    def _owner(self, kind: Int) -> Int:
        return self.b.lookup(self.owners, kind)

    def _take_out(self, field: Field, known: Int | None, spot: Sites) -> None:
        """Take a site out of the set that it is in: a known one, else any of them."""
        b, count = self.b, field.length or 1
        for index in map(b.int, range(count)) if known is None else (known,):
            if index.constant is None or index.constant < count:
                b.write(field, b.minus(b.read_sites(field, index), without=spot), index)

    def _put_in(self, field: Field, index: Int, spot: Sites) -> None:
        if index.constant is None or index.constant < (field.length or 1):
            self.b.write(field, self.b.union(self.b.read_sites(field, index), spot), index)


def surely_sites(program: Program) -> Mapping[Function, Sequence[Value]]:
    """The parameters that are surely sites, by the functions that make moves."""
    return {one.act: one.act.parameters[:2] for one in program.templates if one.shape != "nowhere"}


def realise(program: Program) -> None:
    """Rewrite every function in place; functions of moves alone go."""
    moves = {one for one in program.functions if makes_moves(one.body)}
    sure = surely_sites(program)
    for function in program.functions:
        if function not in moves:
            Realiser(program, function, moves, sure.get(function, ())).whole()
    program.functions[:] = [one for one in program.functions if one not in moves]


def _is_long(block: Block) -> bool:
    """Whether it pays not to run a block that asks for moves."""
    return sum(1 for _ in walk(block)) > MOST_SHORT or any(
        step.name in ("each", "loop", "probe", "after", "flood", "where", "walk")
        or isinstance(step.attribute, Callee)
        or (isinstance(step.attribute, Template) and step.attribute.guard is not None)
        for step in walk(block)
    )


class Realiser(Emitter):
    """Rewrites one function."""

    def __init__(
        self, program: Program, function: Function, moves: set[Function], sites: Sequence[Value]
    ) -> None:
        super().__init__()
        self.program, self.moves = program, moves
        self.site_count = program.sites
        self.function = function
        self.block = []
        self.instead: dict[Value, Value] = {}
        # To-sites of moves in a row, of which it is not noted yet whether there are any.
        self.asked: list[Sites] = []
        # Numbers that are surely sites of the board or of a hand.
        self.surely: set[Value] = set(sites)
        self.parts: dict[schema.Part, Field] = {
            one.part: one for one in program.fields if one.part is not None
        }

    def whole(self) -> None:
        """Rewrite the function."""
        with self.open() as block:
            self.rewrite(self.function.body, None)
        self.function.body = block

    # Blocks

    def rewrite(self, block: Block, reader: Reader | None) -> None:
        """Write a block's instructions into the open block."""
        if reader is None or not reader.asks:
            for step in block:
                self._step(step, reader)
            return
        for place, step in enumerate(block):
            self._step(step, reader)
            if not makes_moves([step]):
                continue
            rest = block[place + 1 :]
            if self.asked and not (rest and rest[0].name == "move"):
                self._note_asked(reader)
            if rest and rest[0].name != "move" and _is_long(rest):
                # Once there are any, there is nothing more to ask.
                none = self.negate(self.get_bool(reader.some[-1]))
                self.if_(none, lambda: self.rewrite(rest, reader))  # noqa: B023
                return

    def _step(self, step: Instruction, reader: Reader | None) -> None:
        if step.operands and self.instead:
            instead = self.instead
            step.operands = tuple([instead.get(one, one) for one in step.operands])
        special = SPECIAL.get(step.name)
        callee = step.attribute
        if isinstance(callee, Callee) and callee.function in self.moves:
            self.rewrite(inlined(self, callee.function, step.operands, callee.copy), reader)
        elif special is not None:
            found = special(self, step, reader)
            if step.result is not None:
                self.instead[step.result] = found
        else:
            self._keep(step, reader)

    def _keep(self, step: Instruction, reader: Reader | None) -> None:
        if step.name == "each" and step.result is not None:
            self.surely.add(step.result)
        if step.blocks:
            loop = step.name in ("each", "loop") and makes_moves([step])
            if loop and reader is not None:  # what is measured in each round does not wait
                reader = replace(reader, later=None)
            blocks = tuple([self._inner(one, reader) for one in step.blocks])
            step = Instruction(step.name, step.operands, step.result, step.attribute, blocks)
            if loop and reader is not None and reader.asks:
                with self.open() as more:
                    self.leave_if(self.get_bool(reader.some[-1]))
                if not step.blocks[0] or step.blocks[0][-1].name != "leave":
                    step.blocks[0].extend(more)
        if step.name == "if" and not any(step.blocks):
            return
        if step.name == "if" and step.operands[0].constant is not None:
            self.block += step.blocks[0 if step.operands[0].constant else 1]
            return
        self.block.append(step)

    def _inner(self, block: Block, reader: Reader | None) -> Block:
        with self.open() as inner:
            self.rewrite(block, reader)
        return inner

    def _value(self, value: Value) -> Value:
        return self.instead.get(value, value)

    def _answer(self, block: Block) -> Value:
        """Write a block that yields; what it yields."""
        self.rewrite(block[:-1], None)
        return self._value(block[-1].operands[0])

    # What blocks yield

    def _of_where(self, step: Instruction, _: Reader | None) -> Sites:
        sites = cast(Sites, step.operands[0])
        kept = self.local("kept", NOWHERE)

        def test(site: Int) -> None:
            self.surely.add(site)
            self.instead[step.given[0]] = site
            answer = cast(Bool, self._answer(step.blocks[0]))
            self.if_(answer, lambda: self._add(kept, self.single(site)))

        self.each(sites, test)
        return self.get_sites(kept)

    def _add(self, variable: Variable, sites: Sites) -> None:
        self.set(variable, self.union(self.get_sites(variable), sites))

    def _of_across(self, step: Instruction, _: Reader | None) -> Sites:
        found = self.local("across", NOWHERE)

        def once(number: Int) -> None:
            self.instead[step.given[0]] = number
            self._add(found, cast(Sites, self._answer(step.blocks[0])))

        count = cast(int, step.attribute)
        self.loop(self.int(count), once, most=count)
        return self.get_sites(found)

    def _of_gather(self, step: Instruction, _: Reader | None) -> Sites:
        found = self.local("gathered", NOWHERE)

        def once(site: Int) -> None:
            self.surely.add(site)
            self.instead[step.given[0]] = site
            self._add(found, cast(Sites, self._answer(step.blocks[0])))

        self.each(cast(Sites, step.operands[0]), once)
        return self.get_sites(found)

    def _of_choose(self, step: Instruction, _: Reader | None) -> Value:
        assert step.result is not None
        blank: dict[str, Value] = {"int": NONE, "bool": FALSE, "sites": NOWHERE}
        answer = self.local("chosen", blank[step.result.kind])
        yes, no = step.blocks
        self.if_(
            cast(Bool, step.operands[0]),
            lambda: self.set(answer, self._answer(yes)),
            lambda: self.set(answer, self._answer(no)),
        )
        return self.get(answer)

    # Ways

    def _of_along(self, step: Instruction, _: Reader | None) -> Int:
        site, way, steps = cast("tuple[Int, Int, Int]", step.operands)
        return self._along(cast(Compass, step.attribute), site, way, steps)

    def _along(self, compass: Compass, site: Int, way: Int, steps: Int) -> Int:
        if way.constant is not None and 0 <= way.constant < compass.count:
            return self.number("ray", site, steps, attribute=compass.each_way[way.constant])
        spot = self._spot(compass, site, way)
        return self.number("ray", spot, steps, attribute=compass.as_rays)

    def _spot(self, compass: Compass, site: Int, way: Int) -> Int:
        """Where the ray on a way from a site stands among all; -1 where there is none."""
        spot = self.add(self.multiply(way, self.int(compass.sites)), site)
        if site in self.surely:
            return spot
        inside = self.both(self.at_most(ZERO, site), self.less(site, self.int(compass.sites)))
        return self.pick(inside, spot, NONE)

    def _of_onward(self, step: Instruction, _: Reader | None) -> Sites:
        sites, way = cast("tuple[Sites, Int]", step.operands)
        compass = cast(Compass, step.attribute)
        if way.constant is not None:
            return self.image(sites, compass.relations[way.constant])
        found = self.local("onward", NOWHERE)

        def one(site: Int) -> None:
            self.surely.add(site)
            self._add(found, self.single(self._along(compass, site, way, ONE)))

        self.each(sites, one)
        return self.get_sites(found)

    def _of_reach(self, step: Instruction, _: Reader | None) -> Sites:
        starts, within, way = cast("tuple[Sites, Sites, Int]", step.operands)
        compass = cast(Compass, step.attribute)
        return self._walked(
            compass, (starts, way, ZERO, None), lambda site, _: self.contains(within, site)
        )

    def _of_beyond(self, step: Instruction, _: Reader | None) -> Sites:
        starts, reached, way = cast("tuple[Sites, Sites, Int]", step.operands)
        found = self.local("beyond", NOWHERE)

        def look(site: Int, _: Int) -> Bool:
            on = self.contains(reached, site)
            self.if_(self.negate(on), lambda: self._add(found, self.single(site)))
            return on

        self._walked(cast(Compass, step.attribute), (starts, way, ZERO, None), look)
        return self.get_sites(found)

    def _of_walk(self, step: Instruction, _: Reader | None) -> Sites:
        starts, way, skip, most = cast("tuple[Sites, Int, Int, Int]", step.operands)

        def goes_on(site: Int, far: Int) -> Bool:
            self.instead |= dict(zip(step.given, (site, far), strict=True))
            return cast(Bool, self._answer(step.blocks[0]))

        return self._walked(cast(Compass, step.attribute), (starts, way, skip, most), goes_on)

    def _walked(
        self,
        compass: Compass,
        line: tuple[Sites, Int, Int, Int | None],
        goes_on: Callable[[Int, Int], Bool],
    ) -> Sites:
        """Walk along a way from each of a set, as far as it goes on."""
        starts, way, skip, most = line
        found = self.local("reached", NOWHERE)
        longest = self.int(compass.longest)
        steps = longest if most is None else self.least(most, longest)
        first = self.greatest(skip, ZERO)

        def along(start: Int) -> None:
            self.surely.add(start)

            def once(index: Int) -> None:
                far = self.add(self.add(first, index), ONE)
                site = self._along(compass, start, way, far)
                self.leave_if(self.less(site, ZERO))
                self.surely.add(site)
                self.leave_if(self.negate(goes_on(site, far)))
                self._add(found, self.single(site))

            self.loop(steps, once, most=max(compass.longest, 1))

        self.each(starts, along)
        return self.get_sites(found)

    # Pieces

    def _of_what(self, step: Instruction, _: Reader | None) -> Int:
        site, copy = cast(Int, step.operands[0]), cast(Access, step.attribute).copy
        kept = self.parts.get(schema.WHAT)
        if kept is not None:
            return self._read(kept, self.add(site, ONE), copy)
        found = ZERO
        for kind in range(1, self._kinds):
            sites = self._read(self.parts[schema.PLACED], self.int(kind), copy)
            found = self.pick(self.contains(cast(Sites, sites), site), self.int(kind), found)
        return found

    def _read(self, field: Field, index: Int, copy: Copy | None) -> Int:
        return cast(
            Int, self.emit("read_at", index, kind=field.kind, attribute=Access(field, copy))
        )

    @property
    def _kinds(self) -> int:
        return self.parts[schema.PLACED].length or 1

    def _of_put(self, step: Instruction, _: Reader | None) -> None:
        site, kind, was = cast("tuple[Int, Int, Int]", step.operands)
        Laying(self, self.parts, self.program.owners).put(site, kind, was)

    # Who wants moves

    def _of_list(self, step: Instruction, _: Reader | None) -> None:
        self.rewrite(step.blocks[0], Reader(offers=True, eager=bool(step.attribute)))

    def _of_any(self, step: Instruction, _: Reader | None) -> Bool:
        some = self.local("some", FALSE)
        self.rewrite(step.blocks[0], Reader(some=(some,)))
        return self.get_bool(some)

    def _of_starts(self, step: Instruction, _: Reader | None) -> Sites:
        found = self.local("starts", NOWHERE)
        self.rewrite(step.blocks[0], Reader(starts=found))
        return self.get_sites(found)

    def _of_targets(self, step: Instruction, _: Reader | None) -> Sites:
        found = self.local("targets", NOWHERE)
        self.rewrite(step.blocks[0], Reader(targets=found))
        return self.get_sites(found)

    # What makes moves

    def _of_move(self, step: Instruction, reader: Reader | None) -> None:
        assert reader is not None, "moves are made where somebody asks for them"
        template = cast(Template, step.attribute)
        origin, targets, way, *extras = step.operands
        assert isinstance(origin, Int)
        assert isinstance(targets, Sites)
        assert isinstance(way, Int)
        if template.guard is not None and not (reader.offers and not reader.eager):
            ends = origin, targets, way
            some = reader.some if reader.asks else ()
            targets = self._legal(template, ends, extras, some, within=reader.within)
            if some:
                return
        if reader.offers:
            packed = ZERO
            for place, extra in enumerate(extras):
                stored = self.add(cast(Int, extra), self.int(EXTRA_OFFSET))
                packed = self.bits_or(packed, self.shift_left(stored, place * EXTRA_BITS))
            self.emit("offer", origin, targets, way, packed, attribute=template)
        self._note(reader, template, origin, targets, way)

    def _legal(
        self, template: Template, ends: tuple[Int, Sites, Int], extras: Sequence[Value],
        some: Sequence[Variable], *, within: bool,
    ) -> Sites:  # fmt: skip
        """Those of some moves that are legal.

        Args:
            some: noted once there are any, which is all that is wanted then
        """
        origin, targets, way = ends
        guard = template.inside if within and template.inside is not None else template.guard
        assert guard is not None
        if template.shape == "nowhere":
            legal = self.call_bool(guard, NONE, NONE, *extras)
            there = self.negate(self.is_empty(targets))
            for variable in some:
                now = self.both(legal, there)
                self.set(variable, self.either(self.get_bool(variable), now))
            return self.pick_sites(legal, targets, NOWHERE)
        kept = self.local("legal", NOWHERE)

        def ask(target: Int) -> None:
            start = self._start(template, origin, target, way)
            legal = self.call_bool(guard, start, target, *extras)
            self.if_(legal, lambda: found(target))

        def found(target: Int) -> None:
            if not some:
                self._add(kept, self.single(target))
                return
            for variable in some:
                self.set(variable, TRUE)
            self.leave()

        self.each(targets, ask)
        return self.get_sites(kept)

    def _start(self, template: Template, origin: Int, target: Int, way: Int) -> Int:
        """From where a move to a site comes."""
        if way != NONE:
            assert template.origins is not None
            spot = self.add(self.multiply(way, self.int(self.program.sites)), target)
            return self.lookup(template.origins, spot)
        return target if template.shape == "placing" else origin

    def _note(
        self, reader: Reader, template: Template, origin: Int, targets: Sites, way: Int
    ) -> None:
        if reader.asks:
            self.asked.append(targets)
            return
        self._note_some(reader, targets)
        if template.shape == "nowhere":
            return
        if reader.targets is not None:
            self._add(reader.targets, targets)
        if reader.starts is not None:
            self._add(reader.starts, self._came_from(template, origin, targets, way))

    def _note_asked(self, reader: Reader) -> None:
        """Note whether there are any of the moves in a row that were asked for."""
        several, self.asked = self.asked, []
        self._note_some(reader, self.union(*several))

    def _note_some(self, reader: Reader, targets: Sites) -> None:
        some = self.negate(self.is_empty(targets)) if reader.some else FALSE
        for variable in reader.some:
            self.set(variable, self.either(self.get_bool(variable), some))

    def _came_from(self, template: Template, origin: Int, targets: Sites, way: Int) -> Sites:
        """The from-sites of some moves."""
        if template.shape == "placing":
            return targets
        if way == NONE:
            return self.pick_sites(self.is_empty(targets), NOWHERE, self.single(origin))
        found = self.local("came", NOWHERE)

        def add(to: Int) -> None:
            self._add(found, self.single(self._start(template, origin, to, way)))

        self.each(targets, add)
        return self.get_sites(found)

    def _of_first_of(self, step: Instruction, reader: Reader | None) -> None:
        assert reader is not None
        first, second = step.blocks
        if reader.offers and not second:
            self.rewrite(first, replace(reader, eager=True))
            return
        if reader.offers:
            before = self.number("move_count")
            self.rewrite(first, replace(reader, eager=True))
            none = self.equal(self.number("move_count"), before)
        elif reader.starts is None and reader.targets is None and len(reader.some) == 1:
            # Whether any of the two makes moves is all there is to say.
            self.rewrite(first, reader)
            long = _is_long(second)
            none = self.negate(self.get_bool(reader.some[-1])) if long else TRUE
        else:
            some = self.local("some", FALSE)
            self.rewrite(first, replace(reader, some=(*reader.some, some)))
            none = self.negate(self.get_bool(some))
        self.if_(none, lambda: self.rewrite(second, reader))

    def _of_after(self, step: Instruction, reader: Reader | None) -> None:
        assert reader is not None
        outermost = reader.later is None
        later = [] if reader.later is None else reader.later
        here = replace(reader, within=True, later=later)
        probe = Probe(reader.offers, cast(Probe, step.attribute).copy)
        block = self._inner(step.blocks[0], here)
        measured = later if outermost else []
        for one in measured:
            self.emit("local", ZERO, attribute=one.begun)
            self.emit("local", ZERO, attribute=one.ended)
        self.emit("probe", attribute=probe, blocks=(block,))
        for one in reversed(measured):  # those before keep their places
            self._measure(one.length, self.get_int(one.begun), self.get_int(one.ended))

    def _of_longest(self, step: Instruction, reader: Reader | None) -> None:
        assert reader is not None
        if not reader.offers:
            self.rewrite(step.blocks[0], reader)
            return
        before = self.number("move_count")
        self.rewrite(step.blocks[0], replace(reader, later=None))
        after = self.number("move_count")
        length = cast(str, step.attribute)
        if reader.later is None:
            self._measure(length, before, after)
            return
        measured = Measured(Variable("begun", "int"), Variable("ended", "int"), length)
        self.set(measured.begun, before)
        self.set(measured.ended, after)
        reader.later.append(measured)

    def _measure(self, name: str, before: Int, after: Int) -> None:
        """Keep those of some moves that are as long as any of them."""
        best, kept = self.local("best", ZERO), self.local("kept", ZERO)
        length = self.program.function(name)
        span = self.subtract(after, before)

        def long(index: Int) -> Int:
            move = self.emit("move_at", index)
            found = self.call(length, move, self.int(MOST_TRIED), self.int(MOST_DEPTH))
            return self.number("shift_right", found, self.int(TRIED_BITS))

        def look(place: Int) -> None:
            index = self.subtract(self.subtract(after, ONE), place)
            here, so_far, behind = long(index), self.get_int(best), self.get_int(kept)

            def drop(place: Int) -> None:
                self.emit("take", self.subtract(self.add(index, behind), place))

            def anew() -> None:
                self.loop(behind, drop, most=MOST_MOVES_LISTED)
                self.set(best, here)
                self.set(kept, ZERO)

            def keep() -> None:
                self.if_(self.less(so_far, here), anew)
                self.set(kept, self.add(self.get_int(kept), ONE))

            self.if_(self.less(here, so_far), lambda: self.emit("take", index), keep)

        def compare() -> None:
            # From the last on: those behind that are kept are as long as the longest so far.
            self.loop(span, look, most=MOST_MOVES_LISTED)

        trying = self.read_int(self.parts[schema.TRYING])
        first = self.both(self.equal(trying, ZERO), self.less(ONE, span))
        self.if_(first, compare)


SPECIAL: Mapping[str, Callable[[Realiser, Instruction, Reader | None], Value]] = {
    name.removeprefix("_of_"): method
    for name, method in vars(Realiser).items()
    if name.startswith("_of_")
}
