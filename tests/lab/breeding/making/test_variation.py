"""Children of rule trees: well typed, readable, decided by a seed; each way does what it says."""

from __future__ import annotations

import re
from random import Random

import pytest

from helpers.marks import some
from helpers.paths import DOCS
from interpreter import load
from interpreter.language.parts import EndRule
from interpreter.play.load import games
from interpreter.text.printer import one_line
from lab.breeding.making.genome import Genome
from lab.breeding.making.naming import retitled
from lab.breeding.making.variation import WAYS, Breeder, NoChildError, habits_of

GOMOKU = Genome.read("Gomoku")
BREAKTHROUGH = Genome.read("Breakthrough")
ONLY = {way.name: 0.0 for way in WAYS}


def by(name: str, one: Genome, other: Genome | None = None, seeds: int = 40) -> list[str]:
    """Children that one way alone has made, on one line each."""
    found: list[str] = []
    for seed in range(seeds):
        breeder = Breeder(Random(seed), ONLY | {name: 1.0})
        try:
            child, _ = breeder._one(one, other, crossing=other is not None)
        except NoChildError:
            continue
        found.append(one_line(child.tree))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", some([way.name for way in WAYS if not way.crosses and way.rate], 3)
)
def test_every_mutation_makes_children_of_common_games(name: str) -> None:
    assert len(set(by(name, GOMOKU) + by(name, BREAKTHROUGH))) > 1


@pytest.mark.parametrize("name", [way.name for way in WAYS if way.crosses])
def test_every_crossing_makes_children_of_two_games(name: str) -> None:
    assert len(set(by(name, GOMOKU, BREAKTHROUGH))) > 1


def test_numbers_change_within_their_bounds() -> None:
    lines = {text.split("(is Line ")[1].split()[0] for text in by("number", GOMOKU)}
    assert {"4", "5", "6"} <= lines
    assert not any(number.startswith("-") for number in lines)


def test_words_change_for_others_of_their_kind() -> None:
    assert any("(result Mover Loss)" in text for text in by("word", GOMOKU, seeds=80))


def test_a_rule_is_echoed_with_other_numbers_and_words() -> None:
    rules = by("echo", GOMOKU, seeds=200)
    assert any(text.count("(is Line") == 2 for text in rules)


def test_a_rule_is_never_echoed_unchanged() -> None:
    for text in by("echo", GOMOKU, seeds=200):
        rules = re.findall(r"\(if \(is Line[^()]*\) \(result \w+ \w+\)\)", text)
        assert len(rules) == len({*rules})


def test_only_what_comes_one_after_the_other_changes_places() -> None:
    for text in by("swap", GOMOKU):
        assert text.index("is Full") < text.index("is Line")
        assert text.index("(board ") < text.index("(piece ")
    for text in by("swap", BREAKTHROUGH):
        assert "{(player N) (player S)}" in text
        assert "{FL Forward FR}" in text


def test_what_no_game_is_without_is_not_dropped() -> None:
    for text in by("drop", BREAKTHROUGH, seeds=60):
        assert all(section in text for section in ("(board ", "(piece ", "(play ", "(end "))


def test_no_second_board_joins() -> None:
    for text in by("join", GOMOKU, BREAKTHROUGH, seeds=120) + by("insert", GOMOKU, seeds=60):
        assert text.count("(board ") == 1


def test_names_that_have_no_match_are_not_taken_over() -> None:
    text = (
        GOMOKU.text("Regions")
        .replace("(equipment {", '(equipment {(regions "Goal" (sites Top)) ')
        .replace("(is Line 5 All)", '(is In (last To) (sites "Goal"))')
    )
    donor = Genome.read(text)
    for child in by("graft", GOMOKU, donor, seeds=120):
        assert ('(sites "Goal")' in child) <= ("(regions" in child)


def test_an_end_rule_is_contrasted_in_one_step() -> None:
    four = Genome.read(GOMOKU.text("Four").replace("(is Line 5 All)", "(is Line 4)"))
    texts = by("contrast", four, seeds=80)
    won, lost = (
        f"(if (is Line {n}) (result Mover {word}))" for n, word in ((4, "Win"), (3, "Loss"))
    )
    assert any(f"{won} {lost}" in text for text in texts)
    assert any(f"{lost} {won}" in text for text in texts)
    assert all(won in text for text in texts)
    numbers = {int(n) for text in texts for n in re.findall(r"\(is Line (\d+)", text)}
    assert numbers == {3, 4, 5}
    assert not any("result P" in text for text in texts)


def test_an_end_rule_without_a_number_is_not_contrasted() -> None:
    assert by("contrast", BREAKTHROUGH) == []


def test_a_rule_of_another_game_joins_the_end() -> None:
    assert any("is Line" in text and "is In" in text for text in by("join", GOMOKU, BREAKTHROUGH))


def test_sections_are_taken_over_whole() -> None:
    texts = by("section", GOMOKU, BREAKTHROUGH)
    assert any("(forEach Piece)" in text and "is Line" in text for text in texts)


def test_names_of_pieces_are_those_of_the_new_home() -> None:
    for text in by("section", GOMOKU, BREAKTHROUGH) + by("graft", GOMOKU, BREAKTHROUGH):
        if '(piece "Man"' not in text:
            assert '"Man1"' not in text


@pytest.mark.slow
def test_all_children_are_well_typed_and_their_text_is_the_same_tree() -> None:
    names = sorted(games())
    names = [name for name in names if not name.endswith(" Match")]
    pool = [Genome.read(name) for name in Random(1).sample(names, 20)]
    habits = habits_of(pool)
    for seed in range(60):
        random = Random(seed)
        breeder = Breeder(random, habits=habits)
        one, other = random.sample(pool, 2)
        child = breeder.cross(one, other) if seed % 2 else breeder.mutate(one)
        again = Genome.read(child.genome.text("Child", ("From two games.",)))
        assert again.canonical == child.genome.canonical != one.canonical


def test_the_seed_decides_everything() -> None:
    def child(seed: int) -> str:
        return Breeder(Random(seed)).cross(GOMOKU, BREAKTHROUGH).genome.canonical

    assert [child(seed) for seed in range(5)] == [child(seed) for seed in range(5)]
    assert len({child(seed) for seed in range(5)}) > 1


def test_a_way_that_is_not_wanted_is_not_taken() -> None:
    for seed in range(30):
        breeder = Breeder(Random(seed), {"board": 0.0, "number": 0.0})
        assert not {"board", "number"} & set(breeder.mutate(GOMOKU).changes)


def test_a_board_of_holes_is_not_exchanged_for_another() -> None:
    assert by("board", Genome.read("Kalah"), seeds=30) == []


def test_an_unknown_way_is_told() -> None:
    with pytest.raises(ValueError, match=r'no way to vary is called "shuffle".*graft'):
        Breeder(Random(1), {"shuffle": 1.0})


def test_children_are_no_longer_than_they_may_be() -> None:
    for seed in range(30):
        child = Breeder(Random(seed), nodes=GOMOKU.nodes + 3).mutate(GOMOKU)
        assert child.genome.nodes <= GOMOKU.nodes + 3


# The genome


def test_names_and_order_do_not_count() -> None:
    one = '(piece "Stone" Each) (regions "Goal" (sites Top))'
    other = '(piece "Disc" Each) (regions "Aim" (sites Top))'
    text = """(game "{name}" (players 2) (equipment {{(board (square 3)) {items}}})
        (rules (play (move Add (to (sites Empty))))
        (end (if (and (is Line 3 {labels}) (is In (last To) (sites "{goal}")))
        (result Mover Win)))))"""
    first = text.format(name="A", items=one, goal="Goal", labels="exact:True if:(is Empty (to))")
    second = text.format(name="B", items=other, goal="Aim", labels="if:(is Empty (to)) exact:True")
    third = text.format(name="B", items=other, goal="Aim", labels="if:(is Empty (to))")
    assert Genome.read(first).canonical == Genome.read(second).canonical
    assert Genome.read(first).canonical != Genome.read(third).canonical


def test_arguments_that_say_what_is_so_without_them_do_not_count() -> None:
    around = "(move Add (to (sites Around (last To) {})))"
    whole = GOMOKU.text("G")
    said, unsaid = (
        Genome.read(whole.replace("(move Add (to (sites Empty)))", around.replace("{}", word)))
        for word in ("includeSelf:False", "")
    )
    assert said.canonical == unsaid.canonical != GOMOKU.canonical


def test_a_rule_file_can_be_called_otherwise() -> None:
    text = GOMOKU.text("Child 3", ("Bred.", "From two."))
    new = retitled(text, "Tarkel")
    assert new.startswith("// Bred.\n// From two.\n")
    assert load(new).name == "Tarkel"
    assert Genome.read(new).canonical == GOMOKU.canonical


def test_parts_are_chosen_by_kind_first() -> None:
    breeder = Breeder(Random(1))
    kinds = [breeder.part(GOMOKU.parts).kind for _ in range(300)]
    assert kinds.count(EndRule) > 300 / 40


def test_the_page_on_breeding_names_every_way() -> None:
    page = (DOCS / "breeding.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (yes)? ?\| ", page, re.MULTILINE)
    assert {(name, bool(two)) for name, two in rows} >= {(way.name, way.crosses) for way in WAYS}
