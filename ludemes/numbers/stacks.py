"""How high pieces stand on each other."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Binds, Lazy, PieceName, Player, Site, Sites
from interpreter.rules.builder import Builder


class StackDirection(Enum):
    """In which order the levels of a stack are looked at."""

    FromBottom = "FromBottom"
    FromTop = "FromTop"


@ludeme(
    "size Stack",
    source="functions/ints/size/site/SizeStack.java",
    examples=("(size Stack at:(last To))", "(size Stack in:(sites Top))"),
    exclusive=(("at", "in"),),
    keeps=("stacks",),
    grown=False,
    words=("how many pieces stand on {at}", "how many pieces stand on {in}"),
    kind_at=0,
)
def size_stack(b: Builder, *, at: Site | None = None, in_: Sites | None = None) -> Int:
    """How many pieces stand on each other.

    Args:
        at: on a site
        in_: on all sites of a set together
    """
    if in_ is not None:
        return b.pieces.count_on(in_)
    return b.stacks.height(b.turn.last_to() if at is None else at)


@ludeme(
    "count Stack",
    source="functions/ints/count/stack/CountStack.java",
    examples=(
        "(count Stack at:(last To))",
        "(count Stack FromTop at:(last To) if:(is Enemy (who at:(to) level:(level))))",
    ),
    exclusive=(("at", "to"),),
    keeps=("stacks",),
    grown=False,
    words="how many pieces stand on {at}[ (counting those {if:those})]",
    kind_at=1,
)
def count_stack(
    b: Builder,
    order: StackDirection = StackDirection.FromBottom,
    *,
    at: Site | None = None,
    to: Sites | None = None,
    if_: Annotated[Lazy[Bool], Binds(("to", "level"))] | None = None,
    stop: Annotated[Lazy[Bool], Binds(("to", "level"))] | None = None,
) -> Int:
    """How many pieces of stacks satisfy something.

    Args:
        order: from the bottom up, or from the top down
        at: of the stack on a site
        to: of the stacks on all sites of a set together
        if_: only pieces that satisfy this, where `(to)` is their site and `(level)` their level
        stop: the rest of a stack is not looked at from the first piece on for which this holds
    """
    found = b.local("found", b.zero)

    def on(site: Int) -> None:
        def look(level: Int) -> None:
            with b.names.bind(to=site, level=level):
                if stop is not None:
                    b.leave_if(stop())
                fits = b.true if if_ is None else if_()
            b.set(found, b.add(b.get_int(found), b.as_int(fits)))

        b.stacks.each_level(site, look, from_top=order is StackDirection.FromTop)

    b.each(b.single(b.turn.last_to() if at is None else at) if to is None else to, on)
    return b.get_int(found)


@ludeme(
    "topLevel",
    source="functions/ints/board/TopLevel.java",
    examples=("(= (topLevel at:(last To)) 0)",),
    keeps=("stacks",),
    grown=False,
    words="the level of the top of {at}",
    kind_at=0,
    of_hands=True,
)
def top_level(b: Builder, *, at: Site) -> Int:
    """The level on which the top piece of a site stands, counted from 0; 0 if there is none.

    Args:
        at: the site
    """
    return b.stacks.top(at)


@ludeme(
    "level",
    source="functions/ints/iterator/Level.java",
    examples=(
        "(forEach Piece (move (from (from) level:(level)) (to (sites Empty))))",
        "(forEach Level (last To) (remove (last To) level:(level)))",
    ),
    needs="level",
    words="its level",
)
def level(b: Builder) -> Int:
    """The level of the piece that `forEach Piece` or `forEach Level` is looking at.

    Without a value it is -1, which stands for the top.
    """
    return b.names.bound_or("level", b.nothing)


@ludeme(
    "last LevelTo",
    source="functions/ints/last/LastLevelTo.java",
    examples=("(remove (last To) level:(last LevelTo))",),
    keeps=("stacks", "last_level"),
    grown=False,
    words="the level that was chosen",
)
def last_level_to(b: Builder) -> Int:
    """The level that the last move chose by `(move Select …)`; 0 if it did not say one.

    A move of a piece does not say on which level the piece arrives.
    """
    return b.turn.last_level()


@ludeme(
    "last LevelFrom",
    source="functions/ints/last/LastLevelFrom.java",
    examples=("(= 1 (last LevelFrom))",),
    keeps=("stacks", "last_level_from"),
    grown=False,
    words="the level that was left",
)
def last_level_from(b: Builder) -> Int:
    """The level from which the last move took its piece by `(from … level:…)`; 0 without that."""
    return b.turn.last_level_from()


@ludeme(
    "where Level",
    source="functions/ints/board/where/WhereLevel.java",
    examples=('(where Level "Disc" Mover at:(last To))',),
    keeps=("stacks",),
    grown=False,
    words="the level of {who:own} {name} on {at}",
    kind_at=2,
    of_hands=True,
    ahead={"state": "use"},
)
def where_level(
    b: Builder,
    name: PieceName,
    who: Player,
    *,
    state: Int | None = None,
    at: Int,
    from_top: bool = True,
) -> Int:
    """The level of a player's piece on a site; -1 if it is not there.

    Args:
        name: any part of the piece's name
        who: whose
        state: only a piece with this state
        at: the site
        from_top: the highest of several; if not, the lowest
    """
    kind = b.box.containing(name, who)
    return b.stacks.level_with(at, kind, state, from_top=from_top)


@ludeme(
    "where Level",
    source="functions/ints/board/where/WhereLevel.java",
    examples=("(where Level (what at:(last To)) at:(last To))",),
    keeps=("stacks",),
    grown=False,
    words="the level of {piece:a} on {at}",
    kind_at=1,
    of_hands=True,
)
def where_level_numbered(b: Builder, piece: Int, *, at: Int, from_top: bool = True) -> Int:
    """The level of a kind of piece on a site; -1 if it is not there.

    Args:
        piece: the number of the kind
        at: the site
        from_top: the highest of several; if not, the lowest
    """
    return b.stacks.level_with(at, piece, None, from_top=from_top)
