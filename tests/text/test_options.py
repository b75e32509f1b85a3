"""Options, rulesets and metadata."""

import pytest

from helpers.expanding import LIBRARY, OPTIONS, body, expanded
from interpreter.text.errors import LudError, Source
from interpreter.text.expand import expand
from interpreter.text.printer import write


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
    told = [warning.message for warning in result.warnings]
    assert told == ['the item "Huge" has as many stars as "Large"']


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


def test_settings_that_touch_are_two_and_others_are_no_settings() -> None:
    text = f'(game "G"){OPTIONS}(rulesets {{(ruleset "Ruleset/Near" {{%s}})}})'
    touching = Source("g.lud", text % '"Size/Huge""Win Rule/None"')
    assert expand(touching, {}, "Near").chosen == {"Size": "Huge", "Win Rule": "None"}
    for wrong in ("Size/Huge", "(a)", '"Size/Huge"x'):
        with pytest.raises(LudError, match="is no text"):
            expand(Source("g.lud", text % wrong), {}, None)


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
