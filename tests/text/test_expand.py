"""Options, rulesets, defines, ranges and metadata: what a rule file becomes."""

import random
import time
from functools import cache

import pytest

from helpers.cases import textual
from helpers.marks import some
from helpers.recordings import REFERENCE, chunks
from interpreter.text.errors import LudError, Source
from interpreter.text.expand import MAX_NODES, Expanded, Library, expand, library
from interpreter.text.printer import write
from interpreter.text.syntax import parse_one
from interpreter.text.tree import Clause, Labelled, Out

LIBRARY = Library(
    [
        Source("a.def", '// Whose turn.\n(define "NewTurn" (not (is Prev Mover)))'),
        Source("b.def", '(define "Twice" #1 #1) (define "Both" (and #1 #2))'),
        Source("c.def", '(define "Own" ("Inner" #1))\n(define "Inner" (library #1))'),
    ]
)


def expanded(text: str, **choice: str) -> Expanded:
    return expand(Source("g.lud", text), choice, None, LIBRARY)


def body(text: str, before: str = "") -> str:
    """What stands in the game behind its name."""
    game = expanded(f'{before}\n(game "G" {text})').game
    return write(game, width=10_000).removeprefix('(game "G"').removesuffix(")").strip()


# --- defines --------------------------------------------------------------------------------


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


# --- options --------------------------------------------------------------------------------

OPTIONS = """
(option "Size" <Size> args:{<side> <extra>}
    {
    (item "Small" <3> <> "a small board")
    (item "Large" <5> <(hand Each) (dice)> "a large board")*   // preferred
    (item "Huge" <7> <(> 1 2)> "a huge board")*
    }
)
(option "Win Rule" <Win> args:{<a>} {(item "Line" <(is Line #1)> "x")(item "None" "nothing")})
(rulesets {
    (ruleset "Ruleset/Old (Known)" {"Size/Small" "Win Rule/Line"} variations:{"Size/Huge"})
    (ruleset "Ruleset/New" {"Size/Large" "Win Rule/Line"})*
    (ruleset "Ruleset/Lost" {})
    (ruleset "Ruleset/Wrong" {"Size/Smal"})
})
"""


@pytest.mark.parametrize(
    ("size", "use", "expected"),
    [
        ("Large", "(square <Size:side>)", "(square 5)"),
        ("Large", "(square <Size>)", "(square 5)"),
        ("Small", "(square <Size>)", "(square 3)"),
        ("small ", "(square <Size>)", "(square 3)"),
        ("Large", "{<Size:extra>}", "{(hand Each) (dice)}"),
        ("Small", "{<Size:extra>}", "{}"),
        ("Huge", "{<Size:extra>}", "{(> 1 2)}"),
        ("Small", "(x at:<Size:extra>)", "(x)"),
        ("Large", "(x at:<Size:extra>)", "(x at:(hand Each) (dice))"),
        ("Large", "{0..<Size>}", "{0 1 2 3 4 5}"),
        ("Large", "hex<Size>", "hex5"),
        ("Large", '"hex<Size:side>"', '"hex5"'),
        ("Large", '"<b>hex</b> <Sice>"', '"<b>hex</b> <Sice>"'),
        ("Large", '("Both" <Size:extra>)', "(and (hand Each) (dice))"),
        ("Small", '("Both" <Size:extra> 1)', "(and 1)"),
        ("Large", "(<Size:extra>)", "(hand Each) (dice)"),
        ("Small", "(<Size:extra>)", ""),
        ("Large", "(< <Size> 3)", "(< 5 3)"),
    ],
)
def test_options(size: str, use: str, expected: str) -> None:
    game = expand(Source("g.lud", f'(game "G" {use})' + OPTIONS), {"size": size}, None, LIBRARY)
    assert write(game.game).removeprefix('(game "G"').removesuffix(")").strip() == expected


def test_a_parameter_in_the_value_of_an_option_is_that_of_the_define_around_it() -> None:
    assert body('("A" 4)', OPTIONS + '(define "A" (x <Win>))') == "(x (is Line 4))"


def test_a_define_in_the_value_of_an_option() -> None:
    option = '(option "O" <O> args:{<d>} {(item "1" <(define "A" (x #1))> "")}) <O:d>'
    assert body('("A" 2)', option) == "(x 2)"


def test_what_could_be_chosen_is_told() -> None:
    result = expanded(f'(game "G" <Size>){OPTIONS}')
    size, win = result.options
    assert (size.heading, size.tag, size.arguments) == ("Size", "Size", ("side", "extra"))
    assert [(item.name, item.stars) for item in size.items] == [
        ("Small", 0),
        ("Large", 1),
        ("Huge", 1),
    ]
    assert size.default.name == "Large"
    assert size.items[0].description == "a small board"
    assert [item.name for item in win.items] == ["Line", "None"]
    assert result.chosen == {"Size": "Large", "Win Rule": "Line"}
    assert [ruleset.name for ruleset in result.rulesets] == ["Old (Known)", "New", "Lost", "Wrong"]
    assert result.rulesets[0].variations == ("Size/Huge",)
    assert result.warnings == ()


@pytest.mark.parametrize(
    ("options", "ruleset", "size", "active"),
    [
        ({}, None, "Large", "New"),
        ({"Size": "Small"}, None, "Small", "Old (Known)"),
        ({"Size": "Huge"}, None, "Huge", None),
        ({}, "Ruleset/Old (Known)", "Small", "Old (Known)"),
        ({}, "old (known)", "Small", "Old (Known)"),
        ({"Size": "Huge"}, "Old (Known)", "Huge", "Old (Known)"),
        ({}, "Lost", "Large", "Lost"),
    ],
)
def test_rulesets(
    options: dict[str, str], ruleset: str | None, size: str, active: str | None
) -> None:
    result = expand(Source("g.lud", f'(game "G"){OPTIONS}'), options, ruleset)
    assert result.chosen["Size"] == size
    assert (result.ruleset.name if result.ruleset else None) == active


@pytest.mark.parametrize(
    ("options", "ruleset", "expected"),
    [
        (
            {"Sise": "Small"},
            None,
            'no option is called "Sise"\n  did you mean Size?\n  known: "Size", "Win Rule"',
        ),
        (
            {"Size": "Tiny"},
            None,
            'no item of the option "Size" is called "Tiny"\n  known: "Small", "Large", "Huge"',
        ),
        (
            {},
            "Odd",
            'no ruleset is called "Odd"\n  known: "Old (Known)", "New", "Lost", "Wrong"',
        ),
    ],
)
def test_unknown_choices(options: dict[str, str], ruleset: str | None, expected: str) -> None:
    with pytest.raises(LudError) as caught:
        expand(Source("g.lud", f'(game "G"){OPTIONS}'), options, ruleset)
    assert str(caught.value) == expected


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(LudError) as caught:
        expanded('(game "G")', Size="9")
    assert str(caught.value) == 'no option is called "Size"\n  this game has none'


# --- metadata -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        ('(info {(a "x")})', '(metadata (info {(a "x")}))'),
        ('(useFor "Size/Large" (a)) (b)', "(metadata (a) (b))"),
        ('(useFor "Size/Small" (a)) (b)', "(metadata (b))"),
        ('{(useFor {"Size/Large" "Win Rule/Line"} (a) (c))}', "(metadata {(a) (c)})"),
        ('{(useFor {"Size/Large" "Win Rule/None"} (a) (c))}', "(metadata {})"),
        ('(useFor "Ruleset/New" (a))', "(metadata (a))"),
        ('(useFor {"Ruleset/Old (Known)"} (a))', "(metadata)"),
        ('(size <Size>) ("A" 1)', "(metadata (size 5) (mine 1))"),
        ('(name "NewTurn") (sites {1..3})', '(metadata (name "NewTurn") (sites {1 2 3}))'),
    ],
)
def test_metadata(metadata: str, expected: str) -> None:
    text = f'(define "A" (mine #1)) (game "G") {OPTIONS} (metadata {metadata})'
    result = expanded(text)
    assert result.metadata is not None
    assert write(result.metadata) == expected
    assert write(result.game) == '(game "G")'


def test_a_mistake_in_the_metadata_is_a_warning() -> None:
    result = expanded('(game "G") (metadata ("Colour") (useFor "Size/9" (a)))')
    assert [problem.message for problem in result.warnings] == [
        '"Colour" is not defined',
        '"Size/9" is no choice of this game',
    ]


# --- places ---------------------------------------------------------------------------------


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


# --- mistakes -------------------------------------------------------------------------------


def check_error(text: str, expected: str) -> None:
    with pytest.raises(LudError) as caught:
        expanded(text)
    assert str(caught.value) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 'g.lud:1:1: the text is empty, expected (game "Name" …)'),
        (" // a", 'g.lud:1:1: nothing but comments, expected (game "Name" …)\n   // a\n  ^'),
        ('(define "A" 1)', 'g.lud:1:1: no game, expected (game "Name" …)\n  (define "A" 1)\n  ^'),
        ('(gam "A")', 'g.lud:1:1: no game: found (gam …), expected (game "Name" …)\n'
                      '  (gam "A")\n  ^^^^^^^^^\n  did you mean game?'),
        ("(game)", "g.lud:1:1: (game …) without a name\n  (game)\n  ^^^^^^\n"
                   '  as in (game "Name" …)'),
        ('(game "G" ("NewTurm"))', 'g.lud:1:12: "NewTurm" is not defined\n'
                                   '  (game "G" ("NewTurm"))\n             ^^^^^^^^^\n'
                                   "  did you mean NewTurn?"),
        ('(game "G" ("Xyz") ("Pqr" 1))', 'g.lud:1:12: "Xyz" is not defined\n'
                                         '  (game "G" ("Xyz") ("Pqr" 1))\n             ^^^^^\n'
                                         'g.lud:1:20: "Pqr" is not defined\n'
                                         '  (game "G" ("Xyz") ("Pqr" 1))\n'
                                         "                     ^^^^^"),
        ('(game "G" ("A" 1)) (define "A" (x ("Xyz")))',
         'g.lud:1:36: "Xyz" is not defined\n  (game "G" ("A" 1)) (define "A" (x ("Xyz")))\n'
         "                                     ^^^^^\n  expanded from g.lud:1:11"),
        ('(game "G" ("A")) (define "A" ("A"))',
         'g.lud:1:11: define "A" never ends: it uses itself\n'
         '  (game "G" ("A")) (define "A" ("A"))\n            ^^^^^'),
        ('(game "G" "A") (define "A" (x y "A"))',
         'g.lud:1:11: define "A" never ends: it uses itself\n'
         '  (game "G" "A") (define "A" (x y "A"))\n            ^^^'),
        ('(game "G" ("A")) (define "A" (x ("B"))) (define "B" {("C")}) (define "C" "A")',
         'g.lud:1:11: define "A" never ends: it uses itself through "B" and "C"\n'
         '  (game "G" ("A")) (define "A" (x ("B"))) (define "B" {("C")}) (define "C" "A")\n'
         "            ^^^^^"),
        ('(game "G" #1)', "g.lud:1:11: #1 stands outside a define\n"
                          '  (game "G" #1)\n            ^^'),
        ('(game "G" (x ~))', "g.lud:1:14: `~` stands only for an argument of a define\n"
                             '  (game "G" (x ~))\n               ^'),
        ('(game "G" ())', "g.lud:1:11: a clause without a word\n"
                          '  (game "G" ())\n            ^^'),
        ('(game "G" (3 4) {(5)})', "g.lud:1:12: a clause begins with a word, found the number 3\n"
                                   '  (game "G" (3 4) {(5)})\n             ^\n'
                                   "g.lud:1:19: a clause begins with a word, found the number 5\n"
                                   '  (game "G" (3 4) {(5)})\n                    ^'),
        ('(game "G" ("A" b:1)) (define "A" (x a:#1))',
         "g.lud:1:37: a label before a label: a:b:\n"
         '  (game "G" ("A" b:1)) (define "A" (x a:#1))\n'
         "                                      ^^^^\n  expanded from g.lud:1:11"),
        ('(game "G" ("A" "b")) (define "A" (x "a#1"))',
         "g.lud:1:37: #1 puts a text into a text\n"
         '  (game "G" ("A" "b")) (define "A" (x "a#1"))\n'
         "                                      ^^^^^\n  expanded from g.lud:1:11"),
        ('(game "G" <Foo>)', "g.lud:1:11: no option has the tag <Foo>\n"
                             '  (game "G" <Foo>)\n            ^^^^^'),
        ('(game "G" <a b>)', "g.lud:1:11: `<a b>` stands only in an item of an option\n"
                             '  (game "G" <a b>)\n            ^^^^^'),
        ('(game "G" (x)*)', "g.lud:1:11: `(x)*` has stars, which only an item of an option has\n"
                            '  (game "G" (x)*)\n            ^^^^'),
        ('(define A 1) (game "G")', "g.lud:1:1: (define …) without a name\n"
                                    '  (define A 1) (game "G")\n  ^^^^^^^^^^^^\n'
                                    '  as in (define "Name" …)'),
        ('(game "G" 0..#1)', "g.lud:1:14: #1 stands outside a define\n"
                             '  (game "G" 0..#1)\n               ^^\n'
                             "g.lud:1:12: `..` stands between two whole numbers or two sites\n"
                             '  (game "G" 0..#1)\n             ^^\n'
                             '  as in 0..7 or "A1".."C3"'),
    ],
)  # fmt: skip
def test_mistakes(text: str, expected: str) -> None:
    check_error(text, expected)


OPTION = '(option "O" <T> args:{<a> <b>} {(item "I" <1> "d")})'


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (f'(game "G" <U>) {OPTION}', "no option has the tag <U>", None),
        (f'(game "G" <T:c>) {OPTION}', 'option "O" has no argument c', "known: a, b"),
        (f'(game "G" <T:b>) {OPTION}', 'item "I" gives no value for <T:b>', None),
        ('(option <T> args:{<a>} {(item "I" <1> "d")})', "(option …) without a name",
         'as in (option "Name" …)'),
        ('(option "O" args:{<a>} {(item "I" <1> "d")})', "an option without a tag",
         'as in (option "Size" <Size> …)'),
        ('(option "O" <T> {(item "I" <1> "d")})', "an option without args:{…}",
         "as in args:{<size> <start>}"),
        ('(option "O" <T> args:{<a>} {})', "an option without items",
         '{(item "Name" <value> "what it is")}'),
        ('(option "O" <T> args:{<a>} {(itm "I")})', 'found `(itm "I")`, expected (item …)', None),
        ('(option "O" <T> args:{<a>} {(item <1> "d")})', "(item …) without a name",
         'as in (item "Name" …)'),
        ('(option "O" <T> args:{<a>} {(item "I" <1> <2> "d")})',
         'item "I" has 2 values, its option 1 arguments', None),
        ("(rulesets)", "rulesets without a list", "as in (rulesets {(ruleset …)…})"),
        ('(rulesets {"R"})', 'found `"R"`, expected (ruleset …)', None),
        ("(rulesets {(ruleset {})})", "(ruleset …) without a name",
         'as in (ruleset "Name" …)'),
    ],
)  # fmt: skip
def test_mistakes_in_options(text: str, message: str, hint: str | None) -> None:
    with pytest.raises(LudError) as caught:
        expanded(text + ' (game "G")')
    problem = caught.value.problems[0]
    assert (problem.message, problem.hint) == (message, hint)
    assert problem.span is not None


def test_a_ruleset_that_chooses_what_is_not_there() -> None:
    with pytest.raises(LudError, match='ruleset "Wrong" chooses "Size/Smal", which is no item'):
        expand(Source("g.lud", f'(game "G"){OPTIONS}'), ruleset="Wrong")


DOUBLING = "".join(f'(define "A{k}" ("A{k + 1}") ("A{k + 1}"))' for k in range(60))


@pytest.mark.parametrize("last", some(("", "x", "(x)"), 3))
def test_what_grows_without_end_is_refused(last: str) -> None:
    with pytest.raises(LudError, match=f"more than {MAX_NODES} nodes after expansion"):
        expanded(f'{DOUBLING}(define "A60" {last}) (game "G" ("A0"))')


@pytest.mark.slow
def test_what_grows_without_end_below_another_is_refused() -> None:
    with pytest.raises(LudError, match="more than"):
        expanded(f'{DOUBLING}(define "A60") (game "G" ("Both" ("A0")))')


def test_text_that_grows_without_end_is_refused() -> None:
    growing = "".join(f'(define "A{k}" ("A{k + 1}" "#1#1"))' for k in range(60))
    with pytest.raises(LudError):
        expanded(f'{growing}(define "A60" (x "#1")) (game "G" ("A0" abc))')


def test_what_is_nested_too_deep_is_refused() -> None:
    chain = "".join(f'(define "A{k}" (x (y (z ("A{k + 1}")))))' for k in range(80))
    with pytest.raises(LudError, match="nested deeper than 200"):
        expanded(f'{chain}(define "A80" x) (game "G" ("A0"))')
    with pytest.raises(LudError, match="never ends"):
        expanded('(define "A" (x (y (z ("A" (w #1)))))) (game "G" ("A" 1))')
    with pytest.raises(LudError):
        expanded('(define "A" 1 ("Both" ("A"))) (game "G" ("Both" ("A")))')


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


# --- against the definition by text ---------------------------------------------------------


class Random:
    """Random defines, some of them in a library, and a game that uses them."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names = list("ABCDE")
        self.random.shuffle(self.names)

    def file(self) -> tuple[str, list[str]]:
        """The text of a rule file and those of the library."""
        own, shared = [], []
        for name in sorted(self.names, key=lambda _: self.random.random()):
            text = f'(define "{name}" {self.items(self.names.index(name), 0)})'
            (own if self.random.random() < 0.7 else shared).append(text)
        return "\n".join(own) + f'\n(game "G" {self.items(-1, 0)})', shared

    def items(self, rank: int, depth: int) -> str:
        return " ".join(self.item(rank, depth) for _ in range(self.random.randint(0, 3)))

    def item(self, rank: int, depth: int) -> str:
        """An item of the define of this rank, which uses only those of higher rank."""
        pick = self.random.random()
        words = ["x", "3", "1..3", "Mover", '"t"', "lab:x", "lab:(q)", "lab:{1 2}"]
        if rank >= 0 and pick < 0.35:
            return self.random.choice(["#1", "#2", "#3", "at:#1", "at:#2", "(#1)", "(#2 z)"])
        if depth < 3 and pick < 0.5:
            inner = self.items(rank, depth + 1)
            return self.random.choice([f"(f {inner})", f"{{{inner}}}"])
        if depth < 3 and pick < 0.75 and rank + 1 < len(self.names):
            return self.use(rank, depth)
        return self.random.choice(words)

    def use(self, rank: int, depth: int) -> str:
        name = self.random.choice(self.names[rank + 1 :])
        given = ["~" if self.random.random() < 0.1 else self.item(rank, depth + 1) for _ in "123"]
        given = given[: self.random.randint(0, 3)]
        if self.random.random() < 0.3:
            return f'"{name}"'
        return '("' + name + '"' + "".join(f" {argument}" for argument in given) + ")"


def test_expansion_is_that_of_the_text() -> None:
    agreed = 0
    for seed in range(1500):
        text, shared = Random(seed).file()
        try:
            found = textual.expand(text, [textual.read_define(define) for define in shared])
            expected = parse_one(found)
        except (LudError, ValueError, IndexError):
            continue
        sources = [Source("shared.def", define) for define in shared]
        assert expand(Source("g.lud", text), defines=Library(sources)).game == expected, text
        agreed += 1
    assert agreed > 1000


# --- the reference files --------------------------------------------------------------------

needs_reference = pytest.mark.skipif(
    not REFERENCE.exists(), reason=f"the reference rule files are not at {REFERENCE}"
)


@cache
def reference_defines() -> list[textual.Define]:
    files = sorted(REFERENCE.glob("defines/**/*.def"))
    texts = [textual.without_comments(file.read_text("utf-8")) for file in files]
    return [
        textual.read_define(form) for text in texts for form in textual.cut(text, "(define ")[1]
    ]


@needs_reference
@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_every_reference_game_expands(part: int) -> None:
    for file in chunks(4)[part]:
        source = Source(file.name, file.read_text("utf-8"))
        assert expand(source, defines=library(REFERENCE / "defines")).name


@needs_reference
def test_every_reference_define_expands() -> None:
    defines = library(REFERENCE / "defines")
    assert len(list(defines.names)) > 150
    for name in defines.names:
        # one of them leaves a define to the game
        text = f'(define "PiecesOwnedBy" 0) (game "G" ("{name}" 1 2 3 4))'
        expand(Source("g.lud", text), defines=defines)


@needs_reference
@pytest.mark.slow
@pytest.mark.parametrize("part", some(range(8), 4, tested=4))
def test_every_reference_game_expands_as_text_does(part: int) -> None:
    for file in chunks(8)[part]:
        text = file.read_text("utf-8")
        game = expand(Source(file.name, text), defines=library(REFERENCE / "defines")).game
        assert game == parse_one(textual.expand(text, reference_defines())), file.name
        assert parse_one(write(game)) == game, file.name


@needs_reference
@pytest.mark.slow
@pytest.mark.parametrize("part", some(range(8), 4, tested=4))
def test_every_option_of_every_reference_game_expands_as_text_does(part: int) -> None:
    for file in chunks(8)[part]:
        source = Source(file.name, file.read_text("utf-8"))
        defines = library(REFERENCE / "defines")
        for option in expand(source, defines=defines).options:
            for item in option.items:
                chosen = {option.heading: item.name}
                game = expand(source, chosen, defines=defines).game
                found = textual.expand(source.text, reference_defines(), chosen)
                assert game == parse_one(found), f"{file.name} {chosen}"


@needs_reference
@pytest.mark.slow
@pytest.mark.parametrize("part", some(range(4), 4, tested=4))
def test_every_ruleset_of_every_reference_game_expands(part: int) -> None:
    for file in chunks(4)[part]:
        source = Source(file.name, file.read_text("utf-8"))
        defines = library(REFERENCE / "defines")
        for ruleset in expand(source, defines=defines).rulesets:
            result = expand(source, ruleset=ruleset.name, defines=defines)
            assert result.ruleset == ruleset


@needs_reference
def test_time_of_a_median_file(capsys: pytest.CaptureFixture[str]) -> None:
    """Prints the time, of which 20 ms is the aim; fails only where something has gone wild."""
    defines = library(REFERENCE / "defines")
    times: list[float] = []
    for file in chunks(6)[0]:
        source = Source(file.name, file.read_text("utf-8"))
        start = time.perf_counter()
        expand(source, defines=defines)
        times.append(time.perf_counter() - start)
    times.sort()
    with capsys.disabled():
        median, last = times[len(times) // 2] * 1e3, times[-1] * 1e3
        print(f"\nexpansion of a reference file: median {median:.1f} ms, longest {last:.1f} ms")
    assert median < 500
