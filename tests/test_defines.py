"""Every define of the library expands, binds and runs where it is meant to stand."""

from __future__ import annotations

import pytest

from interpreter import load
from interpreter.load import defines

GAME = """(game "Uses"
    {players}
    (equipment {{
        (board (square 4)) (piece "Disc" Each)
        (regions P1 (sites Top)) (regions P2 (sites Bottom))
    }})
    (rules {start} (play {play}) (end {{ {end} (if (is Full) (result Mover Draw)) }}))
)"""
ADD = "(move Add (to (sites Empty)))"
PLACES = {
    "condition": {"end": "(if {} (result Mover Win))"},
    "end": {"end": "{}"},
    "moves": {"play": f"(or {ADD} {{}})"},
    "then": {"play": "(move Add (to (sites Empty)) (then {}))"},
    "number": {"end": "(if (< 2 {}) (result Mover Win))"},
    "start": {"start": "{}"},
    "players": {"players": "{}"},
}
USES = {
    "AllOwnedPiecesIn": ("condition", '("AllOwnedPiecesIn" (sites Top))'),
    "BeforeAfterCentreSetup": ("start", '("BeforeAfterCentreSetup" "Disc1" "Disc2")'),
    "BlockWin": ("end", '"BlockWin"'),
    "CaptureAll": ("end", '("CaptureAll" Next)'),
    "DrawIfNoMoves": ("end", '("DrawIfNoMoves" Next)'),
    "EncloseCapture": ("then", '("EncloseCapture" Orthogonal)'),
    "EscapeWin": ("end", '"EscapeWin"'),
    "FillWin": ("end", '("FillWin" (sites Mover))'),
    "ForEachNonMoverNoMovesLoss": ("end", '"ForEachNonMoverNoMovesLoss"'),
    "ForEachPlayerNoMovesLoss": ("end", '"ForEachPlayerNoMovesLoss"'),
    "ForEachPlayerNoPiecesLoss": ("end", '"ForEachPlayerNoPiecesLoss"'),
    "HasFreedom": ("condition", '("HasFreedom" Orthogonal)'),
    "HavingLessPiecesLoss": ("end", '("HavingLessPiecesLoss" Next 2)'),
    "IsEnemyAt": ("condition", '("IsEnemyAt" (last To))'),
    "IsFriendAt": ("condition", '("IsFriendAt" (last To))'),
    "IsPhaseOne": ("condition", '("IsPhaseOne" (last To))'),
    "IsPhaseZero": ("condition", '("IsPhaseZero" (last To))'),
    "IsPieceAt": ("condition", '("IsPieceAt" "Disc" Mover (last To))'),
    "IsSingleGroup": ("condition", '("IsSingleGroup" Mover)'),
    "Line3Win": ("end", '("Line3Win")'),
    "MisereBlockWin": ("end", '"MisereBlockWin"'),
    "NewTurn": ("condition", '("NewTurn")'),
    "NoMoves": ("end", '("NoMoves" Loss)'),
    "NoMovesLossAndLessNumPiecesPlayerLoss": (
        "end", '("NoMovesLossAndLessNumPiecesPlayerLoss" P1 0)',
    ),
    "NoMovesLossAndNoPiecesPlayerLoss": ("end", '("NoMovesLossAndNoPiecesPlayerLoss" P1)'),
    "NoMovesP1NoPiecesP2": ("end", '("NoMovesP1NoPiecesP2")'),
    "NoMovesP2NoPiecesP1": ("end", '("NoMovesP2NoPiecesP1")'),
    "NoPieceOnBoard": ("condition", '("NoPieceOnBoard" P1)'),
    "NoSites": ("condition", '("NoSites" (sites Empty))'),
    "OccupiedNbors": ("number", '("OccupiedNbors" (last To) Mover)'),
    "ReachWin": ("end", '("ReachWin" (sites Mover) Mover)'),
    "RemoveAnyEnemyPiece": ("moves", '("RemoveAnyEnemyPiece")'),
    "RemoveAnyEnemyPieceNotInLine3": ("moves", '("RemoveAnyEnemyPieceNotInLine3")'),
    "ReplayIfLine3": ("then", '("ReplayIfLine3")'),
    "ReplayInMovingOn": ("then", '("ReplayInMovingOn" (sites Top))'),
    "SameTurn": ("condition", '("SameTurn")'),
    "SingleGroupWin": ("end", '("SingleGroupWin" Mover)'),
    "TwoPlayersNorthSouth": ("players", '("TwoPlayersNorthSouth")'),
}  # fmt: skip
# These stand for rules whose ludemes are not built yet.
LATER = {"IsEmptyAndNotVisited"}
# These give several end rules: they are the whole list.
LISTS = {
    "NoMovesLossAndLessNumPiecesPlayerLoss",
    "NoMovesLossAndNoPiecesPlayerLoss",
    "NoMovesP1NoPiecesP2",
    "NoMovesP2NoPiecesP1",
}


def rules(name: str) -> str:
    """A game in which a define stands where it is meant to."""
    place, use = USES[name]
    parts = {"players": "(players 2)", "start": "", "play": ADD, "end": ""}
    parts |= {part: text.format(use) for part, text in PLACES[place].items()}
    text = GAME.format(**parts)
    whole = f"(end {{ {parts['end']} (if (is Full) (result Mover Draw)) }})"
    return text.replace(whole, f"(end {use})") if name in LISTS else text


@pytest.mark.parametrize("name", sorted(USES))
def test_define_runs(name: str) -> None:
    text = rules(name)
    assert name in text
    game = load(text)
    assert game.playouts(3, seed=1).lengths.max() > 0


def test_every_define_is_used_here() -> None:
    assert set(USES) | LATER == set(defines().names)
