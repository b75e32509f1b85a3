"""What follows a move in random games stands behind the move, where it is known what it did.

Whether the game is over is asked about the last move: where it went, what stands there now. Who
makes a move of a kind knows the answers to much of this, and who has tried it has asked already.
So random play goes a way of its own for each kind of move: `inline` writes there what makes it and
what follows, and the other passes see all of it at once.

It is done where moves are tried, and where placements are numbered by an order that is kept, on
boards of more sites than a word has bits: there the rest of a ply takes little time beside these
questions. Elsewhere it gains nothing, and random games may be played in lanes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Set
from typing import cast

from interpreter.ir import schema
from interpreter.ir.copying import Copier
from interpreter.ir.emit import Emitter
from interpreter.ir.program import (
    Block,
    Callee,
    Field,
    Function,
    Instruction,
    Program,
    Template,
    Variable,
    walk,
)
from interpreter.ir.values import Value
from interpreter.passes.early.trials import begins_with_act, calls

# So many instructions are written once more at most: more take longer to compile than they gain.
MOST_COPIED = 900
# What tells where a move begins and ends.
ENDS = ("origin_of", "target_of")


def write_sequels(program: Program) -> Set[Function]:
    """Let random play know what its moves did, in place.

    Returns:
        the functions that are to stand in `playout` wherever it comes to call them
    """
    sequels = _Sequels(program)
    sequels.write()
    return sequels.shown


class _Sequels:
    """Writes what follows behind the moves of random games.

    Attributes:
        shown: the functions of which random play has to see what they do
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.shown: set[Function] = set()
        self.names = {one.name: one for one in program.functions}
        self.mover = cast(Field, program.part(schema.MOVER))

    def write(self) -> None:
        """Write it, where random play makes a move and goes on to what follows."""
        large = any(step.name == "arrange" for step in self.names["pick"].body)
        loop = next(step for step in self.names["playout"].body if step.name == "loop")
        block = loop.blocks[0]
        for place, step in enumerate(list(block)):
            if large and calls(step, self.names["apply"]):
                self._after_moves(block, place)
            elif calls(step, self.names.get("conclude")):
                self._after_trials(block, place)

    def _after_moves(self, block: Block, place: int) -> None:
        """Where a move is picked and then made."""
        apply, perform = self.names["apply"], self.names["perform"]
        if not begins_with_act(apply, perform):
            return
        first, *rest = apply.body
        conclude = Function("conclude", body=rest, values=apply.values)
        b = Emitter.into(self.names["playout"], self.program.sites)
        move = dict(zip(perform.parameters, block[place].operands, strict=True))
        copied = Copier(b, move).block(perform.body[:-1])
        if self._behind_all(b, copied, conclude):
            block[place : place + 1] = copied
            self.program.functions.append(conclude)
            apply.body = [first, _call(conclude), Instruction("finish", ())]

    def _after_trials(self, block: Block, place: int) -> None:
        """Where picking a move has made it, but for the pass of a player who has none."""
        legal, guarded = self.names["perform_legal"], self.names["perform_guarded"]
        if any(step.name == "attempt" for step in walk(legal.body)):
            return  # whether a move is legal is only known when it is made and more was asked
        conclude, pick = self.names["conclude"], self.names["pick"]
        b = Emitter.into(guarded, self.program.sites)
        if self._behind_all(b, guarded.body, conclude):
            *_, unless_made, _ = pick.body
            unless_made.blocks[1].append(_call(self._unseen(conclude)))
            del block[place]

    def _behind_all(self, b: Emitter, body: Block, conclude: Function) -> bool:
        """Write what follows behind every kind of move, unless that becomes too much."""
        templates = self.program.templates
        places = [(block, place) for block in _branches(body) if (place := _making(block)) >= 0]
        copied = [block[place] for (block, place), one in zip(places, templates, strict=False)
                  if one.shape != "nowhere"]  # fmt: skip
        known = dict[Function, int]()
        behind = _size(conclude.body, known)
        size = sum(_size([step], known) + behind for step in copied)
        if len(places) != len(templates) or size > MOST_COPIED:
            return False
        ends = {step.result: step for step in body if step.result and step.name in ENDS}
        for (block, place), template in zip(places, templates, strict=True):
            if template.shape == "nowhere":
                _behind(b, block, place, self._unseen(conclude))
                continue
            self._show([block[place], _call(conclude)])
            with b.open() as before:
                self._told(b, block[place], template, ends)
            _behind(b, block, place, conclude)
            block[place:place] = before
        return True

    def _told(
        self, b: Emitter, made: Instruction, template: Template, ends: Mapping[Value, Instruction]
    ) -> None:
        """Write what tells of which kind a move is, and who makes it."""
        # The mover has one name in all that follows, in copies of the state as well.
        b.read_int(self.mover)
        instead: dict[Value, Value] = {
            end: b.number(step.name, *step.operands, attribute=template)
            for end, step in ends.items()
        }
        for step in walk([made]):
            step.operands = tuple(instead.get(one, one) for one in step.operands)

    def _show(self, block: Block) -> None:
        """Let random play see what a block calls, and what is called from there once."""
        several = Counter(step.attribute.function for step in walk(block)
                          if isinstance(step.attribute, Callee))  # fmt: skip
        for function, times in several.items():
            if times == 1 and function not in self.shown:
                self.shown.add(function)
                self._show(function.body)

    def _unseen(self, conclude: Function) -> Function:
        """What follows, where nothing is known of the move."""
        made = self.names.get("conclude_pass")
        if made is None:
            body = [_call(conclude), Instruction("finish", ())]
            made = self.names["conclude_pass"] = Function("conclude_pass", body=body)
            self.program.functions.append(made)
        return made


def _behind(b: Emitter, block: Block, place: int, rest: Function) -> None:
    """Write what follows behind what makes a move; where it is only tried, if it is legal."""
    step = block[place]
    if step.name != "attempt":
        block.insert(place + 1, _call(rest))
        return
    with b.open() as following:
        answer = b.get_bool(cast(Variable, step.attribute))
        b.if_(answer, lambda: b.call(rest))
    step.blocks[0].extend(following)


def _call(function: Function) -> Instruction:
    return Instruction("call", (), None, Callee(function))


def _branches(block: Block) -> Iterator[Block]:
    """A block, and those of the choice among kinds of moves in it."""
    yield block
    for step in block:
        if step.name == "if":
            for inner in step.blocks:
                yield from _branches(inner)


def _making(block: Block) -> int:
    """Which instruction of a block makes a move; -1 if none does."""
    for place, step in enumerate(block):
        if step.name == "attempt" or (step.name == "call" and step.result is None):
            return place
    return -1


def _size(block: Block, known: dict[Function, int]) -> int:
    """Instructions of a block, with every call written out but those of a function in itself.

    Args:
        known: the same of functions that were counted before
    """
    steps = walk(block)
    found = len(steps)
    for step in steps:
        if isinstance(step.attribute, Callee):
            function = step.attribute.function
            if function not in known:
                known[function] = 0
                known[function] = _size(function.body, known)
            found += known[function]
    return found
