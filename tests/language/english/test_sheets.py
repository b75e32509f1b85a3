"""Rules in words: templates, whole games against `golden`, grown rules, HTML."""

from __future__ import annotations

import os
import random
from dataclasses import replace

import pytest

from helpers.marks import each_game
from helpers.paths import DOCS, TESTS
from interpreter import LudError
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.bind import bind
from interpreter.language.catalogue import Ludeme
from interpreter.language.english.describe import describe, speaker_for, unworded
from interpreter.language.english.inflection import listed, plural, polished, verb
from interpreter.language.english.paragraphs import Item, Section, as_html, as_text
from interpreter.language.english.phrasebook import templates
from interpreter.language.english.templates import MODES, Optional, TemplateError, template
from interpreter.language.grow import BarrenError, Frame, Grower
from interpreter.language.nodes import Node
from interpreter.language.parts import GameRules
from interpreter.language.signatures import Moves
from interpreter.play.load import catalogue, lowered, read, rules_of
from interpreter.text.syntax import parse_one
from interpreter.text.tree import Clause
from lab.pages.reference import example_of

FOLDER = TESTS / "language" / "english" / "golden"
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
    return bind(rules_of(read(text)).game, GameRules, catalogue())


def told(
    play: str = "(move Pass)",
    condition: str = "(is Full)",
    *,
    players: int = 2,
    piece: str = "Disc",
) -> str:
    """The rules of a small game as one line."""
    return sheet(RULES.format(play=play, condition=condition, players=players, piece=piece))


def test_a_game_without_players_goes_on_by_itself() -> None:
    text = told("(add (to (sites Empty)))", players=0)
    assert "Nobody plays: all moves that the rules give are made together" in text


def test_the_kind_of_site_is_told_where_it_is_not_the_boards() -> None:
    hand = "(all Sites (sites Hand Mover) if:(= 0 (count {}at:(site))))"
    played = "(move Add (to Edge (sites Empty Edge)))"
    for use, kind in (("", ""), (" use:Vertex", "Cell ")):
        text = RULES.replace("(square 3)", f"(square 3){use}").format(
            play=played, condition=hand.format(kind), players=2, piece="Disc"
        )
        assert "If your hand is empty" in sheet(text)
        assert "an empty edge" in sheet(text)
        without = sheet(text.replace("count Cell", "count"))
        assert ("If your hand is empty" in without) == (not use)


def sheet(text: str) -> str:
    return " ".join(as_text(describe(bound(text), lowered), 10_000).split())


# Templates


def form_of(name: str) -> Ludeme:
    return next(form for form in FORMS if form.name == name)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_templates_name_real_parameters(form: Ludeme) -> None:
    for one in templates(form):
        assert one.mode in ("", *MODES)


def test_every_form_has_words() -> None:
    assert [str(form) for form in FORMS if not templates(form)] == []


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
    entry = Ludeme("x", form_of("is Line").form, (), (), "", (), words=(words,))
    with pytest.raises(TemplateError, match=message):
        templates(entry)


@pytest.mark.parametrize(
    ("name", "words", "behind"),
    [
        ("move Pass", "pass", "\tthen "),
        ("forEach Site", "at {sites}, {moves}", ";\nafter that, "),
        ("move Pass", "effect: pass", "\tthen "),
        ("move Pass", "able: pass", ""),
        ("move Pass", "{then:block} is what follows a pass", ""),
        ("is Full", "the board ~is full", ""),
    ],
)
def test_what_follows_a_move_is_told_behind_it(name: str, words: str, behind: str) -> None:
    last = template(words, form_of(name)).parts[-1]
    assert (last.parts[0] if isinstance(last, Optional) else "") == behind


@pytest.mark.parametrize(
    ("condition", "given"),
    [("(is Line 3)", False), ("(is Line 3 if:(is Full))", True), ("(is Line 3 through:0)", True)],
)
def test_a_guard_may_ask_for_one_of_several_arguments(condition: str, given: bool) -> None:
    node = bind(parse_one(condition), Bool, catalogue())  # type: ignore[arg-type]
    for words in (
        ("{?length}{?through, if}given", "{?length}none"),
        ("{?length}{?!through, if}none", "{?length}{?through, if}given"),
    ):
        entry = Ludeme("x", node.ludeme.form, (), (), "", (), words=words)
        told_so = speaker_for(node, lowered).phrase(Node(entry, node.args, node.span)).text
        assert told_so == ("given" if given else "none")


@pytest.mark.parametrize(("site", "words"), [("(to)", "same"), ("(from)", "another")])
def test_a_guard_may_ask_whether_two_arguments_are_the_same(site: str, words: str) -> None:
    node = bind(parse_one(f"(= (what at:(to)) (who at:{site}))"), Bool, catalogue())  # type: ignore[arg-type]
    told_so = ("{?left.at==right.at}{?left}{?right}same", "{?left}{?right}another")
    entry = replace(node.ludeme, words=told_so)
    assert speaker_for(node, lowered).phrase(Node(entry, node.args, node.span)).text == words


# Whole games


@pytest.mark.alike(4)
@pytest.mark.parametrize("name", each_game())
def test_every_game_is_told_without_gaps(name: str) -> None:
    node = bound(name)
    assert unworded(node, lowered) == []
    text = as_text(describe(node, lowered))
    assert not set("{}~+\t") & set(text)
    assert " ," not in text
    assert "()" not in text


@pytest.mark.parametrize("name", TOLD)
def test_games_in_words(name: str) -> None:
    path = FOLDER / f"{name}.txt"
    text = as_text(describe(bound(name), lowered)) + "\n"
    if os.environ.get("GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def test_the_page_on_the_command_line_shows_what_is_told() -> None:
    page = (DOCS / "command-line.md").read_text(encoding="utf-8")
    assert as_text(describe(bound("Breakthrough"), lowered)) in page


def test_sections_follow_each_other() -> None:
    titles = [section.title for section in describe(bound("Hex"), lowered)]
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
        ("(= (count in:(sites Top)) 2)", "If the number of pieces on the top row is two, you win."),
        ("(all Sites (sites Top) if:(is Occupied (site)))",
         "If every cell of the top row is occupied, you win."),
        ("(= (what at:(last To) level:(topLevel at:(last To))) (id \"Disc\" Mover))",
         "If the cell just moved to holds one of your Discs on top, you win."),
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
        ("(move Add (to (sites Empty)) (then (custodial (between if:(is Enemy (who at:(between))) "
         "(apply (remove (between) at:EndOfTurn (then (moveAgain))))))))",
         "place one of your pieces on an empty cell. Then, wherever the line between the piece "
         "just moved and one of your pieces is filled with enemy pieces, remove them at the end of "
         "the turn, and then move again."),
        ("(move Add (to (sites Empty)) (then (surround (between if:(is Enemy (who at:(between))) "
         "(apply (promote (between) (piece \"Disc\") Mover))))))",
         "place one of your pieces on an empty cell. Then, for all enemy pieces next to where the "
         "move began that have one of your pieces on all sides, turn the piece in between into a "
         "Disc of your own."),
        ("(move Add (to (sites Empty)) (then (enclose (between if:(is Enemy (who at:(between) "
         "level:1)) (apply (remove (between)))))))",
         "place one of your pieces on an empty cell. Then remove every group of "
         "enemy pieces (level: one) next to the piece just moved that has no empty neighbour."),
    ],
)  # fmt: skip
def test_moves(play: str, words: str) -> None:
    assert f"On your turn, {words}" in told(play)


def test_more_than_two_players_have_no_single_opponent() -> None:
    text = told(condition="(no Moves Next)", players=3)
    assert "If the next player has no move" in text
    assert "in the order P1, P2, P3" in text


def test_a_form_without_words_is_told_by_what_its_entry_says() -> None:
    node = bind(parse_one("(is Line 3)"), Bool, catalogue())  # type: ignore[arg-type]
    bare = Ludeme("is Line", node.ludeme.form, (), (), "", ())
    speaker = speaker_for(node, lowered)
    plain = "like pieces form a row through a site (length: three)"
    assert speaker.phrase(Node(bare, node.args, node.span)).text == plain
    assert speaker.lacking == [bare]


def test_an_argument_of_which_nothing_is_said_is_no_detail() -> None:
    node = bind(parse_one("(move Select (from))"), Moves, catalogue())  # type: ignore[arg-type]
    entry = Ludeme("move Select", node.ludeme.form, (), (), "", ())
    found = speaker_for(node, lowered).phrase(Node(entry, node.args, node.span))
    assert found.text == "choose one site, or one and then another"


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [("(sites {})", Sites, "None."), ("(is In {} (sites Top))", Bool, "None is in the top row."),
     ("(or {})", Moves, "The moves of several rules together (rules: none).")],
)  # fmt: skip
def test_an_empty_list_is_told(text: str, kind: type, words: str) -> None:
    node = bind(parse_one(text), kind, catalogue())  # type: ignore[arg-type]
    assert as_text(describe(node, lowered)) == f"Rules\n  {words}"


@pytest.fixture
def no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the phrase book nor the entries have any template."""
    monkeypatch.setattr("interpreter.language.english.speaker.templates", lambda form: ())


@pytest.mark.alike(4)
@pytest.mark.usefixtures("no_words")
@pytest.mark.parametrize("name", each_game())
def test_every_game_can_be_told_without_any_template(name: str) -> None:
    text = as_text(describe(bound(name), lowered))
    assert text.startswith(("Board\n  The board", "Board\n  A plane", "Board\n  A board"))
    assert "()" not in text
    assert not set("{}~+\t`") & set(text)


@pytest.mark.usefixtures("no_words")
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_form_can_be_told_in_any_way_without_a_template(form: Ludeme) -> None:
    node = example_of(form)
    assert node is not None
    speaker = speaker_for(node, lowered)
    for mode in ("", *MODES):
        assert speaker.phrase(node, mode).flow
    assert speaker.phrase(node, denied=True).flow


@pytest.mark.usefixtures("no_words")
def test_details_stand_in_brackets_or_below() -> None:
    play = "(or {(move Add (to (sites Empty))) (move Pass)})"
    text = told(play, "(not (is Line 3 throughAny:(sites Top)))")
    assert (
        "The moves of the game: - Moves: the moves of several rules together: "
        "- Rules: - Put a piece on a cell (to: where a move ends (cells: the cells with no piece))."
        " - Do nothing."
    ) in text
    assert (
        "- Condition: a condition does not hold: "
        "- Condition: like pieces form a row through a cell (length: three; through any: a part of "
        "the board (zone: top))."
    ) in text


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
    assert verb("show", several=False, denied=True) == "do not show"
    assert verb("would", several=False, denied=True) == "would not"


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
            text = as_text(describe(node, lowered))
            assert text.startswith("Rules\n")
            assert unworded(node, lowered) == []


def test_html_is_nested_and_escaped() -> None:
    inner = Item("Take <it> & go.")
    text = as_html([Section("A “B”", (Item("One:", (inner, Item("Two:", (inner,)))),))])
    assert text.split("\n") == [
        "<h2>A “B”</h2>", "<p>One:</p>", "<ul>", "<li>Take &lt;it&gt; &amp; go.</li>",
        "<li>Two:", "<ul>", "<li>Take &lt;it&gt; &amp; go.</li>", "</ul>", "</li>", "</ul>",
    ]  # fmt: skip


def test_names_of_pieces_are_escaped() -> None:
    node = bound(RULES.format(play="(move Pass)", condition="(is Full)", players=2, piece="<b>&"))
    text = as_html(describe(node, lowered))
    assert "&lt;b&gt;&amp;" in text
    assert "<b>" not in text
