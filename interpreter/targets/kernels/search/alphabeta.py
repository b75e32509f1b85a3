"""Looking ahead: the best move if everybody does the worst to the searcher that he can.

Alpha-beta search (Knuth and Moore 1975) with a table of positions that were met (Zobrist 1970),
killer moves (Akl and Newborn 1977) and the history of moves that cut off (Schaeffer 1989). Values
are those of the seat that searches: it takes the greatest, all others take the least; with more
than two players that is the paranoid search (Sturtevant and Korf 2000). Where chance decides, a
position is worth what is expected (`chances.py`). A value is *sure* if
nothing had to be estimated for it. `lab/players/plain_alphabeta.py` defines it in Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.ir import schema
from interpreter.ir.analysis.accesses import by_chance
from interpreter.targets.kernels.outcomes import scale, seat, worth, write_outcome
from interpreter.targets.kernels.search import chances
from interpreter.targets.kernels.search.evaluation import Board, decimal, write_evaluation
from interpreter.targets.kernels.search.table import CUT_BITS, Search, entry_of, keep, write_key
from interpreter.targets.kernels.states import STATE, cleared_room, copy_state, parts, room
from interpreter.targets.kernels.step import write_apply, write_legal
from interpreter.targets.llvm.assembly import Code, Loop, Module, Num, Pointer, Slot, signed
from interpreter.targets.llvm.memory import POINTERS
from interpreter.targets.llvm.translator import Translator

NAMES = ("search", "search_best")
ENTRIES = ("generate", "allowed", "apply")
SOON = 1e-9
WON = 1 - 1e-6
"""A win, however far: no other value is as much."""
EXACT, AT_LEAST, AT_MOST = range(3)
INFINITY = "0x7FF0000000000000"


@dataclass(frozen=True)
class Style:
    """What is searched for.

    Args:
        terms: the measures that are weighted, of `TERMS`
        board: what they need
        soon: whether near wins are worth more than far ones
        quiet: whether there are plies in which only captures are looked at
    """

    terms: Sequence[str] = ()
    board: Board | None = None
    soon: bool = True
    quiet: bool = False


def write(t: Translator, module: Module, style: Style) -> None:
    """Write `search(head, depth)` and `search_best(head, state)`.

    `search` looks at every move at the root to a depth, in their order, and gives whether it came
    to the end. `search_best` gives the best move of a position that is in the table, else 0.
    """
    write_legal(t, module)
    write_apply(t, module)
    write_key(t, module)
    write_evaluation(t, module, style.terms, style.board)
    _value(t, module, style)
    if by_chance(t.program):
        _thrown(t, module, style)
        chances.write_fall(t, module)
    _root(t, module)
    _best(t, module)


VALUE = [("ptr", "head"), *POINTERS, ("ptr", "lists"), ("i64", "depth"), ("double", "low"),
         ("double", "high"), ("i64", "ply")]  # fmt: skip


def _value(t: Translator, module: Module, style: Style) -> None:
    """What a position is worth; whether that is sure is left in the head.

    A value of `low` or less is a bound from above, one of `high` or more one from below.
    """
    c = Code(module, "k_value", VALUE, "double")
    search = Search(c, t)
    nodes = search.number("nodes") + 1
    with c.when(nodes > search.number("limit")):
        search.change("stop", 1)
        c.give("double", decimal(0))
    search.change("nodes", nodes)
    depth = c.num("%depth")
    with c.when(t.scalar(c, schema.OVER).differs(0)):
        _give_outcome(c, t, search, style)
    lists = search.room()
    room = c.num(c.value(f"ptrtoint ptr {lists.name} to i64")) < search.number("end")
    with c.when(depth.is_(0) | room.negated()):
        search.change("sure", 0)
        c.give("double", c.call("double", "k_evaluate", ("ptr", "%head"), *STATE,
                                ("ptr", "%lists")))  # fmt: skip
    key = c.num(c.call("i64", "k_key", *STATE[:2], STATE[3]))
    known = c.variable("i64", 0)
    entry_of(c, search, key, lambda entry: _use(c, search, entry, depth, known, exact=style.soon))
    if by_chance(t.program):
        found = chances.thrown(c)
        _stop(c, search)
        chosen = c.num(0)
    else:
        count = c.num(c.call("i64", "k_legal", *STATE, ("ptr", "%lists")))
        found, chosen = _expand(t, c, search, count, known.get(), style)
    sure = search.number("sure")
    bound = (found >= "%high").pick(AT_LEAST, (found <= "%low").pick(AT_MOST, EXACT))
    keep(c, search, key, depth, (found, (depth << 8) | (sure << 2) | bound, chosen))
    c.give("double", found.name)
    c.close()


def _stop(c: Code, search: Search) -> None:
    """Come back at once if the search is to stop."""
    with c.when(search.number("stop").differs(0)):
        c.give("double", decimal(0))


def _thrown(t: Translator, module: Module, style: Style) -> None:
    """The moves of a position when all has fallen that falls before them."""
    c = Code(module, "k_moved", [*VALUE, ("i64", "count"), ("i64", "again")], "double")
    search = Search(c, t)
    found, _ = _expand(t, c, search, c.num("%count"), c.num(0), style)
    c.give("double", found.name)
    c.close()
    chances.write_throw(t, module)


def _give_outcome(c: Code, t: Translator, search: Search, style: Style) -> None:
    room = c.slot("i8", max(8, t.program.players))
    write_outcome(c, t, room)
    value = worth(t, c.pointer(room), search.number("seat")).to("double") / decimal(scale(t))
    if style.soon:
        far = (t.scalar(c, schema.MOVES) - search.number("plies")).to("double")
        value = value * (c.num(decimal(1), "double") - far * decimal(SOON))
    search.change("sure", 1)
    c.give("double", value.name)


def _use(
    c: Code, search: Search, entry: Pointer, depth: Num, known: Slot, *, exact: bool
) -> None:  # fmt: skip
    """Give what is known of a position if it is enough; else look at its best move first."""
    value, meta = entry.get("double", 1), entry.get("i64", 2)
    bound, sure = meta & 3, (meta >> 2) & 1
    deep = meta >> 8
    enough = sure.differs(0) | (deep.is_(depth) if exact else deep >= depth)
    low, high = c.num("%low", "double"), c.num("%high", "double")
    answers = (
        bound.is_(EXACT)
        | (bound.is_(AT_LEAST) & (value >= high))
        | (bound.is_(AT_MOST) & (value <= low))
    )
    known.set(entry.get("i64", 3))
    with c.when(enough & answers):
        search.change("sure", sure)
        c.give("double", value.name)


def _cut_place(move: Num) -> Num:
    return (move * signed(0x9E3779B97F4A7C15)) >> (64 - CUT_BITS)


def _score(
    c: Code, search: Search, lists: Pointer, scores: Pointer, count: Num, known: Num
) -> None:  # fmt: skip
    """How promising each move is: best here before, a killer, or one that cut off elsewhere."""
    cuts = search.array("cuts")
    killers = search.array("killers").at("%ply", 16)
    first, second = killers.get("i64"), killers.get("i64", 1)
    with c.times(count) as (index, _):
        move = lists.get("i64", index)
        score = cuts.get("i64", _cut_place(move))
        score = move.is_(second).pick((1 << 61) - 1, score)
        score = move.is_(first).pick(1 << 61, score)
        scores.set("i64", move.is_(known).pick(1 << 62, score), index)


def _pick(c: Code, lists: Pointer, scores: Pointer, start: Num, count: Num) -> Num:
    """Bring the most promising of the moves that are left to the front."""
    best = c.variable("i64", start)
    highest = c.variable("i64", scores.get("i64", start))
    with c.times(count - start) as (index, _):
        here = start + index
        score = scores.get("i64", here)
        with c.when(score > highest.get()):
            highest.set(score)
            best.set(here)
    for one in (lists, scores):
        chosen, front = one.get("i64", best.get()), one.get("i64", start)
        one.set("i64", front, best.get())
        one.set("i64", chosen, start)
    return lists.get("i64", start)


def _pieces(c: Code, t: Translator, style: Style, state: Sequence[str]) -> Num:
    """How many pieces of players are on the board."""
    total = c.num(0)
    field = t.program.part(schema.PLACED)
    if field is None or style.board is None:
        return total
    for piece in (one for own in style.board.pieces for one in own):
        mask = c.load(t.sets.kind, t.place(c, field, piece, s=state[0], a=state[1]))
        total = total + c.num(t.sets.count(c, mask))
    return total


def _stand(c: Code, search: Search, best: Slot, all_sure: Slot, ours: Num, upper: Num) -> None:
    """Where only captures are looked at, the mover may do without them."""
    with c.when(c.num("%depth") <= search.number("quiet")):
        following = search.room().name
        found = c.num(
            c.call("double", "k_evaluate", ("ptr", "%head"), *STATE, ("ptr", following)), "double"
        )
        mine = ours.pick(found, _minus(found), "double")
        with c.when(mine >= upper):
            search.change("sure", 0)
            c.give("double", found.name)
        best.set(mine)
        all_sure.set(0)


def _expand(
    t: Translator, c: Code, search: Search, count: Num, known: Num, style: Style
) -> tuple[Num, Num]:
    """The value of a position by its moves, and the move that has it; sure or not in the head.

    Seen from the mover, who takes the greatest.
    """
    lists = search.room()
    scores = lists.at(count, 8)
    _score(c, search, lists, scores, count, known)
    following = scores.at(count, 8)
    room(c, t, ("s2", "a2"))
    ours = seat(c, t).is_(search.number("seat"))
    depth, ply = c.num("%depth"), c.num("%ply")
    low, high = c.num("%low", "double"), c.num("%high", "double")
    lower = ours.pick(low, _minus(high), "double")
    upper = ours.pick(high, _minus(low), "double")
    best, chosen = c.variable("double", f"{decimal(float('-inf'))}"), c.variable("i64", 0)
    best_sure, all_sure = c.variable("i64", 0), c.variable("i64", 1)
    if style.quiet:
        _stand(c, search, best, all_sure, ours, upper)
    with c.times(count) as (index, loop):
        move = _pick(c, lists, scores, index, count)
        alpha = _greater(best.get(), lower)
        window = (
            ours.pick(alpha, _minus(upper), "double"),
            ours.pick(upper, _minus(alpha), "double"),
        )
        found = _behind(t, c, search, (move, following, window), style, loop)
        _stop(c, search)
        sure = search.number("sure")
        all_sure.set(all_sure.get() & sure)
        mine = ours.pick(found, _minus(found), "double")
        with c.when(mine > best.get()):
            best.set(mine)
            chosen.set(move)
            best_sure.set(sure)
        with c.when(best.get() >= upper):
            _remember_cut(search, move, depth, ply)
            loop.leave()
    value = best.get()
    decided = (value >= upper) | (value > decimal(WON))
    search.change(
        "sure", (all_sure.get().differs(0) | (best_sure.get().differs(0) & decided)).to("i64")
    )
    return ours.pick(value, _minus(value), "double"), chosen.get()


def _behind(
    t: Translator,
    c: Code,
    search: Search,
    what: tuple[Num, Pointer, tuple[Num, Num]],
    style: Style,
    loop: Loop,
) -> Num:
    """What a move is worth that is made.

    Args:
        what: the move, room for lists behind, and the window
        style: what is searched for
        loop: left out where only captures are looked at and the move is none
    """
    move, following, (low, high) = what
    depth, ply = c.num("%depth"), c.num("%ply")
    behind = (("i64", (depth - 1).name), ("double", low.name), ("double", high.name),
              ("i64", (ply + 1).name))  # fmt: skip
    if by_chance(t.program):
        return chances.fallen(c, STATE, following, behind, move, c.num("%again"))
    copy_state(c, t, ("%s2", "%a2"), ("%s", "%a"))
    inner = (("ptr", "%s2"), ("ptr", "%a2"), *STATE[2:])
    c.call("void", "k_apply", *inner, ("i64", move.name))
    if style.quiet:
        taken = _pieces(c, t, style, ("%s2", "%a2")) < _pieces(c, t, style, ("%s", "%a"))
        with c.when((depth <= search.number("quiet")) & taken.negated()):
            loop.again()
    return c.num(
        c.call("double", "k_value", ("ptr", "%head"), *inner, ("ptr", following.name), *behind),
        "double",
    )


def _minus(value: Num) -> Num:
    return Num(value.code, "double", value.code.value(f"fneg double {value}"))


def _greater(one: Num, other: Num) -> Num:
    return (one > other).pick(one, other, "double")


def _remember_cut(search: Search, move: Num, depth: Num, ply: Num) -> None:
    cuts, place = search.array("cuts"), _cut_place(move)
    cuts.set("i64", cuts.get("i64", place) + depth * depth, place)
    killers = search.array("killers").at(ply, 16)
    with search.c.when(killers.get("i64").differs(move)):
        killers.set("i64", killers.get("i64"), 1)
        killers.set("i64", move)


# The root


def _root(t: Translator, module: Module) -> None:
    c = Code(module, NAMES[0], [("ptr", "head"), ("i64", "depth")], "i64", linkage="")
    search = Search(c, t)
    cleared_room(c, t)
    c.line(f"%h = getelementptr i8, ptr {search.array('scratch').name}, i64 0")
    root = parts(c, t, search.array("state").name)
    moves, values = search.array("moves"), search.array("values")
    certain, visits = search.array("certain"), search.array("visits")
    low = c.variable("double", search.number("low", "double"))
    high = search.number("high", "double")
    lists = search.array("lists")
    with c.times(search.number("count")) as (index, loop):
        before = search.number("nodes")
        copy_state(c, t, ("%s", "%a"), root)
        move = moves.get("i64", index)
        behind = (("i64", (c.num("%depth") - 1).name), ("double", low.get().name),
                  ("double", high.name), ("i64", "1"))  # fmt: skip
        if by_chance(t.program):
            found = chances.fallen(c, STATE, lists, behind, move, search.number("again"))
        else:
            c.call("void", "k_apply", *STATE, ("i64", move.name))
            found = c.num(
                c.call("double", "k_value", ("ptr", "%head"), *STATE, ("ptr", lists.name), *behind),
                "double",
            )
        with c.when(search.number("stop").differs(0)):
            c.give("i64", "0")
        values.set("double", found, index)
        certain.set("i64", search.number("sure"), index)
        behind = search.number("nodes") - before
        visits.set("i64", visits.get("i64", index) + behind, index)
        low.set(_greater(found, low.get()))
        loop.leave_if(found >= high)
    c.give("i64", "1")
    c.close()


def _best(t: Translator, module: Module) -> None:
    c = Code(module, NAMES[1], [("ptr", "head"), ("ptr", "state"), ("ptr", "h")], "i64", linkage="")
    search = Search(c, t)
    state = parts(c, t, "%state")
    key = c.num(c.call("i64", "k_key", ("ptr", state[0]), ("ptr", state[1]), ("ptr", "%h")))
    entry_of(c, search, key, lambda entry: c.give("i64", entry.get("i64", 3).name))
    c.give("i64", "0")
    c.close()
