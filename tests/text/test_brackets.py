"""Brackets that do not match: the place that is told is the one where the mistake was made."""

from __future__ import annotations

import pytest

from interpreter.play.load import games, read
from interpreter.text.brackets import CLOSING, Mark, check_brackets, marks_of
from interpreter.text.errors import LudError, Source

BASE = """(game "Base"
    (players 2)
    (equipment {
        (board (square 3))
        (piece "Disc" Each)
    })
    (rules
        (play
            (or
                (move Add (to (sites Empty)))
                (move Pass)
            )
        )
        (end (if (is Line 3) (result Mover Win)))
    )
)
(option "Size" <Size> args:{<n>} { (item "Three" <3> "three") })
"""


def told(text: str) -> list[str]:
    with pytest.raises(LudError) as caught:
        check_brackets(Source("a.lud", text))
    return [
        f"{one.span.line}:{one.span.column} {one.message}; {one.hint}"
        for one in caught.value.problems
        if one.span is not None
    ]


def changed(*changes: tuple[str, str]) -> str:
    text = BASE
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "(players 2)",
            "(players 2",
            "2:5 `(` has no `)`; opened at 2:5, and 3:5 stands as if it were closed",
        ),
        (
            "    })",
            "    }",
            "3:5 `(` has no `)`; opened at 3:5, and 7:5 stands as if it were closed",
        ),
        (
            "            )\n        )\n",
            "            )\n",
            "8:9 `(` has no `)`; opened at 8:9, and 13:9 stands as if it were closed",
        ),
        (
            "    )\n)\n(option",
            "    )\n(option",
            "1:1 `(` has no `)`; opened at 1:1, and 16:1 stands as if it were closed",
        ),
        ("Each)", "Each))", "5:28 `)` closes nothing; `{` of 3:16 is what is open here"),
        (
            "Win)))",
            "Win))))",
            "14:50 `)` closes nothing; 15:5 stands as if what it closes were open",
        ),
        ("(or\n", "or\n", "12:13 `)` closes nothing; a `(` may be missing in line 9"),
        ("(is Line 3)", "(is Line 3}", "14:28 found `}`, expected `)`; `(` was opened at 14:18"),
    ],
)  # fmt: skip
def test_a_bracket_missing_or_too_many(old: str, new: str, expected: str) -> None:
    assert told(changed((old, new))) == [expected]


def test_all_brackets_that_are_missing_are_told() -> None:
    found = told(changed(("(players 2)", "(players 2"), ("Each)", "Each")))
    assert [one.split()[0] for one in found] == ["2:5", "5:9"]


def test_words_tell_where_indentation_does_not() -> None:
    flat = "\n".join(line.strip() for line in changed(("3))\n", "3)\n")).splitlines())
    assert told(flat) == ["6:1 found `}`, expected `)`; `(` was opened at 4:1"]
    flat = "\n".join(line.strip() for line in changed(("(players 2)", "(players 2")).splitlines())
    assert told(flat)[0].startswith("2:1 ")


def test_games_of_the_library_hardly_look_wrong() -> None:
    """For most brackets of the library the line is named in which one is taken away or doubled."""
    right = several = 0
    for number, name in enumerate(games()):
        text = read(name).text
        marks = [mark for mark in marks_of(text) if mark.text]
        partner = partners(marks)
        mark = marks[number * 37 % len(marks)]
        new = "" if number % 2 else 2 * mark.text
        found = told(text[: mark.start] + new + text[mark.start + 1 :])
        lines = {f"{one}:" for one in (mark.line, marks[partner[marks.index(mark)]].line)}
        several += 1
        right += any(one.startswith(tuple(lines)) for one in found)
    assert right > 0.85 * several


def partners(marks: list[Mark]) -> dict[int, int]:
    opened: list[int] = []
    found: dict[int, int] = {}
    for place, mark in enumerate(marks):
        if mark.text in CLOSING:
            opened.append(place)
        else:
            found[place] = opened.pop()
            found[found[place]] = place
    return found
