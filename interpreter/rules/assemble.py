"""From the parts of a game to its program: the board and the pieces first, then the turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter.board.geometry.neighbours import COMPASS
from interpreter.board.graph import BoardError
from interpreter.board.topology import topology_of
from interpreter.ir.meaning.sites import listed
from interpreter.ir.program import MOST_PIECES, Program
from interpreter.ir.schema import LARGE_HEIGHT
from interpreter.ir.values import Int, Sites
from interpreter.language.parts import (
    Board,
    Bodies,
    DiceItem,
    DominoSet,
    GameRules,
    HandItem,
    Hints,
    Item,
    MapItem,
    Piece,
    PieceKind,
    Regions,
)
from interpreter.language.signatures import Lazy
from interpreter.language.words import Direction, Role
from interpreter.passes.order_of_passes import finish
from interpreter.passes.whole.dead import remove_uncalled
from interpreter.rules.builder import Builder, OtherKindError
from interpreter.rules.parts.dominoes import set_of
from interpreter.rules.parts.names import Region
from interpreter.rules.parts.puzzle import Area
from interpreter.rules.turn import Turn
from interpreter.text.errors import LudError, Problem
from interpreter.text.tree import Clause

DEFAULT_MAP = "Map"
ENTRIES = (
    "start",
    "generate",
    "allowed",
    "perform",
    "apply",
    "playout",
    "remember",
    "threatened",
    "satisfied",
)


def assemble(
    b: Builder,
    rules: GameRules,
    passes: Sequence[str] | None = None,
    watched: Clause | None = None,
) -> Program:
    """Make the program of a game: write it as its rules say it, and make it faster.

    Args:
        passes: the names of those that make it faster; all if not given
        watched: the rules as a tree, whose clauses tell what they answer; nothing makes it faster

    Raises:
        LudError: a board that cannot be made, a rule that contradicts the rest
    """
    program = write(b, rules, watched)
    written = {one.name for one in program.functions}
    passes = passes if watched is None else ()
    return finish(program, [name for name in ENTRIES if name in written], passes)


def write(b: Builder, rules: GameRules, watched: Clause | None = None) -> Program:
    """Write the program of a game, as its rules say it; see `assemble`."""
    pieces = equip(b, rules)
    if watched is not None:
        b.watches.watch(watched)
    program = Turn(b, rules).program()
    program.watched = tuple(b.watches.clauses)
    program.grid = b.board.grid
    for number, game in enumerate(rules.games):
        with b.settings.of(number):
            _warn_of_unused(b, game, pieces[number])
    return program


def _warn_of_unused(b: Builder, game: GameRules, pieces: list[Piece]) -> None:
    """Warn of what a game has and none of its rules speaks of."""
    _unused(b, pieces)
    for item in game.equipment.items:
        if isinstance(item, HandItem) and not b.hands.asked.intersection(_owners(b, item)):
            b.warn(
                "no rule uses this hand",
                "(handSite Mover) is a place of one",
                item.span,
                code="unused-hand",
            )


def begin(b: Builder, rules: GameRules) -> Program:
    """Write the function that starts a game, and lower nothing but what that needs."""
    equip(b, rules)
    program = Turn(b, rules).beginning()
    program.grid = b.board.grid
    program.templates.clear()  # no move is made
    remove_uncalled(program, ["start"])
    return finish(program, ["start"], ("beginning",))


def begin_as_written(b: Builder, rules: GameRules) -> Program:
    """The same from the whole program, with what tells of a position which kings are in check."""
    program = write(b, rules)
    written = {one.name for one in program.functions}
    entries = [one for one in ("start", "threatened") if one in written]
    if entries == ["start"]:
        program.templates.clear()  # no move is made
    remove_uncalled(program, entries)
    return finish(program, entries, ("beginning",))


def equip(b: Builder, rules: GameRules) -> list[list[Piece]]:
    """Lay out what is played with, for each game of a match. The pieces of each.

    Raises:
        LudError: games of a match that are not played with the same board and pieces
    """
    first, *others = rules.games
    pieces = [_equip(b, first)]
    known = b.hands.laid, b.dice.faces, b.box.kinds
    for game in others:
        with b.at(game.equipment.span), b.settings.another():
            _alike(b, "numbers of players", game.players.count, first.players.count)
            pieces.append(_equip(b, game))
            own = b.hands.laid, b.dice.faces, b.box.kinds
            for what, one, other in zip(("hands", "dice", "pieces"), own, known, strict=True):
                _alike(b, what, one, other)
    return pieces


def _alike(b: Builder, what: str, own: object, first: object) -> None:
    """Refuse a match of games that are not played with the same things."""
    if own != first:
        message = f"a match of games with different {what} is not supported yet"
        raise b.fail(message, code="not-supported")


def _equip(b: Builder, rules: GameRules) -> list[Piece]:
    """Lay out what a game is played with: board, dice, pieces, regions. The pieces."""
    items = rules.equipment.items
    boards = [item for item in items if isinstance(item, Board)]
    if len(boards) != 1:
        place = boards[-1].span if boards else rules.equipment.span
        raise LudError(f"a game has one board, not {len(boards)}", place, code="several-boards")
    b.players.count, b.players.at_once = rules.players.count, rules.at_once
    hands = [(owner, item.size) for item in items if isinstance(item, HandItem)
             for owner in _owners(b, item)]  # fmt: skip
    b.dice.install([item for item in items if isinstance(item, DiceItem)])
    if b.dice.count:  # they lie behind all hands
        hands.append((b.players.count + 1, b.dice.count))
    if boards[0].large_stacks:
        b.stacks.most = LARGE_HEIGHT
    _install_board(b, boards[0], hands)
    pieces = [piece for item in items for piece in _pieces_of(item)]
    b.puzzle.hints = [hint for item in items if isinstance(item, Hints) for hint in item.several]
    if b.puzzle.values is not None:
        _install_values(b, pieces)
    else:
        _install_pieces(b, pieces or _balls(b, rules), rules.players.facing)
    for item in items:
        if isinstance(item, MapItem):
            with b.at(item.span):
                b.names.maps.append((item.name or DEFAULT_MAP, _mapped(b, item)))
    for item in items:
        if isinstance(item, Regions):
            _install_region(b, item)
    return pieces


def _pieces_of(item: Item) -> list[Piece]:
    """The kinds of pieces that an item of the equipment stands for."""
    if isinstance(item, DominoSet):
        return set_of(item)
    return [item] if isinstance(item, Piece) else []


def _balls(b: Builder, rules: GameRules) -> list[Piece]:
    """Where rules put pieces and the equipment names none, each player has a `Ball`."""
    if not b.keeps("balls"):
        return []
    with b.at(rules.equipment.span):
        b.warn(
            "the equipment names no piece, so each player has one that is called Ball",
            'to name it otherwise, write (piece "Stone" Each)',
            code="no-piece-named",
        )
    return [Piece("Ball", Role.Each, None, None, rules.equipment.span)]


def _install_board(b: Builder, board: Board, hands: Sequence[tuple[int, int]]) -> None:
    b.board.use = board.use
    with b.at(board.span):
        try:
            topology = topology_of(board.graph(), board.use, bounded=board.bounded)
            _alike(b, "boards", topology, b.board.known or topology)
            b.board.install(topology)
            b.puzzle.install(board.values)
            b.hands.install(hands)
            b.kinds.install()
            b.tracks.install(board.tracks)
            if board.loops is not None:
                b.tracks.install_loops(board.loops)
        except BoardError as error:
            raise LudError(str(error), board.span, code="board") from None


def _install_pieces(b: Builder, pieces: list[Piece], facing: Sequence[Direction]) -> None:
    dice, shared = range(1, b.dice.count + 1), b.players.count + 1
    b.box.facing_said = bool(facing) or any(piece.facing is not None for piece in pieces)
    kinds = [PieceKind(number, f"Die{number}", shared) for number in dice]
    for piece in pieces:
        for owner in _owners(b, piece):
            # Where a player looks all his pieces look, whatever is said of them.
            said = facing[owner - 1] if 0 < owner <= len(facing) else piece.facing
            looks = said or Direction.N
            if looks.value not in COMPASS:
                message = f"a piece looks in a direction of the compass, not {looks.value}"
                raise LudError(message, piece.span, "such as N or SE", code="facing")
            made = PieceKind(
                len(kinds) + 1, _name(b, piece, owner), owner, looks, piece.moves, piece.flips,
                _bodies(b, piece), paths=piece.paths, slots=piece.slots, pips=piece.pips,
            )  # fmt: skip
            kinds.append(_told_apart(kinds, made, piece))
    if len(kinds) > MOST_PIECES:
        raise LudError(
            f"a game has at most {MOST_PIECES} kinds of pieces",
            pieces[-1].span,
            code="too-many-pieces",
        )
    with b.at(pieces[-1].span if pieces else b.span):
        b.box.install(b.large.install(kinds))
    b.tiles.install(pieces)


def _bodies(b: Builder, piece: Piece) -> Bodies:
    """The sites that a large piece covers."""
    with b.at(piece.span):
        return b.large.bodies(piece.walks) if piece.walks else ()


def _install_values(b: Builder, pieces: list[Piece]) -> None:
    """The values of a puzzle as pieces of nobody; pieces of the equipment name the first ones."""
    names = [piece.name for piece in pieces]
    values = range(1, b.puzzle.range[-1] + 1)
    if len(names) > len(values):
        raise LudError(
            "a puzzle has no more pieces than values", pieces[-1].span, code="too-many-pieces"
        )
    names += [str(value) for value in values[len(names) :]]
    kinds = [PieceKind(value, name, 0) for value, name in zip(values, names, strict=True)]
    b.box.install(kinds)


def _owners(b: Builder, piece: Piece | HandItem) -> list[int]:
    if piece.role in (Role.Each, Role.All):
        return list(range(1, b.players.count + 1))
    if piece.role is Role.Shared:
        return [b.players.count + 1]
    player = piece.role.player
    if player is None or player > b.players.count:
        what = "piece" if isinstance(piece, Piece) else "hand"
        message = f"no {what} can belong to {piece.role.value}"
        raise LudError(
            message, piece.span, f"the game has {b.players.count} players", code="no-such-player"
        )
    return [player]


def _told_apart(kinds: list[PieceKind], made: PieceKind, piece: Piece) -> PieceKind:
    """The piece, refused if there is one of its name."""
    if any(one.name == made.name for one in kinds):
        raise LudError(f'two pieces are called "{made.name}"', piece.span, code="piece-twice")
    return made


def _name(b: Builder, piece: Piece, owner: int) -> str:
    """The owner's number goes behind the name, except where everybody or only one can own it."""
    alone = b.players.count == 1 and piece.role is not Role.Neutral
    several = piece.role in (Role.Each, Role.All)
    numbered = piece.name[-1:].isdigit() and not several
    plain = alone or piece.role is Role.Shared or numbered
    return piece.name if plain else f"{piece.name}{owner}"


def _mapped(b: Builder, item: MapItem) -> dict[int, int]:
    """The numbers of a map, and what each stands for."""
    pairs = ((_number(b, pair.key), _number(b, pair.value)) for pair in item.pairs)
    return {key: value for key, value in pairs if -1 not in (key, value)}


def _number(b: Builder, what: Lazy[Int] | Role | str) -> int:
    """A number of a map, or of what a text means there: a site or a piece; -1 for neither."""
    if isinstance(what, str):
        pieces = {kind.name: kind.number for kind in b.box.kinds}
        return {**pieces, **b.board.topology.site_of}.get(what, -1)
    with b.open():
        value = b.settled(b.players.number(what) if isinstance(what, Role) else what())
    if value.constant is None:
        raise b.fail("a map must be known when the game is compiled", code="not-constant")
    return value.constant


def _install_region(b: Builder, item: Regions) -> None:
    """Make a region; one of sites of another kind than the board's cannot be asked for."""
    try:
        with b.at(item.span):
            areas = [area for kind in item.kinds for area in b.puzzle.areas_of(kind)]
            parts = _parts(b, item)
            sites = (*parts, *(b.sites(area.sites) for area in areas))
    except OtherKindError as error:
        problem = error.problems[0]
        hint = "no rule can speak of the region"
        b.warnings.append(replace(problem, hint=hint, warning=True))
        return
    if b.puzzle.values is not None:
        masks = [listed(one.constant or 0) for one in parts]
        b.puzzle.areas += (*areas, *(Area(tuple(sites)) for sites in masks))
    player = item.role.player if item.role else None
    b.names.regions.append(Region(item.name, player, sites, item.span))


def _parts(b: Builder, item: Regions) -> tuple[Sites, ...]:
    """The sets of sites of a region; sites that are listed one by one are one set."""
    alone, several = list[Sites](), list[Sites]()
    for one in item.sites:
        with b.open():
            sites = one()
            settled = b.settled(b.board.as_known(sites))
        if not isinstance(settled, Sites) or settled.constant is None:
            raise b.fail("a region must be known when the game is compiled", code="not-constant")
        (alone if isinstance(sites, Int) else several).append(settled)
    return (b.union(*alone), *several) if alone else tuple(several)


def _unused(b: Builder, pieces: list[Piece]) -> None:
    """Warn of pieces and regions that no rule speaks of."""
    number = b.dice.count
    for piece in pieces:
        numbers = {number + place for place in range(1, len(_owners(b, piece)) + 1)}
        number = max(numbers)
        if not numbers & b.box.used:
            message = f'the piece "{piece.name}" is never used'
            b.warnings.append(Problem(message, piece.span, None, warning=True, code="unused-piece"))
    for region in b.names.regions:
        if (region.name or "") not in b.names.used:
            called = f'"{region.name}" ' if region.name else ""
            message = f"the region {called}is never used"
            b.warnings.append(
                Problem(message, region.span, None, warning=True, code="unused-region")
            )
