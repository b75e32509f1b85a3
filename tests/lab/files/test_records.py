"""Game records: written, read, replayed, and refused with the place of what is wrong."""

from dataclasses import replace
from pathlib import Path

import pytest

from interpreter import LudError, load
from interpreter.text.errors import Source
from lab.files.records import (
    HEADER,
    Record,
    Variation,
    Word,
    parse,
    read,
    resigned,
    save,
    text_of,
    with_moves,
    words_of,
)

GOOD = f"""{HEADER}
game: Tic-Tac-Toe
seed: 4

1. a1
2. a2   # beside it
3. b1
4. b2
5. c1

result: 1 2
"""


def words(text: str) -> tuple[Word, ...]:
    return tuple(Word(name) for name in text.split())


def test_read_and_replayed() -> None:
    record = parse(Source("good", GOOD))
    assert record == Record("Tic-Tac-Toe", seed=4, moves=words("a1 a2 b1 b2 c1"), result=(1.0, 2.0))
    states = record.replay()
    assert [state.plies for state in states] == list(range(6))
    assert states[-1].over


def test_written_and_read_again() -> None:
    record = Record("Yavalath", {"Size": "4", "Swap": "None"}, None, 7, words("d4 e5"), (1.5, 1.5))
    text = text_of(record)
    assert text.startswith(f"{HEADER}\ngame: Yavalath\noption: Size = 4\noption: Swap = None\n")
    assert parse(Source("again", text)) == record


def test_spaces_comments_and_line_ends_mean_nothing(tmp_path: Path) -> None:
    path = tmp_path / "windows.txt"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", " \r\n").encode())
    assert read(path) == parse(Source("good", GOOD))


def test_a_rule_file_is_found_from_the_record(tmp_path: Path) -> None:
    rules = tmp_path / "rules" / "mine (1).lud"
    rules.parent.mkdir()
    rules.write_text(
        '(game "Mine" (players 2) (equipment { (board (square 2)) (piece "Stone" Each) })'
        "(rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"
    )
    path = tmp_path / "records" / "game.txt"
    path.parent.mkdir()
    save(Record(str(rules), moves=words("a1 b1 b2")), path)
    assert "game: ../rules/mine (1).lud\n" in path.read_text()
    assert read(path).replay()[-1].over


def test_a_record_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(LudError, match="cannot be written: No such file or directory"):
        save(Record("Hex"), tmp_path / "nowhere" / "game.txt")
    with pytest.raises(LudError, match="cannot be written: Is a directory"):
        save(Record("Hex"), tmp_path)
    assert not list(tmp_path.iterdir())


# Each turn a die says which of six sites is taken, and is thrown again for the score.
DICED = """(game "Diced"
    (players 2)
    (equipment {(board (rectangle 1 6)) (piece "Disc" Each) (dice d:6 num:1)})
    (rules
        (play (do (roll) next:(move Add (to (sites {(- (count Pips) 1)}) if:(is Empty (to)))
            (then (roll (then (addScore Mover (count Pips))))))))
        (end (if (= (count Moves) 8) (byScore)))))"""


def test_what_has_fallen_is_kept(tmp_path: Path) -> None:
    rules, path = tmp_path / "diced.lud", tmp_path / "game.txt"
    rules.write_text(DICED)
    game = load(rules)
    first, names = game.start(seed=3), list[str]()
    state = first
    while not state.over:
        names.append(state.moves()[0].name)
        state = state.after(names[-1])
    written = words_of(first, names)
    record = Record(str(rules), seed=3, moves=tuple(written), result=state.ranking)
    save(record, path)
    assert f"1. [{record.moves[0].draws[0]} " in path.read_text()
    # Another seed would have let the die fall otherwise, but the record says how it fell.
    for seed in (3, 4):
        again = replace(read(path), seed=seed)
        assert again.moves == record.moves
        assert again.replay()[-1].scores == state.scores


def test_what_cannot_have_fallen_is_told(tmp_path: Path) -> None:
    rules, path = tmp_path / "diced.lud", tmp_path / "game.txt"
    rules.write_text(DICED)
    path.write_text(f"{HEADER}\ngame: diced.lud\n1. [2 1] c1\n2. [6 1] d1\n")
    with pytest.raises(LudError) as error:
        read(path).replay()
    assert str(error.value).endswith(
        "game.txt:4:10: 6 is no outcome of die 1, of 6 faces: they go from 0 to 5\n"
        "  2. [6 1] d1\n           ^^"
    )


BRANCHED = f"""{HEADER}
game: Tic-Tac-Toe
seed: 0

note: in a note # means nothing
1. a1
2. b2
note: the centre
note: and two lines
3. c3

variation: 2
2. a2
3. b1
note: here
4. b2

variation: 3 of 1
3. c3
"""


def test_notes_and_variations() -> None:
    record = parse(Source("good", BRANCHED))
    assert record.notes == {0: "in a note # means nothing", 2: "the centre\nand two lines"}
    assert record.variations == (
        Variation(2, 0, words("a2 b1 b2"), {3: "here"}),
        Variation(3, 1, words("c3")),
    )
    assert text_of(record) == BRANCHED
    assert [state.plies for state in record.replay()] == [0, 1, 2, 3]


def test_what_is_played_on_keeps_the_notes_that_still_fit() -> None:
    record = parse(Source("good", BRANCHED))
    end = record.replay()[-1]
    assert with_moves(record, words("a1 b2 c3 a3"), end).variations == record.variations
    shorter = with_moves(record, words("a1 c2"), end)
    assert shorter.notes == {0: record.notes[0]}
    assert shorter.variations == record.variations
    other = with_moves(record, words("b1"), end)
    assert (other.notes, other.variations) == ({0: record.notes[0]}, ())
    assert parse(Source("again", text_of(shorter))).variations == shorter.variations


WRONG = [
    (
        BRANCHED.replace("variation: 2", "variation: 4"),
        "wrong:12:12: the game has no move 4\n  variation: 4\n             ^",
    ),
    (
        BRANCHED.replace("of 1", "of 2"),
        "wrong:18:17: variation 2 does not stand before this one\n  variation: 3 of 2\n"
        "                  ^",
    ),
    (
        BRANCHED.replace("variation: 2", "variation: x"),
        "wrong:12:12: a variation says in place of which move it stands\n  variation: x\n"
        '             ^\n  as in "variation: 12", or "variation: 14 of 1"',
    ),
    (
        BRANCHED.replace("4. b2", "4. a2"),
        "wrong:16:4: a2 is not a legal move here\n  4. a2\n     ^^\n"
        "  legal are c1, b2, c2, a3, b3, c3",
    ),
    (
        BRANCHED + "result: 1 2\n",
        "wrong:20:1: the entry result behind a variation\n  result: 1 2\n  ^^^^^^^^^^^",
    ),
    (BRANCHED + "note:\n", "wrong:20:6: the entry note is empty\n  note:\n       ^"),
    ("", 'wrong:1:1: this is no game record\n  its first line is "ludwright record 1"'),
    (
        "1. e5\n",
        "wrong:1:1: this is no game record\n  1. e5\n  ^^^^^\n"
        '  its first line is "ludwright record 1"',
    ),
    (
        f"{HEADER}\n1. e5\n",
        "wrong:1:1: the record does not say which game\n  ludwright record 1\n"
        '  ^^^^^^^^^^^^^^^^^^\n  as in "game: Name"',
    ),
    (
        f"{HEADER}\ngame: Hexx\n",
        'wrong:2:7: no game is called "Hexx", and there is no such file\n  game: Hexx\n'
        "        ^^^^\n  did you mean Hex or Hexxagon or Hex Go?",
    ),
    (
        f"{HEADER}\ngame: Hex\nsead: 1\n",
        'wrong:3:1: no entry is called "sead"\n  sead: 1\n  ^^^^\n  did you mean seed?',
    ),
    (
        f"{HEADER}\ngame: Hex\nseed: one\n",
        "wrong:3:7: a seed is a whole number\n  seed: one\n        ^^^",
    ),
    (f"{HEADER}\ngame:\n", "wrong:2:1: the entry game is empty\n  game:\n  ^^^^^"),
    (
        f"{HEADER}\ngame: Hex\ngame: Y\n",
        "wrong:3:1: game is given twice\n  game: Y\n  ^^^^^^^",
    ),
    (
        f"{HEADER}\ngame: Hex\noption: Size\n",
        'wrong:3:9: no choice of an option: "Size"\n  option: Size\n          ^^^^\n'
        "  as in Heading=Item",
    ),
    (
        f"{HEADER}\ngame: Hex\n1. c3\n3. c4\n",
        "wrong:4:1: found move 3, expected move 2\n  3. c4\n  ^",
    ),
    (
        f"{HEADER}\ngame: Hex\n1. c3\nseed: 3\n",
        "wrong:4:1: the entry seed behind the first move\n  seed: 3\n  ^^^^^^^",
    ),
    (
        f"{HEADER}\ngame: Hex\nc3 c4\n",
        "wrong:3:1: neither a move nor an entry\n  c3 c4\n  ^^^^^\n"
        '  as in "12. e5" for a move, or "seed: 1"',
    ),
    (
        f"{HEADER}\ngame: Hex\nresult: X wins\n",
        "wrong:3:9: a result is the rank of each player\n  result: X wins\n          ^^^^^^\n"
        '  as in "result: 1 2"',
    ),
    (
        f"{HEADER}\ngame: Tic-Tac-Toe\n1. a1\n2. a1\n",
        "wrong:4:4: a1 is not a legal move here\n  2. a1\n     ^^\n"
        "  legal are b1, c1, a2, b2, c2, a3, b3, c3",
    ),
    (
        GOOD.replace("\nresult: 1 2", "6. c3"),
        "wrong:10:4: c3 comes after the end of the game\n  6. c3\n     ^^",
    ),
    (
        GOOD.replace("1 2", "2 1"),
        "wrong:11:9: the result is 1 2, not 2 1\n  result: 2 1\n          ^^^",
    ),
    (
        f"{HEADER}\ngame: Tic-Tac-Toe\n1. a1\nresult: 1 2\n",
        "wrong:4:9: the game is not over, not 1 2\n  result: 1 2\n          ^^^",
    ),
]


@pytest.mark.parametrize(("text", "message"), WRONG, ids=[text[1].split("\n")[0] for text in WRONG])
def test_mistakes(text: str, message: str) -> None:
    with pytest.raises(LudError) as error:
        parse(Source("wrong", text)).replay()
    assert str(error.value) == message


def test_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(LudError, match="cannot be read: No such file or directory"):
        read(tmp_path / "nothing.txt")
    with pytest.raises(LudError, match="cannot be read: Is a directory"):
        read(tmp_path)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LudError, match="is not a text file"):
        read(tmp_path / "binary")


@pytest.mark.parametrize(
    ("ranking", "seat", "found"),
    [
        ((0, 0), 1, (2, 1)),
        ((0, 0, 0), 2, (1.5, 3, 1.5)),
        ((1, 0, 0), 3, (1, 2, 3)),
        ((0, 3, 0), 1, (2, 3, 1)),
        ((1.5, 0, 1.5, 0), 2, (1.5, 4, 1.5, 3)),
        ((0,), 1, (0,)),
    ],
)
def test_who_resigns_has_the_last_place_that_is_left(
    ranking: tuple[float, ...], seat: int, found: tuple[float, ...]
) -> None:
    class Standing:
        def __init__(self) -> None:
            self.ranking = ranking

    assert resigned(Standing(), seat) == found  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("behind", "refused"),
    [
        ("resigned: 1\nresult: 1 2", "the result is 2 1, not 1 2"),
        ("resigned: 3", "nobody could resign: there is no player 3"),
        ("resigned: me", "who resigned is the number of a player"),
        ("resigned: 1\n2. a2", "a move behind the entry resigned"),
    ],
)
def test_resignations_that_cannot_be(behind: str, refused: str) -> None:
    text = f"{HEADER}\ngame: Tic-Tac-Toe\n1. a1\n{behind}\n"
    with pytest.raises(LudError, match=refused):
        parse(Source("resigned", text)).replay()


def test_nobody_resigns_a_game_that_is_over() -> None:
    text = GOOD.replace("result: 1 2", "resigned: 2")
    with pytest.raises(LudError, match="nobody could resign: the game was over"):
        parse(Source("resigned", text)).replay()
