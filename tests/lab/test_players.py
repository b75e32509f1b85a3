"""Players: the search takes wins, blocks them, and beats chance; one's own player can play."""

from collections.abc import Iterator
from random import Random

import pytest

from interpreter import Game, Move, State, load
from lab.players import RandomPlayer, Uct, play, seat_of


@pytest.fixture(scope="module")
def yavalath() -> Game:
    return load("Yavalath")


def positions(game: Game, count: int) -> Iterator[State]:
    """Positions of random games."""
    rng = Random(1)
    for number in range(count):
        state = game.start(number)
        while not state.over:
            yield state
            state = state.after(rng.choice(state.moves()))


def wins(state: State) -> list[Move]:
    """The moves that win at once."""
    seat = seat_of(state) - 1
    return [move for move in state.moves() if state.after(move).utilities[seat] == 1]


def safe(state: State, move: Move) -> bool:
    """Whether a move neither loses nor lets the next player win at once."""
    after = state.after(move)
    if after.over:
        return after.utilities[seat_of(state) - 1] >= 0
    return not wins(after)


def test_takes_every_win_in_one(yavalath: Game) -> None:
    found = [state for state in positions(yavalath, 20) if wins(state)]
    assert len(found) > 5
    for state in found:
        assert Uct(iterations=1).choose(state) in wins(state)


def test_blocks_every_win_in_one(yavalath: Game) -> None:
    tried = 0
    for state in list(positions(yavalath, 6))[10::6]:
        ways = [move for move in state.moves() if safe(state, move)]
        if ways and len(ways) < len(state.moves()) and not wins(state):
            tried += 1
            assert Uct(iterations=20).choose(state) in ways
    assert tried > 5


def test_looks_at_threats_with_three_players() -> None:
    game = load("Yavalath", {"Players": "3 Players", "Size": "4"})
    for state in list(positions(game, 6))[5::4]:
        if wins(state):
            assert Uct(iterations=1).choose(state) in wins(state)


@pytest.mark.parametrize(
    ("name", "options"),
    [("Tic-Tac-Toe", {}), ("Yavalath", {"Size": "3"}), ("Hex", {"Size": "3"})],
)
def test_beats_chance(name: str, options: dict[str, str]) -> None:
    game = load(name, options)
    total = 0.0
    for number in range(6):
        players = [Uct(iterations=60, seed=number), RandomPlayer(number)]
        seat = number % 2
        end = play(game.start(number), players[::-1] if seat else players)
        total += end.utilities[seat]
    assert total >= 3


def test_perfect_play_is_drawn() -> None:
    game = load("Tic-Tac-Toe")
    end = play(game.start(), [Uct(iterations=1500, seed=1), Uct(iterations=1500, seed=2)])
    assert end.utilities == (0, 0)


def test_same_seed_same_choice(yavalath: Game) -> None:
    state = yavalath.start()
    chosen = {Uct(iterations=100, seed=5).choose(state).name for _ in range(3)}
    assert len(chosen) == 1


def test_what_is_certain_is_not_searched_for_long() -> None:
    state = load("Tic-Tac-Toe").start().after("a1").after("b1").after("a2").after("b2")
    best = Uct(seconds=60).judge(state)[0]
    assert (best.move.name, best.value, best.certain) == ("a3", 1, True)


def test_plays_for_the_seat_after_a_swap() -> None:
    game = load("Yavalath", {"Size": "3"})
    for state in positions(game, 30):
        if state.swapped and wins(state):
            assert Uct(iterations=1).choose(state) in wins(state)


def test_a_game_for_one() -> None:
    game = load("Eight Queens", {"Size": "5"})
    end = play(game.start(), [Uct(iterations=200, seed=1)])
    assert end.over


def test_a_search_must_be_limited() -> None:
    with pytest.raises(ValueError, match="limited"):
        Uct()


def test_a_player_of_ones_own(yavalath: Game) -> None:
    class First:
        def choose(self, state: State) -> Move:
            return state.moves()[0]

    seen: list[str] = []
    end = play(
        yavalath.start(),
        [First(), RandomPlayer(1)],
        lambda move, state: seen.append(f"{move} {state.plies}"),
    )
    assert end.over
    assert seen[0] == "e1 1"
    assert len(seen) == end.plies


@pytest.mark.slow
def test_more_search_is_stronger() -> None:
    game = load("Hex", {"Size": "5", "Swap": "Off"})
    total = 0.0
    for number in range(10):
        players = [Uct(iterations=600, seed=number), Uct(iterations=30, seed=100 + number)]
        seat = number % 2
        total += play(game.start(number), players[::-1] if seat else players).utilities[seat]
    assert total >= 4
