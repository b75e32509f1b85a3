"""The nodes of a search tree: how they lie in memory, and how code reads and changes them.

A node takes 24 bytes, in two arrays. What is read of all children of a node to choose among them
lies close together, and the rest of each child in one line of the processor's cache: memory, not
arithmetic, is what most rounds wait for.

* `pair`, 8 bytes: mean and spread (floats), which the bound is made of. A node that is settled has
  a spread that is no number, and in the place of its mean the number of its outcome.
* `record`, 16 bytes: visits, total, the first child (0 for none), the move (32 bits each).

Visits and totals are whole numbers, and the mean is computed from them anew after every round, not
moved by a share of the difference: a float that is moved stands still after some sixteen million
rounds, when the share is less than its last digit. So means are as exact as a float can be however
long the search, and visits and totals are exact up to 2**31, which `MOST_ROUNDS` keeps.

Where template and sites need no more than 32 bits and moves carry nothing else, a node holds its
move in these; otherwise the upper half lies in an array `high`, 4 bytes more. In games with chance
a node has 5 bytes more, see `openloop.py`. Children lie side by side, behind a header as large as a
node. Its pair is what choosing among them asks for first: how many of them are looked at, and what
their uncertainty counts, which is computed when an outcome is carried up, where nothing waits for
it. In its record are how many they are, and whether all of them were looked at.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.ir.analysis.accesses import is_foreseen
from interpreter.ir.program import MOST_MOVES, SITE_BITS, TEMPLATE_BITS, Program, pack
from interpreter.targets.kernels.search.bounds import URGENT, real, root_of
from interpreter.targets.llvm.assembly import Code, Num, Pointer
from interpreter.targets.llvm.translator import Translator

HEAD = (
    "stop", "done", "used", "room", "patience", "stream", "seed", "explore", "budget", "looked",
    "known", "trust", "prior", "proofs", "pair", "record", "high", "next", "seat", "outcomes",
    "state", "scratch", "lists", "path", "sums", "history", "paths",
)  # fmt: skip
"""Numbers and addresses of 64 bits that describe a tree, in their order in memory:

whether to stop; rounds done; nodes used, and how many there may be; visits before a node gets
children, four times as many where half of the memory is used; the random stream that orders
children; the seed of the random games; the weight of uncertainty (a double); applications left
for `uct_find`; the depth above which all children are looked at; outcomes that are known; how much
is trusted in what moves are worth elsewhere, and visits counted before the first (doubles); whether
outcomes are proven; then the arrays of the nodes; then the outcomes that were met, a byte a seat;
the state at the root, scratch memory of `t.traced().scratch` bytes with its history, room for two
lists of moves, and for the path down the tree (64 bits a ply); the sum of what the rounds were
worth to each seat; the table of `history.py`; where rounds have lanes, room for a path for each.
"""
PLACES = {
    "mean": ("pair", 0, "float"), "spread": ("pair", 1, "float"), "outcome": ("pair", 0, "i32"),
    "mark": ("pair", 1, "i32"), "met": ("pair", 1, "i32"), "visits": ("record", 0, "i32"),
    "total": ("record", 1, "i32"), "first": ("record", 2, "i32"), "low": ("record", 3, "i32"),
    "high": ("high", 0, "i32"), "next": ("next", 0, "i32"), "seat": ("seat", 0, "i8"),
    "front": ("pair", 0, "i32"), "weight": ("pair", 1, "float"), "owner": ("record", 0, "i32"),
    "count": ("record", 1, "i32"), "opened": ("record", 3, "i32"),
}  # fmt: skip
"""What there is of a node: in which array, in which place of its entry there, and its type.

`outcome` and `mark` are of settled nodes, `met` of nodes in games with chance. Of the header of
children are `front`, how many of them are looked at, `weight`, what their uncertainty counts,
`count`, how many they are, `opened`, and `owner`, see `write_compact`.
"""
SETTLED = 0x7FC00000
"""The mark of a settled node: no number, taken as a float."""
MOST_OUTCOMES = 256
"""How many different outcomes are told apart; positions with others are never settled."""
HISTORY_BITS = 12
"""The entries of the table of `history.py`, two numbers of 32 bits each."""
PATH = MOST_MOVES + 64
SPARE = 16
"""Entries behind the last, which are read with those before them and not looked at."""


def short_form(program: Program) -> tuple[int, int] | None:
    """Bits of the template and of a site in the 32 bits of a move; None if they do not suffice."""
    if any(one.extras for one in program.templates):
        return None
    bits = (len(program.templates) - 1).bit_length(), program.sites.bit_length()
    return bits if bits[0] + 2 * bits[1] <= 32 else None


def arrays(program: Program) -> dict[str, int]:
    """The arrays of the nodes in a game, with the bytes of an entry."""
    found = {"pair": 8, "record": 16}
    if short_form(program) is None:
        found["high"] = 4
    if not is_foreseen(program):
        found |= {"next": 4, "seat": 1}
    return found


def move(number: Callable[[str, int], int], node: int, short: tuple[int, int] | None) -> int:
    """The packed move that leads to a node.

    Args:
        number: what there is of a node
    """
    low = number("low", node) & 0xFFFFFFFF
    if short is None:
        return number("high", node) << 32 | low
    template, site = short
    origin, target = low >> template & (1 << site) - 1, low >> template + site
    return pack(low & (1 << template) - 1, origin - 1, target - 1, 0)


class Tree:
    """The tree, as the code of a function sees it."""

    def __init__(self, c: Code, t: Translator) -> None:
        self.c, self.t = c, t
        self.head = c.pointer("%head")
        self.players = t.program.players
        self.short = short_form(t.program)
        self.widths = arrays(t.program)

    def number(self, name: str) -> Num:
        """A number of the head."""
        return self.head.get("i64", HEAD.index(name))

    def real(self, name: str) -> Num:
        """A number of the head that is a double, as a float."""
        return self.head.get("double", HEAD.index(name)).to("float")

    def change(self, name: str, value: Num | int) -> None:
        """Change a number of the head."""
        self.head.set("i64", value, HEAD.index(name))

    def array(self, name: str) -> Pointer:
        """An array of the nodes, or other memory."""
        found = self.head.get("ptr", HEAD.index(name)).name
        if self.c.module.checks is not None:
            rest = {
                "lists": 16 * (self.t.moves.most + 1), "path": 8 * PATH, "sums": 8 * self.players,
                "outcomes": MOST_OUTCOMES * self.players, "history": 8 << HISTORY_BITS,
                "scratch": self.t.scratch,
            }  # fmt: skip
            width = self.widths.get(name, 0)
            count = self.number("room") + SPARE if width else None
            found = self.c.bounded(found, width or rest.get(name, 0), count)
        return self.c.pointer(found)

    # Nodes

    def entry(self, array: str, node: Num | str | int) -> Pointer:
        """The entry of a node in an array."""
        return self.array(array).at(node, self.widths[array])

    def get(self, name: str, node: Num | str | int) -> Num:
        """What there is of a node, as `PLACES` says."""
        array, place, kind = PLACES[name]
        return self.entry(array, node).get(kind, place)

    def set(self, name: str, value: Num | str | int, node: Num | str | int) -> None:
        """Change what there is of a node."""
        array, place, kind = PLACES[name]
        if isinstance(value, Num) and kind != "float":
            value = value.to(kind)
        self.entry(array, node).set(kind, value, place)

    def first(self, node: Num | str | int) -> Num:
        """The first child of a node; 0 if it has none."""
        return self.get("first", node).to("i64")

    def count(self, first: Num) -> Num:
        """How many children there are beside the first one."""
        return self.get("count", first - 1).to("i64")

    def opened(self, node: Num) -> Num:
        """Whether all children of a node that has some were looked at."""
        return self.get("opened", self.first(node) - 1).differs(0)

    def unseen(self, parent: Num | str) -> Num:
        """The spread of a child that was not visited; those of the root are all visited once."""
        return self.c.num(parent).is_(0).pick(real(URGENT), self.spread(0), "float")

    def spread(self, visits: Num | int) -> Num:
        """How uncertain what is known of a node is."""
        c, count = self.c, self.c.num(visits, "i32")
        many = count.to("float") + self.real("prior")
        root = root_of(c, many)
        return c.num(real(1.0), "float") / (many <= 0).pick(real(1 / URGENT), root, "float")

    def weigh(self, header: Num, visits: Num) -> None:
        """Write into a header what uncertainty counts for who has visited its node so often."""
        weight = self.c.call("float", "k_weight", ("i64", visits.to("i64").name))
        self.set("weight", self.c.num(weight, "float"), header)

    def clear(self, node: Num | int) -> None:
        """Make a node one that nothing is known of, without a move."""
        self.entry("pair", node).set("i64", 0)
        record = self.entry("record", node)
        record.set("i64", 0)
        record.set("i64", 0, 1)

    def move(self, node: Num | str) -> Num:
        """The packed move that leads to a node."""
        low = self.get("low", node).to("i64", signed=False)
        if self.short is None:
            return low | (self.get("high", node).to("i64") << 32)
        template, site = self.short
        origin, target = low >> template, low >> (template + site)
        origin = (origin & ((1 << site) - 1)) << TEMPLATE_BITS
        return (low & ((1 << template) - 1)) | origin | (target << TEMPLATE_BITS + SITE_BITS)

    def keep_move(self, node: Num, move: Num | str) -> None:
        """Write down the move that leads to a new node, beside which its record is all 0."""
        move = self.c.num(move)
        low = move
        if self.short is None:
            self.set("high", move >> 32, node)
        else:
            template, site = self.short
            origin = (move >> TEMPLATE_BITS) & ((1 << SITE_BITS) - 1)
            target = move >> TEMPLATE_BITS + SITE_BITS
            low = move & ((1 << TEMPLATE_BITS) - 1)
            low = low | (origin << template) | (target << template + site)
        record = self.entry("record", node)
        record.set("i64", 0)
        record.set("i64", low << 32, 1)

    def prefetch(self, node: Num) -> None:
        """Have the children of a node brought near, of which the first are the most promising."""
        first = self.first(node)
        for array, places in (("pair", (-1, 8)), ("record", (0, 4, 8, 12))):
            for place in places:
                self._bring(self.entry(array, first + place))

    def _bring(self, place: Pointer) -> None:
        c = self.c
        c.module.declare("declare void @llvm.prefetch.p0(ptr, i32, i32, i32)")
        c.line(f"call void @llvm.prefetch.p0(ptr {place}, i32 1, i32 3, i32 1)")

    # Settled nodes

    def settled(self, node: Num | str | int) -> Num:
        """Whether the outcome of a node is certain."""
        return self.get("mark", node).is_(SETTLED)

    def settle(self, node: Num | str, outcome: Num) -> None:
        """Make the outcome with this number the certain one of a node."""
        self.set("outcome", outcome, node)
        self.set("mark", SETTLED, node)

    def certain(self, node: Num | int) -> Pointer:
        """The outcome of a node that may be settled; some outcome if it is not."""
        known = self.settled(node).pick(self.get("outcome", node).to("i64"), 0)
        return self.array("outcomes").at(known * self.players, 1)

    def result(self, node: Num | str | int) -> Pointer:
        """The outcome of a settled node, a byte a seat."""
        return self.array("outcomes").at(self.get("outcome", node).to("i64") * self.players, 1)
