"""From what was asked for on the command line to a contest, its file of results and its tables."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path

from interpreter import Game, LudError
from lab.arena.bred import Hidden, hidden
from lab.arena.contest import Plan, Result, Stage, Task, checked, entrant, play, result, tasks
from lab.arena.contestants import Terms
from lab.arena.ledger import Ledger
from lab.arena.telling import arena, rows
from lab.cli.told import tell
from lab.files.find import rules
from lab.files.records import check_place
from lab.files.whole import write_whole
from lab.players import words
from lab.players.guest import Forfeit
from lab.terminal.progress import progress

NONE = "none"


@dataclass(frozen=True, slots=True)
class Wish:
    """Which contest, as asked for; see the help of the command."""

    games: tuple[str, ...]
    players: tuple[str, ...]
    ladder: str
    bred: int
    like: tuple[str, ...]
    number: int
    seed: int
    opening: int
    terms: Terms
    results: Path
    again: bool
    write: Path | None
    jobs: int
    json: Path | None
    options: Mapping[str, str]
    ruleset: str | None


def run(wish: Wish) -> bool:
    """Play a contest and print how it stands, also where it is interrupted.

    Returns:
        whether no program has lost by a fault
    """
    ladder = [] if wish.ladder.strip() == NONE else words(wish.ladder)
    entrants = [entrant(one) for one in (*wish.players, *ladder)]
    if not wish.games and not wish.bred:
        hint = "as in ludwright arena Hex --player random, or --bred 3"
        raise LudError("which games are to be played?", None, hint)
    for path in (wish.json, wish.results):
        check_place(path)
    named = [
        Stage(one, rules(one), dict(wish.options), wish.ruleset)
        for one in dict.fromkeys(wish.games)
    ]
    # Mistakes in what was asked for are told before anything is bred.
    plan = Plan(named, entrants, wish.number, wish.seed, wish.opening, wish.terms, wish.jobs)
    games = checked(plan)
    with closing(Ledger(wish.results)) as ledger:
        bred = _bred(wish, ledger)
        more = [Stage(one.name, one.text, hidden=True) for one in bred.values()]
        plan = Plan(
            [*named, *more], entrants, wish.number, wish.seed, wish.opening, wish.terms, wish.jobs
        )
        games += [one.load() for one in more]
        return _contest(wish, plan, games, bred, ledger)


def _bred(wish: Wish, ledger: Ledger) -> dict[str, Hidden]:
    """The bred games by name; those that the ledger has are not bred again."""
    found: dict[str, Hidden] = {}
    known = ledger.bred(wish.seed, wish.like)
    with progress(wish.bred) if wish.bred > len(known) else nullcontext() as advance:
        if wish.bred > len(known):
            known = []
            for one in hidden(wish.bred, wish.seed, wish.like):
                known.append(one)
                if advance is not None:
                    advance(len(known))
            ledger.keep(wish.seed, wish.like, known)
    for one in known[: wish.bred]:
        found[one.name] = one
    if wish.write is not None and found:
        _write(wish.write, found)
    return found


def _write(folder: Path, bred: Mapping[str, Hidden]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LudError(f"{folder} cannot be a folder: {error.strerror}") from None
    for name, one in bred.items():
        write_whole(folder / f"{name}.lud", one.text)


def _contest(
    wish: Wish, plan: Plan, games: Sequence[Game], bred: Mapping[str, Hidden], ledger: Ledger
) -> bool:
    wanted = tasks(plan, games)
    if wish.again:
        ledger.forget(one.key for one in wanted)
    known = [result(plan, one, ledger.entries[one.key]) for one in wanted
             if one.key in ledger.entries]  # fmt: skip
    found = list(known)
    try:
        _play(plan, games, ledger, wanted, found)
    except EOFError:
        # The end of what a human types is his wish to end it.
        raise KeyboardInterrupt from None
    finally:
        told = arena(plan, games, bred, found, len(wanted))
        if found and tell(told, wish.json):
            of = "" if len(found) == len(wanted) else f" of {len(wanted)}"
            before = f", {len(known)} of them before" if known else ""
            names = ", ".join(one.name for one in games)
            sys.stdout.write(
                f"{len(found)}{of} games of {names}{before}; seed {plan.seed}; {wish.results}\n\n"
            )
            sys.stdout.write("\n".join(rows(told)) + "\n")
            sys.stdout.flush()
    return all(one.played.fault is None for one in found)


def _play(
    plan: Plan, games: Sequence[Game], ledger: Ledger, wanted: Sequence[Task], found: list[Result]
) -> None:
    told: set[tuple[int, str]] = set()
    person = any(one.person for one in plan.entrants)
    with nullcontext() if person else progress(len(wanted)) as advance:
        if advance is not None:
            advance(len(found))

        def ended(one: Result) -> None:
            found.append(one)
            _complain(plan, games, one, told)
            if advance is not None:
                advance(len(found))

        play(plan, games, ledger, wanted, ended)


def _complain(plan: Plan, games: Sequence[Game], one: Result, told: set[tuple[int, str]]) -> None:
    """Say why a game was lost by a fault, once for each player and reason."""
    fault = one.played.fault
    if fault is None:
        return
    player = one.played.seats[fault.seat - 1]
    if (player, fault.reason) not in told:
        told.add((player, fault.reason))
        error = Forfeit(plan.entrants[player].name, fault.reason, fault.hint)
        sys.stderr.write(f"{error}\n  a game of {games[one.stage].name} is lost by it\n")
