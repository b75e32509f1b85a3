"""Ludemes that give moves: decisions of the mover, and effects that follow them."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import Apply, BetweenPart, From, PiecePart, Then, To
from interpreter.language.signatures import (
    MOVES,
    ZERO,
    AtBetween,
    AtFrom,
    AtTo,
    Binds,
    Effects,
    Lazy,
    LazyPlayer,
    Moves,
    Otherwise,
    PieceName,
    Range,
    Site,
    Sites,
)
from interpreter.language.words import Direction, Directions, Role
from interpreter.rules.builder import Builder


class When(Enum):
    """When an effect takes place."""

    StartOfTurn = "StartOfTurn"
    EndOfTurn = "EndOfTurn"


EFFECT = "rules/play/moves/nonDecision/effect"


# Parts of moves


@ludeme(
    "to",
    source="util/moves/To.java",
    examples=("(to (sites Empty))",),
    later=("level",),
    words="{sites:one}[ {if:that}]",
    kind_at=0,
)
def to_part(
    b: Builder,
    sites: Annotated[Lazy[Int] | Lazy[Sites] | None, Otherwise("to")] = None,
    apply: Apply | None = None,
    *,
    if_: AtTo | None = None,
) -> To:
    """Where a move ends.

    Args:
        sites: a site or a set of sites
        apply: an effect that is part of the move
        if_: the site satisfies this
    """
    return To(sites, if_, apply)


@ludeme(
    "from",
    source="util/moves/From.java",
    examples=("(from (last To))",),
    later=("level",),
    words="{sites:piece}[ {if:that}]",
    kind_at=0,
)
def from_part(
    b: Builder,
    sites: Annotated[Lazy[Int] | Lazy[Sites] | None, Otherwise("from")] = None,
    *,
    if_: AtFrom | None = None,
) -> From:
    """Where a move starts.

    Args:
        sites: a site or a set of sites
        if_: the site satisfies this
    """
    return From(sites, if_)


@ludeme(
    "between",
    source="util/moves/Between.java",
    examples=("(between if:(is Enemy (who at:(between))) (apply (remove (between))))",),
    words="{if:held}",
)
def between_part(
    b: Builder,
    count: Range | None = None,
    apply: Apply | None = None,
    *,
    before: Lazy[Int] | None = None,
    after: Lazy[Int] | None = None,
    if_: AtBetween | None = None,
    trail: Lazy[Int] | None = None,
) -> BetweenPart:
    """What lies between.

    Args:
        count: how many such sites, or how far a slide goes
        apply: an effect on each such site
        before: how many free sites may lie before them
        after: how many free sites may lie behind them
        if_: each such site satisfies this
        trail: the number of the piece that is left where a slide started and on each
            site that it passed
    """
    return BetweenPart(if_, apply, count, before, after, trail)


@ludeme(
    "piece",
    source="util/moves/Piece.java",
    examples=('(piece "Disc")', "(piece (mover))"),
    words="a(n) {pieces:or}[ in state {state:digits}]",
)
def piece_part(
    b: Builder,
    pieces: PieceName | Lazy[Int] | tuple[PieceName, ...] | tuple[Lazy[Int], ...],
    *,
    state: Lazy[Int] | None = None,
) -> PiecePart:
    """Which pieces a move is about.

    Args:
        pieces: by name or by number; each of several makes moves of its own
        state: the state in which it is put down
    """
    return PiecePart(pieces if isinstance(pieces, tuple) else (pieces,), state)


@ludeme(
    "apply",
    source=f"{EFFECT}/Apply.java",
    examples=("(apply (remove (between)))",),
    words=(
        "{effect:block}[ if {if}]",
        "",
    ),
)
def apply(b: Builder, effect: Effects | None = None, *, if_: Lazy[Bool] | None = None) -> Apply:
    """An effect that is part of a move.

    Args:
        effect: what happens
        if_: only if this holds
    """
    return Apply(if_, effect)


@ludeme(
    "apply",
    source=f"{EFFECT}/Apply.java",
    examples=("(forEach Site (sites Top) (apply if:(is Occupied (site)) (remove (site))))",),
    grown=False,
    words="{effect:block}[ if {if}]",
)
def apply_alone(
    b: Builder, effect: Lazy[Moves] | None = None, *, if_: Lazy[Bool] | None = None
) -> Moves:
    """An effect where no move is, as a rule of its own.

    Args:
        effect: what happens
        if_: only if this holds
    """
    if effect is not None:
        b.if_(b.true if if_ is None else if_(), effect)
    return MOVES


@ludeme(
    "then",
    source="rules/play/moves/nonDecision/effect/Then.java",
    examples=("(then (moveAgain))",),
    later=("applyAfterAllMoves",),
    words="{moves}",
)
def then_part(b: Builder, moves: Effects) -> Then:
    """What follows a move.

    Args:
        moves: effects, generated and applied when the move has been made
    """
    return Then(moves)


def apply_effect(b: Builder, part: Apply | None) -> None:
    """Apply the effect of a part of a move where its condition holds."""
    if part is None or part.effect is None:
        return
    condition = b.true if part.condition is None else part.condition()
    b.if_(condition, part.effect)


def note_of(b: Builder, part: PiecePart | None, kind: str | Lazy[Int]) -> str:
    """What tells a move of one piece from that of another between the same sites."""
    if part is None or isinstance(kind, str):
        return kind if isinstance(kind, str) else ""
    with b.open():  # what is written to find out is dropped
        return b.pieces.name_of(kind())


def targets_of(b: Builder, to: To) -> Sites:
    """The sites that a `(to …)` allows."""
    sites = b.names.bound("to") if to.sites is None else to.sites()
    return allowed(b, to, b.as_sites(sites))


def allowed(b: Builder, to: To, sites: Sites) -> Sites:
    """The sites of a set for which the conditions of a `(to …)` hold."""
    return as_applied(b, to, b.names.where(sites, to.condition, "to"))


def as_applied(b: Builder, to: To, sites: Sites) -> Sites:
    """The sites of a set that an `(apply if:…)` without an effect, a mere condition, allows."""
    if to.apply is None or to.apply.effect is not None:
        return sites
    return b.names.where(sites, to.apply.condition, "to")


# Decisions


@ludeme(
    "move Add",
    source=f"{EFFECT}/Add.java",
    examples=("(move Add (to (sites Empty)))", '(move Add (piece "Disc1") (to (sites Empty)))'),
    aliases=("add",),
    later=("stack",),
    words="place one of your pieces on {to}[, {count} at a time][, and {to.apply}]",
)
def move_add(
    b: Builder, piece: PiecePart | None, to: To, *, count: Lazy[Int] | None = None
) -> Moves:
    """Put a piece on a site; where one stands already, it stays.

    Args:
        piece: which; the piece whose number is the mover's if not given
        to: where
        count: how many are put into a hand; 1 if not given
    """
    targets = targets_of(b, to)
    if count is not None:
        targets = b.pick_sites(b.less(b.zero, count()), targets, b.nowhere)
    if piece is None and not b.pieces.kinds:
        raise b.fail("there is no piece to add: the equipment has none")
    if piece is None:
        b.pieces.uses(range(1, b.players.count + 1))

    def add(kind: str | Lazy[Int]) -> None:
        def act(_: Int, target: Int) -> None:
            number = b.pieces.named(kind) if isinstance(kind, str) else kind()
            if piece is not None:
                b.pieces.uses_one(number)
            apply_effect(b, to.apply)
            many = None if count is None else count()
            state = None if piece is None or piece.state is None else piece.state()
            b.pieces.lay(target, number, many, state)

        b.moves.move("Add", None, targets, act, note=note_of(b, piece, kind))

    for kind in (b.players.mover,) if piece is None else piece.pieces:
        add(kind)
    return MOVES


@ludeme(
    "move Remove",
    source=f"{EFFECT}/Remove.java",
    examples=("(move Remove (sites Occupied by:Next))",),
    aliases=("remove",),
    later=("level", "count"),
    words="remove {sites:piece}",
    kind_at=0,
)
def move_remove(b: Builder, sites: Sites | Site, *, at: When = When.StartOfTurn) -> Moves:
    """Take a piece off the board.

    Args:
        sites: a site, or the sites of which one is chosen; as an effect, all of them
        at: at once, or with `EndOfTurn` when the turn is over
    """
    occupied = b.minus(b.as_sites(sites), without=b.pieces.bare())
    later = at is When.EndOfTurn

    def act(_: Int, target: Int) -> None:
        b.pieces.take_away(target, later=later)

    return b.moves.move("Remove", None, occupied, act)


@ludeme(
    "move Select",
    source="rules/play/moves/decision/Move.java",
    examples=("(move Select (from (sites Occupied by:Mover)) (to (sites Empty)))",),
    words="choose {start.sites:one}[ {start.if:that}][ and {to}][, and {to.apply}]",
)
def move_select(b: Builder, start: From, to: To | None = None) -> Moves:
    """Choose one site, or one and then another; nothing moves by itself.

    Args:
        start: the first site
        to: the second site; the first alone is chosen if not given
    """
    starts = b.names.bound("from") if start.sites is None else start.sites()
    several = b.names.where(b.as_sites(starts), start.condition, "from", "to")
    if to is None:
        return b.moves.move("Select", None, several, lambda _, target: None)

    def one(origin: Int) -> None:
        with b.names.bind(**{"from": origin}):
            targets = targets_of(b, to)
            b.moves.move("Select", origin, targets, lambda _, __: apply_effect(b, to.apply))

    b.each(several, one)
    return MOVES


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


# Choice and order


@ludeme(
    "or",
    source="rules/play/moves/nonDecision/operators/logical/Or.java",
    examples=("(or (move Add (to (sites Empty))) (move Pass))",),
    words="{first, second:any}",
)
def or_(b: Builder, first: Lazy[Moves], second: Lazy[Moves]) -> Moves:
    """The moves of two rules together.

    Args:
        first: one rule
        second: the other
    """
    return or_all(b, (first, second))


@ludeme(
    "or",
    source="rules/play/moves/nonDecision/operators/logical/Or.java",
    examples=("(or {(move Add (to (sites Empty))) (move Pass)})",),
    words="{rules:any}",
)
def or_all(b: Builder, rules: tuple[Lazy[Moves], ...]) -> Moves:
    """The moves of several rules together.

    Args:
        rules: the rules
    """
    for rule in rules:
        rule()
    return MOVES


@ludeme(
    "and",
    source="rules/play/moves/nonDecision/operators/logical/And.java",
    examples=("(move Pass (then (and (addScore P1 1) (moveAgain))))",),
    words="{first, second:any}",
)
def and_(b: Builder, first: Lazy[Moves], second: Lazy[Moves]) -> Moves:
    """Two effects, one after the other.

    Args:
        first: one effect
        second: the other
    """
    return or_all(b, (first, second))


@ludeme(
    "and",
    source="rules/play/moves/nonDecision/operators/logical/And.java",
    examples=("(move Pass (then (and {(addScore P1 1) (moveAgain)})))",),
    words="{rules:any}",
)
def and_all(b: Builder, rules: tuple[Lazy[Moves], ...]) -> Moves:
    """Several effects, one after the other.

    Args:
        rules: the effects
    """
    return or_all(b, rules)


@ludeme(
    "if",
    source="rules/play/moves/nonDecision/operators/logical/If.java",
    examples=("(if (is Mover P1) (move Pass) (move Add (to (sites Empty))))",),
    words="if {condition}, {yes:block}[;\notherwise, {no}]",
)
def if_(b: Builder, condition: Bool, yes: Lazy[Moves], no: Lazy[Moves] | None = None) -> Moves:
    """The moves of one of two rules.

    Args:
        condition: what decides
        yes: the rule if it holds
        no: the rule if it does not
    """
    if condition.constant == 0:
        b.warn("this rule can never apply: its condition never holds")
    b.if_(condition, yes, no)
    return MOVES


@ludeme(
    "priority",
    source=f"{EFFECT}/requirement/Priority.java",
    examples=("(priority (move Remove (sites Top)) (move Add (to (sites Empty))))",),
    words="{first, second:first}",
)
def priority(b: Builder, first: Lazy[Moves], second: Lazy[Moves]) -> Moves:
    """The moves of a rule, or, where it has none, those of another.

    Args:
        first: the rule that comes first
        second: the rule that counts only if the first has no moves
    """
    return priority_all(b, (first, second))


@ludeme(
    "priority",
    source=f"{EFFECT}/requirement/Priority.java",
    examples=("(priority {(move Remove (sites Top)) (move Add (to (sites Empty)))})",),
    words="{rules:first}",
)
def priority_all(b: Builder, rules: tuple[Lazy[Moves], ...]) -> Moves:
    """The moves of the first of several rules that has any.

    Args:
        rules: the rules, the most urgent first
    """
    b.moves.first_of(rules)
    return MOVES


@ludeme(
    "do",
    source=f"{EFFECT}/requirement/Do.java",
    examples=(
        "(do (move Add (to (sites Empty))) ifAfterwards:(not (is Line 3)))",
        "(do (addScore Mover 1) next:(move Add (to (sites Empty))))",
    ),
    words="{prior:block}[, and then {next:block}][\tthen {then:block}]",
)
def do(
    b: Builder,
    prior: Lazy[Moves],
    *,
    next_: Lazy[Moves] | None = None,
    if_afterwards: Lazy[Bool] | None = None,
) -> Moves:
    """Moves that come after an effect, or that leave the position as a condition wants it.

    Args:
        prior: the effect, or the moves themselves if there is no `next:`
        next_: the moves, generated after the effect, which becomes part of each
        if_afterwards: a move is legal only if this holds when it has been made
    """
    with b.moves.demanding(if_afterwards):
        if next_ is None:
            prior()
        else:
            b.moves.after(prior, next_)
    return MOVES


@ludeme(
    "while",
    source=f"{EFFECT}/While.java",
    examples=("(move Pass (then (while (< (score P1) 3) (addScore P1 1))))",),
    grown=False,
    words="as long as {condition}, {effect:block}",
)
def while_(b: Builder, condition: Lazy[Bool], effect: Effects) -> Moves:
    """An effect that is repeated.

    Args:
        condition: it is repeated as long as this holds, at most ten thousand times
        effect: what happens
    """
    b.moves.repeat(condition, effect)
    return MOVES


@ludeme(
    "forEach Site",
    source="rules/play/moves/nonDecision/operators/foreach/site/ForEachSite.java",
    examples=("(forEach Site (sites Empty) (move Add (to (site))))",),
    words="choose {sites:one} and {moves:block}[;\nif that gives no move, {noMoveYet:block}]",
)
def for_each_site(
    b: Builder,
    sites: Sites,
    moves: Annotated[Lazy[Moves], Binds(("site", "to"))],
    *,
    no_move_yet: Lazy[Moves] | None = None,
) -> Moves:
    """The moves of a rule for every `(site)` of a set, which is `(to)` as well.

    Args:
        sites: the set
        moves: the rule
        no_move_yet: the moves there are if the rule gives none for any site
    """

    def each() -> None:
        def one(site: Int) -> None:
            with b.names.bind(site=site, to=site):
                moves()

        b.each(sites, one)

    b.moves.first_of((each,) if no_move_yet is None else (each, no_move_yet))
    return MOVES


@ludeme(
    "forEach Group",
    source="rules/play/moves/nonDecision/operators/foreach/group/ForEachGroup.java",
    examples=(
        "(move Pass (then (forEach Group if:(= (who at:(to)) P1) "
        "(addScore P1 (count Sites in:(sites))))))",
    ),
    words="for each connected group[ of sites {if:those}][ (connected {direction})], {moves:block}",
    kind_at=0,
)
def for_each_group(
    b: Builder,
    direction: Directions | None,
    moves: Annotated[Lazy[Moves], Binds(("sites",))],
    *,
    if_: AtTo | None = None,
) -> Moves:
    """The moves of a rule for every connected group, which `(sites)` stands for.

    Args:
        direction: what connects sites; `Adjacent` if not given
        moves: the rule
        if_: which sites belong to groups; the mover's pieces if not given
    """
    sites = b.pieces.owned_by(b.players.mover())
    if if_ is not None:
        sites = b.names.where(b.board.sites, if_, "to")

    def one(group: Sites) -> None:
        with b.names.bind(sites=group):
            moves()

    b.board.each_group(sites, direction or Direction.Adjacent, one)
    return MOVES


# Effects


@ludeme(
    "set NextPlayer",
    source=f"{EFFECT}/set/nextPlayer/SetNextPlayer.java",
    examples=("(move Pass (then (set NextPlayer (player 1))))",),
    aliases=("move Set NextPlayer",),
    words="{who} ~moves next",
)
def set_next_player(b: Builder, who: LazyPlayer) -> Moves:
    """Say who moves next.

    Args:
        who: the player; nothing comes of a number that is no player's
    """

    def say() -> None:
        b.moves.effect(lambda: b.players.say_next(b.players.worked_out(who)))

    b.if_(b.players.takes_part(b.players.worked_out(who)), say)
    return MOVES


@ludeme(
    "moveAgain",
    source=f"{EFFECT}/MoveAgain.java",
    examples=("(move Pass (then (moveAgain)))",),
    words="move again",
)
def move_again(b: Builder) -> Moves:
    """The mover moves again."""
    return b.moves.effect(lambda: b.players.say_next(b.players.mover()))


@ludeme(
    "addScore",
    source=f"{EFFECT}/AddScore.java",
    examples=("(move Pass (then (addScore Mover 1)))",),
    words="{who:own} score grows by {points}",
)
def add_score(b: Builder, who: LazyPlayer, points: Lazy[Int]) -> Moves:
    """Add to a player's score.

    Args:
        who: the player
        points: how much
    """

    def act() -> None:
        amount = points()
        for player in b.players.those(who):
            with b.live():
                total = b.add(b.players.score(player), amount)
            b.players.set_score(player, total)

    return b.moves.effect(act)


@ludeme(
    "addScore",
    source=f"{EFFECT}/AddScore.java",
    examples=("(move Pass (then (addScore {P1 P2} {1 2})))",),
    grown=False,
    words="{who} score {points} points",
)
def add_scores(b: Builder, who: tuple[LazyPlayer, ...], points: tuple[Lazy[Int], ...]) -> Moves:
    """Add to the scores of several players.

    Args:
        who: the players
        points: how much, for each
    """
    if len(who) != len(points):
        raise b.fail(f"{len(who)} players get {len(points)} numbers")
    for player, amount in zip(who, points, strict=True):
        add_score(b, player, amount)
    return MOVES


@ludeme(
    "enclose",
    source=f"{EFFECT}/Enclose.java",
    examples=(
        "(move Add (to (sites Empty)) (then (enclose (from (last To)) Orthogonal "
        "(between if:(is Enemy (who at:(between))) (apply (remove (between)))))))",
    ),
    words="remove every enemy group next to the piece just moved that has no empty neighbour",
    kind_at=0,
)
def enclose(
    b: Builder,
    start: From | None = None,
    direction: Directions = Direction.Adjacent,
    between: BetweenPart | None = None,
    *,
    num_exception: Int = ZERO,
) -> Moves:
    """Do something to every group of pieces next to a site that has no empty neighbour.

    If empty sites may be part of a group, all that lies around the group hangs together, by sides
    or corners.

    Args:
        start: the site; the last move's destination if not given
        direction: what connects sites
        between: which pieces make up the groups (the enemy's if not given), and what is done to
            each of them (it is removed if not given)
        num_exception: how many empty neighbours do not matter
    """
    place = b.turn.last_to() if start is None or start.sites is None else start.sites()
    condition = between.condition if between else None
    # Exceptions are empty sites that count as part of the group.
    spare = b.pick_sites(b.less(b.zero, num_exception), b.pieces.vacant(), b.nowhere)
    with b.pieces.noting_empty() as asked:
        wanted = b.pieces.of(Role.Enemy)
        if condition is not None:
            wanted = b.names.where(b.board.sites, condition, "between")
    alike = b.union(wanted, spare)
    middle = b.intersect(b.as_sites(place), b.pieces.occupied())
    near = b.intersect(b.board.around(middle, direction), alike)
    caught = b.local("caught", b.nowhere)

    def look(group: Sites) -> None:
        ring = b.minus(b.board.around(group, direction), without=group)
        free = b.is_empty(b.intersect(ring, b.pieces.vacant()))
        filled = b.at_most(b.count(b.intersect(group, spare)), num_exception)
        closed = b.both(free, filled)
        if asked.empty:
            part = b.board.group(b.single(b.first(ring)), ring, Direction.All)
            closed = b.both(closed, b.both(b.same(part, ring), b.negate(b.is_empty(ring))))
        both = b.union(b.get_sites(caught), group)
        b.if_(closed, lambda: b.set(caught, both))

    b.board.each_group(b.board.group(near, alike, direction), direction, look)
    effect = between.apply if between else None

    def strike(_: Int, target: Int) -> None:
        if effect is None:
            b.pieces.set(target, b.zero)
            return
        with b.names.bind(between=target):
            apply_effect(b, effect)

    return b.moves.move("Enclose", None, b.get_sites(caught), strike)
