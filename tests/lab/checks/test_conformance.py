"""Recorded games of the reference implementation, replayed move by move.

`conformance.txt` lists the games that agree with their recordings; one that no longer does fails
here. `make conformance` prints the table of all recorded games.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from helpers.backends import needs_native
from helpers.marks import some
from helpers.paths import TESTS
from helpers.recordings import REFERENCE, recorded, rule_files
from interpreter import Game, load
from lab.checks.conformance import (
    Clock,
    Means,
    MismatchError,
    compare,
    games_in,
    main,
    read_perft,
    replay_game,
    thrown,
)

LIST = TESTS / "lab" / "checks" / "conformance.txt"
NAMES = [
    line for line in LIST.read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#")
]
# A test that must be quick looks at every so manieth game.
FEW = 7

# Rule files of ours whose rules are those of a recorded game, site by site.
OWN = TESTS.parent / "games"
OURS = (("stacking/Score Four", "Score Four"), ("race/Siga", "Siga (Sri Lanka)"))

here = pytest.mark.skipif(not REFERENCE.exists(), reason="the recordings are not here")


def rules_of(name: str) -> Path:
    found = [path for path in rule_files() if path.stem == name]
    assert len(found) == 1, f"{name} is not one of the recorded games"
    return found[0]


def agrees(
    name: str, backend: str, trace_seconds: float, perft_seconds: float, own: str = ""
) -> None:
    """A recorded game agrees: played by its rule file, or by one of ours."""
    rules = rules_of(name)
    trace = recorded("traces", rules)
    assert trace is not None
    means = Means(
        read_perft(REFERENCE), trace_seconds=trace_seconds, perft_seconds=perft_seconds,
        backend=backend, games=games_in(REFERENCE),
    )  # fmt: skip
    verdict = compare(OWN / f"{own}.lud" if own else rules, trace, means)
    assert verdict.outcome in ("agrees", "partly"), verdict.detail


@pytest.mark.alike
@here
@needs_native
@pytest.mark.parametrize("name", some(NAMES[::FEW], 4))
def test_recorded_games_agree_as_far_as_a_moment_allows(name: str) -> None:
    agrees(name, "llvm", trace_seconds=0.2, perft_seconds=0.0)


@here
@needs_native
@pytest.mark.parametrize(("own", "name"), OURS)
def test_our_files_play_recorded_games(own: str, name: str) -> None:
    agrees(name, "llvm", trace_seconds=20.0, perft_seconds=0.0, own=own)


@here
@needs_native
@pytest.mark.slow
@pytest.mark.parametrize("name", some(NAMES, 10, tested=20))
def test_recorded_games_agree(name: str) -> None:
    agrees(name, "llvm", trace_seconds=20.0, perft_seconds=1.0)


@pytest.mark.alike
@here
@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_recorded_games_agree_in_python(name: str) -> None:
    agrees(name, "python", trace_seconds=0.3, perft_seconds=0.0)


# What the comparison notices, on a recording made by hand from our own game


MOVES = ("a1", "b1", "a2", "b2", "a3")


@pytest.fixture
def game() -> Game:
    return load("Tic-Tac-Toe")


def record(game: Game, moves: Sequence[str] = MOVES) -> dict[str, Any]:
    """Moves of Tic-Tac-Toe that win for the first colour, in the form of a recording."""
    state = game.start()
    plies: list[dict[str, Any]] = []
    for name in moves:
        move = state.move(name)
        pairs = [[one.from_site, one.to_site] for one in state.moves()]
        following = state.after(move)
        ply = {"p": state.mover, "n": len(pairs), "moves": pairs, "c": [move.from_site] * 2}
        ply["h"] = digest(";".join(f"{start},{end}" for start, end in pairs))
        ply |= {"w": following.position(), "wh": digest(following.position())}
        plies.append(ply)
        state = following
    return {
        "seed": 1,
        "init": "",
        "plies": plies,
        "over": True,
        "ranking": [0.0, 1.0, 2.0],
        "final": state.position(),
        "numMoves": len(plies),
        "plyCount": len(plies),
    }


def digest(text: str) -> str:
    return hashlib.sha1(text.encode()).hexdigest()[:16]


def test_our_own_recording_agrees(game: Game) -> None:
    assert replay_game(game, record(game), 1, Clock(60.0)) == len(MOVES)


def test_ranks_are_recorded_of_colours_though_the_players_have_swapped() -> None:
    rules = load("Tic-Tac-Toe").source.replace("(rules", "(rules (meta (swap))", 1)
    moves = ("a1", "swap", "b1", "a2", "b2", "a3")
    game = load(rules)
    recording = record(game, moves)
    assert replay_game(game, recording, 1, Clock(60.0)) == len(moves)


def test_time_that_is_up_is_said(game: Game) -> None:
    clock = Clock(0.0)
    assert replay_game(game, record(game), 1, clock) == 0
    assert clock.left_out == ["game 1 from ply 1 of 5"]


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("p", 1, "game 1, ply 2: mover 2, recorded 1"),
        ("n", 7, "game 1, ply 2: number of moves 8, recorded 7"),
        ("h", "0", "game 1, ply 2: as many moves, but others"),
        ("moves", [[1, 1], [8, 8]], "8 moves, recorded 2, extra 2-2 3-3 4-4 5-5 6-6 7-7"),
        ("moves", [[0, 0]], "8 moves, recorded 1, extra 1-1 2-2 3-3 4-4 5-5 6-6 …, lacking 0-0"),
        ("wh", "0", "game 1, ply 2: position after 1-1 0:1;1:2, recorded 0:1;1:2"),
    ],
)
def test_a_ply_that_differs_is_told(game: Game, key: str, value: object, message: str) -> None:
    recording = record(game)
    recording["plies"][1][key] = value
    with pytest.raises(MismatchError) as error:
        replay_game(game, recording, 1, Clock(60.0))
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("init", "0:1", "game 1, start: position , recorded 0:1"),
        ("over", False, "game 1, end: over True, recorded False"),
        ("ranking", [0.0, 1.5, 1.5], "game 1, end: ranking [1.0, 2.0], recorded [1.5, 1.5]"),
        ("final", "", "game 1, end: position 0:1;1:2;3:1;4:2;6:1, recorded "),
    ],
)
def test_an_end_that_differs_is_told(game: Game, key: str, value: object, message: str) -> None:
    recording = record(game) | {key: value}
    with pytest.raises(MismatchError) as error:
        replay_game(game, recording, 1, Clock(60.0))
    assert str(error.value) == message


def test_a_folder_without_recordings_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main([str(tmp_path)])
    assert stop.value.code == 2
    assert "holds no recorded games" in capsys.readouterr().err


THREE, NONE = (f"[SetStateAndUpdateDice:site=9,state={face}]" for face in (3, 0))
ALIKE, UNLIKE = (f"[SetDiceAllEqual:value={value}]" for value in ("true", "false"))
MADE = "[Move:typeFrom=Cell,from=1,typeTo=Cell,to=2,decision=true]"


@pytest.mark.parametrize(
    ("own", "further", "faces"),
    [
        ((THREE, NONE, UNLIKE, MADE), (), ([3, 0], [])),
        # Dice that are laid anew by a move are not thrown.
        ((THREE, NONE, MADE), (), ([], [])),
        ((MADE, THREE, NONE), (), ([], [])),
        # Thrown again by what follows the move.
        ((MADE,), (NONE, THREE, UNLIKE), ([], [0, 3])),
        ((THREE, THREE, ALIKE, MADE), (NONE, THREE, UNLIKE), ([3, 3], [0, 3])),
        ((MADE,), (), ([], [])),
        ((), (), ([], [])),
    ],
)
def test_throws_stand_before_the_move_and_behind_it(
    own: tuple[str, ...], further: tuple[str, ...], faces: tuple[list[int], list[int]]
) -> None:
    assert thrown({"c": [1, 2, list(own)], "ap": [*own, *further]}) == faces
