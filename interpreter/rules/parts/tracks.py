"""Tracks: ways along which pieces go round the board.

The places of all tracks are numbered through, one track after the other; a place is a site, or the
end at which pieces leave the board. A track can come to the same site more than once: then the
first place counts, but where it is asked how pieces go along it; see `progress.py`.

Source: Ludii 1.3.10 Core/src/game/equipment/container/board/Track.java.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from interpreter.board.geometry.loops import arcs_of, backwards, legs_together, loops_of
from interpreter.board.geometry.tracks import END, walked
from interpreter.board.graph import BoardError
from interpreter.ir.relations import Compass
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.parts import Loops, TrackItem
from interpreter.text.errors import LudError, suggest

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

# What names all tracks where a piece slides along them.
ALL = "AllTracks"


@dataclass(frozen=True, slots=True)
class Track:
    """A track of the board.

    Args:
        first: the number of its first place
        sites: the site of each place, or `END`
        bumps: how many more times the site of a place follows itself, or whether an arc around a
            corner leads on from there
    """

    name: str
    owner: int
    loop: bool
    directed: bool
    first: int
    sites: tuple[int, ...]
    bumps: tuple[int, ...]


Path = tuple[int, ...]


@dataclass(frozen=True)
class TrackWays:
    """Ways along tracks, from each site those from its places.

    Args:
        bumps: by way and site as in the compass, behind how many steps the first bump lies
        counts: how many ways there are from each site
    """

    compass: Compass
    bumps: tuple[int, ...]
    counts: tuple[int, ...]


class Tracks:
    """The tracks of the game, as rules speak of them."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        self.all: tuple[Track, ...] = ()
        self._named: dict[str, TrackWays] = {}
        # The sites that arcs around corners of the board join.
        self.arcs: tuple[tuple[int, int], ...] = ()

    def install(self, items: Sequence[TrackItem]) -> None:
        """Lay the tracks on the board."""
        made: list[Track] = []
        first = 0
        for item in items:
            if item.owner > self.b.players.count + 1:
                message = f'the track "{item.name}" belongs to player {item.owner}'
                hint = f"the game has {self.b.players.count} players, so it is nobody's"
                self.b.warn(message, hint, item.span, code="no-such-player")
            sites, bumps = _without_bumps(self._sites(item))
            made.append(Track(item.name, item.owner, item.loop, item.directed, first, sites, bumps))
            first += len(sites)
        self.all = tuple(made)

    def install_loops(self, item: Loops) -> None:
        """Lay loops around the corners of the board, each a track for either way round."""
        board = self.b.board.topology
        places = list(zip(board.xs, board.ys, strict=True))
        made, first = list(self.all), sum(len(one.sites) for one in self.all)
        loops = loops_of(places, item.count, item.first)
        for number, loop in enumerate(loops):
            for legs in (loop, backwards(loop)):
                sites, bumps = legs_together(legs)
                made.append(Track(f"Loop{number}", 0, True, True, first, sites, bumps))
                first += len(sites)
        self.all = tuple(made)
        self.arcs = tuple(pair for loop in loops for pair in arcs_of(loop))

    def _sites(self, item: TrackItem) -> tuple[int, ...]:
        try:
            path = self._numbers(item.path)
        except BoardError as error:
            raise LudError(str(error), item.span, code="track-path") from None
        for site in path:
            if site != END and not 0 <= site < self.b.site_count:
                message = f'the track "{item.name}" goes over site {site}, which is missing'
                raise LudError(
                    message,
                    item.span,
                    f"the sites are 0 to {self.b.site_count - 1}",
                    code="track-path",
                )
        return path

    def _numbers(self, path: str | tuple[int | str, ...]) -> tuple[int, ...]:
        """The sites of a path, however they are given."""
        board = self.b.board
        if isinstance(path, str):
            return walked(board.topology, path)
        return tuple(board.called(one) if isinstance(one, str) else one for one in path)

    # Which track

    def chosen(self, fits: Callable[[Track], bool], called: str | None = None) -> Track:
        """The first track that fits.

        Raises:
            LudError: there is none
        """
        found = next((one for one in self.all if fits(one)), None)
        if found is None:
            raise self._missing(called)
        return found

    def _missing(self, called: str | None) -> LudError:
        if not self.all:
            return self.b.fail(
                "the board has no track", "(track ...) in the board makes one", code="no-track"
            )
        what = f'no track is called "{called}"' if called else "no track fits"
        return self.b.fail(what, self._known(called), called, code="unknown-track")

    def _known(self, called: str | None) -> str:
        names = [one.name for one in self.all]
        return suggest(called or "", names) or f"known: {', '.join(dict.fromkeys(names))}"

    def called(self, name: str) -> list[Track]:
        """The tracks whose names have a name in them; one that none has is warned of."""
        found = [one for one in self.all if name in one.name]
        if self.all and not found:
            self.b.warn(f'no track is called "{name}"', self._known(name), code="unknown-track")
        return found

    def by_player(
        self,
        fits: Callable[[Track, int], bool],
        player: Int,
        otherwise: Callable[[Track], bool] = lambda _: False,
    ) -> Int:
        """The number of the first track that fits a player, from 0; -1 where there is none.

        Args:
            otherwise: which track is meant where none fits
        """
        places = range(len(self.all))
        numbers: list[int] = []
        for number in range(self.b.players.count + 2):
            own = (place for place in places if fits(self.all[place], number))
            other = (place for place in places if otherwise(self.all[place]))
            numbers.append(next(chain(own, other), -1))
        if not self.all:
            raise self._missing(None)
        if max(numbers) < 0:
            self.b.warn("no track fits", self._known(None), code="unknown-track")
        return self.b.lookup(self.b.table(*numbers, -1), player)

    def number(self, track: Track) -> Int:
        """The number of a track, from 0."""
        return self.b.int(self.all.index(track))

    # Places

    def place(self, track: Int, site: Int) -> Int:
        """The first place of a site on a track; -1 if the track does not come there."""
        b = self.b
        entries: list[int] = []
        for one in self.all:
            first: dict[int, int] = {}
            for place, here in enumerate(one.sites):
                first.setdefault(here, one.first + place)
            entries += [first.get(number, -1) for number in range(b.site_count)]
        inside = b.contains(b.board.everywhere, site)
        known = b.both(inside, b.at_most(b.zero, track))
        index = b.add(b.multiply(track, b.int(b.site_count)), site)
        return b.pick(known, b.lookup(b.table(*entries, -1), index), b.nothing)

    def site(self, place: Int) -> Int:
        """The site of a place; `END` where pieces leave the board, -1 for none."""
        entries = [site for one in self.all for site in one.sites]
        return self._entry(entries, place)

    def following(self, place: Int) -> Int:
        """The place behind another; -1 behind the last of a track that is no circle."""
        return self._entry([step for one in self.all for step in _round(one, 1)], place)

    def before(self, place: Int) -> Int:
        """The place before another; -1 before the first, and on a track that is never gone back."""
        return self._entry([step for one in self.all for step in _round(one, -1)], place)

    def _entry(self, entries: Sequence[int], place: Int) -> Int:
        b = self.b
        found = b.lookup(b.table(*entries, -1), place)
        return b.pick(b.at_most(b.zero, place), found, b.nothing)

    def length(self, track: Int) -> Int:
        """How many places a track has."""
        return self._of(track, [len(one.sites) for one in self.all])

    @property
    def longest(self) -> int:
        """How many places the longest track has."""
        return max(len(one.sites) for one in self.all)

    def moved(self, track: Int, site: Int, steps: Int) -> Int:
        """The site so many steps on along a track, -1 past its end.

        On a circle, a site that is not on it counts as the first place.
        """
        b = self.b
        first = self._of(track, [one.first for one in self.all])
        length = self.length(track)
        loop = self.is_loop(track)
        place = b.progress.place_on(track, site) if b.progress.kept else self.place(track, site)
        on_it = b.at_most(b.zero, place)
        index = b.pick(on_it, b.subtract(place, first), b.zero)
        reached = b.add(index, b.greatest(steps, b.zero))
        beyond = b.negate(b.both(on_it, b.less(reached, length)))
        inside = b.pick(loop, b.remainder(reached, length), reached)
        off = b.either(b.both(beyond, b.negate(loop)), b.less(track, b.zero))
        return b.pick(off, b.nothing, self.site(b.add(first, inside)))

    def is_loop(self, track: Int) -> Bool:
        """Whether a track is a circle."""
        return self.b.equal(self._of(track, [int(one.loop) for one in self.all]), self.b.one)

    def owner(self, track: Int) -> Int:
        """Whose track it is; 0 for nobody's."""
        return self._of(track, [one.owner for one in self.all])

    def again(self, place: Int) -> Int:
        """The next place of a track with the same site; -1 if there is none."""
        return self._entry([later for one in self.all for later in _met_again(one)], place)

    def each_along(
        self, name: str, site: Int, most: Int | None, arrive: Callable[[Int, Int, Bool], object]
    ) -> None:
        """Go along tracks, once from each place of theirs with this site, to the one before it.

        Args:
            name: what the tracks are called; `AllTracks` for all of them, as far as they lead over
                a bump
            most: how many steps a way has at most; none given, those of the track
            arrive: is told each site to which a way comes, after how many steps, and whether it
                has come over a bump; it may end the way with `leave`
        """
        b = self.b
        ways = self._ways(name)
        compass, longest = ways.compass, max(ways.compass.longest, 1)

        def one(way: Int) -> None:
            spot = b.add(b.multiply(way, b.int(compass.sites)), site)
            bump = b.lookup(b.table(*ways.bumps, longest), spot)

            def step(done: Int) -> None:
                far = b.add(done, b.one)
                there = b.along(compass, site, way, far)
                b.leave_if(b.less(there, b.zero))
                arrive(there, far, b.less(bump, far))

            steps = b.int(longest) if most is None else b.least(most, b.int(longest))
            b.loop(steps, step, most=longest)

        inside = b.both(b.at_most(b.zero, site), b.less(site, b.int(compass.sites)))
        number = b.lookup(b.table(*ways.counts, 0), site)
        b.if_(inside, lambda: b.loop(number, one, most=max(compass.count, 1)))

    def _ways(self, name: str) -> TrackWays:
        """The ways from all sites along the tracks with a name."""
        if name not in self._named:
            several = [one for one in self.all if name in (ALL, one.name)]
            if not several:
                raise self._missing(name)
            places = [(one, place) for one in several for place in range(len(one.sites))]
            ways: list[list[tuple[Path, int]]] = [[] for _ in range(self.b.site_count)]
            for one, place in places:
                here, bump = one.sites[place], _bump(one, place)
                if here != END and (name != ALL or bump is not None):
                    way = _from_place(one, place)
                    ways[here].append((way, len(way) if bump is None else bump))
            self._named[name] = _together(name, ways)
        return self._named[name]

    def _of(self, track: Int, entries: Sequence[int]) -> Int:
        return self.b.lookup(self.b.table(*entries, 0), track)

    def first_place(self, track: Int) -> Int:
        """The first place of a track."""
        return self._of(track, [one.first for one in self.all])

    def last_site(self, track: Int) -> Int:
        """The site of the last place of a track."""
        return self._of(track, [one.sites[-1] for one in self.all])

    def round(self, track: Int, place: Int, steps: Int) -> Int:
        """The place so many steps on, from the last one to the first as on a circle."""
        b, first = self.b, self.first_place(track)
        index = b.add(b.subtract(place, first), steps)
        return b.add(first, b.remainder(index, self.length(track)))

    def steps(self, track: Int, site: Int, target: Int) -> Int:
        """After how many steps along a track a site comes behind another; -1 if it does not.

        Behind the last place it goes on at the first, whether the track is a circle or not, and a
        site that is not on it counts as its first place. Where pieces come to a site more than
        once it begins where the piece has come to instead, and ends with a track that is no circle.
        """
        b, length, first = self.b, self.length(track), self.first_place(track)
        start, most = b.greatest(self.place(track, site), first), length
        if b.progress.kept:
            loop, place = self.is_loop(track), b.progress.place_on(track, site)
            left = b.subtract(length, b.subtract(place, first))
            start, most = b.pick(loop, start, place), b.pick(loop, length, left)
        found = b.local("steps", b.nothing)

        def look(number: Int) -> None:
            met = b.equal(self.site(self.round(track, start, number)), target)
            b.if_(met, lambda: b.set(found, number))
            b.leave_if(met)

        known = b.both(b.at_most(b.zero, track), b.at_most(b.zero, start))
        b.if_(known, lambda: b.loop(most, look, most=self.longest))
        return b.get_int(found)

    def sites_for(
        self, player: Int, name: str | None, first: Int | None, last: Int | None
    ) -> Sites:
        """The sites of the track with a name; with a part of it, that of a player or of nobody.

        Args:
            first, last: only the sites from one to another, round a corner of the track if need be
        """

        def fits(one: Track, number: int) -> bool:
            return one.name == name or ((name or "") in one.name and one.owner in (number, 0))

        b, track = self.b, self.by_player(fits, player)
        if first is None and last is None:
            masks = [sum(1 << site for site in {*one.sites} if site >= 0) for one in self.all]
            return b.lookup_sites(
                b.table(*masks, 0), b.pick(b.less(track, b.zero), b.int(len(masks)), track)
            )
        return self._between(track, first, last)

    def _between(self, track: Int, first: Int | None, last: Int | None) -> Sites:
        b = self.b
        found = b.local("sites", b.nowhere)
        start = self.first_place(track) if first is None else self.place(track, first)
        end = self.last_site(track) if last is None else last

        def step(number: Int) -> None:
            site = self.site(self.round(track, start, number))
            b.set(found, b.union(b.get_sites(found), b.single(site)))
            b.leave_if(b.equal(site, end))

        some = b.both(b.at_most(b.zero, track), b.at_most(b.zero, start))
        b.if_(some, lambda: b.loop(self.length(track), step, most=self.longest))
        return b.get_sites(found)


def _without_bumps(path: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A path in which no site follows itself, and how many more times each did."""
    sites, bumps = list[int](), list[int]()
    for site in path:
        if sites and sites[-1] == site:
            bumps[-1] += 1
        else:
            sites.append(site)
            bumps.append(0)
    return tuple(sites), tuple(bumps)


def _round(track: Track, step: int) -> list[int]:
    """The place that lies a step behind (1) or before (-1) each place of a track."""
    size = len(track.sites)
    if step < 0 and track.directed:
        return [-1] * size
    found: list[int] = []
    for place in range(size):
        other = place + step
        if track.loop:
            other %= size
        found.append(track.first + other if 0 <= other < size else -1)
    return found


def _from_place(track: Track, place: int) -> Path:
    """The sites of a track behind one of its places, up to its end or to the place again."""
    if track.loop:
        return _to_end((*track.sites[place + 1 :], *track.sites[:place]))
    return _to_end(track.sites[place + 1 :])


def _to_end(sites: Path) -> Path:
    return sites[: sites.index(END)] if END in sites else sites


def _bump(track: Track, place: int) -> int | None:
    """How many steps it is from a place of a track to the next with a bump, which may be itself."""
    size = len(track.sites)
    ahead = range(size if track.loop else size - place)
    return next((steps for steps in ahead if track.bumps[(place + steps) % size]), None)


def _together(name: str, ways: Sequence[Sequence[tuple[Path, int]]]) -> TrackWays:
    """The ways of all sites side by side, empty ones where a site has fewer than another."""
    count = max(map(len, ways), default=0)
    padded = [(*several, *[((), 0)] * (count - len(several))) for several in ways]
    by_way = [several[way] for way in range(count) for several in padded]
    rays, bumps = tuple(ray for ray, _ in by_way), tuple(bump for _, bump in by_way)
    return TrackWays(Compass(name, rays, count, len(ways)), bumps, tuple(map(len, ways)))


def _met_again(track: Track) -> list[int]:
    """For each place of a track, the next one with the same site; -1 where there is none."""
    later: dict[int, int] = {}
    found: list[int] = []
    for place in reversed(range(len(track.sites))):
        found.append(later.get(track.sites[place], -1))
        later[track.sites[place]] = track.first + place
    return found[::-1]
