"""What a learner sees is the whole position: whatever decides what can still happen is shown."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from helpers.backends import needs_native
from helpers.marks import each_game
from interpreter import Game, load
from interpreter.ir import schema
from interpreter.ir.program import Field
from interpreter.ir.schema import By, Seen
from interpreter.play.notation.setting import bounds_of
from interpreter.play.search.worlds import Worlds
from interpreter.targets.spaces import plain

PLIES, ENTRIES = 24, 12
FOLLOWING = (schema.OWNED, schema.WHAT, *schema.CHOICES)
"""What follows from where the pieces are; and what nobody is to see who chooses as well."""
UNSEEN = {part.name for part in (schema.OWNED, *schema.CHOICES)}

# Stacks with states and values, hands, lists, sites left for later, and three players.
RULES = """
(game "Much" (players 3)
  (equipment {
    (board (square 3)) (piece "Disc" Each) (piece "Ring" Each) (hand Each size:2)
  })
  (rules
    (start {
        (place Stack items:{"Disc1" "Ring2"} (sites {0 4}) state:2)
        (place "Ring1" (sites {8}) state:1 value:3) (place "Disc3" (handSite P3) count:2)
    })
    (play (or {
        (forEach Piece "Ring" (move Step (to if:(is Empty (to)))
            (then (remember Value "seen" (last To)))))
        (move Add (to (sites Empty)) (then (addScore Mover 300)))
        (move Pass (then (and (set Var "kept" (last To)) (set Pending (sites {1 2})))))
    }))
    (end {
        (if (and (= 5 (state at:(last To) level:1)) (= 9 (value Piece at:(last To) level:0)))
            (result Mover Win))
        (if (and (is Pending) (= (var "kept") (size Array (values Remembered "seen"))))
            (result Mover Loss))
        (if (> (score Mover) 1000) (result Mover Win))
    })
  )
)
"""


def planes_of(game: Game, raw: Any) -> list[list[int]]:
    """What is seen of a state."""
    return plain.shown(game.planes, lambda part, entry=0: game.field(raw, part, entry))


def shown(game: Game, field: Field) -> bool:
    """Whether learners are to see a part."""
    part = field.part
    assert part is not None
    if part in (schema.PLACED, schema.HELD, schema.MOVER):
        return True
    told = schema.FINISHED in game.parts or schema.LEADER in game.parts
    several = game.players > 2 or told
    return part.seen is not Seen.NEVER and (part.seen is not Seen.SEVERAL or several)


def others(game: Game, field: Field, held: int, chance: Random) -> list[int]:
    """What an entry of a field can hold besides what it does: sites that are there, or not."""
    if field.kind == "sites":
        dice = game.program.sites - len(game.program.dice)
        hands = [site for hand in game.hands for site in hand.sites if site < dice]
        return [held ^ 1 << site for site in (chance.randrange(game.board.size), *hands)]
    part = field.part
    assert part is not None
    low, high = bounds_of(game.program).fields[field]
    low, high = max(low, 0 if part.most else -9), min(high, part.most or 300)
    if part.site:
        low, high = 0, game.board.size - 1
    if part.player:
        low, high = 1, game.players
    if part == schema.LEVEL:
        low, high = len(game.dice) + 1, len(game.pieces)
    return [one for one in {low, high, chance.randint(low, high)} if one != held]


def indices(game: Game, field: Field) -> Sequence[int]:
    """The entries that stand for something on the board, in hands, or for a player."""
    part = field.part
    assert part is not None
    if field.length is None:
        return range(1)
    if part.by is By.SITE:
        return range(1, 1 + game.board.size)
    if part.by is By.LEVEL:
        return range(game.height * game.board.size)
    if part.by is By.PLAYER:
        return range(1, 1 + game.players)
    if part.by is By.PIECE:
        return range(1 + len(game.dice), 1 + len(game.pieces))
    if part.by is By.PLACE:
        dice = game.program.sites - len(game.program.dice)
        sites = [site for hand in game.hands for site in hand.sites if site < dice]
        return [site - game.board.size + 1 for site in sites]
    return range(field.length)


def check_each_part_is_seen(game: Game, raw: Any, chance: Random) -> None:
    """Change one entry of what decides the future after the other: each time others are seen."""
    before = planes_of(game, raw)
    for field in game.future.fields:
        if field.part is None or not shown(game, field):
            continue
        entries = indices(game, field)
        for index in chance.sample(entries, min(len(entries), ENTRIES)):
            held = game.machine.get(raw, field, index)
            for value in others(game, field, held, chance):
                changed = raw[:]
                game.machine.put(changed, field, value, index)
                assert planes_of(game, changed) != before, (field.name, index, held, value)


def check_nothing_is_missed(game: Game, raw: Any, kept: dict[str, set[int]]) -> None:
    """What is not shown follows from the rest, or is the same in all positions."""
    for field in game.future.fields:
        if field.part is None or shown(game, field) or field.part in FOLLOWING:
            continue
        held = [game.machine.get(raw, field, one) for one in range(field.length or 1)]
        if field.part == schema.NEXT:
            assert held == [3 - game.field(raw, schema.MOVER)] or game.players == 1
            continue
        kept.setdefault(field.name, set()).add(hash(tuple(held)))
        assert len(kept[field.name]) == 1, field.name


def check_what_is_hidden_is_not_seen(game: Game) -> None:
    """Positions that the player to move cannot tell apart look alike, and others do not."""
    chance, views = Random(game.name), dict[tuple[str, ...], tuple[int, ...]]()
    state, alike = game.start(seed=1), 0
    for ply in range(3 * PLIES):
        seen = planes_of(game, state.raw)
        worlds = Worlds(state, chance)
        for drawn in (worlds.draw() for _ in range(4)):
            assert planes_of(game, drawn) == seen
            alike += game.at(drawn) != state
        lies = state.seen_by(state.mover).contents
        assert views.setdefault(tuple(str(plane) for plane in seen), lies) == lies
        state = state.after(chance.choice(state.moves()))
        if state.over:
            state = game.start(seed=ply)
    assert alike


def check(game: Game) -> None:
    if game.hides:
        check_what_is_hidden_is_not_seen(game)
        return
    chance, kept = Random(game.name), dict[str, set[int]]()
    known: dict[tuple[bytes, ...], object] = {}
    state = game.start(seed=1)
    for ply in range(PLIES):
        check_nothing_is_missed(game, state.raw, kept)
        if ply % 8 == 3:
            check_each_part_is_seen(game, state.raw, chance)
        seen = tuple(bytes(plane) for plane in planes_of(game, state.raw))
        decides = [one for one in game.future.entries(state.raw) if one[0] not in UNSEEN]
        assert known.setdefault(seen, decides) == decides
        state = state.after(chance.choice(state.moves()))
        if state.over:
            state = game.start(seed=ply)


@pytest.mark.alike
@pytest.mark.parametrize("name", each_game(few=True))
def test_positions_that_go_on_in_other_ways_look_different(name: str) -> None:
    check(load(name, backend="python"))


@pytest.mark.alike(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [RULES, "EinStein würfelt nicht", "Backgammon", "TZAAR", "Shogi", "Pachisi", "Kalah",
     "Tic-Tac-Toe Match", "Chess", "Gobblet Gobblers"],
    ids=lambda text: text.strip()[:14],
)  # fmt: skip
def test_states_counts_hands_stacks_dice_and_numbers_are_seen(name: str) -> None:
    check(load(name, backend="python"))


@pytest.mark.slow
@needs_native
@pytest.mark.parametrize(
    "name", [RULES, "TZAAR", "Backgammon", "Shogi"], ids=lambda text: text.strip()[:14]
)
def test_native_code_sees_the_same(name: str) -> None:
    one, other = (load(name, backend=backend).batch(3, 2) for backend in ("llvm", "python"))
    assert one.observation_names == other.observation_names
    for _ in range(20):
        assert np.array_equal(one.observe(), other.observe())
        actions = one.sample()
        one.step(actions)
        other.step(actions)


def test_large_numbers_take_several_planes() -> None:
    game = load(RULES, backend="python")
    names, state = game.planes.names, game.start()
    add = next(move for move in state.moves() if str(move).isalnum() and str(move) != "pass")
    seen = planes_of(game, state.after(add).raw)
    low, high = (seen[names.index(f"after 2 score{rest}")] for rest in ("", ", times 256"))
    assert {a + 256 * b for a, b in zip(low, high, strict=True)} == {300}
