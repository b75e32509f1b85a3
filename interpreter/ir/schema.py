"""The parts of a state: each is declared here once, and all who read states read this.

Which parts a game's state has is decided by its rules: what they neither read nor write does not
exist.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from interpreter.ir.values import Kind


class By(Enum):
    """What the entries of a part of the state belong to."""

    ALONE = "the game"
    SITE = "site"
    PLACE = "place of a hand"
    PLAYER = "player"
    OWNER = "owner"
    PIECE = "kind of piece"
    NUMBER = "number"
    DIE = "die"
    LEVEL = "level of a site"
    VALUE = "value of a puzzle"
    VIEWER = "player, and level where pieces stand on each other"
    COURSE = "kind of piece on a place of a track"


class Said(Enum):
    """How a part of the state is said in the text of a position."""

    PIECES = "with the pieces, in what lies where"
    BEHIND = "behind the pieces, under its name, where it is not as at the start"
    DRAWN = "the same, in games whose rules draw by chance"
    NEVER = "not at all: it follows from the rest, or matters only while a move is made"


class Seen(Enum):
    """When learners see a part of the state."""

    ALWAYS = "wherever a game has it"
    FUTURE = "where it decides what can still happen"
    SEVERAL = (
        "the same, with many players, games, or choices at once: else it follows from who moves"
    )
    NEVER = "not at all: others show it, chance does not tell it, or it matters within a move only"


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """What there can be in a state, declared once. Parts are told apart by their names.

    Args:
        name: for reading
        kind: of its entries
        by: what it has an entry for each of
        initial: the value at the start, of every entry; a bit mask for sets
        position: part of what makes two positions the same for repetition
        site: it holds a site, or -1
        limit: its numbers lie between 0 and this in every game; 0 where that is not so
        player: it holds a player, from 1 on, in every game that has started
        apart: no site is in two of its entries
        covers: every site is in one of its entries
        asked: it is asked for from outside, so that every state has it
        given: any number is put into it from outside
        entries: how many it has, where that is the same in every game
        seen: when learners see it
        plane: what they see it as; its name if it is called nothing else
        most: they see greater numbers as this one; 0 if all that there can be
        said: how it is said in the text of a position
        meaning: in words
    """

    name: str
    kind: Kind = "int"
    by: By = By.ALONE
    initial: int = 0
    position: bool = False
    site: bool = False
    limit: int = 0
    player: bool = False
    apart: bool = False
    covers: bool = False
    asked: bool = False
    given: bool = False
    entries: int = 0
    seen: Seen = Seen.FUTURE
    plane: str = ""
    most: int = 0
    said: Said = Said.BEHIND
    meaning: str = ""

    def within(self, low: int, high: int, sites: int) -> tuple[int, int]:
        """Bounds of what is written to it, no wider than all that it can hold.

        Args:
            sites: how many the game has
        """
        if self.site:
            return max(low, -1), min(high, sites - 1)
        return (max(low, 0), min(high, self.limit)) if self.limit else (low, high)

    def entry(self, number: int) -> int:
        """Which entry belongs to a site or to another number.

        Entry 0 of what is kept for sites is that of any site off the board.
        """
        return number + 1 if self.by is By.SITE else number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Part) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


# A game has 10,000 moves at most, and a look ahead some more.
MANY_MOVES = (1 << 15) - 1
# There are 16 players at most, and their ranks are doubled.
MANY_PLAYERS = (1 << 7) - 1
# More pieces than this are never on one site.
MOST_COUNT = (1 << 15) - 1
# So many pieces stand on each other at most.
MOST_HEIGHT = 32
# On a board for large stacks.
LARGE_HEIGHT = 256
# So many numbers are remembered in a list at most, and all sites of larger boards.
MOST_REMEMBERED = 128
# So many numbers that are no sites can be pending at once.
MOST_NUMBERS = 32

# Whose turn it is, and how far the game has come

MOVER = Part(
    "mover",
    player=True,
    asked=True,
    seen=Seen.NEVER,
    meaning="who moves, or has moved while what follows is looked at",
)
NEXT = Part(
    "next",
    player=True,
    asked=True,
    seen=Seen.SEVERAL,
    plane="next player",
    meaning="who moves then",
)
NEXT_SAID = Part("next_said", meaning="whether the last move has said who moves then")
# Where the moves of another player are asked for, who really moves.
TRUE_MOVER = Part(
    "true_mover",
    said=Said.NEVER,
    seen=Seen.NEVER,
    meaning="who moves, where another is taken for the mover",
)
TRUE_NEXT = Part("true_next", said=Said.NEVER, seen=Seen.NEVER, meaning="who moves then, likewise")
TRUE_PREVIOUS = Part(
    "true_prev",
    said=Said.NEVER,
    seen=Seen.NEVER,
    plane="player before",
    meaning="who moved before, likewise",
)
# Where all players choose at once, the one who chooses is `MOVER`.
LEADER = Part(
    "leader", player=True, seen=Seen.SEVERAL, meaning="whom the rules call the mover, likewise"
)
CHOSEN = Part("chosen", by=By.PLAYER, seen=Seen.NEVER, meaning="the kind of move each has chosen")
CHOSEN_FROM = Part(
    "chosen_from", by=By.PLAYER, initial=-1, site=True, seen=Seen.NEVER, meaning="where it starts"
)
CHOSEN_TO = Part(
    "chosen_to", by=By.PLAYER, initial=-1, site=True, seen=Seen.NEVER, meaning="where it goes"
)
CHOSEN_NUMBER = Part(
    "chosen_number", by=By.PLAYER, seen=Seen.NEVER, meaning="the number that it carries"
)
CHOSEN_OTHER = Part(
    "chosen_other", by=By.PLAYER, seen=Seen.NEVER, meaning="the other number that it carries"
)
CHOICES = CHOSEN, CHOSEN_FROM, CHOSEN_TO, CHOSEN_NUMBER, CHOSEN_OTHER
ALL_MADE = Part(
    "all_made",
    said=Said.NEVER,
    seen=Seen.NEVER,
    meaning="whether all have moved, and what belongs behind all moves follows",
)
PREVIOUS = Part("prev", meaning="who moved before")
BEFORE_PREVIOUS = Part(
    "before_prev", meaning="who of the others moved last before the one who moved before"
)
TURN = Part("turn", asked=True, limit=MANY_MOVES, meaning="turns that were taken")
MOVES = Part("moves", asked=True, limit=MANY_MOVES, meaning="moves that were made")
PASSES = Part("passes", most=255, limit=MANY_MOVES, meaning="turns in a row that were one pass")
LAST_PASSED = Part("last_passed", meaning="whether the last move was a pass")
LAST_FROM = Part(
    "last_from",
    initial=-1,
    site=True,
    asked=True,
    seen=Seen.ALWAYS,
    meaning="from where the last move came",
)
LAST_TO = Part(
    "last_to",
    initial=-1,
    site=True,
    asked=True,
    seen=Seen.ALWAYS,
    meaning="where the last move went",
)
LAST_LEVEL_FROM = Part(
    "last_level_from", meaning="the level that the last move took its piece from, where it said one"
)
LAST_LEVEL = Part(
    "last_level", meaning="the level that the last move chose, where pieces stand on each other"
)
TURN_MOVES = Part(
    "turn_moves",
    limit=MANY_MOVES,
    plane="moves this turn",
    seen=Seen.ALWAYS,
    most=255,
    meaning="moves of the present turn before this one",
)
VISITED = Part("visited", "sites", meaning="where moves of the present turn came from and went")
TOUCHED = Part("touched", "sites", meaning="sites that the last move and what followed dealt with")
REACHING = Part(
    "reaching", initial=-1, site=True, meaning="the last site that was dealt with so far"
)
REACHED = Part(
    "reached", initial=-1, site=True, meaning="the last site that the last move dealt with"
)
LEAVING = Part(
    "leaving", initial=-1, site=True, meaning="where what was dealt with last so far came from"
)
LEFT = Part(
    "left", initial=-1, site=True, meaning="where what the last move dealt with last came from"
)
LAST_BETWEEN = Part(
    "last_between", "sites", meaning="the sites that the last move hopped or slid over"
)
SWAPPED = Part(
    "swapped", position=True, asked=True, meaning="whether the players have exchanged colours"
)
PHASE = Part(
    "phase",
    by=By.PLAYER,
    position=True,
    seen=Seen.ALWAYS,
    meaning="the phase of each player",
)
COUNTER = Part("counter", initial=-1, meaning="moves since it was set, from what it was set to")
VALUE_OF_PLAYER = Part(
    "player_value", by=By.PLAYER, initial=-1, meaning="the number kept for each player"
)
AMOUNT = Part("amount", by=By.PLAYER, meaning="what each player has, or has bet")
POT = Part("pot", meaning="what is in the pot")
TEAM = Part("team", by=By.PLAYER, position=True, meaning="the team of each player")
TRIGGERED = Part("triggered", by=By.PLAYER, meaning="for whom an event has come about")
STUCK = Part("stuck", by=By.PLAYER, meaning="who could not move")

# Matches: several games, one after another

FINISHED = Part("finished", meaning="whether the present game of the match is over")
PLAYING = Part("playing", meaning="the number of the game of the match that is played, from 0")
GAMES_PLAYED = Part("games_played", meaning="how many games of the match are over")
MATCH_SCORE = Part("match_score", by=By.PLAYER, meaning="the score of each player in the match")
EARLIER_MOVES = Part("earlier_moves", meaning="moves that were made in earlier games of the match")

# How it ends

OVER = Part("over", asked=True, seen=Seen.NEVER, meaning="whether the game is over")
ACTIVE = Part("active", by=By.PLAYER, seen=Seen.SEVERAL, meaning="who still takes part")
RANK = Part(
    "rank",
    by=By.PLAYER,
    limit=MANY_PLAYERS,
    asked=True,
    seen=Seen.SEVERAL,
    meaning="twice the rank of each player; 0 for none yet",
)
SCORE = Part("score", by=By.PLAYER, asked=True, meaning="the score of each player")
WINNERS = Part("winners", limit=MANY_PLAYERS, seen=Seen.SEVERAL, meaning="how many have won")
LOSERS = Part("losers", limit=MANY_PLAYERS, seen=Seen.SEVERAL, meaning="how many have lost")
LOST_BEFORE = Part(
    "lost_before", seen=Seen.SEVERAL, meaning="how many had lost before the last move"
)
LOST_NOW = Part(
    "lost_now", by=By.PLAYER, seen=Seen.SEVERAL, meaning="who has lost by the last move"
)

# What stands where

PLACED = Part(
    "placed",
    "sites",
    By.PIECE,
    position=True,
    apart=True,
    covers=True,
    asked=True,
    said=Said.PIECES,
    seen=Seen.NEVER,
    meaning="the sites of each kind of piece",
)
OWNED = Part(
    "owned",
    "sites",
    By.OWNER,
    apart=True,
    said=Said.NEVER,
    seen=Seen.NEVER,
    meaning="the sites of each owner's pieces",
)
WHAT = Part(
    "what", by=By.SITE, said=Said.NEVER, seen=Seen.NEVER, meaning="the kind of piece on each site"
)
STATE = Part(
    "state",
    by=By.SITE,
    position=True,
    seen=Seen.ALWAYS,
    meaning="the state of the piece on each site",
)
ROTATION = Part(
    "rotation",
    by=By.SITE,
    position=True,
    asked=True,
    seen=Seen.ALWAYS,
    meaning="how far the tile on each site is turned, in steps of the compass",
)
COUNT = Part(
    "count",
    by=By.SITE,
    position=True,
    asked=True,
    said=Said.PIECES,
    seen=Seen.ALWAYS,
    most=255,
    meaning="how many pieces are on each site, where several can be on any",
)
VALUE = Part(
    "value",
    by=By.SITE,
    position=True,
    seen=Seen.ALWAYS,
    meaning="the value of the piece on each site",
)
LEVEL = Part(
    "level",
    by=By.LEVEL,
    position=True,
    asked=True,
    said=Said.PIECES,
    seen=Seen.ALWAYS,
    meaning="the kind of piece on each level of each site, where pieces stand on each other",
)
COST = Part(
    "cost",
    by=By.SITE,
    meaning="what each site costs, as start rules say; 0 if they do not",
)
LEVEL_STATE = Part(
    "level_state",
    by=By.LEVEL,
    position=True,
    meaning="the state of the piece on each level of each site",
)
LEVEL_VALUE = Part(
    "level_value",
    by=By.LEVEL,
    position=True,
    meaning="the value of the piece on each level of each site",
)
HELD = Part(
    "held",
    by=By.PLACE,
    position=True,
    asked=True,
    said=Said.PIECES,
    seen=Seen.NEVER,
    most=255,
    meaning="how many pieces are on each place of hands, where the board has no several",
)
ON_TRACK = Part(
    "on_track",
    by=By.COURSE,
    meaning="how many pieces of each kind are on each place of tracks that cross themselves",
)
STARTING = Part("starting", "sites", By.PIECE, meaning="where each kind of piece stood at first")
TO_CLEAR = Part("to_clear", "sites", position=True, meaning="what is taken off at the turn's end")
HOW_MANY = Part(
    "how_many",
    by=By.SITE,
    position=True,
    meaning="of pieces on each other, how many are taken off at the turn's end",
)

# What is hidden, and from whom


def _hidden(name: str, what: str) -> Part:
    """The sites of which something is hidden, by player: of level 0 at first, then of those above.

    Whoever shows a position asks for it, so that every state of a game that hides it has it.
    """
    return Part(
        name,
        "sites",
        By.VIEWER,
        position=True,
        asked=True,
        seen=Seen.ALWAYS,
        meaning=f"the sites of which {what} is hidden from each player",
    )


HIDDEN = _hidden("hidden", "all that stands there")
HIDDEN_WHAT = _hidden("hidden_what", "the kind of piece")
HIDDEN_WHO = _hidden("hidden_who", "the owner")
HIDDEN_COUNT = _hidden("hidden_count", "the number of pieces")
HIDDEN_STATE = _hidden("hidden_state", "the state")
HIDDEN_ROTATION = _hidden("hidden_rotation", "the way the piece faces")
HIDDEN_VALUE = _hidden("hidden_value", "the value")

VEILS = (HIDDEN, HIDDEN_WHAT, HIDDEN_WHO, HIDDEN_COUNT, HIDDEN_STATE, HIDDEN_ROTATION,
         HIDDEN_VALUE)  # fmt: skip
KIND_VEILS = HIDDEN_WHAT, HIDDEN_WHO
VEILS_OF: dict[Part, tuple[Part, ...]] = {
    PLACED: KIND_VEILS,
    LEVEL: KIND_VEILS,
    COUNT: (HIDDEN_COUNT,),
    HELD: (HIDDEN_COUNT,),
    STATE: (HIDDEN_STATE,),
    LEVEL_STATE: (HIDDEN_STATE,),
    VALUE: (HIDDEN_VALUE,),
    ROTATION: (HIDDEN_ROTATION,),
    LEVEL_VALUE: (HIDDEN_VALUE,),
}
"""What hides a part that is kept for sites, besides that of the whole site."""


def hides(parts: Iterable[Part]) -> bool:
    """Whether a game with these parts of states hides anything from a player."""
    return any(part in VEILS for part in parts)


# What rules leave for later

PENDING = Part(
    "pending", initial=-1, meaning="the number that is pending; -1 for none, 0 for several"
)
PENDING_SITES = Part("pending_sites", "sites", meaning="the sites that are pending")
PENDING_NUMBERS = Part(
    "pending_numbers",
    by=By.NUMBER,
    entries=MOST_NUMBERS,
    meaning="pending numbers that are no sites",
)
PENDING_COUNT = Part("pending_count", meaning="how many of those there are")

# Puzzles

POSSIBLE = Part(
    "possible",
    "sites",
    By.VALUE,
    position=True,
    seen=Seen.ALWAYS,
    meaning="the sites that may still have each value of a puzzle",
)
GIVEN = Part(
    "given", "sites", seen=Seen.ALWAYS, meaning="the sites of a puzzle whose value is given"
)

# Votes

VOTES = Part("votes", meaning="votes that were cast since the last decision")

# Dice

FACE = Part("face", by=By.DIE, position=True, meaning="which face each die shows, from 0")
DIE = Part("die", by=By.DIE, asked=True, meaning="what each die is worth; 0 when it is used")
PIPS = Part("pips", meaning="the sum of the last throw")
DICE_ALIKE = Part("dice_alike", meaning="whether all dice fell on the same face")

# What the machine keeps

RANDOM = Part(
    "random", asked=True, said=Said.DRAWN, seen=Seen.NEVER, meaning="the generator of chance"
)
CHANCE = Part(
    "chance", seen=Seen.NEVER, meaning="the generator of what rules draw, set anew after every move"
)
TOLD = Part(
    "told",
    asked=True,
    given=True,
    said=Said.NEVER,
    seen=Seen.NEVER,
    meaning="draws that are told from outside, as one number: see `ir/meaning/told.py`",
)
TOLD_LEFT = Part(
    "told_left",
    asked=True,
    given=True,
    said=Said.NEVER,
    seen=Seen.NEVER,
    meaning="what of them is left when moves have been looked for",
)
TRYING = Part(
    "trying",
    said=Said.NEVER,
    seen=Seen.NEVER,
    meaning="whether the longest turn is being looked for",
)
REMOVED = Part(
    "removed",
    said=Said.NEVER,
    seen=Seen.NEVER,
    meaning="how much the move that is tried takes away",
)
WORTH = Part(
    "worth",
    said=Said.NEVER,
    seen=Seen.NEVER,
    meaning="the values of the pieces that the move that is tried takes away",
)
HISTORY = Part(
    "history", "history", seen=Seen.NEVER, meaning="the positions that were there before"
)
REMEMBERING = Part(
    "remembering",
    said=Said.NEVER,
    seen=Seen.NEVER,
    meaning="whether the position after this move is remembered",
)

TELLING = STARTING, ON_TRACK, OWNED, WHAT, RANDOM, CHANCE, HISTORY
"""What would tell where hidden pieces are or were, or what chance will draw."""


# All of them, in the order in which they are shown. Numbers kept under a name come besides.
PARTS = tuple(one for one in vars().copy().values() if isinstance(one, Part))


VARIABLE = "var"


OF_MATCHES = (MOVES, EARLIER_MOVES, PLAYING, GAMES_PLAYED, MATCH_SCORE, RANDOM, TOLD, TOLD_LEFT)
"""What goes on from game to game of a match."""


def variable(name: str) -> Part:
    """A number that rules keep; one without a name is part of the position."""
    label = f"{VARIABLE}_{name}" if name else VARIABLE
    return Part(label, initial=-1, position=not name, meaning=f'the number kept as "{name}"')


def remembered(name: str, sites: int) -> Part:
    """A list of numbers that rules remember.

    Args:
        sites: how many the game has
    """
    meaning = f'what is remembered as "{name}"'
    most = max(MOST_REMEMBERED, sites)
    return Part(f"remembered_{name}", by=By.NUMBER, entries=most, meaning=meaning)


def remembered_count(name: str) -> Part:
    """How many numbers there are in a list that rules remember."""
    return Part(f"remembered_count_{name}", meaning=f'how many are remembered as "{name}"')


def proposed(name: str) -> Part:
    """Whether something is put to the vote."""
    return Part(f"proposed_{name}", meaning=f'whether "{name}" is proposed')


def votes_for(name: str) -> Part:
    """How many votes something has."""
    return Part(f"votes_{name}", meaning=f'how many voted for "{name}"')


def decided(name: str) -> Part:
    """Whether the vote that was just counted has accepted something."""
    return Part(f"decided_{name}", meaning=f'whether the last move decided "{name}"')


def viewer(player: int, level: int, height: int) -> int:
    """Which entry says what is hidden from a player.

    Args:
        level: of the piece, where pieces stand on each other
        height: how many may; 0 where none do
    """
    return player * height + level if height else player


def kept_number(part: Part) -> bool:
    """Whether it is a number that rules keep for themselves, and ask for again."""
    return part.name.startswith((VARIABLE, "remembered_")) or part in (COUNTER, PENDING)
