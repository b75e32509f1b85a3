"""The command `ludwright schema`.

What it needs is imported when it runs, so that `--help` does not wait for it.
"""

from __future__ import annotations

from typing import Annotated

import typer


def schema(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Such as check; all names if not given.")
    ] = None,
) -> None:
    """The JSON Schema of what commands print with `--json`.

    Every answer names its schema and a number, as ludwright.check/1. Fields may be added under the
    same number; where one goes or means something else, the number grows.

    [bold]Examples[/bold]

      ludwright schema
      ludwright schema check
    """
    import json  # noqa: PLC0415

    from lab.told.data import schema as schema_of  # noqa: PLC0415
    from lab.told.data import summary  # noqa: PLC0415
    from lab.told.everything import kind_of, kinds  # noqa: PLC0415

    if name is not None:
        print(json.dumps(schema_of(kind_of(name)), indent=1, ensure_ascii=False))
        return
    for kind in kinds().values():
        print(f"{kind.SCHEMA:24} {summary(kind)}")
