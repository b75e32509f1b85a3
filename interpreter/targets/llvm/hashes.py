"""Hashes of positions, and the history that they are kept in."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.ir.meaning.splitmix import GOLDEN, MASK, mix
from interpreter.ir.program import Field
from interpreter.targets.llvm.assembly import Code, Num, signed
from interpreter.targets.llvm.layout import HISTORY_BITS, WORD
from interpreter.targets.llvm.memory import Memory

MIX = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
# So many words of a state are mixed at once.
LANES = 8


def mixed(c: Code, value: Num) -> Num:
    """The finaliser of splitmix64."""
    value = (value ^ (value >> 30)) * signed(MIX[0])
    value = (value ^ (value >> 27)) * signed(MIX[1])
    return value ^ (value >> 31)


def position_hash(c: Code, t: Memory, fields: Sequence[Field], s: str, a: str) -> Num:
    """A number of 64 bits that tells what some fields hold."""

    def write(c: Code, s: str, a: str) -> str:
        return str(_position_hash(c, t, fields, s, a))

    key = ("position", *map(id, fields), id(t.layout))
    return c.num(t.sets.once(c, key, "i64", [("ptr", s), ("ptr", a)], write))


def _position_hash(c: Code, t: Memory, fields: Sequence[Field], s: str, a: str) -> Num:
    """Each word is mixed with numbers of its own, so that none has to wait for another."""
    layout = t.layout
    words = [
        word
        for field in fields
        if layout.is_word(field)
        for word in layout.words(field)[layout.entry(field) // WORD * _needless(field) :]
    ]
    numbers = [
        (field, index)
        for field in fields
        if not layout.is_word(field)
        for index in range(field.length or 1)
    ]
    several = f"<{LANES} x i64>"
    alone, together = c.num(str(signed(GOLDEN))), ""
    for number, (field, index) in enumerate(numbers, len(words) + 1):
        held = t.load(c, field, t.place(c, field, index, s=s, a=a))
        alone = alone + _mixed_alone(c, "i64", held, number)
    while words:
        part, place = words[0]
        row = [(part, place + 8 * lane) for lane in range(LANES)]
        number = len(words)
        source = c.at(s if part == "s" else a, place)
        if words[:LANES] == row:
            del words[:LANES]
            mixed_ = _mixed_alone(c, several, c.load(several, source), number)
            together = c.value(f"add {several} {together}, {mixed_}") if together else mixed_
        else:
            del words[0]
            alone = alone + _mixed_alone(c, "i64", c.load("i64", source), number)
    if together:
        alone = alone + c.intrinsic(
            "i64", f"llvm.vector.reduce.add.v{LANES}i64", (several, together)
        )
    return mixed(c, alone)


def _needless(field: Field) -> int:
    """How many entries of a field, the first, are what the others leave."""
    return int(field.part is not None and field.part.apart and field.part.covers)


def _mixed_alone(c: Code, kind: str, held: str, number: int) -> str:
    """Words of the state, each mixed with numbers that no other word has.

    Args:
        kind: LLVM's type of the words
        number: that of the first word, counted from behind
    """
    lanes = LANES if kind != "i64" else 1

    def constant(salt: int, *, odd: bool = False) -> str:
        places = [3 * (number - lane) + salt for lane in range(lanes)]
        found = [signed(mix(place * GOLDEN & MASK) | odd) for place in places]
        return str(found[0]) if lanes == 1 else "<" + ", ".join(f"i64 {it}" for it in found) + ">"

    half = "32" if lanes == 1 else "splat (i64 32)"
    held = c.value(f"xor {kind} {held}, {constant(0)}")
    held = c.value(f"mul {kind} {held}, {constant(1, odd=True)}")
    held = c.value(f"xor {kind} {held}, {c.value(f'lshr {kind} {held}, {half}')}")
    return c.value(f"mul {kind} {held}, {constant(2, odd=True)}")


def span_of_history(span: Num) -> tuple[Num, Num]:
    """From where on positions of the history count, and how many there are with those before."""
    return span >> HISTORY_BITS, span & (1 << HISTORY_BITS) - 1
