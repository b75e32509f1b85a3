"""How a match stands: wins, draws and losses of each player, intervals, ratings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lab.matches.playing import Played
from lab.matches.ratings import Rating, interval, ratings


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player stands.

    Args:
        name: the player
        wins: games in which he was first alone
        draws: games in which he shared the first place
        losses: all other games
        forfeits: losses by forfeit
        points: the mean of 1 for the first place to 0 for the last, halves for shared ones
        rating: how strong he is
    """

    name: str
    wins: int
    draws: int
    losses: int
    forfeits: int
    points: float
    rating: Rating

    @property
    def games(self) -> int:
        """How many games he has played."""
        return self.wins + self.draws + self.losses


def labels(names: Sequence[str]) -> list[str]:
    """Names by which players are told apart who are called the same."""
    found: list[str] = []
    for number, name in enumerate(names):
        same = names[: number + 1].count(name)
        found.append(name if same == 1 else f"{name} ({same})")
    return found


def standings(names: Sequence[str], played: Sequence[Played]) -> list[Standing]:
    """How the players stand, in the order in which they are given."""
    rated = ratings(len(names), [(one.seats, one.ranking) for one in played])
    return [
        _standing(name, player, played, rated[player]) for player, name in enumerate(labels(names))
    ]


def _standing(name: str, player: int, played: Sequence[Played], rating: Rating) -> Standing:
    counts = {"win": 0, "draw": 0, "loss": 0}
    points: list[float] = []
    forfeits = 0
    for one in played:
        for seat, sitting in enumerate(one.seats):
            if sitting == player:
                counts[result(one.ranking, seat)] += 1
                points.append(worth(one.ranking, seat))
                forfeits += one.fault is not None and one.fault.seat == seat + 1
    mean = sum(points) / len(points) if points else 0.0
    wins, draws, losses = counts["win"], counts["draw"], counts["loss"]
    return Standing(name, wins, draws, losses, forfeits, mean, rating)


def result(ranking: Sequence[float], seat: int) -> str:
    """`win`, `draw` or `loss` of a seat, from 0."""
    if ranking[seat] == 1:
        return "win"
    # The first place, shared by some, has the mean of the ranks from 1.
    best = min(ranking)
    return "draw" if len(ranking) > 1 and ranking[seat] == best else "loss"


def worth(ranking: Sequence[float], seat: int) -> float:
    """1 for the first place to 0 for the last."""
    if len(ranking) == 1:
        return ranking[seat]
    return (len(ranking) - ranking[seat]) / (len(ranking) - 1)


def seat_wins(played: Sequence[Played]) -> list[int]:
    """How many games each seat has won."""
    seats = len(played[0].ranking) if played else 0
    return [sum(result(one.ranking, seat) == "win" for one in played) for seat in range(seats)]


# As text


def rows(names: Sequence[str], played: Sequence[Played]) -> Iterator[str]:
    """The standings as a table, line by line."""
    stands = standings(names, played)
    width = max(6, *(len(one.name) for one in stands))
    yield (
        f"  {'player':{width}}  games   wins  draws  losses  win rate    95 % interval"
        f"  points      rating"
    )
    for one in sorted(stands, key=lambda one: -one.points):
        yield (
            f"  {one.name:{width}}  {one.games:>5}  {one.wins:>5}  {one.draws:>5}  "
            f"{one.losses:>6}  {_rate(one.wins, one.games):>8}  {_between(one.wins, one.games)}  "
            f"{one.points:>6.1%}  {one.rating.value:>4.0f} ± {one.rating.margin:>3.0f}"
        )
    yield from _pair_rows(stands, played)
    yield ""
    yield from _seat_rows(played)
    lengths = [len(one.moves) for one in played]
    mean = sum(lengths) / len(lengths)
    yield f"  length: mean {mean:.2f}, least {min(lengths)}, most {max(lengths)} plies"
    different = len({one.moves for one in played})
    if different < len(played):
        yield f"  only {different} of the {len(played)} games are different; see --opening"


def _rate(wins: int, games: int) -> str:
    return f"{wins / games:.1%}" if games else "–"


def _between(wins: int, games: int) -> str:
    low, high = interval(wins, games)
    return f"{low:>6.1%} to {high:>5.1%}"


def _seat_rows(played: Sequence[Played]) -> Iterator[str]:
    wins = seat_wins(played)
    for seat, won in enumerate(wins if len(wins) > 1 else [], 1):
        count = len(played)
        share, between = _rate(won, count), _between(won, count).strip()
        yield f"  seat {seat} wins {share} of the games, {between}"


def _pair_rows(stands: Sequence[Standing], played: Sequence[Played]) -> Iterator[str]:
    """Each against each, where there are several pairs."""
    if len(stands) < 3 or len(played[0].seats) != 2:
        return
    yield ""
    pairs = sorted({tuple(sorted(one.seats)) for one in played})
    names = {pair: f"{stands[pair[0]].name} : {stands[pair[1]].name}" for pair in pairs}
    width = max(map(len, names.values()))
    yield f"  {'pair':{width}}   wins  draws  losses"
    for pair, name in names.items():
        found = [
            result(one.ranking, one.seats.index(pair[0]))
            for one in played
            if tuple(sorted(one.seats)) == pair
        ]
        wins, draws, losses = (found.count(what) for what in ("win", "draw", "loss"))
        yield f"  {name:{width}}  {wins:>5}  {draws:>5}  {losses:>6}"


# As data


def data(names: Sequence[str], played: Sequence[Played]) -> dict[str, Any]:
    """The standings and all games, as JSON has them."""
    called = labels(names)
    lengths = [len(one.moves) for one in played]
    return {
        "finished": len(played),
        "players": [_player_data(one) for one in standings(names, played)],
        "seats": [
            {"seat": seat, "wins": won, **_share(won, len(played))}
            for seat, won in enumerate(seat_wins(played), 1)
        ],
        "mean_length": sum(lengths) / len(lengths) if lengths else None,
        "games": [_game_data(one, called) for one in played],
    }


def _share(wins: int, games: int) -> dict[str, Any]:
    rate = wins / games if games else None
    return {"win_rate": rate, "interval": list(interval(wins, games))}


def _player_data(one: Standing) -> dict[str, Any]:
    return {
        "name": one.name,
        "games": one.games,
        "wins": one.wins,
        "draws": one.draws,
        "losses": one.losses,
        "forfeits": one.forfeits,
        **_share(one.wins, one.games),
        "points": one.points,
        "rating": one.rating.value,
        "deviation": one.rating.deviation,
    }


def _game_data(one: Played, called: Sequence[str]) -> dict[str, Any]:
    fault = one.fault and {"seat": one.fault.seat, "reason": one.fault.reason}
    return {
        "number": one.number,
        "seats": [called[player] for player in one.seats],
        "seed": one.seed,
        "length": len(one.moves),
        "ranking": list(one.ranking),
        "forfeit": fault,
    }
