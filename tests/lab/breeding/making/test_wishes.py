"""What children are to be: boards and words, known ones only."""

from __future__ import annotations

import pytest

from interpreter import LudError
from lab.breeding.judging.examine import conceive
from lab.breeding.kinds import Conception, Parent, Settings, Wishes
from lab.breeding.making.genome import Genome
from lab.breeding.making.wishes import check, unmet

GOMOKU = Genome.read("Gomoku")
BOARD = GOMOKU.compile().board


@pytest.mark.parametrize(
    ("wishes", "against"),
    [
        (Wishes(), ""),
        (Wishes(boards=("square", "hex")), ""),
        (Wishes(boards=("hex",)), "its board is square, not hex"),
        (Wishes(need=("is Line", "Line", "Add")), ""),
        (Wishes(need=("Hop",)), "there is no Hop in its rules"),
        (Wishes(without=("Hop",)), ""),
        (Wishes(without=("Line",)), "there is Line in its rules"),
    ],
)
def test_wishes(wishes: Wishes, against: str) -> None:
    assert unmet(wishes, GOMOKU, BOARD) == against


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        (Wishes(boards=("hexx",)), "no kind of board is called hexx\n  did you mean hex"),
        (Wishes(need=("Hopp",)), "no word of the language is called Hopp\n  did you mean Hop"),
        (Wishes(need=("Hop",), without=("Hop",)), "Hop cannot be needed and left out at once"),
    ],
)
def test_mistakes_are_told(wishes: Wishes, message: str) -> None:
    with pytest.raises(LudError, match=message):
        check(wishes)


@pytest.mark.slow
def test_children_are_as_wished() -> None:
    parent = Parent(0, "Gomoku", GOMOKU.text("Gomoku"))
    settings = Settings(("Gomoku",), wishes=Wishes(boards=("hex",)))
    found = [conceive(Conception(9, seed, (parent,)), settings) for seed in range(15)]
    met = [child for child in found if child.verdict != "unwanted"]
    assert met
    assert {child.features.get("board", "hex") for child in met} == {"hex"}
    for child in found:
        if child.verdict == "unwanted":
            assert child.detail.endswith(", not hex")
