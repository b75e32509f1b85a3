"""A contest: every player against every other in several games, from seeded openings.

Programs meet each other and a ladder of players whose strength is known. Everything but what the
programs do follows from the seed. Results go into a ledger as they come, and what is there is not
played again.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from interpreter import Game, LudError, State, load
from interpreter.language.english.paragraphs import as_text
from interpreter.text.errors import suggests
from lab.arena.contestants import Answers, Contestant, Terms
from lab.arena.ledger import Entry, Ledger
from lab.arena.programs import Command, FaultError, Stable, command
from lab.matches.playing import Arena, Fault, Fixture, Played, forfeited, schedule
from lab.pages.about import words
from lab.players import Forfeit, Player, Specification, seat_of, specification
from lab.terminal.screen import Screen

LADDER: Final = ("random", "careful", "uct:100", "uct:1000")
"""Whom programs meet if nobody says otherwise."""
DIGITS: Final = 12


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who takes part: a program, or a player of ours.

    Args:
        name: what it is called
        program: what starts it
        player: what makes it
    """

    name: str
    program: Command | None = None
    player: Specification | None = None

    @property
    def person(self) -> bool:
        """Whether somebody has to type."""
        return self.player is not None and self.player.person


@dataclass(frozen=True, slots=True)
class Stage:
    """A game that is played.

    Args:
        name: what results call it
        source: what `load` takes
        options, ruleset: what is chosen
        hidden: whether it was bred for the contest
    """

    name: str
    source: str | Path
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    ruleset: str | None = None
    hidden: bool = False

    def load(self) -> Game:
        """The game."""
        return load(self.source, self.options, self.ruleset)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played.

    Args:
        stages: the games
        entrants: who takes part
        rounds: games of each pairing in each game, rounded up so that all seat orders are as often
        seed: fixes openings and chance
        opening: moves made by lot before the players begin
        terms: how programs are asked
        jobs: how many games are played at once
    """

    stages: Sequence[Stage]
    entrants: Sequence[Entrant]
    rounds: int = 10
    seed: int = 0
    opening: int = 2
    terms: Terms = field(default_factory=Terms)
    jobs: int = 1


@dataclass(frozen=True, slots=True)
class Task:
    """A game that is to be played: where, by whom, and what tells it apart."""

    stage: int
    seats: tuple[int, ...]
    seed: int
    key: str


@dataclass(frozen=True, slots=True)
class Result:
    """A game that has been played.

    Args:
        stage: which of the plan's
        played: as matches have it; its seats are places among the entrants
        answers: by seat, how a program has answered
    """

    stage: int
    played: Played
    answers: tuple[Answers | None, ...]


def entrant(text: str) -> Entrant:
    """Who is meant by a player in words, or by the command of a program, as `NAME=COMMAND`.

    Raises:
        LudError: neither a player nor a program
    """
    name, sign, rest = text.partition("=")
    if sign and name.replace("-", "").replace(".", "").replace("_", "").isalnum():
        return Entrant(name, program=command(name, rest))
    try:
        return Entrant(text, player=specification(text))
    except LudError as error:
        if ".py:" in text and " " not in text.strip():
            raise
        try:
            return Entrant(text, program=command(text, text))
        except LudError as other:
            meant, here = error.problems[0], other.problems[0]
            hint = meant.hint if suggests(meant) else here.hint
            raise LudError(here.message, None, hint) from None


def checked(plan: Plan) -> list[Game]:
    """The games of a plan, one for each stage.

    Raises:
        LudError: games or players of which no contest can be made
    """
    names = [one.name for one in plan.entrants]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        hint = 'give each a name of its own, as in --player "second=python my_player.py"'
        raise LudError(f"two players are called {twice}", None, hint)
    if plan.jobs > 1 and any(one.person for one in plan.entrants):
        raise LudError("a human plays one game at a time", None, "leave out --jobs")
    found = [one.load() for one in plan.stages]
    for game in found:
        if game.players < 2:
            raise LudError(f"{game.name} is for one player; an arena takes two or more")
    return found


def tasks(plan: Plan, games: Sequence[Game]) -> list[Task]:
    """All games of a plan, round by round, so that a part of it is fair to all."""
    found: list[list[Task]] = []
    for stage, game in enumerate(games):
        shape = digest(game)
        fixtures = schedule(len(plan.entrants), game.players, plan.rounds, plan.seed)
        rounds: dict[int, list[Task]] = {}
        for one in fixtures:
            key = _key(plan, game, shape, one)
            rounds.setdefault(one.seed, []).append(Task(stage, one.seats, one.seed, key))
        for number, several in enumerate(rounds.values()):
            found += [[] for _ in range(number + 1 - len(found))]
            found[number] += several
    return [one for several in found for one in several]


def digest(game: Game) -> str:
    """Changes with the rules of a game."""
    text = json.dumps([game.source, dict(game.options)])
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def _key(plan: Plan, game: Game, shape: str, one: Fixture) -> str:
    seats = [plan.entrants[place] for place in one.seats]
    told = any(each.program is not None for each in seats)
    terms = [list(asdict(plan.terms).values())] if told else []
    names = [each.name for each in seats]
    return json.dumps([game.name, shape, one.seed, plan.opening, names, *terms])


def play(
    plan: Plan,
    games: Sequence[Game],
    ledger: Ledger,
    wanted: Sequence[Task],
    tell: Callable[[Result], None] = lambda one: None,
) -> None:
    """Play what the ledger does not have yet; each result is in it when it is told.

    Args:
        plan: what is played
        games: its games
        ledger: where results go
        wanted: the games to be played
        tell: told of every game that has ended
    """
    due = [one for one in wanted if one.key not in ledger.entries]
    court = _Court(plan, games)
    if plan.jobs == 1 or len(due) < 2:
        with court.open():
            for one in due:
                tell(_entered(plan, ledger, one, court.played(one)))
        return
    with court.open(), _pool(plan.jobs) as pool:
        waiting: dict[Future[Entry], Task] = {pool.submit(court.played, one): one for one in due}
        for future in as_completed(waiting):
            tell(_entered(plan, ledger, waiting[future], future.result()))


@contextmanager
def _pool(jobs: int) -> Iterator[ThreadPoolExecutor]:
    """Threads; what waits is dropped when this is left early."""
    pool = ThreadPoolExecutor(jobs)
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _entered(plan: Plan, ledger: Ledger, task: Task, entry: Entry) -> Result:
    ledger.add(entry)
    return result(plan, task, entry)


def result(plan: Plan, task: Task, entry: Entry) -> Result:
    """A game of the ledger, as a result of a plan."""
    names = [one.name for one in plan.entrants]
    answers = (None if one is None else Answers(**one) for one in entry.answers)
    return Result(task.stage, entry.played(len(entry.key), names), tuple(answers))


class _Court:
    """Where games are played: each thread has games and programs of its own."""

    def __init__(self, plan: Plan, games: Sequence[Game]) -> None:
        self.plan, self.games = plan, games
        self._own = threading.local()
        self._stables: list[Stable] = []
        self._lock = threading.Lock()
        self._number = 0
        self._closed = False

    @contextmanager
    def open(self) -> Iterator[None]:
        """While this lasts, games can be played; neither they nor programs outlive it."""
        done = False
        try:
            yield
            done = True
        finally:
            self._closed = True
            for one in self._stables:
                one.close(at_once=not done)

    def _stable(self) -> Stable:
        if not hasattr(self._own, "stable"):
            self._own.stable, self._own.games = Stable(), {}
            with self._lock:
                self._stables.append(self._own.stable)
        return self._own.stable

    def _game(self, stage: int) -> Game:
        if self.plan.jobs == 1:
            return self.games[stage]
        held: dict[int, Game] = self._own.games
        if stage not in held:
            held[stage] = self.plan.stages[stage].load()
        return held[stage]

    def played(self, task: Task) -> Entry:
        """One game."""
        stable, game = self._stable(), self._game(task.stage)
        with self._lock:
            self._number += 1
            number = self._number
        state, moves = Arena(game, (), self.plan.opening).opened(task.seed)
        table = _Table(self.plan, task, game, number, stable, moves, lambda: self._closed)
        state, fault = table.play(state)
        ranking = state.ranking if fault is None else forfeited(game.players, fault.seat)
        table.close(state, ranking, fault)
        answers = [one.answers.data() if one else None for one in table.programs]
        names = [self.plan.entrants[place].name for place in task.seats]
        return Entry(task.key, game.name, names, task.seed, moves, ranking, fault, answers)


def _welcome(game: Game, seat: int, number: int) -> None:
    """Tell a person at the terminal what is played."""
    rules = as_text(words(game))
    Screen().say(f"\nGame {number}: {game.name}. You are player {seat}.\n\n{rules}")


class _Table:
    """One game, with who sits at it."""

    def __init__(
        self,
        plan: Plan,
        task: Task,
        game: Game,
        number: int,
        stable: Stable,
        moves: list[str],
        closed: Callable[[], bool],
    ) -> None:
        self.plan, self.task, self.game, self.number = plan, task, game, number
        self.stable, self.moves, self.closed = stable, moves, closed
        self.programs: list[Contestant | None] = [None] * game.players

    def play(self, state: State) -> tuple[State, Fault | None]:
        """The last position, and why it is the last if the rules do not say so."""
        seat, players = 0, list[Player]()
        try:
            for seat in range(1, self.game.players + 1):
                players.append(self._seated(seat))
            while not state.over:
                if self.closed():
                    raise CancelledError
                seat = seat_of(state)
                move = players[seat - 1].choose(state)
                state = state.after(move)
                self.moves.append(move.name)
        except Forfeit as error:
            return state, Fault(seat, error.reason, error.hint)
        return state, None

    def _seated(self, seat: int) -> Player:
        one = self.plan.entrants[self.task.seats[seat - 1]]
        lots = Random(f"seat {seat} of {self.task.key}").getrandbits(40)
        if one.player is not None:
            if one.person:
                _welcome(self.game, seat, self.number)
            return one.player.make(lots)
        assert one.program is not None, "an entrant is a program or a player"
        before = self.task.seats[: seat - 1].count(self.task.seats[seat - 1])
        started = one.program
        try:
            program = self.stable.program(started, before)
        except FaultError as error:
            raise Forfeit(one.name, error.reason, error.hint) from None
        found = Contestant(
            program, self.game, seat, self.plan.terms, self.moves, lots,
            lambda: self.stable.program(started, before),
        )  # fmt: skip
        self.programs[seat - 1] = found
        found.begin(self.number)
        return found

    def close(self, state: State, ranking: Sequence[float], fault: Fault | None) -> None:
        """Tell the programs how it ended, and end the one that has done wrong."""
        reason = fault and f"seat {fault.seat} {fault.reason}"
        if any(self.plan.entrants[place].person for place in self.task.seats):
            Screen().say(f"\n{state}\n" if reason is None else f"\n{reason}, and loses\n")
        for seat, one in enumerate(self.programs, 1):
            if one is None:
                continue
            if fault is not None and fault.seat == seat and "illegal" not in one.answers.faults:
                self.stable.end(one.program)
            else:
                one.end(state, ranking, reason)
