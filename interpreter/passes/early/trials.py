"""A move that was tried to see whether it is legal has been made: in random games it stands.

Whether a move is legal that must not repeat a position, or that something is asked of afterwards,
is found out by making it on a copy of the state. Who picks moves at random makes the one that is
legal once more then. Here it is made on the state itself, once; where it turns out illegal, the
state is put back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from interpreter.ir.analysis.accesses import reached
from interpreter.ir.copying import Copier
from interpreter.ir.emit import Emitter
from interpreter.ir.program import (
    Block,
    Callee,
    Function,
    Instruction,
    Probe,
    Program,
    Template,
    Variable,
    walk,
)
from interpreter.ir.values import Bool, Move, Value

# What would change the list from which another move is taken, if this one turns out illegal.
LISTS = frozenset(
    ("list", "longest", "offer", "clear_moves", "sort_moves", "move_at", "move_count", "take",
     "arrange")
)  # fmt: skip


def keep_trials(program: Program) -> None:
    """Let what picks random moves make them, in place."""
    if program.always_legal:
        return
    parts = _Parts.of(program)
    if parts is not None:
        _write(program, parts)


@dataclass(frozen=True)
class _Parts:
    """The functions that random play goes through."""

    pick: Function
    playout: Function
    allowed: Function
    guarded: Function
    perform: Function
    apply: Function

    @classmethod
    def of(cls, program: Program) -> _Parts | None:
        """Those of a program; None where more is done to make a move than its template says."""
        names = {one.name: one for one in program.functions}
        parts = cls(*(names[one] for one in cls.__dataclass_fields__))
        asks = any(calls(step, parts.allowed) for step in walk(parts.pick.body))
        return parts if asks and begins_with_act(parts.apply, parts.perform) else None

    @property
    def look(self) -> list[Instruction]:
        """What makes a move on a copy, to see what it leads to besides what its guard says."""
        return [step for step in walk(self.allowed.body) if step.name == "probe"]


def begins_with_act(apply: Function, perform: Function) -> bool:
    """Whether a move is what its template says, and what follows does not ask which it was."""
    first, *rest = apply.body
    given = {value for step in walk(rest) for value in step.operands}
    *before, choice, _ = perform.body
    alone = calls(first, perform) and given.isdisjoint(apply.parameters)
    return alone and bool(choice.blocks) and all(map(_is_number, before))


def calls(step: Instruction, function: Function | None) -> bool:
    """Whether an instruction calls a function."""
    return isinstance(step.attribute, Callee) and step.attribute.function is function


def _is_number(step: Instruction) -> bool:
    return step.name in ("template_of", "origin_of", "target_of", "extra_of", "lt")


def _write(program: Program, parts: _Parts) -> None:
    """Let random play go through functions that make moves."""
    b = Emitter()
    b.site_count, b.functions = program.sites, program.functions
    conclude = Function("conclude", body=parts.apply.body[1:], values=parts.apply.values)
    rest = Instruction("call", (), None, Callee(conclude))
    parts.apply.body = [parts.apply.body[0], rest, Instruction("finish", ())]
    b.functions.append(conclude)

    def guarded(move: Value) -> Bool:
        return _guarded(b, program, parts, move, put_back=not parts.look)

    tried = b.define("perform_guarded", ("move",), "bool", guarded)

    def legal(move: Value) -> Bool:
        return _legal(b, parts, tried, move)

    made = b.define("perform_legal", ("move",), "bool", legal)
    _pick(Emitter.into(parts.pick, program.sites), parts, made)
    for step in walk(parts.playout.body):
        if calls(step, parts.apply):
            step.operands, step.attribute = (), Callee(conclude)


def _pick(b: Emitter, parts: _Parts, made: Function) -> None:
    """What is picked has been made; so has the pass of a player who has no legal move."""
    *body, found, give = parts.pick.body
    loop = next(step for step in body if step.name == "loop")
    call = next(step for step in loop.blocks[0] if calls(step, parts.allowed))
    call.attribute = Callee(made)
    chosen = next(step for step in loop.blocks[0] if step.operands == (call.result,))
    with b.open() as before:
        done = b.local("made", b.false)
    with b.open() as noted:
        b.set(done, b.true)
    chosen.blocks[0][:0] = noted
    with b.open() as after:
        move = cast(Move, found.result)
        b.if_(b.get_bool(done), lambda: None, lambda: b.call(parts.perform, move))
    parts.pick.body = [*before, *body, found, *after, give]


def _legal(b: Emitter, parts: _Parts, tried: Function, move: Value) -> Bool:
    """Make a move, and tell whether it is legal; if it is not, the state is as it was."""
    if not parts.look:
        return b.call_bool(tried, move)
    answer = b.local("legal", b.false)
    *body, give = Copier(b, dict(zip(parts.allowed.parameters, (move,), strict=True))).block(
        parts.allowed.body
    )
    for step in walk(body):
        if calls(step, parts.guarded):
            step.attribute = Callee(tried)
        elif step.name == "probe":
            # The move has been made here: what is asked then is asked of what it led to.
            del step.blocks[0][0]

    def make() -> None:
        b.block += body
        b.set(answer, give.operands[0])

    b.attempt(answer, make)
    return b.get_bool(answer)


def _guarded(b: Emitter, program: Program, parts: _Parts, move: Value, *, put_back: bool) -> Bool:
    """Make a move if its guard lets it.

    Args:
        put_back: if not, the state is as it was
    """
    answer = b.local("allowed", b.true)
    copier = Copier(b, dict(zip(parts.perform.parameters, (move,), strict=True)))
    body = copier.block(parts.perform.body[:-1])
    by_act = {one.act: one for one in program.templates if one.guard is not None}
    for block in list(_blocks(body)):
        place = next((n for n, step in enumerate(block) if isinstance(step.attribute, Callee)), -1)
        template = by_act.get(cast(Callee, block[place].attribute).function) if place >= 0 else None
        if template is not None:
            with b.open() as instead:
                _try(b, template, block[place].operands, answer, put_back=put_back)
            block[place : place + 1] = instead
    b.block += body
    return b.get_bool(answer)


def _blocks(block: Block) -> Iterator[Block]:
    yield block
    for step in block:
        for inner in step.blocks:
            yield from _blocks(inner)


def _try(
    b: Emitter, template: Template, numbers: Sequence[Value], answer: Variable, *, put_back: bool
) -> None:
    """Make a move of a template and ask its guard, in one where that can be done."""
    guard, act = cast(Function, template.guard), template.act
    steps = _begun_alike(guard, act)
    if steps is None:

        def make() -> None:
            b.call(act, *numbers)

        b.set(answer, b.call_bool(guard, *numbers))
        b.if_(b.get_bool(answer), make)
        return
    first, question, told, rest = steps
    of_guard = Copier(b, dict(zip(guard.parameters, numbers, strict=True)))
    of_act = Copier(b, dict(zip(act.parameters, numbers, strict=True)))

    def both() -> None:
        b.block.append(of_act.step(first))
        asked = of_guard.block(question)
        with b.open() as last:
            b.set(answer, of_guard.value(told))
        b.block.append(Instruction("probe", (), None, Probe(), ([*asked, *last],)))
        follow = of_act.block(rest)
        b.if_(b.get_bool(answer), lambda: b.block.extend(follow))

    if put_back:
        b.attempt(answer, both)
    else:
        both()


def _begun_alike(guard: Function, act: Function) -> tuple[Instruction, Block, Value, Block] | None:
    """What a guard does on its copy, where that begins as the act itself does.

    Returns:
        what both begin with; what the guard asks then; its answer; what the act does then
    """
    if [step.name for step in guard.body] != ["local", "probe", "get", "return"]:
        return None
    first, *question, told = guard.body[1].blocks[0]
    begin, *rest, _ = act.body
    if not isinstance(first.attribute, Callee) or told.name != "set":
        return None
    numbers = [guard.parameters.index(one) if one in guard.parameters else one.constant
               for one in first.operands]  # fmt: skip
    same = calls(begin, first.attribute.function) and numbers == [
        act.parameters.index(one) if one in act.parameters else one.constant
        for one in begin.operands
    ]
    if not same or any(step.name in LISTS for step in reached([begin])):
        return None
    return begin, question, told.operands[0], rest
