"""Mistakes that expansion finds, and what grows without end."""

import pytest

from helpers.expanding import OPTIONS, expanded
from helpers.marks import some
from interpreter.text.errors import LudError, Source
from interpreter.text.expand import expand
from interpreter.text.uses import MAX_NODES


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
         'g.lud:1:33: the text "A" is the name of the define that it stands in\n'
         '  (game "G" "A") (define "A" (x y "A"))\n                                  ^^^\n'
         "  expanded from g.lud:1:11\n"
         '  a text that names a define stands for it: call the define "MyA", say'),
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
        ('(option "O" <T> args:{<a>} {(itm "I")})', 'found `(itm "I")`, expected (item …)',
         "did you mean item?"),
        ('(option "O" <T> args:{<a>} {(play)})', 'found `(play)`, expected (item …)', None),
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


@pytest.mark.slow
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
