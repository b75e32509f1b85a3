"""What commands that print a table tell to programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from lab.told.data import Told
from lab.told.mistakes import Range


@dataclass(frozen=True, slots=True)
class Listed:
    """A game of the library.

    Args:
        family: the folder that it is in
        players: how many can play, as "2" or "2-3"
        author, year: who invented it and when, as its file says
        options: the headings of its options
    """

    name: str
    family: str
    players: str
    author: str
    year: str
    options: Sequence[str]


@dataclass(frozen=True, slots=True)
class Listing(Told):
    """Games of the library: `ludwright list --json`.

    Args:
        games: by family and name
    """

    SCHEMA = "ludwright.list/1"
    games: Sequence[Listed]


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of a game.

    Args:
        heading: its name
        items: what can be chosen, with what each means
        default: the item that is chosen if nobody chooses
        chosen: the one that is
    """

    heading: str
    items: Mapping[str, str]
    default: str
    chosen: str


@dataclass(frozen=True, slots=True)
class Shown(Told):
    """A game: `ludwright show --json`.

    Args:
        game: its name
        players: how many
        site_kind: what pieces stand on, as "cells"
        sites: how many
        pieces: the names of their kinds
        metadata: what its file says of it, such as its author
        options: what can be chosen
        rulesets: their names
        words: the rules in plain English
        board: the position as text; the start if nothing else is asked for
        position: the same as a text that can be read back
        mover: the player to move, from 1; 0 if the game is over
        moves: the names of the legal moves
        planes: the names of the planes that learners see
        actions: how many actions learners have; null if they cannot be numbered
    """

    SCHEMA = "ludwright.show/1"
    game: str
    players: int
    site_kind: str
    sites: int
    pieces: Sequence[str]
    metadata: Mapping[str, str]
    options: Sequence[Choice]
    rulesets: Sequence[str]
    words: str
    board: str
    position: str
    mover: int
    moves: Sequence[str]
    planes: Sequence[str]
    actions: int | None


@dataclass(frozen=True, slots=True)
class Depth:
    """The sequences of moves of a length.

    Args:
        depth: plies, or turns
        nodes: how many sequences there are
        seconds: how long counting took
    """

    depth: int
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Perft(Told):
    """Counts of sequences of moves: `ludwright perft --json`.

    Args:
        unit: what depths count
        depths: one for each length
        divided: with `--divide`, the sequences behind each first move, by its name
    """

    SCHEMA = "ludwright.perft/1"
    game: str
    unit: Literal["plies", "turns"]
    depths: Sequence[Depth]
    divided: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Outcomes(Told):
    """Random games: `ludwright playouts --json`.

    Args:
        games: how many
        seconds: how long they took
        compiling_s: seconds before them for what they needed
        wins: games that each player won alone, by the number of the player
        undecided: games that nobody won alone
        shortest, mean, longest: plies
        lengths: how many games had each number of plies
        limited: how many only the limit of turns ended
    """

    SCHEMA = "ludwright.playouts/1"
    game: str
    seed: int
    games: int
    seconds: float
    compiling_s: float
    wins: Mapping[str, int]
    undecided: int
    shortest: int
    mean: float
    longest: int
    lengths: Mapping[str, int]
    limited: int


@dataclass(frozen=True, slots=True)
class Solved(Told):
    """The exact value of a game: `ludwright solve --json`.

    Args:
        outcome: what the player to move gets
        value: 1 a win, 0 a draw, -1 a loss, between them what is expected; null if not solved
        line: the best moves, as far as they were kept
        depth: plies looked ahead
        positions: how many were looked at
    """

    SCHEMA = "ludwright.solve/1"
    game: str
    outcome: Literal["win", "draw", "loss", "chance", "unknown"]
    value: float | None
    line: Sequence[str]
    depth: int
    positions: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a puzzle is.

    Args:
        score: all deductions, each harder one counting twice as much as the one before it
        hardest: the hardest of them, in words
        needed: how often each is needed, by its words
    """

    score: int
    hardest: str
    needed: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class SolvedPuzzle(Told):
    """The solutions of a puzzle: `ludwright solve --json` of a deduction puzzle.

    Args:
        solutions: the value of each site, by its label
        complete: whether there are no others
        unique: whether there is just one
        difficulty: how hard it is; null unless there is just one solution
        tried: values that were tried
    """

    SCHEMA = "ludwright.solve-puzzle/1"
    game: str
    solutions: Sequence[Mapping[str, int]]
    complete: bool
    unique: bool
    difficulty: Difficulty | None
    tried: int
    seconds: float


@dataclass(frozen=True, slots=True)
class NewPuzzle(Told):
    """A new puzzle: `ludwright puzzle --json`.

    Args:
        name: what it is called
        text: its rule file
        givens: the values that are given, by the labels of their sites
        solution: the value of each site
        difficulty: how hard it is
    """

    SCHEMA = "ludwright.puzzle/1"
    name: str
    text: str
    givens: Mapping[str, int]
    solution: Mapping[str, int]
    difficulty: Difficulty


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is not legal, or what ended the game.

    Args:
        code: the kind of reason, such as "reach" or "rule"
        message: the reason
        clause: the clause of the rules that decides
        place: where that stands; null if no clause decides
        sites: the names of the sites concerned
    """

    code: str
    message: str
    clause: str
    place: Range | None
    sites: Sequence[str]


@dataclass(frozen=True, slots=True)
class Given:
    """A rule that gives legal moves.

    Args:
        rule: as it is written; "" for a pass that comes because nothing else is legal
        place: where it stands
        moves: the names of the moves
    """

    rule: str
    place: Range | None
    moves: Sequence[str]


@dataclass(frozen=True, slots=True)
class Why(Told):
    """Why a move is not legal, or which rules give the legal ones: `ludwright why --json`.

    Args:
        move: the move that was asked about; null if none was
        reasons: why it is not legal, or what ended the game
        given: the legal moves, by the rules that give them
    """

    SCHEMA = "ludwright.why/1"
    game: str
    move: str | None
    reasons: Sequence[Reason]
    given: Sequence[Given]


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the rules, and what became of it in play.

    Args:
        clause: as it is written
        line, column: where it stands, from 1
        kind: what it gives
        asked, held: how often it was asked, and how often it held
    """

    clause: str
    line: int
    column: int
    kind: str
    asked: int
    held: int


@dataclass(frozen=True, slots=True)
class Doubt:
    """What never happened in play.

    Args:
        code: the kind of doubt, see docs/errors.md
        line, column: where, from 1; null for no place
    """

    code: str
    message: str
    line: int | None
    column: int | None


@dataclass(frozen=True, slots=True)
class Covered(Told):
    """Which clauses are ever asked, and how often they hold: `ludwright cover --json`.

    Args:
        random, searched: how many games were played
        plies: of all games
        clauses: in the order of the rule file
        warnings: what never happened
    """

    SCHEMA = "ludwright.cover/1"
    game: str
    random: int
    searched: int
    plies: int
    clauses: Sequence[Clause]
    warnings: Sequence[Doubt]


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure that was measured.

    Args:
        value: the figure; null if it is not defined for this game
        reason: why it is not defined; absent if it is
        low, high: the 95 % interval
        count: games that it is from
    """

    value: float | None
    reason: str = ""
    low: float | None = None
    high: float | None = None
    count: int = 0


@dataclass(frozen=True, slots=True)
class Measured:
    """A game that was measured.

    Args:
        options: the chosen items, by heading
        plan: how it was measured
        predicted, quality, score: the summaries
        criteria: all figures, by name; `ludwright measure --list` says what they are
    """

    game: str
    options: Mapping[str, str]
    players: int
    plan: Mapping[str, object]
    predicted: Figure
    quality: Figure
    score: Figure
    criteria: Mapping[str, Figure]


@dataclass(frozen=True, slots=True)
class Measures(Told):
    """Measured games: `ludwright measure --json`.

    Args:
        games: in the order in which they were named
    """

    SCHEMA = "ludwright.measure/1"
    games: Sequence[Measured]


@dataclass(frozen=True, slots=True)
class Criterion:
    """Something that can be measured.

    Args:
        title: what people call it
        family: what it is about
        better: which way is better
        meaning: what it is
    """

    name: str
    title: str
    family: str
    better: Literal["higher", "lower", "neither"]
    meaning: str


@dataclass(frozen=True, slots=True)
class Criteria(Told):
    """What can be measured: `ludwright measure --list --json`.

    Args:
        criteria: all of them
    """

    SCHEMA = "ludwright.criteria/1"
    criteria: Sequence[Criterion]


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a match, and how he did.

    Args:
        wins, draws, losses: games that he won alone, shared the first place of, and others
        forfeits: games that he lost by a fault
        win_rate, interval: the share of the first, with its 95 % interval
        points: the mean of 1 for the first place to 0 for the last
        rating, deviation: on the scale of Elo, with half of its 95 % interval
    """

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    forfeits: int
    win_rate: float | None
    interval: Sequence[float]
    points: float | None
    rating: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat, and how often it won.

    Args:
        win_rate, interval: the share of its wins, with its 95 % interval
    """

    seat: int
    wins: int
    win_rate: float | None
    interval: Sequence[float]


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a player lost by forfeit."""

    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a match.

    Args:
        seats: who sat where
        length: plies
        ranking: the place of each seat, 1 for the first
        forfeit: who lost by a fault; null if nobody did
    """

    number: int
    seats: Sequence[str]
    seed: int
    length: int
    ranking: Sequence[float]
    forfeit: Fault | None


@dataclass(frozen=True, slots=True)
class Match(Told):
    """A match: `ludwright match --json`.

    Args:
        opening: moves made by lot before the players began
        planned, finished: games
        mean_length: plies; null if no game was finished
    """

    SCHEMA = "ludwright.match/1"
    game: str
    options: Mapping[str, str]
    seed: int
    opening: int
    planned: int
    finished: int
    players: Sequence[Player]
    seats: Sequence[Seat]
    mean_length: float | None
    games: Sequence[PlayedGame]


@dataclass(frozen=True, slots=True)
class ArenaGame:
    """A game of a contest.

    Args:
        players: how many
        bred: whether it was made for the contest
        nearest: the known game that a bred one is most like; null for others
        distance: how far that is, from 0 to 1; null for others
        rules: the rule file of a bred one; null for others
        finished: how many games of it were played
    """

    name: str
    players: int
    bred: bool
    nearest: str | None
    distance: float | None
    rules: str | None
    finished: int


@dataclass(frozen=True, slots=True)
class ArenaPlayer(Player):
    """Who took part in a contest, and how he stands in all its games.

    Args:
        program: whether it is a program that was asked in lines; what follows is of programs
        points_by_game: the mean of 1 for the first place to 0 for the last, by game
        turns: moves that it was asked for
        legal_first: the share of them for which its first answer was legal; null if there is none
        legal_interval: the 95 % interval of that share
        illegal: answers that were no legal move
        drawn: moves that were drawn for it, with `--lenient`
        faults: how often it lost by being `illegal`, `silent` or `flooding`, or because it `ended`
        seconds: how long it took for a move, on average; null if it was never asked
    """

    program: bool
    points_by_game: Mapping[str, float]
    turns: int
    legal_first: float | None
    legal_interval: Sequence[float]
    illegal: int
    drawn: int
    faults: Mapping[str, int]
    seconds: float | None


@dataclass(frozen=True, slots=True)
class ArenaPlayed:
    """A game that was played in a contest.

    Args:
        seats: who sat where
        moves: their names, those of the opening first
        ranking: the place of each seat, 1 for the first
        forfeit: who lost by a fault; null if nobody did
    """

    game: str
    seats: Sequence[str]
    seed: int
    moves: Sequence[str]
    ranking: Sequence[float]
    forfeit: Fault | None


@dataclass(frozen=True, slots=True)
class Arena(Told):
    """A contest of programs: `ludwright arena --json`.

    Args:
        opening: moves made by lot before the players began
        tries, time_limit: answers that a program may give for a move, and seconds for each
        planned, finished: games
        results: the games that were played
    """

    SCHEMA = "ludwright.arena/1"
    seed: int
    opening: int
    tries: int
    time_limit: float
    planned: int
    finished: int
    games: Sequence[ArenaGame]
    players: Sequence[ArenaPlayer]
    results: Sequence[ArenaPlayed]


@dataclass(frozen=True, slots=True)
class Stage:
    """Where time goes.

    Args:
        name: the stage
        meaning: what it is
        spent: milliseconds of loading, or nanoseconds a ply
        share: of all stages
    """

    name: str
    meaning: str
    spent: float
    share: float


@dataclass(frozen=True, slots=True)
class Pass:
    """What a pass of the compiler costs and gains.

    Args:
        name: of the pass; "all" for all of them together
        costs_ms: milliseconds
        without, with_it: instructions of the program
        times_as_fast: random play with it, beside play without it
    """

    name: str
    costs_ms: float
    without: int
    with_it: int
    times_as_fast: float


@dataclass(frozen=True, slots=True)
class Profile(Told):
    """Where the time of a game goes: `ludwright profile --json`.

    Args:
        backend: what runs the game
        loading_ms: by stages
        playing_ns: of a ply, by stages
        clock_ns: what reading the clock takes of each of these, at most; null if not measured
        whole_ns: of a ply where nothing is timed by itself; null if not measured
        passes: with `--passes`, what each costs and gains
    """

    SCHEMA = "ludwright.profile/1"
    game: str
    backend: str
    loading_ms: Sequence[Stage]
    playing_ns: Sequence[Stage]
    clock_ns: float | None
    whole_ns: float | None
    passes: Sequence[Pass]


@dataclass(frozen=True, slots=True)
class VariantTold:
    """A variant of a game.

    Args:
        change: what differs in the rules
        way: how it was made
        aim: the figure that variants are sorted by
        judgement: whether it is better, as far as intervals tell
        file: where it was written
        measures: the figures
    """

    name: str
    change: str
    way: str
    aim: Figure
    judgement: str
    file: str
    measures: Measured


@dataclass(frozen=True, slots=True)
class Varied(Told):
    """Variants of a game: `ludwright vary --json`.

    Args:
        aim: what they are sorted by
        parent: the game itself
        variants: the best first
        tried: changes that were tried
        refused: how many came to nothing, by the reason
    """

    SCHEMA = "ludwright.vary/1"
    game: str
    aim: str
    parent: Measured
    variants: Sequence[VariantTold]
    tried: int
    refused: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Bred:
    """A game that a run has bred.

    Args:
        child: its number in the run
        score, low, high: what it is worth, with its 95 % interval; null where it was not measured
            again
        length: mean plies; null if unknown
        nearest, distance: the known game that it is most like, and how far it is from it
        place: its kind
        way: how it was made
    """

    name: str
    child: int
    score: float
    low: float | None
    high: float | None
    length: float | None
    nearest: str
    distance: float | None
    place: str
    way: str


@dataclass(frozen=True, slots=True)
class Credit:
    """What a way of varying rules has brought in a run.

    Args:
        made: children made so
        malformed: those that were no rules
        duplicates: those that were there already
        refused: those that were given up as games
        lived: those that were measured
        kept: those that found a place
        wasted: rules that had to be made anew
        rate: how often it is taken now, beside the others of its sort; null if it is not known
    """

    way: str
    made: int
    malformed: int
    duplicates: int
    refused: int
    lived: int
    kept: int
    wasted: int
    rate: float | None


@dataclass(frozen=True, slots=True)
class Run(Told):
    """What came of a run: `ludwright evolve --json`.

    Args:
        run: its file
        children: how many were made
        kept: how many games have a place
        best: the best games that are new
        ways: what each way of varying rules has brought
    """

    SCHEMA = "ludwright.evolve/1"
    run: str
    children: int
    kept: int
    best: Sequence[Bred]
    ways: Sequence[Credit]


@dataclass(frozen=True, slots=True)
class Gain:
    """What a pass of the compiler gains.

    Args:
        name: of the pass
        times_as_fast: random play with it, beside play without it; the geometric mean over games
        games: the same by game
    """

    name: str
    times_as_fast: float
    games: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Bench(Told):
    """How fast games are: `ludwright bench --json`; figures are as `lab.speed.timing` has them.

    Args:
        machine: where it was measured
        games: one for each game
        breeding: with `--breed`, how fast children are bred
        ablation: with `--ablation`, what each pass gains
    """

    SCHEMA = "ludwright.bench/1"
    machine: Mapping[str, object]
    games: Sequence[Mapping[str, object]] = ()
    breeding: Mapping[str, object] | None = None
    ablation: Sequence[Gain] | None = None
