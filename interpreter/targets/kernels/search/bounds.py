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
    behind the first of them has to be looked at.
    """
    c = Code(
        module, "k_choose",
        [("ptr", "first"), ("i64", "count"), ("float", "weight"), ("float", "unseen")],
        "i64", attributes="alwaysinline ",
    )  # fmt: skip
    floats, ints, truths = (f"<{WIDTH} x {kind}>" for kind in ("float", "i32", "i1"))
    lanes = ", ".join(f"i32 {lane}" for lane in range(WIDTH))
    count = _splat(c, "i32", str(c.num("%count").to("i32")))
    weight, unseen = (_splat(c, "float", one) for one in ("%weight", "%unseen"))
    best, place = c.slot(floats, align=64), c.slot(ints, align=64)
    c.store(floats, f"splat (float {real(-URGENT)})", best)
    c.store(ints, "zeroinitializer", place)
    base = c.variable("i64", 0)
    # What is read behind the children is not looked at; the array ends as much later.
    pairs = c.bounded("%first", 8, c.num("%count") + WIDTH)
    with c.loop() as loop:
        here = base.get()
        loop.leave_unless(here < c.num("%count"))
        mean, spread = _parted(c, floats, c.at(pairs, str(here), 8))
        bound = c.value(f"fmul {floats} {spread}, {weight}")
        bound = c.value(f"fadd {floats} {mean}, {bound}")
        new = c.value(f"fcmp oeq {floats} {spread}, {unseen}")
        numbers = c.value(f"add {ints} {_splat(c, 'i32', str(here.to('i32')))}, <{lanes}>")
        inside = c.value(f"icmp slt {ints} {numbers}, {count}")
        known = c.load(floats, best, 64)
        higher = c.value(f"fcmp ogt {floats} {bound}, {known}")
        both = c.value(f"and {truths} {inside}, {higher}")
        chosen = c.value(f"select {truths} {both}, {floats} {bound}, {floats} {known}")
        c.store(floats, chosen, best, 64)
        old = c.load(ints, place, 64)
        chosen = c.value(f"select {truths} {both}, {ints} {numbers}, {ints} {old}")
        c.store(ints, chosen, place, 64)
        base.set(here + WIDTH)
        some = c.value(f"bitcast {truths} {c.value(f'and {truths} {inside}, {new}')} to i{WIDTH}")
        loop.leave_if(c.num(some, f"i{WIDTH}").differs(0))
    _first_highest(c, floats, ints, best, place)
    c.close()


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
    """Give the least number among the lanes that hold the highest bound."""
    values = c.load(floats, best, 64)
    top = _highest(c, floats, values)
    same = c.value(f"fcmp oeq {floats} {values}, {_splat(c, 'float', top)}")
    numbers = c.load(ints, place, 64)
    most = "splat (i32 2147483647)"
    kept = c.value(f"select <{WIDTH} x i1> {same}, {ints} {numbers}, {ints} {most}")
    found = c.intrinsic("i32", f"llvm.vector.reduce.smin.v{WIDTH}i32", (ints, kept))
    c.give("i64", str(c.num(found, "i32").to("i64")))


def _highest(c: Code, floats: str, values: str) -> str:
    """The highest of the lanes, none of which is not a number."""
    name = f"llvm.vector.reduce.fmax.v{WIDTH}f32"
    c.module.declare(f"declare float @{name}({floats})")
    return c.value(f"call nnan float @{name}({floats} {values})")


def _splat(c: Code, kind: str, value: str) -> str:
    whole = f"<{WIDTH} x {kind}>"
    one = c.value(f"insertelement {whole} poison, {kind} {value}, i64 0")
    return c.value(f"shufflevector {whole} {one}, {whole} poison, <{WIDTH} x i32> zeroinitializer")


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
