"""Rules of moves made of others: choice and order, conditions, one for each piece or site."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated

from interpreter.board.graph import SiteType
from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import PieceKind
from interpreter.language.signatures import (
    MOVES,
    AtTo,
    Binds,
    Effects,
    Ints,
    Lazy,
    LazyPlayer,
    Moves,
    PieceName,
    Sites,
)
from interpreter.language.words import Direction, Directions, Role
from interpreter.rules.builder import Builder
from interpreter.rules.parts.players import EVERYBODY
from ludemes.moves.parts import EFFECT, FOREACH


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
    """Two effects, both worked out in the position before either is made.

    What the second asks is answered as if the first had not happened; to let it see what the first
    did, write `(do <first> next:<second>)`. They are made in their order.

    Args:
        first: one effect
        second: the other
    """
    return and_all(b, (first, second))


@ludeme(
    "and",
    source="rules/play/moves/nonDecision/operators/logical/And.java",
    examples=("(move Pass (then (and {(addScore P1 1) (moveAgain)})))",),
    words="{rules:any}",
)
def and_all(b: Builder, rules: tuple[Lazy[Moves], ...]) -> Moves:
    """Several effects, all worked out in the position before any of them is made.

    What one asks is answered as if none had happened; to let one see what another did, write
    `(do <one> next:<other>)`. They are made in their order.

    Args:
        rules: the effects
    """
    b.effects.together(rules)
    return MOVES


@ludeme(
    "append",
    source="rules/play/moves/nonDecision/operators/logical/Append.java",
    examples=("(forEach Site (sites Empty) (append (custodial (from (site)))))",),
    needs="site",
    grown=False,
    words="in one move {effects:block}",
)
def append(b: Builder, effects: Effects) -> Moves:
    """All effects of a rule as one move to `(site)`; none where the rule does nothing there.

    Args:
        effects: the rule
    """
    site = b.names.bound("site")
    there = b.pick_sites(b.questions.any(effects), b.single(site), b.nowhere)

    def act(_: Int, target: Int) -> None:
        with b.names.bind(site=target):
            b.effects.apply(effects)

    return b.moves.move("Append", None, there, act)


@ludeme(
    "allCombinations",
    source="rules/play/moves/nonDecision/operators/logical/AllCombinations.java",
    examples=("(move Pass (then (allCombinations (addScore P1 1) (addScore P2 1))))",),
    grown=False,
    words="{first, second:any}",
)
def all_combinations(b: Builder, first: Effects, second: Effects) -> Moves:
    """Two effects of which each is made only together with the other.

    Args:
        first: what is done first
        second: what is done then
    """
    either = b.both(b.questions.any(first), b.questions.any(second))
    # What follows does so once.
    both = (b.moves.without_then(first), second)
    b.if_(either, lambda: b.effects.together(both))
    return MOVES


@ludeme(
    "seq",
    source="rules/play/moves/nonDecision/operators/logical/Seq.java",
    examples=("(move Pass (then (seq {(addScore P1 1) (set Score P2 (score P1))})))",),
    grown=False,
    words="{rules:any}, one after the other",
)
def seq(b: Builder, rules: tuple[Effects, ...]) -> Moves:
    """Several effects, each worked out where those before it have been made.

    Args:
        rules: the effects
    """
    b.effects.one_by_one(rules)
    return MOVES


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
        b.warn("this rule can never apply: its condition never holds", code="never-applies")
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
        prior: the effect, or the moves themselves if there is no `next:`; with neither it nor
            `ifAfterwards:` there are none
        next_: the moves, generated after the effect, which becomes part of each; in a game with
            dice a pass if there are none; where these are effects and there are none, the first
            is not made either
        if_afterwards: a move is legal only if this holds when it has been made; its sites are
            `(last From)` and `(last To)` here
    """
    if next_ is None and if_afterwards is None:
        hint = "write the moves themselves, without (do ...)"
        b.warn("this (do ...) has neither next: nor ifAfterwards:, and gives no moves", hint,
               code="never-applies")  # fmt: skip
        return MOVES
    with b.moves.demanding(if_afterwards and _as_here(b, if_afterwards)):
        if next_ is None:
            prior()
        else:
            b.moves.after(prior, lambda: _or_pass(b, next_))
    return MOVES


def _as_here(b: Builder, condition: Lazy[Bool]) -> Lazy[Bool]:
    """A condition on what comes after a move, of whose sites only rules outside may speak."""
    unknown = [name for name in ("from", "to") if not b.names.is_bound(name)]

    def asked() -> Bool:
        with b.names.forgetting(*unknown):
            return condition()

    return asked


def _or_pass(b: Builder, moves: Lazy[Moves]) -> Moves:
    """Some moves; where there are dice, a pass if there is none, so that the throw counts."""
    b.moves.first_of((moves, b.moves.pass_) if b.dice.count else (moves,))
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
    b.effects.repeat(condition, effect)
    return MOVES


@ludeme(
    "forEach Site",
    source=f"{FOREACH}/site/ForEachSite.java",
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
        no_move_yet: the moves there are if the rule gives none for any site; without what follows
            the others
    """

    def each() -> None:
        def one(site: Int) -> None:
            with b.names.bind(site=site, to=site):
                moves()

        b.each(sites, one)

    if no_move_yet is None:
        each()
    else:
        b.moves.first_of((each, b.moves.without_then(no_move_yet)))
    return MOVES


@ludeme(
    "forEach Player",
    source=f"{FOREACH}/player/ForEachPlayer.java",
    examples=("(move Pass (then (forEach Player (addScore (player (player)) 1))))",),
    words="for each player, {moves:block}",
)
def for_each_player(b: Builder, moves: Annotated[Lazy[Moves], Binds(("player",))]) -> Moves:
    """The moves of a rule for every player, who is `(player)`, in the game or not.

    What follows it, as `(then …)`, never does.

    Args:
        moves: the rule
    """
    b.moves.unfollowed(
        lambda: b.players.each(Role.All, lambda player: _of_player(b, player, moves))
    )
    return MOVES


@ludeme(
    "forEach",
    source=f"{FOREACH}/player/ForEachPlayer.java",
    examples=("(move Pass (then (forEach (array {1 2}) (addScore (player (player)) 1))))",),
    words="for each player of {players}, {moves:block}",
)
def for_each_listed_player(
    b: Builder, players: Ints, moves: Annotated[Lazy[Moves], Binds(("player",))]
) -> Moves:
    """The moves of a rule for the players of a list, of whom each is `(player)` in turn.

    What follows it, as `(then …)`, never does.

    Args:
        players: their numbers; what is no player's number is passed over
        moves: the rule
    """

    def one(player: Int) -> None:
        known = b.both(b.at_most(b.zero, player), b.at_most(player, b.int(b.players.count + 1)))
        b.if_(known, lambda: _of_player(b, player, moves))

    b.moves.unfollowed(lambda: players.each(one))
    return MOVES


def _of_player(b: Builder, player: Int, moves: Lazy[Moves]) -> None:
    with b.names.bind(player=player):
        moves()


@ludeme(
    "forEach Team",
    source=f"{FOREACH}/team/ForEachTeam.java",
    examples=("(move Pass (then (forEach Team (forEach (team) (addScore (player (player)) 1)))))",),
    words="for each team, {moves:block}",
)
def for_each_team(b: Builder, moves: Annotated[Lazy[Moves], Binds(("team",))]) -> Moves:
    """The moves of a rule for every team, whose players are `(team)`.

    Players whom no rule puts into a team are each a team of their own; where no rule puts anybody
    into a team, there are none.

    Args:
        moves: the rule
    """

    def one(team: Int) -> None:
        with b.names.bind(team=team):
            moves()

    if b.players.teamed:
        b.players.each(Role.All, one)
    else:
        b.warn("there are no teams", "(start (set Team 1 {P1 P3})) makes one", code="no-teams")
    return MOVES


@ludeme(
    "forEach Group",
    source=f"{FOREACH}/group/ForEachGroup.java",
    examples=(
        "(move Pass (then (forEach Group if:(= (who at:(to)) P1) "
        "(addScore P1 (count Sites in:(sites))))))",
    ),
    words="for each connected group[ of sites {if:those}][ (connected {direction})], {moves:block}",
    kind_at=0,
    ahead={"if": "moves"},
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

    def joined() -> Sites:
        if if_ is None:
            return b.pieces.owned_by(b.players.mover())
        return b.names.where(b.board.sites, if_, "to")

    ways = direction or Direction.Adjacent

    def one(group: Sites) -> None:
        b.names.regrown[group] = lambda first: b.board.group(b.single(first), joined(), ways)
        with b.names.bind(sites=group):
            moves()

    b.board.each_group(joined(), ways, one)
    return MOVES


@ludeme(
    "forEach Piece",
    source=f"{FOREACH}/piece/ForEachPiece.java",
    examples=(
        "(forEach Piece)",
        '(forEach Piece "Disc" (move Step (to if:(is Empty (to)))))',
        "(forEach Piece P2)",
    ),
    keeps=("stacks:top",),
    words="with one of {who:the} {names:s}, {moves:block}",
    ahead={"on": "names", "container": "moves"},
)
def for_each_piece(
    b: Builder,
    names: PieceName | tuple[PieceName, ...] | None = None,
    moves: Annotated[Lazy[Moves], Binds(("from", "level"))] | None = None,
    who: LazyPlayer = Role.Mover,
    *,
    on: SiteType | None = None,
    container: Int | None = None,
    top: bool = False,
) -> Moves:
    """The moves of every piece of a player on the board, each of which is `(from)`.

    The pieces of one other player move as if he were the mover; he who is makes the moves.

    Args:
        names: the kinds of pieces, without their owner's number; all if not given
        moves: how they move; as their own rules say if not given
        who: whose pieces
        on: the kind of site
        container: 0 for the board, or the number of a hand; the board if not given
        top: of pieces on each other only the uppermost; if not, each has its moves, though it is
            the uppermost that moves unless they say `level:`; `(level)` is where each stands
    """
    b.same_sites(on)

    def within(sites: Sites) -> Sites:
        if container is not None:
            return b.hands.within(sites, container)
        if on is not None:
            return b.intersect(sites, b.kinds.sites(on))
        return b.union(b.board.here(sites), b.intersect(sites, b.kinds.beside))

    def moved(rule: Lazy[Moves], site: Int, level: Int | None = None) -> None:
        bound = {"from": site, "site": site} | ({} if level is None else {"level": level})
        with b.names.bind(**bound):
            rule()

    kinds = b.box.kinds_called(names)
    rules = dict.fromkeys(moves or kind.moves for kind in kinds)

    def all_of_them(whose: LazyPlayer) -> None:
        for rule in rules:
            if rule is not None:
                concerned = [kind for kind in kinds if (moves or kind.moves) is rule]
                move = partial(moved, rule)
                if b.pieces.stacked and not top:
                    numbers = [kind.number for kind in concerned]
                    player = b.players.worked_out(whose)
                    b.stacks.each(within(b.pieces.taken()), numbers, player, move)
                    continue
                everything = len(concerned) == len(b.box.kinds)
                sites = owned(b, whose) if everything else standing(b, concerned, whose)
                _each_top(b, within(sites), move)

    if who in SEVERAL:
        all_of_them(who)
        return MOVES
    player = b.players.worked_out(who)
    b.moves.of_another(partial(_for_mover, b, who), lambda: all_of_them(lambda: player))
    return MOVES


def _each_top(b: Builder, sites: Sites, move: Callable[..., None]) -> None:
    """Run what moves a piece with every site, and with the level of its top in games of stacks."""
    if b.pieces.stacked:
        b.each(sites, lambda site: move(site, b.stacks.top(site)))
    else:
        b.each(sites, move)


def _for_mover(b: Builder, who: LazyPlayer) -> Int:
    """The player who is taken for the mover where his pieces move, if he is one."""
    meant = b.players.worked_out(who)
    return b.pick(b.players.takes_part(meant), meant, b.players.mover())


# Whose moves are the mover's own.
SEVERAL = (
    Role.Mover, Role.All, Role.Each, Role.NonMover, Role.Enemy, Role.Friend, Role.Neutral,
    Role.Shared,
)  # fmt: skip


def standing(b: Builder, kinds: Sequence[PieceKind], who: LazyPlayer) -> Sites:
    """The sites with pieces of some kinds, of the players whom a role means."""
    owners = tuple(sorted({kind.owner for kind in kinds}))
    if who is Role.Mover and len(owners) == len(kinds):
        numbers = [0] * (b.players.count + 2)
        for kind in kinds:
            numbers[kind.owner] = kind.number
        one = b.pieces.placed(b.lookup(b.table(*numbers, 0), b.players.mover()))
        return (
            one
            if owners[:1] == (1,) and len(owners) == b.players.count
            else b.intersect(one, b.pieces.taken())
        )
    here = b.union(*(b.pieces.placed(b.int(kind.number)) for kind in kinds))
    return here if len(kinds) == 0 else b.intersect(here, owned(b, who))


def owned(b: Builder, who: LazyPlayer) -> Sites:
    """The sites with pieces of the players whom a role means."""
    if who in EVERYBODY:
        return b.pieces.taken()
    if who in (Role.NonMover, Role.Enemy):
        everybody = b.union(*(b.pieces.owned_by(player) for player in b.players.all()))
        return b.minus(everybody, without=b.pieces.of(Role.Friend))
    return b.pieces.owned_by(b.players.worked_out(who))


@ludeme(
    "max Moves",
    source=f"{EFFECT}/requirement/max/moves/MaxMoves.java",
    examples=(
        "(max Moves (forEach Piece (move Hop (between if:(is Enemy (who at:(between))) "
        "(apply (remove (between)))) (to if:(is Empty (to))) "
        "(then (if (can Move (hop (from (last To)) (between if:(is Enemy (who at:(between)))) "
        "(to if:(is Empty (to))))) (moveAgain))))))",
    ),
    keeps=("worths:with_value",),
    words=(
        "make the moves of a turn that takes as much as possible: {moves:block}",
        "make the moves of a turn with as many moves as possible: {moves:block}",
    ),
    ahead={"withValue": "moves"},
)
def max_moves(b: Builder, moves: Lazy[Moves], *, with_value: bool = False) -> Moves:
    """The moves of a rule from which the longest turns follow, counted in moves.

    Args:
        moves: the rule
        with_value: what counts are not the moves but the values of the pieces that rules say are
            removed; of pieces on each other that are not told apart by level, that of the lowest
            counts for each
    """
    by = "worth" if with_value else "length"
    b.moves.unfollowed(lambda: b.moves.longest(moves, by=by))
    return MOVES


@ludeme(
    "max Captures",
    source=f"{EFFECT}/requirement/max/moves/MaxCaptures.java",
    examples=(
        "(max Captures (forEach Piece (move Slide (to if:(is Enemy (who at:(to))) "
        "(apply (remove (to)))))))",
    ),
    keeps=("removals",),
    later=("withValue",),
    words="make a move that takes as many pieces as possible: {moves:block}",
)
def max_captures(b: Builder, moves: Lazy[Moves]) -> Moves:
    """The moves of a rule that remove the most pieces, with all that follows from each.

    A piece that is taken by another that comes to its site counts if the rule says that it is
    removed.

    Args:
        moves: the rule
    """
    b.moves.unfollowed(lambda: b.moves.longest(moves, by="removals"))
    return MOVES
