"""The definition of the program: every operation as plain Python.

A program is printed as one Python module, one function for each of its functions. The state is
a list: each field takes one entry, each array field one for each of its entries; a set of sites
is an `int` with bit i for site i. The move list holds bundles `[template, from, targets, extra]`.
Slow and readable: what another back end computes must equal what this one does.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from types import CodeType
from typing import Any, cast

from interpreter.ir import schema
from interpreter.ir.meaning.bundles import NOWHERE, PLACING, MoveList, moves_of
from interpreter.ir.meaning.expressions import EXPRESSIONS, HELPERS, constant_of
from interpreter.ir.meaning.sites import shifts_of
from interpreter.ir.meaning.splitmix import stream
from interpreter.ir.operations import OPERATIONS, RULES
from interpreter.ir.program import (
    Access,
    Block,
    Callee,
    Copy,
    Field,
    Function,
    Instruction,
    Link,
    Probe,
    Program,
    Template,
    Variable,
    Watched,
    walk,
)
from interpreter.ir.schema import Part
from interpreter.ir.values import Value
from interpreter.targets.calls import joined_spans
from interpreter.targets.protocol import Starting

State = list[Any]


DEEPEST = 60
"""Blocks within blocks; Python's parser reads a hundred."""


class Printer:
    """A program as the text of a Python module, and the constants the text names."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.places: dict[int, int] = {}
        self.constants: dict[object, tuple[str, object]] = {}
        self.variables: dict[int, str] = {}
        self.copies: dict[int, str] = {}
        self.lines: list[str] = []
        self.hoisted: list[str] = []
        self.depth = self.base = 0
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
        self._body(function.body)

    def _body(self, block: Block) -> None:
        """The block of a Python function; those of its blocks that lie too deep stand before it."""
        saved, self.hoisted, self.base = (self.hoisted, self.base), [], self.depth
        start = len(self.lines)
        self._block(block)
        self.lines[start:start] = self.hoisted
        self.hoisted, self.base = saved

    def _block(self, block: Block) -> None:
        self.depth += 1
        if self.depth - self.base > DEEPEST and not _escapes(block):
            self._hoist(block)
        else:
            before = len(self.lines)
            for instruction in block:
                self._instruction(instruction)
            if len(self.lines) == before:  # what is written outside of an array is nothing
                self._line("pass")
        self.depth -= 1

    def _hoist(self, block: Block) -> None:
        """Write a block as a function within the present one: Python's own are not that deep."""
        name = f"deep{len(self.hoisted)}"
        self._line(f"{name}(s, m)")
        saved, self.lines = (self.lines, self.depth), []
        self.depth = self.base + 1
        self._line(f"def {name}(s, m):")
        own = {step.attribute for step in walk(block) if step.name == "local"}
        outer = {step.attribute for step in walk(block) if step.name == "set"} - own
        names = sorted(self._variable(cast(Variable, one)) for one in outer)
        if names:
            self._line(f"    nonlocal {', '.join(names)}")
        self._body(block)
        written, (self.lines, self.depth) = self.lines, saved
        self.hoisted += written

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
        elif not isinstance(step.attribute, Template | None):
            value = constant_of(step.attribute)
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

    def _print_total_at(self, step: Instruction, names: list[str]) -> None:
        self._result(step, f"total_at({names[0]}, {self._entries(step)})")

    def _print_between_at(self, step: Instruction, names: list[str]) -> None:
        self._result(step, f"between_at({names[0]}, {self._entries(step)}, {names[2]}, {names[3]})")

    def _entries(self, step: Instruction) -> str:
        """The entries of an array from that of the first site on."""
        access, behind = cast(Access, step.attribute), step.operands[1].constant
        assert behind is not None
        first = self.places[id(access.field)] + behind
        return f"{self._state(access.copy)}[{first}:{first + self.program.sites}]"

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

    def _print_attempt(self, step: Instruction, _: list[str]) -> None:
        number = len(self.lines)
        self._line(f"s{number} = s[:]")
        self.depth -= 1
        self._block(step.blocks[0])
        self.depth += 1
        self._line(f"if not {self._variable(cast(Variable, step.attribute))}: s[:] = s{number}")

    def _print_offer(self, step: Instruction, names: list[str]) -> None:
        template = cast(Template, step.attribute)
        fixed = {"placing": PLACING, "nowhere": NOWHERE}
        start = f"({names[0]} if 0 <= {names[0]} < {self.program.sites} else -1)"
        origin = fixed.get(template.shape, start)
        if step.operands[2].constant != -1:
            assert template.origins is not None
            table = self._constant(template.origins, template.origins.entries)
            origin = f"({table}, {names[2]} * {self.program.sites})"
        self._line(f"m.append([{template.number}, {origin}, {names[1]}, {names[3]}])")

    def _print_watch(self, step: Instruction, names: list[str]) -> None:
        number = cast(Watched, step.attribute).number
        self._result(step, f"watch[0]({number}, {', '.join(names)})")

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
        self._line(f"{entry} = (*{entry}, {self.position()})")

    def _print_forget(self, step: Instruction, _: list[str]) -> None:
        self._line(f"{self._entry(cast(Access, step.attribute))} = ()")

    def _print_cycled(self, step: Instruction, names: list[str]) -> None:
        entry = self._entry(cast(Access, step.attribute))
        self._result(step, f"cycled({entry}, {names[0]})")


def _escapes(block: Block) -> bool:
    """Whether a block leaves a loop around it, or the function."""
    return any(one.name in ("return", "finish") for one in walk(block)) or _leaves(block)


def _leaves(block: Block) -> bool:
    """Whether a block leaves a loop around it."""
    inner = (part for one in block if one.name not in ("loop", "each") for part in one.blocks)
    return any(one.name == "leave" for one in block) or any(map(_leaves, inner))


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


Watcher = Callable[[int, int, int, int, int], int]
"""Is told a clause's number, its answer, and three sites; gives the answer to go on with."""


def unwatched(number: int, answer: int, origin: int, target: int, other: int) -> int:
    """Nobody watches."""
    del number, origin, target, other
    return answer


def _compiled(source: str, name: str) -> CodeType:
    """The code of a program that is written in Python.

    Raises:
        RecursionError: it is nested deeper than Python can read
    """
    try:
        return compile(source, f"<{name}>", "exec")
    except SyntaxError as error:
        if "nested" not in error.msg:
            raise
        raise RecursionError(error.msg) from None  # at most twenty loops in each other


class Machine(Starting):
    """A program that can run: states are lists, moves packed integers.

    Args:
        draw: what falls instead of chance, given the state, the place of its random number there,
            and the number of outcomes
    """

    name = "python"

    def __init__(
        self, program: Program, draw: Callable[[State, int, int], int] | None = None
    ) -> None:
        printer = Printer(program)
        self._program = program
        self.source = printer.text()
        self._places = printer.places
        self._always_legal = program.always_legal
        self._watcher: list[Watcher] = [unwatched]
        namespace: dict[str, Any] = {**HELPERS, "watch": self._watcher}
        namespace.update(printer.constants.values())
        if draw is not None:
            namespace["draw"] = draw
        exec(_compiled(self.source, program.name), namespace)
        self._entries = {
            function.name: cast(Callable[..., Any], namespace[f"f_{function.name}"])
            for function in program.functions
        }

    @property
    def program(self) -> Program:
        """The program that runs."""
        return self._program

    def blank(self) -> State:
        """A state in which every field has its initial value."""
        state: State = []
        for field in self.program.fields:
            first = () if field.kind == "history" else field.initial
            state.extend([first] * (1 if field.length is None else field.length))
        return state

    def get(self, state: State, field: Field, index: int = 0) -> int:
        """A field, or an entry of an array field; sets as bit masks."""
        return int(state[self._places[id(field)] + index])

    def put(self, state: State, field: Field, value: int, index: int = 0) -> None:
        """Change a field, or an entry of an array field, in place."""
        state[self._places[id(field)] + index] = value

    def spans(self, fields: Sequence[Field]) -> list[slice]:
        """Where in a state these fields lie, and nothing else."""
        places = [(self._places[id(field)], field.length or 1) for field in fields]
        return joined_spans((start, start + size) for start, size in places)

    def past(self, state: State) -> tuple[str, ...]:
        """The positions that are remembered: what each part of them holds, as numbers."""
        place = self._history()
        known = state[place] if place is not None else ()
        return tuple(".".join(f"{part:x}" for part in one) for one in known)

    def put_past(self, state: State, words: Sequence[str]) -> None:
        """Remember these positions, and no others, in place."""
        place = self._history()
        parts = sum(one.length or 1 for one in self.program.fields if one.position)
        known = [tuple(int(part, 16) for part in word.split(".")) for word in words]
        wrong = [word for word, one in zip(words, known, strict=True) if len(one) != parts]
        if wrong or (words and place is None):
            raise ValueError(f"no position of this game as Python has it: {(wrong or words)[0]}")
        if place is not None:
            state[place] = tuple(known)

    def _history(self) -> int | None:
        """Where a state holds the positions that are remembered."""
        field = self.program.part(schema.HISTORY)
        return None if field is None else self._places[id(field)]

    @contextmanager
    def watched_by(self, watcher: Watcher) -> Generator[None]:
        """Tell somebody what every watched clause answers, and go on with what he says."""
        saved, self._watcher[0] = self._watcher[0], watcher
        try:
            yield
        finally:
            self._watcher[0] = saved

    def run(self, name: str, state: State, *operands: int) -> Any:
        """Call a function of the program; the state is changed in place."""
        return self._entries[name](state, MoveList(), *operands)

    def offered(self, state: State) -> list[int]:
        """The packed moves that the rules give, whether or not a condition behind them fails."""
        bundles = MoveList()
        self._entries["generate"](state[:], bundles)
        return moves_of(bundles)

    def legal(self, state: State) -> list[int]:
        """The packed legal moves, in the canonical order; none when the game is over."""
        if self._held(state, schema.OVER):
            return []
        bundles = MoveList()
        looked_at = state[:]
        self._entries["generate"](looked_at, bundles)
        left = self.program.part(schema.TOLD_LEFT)
        if left is not None:
            self.put(state, left, self.get(looked_at, left))
        found = moves_of(bundles)
        if not self._always_legal:
            found = [move for move in found if self.run("allowed", state, move)]
        return found or [self.program.forced]

    def _held(self, state: State, part: Part, index: int = 0) -> int:
        """A part of a state; 0 if the program has no such part."""
        field = self.program.part(part)
        return self.get(state, field, index) if field is not None else 0

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
            lengths.append(self._held(state, schema.MOVES))
            ranks.append([self._held(state, schema.RANK, 1 + seat) for seat in range(players)])
            if self._held(state, schema.SWAPPED):
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
        same = self._held(before, schema.MOVER) == self._held(after, schema.MOVER)
        return self.program.players > 1 and same and not self._held(after, schema.OVER)
