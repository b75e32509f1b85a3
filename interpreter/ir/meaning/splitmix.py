"""The generator of chance, and whole numbers as every target keeps them."""

from __future__ import annotations

from typing import Any

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def wrap(value: int) -> int:
    """The value as a signed number of 64 bits, as every target keeps it."""
    return (value + (1 << 63) & MASK) - (1 << 63)


def mix(value: int) -> int:
    """The finaliser of splitmix64: a well mixed number of 64 bits, not negative."""
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & MASK
    value = (value ^ value >> 27) * 0x94D049BB133111EB & MASK
    return value ^ value >> 31


def stream(seed: int, game: int = 0) -> int:
    """Where the random stream of a game starts: a function of the seed and the game's number."""
    return wrap(mix(mix(seed + GOLDEN & MASK) + game * GOLDEN & MASK))


def draw(state: list[Any], place: int, bound: int) -> int:
    """A draw from 0 up to `bound`: the upper 32 bits of splitmix64, scaled."""
    following = state[place] + GOLDEN & MASK
    state[place] = wrap(following)
    return (mix(following) >> 32) * bound >> 32 if bound > 0 else 0
