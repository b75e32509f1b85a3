"""A game's figures in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lab.measuring.estimates import Figure
from lab.measuring.measures import Measures

FAIR = 0.05
"""How far from one half the first seat's share may be in a fair game, if that is well known."""
Say = Callable[[Figure], str]


def _ends(found: Figure) -> str:
    return "" if found.value > 0.95 else f"breaks off in {1 - found.value:.0%} of games"


def _fair(found: Figure) -> str:
    """By the share of the first seat: an interval that leaves both open says neither."""
    off = abs(found.value - 0.5)
    if found.low <= 0.5 <= found.high:
        return "fair" if off <= 2 * FAIR else "perhaps fair"
    return "nearly fair" if off <= 2 * FAIR else "unfair"


def _decisive(found: Figure) -> str:
    if found.value > 0.5:
        return "mostly drawn"
    return "decisive" if found.value < 0.1 else "often drawn"


def _open(found: Figure) -> str:
    if found.value > 0.5:
        return "open to the end"
    return "decided early" if found.value < 0.2 else ""


def _turns(found: Figure) -> str:
    return "with turns of fortune" if found.value > 0.3 else ""


def _deep(found: Figure) -> str:
    return "thinking hardly pays" if found.value < 0.6 else ""


def _pays(found: Figure) -> str:
    return "thinking more pays" if found.low > 0.55 else ""


SAYINGS: dict[str, Say] = {
    "completion": _ends,
    "advantage": _fair,
    "drawishness": _decisive,
    "late_uncertainty": _open,
    "drama": _turns,
    "depth": _deep,
    "ladder": _pays,
}
"""What is said of a figure; nothing where there is nothing to say."""


def verdict(measures: Measures) -> str:
    """What the figures come to, in words; "" where too little was measured."""
    said = [word for word in _words(measures) if word]
    tail = _shares(measures)
    if not said:
        return tail
    return ", ".join(said) + (f"; {tail}" if tail else "")


def _words(measures: Measures) -> Iterator[str]:
    for name, say in SAYINGS.items():
        found = measures.figures.get(name)
        if found is not None and found.known:
            yield say(found)


def _shares(measures: Measures) -> str:
    """What sitting first is worth, and how long games are."""
    found, length = (measures.figures.get(name) for name in ("advantage", "length"))
    parts = list[str]()
    if found is not None and found.known:
        first = found.value >= 0.5
        share = found.value if first else 1 - found.value
        margin = (found.high - found.low) / 2
        who = "first" if first else "second"
        parts.append(f"the {who} player has {share:.0%} ± {margin:.0%} of the points")
    if length is not None and length.known:
        parts.append(f"{length.value:.0f} moves a game")
    return ", ".join(parts)
