"""The command line: what it prints, its exit status, and that mistakes never show a traceback."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.commands import lines, refused, run
from interpreter import Move, State
from lab.cli.polite import spread
from lab.players import RandomPlayer

COMMAND = Path(sys.executable).with_name("ludwright")
COMMANDS = ("list", "show", "check", "play", "match", "perft", "playouts", "solve", "bench",
            "profile", "replay", "evolve", "report", "sheet", "vary", "lsp",
            "studio")  # fmt: skip
SMALL = ("Yavalath", "--option", "Size=3", "--seed", "1", "--iterations", "10")

MINE = """(game "Mine"
    (players 2)
    (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover <Goal:end>))))
)
(option "Goal" <Goal> args:{<end>} {
    (item "Line Wins" <Win> "Three in a row win")*
    (item "Line Loses" <Loss> "Three in a row lose")
})
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.lud"
    path.write_text(MINE)
    return path


# Help


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples(command: str) -> None:
    text = "\n".join(lines(command, "--help"))
    assert f"ludwright {command}" in text.partition("Examples")[2]


def test_without_arguments_helps() -> None:
    text = run().output
    assert all(f" {command} " in text for command in COMMANDS)
    assert "Begin with" in text


def test_version() -> None:
    assert lines("--version")[0].startswith("ludwright 0.")


@pytest.mark.parametrize("module", ["ludwright", "lab.cli"])
def test_the_command_is_a_module_too(module: str) -> None:
    words = [sys.executable, "-m", module, "--version"]
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    assert done.stdout.splitlines() == lines("--version")


@pytest.mark.slow
def test_help_does_not_wait_for_the_interpreter() -> None:
    program = (
        "import sys, lab.cli.app\n"
        "try: lab.cli.app.app(['--help'])\n"
        "except SystemExit: pass\n"
        "assert not {'interpreter', 'lark', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)


# Looking


@pytest.mark.slow
def test_list() -> None:
    found = lines("list")
    assert found[0] == "alquerque"
    assert any(line.split() == ["Yavalath", "2-3", "2007", *line.split()[3:]] for line in found)
    assert lines("list", "david gale")[-1] == "2 games"
    assert lines("list", "no such game") == ["no game of the library has this in its line"]


def test_show(mine: Path) -> None:
    text = "\n".join(lines("show", "Yavalath", "-o", "Size=4"))
    assert "Cameron Browne (Ludi), 2007\n2 players; 37 cells; pieces X Stone, O Stone" in text
    assert "  * 5   5 hexes a side" in text
    assert "  > 4   4 hexes a side" in text
    assert "player 1 (X) to move" in text
    assert "  3  · · ·" in lines("show", mine)


def test_rules_in_words() -> None:
    text = "\n".join(lines("show", "Yavalath", "--words", "-o", "Size=4"))
    assert text.startswith("Yavalath\nCameron Browne (Ludi), 2007\n2 players; 37 cells")
    assert "The board is a hexagon of hexagons, 4 to a side." in text
    assert "  - Otherwise, if there is a row of three or more, you lose." in text


def test_source_is_the_rule_file(mine: Path) -> None:
    assert run("show", mine, "--source").stdout == MINE


def test_unknown_choices() -> None:
    assert 'no game is called "Yavalat"' in refused("show", "Yavalat")
    assert "did you mean Size?" in refused("show", "Yavalath", "-o", "Siz=3")
    assert 'known: "3", "4", "5"' in refused("show", "Yavalath", "-o", "Size=99")
    assert "as in Heading=Item" in refused("show", "Yavalath", "-o", "Size")
    assert "no ruleset" in refused("show", "Yavalath", "--ruleset", "Old")


# Checking


def test_check_finds_nothing(mine: Path) -> None:
    assert lines("check", mine) == ["1 file, no errors, no warnings"]


def test_check_finds_everything(mine: Path, tmp_path: Path) -> None:
    (tmp_path / "second.lud").write_text(MINE.replace("sites Empty", "sites Emty"))
    (tmp_path / "third.lud").write_text(MINE.replace("<Loss>", "<Lose>"))
    (tmp_path / "fourth.lud").write_text(MINE.replace("Line 3)", "Line 4)"))
    done = run("check", tmp_path, tmp_path / "fifth.lud")
    assert done.exit_code == 2
    assert f"{tmp_path}/second.lud:4:" in done.stdout
    assert f"{tmp_path}/third.lud:" in done.stdout
    assert "with the option Goal=Line Loses" in done.stdout
    assert f"{tmp_path}/fourth.lud:4:" in done.stdout
    assert "warning:" in done.stdout
    assert f"there is no file {tmp_path}/fifth.lud" in done.stdout
    assert done.stdout.splitlines()[-1] == "5 files, 3 errors, 1 warning"


def test_warnings_alone_are_no_failure(mine: Path) -> None:
    mine.write_text(MINE.replace("Line 3)", "Line 4)"))
    assert lines("check", mine)[-1] == "1 file, no errors, 1 warning"


# Counting


def test_perft() -> None:
    rows = [line.split()[:2] for line in lines("perft", "Tic-Tac-Toe", "3")]
    assert rows == [["depth", "nodes"], ["1", "9"], ["2", "72"], ["3", "504"]]


def test_perft_divided() -> None:
    rows = [line.split() for line in lines("perft", "Tic-Tac-Toe", "6", "--divide")]
    assert rows[-1] == ["total", "54,720"]
    assert len(rows) == 10


def test_back_ends_and_threads_count_alike() -> None:
    rows = [
        [line.split()[:2] for line in lines("perft", "Tic-Tac-Toe", "5", *more)]
        for more in ((), ("--backend", "python"), ("--threads", "2"), ("--memory", "1"))
    ]
    assert rows[0][-1] == ["5", "15,120"]
    assert all(one == rows[0] for one in rows)


def test_an_unknown_back_end() -> None:
    found = run("perft", "Tic-Tac-Toe", "2", "--backend", "fortran")
    assert found.exit_code == 2
    assert "unknown back end 'fortran'; known: auto, llvm, python" in found.output


@pytest.mark.slow
def test_solve() -> None:
    assert lines("solve", "Tic-Tac-Toe")[0] == "a draw"
    assert lines("solve", "Nim")[0] in ("the first player wins", "the second player wins")


def test_playouts() -> None:
    found = lines("playouts", "Tic-Tac-Toe", "-n", "200", "--seed", "1")
    assert found[0].startswith("Tic-Tac-Toe: 200 random games in ")
    shares = [int(line.rsplit(maxsplit=2)[1]) for line in found[2:5]]
    assert sum(shares) == 200
    assert found[6].startswith("length: mean ")
    again = lines("playouts", "Tic-Tac-Toe", "-n", "200", "--seed", "1")
    assert again[1:] == found[1:]


# Playing


def test_the_computer_plays_itself_to_the_end() -> None:
    found = lines("play", *SMALL)
    assert found[1].strip() == "·"
    assert any(line.startswith("1. player 1 (X): ") for line in found)
    assert found[-2].endswith(" wins") or found[-2] == "a draw"


def test_the_same_seed_gives_the_same_game() -> None:
    def moves() -> list[str]:
        return [line.split("   ")[0] for line in lines("play", *SMALL) if ". player" in line]

    assert moves() == moves()


def play(*typed: str, seats: tuple[str, ...] = ("human", "human")) -> str:
    text = "".join(f"{line}\n" for line in typed)
    return run("play", "Tic-Tac-Toe", "--seats", *seats, typed=text).stdout


def test_moves_are_typed_to_the_end() -> None:
    found = play("a1", " A2 ", "b1", "", "b2", "c1")
    assert "player 1 (X) wins\n\nthe game is kept in " in found
    assert "5. player 1 (X): c1\n" in found


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("a1", "a1: a1 is not in (sites Empty)"),
        ("d9", "d9: the board has no site d9"),
        ("nonsense", "nonsense: neither a move nor a command"),
        ("why a1", "(play (move Add (to (sites Empty))))\n"),
        ("why", "b1, c1, a2, b2, c2, a3, b3 and c3\n"),
        ("undoo", "did you mean undo?"),
        ("moves", "  a2  a3  b1  b2  b3  c1  c2  c3\n8 legal moves"),
        ("help", "hint         the moves that the computer thinks best"),
        ("save", "save where?"),
        ("save /nowhere/game.txt", "/nowhere/game.txt cannot be written"),
        ("quit", "the game is kept in "),
        ("?", "help, ?      this list\n"),
        ("help", "  a2  a3  b1  b2  b3  c1  c2  c3\n8 legal moves"),
        ("rules", "On your turn, place one of your pieces on an empty cell"),
        ("c", "c: which of c1, c2, c3?"),
    ],
)
def test_what_can_be_typed(typed: str, answer: str) -> None:
    assert answer in play("a1", typed)


def test_leaving_before_the_first_move() -> None:
    assert play("quit").endswith("goodbye\n")


def test_eval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lab.cli.tasks.dialogue.HINT_SECONDS", 0.1)
    found = play("a1", "b1", "a2", "b2", "eval")
    assert "player 1 (X), to move, stands at 100% (100% is a win, 0% a loss), certain" in found
    assert "  a3          100%   certain" in found


def test_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lab.cli.tasks.dialogue.HINT_SECONDS", 0.1)
    assert "  a3          100%   certain" in play("a1", "b1", "a2", "b2", "hint")


def test_undo() -> None:
    found = play("undo", "a1", "a2", "undo", "b2", "quit")
    assert "there is no move of yours to take back" in found
    assert "1. player 1 (X): a1" in found
    assert found.count("2. player 2 (O)") == 2


def test_undo_takes_back_the_answer_too() -> None:
    found = play("a1", "undo", "b2", "quit", seats=("human", "random"))
    assert found.count("1. player 1 (X)") == 2


def test_moves_are_understood_without_what_stands_between_sites() -> None:
    typed = "a2a3\nh7 h6\nb2 – b3\nh6g\nquit\n"
    done = run("play", "Breakthrough", "--seats", "human", "human", typed=typed).stdout
    said = [line.rpartition(": ")[2] for line in done.splitlines() if ". player" in line]
    assert said == ["a2-a3", "h7-h6", "b2-b3", "h6-g5"]


def test_who_resigns_loses_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    words = ("play", "Tic-Tac-Toe", "--record", path, "--seats", "human", "human")
    found = run(*words, typed="a1\nresign\n").stdout
    assert found.endswith("player 1 (X) wins: player 2 (O) resigned\n")
    assert path.read_text().endswith("1. a1\n\nresigned: 2\nresult: 1 2\n")
    assert lines("replay", path)[-1].endswith("player 1 (X) wins: player 2 (O) resigned")
    assert lines(*words)[-1] == "player 1 (X) wins: player 2 (O) resigned"


def interrupted(monkeypatch: pytest.MonkeyPatch, *typed: str, record: str = "") -> str:
    """What is said where an empty line is Ctrl-C."""
    rest = list(typed)

    def answer(prompt: str) -> str:
        if not rest:
            raise EOFError
        if not (line := rest.pop(0)):
            raise KeyboardInterrupt
        return line

    monkeypatch.setattr("builtins.input", answer)
    words = ["--record", record] if record else ["Tic-Tac-Toe"]
    return run("play", *words, "--seats", "human", "human").stdout


@pytest.mark.parametrize("leaving", [("", ""), ("", "y"), ("",), (), ("", "n", "a2", "quit")])
def test_ctrl_c_asks_once_and_loses_nothing(
    leaving: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = interrupted(monkeypatch, "a1", *leaving)
    assert found.count("leave? The game is kept.") == leaving[:1].count("")
    command = found.splitlines()[-1].split()
    assert command[:3] == ["ludwright", "play", "--record"]
    again = interrupted(monkeypatch, "b2", "quit", record=command[3])
    assert again.startswith(f"Tic-Tac-Toe, from move {3 if 'a2' in leaving else 2}\n")


def test_ctrl_c_while_the_computer_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    rest = [KeyboardInterrupt]

    def choose(self: RandomPlayer, state: State) -> Move:
        if rest:
            raise rest.pop()
        return state.moves()[0]

    monkeypatch.setattr(RandomPlayer, "choose", choose)
    found = play("a1", "go on", "quit", seats=("human", "random"))
    assert found.count("leave? The game is kept.") == 1
    assert "2. player 2 (O): b1\n" in found


def test_a_game_that_cannot_be_kept_where_it_should_be_is_kept_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDWRIGHT_GAMES", str(tmp_path / "file"))
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    play("a1", "quit")
    assert [path.read_text()[-6:] for path in tmp_path.glob("Tic-Tac-Toe-*.txt")] == ["1. a1\n"]


def test_moves_from_one_site_to_several() -> None:
    done = run("play", "Wild Tic-Tac-Toe", "--seats", "human", "human", typed="a1\nx\n")
    assert "a1: which of " in done.stdout or "1. player 1: a1" in done.stdout


@pytest.mark.slow
def test_seats() -> None:
    words = ["play", "Hex", "--seats", "human", "computer", "-o", "Size=5"]
    assert spread(words) == [
        *("play", "Hex", "--seats", "human", "--seats", "computer", "-o", "Size=5")
    ]
    assert spread(["--seats", "human,random", "Y"]) == ["--seats", "human,random", "Y"]
    assert "not 1" in refused("play", "Hex", "--seats", "human")
    assert "did you mean human?" in refused("play", "Hex", "--seats", "humna", "computer")


def test_a_word_behind_the_seats_is_a_player_where_the_game_is_known() -> None:
    told = ["Hex", "--seats", "human", "--seats", "robot"]
    assert spread(["Hex", "--seats", "human", "robot"]) == told
    assert spread(["--seats", "robot", "cat", "Hex"]) == [
        "--seats",
        "robot",
        "--seats",
        "cat",
        "Hex",
    ]


def test_which_game() -> None:
    assert refused("play").startswith("which game?")


# Records


def test_a_game_is_saved_and_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    play("a1", "b1", f"save {path}", "quit")
    assert path.read_text().endswith("1. a1\n2. b1\n")
    found = run("play", "--record", path, "--seats", "human", "human", typed="a2\nb2\na3\n").stdout
    assert found.startswith("Tic-Tac-Toe, from move 3\n")
    assert path.read_text().endswith("4. b2\n5. a3\n\nresult: 1 2\n")
    assert lines("replay", path)[-1].endswith("5 moves, all legal; the result: player 1 (X) wins")
    assert sum("to move" in line for line in lines("replay", path, "--boards")) == 4


def test_a_record_is_not_gone_on_with_as_another_game(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    assert run("play", *SMALL, "--record", path).exit_code == 0
    assert "has the game Yavalath, not Hex" in refused("play", "Hex", "--record", path)
    assert "has the seed 1, not 2" in refused("play", "--seed", "2", "--record", path)
    assert "options Size=3, not Size=4" in refused("play", "-o", "Size=4", "--record", path)
    assert run("play", *SMALL, "--record", path).exit_code == 0


def test_bad_records(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("ludwright record 1\ngame: Hex\n1. z9\n")
    assert f"{path}:3:4: z9 is not a legal move here\n  1. z9\n     ^^\n" in refused("replay", path)
    assert "z9 is not" in refused("play", "--record", path)
    assert "cannot be read: No such file" in refused("replay", tmp_path / "nothing")
    unwritable = run("play", *SMALL, "--record", tmp_path / "no" / "game.txt")
    assert unwritable.exit_code == 2
    assert "cannot be written" in unwritable.stderr


# The installed command


def command(*words: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [COMMAND, *map(str, words)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, **more},
    )


@pytest.mark.slow
def test_the_command_plays() -> None:
    done = command("play", *SMALL)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout


@pytest.mark.slow
def test_colour_when_it_is_asked_for() -> None:
    assert "\x1b[" in command("show", "Hex", "-o", "Size=3", FORCE_COLOR="1").stdout


@pytest.mark.slow
def test_the_command_fails_politely() -> None:
    done = command("play", "Nothing")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith('no game is called "Nothing"')


@pytest.mark.slow
def test_a_reader_who_leaves() -> None:
    program = f'"{COMMAND}" show Gomoku --source | head -n 1; exit ${{PIPESTATUS[0]}}'
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_narrow_character_sets() -> None:
    done = command("show", "Go", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")


def test_our_own_mistakes_are_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr("lab.checks.rules.check", broken)
    done = run("check", "any.lud")
    assert done.exit_code == 3
    assert done.stderr.startswith("a mistake of ludwright, not of yours: ZeroDivisionError")


VEILED = """(game "Veiled" (players 2)
    (equipment {(board (square 4)) (piece "King" Each)})
    (rules
        (start {(place "King1" 0) (place "King2" 15) (set Hidden (sites Top) to:P1)})
        (play (forEach Piece (move Step Orthogonal (to if:(is Empty (to)))
            (then (set Hidden at:(last To) to:Next)))))
        (end (if (>= (count Moves) 3) (result Mover Draw)))
    )
)"""


def test_who_plays_at_the_terminal_sees_what_is_his(tmp_path: Path) -> None:
    path = tmp_path / "veiled.lud"
    path.write_text(VEILED, encoding="utf-8")
    typed = "a1-a2\na2-a3\n"
    found = run("play", path, "--seats", "human", "random", "--seed", "1", typed=typed).stdout
    during, end = found.split("3. player 1", 1)
    assert "▒ not seen" in during
    assert "2. player 2 (O): a move that you do not see\n" in during
    assert all("O" not in line for line in during.splitlines() if line.lstrip()[:1] in "1234"
               and ". player" not in line)  # fmt: skip
    # When the game is over all is shown.
    assert "not seen" not in end
    assert "O" in end


def test_of_several_people_who_moves_sees_what_is_his(tmp_path: Path) -> None:
    path = tmp_path / "veiled.lud"
    path.write_text(VEILED, encoding="utf-8")
    found = run("play", path, "--seats", "human", "human", typed="a1-a2\nquit\n").stdout
    before, after = found.split("1. player 1", 1)
    assert "  4  ▒ ▒ ▒ ▒\n" in before
    assert "  4  · · · O\n" in after
    assert "X" not in "".join(after.splitlines()[2:6])
    assert after.startswith(" (X): a move that you do not see\n")


def test_choices_made_at_once_are_told_together() -> None:
    typed = "d2\nf3\nquit\ny\n"
    found = run("play", "Morra", "--seats", "human", "human", typed=typed).stdout
    assert "1. player 1: has chosen" in found
    assert "2. player 2: 1:d2 & 2:f3" in found
    found = run("play", "Morra", "--seats", "random", "random", "--seed", "1").stdout
    assert found.count("has chosen") * 2 == max(map(int, re.findall(r"(?m)^(\d+)\. ", found)))
