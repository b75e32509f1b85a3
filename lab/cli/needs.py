"""What a command needs that is not installed with everything else."""

from __future__ import annotations

from importlib.util import find_spec

from interpreter.text.errors import LudError


def need(who: str, extra: str, *modules: str) -> None:
    """See that modules are there, before they are imported.

    Args:
        who: what needs them, as a message begins
        extra: what brings them
        modules: their names

    Raises:
        LudError: one is not
    """
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        hint = f'pip install "ludwright[{extra}]" brings what it needs'
        raise LudError(f"{who} needs {' and '.join(missing)}", None, hint)
