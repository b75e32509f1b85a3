"""How high pieces stand on each other."""

from __future__ import annotations

from interpreter.ir.values import Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import PieceName, Player, Site, Sites
from interpreter.rules.builder import Builder


@ludeme(
    "size Stack",
    source="functions/ints/size/site/SizeStack.java",
    examples=("(size Stack at:(last To))", "(size Stack in:(sites Top))"),
    exclusive=(("at", "in"),),
    keeps=("stacks",),
    grown=False,
    words=("how many pieces stand on {at}", "how many pieces stand on {in}"),
    kind_at=0,
    of_hands=True,
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
    keeps=("stacks",),
    grown=False,
    words="the lowest level",
)
def last_level_to(b: Builder) -> Int:
    """The level on which the last move says that its piece arrives; 0, for no move says one."""
    return b.zero


@ludeme(
    "where Level",
    source="functions/ints/board/where/WhereLevel.java",
    examples=('(where Level "Disc" Mover at:(last To))',),
    keeps=("stacks",),
    grown=False,
    words="the level of {who:own} {name} on {at}",
    kind_at=2,
    of_hands=True,
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
    kind = b.pieces.containing(name, who)
    return b.stacks.level_with(at, kind, state, from_top=from_top)
