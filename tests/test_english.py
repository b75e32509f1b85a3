"""Rules in words: templates, whole games against `golden/english`, grown rules, HTML."""

from __future__ import annotations

import os
import random

import pytest

from helpers.marks import each_game
from helpers.paths import DOCS, TESTS
from interpreter import LudError
from interpreter.english import describe, speaker_for, unworded
from interpreter.inflection import listed, plural, polished, verb
from interpreter.ir import Bool, Int, Sites
from interpreter.language.bind import bind
from interpreter.language.catalogue import Ludeme
from interpreter.language.grow import BarrenError, Frame, Grower
from interpreter.language.nodes import Node
from interpreter.language.signatures import Moves
from interpreter.paragraphs import Item, Section, as_html, as_text
from interpreter.play.load import catalogue, defines, read
from interpreter.rules import GameRules
from interpreter.text.expand import expand
from interpreter.text.syntax import parse_one
from interpreter.text.tree import Clause
from interpreter.wording import MODES, TemplateError, templates

FOLDER = TESTS / "golden" / "english"
FORMS = list(catalogue())
TOLD = ("Bagh-Chal", "Breakthrough", "English Draughts", "Go", "Hex", "Nine Men's Morris",
        "Reversi", "Yavalath")  # fmt: skip

RULES = """
(game "Words"
    (players {players})
    (equipment {{ (board (square 3)) (piece "{piece}" Each) (regions "Home" P1 (sites Top)) }})
    (rules (play {play}) (end (if {condition} (result Mover Win))))
)
"""


def bound(text: str) -> Node:
    expanded = expand(read(text), defines=defines())
    return bind(expanded.game, GameRules, catalogue())


def told(
    play: str = "(move Pass)",
    condition: str = "(is Full)",
    *,
    players: int = 2,
    piece: str = "Disc",
) -> str:
    """The rules of a small game as one line."""
    text = RULES.format(play=play, condition=condition, players=players, piece=piece)
    return " ".join(as_text(describe(bound(text)), 10_000).split())


# Templates


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_templates_name_real_parameters(form: Ludeme) -> None:
    for template in templates(form):
        assert template.mode in ("", *MODES)


def test_every_form_has_words() -> None:
    assert [str(form) for form in FORMS if not form.words] == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("{lenght} in a row", "lenght is no parameter"),
        ("{length:plural} in a row", "plural is no mode"),
        ("{length} in a row[", "a bracket is not closed"),
        ("{length} in a row]", "a bracket too many"),
        ("{length in a row", "unbalanced braces"),
    ],
)
def test_a_template_with_a_mistake_is_refused(words: str, message: str) -> None:
    line = next(form for form in FORMS if form.name == "is Line")
    entry = Ludeme("x", line.form, (), (), "", (), words=(words,))
    with pytest.raises(TemplateError, match=message):
        templates(entry)


# Whole games


@pytest.mark.parametrize("name", each_game())
def test_every_game_is_told_without_gaps(name: str) -> None:
    node = bound(name)
    assert unworded(node) == []
    text = as_text(describe(node))
    assert not set("{}~+\t") & set(text)
    assert " ," not in text
    assert "()" not in text


@pytest.mark.parametrize("name", TOLD)
def test_games_in_words(name: str) -> None:
    path = FOLDER / f"{name}.txt"
    text = as_text(describe(bound(name))) + "\n"
    if os.environ.get("GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def test_the_page_on_the_command_line_shows_what_is_told() -> None:
    page = (DOCS / "command-line.md").read_text(encoding="utf-8")
    assert as_text(describe(bound("Breakthrough"))) in page


def test_sections_follow_each_other() -> None:
    titles = [section.title for section in describe(bound("Hex"))]
    assert titles == ["Board", "Pieces", "Regions", "Start", "Play", "End"]


# Sentences


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("(not (is Full))", "If the board is not full, you win."),
        ("(not (is Line 3))", "If there is no row of three or more, you win."),
        ("(not (and (is Full) (is Line 3)))",
         "If the board is not full or there is no row of three or more, you win."),
        ("(not (not (is Full)))", "If the board is full, you win."),
        ("(no Moves Next)", "If your opponent has no move, you win."),
        ("(is In (last To) (sites Mover))",
         "If the cell just moved to is in your region, you win."),
        ("(= (who at:0) (next))", "If A1 holds one of the next player's pieces, you win."),
        ("(= (count Sites in:(sites Empty)) 0)", "If there are no empty cells, you win."),
        ("(all Sites (sites Top) if:(is Occupied (site)))",
         "If every cell of the top row is occupied, you win."),
    ],
)  # fmt: skip
def test_conditions(condition: str, words: str) -> None:
    assert told(condition=condition).endswith(words)


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ("(move Add (to (sites Empty)))", "place one of your pieces on an empty cell."),
        ("(move Add (to (sites Empty) if:(is In (to) (sites Top))))",
         "place one of your pieces on an empty cell that is in the top row."),
        ("(move Remove (sites Occupied by:Enemy))", "remove one of the enemy's pieces."),
        ("(forEach Piece (move Step Orthogonal (to if:(is Enemy (who at:(to))))))",
         "with one of your pieces, step orthogonally to a cell that holds an enemy piece."),
        ("(forEach Piece (move Hop (between if:(is Friend (who at:(between)))) "
         "(to if:(is Empty (to)))))",
         "with one of your pieces, hop over one of your pieces to an empty cell."),
        ("(if (is Mover P1) (move Pass) (move Add (to (sites Empty))))",
         "if you are P1, pass; otherwise, place one of your pieces on an empty cell."),
        ("(move Add (to (sites Empty)) (then (remove (sites Around (last To)))))",
         "place one of your pieces on an empty cell; then remove the pieces on the cells next to "
         "the cell just moved to."),
    ],
)  # fmt: skip
def test_moves(play: str, words: str) -> None:
    assert f"On your turn, {words}" in told(play)


def test_more_than_two_players_have_no_single_opponent() -> None:
    text = told(condition="(no Moves Next)", players=3)
    assert "If the next player has no move" in text
    assert "in the order P1, P2, P3" in text


def test_a_form_without_words_is_told_by_its_name() -> None:
    node = bind(parse_one("(is Line 3)"), Bool, catalogue())  # type: ignore[arg-type]
    bare = Ludeme("is Line", node.ludeme.form, (), (), "", ())
    speaker = speaker_for(node)
    assert speaker.phrase(Node(bare, node.args, node.span)).text == "is line (three)"
    assert speaker.lacking == [bare]


@pytest.mark.parametrize(
    ("one", "several"),
    [("Man", "Men"), ("Fox", "Foxes"), ("DoubleCounter", "DoubleCounters"), ("Pony", "Ponies"),
     ("Swordsman", "Swordsmen"), ("Half", "Halves"), ("Ox", "Oxen"), ("Day", "Days")],
)  # fmt: skip
def test_plurals(one: str, several: str) -> None:
    assert plural(one) == several


def test_verbs_agree_and_are_denied() -> None:
    assert verb("wins", several=True) == "win"
    assert verb("holds", several=False, denied=True) == "does not hold"
    assert verb("is", several=True, denied=True) == "are not"
    assert verb("passes", several=True) == "pass"


def test_articles_and_lists() -> None:
    assert polished("a(n) empty cell and a(n) uniform") == "an empty cell and a uniform"
    assert listed(["A1", "B1", "C1"]) == "A1, B1 and C1"


# Whatever there is


KINDS = (Bool, Int, Sites, Moves)


@pytest.mark.parametrize("seed", range(40))
def test_grown_rules_can_be_told(seed: int) -> None:
    grower = Grower(catalogue(), random.Random(seed))
    for kind in KINDS:
        for _ in range(5):
            try:
                tree = grower.grow(kind, Frame())
                assert isinstance(tree, Clause)
                node = bind(tree, kind, catalogue())
            except (AssertionError, BarrenError, LudError):  # a leaf, or nothing to be told
                continue
            text = as_text(describe(node))
            assert text.startswith("Rules\n")
            assert unworded(node) == []


def test_html_is_nested_and_escaped() -> None:
    inner = Item("Take <it> & go.")
    text = as_html([Section("A “B”", (Item("One:", (inner, Item("Two:", (inner,)))),))])
    assert text.split("\n") == [
        "<h2>A “B”</h2>", "<p>One:</p>", "<ul>", "<li>Take &lt;it&gt; &amp; go.</li>",
        "<li>Two:", "<ul>", "<li>Take &lt;it&gt; &amp; go.</li>", "</ul>", "</li>", "</ul>",
    ]  # fmt: skip


def test_names_of_pieces_are_escaped() -> None:
    node = bound(RULES.format(play="(move Pass)", condition="(is Full)", players=2, piece="<b>&"))
    text = as_html(describe(node))
    assert "&lt;b&gt;&amp;" in text
    assert "<b>" not in text
