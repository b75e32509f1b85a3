"""What stands for the site, or the player, that is looked at."""

from __future__ import annotations

from typing import Annotated

from interpreter.ir.values import Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Between
from interpreter.rules.builder import Builder


@ludeme(
    "to",
    source="functions/ints/iterator/To.java",
    examples=("(is Empty (to))",),
    needs="to",
    words="the destination",
)
def to_site(b: Builder) -> Int:
    """The site that a move goes to, or that a condition is asked about."""
    return b.names.bound("to")


@ludeme(
    "from",
    source="functions/ints/iterator/From.java",
    examples=("(is Enemy (who at:(from)))",),
    needs="from",
    words="the start",
)
def from_site(b: Builder) -> Int:
    """The site that a move comes from."""
    return b.names.bound("from")


@ludeme(
    "between",
    source="functions/ints/iterator/Between.java",
    examples=("(remove (between))",),
    needs="between",
    words="the site in between",
)
def between_site(b: Builder) -> Int:
    """The site in between that a rule is looking at."""
    return b.names.bound("between")


@ludeme(
    "site",
    source="functions/ints/iterator/Site.java",
    examples=("(= (row of:(site)) 0)",),
    needs="site",
    words="that site",
)
def iterated_site(b: Builder) -> Int:
    """The site that `forEach` or `all Sites` is looking at."""
    return b.names.bound("site")


@ludeme(
    "value",
    source="functions/ints/iterator/Value.java",
    examples=("(move Pass (then (forEach Value (array {1 2}) (addScore Mover (value)))))",),
    needs="value",
    words="that number",
)
def iterated_value(b: Builder) -> Int:
    """The number that `forEach Value` is looking at, or how many seeds are left to sow."""
    return b.names.bound("value")


@ludeme(
    "value Iterator",
    source="functions/ints/value/iterator/ValueIterator.java",
    examples=(
        "(move Pass (then (forEach Value (array {1 2}) (addScore Mover (value Iterator)))))",
    ),
    needs="value",
    grown=False,
    words="that number",
)
def value_iterator(b: Builder) -> Int:
    """The same as `(value)`."""
    return b.names.bound("value")


@ludeme(
    "player",
    source="functions/ints/iterator/Player.java",
    examples=("(= (player) (mover))",),
    needs="player",
    words="that player",
)
def iterated_player(b: Builder) -> Int:
    """The player that `forEach` is looking at."""
    return b.names.bound("player")


@ludeme(
    "player",
    source="util/moves/Player.java",
    examples=("(player 2)",),
    words="the player whose number is {number}",
)
def numbered_player(b: Builder, number: Annotated[Int, Between(1, 2)]) -> Int:
    """The player with a number.

    Args:
        number: from 1
    """
    if number.constant is not None and not 1 <= number.constant <= b.players.count:
        raise b.fail(
            f"there is no player {number.constant}: the game has {b.players.count}",
            code="no-such-player",
        )
    return number
