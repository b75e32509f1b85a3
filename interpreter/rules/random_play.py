"""Random play: a legal move by lot, again and again to the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import cast

from interpreter.ir.program import MOST_MOVES, Block, Callee, Function, Template, walk
from interpreter.ir.values import Int, Move, Value
from interpreter.rules.builder import Builder
from interpreter.rules.played import Played

# Sets of so many sites fit into a word, whose k-th bit is found at once.
WORD = 64


class RandomPlay:
    """Writes the functions that play at random."""

    def __init__(self, b: Builder, games: Sequence[Played]) -> None:
        self.b, self.games = b, games

    def pick(self, generate: Function, forced: Template) -> Function:
        """A uniformly random legal move; the pass of a player who has none.

        A move that turns out illegal is taken out and another is picked: still uniform.
        """
        b = self.b
        allowed = next(one for one in b.functions if one.name == "allowed")
        repeats = any(one.repetition for one in self.games)
        always = (
            not repeats
            and not any(one.no_suicide for one in self.games)
            and not any(one.guard for one in b.moves.templates)
        )

        def body() -> Value:
            b.call(generate)
            kept = self._keeps_order()
            if kept:
                b.emit("arrange")
            chosen = b.local("chosen", Move(constant=forced.number))

            def once(_: Int) -> None:
                b.leave_if(b.equal(b.number("move_count"), b.zero))
                number = b.draw(b.number("move_count"))
                move = b.emit("move_at" if always and not kept else "take", number)
                legal = b.true if always else b.call_bool(allowed, move)

                def chose() -> None:
                    b.set(chosen, move)
                    b.leave()

                b.if_(legal, chose)

            b.loop(b.int(1 << 20), once, most=1 << 20)
            return b.get(chosen)

        return b.define("pick", (), "move", body)

    def _keeps_order(self) -> bool:
        """Whether random games number placements by an order that is kept from ply to ply.

        To find the k-th site of a set that fills several words takes longer than to make the move.
        On small boards the set itself is as quick, and the list would have to be carried along.
        Where moves are measured, some are taken out of the list before the order is that of now.
        """
        templates = self.b.moves.templates
        placing = [one for one in templates if one.shape == "placing"]
        if self.b.site_count <= WORD or any(one.shape == "moving" for one in templates):
            return False
        made = self.b.turn.entry("choices").body
        if any(step.name == "longest" for step in walk(made)):
            return False
        alone = _made_once(made)
        return bool(placing) and all(alone.get(one) == 1 for one in placing)

    def playout(self, pick: Function, apply: Function) -> None:
        """Uniformly random legal moves to the end."""
        b = self.b

        def ply(_: Int) -> None:
            b.leave_if(b.negate(b.turn.undecided()))
            b.call(apply, b.call(pick))

        b.define("playout", (), "none", lambda: b.loop(b.int(MOST_MOVES), ply, most=MOST_MOVES))


def _made_once(block: Block) -> Counter[Template]:
    """How often moves of each template are made; in loops often."""
    found: Counter[Template] = Counter()
    for step in block:
        if step.name == "move":
            found[cast(Template, step.attribute)] += 1
        inner = [*step.blocks]
        if isinstance(step.attribute, Callee):
            inner.append(step.attribute.function.body)
        times = 2 if step.name in ("each", "loop") else 1
        for one in inner:
            for template, count in _made_once(one).items():
                found[template] += times * count
    return found
