"""Native code kept on disk: whatever lies there, and whoever else writes there, games play."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from helpers.backends import needs_native
from helpers.marks import some
from helpers.paths import ROOT
from interpreter import LudError, load
from interpreter.play.cache import Kept, sources
from interpreter.targets.llvm import jit
from interpreter.targets.llvm.target import Target

pytestmark = needs_native

GAME = "Tic-Tac-Toe"
PLAY = f"""
from interpreter import load
print(load("{GAME}").playouts(50, seed=4).lengths.sum(), load("{GAME}").perft(3))
"""
# Keeps things in the cache until it is ended, and says so once it has begun.
WRITER = """
import itertools
from interpreter.targets.llvm import jit
content = bytes(1 << 22)
for number in itertools.count():
    jit.keep(jit.key_of(str(number % 7)), content)
    print(number, flush=True)
"""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(folder))
    return folder


def play() -> list[int]:
    """The lengths of some random games of a game that is compiled anew."""
    return load(GAME, backend="llvm").playouts(20, seed=4).lengths.tolist()


def entries(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*/*") if path.is_file())


def recalled(entry: Path) -> bytes | None:
    """What the cache finds in a file."""
    return jit.recall(entry.parent.name + entry.name)


EXPECTED = None if not jit.available() else load(GAME, backend="python").playouts(20, seed=4)


def right(found: list[int]) -> bool:
    assert EXPECTED is not None
    return found == EXPECTED.lengths.tolist()


def count_compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is compiled from now on."""
    texts: list[str] = []
    compile_text = jit.compile_text

    def counted(text: str, target: Target, *, quick: bool = False) -> bytes:
        texts.append(text)
        return compile_text(text, target, quick=quick)

    monkeypatch.setattr(jit, "compile_text", counted)
    return texts


def test_what_is_kept_plays_though_its_program_is_not_read(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = play()

    def refuse(_kept: Kept, name: str) -> object:
        raise AssertionError(f"the {name} was read")

    monkeypatch.setattr(Kept, "_part", refuse)
    assert play() == first, "a random game needs native code alone"


def test_what_is_kept_is_used(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = count_compiled(monkeypatch)
    assert right(play())
    assert len(compiled) == 1
    assert entries(cache)
    assert right(play())
    assert len(compiled) == 1


MATCH = """(match "Two" (players 2) (games (subgame "Short" result:1))
    (end (if (= (count Trials) 2) (result P1 Win))))"""
SHORT = """(game "Short" (players 2)
    (equipment {{ (board (square 3)) (piece "Disc" Each) }})
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (= (count Moves) {plies}) (result P1 Win)))
    )
)"""


def test_a_match_is_kept_by_the_rules_of_its_games_too(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = count_compiled(monkeypatch)
    match, short = tmp_path / "Two.lud", tmp_path / "Short.lud"
    match.write_text(MATCH, "utf-8")
    for plies, times in ((2, 1), (2, 1), (3, 2), (3, 2), (2, 2)):
        short.write_text(SHORT.format(plies=plies), "utf-8")
        # A move more says that a game is over.
        assert load(match, backend="llvm").playouts(1).lengths.tolist() == [2 * (plies + 1)]
        assert len(compiled) == times
    short.unlink()
    with pytest.raises(LudError, match='no game is called "Short"'):
        load(match, backend="llvm")


def test_each_choice_of_passes_is_kept_by_itself(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = count_compiled(monkeypatch)
    kept: list[int] = []
    for passes in ((), ("dead",), None, ("dead",), None):
        game = load(GAME, backend="llvm", passes=passes)
        assert right(game.playouts(20, seed=4).lengths.tolist())
        kept.append(len(game.program.fields))
    assert len(compiled) == 3
    assert kept[0] > kept[1] >= kept[2]
    assert kept[3:] == kept[1:3]
    monkeypatch.setenv("LUDWRIGHT_PASSES", "dead")
    assert len(load(GAME, backend="llvm").program.fields) == kept[1]


def test_what_is_kept_is_known_by_all_files_that_compile() -> None:
    files = [path for name in ("interpreter", "ludemes") for path in (ROOT / name).rglob("*.py")]
    assert {str(path.relative_to(ROOT)) for path in files} <= sources().keys()
    assert {"interpreter/text/grammar.lark", "ludemes/words.txt"} <= sources().keys()


def test_nothing_is_kept_where_that_is_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    for word in ("off", "OFF"):
        monkeypatch.setenv("LUDWRIGHT_CACHE", word)
        assert jit.folder() is None
        assert right(play())
    assert list(tmp_path.iterdir()) == []
    monkeypatch.delenv("LUDWRIGHT_CACHE")
    assert right(play())
    assert len(list(tmp_path.rglob("*"))) > 0, "the folder would have been found"


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "shorter than its digest": lambda data: data[: jit.DIGEST - 1],
    "nothing but its digest": lambda data: data[: jit.DIGEST],
    "cut off": lambda data: data[: len(data) // 2],
    "one bit": lambda data: data[:-1] + bytes([data[-1] ^ 1]),
    "another digest": lambda data: bytes(jit.DIGEST) + data[jit.DIGEST :],
    "longer": lambda data: data + b"0",
    "text": lambda _: b"what is this?" * 100,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_made_again(
    damage: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert right(play())
    for entry in entries(cache):
        entry.write_bytes(DAMAGE[damage](entry.read_bytes()))
    compiled = count_compiled(monkeypatch)
    assert right(play())
    assert len(compiled) == 1
    assert all(recalled(entry) is not None for entry in entries(cache)), "they are whole again"
    assert right(play())
    assert len(compiled) == 1


@pytest.mark.parametrize("damage", DAMAGE)
def test_one_damaged_file_among_others_is_made_again(damage: str, cache: Path) -> None:
    assert right(play())
    for entry in entries(cache):
        entry.write_bytes(DAMAGE[damage](entry.read_bytes()))
        assert right(play())


@pytest.mark.parametrize("content", [b"", b"no object code", b"\x7fELF" + bytes(200)])
def test_a_whole_file_that_is_no_object_code_is_made_again(
    content: bytes, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert right(play())
    for entry in entries(cache):
        jit.keep(entry.parent.name + entry.name, content)
    compiled = count_compiled(monkeypatch)
    assert right(play())
    assert len(compiled) == 1


def test_what_belongs_to_another_game_is_made_again(cache: Path) -> None:
    """Files that are whole, but lie under each other's names."""
    assert right(play())
    load("Notakto", backend="llvm").playouts(1)
    load(GAME, backend="llvm").start().moves()
    ours = entries(cache)
    held = [entry.read_bytes() for entry in ours]
    for turn in range(1, len(ours)):
        for entry, content in zip(ours, held[turn:] + held[:turn], strict=True):
            entry.write_bytes(content)
        assert right(play())


def test_a_folder_in_place_of_a_file_does_no_harm(cache: Path) -> None:
    assert right(play())
    for entry in entries(cache):
        entry.unlink()
        entry.mkdir()
    assert right(play())
    assert [path for path in cache.glob("*/*") if path.is_file()] == [], "no scraps are left"


def test_a_file_in_place_of_the_folder_does_no_harm(cache: Path) -> None:
    cache.write_text("not a folder")
    assert right(play())
    assert cache.read_text() == "not a folder"


@pytest.mark.skipif(os.name != "posix", reason="permissions are not those of POSIX")
@pytest.mark.parametrize("mode", [0, stat.S_IRUSR | stat.S_IXUSR])
def test_a_folder_that_cannot_be_written_to_does_no_harm(cache: Path, mode: int) -> None:
    cache.mkdir()
    cache.chmod(mode)
    try:
        assert right(play())
    finally:
        cache.chmod(stat.S_IRWXU)


def test_a_disk_that_is_full_does_no_harm(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, data: bytes) -> int:
        with self.open("wb") as file:
            file.write(data[: len(data) // 2])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert right(play())
    assert entries(cache) == [], "no scraps are left"


@pytest.mark.slow
def test_several_processes_at_once(cache: Path) -> None:
    running = [
        subprocess.Popen([sys.executable, "-c", PLAY], stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    found = {process.communicate(timeout=60)[0] for process in running}
    assert [process.returncode for process in running] == [0] * 4
    assert len(found) == 1
    assert "504" in found.pop()
    assert all(len(path.name) == 62 for path in entries(cache)), "no scraps are left"


@pytest.mark.skipif(os.name != "posix", reason="processes are not killed so")
@pytest.mark.parametrize("wait", some([0.0, 0.003, 0.01, 0.02], 4))
def test_a_process_that_is_killed_while_it_writes(cache: Path, wait: float) -> None:
    process = subprocess.Popen([sys.executable, "-c", WRITER], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"0\n"
    time.sleep(wait)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    # What is kept is whole or absent, never a part.
    held = [jit.recall(jit.key_of(str(number))) for number in range(7)]
    assert held[0] == bytes(1 << 22)
    assert all(one in (None, held[0]) for one in held)
    assert right(play())
    assert jit.recall(jit.key_of("0")) == held[0]


def test_old_entries_go_where_too_much_is_kept(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "MOST_CACHED", 10_000)
    keys = [f"{number:02x}" + jit.key_of(str(number))[2:] for number in range(1, 6)]
    for age, key in enumerate(keys):
        jit.keep(key, bytes(4000))
        os.utime(cache / key[:2] / key[2:], (1000 + age, 1000 + age))
    jit.keep("00" + keys[0][2:], bytes(10))
    kept = [key for key in keys if jit.recall(key) is not None]
    assert kept == keys[3:]


def test_what_is_made_of_other_things_has_another_name() -> None:
    keys = {jit.key_of(*parts) for parts in (("a", "b"), ("ab",), ("b", "a"), (b"a", "bb"))}
    assert len(keys) == 4
    assert jit.key_of("a", "b") == jit.key_of(b"a", b"b")


def test_a_game_too_deep_to_be_kept_is_played_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_deep(*_: object) -> bytes:
        raise RecursionError

    monkeypatch.setenv("LUDWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr("interpreter.play.cache._pickled", too_deep)
    assert load(GAME, backend="llvm").playouts(5, seed=4).lengths.sum() > 0


def test_a_kept_game_needs_nothing_that_compiles() -> None:
    load(GAME).playouts(1)
    asked = f"""
import sys
from interpreter import load
print(load("{GAME}").playouts(1).lengths.size)
print([one for one in sys.modules if one.startswith(("interpreter.passes", "interpreter.rules"))])
"""
    done = subprocess.run([sys.executable, "-c", asked], stdout=subprocess.PIPE, text=True)
    assert done.stdout.splitlines() == ["1", "[]"]
