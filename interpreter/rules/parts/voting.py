"""Votes: what players propose, and what they decide together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.ir import schema
from interpreter.ir.values import Bool

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder


class Ballot:
    """What is put to the vote, each under its name.

    Votes are counted when there are as many as players at the start; then proposals and votes are
    gone, whatever came of them.
    """

    def __init__(self, b: Builder) -> None:
        self.b = b

    def propose(self, name: str) -> None:
        """Put something to the vote."""
        self.b.write(self.b.part(schema.proposed(name)), self.b.one)

    def is_proposed(self, name: str) -> Bool:
        """Whether something is put to the vote."""
        return self._is_one(schema.proposed(name))

    def is_decided(self, name: str) -> Bool:
        """Whether the last move brought about a decision for something."""
        return self._is_one(schema.decided(name))

    def _is_one(self, part: schema.Part) -> Bool:
        return self.b.equal(self.b.read_int(self.b.part(part)), self.b.one)

    def vote(self, name: str) -> None:
        """Give a vote; the last one decides."""
        b = self.b
        with b.live():
            for part in (schema.votes_for(name), schema.VOTES):
                b.write(b.part(part), b.add(b.read_int(b.part(part)), b.one))
            cast = b.read_int(b.part(schema.VOTES))
            b.if_(b.at_most(b.int(b.players.count), cast), self._count)

    def _count(self) -> None:
        """What more than half of the players want is decided."""
        b = self.b
        half = b.int(b.players.count // 2)
        for name in b.names.put_to_vote:
            votes = b.part(schema.votes_for(name))
            accepted = b.less(half, b.read_int(votes))
            b.write(b.part(schema.decided(name)), b.as_int(accepted))
            b.write(votes, b.zero)
            b.write(b.part(schema.proposed(name)), b.zero)
        b.write(b.part(schema.VOTES), b.zero)

    def forget_decision(self) -> None:
        """The next move begins: what was decided is told no more."""
        b = self.b
        for name in b.names.put_to_vote:
            part = schema.decided(name)
            if part in b.fields:
                b.write(b.part(part), b.zero)
