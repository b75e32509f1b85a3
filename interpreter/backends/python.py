"""The definition of the program: every operation as plain Python.

A program is printed as one Python module, one function for each of its functions. The state is
a list: each field takes one entry, each array field one for each of its entries; a set of sites
is an `int` with bit i for site i. The move list holds bundles `[template, from, targets, extra]`.
Slow and readable: what another back end computes must equal what this one does.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from interpreter.ir import (
    EXTRA_BITS,
    OPERATIONS,
    RULES,
    SITE_BITS,
    TEMPLATE_BITS,
    Access,
    Axis,
    Block,
    Callee,
    Compass,
    Copy,
    Field,
    Function,
    Instruction,
    Link,
    Probe,
    Program,
    Rays,
    Relation,
    Table,
    Template,
    Value,
    Variable,
    pack,
    unpack,
)

State = list[Any]
Bundles = list[list[Any]]


class MoveList(Bundles):
    """The bundles that were offered, and the order of moves that is kept from ply to ply.

    Attributes:
        listed: the bundle whose sites the order lists
        order: its sites
        members: the same as a set
    """

    def __init__(self) -> None:
        super().__init__()
        self.listed: list[int] | None = None
        self.order: list[int] = []
        self.members = 0

    def clear(self) -> None:
        """Empty the list; the order is kept."""
        super().clear()
        self.listed = None


MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15

# {0} {1} {2} operands; {a} the attribute; {n} the number of sites; {e} the number of entries
EXPRESSIONS = {
    "add": "wrap({0} + {1})",
    "sub": "wrap({0} - {1})",
    "mul": "wrap({0} * {1})",
    "div": "wrap(divide({0}, {1}))",
    "mod": "({0} - {1} * divide({0}, {1}) if {1} else 0)",
    "min": "({0} if {0} < {1} else {1})",
    "max": "({0} if {0} > {1} else {1})",
    "bits_and": "({0} & {1})",
    "bits_or": "({0} | {1})",
    "shift_left": "wrap({0} << ({1} & 63))",
    "shift_right": "({0} >> ({1} & 63))",
    "eq": "({0} == {1})",
    "ne": "({0} != {1})",
    "lt": "({0} < {1})",
    "le": "({0} <= {1})",
    "not": "(not {0})",
    "and": "({0} and {1})",
    "or": "({0} or {1})",
    "int_of": "int({0})",
    "pick_int": "({1} if {0} else {2})",
    "pick_sites": "({1} if {0} else {2})",
    "union": "({0} | {1})",
    "intersect": "({0} & {1})",
    "minus": "({0} & ~{1})",
    "single": "(1 << {0} if 0 <= {0} < {n} else 0)",
    "contains": "(0 <= {1} < {n} and {0} >> {1} & 1 == 1)",
    "count": "{0}.bit_count()",
    "is_empty": "(not {0})",
    "same": "({0} == {1})",
    "first": "(({0} & -{0}).bit_length() - 1)",
    "nth": "nth({0}, {1})",
    "image": "image({0}, {a})",
    "flood": "flood({0}, {1}, {a})",
    "run": "run({0}, {1}, {a})",
    "ray": "ray({0}, {1}, {a})",
    "along": "along({0}, {1}, {2}, {a})",
    "onward": "onward({0}, {1}, {a})",
    "reach": "reach({0}, {1}, {2}, {a})",
    "beyond": "beyond({0}, {1}, {2}, {a})",
    "lookup": "{a}[{0} if 0 <= {0} < {e} else -1]",
    "lookup_sites": "{a}[{0} if 0 <= {0} < {e} else -1]",
    "template_of": f"({{0}} & {(1 << TEMPLATE_BITS) - 1})",
    "origin_of": f"(({{0}} >> {TEMPLATE_BITS} & {(1 << SITE_BITS) - 1}) - 1)",
    "target_of": f"(({{0}} >> {TEMPLATE_BITS + SITE_BITS} & {(1 << SITE_BITS) - 1}) - 1)",
    "extra_of": "extra_of({0}, {a})",
    "random": "draw(s, {at}, {0})",
    "move_count": "move_count(m)",
    "move_at": "move_at(m, {0})",
    "arrange": "arrange(m)",
    "take": "take(m, {0})",
}


def wrap(value: int) -> int:
    """The value as a signed number of 64 bits, as every target keeps it."""
    return (value + (1 << 63) & MASK) - (1 << 63)


def divide(left: int, right: int) -> int:
    """The quotient towards zero; 0 for divisor 0."""
    if right == 0:
        return 0
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def nth(sites: int, index: int) -> int:
    """The site with this many lower ones in the set; -1 if there is none."""
    if not 0 <= index < sites.bit_count():
        return -1
    for _ in range(index):
        sites &= sites - 1
    return (sites & -sites).bit_length() - 1


Shifts = tuple[tuple[int, int], ...]


def image(sites: int, shifts: Shifts) -> int:
    """The set moved by each distance from where the distance applies."""
    found = 0
    for mask, shift in shifts:
        moved = sites & mask
        if moved:
            found |= moved << shift if shift > 0 else moved >> -shift
    return found


def flood(start: int, within: int, shifts: Shifts) -> int:
    """The sites of a set that are reached from some of them without leaving it."""
    group = start & within
    while True:
        grown = group | image(group, shifts) & within
        if grown == group:
            return group
        group = grown


def run(sites: int, site: int, rays: Sequence[tuple[Sequence[int], Sequence[int]] | None]) -> int:
    """Length of the unbroken row of the set through a site; 0 if the site is not in it."""
    if not 0 <= site < len(rays) or not sites >> site & 1:
        return 0
    both = rays[site]
    if both is None:
        return 0
    length = 1
    for ray in both:
        for reached in ray:
            if not sites >> reached & 1:
                break
            length += 1
    return length


def ray(site: int, steps: int, rays: Sequence[Sequence[int]]) -> int:
    """The site so many steps along the ray from a site; -1 past its end."""
    if not 0 <= site < len(rays) or not 1 <= steps <= len(rays[site]):
        return -1
    return rays[site][steps - 1]


def along(site: int, way: int, steps: int, compass: Compass) -> int:
    """The site so many steps from a site along a way; -1 past its end."""
    sites = compass.ray(site, way)
    return sites[steps - 1] if 1 <= steps <= len(sites) else -1


def onward(sites: int, way: int, compass: Compass) -> int:
    """Where a way leads from a set in one step."""
    return image(sites, shifts_of(compass.relations[way])) if 0 <= way < compass.count else 0


def reach(start: int, within: int, way: int, compass: Compass) -> int:
    """Where a way leads from a set, as long as it stays in another."""
    found = 0
    while start:
        for reached in compass.ray((start & -start).bit_length() - 1, way):
            if not within >> reached & 1:
                break
            found |= 1 << reached
        start &= start - 1
    return found


def beyond(start: int, reached: int, way: int, compass: Compass) -> int:
    """From each of a set, the first site on a way that is not in another."""
    found = 0
    while start:
        ray = compass.ray((start & -start).bit_length() - 1, way)
        site = next((one for one in ray if not reached >> one & 1), None)
        found |= 0 if site is None else 1 << site
        start &= start - 1
    return found


def extra_of(move: int, place: int) -> int:
    """One of the numbers that a move carries besides its sites."""
    shift = TEMPLATE_BITS + 2 * SITE_BITS + place * EXTRA_BITS
    return (move >> shift & (1 << EXTRA_BITS) - 1) - 1


def mix(value: int) -> int:
    """The finaliser of splitmix64: a well mixed number of 64 bits, not negative."""
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & MASK
    value = (value ^ value >> 27) * 0x94D049BB133111EB & MASK
    return value ^ value >> 31


def stream(seed: int, game: int = 0) -> int:
    """Where the random stream of a game starts: a function of the seed and the game's number."""
    return wrap(mix(mix(seed + GOLDEN & MASK) + game * GOLDEN & MASK))


def draw(state: State, place: int, bound: int) -> int:
    """A draw from 0 up to `bound`: the upper 32 bits of splitmix64, scaled."""
    following = state[place] + GOLDEN & MASK
    state[place] = wrap(following)
    return (mix(following) >> 32) * bound >> 32 if bound > 0 else 0


def move_count(bundles: Bundles) -> int:
    """How many moves the bundles hold."""
    return sum(bundle[2].bit_count() for bundle in bundles)


def move_at(bundles: Bundles, index: int) -> int:
    """The packed move with this number; -1 if there is none."""
    for template, origin, targets, extra in bundles:
        size = targets.bit_count()
        if index < size:
            if origin == NOWHERE:
                return pack(template, -1, -1, extra)
            target = nth(targets, index)
            if isinstance(origin, tuple):
                table, base = cast(tuple[Sequence[int], int], origin)
                return pack(template, table[base + target], target, extra)
            return pack(template, target if origin == PLACING else origin, target, extra)
        index -= size
    return -1


def sort_moves(
    bundles: Bundles, kinds: Sequence[tuple[str, int | None, Mapping[tuple[int, int], int]]]
) -> None:
    """Put the moves into their order; placements that differ in their site alone are one bundle.

    The order is that of the templates; then of the ways on which pieces go, where a template has
    such; of the from-sites, if way and to-site leave them open; of what a move carries; and of the
    to-sites.

    Args:
        kinds: by template its shape, which of the numbers it carries is the way, and the way from
            one site to another
    """

    def place(move: int) -> tuple[int, ...]:
        template, origin, target, extra = unpack(move)
        shape, carried, ways = kinds[template]
        if ways:
            return template, ways[origin, target], target, extra
        way = 0 if carried is None else extra >> EXTRA_BITS * carried
        first = -1 if shape == "placing" else origin
        return template, way & (1 << EXTRA_BITS) - 1, first, extra, target

    moves = sorted(moves_of(bundles), key=place)
    bundles.clear()
    for template, origin, target, extra in map(unpack, moves):
        if target < 0:
            bundles.append([template, NOWHERE, 1, extra])
        else:
            here = PLACING if kinds[template][0] == "placing" else origin
            last = bundles[-1] if bundles and here == PLACING else [-1] * 4
            if [last[0], last[3]] == [template, extra] and last[2] >> target == 0:
                last[2] |= 1 << target
            else:
                bundles.append([template, here, 1 << target, extra])


def arrange(bundles: MoveList) -> None:
    """Bring the kept order in line with the first bundle of placements that has moves.

    New sites join at the end, by number; if some have gone, the order is made anew.
    """
    bundles.listed = next((one for one in bundles if one[1] == PLACING and one[2]), None)
    wanted = bundles.listed[2] if bundles.listed else 0
    if wanted == bundles.members:
        return
    if bundles.members & ~wanted:
        bundles.members, bundles.order = 0, []
    fresh = wanted & ~bundles.members
    bundles.order += [site for site in range(fresh.bit_length()) if fresh >> site & 1]
    bundles.members = wanted


def take(bundles: MoveList, index: int) -> int:
    """The packed move with this number, taken out of the list.

    In the bundle that the kept order lists, the last entry takes the place of the one taken.
    """
    listed, order = bundles.listed, bundles.order
    if listed is not None:
        if index < len(order):
            site, order[index] = order[index], order[-1]
            order.pop()
            bundles.members &= ~(1 << site)
            listed[2] = bundles.members
            return pack(listed[0], site, site, listed[3])
        index -= len(order)
    for bundle in bundles:
        size = 0 if bundle is listed else bundle[2].bit_count()
        if index < size:
            move = move_at([bundle], index)
            bundle[2] &= ~(1 << nth(bundle[2], index))
            return move
        index -= size
    return -1


# From-sites of bundles whose moves start where they end, and of moves from nowhere to nowhere,
# for which any one site stands in the set.
PLACING, NOWHERE = -2, -3

HELPERS: dict[str, object] = {
    "MoveList": MoveList,
    **{
        function.__name__: function
        for function in (
            wrap,
            divide,
            nth,
            image,
            flood,
            run,
            ray,
            along,
            onward,
            reach,
            beyond,
            draw,
            extra_of,
            move_count,
            move_at,
            sort_moves,
            arrange,
            take,
        )
    },
}


@functools.lru_cache(maxsize=4096)
def shifts_of(relation: Relation) -> Shifts:
    """A relation as (mask of sites, distance in site numbers) pairs."""
    masks: dict[int, int] = {}
    for site, targets in enumerate(relation.targets):
        for target in targets:
            masks[target - site] = masks.get(target - site, 0) | 1 << site
    return tuple((mask, shift) for shift, mask in sorted(masks.items()))


def _constant_of(attribute: object) -> object:
    if isinstance(attribute, Relation):
        return shifts_of(attribute)
    if isinstance(attribute, Table):
        return attribute.entries
    if isinstance(attribute, Axis):
        return attribute.rays
    if isinstance(attribute, Rays):
        return attribute.sites
    return attribute if isinstance(attribute, int | Compass) else None


@functools.cache
def _formula(name: str) -> Callable[..., Any]:
    text = EXPRESSIONS[name].format("x", "y", "z", a="a", n="n", e="len(a)", at=0)
    return cast(Callable[..., Any], eval(f"lambda a, n, x=0, y=0, z=0: {text}", dict(HELPERS)))


def evaluate(name: str, operands: Sequence[int], attribute: object, sites: int) -> int:
    """What a pure operation gives for constants; sets are bit masks."""
    return int(_formula(name)(_constant_of(attribute), sites, *operands))


class Printer:
    """A program as the text of a Python module, and the constants the text names."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.places: dict[int, int] = {}
        self.constants: dict[object, tuple[str, object]] = {}
        self.variables: dict[int, str] = {}
        self.copies: dict[int, str] = {}
        self.lines: list[str] = []
        self.depth = 0
        self.size = 0
        for field in program.fields:
            self.places[id(field)] = self.size
            self.size += 1 if field.length is None else field.length

    def text(self) -> str:
        """The whole module."""
        for function in self.program.functions:
            self._function(function)
        return "\n".join(self.lines) + "\n"

    def position(self) -> str:
        """The fields that make a position, as one expression."""
        parts: list[str] = []
        for field in self.program.fields:
            if field.position:
                place = self.places[id(field)]
                parts.append(f"*s[{place}:{place + (field.length or 1)}]")
        return f"({', '.join(parts)},)"

    def _line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def _function(self, function: Function) -> None:
        parameters = "".join(f", {self._name(value)}" for value in function.parameters)
        self.lines.append("")
        self._line(f"def f_{function.name}(s, m{parameters}):")
        self._block(function.body)

    def _block(self, block: Block) -> None:
        self.depth += 1
        for instruction in block:
            self._instruction(instruction)
        if not block:
            self._line("pass")
        self.depth -= 1

    def _name(self, value: Value) -> str:
        if value.constant is None:
            return f"v{value.number}"
        if value.kind == "bool":
            return str(bool(value.constant))
        if value.constant.bit_length() > 64:
            return self._constant(value.constant, value.constant)
        return str(value.constant) if value.constant >= 0 else f"({value.constant})"

    def _constant(self, key: object, value: object) -> str:
        if key not in self.constants:
            self.constants[key] = (f"c{len(self.constants)}", value)
        return self.constants[key][0]

    def _variable(self, variable: Variable) -> str:
        return self.variables.setdefault(id(variable), f"x{len(self.variables)}_{variable.name}")

    def _state(self, copy: Copy | None) -> str:
        return "s" if copy is None else self.copies.setdefault(id(copy), f"o{len(self.copies)}")

    def _entry(self, access: Access, index: str | None = None) -> str:
        place = self.places[id(access.field)]
        state = self._state(access.copy)
        return f"{state}[{place}]" if index is None else f"{state}[{place} + {index}]"

    def _instruction(self, step: Instruction) -> None:
        special = getattr(self, f"_print_{step.name}", None)
        names = [self._name(operand) for operand in step.operands]
        if special is not None:
            special(step, names)
            return
        attribute, entries, place = "", 0, 0
        if isinstance(step.attribute, Access):
            place = self.places[id(step.attribute.field)]
        elif step.attribute is not None:
            value = _constant_of(step.attribute)
            if isinstance(value, int):
                attribute = str(value)
            else:
                attribute = self._constant(step.attribute, value)
                entries = len(cast(Sequence[object], value))
        text = EXPRESSIONS[step.name].format(
            *names, a=attribute, n=self.program.sites, e=entries, at=place
        )
        self._result(step, text)

    def _result(self, step: Instruction, text: str) -> None:
        self._line(f"{self._name(step.result)} = {text}" if step.result is not None else text)

    def _print_read(self, step: Instruction, _: list[str]) -> None:
        self._result(step, self._entry(cast(Access, step.attribute)))

    def _guarded(self, access: Access, index: Value, name: str, otherwise: str) -> str:
        """The index itself where it is a constant in range, else a checked one."""
        length = access.field.length or 1
        if index.constant is not None and 0 <= index.constant < length:
            return name
        return f"({name} if 0 <= {name} < {length} else {otherwise})"

    def _print_read_at(self, step: Instruction, names: list[str]) -> None:
        access = cast(Access, step.attribute)
        index = self._guarded(access, step.operands[0], names[0], "0")
        self._result(step, self._entry(access, index))

    def _print_linked(self, step: Instruction, names: list[str]) -> None:
        link = cast(Link, step.attribute)
        index = self._guarded(link, step.operands[0], names[0], "0")
        start = EXPRESSIONS["single"].format(names[1], n=self.program.sites)
        shifts = self._constant(link.relation, shifts_of(link.relation))
        group = f"flood({start}, {self._entry(link, index)}, {shifts})"
        self._result(step, f"{group} & {names[2]} != 0")

    def _print_write(self, step: Instruction, names: list[str]) -> None:
        self._line(f"{self._entry(cast(Access, step.attribute))} = {names[0]}")

    def _print_write_at(self, step: Instruction, names: list[str]) -> None:
        access = cast(Access, step.attribute)
        length = access.field.length or 1
        index = step.operands[0]
        text = f"{self._entry(access, names[0])} = {names[1]}"
        if index.constant is None:
            self._line(f"if 0 <= {names[0]} < {length}:")
            self._line(f"    {text}")
        elif 0 <= index.constant < length:
            self._line(text)

    def _print_local(self, step: Instruction, names: list[str]) -> None:
        self._line(f"{self._variable(cast(Variable, step.attribute))} = {names[0]}")

    _print_set = _print_local

    def _print_get(self, step: Instruction, _: list[str]) -> None:
        self._result(step, self._variable(cast(Variable, step.attribute)))

    def _print_if(self, step: Instruction, names: list[str]) -> None:
        first, second = step.blocks
        self._line(f"if {names[0]}:" if first else f"if not {names[0]}:")
        self._block(first or second)
        if first and second:
            self._line("else:")
            self._block(second)

    def _print_loop(self, step: Instruction, names: list[str]) -> None:
        assert step.result is not None
        self._line(f"for {self._name(step.result)} in range(min({names[0]}, {step.attribute})):")
        self._block(step.blocks[0])

    def _print_each(self, step: Instruction, names: list[str]) -> None:
        assert step.result is not None
        site = self._name(step.result)
        self._line(f"r{site} = {names[0]}")
        self._line(f"while r{site}:")
        self._line(f"    {site} = (r{site} & -r{site}).bit_length() - 1")
        self._line(f"    r{site} &= r{site} - 1")
        self._block(step.blocks[0])

    def _print_leave(self, _: Instruction, __: list[str]) -> None:
        self._line("break")

    def _print_call(self, step: Instruction, names: list[str]) -> None:
        callee = cast(Callee, step.attribute)
        inputs = ", ".join([self._state(callee.copy), "m", *names])
        self._result(step, f"f_{callee.function.name}({inputs})")

    def _print_return(self, _: Instruction, names: list[str]) -> None:
        self._line(f"return {names[0]}")

    def _print_finish(self, _: Instruction, __: list[str]) -> None:
        self._line("return")

    def _print_snapshot(self, step: Instruction, _: list[str]) -> None:
        self._line(f"{self._state(cast(Copy, step.attribute))} = s[:]")
        self.depth -= 1
        self._block(step.blocks[0])
        self.depth += 1

    def _print_probe(self, step: Instruction, _: list[str]) -> None:
        number = len(self.lines)
        self._line(f"s{number}, m{number} = s, m")
        probe = cast(Probe, step.attribute)
        start = self._state(probe.copy)
        self._line(f"s = {start}[:]" if probe.keep else f"s, m = {start}[:], MoveList()")
        self.depth -= 1
        self._block(step.blocks[0])
        self.depth += 1
        self._line(f"s, m = s{number}, m{number}")

    def _print_offer(self, step: Instruction, names: list[str]) -> None:
        template = cast(Template, step.attribute)
        fixed = {"placing": PLACING, "nowhere": NOWHERE}
        origin = fixed.get(template.shape, names[0])
        if step.operands[2].constant != -1:
            assert template.origins is not None
            table = self._constant(template.origins, template.origins.entries)
            origin = f"({table}, {names[2]} * {self.program.sites})"
        self._line(f"m.append([{template.number}, {origin}, {names[1]}, {names[3]}])")

    def _print_clear_moves(self, _: Instruction, __: list[str]) -> None:
        self._line("m.clear()")

    def _print_sort_moves(self, _: Instruction, __: list[str]) -> None:
        kinds = [
            (one.shape, one.carried_way, _ways(one, self.program.sites))
            for one in self.program.templates
        ]
        self._line(f"sort_moves(m, {self._constant('kinds of moves', kinds)})")

    def _print_seen(self, step: Instruction, _: list[str]) -> None:
        self._result(step, f"{self.position()} in {self._entry(cast(Access, step.attribute))}")

    def _print_remember(self, step: Instruction, _: list[str]) -> None:
        entry = self._entry(cast(Access, step.attribute))
        self._line(f"{entry} = {entry} | {{{self.position()}}}")

    def _print_forget(self, step: Instruction, _: list[str]) -> None:
        self._line(f"{self._entry(cast(Access, step.attribute))} = frozenset()")


def _ways(template: Template, sites: int) -> dict[tuple[int, int], int]:
    """The way on which a move of a template goes, by its sites; none if it knows no ways."""
    if template.origins is None:
        return {}
    entries = enumerate(template.origins.entries[:-1])
    return {(origin, place % sites): place // sites for place, origin in entries if origin >= 0}


DEFINED = frozenset(EXPRESSIONS) | {
    name.removeprefix("_print_") for name in vars(Printer) if name.startswith("_print_")
}
NEEDED = {one.name for one in OPERATIONS.values() if one.name not in RULES or one.pure}
assert NEEDED == DEFINED, DEFINED ^ NEEDED


class Machine:
    """A program that can run: states are lists, moves packed integers."""

    name = "python"

    def __init__(self, program: Program) -> None:
        printer = Printer(program)
        self.program = program
        self.source = printer.text()
        self._places = printer.places
        self._always_legal = program.always_legal
        namespace = dict(HELPERS)
        namespace.update(printer.constants.values())
        exec(compile(self.source, f"<{program.name}>", "exec"), namespace)
        self._entries = {
            function.name: cast(Callable[..., Any], namespace[f"f_{function.name}"])
            for function in program.functions
        }

    def blank(self) -> State:
        """A state in which every field has its initial value."""
        state: State = []
        for field in self.program.fields:
            first = frozenset[object]() if field.kind == "history" else field.initial
            state.extend([first] * (1 if field.length is None else field.length))
        return state

    def get(self, state: State, field: Field, index: int = 0) -> int:
        """A field, or an entry of an array field; sets as bit masks."""
        return int(state[self._places[id(field)] + index])

    def put(self, state: State, field: Field, value: int, index: int = 0) -> None:
        """Change a field, or an entry of an array field, in place."""
        state[self._places[id(field)] + index] = value

    def run(self, name: str, state: State, *operands: int) -> Any:
        """Call a function of the program; the state is changed in place."""
        return self._entries[name](state, MoveList(), *operands)

    def legal(self, state: State) -> list[int]:
        """The packed legal moves, in the canonical order; none when the game is over."""
        if self.get(state, self._named["over"]):
            return []
        bundles = MoveList()
        self._entries["generate"](state[:], bundles)
        found = moves_of(bundles)
        if not self._always_legal:
            found = [move for move in found if self.run("allowed", state, move)]
        return found or [self.program.forced]

    @functools.cached_property
    def _named(self) -> dict[str, Field]:
        return {field.name: field for field in self.program.fields}

    def playouts(
        self,
        n: int,
        players: int,
        seed: int,
        threads: int,
        progress: Callable[[int], None] | None,
    ) -> tuple[list[int], list[list[int]]]:
        """Random games, one after another: plies, and the doubled rank of each seat."""
        lengths: list[int] = []
        ranks: list[list[int]] = []
        for number in range(n):
            state = self.begin(stream(seed, number))
            self.run("playout", state)
            lengths.append(self.get(state, self._named["moves"]))
            ranks.append(
                [self.get(state, self._named["rank"], 1 + seat) for seat in range(players)]
            )
            if "swapped" in self._named and self.get(state, self._named["swapped"]):
                ranks[-1][:2] = reversed(ranks[-1][:2])
            if progress is not None:
                progress(number + 1)
        return lengths, ranks

    def perft(
        self,
        state: State,
        depth: int,
        threads: int,
        memory: int,
        progress: Callable[[int], None] | None,
        *,
        turns: bool = False,
    ) -> int:
        """How many sequences of so many plies, or whole turns, there are."""
        if depth == 0:
            return 1
        legal = self.legal(state)
        if depth == 1 and not turns:
            return len(legal)
        total = 0
        for done, move in enumerate(legal, 1):
            following = state[:]
            self.run("apply", following, move)
            left = depth - (not turns or not self._same_turn(state, following))
            total += self.perft(following, left, 1, 0, None, turns=turns)
            if progress is not None:
                progress(done)
        return total

    def _same_turn(self, before: State, after: State) -> bool:
        """Whether the player who has moved moves again."""
        mover, over = self._named["mover"], self._named["over"]
        same = self.get(before, mover) == self.get(after, mover)
        return self.program.players > 1 and bool(same) and not self.get(after, over)

    def begin(self, random: int) -> State:
        """The first position, with chance as given."""
        state = self.blank()
        if "random" in self._named:
            self.put(state, self._named["random"], random)
        self.run("start", state)
        return state


def moves_of(bundles: Bundles) -> list[int]:
    """The packed moves of a list of bundles, in order."""
    return [
        move_at([bundle], index) for bundle in bundles for index in range(bundle[2].bit_count())
    ]
