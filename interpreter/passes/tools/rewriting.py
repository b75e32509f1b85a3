"""Writing a function once more, with rules that put something better in place of an instruction.

Instructions are taken one by one from the outside in. A rule may answer for one of them; else it
is written again as it was. What was computed before is not computed again, and what stays the same
from round to round moves out of its loop.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Hashable, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, TypeVar, cast

from interpreter.ir import schema
from interpreter.ir.analysis.accesses import STORES
from interpreter.ir.emit import ZERO
from interpreter.ir.meaning.fold import fold
from interpreter.ir.operations import OPERATIONS
from interpreter.ir.program import (
    Access,
    Block,
    Callee,
    Copy,
    Field,
    Function,
    Instruction,
    Program,
    Template,
    Variable,
    walk,
)
from interpreter.ir.values import CLASSES, Bool, Int, Kind, Sites, Value
from interpreter.passes.tools.ends import Ends
from interpreter.passes.tools.knowing import Knowing
from interpreter.passes.tools.supposed import suppose

R = TypeVar("R")
Rule = Callable[["Rewriter", Instruction], Value | None]
"""What stands for an instruction from now on; None if the rule does not apply."""

KnownRule = Callable[..., Value | None]
"""What a pure operation gives, where that is known beforehand; it takes attribute and operands."""
NONE_KNOWN: Mapping[str, Sequence[KnownRule]] = {}

READS = frozenset(("read", "read_at", "what"))
WRITES = frozenset(("write", "write_at", "put", "random", "remember", "forget"))
# What may change the state or a variable by itself, and what is changed by anything else.
CHANGES = WRITES | {"set", "call"}
NOTHING: Set[object] = frozenset()
# What is done on a copy of the state that is dropped.
ON_COPIES = frozenset(("probe", "after"))
# A loop around these may be left, or they have an order of their own.
ACTS = WRITES | {"call", "offer", "clear_moves", "take", "arrange", "sort_moves", "leave", "return"}
# So many instructions of a program may be there because others are written several times: beyond, a
# program takes longer to compile than what this gains in most of what is done with it.
MOST_REPEATED = 6000
DONE = ZERO
"""What a rule answers for an instruction that gives nothing."""


# What stands where is told by several fields, which change together.
PIECES = "pieces"


def _about(field: Field) -> object:
    """What changes together with a field."""
    part = field.part
    pieces = part is schema.PLACED or part is schema.OWNED or part is schema.WHAT
    return PIECES if pieces else field


def acts(block: Block) -> bool:
    """Whether a block changes the state or the list of moves, or can be left."""
    for step in block:
        if step.name in ACTS:
            return True
        for inner in step.blocks:
            if acts(inner):
                return True
    return False


Sited = tuple[set[Value], dict[Value, Sites], list[Value], set[frozenset[Value]],
              dict[tuple[str, Value, Value], bool], dict[Value, tuple[int, int]]]  # fmt: skip
"""Of a rewriter `surely`, `found_in`, `places`, `apart`, `proven` and `told`."""


@dataclass(slots=True)
class Scope:
    """An open block.

    Args:
        rounds: it is run again and again, and changes nothing that is read in it
        fresh: what became known in it
        noted: the keys of what was remembered in it
        before: what was known of sites before it, if more is known in it
    """

    block: Block
    rounds: bool = False
    fresh: list[object] = field(default_factory=list[object])
    noted: list[Hashable] = field(default_factory=list[Hashable])
    before: Sited | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """What is known of the parameters of a function.

    Args:
        sites: those that are surely sites
        ends: what is known of those of moves
    """

    sites: Sequence[Value] = ()
    ends: Ends = field(default_factory=Ends)


class Rewriter(Knowing):
    """Rewrites the functions of a program.

    Args:
        rules: by operation, what may stand for an instruction, asked in this order
        foreseen: by pure operation, what it gives where that is known beforehand
    """

    def __init__(
        self,
        program: Program,
        rules: Mapping[str, Sequence[Rule]],
        foreseen: Mapping[str, Sequence[KnownRule]] = NONE_KNOWN,
    ) -> None:
        super().__init__(program)
        self.rules, self.foreseen = rules, foreseen
        self._writes: dict[Function, Set[object]] = {}
        self._inside: dict[Instruction, Set[object]] = {}
        # Functions that stand where they are called; those that stand in `playout`.
        self.inlined: Set[Function] = frozenset()
        self.shown: Set[Function] = frozenset()
        # What is known of their parameters.
        self.given: Mapping[Function, Given] = {}
        # The functions that have been rewritten, as they were.
        self.before: dict[Function, Block] = {}
        # How many instructions may still be written several times.
        self.room = MOST_REPEATED
        self._start()

    def _start(self) -> None:
        self.know_nothing()
        self.instead: dict[Value, Value] = {}
        # What becomes of moves of a template, if not what usually does.
        self.collecting: dict[Template, Callable[[Int, Sites], object]] = {}
        self.depth: dict[Value, int] = {}
        # The function's parameters of which it is known in which sets they lie.
        self.places: list[Value] = []
        # Pairs of sites that are never the same.
        self.apart: set[frozenset[Value]] = set()
        # The kinds of pieces that stand on sites, each with the version of what stands where.
        self.stands: dict[Value, list[tuple[object, Value]]] = {}
        # The versions of the state that entries were read from.
        self.versions: dict[Value, object] = {}
        # How many more pairs of sets may be looked at; what was asked of two sets, and the answer.
        self.effort = 0
        self.proven: dict[tuple[str, Value, Value], bool] = {}
        # Whether it is only asked if there are any of the moves that are made.
        self.asking = False
        # The values that the blocks of instructions use, and whether they make moves.
        self.uses: dict[Instruction, tuple[Collection[Value], bool]] = {}
        self.scopes: list[Scope] = []
        self.known: dict[object, Value] = {}
        # What passes remember, as long as the block is open in which it was made.
        self.noted: dict[Hashable, Any] = {}
        # How each part of the state is now, and was when copies of it were taken: numbers, another
        # one whenever it may have changed.
        self.now: dict[object, int] = {}
        self.copied: dict[Copy, dict[object, int]] = {}
        self._versions = 0

    def function_anew(self, function: Function) -> None:
        """Rewrite a function in place."""
        self._start()
        self.function = function
        with self.scope() as block:
            self.enter(function, function.parameters)
            self.rewrite(function.body)
        self.before[function] = function.body
        function.body = block

    def enter(self, function: Function, operands: Sequence[Value]) -> None:
        """Know of values what is known of the parameters that they are given for.

        That holds to the end of the block: where it is not run, they may be anything.
        """
        given = self.given.get(function)
        if given is None:
            return
        self.learn()
        pairs = zip(function.parameters, operands, strict=True)
        of = {one: value for one, value in pairs if value.constant is None}
        sites = [of[one] for one in given.sites if one in of]
        for parameter, place in given.ends.places.items():
            if parameter in of:
                self.found_in[of[parameter]] = place.read(self)
                sites.append(of[parameter])
        self.surely.update(sites)
        self.places += dict.fromkeys(sites)
        if given.ends.apart:
            self.apart.add(frozenset(operands[:2]))

    def learn(self) -> None:
        """More is about to be known in the open block; behind it, it is forgotten."""
        scope = self.scopes[-1]
        if scope.before is None:
            sites = set(self.surely), dict(self.found_in), [*self.places], set(self.apart)
            scope.before = *sites, dict(self.proven), dict(self.told)

    # Reading the function as it was

    def affords(self, step: Instruction, times: int) -> bool:
        """Whether the block of an instruction may be written so many times; it is counted then."""
        more = (times - 1) * sum(1 for _ in walk(step.blocks[0]))
        if more > self.room:
            return False
        self.room -= more
        return True

    def may_ask(self, block: Block, sites: Sites) -> bool:
        """Whether a block about the one site of a set may be run without asking if there is one."""
        return not acts(block) or self.surely_one(sites)

    def rewrite(self, block: Block) -> None:
        """Write a block's instructions into the open block."""
        for step in block:
            self.step(step)

    def answer(self, block: Block) -> Value:
        """Write a block that yields; what it yields."""
        self.rewrite(block[:-1])
        return self.value(block[-1].operands[0])

    def value(self, value: Value) -> Value:
        """What stands for a value now."""
        return self.instead.get(value, value)

    def step(self, step: Instruction) -> None:
        """Write an instruction, or what a rule puts in its place."""
        operands, result = step.operands, step.result
        if operands:
            instead = self.instead
            operands = tuple([instead.get(one, one) for one in operands])
        if step.blocks or step.name in self.rules or isinstance(step.attribute, Variable):
            made = Instruction(step.name, operands, result, step.attribute, step.blocks, step.given)
            self.put(made)
            return
        kind = "none" if result is None else result.kind
        found = self.emit(step.name, *operands, kind=kind, attribute=step.attribute)
        if result is not None:
            self.instead[result] = found

    def put(self, step: Instruction) -> None:
        """Write an instruction whose operands are what they are now."""
        for rule in self.rules.get(step.name, ()):
            found = rule(self, step)
            if found is not None:
                break
        else:
            found = self.again(step)
        if step.result is not None:
            self.instead[step.result] = found

    def again(self, step: Instruction) -> Value:
        """Write an instruction as it was, with what stands for its operands and blocks now."""
        name, operands = step.name, step.operands
        if not step.blocks:
            kind = "none" if step.result is None else step.result.kind
            if isinstance(step.attribute, Variable):
                return self._variable(step, kind)
            return self.emit(name, *operands, kind=kind, attribute=step.attribute)
        if name == "if":
            return self._if(step)
        if name in ("each", "loop"):
            return self.loop_again(step)
        given = tuple(self.fresh(one.kind) for one in step.given)
        self.instead |= dict(zip(step.given, given, strict=True))
        variables = {one for one in self.written(step.blocks) if isinstance(one, Variable)}
        self._changed(variables)
        kinds: list[dict[Value, Value]] = []
        blocks = tuple(self._block_again(step, inner, given, kinds) for inner in step.blocks)
        made = Instruction(name, operands, None, step.attribute, blocks, given)
        if step.result is not None:
            made.result = self.fresh(step.result.kind)
        self._append(made)
        # A snapshot has told of each change as it was written.
        self._changed(variables if name == "snapshot" else self._written_in(made))
        self._stands(kinds)
        return made.result or DONE

    def _block_again(
        self, step: Instruction, inner: Block, given: tuple[Value, ...],
        kinds: list[dict[Value, Value]],
    ) -> Block:  # fmt: skip
        """Write a block of an instruction; adds to the kinds known at the ends of blocks."""
        name = step.name
        with self.scope(rounds=name in ("where", "across", "gather", "walk")) as block:
            for one in given:
                self.depth[one] = len(self.scopes) - 1
            if name in ("where", "gather"):
                self.found_in[given[0]] = cast(Sites, step.operands[0])
            if name != "across":
                self.surely |= set(given[:1])
            before = dict(self.now)
            if name == "snapshot":
                self.copied[cast(Copy, step.attribute)] = before
            if name in ON_COPIES:
                self._changed(self.written(step.blocks))
            self.rewrite(inner)
            if name == "snapshot":
                kinds.append(self._kinds())
            else:
                self.now = before
        return block

    def _if(self, step: Instruction) -> Value:
        yes, no = (lambda: self.rewrite(step.blocks[0])), (lambda: self.rewrite(step.blocks[1]))
        self.if_(cast(Bool, step.operands[0]), yes, no)
        return DONE

    def if_(
        self, condition: Bool, yes: Callable[[], object], no: Callable[[], object] | None = None
    ) -> None:
        """Write one of two blocks; a constant condition leaves only its block.

        A block that cannot be written leaves nothing behind.
        """
        condition = self.decided.get(condition, condition)
        if condition.constant is not None:
            super().if_(condition, yes, no)
            return
        blocks: list[Block] = []
        before, decided = self.now, self.decided
        kinds: list[dict[Value, Value]] = []
        try:
            for inner, holds in ((yes, True), (no, False)):
                self.now, self.decided = dict(before), dict(decided)
                with self.scope() as block:
                    suppose(self, condition, holds=holds)
                    if inner is not None:
                        inner()
                    kinds.append(self._kinds())
                blocks.append(block)
        finally:
            self.now, self.decided = before, decided
        if any(blocks):
            made = Instruction("if", (condition,), None, None, tuple(blocks))
            self._append(made)
            self._changed(self.written(made.blocks))
            self._stands(kinds)

    def _kinds(self) -> dict[Value, Value]:
        """Which kinds of pieces are known to stand on the sites that are parameters."""
        if not self.places:
            return {}
        access = Access(self.parts[schema.PLACED])
        found = ((site, self.kind_on(site, access)) for site in self.places)
        return {site: kind for site, kind in found if kind is not None}

    def kind_on(self, site: Value, access: Access) -> Value | None:
        """The kind of piece on a site, if it is known."""
        rules = self.foreseen.get("kind_on", ())
        return next((kind for rule in rules if (kind := rule(self, site, access))), None)

    def _stands(self, several: Sequence[dict[Value, Value]]) -> None:
        """What stands on sites behind an instruction, if it does at the ends of all its blocks."""
        if not several or not several[0]:
            return
        access = Access(self.parts[schema.PLACED])
        for site, kind in several[0].items():
            here = len(self.scopes) > self.depth.get(kind, 0) or kind.constant is not None
            if here and all(other.get(site) == kind for other in several[1:]):
                self.stands.setdefault(site, []).append((self.version_of(access), kind))

    def loop_again(self, step: Instruction, body: Callable[[], object] | None = None) -> Value:
        """Write a loop again, its block with what stands for it now.

        Args:
            body: what writes the block, if not as it was
        """
        assert step.result is not None
        acting = acts(step.blocks[0])
        written = self.written(step.blocks)
        self._changed(written)
        index = self.fresh("int")
        self.instead[step.result] = index
        with self.scope(rounds=not acting) as block:
            self.depth[index] = len(self.scopes) - 1
            if step.name == "each":
                self.surely.add(index)
                self.found_in[index] = cast(Sites, step.operands[0])
            if body is None:
                self.rewrite(step.blocks[0])
            else:
                body()
        if block:
            self._append(Instruction(step.name, step.operands, index, step.attribute, (block,)))
        self._changed(written)
        return index

    def _variable(self, step: Instruction, kind: Kind | None) -> Value:
        """What a variable holds is known until it is set where that is not sure to happen."""
        key = ("variable", step.attribute)
        if step.name == "get":
            if key in self.known:
                return self.known[key]
            return self._note(key, super().emit("get", kind=kind, attribute=step.attribute))
        super().emit(step.name, *step.operands, attribute=step.attribute)
        self._note(key, step.operands[0])
        return DONE

    def _note(self, key: object, value: Value) -> Value:
        # What held before comes back with the end of the block, and is forgotten then.
        self.known[key] = value
        self.scopes[-1].fresh.append(key)
        return value

    def remembered(self, key: Hashable, make: Callable[[], R]) -> R:
        """What was made before, in this block or one around it, or is made now."""
        found = self.noted.get(key)
        if found is None:
            found = self.noted[key] = make()
            self.scopes[-1].noted.append(key)
        return found

    @contextmanager
    def known_to_be(self, value: Value, constant: Value) -> Generator[None]:
        """Where a value that was read from the state is known to be a constant."""
        before = {old: new for old, new in self.instead.items() if new == value}
        made = self.made[value]
        access = cast(Access, made.attribute)
        key = (made.name, access.field, self.version_of(access), made.operands)
        held = self.known.get(key)
        self.instead |= dict.fromkeys(before, constant)
        self.known[key] = constant
        yield
        self.instead |= before
        self.known.pop(key, None)
        if held is not None:
            self.known[key] = held

    # Writing it

    @contextmanager
    def scope(self, *, rounds: bool = False) -> Generator[Block]:
        """A fresh block; instructions go into it.

        Args:
            rounds: what does not depend on values of the block goes before it
        """
        outer, self.block = self.block, []
        scope = Scope(self.block, rounds)
        self.scopes.append(scope)
        before = {site: len(several) for site, several in self.stands.items()}
        try:
            yield scope.block
        finally:
            self.scopes.pop()
            for site, several in self.stands.items():
                del several[before.get(site, 0) :]
            for key in scope.fresh:
                self.known.pop(key, None)
            for key in scope.noted:
                self.noted.pop(key, None)
            if scope.before is not None:
                (self.surely, self.found_in, self.places, self.apart, self.proven,
                 self.told) = scope.before  # fmt: skip
            self.block = outer

    @contextmanager
    def open(self) -> Generator[Block]:
        """A fresh block; instructions go into it."""
        with self.scope() as block:
            yield block

    def take_over(self, block: Block) -> None:
        """Write what was written in a block of its own into the open one."""
        for step in block:
            if step.result is not None:
                self.depth[step.result] = len(self.scopes) - 1
            self.block.append(step)

    def fresh(self, kind: Kind) -> Value:
        """A new value of the function that is open."""
        value = super().fresh(kind)
        self.depth[value] = len(self.scopes) - 1
        return value

    def emit(
        self,
        name: str,
        *operands: Value,
        kind: Kind | None = None,
        attribute: object = None,
        blocks: tuple[Block, ...] = (),
    ) -> Value:
        """Append an instruction, or give what is known already."""
        operation = OPERATIONS[name]
        version: object = 0
        if operation.pure:
            key: object = (name, attribute, operands)
            known = self._computed(key, name, operands, attribute)
            if known is not None:
                return known
        elif name in READS and isinstance(attribute, Access):
            version = self.version_of(attribute)
            key = (name, attribute.field, version, operands)
            known = self.known.get(key)
            if known is not None:
                return known
        else:
            made = super().emit(name, *operands, kind=kind, attribute=attribute, blocks=blocks)
            if name in WRITES or isinstance(attribute, Callee):
                self._acted(name, operands, attribute)
            return made
        result = kind or operation.result
        assert result not in ("?", "none")
        level = self._level(operands)
        function = self.function
        function.values += 1
        value = CLASSES[result](function.values)
        self.depth[value] = level
        scope = self.scopes[level]
        made = Instruction(name, operands, value, attribute)
        self.made[value] = made
        if not scope.block or scope.block[-1].name not in ("leave", "return", "finish"):
            scope.block.append(made)
        if name in ("read_at", "what"):
            self.versions[value] = version
        self.known[key] = value
        scope.fresh.append(key)
        return value

    def _computed(
        self, key: object, name: str, operands: tuple[Value, ...], attribute: object
    ) -> Value | None:
        """What a pure operation gives, where that is known already or beforehand."""
        known = self.known.get(key)
        if known is None:
            known = self.foresee(name, operands, attribute)
            if known is None:
                return None
            self._note(key, known)
            if name in ("lt", "le") and known.constant is None:
                left, right = operands
                self.compared[known] = name, left, right
        return self.decided.get(known, known)

    def _acted(self, name: str, operands: tuple[Value, ...], attribute: object) -> None:
        """The state has changed; what was written is what is read from now on."""
        self._changed(self._written_in(self.block[-1]))
        if name not in STORES or not isinstance(attribute, Access):
            return
        field, version = attribute.field, self.version_of(attribute)
        if name == "write" or self.is_entry(field, operands[0]):
            read = "read" if name == "write" else "read_at"
            self._note((read, field, version, operands[:-1]), operands[-1])

    def foresee(
        self, name: str, operands: tuple[Value, ...], attribute: object = None
    ) -> Value | None:
        """What a pure operation gives, where that is known beforehand."""
        known = fold(name, operands, attribute, self.site_count)
        if known is None and name in ("eq", "ne", "lt", "le"):
            known = self._compared(name, *operands)
        about = () if attribute is None else (attribute,)
        for rule in self.foreseen.get(name, ()) if known is None else ():
            known = rule(self, *about, *operands)
            if known is not None:
                break
        return known

    def _level(self, operands: Sequence[Value]) -> int:
        """How far out an instruction can go: behind its operands, out of loops alone."""
        here = len(self.scopes) - 1
        if not self.scopes[here].rounds:
            return here
        depth = self.depth
        lowest = max([depth.get(one, 0) for one in operands if one.constant is None], default=0)
        while here > lowest and self.scopes[here].rounds:
            here -= 1
        return here

    def version_of(self, access: Access) -> object:
        """Which version of a field is read: that of a copy is the version that was copied."""
        about = _about(access.field)
        if access.copy is None:
            return self.now.get(about, 0)
        copied = self.copied.get(access.copy)
        return access.copy if copied is None else copied.get(about, 0)

    def _changed(self, written: Set[object]) -> None:
        """What was read of some parts of the state before may have changed."""
        for one in written:
            if isinstance(one, Variable):
                self.known.pop(("variable", one), None)
                continue
            self._versions += 1
            self.now[one] = self._versions

    def written(self, blocks: Sequence[Sequence[Instruction]]) -> Set[object]:
        """The parts of the state and the variables that blocks may write, with what they call."""
        found: set[object] = set()
        for step in chain.from_iterable(blocks):
            more = self._written_in(step)
            if more:
                found |= more
        return found

    def _written_in(self, step: Instruction) -> Set[object]:
        if not step.blocks and step.name not in CHANGES:
            return NOTHING
        known = self._inside.get(step)
        if known is not None:
            return known
        found = set(self.written(step.blocks)) if step.blocks else set[object]()
        attribute = step.attribute
        if step.name in WRITES and isinstance(attribute, Access):
            found.add(_about(attribute.field))
        elif step.name == "set":
            found.add(attribute)
        elif step.name == "put":
            found.add(PIECES)
        elif isinstance(attribute, Callee):
            found |= self._written_by(attribute.function)
        if step.name in ON_COPIES:
            found = {one for one in found if isinstance(one, Variable)}
        self._inside[step] = found
        return found

    def _written_by(self, function: Function) -> Set[object]:
        if function not in self._writes:
            self._writes[function] = set()  # of a function that calls itself, what else it writes
            self._writes[function] = self.written((function.body,))
            if function.recursive:
                for step in walk(function.body):
                    self._inside.pop(step, None)
        return self._writes[function]
