"""Search where all players choose at once."""

from __future__ import annotations

from interpreter import load
from lab.players.plain_uct import Uct

# The first player scores where both choose alike, the second where they do not.
PENNIES = """(game "Pennies" (players 2) (mode Simultaneous)
    (equipment {(board (rectangle 1 4))})
    (rules (play (or
        (move Select (from (sites {0 1})) P1 (then (set Var "First" (last To))))
        (move Select (from (sites {2 3})) P2 (then (set Var "Second" (- (last To) 2))))))
    (end {(if (= (var "First") (var "Second")) (result P1 Win))
          (if (= (count Moves) 1) (result P2 Win))})))"""
# The last move of the first player is better whatever the other does.
BETTER = PENNIES.replace('(= (var "First") (var "Second"))', '(= (var "First") 1)')


def test_nobody_knows_what_the_other_has_chosen() -> None:
    """Whoever chooses second thinks the same, whatever the first has chosen."""
    start = load(PENNIES).start()
    judged = [
        [
            (str(one.move), one.visits)
            for one in Uct(iterations=400, seed=2).judge(start.after(name))
        ]
        for name in ("a1", "b1")
    ]
    assert judged[0] == judged[1]
    # Both sides of the coin are tried often: neither is better.
    assert min(visits for _, visits in judged[0]) > 100


def test_a_better_move_is_found() -> None:
    assert str(Uct(iterations=200, seed=1).choose(load(BETTER).start())) == "b1"
