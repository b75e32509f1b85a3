"""Which child of a node is looked at next: the one with the highest bound.

Mean and spread are kept ready for the bound, `mean + weight * spread`, so that choosing among many
children is one pass over their pairs.
"""

from __future__ import annotations

import struct

from interpreter.targets.llvm.assembly import Code, Module, Num

WIDTH = 16
URGENT = 1e30
"""More than any bound."""


def real(value: float) -> str:
    """A constant of type float; LLVM takes decimals only if they are exact."""
    (rounded,) = struct.unpack("f", struct.pack("f", value))
    return f"0x{struct.unpack('Q', struct.pack('d', rounded))[0]:016X}"


def root_of(c: Code, value: Num) -> Num:
    """The square root of a float."""
    return c.num(c.intrinsic("float", "llvm.sqrt.f32", ("float", value.name)), "float")


def write_choose(module: Module) -> None:
    """The child with the highest bound, of the pairs from `first` on; the earliest of equals.

    All that were not visited have the spread `unseen`, those with the highest means first: nothing
    behind the first of them has to be looked at. So many are looked at as the number at `front`
    says, which grows when all of these were visited: to know before how many these are is faster
    than to see it while looking.
    """
    c = Code(
        module, "k_choose",
        [("ptr", "first"), ("ptr", "front"), ("ptr", "count"), ("float", "weight"),
         ("float", "unseen")],
        "i64", attributes="alwaysinline ",
    )  # fmt: skip
    floats, ints, truths = (f"<{WIDTH} x {kind}>" for kind in ("float", "i32", "i1"))
    front = c.variable("i64", c.pointer("%front").get("i32").to("i64"))
    best, place = c.slot(floats, align=64), c.slot(ints, align=64)
    c.store(floats, f"splat (float {real(-URGENT)})", best)
    c.store(ints, "zeroinitializer", place)
    base = c.variable("i64", 0)
    fresh = c.variable(f"i{WIDTH}", 0)
    with c.loop() as more:
        with c.loop() as loop:
            here = base.get()
            loop.leave_unless(here < front.get())
            new = _raise(c, here, front.get(), best, place)
            fresh.set(c.num(c.value(f"bitcast {truths} {new} to i{WIDTH}"), f"i{WIDTH}"))
            base.set(here + WIDTH)
        more.leave_if(fresh.get().differs(0))
        count = c.pointer("%count").get("i32").to("i64")
        more.leave_if(front.get() >= count)
        following = front.get() + WIDTH
        front.set((following < count).pick(following, count))
        c.pointer("%front").set("i32", front.get().to("i32"))
    _first_highest(c, floats, ints, best, place)
    c.close()


def _raise(c: Code, here: Num, front: Num, best: str, place: str) -> str:
    """Note which of so many children from one on have a higher bound; those not visited."""
    floats, ints, truths = (f"<{WIDTH} x {kind}>" for kind in ("float", "i32", "i1"))
    lanes = ", ".join(f"i32 {lane}" for lane in range(WIDTH))
    # What is read behind the children is not looked at; the array ends as much later.
    pairs = c.bounded("%first", 8, front + WIDTH)
    mean, spread = _parted(c, floats, c.at(pairs, str(here), 8))
    bound = c.value(f"fmul {floats} {spread}, {c.alike('float', '%weight', WIDTH)}")
    bound = c.value(f"fadd {floats} {mean}, {bound}")
    new = c.value(f"fcmp oeq {floats} {spread}, {c.alike('float', '%unseen', WIDTH)}")
    numbers = c.value(f"add {ints} {c.alike('i32', here.to('i32'), WIDTH)}, <{lanes}>")
    inside = c.value(f"icmp slt {ints} {numbers}, {c.alike('i32', front.to('i32'), WIDTH)}")
    known = c.load(floats, best, 64)
    higher = c.value(f"fcmp ogt {floats} {bound}, {known}")
    both = c.value(f"and {truths} {inside}, {higher}")
    c.store(
        floats, c.value(f"select {truths} {both}, {floats} {bound}, {floats} {known}"), best, 64
    )
    old = c.load(ints, place, 64)
    c.store(ints, c.value(f"select {truths} {both}, {ints} {numbers}, {ints} {old}"), place, 64)
    return c.value(f"and {truths} {inside}, {new}")


def _parted(c: Code, floats: str, place: str) -> tuple[str, str]:
    """Means and spreads of so many nodes, side by side each."""
    pairs = f"<{2 * WIDTH} x float>"
    held = c.load(pairs, place, 8)
    found: list[str] = []
    for first in range(2):
        picked = ", ".join(f"i32 {2 * lane + first}" for lane in range(WIDTH))
        text = f"shufflevector {pairs} {held}, {pairs} poison, <{WIDTH} x i32> <{picked}>"
        found.append(c.value(text))
    return found[0], found[1]


def _first_highest(c: Code, floats: str, ints: str, best: str, place: str) -> None:
    """Give the least number among the lanes that hold the highest bound.

    There is nearly always one such lane, of which the number is read at once.
    """
    values = c.load(floats, best, 64)
    top = _highest(c, floats, values)
    same = c.value(f"fcmp oeq {floats} {values}, {c.alike('float', top, WIDTH)}")
    lanes = c.num(c.value(f"bitcast <{WIDTH} x i1> {same} to i{WIDTH}"), f"i{WIDTH}").to(
        "i32", signed=False
    )
    numbers = c.load(ints, place, 64)
    with c.unless((lanes & (lanes - 1)).is_(0)):
        most = "splat (i32 2147483647)"
        kept = c.value(f"select <{WIDTH} x i1> {same}, {ints} {numbers}, {ints} {most}")
        found = c.intrinsic("i32", f"llvm.vector.reduce.smin.v{WIDTH}i32", (ints, kept))
        c.give("i64", str(c.num(found, "i32").to("i64")))
    listed = c.slot("i32", WIDTH, align=64)
    c.store(ints, numbers, listed, 64)
    lane = c.intrinsic("i32", "llvm.cttz.i32", ("i32", lanes.name), ("i1", "false"))
    chosen = c.num(lane, "i32").to("i64") & (WIDTH - 1)
    c.give("i64", c.pointer(listed).get("i32", chosen).to("i64").name)


def _highest(c: Code, floats: str, values: str) -> str:
    """The highest of the lanes, none of which is not a number."""
    name = f"llvm.vector.reduce.fmax.v{WIDTH}f32"
    c.module.declare(f"declare float @{name}({floats})")
    return c.value(f"call nnan float @{name}({floats} {values})")


# Of log2(m) / (m - 1) for m from 1 to 2; the error of the logarithm is at most 1e-5.
LOG2 = (3.115789, -3.3241990, 2.5988452, -1.2315303, 0.31821337, -0.034436006)
LN2 = 0.6931471805599453


def write_weight(module: Module) -> None:
    """The square root of the logarithm of one more than a number.

    Not the library's logarithm: results must be the same on every machine.
    """
    c = Code(module, "k_weight", [("i64", "visits")], "float", attributes="alwaysinline ")
    number = str((c.num("%visits") + 1).to("float"))
    bits = c.num(c.value(f"bitcast float {number} to i32"), "i32")
    power = ((bits >> 23) - 127).to("float")
    mantissa = (bits & 0x7FFFFF) | 0x3F800000
    m = c.num(c.value(f"bitcast i32 {mantissa} to float"), "float")
    sum_ = c.num(real(LOG2[-1]), "float")
    for one in reversed(LOG2[:-1]):
        sum_ = sum_ * m + real(one)
    logarithm = (power + sum_ * (m - real(1.0))) * real(LN2)
    c.give("float", root_of(c, logarithm).name)
    c.close()
