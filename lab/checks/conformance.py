"""Our games beside recordings of the reference implementation: `make conformance`.

A folder of recordings holds rule files (`games/**/*.lud`), what random games of each were like
(`traces/**/*.json.gz`) and, if known, deeper counts of positions (`perft.json`). Every recorded
game is replayed move by move: the mover, the number of legal moves, the set of their sites, and
the position after each move must be the recorded ones, and so must the ranking at the end.

The reference implementation lists a move to a set of sites twice if the move has an effect of its
own (`Add.java` adds it to its list in two places). Such lists count as the same moves; positions
are not counted then. Where several moves between the same sites lead to positions that look alike,
all are followed until a later ply tells which was made.

Dice fall as they are recorded: before the moves of a ply, and after the move where what follows
throws them again. What they are worth after each ply must be as recorded too.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import hashlib
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any, Literal

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from interpreter.ir import schema
from interpreter.ir.program import unpack
from interpreter.play.game import Game, State
from interpreter.play.joint import all_joint, at_once
from interpreter.play.load import load
from interpreter.play.machines import BACKENDS
from interpreter.play.move import Move
from interpreter.text.defines import Library, library
from interpreter.text.errors import LudError
from lab.checks.recorded_chance import Stream, after_move, before_moves, begun

Outcome = Literal["agrees", "partly", "differs", "refused", "crashed"]
OUTCOMES: tuple[Outcome, ...] = ("agrees", "partly", "differs", "refused", "crashed")
HASH_DIGITS = 16
THROWN = re.compile(r"\[SetStateAndUpdateDice:site=\d+,state=(\d+)\]")
BET = re.compile(r"\[Bet:player=\d+,bet=(-?\d+)")
ADDED = re.compile(r"\[Add:type=(\w+),to=(\d+),what=(\d+)")
VALUED = re.compile(r"\[(Set|Toggle):type=\w+,var=\d+,value=(\d+)")
WHAT = re.compile(r"(?<=:)\d+")  # the number of a piece
BELOW = re.compile(r"(?<=:)(?:\d+/)+")  # what stands below a top
ALL_THROWN = "[SetDiceAllEqual"
PASS = (-1, -1)
SHOWN = 6  # moves shown of a set that differs
MOST_KINDS = 10  # of moves, of which each may be listed twice
MOST_STATES = 64  # states followed that a recording does not tell apart
WIDTH = 200  # of the table where it is not printed to a terminal


@dataclass(frozen=True)
class Verdict:
    """How far a game agrees with its recordings.

    Args:
        name: the game
        outcome: `partly` means that it agrees as far as the time allowed
        detail: what differs and where, why it is refused, what was left out
        plies: how many plies were replayed
        depth: how many counts of positions were compared
    """

    name: str
    outcome: Outcome
    detail: str = ""
    plies: int = 0
    depth: int = 0


@dataclass(frozen=True)
class Means:
    """What a comparison may use.

    Args:
        perft: further counts by name, where `Name@Heading/Item` is the game with an option
        defines: a folder of library defines; ours if None
        trace_seconds: how long to replay the games of one rule file
        perft_seconds: how long to count its positions
        backend: what runs the games
        games: rule files of games that a match may name
    """

    perft: Mapping[str, Sequence[int]] = field(default_factory=dict[str, Sequence[int]])
    defines: Path | None = None
    trace_seconds: float = 60.0
    perft_seconds: float = 5.0
    backend: str = "auto"
    games: tuple[Path, ...] = ()

    def load(self, rules: Path, options: Mapping[str, str] | None = None) -> Game:
        """Compile a recorded game."""
        defines = _defines(self.defines) if self.defines else None
        return load(rules, options, backend=self.backend, library=defines, beside=self.games)


@functools.cache
def games_in(folder: Path) -> tuple[Path, ...]:
    """The rule files of a folder of recordings."""
    return tuple(sorted(folder.glob("games/**/*.lud")))


@functools.cache
def _defines(folder: Path) -> Library:
    return library(folder)


class MismatchError(Exception):
    """Something is not as recorded."""


@dataclass
class Clock:
    """How long a comparison may take, and what it has not got round to."""

    seconds: float
    started: float = field(default_factory=time.monotonic)
    left_out: list[str] = field(default_factory=list[str])
    twice: bool = False  # some moves were listed twice

    @property
    def left(self) -> float:
        """Seconds left."""
        return self.started + self.seconds - time.monotonic()


def compare(rules: Path, trace: Mapping[str, Any], means: Means | None = None) -> Verdict:
    """Compare a game with its recordings.

    Args:
        rules: the rule file
        trace: the recording
        means: what the comparison may use
    """
    means = means or Means()
    verdict = Verdict(rules.stem, "agrees")
    try:
        game = means.load(rules)
        clock = Clock(means.trace_seconds)
        for number, recording in enumerate(trace["traces"], 1):
            plies = replay_game(game, recording, number, clock)
            verdict = replace(verdict, plies=verdict.plies + plies)
        depth = 0 if clock.twice else _count_all(rules, game, trace, means)
    except Exception as error:
        return _failed(verdict, error)
    outcome: Outcome = "partly" if clock.left_out else "agrees"
    return replace(verdict, outcome=outcome, detail="; ".join(clock.left_out), depth=depth)


def _failed(verdict: Verdict, error: Exception) -> Verdict:
    """The verdict over a game whose comparison ended with an error."""
    if isinstance(error, MismatchError):
        return replace(verdict, outcome="differs", detail=str(error))
    if isinstance(error, LudError):
        return replace(verdict, outcome="refused", detail=refusal(error))
    return replace(verdict, outcome="crashed", detail=crash(error))


def refusal(error: LudError) -> str:
    """What a game is refused for: the first problem, without its place."""
    return error.problems[0].message


def crash(error: Exception) -> str:
    """An error of ours, with the place it arose at."""
    here = error.__traceback__
    while here is not None and here.tb_next is not None:
        here = here.tb_next
    place = f"{Path(here.tb_frame.f_code.co_filename).name}:{here.tb_lineno}" if here else ""
    return f"{type(error).__name__}: {error} ({place})"


# Replaying


@dataclass(frozen=True, slots=True)
class Followed:
    """A state that a recorded game may have come to, and what chance will say from there on."""

    state: State
    stream: Stream


def replay_game(game: Game, recording: Mapping[str, Any], number: int, clock: Clock) -> int:
    """Replay one recorded game; how many plies were compared.

    Raises:
        MismatchError: at the first difference
    """
    stream = Stream(recording["seed"])
    first = _begun(game, stream, recording["init"])
    _same(f"game {number}, start: position", position_of(first), recording["init"])
    followed = [Followed(first, stream)]
    plies = recording["plies"]
    for index, ply in enumerate(plies):
        if clock.left <= 0:
            clock.left_out.append(f"game {number} from ply {index + 1} of {len(plies)}")
            return index
        followed = _through(followed, ply, f"game {number}, ply {index + 1}", clock)
    _any_of(followed, lambda one: _compare_end(one.state, recording, f"game {number}, end"))
    return len(plies)


def _begun(game: Game, stream: Stream, recorded: str) -> State:
    """The first position; the recorded one where more is drawn for it than can be told."""
    try:
        return begun(game, stream)
    except ValueError:
        return game.position(recorded)


def _through(
    followed: Sequence[Followed], ply: Mapping[str, Any], place: str, clock: Clock
) -> list[Followed]:
    """The states after a recorded ply from those before it that are as recorded."""
    following: list[Followed] = []

    def go(one: Followed) -> None:
        stream = one.stream.copy()
        moves = _offered(one.state, stream, ply, place)
        clock.twice |= compare_moves(one.state, moves, ply, place)
        following.extend(_after(Followed(one.state, stream), moves, ply, place))

    _any_of(followed, go)
    if len(following) > 1:
        following = list({tuple(one.state.raw): one for one in following}.values())
    return following[:MOST_STATES]


def _offered(state: State, stream: Stream, ply: Mapping[str, Any], place: str) -> list[Move]:
    """The legal moves of a state, where chance has said what it did before a recorded ply."""
    if at_once(state.game):
        return [move for one in state.movers for move in state.moves(player=one)]
    if state.over or not state.game.draws:
        return state.moves()
    if not state.game.dice:
        return state.moves(before_moves(state, stream))
    faces = thrown(ply)[0]
    try:
        if not faces and tuple(ply["c"][:2]) == PASS and state.roll_due:
            return _stuck(state, ply)
        return state.moves(faces)
    except ValueError as error:
        raise MismatchError(f"{place}: {error}") from None


def _stuck(state: State, ply: Mapping[str, Any]) -> list[Move]:
    """The pass of a player whom the dice left no legal move: such a throw is not recorded.

    The dice lie as before then, unlike after a pass that comes with the throw.
    """
    for faces in product(*(range(one.outcomes) for one in state.chance)):
        moves = state.moves(faces)
        passes = all((move.from_site, move.to_site) == PASS for move in moves)
        if passes and _worth(state.after(moves[0], []), ply):
            return moves
    raise ValueError("no throw leaves no move")


def thrown(ply: Mapping[str, Any]) -> tuple[list[int], list[int]]:
    """The faces on which the dice fell before a recorded move, and after it."""
    own = ply["c"][2] if len(ply["c"]) > 2 else ()
    before = _throws(own, leading=True)
    every = _throws(ply.get("ap", own))
    return before, every[len(_throws(own)) :]


def _throws(actions: Sequence[str], *, leading: bool = False) -> list[int]:
    """The faces on which dice fell; dice that are laid anew by a move are not thrown.

    Args:
        actions: what was done
        leading: only what comes first
    """
    faces, last = list[int](), list[int]()
    for action in actions:
        face = THROWN.match(action)
        if face is not None:
            last.append(int(face[1]))
            continue
        if action.startswith(ALL_THROWN):
            faces += last
        last = []
        if leading:
            break
    return faces


def _any_of(followed: Sequence[Followed], check: Callable[[Followed], object]) -> None:
    """Check every state; the first mismatch is raised if none is as recorded."""
    errors: list[MismatchError] = []
    for one in followed:
        try:
            check(one)
        except MismatchError as error:
            errors.append(error)
    if len(errors) == len(followed):
        raise errors[0]


def position_of(state: State) -> str:
    """The position of a state as it is recorded.

    Of a match, that is only what stands on top. A domino on the board is recorded with its own
    number as a count, as if there were so many of it.
    """
    match = state.game.expanded.game.keyword.text == "match"
    text = BELOW.sub("", state.position()) if match else state.position()
    dominoes = {str(piece.number) for piece in state.game.pieces if piece.pips}
    if not dominoes:
        return text

    def counted(found: re.Match[str]) -> str:
        what = found[0]
        return f"{what}x{what}" if what in dominoes and int(what) > 1 else what

    board, *hands = text.split("|")
    return "|".join((WHAT.sub(counted, board), *hands))


def _same(what: str, ours: object, theirs: object) -> None:
    if ours != theirs:
        raise MismatchError(f"{what} {ours}, recorded {theirs}")


def compare_moves(state: State, moves: Sequence[Move], ply: Mapping[str, Any], place: str) -> bool:
    """Compare the mover and the legal moves of a state with a recorded ply.

    Returns:
        whether moves are listed twice in the recording

    Raises:
        MismatchError: they differ
    """
    _same(f"{place}: over", state.over, False)
    leader = state.game.field(state.raw, schema.LEADER) if at_once(state.game) else state.mover
    if ply["p"]:  # nobody, where nobody plays
        _same(f"{place}: mover", leader, ply["p"])
    pairs = sorted(_pair(state, move) for move in moves)
    recorded = [(start, end) for start, end in ply.get("moves", ())]
    if recorded and pairs != recorded:
        if _some_twice(pairs, recorded):
            return True
        raise MismatchError(f"{place}: {_pair_difference(pairs, recorded)}")
    if _twice_by_kind(state, moves, ply):
        return True
    _same(f"{place}: number of moves", len(pairs), ply["n"])
    if not _is_listed(pairs, ply):
        raise MismatchError(f"{place}: as many moves, but others")
    return False


def _twice_by_kind(state: State, moves: Sequence[Move], ply: Mapping[str, Any]) -> bool:
    """Whether the recorded list is ours with the moves of some rules twice."""
    kinds: dict[int, list[tuple[int, int]]] = {}
    for move in moves:
        kinds.setdefault(unpack(move.packed)[0], []).append(_pair(state, move))
    more = ply["n"] - len(moves)
    if more <= 0 or len(kinds) > MOST_KINDS:
        return False
    for chosen in product((False, True), repeat=len(kinds)):
        again = [pair for twice, pairs in zip(chosen, kinds.values(), strict=True) if twice
                 for pair in pairs]  # fmt: skip
        if len(again) == more and _is_listed(sorted(sum(kinds.values(), again)), ply):
            return True
    return False


def _pair(state: State, move: Move) -> tuple[int, int]:
    """Where a move starts and ends, as recordings number sites: each kind from 0."""
    return state.game.index(move.from_site), state.game.index(move.to_site)


def _is_listed(pairs: Sequence[tuple[int, int]], ply: Mapping[str, Any]) -> bool:
    text = ";".join(f"{start},{end}" for start, end in pairs)
    return len(pairs) == ply["n"] and _digest(text) == ply["h"]


def _some_twice(ours: list[tuple[int, int]], theirs: list[tuple[int, int]]) -> bool:
    """Whether the recorded moves are ours, some of them listed twice."""
    here, there = Counter(ours), Counter(theirs)
    same = here.keys() == there.keys()
    return same and all(there[pair] in (count, 2 * count) for pair, count in here.items())


def _pair_difference(ours: list[tuple[int, int]], recorded: list[tuple[int, int]]) -> str:
    extra, lacking = Counter(ours) - Counter(recorded), Counter(recorded) - Counter(ours)
    parts = [f"{len(ours)} moves, recorded {len(recorded)}"]
    for word, pairs in (("extra", extra), ("lacking", lacking)):
        if pairs:
            listed = " ".join(f"{start}-{end}" for start, end in sorted(pairs.elements())[:SHOWN])
            parts.append(f"{word} {listed}{' …' if pairs.total() > SHOWN else ''}")
    return ", ".join(parts)


def _digest(text: str) -> str:
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()[:HASH_DIGITS]


def _after(
    one: Followed, moves: Sequence[Move], ply: Mapping[str, Any], place: str
) -> list[Followed]:
    """The states after the recorded move, told by its sites and the position after it."""
    if at_once(one.state.game):
        results = [Followed(state, one.stream) for state in _joint(one.state, ply)]
        start, end = "the moves of all", "players"
    else:
        start, end = ply["c"][:2]
        chosen = [move for move in moves if _is_recorded(one.state, move, ply["c"])]
        results = [_made(one, move, ply, place) for move in chosen]
    fitting = [
        found
        for found in results
        if _digest(position_of(found.state)) == ply["wh"] and _worth(found.state, ply)
    ]
    if not fitting:
        ours = " or ".join(dict.fromkeys(position_of(found.state) for found in results))
        recorded = ply.get("w", "another")
        raise MismatchError(f"{place}: position after {start}-{end} {ours}, recorded {recorded}")
    return [found for found in fitting if _is_added_to(found.state, ply)] or fitting


def _is_added_to(state: State, ply: Mapping[str, Any]) -> bool:
    """Whether pieces stand where a recorded ply put some on sites that positions do not show."""
    sites = {other.kind.value: other.sites for other in state.game.others}
    found = (ADDED.match(action) for action in ply.get("ap", ()))
    put = ((sites.get(one[1], range(0)), int(one[2]), int(one[3])) for one in found if one)
    # Sites of hands have numbers of cells, behind those of the board.
    return all(state.contents[here[number]] == what for here, number, what in put
               if number < len(here))  # fmt: skip


def _joint(state: State, ply: Mapping[str, Any]) -> Iterator[State]:
    """The states after the joint moves that can be the recorded one."""
    recorded = {int(one[3][1:]): one for one in ply["c"]}
    for joint in all_joint(state):
        if joint.keys() == recorded.keys() and all(
            _is_recorded(state, move, recorded[player]) for player, move in joint.items()
        ):
            yield state.after(joint)


def _is_recorded(state: State, move: Move, chosen: Sequence[Any]) -> bool:
    """Whether a move can be the recorded one by its sites and its action."""
    return _pair(state, move) == tuple(chosen[:2]) and _is_named(state.game, move, chosen)


def _is_named(game: Game, move: Move, chosen: Sequence[Any]) -> bool:
    """Whether a move can be the recorded one by its action, if that names an amount or a value."""
    action = chosen[2][0] if len(chosen) > 2 and chosen[2] else ""
    template = game.program.templates[unpack(move.packed)[0]]
    bet = BET.match(action)
    if bet is not None:
        return (template.name, template.note) == ("Bet", bet[1])
    named = VALUED.match(action)
    if named is None or game.program.puzzle is None:
        return True
    return (template.name, template.note.lstrip("?")) == named.groups()


def _worth(state: State, ply: Mapping[str, Any]) -> bool:
    """Whether the dice are worth what they were after a recorded ply.

    Until they are thrown they are recorded as worth what is on their first faces.
    """
    if "dice" not in ply:
        return True
    first = [die.faces[0] for die in state.game.dice]
    worth = (list(state.dice), first) if not any(state.dice) else (list(state.dice),)
    return json.loads(ply["dice"]) in [[one] for one in worth]


def _made(one: Followed, move: Move, ply: Mapping[str, Any], place: str) -> Followed:
    state, stream = one.state, one.stream.copy()
    if not state.game.draws:
        return Followed(State(state.game, state.game.after(state.raw, move.packed)), stream)
    try:
        if state.game.dice:
            return Followed(state.after(move, thrown(ply)[1]), stream)
        before = list(move.draws or ())
        behind = after_move(state, before, move.packed, stream)
        return Followed(state.after(move, [*before, *behind]), stream)
    except ValueError as error:
        raise MismatchError(f"{place}: {error}") from None


def _compare_end(state: State, recording: Mapping[str, Any], place: str) -> None:
    _same(f"{place}: over", state.over, recording["over"])
    if recording["over"]:
        _same(f"{place}: ranking", _ranking(state), recording["ranking"][1:])
    _same(f"{place}: position", position_of(state), recording["final"])
    if "scores" in recording:
        _same(f"{place}: scores", _scores(state), recording["scores"][1:])
    # The recorded `numMoves` counts the placements of the start as moves; here they are none.
    _same(f"{place}: moves made", state.plies, recording["plyCount"])


def _scores(state: State) -> list[int]:
    """The scores as they are recorded: those of a match, where there is one."""
    if schema.MATCH_SCORE.name not in {one.name for one in state.game.program.fields}:
        return list(state.scores)
    players = range(1, state.game.players + 1)
    return [state.game.field(state.raw, schema.MATCH_SCORE, player) for player in players]


def _ranking(state: State) -> list[float]:
    """The ranking as it is recorded: of colours, also where the players have changed sides."""
    ranking = list(state.ranking)
    return ranking[::-1] if state.swapped else ranking


# Counting positions


def _count_all(rules: Path, game: Game, trace: Mapping[str, Any], means: Means) -> int:
    """Compare the counts of positions that the time allows; how many."""
    longest = max(trace.get("perft", ()), means.perft.get(game.name, ()), key=len)
    done = count_positions(game, longest, Clock(means.perft_seconds))
    for name, counts in means.perft.items():
        plain, _, choice = name.partition("@")
        if choice and plain == game.name:
            heading, _, item = choice.partition("/")
            other = means.load(rules, {heading: item})
            done += count_positions(other, counts, Clock(means.perft_seconds))
    return done


def count_positions(game: Game, counts: Sequence[int], clock: Clock) -> int:
    """Compare counts of positions, from depth 1 on, as deep as the time allows; how deep.

    Raises:
        MismatchError: a count differs
    """
    rate = 1000.0  # positions in a second
    for depth, count in enumerate(counts, 1):
        if depth > 1 and count > rate * clock.left:
            return depth - 1
        started = time.monotonic()
        _same(f"{depth} plies deep: positions", game.perft(depth), count)
        rate = max(rate, count / (time.monotonic() - started + 0.001))
    return len(counts)


# Many games


def recorded_games(folder: Path, names: Sequence[str] = ()) -> Iterator[tuple[Path, Path]]:
    """The rule files of a folder that have a recording, each with it."""
    for rules in sorted(folder.glob("games/**/*.lud")):
        recording = folder / "traces" / rules.relative_to(folder / "games")
        recording = recording.with_suffix(".json.gz")
        if recording.exists() and (not names or rules.stem in names):
            yield rules, recording


def read_recording(path: Path) -> dict[str, Any]:
    """A recording of games."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def read_perft(folder: Path) -> dict[str, list[int]]:
    """The further counts of positions of a folder."""
    path = folder / "perft.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def _judge(rules: Path, recording: Path, means: Means) -> Verdict:
    try:
        means.load(rules)  # before the recording is read, which takes longer
    except Exception as error:
        return _failed(Verdict(rules.stem, "agrees"), error)
    return compare(rules, read_recording(recording), means)


def judge_all(
    folder: Path, names: Sequence[str], jobs: int, means: Means, console: Console
) -> list[Verdict]:
    """The verdicts over all recorded games of a folder, by name."""
    pairs = list(recorded_games(folder, names))
    found: list[Verdict] = []
    with Progress(console=console, transient=True) as progress, ProcessPoolExecutor(jobs) as pool:
        bar = progress.add_task("games", total=len(pairs))
        running = [pool.submit(_judge, *pair, means) for pair in pairs]
        for one in as_completed(running):
            found.append(one.result())
            progress.update(bar, advance=1, description=found[-1].name[:30].ljust(30))
    return sorted(found, key=lambda verdict: verdict.name)


def show(verdicts: Sequence[Verdict], console: Console, *, everything: bool) -> None:
    """Print the table of games, the totals, and what games are refused for."""
    table = Table("game", "agreement", "plies", "perft", "detail", box=None, header_style="bold")
    colours = {"agrees": "green", "partly": "cyan", "differs": "red", "crashed": "red"}
    for one in verdicts:
        if one.outcome != "refused" or everything:
            word = f"[{colours.get(one.outcome, 'dim')}]{one.outcome}[/]"
            numbers = (str(one.plies or ""), str(one.depth or ""))
            table.add_row(one.name, word, *numbers, one.detail.replace("[", r"\["))
    console.print(table)
    totals = Counter(one.outcome for one in verdicts)
    listed = ", ".join(f"{totals[outcome]} {outcome}" for outcome in OUTCOMES if totals[outcome])
    console.print(f"\n{len(verdicts)} recorded games: {listed}")
    reasons = Counter(reason(one.detail) for one in verdicts if one.outcome == "refused")
    if reasons:
        console.print("\nrefused, by the first thing that is lacking:")
        for text, count in reasons.most_common():
            console.print(f"{count:5}  {text}", markup=False, highlight=False)


def reason(message: str) -> str:
    """A message with the numbers taken out, to count like ones together."""
    return re.sub(r"\b\d+\b", "n", message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare games with recordings; 1 if any differs or crashes."""
    parser = argparse.ArgumentParser(
        prog="python -m lab.checks.conformance", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("folder", type=Path, help="with games/, traces/ and perhaps perft.json")
    parser.add_argument("--game", nargs="+", default=[], help="only these, by name")
    parser.add_argument("--jobs", type=int, default=2, help="games at once")
    parser.add_argument("--trace-seconds", type=float, default=60.0, help="a game, for replaying")
    parser.add_argument("--perft-seconds", type=float, default=5.0, help="a game, for counting")
    parser.add_argument("--defines", type=Path, help="a folder of library defines, not ours")
    parser.add_argument("--backend", choices=BACKENDS, default="auto", help="what runs the games")
    parser.add_argument("--all", action="store_true", help="list the refused games too")
    chosen = parser.parse_args(arguments)
    if not any(recorded_games(chosen.folder)):
        parser.error(f"{chosen.folder} holds no recorded games")
    means = Means(
        read_perft(chosen.folder), chosen.defines, chosen.trace_seconds, chosen.perft_seconds,
        chosen.backend, games_in(chosen.folder),
    )  # fmt: skip
    verdicts = judge_all(chosen.folder, chosen.game, chosen.jobs, means, Console(stderr=True))
    console = Console()
    if not console.is_terminal:
        console.width = WIDTH
    show(verdicts, console, everything=chosen.all or bool(chosen.game))
    return int(any(one.outcome in ("differs", "crashed") for one in verdicts))


if __name__ == "__main__":
    raise SystemExit(main())
