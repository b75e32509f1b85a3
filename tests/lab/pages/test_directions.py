"""The page on directions says what the boards do. `GOLDEN=write` makes it anew."""

from __future__ import annotations

import os

from helpers.paths import DOCS
from lab.pages.directions import BOARDS, board_of, files, leads


def test_the_page_is_what_the_boards_say() -> None:
    for path, text in files(DOCS).items():
        if os.environ.get("GOLDEN") == "write":
            path.write_text(text, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == text


def test_on_points_adjacent_follows_lines_alone() -> None:
    named = {one.name: board_of(one) for one in BOARDS}
    points, squares = named["points"], named["squares"]
    assert leads(points, "Adjacent") == leads(points, "Orthogonal")
    assert len(leads(points, "All")) == 8
    assert len(leads(squares, "Adjacent")) == 8
    assert not leads(named["points-with-diagonals"], "Diagonal")


def test_classes_of_triangles_make_up_all() -> None:
    board = next(board_of(one) for one in BOARDS if one.name == "triangles")
    parts = [set(leads(board, name)) for name in ("Orthogonal", "Diagonal", "OffDiagonal")]
    assert [len(part) for part in parts] == [3, 3, 6]
    assert set.union(*parts) == set(leads(board, "All")) == set(leads(board, "Adjacent"))
