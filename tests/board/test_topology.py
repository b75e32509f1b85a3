"""Numbering, neighbours, directions, rays, lines and named sets of boards."""

import math
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.board.editing import faces, operators
from interpreter.board.geometry import angles
from interpreter.board.graph import BoardError, Graph, SiteType
from interpreter.board.shapes import hexagons, mixed, rings, squares, triangles
from interpreter.board.shapes.squares import Diagonals
from interpreter.board.topology import Topology
from interpreter.language.bind import bind
from interpreter.play.load import catalogue, load
from interpreter.rules.builder import Builder
from interpreter.text.errors import LudError
from interpreter.text.syntax import parse_one
from interpreter.text.tree import Clause

CELL, VERTEX, EDGE = SiteType.CELL, SiteType.VERTEX, SiteType.EDGE


def board(text: str, use: SiteType = CELL) -> Topology:
    """The board of a board expression."""
    builder = Builder()
    builder.board.use = use
    tree = parse_one(text)
    assert isinstance(tree, Clause)
    return Topology(builder.lower(bind(tree, Graph, catalogue())), use)


SIZES = """
(square 3)                       Cell    9   16   24
(square 3)                       Vertex  9    9   12   4
(square 3)                       Edge   12    9   12   4
(square Limping 2)               Cell    6   12   17
(square Diamond 2)               Cell    5   12   16
(square 3 diagonals:Alternating) Vertex  9    9   16   8
(square 3 diagonals:Solid)       Vertex 13   13   28  16
(rectangle 2 4)                  Cell    8   15   22
(rectangle 1)                    Cell    1    4    4
(hex 1)                          Cell    1    6    6
(hex 3)                          Cell   19   54   72
(hex Hexagon 3)                  Cell   19   54   72
(hex 2 3)                        Cell   12   37   48
(hex Limping 2)                  Cell   12   37   48
(hex Diamond 3)                  Cell    9   30   38
(hex Prism 2 3)                  Cell   10   32   41
(hex Triangle 3)                 Cell    6   22   27
(hex Rectangle 2 3)              Cell    5   19   23
(hex Square 2)                   Cell    3   13   15
(hex Star 1)                     Cell   13   42   54
(tri 2)                          Cell    4    6    9
(tri 3)                          Vertex  6    6    9   4
(tri Hexagon 1)                  Cell    6    7   12
(tri Hexagon 2)                  Vertex  7    7   12   6
(tri Diamond 2)                  Cell    8    9   16
(tri Rectangle 1 2)              Cell    3    5    7
(tri Prism 1 2)                  Vertex  2    2    1   0
(tri Star 1)                     Vertex 13   13   24  12
(tri Limping 2)                  Vertex 12   12   24  13
(rotate 90 (hex 3))              Cell   19   54   72
(scale 2 (square 2))             Cell    4    9   12
(shift 1 2 (square 2))           Cell    4    9   12
(intersect (square 3) (shift 1 0 (square 3)))        Cell 6 12 17
(intersect {(square 3) (rectangle 2 5) (square 4)})  Cell 6 12 17
"""


@pytest.mark.parametrize("row", SIZES.strip().split("\n"))
def test_sizes(row: str) -> None:
    text, _, rest = row.rpartition(")")
    use, sites, vertices, edges, *faces = rest.split()
    here = board(text + ")", SiteType(use))
    assert here.size == int(sites)
    assert len(here.graph.vertices) == int(vertices)
    assert len(here.graph.edges) == int(edges)
    assert len(here.graph.faces) == int((faces or [sites])[0])


LABELS = """
(square 3)               Cell    A1 B1 C1 A2 B2 C2 A3 B3 C3
(square 2)               Vertex  A1 B1 A2 B2
(square 2)               Edge    0 1 2 3
(hex 2)                  Cell    A1 B1 A2 B2 C2 B3 C3
(rotate 90 (hex 2))      Cell    B1 C2 A1 B2 C3 A2 B3
(hex Diamond 2)          Cell    A1 A2 B1 B2
(hex Triangle 2)         Cell    A1 B1 B2
(tri 2)                  Vertex  A1 B1 B2
(rectangle 3 1)          Cell    A1 A2 A3
(rectangle 4 1)          Vertex  A1 A2 A3 A4
(rotate 90 (rectangle 1 5))  Cell  A1 A2 A3 A4 A5
(rectangle 1 28)         Cell    A1 B1 C1 D1 E1 F1 G1 H1 I1 J1 K1 L1 M1 N1 O1 P1 Q1 R1 S1 T1 U1 \
V1 W1 X1 Y1 Z1 AA1 AB1
"""


@pytest.mark.parametrize("row", LABELS.strip().split("\n"))
def test_labels(row: str) -> None:
    text, _, rest = row.rpartition(")")
    use, *labels = rest.split()
    here = board(text + ")", SiteType(use))
    assert list(here.labels) == labels
    assert [here.site_of[label] for label in labels] == list(range(here.size))


def test_square() -> None:
    here = board("(square 3)")
    assert here.adjacent[4] == (7, 8, 5, 2, 1, 0, 3, 6)
    assert here.orthogonal[4] == (7, 5, 1, 3)
    assert here.diagonal[0] == (4,)
    assert here.off_diagonal[4] == ()
    assert here.steps["NE"][0] == (4,)
    assert here.radials["N"][1] == ((4, 7),)
    assert here.supported["orth"] == ("N", "E", "S", "W")
    assert (here.rows[5], here.columns[5], here.phases[5]) == (1, 2, 1)
    assert here.polygon(0) == ((0, 0), (0, 1), (1, 1), (1, 0))
    assert (here.corners, here.centre) == ((0, 2, 6, 8), (4,))
    assert (here.top, here.bottom) == ((6, 7, 8), (0, 1, 2))
    assert (here.left, here.right) == ((0, 3, 6), (2, 5, 8))
    assert here.outer == here.perimeter == (0, 1, 2, 3, 5, 6, 7, 8)
    assert (here.inner, here.major, here.minor) == ((4,), tuple(range(9)), ())
    assert (here.sides["N"], here.sides["NE"]) == ((6, 7, 8), ())
    assert here.row_sites[1] == (3, 4, 5)
    assert here.column_sites[1] == (1, 4, 7)
    assert here.phase_sites[1] == (1, 3, 5, 7)


def test_hexagons_reach_beyond_an_edge_diagonally() -> None:
    here = board("(hex 3)")
    middle = here.site_of["C3"]
    assert len(here.adjacent[middle]) == len(here.orthogonal[middle]) == 6
    assert len(here.diagonal[middle]) == 6
    assert not set(here.diagonal[middle]) & set(here.adjacent[middle])
    assert here.all[middle] == tuple(dict.fromkeys(here.all[middle]))
    assert set(here.all[middle]) == {*here.adjacent[middle], *here.diagonal[middle]}


def test_vertices_have_diagonals_across_cells_that_are_not_adjacent() -> None:
    plain = board("(square 3)", VERTEX)
    assert plain.adjacent[4] == plain.orthogonal[4] == (7, 5, 1, 3)
    assert plain.diagonal[4] == (8, 2, 0, 6)
    drawn = board("(square 3 diagonals:Alternating)", VERTEX)
    assert len(drawn.orthogonal[4]) == 8
    assert drawn.diagonal[4] == ()


def test_rotation_keeps_numbers() -> None:
    plain, turned = board("(hex 3)"), board("(rotate 90 (hex 3))")
    assert [set(near) for near in plain.adjacent] == [set(near) for near in turned.adjacent]
    assert turned.supported["orth"] == ("N", "ENE", "ESE", "S", "WSW", "WNW")
    assert plain.supported["orth"] == ("NNE", "E", "SSE", "SSW", "W", "NNW")


def test_other_sites_of_the_same_board() -> None:
    cells = board("(square 3)")
    vertices = cells.on(VERTEX)
    assert (cells.on(CELL), vertices.size, vertices.corners) == (cells, 16, (0, 3, 12, 15))
    assert vertices.outline is cells.outline


AXES = [
    ("(square 5)", CELL, "Adjacent", 4),
    ("(square 5)", CELL, "Orthogonal", 2),
    ("(square 5)", CELL, "Diagonal", 2),
    ("(square 5)", CELL, "N", 1),
    ("(square 5)", CELL, "NNE", 0),
    ("(square 5)", VERTEX, "Adjacent", 2),
    ("(square 5)", VERTEX, "All", 4),
    ("(hex 4)", CELL, "Adjacent", 3),
    ("(hex 4)", CELL, "All", 6),
    ("(rotate 90 (hex 4))", CELL, "Adjacent", 3),
    ("(tri Hexagon 4)", VERTEX, "Adjacent", 3),
]


@pytest.mark.parametrize(("text", "use", "direction", "count"), AXES)
def test_axes(text: str, use: SiteType, direction: str, count: int) -> None:
    lines = board(text, use).lines(direction)
    assert {len(here) for here in lines} == {count}


def test_line_in_one_direction_needs_a_first_step() -> None:
    here = board("(square 3)")
    assert here.lines("N")[4] == (((7,), (1,)),)
    assert here.lines("N")[1] == (((4, 7), ()),)
    assert here.lines("N")[7] == (None,)
    assert here.lines("Orthogonal")[7] == (((4, 1), ()), ((8,), (6,)))


def test_rays_end_where_they_come_back() -> None:
    count = 12
    points = [
        (9 * math.cos(2 * math.pi * k / count), 9 * math.sin(2 * math.pi * k / count))
        for k in range(4 * count)
    ][:count]
    ring = faces.assemble(points, [(k, (k + 1) % count) for k in range(count)])
    for rays in Topology(ring, VERTEX).rays("Adjacent"):
        assert all(len(set(ray)) == len(ray) < count for ray in rays)


def test_ways_of_a_wheel_of_vertices() -> None:
    here = board("(concentric {1 4 4})", VERTEX)
    north, beyond = here.site_of["C4"], here.site_of["C5"]
    east, west = here.site_of["D3"], here.site_of["B3"]
    assert here.steps["Out"][0] == here.adjacent[0]
    assert (here.steps["In"][north], here.steps["Out"][north]) == ((0,), (beyond,))
    assert (here.steps["CW"][north], here.steps["CCW"][north]) == ((east,), (west,))
    assert here.radials["Out"][0][0] == (north, beyond)
    assert here.radials["CW"][north] == ((east, here.site_of["C2"], west),)
    assert here.neighbours("In")[0] == ()
    assert here.supported["orth"] == ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
    assert here.supported_ways["orth"][:4] == ("N", "Out", "CW", "NE")


def test_ways_around_need_a_middle() -> None:
    for text in ("(square 3)", "(concentric Square rings:3)", "(concentric {8})"):
        here = board(text, VERTEX)
        assert here.neighbours("CW") == ((),) * here.size
        assert here.supported_ways == here.supported


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_angles_are_the_same_everywhere(y: float, x: float) -> None:
    mine, theirs = angles.atan2(y, x), math.atan2(y, x)
    assert abs(mine - theirs) <= 2 * math.ulp(theirs)
    assert math.copysign(1, mine) == math.copysign(1, theirs)


def test_steps_in_one_direction_are_told_apart() -> None:
    here = board("(complete (regular Star 6))", EDGE)
    assert here.adjacent[6] == (13, 12, 8, 7, 9, 5, 2, 0)


GENERATORS: list[Callable[[int, SiteType], Graph]] = [
    lambda n, use: squares.square(n, use),
    lambda n, use: squares.square(n, use, Diagonals.Solid),
    lambda n, use: squares.square_limping(n, use, Diagonals.Alternating),
    lambda n, use: squares.rectangle(n, n + 2, use, Diagonals.Concentric),
    lambda n, use: squares.square(n, use, Diagonals.Radiating),
    lambda n, use: squares.square_diamond(n + 1),
    lambda n, use: hexagons.hex_hexagon(n),
    lambda n, use: hexagons.hex_diamond(n),
    lambda n, use: hexagons.hex_prism(n, n + 1),
    lambda n, use: hexagons.hex_triangle(n),
    lambda n, use: hexagons.hex_rectangle(n, n + 1),
    lambda n, use: hexagons.hex_star(n),
    lambda n, use: hexagons.hex_limping(n),
    lambda n, use: triangles.tri_hexagon(n, use),
    lambda n, use: triangles.tri_triangle(n, use),
    lambda n, use: triangles.tri_diamond(n, use),
    lambda n, use: triangles.tri_prism(n, n + 1, use),
    lambda n, use: triangles.tri_rectangle(n, n + 1, use),
    lambda n, use: triangles.tri_star(n),
    lambda n, use: triangles.tri_limping(n + 1),
    lambda n, use: squares.square_polygon([(0, 0), (0, n), (n, n + 1.0), (n + 1.0, 0)]),
    lambda n, use: hexagons.hex_polygon([(0, 0), (0, n), (n, n), (n, 0)]),
    lambda n, use: mixed.t3464(n - 1),
    lambda n, use: mixed.t3636(n, n - 1),
    lambda n, use: mixed.t33336(n - 1),
    lambda n, use: mixed.t33434(n),
    lambda n, use: mixed.t488(n, n + 1),
    lambda n, use: operators.dual(hexagons.hex_hexagon(n)),
    lambda n, use: operators.subdivide(squares.square(n, use), CELL),
    lambda n, use: operators.merge(
        [squares.square(n, CELL), operators.shift(squares.square(2, CELL), n, 1)]
    ),
    lambda n, use: operators.trim(
        operators.hole(squares.square(n, CELL), operators.Polygon(((0, 0), (0, 1), (1, 1))))
    ),
    lambda n, use: rings.wheel([2 * n, 4 * n], CELL),
]


@settings(deadline=None)
@given(
    st.sampled_from(GENERATORS),
    st.integers(2, 4),
    st.sampled_from([CELL, VERTEX, EDGE]),
    st.sampled_from([0, 30, 45, 90]),
)
def test_every_board(
    make: Callable[[int, SiteType], Graph], n: int, use: SiteType, degrees: int
) -> None:
    here = Topology(operators.rotate(make(n, use), degrees), use)
    sites = set(range(here.size))
    graph_ = here.graph
    assert len(graph_.vertices) - len(graph_.edges) + len(graph_.faces) == 1
    assert {*here.inner} ^ {*here.outer} == sites
    assert {site for row in here.row_sites for site in row} == sites
    assert {site for phase in here.phase_sites for site in phase} == sites
    for near in (here.adjacent, here.orthogonal):
        assert all(site in near[other] for site in sites for other in near[site])
    for name in ("Adjacent", "All", *here.supported["all"]):
        for site, rays in enumerate(here.rays(name)):
            assert [ray[0] for ray in rays] == list(here.neighbours(name)[site])
            assert all(len({site, *ray}) == len(ray) + 1 for ray in rays)
        for line in (line for lines in here.lines(name) for line in lines if line is not None):
            assert line[0]
            assert not set(line[0]) & set(line[1])


REFUSED = [
    ("(square 0)", "the board has no cells"),
    ("(rectangle 3 -1)", "the board has no cells"),
    ("(hex -2)", "the board has no cells"),
    ("(hex Triangle 0)", "the board has no cells"),
    ("(square 1000)", "the board has 1000000 cells; at most 4096 are allowed"),
    ("(hex 1000)", "the board has 2997001 cells; at most 4096 are allowed"),
    ("(rectangle 1000000000 1000000000)",
     "the board has 1000000000000000000 cells; at most 4096 are allowed"),
    ("(hex Star 1000000000)", "the board has more than 4096 cells"),
    ("(tri {100000 100000 100000})", "the board has more than 4096 sites"),
    ("(concentric {1 5000})", "the board has 5001 cells; at most 4096 are allowed"),
    ("(concentric Square rings:9999)", "the board has 79992 vertices; at most 4096 are allowed"),
    ("(regular 100000)", "the board has 100000 vertices; at most 4096 are allowed"),
    ("(spiral turns:3 sites:100000)", "the board has 100000 vertices; at most 4096 are allowed"),
    ("(wedge 100000)", "the board has 299998 vertices; at most 4096 are allowed"),
    ("(tiling T488 1000)", "the board has 1000000 cells; at most 4096 are allowed"),
    ("(square (poly {{0 0} {0 9000} {9000 0}}))", "the board has more than 4096 sites"),
    ("(square {9000 9000 9000 9000})", "the board has more than 4096 sites"),
    ("(square {1000000000 -1000000000})", "the board has more than 4096 sites"),
    ("(square (poly {{0 0} {1000000000 0} {0 0}}))", "the board has more than 4096 sites"),
    ("(rotate 1 " * 160 + "(square 3)" + ")" * 160, "these rules are nested too deeply"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_refused(text: str, message: str) -> None:
    with pytest.raises(LudError) as caught:
        board(text)
    (problem,) = caught.value.problems
    assert problem.message == message
    assert problem.span is not None


def test_no_sites_of_the_kind_played_on() -> None:
    with pytest.raises(BoardError, match="the board has no cells"):
        Topology(triangles.tri_triangle(1, VERTEX), CELL)
    with pytest.raises(BoardError, match="the board has no vertices"):
        squares.square(0, VERTEX)


def test_games_on_the_same_board_share_what_is_known_of_it() -> None:
    first, again = (load("Breakthrough", backend="python").board for _ in range(2))
    assert first is again
    assert load("Breakthrough", {"Size": "6x6"}, backend="python").board is not first
