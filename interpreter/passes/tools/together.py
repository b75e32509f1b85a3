"""A block about one site, worked out for all sites at once.

`(is Enemy (who at:(to)))` asked site by site is a loop; asked of all sites together it is the set
of the enemy's pieces. So every value that depends on the site gets another form:

- a truth is the set of sites where it holds;
- a number is a list of cases: disjoint sets, and the number there;
- a site that lies at a fixed place from the first one is a map;
- so is a number that is known beforehand for each site;
- a set is a list of chains of steps that lead from the site to all that is in it.

Truths and numbers about a place are kept as sets of that place: whether the site two steps ahead is
empty is known from the empty sites, and only where it must be compared with what is known of
another place are these sets shifted. What does not depend on the site is written once, before.

Where something depends on the site in another way, `StuckError` is raised; what was written by then
is of no use and does no harm.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, cast

from interpreter.ir.emit import FALSE, NOWHERE, ZERO
from interpreter.ir.program import Block, Instruction, Template, walk
from interpreter.ir.relations import Compass, Relation
from interpreter.ir.values import Bool, Int, Sites, Value
from interpreter.passes.tools.lifted import (
    Chain,
    Chains,
    Lifted,
    Made,
    Place,
    Step,
    StuckError,
    Truth,
    Unknown,
    Walk,
)
from interpreter.passes.tools.maps import ahead, compose
from interpreter.passes.tools.pointwise import place_of, worked_out
from interpreter.passes.tools.rewriting import Rewriter, acts
from interpreter.passes.tools.together_numbers import ARITHMETIC, COMPARISONS, MOST_CASES
from interpreter.passes.tools.together_sets import SetsTogether

# So many pieces of a row are looked at one by one.
MOST_STEPS = 4
# Operations for which a number is a site.
OF_SITES = ("single", "contains", "what")


class Together(SetsTogether):
    """Works out blocks for all values of a site at once.

    Args:
        r: where what does not depend on the site is written
        site: the value of the original that stands for the site
        among: the sites for which it stands, if not for all
    """

    def __init__(self, r: Rewriter, site: Value, among: Sites | None = None) -> None:
        super().__init__(r, among)
        self.lifted: dict[Value, Lifted] = {site: Place(self.here)}
        self.moves: list[Made] = []
        self.when = Truth()

    # Blocks

    def block(self, block: Block) -> Lifted | Value | None:
        """Work out a block; what it yields."""
        for step in block:
            if step.name == "yield":
                return self._operand(step.operands[0])
            self._step(step)
        return None

    def truth(self, block: Block) -> Bool | Sites:
        """Where the answer of a block holds, or the answer, if it is the same everywhere."""
        answer = self.block(block)
        if isinstance(answer, Bool):
            return answer
        return self.pulled(self._truth(answer))

    def leave_open(self, value: Value) -> None:
        """What a value is stays unknown."""
        self.lifted[value] = Unknown("open")

    def take(self, step: Instruction) -> None:
        """Work out one instruction; if that cannot be, what it gives stays unknown."""
        try:
            self._step(step)
        except StuckError:
            assert step.result is not None
            self.leave_open(step.result)

    def where(self, value: Value) -> Sites | None:
        """Where a truth holds; None if that is not known, or does not depend on the site."""
        try:
            answer = self._operand(value)
            return None if isinstance(answer, Value) else self.pulled(self._truth(answer))
        except StuckError:
            return None

    def _operand(self, value: Value) -> Lifted | Value:
        found = self.lifted.get(value)
        if isinstance(found, Unknown):
            raise StuckError(found.why)
        return found if found is not None else self.r.value(value)

    def _step(self, step: Instruction) -> None:
        used, makes = self._inside(step) if step.blocks else ((), step.name == "move")
        lifted = self.lifted.keys()
        if not makes and lifted.isdisjoint(step.operands) and lifted.isdisjoint(used):
            if acts([step]) or step.name in ("local", "set", "get", "snapshot", "probe"):
                raise StuckError(step.name)
            self.r.step(step)
            if step.result is not None:
                self.lifted.pop(step.result, None)
            return
        special = SPECIAL.get(step.name)
        if special is None and (makes or step.result is None):
            raise StuckError(step.name)
        found = self._pure_or_unknown(step) if special is None else special(self, step)
        if step.result is None:
            return
        if isinstance(found, Value):
            self.r.instead[step.result] = found
            self.lifted.pop(step.result, None)
        elif found is not None:
            self.lifted[step.result] = found

    def _inside(self, step: Instruction) -> tuple[Collection[Value], bool]:
        """The values that the blocks of an instruction use, and whether they make moves."""
        known = self.r.uses.get(step)
        if known is None:
            inner = [one for block in step.blocks for one in walk(block)]
            used = {one for step in inner for one in step.operands}
            known = self.r.uses[step] = used, any(one.name == "move" for one in inner)
        return known

    def _pure_or_unknown(self, step: Instruction) -> Lifted | Value:
        try:
            return self._pure(step)
        except StuckError as error:
            return Unknown(str(error))

    def _pure(self, step: Instruction) -> Lifted | Value:
        operands = [self._operand(one) for one in step.operands]
        special = PURE.get(step.name)
        if special is not None:
            if step.name in OF_SITES:
                operands = list(map(place_of, operands))
            return special(self, step, *operands)
        if step.name in COMPARISONS or step.name in ARITHMETIC:
            return self._pairs(step.name, *operands)
        raise StuckError(step.name)

    # Control

    def _under(self, when: Truth, block: Block) -> Lifted | Value | None:
        saved, self.when = self.when, self.both(self.when, when)
        found = self.block(block)
        self.when = saved
        return found

    def _of_if(self, step: Instruction) -> None:
        holds = self._truth(self._operand(step.operands[0]))
        self._under(holds, step.blocks[0])
        if step.blocks[1]:
            self._under(self.negated(holds), step.blocks[1])

    def _of_choose(self, step: Instruction) -> Lifted | Value:
        holds = self._truth(self._operand(step.operands[0]))
        yes, no = (self.block(one) for one in step.blocks)
        assert yes is not None
        assert no is not None
        return self._chosen(holds, yes, no)

    def _of_loop(self, step: Instruction) -> None:
        times = step.operands[0].constant
        if times is None or any(one.name == "leave" for one in walk(step.blocks[0])):
            raise StuckError("loop")
        assert step.result is not None
        for number in range(times):
            self.r.instead[step.result] = Int(constant=number)
            self.block(step.blocks[0])

    def _of_each(self, step: Instruction) -> None:
        sites = self._operand(step.operands[0])
        assert step.result is not None
        if not isinstance(sites, Chains):
            raise StuckError("two sites")
        for chain in sites.chains:
            place, when = self.at(chain)
            self.lifted[step.result] = Place(place)
            self._under(when, step.blocks[0])
        self.lifted.pop(step.result, None)

    # Rules

    def _of_move(self, step: Instruction) -> None:
        origin, targets, way, *extras = (self._operand(one) for one in step.operands)
        if not isinstance(origin, Place | Int) or way != Int(constant=-1):
            raise StuckError("origin")
        if not isinstance(targets, Chains | Sites):
            raise StuckError("targets")
        carried = tuple(one for one in extras if isinstance(one, Value))
        if len(carried) < len(extras):
            raise StuckError("carried")
        template = cast(Template, step.attribute)
        self.moves.append(Made(template, origin, targets, carried, self.when))

    def _of_any(self, step: Instruction) -> Lifted | Value:
        saved, self.moves = (self.moves, self.when), []
        self.when = Truth()
        if step.attribute is not None:
            raise StuckError("copy")
        self.block(step.blocks[0])
        found = self.any_moves()
        self.moves, self.when = saved
        return found

    def any_moves(self) -> Lifted | Value:
        """Where there are any of the moves that were made."""
        found: Lifted | Value = FALSE
        for one in self.moves:
            if one.template.guard is not None:
                raise StuckError("guard")
            empty = self._empty(one.targets)
            if isinstance(empty, Truth):
                some: Lifted | Value = self.both(one.when, self.negated(empty))
            else:
                some = self._chosen(one.when, self.r.negate(cast(Bool, empty)), FALSE)
            found = self._either(found, some)
        return found

    def _of_first_of(self, step: Instruction) -> None:
        if any(made.template.number >= 0 for made in self.moves):
            raise StuckError("first of")
        for block in step.blocks:
            for one in walk(block):
                if one.name == "move" and cast(Template, one.attribute).number >= 0:
                    raise StuckError("first of")
            self.block(block)

    # Sets

    def _of_where(self, step: Instruction) -> Lifted | Value:
        sites = self._operand(step.operands[0])
        (given,) = step.given
        if not isinstance(sites, Chains):
            raise StuckError("two sites")
        if not self._inside_depends(step):
            holds = self._everywhere(step)
            return self._narrowed(sites, "intersect", holds)
        found: list[Chain] = []
        for chain in sites.chains:
            place, _ = self.at(chain)
            self.lifted[given] = Place(place)
            self.present.append(place)
            answer = self.block(step.blocks[0])
            self.present.pop()
            assert answer is not None
            found.append(self._if(chain, self._truth(answer)))
        self.lifted.pop(given, None)
        return Chains(tuple(found))

    def _inside_depends(self, step: Instruction) -> bool:
        return not self.lifted.keys().isdisjoint(self._inside(step)[0])

    def _everywhere(self, step: Instruction) -> Sites:
        """Where a condition holds that does not depend on the first site."""
        return everywhere(self.r, step.blocks[0], step.given[0])

    def _of_across(self, step: Instruction) -> Lifted | Value:
        found: list[Lifted | Value] = []
        for number in range(cast(int, step.attribute)):
            self.r.instead[step.given[0]] = Int(constant=number)
            answer = self.block(step.blocks[0])
            assert answer is not None
            found.append(answer)
        return self._united(found)

    def _of_gather(self, step: Instruction) -> Lifted | Value:
        sites = self._operand(step.operands[0])
        (given,) = step.given
        if not isinstance(sites, Chains):
            raise StuckError("two sites")
        found: list[Lifted | Value] = []
        for chain in sites.chains:
            place, when = self.at(chain)
            self.lifted[given] = Place(place)
            answer = self.block(step.blocks[0])
            assert answer is not None
            found.append(self._chosen(when, answer, NOWHERE))
        self.lifted.pop(given, None)
        return self._united(found)

    # Ways

    def _of_onward(self, step: Instruction) -> Lifted | Value:
        sites, way = (self._operand(one) for one in step.operands)
        relation = self._along(step, way)[0]
        return self._stepped(sites, Step("image", relation=relation))

    def _along(self, step: Instruction, way: Lifted | Value) -> tuple[Relation, bool]:
        """One step on a way, and whether it is the same step again and again."""
        if not isinstance(way, Int) or way.constant is None:
            raise StuckError("way")
        compass = cast(Compass, step.attribute)
        return compass.relations[way.constant], compass.glides[way.constant]

    def _of_along(self, step: Instruction) -> Lifted:
        site, way, far = (self._operand(one) for one in step.operands)
        if isinstance(site, Place) and isinstance(way, Int) and isinstance(far, Int):
            if way.constant is None or far.constant is None:
                raise StuckError("along")
            return Place(compose(site.map, ahead(step, way.constant, far.constant)))
        there = worked_out("along", (site, way, far), step.attribute, self.size)
        if there is None:
            raise StuckError("along")
        return Place(there)

    def _of_walk(self, step: Instruction) -> Lifted | Value:
        starts, way, skip, most = (self._operand(one) for one in step.operands)
        if starts == NOWHERE:
            return NOWHERE
        if not isinstance(starts, Chains):
            raise StuckError("two sites")
        relation, glides = self._along(step, way)
        if not isinstance(skip, Int) or not isinstance(most, Int):
            raise StuckError("walk")
        longest = cast(Compass, step.attribute).longest
        if skip == ZERO and most.constant is not None and most.constant >= longest and glides:
            site, far = step.given
            block = step.blocks[0]
            if far not in self._inside(step)[0] and not self._inside_depends(step):
                return self._reached(starts, relation, everywhere(self.r, block, site))
        if most.constant is None or skip.constant is None or most.constant > MOST_STEPS:
            raise StuckError("walk")
        if most.constant < 1:
            return NOWHERE
        return self._walked(step, starts, skip.constant, most.constant)

    def _walked(self, step: Instruction, starts: Chains, skip: int, most: int) -> Chains:
        """The next sites on a way, one after the other."""
        way = cast(int, self.r.value(step.operands[1]).constant)
        site, far = step.given
        found: list[Chain] = []
        behind: list[Chain] = []
        for chain in starts.chains:
            place, goes_on = self.at(chain)
            for steps in range(max(skip, 0) + 1, max(skip, 0) + most + 1):
                here = compose(place, ahead(step, way, steps))
                if max(here) < 0:
                    break
                self.lifted[site] = Place(here)
                self.r.instead[far] = Int(constant=steps)
                answer = self.block(step.blocks[0])
                assert answer is not None
                passes = self._truth(answer)
                behind.append(Chain(here, (), self.both(goes_on, self.negated(passes))))
                goes_on = self.both(goes_on, passes)
                found.append(Chain(here, (), goes_on))
            else:
                end = compose(place, ahead(step, way, max(skip, 0) + most + 1))
                behind.append(Chain(end, (), goes_on))
        self.lifted.pop(site, None)
        if skip > 0:
            return Chains(tuple(found))
        relation = cast(Compass, step.attribute).relations[way]
        return Chains(tuple(found), Walk(starts.chains, relation, tuple(behind)))

    def _of_reach(self, step: Instruction) -> Lifted:
        starts, within, way = (self._operand(one) for one in step.operands)
        relation, glides = self._along(step, way)
        if not isinstance(starts, Chains) or not isinstance(within, Sites) or not glides:
            raise StuckError("reach")
        return self._reached(starts, relation, within)

    def _of_beyond(self, step: Instruction) -> Lifted | Value:
        starts, reached, way = (self._operand(one) for one in step.operands)
        if starts == NOWHERE:
            return NOWHERE
        if not isinstance(starts, Chains) or not isinstance(reached, Chains):
            raise StuckError("beyond")
        walk, relation = reached.walk, self._along(step, way)[0]
        if walk is None or walk.starts != starts.chains or walk.relation is not relation:
            raise StuckError("beyond")
        return Chains(walk.behind)


def everywhere(r: Rewriter, block: Block, site: Value, among: Sites | None = None) -> Sites:
    """The sites of which a block says that something holds.

    Args:
        among: the sites of which it is asked, if not of all; of others it may say anything

    Raises:
        StuckError: it depends on the site in another way than can be worked out for all
    """
    answer = Together(r, site, among).truth(block)
    if isinstance(answer, Sites):
        return answer
    return r.pick_sites(answer, Sites(constant=r.everywhere), NOWHERE)


def gathered(r: Rewriter, sites: Sites, block: Block, site: Value) -> Sites:
    """All that a block yields for the sites of a set.

    Raises:
        StuckError: it depends on the site in another way than can be worked out for all
    """
    together = Together(r, site, sites)
    answer = together.block(block)
    if isinstance(answer, Sites):
        return r.pick_sites(r.is_empty(sites), NOWHERE, answer)
    if not isinstance(answer, Chains) or len(answer.chains) > MOST_CASES:
        raise StuckError("gather")
    return r.union(*(together.forwards(one, sites) for one in answer.chains))


def _methods(prefix: str) -> dict[str, Any]:
    names = [name for name in dir(Together) if name.startswith(prefix)]
    return {name.removeprefix(prefix): getattr(Together, name) for name in names}


# What works out instructions of an operation: by themselves, and with what its operands are.
SPECIAL: Mapping[str, Callable[..., Lifted | Value | None]] = _methods("_of_")
PURE: Mapping[str, Callable[..., Lifted | Value]] = _methods("_pure_")
