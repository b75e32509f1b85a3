"""All that is told as a whole, by name."""

from __future__ import annotations

from interpreter.text.errors import LudError, suggest
from lab.told import mistakes, results
from lab.told.data import Told

MODULES = (mistakes, results)


def kinds() -> dict[str, type[Told]]:
    """The classes by their names without numbers: `check`, `perft`."""
    found = [
        one for module in MODULES for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, Told) and one is not Told
    ]  # fmt: skip
    return {name_of(one): one for one in found}


def name_of(kind: type[Told]) -> str:
    """`check` of `ludwright.check/1`."""
    return kind.SCHEMA.removeprefix("ludwright.").partition("/")[0]


def kind_of(name: str) -> type[Told]:
    """A class by its name.

    Raises:
        LudError: there is none
    """
    found = kinds()
    if name not in found:
        known = f"known: {', '.join(sorted(found))}"
        raise LudError(f"nothing is told as {name}", None, suggest(name, found) or known)
    return found[name]
