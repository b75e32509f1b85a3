"""How a contest stands: ratings with intervals, what programs answered, game by game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from interpreter import Game
from lab.arena.bred import Hidden
from lab.arena.contest import Plan, Result
from lab.arena.contestants import Answers
from lab.matches.playing import Played
from lab.matches.ratings import Rating, interval
from lab.matches.standings import Standing, standings, worth
from lab.told.results import Arena, ArenaGame, ArenaPlayed, ArenaPlayer, Fault

FAULTS = ("illegal", "silent", "ended", "flooding")
LONGEST = 24
"""So much of a name is shown."""


def arena(
    plan: Plan,
    games: Sequence[Game],
    bred: Mapping[str, Hidden],
    results: Sequence[Result],
    planned: int,
) -> Arena:
    """All that is known of a contest.

    Args:
        plan: what was to be played
        games: its games
        bred: those that were bred, by name
        results: what has been played
        planned: how many games there are to be
    """
    stands = standings([one.name for one in plan.entrants], [one.played for one in results])
    answers = answered(plan, results)
    return Arena(
        plan.seed,
        plan.opening,
        plan.terms.tries,
        plan.terms.seconds,
        planned,
        len(results),
        [_game(number, game, bred.get(game.name), results) for number, game in enumerate(games)],
        [
            _player(plan, games, number, stand, answers[number], results)
            for number, stand in enumerate(stands)
        ],
        [_played(plan, games, one) for one in results],
    )


def answered(plan: Plan, results: Sequence[Result]) -> list[Answers]:
    """How each entrant has answered in all."""
    found = [Answers() for _ in plan.entrants]
    for one in results:
        for place, answers in zip(one.played.seats, one.answers, strict=True):
            if answers is not None:
                found[place].add(answers)
    return found


def _game(number: int, game: Game, bred: Hidden | None, results: Sequence[Result]) -> ArenaGame:
    finished = sum(one.stage == number for one in results)
    if bred is None:
        return ArenaGame(game.name, game.players, False, None, None, None, finished)
    return ArenaGame(
        game.name, game.players, True, bred.nearest, bred.distance, bred.text, finished
    )


def _player(
    plan: Plan,
    games: Sequence[Game],
    number: int,
    stand: Standing,
    answers: Answers,
    results: Sequence[Result],
) -> ArenaPlayer:
    by_game = {
        game.name: points(number, [one.played for one in results if one.stage == stage])
        for stage, game in enumerate(games)
    }
    return ArenaPlayer(
        stand.name, stand.games, stand.wins, stand.draws, stand.losses, stand.forfeits,
        stand.wins / stand.games if stand.games else None,
        interval(stand.wins, stand.games), stand.points, stand.rating.value,
        stand.rating.deviation,
        plan.entrants[number].program is not None,
        {name: value for name, value in by_game.items() if value is not None},
        answers.turns,
        answers.first / answers.turns if answers.turns else None,
        interval(answers.first, answers.turns),
        answers.illegal, answers.lots, answers.faults,
        answers.seconds / answers.turns if answers.turns else None,
    )  # fmt: skip


def points(player: int, played: Sequence[Played]) -> float | None:
    """The mean of 1 for the first place to 0 for the last; None where he has not played."""
    found = [
        worth(one.ranking, seat)
        for one in played
        for seat, sitting in enumerate(one.seats)
        if sitting == player
    ]
    return sum(found) / len(found) if found else None


def _played(plan: Plan, games: Sequence[Game], one: Result) -> ArenaPlayed:
    played, fault = one.played, one.played.fault
    return ArenaPlayed(
        games[one.stage].name,
        [plan.entrants[place].name for place in played.seats],
        played.seed,
        played.moves,
        played.ranking,
        fault and Fault(fault.seat, fault.reason),
    )


# As text


def rows(told: Arena) -> Iterator[str]:
    """The standings as tables, line by line."""
    players = sorted(told.players, key=lambda one: -one.rating)
    width = max(len("program"), *(len(_short(one.name)) for one in players))
    yield f"  {'player':{width}}       rating  games   wins  draws  losses  points"
    for one in players:
        margin = f"{one.rating:.0f} ± {Rating(one.rating, one.deviation).margin:.0f}"
        yield (
            f"  {_short(one.name):{width}}  {margin:>11}  {one.games:>5}  {one.wins:>5}  "
            f"{one.draws:>5}  {one.losses:>6}  {one.points or 0:>6.1%}"
        )
    programs = [one for one in players if one.program]
    if programs:
        yield ""
        yield from _answer_rows(programs, width)
    if len(told.games) > 1:
        yield ""
        yield from _game_rows(told, programs or players)


def _answer_rows(programs: Sequence[ArenaPlayer], width: int) -> Iterator[str]:
    yield (
        f"  {'program':{width}}  moves  legal at first     95 % interval  "
        f"{'  '.join(f'{name:>8}' for name in FAULTS)}   time a move"
    )
    for one in programs:
        low, high = one.legal_interval
        first = "–" if one.legal_first is None else f"{one.legal_first:.1%}"
        lost = "  ".join(f"{one.faults.get(name, 0):>8}" for name in FAULTS)
        spent = "–" if one.seconds is None else f"{one.seconds:.2f} s"
        yield (
            f"  {_short(one.name):{width}}  {one.turns:>5}  {first:>14}  "
            f"{low:>7.1%} to {high:>6.1%}  {lost}   {spent:>11}"
        )
    yield "  (games lost by an illegal, silent, ended or flooding program)"


def _game_rows(told: Arena, players: Sequence[ArenaPlayer]) -> Iterator[str]:
    width = max(4, *(len(one.name) for one in told.games))
    names = [_short(one.name) for one in players]
    yield f"  {'game':{width}}  games  {'  '.join(f'{name:>8}' for name in names)}"
    for game in told.games:
        cells = (one.points_by_game.get(game.name) for one in players)
        shown = ("–" if value is None else f"{value:.0%}" for value in cells)
        line = "  ".join(
            f"{text:>{max(8, len(name))}}" for text, name in zip(shown, names, strict=True)
        )
        near = f"   bred; most like {game.nearest}, at {game.distance:.2f}" if game.bred else ""
        yield f"  {game.name:{width}}  {game.finished:>5}  {line}{near}"


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
