"""The pages on the tools show what the server says."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from helpers.lab.tools import Server, Speaker, needs_mcp
from helpers.paths import DOCS

pytestmark = [needs_mcp, pytest.mark.slow]
PAGES = [DOCS / "mcp.md", DOCS / "models.md"]
TABLE = re.compile(r"(<!-- tools: .*? -->\n).*?(<!-- end of tools -->)", re.DOTALL)
BLOCK = re.compile(
    r"```lud(?: mistake)?\n(.*?)```|```tool\n(\w+) (\{[^\n]*\}) (\.\S+)\n(.*?)```", re.DOTALL
)
LAST = "…"
"""Stands for the last rule text."""


def row(tool: Any) -> str:
    needed = tool.input_schema.get("required", [])
    names = [one if one in needed else f"[{one}]" for one in tool.input_schema["properties"]]
    about = " ".join(tool.description.split())
    return f"| `{tool.name}` | {' '.join(names)} | {about} |"


def part(found: Any, path: str) -> Any:
    """A part of an answer by its path; `*` stands for every item."""
    step, _, rest = path.partition(".")
    if not step:
        return found
    if step == "*":
        return [part(one, rest) for one in found]
    return part(found[int(step)] if step.isdigit() else found[step], rest)


def shown(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return "".join(f"{one}\n" for one in value)
    told = value if isinstance(value, str) else json.dumps(value, indent=1)
    return told.rstrip() + "\n"


def test_the_pages_show_what_the_server_says(tmp_path: Path) -> None:
    server = Server(tmp_path)
    texts = {path: path.read_text("utf-8") for path in PAGES}
    made: dict[Path, str] = {}

    async def talk(speaker: Speaker) -> None:
        tools = (await speaker.client.list_tools()).tools
        rows = ["| tool | arguments | what it does |", "| --- | --- | --- |", *map(row, tools)]
        table = "".join(f"{one}\n" for one in rows)
        for path, text in texts.items():
            page = TABLE.sub(lambda found: f"{found[1]}{table}{found[2]}", text)
            made[path] = await answered(speaker, page)

    try:
        server.talk(talk)
    finally:
        server.close()
    if os.environ.get("GOLDEN") == "write":
        for path, page in made.items():
            path.write_text(page, "utf-8")
    else:
        assert made == texts


async def answered(speaker: Speaker, page: str) -> str:
    """A page with what the tools answer."""
    parts: list[str] = []
    end, last = 0, ""
    for block in BLOCK.finditer(page):
        parts.append(page[end : block.start()])
        end, rules, name = block.end(), block[1], block[2]
        if rules is not None:
            last = rules
            parts.append(block[0])
            continue
        given = {k: last if v == LAST else v for k, v in json.loads(block[3]).items()}
        found = await speaker.call(name, **given)
        answer = shown(part(found, block[4][1:]))
        parts.append(f"```tool\n{name} {block[3]} {block[4]}\n{answer}```")
        last = found["files"][0]["text"] if name == "fix" else last
    return "".join([*parts, page[end:]])
