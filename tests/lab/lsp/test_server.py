"""The language server as an editor meets it: its own process, spoken to over its streams."""

from __future__ import annotations

import base64
import random
from collections.abc import Iterator
from typing import Any

import pytest

from helpers.cases.mistakes import cases
from helpers.lab.editor import URI, Editor
from interpreter.play.load import examined, games, read
from interpreter.text.errors import Source
from interpreter.text.layout import lay_out

TEXT = """// A small game; naïve, and 😀 marks it.
(define "Wins" (result Mover Win))
// #1 how many
(define "Row" (is Line #1))

(game "Small 😀"
    (players 2)
    (equipment {
        (board (square <Size:n>))
        (piece "Disc" Each)
        (regions "Home" P1 (sites Bottom))
    })
    (rules
        (start (place "Disc1" (sites P1 "Home")))
        (play (move Add (to (sites Empty)) (then (set Var "Last" (count Moves)))))
        (end { (if ("Row" 3) "Wins") (if (< 9 (var "Last")) (result Mover Draw)) })
    )
)

(option "Size" <Size> args:{<n>} {
    (item "Three" <3> "Three a side")*
    (item "Four" <4> "Four a side")
})
"""


@pytest.fixture(scope="module")
def server() -> Iterator[Editor]:
    with Editor() as editor:
        yield editor


@pytest.fixture
def editor(server: Editor) -> Editor:
    assert server.write(TEXT) == []
    return server


def labels(answer: dict[str, Any]) -> list[str]:
    return [one["label"] for one in answer["items"]]


def shown(editor: Editor, part: dict[str, Any]) -> str:
    return editor.text[editor.offset(part["start"]) : editor.offset(part["end"])]


# Mistakes


@pytest.mark.slow
def test_mistakes_while_typing(editor: Editor) -> None:
    found = editor.write(
        TEXT.replace("(sites Empty)", "(sites Emty)").replace("Mover Win", "Movr Win")
    )
    assert [shown(editor, one["range"]) for one in found] == ["Movr", "Emty"]
    assert "did you mean Empty?" in found[1]["message"]
    assert editor.write(TEXT) == []


def test_a_mistake_in_a_define_tells_where_it_is_used(editor: Editor) -> None:
    (found,) = editor.write(TEXT.replace("(is Line #1)", "(is Line #1 nearby:2)"))
    assert shown(editor, found["range"]) == "nearby"
    (related,) = found["relatedInformation"]
    assert shown(editor, related["location"]["range"]) == '("Row" 3)'


def test_what_the_rules_mean_is_looked_at_after_a_pause(editor: Editor) -> None:
    assert editor.write(TEXT.replace('P1 "Home"))', 'P1 "Hut"))')) == []
    found = editor.diagnostics()
    assert any('called "Hut"' in one["message"] for one in found), found


def test_items_that_are_not_chosen_are_looked_at_too(editor: Editor) -> None:
    assert editor.write(TEXT.replace('"Four" <4>', '"Four" <4000>')) == []
    while not (found := editor.diagnostics()):
        pass
    (one,) = found
    assert one["severity"] == 1
    assert "with the option Size=Four" in one["message"]


def test_what_is_never_used_is_greyed(editor: Editor) -> None:
    (found,) = editor.write(TEXT + '(define "Idle" (move Pass))\n')
    assert found["tags"] == [1]
    assert found["severity"] == 2


# Writing


def test_names_are_offered_while_the_text_is_not_finished(editor: Editor) -> None:
    editor.write(TEXT.replace('"Disc1" (sites P1 "Home")', '"" (sites P1 )'))
    assert labels(editor.about("completion", '(place "', 8))[0] == "Disc"
    assert labels(editor.about("completion", "(sites P1 ", 10))[0] == '"Home"'
    editor.write(TEXT.replace('(place "Disc1"', "(place "))
    assert '"Disc"' in labels(editor.about("completion", "(place ", 7))


def test_a_word_of_a_name_is_completed_by_its_like(editor: Editor) -> None:
    answer = editor.about("completion", "(is Line #1)", 6)
    (full,) = [one for one in answer["items"] if one["label"] == "Full"]
    assert editor.applied([full["textEdit"]]).count("(is Full #1)") == 1
    assert "through:" not in labels(answer)


def test_completion_by_type(editor: Editor) -> None:
    editor.write(TEXT.replace("(sites Empty)", "(sites )"))
    answer = labels(editor.about("completion", "(sites )", 7))
    assert answer.index("Empty") < 12
    assert "Line" not in answer[:50]
    editor.write(TEXT.replace("(move Add (to (sites Empty))", "("))
    answer = editor.about("completion", "(play (", 7)
    forms = {one["label"]: one for one in answer["items"]}
    assert {"move Add", "if", "or", "forEach Piece"} <= forms.keys()
    assert "is Line" not in forms
    assert "board" not in forms
    assert "${1:" in forms["move Step"]["textEdit"]["newText"] or forms["move Step"]


def test_completion_of_labels_names_and_options(editor: Editor) -> None:
    editor.write(TEXT.replace('("Row" 3)', "(is Line 3 )"))
    answer = labels(editor.about("completion", "(is Line 3 )", 11))
    assert {"through:", "exact:"} <= set(answer)
    editor.write(TEXT.replace('P1 "Home"', 'P1 ""'))
    assert {"Disc", "Home"} <= set(labels(editor.about("completion", 'P1 "")', 4))[:3])
    editor.write(TEXT.replace("<Size:n>", "<>"))
    assert labels(editor.about("completion", "(square <>", 9)) == ["Size:n"]
    editor.write(TEXT.replace("(game", "(\n(game"))
    assert "game" in labels(editor.about("completion", "(\n(game", 1))


def test_signatures(editor: Editor) -> None:
    answer = editor.about("signatureHelp", "(is Line #1)", 10)
    first = answer["signatures"][0]
    assert first["label"].startswith("(is Line ")
    parameter = first["parameters"][first["activeParameter"]]["label"]
    assert parameter.startswith("<length:")
    assert parameter in first["label"]


# Reading


def test_hover_of_clauses(editor: Editor) -> None:
    told = editor.about("hover", "move Add", 2)["contents"]["value"]
    assert "(move Add" in told
    assert "Here: " in told
    assert "empty cell" in told.partition("Here: ")[2]
    assert "Example:" in told


@pytest.mark.slow
def test_hover_shows_sites_on_a_small_board_where_an_editor_shows_pictures(editor: Editor) -> None:
    for what, place in (('"Home" P1', 2), ("sites Bottom", 2)):
        told = editor.about("hover", what, place)["contents"]["value"]
        assert "3 sites: A1, B1, C1" in told
        assert "data:image" not in told, "it has not said that it does"
    with Editor(pictures=True) as other:
        other.write(TEXT)
        for what, place in (('"Home" P1', 2), ("sites Bottom", 2)):
            told = other.about("hover", what, place)["contents"]["value"]
            _, _, drawn = told.partition("data:image/svg+xml;base64,")
            picture = base64.b64decode(drawn.removesuffix(")")).decode()
            assert picture.partition('fill="#c2185b"')[2].count("<circle") == 3
        assert "data:image" not in other.about("hover", "sites Empty", 2)["contents"]["value"]


def test_hover_of_names(editor: Editor) -> None:
    told = editor.about("hover", '("Row" 3)', 3)
    assert "#1 how many" in told["contents"]["value"]
    assert "(is Line #1)" in told["contents"]["value"]
    assert shown(editor, told["range"]) == "Row"
    assert "3 sites: A1, B1, C1" in editor.about("hover", '"Home" P1', 2)["contents"]["value"]
    assert "- Three (default): `<3>`" in editor.about("hover", "<Size:n>", 7)["contents"]["value"]


def test_definitions_and_uses(editor: Editor) -> None:
    for mark, after, given, uses in [
        ('("Row" 3)', 3, "Row", 2),
        ("Disc1", 2, "Disc", 2),
        ('P1 "Home"', 5, "Home", 2),
        ('var "Last"', 6, "Last", 2),
        ("<Size:n>", 2, "Size", 2),
        ("<Size:n>", 6, "n", 2),
    ]:
        (found,) = editor.about("definition", mark, after)
        assert shown(editor, found["range"]) == given
        context = {"includeDeclaration": True}
        answer = editor.about("references", mark, after, context=context)
        assert len(answer) == uses, mark
        assert len(editor.about("documentHighlight", mark, after)) == uses


def test_the_definition_of_what_the_library_defines(editor: Editor) -> None:
    editor.write(TEXT.replace('"Wins")', '("NoMoves" Loss))'))
    (found,) = editor.about("definition", '"NoMoves"', 3)
    assert found["uri"].endswith("/NoMoves.def")


@pytest.mark.parametrize(("mark", "after"), [('("Row" 3)', 3), ("Disc1", 1), ('var "Last"', 6),
                                             ('"Home" P1', 2), ("<Size:n>", 2)])  # fmt: skip
def test_renaming(editor: Editor, mark: str, after: int) -> None:
    assert editor.about("prepareRename", mark, after)["placeholder"] in mark
    (edits,) = editor.about("rename", mark, after, newName="Fresh")["changes"].values()
    assert len(edits) == 2
    text = editor.applied(edits)
    assert editor.write(text) == []
    assert editor.diagnostics() == []


def test_renaming_to_what_is_there(editor: Editor) -> None:
    with pytest.raises(LookupError, match='"Wins" is the name of something else'):
        editor.about("rename", '("Row" 3)', 3, newName="Wins")


def test_outline(editor: Editor) -> None:
    found = editor.about("documentSymbol")
    assert [one["name"] for one in found] == ["Wins", "Row", "Small 😀", "Size"]
    assert [one["name"] for one in found[3]["children"]] == ["Three", "Four"]
    equipment = found[2]["children"][1]
    assert [one["name"] for one in equipment["children"]] == ["board", "Disc", "Home"]


def test_folding_and_selection(editor: Editor) -> None:
    lines = editor.text.split("\n")
    folds = {(one["startLine"], one["endLine"]) for one in editor.about("foldingRange")}
    assert (lines.index('(game "Small 😀"'), lines.index(")") - 1) in folds
    (found,) = editor.about("selectionRange", positions=[editor.position("Moves)")])
    steps = []
    while found:
        steps.append(shown(editor, found["range"]))
        found = found.get("parent")
    assert steps[:3] == ["Moves", "(count Moves)", '(set Var "Last" (count Moves))']
    assert steps[-1] == editor.text


def test_colours(editor: Editor) -> None:
    legend = editor.can["semanticTokensProvider"]["legend"]["tokenTypes"]
    data = editor.about("semanticTokens/full")["data"]
    found: dict[str, str] = {}
    line = column = 0
    for place in range(0, len(data), 5):
        down, along, length, kind, _ = data[place : place + 5]
        line, column = line + down, along + (column if not down else 0)
        start = editor.offset({"line": line, "character": column})
        end = editor.offset({"line": line, "character": column + length})
        found[editor.text[start:end]] = legend[kind]
    assert found["// #1 how many"] == "comment"
    assert found["define"] == "macro"
    assert found["move"] == found["Add"] == "keyword"
    assert found["Mover"] == "enumMember"
    assert found['"Row"'] == "function"
    assert found['"Disc"'] == "string"
    assert found["<Size:n>"] == "variable"
    assert found["#1"] == "parameter"


def test_inlays(editor: Editor) -> None:
    editor.write(TEXT.replace("(square <Size:n>)", "(rectangle 3 4)"))
    part = {"start": editor.at(0), "end": editor.at(len(editor.text))}
    found = {one["label"] for one in editor.about("inlayHint", range=part)}
    assert {"rows:", "columns:"} <= found


# Changing


def test_formatting(editor: Editor) -> None:
    options = {"tabSize": 4, "insertSpaces": True}
    untidy = TEXT.replace("    (players 2)", "  (players   2)")
    editor.write(untidy)
    edits = editor.about("formatting", options=options)
    assert editor.applied(edits) == TEXT == lay_out(Source("x", untidy))
    editor.write(TEXT)
    assert editor.about("formatting", options=options) == []
    editor.write("(game")
    assert editor.about("formatting", options=options) == []


def actions(editor: Editor, mark: str, after: int = 0) -> dict[str, str]:
    place = editor.position(mark, after)
    part = {"start": place, "end": place}
    found = editor.about("codeAction", range=part, context={"diagnostics": []})
    return {
        one["title"]: editor.applied(
            [edit for edits in one["edit"]["changes"].values() for edit in edits]
        )
        for one in found
    }


def test_the_suggestion_of_a_mistake_is_taken(editor: Editor) -> None:
    editor.write(TEXT.replace("(sites Empty)", "(sites Emty)"))
    assert actions(editor, "Emty")["write Empty"] == TEXT


def test_a_define_is_made_and_unfolded(editor: Editor) -> None:
    made = actions(editor, "(sites Bottom)")["make a define of this clause"]
    assert '(define "SitesBottom"\n    (sites Bottom)\n)\n\n(game' in made
    assert '(regions "Home" P1 "SitesBottom")' in made
    assert editor.write(made) == []
    unfolded = actions(editor, 'P1 "SitesBottom"', 5)['unfold the define "SitesBottom"']
    assert '(regions "Home" P1 (sites Bottom))' in unfolded
    editor.write(TEXT)
    unfolded = actions(editor, '("Row" 3)', 3)['unfold the define "Row"']
    assert "(if (is Line 3)" in unfolded


def test_a_number_becomes_an_option(editor: Editor) -> None:
    made = actions(editor, "(< 9 ", 3)["turn this number into an option"]
    assert "(< <Number:n> " in made
    assert '(item "9" <9> "As it was")*' in made
    assert editor.write(made) == []


# The protocol


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_places_are_counted_as_the_editor_counts(encoding: str) -> None:
    codec, width = f"{encoding}-le".replace("utf-8-le", "utf-8"), int(encoding[4:]) // 8
    with Editor(encoding) as editor:
        assert editor.can["positionEncoding"] == encoding
        line = '    (equipment { (piece "Dis😀c" Each) }) (rules (play (mvoe Pass)))'
        (found,) = editor.write(f'(game "Naïve"\n    (players 2)\n{line}\n)\n')
        start = len(line[: line.index("mvoe")].encode(codec)) // width
        assert found["range"]["start"] == {"line": 2, "character": start}


def test_a_change_of_some_letters(editor: Editor) -> None:
    start = editor.position("Empty")
    end = {**start, "character": start["character"] + 5}
    editor.version += 1
    held = {"uri": URI, "version": editor.version}
    change = {"range": {"start": start, "end": end}, "text": "Emty"}
    editor.say("textDocument/didChange", {"textDocument": held, "contentChanges": [change]})
    (found,) = editor.diagnostics()
    assert "Emty" in found["message"]


@pytest.mark.slow
def test_garbage_does_not_stop_the_server(server: Editor) -> None:
    chance = random.Random(7)
    text = read("Oware").text
    for _ in range(60):
        start, end = sorted(chance.randrange(len(text)) for _ in "12")
        wrong = text[:start] + "".join(chance.choices('(){}<>"#:~. ab1\n', k=30)) + text[end:]
        server.write(wrong)
        place = server.at(chance.randrange(len(wrong)))
        for method in ("completion", "hover", "signatureHelp", "definition"):
            server.about(method, position=place)
        for method in ("documentSymbol", "foldingRange", "semanticTokens/full"):
            server.about(method)
    assert server.write(TEXT) == []


# Everything


@pytest.mark.slow
def test_nothing_is_wrong_with_games_of_the_library(server: Editor) -> None:
    for name in sorted(games())[::12]:
        check_game(server, name)


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(6))
def test_nothing_is_wrong_with_any_game_of_the_library(server: Editor, part: int) -> None:
    for name in sorted(games())[part::6]:
        check_game(server, name)


def check_game(editor: Editor, name: str) -> None:
    text = read(name).text
    assert editor.write(text) == [], name
    assert editor.about("formatting", options={"tabSize": 4, "insertSpaces": True}) == [], name
    assert editor.about("documentSymbol"), name
    assert editor.about("foldingRange"), name
    assert editor.about("semanticTokens/full")["data"], name
    part = {"start": editor.at(0), "end": editor.at(len(text))}
    editor.about("inlayHint", range=part)
    for offset in range(0, len(text), max(1, len(text) // 12)):
        position = editor.at(offset)
        for method in ("hover", "completion", "signatureHelp", "definition", "prepareRename"):
            editor.about(method, position=position)
        editor.about("codeAction", range={"start": position, "end": position},
                     context={"diagnostics": []})  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    "part", [0, *(pytest.param(k, marks=pytest.mark.thorough) for k in range(1, 16))]
)
def test_every_mistake_is_told(server: Editor, part: int) -> None:
    for case in cases()[part::16]:
        if case.options():
            continue
        found = server.write(case.text())
        if all(one["severity"] != 1 for one in found):
            found = server.diagnostics()
        said = {one["message"].partition("\n")[0] for one in found}
        wanted = {one.message for one in examined(Source("base.lud", case.text()))}
        assert {one for one in wanted if "\n" not in one} <= said, str(case)
