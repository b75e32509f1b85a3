"""Defines, places and warnings: what expansion makes of rule text."""

import pytest

from helpers.expanding import body, expanded
from interpreter.text.printer import write
from interpreter.text.tree import Clause, Labelled, Out


@pytest.mark.parametrize(
    ("define", "use", "expected"),
    [
        # what a define may stand for
        ('"A" (x y)', '("A")', "(x y)"),
        ('"A" (x y)', '"A"', "(x y)"),
        ('"A" Mover', 'at:"A"', "at:Mover"),
        ('"A" {1 2}', '("A")', "{1 2}"),
        ('"A" 1 2', "{0 ('A') 3}", "{0 1 2 3}"),
        ('"A"', '1 ("A") 2', "1 2"),
        ('"A" at:(to)', '(x "A")', "(x at:(to))"),
        ('"A B" x', '("A B")', "x"),
        # doubled brackets
        ('"A" (x)', '(("A"))', "(x)"),
        ('"A" (x)', '((("A")))', "(x)"),
        ('"A" is Line', '(("A") 3)', "(is Line 3)"),
        ('"A" is Line', '( "A" 3)', "is Line"),
        ('"A" x', '("A" (y) (z))', "x"),
        ('"A" (x)', '(("A") (y))', "(x) (y)"),
        ('"A"', '(("A"))', ""),
        # arguments
        ('"A" (x #1 #2)', '("A" 1 (y))', "(x 1 (y))"),
        ('"A" (x #2 #1 #2)', '("A" 1 2)', "(x 2 1 2)"),
        ('"A" (x #1 #2 #3)', '("A" ~ 2)', "(x 2)"),
        ('"A" (x #1)', '"A"', "(x)"),
        ('"A" (x at:#1)', '("A" (y))', "(x at:(y))"),
        ('"A" (x #1)', '("A" at:(y))', "(x at:(y))"),
        ('"A" (x #1)', '("A" at:3)', "(x at:3)"),
        ('"A" (x at:#1)', '("A" 1..3)', "(x at:1 2 3)"),
        ('"A" (#1 a)', '("A" is)', "(is a)"),
        ('"A" (#1 a)', '("A" >=)', "(>= a)"),
        ('"A" (#1)', '("A" (y))', "(y)"),
        ('"A" (x (#1))', '"A"', "(x)"),
        ('"A" (#1 3)', '("A" "NewTurn")', "(not (is Prev Mover))"),
        # a label whose value vanished takes what comes after it, or goes
        ('"A" (x at:#1)', '"A"', "(x)"),
        ('"A" (x at:#1 (y))', '"A"', "(x at:(y))"),
        ('"A" (x at:#1 to:(y))', '"A"', "(x to:(y))"),
        ('"A" {at:#1}', '"A"', "{}"),
        ('"A" (x at:(#1) (y))', '"A"', "(x (y))"),
        # words that run together
        ('"A" (x P#1)', '("A" 2)', "(x P2)"),
        ('"A" (x #1#2)', '("A" 1 2)', "(x 12)"),
        ('"A" (x P#1)', '"A"', "(x P)"),
        ('"A" (x #10)', '("A" 3)', "(x 30)"),
        ('"A" (x "Track#1")', '("A" 2)', '(x "Track2")'),
        ('"A" (x "#1 of #2")', '("A" Mover (to))', '(x "Mover of (to)")'),
        ('"A" (x "Track#1")', '"A"', '(x "Track")'),
        ('"A" ("#1Turn")', '("A" New)', "(not (is Prev Mover))"),
        ('"A" {#1..#2}', '("A" 1 3)', "{1 2 3}"),
        ('"A" {0..#1}', '("A" 2)', "{0 1 2}"),
        # defines within defines
        ('"A" ("B" (y #1)) (define "B" (x #1))', '("A" 1)', "(x (y 1))"),
        ('"A" ("B" ~ #1)) (define "B" (x #1 #2)', '("A" 1)', "(x 1)"),
        ('"A" ("B" #1 2)) (define "B" (x #1 at:#2)', '"A"', "(x 2)"),
        ('"A" (x #1)', '("A" ("A" ("A" 1)))', "(x (x (x 1)))"),
        ('"A" (x "B")) (define "B" ("C")) (define "C" 1', '("A")', "(x 1)"),
        # an argument that becomes several is several, if its turn comes first
        ('"Two" 1 2) (define "A" (x #1 at:#2)', '("A" "Two")', "(x 1 at:2)"),
        ('"A" (x #1 at:#2)) (define "Two" 1 2', '("A" "Two")', "(x 1 2)"),
        ('"Two" 1 2', '("Both" "Two")', "(and 1 2)"),
        ('"None"', '("Both" ("None") 1)', "(and 1)"),
        ('"A" (x #1 at:#2)', '("A" ("Twice" 5))', "(x 5 5)"),
        # the file's own defines come first in the file, the library's in the library
        ('"NewTurn" (mine)', '("NewTurn")', "(mine)"),
        ('"Inner" (mine)', '("Own" 1) ("Inner" 1)', "(library 1) (mine)"),
        ('"A" 1) (define "A" 2', '("A")', "1"),
        # a define that comes to light as another is put in
        ('"A" (define "B" (x #1)) ("B" 7) ("B")', '("A" 3)', "(x 3) (x 3)"),
        # what is no use of a define
        ('"A" (x)', '(piece "B")', '(piece "B")'),
        ('"A" (x)', '"a"', '"a"'),
        ('"G" (x)', '"G"', "(x)"),
    ],
)
def test_defines(define: str, use: str, expected: str) -> None:
    assert body(use.replace("'", '"'), f"(define {define})") == expected


def test_a_define_may_stand_behind_the_game_or_within_it() -> None:
    assert write(expanded('(game "G" ("A"))(define "A" 1)').game) == '(game "G" 1)'
    assert write(expanded('(game "G" (define "A" 1) ("A"))').game) == '(game "G" 1)'


def test_the_name_of_a_game_is_never_a_define() -> None:
    assert expanded('(define "G" 1) (game "G" "G")').name == "G"
    assert write(expanded('(define "G" 1) (match "G" "G")').game) == '(match "G" 1)'


def test_the_game_itself_may_come_out_of_a_define() -> None:
    assert expanded('(define "Make" (game "#1")) ("Make" Go)').name == "Go"


def places(out: Out) -> list[str]:
    """Line and column of a node, then those of the uses around it."""
    found: list[str] = []
    span = out.span
    while span is not None:
        found.append(f"{span.source.name}:{span.line}:{span.column}")
        span = span.outer
    return found


def test_every_node_knows_where_it_was_written_and_used() -> None:
    text = '(define "A"\n (x ("Both" #1 2)))\n(game "G"\n ("A" Mover))'
    outer = expanded(text).game.args[1]
    assert isinstance(outer, Clause)
    both = outer.args[0]
    assert isinstance(both, Clause)
    assert places(outer) == ["g.lud:2:2", "g.lud:4:2"]
    assert places(outer.keyword) == ["g.lud:2:3", "g.lud:4:2"]
    assert places(both) == ["b.def:1:39", "g.lud:2:5", "g.lud:4:2"]
    assert places(both.args[0]) == ["g.lud:4:7"]
    assert places(both.args[1]) == ["g.lud:2:16", "g.lud:4:2"]


def test_what_an_option_puts_in_knows_its_item_and_its_use() -> None:
    text = '(option "O" <O> args:{<a>} {(item "1" <(x 1)> "")})\n(game "G" at:<O>)'
    labelled = expanded(text).game.args[1]
    assert isinstance(labelled, Labelled)
    assert places(labelled) == ["g.lud:2:11"]
    assert places(labelled.value) == ["g.lud:1:40", "g.lud:2:14"]


@pytest.mark.parametrize(
    ("text", "warnings"),
    [
        ('hello (game "G")', ["this is outside the game and ignored"]),
        ('(game "G") /--- (game "H")', ["this is outside the game and ignored"] * 2),
        ('(define "A" 1) (define "A" 2) (game "G")', ['"A" is defined twice; the first counts']),
        ('(define "A" #1) (game "G" ("A" 1 2 3))', ['"A" has no parameter for this']),
        ('(define "A" #1) (game "G" ("A" 1 ~))', []),
    ],
)
def test_warnings(text: str, warnings: list[str]) -> None:
    problems = expanded(text).warnings
    assert [problem.message for problem in problems] == warnings
    assert all(problem.warning and problem.span for problem in problems)
