"""Matches: games that are played one after another, with a score that goes on."""

from __future__ import annotations

from dataclasses import replace

from interpreter.ir.values import Int
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import End, GameRules, Games, Match, Players, Subgame
from interpreter.language.signatures import Lazy, Player
from interpreter.rules.builder import Builder

FILL = (
    '(game "Fill" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)}) '
    "(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"
)
MATCH = (
    f'(match "Fill" (players 2) (games (subgame "Fill" {FILL} result:1)) '
    "(end (if (= (matchScore P1) 3) (result P1 Win))))"
)


@ludeme(
    "match",
    source="match/Match.java",
    examples=(MATCH,),
    keeps=("match",),
    grown=False,
    words="{games} \n{end}",
)
def match(b: Builder, name: str, players: Players | None, games: Games, end: End) -> GameRules:
    """A match: a game is played again and again, or several in turn, until the match ends.

    When a game is over there is one move: the next game begins, with the first player. Then the
    scores are told: every winner gets what `result:` says; without it, each of several winners one
    point, and among two players both one for a draw. Several games are played with the same board,
    pieces, hands and dice.

    Args:
        name: what the match is called
        players: how many play
        games: what is played
        end: when the match ends, asked after every game
    """
    if not games.several:
        raise b.fail("a match has at least one game", '(subgame "Name")', code="no-game")
    first = games.several[0].game
    return replace(first, name=name, match=Match(games.several, end))


@ludeme(
    "games",
    source="match/Games.java",
    examples=(MATCH,),
    grown=False,
    words="{several}",
)
def games(b: Builder, several: Subgame | tuple[Subgame, ...]) -> Games:
    """The games of a match.

    Args:
        several: each of them
    """
    return Games(several if isinstance(several, tuple) else (several,))


@ludeme(
    "subgame",
    source="match/Subgame.java",
    examples=(MATCH,),
    grown=False,
    words="a match of games of {name}: {game}",
)
def subgame(
    b: Builder,
    name: str,
    game: GameRules,
    *,
    next_: Lazy[Int] | None = None,
    result: Lazy[Int] | None = None,
) -> Subgame:
    """A game of a match.

    Args:
        name: that of the game, which is looked for beside the match and in the library
        game: its rules, which are put in where only the name is written
        next_: the number of the game that comes after it, from 0; asked after the end rules of
            the match. Without it the next of the list follows, and the first after the last.
        result: what is added to the score of each winner, asked when the game is over
    """
    return Subgame(game, next_, result, b.span)


@ludeme(
    "matchScore",
    source="functions/ints/match/MatchScore.java",
    examples=("(>= (matchScore P1) 31)",),
    keeps=("match",),
    grown=False,
    words="{who:own} score in the match",
)
def match_score(b: Builder, who: Player) -> Int:
    """The score of a player in the match.

    Args:
        who: which player
    """
    return b.players.match_score(b.players.number(who))
