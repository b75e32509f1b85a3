"""What a loop does to its sites, to each by itself, is done to all of them at once.

Pieces that are captured are taken off one after another, as the rules say it: each site leaves the
sets of the pieces and joins the empty ones. Where a round looks at its own site only, and changes
sets at that site only, no round is of matter to another. Then what it asks of its site is asked of
all sites, as the set of those of which it is true, and the sets lose and gain all of them together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, cast

from interpreter.ir.analysis.accesses import STORES
from interpreter.ir.emit import NOWHERE, Emitter
from interpreter.ir.operations import OPERATIONS
from interpreter.ir.program import Access, Block, Field, Instruction, Program, walk
from interpreter.ir.values import Bool, Int, Sites, Value

Entry = tuple[Field, Int | None]
"""A field with a set, or an entry of an array of sets with its number."""


def sweep(program: Program) -> None:
    """Do at once what loops do to one site after another, in place."""
    for function in program.functions:
        if any(step.name == "each" for step in walk(function.body)):
            _look(Emitter.into(function, program.sites), function.body)


def _look(b: Emitter, block: Block) -> None:
    for place, step in enumerate(block):
        for inner in step.blocks:
            _look(b, inner)
        if step.name == "each":
            found = _at_once(b, step)
            if found is not None:
                block[place : place + 1] = found


def _at_once(b: Emitter, loop: Instruction) -> Block | None:
    """What stands for a loop; None where a round is of matter to others."""
    written = {
        cast(Access, step.attribute).field for step in walk(loop.blocks[0]) if step.name in STORES
    }
    if not written or any(field.kind != "sites" for field in written):
        return None
    sites = cast(Sites, loop.operands[0])
    rounds = _Rounds(b, cast(Int, loop.result), sites, written)
    with b.open() as found:
        try:
            b.if_(b.negate(b.is_empty(sites)), lambda: rounds.block(loop.blocks[0]))
        except _OfMatterError:
            return None
    return found


class _OfMatterError(Exception):
    """What a round does is of matter to other rounds, or is not known to be of none."""


@dataclass(frozen=True)
class _Held:
    """What a value of a round is, for all rounds at once.

    A set is one at the sites of all rounds, each of which has made its own.

    Args:
        kind: `alone` for a set without any site but that of its round; `true` and `false` for the
            sites of the rounds in which something is so; `entry` for what a field has, but for the
            site; `other` for other sets
        mask: the sites of the rounds that it was made in
        entry: which field
        changes: how often fields had been changed when it was read
        read: it is as it was read
    """

    kind: Literal["alone", "true", "false", "entry", "other"]
    sites: Sites
    mask: Sites
    entry: Entry | None = None
    changes: int = 0
    read: bool = False


class _Rounds:
    """Writes all rounds of a loop at once.

    Args:
        site: the site of a round
        mask: the sites of all rounds; inside a way, of those that go it
        written: the fields that rounds change
    """

    def __init__(self, b: Emitter, site: Int, mask: Sites, written: set[Field]) -> None:
        self.b, self.site, self.mask, self.written = b, site, mask, written
        # What has a value of its own in each round, and what has the same in all.
        self.own: dict[Value, _Held] = {}
        self.alike: dict[Value, Value] = {}
        self.changes = 0

    def block(self, block: Block) -> None:
        """Write a block.

        Raises:
            _OfMatterError: a round is of matter to others
        """
        for step in block:
            if step.name == "if":
                self._ways(step)
            elif step.name in STORES:
                self._write(step)
            elif step.name in ("read", "read_at"):
                self._read(step)
            elif step.name == "get":  # nothing sets variables
                self._copy(step)
            elif step.blocks or not OPERATIONS[step.name].pure or step.result is None:
                raise _OfMatterError
            elif step.name == "single" and step.operands[0] == self.site:
                self.own[step.result] = _Held("alone", self.mask, self.mask)
            elif any(one in self.own or one == self.site for one in step.operands):
                self.own[step.result] = self._of_own(step)
            else:
                self._copy(step)

    def _copy(self, step: Instruction) -> None:
        """What is the same in all rounds."""
        assert step.result is not None
        operands = map(self._same, step.operands)
        self.alike[step.result] = self.b.emit(
            step.name, *operands, kind=step.result.kind, attribute=step.attribute
        )

    def _same(self, value: Value) -> Value:
        """A value that all rounds have in common."""
        if value == self.site or value in self.own:
            raise _OfMatterError
        return self.alike.get(value, value)

    # Fields

    def _entry(self, step: Instruction) -> Entry:
        index = step.operands[0] if step.name in ("read_at", "write_at") else None
        return cast(Access, step.attribute).field, cast(Int | None, index and self._same(index))

    def _read(self, step: Instruction) -> None:
        access = cast(Access, step.attribute)
        if access.field not in self.written or access.copy is not None:
            self._copy(step)
            return
        assert step.result is not None
        entry = self._entry(step)
        sites = cast(Sites, self.b.read(*entry))
        self.own[step.result] = _Held("entry", sites, self.mask, entry, self.changes, read=True)

    def _write(self, step: Instruction) -> None:
        entry, held = self._entry(step), self.own.get(step.operands[-1])
        if held is None or held.entry != entry:
            raise _OfMatterError
        sites = held.sites
        made_here = held.read or held.mask == self.mask
        if not made_here or held.changes != self.changes:
            # The other sites are as they are now.
            others = self.b.minus(self.b.read_sites(*entry), without=self.mask)
            sites = self.b.union(others, self.b.intersect(sites, self.mask))
        field, index = entry
        self.b.write(field, sites, index)
        self.changes += 1

    # Ways

    def _ways(self, step: Instruction) -> None:
        asked, outer = step.operands[0], self.mask
        first, second = step.blocks
        if asked not in self.own:
            condition = cast(Bool, self._same(asked))
            self.b.if_(condition, lambda: self.block(first), lambda: self.block(second))
            return
        for block, true in ((first, True), (second, False)):
            if block:
                self.mask = self._where(asked, true=true)
                self.block(block)
                self.mask = outer

    # Values

    def _of_own(self, step: Instruction) -> _Held:
        """What an instruction makes of values of which each round has its own."""
        b, name, operands = self.b, step.name, step.operands
        if name in ("union", "intersect", "minus"):
            return self._of_sets(name, *operands)
        if name == "pick_sites":
            return self._picked(*operands)
        if name == "contains":
            if operands[1] != self.site:
                raise _OfMatterError
            found = b.intersect(self._sites(operands[0]), self.mask)
        elif name == "is_empty":
            if self._kind(operands[0]) != "alone":
                raise _OfMatterError
            return _Held("false", self._sites(operands[0]), self.mask)
        elif name == "not":
            held = self.own[operands[0]]
            return replace(held, kind="false" if held.kind == "true" else "true")
        elif name in ("and", "or"):
            left, right = (self._where(one, true=True) for one in operands)
            found = b.intersect(left, right) if name == "and" else b.union(left, right)
        else:
            raise _OfMatterError
        return _Held("true", found, self.mask)

    def _of_sets(self, name: str, left: Value, right: Value) -> _Held:
        sites = cast(Sites, self.b.emit(name, self._sites(left), self._sites(right)))
        kinds = self._kind(left), self._kind(right)
        if name == "union" and kinds == ("alone", "entry"):
            left, kinds = right, kinds[::-1]
        if kinds[0] == "alone" and (name != "union" or kinds[1] == "alone"):
            return _Held("alone", sites, self.mask)
        if name == "intersect" and kinds[1] == "alone":
            return _Held("alone", sites, self.mask)
        if name != "intersect" and kinds == ("entry", "alone"):
            return self._changed(self.own[left], sites)
        return _Held("other", sites, self.mask)

    def _changed(self, held: _Held, sites: Sites) -> _Held:
        """What a field has, changed at the site."""
        made_here = held.read or held.mask == self.mask
        return _Held("entry", sites, self.mask, held.entry, held.changes if made_here else -1)

    def _picked(self, asked: Value, yes: Value, no: Value) -> _Held:
        b, first, second = self.b, self._sites(yes), self._sites(no)
        if asked in self.own:
            true = self._where(asked, true=True)
            sites = b.union(b.intersect(first, true), b.minus(second, without=true))
        else:
            sites = b.pick_sites(cast(Bool, self._same(asked)), first, second)
        if self._kind(yes) == self._kind(no) == "alone":
            return _Held("alone", sites, self.mask)
        return _Held("other", sites, self.mask)

    def _kind(self, value: Value) -> str:
        if value.constant == 0:
            return "alone"
        return self.own[value].kind if value in self.own else "other"

    def _sites(self, value: Value) -> Sites:
        """A set, at the sites of the rounds that go this way."""
        held = self.own.get(value)
        if held is None:
            return cast(Sites, self._same(value))
        if held.kind in ("true", "false"):
            raise _OfMatterError
        return self._here(held) if held.kind == "alone" else held.sites

    def _here(self, held: _Held) -> Sites:
        """Sites of the rounds that go this way, of which no others are held."""
        if held.mask == self.mask:
            return held.sites
        return self.mask if held.sites == held.mask else self.b.intersect(held.sites, self.mask)

    def _where(self, value: Value, *, true: bool) -> Sites:
        """The sites of the rounds that go this way in which something is true, or false."""
        held = self.own.get(value)
        if held is None:
            condition = cast(Bool, self._same(value))
            sites = (self.mask, NOWHERE) if true else (NOWHERE, self.mask)
            return self.b.pick_sites(condition, *sites)
        if held.kind not in ("true", "false"):
            raise _OfMatterError
        sites = self._here(held)
        return sites if (held.kind == "true") == true else self.b.minus(self.mask, without=sites)
