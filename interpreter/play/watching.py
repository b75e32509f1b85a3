"""Why moves are not legal, which rules gave those that are, and what ended a game.

The answers are found by the plain program, with its clauses watched: it is run on the position once
as it is, and then with one answer changed after another, until the move that was asked for is
there. What had to be changed is the reason. So nothing here knows a ludeme or a game.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, takewhile
from typing import TYPE_CHECKING, Any, Protocol, cast

from interpreter.ir import schema
from interpreter.ir.meaning.sites import listed
from interpreter.ir.program import Template, Watched, unpack
from interpreter.ir.schema import Part
from interpreter.language.english.inflection import listed as listing
from interpreter.play.notation.texts import written
from interpreter.play.protocol import PlayedGame, PlayedState
from interpreter.targets.python import Machine
from interpreter.text.errors import Problem, Span, suggest

if TYPE_CHECKING:
    from interpreter.play.looking import Standing
    from interpreter.text.expand import Expanded


class Game(PlayedGame, Protocol):
    """A game, as `interpreter.play.game.Game` says more about it."""

    @property
    def watched(self) -> Game:
        """The same rules, compiled so that their clauses tell what they answer."""
        ...

    @property
    def expanded(self) -> Expanded:
        """The rules after options and defines."""
        ...

    def position(self, text: str = "") -> PlayedState:
        """The position that a text says."""
        ...

    def field(self, raw: Any, part: Part, index: int = 0) -> int:
        """A part of a state."""
        ...


class State(PlayedState, Protocol):
    """A position, as `interpreter.play.game.State` says more about it."""

    @property
    def game(self) -> Game:
        """The game."""
        ...

    @property
    def plies(self) -> int:
        """How many moves were made."""
        ...

    @property
    def phase(self) -> str:
        """The name of the mover's phase."""
        ...

    def on(self, site: int | str) -> tuple[Standing, ...]:
        """What stands on a site."""
        ...

    def owner(self, site: int | str) -> int:
        """Whose piece is on a site."""
        ...


Three = tuple[int, int, int]
# Of so many sites and moves one is told in a sentence.
NAMED = 8
# What might have been otherwise is tried for so much processor time at most: on a busy machine the
# answer is the same as on an idle one.
SECONDS = 5.0
# Once in so many answers a changed run looks at the time: the system has to be asked for it.
OFTEN = 64
# A clause of more characters is told by its keyword.
LONGEST = 90


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is not legal, or why the game has ended.

    Args:
        code: a word for the kind of reason: `legal`, `over`, `name`, `site`, `empty`, `owner`,
            `turn`, `phase`, `condition`, `afterwards`, `repetition`, `compulsory`, `most`,
            `reach`, `rule`, `end`, `limit`
        message: the reason as a sentence, without a full stop
        clause: the clause of the rules that decides, as it is written; empty if none does
        place: where that stands in the rule file, or where the define is used that holds it
        sites: the names of the sites concerned
    """

    code: str
    message: str
    clause: str = ""
    place: Span | None = None
    sites: tuple[str, ...] = ()

    def __str__(self) -> str:
        return str(Problem(self.message, self.place, None))


@dataclass(frozen=True, slots=True)
class Given:
    """Legal moves, and the rule that gives them.

    Args:
        rule: as it is written; empty for a pass that only comes because nothing else is legal
        place: where it stands in the rule file
        moves: their names
    """

    rule: str
    place: Span | None
    moves: tuple[str, ...]

    def __str__(self) -> str:
        moves = _several(self.moves)
        if self.place is None:
            return f"{moves}: no rule gives a move" if not self.rule else f"{moves}: {self.rule}"
        return str(Problem(moves, self.place, None))


@dataclass(frozen=True, slots=True)
class Event:
    """What a clause answered, and the sites of which it was asked; -1 for none."""

    clause: Watched
    answer: int
    sites: Three


@dataclass(frozen=True, slots=True)
class Change:
    """Another answer of a clause, for some of the sites of which it is asked.

    Args:
        sites: None for all
        added, removed: sites of the answer, as bit masks; a truth is turned round
    """

    clause: Watched
    sites: frozenset[Three] | None = None
    added: int = 0
    removed: int = 0

    def opposes(self, other: Change) -> bool:
        """Whether one puts sites into a set and the other takes some out of a set."""
        return bool((self.added and other.removed) or (self.removed and other.added))

    def answer(self, number: int, answer: int, sites: Three) -> int:
        """What the clause answers now."""
        if number != self.clause.number or (self.sites is not None and sites not in self.sites):
            return answer
        if self.clause.kind == "bool":
            return not answer
        return (answer | self.added) & ~self.removed


class LateError(Exception):
    """With another answer the rules look ahead for too long."""


class Watch:
    """A position in the plain program, whose clauses are watched."""

    def __init__(self, state: State) -> None:
        self.game = state.game.watched
        self.machine = cast(Machine, self.game.machine)
        # Machines hold the positions before in different ways; whether a move repeats one is
        # asked of the game itself.
        self.raw: list[int] = self.game.position(written(state, remembered=False)).raw

    def run(self, name: str, *operands: int, change: Change | None = None) -> tuple[int, Events]:
        """Call a function of the program on a copy of the position."""
        raw, events = self.raw[:], Events(self.game)
        with self.machine.watched_by(events.watcher(change)):
            found = self.machine.run(name, raw, *operands)
        return found, events

    def offered(self, change: Change | None = None) -> tuple[list[int], Events]:
        """The moves that the rules give, and what their clauses answered."""
        events = Events(self.game)
        with self.machine.watched_by(events.watcher(change)):
            return self.machine.offered(self.raw), events


class Events:
    """What clauses answered, each event once, in order."""

    def __init__(self, game: Game) -> None:
        self._clauses = game.program.watched
        self._found: dict[tuple[int, int, Three], None] = {}

    def watcher(self, change: Change | None) -> Callable[[int, int, int, int, int], int]:
        """What is told, and answers."""
        found, end, answers = self._found, time.thread_time() + SECONDS, count()

        def watch(number: int, answer: int, origin: int, target: int, other: int) -> int:
            sites = origin, target, other
            found[number, int(answer), sites] = None
            if change is None:
                return answer
            if not next(answers) % OFTEN and time.thread_time() > end:
                raise LateError
            return change.answer(number, answer, sites)

        return watch

    def __iter__(self) -> Iterator[Event]:
        clauses = self._clauses
        return (Event(clauses[number], one, sites) for number, one, sites in self._found)


class Asked:
    """A move that somebody asks for, as far as its name tells.

    Args:
        origin, target: the sites; -1 for a move that has none
        name: the kind of move, where it has no sites
        note: what is told behind `=`
    """

    def __init__(self, origin: int, target: int, name: str = "", note: str = "") -> None:
        self.origin, self.target, self.name, self.note = origin, target, name, note

    def fits(self, templates: Sequence[Template], move: int) -> bool:
        """Whether a packed move is the one asked for."""
        number, origin, target, _ = unpack(move)
        template = templates[number]
        if self.note and template.note.lower() != self.note:
            return False
        if template.shape == "nowhere":
            return bool(self.name) and template.name.lower() == self.name
        start = target if origin == -1 else origin
        return not self.name and (start, target) == (self.origin, self.target)


class Inquiry:
    """Why a move is not legal in a position."""

    def __init__(self, state: State) -> None:
        self.state, self.game = state, state.game
        self.names = [label.lower() for label in self.game.labels]
        self._end = time.thread_time() + SECONDS

    def reason(self, name: str) -> Reason:
        """The reason; see `State.why_not`."""
        text = name.strip().lower()
        try:
            self.state.line(text)
        except ValueError:
            pass
        else:
            return Reason("legal", f"{text} is legal")
        if self.state.over:
            return Reason("over", "the game is over")
        asked = self._read(text)
        if isinstance(asked, Reason):
            return asked
        alike = [move.name for move in self.state.moves() if _head(move.name) == text]
        if alike:
            return Reason("name", f"{text} is not the whole name: legal is {_several(alike)}")
        self.watch, self.asked, self.text = Watch(self.state), asked, text
        self.templates = self.watch.game.program.templates
        moves, events = self.watch.offered()
        for move in moves:
            if asked.fits(self.templates, move):
                return self._refused(move)
        return (
            self._fact(events)
            or self._from_rules(list(events))
            or self._elsewhere()
            or self._reach(list(events))
        )

    # What is asked for

    def _read(self, text: str) -> Asked | Reason:
        """The move that a text means, legal or not."""
        note = text.partition("=")[2].partition("/")[0].strip()
        head = _head(text)
        if head in self.names:
            site = self.names.index(head)
            return Asked(site, site, note=note)
        parts = head.split("-")
        for cut in range(1, len(parts)):
            ends = "-".join(parts[:cut]).strip(), "-".join(parts[cut:]).strip()
            if all(end in self.names for end in ends):
                origin, target = map(self.names.index, ends)
                return Asked(origin, target, note=note)
        program = self.game.program
        nowhere = {one.name.lower() for one in program.templates if one.shape == "nowhere"}
        if head in nowhere | {"pass"}:
            return Asked(-1, -1, head, note)
        return self._unknown(head, parts)

    def _unknown(self, head: str, parts: Sequence[str]) -> Reason:
        legal = [move.name for move in self.state.moves()]
        hint = suggest(head, legal) or f"moves are called as {_several(legal[:3])} is"
        wrong = [one.strip() for one in parts if one.strip() not in self.names]
        like_site = any(_pattern(one) == _pattern(head) for one in self.names)
        if wrong and (len(parts) == 2 or like_site):
            near = suggest(wrong[0], self.names) or f"sites are called as {self.names[0]} is"
            return Reason("site", f"the board has no site {wrong[0]}; {near}", sites=(wrong[0],))
        return Reason("name", f"no move is called {head}; {hint}")

    # Moves that the rules give, and something forbids

    def _refused(self, move: int) -> Reason:
        holds, events = self.watch.run("guarded", move)
        if holds:
            return Reason("repetition", f"{self.text} would repeat a position")
        found = self._first(
            _turned(events), lambda change: bool(self.watch.run("guarded", move, change=change)[0])
        )
        if found is None:
            return Reason("afterwards", f"after {self.text} a condition of its rule does not hold")
        change, event = found
        return self._told("afterwards", f"after {self.text}, {_stands(event)}", change)

    # What everybody can see

    def _fact(self, events: Events) -> Reason | None:
        """No rule asks about the piece of a site on which there is none, or another's."""
        origin, state = self.asked.origin, self.state
        if origin == -1:
            return None
        placing = origin == self.asked.target
        moves = [one for one in state.moves() if one.to_site >= 0]
        if moves and not any((one.from_site in (one.to_site, -1)) == placing for one in moves):
            many = "two sites" if placing else "one site"
            message = f"a move has {many} here, such as {moves[0]}"
            return Reason("name", message, sites=(self.names[origin],))
        if placing:
            return None
        if any(event.clause.answer == "moves" and event.sites[0] == origin for event in events):
            return None
        label = self.names[origin]
        if not state.on(origin):
            return Reason("empty", f"there is nothing on {label}", sites=(label,))
        owner = state.owner(origin)
        if 0 < owner <= self.game.players and owner != state.mover:
            message = f"the piece on {label} is player {owner}'s; player {state.mover} moves"
            return Reason("owner", message, sites=(label,))
        return None

    # What would have to be otherwise

    def _from_rules(self, events: Sequence[Event]) -> Reason | None:
        """The clause that, had it answered otherwise, would have given the move."""
        found = self._first(self._changes(events), self._appears)
        if found is None:
            return None
        change, event = found
        clause = change.clause
        if clause.answer == "most":
            message = f"{self.text} is not worth as much as {brief(clause)} demands"
            return self._told("most", message, change)
        if clause.answer == "rule":
            first = [move for move in self.state.moves() if move.name != "pass"][:3]
            such = f", such as {first[0]}" if first else ""
            message = f"other moves are compulsory{such}: those of {brief(clause)} come first"
            return self._told("compulsory", message, change)
        if clause.answer == "sites":
            site = change.added or change.removed
            label = self.names[site.bit_length() - 1]
            word = "is not in" if change.added else "is in"
            return self._told("condition", f"{label} {word} {brief(clause)}", change, (label,))
        sites = self._concerned(change)
        where = f" on {_several(sites)}" if sites else ""
        return self._told("condition", f"{_stands(event)}{where}", change, sites)

    def _appears(self, change: Change) -> bool:
        moves, _ = self.watch.offered(change)
        return any(self.asked.fits(self.templates, move) for move in moves)

    def _changes(self, events: Sequence[Event]) -> Iterator[tuple[Change, Event]]:
        """What might be changed, the likeliest first."""
        origin, target = self.asked.origin, self.asked.target
        wide = sorted(events, key=lambda one: -len(one.clause.text))
        truths = [one for one in wide if one.clause.answer == "condition"]

        def about(event: Event) -> bool:
            start, end, other = event.sites
            return target in (end, other) and start in (origin, -1)

        def leaving(event: Event) -> bool:
            return origin in (event.sites[0], event.sites[2])

        def alone(event: Event) -> bool:
            return event.sites == (-1, -1, -1)

        for answer in (0, 1):
            some = [one for one in truths if one.answer == answer]
            yield from _grouped(filter(about, some))
            yield from _grouped(filter(leaving, some))
            if not answer:
                yield from self._sets(wide)
                for kind in ("most", "rule"):
                    yield from _whole(one for one in wide if one.clause.answer == kind)
            yield from _grouped(filter(alone, some))
        for answer in (0, 1):
            yield from _grouped(one for one in truths if one.answer == answer)

    def _sets(self, events: Iterable[Event]) -> Iterator[tuple[Change, Event]]:
        """Sets of sites in which a site of the move might have been, or not have been."""
        ends = dict.fromkeys(one for one in (self.asked.target, self.asked.origin) if one >= 0)
        seen: set[tuple[int, int, bool]] = set()
        for event in events:
            if event.clause.answer != "sites":
                continue
            for site in ends:
                there = bool(event.answer >> site & 1)
                key = event.clause.number, site, there
                if key not in seen:
                    seen.add(key)
                    masks = (0, 1 << site) if there else (1 << site, 0)
                    yield Change(event.clause, None, *masks), event

    def _first(
        self,
        changes: Iterable[tuple[Change, Event]],
        succeeds: Callable[[Change], bool],
    ) -> tuple[Change, Event] | None:
        """The first change that succeeds, of the smallest clause inside it that does."""
        changes = list(changes)

        def tried(change: Change) -> bool:
            try:
                return succeeds(change)
            except LateError:
                return False

        found = next((one for one in self._in_time(changes) if tried(one[0])), None)
        while found is not None:
            outer = found[0].clause
            before = found[0]
            inner = (
                one for one in changes
                if one[0].clause.within(outer) and not one[0].opposes(before)
            )  # fmt: skip
            smaller = next((one for one in self._in_time(inner) if tried(one[0])), None)
            if smaller is None:
                return found
            found = smaller
        return None

    def _in_time(self, changes: Iterable[tuple[Change, Event]]) -> Iterator[tuple[Change, Event]]:
        """Changes, as long as there is time to try them."""
        return takewhile(lambda _: time.thread_time() < self._end, changes)

    def _concerned(self, change: Change) -> tuple[str, ...]:
        """The sites that a changed condition was asked of, none of them needless."""
        asked = sorted(change.sites or ())
        if len(asked) > 1:
            for one in list(asked):
                rest = frozenset(asked) - {one}
                if (
                    time.thread_time() < self._end
                    and rest
                    and self._appears(Change(change.clause, rest))
                ):
                    asked.remove(one)
        sites = dict.fromkeys(
            next((site for site in (other, end, start) if site >= 0), -1)
            for start, end, other in asked
        )
        return tuple(self.names[site] for site in sites if site >= 0)

    # Another phase, another mover, another place

    def _elsewhere(self) -> Reason | None:
        """The move would be there in another phase, or if another player were the mover."""
        watch, state, parts = self.watch, self.state, self.watch.game.parts
        phase, mover = parts.get(schema.PHASE), parts.get(schema.MOVER)
        saved = watch.raw
        for number, name in enumerate(self.game.program.phases):
            if phase is not None and name != state.phase:
                watch.raw = saved[:]
                watch.machine.put(watch.raw, phase, number, state.mover)
                if self._appears_at_all():
                    watch.raw = saved
                    message = f"{self.text} is a move of the phase {name}, not of {state.phase}"
                    return Reason("phase", message)
        for player in range(1, self.game.players + 1):
            if mover is not None and player != state.mover:
                watch.raw = saved[:]
                watch.machine.put(watch.raw, mover, player)
                if self._appears_at_all():
                    watch.raw = saved
                    message = (
                        f"{self.text} is a move for player {player}; player {state.mover} moves"
                    )
                    return Reason("turn", message)
        watch.raw = saved
        return None

    def _appears_at_all(self) -> bool:
        moves, _ = self.watch.offered()
        return any(self.asked.fits(self.templates, move) for move in moves)

    def _reach(self, events: Sequence[Event]) -> Reason:
        """Where the rules lead instead."""
        origin, target = self.asked.origin, self.asked.target
        if self.asked.name:
            return Reason("rule", f"no rule gives {self.text} here")
        rules = [one for one in events if one.clause.answer == "moves" and one.sites[0] == origin]
        label = self.names[origin]
        if origin != target and rules:
            reached = listed(_union(one.answer for one in rules))
            sites = tuple(self.names[site] for site in reached)
            where = f"only to {_several(sites)}" if sites else "nowhere"
            message = f"the rules lead from {label} {where}{self._in_the_way()}"
            return self._told("reach", message, Change(rules[0].clause), sites)
        start = "" if origin == target else f"from {label} "
        message = f"no rule leads {start}to {self.names[target]} here"
        return Reason("rule", message, sites=(self.names[target],))

    def _in_the_way(self) -> str:
        """The pieces that stand on the straight way between the two sites, in words."""
        origin, target = self.asked.origin, self.asked.target
        board = self.game.board
        ways = board.rays("All")[origin] if max(origin, target) < board.size else ()
        between = next((way[: way.index(target)] for way in ways if target in way), ())
        names = [self.names[one] for one in between if self.state.on(one)]
        if not names:
            return ""
        stand = "a piece stands" if len(names) == 1 else "pieces stand"
        return f"; {stand} on {_several(names)} between"

    def _told(self, code: str, message: str, change: Change, sites: tuple[str, ...] = ()) -> Reason:
        clause = change.clause
        place = place_of(self.game, clause)
        return Reason(code, message, clause.text, place, sites)


def _turned(events: Iterable[Event]) -> Iterator[tuple[Change, Event]]:
    """Conditions that might have been otherwise, the outer ones first."""
    wide = sorted(events, key=lambda one: -len(one.clause.text))
    return _whole(one for one in wide if one.clause.answer == "condition")


def _grouped(events: Iterable[Event]) -> Iterator[tuple[Change, Event]]:
    """A change for each clause, of these of its answers."""
    groups: dict[Watched, list[Event]] = {}
    for one in events:
        groups.setdefault(one.clause, []).append(one)
    for clause, some in groups.items():
        yield Change(clause, frozenset(one.sites for one in some)), some[0]


def _whole(events: Iterable[Event]) -> Iterator[tuple[Change, Event]]:
    """A change for each clause, of all that it answers."""
    first = {one.clause: one for one in reversed(list(events))}
    for clause, event in reversed(first.items()):
        yield Change(clause), event


def _head(name: str) -> str:
    """The name of a move without what tells it from others between the same sites."""
    return name.partition("=")[0].partition("/")[0].strip()


def _pattern(name: str) -> str:
    """How a name is made: letters and digits, whichever."""
    return re.sub(r"[a-z]+", "a", re.sub(r"\d+", "1", name))


def _union(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _several(names: Sequence[str]) -> str:
    """Names as people list them; of many, the first."""
    if len(names) > NAMED:
        return f"{', '.join(names[:NAMED])} and {len(names) - NAMED} more"
    return listing(names)


def _stands(event: Event) -> str:
    """Whether a condition holds, in words."""
    return f"{brief(event.clause)} {'holds' if event.answer else 'does not hold'}"


def brief(clause: Watched) -> str:
    """A clause as it is named within a sentence."""
    return clause.text if len(clause.text) <= LONGEST else f"({clause.name} …)"


def place_of(game: Game, clause: Watched) -> Span | None:
    """Where a clause stands in the rule file of a game."""
    if clause.place is None:
        return None
    return Span(game.expanded.game.span.source, *clause.place)


# What happened


def given(state: State) -> list[Given]:
    """The legal moves by the rules that give them; see `State.why`."""
    source, groups = state.game.expanded.game.span.source, dict[Template, list[str]]()
    templates = state.game.program.templates
    for move in state.moves():
        groups.setdefault(templates[unpack(move.packed)[0]], []).append(move.name)
    by_place: dict[tuple[int, int] | None, list[str]] = {}
    for template, names in groups.items():
        by_place.setdefault(template.place, []).extend(names)
    found: list[Given] = []
    for place, names in by_place.items():
        span = None if place is None else Span(source, *place)
        text = "" if span is None else " ".join(span.text.split())
        found.append(Given(text, span, tuple(names)))
    return found


def ended(state: State) -> Reason:
    """What ended a game that is over; see `State.why`."""
    watch = Watch(state)
    parts, machine = watch.game.parts, watch.machine
    for part, value in ((schema.OVER, 0), (schema.WINNERS, 0), (schema.LOSERS, 0)):
        if part in parts:
            machine.put(watch.raw, parts[part], value)
    for player in range(1, state.game.players + 1):
        machine.put(watch.raw, parts[schema.RANK], 0, player)
        machine.put(watch.raw, parts[schema.ACTIVE], 1, player)
    _, events = watch.run("end")
    truths = [one for one in events if one.clause.answer == "condition"]
    outer = [one for one in truths if not any(one.clause.within(other.clause) for other in truths)]
    if not outer or not outer[-1].answer:
        passed = state.game.field(state.raw, schema.LAST_PASSED) if state.plies else 0
        why = "all players passed" if passed else "it reached the limit of turns and moves"
        return Reason("limit", f"no end rule ended the game: {why}")
    clause = outer[-1].clause
    message = f"the game ended because {brief(clause)} holds"
    return Reason("end", message, clause.text, place_of(state.game, clause))
