"""Text to surface and back: tokens, brackets, spans, and what is said of text that is no good."""

from dataclasses import fields, is_dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark.exceptions import UnexpectedInput

from helpers.recordings import REFERENCE, chunks
from interpreter.text.brackets import MAX_DEPTH
from interpreter.text.errors import UNSEEN, LudError, Source, Span
from interpreter.text.printer import write
from interpreter.text.syntax import parse, parse_one, parser, quick
from interpreter.text.tree import (
    Angled,
    Array,
    Clause,
    Form,
    Hole,
    Integer,
    Item,
    Joined,
    Labelled,
    Named,
    Nothing,
    Real,
    Reference,
    Row,
    Starred,
    String,
    Symbol,
    Tree,
)

HERE = Span(Source("", ""), 0, 0)


def surface(text: str) -> list[Item]:
    return list(parse(Source("<text>", text)))


def a(text: str) -> Symbol:
    return Symbol(text, HERE)


def n(value: int) -> Integer:
    return Integer(value, HERE)


def joined(*parts: Item) -> Joined:
    return Joined(parts, HERE)  # type: ignore[arg-type]


# --- what is read ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("  // only a comment", []),
        ("Mover", [a("Mover")]),
        ("True", [a("True")]),
        ("a b", [a("a"), a("b")]),
        ("T33434", [a("T33434")]),
        ("3D", [a("3D")]),
        ("3", [n(3)]),
        ("-3", [n(-3)]),
        ("+3", [n(3)]),
        ("007", [n(7)]),
        (".5", [Real(0.5, HERE)]),
        ("-0.5", [Real(-0.5, HERE)]),
        ("1e3", [Real(1000.0, HERE)]),
        ("1.2.3", [a("1.2.3")]),
        ("-", [a("-")]),
        ('"a b"', [String("a b", HERE)]),
        ('""', [String("", HERE)]),
        (r'"say \"no\""', [String('say "no"', HERE)]),
        (r'"a\b"', [String(r"a\b", HERE)]),
        ('"two\nlines"', [String("two\nlines", HERE)]),
        ('"// no comment"', [String("// no comment", HERE)]),
        ('x // "no text', [a("x")]),
        ("x//y\nz", [a("x"), a("z")]),
        ("3//y", [n(3)]),
        ("()", [Form((), HERE)]),
        ("(a)", [Form((a("a"),), HERE)]),
        ("(a)(b)", [Form((a("a"),), HERE), Form((a("b"),), HERE)]),
        ("{ }", [Row((), HERE)]),
        ("{1 {2}}", [Row((n(1), Row((n(2),), HERE)), HERE)]),
        ("at:3", [Named("at", n(3), HERE)]),
        ("at: 3", [Named("at", n(3), HERE)]),
        ("at:\n(to)", [Named("at", Form((a("to"),), HERE), HERE)]),
        ("(x at:)", [Form((a("x"), Named("at", None, HERE)), HERE)]),
        ("#1", [Hole(1, HERE)]),
        ("at:#2", [Named("at", Hole(2, HERE), HERE)]),
        ("~", [Nothing(HERE)]),
        ("<Board>", [Reference("Board", None, HERE)]),
        ("<Board:size>", [Reference("Board", "size", HERE)]),
        ("(<Board:type> 3)", [Form((Reference("Board", "type", HERE), n(3)), HERE)]),
        ("<(a)>", [Angled("(a)", HERE)]),
        ("<>", [Angled("", HERE)]),
        ("<a <>", [Angled("a <", HERE)]),
        ('<"a>b">', [Angled('"a>b"', HERE)]),
        ("<(> 1 2)>", [Angled("(> 1 2)", HERE)]),
        ("<(>= 1 2)>", [Angled("(>= 1 2)", HERE)]),
        ("<a // b > c\n>", [Angled("a // b > c\n", HERE)]),
        ("(item)**", [Starred(Form((a("item"),), HERE), 2, HERE)]),
    ],
)
def test_items(text: str, expected: list[Item]) -> None:
    assert surface(text) == expected


@pytest.mark.parametrize("operator", [*"=<>+-*/%^", "!=", "<=", ">="])
def test_operators(operator: str) -> None:
    expected = Form((a(operator), a("a"), n(1)), HERE)
    assert surface(f"({operator} a 1)") == [expected]
    assert surface(f"( {operator} a 1)") == [expected]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("P#1", [a("P"), Hole(1, HERE)]),
        ("#1P", [Hole(1, HERE), a("P")]),
        ("#10", [Hole(1, HERE), n(0)]),
        ("1..5", [n(1), a(".."), n(5)]),
        ("#1..#2", [Hole(1, HERE), a(".."), Hole(2, HERE)]),
        ("<a>..<b>", [Reference("a", None, HERE), a(".."), Reference("b", None, HERE)]),
        ('"A1".."C3"', [String("A1", HERE), a(".."), String("C3", HERE)]),
        ("hex<x>", [a("hex"), Reference("x", None, HERE)]),
    ],
)
def test_atoms_that_touch(text: str, parts: list[Item]) -> None:
    assert surface(text) == [joined(*parts)]
    assert surface(f"to:{text}") == [Named("to", joined(*parts), HERE)]  # type: ignore[arg-type]


# --- plain trees ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3", n(3)),
        ("(a)", Clause(a("a"), (), HERE)),
        ("(a b at:1)", Clause(a("a"), (a("b"), Labelled("at", n(1), HERE)), HERE)),
        ("((a))", Clause(a("a"), (), HERE)),
        ("{1 if:2}", Array((n(1), n(2)), HERE)),
        ("{1..4}", Array((n(1), n(2), n(3), n(4)), HERE)),
        ("{3..1 7}", Array((n(3), n(2), n(1), n(7)), HERE)),
        ("{4..4}", Array((n(4),), HERE)),
        ("{1..3..2}", Array((n(1), n(2), n(3), n(2)), HERE)),
        ('{"A1".."B2"}', Array(tuple(String(s, HERE) for s in ("A1", "A2", "B1", "B2")), HERE)),
        ('{"b1".."b2"}', Array((String("B1", HERE), String("B2", HERE)), HERE)),
        ("(a at:0..2)", Clause(a("a"), (Labelled("at", n(0), HERE), n(1), n(2)), HERE)),
    ],
)
def test_plain_trees(text: str, expected: Tree) -> None:
    assert parse_one(text) == expected


# --- spans ----------------------------------------------------------------------------------


def covered(text: str) -> list[str]:
    """The characters of every node, outermost first."""
    found: list[str] = []

    def visit(item: Item) -> None:
        found.append(text[item.span.start : item.span.end])
        match item:
            case Form() | Row():
                parts = item.items
            case Joined():
                parts = item.parts
            case Named():
                parts = () if item.value is None else (item.value,)
            case Starred():
                parts = (item.form,)
            case _:
                parts = ()
        for part in parts:
            visit(part)

    for item in surface(text):
        visit(item)
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" (a  b ) ", ["(a  b )", "a", "b"]),
        ("(< a)", ["(< a)", "<", "a"]),
        ("at: {1}", ["at: {1}", "{1}", "1"]),
        ("at:P#1", ["at:P#1", "P#1", "P", "#1"]),
        ("at:", ["at:"]),
        ('(a)* "b"', ["(a)*", "(a)", "a", '"b"']),
        ("<a b>", ["<a b>"]),
        ("0..3", ["0..3", "0", "..", "3"]),
    ],
)
def test_spans_cover_what_was_written(text: str, expected: list[str]) -> None:
    assert covered(text) == expected


# --- mistakes -------------------------------------------------------------------------------


def check_error(text: str, expected: str) -> None:
    with pytest.raises(LudError) as caught:
        parse_one(text)
    assert str(caught.value) == expected.strip("\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(a", "<text>:1:1: `(` is never closed\n  (a\n  ^"),
        ("(a {b)", "<text>:1:6: found `)`, expected `}`\n  (a {b)\n       ^\n"
                   "  `{` was opened at 1:4"),
        ("(a))", "<text>:1:4: `)` closes nothing\n  (a))\n     ^"),
        ("}", "<text>:1:1: `}` closes nothing\n  }\n  ^"),
        ('(a "b)', '<text>:1:4: a text has no closing `"`\n  (a "b)\n     ^^\n'
                   '  it ends with one, as in "b"'),
        (
            '(a "b\n  (c "d")\n)',
            '<text>:1:4: a text has no closing `"`\n  (a "b\n     ^^\n'
            '  it ends with one, as in "b"',
        ),
        ("(a, b)", "<text>:1:3: unexpected `,`\n  (a, b)\n    ^\n  items are separated by spaces"),
        ("(a [1])", "<text>:1:4: unexpected `[`\n  (a [1])\n     ^\n"
                    "  a list stands in braces: {…}"),
        ("(a 'b')", "<text>:1:4: unexpected `'`\n  (a 'b')\n     ^\n"
                    '  a text stands between double quotes: "…"'),
        ("(a @)", "<text>:1:4: unexpected `@`\n  (a @)\n     ^"),
        ("(a < b)", "<text>:1:4: unexpected `<`\n  (a < b)\n     ^\n"
                    "  to compare, put `<` first: (< a b)"),
        ("(if (a < b) (> c d) e>)",
         "<text>:1:8: `<` opens the value of an option here\n  (if (a < b) (> c d) e>)\n"
         "         ^\n  to compare, put `<` first: (< a b)"),
        ("(a b: c:d)", "<text>:1:4: label b: has no value\n  (a b: c:d)\n     ^^"),
        ("(a :b)", "<text>:1:4: unexpected `:`\n  (a :b)\n     ^\n"
                   "  a label is written right before its colon: label:value"),
        ("(a b:c:d)", "<text>:1:4: label b: has no value\n  (a b:c:d)\n     ^^"),
        ("(1 2)", "<text>:1:2: a clause begins with a word, found the number 1\n  (1 2)\n   ^"),
        ('("A" 2)', '<text>:1:2: a clause begins with a word, found the text "A"\n'
                    '  ("A" 2)\n   ^^^'),
        ("({1} 2)", "<text>:1:2: a clause begins with a word, found a list\n  ({1} 2)\n   ^^^"),
        ("(a #1)", "<text>:1:4: `#1` stands only in a define or an option\n  (a #1)\n     ^^"),
        ("(a) (b)", "<text>:1:1: found 2 clauses, expected one\n  (a) (b)\n  ^^^^^^^"),
        ("(a 0..2000)", "<text>:1:4: a range of 2001 is too long; 1000 is the most\n"
                        "  (a 0..2000)\n     ^"),
        ("(a b..c)", "<text>:1:5: `..` stands between two whole numbers or two sites\n"
                     '  (a b..c)\n      ^^\n  as in 0..7 or "A1".."C3"'),
        ('(a "C1".."A2")', '<text>:1:4: a range of sites goes up, this one from "C1" to "A2"\n'
                           '  (a "C1".."A2")\n     ^^^^'),
        ('(a "C1".."2")', '<text>:1:10: "2" cannot bound a range of sites\n'
                          '  (a "C1".."2")\n           ^^^\n  a letter, then a number'),
        ("(a 1234567890123456789)", "<text>:1:4: a whole number has at most 18 digits\n"
                                    "  (a 1234567890123456789)\n     ^^^^^^^^^^^^^^^^^^^"),
        ("(a 1e400)", "<text>:1:4: this number is too large\n  (a 1e400)\n     ^^^^^"),
    ],
)  # fmt: skip
def test_mistakes(text: str, expected: str) -> None:
    check_error(text, expected)


def test_brackets_may_be_nested_deep_but_not_without_end() -> None:
    deep = "{" * MAX_DEPTH + "}" * MAX_DEPTH
    assert write(parse_one(deep), width=10_000) == deep
    with pytest.raises(LudError, match=f"nested deeper than {MAX_DEPTH}"):
        parse_one("{" + deep + "}")
    with pytest.raises(LudError, match="nested deeper than"):
        parse_one("(" * 100_000)


@given(st.text(alphabet='ab1 ."#<>(){}~:*\\/\n-', max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        items = surface(text)
    except LudError:
        return
    for item in items:
        assert surface(write(item)) == [item]


# --- writing --------------------------------------------------------------------------------


def test_what_fits_is_written_on_one_line() -> None:
    text = '(game "A" (players 2) at:{1 2 -3} (+ 0.5 "x \\"y\\""))'
    assert write(parse_one(text)) == text


def test_what_does_not_fit_is_indented() -> None:
    text = '(game "A" (players 2) (equipment {(board (square 8)) (piece "Ball" Each)}))'
    assert write(parse_one(text), width=32).splitlines() == [
        '(game "A"',
        "    (players 2)",
        "    (equipment",
        "        {",
        "            (board (square 8))",
        '            (piece "Ball" Each)',
        "        }",
        "    )",
        ")",
    ]


LETTERS = st.characters(codec="utf-8", exclude_characters="\\").filter(
    lambda one: not UNSEEN.match(one)
)
SYMBOLS = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,5}", fullmatch=True)
ATOMS = st.one_of(
    st.builds(Symbol, SYMBOLS, st.just(HERE)),
    st.builds(Symbol, st.sampled_from(["+", "-", "*", "/", ">", ">=", "="]), st.just(HERE)),
    st.builds(Integer, st.integers(-(10**17), 10**17), st.just(HERE)),
    st.builds(Real, st.floats(allow_nan=False, allow_infinity=False), st.just(HERE)),
    st.builds(String, st.text(LETTERS), st.just(HERE)),
)


def grown(children: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    labelled = st.builds(Labelled, SYMBOLS, children, st.just(HERE))
    arguments = st.lists(st.one_of(children, labelled), max_size=4).map(tuple)
    items = st.lists(children, max_size=4).map(tuple)
    return st.one_of(
        st.builds(Clause, st.builds(Symbol, SYMBOLS, st.just(HERE)), arguments, st.just(HERE)),
        st.builds(Array, items, st.just(HERE)),
    )


@given(st.recursive(ATOMS, grown, max_leaves=20), st.sampled_from([20, 88]))
def test_what_is_written_is_read_again(tree: Tree, width: int) -> None:
    assert parse_one(write(tree, width)) == tree


# --- the reference files --------------------------------------------------------------------

needs_reference = pytest.mark.skipif(
    not REFERENCE.exists(), reason=f"the reference rule files are not at {REFERENCE}"
)


@needs_reference
def test_every_reference_define_is_read_and_written_back() -> None:
    files = sorted(REFERENCE.glob("defines/**/*.def"))
    assert files
    for file in files:
        for item in surface(file.read_text("utf-8")):
            assert surface(write(item)) == [item], file.name


@needs_reference
@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_every_reference_game_is_read_and_written_back(part: int) -> None:
    for file in chunks(8)[part]:
        for item in surface(file.read_text("utf-8")):
            assert surface(write(item)) == [item], file.name


BRACKETS = ["(", "(", "(", ")", ")", ")", "{", "{", "}", "}", ")*"]
ATOMS = ["abc", "1", "-2.5", "1.", "a.b", "..", "0..3", "#1", "P#1", "~", '"q"', '"a\\"b"', "<A:b>"]
OTHERS = ["a:", "b:", "<A>", "<x y>", "<", "<=", ">=", "*", "**", "/", "=", "!", "'", "@", "// c\n"]


def spans(value: object) -> object:
    """What a surface is made of, with the characters of each part, which do not count otherwise."""
    if isinstance(value, tuple):
        return tuple(map(spans, value))  # pyright: ignore[reportUnknownArgumentType]
    if isinstance(value, Span):
        return value.start, value.end
    if not is_dataclass(value):
        return value
    return type(value).__name__, *(spans(getattr(value, one.name)) for one in fields(value))


@given(st.lists(st.sampled_from([*BRACKETS, *ATOMS, *OTHERS, " ", " ", "\n"]), max_size=12))
def test_what_has_no_mistake_is_read_as_the_grammar_says(tokens: list[str]) -> None:
    source = Source("<text>", "".join(tokens))
    lark, reader, lock = parser()
    with lock:
        reader.source, reader.base = source, 0
        try:
            wanted: object = lark.parse(source.text)
        except (UnexpectedInput, LudError):
            wanted = None
    assert spans(quick()(source, 0, len(source.text))) == spans(wanted)
