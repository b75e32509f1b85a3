"""What the tools do, each in a process with limits; see `lab.studio.hand`.

Each takes what was asked, tells how far it is by `emit`, and returns what is told, fit for JSON.
What is asked is not trusted. A mistake in the rules is told as `check` tells it.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, wraps
from random import Random
from typing import TYPE_CHECKING, Any, Final

from interpreter import Game, LudError, Move, State
from interpreter.play.load import catalogue, compile_source, defines, games, read
from interpreter.show.plaintext import draw
from interpreter.text.errors import Source, suggest
from interpreter.text.layout import lay_out
from lab.checks.fixing import fixed
from lab.checks.rules import looked_at
from lab.checks.trial import doubts, trial
from lab.studio.messages import number_of, text_of, texts_of
from lab.studio.tasks.asked import About, Emit
from lab.terminal.moves import went_on
from lab.told import making, results
from lab.told.checks import check_of, failed, repaired
from lab.told.data import data
from lab.told.mistakes import Fix, mistake

if TYPE_CHECKING:
    from lab.pages.about import Entry

TRIED_S, MOST_GAMES, MOST_SEARCHED, MOST_MEASURED = 1.0, 100_000, 50, 1_000
MOST_VARIANTS, MOST_SOLVING_S, MOST_LISTED, MOST_PLIES = 20, 120, 300, 2_000
THOUGHT, WALKED = 200, 400
"""Random games for a move of a searched game, and moves after which it is broken off."""
Task = Callable[[Mapping[str, Any], Emit], Any]
FAILED: Final = "failed"
"""Under this name it is told what is wrong with what was asked."""


def told(task: Task) -> Task:
    """A task that tells mistakes in rules as `check` does."""

    @wraps(task)
    def run(asked: Mapping[str, Any], emit: Emit) -> Any:
        try:
            return data(task(asked, emit))
        except LudError as error:
            return {FAILED: data(failed(error))}
        except ValueError as error:  # a game that cannot be solved or searched so
            return {FAILED: data(failed(LudError(str(error))))}

    return run


def _source(asked: Mapping[str, Any]) -> Source:
    about = About.of(asked)
    return Source(about.place, about.text)


def _state(asked: Mapping[str, Any]) -> State:
    """The position that is asked about: after some moves."""
    game = About.of(asked).game()
    moves = " ".join(texts_of(asked, "moves"))
    seed = number_of(asked, "seed", 0, 1 << 31, 1)
    return went_on(game.start(seed), moves, number_of(asked, "random", 0, MOST_PLIES, 0), seed)


# What there is


@told
def list_games(asked: Mapping[str, Any], emit: Emit) -> Any:
    """Games of the library in whose line all words occur."""
    del emit
    words = text_of(asked, "words", "").split()
    found = [one for one in _entries() if all(map(one.matches, words))]
    shown = number_of(asked, "first", 0, 10_000, 0)
    return data(making.listing(found[shown : shown + MOST_LISTED])) | {"found": len(found)}


@cache
def _entries() -> list[Entry]:
    """The games of the library, which a process reads once."""
    from lab.pages.about import entries  # noqa: PLC0415

    return entries()


@told
def show_game(asked: Mapping[str, Any], emit: Emit) -> Any:
    """A game: facts, options, rules in words, the board."""
    emit({})
    return making.shown(About.of(asked).game())


@told
def describe_ludemes(asked: Mapping[str, Any], emit: Emit) -> Any:
    """What the reference says of ludemes, and where the library uses them."""
    from lab.models.choice import features  # noqa: PLC0415
    from lab.pages.reference import told as page  # noqa: PLC0415

    del emit
    words = text_of(asked, "words").split(",")
    forms = list(dict.fromkeys(features(one.strip() for one in words)))
    if len(forms) > MOST_DESCRIBED:
        names = ", ".join(dict.fromkeys(form.name for form in forms))
        return {"forms": [], "names": names, "hint": "name a few of these"}
    return {
        "forms": [
            {
                "name": form.name,
                "form": str(form),
                "about": data(page(form)),
                "examples": list(form.examples),
                "used_in": _using(form.name),
            }
            for form in forms
        ]
    }


MOST_DESCRIBED, MOST_USING = 12, 5


def _using(name: str) -> list[str]:
    """Some games of the library that use a ludeme."""
    found = (game for game in games() if f"({name}" in read(game).text)
    return [game for game, _ in zip(found, range(MOST_USING), strict=False)]


# Writing


@told
def check(asked: Mapping[str, Any], emit: Emit) -> Any:
    """All mistakes in a text, and figures of random games."""
    from lab.checks.rules import Report  # noqa: PLC0415

    emit({})
    seconds = TRIED_S if asked.get("play", True) else 0.0
    return check_of(Report((looked_at(_source(asked), play=seconds),)))


@told
def fix(asked: Mapping[str, Any], emit: Emit) -> Any:
    """A text mended where it is certain how."""
    emit({})
    return Fix([repaired(fixed(_source(asked)))])


@told
def layout(asked: Mapping[str, Any], emit: Emit) -> Any:
    """A text laid out as the library is."""
    del emit
    return {"text": lay_out(_source(asked))}


@told
def complete(asked: Mapping[str, Any], emit: Emit) -> Any:
    """What may be written at a place."""
    from interpreter.services.completion import proposals  # noqa: PLC0415
    from interpreter.services.document import Document  # noqa: PLC0415
    from interpreter.services.names import Names  # noqa: PLC0415
    from lab.lsp.desk import usage  # noqa: PLC0415
    from lab.models.places import offset_of  # noqa: PLC0415

    del emit
    document = Document(_source(asked), catalogue(), defines())
    offset = offset_of(document, text_of(asked, "at"))
    found = proposals(document, offset, usage(), Names(document))
    return {
        "proposals": [
            {"text": one.text, "insert": one.insert, "what": one.what.value, "detail": one.detail,
             "about": one.documentation}
            for one in found[: number_of(asked, "most", 1, MOST_LISTED, 40)]
        ],
        "found": len(found),
    }  # fmt: skip


@told
def grammar(asked: Mapping[str, Any], emit: Emit) -> Any:
    """The language, or what may follow at a place, as a grammar."""
    from interpreter.language.grammar.making import grammar as made  # noqa: PLC0415
    from interpreter.language.grammar.notations import NOTATIONS  # noqa: PLC0415
    from lab.models.choice import scope  # noqa: PLC0415
    from lab.models.places import in_text  # noqa: PLC0415

    emit({})
    how = text_of(asked, "notation", "lark")
    if how not in NOTATIONS:
        raise LudError(f"no notation is called {how}", None, f"known: {', '.join(NOTATIONS)}")
    like = texts_of(asked, "like")
    unknown = next((one for one in like if "/" in one or "." in one), None)
    if unknown is not None:
        raise LudError(f"{unknown} is no game of the library, and no family", None,
                       suggest(unknown, games()))  # fmt: skip
    wanted = scope(texts_of(asked, "only"), like, sensible=True)
    if text := text_of(asked, "text", ""):
        at = text_of(asked, "at", "") or None
        found = in_text(Source("game.lud", text), at, wanted, whole=bool(asked.get("rest")))
        return {"notation": how, "grammar": NOTATIONS[how](found.grammar), "start": found.start,
                "end": found.end}  # fmt: skip
    return {"notation": how, "grammar": NOTATIONS[how](made(catalogue(), wanted))}


# Playing


@told
def position(asked: Mapping[str, Any], emit: Emit) -> Any:
    """The position after some moves, and what may follow."""
    emit({})
    state = _state(asked)
    shown = data(making.shown(state.game, state))
    kept = ("game", "board", "position", "mover", "moves")
    ended = making.why(state, None).reasons if state.over else []
    ranking = list(state.ranking) if state.over else None
    return {name: shown[name] for name in kept} | {"ranking": ranking, "ended": ended}


@told
def picture(asked: Mapping[str, Any], emit: Emit) -> Any:
    """A position as a picture."""
    emit({})
    size = number_of(asked, "size", 64, 2_000, 480)
    svg = _state(asked).svg(size=size)
    if text_of(asked, "form", "png") == "svg":
        return {"data": svg}
    from resvg_py import svg_to_bytes  # noqa: PLC0415

    return {"data": b64encode(svg_to_bytes(svg_string=svg)).decode()}


@told
def why_not(asked: Mapping[str, Any], emit: Emit) -> Any:
    """Why a move is not legal, or which rules give the legal ones."""
    emit({})
    return making.why(_state(asked), text_of(asked, "move", "") or None)


@told
def try_game(asked: Mapping[str, Any], emit: Emit) -> Any:
    """Random games, and some in which the computer thinks: what happened, and why they ended."""
    game = About.of(asked).game()
    number = number_of(asked, "games", 1, MOST_GAMES, 1_000)
    searched = number_of(asked, "searched", 0, MOST_SEARCHED, 4)
    seed = number_of(asked, "seed", 0, 1 << 31, 1)
    total = number + searched
    emit({"done": 0, "total": total})

    def tell(done: int) -> None:
        emit({"done": done, "total": total})

    played = game.playouts(number, seed=seed, progress=tell)
    found = trial(game, TRIED_S)
    thought: list[dict[str, Any]] = []
    for one in range(searched):
        thought.append(_thought(game, seed + one))
        tell(number + one + 1)
    return {
        "random": making.outcomes(game, played, 0.0, seed, 0.0),
        "searched": thought,
        "sample": _walked(game, seed),
        "doubts": [mistake(one) for one in doubts(game, found)],
    }


def _thought(game: Game, seed: int) -> dict[str, Any]:
    """A game that a search plays against itself."""

    def best(state: State) -> Move:
        return game.uct(state, iterations=THOUGHT, seed=seed + state.plies).best

    return _played(game, seed, best)


def _walked(game: Game, seed: int) -> dict[str, Any]:
    """A random game."""
    chance = Random(seed)
    return _played(game, seed, lambda state: chance.choice(state.moves()))


def _played(game: Game, seed: int, choose: Callable[[State], Move]) -> dict[str, Any]:
    """A game of moves that are chosen in this way."""
    state, moves = game.start(seed), list[str]()
    while not state.over and len(moves) < WALKED:
        move = choose(state)
        moves.append(move.name)
        state = state.after(move)
    return _ended(state, moves)


def _ended(state: State, moves: list[str]) -> dict[str, Any]:
    """How a game went, and why it ended."""
    reasons = making.why(state, None).reasons if state.over else []
    why = "; ".join(one.message for one in reasons) if state.over else "broken off"
    return {
        "moves": moves,
        "over": state.over,
        "ranking": list(state.ranking) if state.over else None,
        "why": why,
        "reasons": reasons,
        "board": draw(state),
    }


@told
def solve(asked: Mapping[str, Any], emit: Emit) -> Any:
    """The exact value of a position, or the solutions of a puzzle."""
    state = _state(asked)
    seconds = number_of(asked, "seconds", 1, MOST_SOLVING_S, 20)
    emit({})
    if state.game.program.puzzle is not None:
        return making.solved_puzzle(state, state.game.solutions(state, limit=2, seconds=seconds))

    def tell(positions: int) -> None:
        emit({"done": positions})

    found = state.game.solve(state, seconds=seconds, memory=256, progress=tell)
    return making.solved(state.game, found)


# How good it is


@told
def measure(asked: Mapping[str, Any], emit: Emit) -> Any:
    """How good a game is: figures with their intervals."""
    found = _measured(asked, [text_of(asked, "text")], emit)
    return {"schema": results.Measures.SCHEMA, "games": [one.data() for one in found]}


@told
def compare(asked: Mapping[str, Any], emit: Emit) -> Any:
    """Two versions of a game: what differs in the rules, and in figures by more than chance."""
    from interpreter.play.load import rules_of  # noqa: PLC0415
    from lab.breeding.judging.aim import apart  # noqa: PLC0415
    from lab.breeding.telling.difference import difference  # noqa: PLC0415
    from lab.measuring.measures import figure_data  # noqa: PLC0415

    texts = [text_of(asked, "text"), text_of(asked, "other")]
    trees = [rules_of(_source({**asked, "text": one})).game for one in texts]
    before, after = _measured(asked, texts, emit)
    rows = [
        {"name": name, "before": figure_data(old), "after": figure_data(new),
         "apart": old.known and new.known and apart(old, new)}
        for name, old in before.figures.items()
        if (new := after.figures.get(name)) is not None
    ]  # fmt: skip
    summed = {
        name: [figure_data(getattr(one, name)) for one in (before, after)]
        for name in ("quality", "predicted", "score")
    }
    return {"rules": difference(*trees) or "the same", "figures": rows, "summaries": summed}


def _measured(asked: Mapping[str, Any], texts: list[str], emit: Emit) -> list[Any]:
    from lab.measuring.criteria.known import chosen  # noqa: PLC0415
    from lab.measuring.measures import Plan  # noqa: PLC0415
    from lab.measuring.measures import measure as measured  # noqa: PLC0415
    from lab.measuring.plan import QUICK  # noqa: PLC0415

    number = number_of(asked, "games", 10, MOST_MEASURED, 50)
    names = texts_of(asked, "criteria")
    plan = Plan(**{**QUICK, "games": number, "seed": number_of(asked, "seed", 0, 1 << 31, 1)})
    if names:
        plan = replace(plan, criteria=tuple(one.name for one in chosen(names)))
    found: list[Any] = []
    for text in texts:

        def tell(done: int, total: int, before: int = len(found)) -> None:
            emit({"done": before + done / max(1, total), "total": len(texts)})

        found.append(measured(About.of({**asked, "text": text}).game(), plan, tell))
    return found


@told
def vary(asked: Mapping[str, Any], emit: Emit) -> Any:
    """Variants of a game by one change each, measured."""
    from lab.breeding import vary as varying  # noqa: PLC0415

    def tell(done: int, total: int) -> None:
        emit({"done": done, "total": total})

    about = About.of(asked)
    number = number_of(asked, "number", 1, MOST_VARIANTS, 4)
    plan = replace(varying.PLAN, games=number_of(asked, "games", 10, MOST_MEASURED, 50))
    found = varying.vary(
        _rule_text(about), keep=texts_of(asked, "keep"), fix=text_of(asked, "fix", "quality"),
        number=number, seed=number_of(asked, "seed", 0, 1 << 31, 1), plan=plan,
        options=about.options, ruleset=about.ruleset, progress=tell,
    )  # fmt: skip
    told_of = data(making.varied(found, {one.name: "" for one in found.variants}))
    for one, variant in zip(told_of["variants"], found.variants, strict=True):
        one["text"] = variant.text
    return told_of


def _rule_text(about: About) -> str:
    """A text that is one of rules, and no name of a file."""
    if "(" not in about.text:
        raise LudError("these are no rules")
    return about.text


# Giving it away


@told
def page(asked: Mapping[str, Any], emit: Emit) -> Any:
    """The game as a file that plays it."""
    from lab.web.export import page as written  # noqa: PLC0415
    from lab.web.site import file_name  # noqa: PLC0415

    about = About.of(asked)
    game = compile_source(Source(about.place, about.text), about.options, about.ruleset)
    emit({})
    text = written(game, about.name, about.options, about.ruleset)
    return {"name": f"{file_name(game.name)}.html", "text": text}


TASKS: dict[str, Task] = {
    one.__name__: one
    for one in (
        list_games, show_game, describe_ludemes, check, fix, layout, complete, grammar, position,
        picture, why_not, try_game, solve, measure, compare, vary, page,
    )
}  # fmt: skip
