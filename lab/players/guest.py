"""Players from elsewhere: classes in Python files of a user, and what they do wrong."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from interpreter import LudError, Move, State
from interpreter.text.errors import suggest

LONGEST = 90


class Forfeit(LudError):  # noqa: N818
    """A player has made a mistake that loses him the game.

    `reason` says which, without the name of the player.
    """

    def __init__(self, name: str, reason: str, hint: str | None = None) -> None:
        super().__init__(f"the player {name} {reason}", None, hint)
        self.name, self.reason, self.hint = name, reason, hint


class Guest:
    """A player from elsewhere, whose mistakes are told as his.

    Args:
        name: what to call him
        kind: his class; it is called with `seed` if it takes one
        seed: fixes what he draws by lot

    Raises:
        Forfeit: he cannot be made
    """

    def __init__(self, name: str, kind: Callable[..., Any], seed: int) -> None:
        self.name = name
        with self._answerable():
            self.inner = kind(seed=seed) if _takes_seed(kind) else kind()

    def choose(self, state: State) -> Move:
        """The move that he chooses.

        Raises:
            Forfeit: he raises an error, or what he chooses is no legal move
        """
        with self._answerable():
            move = self.inner.choose(state)
        if not isinstance(move, Move):
            reason = f"chose {_short(repr(move))}, which is no move"
            raise Forfeit(self.name, reason, "`choose` returns one of `state.moves()`")
        if all(move.packed != one.packed for one in state.moves()):
            raise Forfeit(self.name, f"chose {move} as move {state.plies + 1}, which is not legal")
        return move

    @contextmanager
    def _answerable(self) -> Iterator[None]:
        # SystemExit too: a player who leaves does not end what others play.
        try:
            yield
        except (Exception, SystemExit) as error:
            reason = f"raised {_short(_line(error))}"
            raise Forfeit(self.name, reason, _place(error)) from None


def _line(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _place(error: BaseException) -> str | None:
    """Where an error is, as far down as the player's own code goes."""
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != __file__
    ]
    own = [frame for frame in frames if frame.filename == frames[0].filename]
    return f"{own[-1].filename}:{own[-1].lineno}" if own else None


def _takes_seed(kind: Callable[..., Any]) -> bool:
    try:
        parameters = inspect.signature(kind).parameters.values()
    except (TypeError, ValueError):
        return False
    return any(one.name == "seed" or one.kind is one.VAR_KEYWORD for one in parameters)


def find(text: str) -> Callable[..., Any]:
    """The class that `module:Class` or `file.py:Class` names.

    Raises:
        LudError: there is none, or it is no player
    """
    where, _, name = text.rpartition(":")
    is_file = where.endswith(".py")
    module = _from_file(Path(where).expanduser()) if is_file else _from_module(where)
    kind = getattr(module, name, None)
    if kind is None:
        players = [key for key, one in vars(module).items() if _chooses(one)]
        known = f"players there: {', '.join(players)}" if players else None
        raise LudError(f'{where} has no class "{name}"', None, suggest(name, players) or known)
    if not _chooses(kind):
        hint = "a player is a class with a method `choose(self, state)` that returns a move"
        raise LudError(f"{text} is no player", None, hint)
    return kind


def _chooses(what: object) -> bool:
    return isinstance(what, type) and callable(getattr(what, "choose", None))


def _from_file(path: Path) -> ModuleType:
    if not path.is_file():
        folder = path.parent
        near = suggest(path.name, [one.name for one in folder.glob("*.py")])
        raise LudError(f"there is no file {path}", None, near)
    full = path.resolve()
    name = f"player_{full.stem}_{abs(hash(full)):x}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, full)
    assert spec is not None
    assert spec.loader is not None, "a name that ends in .py has a loader"
    module = importlib.util.module_from_spec(spec)
    # Known before it runs, as an import does it: dataclasses look their module up.
    sys.modules[name] = module
    _reachable(full.parent)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise _unloaded(str(path), error) from None
    return module


def _from_module(name: str) -> ModuleType:
    _reachable(Path.cwd())
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if name == missing or name.startswith(f"{missing}."):
            hint = f"a file is given by its path, as in {name}.py:Player"
            raise LudError(f'there is no module "{name}"', None, hint) from None
        raise _unloaded(name, error) from None
    except (Exception, SystemExit) as error:
        raise _unloaded(name, error) from None


def _unloaded(name: str, error: BaseException) -> LudError:
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith(("<frozen", __file__))]
    place = f"{own[0].filename}:{own[0].lineno}" if own else None
    if isinstance(error, SyntaxError):
        place = f"{error.filename}:{error.lineno}"
    return LudError(f"{name} cannot be loaded: {_short(_line(error))}", None, place)


def _reachable(folder: Path) -> None:
    """Let what lies in a folder be imported, as where Python itself runs a file."""
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
