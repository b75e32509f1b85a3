"""What dice show."""

from __future__ import annotations

from interpreter.ir.values import Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Site
from interpreter.rules.builder import Builder


@ludeme(
    "count Pips",
    source="functions/ints/count/component/CountPips.java",
    examples=("(do (roll) next:(if (= (count Pips) 4) (move Pass)))",),
    grown=False,
    words="the sum of the dice",
)
def count_pips(b: Builder) -> Int:
    """The sum of the dice as they were thrown, used or not."""
    return b.dice.pips()


@ludeme(
    "pips",
    source="functions/ints/iterator/Pips.java",
    examples=("(do (roll) next:(forEach Die if:(!= (pips) 0) (move Pass)))",),
    needs="pips",
    words="its value",
)
def pips(b: Builder) -> Int:
    """The value of the die, or the sum of the dice, that `forEach Die` is looking at."""
    return b.names.bound("pips")


@ludeme(
    "face",
    source="functions/ints/dice/Face.java",
    examples=("(do (roll) next:(if (= (face 9) 1) (move Pass)))",),
    grown=False,
    words="what the die on {site} shows",
)
def face(b: Builder, site: Site) -> Int:
    """What the die on a site shows, used or not; -1 where there is none.

    Args:
        site: the site; dice lie behind the board and all hands, each on one
    """
    return b.dice.face_on(site)
