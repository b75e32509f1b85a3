"""Clauses whose answers are told to whoever watches: what was asked, and what came of it.

Nothing here knows a ludeme. What a form gives is looked at where it is lowered: a truth or a set of
sites that the position decides is told and goes on as it is; a rule for moves stands behind a truth
that says whether it is asked at all; and each set of sites to which moves lead is told with the
site that they come from. Whoever watches may answer otherwise, and so find out what would be if a
clause had held.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast

from interpreter.ir.program import Answer, Watched
from interpreter.ir.values import Bool, Int, Sites, Value
from interpreter.language.catalogue import Ludeme
from interpreter.language.signatures import MOVES, Moves
from interpreter.text.errors import Span
from interpreter.text.printer import one_line
from interpreter.text.tree import Clause, clauses

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

V = TypeVar("V", bound=Value)

# The iterators that tell of which sites a clause is asked.
FROM, TO, BETWEEN, SITE = "from", "to", "between", "site"


class Watches:
    """The watched clauses of a game; none unless it is switched on."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        self.on = False
        self._texts: dict[Span, str] = {}
        self.clauses: list[Watched] = []
        self._numbers: dict[tuple[Span, Answer], Watched] = {}
        # The rules for moves around what is being written, from the outside in.
        self._rules: list[tuple[Ludeme, Span]] = []

    def watch(self, rules: Clause) -> None:
        """Watch the clauses of these rules from here on."""
        self.on = True
        self._texts = {one.span: one_line(one) for one in clauses(rules)}

    def lowered(self, ludeme: Ludeme, form: Callable[[], Any]) -> Any:
        """What a form gives, told if it is something that rules ask for."""
        if not self.on:
            return form()
        if ludeme.result is Moves:
            return self._rule(ludeme, form)
        found = form()
        if isinstance(found, Bool | Sites) and found.constant is None:
            answer: Answer = "condition" if isinstance(found, Bool) else "sites"
            return self._told(self._clause(ludeme, self.b.span, answer), found, *self._here())
        return found

    def _rule(self, ludeme: Ludeme, form: Callable[[], object]) -> Moves:
        b = self.b
        self._rules.append((ludeme, b.span))
        asked = self._told(self._clause(ludeme, b.span, "rule"), b.true, *self._here())
        b.if_(asked, form)
        self._rules.pop()
        return MOVES

    def targets(self, origin: Int | None, sites: Sites) -> Sites:
        """The sites to which moves lead that are being written, told with where they come from."""
        if not self.on or not self._rules:
            return sites
        start = self.b.nothing if origin is None else origin
        clause = self._clause(*self._rules[-1], "moves")
        return self._told(clause, sites, start, self.b.nothing, self.b.nothing)

    def unless_told(self, most: Callable[[], object], rule: Callable[[], object]) -> None:
        """Make those moves of a rule that are worth the most, unless whoever watches wants all."""
        if not self.on or not self._rules:
            most()
            return
        clause = self._clause(*self._rules[-1], "most")
        self.b.if_(self._told(clause, self.b.true, *self._here()), most, rule)

    def _here(self) -> tuple[Int, Int, Int]:
        """The sites that the clause speaks of which is being written; -1 for what is not told."""
        start, to, between, site = map(self.b.names.here, (FROM, TO, BETWEEN, SITE))
        other = site if between is None and to is None else between
        return start or self.b.nothing, to or self.b.nothing, other or self.b.nothing

    def _clause(self, ludeme: Ludeme, span: Span, answer: Answer) -> Watched:
        found = self._numbers.get((span, answer))
        if found is None:
            text = self._texts.get(span, "")
            written = span.source.name, span.start, span.end
            found = Watched(len(self.clauses), ludeme.name, answer, self.b.place(), text, written)
            self._numbers[span, answer] = found
            self.clauses.append(found)
        return found

    def _told(self, clause: Watched, answer: V, *sites: Int) -> V:
        kind = answer.kind
        return cast(V, self.b.emit("watch", answer, *sites, kind=kind, attribute=clause))
