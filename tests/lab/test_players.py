"""Players: the search takes wins, blocks them, and beats chance; one's own player can play."""

import math
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from interpreter import Game, LudError, Move, State, load
from interpreter.ir import schema
from interpreter.play.game import Raw
from lab.players import (
    AlphaBeta,
    Player,
    RandomPlayer,
    Uct,
    compiled,
    play,
    seat_of,
    specification,
    words,
)
from lab.players.guest import Guest
from lab.players.judgement import outcome, seat
from lab.players.plain_alphabeta import LookAhead


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


def test_the_tree_is_kept_in_a_game_and_forgotten_behind_it() -> None:
    game, other = load("Hex", {"Size": "4"}), load("Hex", {"Size": "5"})
    if not compiled.is_compiled(game):
        pytest.skip("there is no native code here")
    first, later = game.start(), game.start().after("b2").after("c3")

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


# Looking ahead


def least(search: LookAhead, raw: Raw, depth: int) -> float:
    """What the searcher can have at least, worked out without leaving anything out."""
    game = search.game
    if game.field(raw, schema.OVER):
        return outcome(game, raw)[search.seat - 1]
    if depth == 0:
        return search.evaluate(raw)
    values = [least(search, game.after(raw, move), depth - 1) for move in game.legal(raw)]
    return max(values) if seat(game, raw) == search.seat else min(values)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("Tic-Tac-Toe", {}),
        ("Yavalath", {"Size": "3"}),
        ("Yavalath", {"Size": "3", "Players": "3 Players"}),
        ("Eight Queens", {"Size": "5"}),
    ],
)
def test_what_is_left_out_does_not_matter(name: str, options: dict[str, str]) -> None:
    game = load(name, options)
    weights = {"mobility": 1.0, "centre": 0.5, "material": 0.25, "score": 1.0}
    for number, state in enumerate(list(positions(game, 3))[2::3]):
        for depth in (1, 2, 3):
            if len(state.moves()) ** depth > 1000:
                continue
            search = LookAhead(state, weights, Random(number))
            search.run(math.inf, depth)
            best = search.judgements()[0]
            assert best.value == pytest.approx(least(search, search.raw, depth), abs=1e-6)


@pytest.mark.parametrize("first", [0, 1])
def test_looking_to_the_end_never_loses(first: int) -> None:
    game = load("Tic-Tac-Toe")
    for number in range(4):
        for other in (RandomPlayer(number), Uct(iterations=50, seed=number)):
            players: list[Player] = [AlphaBeta(depth=9, seed=number), other]
            end = play(game.start(), players[::-1] if first else players)
            assert end.utilities[first] >= 0


def test_the_end_is_certain() -> None:
    game = load("Tic-Tac-Toe", backend="python")
    best = AlphaBeta(depth=9).judge(game.start())[0]
    assert (best.value, best.certain) == (0, True)
    state = game.start().after("a1").after("b1")
    won = AlphaBeta(seconds=60).judge(state)[0]
    assert (won.value, won.certain) == (1, True)


def test_wins_soon_and_loses_late() -> None:
    state = load("Tic-Tac-Toe", backend="python").start()
    for name in ("a1", "a2", "b2"):
        state = state.after(name)
    # c3 ends the game at once if it is not taken; everything loses, that takes longest.
    assert AlphaBeta(depth=6).choose(state).name == "c3"
    assert AlphaBeta(depth=6).choose(state.after("a3")).name == "c3"


def test_looking_ahead_takes_every_win_in_one(yavalath: Game) -> None:
    found = [state for state in positions(yavalath, 10) if wins(state)]
    assert len(found) > 3
    for state in found:
        assert AlphaBeta(depth=2).choose(state) in wins(state)


def test_time_limits_looking_ahead(yavalath: Game) -> None:
    start = time.perf_counter()
    assert AlphaBeta(seconds=0.1).choose(yavalath.start()) in yavalath.start().moves()
    assert time.perf_counter() - start < 2


def test_lots_are_drawn_between_equal_moves() -> None:
    state = load("Hex", {"Size": "4"}, backend="python").start()
    chosen = {seed: AlphaBeta(depth=1, seed=seed).choose(state).name for seed in range(8)}
    assert len(set(chosen.values())) > 2
    assert chosen[5] == AlphaBeta(depth=1, seed=5).choose(state).name


def test_weights_decide() -> None:
    game = load("Hex", {"Size": "5", "Swap": "Off"}, backend="python")
    middle = AlphaBeta(depth=1, weights={"centre": 1}).choose(game.start())
    corner = AlphaBeta(depth=1, weights={"centre": -1}).choose(game.start())
    assert (middle.name, corner.name in ("a1", "e1", "a5", "e5")) == ("c3", True)
    with pytest.raises(LudError) as error:
        AlphaBeta(depth=1, weights={"center": 1})
    assert str(error.value) == ('nothing is measured by the name "center"\n  did you mean centre?')


def test_looking_ahead_must_be_limited() -> None:
    with pytest.raises(ValueError, match="limited"):
        AlphaBeta()
    with pytest.raises(ValueError, match="one ply"):
        AlphaBeta(depth=0)


# The searches of the machine


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


# In words


@pytest.mark.parametrize(
    ("text", "kind", "limits"),
    [
        ("random", RandomPlayer, {}),
        ("uct:1000", Uct, {"iterations": 1000, "seconds": math.inf}),
        ("uct:0.5s", Uct, {"iterations": math.inf, "seconds": 0.5}),
        ("alphabeta:6", AlphaBeta, {"depth": 6, "seconds": math.inf}),
        ("alphabeta:2s", AlphaBeta, {"depth": math.inf, "seconds": 2}),
    ],
)
def test_words(text: str, kind: type, limits: dict[str, float]) -> None:
    player = specification(text).make(1)
    assert type(player) is kind
    assert {name: getattr(player, name) for name in limits} == limits


LIMITS = "as in uct:1000 (random games a move) or uct:0.5s (seconds a move)"
DEPTHS = "as in alphabeta:6 (plies ahead) or alphabeta:0.5s (seconds a move)"
NOBODY = (
    "known: human, random, uct:1000, uct:0.5s, alphabeta:6, alphabeta:0.5s, "
    "or yours as my_player.py:Class"
)
MINE = """
import dataclasses

@dataclasses.dataclass
class Corner:
    seed: int = 0

    def choose(self, state):
        return state.moves()[0]

class Settings:
    pass
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("utc:100", 'nobody is called "utc:100"\n  did you mean uct?'),
        ("alpha-beta:3", 'nobody is called "alpha-beta:3"\n  did you mean alphabeta?'),
        ("grandmaster", f'nobody is called "grandmaster"\n  {NOBODY}'),
        ("uct", f"uct needs a limit\n  {LIMITS}"),
        ("uct:", f"uct needs a limit\n  {LIMITS}"),
        ("uct:0", f'"0" is no limit for uct\n  {LIMITS}'),
        ("uct:fast", f'"fast" is no limit for uct\n  {LIMITS}'),
        ("uct:-1s", f'"-1s" is no limit for uct\n  {LIMITS}'),
        ("alphabeta:0.0s", f'"0.0s" is no limit for alphabeta\n  {DEPTHS}'),
        ("alphabeta:3.5", f'"3.5" is no limit for alphabeta\n  {DEPTHS}'),
        ("random:5", "random has no limit\n  as in random"),
        ("mine.py", "which class of mine.py?\n  as in mine.py:Player"),
        ("mein.py:Corner", "there is no file mein.py\n  did you mean mine.py?"),
        ("mine.py:Corners", 'mine.py has no class "Corners"\n  did you mean Corner?'),
        ("mine.py:Rook", 'mine.py has no class "Rook"\n  players there: Corner'),
        (
            "mine.py:Settings",
            "mine.py:Settings is no player\n"
            "  a player is a class with a method `choose(self, state)` that returns a move",
        ),
        ("wrong.py:Player", "wrong.py cannot be loaded: NameError: name 'x' is not defined\n"
                            "  {folder}/wrong.py:2"),
        ("worse.py:Player", "worse.py cannot be loaded: SyntaxError: invalid syntax "
                            "(worse.py, line 1)\n  {folder}/worse.py:1"),
        ("nowhere.at_all:Player", 'there is no module "nowhere.at_all"\n'
                                  "  a file is given by its path, as in nowhere.at_all.py:Player"),
    ],
)  # fmt: skip
def test_words_that_mean_nobody(
    text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "wrong.py").write_text("\nclass Player(x):\n    pass\n")
    (tmp_path / "worse.py").write_text("class class\n")
    with pytest.raises(LudError) as error:
        specification(text)
    assert str(error.value) == message.replace("{folder}", str(tmp_path))


def test_a_player_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "helpers_of_mine.py").write_text(MINE)
    path = tmp_path / "mine.py"
    path.write_text("from helpers_of_mine import *\n")
    monkeypatch.setattr("sys.path", [*sys.path])
    state = load("Tic-Tac-Toe").start()
    player = specification(f"{path}:Corner").make(7)
    assert isinstance(player, Guest)
    assert (player.choose(state).name, player.inner.seed) == ("a1", 7)
    again = specification("helpers_of_mine:Corner").make(8)
    assert again.choose(state).name == "a1"


def test_a_human_needs_a_terminal() -> None:
    asked = specification("human")
    assert asked.person
    with pytest.raises(LudError, match="a human plays at a terminal, and there is none"):
        asked.make(0)


def test_words_in_one_argument() -> None:
    assert words("uct:5,random  human") == ["uct:5", "random", "human"]
    assert words("my games, all/a bot.py:Bot") == ["my games, all/a bot.py:Bot"]


@pytest.mark.slow
def test_more_search_is_stronger() -> None:
    game = load("Hex", {"Size": "5", "Swap": "Off"})
    total = 0.0
    for number in range(10):
        players = [Uct(iterations=600, seed=number), Uct(iterations=30, seed=100 + number)]
        seat = number % 2
        total += play(game.start(number), players[::-1] if seat else players).utilities[seat]
    assert total >= 4
