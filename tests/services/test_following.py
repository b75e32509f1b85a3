"""What may be written at a place of a text, as a grammar; small grammars."""

from __future__ import annotations

import re
from random import Random

import pytest

from helpers.marks import examples
from interpreter.language.bind import bind
from interpreter.language.grammar.making import Scope, grammar
from interpreter.language.grammar.productions import Grammar, Text
from interpreter.language.grammar.sampling import Sampler
from interpreter.language.parts import GameRules
from interpreter.play.load import catalogue, defines, games, read, rules_of
from interpreter.services.document import Document
from interpreter.services.following import Following, following, scope_of
from interpreter.services.names import Names
from interpreter.text.errors import LudError, Source
from interpreter.text.tree import Angled, Form, Item, Joined, Reference, String, Symbol
from lab.models.choice import scope

TEXT = """(define "Far" (sites Top))
(game "Small"
    (players 2)
    (equipment {
        (board (square 3)) (piece "Man" Each (move Step (to if:(is Empty (to)))))
        (regions "Home" P1 (sites Bottom))
    })
    (rules
        (play (or (forEach Piece "Man") (move Add (to (sites Empty)))))
        (end (if (is Line 3) (result Mover Win)))
    )
)
"""


def opened(text: str) -> Document:
    return Document(Source("small.lud", text), catalogue(), defines())


def at(text: str, place: int, *, whole: bool = False, small: Scope | None = None) -> Following:
    document = opened(text)
    return following(document, Names(document), place, small, whole=whole)


def marked(text: str) -> Following:
    """What may stand where a mark is."""
    assert text.count("|") == 1
    return at(text.replace("|", ""), text.index("|"))


def drawn(found: Following, count: int) -> list[str]:
    sampler = Sampler(found.grammar, Random(1), 30)
    return [sampler.text() for _ in range(count)]


def put_in(found: Following, text: str, count: int = 1) -> list[str]:
    before, after = text[: found.start], text[found.end :]
    return [before + one + after for one in drawn(found, count)]


def mistakes(text: str) -> list[str]:
    return [str(one) for one in opened(text).problems if not one.warning]


@pytest.mark.alike(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "gone"),
    [
        ("(is Line |3)", "3"),
        ("(to |(sites Empty))", "(sites Empty)"),
        ("(result |Mover", "Mover"),
        ("(sites |Bottom)", "Bottom"),
        ("(play |(or", ""),
        ("(is |Line 3)", "Line"),
        ("(|is Line 3)", "is"),
        ("{\n        |(board", ""),
        ("if:|(is Empty (to))", "(is Empty (to))"),
        ('Piece |"Man"', '"Man"'),
        ("(end |(if", "(if (is Line 3) (result Mover Win))"),
    ],
)
def test_what_is_put_in_fits(place: str, gone: str) -> None:
    start = TEXT.index(place.replace("|", "")) + place.index("|")
    text = TEXT[:start] + TEXT[start + len(gone) :]
    for made in put_in(at(text, start), text, examples(15)):
        assert not mistakes(made), made


@pytest.mark.slow
def test_it_takes_the_place_of_the_word_that_is_written() -> None:
    text = TEXT.replace("(is Line 3)", "(is Li| 3)")
    found = marked(text)
    assert text[found.start : found.end + 1] == "Li|"
    words = {one.split()[0] for one in drawn(found, 300)}
    assert "Line" in words
    assert not words & {"Li", "3", "Line3"}


def test_names_of_the_file_are_used() -> None:
    document = opened(TEXT)
    found = scope_of(document, Names(document), Scope())
    assert found.names == {"piece": ["Man", "Man1", "Man2"], "region": ["Home"]}
    assert list(found.defines) == []
    document = opened(TEXT.replace("(sites Empty)", '("Far")'))
    assert list(scope_of(document, Names(document), Scope()).defines) == ["Far"]
    pieces = marked(TEXT.replace('Piece "Man"', "Piece |")).grammar.rules["name_of_piece"]
    assert list(pieces) == [(Text('"Man"'),), (Text('"Man1"'),), (Text('"Man2"'),)]


def test_names_of_a_text_that_is_not_whole() -> None:
    document = opened(TEXT[: TEXT.index("(end ")])
    assert scope_of(document, Names(document), Scope()).names["piece"][0] == "Man"


@pytest.mark.alike(2)
@pytest.mark.parametrize(
    "behind",
    [
        *("(game", '(game "Small"', "(players 2)", "(piece", '(piece "Man" Each', "if:"),
        *("(sites Bottom", "(rules", "(play (or", "(is Line", "(result"),
    ],
)
def test_the_rest_of_the_rules(behind: str) -> None:
    text = TEXT[: TEXT.index(behind) + len(behind)]
    found = at(text, len(text), whole=True, small=scope(like=["line"], sensible=True))
    for made in put_in(found, text, examples(6)):
        bind(rules_of(Source("small.lud", made)).game, GameRules, catalogue())


def test_nothing_is_known_in_a_define() -> None:
    with pytest.raises(LudError, match="in a define"):
        marked(TEXT.replace("(sites Top)", "(sites |Top)"))
    with pytest.raises(LudError, match="not understood"):
        marked(TEXT.replace("(is Line 3)", "(Nonsense |3)"))


def test_an_empty_text() -> None:
    found = at("", 0, small=scope(like=["Yavalath"], sensible=True))
    assert drawn(found, 1)[0].strip().startswith("(game")


def arguments(document: Document) -> list[Item]:
    """Everything that stands in the game, but not in what is put in there."""
    found: list[Item] = []

    def walk(item: Item) -> None:
        for one in document.inside(item):
            used = isinstance(item, Form) and isinstance(item.items[0], String)
            if not used and not isinstance(one, Joined | Angled | Reference):
                found.append(one)
                walk(one)

    for item in document.items:
        head = item.items[0] if isinstance(item, Form) and item.items else None
        if isinstance(head, Symbol) and head.text == "game":
            walk(item)
    return found


@pytest.mark.slow
def test_places_of_the_library() -> None:
    """What is put in for something that was taken out fits, unless defines hide what they are."""
    rng, fitting, tried = Random(5), 0, 0
    while tried < examples(15):
        document = opened(read(rng.choice(sorted(games()))).text)
        several = arguments(document)
        if not several:
            continue
        span = rng.choice(several).span
        text = document.text[: span.start] + document.text[span.end :]
        try:
            found = at(text, span.start)
        except LudError:
            continue  # what defines stand for is not known
        tried += 1
        fitting += not mistakes(put_in(found, text)[0])
    assert fitting >= 0.8 * tried


# Small grammars


def test_a_grammar_like_a_game() -> None:
    found = grammar(catalogue(), scope(like=["Yavalath"]))
    assert len(found.rules) < 100
    assert "hexagon" in found.rules
    assert "square" not in found.rules
    sampler = Sampler(found, Random(1), 150)
    for _ in range(examples(50)):
        bind(rules_of(Source("sample", sampler.text())).game, GameRules, catalogue())


def test_a_grammar_of_some_features() -> None:
    found = grammar(catalogue(), scope(only=["Hop", "is Line"]))
    names = " ".join(found.rules)
    assert "move_hop" in names
    assert "is_line" in names
    assert "is_connected" not in names
    with pytest.raises(LudError, match="did you mean Hop"):
        scope(only=["Hopp"])


ITERATOR = re.compile(r"\(to ?\)")


def ends_of(found: Grammar) -> list[str]:
    """End rules that a grammar gives."""
    sampler = Sampler(found, Random(1), 40)
    clauses = (name for name, several in found.rules.items() if several[0][:1] == (Text("(end"),))
    name = next(clauses)
    return [sampler.text(name) for _ in range(600)]


def test_iterators_only_where_they_have_a_value() -> None:
    small = scope(like=["Breakthrough"], sensible=True, scoped=True)
    wild = scope(like=["Breakthrough"], sensible=True)
    # The end of a game is asked about when a move has been made.
    assert any(map(ITERATOR.search, ends_of(grammar(catalogue(), wild))))
    assert not any(map(ITERATOR.search, ends_of(grammar(catalogue(), small))))
    with pytest.raises(LudError, match="too large"):
        scope(scoped=True)
