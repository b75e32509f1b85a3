"""Sets of which some sites alone matter, so few that a word has a bit for each of them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from math import gcd

from interpreter.board.geometry.shifts import Grid
from interpreter.ir.meaning.sites import listed
from interpreter.ir.relations import Axis, Rays, Relation
from interpreter.targets.llvm.assembly import Code
from interpreter.targets.llvm.sets.held import WORD_BITS, Known, Sets
from interpreter.targets.llvm.sets.word import Word, shifts
from interpreter.targets.llvm.target import Target

# So many places are left free behind each row at most.
MOST_FREE = 2


class Folded(Word):
    """A set in one register, without the sites that do not matter; the others keep their order.

    Args:
        sites: how many the board has
        places: of each site its bit; -1 for those that do not matter
    """

    def __init__(self, sites: int, places: Sequence[int], target: Target) -> None:
        super().__init__(sites, target)
        self.inner = tuple(places)
        # Sites have other numbers than their bits.
        self.vectors = self.gathers = False
        self._word = Word(WORD_BITS, target)
        self._inner: dict[int, tuple[Relation, Relation]] = {}

    def constant(self, mask: int) -> str:
        """A constant set."""
        return self._word.constant(self.pack(mask))

    def within(self, relation: Relation) -> Relation:
        """A relation between the bits of sites."""
        known = self._inner.get(id(relation))
        if known is None:
            targets: list[tuple[int, ...]] = [()] * WORD_BITS
            for site, bit in enumerate(self.inner):
                if bit >= 0:
                    onward = (self.inner[one] for one in relation.targets[site])
                    targets[bit] = tuple(one for one in onward if one >= 0)
            known = self._inner[id(relation)] = relation, Relation(relation.name, tuple(targets))
        return known[1]

    def outer(self, c: Code, bit: str) -> str:
        """The site of a bit."""
        return Sets.outer(self, c, bit)

    @contextmanager
    def each(self, c: Code, value: str) -> Generator[tuple[str, Callable[[], None]]]:
        """A block for each site in ascending order; gives the site, and a way to leave."""
        with self._word.each(c, value) as (bit, leave):
            yield self.outer(c, bit), leave

    def single(self, c: Code, site: str, known: Known = Known.NOTHING) -> str:
        """The site alone."""
        return Sets.single(self, c, site, known)

    def contains(self, c: Code, value: str, site: str, known: Known = Known.NOTHING) -> str:
        """Whether a site is in the set."""
        here = c.num(self.single(c, site, known)) & value
        return str(here.differs(0))

    def looks_up(self, relation: Relation) -> bool:
        """Whether a table tells sooner than shifts where a relation leads from one site."""
        return True

    def is_one_way(self, relation: Relation) -> bool:
        """Whether a relation moves a set by one distance."""
        return len(shifts(self.within(relation))) <= 1

    def image(self, c: Code, value: str, relation: Relation) -> str:
        """All sites that a relation leads to."""
        return self._word.image(c, value, self.within(relation))

    def row(self, c: Code, start: str, within: str, relation: Relation) -> str | None:
        """The flood from one site at most along a line, up to the first site that stops it."""
        return self._word.row(c, start, within, self.within(relation))

    def met(self, c: Code, value: str, spot: str, passed: str, rays: Rays) -> str:
        """How many steps along a ray lead to a site of a set."""
        return Sets.met(self, c, value, spot, passed, rays)

    def run(
        self, c: Code, value: str, site: str, axis: Axis, known: Known = Known.NOTHING,
        most: int = 0,
    ) -> str:  # fmt: skip
        """Length of the unbroken row through a site."""
        return self.walk(c, value, site, axis, known)


def laid_out(
    sites: int, matter: int, grid: Grid | None, relations: Sequence[Relation]
) -> list[int] | None:
    """Of each site its bit, so that relations are few shifts; None where a word is too small.

    On a board of rows, all have one place or more behind them, if that keeps distances the same;
    of places that no site has for a whole board, such as every second one, nothing is left.
    """
    some = list(listed(matter))
    ways = [list(range(len(some)))]
    if grid is not None:
        columns = 1 + max(column for _, column in grid)
        for width in range(columns, columns + MOST_FREE + 1):
            places = [grid[site][0] * width + grid[site][1] for site in some]
            step = gcd(*(place - places[0] for place in places)) or 1
            ways.append([(place - places[0]) // step for place in places])
    fitting = [bits for bits in ways if max(bits, default=0) < WORD_BITS and bits == sorted(bits)]
    if not fitting:
        return None

    def shifted(bits: list[int]) -> int:
        """How many shifts all relations take."""
        at = dict(zip(some, bits, strict=True))
        return sum(
            len({at[to] - at[site] for site in some for to in one.targets[site] if to in at})
            for one in relations
        )

    best = dict(zip(some, min(fitting, key=shifted), strict=True))
    return [best.get(site, -1) for site in range(sites)]
