"""Players that search by random games, and players of one's own."""

from types import SimpleNamespace

import pytest

from helpers.lab.positions import positions, safe, wins
from interpreter import Game, Move, State, load
from lab.players import AlphaBeta, RandomPlayer, Uct, compiled, play


@pytest.mark.slow
def test_takes_every_win_in_one(yavalath: Game) -> None:
    found = [state for state in positions(yavalath, 20) if wins(state)]
    assert len(found) > 5
    for state in found:
        assert Uct(iterations=1).choose(state) in wins(state)


@pytest.mark.slow
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


@pytest.mark.slow
def test_the_tree_is_kept_in_a_game_and_forgotten_behind_it() -> None:
    game, other = load("Hex", {"Size": "5"}), load("Hex", {"Size": "6"})
    if not compiled.is_compiled(game):
        pytest.skip("there is no native code here")

    def favourite(state: State) -> State:
        """What the search thinks comes next."""
        found = Uct(iterations=2000, seed=1).judge(state)
        return state.after(max(found, key=lambda one: one.visits).move)

    first = game.start()
    later = favourite(favourite(first))

    def visits(keep: bool, *states: State) -> list[int]:
        """The games that each search knew of, in the end."""
        player = Uct(iterations=2000, seed=1, keep=keep)
        return [sum(one.visits for one in player.judge(state)) for state in states]

    kept, anew = visits(True, first, later), visits(False, first, later)
    assert (kept[0], anew) == (anew[0], [2000, 2000])
    assert kept[1] > 2000
    assert visits(True, later, first, later)[:2] == [2000, 2000]
    assert visits(True, first, first, other.start(), later) == [2000] * 4


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


def test_the_machine_searches_where_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("Tic-Tac-Toe")
    asked: list[dict[str, object]] = []

    def search(state: State, **limits: object) -> SimpleNamespace:
        asked.append(limits)
        judged = [SimpleNamespace(move=one, visits=3, value=0.5, certain=False)
                  for one in state.moves()[::-1]]  # fmt: skip
        return SimpleNamespace(moves=judged, tree=None)

    monkeypatch.setattr(compiled, "is_compiled", lambda game: True)
    monkeypatch.setattr(game, "uct", search, raising=False)
    monkeypatch.setattr(game, "alphabeta", search, raising=False)
    state = game.start()
    assert Uct(iterations=10).choose(state).name == "c3"
    assert AlphaBeta(seconds=2, weights={"score": 2}).judge(state)[0].value == 0.5
    assert (asked[0]["iterations"], asked[0]["seconds"]) == (10, None)
    assert asked[1] == {"depth": None, "seconds": 2, "weights": {"score": 2}}


@pytest.mark.slow
def test_more_search_is_stronger() -> None:
    game = load("Hex", {"Size": "5", "Swap": "Off"})
    total = 0.0
    for number in range(10):
        players = [Uct(iterations=600, seed=number), Uct(iterations=30, seed=100 + number)]
        seat = number % 2
        total += play(game.start(number), players[::-1] if seat else players).utilities[seat]
    assert total >= 4
