"""Moves that put pieces on the board or take them off, choose sites, or pass."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from functools import partial

from interpreter.ir.values import Int
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import From, PiecePart, To
from interpreter.language.signatures import MOVES, Lazy, Moves, Site, Sites
from interpreter.language.words import Role
from interpreter.rules.builder import Builder
from interpreter.rules.parts.tiles import Turned
from ludemes.moves.parts import (
    EFFECT,
    apply_effect,
    begun,
    leave_level,
    note_of,
    spots_of,
    targets_of,
)


class When(Enum):
    """When an effect takes place."""

    StartOfTurn = "StartOfTurn"
    EndOfTurn = "EndOfTurn"


@ludeme(
    "move Add",
    source=f"{EFFECT}/Add.java",
    examples=("(move Add (to (sites Empty)))", '(move Add (piece "Disc1") (to (sites Empty)))'),
    aliases=("add", "move Claim", "claim"),
    keeps=("stacks:stack", "stacks:to.level", "counts:count!stack", "balls"),
    words=(
        "place one of your pieces on {to}[, {count} at a time][, {to.rotations}][, and {to.apply}]"
    ),
)
def move_add(
    b: Builder,
    piece: PiecePart | None,
    to: To,
    *,
    count: Lazy[Int] | None = None,
    stack: bool = False,
) -> Moves:
    """Put a piece on a site; where one stands already, it stays.

    A large piece, which covers several sites, is put down in each of its states, or in the one that
    is given, where all that it covers is empty; nothing follows then. A tile is put down turned in
    each of the ways that `(rotations …)` names.

    Args:
        piece: which; the piece whose number is the mover's if not given
        to: where
        count: how many are put into a hand, or on each other; 1 if not given
        stack: pieces stand on each other in this game
    """
    turns = b.tiles.turns(to.rotations)
    to = replace(to, rotations=None)
    targets = targets_of(b, to)
    if count is not None:
        targets = b.pick_sites(b.less(b.zero, count()), targets, b.nowhere)
    targets = _by_who_can(b, piece, targets)

    def numbered(kind: str | Lazy[Int]) -> Int:
        number = b.box.named(kind) if isinstance(kind, str) else b.names.outside("to", kind)
        return number if piece is None else b.box.kind(number)

    def add(kind: str | Lazy[Int], turn: Turned) -> None:
        def act(_: Int, target: Int) -> None:
            number = numbered(kind)
            apply_effect(b, to.apply)
            many = None if count is None else count()
            state = None if piece is None or piece.state is None else piece.state()
            if to.level is None:
                b.handling.lay(target, number, many, state)
            else:
                b.stacks.insert(target, to.level(), number, state)

        def small() -> None:
            note = "-".join(filter(None, (note_of(b, piece, kind), turn.name)))
            where = targets if piece is None else _if_some(b, kind, targets)
            b.moves.move("Add", None, where, b.tiles.turning(turn, act), note=note)

        def large() -> None:
            state = None if piece is None else piece.state
            given = None if state is None else partial(b.names.outside, "to", state)
            b.large.add(partial(numbered, kind), spots_of(b, to), given)

        with b.names.remembering("to"):
            b.large.if_large(lambda: numbered(kind), b.moves.without_then(large), small)

    for kind in (b.players.mover,) if piece is None else _meant(b, piece):
        for turn in turns:
            add(kind, turn)
    return MOVES


def _if_some(b: Builder, kind: str | Lazy[Int], targets: Sites) -> Sites:
    """The sites; none if the number of the piece is -1."""
    if isinstance(kind, str):
        return targets
    return b.pick_sites(b.less(b.nothing, b.names.outside("to", kind)), targets, b.nowhere)


def _meant(b: Builder, piece: PiecePart) -> list[str | Lazy[Int]]:
    """The pieces that are told, without those whose name means none."""
    nobody = b.nothing.constant
    return [
        one
        for one in piece.pieces
        if not isinstance(one, str) or b.box.named(one).constant != nobody
    ]


def _by_who_can(b: Builder, piece: PiecePart | None, targets: Sites) -> Sites:
    """The sites; where no piece is named, none for players whose number is that of none."""
    if piece is not None:
        return targets
    count = len(b.box.kinds)
    if not count:
        raise b.fail("there is no piece to add: the equipment has none", code="no-piece")
    b.box.uses(range(1, b.players.count + 1))
    if not b.box.lacking:
        return targets
    hint = f'name the piece, as in (move Add (piece "{b.box.kinds[0].name}") (to ...))'
    for player in b.box.lacking:
        message = f"player {player} has nothing to add: no piece has that number"
        b.warn(message, hint, code="nothing-meant")
    return b.pick_sites(b.less(b.int(count), b.players.mover()), b.nowhere, targets)


@ludeme(
    "move Remove",
    source=f"{EFFECT}/Remove.java",
    examples=("(move Remove (sites Occupied by:Next))",),
    aliases=("remove",),
    words="remove {sites:piece}",
    kind_at=0,
)
def move_remove(
    b: Builder,
    sites: Sites | Site,
    *,
    level: Lazy[Int] | None = None,
    at: When = When.StartOfTurn,
    count: Lazy[Int] | None = None,
) -> Moves:
    """Take a piece off the board.

    Args:
        sites: a site, or the sites of which one is chosen; as an effect, all of them
        level: where pieces stand on each other, the level of the one that is taken, from 0; the top
            if not given
        at: at once, or with `EndOfTurn` when the turn is over
        count: how often a piece is taken from that level; without stacks it changes nothing,
            for all pieces of a site are taken
    """
    occupied = b.minus(b.as_sites(sites), without=b.pieces.bare())
    later = at is When.EndOfTurn

    def act(_: Int, target: Int) -> None:
        where = None
        if level is not None and b.pieces.stacked:
            # Which one is the top is settled before any of a batch of effects is made.
            where = b.stacks.unless_top(target, b.greatest(level(), b.zero))
        many = count() if count is not None and b.pieces.stacked else None
        b.handling.take_away(target, later=later, level=where, count=many)

    return b.moves.move("Remove", None, occupied, act)


@ludeme(
    "move Select",
    source="rules/play/moves/decision/Move.java",
    examples=("(move Select (from (sites Occupied by:Mover)) (to (sites Empty)))",),
    aliases=("select",),
    words="choose {start.sites:one}[ {start.if:that}][ and {to}][, and {to.apply}]",
)
def move_select(b: Builder, start: From, to: To | None = None, mover: Role | None = None) -> Moves:
    """Choose one site, or one and then another; nothing moves by itself.

    Args:
        start: the first site
        to: the second site; the first alone is chosen if not given
        mover: whose move it is, where all players choose at once
    """
    with b.moves.of(mover):
        _select(b, start, to)
    return MOVES


def _select(b: Builder, start: From, to: To | None) -> None:
    starts = begun(b, start)
    several = b.names.where(b.as_sites(starts), start.condition, "from", "to")

    def alone(_: Int, target: Int) -> None:
        _level(b, target, start.level)
        if start.level is not None:
            leave_level(b, target, start.level())

    if to is None:
        b.moves.move("Select", None, several, alone)
        return

    def one(origin: Int) -> None:
        with b.names.bind(**{"from": origin}):
            targets = targets_of(b, to)
            b.moves.move("Select", origin, targets, act)

    def act(_: Int, target: Int) -> None:
        _level(b, target, to.level)
        apply_effect(b, to.apply)

    b.each(several, one)


def _level(b: Builder, site: Int, level: Lazy[Int] | None) -> None:
    """The level that is chosen, if one is given."""
    if b.pieces.stacked and level is not None:
        b.turn.choose_level(b.stacks.level(site, level()))


@ludeme(
    "move Pass",
    source=f"{EFFECT}/Pass.java",
    examples=("(move Pass)",),
    aliases=("pass",),
    words="pass",
)
def move_pass(b: Builder) -> Moves:
    """Do nothing."""
    return b.moves.pass_()


@ludeme(
    "take Domino",
    source=f"{EFFECT}/take/simple/TakeDomino.java",
    examples=("(move Pass (then (take Domino)))",),
    keeps=("chance",),
    grown=False,
    words="draw a domino",
)
def take_domino(b: Builder) -> Moves:
    """Draw a domino, by chance, onto the first free place of the mover's hand.

    Nothing comes of it where none is left, or no place is free.
    """
    return b.moves.effect(lambda: b.dominoes.take(b.players.mover()))
